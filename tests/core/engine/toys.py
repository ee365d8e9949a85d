"""Small kernels for the tests of how kernels run: records with awkward fields, entries that read and write them."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from enfilade.components.record import Arena, Record, Table, Vector, flag, i8, i16, i32, i64
from enfilade.core.engine.arena import Bytes, row, table
from enfilade.core.engine.kernel import U64, Entry, Kernel, entry, kernel, specialised


class Base(Record):
    """Fields named like attributes of numpy's own records."""

    base: i8
    size: i16
    shape: i32
    flags: i64
    itemsize: flag


class Odd(Record):
    """Every kind of field, none of them aligned."""

    first: i8
    inner: Base
    path: Annotated[Vector, "<i2", 5]
    done: flag
    last: flag


ODD_DTYPE = Odd.dtype


class Toys(NamedTuple):
    """The tables of a toy game."""

    odds: Table[Odd]
    data: Bytes


@kernel
def open_toys(arenas: Arena, game: int) -> Toys:
    """Two records in the game's row, from byte 8 on."""
    data = row(arenas, game)
    return Toys(table(data, 8, 2, ODD_DTYPE), data)


@entry
def read(arenas: Arena, game: int, index: int, field: int, at: int) -> int:
    """A field of a record, by number; ``at`` is the place in a vector."""
    odd = open_toys(arenas, game).odds[index]
    inner = odd.inner
    if field == 0:
        return odd.first
    if field == 1:
        return inner.base
    if field == 2:
        return inner.size
    if field == 3:
        return inner.shape
    if field == 4:
        return inner.flags
    if field == 5:
        return int(inner.itemsize)
    if field == 6:
        return odd.path[at]
    if field == 7:
        return int(odd.done)
    return int(odd.last)


@entry
def write(arenas: Arena, game: int, index: int, field: int, at: int, value: int) -> None:
    """Set what ``read`` reads."""
    odd = open_toys(arenas, game).odds[index]
    inner = odd.inner
    if field == 0:
        odd.first = value
    elif field == 1:
        inner.base = value
    elif field == 2:
        inner.size = value
    elif field == 3:
        inner.shape = value
    elif field == 4:
        inner.flags = value
    elif field == 5:
        inner.itemsize = value != 0
    elif field == 6:
        odd.path[at] = value
    elif field == 7:
        odd.done = value != 0
    else:
        odd.last = value != 0


@entry
def sum_of_flags(arenas: Arena, game: int) -> int:
    """Flags in arithmetic: each counts as 0 or 1."""
    odd = open_toys(arenas, game).odds[0]
    a, b = odd.last, odd.inner.itemsize
    total = a + b + odd.done
    return total * 1000 + (a << 4) + (a == b) * 100 + (a and not b) * 10 + (a - b) * 7 + (a > b) - (a & b) + (a | b)


@entry
def sizes(arenas: Arena, game: int) -> int:
    """Lengths of a table, of a vector and of the row."""
    toys = open_toys(arenas, game)
    odd = toys.odds[1]
    return len(toys.odds) * 1000000 + len(odd.path) * 10000 + len(toys.data)


@entry
def quotients(left: int, right: int, shift: int) -> int:
    """Division, remainder and shifts, with signs."""
    return (left // right) * 3 + (left % right) * 5 + (left >> shift) * 7 + (left & right) + (left ^ right)


@kernel
def twice(number: int) -> int:
    """A part that ``summed`` reaches."""
    return 2 * number


@entry
def summed(count: int) -> int:
    """Twice the sum of the numbers below ``count``."""
    total = 0
    for number in range(count):
        total += twice(number)
    return total


@specialised
def scaled(part: Kernel[[int], int], factor: int) -> Entry[[int], int]:
    """An entry that a factory makes."""

    @entry
    def scale(number: int) -> int:
        return part(number) * factor

    return scale


SIX_TIMES = scaled(twice, 3)


@entry
def high_bits(word: U64) -> int:
    """The upper half of a word."""
    return (word >> 32) & 0xFFFFFFFF


def toy_arenas(games: int = 2) -> Arena:
    """Rows of zeros for that many toy games."""
    return np.zeros((games, 8 + -(-2 * Odd.dtype.itemsize // 8) * 8), np.uint8)
