"""Straight marches as bits: for whatever may lie on a square, the ends of the marches that it blocks, in advance.

The squares that a march crosses depend only on how far it leads east and south, not on where it begins, so they are
worked out once, from the rules in ``straight``. They are laid out the other way round: a thing on a square around the
start blocks the marches to certain ends. These ends are its shadow, and an end is free when it lies in no shadow.

The squares are those of a window around the start, ``reach + 1`` squares to every side; the ends are ``reach`` squares
away at most. A row of ends is a row of bits, the westernmost column the lowest bit.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Record, i32
from enfilade.core.board.ground import IMPASSABLE, LAYERS, layer_between
from enfilade.core.engine.kernel import kernel

from .straight import EDGES, Straight, contacts, path_column, path_row, step_count

UNIT = LAYERS
THINGS = LAYERS + 1
"""What may lie on a square: each layer of the ground, and a unit that is an enemy or neutral."""


class ShadowRow(Record):
    """One row of a shadow."""

    ends: i32


@kernel
def contact_distance(neighbours: int) -> int:
    """MARCH-D2: the squares from which a step is blocked are at most so many columns and rows from its own."""
    return 2 if neighbours == EDGES else 1


@kernel
def window_size(reach: int) -> int:
    """Columns, and rows, of the window of a march of so many steps."""
    return 2 * reach + 3


@kernel
def ways(reach: int) -> int:
    """Columns, and rows, of the ends of marches of at most so many steps."""
    return 2 * reach + 1


@kernel
def shadow_row(reach: int, thing: int, column: int, row: int) -> int:
    """Index of the first row of the shadow of a thing on a square of the window, counted from its north-west corner."""
    return ((thing * window_size(reach) + row) * window_size(reach) + column) * ways(reach)


def shadow_rows(reach: int) -> int:
    """Rows of all shadows."""
    return THINGS * window_size(reach) ** 2 * ways(reach)


@functools.cache
def shadows(reach: int, neighbours: int) -> npt.NDArray[np.void]:
    """The shadows of all things on all squares, shape (things * squares * ways,), to be copied.

    Args:
        reach: steps at most, 0 to ``STEPS_MAX``.
        neighbours: CORNERS or EDGES.
    """
    rows = np.zeros(shadow_rows(reach), ShadowRow.dtype)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            for thing, x, y in blockers(Straight(0, 0, dx, dy), neighbours):
                first = shadow_row(reach, thing, reach + 1 + x, reach + 1 + y)
                rows["ends"][first + reach + dy] |= 1 << (reach + dx)
    rows.setflags(write=False)
    return rows


def blockers(move: Straight, neighbours: int) -> Iterator[tuple[int, int, int]]:
    """MARCH-4, MARCH-4a, MARCH-T2, MARCH-T3, MARCH-5: what blocks a march, as things and squares, some more than once.

    A barrier lies on the north-western one of the squares that it parts.
    """
    x, y = move.column, move.row
    for step in range(1, step_count(move) + 1):
        to_x, to_y = path_column(move, step), path_row(move, step)
        yield IMPASSABLE, to_x, to_y
        yield layer_between(to_x - x, to_y - y), min(x, to_x), min(y, to_y)
        for square in contacts_of_step(move, step, neighbours):
            yield UNIT, *square
        x, y = to_x, to_y


def contacts_of_step(move: Straight, step: int, neighbours: int) -> Iterator[tuple[int, int]]:
    """MARCH-5: the squares from which a unit blocks one step, row by row, without the start."""
    column, row = path_column(move, step), path_row(move, step)
    around = contact_distance(neighbours)
    for y in range(row - around, row + around + 1):
        for x in range(column - around, column + around + 1):
            if (x, y) != (move.column, move.row) and contacts(move, step, x, y, neighbours):
                yield x, y
