"""MECH-D2: which units see each other in a battle on large grids."""

from __future__ import annotations

from enfilade.components.record import Table
from enfilade.core.board.bits import words_per_row
from enfilade.core.board.footprint import Footprint, end_x, end_y
from enfilade.core.board.grids import FULL, GRID, PLACEMENTS
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import SIGHT_CORNERS
from enfilade.core.rulebook.chassis import HIGH
from enfilade.core.state.grids import Grids, footprint, has_terrain
from enfilade.core.state.recall import UNKNOWN, recall, remember
from enfilade.core.state.world import World

from ..distance import grid_of, is_inside_grid
from .corridor import Walls
from .obstruction import obstructs
from .remembered import remembered_sight, view_key
from .square import CORNERS_MAX, Corner

CORNER_DTYPE = Corner.dtype


def sight_tables() -> list[TableSpec]:
    """The scratch that sight needs."""
    return [TableSpec("sight_corners", SIGHT_CORNERS, Block.SCRATCH, Corner, CORNERS_MAX)]


@kernel
def standing_walls(world: World, grids: Grids) -> Walls:
    """MECH-D2: the cells that block sight now."""
    rules = world.rules[0]
    return Walls(grids.wall_columns, grids.wall_rows, words_per_row(rules.height), words_per_row(rules.width))


def sight_corners(world: World) -> Table[Corner]:
    """The scratch that sight needs, for plain functions."""
    layout = world.layout
    return table(world.desk, start_of(layout, SIGHT_CORNERS), count_of(layout, SIGHT_CORNERS), CORNER_DTYPE)


@kernel
def ground_sees(world: World, grids: Grids, a: Footprint, b: Footprint) -> bool:
    """MECH-1.1.4a, MECH-D2: whether two bases on the ground see each other over the walls that stand now."""
    layout = world.layout
    walls = standing_walls(world, grids)
    corners = table(world.desk, start_of(layout, SIGHT_CORNERS), count_of(layout, SIGHT_CORNERS), CORNER_DTYPE)
    return remembered_sight(world, walls, grids.mark[0].terrain, a, b, corners)


@kernel
def sees_base(world: World, grids: Grids, unit: int, other: int, base: Footprint) -> bool:
    """MECH-1.1.4e, MECH-D2: whether a unit sees another one that stands on these cells."""
    if grids.chassis[unit].kind == HIGH or grids.chassis[other].kind == HIGH:
        return True
    return ground_sees(world, grids, footprint(world, unit), base)


@kernel
def placements_seen(world: World, grids: Grids, unit: int, other: int, index: int) -> int:
    """MECH-1.1.4e, MECH-D2: the placements at which a unit sees another one, in its own grid or one that it touches.

    Placements at which the base would not lie in the grid are left out or not. What is worked out is remembered: what
    a base sees of one that may lie anywhere in a grid.
    """
    if grids.chassis[unit].kind == HIGH or grids.chassis[other].kind == HIGH:
        return FULL
    a = footprint(world, unit)
    corner = Footprint(index % grids.wide * GRID, index // grids.wide * GRID, world.units[other].base.size)
    if is_clear_between(grids, grid_of(a), grid_of(corner)):
        return FULL
    key = view_key(a, corner)
    seen = recall(world, key, grids.mark[0].terrain)
    if seen == UNKNOWN:
        seen = 0
        for placement in range(PLACEMENTS):
            base = Footprint(corner.x + placement % GRID, corner.y + placement // GRID, corner.size)
            if is_inside_grid(base) and ground_sees(world, grids, a, base):
                seen |= 1 << placement
        remember(world, key, grids.mark[0].terrain, seen)
    return seen


@kernel
def is_clear_between(grids: Grids, a: Footprint, b: Footprint) -> bool:
    """Whether no cell blocks sight in the box around two large grids."""
    for y in range(min(a.y, b.y), max(a.y, b.y) + 1):
        for x in range(min(a.x, b.x), max(a.x, b.x) + 1):
            if grids.grids[y * grids.wide + x].tall != 0:
                return False
    return True


@kernel
def sees_unit(world: World, grids: Grids, unit: int, other: int) -> bool:
    """MECH-D2: whether two units see each other where they stand."""
    return sees_base(world, grids, unit, other, footprint(world, other))


@kernel
def is_obstructed(world: World, grids: Grids, unit: int, other: int, by_high: bool) -> bool:
    """MECH-1.1.4b, MECH-D3: whether terrain or a third unit obstructs the line between two units.

    ``by_high`` says whether high-altitude units obstruct as well.
    """
    if grids.chassis[unit].kind == HIGH or grids.chassis[other].kind == HIGH:
        return False
    a = footprint(world, unit)
    b = footprint(world, other)
    return terrain_is_between(world, grids, a, b) or unit_is_between(world, grids, unit, other, by_high)


@kernel
def terrain_is_between(world: World, grids: Grids, a: Footprint, b: Footprint) -> bool:
    """MECH-D3: whether any terrain obstructs the line between two bases."""
    for y in range(min(a.y, b.y), max(end_y(a), end_y(b))):
        for x in range(min(a.x, b.x), max(end_x(a), end_x(b))):
            if cell_is_between(world, grids, a, b, x, y):
                return True
    return False


@kernel
def cell_is_between(world: World, grids: Grids, a: Footprint, b: Footprint, x: int, y: int) -> bool:
    """MECH-D3: whether a cell has terrain, and that obstructs the line between two bases."""
    return has_terrain(world, grids, x, y) and obstructs(a, b, Footprint(x, y, 1))


@kernel
def unit_is_between(world: World, grids: Grids, unit: int, other: int, by_high: bool) -> bool:
    """MECH-D3: whether a third unit obstructs the line between two units."""
    for third in range(len(world.units)):
        if third_is_between(world, grids, unit, other, third, by_high):
            return True
    return False


@kernel
def third_is_between(world: World, grids: Grids, unit: int, other: int, third: int, by_high: bool) -> bool:
    """MECH-D3: whether a unit is in play, neither of the two, and obstructs the line between them."""
    if third in (unit, other) or not world.units[third].status.alive:
        return False
    counts = by_high or grids.chassis[third].kind != HIGH
    return counts and obstructs(footprint(world, unit), footprint(world, other), footprint(world, third))
