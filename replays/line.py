"""The positions that a game has come through, so that it can go back to any of them.

Rows are kept of every n-th position; n is 1 until the rows take too much room and doubles from then on. The positions
between are reached by taking their orders again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ROWS_BYTES_MAX = 64 * 1024 * 1024


class Cause(NamedTuple):
    """What led from one position to the next: the packed record of an order, and the dice given for it."""

    order: bytes
    faces: tuple[int, ...]


class Position:
    """One position of the line."""

    __slots__ = ("cause", "row", "step")

    def __init__(self, step: int, row: bytes | None, cause: Cause | None) -> None:
        self.step = step
        self.row = row
        self.cause = cause  # None where the row alone tells how it came about


class Way(NamedTuple):
    """How to come to a position: a row, then orders."""

    row: bytes
    causes: list[Cause]


class Line:
    """The positions from the first to the present one."""

    def __init__(self, row: bytes, step: int) -> None:
        """Begin with a position."""
        self._positions = [Position(step, row, None)]
        self._apart = 1
        self._kept_bytes = 0

    def __len__(self) -> int:
        return len(self._positions)

    def add_order(self, step: int, cause: Cause, snapshot: Callable[[], bytes]) -> None:
        """Add the position that an order has led to."""
        row = snapshot() if len(self._positions) % self._apart == 0 else None
        self._positions.append(Position(step, row, cause))
        self._kept_bytes += len(row) if row is not None else 0
        if self._kept_bytes > ROWS_BYTES_MAX:
            self._thin_out()

    def add_row(self, step: int, row: bytes) -> None:
        """Add a position that was set up."""
        self._positions.append(Position(step, row, None))

    def replace_row(self, row: bytes) -> None:
        """Let the present position be another one at the same step."""
        self._positions[-1] = Position(self._positions[-1].step, row, None)

    def go_back(self, step: int) -> Way | None:
        """Forget what comes after the nearest earlier position with this step number.

        Returns:
            The way to that position; None where there is none, and nothing is forgotten.
        """
        place = next((i for i in range(len(self._positions) - 2, -1, -1) if self._positions[i].step == step), None)
        if place is None:
            return None
        dropped = self._positions[place + 1 :]
        del self._positions[place + 1 :]
        self._kept_bytes -= sum(len(position.row) for position in dropped if position.cause and position.row)
        return self._way_to(place)

    def way_to_step(self, step: int) -> Way | None:
        """The way to the latest position with this step number, the present one included."""
        place = next((i for i in range(len(self._positions) - 1, -1, -1) if self._positions[i].step == step), None)
        return None if place is None else self._way_to(place)

    def _way_to(self, place: int) -> Way:
        """The way to the position at a place of the line."""
        causes: list[Cause] = []
        while True:
            position = self._positions[place]
            if position.row is not None:
                return Way(position.row, causes[::-1])
            assert position.cause is not None, "a position without a row has a cause"
            causes.append(position.cause)
            place -= 1

    def _thin_out(self) -> None:
        """Keep every second of the rows that orders led to."""
        self._apart *= 2
        self._kept_bytes = 0
        for place, position in enumerate(self._positions):
            if position.cause is not None and position.row is not None:
                if place % self._apart:
                    position.row = None
                else:
                    self._kept_bytes += len(position.row)
