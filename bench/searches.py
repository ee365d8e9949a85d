"""Searches of where units can slide to, as a kernel that makes many of them."""

from __future__ import annotations

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import entry
from enfilade.core.relations.reach.slides import forget, search_of, search_slides
from enfilade.core.state.grids import grids_of
from enfilade.core.state.world import open_world


@entry
def grids_searched(
    arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, units: int, allowance: int, times: int
) -> int:
    """Search for each of the first units of a game, so many times, nothing remembered; how many placements are found.

    ``units`` has one bit for each of the units, of 32 at most.
    """
    world = open_world(arenas, derived, desks, game, desk)
    grids = grids_of(world)
    found = 0
    for _ in range(times):
        for unit in range(min(len(world.units), 32)):
            if (units >> unit) & 1:
                forget(search_of(world))
                found += search_slides(world, grids, unit, allowance).reach[0].ends
    return found
