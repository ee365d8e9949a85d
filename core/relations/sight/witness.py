"""What shows that two bases see each other, or do not: an exact line, the walls on the line of the centres, terrain.

Plain functions for whoever asks for reasons, over the same kernels that decide.
"""

from __future__ import annotations

from fractions import Fraction

from enfilade.components.record import Table
from enfilade.core.board.footprint import Footprint, column_gap, end_x, end_y, row_gap

from .corridor import (
    Corridor,
    Line,
    Walls,
    blocked_column,
    centre_corridor,
    centre_line,
    corridor_between,
    mirrored,
    touched_rows,
    walls_at,
)
from .obstruction import NO_COLUMN, obstructing_column
from .square import Corner, rising_line, share_open_point

Cell = tuple[int, int]
Ratio = tuple[int, int]
Point = tuple[Ratio, Ratio]
Exact = tuple[Fraction, Fraction]


def sight_line(walls: Walls, a: Footprint, b: Footprint, corners: Table[Corner]) -> tuple[Point, Point] | None:
    """MECH-1.1.4a, MECH-D2: the ends, in ``a`` and in ``b``, of a line that touches no wall, or None if there is none.

    They are the last point in one base and the first in the other; where the bases have a point in common, both are
    that point. Arguments as for ``square.sees``.
    """
    if share_open_point(walls, a, b):
        point = ratios(common_point(a, b))
        return point, point
    corridor = corridor_between(walls, a, b)
    for view in (corridor, mirrored(corridor)):
        line = rising_line(view, corners)
        if line.run > 0:
            ends = (point_on_board(view, a, b, leaving(view, line)), point_on_board(view, a, b, reaching(view, line)))
            return ends if begins_in(view, a, b) else ends[::-1]
    return None


def centre_ends(a: Footprint, b: Footprint) -> tuple[Point, Point]:
    """The centres of two bases."""
    return ratios(common_point(a, a)), ratios(common_point(b, b))


def centre_blockers(walls: Walls, a: Footprint, b: Footprint) -> list[Cell]:
    """MECH-1.1.4c: the walls that the line between the centres touches, by columns or by rows, from ``a`` to ``b``.

    Arguments as for ``square.sees``.
    """
    if max(column_gap(a, b), row_gap(a, b)) < 0:
        return []
    corridor = centre_corridor(walls, a, b)
    line = centre_line(corridor)
    found = []
    for column in range(blocked_column(corridor, line), end_x(corridor.right)):
        rows = touched_rows(corridor, line, column)
        met = walls_at(corridor, column, rows)
        for row in range(rows.low, rows.high + 1):
            if (met >> (row - rows.low)) & 1:
                found.append(cell_on_board(corridor, a, b, column, row))
    return found if begins_in(corridor, a, b) else found[::-1]


def obstructing_cells(terrain: Walls, a: Footprint, b: Footprint) -> list[Cell]:
    """MECH-D3: the cells of terrain that obstruct the line between two ground bases, row by row."""
    found = []
    for row in range(min(a.y, b.y), max(end_y(a), end_y(b))):
        column = obstructing_column(terrain, a, b, row, 0)
        while column != NO_COLUMN:
            found.append((column, row))
            column = obstructing_column(terrain, a, b, row, column + 1)
    return found


def is_transposed(a: Footprint, b: Footprint) -> bool:
    """Whether the corridor between two bases has the board's rows for columns."""
    return column_gap(a, b) < row_gap(a, b)


def begins_in(corridor: Corridor, a: Footprint, b: Footprint) -> bool:
    """Whether the left base of a corridor is ``a``."""
    is_first = a.y < b.y if is_transposed(a, b) else a.x < b.x
    return is_first == (corridor.step > 0)


def point_on_board(corridor: Corridor, a: Footprint, b: Footprint, point: Exact) -> Point:
    """A point of a corridor in columns and rows of the board."""
    across, along = point[1], point[0] if corridor.step > 0 else -point[0]
    return ratios((across, along) if is_transposed(a, b) else (along, across))


def cell_on_board(corridor: Corridor, a: Footprint, b: Footprint, column: int, row: int) -> Cell:
    """A cell of a corridor in columns and rows of the board."""
    along = column if corridor.step > 0 else -1 - column
    return (row, along) if is_transposed(a, b) else (along, row)


def ratios(point: Exact) -> Point:
    """A point as numerators and denominators."""
    return point[0].as_integer_ratio(), point[1].as_integer_ratio()


def common_point(a: Footprint, b: Footprint) -> Exact:
    """The middle of what two bases have in common."""
    west, east = max(a.x, b.x), min(end_x(a), end_x(b))
    north, south = max(a.y, b.y), min(end_y(a), end_y(b))
    return Fraction(west + east, 2), Fraction(north + south, 2)


def leaving(corridor: Corridor, line: Line) -> Exact:
    """The point at which a line leaves the left base."""
    column, row = end_x(corridor.left), end_y(corridor.left)
    across = row_at(line, column)
    return (Fraction(column), across) if across <= row else (column_at(line, row), Fraction(row))


def reaching(corridor: Corridor, line: Line) -> Exact:
    """The point at which a line reaches the right base."""
    column, row = corridor.right.x, corridor.right.y
    across = row_at(line, column)
    return (Fraction(column), across) if across >= row else (column_at(line, row), Fraction(row))


def row_at(line: Line, column: int) -> Fraction:
    """Where a line meets the edge of a column."""
    return Fraction(line.rise * column + line.offset, line.run)


def column_at(line: Line, row: int) -> Fraction:
    """Where a line that rises meets the edge of a row."""
    return Fraction(line.run * row - line.offset, line.rise)
