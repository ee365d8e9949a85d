"""The positions that a game has come through, so that it can go back to any of them.

Small rows are kept of every position, large ones of every 64th; when they take too much room every second one is let
go. The positions between are reached by taking their orders again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

WHOLE_ROW_BYTES_MAX = 64 * 1024
"""Rows up to this size are kept of every position."""
ROWS_APART = 64
"""Positions from one row to the next, where rows are larger."""
KEPT_BYTES_MAX = 64 * 1024 * 1024
"""Bytes of rows kept in all."""


class Cause(NamedTuple):
    """What led from one position to the next.

    Attributes:
        order: its packed record.
        faces: the dice given for it.
        key: the dice key that was set after it, None when it stayed.
    """

    order: bytes
    faces: tuple[int, ...]
    key: int | None = None


class Position:
    """One position of the line; its row is there unless its cause tells how it came about."""

    __slots__ = ("cause", "row", "step")

    def __init__(self, step: int, row: bytes | None, cause: Cause | None) -> None:
        self.step = step
        self.row = row
        self.cause = cause


class Way(NamedTuple):
    """How to come to a position: a row, then orders."""

    row: bytes
    causes: list[Cause]


class Line:
    """The positions from the first to the present one."""

    def __init__(self, row: bytes, step: int) -> None:
        """Begin with a position."""
        self.positions = [Position(step, row, None)]
        self._apart = 1 if len(row) <= WHOLE_ROW_BYTES_MAX else ROWS_APART
        self._kept_bytes = 0

    def causes(self) -> list[Cause]:
        """The orders that led to the present position since it was last set up, oldest first."""
        found: list[Cause] = []
        for position in reversed(self.positions):
            if position.cause is None:
                break
            found.append(position.cause)
        return found[::-1]

    def add_order(self, step: int, cause: Cause, snapshot: Callable[[], bytes]) -> None:
        """Add the position that an order has led to; ``snapshot`` is called if its row is to be kept."""
        row = snapshot() if len(self.positions) % self._apart == 0 else None
        self.positions.append(Position(step, row, cause))
        self._kept_bytes += len(row) if row is not None else 0
        if self._kept_bytes > KEPT_BYTES_MAX:
            self._thin_out()

    def add_row(self, step: int, row: bytes) -> None:
        """Add a position that was set up."""
        self.positions.append(Position(step, row, None))

    def set_key(self, key: int, snapshot: Callable[[], bytes]) -> None:
        """Note that the present position has another dice key now."""
        present = self.positions[-1]
        if present.row is not None:
            present.row = snapshot()
        if present.cause is not None:
            present.cause = present.cause._replace(key=key)

    def go_back(self, step: int) -> Way | None:
        """Forget what comes after the nearest earlier position with this step number.

        Returns:
            The way to that position; None where there is none, and nothing is forgotten.
        """
        place = next((i for i in range(len(self.positions) - 2, -1, -1) if self.positions[i].step == step), None)
        if place is None:
            return None
        dropped = self.positions[place + 1 :]
        del self.positions[place + 1 :]
        self._kept_bytes -= sum(len(position.row) for position in dropped if position.cause and position.row)
        return self._way_to(place)

    def way_to_step(self, step: int) -> Way | None:
        """The way to the latest position with this step number, the present one included."""
        place = next((i for i in range(len(self.positions) - 1, -1, -1) if self.positions[i].step == step), None)
        return None if place is None else self._way_to(place)

    def way_to_earlier(self) -> Way:
        """The way to the position before the present one."""
        return self._way_to(len(self.positions) - 2)

    def drop_present(self) -> None:
        """Forget the present position; the one before it is the present one then."""
        dropped = self.positions.pop()
        if dropped.cause is not None and dropped.row is not None:
            self._kept_bytes -= len(dropped.row)

    def way_to_present(self) -> Way:
        """The way to the present position."""
        return self._way_to(len(self.positions) - 1)

    def _way_to(self, place: int) -> Way:
        """The way to the position at a place of the line."""
        causes: list[Cause] = []
        while True:
            position = self.positions[place]
            if position.row is not None:
                return Way(position.row, causes[::-1])
            assert position.cause is not None, "a position without a row has a cause"
            causes.append(position.cause)
            place -= 1

    def _thin_out(self) -> None:
        """Let every second of the rows go that orders led to."""
        self._apart *= 2
        self._kept_bytes = 0
        for place, position in enumerate(self.positions):
            if position.cause is not None and position.row is not None:
                if place % self._apart:
                    position.row = None
                else:
                    self._kept_bytes += len(position.row)
