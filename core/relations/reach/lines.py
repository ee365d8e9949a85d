"""Straight marches as bits: for each way a march can lead, the squares it must find free, laid out in advance.

The squares that a march crosses depend only on how far it leads east and south, not on where it begins, so they are
worked out once, from the rules in ``straight``, and looked up for every unit and every square it might come to.

A line belongs to one such way. It has a row of bits for each row of a window around the start, ``reach + 1`` squares
to every side, the westernmost column the lowest bit.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Record, i32
from enfilade.core.engine.kernel import kernel

from .straight import EDGES, Straight, contacts, path_column, path_row, step_count


class LineRow(Record):
    """One row of a line.

    The level steps of a line all go along its longer way, the diagonal ones all one way: one layer of barriers each.
    """

    squares: i32  # MARCH-4: squares entered
    contacts: i32  # MARCH-5: squares from which a unit blocks
    level: i32  # barriers of level steps
    diagonal: i32  # barriers of diagonal steps


@kernel
def contact_distance(neighbours: int) -> int:
    """MARCH-D2: the squares from which a step is blocked are at most so many columns and rows from its own."""
    return 2 if neighbours == EDGES else 1


@kernel
def window_size(reach: int) -> int:
    """Columns, and rows, of the window of a march of so many steps."""
    return 2 * reach + 3


@kernel
def line_row(reach: int, dx: int, dy: int, row: int) -> int:
    """Index of a row of the line that leads so far east and south; ``row`` counts from the north of the window."""
    ways = 2 * reach + 1
    return ((dy + reach) * ways + dx + reach) * (2 * reach + 3) + row


@functools.cache
def line_rows(reach: int, neighbours: int) -> npt.NDArray[np.void]:
    """All lines of at most ``reach`` steps, shape (lines * rows,), to be copied.

    Args:
        reach: steps at most, 0 to ``STEPS_MAX``.
        neighbours: CORNERS or EDGES.
    """
    ways = 2 * reach + 1
    rows = np.zeros(ways * ways * window_size(reach), LineRow.dtype)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            _draw(rows, reach, neighbours, Straight(0, 0, dx, dy))
    rows.setflags(write=False)
    return rows


def _draw(rows: npt.NDArray[np.void], reach: int, neighbours: int, move: Straight) -> None:
    """Set the bits of one line."""
    start = line_row(reach, move.to_column, move.to_row, 0)
    middle = reach + 1

    def mark(layer: str, x: int, y: int) -> None:
        rows[layer][start + middle + y] |= 1 << (middle + x)

    x = y = 0
    for step in range(1, step_count(move) + 1):
        to_x, to_y = path_column(move, step), path_row(move, step)
        mark("squares", to_x, to_y)
        mark("level" if to_x == x or to_y == y else "diagonal", min(x, to_x), min(y, to_y))
        for square in contacts_of_step(move, step, neighbours):
            mark("contacts", *square)
        x, y = to_x, to_y


def contacts_of_step(move: Straight, step: int, neighbours: int) -> Iterator[tuple[int, int]]:
    """MARCH-5: the squares from which a unit blocks one step, row by row, without the start."""
    column, row = path_column(move, step), path_row(move, step)
    around = contact_distance(neighbours)
    for y in range(row - around, row + around + 1):
        for x in range(column - around, column + around + 1):
            if (x, y) != (move.column, move.row) and contacts(move, step, x, y, neighbours):
                yield x, y
