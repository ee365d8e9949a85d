"""Straight lines from one base to another, over a board whose walls are kept as bits.

A corridor looks at two bases along the axis on which they are further apart. Along it lie its columns, from left to
right; across it its rows, from low to high. These are the columns and rows of the board, or its rows and columns, or
the mirror image of either, so that every line of interest rises from left to right. Because the bases are at most
three cells a side, it rises by at most seven rows a column.

A base covers no wall. Coordinates are below ``SIDE_MAX`` (mirrored ones are negative), slopes are ratios of at most
2 ** 30, and so every product is below 2 ** 46.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Table
from enfilade.core.board.bits import Word, has_bit, span
from enfilade.core.board.footprint import Footprint, column_gap, end_x, end_y, row_gap
from enfilade.core.engine.kernel import kernel

SIDE_MAX = 16_383
"""Cells on a side of a board, at most."""
SIZE_MAX = 3
"""MECH-D1: cells on a side of a base, at most."""


class Walls(NamedTuple):
    """The cells of a board that have some property, as bits by columns and by rows (``bits`` says how)."""

    columns: Table[Word]  # (width * column_words,)
    rows: Table[Word]  # (height * row_words,)
    column_words: int
    row_words: int


class Corridor(NamedTuple):
    """Two bases along one axis, the left one first; ``first`` is the word at which column 0 begins."""

    words: Table[Word]
    first: int
    step: int  # words from a column to the next
    left: Footprint
    right: Footprint


class Line(NamedTuple):
    """A line, level or rising: at a column's edge it is at row (rise * column + offset) / run, and run is above 0."""

    rise: int
    run: int
    offset: int


class Rows(NamedTuple):
    """Rows of one column, both ends included; none when low is above high."""

    low: int
    high: int


@kernel
def is_wall(walls: Walls, x: int, y: int) -> bool:
    """Whether a cell of the board has the property."""
    return has_bit(walls.rows, y * walls.row_words, x)


@kernel
def transposed(base: Footprint) -> Footprint:
    """A footprint with columns for rows."""
    return Footprint(base.y, base.x, base.size)


@kernel
def mirrored_base(base: Footprint) -> Footprint:
    """A footprint with left for right."""
    return Footprint(-end_x(base), base.y, base.size)


@kernel
def corridor_along(words: Table[Word], step: int, a: Footprint, b: Footprint) -> Corridor:
    """The corridor between two bases along the columns, or rows, that begin every ``step`` words."""
    if b.x < a.x:
        return Corridor(words, 0, step, b, a)
    return Corridor(words, 0, step, a, b)


@kernel
def corridor_between(walls: Walls, a: Footprint, b: Footprint) -> Corridor:
    """The corridor between two bases that have not both columns and rows in common."""
    if column_gap(a, b) >= row_gap(a, b):
        return corridor_along(walls.columns, walls.column_words, a, b)
    return corridor_along(walls.rows, walls.row_words, transposed(a), transposed(b))


@kernel
def mirrored(corridor: Corridor) -> Corridor:
    """The same corridor from the other side: column c becomes column -1 - c, and lines that fell rise."""
    return Corridor(
        corridor.words,
        corridor.first - corridor.step,
        -corridor.step,
        mirrored_base(corridor.right),
        mirrored_base(corridor.left),
    )


@kernel
def column_of(corridor: Corridor, column: int) -> int:
    """The word at which a column begins."""
    return corridor.first + column * corridor.step


@kernel
def rows_between(corridor: Corridor, column: int, low: int, high: int) -> Rows:
    """Of the rows that a line touches in a column, those after it has left one base and before it reaches the other."""
    if column < end_x(corridor.left):
        low = max(low, end_y(corridor.left))
    if column >= corridor.right.x:
        high = min(high, corridor.right.y - 1)
    return Rows(low, high)


@kernel
def touched_rows(corridor: Corridor, line: Line, column: int) -> Rows:
    """MECH-1.1.4c: the rows in which a line touches a column between the bases, if only at an edge or corner."""
    at_left = line.rise * column + line.offset
    low = (at_left - 1) // line.run
    high = (at_left + line.rise) // line.run
    return rows_between(corridor, column, low, high)


@kernel
def walls_at(corridor: Corridor, column: int, rows: Rows) -> int:
    """The walls among some rows of a column, at most ``SPAN_MAX``, the lowest as the lowest bit."""
    if rows.low > rows.high:
        return 0
    return span(corridor.words, column_of(corridor, column), rows.low) & ((2 << (rows.high - rows.low)) - 1)


@kernel
def blocked_column(corridor: Corridor, line: Line) -> int:
    """The first column in which a line touches a wall between the bases, or the column after the last if none."""
    column = corridor.left.x
    at_left = line.rise * column + line.offset
    row = at_left // line.run
    rest = at_left - row * line.run
    last = end_x(corridor.right)
    while column < last:
        low = row if rest > 0 else row - 1
        rest += line.rise
        while rest >= line.run:
            rest -= line.run
            row += 1
        if walls_at(corridor, column, rows_between(corridor, column, low, row)):
            return column
        column += 1
    return last


@kernel
def centre_line(corridor: Corridor) -> Line:
    """The line between the centres of the bases of a corridor in which it does not fall."""
    left, right = corridor.left, corridor.right
    run = right.x + end_x(right) - left.x - end_x(left)
    rise = right.y + end_y(right) - left.y - end_y(left)
    return Line(2 * rise, 2 * run, (left.y + end_y(left)) * run - (left.x + end_x(left)) * rise)


@kernel
def centre_corridor(walls: Walls, a: Footprint, b: Footprint) -> Corridor:
    """The corridor between two bases in which the line between their centres does not fall."""
    corridor = corridor_between(walls, a, b)
    left, right = corridor.left, corridor.right
    if right.y + end_y(right) < left.y + end_y(left):
        return mirrored(corridor)
    return corridor
