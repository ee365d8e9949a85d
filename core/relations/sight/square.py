"""MECH-1.1.4, MECH-D2: exact sight between square bases: does *some* line from base to base touch no wall?

A line that rises from left to right passes each wall above its upper left corner or below its lower right one, and
meets both bases when it passes the corners of these on the right sides. So there is a line when some choice of sides
leaves lines that pass all the corners chosen. The search does not choose for all walls: it takes the line in the middle
of those that are left, sees which wall that one meets first, and only then goes on below this wall or, later, above it.

The lines that are left are a convex figure in the plane of slopes and offsets, and the middle one has the middle slope
and the middle offset at that slope. Whichever side of it is cut off, at least 1/8 of the area goes with it. At first
the area is at most 168 (slopes up to 7, offsets 24 apart); a figure whose corners come from points at most w columns
apart has at least 1 / (2 w^3). So at most 261 walls are passed at a time, on boards of up to ``SIDE_MAX`` cells, and
the search ends.

A set of lines that touch no closed wall is open, so level lines need no case of their own.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, flag, i16
from enfilade.core.board.bits import has_bit
from enfilade.core.board.footprint import Footprint, column_gap, end_x, end_y, row_gap
from enfilade.core.engine.kernel import kernel

from .corridor import (
    Corridor,
    Line,
    Rows,
    Walls,
    blocked_column,
    centre_corridor,
    centre_line,
    column_of,
    corridor_between,
    is_wall,
    mirrored,
    touched_rows,
    walls_at,
)

BLOCKING_HEIGHT = 3
"""MECH-D2: terrain so high or higher blocks sight."""
ENDS = 4
"""Corners by which a line meets both bases."""
CORNERS_MAX = 272
"""Corners passed at a time: those of the ends, and of 262 walls at most, the last of which leaves no line."""


class Corner(Record):
    """A corner that the line passes, and what was left before."""

    x: i16
    y: i16
    above: flag  # the line passes above it, else below
    far_y: i16  # of the wall's other corner
    last: flag  # its other side was tried, or there is none
    least_rise: i16  # the slopes before
    least_run: i16
    most_rise: i16
    most_run: i16


class Way(NamedTuple):
    """So many corners passed, and the slopes of the lines that pass them: between least and most, neither included."""

    passed: int
    least_rise: int
    least_run: int
    most_rise: int
    most_run: int


@kernel
def has_lines(way: Way) -> bool:
    """Whether any slope is left."""
    return way.least_rise * way.most_run < way.most_rise * way.least_run


@kernel
def set_corner(corner: Corner, x: int, y: int, above: bool) -> None:
    """Pass a corner of a base, on the one side that there is."""
    corner.x = x
    corner.y = y
    corner.above = above
    corner.last = True


@kernel
def first_way(corridor: Corridor, corners: Table[Corner]) -> Way:
    """Pass the corners of the bases: every rising line that meets both.

    Where the bases touch at a corner beside a wall, there is a line that rises by less than two rows a column if there
    is any; so the limit for bases one column apart holds there as well.
    """
    left, right = corridor.left, corridor.right
    set_corner(corners[0], left.x, end_y(left), False)
    set_corner(corners[1], end_x(left), left.y, True)
    set_corner(corners[2], right.x, end_y(right), False)
    set_corner(corners[3], end_x(right), right.y, True)
    least = max(right.y - end_y(left), 0)
    return Way(ENDS, least, end_x(right) - left.x, end_y(right) - left.y, max(right.x - end_x(left), 1))


@kernel
def middle_line(corners: Table[Corner], way: Way) -> Line:
    """The line with the middle slope of those left, and the middle offset of that slope."""
    rise = way.least_rise * way.most_run + way.most_rise * way.least_run
    run = 2 * way.least_run * way.most_run
    least = -(1 << 62)
    most = 1 << 62
    for index in range(way.passed):
        corner = corners[index]
        offset = run * corner.y - rise * corner.x
        if corner.above:
            least = max(least, offset)
        else:
            most = min(most, offset)
    return Line(2 * rise, 2 * run, least + most)


@kernel
def narrowed(corners: Table[Corner], way: Way) -> Way:
    """Pass one corner more: the next in the table.

    With a corner that is passed on the other side it bounds the slope, from below when the line goes from under the
    left one of the two to over the right one.
    """
    added = corners[way.passed]
    least_rise, least_run, most_rise, most_run = way.least_rise, way.least_run, way.most_rise, way.most_run
    x, y, above = added.x, added.y, added.above
    for index in range(way.passed):
        corner = corners[index]
        if corner.above == above:
            continue
        run, rise = corner.x - x, corner.y - y
        if run == 0 and (rise <= 0 if above else rise >= 0):
            return Way(way.passed + 1, 1, 1, 0, 1)
        if run < 0:
            run, rise = -run, -rise
        rightmost_above = corner.above == (corner.x > x)
        if run > 0 and rightmost_above and rise * least_run > least_rise * run:
            least_rise, least_run = rise, run
        if run > 0 and not rightmost_above and rise * most_run < most_rise * run:
            most_rise, most_run = rise, run
    return Way(way.passed + 1, least_rise, least_run, most_rise, most_run)


@kernel
def wall_around(corridor: Corridor, column: int, row: int) -> Rows:
    """The rows of a wall in a column, all that hang together."""
    first = column_of(corridor, column)
    low = high = row
    while has_bit(corridor.words, first, low - 1):
        low -= 1
    while has_bit(corridor.words, first, high + 1):
        high += 1
    return Rows(low, high)


@kernel
def pass_below(corridor: Corridor, line: Line, column: int, corner: Corner, way: Way) -> None:
    """Choose to pass the lowest wall that a line meets in a column below its right corner."""
    rows = touched_rows(corridor, line, column)
    row = rows.low
    met = walls_at(corridor, column, rows)
    while met & 1 == 0:
        met >>= 1
        row += 1
    wall = wall_around(corridor, column, row)
    corner.x = column + 1
    corner.y = wall.low
    corner.above = False
    corner.far_y = wall.high + 1
    corner.last = False
    corner.least_rise = way.least_rise
    corner.least_run = way.least_run
    corner.most_rise = way.most_rise
    corner.most_run = way.most_run


@kernel
def pass_above(corner: Corner) -> None:
    """Choose to pass a wall above its left corner instead."""
    corner.x = corner.x - 1
    corner.y = corner.far_y
    corner.above = True
    corner.last = True


@kernel
def next_way(corners: Table[Corner], way: Way) -> Way:
    """The way itself if it has lines; else go back to the last wall that has another side, as far as one has lines."""
    while not has_lines(way) and way.passed > ENDS:
        corner = corners[way.passed - 1]
        if corner.last:
            way = Way(way.passed - 1, 1, 1, 0, 1)
        else:
            pass_above(corner)
            before = Way(way.passed - 1, corner.least_rise, corner.least_run, corner.most_rise, corner.most_run)
            way = narrowed(corners, before)
    return way


@kernel
def rising_line(corridor: Corridor, corners: Table[Corner]) -> Line:
    """MECH-1.1.4a: a rising line from base to base that touches no wall in between; its run is 0 if there is none."""
    way = first_way(corridor, corners)
    while has_lines(way):
        line = middle_line(corners, way)
        column = blocked_column(corridor, line)
        if column == end_x(corridor.right):
            return line
        pass_below(corridor, line, column, corners[way.passed], way)
        way = next_way(corners, narrowed(corners, way))
    return Line(0, 0, 0)


@kernel
def share_open_point(walls: Walls, a: Footprint, b: Footprint) -> bool:
    """MECH-D2: whether two bases have a point in common that no wall touches."""
    columns, rows = column_gap(a, b), row_gap(a, b)
    if max(columns, rows) > 0:
        return False
    return min(columns, rows) < 0 or corner_is_open(walls, a, b)


@kernel
def corner_is_open(walls: Walls, a: Footprint, b: Footprint) -> bool:
    """Whether neither of the two cells beside the corner at which two bases touch is a wall."""
    x = max(a.x, b.x)
    y = max(a.y, b.y)
    if (a.x < b.x) == (a.y < b.y):
        return not is_wall(walls, x, y - 1) and not is_wall(walls, x - 1, y)
    return not is_wall(walls, x - 1, y - 1) and not is_wall(walls, x, y)


@kernel
def sees(walls: Walls, a: Footprint, b: Footprint, corners: Table[Corner]) -> bool:
    """MECH-1.1.4a, MECH-1.1.4c, MECH-D2: whether some line from base to base touches no wall.

    Args:
        walls: cells that block sight; none of them lies under a base.
        a: a ground base on the board, of size 1 to 3.
        b: another one.
        corners: scratch, ``CORNERS_MAX`` of them.
    """
    if share_open_point(walls, a, b):
        return True
    corridor = corridor_between(walls, a, b)
    return rising_line(corridor, corners).run > 0 or rising_line(mirrored(corridor), corners).run > 0


@kernel
def centres_see(walls: Walls, a: Footprint, b: Footprint) -> bool:
    """MECH-1.1.4c: whether the one line between the centres of two bases touches no wall; arguments as for ``sees``."""
    if max(column_gap(a, b), row_gap(a, b)) < 0:
        return True
    corridor = centre_corridor(walls, a, b)
    return blocked_column(corridor, centre_line(corridor)) == end_x(corridor.right)
