"""What a run of games is, and what is said of each game."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence

import msgspec

from enfilade.bots import Bot, OnFault, bot_names, find_bot
from enfilade.bots.bot import GROUP, unknown_bot
from enfilade.bots.match import FAULT_POLICIES, UNFINISHED
from enfilade.core.scenario.schema import Scenario
from enfilade.headless import POLICIES, game_seed
from enfilade.headless.rows import refuse_number

from .errors import BadRun

GAMES_MAX = 1 << 40
SEED_BITS = 53
KEY_BITS = 64
ORDERS_MAX = 1_000_000
"""Orders of a game, unless a run says otherwise; one that goes on for longer is told as unfinished."""
SECONDS_MAX = 1_000_000
Losses = dict[str, dict[str, int]]


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides every game of a run: the same run has the same games, however many of them are played, and where.

    Attributes:
        scenario: what is played; one with a state is played on from there.
        bots: names of the bots, one a side that plays; the last one plays all further sides.
        seed: of the run, from which the seeds of its games are made.
        paired: whether games 0 and 1, 2 and 3, and so on share a seed, with the bots swapped in the second of them.
        on_fault: what follows when a bot fails, see ``enfilade.bots.play_match``.
        decision_seconds_max: that a bot in Python may take for a decision. With a limit results depend on the machine.
        orders_max: orders of a game at most.
    """

    scenario: Scenario
    bots: tuple[str, ...]
    seed: int = 0
    paired: bool = False
    on_fault: OnFault = "forfeit"
    decision_seconds_max: float | None = None
    orders_max: int = ORDERS_MAX

    def game_seed(self, index: int) -> int:
        """The seed of a game, 0 to 2**53 - 1, so that whatever reads JSON or CSV can hold it."""
        return game_seed(self.seed, index // 2 if self.paired else index) >> (KEY_BITS - SEED_BITS)

    def is_swapped(self, index: int) -> bool:
        """Whether the bots of a game are in reverse order."""
        return self.paired and index % 2 == 1

    def bot_of(self, side: int, swapped: bool) -> int:
        """The number of the bot that plays a side.

        Args:
            side: its number among the sides that play.
            swapped: whether the bots are in reverse order.
        """
        place = min(side, len(self.bots) - 1)
        return len(self.bots) - 1 - place if swapped else place

    def players(self, index: int) -> list[Bot]:
        """The bots of a game, in the order of the sides: the n-th has the seed of the game and n more."""
        names = self.bots[::-1] if self.is_swapped(index) else self.bots
        seed = self.game_seed(index)
        return [find_bot(name, seed + number) for number, name in enumerate(names)]

    @property
    def is_of_policies(self) -> bool:
        """Whether the compiled loop plays it: all bots are policies, and no unit is hidden from a side.

        A policy is shown the whole position, where a bot in Python sees what its side may know.
        """
        return all(bot in POLICIES for bot in self.bots) and not self.hides_units

    @property
    def hides_units(self) -> bool:
        """Whether a unit is hidden from a side."""
        return any(unit.known_to is not None for unit in self.scenario.units)

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides that play, in order."""
        return tuple(side.name for side in self.scenario.sides if not side.neutral)


class Row(msgspec.Struct, frozen=True):
    """How one game of a run went.

    Attributes:
        index: its number in the run, from 0.
        seed: of its dice; the n-th bot has this and n more. ``enfilade run`` with it plays the same game.
        swapped: whether the bots were in reverse order.
        winners: the sides that won, none for a draw.
        reason: why it ended; ``forfeit`` when a bot failed, ``unfinished`` when it was not over after ``orders_max``.
        orders: how many were taken.
        turns: the turn or round in which it ended.
        losses: units that were lost, by side and by type; every side and type that the scenario begins with is named.
        digest: of the last position, as ``battle.digest``.
        faults: how often a bot failed.
        forfeit: how the bot failed that forfeited; empty when none did.
    """

    index: int
    seed: int
    swapped: bool
    winners: tuple[str, ...]
    reason: str
    orders: int
    turns: int
    losses: Losses
    digest: str
    faults: int = 0
    forfeit: str = ""

    @property
    def is_finished(self) -> bool:
        """Whether the game came to an end."""
        return self.reason != UNFINISHED


def types_by_side(units: Iterable[tuple[str, str]]) -> Losses:
    """No losses, of every side and type among units, sides as they come and types by the alphabet.

    >>> types_by_side([("red", "guard"), ("blue", ""), ("red", "archer")])
    {'red': {'archer': 0, 'guard': 0}, 'blue': {'': 0}}
    """
    found: dict[str, set[str]] = {}
    for side, kind in units:
        found.setdefault(side, set()).add(kind)
    return {side: dict.fromkeys(sorted(kinds), 0) for side, kinds in found.items()}


def whole_run(
    scenario: Scenario,
    bots: Sequence[str] = ("random",),
    *,
    seed: int = 0,
    paired: bool = False,
    on_fault: OnFault = "forfeit",
    decision_seconds_max: float | None = None,
    orders_max: int = ORDERS_MAX,
) -> Run:
    """A run that can be played.

    Raises:
        BadRun: it cannot.
        UnknownBot: there is no bot of a name.
        TypeError: the scenario is no ``Scenario``, or a number no whole one.
    """
    if not isinstance(scenario, Scenario):
        raise TypeError(f"scenario {scenario!r}, expected a Scenario, see load_scenario")
    run = Run(
        scenario,
        _bot_names(bots),
        whole_number("seed", seed, 1 - (1 << SEED_BITS), (1 << SEED_BITS) - 1),
        bool(paired),
        on_fault,
        decision_seconds_max,
        whole_number("orders_max", orders_max, 1, ORDERS_MAX),
    )
    _refuse_bots(run)
    if on_fault not in FAULT_POLICIES:
        raise BadRun(f"on_fault {on_fault!r}, expected one of {', '.join(FAULT_POLICIES)}")
    if decision_seconds_max is not None:
        _refuse_seconds(decision_seconds_max)
        if run.is_of_policies:
            raise BadRun(
                f"{decision_seconds_max!r} seconds for a decision of policies, expected no limit: none is timed"
            )
    return run


def whole_number(what: str, number: object, least: int, most: int) -> int:
    """A number that is a whole one and in range.

    Raises:
        BadRun: it is not.
    """
    try:
        refuse_number(what, number, least, most)
        return operator.index(number)  # type: ignore[arg-type]
    except ValueError as problem:
        raise BadRun(str(problem)) from None


def _refuse_seconds(seconds: object) -> None:
    """Refuse a limit of time that is none.

    Raises:
        BadRun: it is none.
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not is_number or not 0 < seconds <= SECONDS_MAX:  # type: ignore[operator]
        raise BadRun(f"{seconds!r} seconds for a decision, expected more than 0, at most {SECONDS_MAX}")


def _bot_names(bots: object) -> tuple[str, ...]:
    """Names of bots that were given, or a single one.

    Raises:
        BadRun: something else was given, such as a bot itself, which would not get to other processes.
    """
    named = (bots,) if isinstance(bots, str) or not isinstance(bots, Iterable) else tuple(bots)
    for name in named:
        if not isinstance(name, str):
            announced = f"under which an installed package announces a bot in the entry point group {GROUP!r}"
            raise BadRun(f"bot {name!r}, expected the name of one: {', '.join(bot_names())}, or another {announced}")
    return named


def _refuse_bots(run: Run) -> None:
    """Refuse bots that are not there, or do not go with the sides.

    Raises:
        BadRun: there is none, there are too many, or they cannot be swapped.
        UnknownBot: there is no bot of a name.
    """
    if not 1 <= len(run.bots) <= len(run.sides):
        raise BadRun(f"{len(run.bots)} bots for {len(run.sides)} sides that play, expected 1 to {len(run.sides)}")
    if not run.is_of_policies:
        _refuse_names(run)
    if run.paired and len(run.bots) != 2:
        raise BadRun(f"bots {', '.join(run.bots)} in pairs of games, expected two bots to swap")


def _refuse_names(run: Run) -> None:
    """Refuse names of a run, not one of policies, that are no bots in Python.

    Raises:
        BadRun: one is a policy.
        UnknownBot: one is neither.
    """
    bots = bot_names()
    for name in run.bots:
        if name not in bots and name not in POLICIES:
            raise unknown_bot(name, _names_beside(run))
    for name in run.bots:
        if name not in bots:
            known = f"{name!r} plays only where all bots are of {', '.join(POLICIES)} and no unit is hidden"
            raise BadRun(f"{known}, expected one of {', '.join(bots)}")
        find_bot(name, 0)


def _names_beside(run: Run) -> set[str]:
    """The names that may stand beside those of a run that are known: all are policies, or all bots in Python."""
    bots, policies = set(bot_names()), set(POLICIES)
    known = (bots | policies).intersection(run.bots)
    found = set(policies) if known <= policies and not run.hides_units else set()
    return found | bots if known <= bots or not found else found


def games_of_run(games: int, paired: bool) -> int:
    """A number of games that makes a run.

    Raises:
        BadRun: it makes none.
    """
    number = whole_number("games", games, 1, GAMES_MAX)
    if paired and number % 2:
        raise BadRun(f"{number} games in pairs, expected an even number")
    return number
