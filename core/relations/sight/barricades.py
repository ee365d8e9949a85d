"""MECH-X8: units that stand in the way of attacks on their friends like walls."""

from __future__ import annotations

from enfilade.core.board.bits import has_bit, words_per_row
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.scatter import scattered
from enfilade.core.rulebook.chassis import HIGH, SHUTDOWN
from enfilade.core.state.grids import Grids, footprint, grid_index, lower_walls, mask_of, raise_walls
from enfilade.core.state.world import World

from ..hostility import allies
from .units import sees_unit

BARRICADES = 1 << 40
"""Sets the marks of barricades apart from those of destroyed terrain."""


@kernel
def is_barricade(world: World, grids: Grids, third: int, unit: int, target: int) -> bool:
    """MECH-X8, MECH-D14: whether a third unit counts as a wall in an attack on its friend; none shut down does."""
    slot = world.units[third]
    if not grids.chassis[third].barricade or third in (unit, target) or not slot.status.alive:
        return False
    if slot.condition.stance == SHUTDOWN or grids.chassis[third].kind == HIGH:
        return False
    return (allies(world, world.units[target].allegiance.side) >> slot.allegiance.side) & 1 == 1


@kernel
def barricade_mark(world: World, third: int) -> int:
    """What a barricade changes in the mark of the terrain."""
    base = footprint(world, third)
    number = (base.y * world.rules[0].width + base.x) * 4 + base.size
    return scattered(BARRICADES | number)


@kernel
def change_barricades(world: World, grids: Grids, unit: int, target: int, is_raised: bool) -> int:
    """Make walls of the barricades in an attack, or take these walls away again; how many there are."""
    count = 0
    for third in range(len(world.units)):
        if is_barricade(world, grids, third, unit, target) and is_wall(world, grids, third) != is_raised:
            change_barricade(world, grids, third, is_raised)
            count += 1
    return count


@kernel
def is_wall(world: World, grids: Grids, third: int) -> bool:
    """Whether a barricade is a wall now; none stands on terrain that is one."""
    base = footprint(world, third)
    return has_bit(grids.wall_rows, base.y * words_per_row(world.rules[0].width), base.x)


@kernel
def change_barricade(world: World, grids: Grids, third: int, is_raised: bool) -> None:
    """Make a wall of one barricade, or take it away again."""
    index = grid_index(grids, footprint(world, third))
    cells = mask_of(footprint(world, third))
    if is_raised:
        raise_walls(world, grids, index, cells)
    else:
        lower_walls(world, grids, index, cells)
    grids.mark[0].terrain ^= barricade_mark(world, third)


@kernel
def sees_past_barricades(world: World, grids: Grids, unit: int, target: int) -> bool:
    """MECH-D2, MECH-X8: whether a unit sees a target that it attacks, the barricades of its friends being walls.

    The walls stand for the time of the question only, under a mark of their own, so that no answer is mixed up.
    """
    if change_barricades(world, grids, unit, target, True) == 0:
        return sees_unit(world, grids, unit, target)
    is_seen = sees_unit(world, grids, unit, target)
    change_barricades(world, grids, unit, target, False)
    return is_seen


@kernel
def raise_needed_barricades(world: World, grids: Grids, unit: int, target: int) -> None:
    """MECH-X8: make walls of barricades that hide a target together, and of none without which it is hidden as well.

    They stay walls until ``change_barricades`` takes them away; ``is_needed_wall`` tells which they are.
    """
    change_barricades(world, grids, unit, target, True)
    for third in range(len(world.units)):
        if is_barricade(world, grids, third, unit, target):
            change_barricade(world, grids, third, False)
            if sees_unit(world, grids, unit, target):
                change_barricade(world, grids, third, True)


@kernel
def is_needed_wall(world: World, grids: Grids, third: int, unit: int, target: int) -> bool:
    """MECH-X8: whether a unit is one of those that ``raise_needed_barricades`` has made walls of."""
    return is_barricade(world, grids, third, unit, target) and is_wall(world, grids, third)
