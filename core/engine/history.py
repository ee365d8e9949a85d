"""Undo: the rows before each order, or, where rows are large, a row now and then and the orders between."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

WHOLE_ROW_BYTES_MAX = 64 * 1024
"""Rows up to this size are kept before every order."""
ROWS_APART = 64
"""Orders between two rows that are kept, where they are larger."""
KEPT_BYTES_MAX = 64 * 1024 * 1024
"""Bytes kept in all; beyond it the oldest orders can no longer be undone."""


@dataclass(frozen=True)
class Taken:
    """One order that was taken: its record, the dice given for it, and the row before it if that was kept."""

    order: bytes
    faces: tuple[int, ...]
    row: bytes | None


class History:
    """Orders taken, latest last, with enough rows to go back to before any of them."""

    def __init__(self, row_bytes: int) -> None:
        """Keep the history of a game whose row has so many bytes."""
        self._apart = 1 if row_bytes <= WHOLE_ROW_BYTES_MAX else ROWS_APART
        self._taken: deque[Taken] = deque()
        self._kept_bytes = 0
        self._since_row = 0
        self._row_due = True

    def __len__(self) -> int:
        """How many orders can be undone."""
        return len(self._taken)

    def wants_row(self) -> bool:
        """Whether the row before the next order must be kept."""
        return self._row_due or self._since_row >= self._apart

    def require_row(self) -> None:
        """Keep the row before the next order, because something other than an order changed it."""
        self._row_due = True

    def push(self, taken: Taken) -> None:
        """Add an order that is about to be taken; with its row when ``wants_row`` says so."""
        self._taken.append(taken)
        if taken.row is not None:
            self._row_due = False
            self._since_row = 0
            self._kept_bytes += len(taken.row)
            while self._kept_bytes > KEPT_BYTES_MAX and len(self._taken) > 1:
                self._forget_oldest()
        self._since_row += 1

    def pop(self) -> Taken:
        """Take back the latest order.

        Raises:
            IndexError: there is none.
        """
        taken = self._taken.pop()
        if taken.row is not None:
            self._kept_bytes -= len(taken.row)
            self._row_due = True
        self._since_row = self._orders_since_row()
        return taken

    def way_to_end(self) -> list[Taken]:
        """The orders from the latest one with a row on: restoring that row and taking them leads to before the next."""
        way: list[Taken] = []
        for taken in reversed(self._taken):
            way.append(taken)
            if taken.row is not None:
                break
        return way[::-1]

    def orders(self) -> list[Taken]:
        """All orders that can be undone, oldest first."""
        return list(self._taken)

    def clear(self) -> None:
        """Forget everything."""
        self._taken.clear()
        self._kept_bytes = 0
        self._since_row = 0
        self._row_due = True

    def _orders_since_row(self) -> int:
        for count, taken in enumerate(reversed(self._taken), 1):
            if taken.row is not None:
                return count
        return ROWS_APART

    def _forget_oldest(self) -> None:
        """Drop the oldest row and the orders that need it."""
        oldest = self._taken.popleft()
        self._kept_bytes -= len(oldest.row or b"")
        while self._taken and self._taken[0].row is None:
            self._taken.popleft()
