"""MECH-D2: which units see each other in a battle on large grids."""

from __future__ import annotations

from enfilade.core.board.bits import words_per_row
from enfilade.core.board.footprint import Footprint
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import SIGHT_CORNERS
from enfilade.core.rulebook.chassis import HIGH
from enfilade.core.state.grids import Grids, footprint
from enfilade.core.state.world import World

from .corridor import Walls
from .remembered import remembered_sight
from .square import CORNERS_MAX, Corner

CORNER_DTYPE = Corner.dtype


def sight_tables() -> list[TableSpec]:
    """The scratch that sight needs."""
    return [TableSpec("sight_corners", SIGHT_CORNERS, Block.SCRATCH, Corner, CORNERS_MAX)]


@kernel
def ground_sees(world: World, grids: Grids, a: Footprint, b: Footprint) -> bool:
    """MECH-1.1.4a, MECH-D2: whether two bases on the ground see each other over the walls that stand now."""
    layout = world.layout
    rules = world.rules[0]
    walls = Walls(grids.wall_columns, grids.wall_rows, words_per_row(rules.height), words_per_row(rules.width))
    corners = table(world.desk, start_of(layout, SIGHT_CORNERS), count_of(layout, SIGHT_CORNERS), CORNER_DTYPE)
    return remembered_sight(world, walls, grids.mark[0].terrain, a, b, corners)


@kernel
def sees_base(world: World, grids: Grids, unit: int, other: int, base: Footprint) -> bool:
    """MECH-1.1.4e, MECH-D2: whether a unit sees another one that stands on these cells."""
    if grids.chassis[unit].kind == HIGH or grids.chassis[other].kind == HIGH:
        return True
    return ground_sees(world, grids, footprint(world, unit), base)
