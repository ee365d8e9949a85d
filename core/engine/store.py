"""The arrays that hold a batch of games, and the plain views on them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena, Table

from .layout import Block, Layout


class Store:
    """World rows, derived rows and desks of a batch of games.

    Attributes:
        layout: where each table lies.
        arenas: shape (games, world bytes): what is saved and hashed.
        derived: shape (games, derived bytes): what can be rebuilt.
        desks: shape (desks, desk bytes): rules, memory and scratch, one row a thread.
    """

    def __init__(self, layout: Layout, games: int = 1, desks: int = 1) -> None:
        """Make empty arrays for so many games and threads."""
        self.layout = layout
        self.arenas: Arena = np.zeros((games, layout.world_bytes), np.uint8)
        self.derived: Arena = np.zeros((games, layout.derived_bytes), np.uint8)
        self.desks: Arena = np.zeros((desks, layout.desk_bytes), np.uint8)
        numbers = np.frombuffer(layout.numbers(), np.uint8)
        self.desks[:, : len(numbers)] = numbers

    def copy(self) -> Store:
        """The same games in arrays of their own."""
        other = object.__new__(Store)
        other.layout = self.layout
        other.arenas = self.arenas.copy()
        other.derived = self.derived.copy()
        other.desks = self.desks.copy()
        return other

    def table(self, name: str, index: int = 0, *, writable: bool = False) -> Table[Any]:
        """Windows on one table of one game (or desk); they can be written only on request."""
        spec = self.layout.spec(name)
        data = memoryview(self.array_of(spec.block)[index])
        view = data if writable else data.toreadonly()
        return Table(view, self.layout.starts[name], spec.count, spec.record)

    def records(self, name: str, index: int = 0) -> npt.NDArray[Any]:
        """The same table as a numpy structured array, shape (count,), a view that can be written."""
        spec = self.layout.spec(name)
        start = self.layout.starts[name]
        size = spec.record.dtype.itemsize * spec.count
        return self.array_of(spec.block)[index, start : start + size].view(spec.record.dtype)

    def array_of(self, block: Block) -> Arena:
        """The array in which a block of data lies."""
        if block is Block.WORLD:
            return self.arenas
        return self.derived if block is Block.DERIVED else self.desks

    def share_rules(self) -> None:
        """Copy the frozen part of the first desk to the others."""
        self.desks[1:, : self.layout.rules_bytes] = self.desks[0, : self.layout.rules_bytes]
