"""MECH-1.2.5: which enemies lock a unit, where it stands or might stand."""

from __future__ import annotations

from enfilade.core.board.footprint import Footprint
from enfilade.core.board.grids import FULL, PLACEMENTS, first_placement
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.rulebook.chassis import FLYING, HIGH, SlideRules
from enfilade.core.state.grids import Grids, can_lock, footprint, grid_index, placement_of
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .distance import grids_adjacent
from .hostility import hostile
from .sight.units import placements_seen, sees_unit

SLIDE_RULES_DTYPE = SlideRules.dtype
LANE = 7
"""Bits of a number for each placement."""
ONES = sum(1 << LANE * placement for placement in range(PLACEMENTS))
"""A one for each placement."""
MANY = ONES << (LANE - 1)
"""Where a number stops: 64 for each placement, far more than any move can pay."""


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
def may_lock(world: World, grids: Grids, locker: int, unit: int) -> bool:
    """MECH-1.2.5a: whether a unit locks another one that is adjacent and seen."""
    sides = world.units[locker].allegiance.side, world.units[unit].allegiance.side
    return locker != unit and hostile(world, sides[0], sides[1]) and can_lock(world, grids, locker)


@kernel
def locker_tally(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.5, MECH-1.2.5f, MECH-X8: what the enemies that lock a unit cost it at each placement of a grid.

    ``LANE`` bits each. An enemy costs 1, or what its type says.
    """
    row = index // grids.wide
    column = index - row * grids.wide
    tally = 0
    for y in range(max(row - 1, 0), min(row + 2, grids.high)):
        for x in range(max(column - 1, 0), min(column + 2, grids.wide)):
            other = grids.grids[y * grids.wide + x].first
            while other != NOBODY:
                if may_lock(world, grids, other, unit):
                    grip = grids.chassis[other].grip
                    tally = kept_small(tally + grip * in_lanes(placements_seen(world, grids, other, unit, index)))
                other = grids.links[other].after
    return tally


@kernel
def kept_small(tally: int) -> int:
    """A tally in which no number is above 64."""
    many = tally & MANY
    return tally & ~(many - (many >> (LANE - 1)))


@kernel
def in_lanes(bits: int) -> int:
    """A one in the lane of each placement of a set."""
    if bits == FULL:
        return ONES
    lanes = 0
    for placement in range(PLACEMENTS):
        lanes |= ((bits >> placement) & 1) << (LANE * placement)
    return lanes


@kernel
def in_lane(tally: int, placement: int) -> int:
    """What a tally says of a placement."""
    return (tally >> (LANE * placement)) & ((1 << LANE) - 1)


@kernel
def locker_count(world: World, grids: Grids, unit: int, base: Footprint) -> int:
    """MECH-1.2.5, MECH-1.2.5f: what the enemies cost that lock a unit on these cells; 0 when none does."""
    return in_lane(locker_tally(world, grids, unit, grid_index(grids, base)), placement_of(base))


@kernel
def tally_at(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.5, MECH-D5: the same, none for a unit that cannot be locked."""
    if not is_threatened(world, grids, unit, index) or not can_be_locked(world, grids, unit):
        return 0
    return locker_tally(world, grids, unit, index)


@kernel
def locks_in_place(world: World, grids: Grids, locker: int, unit: int) -> bool:
    """MECH-1.2.5, MECH-1.2.5c: whether a unit locks another one where both stand."""
    if not may_lock(world, grids, locker, unit) or not can_be_locked(world, grids, unit):
        return False
    are_adjacent = grids_adjacent(footprint(world, locker), footprint(world, unit))
    return are_adjacent and sees_unit(world, grids, locker, unit)


@kernel
def fewest_lockers(world: World, grids: Grids, unit: int, index: int, part: int) -> int:
    """MECH-D17, MECH-1.2.5f: what it costs to leave a grid from the placement of a set where enemies cost least."""
    tally = tally_at(world, grids, unit, index)
    if tally == 0:
        return 0
    fewest = 1 << LANE
    for placement in range(PLACEMENTS):
        if (part >> placement) & 1:
            fewest = min(fewest, in_lane(tally, placement))
    return fewest


@kernel
def least_locked(world: World, grids: Grids, unit: int, index: int, part: int) -> int:
    """MECH-D17: the first placement of a set where the enemies that lock a unit cost least; -1 of an empty set."""
    tally = tally_at(world, grids, unit, index)
    best = first_placement(part)
    for placement in range(best + 1, PLACEMENTS):
        if (part >> placement) & 1 and in_lane(tally, placement) < in_lane(tally, best):
            best = placement
    return best
