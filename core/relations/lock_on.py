"""MECH-1.2.5: which enemies lock a unit, where it stands or might stand."""

from __future__ import annotations

from enfilade.core.board.footprint import Footprint
from enfilade.core.board.grids import GRID, PLACEMENTS
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.rulebook.chassis import FLYING, HIGH, SlideRules
from enfilade.core.state.grids import Grids, can_lock, footprint
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .distance import grids_adjacent
from .hostility import hostile
from .sight.units import sees_base

SLIDE_RULES_DTYPE = SlideRules.dtype


@kernel
def can_be_locked(world: World, grids: Grids, unit: int) -> bool:
    """MECH-1.2.5d, MECH-D5: whether a unit can be locked at all: not at high altitude, perhaps not flying."""
    kind = grids.chassis[unit].kind
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    return kind != HIGH and not (kind == FLYING and rules.spare_flying)


@kernel
def is_threatened(world: World, grids: Grids, unit: int, index: int) -> bool:
    """MECH-1.2.5a, MECH-1.2.5b: whether any enemy that can lock is adjacent to a grid."""
    side = world.units[unit].allegiance.side
    for other in range(world.rules[0].sides):
        threat = grids.threats[other * len(grids.grids) + index]
        if threat.units > 0 and hostile(world, other, side):
            return True
    return False


@kernel
def locks(world: World, grids: Grids, locker: int, unit: int, base: Footprint) -> bool:
    """MECH-1.2.5: whether an adjacent unit locks another one that stands on these cells."""
    sides = world.units[locker].allegiance.side, world.units[unit].allegiance.side
    if not hostile(world, sides[0], sides[1]) or not can_lock(world, grids, locker):
        return False
    return sees_base(world, grids, locker, unit, base)


@kernel
def locker_count(world: World, grids: Grids, unit: int, base: Footprint) -> int:
    """MECH-1.2.5, MECH-1.2.5f: how many enemies lock a unit that stands on these cells."""
    column = base.x // GRID
    row = base.y // GRID
    count = 0
    for y in range(max(row - 1, 0), min(row + 2, grids.high)):
        for x in range(max(column - 1, 0), min(column + 2, grids.wide)):
            other = grids.grids[y * grids.wide + x].first
            while other != NOBODY:
                count += other != unit and locks(world, grids, other, unit, base)
                other = grids.links[other].after
    return count


@kernel
def locks_in_place(world: World, grids: Grids, locker: int, unit: int) -> bool:
    """MECH-1.2.5: whether a unit locks another one where both stand."""
    if locker == unit or not can_lock(world, grids, locker) or not can_be_locked(world, grids, unit):
        return False
    base = footprint(world, unit)
    return grids_adjacent(footprint(world, locker), base) and locks(world, grids, locker, unit, base)


@kernel
def placed(world: World, grids: Grids, unit: int, index: int, placement: int) -> Footprint:
    """The cells under a unit's base at a placement in a grid."""
    x = index % grids.wide * GRID + placement % GRID
    y = index // grids.wide * GRID + placement // GRID
    return Footprint(x, y, world.units[unit].base.size)


@kernel
def fewest_lockers(world: World, grids: Grids, unit: int, index: int, part: int) -> int:
    """MECH-D17: how many enemies lock a unit at the placement of a set where fewest do."""
    if not can_be_locked(world, grids, unit) or not is_threatened(world, grids, unit, index):
        return 0
    fewest = len(world.units)
    for placement in range(PLACEMENTS):
        if (part >> placement) & 1 and fewest > 0:
            fewest = min(fewest, locker_count(world, grids, unit, placed(world, grids, unit, index, placement)))
    return fewest


@kernel
def least_locked(world: World, grids: Grids, unit: int, index: int, part: int) -> int:
    """MECH-D17: the first placement of a set where fewest enemies lock a unit; -1 of an empty set."""
    best = NOBODY
    fewest = len(world.units) + 1
    is_open = not can_be_locked(world, grids, unit) or not is_threatened(world, grids, unit, index)
    for placement in range(PLACEMENTS):
        if (part >> placement) & 1:
            base = placed(world, grids, unit, index, placement)
            count = 0 if is_open else locker_count(world, grids, unit, base)
            if count < fewest:
                best = placement
                fewest = count
    return best
