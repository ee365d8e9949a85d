"""Large grids of 3 by 3 cells, and nine bits for the cells of one: bit ``3 * row + column``, row 0 in the north.

A base of 1, 2 or 3 cells a side lies in one grid. Its placement is the bit of its north-western cell, so a set of
placements is nine bits as well: all of them for a base of 1, four for a base of 2, one for a base of 3.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.engine.kernel import kernel

GRID = 3
"""Cells of a large grid, each way."""
PLACEMENTS = 9
LARGE = 3
"""MECH-1.2.6a: the size of a base that fills a grid."""
FULL = 0b111_111_111
WEST_COLUMN = 0b001_001_001
EAST_COLUMN = 0b100_100_100
NORTH_ROW = 0b000_000_111
SOUTH_ROW = 0b111_000_000
CORNERS_OF_TWO = 0b000_011_011

NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
DIRECTIONS = 4


@kernel
def east_of(direction: int) -> int:
    """Grids, or cells, eastward of one step that way."""
    return (direction == EAST) - (direction == WEST)


@kernel
def south_of(direction: int) -> int:
    """Grids, or cells, southward of one step that way."""
    return (direction == SOUTH) - (direction == NORTH)


@kernel
def placement_at(x: int, y: int) -> int:
    """The number of the placement of a base whose north-western cell is (x, y), in its grid."""
    return y % GRID * GRID + x % GRID


@kernel
def base_mask(size: int, placement: int) -> int:
    """The cells under a base, by the number (0 to 8) of the placement."""
    if size == 1:
        return 1 << placement
    return (0b011_011 << placement) & FULL if size == 2 else FULL


@kernel
def placements(free: int, size: int) -> int:
    """MECH-1.2.1e: the placements at which a base lies on free cells alone."""
    if size == 1:
        return free
    if size == 2:
        return free & (free >> 1) & (free >> 3) & (free >> 4) & CORNERS_OF_TWO
    return int(free == FULL)


@kernel
def spread(seeds: int, allowed: int) -> int:
    """MECH-1.2.1g: the placements that can be reached from these by shifts from one to the next of those allowed."""
    bits = seeds & allowed
    for _ in range(PLACEMENTS):
        bits |= ((bits << 3) | (bits >> 3) | ((bits & ~EAST_COLUMN) << 1) | ((bits & ~WEST_COLUMN) >> 1)) & allowed
    return bits


@kernel
def first_part(bits: int, allowed: int) -> int:
    """The placements that hang together with the first of these, in reading order; 0 without any."""
    return spread(bits & -bits, allowed)


@kernel
def placement_count(bits: int) -> int:
    """How many placements there are in a set."""
    count = 0
    for placement in range(PLACEMENTS):
        count += (bits >> placement) & 1
    return count


@kernel
def first_placement(bits: int) -> int:
    """The number of the first placement of a set, 0 to 8; -1 of an empty one."""
    for placement in range(PLACEMENTS):
        if (bits >> placement) & 1:
            return placement
    return -1


@kernel
def nth_placement(bits: int, index: int) -> int:
    """The number of the placement with that index in a set; -1 when there are fewer."""
    left = index
    for placement in range(PLACEMENTS):
        if (bits >> placement) & 1:
            if left == 0:
                return placement
            left -= 1
    return -1


@kernel
def edge_cell(direction: int, lane: int) -> int:
    """The number of a grid's cell at the edge that lies in a direction, ``lane`` 0 to 2 from north or west."""
    if direction in (EAST, WEST):
        return GRID * lane + 2 * (direction == EAST)
    return lane + 2 * GRID * (direction == SOUTH)


@kernel
def edge_pair(direction: int, lane: int) -> int:
    """The placement of a base of 2 at the edge that lies in a direction, ``lane`` 0 or 1 from north or west."""
    if direction in (EAST, WEST):
        return GRID * lane + (direction == EAST)
    return lane + GRID * (direction == SOUTH)


class Slide(NamedTuple):
    """Where a base can be that slides over the border of two grids."""

    here: int  # placements in the grid it leaves
    astride: int  # lanes of a base of 2 that lies across the border
    there: int  # placements in the other grid


@kernel
def crossing(part: int, size: int, here: int, there: int, direction: int) -> int:
    """MECH-1.2.1c, MECH-D17: the placements to which a base slides over free cells of two grids.

    It may weave: come back over the border at another place, as long as it stays on these cells.

    Args:
        part: placements at which it can be in its grid.
        size: of the base, 1 to 3.
        here: free cells of its grid, those under it included.
        there: free cells of the neighbouring grid.
        direction: in which that one lies.
    """
    if size == LARGE:
        return int(part != 0 and here == FULL and there == FULL)
    slide = Slide(part, 0, 0)
    for _ in range(PLACEMENTS):
        slide = slid_of_one(slide, here, there, direction) if size == 1 else slid_of_two(slide, here, there, direction)
    return slide.there


@kernel
def slid_of_one(slide: Slide, here: int, there: int, direction: int) -> Slide:
    """MECH-1.2.1c: one slide more of a base of one cell: over the border, forth and back, and within both grids."""
    back = (direction + 2) % DIRECTIONS
    at, to = slide.here, slide.there
    for lane in range(GRID):
        near = edge_cell(direction, lane)
        far = edge_cell(back, lane)
        to |= ((slide.here >> near) & (there >> far) & 1) << far
        at |= ((slide.there >> far) & (here >> near) & 1) << near
    return Slide(spread(at, here), 0, spread(to, there))


@kernel
def slid_of_two(slide: Slide, here: int, there: int, direction: int) -> Slide:
    """MECH-1.2.1c: one slide more of a base of 2, which may shift sideways while it lies across the border."""
    back = (direction + 2) % DIRECTIONS
    gaps = gaps_of_two(here, there, direction)
    astride = slide.astride
    for lane in range(2):
        beside = (slide.here >> edge_pair(direction, lane)) | (slide.there >> edge_pair(back, lane))
        astride |= (beside & (gaps >> lane) & 1) << lane
    if gaps == 0b11 and astride != 0:
        astride = 0b11
    at, to = slide.here, slide.there
    for lane in range(2):
        at |= ((astride >> lane) & 1) << edge_pair(direction, lane)
        to |= ((astride >> lane) & 1) << edge_pair(back, lane)
    return Slide(spread(at, placements(here, 2)), astride, spread(to, placements(there, 2)))


@kernel
def gaps_of_two(here: int, there: int, direction: int) -> int:
    """MECH-1.2.1c: the lanes, one bit each, in which a base of 2 can lie across a border."""
    back = (direction + 2) % DIRECTIONS
    gaps = 0
    for lane in range(2):
        gap = 1
        for side in range(lane, lane + 2):
            gap &= (here >> edge_cell(direction, side)) & (there >> edge_cell(back, side))
        gaps |= gap << lane
    return gaps
