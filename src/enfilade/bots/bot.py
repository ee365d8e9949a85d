"""What a bot is, and the random one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from enfilade.battle import Battle
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.orders.said import Order
from enfilade.headless.policies import choose_rank


class Bot(Protocol):
    """A player. What it is given shows only what its side may know."""

    def choose(self, view: Battle, side: str) -> Order:
        """One of the side's legal orders."""


class UnknownBot(ValueError):
    """There is no bot with this name."""


class RandomBot:
    """Draws from all legal orders of its side, each equally likely; the same seed draws the same."""

    def __init__(self, seed: int = 0) -> None:
        """Draw by this seed."""
        self._key = key_of_seed(seed)

    def choose(self, view: Battle, side: str) -> Order:
        """One of the side's legal orders."""
        legal = view.legal.by(side)
        rank = choose_rank(self._key & 0xFFFFFFFF, self._key >> 32, view.step_number, len(legal))
        return legal[rank]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}
"""Bots by name; each is made from a seed."""


def find_bot(name: str, seed: int) -> Bot:
    """A bot by its name.

    Raises:
        UnknownBot: there is none.
    """
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}, expected one of: {', '.join(sorted(BOTS))}")
    return BOTS[name](seed)
