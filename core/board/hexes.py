"""FORM-X1: hexes: their coordinates, and the straight lines between their centres.

Columns grow to the east and rows to the south, odd columns lie half a hex lower. Most of what follows uses axial
coordinates ``(q, r)`` instead, in which all hexes are alike: ``q`` is the column, and ``r`` grows to the south along it
from a row that rises to the north-east. The six directions are numbered clockwise from north.

A line leads so many hexes along one direction and so many, at most as many, along a neighbouring one. How far a hex
lies off the line is a whole number, its drift. A line passes through the interior of a hex when the drift is small
enough, touches it at a corner alone when it is just not, and at a side when it leads equally far both ways.

Axial coordinates are from ``-COORDINATE_MAX`` to ``COORDINATE_MAX``, so that every product stays below 2^40.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enfilade.components.record import Record, Table, i16
from enfilade.core.engine.kernel import kernel

COORDINATE_MAX = 32_767

DIRECTIONS = 6
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(DIRECTIONS)
Q_STEPS = (0, 1, 1, 0, -1, -1)
R_STEPS = (-1, -1, 0, 1, 1, 0)

OPEN = 0
OBSCURING = 1
BLOCKING = 2
"""What terrain, or the feature of a side, does to sight."""
FEATURE_BITS = 2
FEATURE_MASK = 3


class HexCell(Record):
    """Terrain of a hex."""

    kind: i16  # OPEN, OBSCURING or BLOCKING
    height: i16  # of what stands on the ground
    elevation: i16  # of the ground
    sides: i16  # FORM-X3: features, two bits a direction, north the lowest


class HexBoard(NamedTuple):
    """Hexes in rows: ``cells[row * columns + column]``."""

    cells: Table[HexCell]
    columns: int
    rows: int


class Course(NamedTuple):
    """A straight line from the centre of one hex to that of another.

    Attributes:
        q: of the hex where it begins.
        r: the same.
        main: direction of the longer part.
        other: the neighbouring direction of the shorter part.
        along: hexes it leads in the main direction.
        aside: hexes it leads in the other, at most ``along``.
    """

    q: int
    r: int
    main: int
    other: int
    along: int
    aside: int


class Spot(NamedTuple):
    """A hex that a line crosses: where it is, its distance from the beginning, and its drift."""

    q: int
    r: int
    distance: int
    drift: int


@kernel
def hex_row(q: int, r: int) -> int:
    """FORM-X1: the row of a hex; its column is ``q``."""
    return r + (q >> 1)


@kernel
def axial_row(column: int, row: int) -> int:
    """FORM-X1: the ``r`` of a hex from its column and row."""
    return row - (column >> 1)


@kernel
def is_on_board(board: HexBoard, q: int, r: int) -> bool:
    """Whether a hex lies on the board."""
    return 0 <= q < board.columns and 0 <= hex_row(q, r) < board.rows


@kernel
def hex_index(board: HexBoard, q: int, r: int) -> int:
    """Where a hex of the board stands among its cells."""
    return hex_row(q, r) * board.columns + q


@kernel
def side_feature(cell: HexCell, direction: int) -> int:
    """FORM-X3: the feature of the side of a hex in a direction."""
    return (cell.sides >> (FEATURE_BITS * direction)) & FEATURE_MASK


@kernel
def opposite(direction: int) -> int:
    """The direction that leads back."""
    return (direction + 3) % DIRECTIONS


@kernel
def distance_between(q: int, r: int, to_q: int, to_r: int) -> int:
    """FORM-8.1, FORM-8.2: steps from hex to adjacent hex, the hex where they begin not counted and the last counted."""
    east = to_q - q
    south = to_r - r
    return max(abs(east), abs(south), abs(east + south))


@kernel
def sector_of(east: int, south: int) -> int:
    """The direction such that a way of so many ``q`` and ``r`` leads along it and the next one clockwise."""
    if east >= 0 and south < 0:
        return NORTH if east + south < 0 else NORTH_EAST
    if east > 0:
        return SOUTH_EAST
    if south > 0:
        return SOUTH if east + south > 0 else SOUTH_WEST
    return NORTH_WEST


@kernel
def along_sector(sector: int, east: int, south: int) -> int:
    """Hexes that a way in this sector leads along the sector's own direction."""
    if sector % 3 == NORTH:
        return abs(east + south)
    return abs(south) if sector % 3 == NORTH_EAST else abs(east)


@kernel
def course_between(q: int, r: int, to_q: int, to_r: int) -> Course:
    """The straight line between the centres of two hexes."""
    east = to_q - q
    south = to_r - r
    sector = sector_of(east, south)
    clockwise = (sector + 1) % DIRECTIONS
    own = along_sector(sector, east, south)
    rest = distance_between(q, r, to_q, to_r) - own
    if own >= rest:
        return Course(q, r, sector, clockwise, own, rest)
    return Course(q, r, clockwise, sector, rest, own)


@kernel
def course_distance(course: Course) -> int:
    """FORM-8.1: the distance between the two ends of a line."""
    return course.along + course.aside


@kernel
def runs_along_sides(course: Course) -> bool:
    """FORM-D17: whether a line runs along sides: just when it leads equally far in two neighbouring directions."""
    return course.along == course.aside and course.along > 0


@kernel
def across(course: Course) -> int:
    """The direction from a hex to the other one at its distance that the line may cross: main less other."""
    return (2 * course.main - course.other + DIRECTIONS) % DIRECTIONS


@kernel
def start_of(course: Course) -> Spot:
    """The hex where a line begins."""
    return Spot(course.q, course.r, 0, 0)


@kernel
def next_direction(course: Course, drift: int) -> int:
    """FORM-D17: the direction in which a line that does not run along sides leaves a hex that it crosses.

    A line crosses the interior of a hex just when its drift is nearer to 0 than ``2 * along + aside``. A step in the
    main direction adds ``3 * aside`` to the drift, one in the other direction takes ``3 * along`` away.
    """
    if drift < -(course.along + 2 * course.aside):
        return across(course)
    if drift > course.along - course.aside:
        return course.other
    return course.main


@kernel
def stepped(course: Course, spot: Spot, direction: int) -> Spot:
    """The adjacent hex in one of the directions that ``next_direction`` gives."""
    q = spot.q + Q_STEPS[direction]
    r = spot.r + R_STEPS[direction]
    if direction == course.main:
        return Spot(q, r, spot.distance + 1, spot.drift + 3 * course.aside)
    if direction == course.other:
        return Spot(q, r, spot.distance + 1, spot.drift - 3 * course.along)
    return Spot(q, r, spot.distance, spot.drift + 3 * (course.along + course.aside))


@kernel
def past_side(course: Course, spot: Spot) -> Spot:
    """FORM-D17: the next hex that a line crosses which runs along the side before it."""
    q = spot.q + Q_STEPS[course.main] + Q_STEPS[course.other]
    r = spot.r + R_STEPS[course.main] + R_STEPS[course.other]
    return Spot(q, r, spot.distance + 2, spot.drift)


@kernel
def next_crossed(course: Course, spot: Spot) -> Spot:
    """FORM-D17: the next hex whose interior a line crosses; never asked at the end of the line."""
    if runs_along_sides(course):
        return past_side(course, spot)
    return stepped(course, spot, next_direction(course, spot.drift))


@kernel
def nearest_step(course: Course, distance: int) -> int:
    """Steps in the main direction of the hex at a distance from the beginning that is nearest to the line.

    Of two that are equally near it is the western one, of two in one column the northern one, whichever way the line
    leads.
    """
    whole = max(course_distance(course), 1)
    twice = 2 * distance * course.along + whole
    steps = twice // (2 * whole)
    if twice % (2 * whole) != 0:
        return steps
    aside = across(course)
    further_is_kept = Q_STEPS[aside] < 0 or (Q_STEPS[aside] == 0 and R_STEPS[aside] < 0)
    return steps if further_is_kept else steps - 1


def crossed(course: Course) -> Iterator[Spot]:
    """FORM-D17: the hexes whose interior a line crosses, in order, its two ends included."""
    spot = start_of(course)
    yield spot
    for _ in range(2 * course_distance(course)):
        if spot.distance == course_distance(course):
            return
        spot = next_crossed(course, spot)
        yield spot
