"""Bytes of many games in one array, and the tables that kernels open in a row of it.

``row``, ``part``, ``table``, ``vector``, ``wipe`` and ``copy_bytes`` are the only functions whose compiled form differs
from the plain one: interpreted they work on memory views and windows, compiled on addresses (``compiled`` has these
forms).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated, Any

from enfilade.components.record import RECORD_OF_DTYPE, Arena, Table

Bytes = memoryview
"""One row of an arena, as kernels pass it on."""

Ints = Annotated[MutableSequence[int], "int64"]
"""A vector of int64 in a row, as kernels pass it on; interpreted it is a memory view."""


U64 = Annotated[int, "uint64"]
"""A 64-bit word without sign, for hashing alone. Interpreted it is an int: mask what may leave 64 bits."""


def row(arenas: Arena, game: int) -> Bytes:
    """The bytes of one game."""
    return memoryview(arenas[game])


def part(data: Bytes, start: int, size: int) -> Bytes:
    """``size`` bytes of a row from byte ``start`` on, as a row of their own."""
    return data[start : start + size]


def table(data: Bytes, start: int, count: int, dtype: Any) -> Table[Any]:
    """``count`` records of ``dtype`` from byte ``start`` of a row."""
    return Table(data, start, count, RECORD_OF_DTYPE[dtype])


def vector(data: Bytes, start: int, count: int) -> Any:
    """``count`` int64 numbers from byte ``start`` of a row."""
    return data[start : start + 8 * count].cast("q")


def wipe(data: Bytes, start: int, size: int) -> None:
    """Set ``size`` bytes of a row to zero, from byte ``start`` on."""
    data[start : start + size] = bytes(size)


def copy_bytes(target: Bytes, start: int, source: Bytes, first: int, size: int) -> None:
    """Copy ``size`` bytes of one row, from byte ``first`` on, to byte ``start`` of a row; the two do not overlap."""
    target[start : start + size] = source[first : first + size]
