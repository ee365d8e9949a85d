"""Sight, obstruction, arcs and contact on the square board, in exact integers, written from the rule text alone.

Rules: MECH-1.1.1 to MECH-1.1.6 with MECH-D1 to MECH-D4 and MECH-D18. Columns grow to the east and rows to the south.
A cell (x, y) is the square from (x, y) to (x + 1, y + 1). ``heights`` is a list of rows, ``heights[y][x]``.

How sight is decided. The segments without a touch form an open set, so when there is one there is one in a direction
strictly between two directions of lines through lattice corners, and at an offset strictly between those of two
corners. All such lines are tried, and the lines through corners too. On one line the shortest segment from base to
base is part of every other, so it alone is looked at.

Where the text leaves a choice of reading, the one taken here:

- Terrain under a base of the two is left out: it neither blocks nor obstructs. ``own_cells_block`` counts it for sight.
- A cell of height 0 is no terrain; every other height may obstruct.
- A common point of two bases must itself be clear of blockers. Two bases at a corner between two walls: not seen.
- Bases that overlap on the plane are not in contact, even where a side of one runs along a side of the other.
- ``same_grid_arc`` holds for the rear as for the front, because MECH-1.1.6 says "same computation".
- A base lies within one large grid. High-altitude units (MECH-1.1.4e) are for the caller.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache

Cell = tuple[int, int]
Grid = tuple[int, int]
"""A large grid, column and row."""
Base = tuple[int, int, int]
"""West column, north row, cells on a side."""
Rectangle = tuple[int, int, int, int]
"""West column, north row, width, height, in cells."""
Point = tuple[Fraction, Fraction]
Segment = tuple[Point, Point]
Heights = Sequence[Sequence[int]]
Direction = tuple[int, int]

GRID_CELLS = 3
BLOCKING_HEIGHT = 3
FACINGS = ("N", "E", "S", "W")


def grid_of(base: Base) -> Grid:
    """MECH-X1: the large grid that a base lies in."""
    return (base[0] // GRID_CELLS, base[1] // GRID_CELLS)


def distance(one: Grid, other: Grid) -> int:
    """MECH-1.1.1."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def adjacent(one: Grid, other: Grid) -> bool:
    """MECH-1.1.2, MECH-1.1.2a."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1


def square(base: Base) -> Rectangle:
    """The rectangle of a base."""
    return (base[0], base[1], base[2], base[2])


def cells(rectangle: Rectangle) -> list[Cell]:
    """The cells of a rectangle, row by row."""
    west, north, width, height = rectangle
    return [(x, y) for y in range(north, north + height) for x in range(west, west + width)]


def contact(one: Rectangle, other: Rectangle) -> bool:
    """MECH-1.1.3: some cell of one has a side in common with some cell of the other, and no cell is in both."""
    ours, theirs = set(cells(one)), set(cells(other))
    if ours & theirs:
        return False
    return any((x + dx, y + dy) in theirs for x, y in ours for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)))


# Arcs


def turned(cell: Cell, facing: str) -> Cell:
    """The cell (or grid) where it lies when the board is turned so that ``facing`` becomes north."""
    x, y = cell
    for _ in range(FACINGS.index(facing)):
        x, y = y, -x  # a quarter turn to the left: east becomes north
    return (x, y)


def grid_front(own: Grid, target: Grid, facing: str) -> bool:
    """MECH-1.1.5a, MECH-1.1.5b, in large grids; never true in one grid."""
    (own_x, own_y), (target_x, target_y) = turned(own, facing), turned(target, facing)
    forward, sideways = own_y - target_y, abs(target_x - own_x)
    return forward >= 1 and sideways <= forward


def grid_rear(own: Grid, attacker: Grid, facing: str) -> bool:
    """MECH-1.1.6 in large grids: the attacker is in the rear of ``own``, which looks to ``facing``."""
    return grid_front(own, attacker, opposite(facing))


def opposite(facing: str) -> str:
    """The facing of the back."""
    return FACINGS[(FACINGS.index(facing) + 2) % len(FACINGS)]


def cell_front(own: Base, target: Base, facing: str, same_grid_arc: str = "any_cell") -> bool:
    """MECH-D4: the arc in cells, whatever the grids."""
    ours = [turned(cell, facing) for cell in cells(square(own))]
    west, east = min(x for x, _ in ours), max(x for x, _ in ours)
    north = min(y for _, y in ours)

    def within(cell: Cell) -> bool:
        x, y = turned(cell, facing)
        forward, sideways = north - y, max(west - x, x - east, 0)
        return forward >= 1 and sideways <= forward

    verdicts = [within(cell) for cell in cells(square(target))]
    return any(verdicts) if same_grid_arc == "any_cell" else all(verdicts)


def cell_rear(own: Base, attacker: Base, facing: str, same_grid_arc: str = "any_cell") -> bool:
    """MECH-D4: the rear arc in cells."""
    return cell_front(own, attacker, opposite(facing), same_grid_arc)


def in_front(own: Base, target: Base, facing: str, same_grid_arc: str = "any_cell", *, has_front: bool = True) -> bool:
    """MECH-1.1.5: the target is in the front of ``own``."""
    if not has_front:
        return True
    if grid_of(own) == grid_of(target):
        return cell_front(own, target, facing, same_grid_arc)
    return grid_front(grid_of(own), grid_of(target), facing)


def in_rear(own: Base, attacker: Base, facing: str, same_grid_arc: str = "any_cell", *, has_front: bool = True) -> bool:
    """MECH-1.1.6: the attacker is in the rear of ``own``."""
    if not has_front:
        return False
    if grid_of(own) == grid_of(attacker):
        return cell_rear(own, attacker, facing, same_grid_arc)
    return grid_rear(grid_of(own), grid_of(attacker), facing)


# Sight


def blockers(heights: Heights, a: Base, b: Base, *, own_cells_block: bool = False) -> list[Cell]:
    """MECH-D2: the cells that may block between two bases, row by row."""
    own = set() if own_cells_block else set(cells(square(a))) | set(cells(square(b)))
    return [
        (x, y)
        for y, row in enumerate(heights)
        for x, height in enumerate(row)
        if height >= BLOCKING_HEIGHT and (x, y) not in own
    ]


def within(point: Point, rectangle: Rectangle) -> bool:
    """The closed rectangle holds the point."""
    west, north, width, height = rectangle
    return west <= point[0] <= west + width and north <= point[1] <= north + height


def touches(segment: Segment, rectangle: Rectangle) -> bool:
    """A closed segment (or one point) and a closed rectangle have a point in common."""
    (start_x, start_y), (end_x, end_y) = segment
    west, north, width, height = rectangle
    first, last = Fraction(0), Fraction(1)  # the shares of the segment still inside
    for start, change, low, high in (
        (start_x, end_x - start_x, west, west + width),
        (start_y, end_y - start_y, north, north + height),
    ):
        if change == 0:
            if not low <= start <= high:
                return False
            continue
        enter, leave = sorted(((low - start) / change, (high - start) / change))
        first, last = max(first, enter), min(last, leave)
    return first <= last


def free_common_point(a: Base, b: Base, walls: Sequence[Cell]) -> Point | None:
    """A point of both closed bases that no wall touches. Corners, middles of sides and of cells stand for all."""
    west, east = max(a[0], b[0]), min(a[0] + a[2], b[0] + b[2])
    north, south = max(a[1], b[1]), min(a[1] + a[2], b[1] + b[2])
    for twice_y in range(2 * north, 2 * south + 1):
        for twice_x in range(2 * west, 2 * east + 1):
            point = (Fraction(twice_x, 2), Fraction(twice_y, 2))
            if not any(within(point, (x, y, 1, 1)) for x, y in walls):
                return point
    return None


@cache
def line_directions(span_x: int, span_y: int) -> tuple[Direction, ...]:
    """The directions of lines through two lattice points of a box, and one strictly between each two that follow."""
    found = {(1, 0)}
    for dx in range(-span_x, span_x + 1):
        for dy in range(1, span_y + 1):
            divisor = math.gcd(dx, dy)
            found.add((dx // divisor, dy // divisor))
    # From due east over south, to just short of due west; dy > 0 but for the first.
    critical = sorted(found, key=lambda way: (way[1] > 0, -Fraction(way[0], way[1]) if way[1] else Fraction(0)))
    following = [*critical[1:], (-1, 0)]
    between = [(here[0] + then[0], here[1] + then[1]) for here, then in zip(critical, following, strict=True)]
    return (*between, *critical)


def cross(direction: Direction, point: tuple[int, int]) -> int:
    """The offset of the line in a direction through a point."""
    return direction[0] * point[1] - direction[1] * point[0]


def corners(rectangle: Rectangle) -> list[tuple[int, int]]:
    """The four corners."""
    west, north, width, height = rectangle
    return [(west, north), (west + width, north), (west, north + height), (west + width, north + height)]


def shadow(direction: Direction, rectangle: Rectangle) -> tuple[int, int]:
    """The least and the greatest offset of the lines in a direction that touch a rectangle."""
    offsets = [cross(direction, corner) for corner in corners(rectangle)]
    return min(offsets), max(offsets)


def stretch(direction: Direction, twice_offset: int, rectangle: Rectangle) -> tuple[int, int]:
    """The part of a line inside a closed rectangle that it touches, as two positions along the line.

    The unit is the direction's own: x for lines to the east, y for lines to the south, else x times 2 dx dy.
    """
    dx, dy = direction
    west, north, width, height = rectangle
    if dy == 0:
        return (west, west + width)
    if dx == 0:
        return (north, north + height)
    by_columns = sorted((2 * dx * dy * west, 2 * dx * dy * (west + width)))
    by_rows = sorted(dx * (2 * dx * row - twice_offset) for row in (north, north + height))
    return (max(by_columns[0], by_rows[0]), min(by_columns[1], by_rows[1]))


def place(direction: Direction, twice_offset: int, position: int) -> Point:
    """The point of a line at a position of ``stretch``."""
    dx, dy = direction
    offset = Fraction(twice_offset, 2)
    if dy == 0:
        return (Fraction(position), offset / dx)
    if dx == 0:
        return (-offset / dy, Fraction(position))
    x = Fraction(position, 2 * dx * dy)
    return (x, (offset + dy * x) / dx)


def twice_offsets(direction: Direction, low: int, high: int, points: Iterable[tuple[int, int]]) -> Iterator[int]:
    """Offsets from low to high, doubled: one between each two of the points' own that follow, then the points' own."""
    found = {low, high} | {offset for point in points if low < (offset := cross(direction, point)) < high}
    ordered = sorted(found)
    yield from (here + then for here, then in itertools.pairwise(ordered))
    yield from (2 * offset for offset in ordered)


def line_of_sight(heights: Heights, a: Base, b: Base, *, own_cells_block: bool = False) -> Segment | None:
    """MECH-1.1.4a, MECH-1.1.4c, MECH-D2: a segment from base to base that touches no blocker, or None."""
    box = bounding_box(a, b)
    around = blockers(heights, a, b, own_cells_block=own_cells_block)
    walls = [cell for cell in around if closed_overlap((*cell, 1, 1), box)]
    point = free_common_point(a, b, walls)
    if point is not None:
        return (point, point)
    points = {corner for wall in walls for corner in corners((*wall, 1, 1))}
    points |= set(corners(square(a))) | set(corners(square(b)))
    for direction in line_directions(box[2] + 2, box[3] + 2):  # walls at the rim stand out by one
        found = sight_in_direction(direction, a, b, walls, points)
        if found is not None:
            return found
    return None


def sight_in_direction(
    direction: Direction, a: Base, b: Base, walls: Sequence[Cell], points: Iterable[tuple[int, int]]
) -> Segment | None:
    """A free segment from base to base in one direction or its opposite."""
    (a_low, a_high), (b_low, b_high) = shadow(direction, square(a)), shadow(direction, square(b))
    low, high = max(a_low, b_low), min(a_high, b_high)
    if low > high:
        return None
    shades = [(*shadow(direction, (*wall, 1, 1)), wall) for wall in walls]
    met = [shade for shade in shades if shade[0] <= high and low <= shade[1]]
    for twice_offset in twice_offsets(direction, low, high, points):
        near = [wall for least, greatest, wall in met if 2 * least <= twice_offset <= 2 * greatest]
        gap = between(stretch(direction, twice_offset, square(a)), stretch(direction, twice_offset, square(b)))
        if gap is None:
            continue
        stretches = (stretch(direction, twice_offset, (*wall, 1, 1)) for wall in near)
        if not any(first <= gap[1] and gap[0] <= last for first, last in stretches):
            ends = (place(direction, twice_offset, gap[0]), place(direction, twice_offset, gap[1]))
            return ends if within(ends[0], square(a)) else (ends[1], ends[0])
    return None


def between(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    """The closed gap between two stretches of a line. None where they have a position in common."""
    if one[1] < other[0]:
        return (one[1], other[0])
    if other[1] < one[0]:
        return (other[1], one[0])
    return None


def bounding_box(a: Base, b: Base) -> Rectangle:
    """The least rectangle around both bases: no segment between them leaves it."""
    west, north = min(a[0], b[0]), min(a[1], b[1])
    return (west, north, max(a[0] + a[2], b[0] + b[2]) - west, max(a[1] + a[2], b[1] + b[2]) - north)


def closed_overlap(one: Rectangle, other: Rectangle) -> bool:
    """Two closed rectangles have a point in common."""
    across = one[0] <= other[0] + other[2] and other[0] <= one[0] + one[2]
    return across and one[1] <= other[1] + other[3] and other[1] <= one[1] + one[3]


def sees(heights: Heights, a: Base, b: Base, *, own_cells_block: bool = False) -> bool:
    """MECH-1.1.4a, MECH-D2."""
    return line_of_sight(heights, a, b, own_cells_block=own_cells_block) is not None


def segment_faults(
    heights: Heights, a: Base, b: Base, start: Point, end: Point, *, own_cells_block: bool = False
) -> list[str]:
    """What is wrong with a segment shown as a line of sight from ``a`` to ``b``; nothing when it is one."""
    faults = []
    if not within(start, square(a)):
        faults.append(f"{start} is not in {a}")
    if not within(end, square(b)):
        faults.append(f"{end} is not in {b}")
    touched = touched_cells(blockers(heights, a, b, own_cells_block=own_cells_block), (start, end))
    return faults + [f"touches the blocker {cell}" for cell in touched]


def touched_cells(candidates: Iterable[Cell], segment: Segment) -> list[Cell]:
    """The cells, as closed squares, that a closed segment touches."""
    return [cell for cell in candidates if touches(segment, (*cell, 1, 1))]


# The line of the centres


def centre(base: Base) -> Point:
    """The middle of a base."""
    return (base[0] + Fraction(base[2], 2), base[1] + Fraction(base[2], 2))


def centre_blockers(heights: Heights, a: Base, b: Base, *, own_cells_block: bool = False) -> list[Cell]:
    """The blockers that the segment between the centres touches, row by row."""
    return touched_cells(blockers(heights, a, b, own_cells_block=own_cells_block), (centre(a), centre(b)))


def centre_sees(heights: Heights, a: Base, b: Base, *, own_cells_block: bool = False) -> bool:
    """Sight along the segment between the centres alone."""
    return not centre_blockers(heights, a, b, own_cells_block=own_cells_block)


def blocker_faults(
    heights: Heights, a: Base, b: Base, named: Iterable[Cell], *, own_cells_block: bool = False
) -> list[str]:
    """What is wrong with a list of the blockers on the segment between the centres, in any order."""
    listed = list(named)
    right = set(centre_blockers(heights, a, b, own_cells_block=own_cells_block))
    faults = [f"{cell} does not block" for cell in listed if cell not in right]
    faults += [f"{cell} is named {listed.count(cell)} times" for cell in sorted(set(listed)) if listed.count(cell) > 1]
    return faults + [f"{cell} is not named" for cell in sorted(right - set(listed))]


# Obstruction


def hull(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The corners of the convex hull in order, none of them on a side."""
    ordered = sorted(set(points))

    def half(way: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        chain: list[tuple[int, int]] = []
        for point in way:
            while len(chain) >= 2 and turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def turn(first: tuple[int, int], middle: tuple[int, int], last: tuple[int, int]) -> int:
    """Twice the signed area of a triangle."""
    return cross((middle[0] - first[0], middle[1] - first[1]), (last[0] - first[0], last[1] - first[1]))


def obstructs(a: Base, b: Base, thing: Rectangle) -> bool:
    """MECH-1.1.4b, MECH-1.1.4d, MECH-D3: the open rectangle meets the convex hull of the two bases.

    Two convex sets of which one is open are apart when the sides of one of them show it.
    """
    around = hull(corners(square(a)) + corners(square(b)))
    sides = [
        (then[0] - here[0], then[1] - here[1]) for here, then in zip(around, [*around[1:], around[0]], strict=True)
    ]
    for direction in [*sides, (1, 0), (0, 1)]:
        ours = [cross(direction, corner) for corner in around]
        least, greatest = shadow(direction, thing)
        if max(ours) <= least or greatest <= min(ours):
            return False
    return True


def obstructing_cells(heights: Heights, a: Base, b: Base) -> list[Cell]:
    """MECH-D3: the terrain cells that obstruct between two bases, row by row; those under the bases never do."""
    own = set(cells(square(a))) | set(cells(square(b)))
    return [
        (x, y)
        for y, row in enumerate(heights)
        for x, height in enumerate(row)
        if height > 0 and (x, y) not in own and obstructs(a, b, (x, y, 1, 1))
    ]
