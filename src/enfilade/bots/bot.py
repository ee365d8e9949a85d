"""What a bot is, the random one, and bots by name.

A package announces a bot in the entry point group ``enfilade.bots``: what makes one from a seed, such as its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any, Protocol

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.orders.said import Order
from enfilade.headless.policies import choose_rank
from enfilade.systems.game import Game


class Bot(Protocol):
    """A player. What it is given shows only what its side may know."""

    def choose(self, view: Battle) -> Order:
        """One of ``view.legal``, the legal orders of ``view.side``; the view is the bot's own to try things in."""


class UnknownBot(ValueError):
    """There is no bot with this name, or what is announced under it is none."""


class RandomBot:
    """Draws from all legal orders of its side, each equally likely; the same seed draws the same."""

    def __init__(self, seed: int = 0) -> None:
        """Draw by this seed."""
        self._key = key_of_seed(seed)

    def choose(self, view: Battle) -> Order:
        """One of the legal orders of the view's side."""
        legal = view.legal
        rank = choose_rank(self._key & 0xFFFFFFFF, self._key >> 32, view.step_number, len(legal))
        return legal[rank]


def side_to_choose(view: Battle) -> str:
    """The side that chooses: the one whose view it is; of a whole battle the first that owes a decision.

    Raises:
        ValueError: the battle is over, and is nobody's view.
    """
    if view.side is not None:
        return view.side
    if view.decision is None:
        raise ValueError(f"{view!r} is over, expected one in which a decision is owed")
    return view.decision.side


GROUP = "enfilade.bots"
BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}
"""Bots that are always there, by name; each is made from a seed. The package adds its own when it is imported."""


def find_bot(name: str, seed: int) -> Bot:
    """A bot by its name: one that is always there, or one that an installed package announces.

    Raises:
        UnknownBot: there is none, or what is announced makes no bot.
    """
    return BOTS[name](seed) if name in BOTS else _announced(name, seed)


def unknown_bot(name: str, expected: Iterable[str]) -> UnknownBot:
    """The error for a name that is no bot's.

    Args:
        name: which.
        expected: the names that may stand in its place.
    """
    announced = f"or another that an installed package announces in the entry point group {GROUP!r}"
    return UnknownBot(f"there is no bot {name!r}, expected one of: {', '.join(sorted(expected))}, {announced}")


def entries_of(name: str, game: Game) -> tuple[Entry[..., Any], ...]:
    """What a bot of the package calls beside the rules of a game, so that it need not be compiled while it chooses.

    Nothing is known of the bots that packages announce.
    """
    entries: Callable[[Game], tuple[Entry[..., Any], ...]] | None = getattr(BOTS.get(name), "entries", None)
    return entries(game) if entries is not None else ()


def is_bot(found: object) -> bool:
    """Whether something can be asked to choose; a class cannot, before one is made of it."""
    return callable(getattr(found, "choose", None)) and not isinstance(found, type)


def bot_names() -> list[str]:
    """The names of all bots in order: those that are always there and those that installed packages announce."""
    return sorted({*BOTS, *(point.name for point in entry_points(group=GROUP))})


def _announced(name: str, seed: int) -> Bot:
    """A bot that an installed package announces; of several with one name the first by its value.

    Raises:
        UnknownBot: none announces it, or what it announces makes no bot.
    """
    found = sorted(entry_points(group=GROUP, name=name), key=lambda point: point.value)
    if not found:
        raise unknown_bot(name, bot_names())
    try:
        make = found[0].load()
    except (ImportError, AttributeError) as problem:
        raise UnknownBot(f"entry point {name!r} cannot be loaded ({problem}), expected what makes a bot") from problem
    try:
        bot: Bot = make(seed) if callable(make) else make
    except Exception as problem:  # of somebody else's code
        raised = f"{type(problem).__name__}: {problem}"
        raise UnknownBot(f"entry point {name!r} makes no bot ({raised}), expected what takes a seed") from problem
    if not is_bot(bot):
        raise UnknownBot(f"entry point {name!r} gives {bot!r}, expected a bot with choose(view)")
    return bot
