"""Large grids of 3 by 3 cells, and nine bits for the cells of one: bit ``3 * row + column``, row 0 in the north.

A base of 1, 2 or 3 cells a side lies in one grid. Its placement is the bit of its north-western cell, so a set of
placements is nine bits as well: all of them for a base of 1, four for a base of 2, one for a base of 3.
"""

from __future__ import annotations

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
WEST_COLUMN_OF_TWO = 0b001_001_001_001_001_001
EAST_COLUMN_OF_TWO = 0b100_100_100_100_100_100
"""Columns of two grids, one below the other."""

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
    if allowed in (FULL, CORNERS_OF_TWO):
        return allowed if bits != 0 else 0
    for _ in range(PLACEMENTS):
        more = ((bits << 3) | (bits >> 3) | ((bits & ~EAST_COLUMN) << 1) | ((bits & ~WEST_COLUMN) >> 1)) & allowed
        if more & ~bits == 0:
            return bits
        bits |= more
    return bits


@kernel
def first_part(bits: int, allowed: int) -> int:
    """The placements that hang together with the first of these, in reading order; 0 without any."""
    return spread(bits & -bits, allowed)


@kernel
def placement_count(bits: int) -> int:
    """How many placements there are in a set: ones are added by twos, then by fours."""
    pairs = bits - ((bits >> 1) & 0b01010101)
    fours = (pairs & 0b1_0011_0011) + ((pairs >> 2) & 0b0011_0011)
    return (fours & 0b1111) + ((fours >> 4) & 0b1111) + (fours >> 8)


@kernel
def first_placement(bits: int) -> int:
    """The number of the first placement of a set, 0 to 8; -1 of an empty one."""
    return placement_count((bits & -bits) - 1) if bits != 0 else -1


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
    if part == 0 or there == 0:
        return 0
    if here == FULL and there == FULL:
        return placements(FULL, size)
    if size == LARGE:
        return 0
    if direction in (EAST, WEST):
        return transposed(crossing_down(transposed(part), size, transposed(here), transposed(there), direction == EAST))
    return crossing_down(part, size, here, there, direction == SOUTH)


@kernel
def transposed(bits: int) -> int:
    """Nine bits with columns for rows."""
    to_south = ((bits & 0b000_100_010) << 2) | ((bits & 0b000_000_100) << 4)
    to_north = ((bits & 0b010_001_000) >> 2) | ((bits & 0b001_000_000) >> 4)
    return (bits & 0b100_010_001) | to_south | to_north


@kernel
def crossing_down(part: int, size: int, here: int, there: int, southward: bool) -> int:
    """MECH-1.2.1c: the placements to which a base of 1 or 2 slides over a border that runs from west to east.

    Two grids one below the other are six rows, so a base that lies across the border has a placement there as well.
    """
    free = here | (there << PLACEMENTS) if southward else there | (here << PLACEMENTS)
    allowed = free
    if size == 2:
        allowed &= (free >> 1) & (free >> GRID) & (free >> (GRID + 1)) & ~EAST_COLUMN_OF_TWO
    found = spread_down(part if southward else part << PLACEMENTS, allowed)
    return (found >> PLACEMENTS if southward else found) & placements(there, size)


@kernel
def spread_down(seeds: int, allowed: int) -> int:
    """The placements in six rows that can be reached from these by shifts from one to the next of those allowed."""
    bits = seeds & allowed
    for _ in range(2 * PLACEMENTS):
        east = (bits & ~EAST_COLUMN_OF_TWO) << 1
        west = (bits & ~WEST_COLUMN_OF_TWO) >> 1
        more = ((bits << GRID) | (bits >> GRID) | east | west) & allowed
        if more & ~bits == 0:
            return bits
        bits |= more
    return bits
