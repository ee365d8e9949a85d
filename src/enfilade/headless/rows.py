"""The arrays of many games of one scenario, the position in which all of them begin, and what became of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena
from enfilade.core.engine.hash import hash_row
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.layout import Block
from enfilade.core.engine.store import Store
from enfilade.core.orders.said import Outcome
from enfilade.core.state.notes import NO_FAULT
from enfilade.systems.game import Game, StepFault
from enfilade.systems.naming import names_of

from .seats import new_seats, seat_records

GAMES_MAX = 1 << 20
"""Games of one set of arrays at most."""
THREADS_MAX = 256
HALF_BITS = 32

Losses = dict[str, dict[str, int]]
"""Units lost, by side and type."""


class GameRows:
    """Games of one scenario, each in its rows of the arrays.

    Attributes:
        game: the first position, in arrays of its own.
        store: the arrays; a row a game, then ``spare`` rows, then the first position.
        begin: number of the row of the first position, in which games begin.
        starts: whether passes come before the first order, as they do unless the scenario has a state.
        seats: a record a row, see ``Seat``.
        seat: the same as a numpy structured array, shape (rows,), a view.
        clocks: the clocks, shape (rows,), a view.
        units: the units, shape (rows, units), a view.
    """

    def __init__(self, game: Game, games: int, *, desks: int = 1, spare: int = 0) -> None:
        """Make room for so many games and threads, all games where one of that scenario begins."""
        rows = games + spare + 1
        self.game = game
        self.scenario = game.scenario
        self.family = game.family
        self.names = names_of(self.scenario, self.family)
        self.store = Store(game.store.layout, rows, desks)
        self.store.arenas[:] = game.store.arenas[0]
        self.store.derived[:] = game.store.derived[0]
        rules_bytes = game.store.layout.rules_bytes
        self.store.desks[:, :rules_bytes] = game.store.desks[0, :rules_bytes]
        self.begin = rows - 1
        self.starts = not self.scenario.state
        self.seats: Arena = new_seats(rows)
        self.seat = seat_records(self.seats)
        self.clocks = self.rows_of("clock")[:, 0]
        self.units = self.rows_of("units")
        self._types = ("", *sorted(self.scenario.types))

    def rows_of(self, name: str, world: Arena | None = None) -> npt.NDArray[Any]:
        """A table of the world of all games, or of copies of their rows, shape (rows, count), a view."""
        spec, start = self.store.layout.spec(name), self.store.layout.starts[name]
        assert spec.block is Block.WORLD
        rows = self.store.arenas if world is None else world
        return rows[:, start : start + spec.record.dtype.itemsize * spec.count].view(spec.record.dtype)

    def seat_seed(self, number: int, seed: int | bytes) -> None:
        """Give a game the keys of its seed, for when it begins.

        Raises:
            TypeError: the seed is neither a whole number nor bytes.
        """
        key = key_of_seed(seed)
        self.seat["key_low"][number] = key & (1 << HALF_BITS) - 1
        self.seat["key_high"][number] = key >> HALF_BITS

    def outcome(self, number: int) -> Outcome | None:
        """How a game ended, None while it goes on.

        Raises:
            UnknownResult: the rules end it for a reason that their family does not have.
        """
        clock = self.clocks[number]
        if not clock["over"]:
            return None
        scores = dict(zip(self.names.sides, clock["scores"].tolist(), strict=False))
        return Outcome(self.names.sides_in(int(clock["winners"])), self.family.result(int(clock["reason"])), scores)

    def losses(self, number: int) -> Losses:
        """Units that were in play at the beginning and are no more, those that have left by an exit aside.

        Only sides and types that have lost any are named; the type of units without one is empty.
        """
        before = self.units[self.begin]
        lost = before["status"]["alive"] & ~self.units[number]["status"]["alive"]
        if self.scenario.exits:
            lost &= self.rows_of("departures")[number]["exit"] == 0
        found: Losses = {}
        for slot in np.flatnonzero(lost).tolist():
            unit = before[slot]
            counts = found.setdefault(self.names.side(int(unit["allegiance"]["side"])), {})
            kind = self._types[unit["type"]]
            counts[kind] = counts.get(kind, 0) + 1
        return found

    def hash(self, number: int) -> int:
        """The 64-bit hash of a game's position."""
        return hash_row(self.store.arenas, number)

    def refuse_fault(self, number: int) -> None:
        """Raise the fault of the last step of a game, if it had one.

        Raises:
            StepFault: it had.
        """
        seat = self.seat[number]
        if seat["fault"] != NO_FAULT:
            raise StepFault(int(seat["fault"]), int(seat["fault_number"]))


def is_whole(number: object) -> bool:
    """Whether something is a whole number, one of numpy's included."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def is_series(values: object) -> bool:
    """Whether something gives values one after another, as neither a text nor an array of no dimension does.

    >>> is_series(range(3)), is_series(3), is_series("3")
    (True, False, False)
    """
    return isinstance(values, Iterable) and not isinstance(values, bytes | str) and getattr(values, "ndim", 1) > 0


def refuse_number(what: str, number: object, least: int, most: int) -> None:
    """Refuse a number that is no whole one, or out of range.

    Raises:
        ValueError: it is.
    """
    if not is_whole(number) or not least <= number <= most:  # type: ignore[operator]
        raise ValueError(f"{what} {number!r}, expected a whole number of {least} to {most}")
