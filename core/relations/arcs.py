"""MECH-1.1.5, MECH-1.1.6: front and rear, within 45 degrees of the front and of the back of a base.

Facings are 0 to 3: north, east, south, west.
"""

from __future__ import annotations

from enfilade.core.board.footprint import Footprint, end_x, end_y
from enfilade.core.board.grids import EAST, NORTH, SOUTH
from enfilade.core.engine.kernel import kernel

from .distance import grid_of, same_grid

FACINGS = 4

ANY_CELL, EVERY_CELL = 0, 1
"""MECH-D4: how much of a base must lie within the arc when both stand in one large grid."""


@kernel
def cells_ahead(base: Footprint, facing: int, x: int, y: int) -> int:
    """How far a cell lies beyond the edge that a base faces, in cells; 0 or less when it is not beyond it."""
    if facing == NORTH:
        return base.y - y
    if facing == EAST:
        return x - end_x(base) + 1
    if facing == SOUTH:
        return y - end_y(base) + 1
    return base.x - x


@kernel
def cells_aside(base: Footprint, facing: int, x: int, y: int) -> int:
    """How far a cell lies to the side of the columns, or rows, that a base looks along; 0 when in one of them."""
    if facing in (NORTH, SOUTH):
        return max(base.x - x, x - end_x(base) + 1, 0)
    return max(base.y - y, y - end_y(base) + 1, 0)


@kernel
def is_ahead(base: Footprint, facing: int, x: int, y: int) -> bool:
    """MECH-1.1.5a: whether a cell lies within 45 degrees of the edge that a base faces, the diagonals included."""
    ahead = cells_ahead(base, facing, x, y)
    return ahead >= 1 and cells_aside(base, facing, x, y) <= ahead


@kernel
def cells_in_arc(base: Footprint, facing: int, other: Footprint) -> int:
    """MECH-1.1.5c: how many cells of another base lie in the arc."""
    count = 0
    for y in range(other.y, end_y(other)):
        for x in range(other.x, end_x(other)):
            if is_ahead(base, facing, x, y):
                count += 1
    return count


@kernel
def in_arc(base: Footprint, facing: int, other: Footprint, same_grid_arc: int) -> bool:
    """MECH-1.1.5b, MECH-1.1.5c, MECH-D4: whether a base lies in an arc, by large grids, or by cells within one grid."""
    if same_grid(base, other):
        needed = other.size * other.size if same_grid_arc == EVERY_CELL else 1
        return cells_in_arc(base, facing, other) >= needed
    grid = grid_of(other)
    return is_ahead(grid_of(base), facing, grid.x, grid.y)


@kernel
def in_front(base: Footprint, facing: int, target: Footprint, same_grid_arc: int) -> bool:
    """MECH-1.1.5: whether a target lies in front of a base."""
    return in_arc(base, facing, target, same_grid_arc)


@kernel
def in_rear(base: Footprint, facing: int, attacker: Footprint, same_grid_arc: int) -> bool:
    """MECH-1.1.6: whether an attacker is in the rear of a base: what would be its front if it faced the other way."""
    return in_arc(base, (facing + 2) % FACINGS, attacker, same_grid_arc)
