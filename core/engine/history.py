"""The positions that a game has come through, so that it can go back to any of them.

Small rows are kept of every position, large ones of every 64th; when they take too much room every second one is let
go. The positions between are reached by taking their orders again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
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
    """One position of the line, with those that its orders led through on the way from the one before.

    Attributes:
        step: its number.
        row: it whole, None while it is not kept.
        orders: that led to it; none where the row alone tells how it came about.
        key: the dice key that was set in it, None when it stayed.
    """

    __slots__ = ("key", "orders", "row", "step")

    def __init__(self, step: int, row: bytes | None, orders: Collection[Cause] = ()) -> None:
        self.step = step
        self.row = row
        self.orders = orders
        self.key: int | None = None

    def causes(self) -> tuple[Cause, ...]:
        """Its orders, the key with the latest."""
        causes = tuple(self.orders)
        if self.key is None or not causes:
            return causes
        return (*causes[:-1], causes[-1]._replace(key=self.key))

    @property
    def cause(self) -> Cause | None:
        """The latest of its orders, with the key."""
        return self.causes()[-1] if self.orders else None

    def __len__(self) -> int:
        """How many positions it stands for."""
        return max(len(self.orders), 1)

    def before(self, count: int) -> Position:
        """The position that the last ``count`` orders, not all there are, have not led to yet."""
        return Position(self.step - count, None, tuple(self.orders)[:-count])


class Way(NamedTuple):
    """How to come to a position: a row, then orders."""

    row: bytes
    causes: list[Cause]


class Line:
    """The positions from the first to the present one."""

    def __init__(self, row: bytes, step: int) -> None:
        """Begin with a position."""
        self.positions = [Position(step, row)]
        self._apart = 1 if len(row) <= WHOLE_ROW_BYTES_MAX else ROWS_APART
        self._kept_bytes = 0

    def __len__(self) -> int:
        return sum(len(position) for position in self.positions)

    def causes(self) -> list[Cause]:
        """The orders that led to the present position since it was last set up, oldest first."""
        found: list[Cause] = []
        for position in reversed(self.positions):
            if not position.orders:
                break
            found.extend(reversed(position.causes()))
        return found[::-1]

    def add_order(self, step: int, cause: Cause, snapshot: Callable[[], bytes]) -> None:
        """Add the position that an order has led to; ``snapshot`` is called if its row is to be kept."""
        self.positions.append(Position(step, None, (cause,)))
        self.keep_row(snapshot)

    def add_orders(self, step: int, orders: Collection[Cause]) -> None:
        """Add the positions that orders, at least one, have led to, each one step on; the last has this number.

        Their row is kept when ``keep_row`` is called before the next position is added. The orders are looked at when
        they are needed, and must stay what they are.
        """
        self.positions.append(Position(step, None, orders))

    def keep_row(self, snapshot: Callable[[], bytes]) -> None:
        """Keep the row of the present position if it is due and not there; ``snapshot`` is called for it."""
        present = self.positions[-1]
        if present.row is None and (len(self.positions) - 1) % self._apart == 0:
            present.row = snapshot()
            self._kept_bytes += len(present.row)
            if self._kept_bytes > KEPT_BYTES_MAX:
                self._thin_out()

    def add_row(self, step: int, row: bytes) -> None:
        """Add a position that was set up."""
        self.positions.append(Position(step, row))

    def set_key(self, key: int, snapshot: Callable[[], bytes]) -> None:
        """Note that the present position has another dice key now."""
        present = self.positions[-1]
        if present.row is not None:
            present.row = snapshot()
        present.key = key

    def go_back(self, step: int) -> Way | None:
        """Forget what comes after the nearest earlier position with this step number.

        Returns:
            The way to that position; None where there is none, and nothing is forgotten.
        """
        place = self._place_of(step, 1)
        if place is None:
            return None
        found = self.positions[place]
        self._forget_from(place + 1)
        if found.step > step:
            self._forget_from(place)
            self.positions.append(found.before(found.step - step))
        return self._way_to(place, step)

    def way_to_step(self, step: int) -> Way | None:
        """The way to the latest position with this step number, the present one included."""
        place = self._place_of(step, 0)
        return None if place is None else self._way_to(place, step)

    def way_to_earlier(self) -> Way:
        """The way to the position before the present one."""
        self._part_present()
        place = len(self.positions) - 2
        return self._way_to(place, self.positions[place].step)

    def drop_present(self) -> None:
        """Forget the present position; the one before it is the present one then."""
        self._part_present()
        self._forget_from(len(self.positions) - 1)

    def way_to_present(self) -> Way:
        """The way to the present position."""
        return self._way_to(len(self.positions) - 1, self.positions[-1].step)

    def _part_present(self) -> None:
        """Let the present position be the result of one order at most."""
        present = self.positions[-1]
        if len(present) > 1:
            self.positions.insert(-1, present.before(1))
            present.orders = present.causes()[-1:]

    def _place_of(self, step: int, least: int) -> int | None:
        """Where the latest position with this step number is, ``least`` or more positions before the present one."""
        for place in range(len(self.positions) - 1, -1, -1):
            position = self.positions[place]
            if least <= position.step - step < len(position):
                return place
            least = 0
        return None

    def _way_to(self, place: int, step: int) -> Way:
        """The way to the position with this step number at a place of the line."""
        position = self.positions[place]
        if position.step == step and position.row is not None:
            return Way(position.row, [])
        runs = [position.causes()[: len(position) - (position.step - step)]]
        for earlier in reversed(self.positions[:place]):
            if earlier.row is not None:
                return Way(earlier.row, [cause for run in reversed(runs) for cause in run])
            runs.append(earlier.causes())
        raise AssertionError("the first position has a row")

    def _forget_from(self, place: int) -> None:
        """Forget the positions from a place on."""
        dropped = self.positions[place:]
        del self.positions[place:]
        self._kept_bytes -= sum(len(position.row) for position in dropped if position.orders and position.row)

    def _thin_out(self) -> None:
        """Let every second of the rows go that orders led to."""
        self._apart *= 2
        self._kept_bytes = 0
        for place, position in enumerate(self.positions):
            if position.orders and position.row is not None:
                if place % self._apart:
                    position.row = None
                else:
                    self._kept_bytes += len(position.row)
