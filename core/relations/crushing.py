"""MECH-1.2.6: which grids a large unit can enter by crushing what is in them."""

from __future__ import annotations

from enfilade.core.board.grids import LARGE
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.rulebook.chassis import GROUND, SlideRules
from enfilade.core.state.grids import Grids, free_cells, takes_room
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

SLIDE_RULES_DTYPE = SlideRules.dtype


@kernel
def is_crusher(world: World, grids: Grids, unit: int) -> bool:
    """MECH-1.2.6a: whether a unit crushes: a ground unit with a base of 3 by 3 cells."""
    return world.units[unit].base.size == LARGE and grids.chassis[unit].kind == GROUND


@kernel
def is_crushed(world: World, grids: Grids, unit: int, other: int) -> bool:
    """MECH-1.2.6b, MECH-D9: whether a unit in an entered grid is in the way: not the crusher, not at high altitude."""
    return other != unit and takes_room(grids, other)


@kernel
def victim_count(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.6b, MECH-X8: how many units a crusher would meet in a grid; -1 when one of them is too large."""
    count = 0
    other = grids.grids[index].first
    while other != NOBODY:
        if is_crushed(world, grids, unit, other):
            is_smaller = world.units[other].base.size < world.units[unit].base.size
            if not is_smaller and not grids.chassis[unit].crushes_large:
                return NOBODY
            count += 1
        other = grids.links[other].after
    return count


@kernel
def can_crush(world: World, grids: Grids, unit: int, index: int) -> bool:
    """MECH-1.2.6, MECH-1.2.6f, MECH-D9: whether a unit can enter a grid by crushing all that is in it."""
    if not is_crusher(world, grids, unit) or grids.grids[index].firm != 0:
        return False
    victims = victim_count(world, grids, unit, index)
    return victims > 0 or (victims == 0 and grids.grids[index].terrain != 0)


@kernel
def free_to(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.1b, MECH-D8: the cells of a grid through which a unit can go on: free ones, perhaps fragile terrain."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    free = free_cells(world, grids, unit, index)
    if rules.fragile_stops or grids.grids[index].terrain == 0:
        return free
    if victim_count(world, grids, unit, index) == 0 and can_crush(world, grids, unit, index):
        free |= grids.grids[index].terrain
    return free
