"""All outcomes of the dice of a step, each with its exact chance: the driver of the enumerated dice source.

The rolls of a step are an odometer. Its last roll turns fastest; a roll that comes about only after some outcomes of
an earlier one is met only there. Chances are fractions of whole numbers, so those of all outcomes add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from enfilade.core.engine.store import Store

from .messages import OrderRecord
from .notes import ENUMERATED, NO_FAULT, Notes

OUTCOMES_MAX = 100_000
"""Outcomes of one step that are visited unless the caller says otherwise."""


class TooManyOutcomes(ValueError):
    """The dice of a step have more outcomes than were to be visited.

    Attributes:
        limit: how many that was.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        super().__init__(f"the dice of a step have more than {limit} outcomes, expected at most {limit}")


class Steppable(Protocol):
    """What is needed of a game: its arrays, the counters and the order of its desk, and its row."""

    @property
    def store(self) -> Store:
        """The arrays."""

    @property
    def notes(self) -> Notes:
        """The counters and the dice source of the desk."""

    @property
    def order(self) -> OrderRecord:
        """The order in hand."""

    def snapshot(self) -> bytes:
        """The game's row."""

    def restore(self, row: bytes) -> None:
        """Set the game's row and derive the rest."""

    def raise_fault(self) -> None:
        """Raise the fault of the last step, if it had one."""


class Made(NamedTuple):
    """A roll that a step made: the place of its outcome among so many, and the ways that lead to it, of all ways."""

    value: int
    outcomes: int
    weight: int
    total: int


@dataclass(frozen=True)
class Kept:
    """What a visit of all outcomes changes, as it was before: the game's row and what lies on the desk."""

    row: bytes
    order: bytes
    notes: bytes
    rolls: bytes

    @classmethod
    def of(cls, game: Steppable) -> Kept:
        """What there is now."""
        rolls = game.store.records("rolls").tobytes()
        return cls(game.snapshot(), game.order.tobytes(), game.notes.tobytes(), rolls)

    def put_back(self, game: Steppable) -> None:
        """Put the position and the order in hand back."""
        game.restore(self.row)
        game.order.assign(self.order)

    def put_all_back(self, game: Steppable) -> None:
        """Put everything back, the dice source too."""
        self.put_back(game)
        game.notes.assign(self.notes)
        rolls = game.store.records("rolls")
        rolls.view("u1").data[:] = self.rolls


def outcomes(game: Steppable, run: Callable[[], None], limit: int = OUTCOMES_MAX) -> Iterator[Fraction]:
    """Visit every outcome of the dice of one step, in a fixed order: by the first roll, then the second, and so on.

    ``run`` takes the step; it is called once an outcome, each time from the position and with the order in hand that
    the game has now. After each call the chance of the outcome is given out while the game stands in it; the caller
    may go on from there, visits of further steps included. At the end the game, its order in hand and its dice source
    are as before, also after an error and when the caller stops early.

    Args:
        game: the game, at the step's beginning.
        run: takes the step. It must roll the same dice whenever the rolls before came out the same.
        limit: outcomes visited at most; impossible ones (a pool that needs a 7 has some) may count, but are not given.

    Yields:
        The chance of each outcome, above 0; they add up to 1.

    Raises:
        TooManyOutcomes: there are more than ``limit``, known after so many were given.
        ValueError: the fault of a step that could not be finished.
    """
    kept = Kept.of(game)
    try:
        following: list[int] | None = []
        for _ in range(limit):
            if following is None:
                return
            kept.put_back(game)
            set_odometer(game, following)
            run()
            game.raise_fault()
            made = rolls_made(game)
            chance = chance_of(made)
            if chance:
                yield chance
            following = next_values(made)
        if following is not None:
            raise TooManyOutcomes(limit)
    finally:
        kept.put_all_back(game)


def set_odometer(game: Steppable, values: list[int]) -> None:
    """Let the next step's first rolls come out so, and the rest as their first outcomes."""
    notes = game.notes
    notes.source = ENUMERATED
    notes.fault = NO_FAULT
    notes.rolls = 0
    notes.faces = len(values)
    for roll, value in zip(game.store.table("rolls", writable=True), values, strict=False):
        roll.value = value


def rolls_made(game: Steppable) -> list[Made]:
    """The rolls of the last step, in order."""
    rolls = game.store.table("rolls")
    found = (rolls[index] for index in range(game.notes.rolls))
    return [Made(roll.value, roll.outcomes, roll.weight, roll.total) for roll in found]


def chance_of(made: list[Made]) -> Fraction:
    """The chance that all rolls come out as they did."""
    return Fraction(math.prod(roll.weight for roll in made), math.prod(roll.total for roll in made))


def next_values(made: list[Made]) -> list[int] | None:
    """How the rolls shall come out next time; None after the last outcome.

    After an impossible roll nothing that follows it is visited.

    >>> next_values([Made(0, 2, 1, 2), Made(2, 3, 1, 3)])
    [1]
    """
    last = next((index for index, roll in enumerate(made) if roll.weight == 0), len(made) - 1)
    for index in range(last, -1, -1):
        if made[index].value + 1 < made[index].outcomes:
            return [*(roll.value for roll in made[:index]), made[index].value + 1]
    return None
