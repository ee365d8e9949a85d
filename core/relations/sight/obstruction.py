"""MECH-1.1.4b, MECH-D3: what obstructs the line of sight between two bases.

The lines between two bases fill their convex hull. An object obstructs when its open square meets the hull. The hull
has the sides of the box around both bases, and in each corner of that box at most one slanted edge, which joins a
corner of one base to the same corner of the other. Its vertices lie on whole columns and rows, so that between two
rows each side of the hull is one straight line.

Coordinates are below ``corridor.SIDE_MAX``, so every product is below 2 ** 30.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.board.bits import has_bit
from enfilade.core.board.footprint import Footprint, covers, end_x, end_y
from enfilade.core.engine.kernel import kernel

from .corridor import Walls

NO_COLUMN = -1


class Columns(NamedTuple):
    """Columns of one row, both ends included; none when low is above high."""

    low: int
    high: int


@kernel
def left_for_right(base: Footprint) -> Footprint:
    """A footprint in the mirror image of the board that has east for west."""
    return Footprint(-end_x(base), base.y, base.size)


@kernel
def top_for_bottom(base: Footprint) -> Footprint:
    """A footprint in the mirror image of the board that has south for north."""
    return Footprint(base.x, -end_y(base), base.size)


@kernel
def south_eastern_end(a: Footprint, b: Footprint, row: int) -> int:
    """Where a row of the hull ends in the east, by its box and its south-eastern edge: the column after the last."""
    if end_x(a) > end_x(b):
        a, b = b, a
    run = end_x(b) - end_x(a)
    drop = end_y(a) - end_y(b)
    if run == 0 or drop <= 0:
        return end_x(b)
    return min(end_x(b), end_x(a) - (row - end_y(a)) * run // drop)


@kernel
def eastern_end(a: Footprint, b: Footprint, row: int) -> int:
    """Where a row of the hull ends in the east: the column after the last."""
    return min(south_eastern_end(a, b, row), south_eastern_end(top_for_bottom(a), top_for_bottom(b), -row - 1))


@kernel
def hull_columns(a: Footprint, b: Footprint, row: int) -> Columns:
    """The cells of a row, one of those of the two bases or between, whose open squares meet the hull."""
    return Columns(-eastern_end(left_for_right(a), left_for_right(b), row), eastern_end(a, b, row) - 1)


@kernel
def obstructs(a: Footprint, b: Footprint, thing: Footprint) -> bool:
    """MECH-1.1.4b, MECH-1.1.4d, MECH-D3: whether an object other than two ground bases obstructs the line between them.

    It does when its open square meets the hull; touching is not enough.
    """
    first = max(thing.y, min(a.y, b.y))
    after = min(end_y(thing), max(end_y(a), end_y(b)))
    for row in range(first, after):
        columns = hull_columns(a, b, row)
        if columns.low < end_x(thing) and thing.x <= columns.high:
            return True
    return False


@kernel
def obstructing_column(terrain: Walls, a: Footprint, b: Footprint, row: int, first: int) -> int:
    """MECH-D3: the first column from ``first`` on in which terrain of a row obstructs, or NO_COLUMN.

    What lies under the two bases never does.
    """
    columns = hull_columns(a, b, row)
    for x in range(max(columns.low, first), columns.high + 1):
        if has_bit(terrain.rows, row * terrain.row_words, x) and not covers(a, x, row) and not covers(b, x, row):
            return x
    return NO_COLUMN


@kernel
def terrain_obstructs(terrain: Walls, a: Footprint, b: Footprint) -> bool:
    """MECH-D3: whether terrain, of whatever height, obstructs the line between two ground bases."""
    for row in range(min(a.y, b.y), max(end_y(a), end_y(b))):
        if obstructing_column(terrain, a, b, row, 0) != NO_COLUMN:
            return True
    return False
