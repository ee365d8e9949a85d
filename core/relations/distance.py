"""MECH-1.1.1 and MECH-1.1.2: how far apart large grids are, and which are adjacent."""

from __future__ import annotations

from enfilade.core.board.footprint import Footprint
from enfilade.core.board.grids import GRID
from enfilade.core.engine.kernel import kernel


@kernel
def grid_of(base: Footprint) -> Footprint:
    """MECH-X1: the large grid in which a base stands, counted from the north-western one."""
    return Footprint(base.x // GRID, base.y // GRID, 1)


@kernel
def is_inside_grid(base: Footprint) -> bool:
    """MECH-X5: whether a base lies inside one large grid: a large one has a single place there, a medium one four."""
    return base.x % GRID + base.size <= GRID and base.y % GRID + base.size <= GRID


@kernel
def same_grid(a: Footprint, b: Footprint) -> bool:
    """Whether two bases stand in one large grid."""
    return grid_distance(a, b) == 0


@kernel
def grid_distance(a: Footprint, b: Footprint) -> int:
    """MECH-1.1.1: the large grids crossed from one base's grid to the other's, across and along."""
    own, other = grid_of(a), grid_of(b)
    return abs(own.x - other.x) + abs(own.y - other.y)


@kernel
def grids_adjacent(a: Footprint, b: Footprint) -> bool:
    """MECH-1.1.2, MECH-1.1.2a: whether one base's large grid is the other's, or one of the eight around it."""
    own, other = grid_of(a), grid_of(b)
    return max(abs(own.x - other.x), abs(own.y - other.y)) <= 1
