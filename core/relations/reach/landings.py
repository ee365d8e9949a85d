"""MECH-1.2.2, MECH-1.2.3, MECH-D6, MECH-D18: where a unit can come down that goes through the air, or vanishes."""

from __future__ import annotations

from enfilade.core.board.grids import FULL, GRID, placements
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.rulebook.chassis import FLYING, HIGH, SlideRules
from enfilade.core.state.grids import Grids, footprint, free_cells, mask_of, takes_room
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

SLIDE_RULES_DTYPE = SlideRules.dtype


@kernel
def grids_away(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.1.1: how far a grid is from a unit's."""
    position = world.units[unit].position
    columns = abs(position.x // GRID - index % grids.wide)
    return columns + abs(position.y // GRID - index // grids.wide)


@kernel
def cells_below_high(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-D18: the cells of a grid below other high-altitude units."""
    taken = 0
    other = grids.grids[index].first
    while other != NOBODY:
        if other != unit and not takes_room(grids, other):
            taken |= mask_of(footprint(world, other))
        other = grids.links[other].after
    return taken


@kernel
def landings(world: World, grids: Grids, unit: int, index: int, whole_grid: bool) -> int:
    """MECH-1.2.2c, MECH-1.2.2f, MECH-1.2.3c, MECH-D6, MECH-D18: the placements of a grid at which a unit can come down.

    A high-altitude unit comes down on any cells but those below others of its kind; any other needs free cells, and
    where ``whole_grid`` is asked a grid without terrain and other units.
    """
    size = world.units[unit].base.size
    if grids.chassis[unit].kind == HIGH:
        return placements(~cells_below_high(world, grids, unit, index) & FULL, size)
    free = free_cells(world, grids, unit, index)
    if whole_grid and free != FULL:
        return 0
    return placements(free, size)


@kernel
def flight_landings(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-D6, MECH-1.2.2g: the placements of a grid at which a flight or jump can end; a jump is judged by cells."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    return landings(world, grids, unit, index, grids.chassis[unit].kind == FLYING and not rules.land_by_cells)
