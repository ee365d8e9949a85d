"""MECH-D19: which attacks may be made, and why others may not."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import REACTION
from enfilade.core.orders.say import find
from enfilade.core.relations.arcs import in_front
from enfilade.core.relations.distance import grid_distance, grids_adjacent
from enfilade.core.relations.hostility import hostile
from enfilade.core.relations.lock_on import can_be_locked, is_threatened, locker_count, locks_in_place
from enfilade.core.relations.sight.barricades import (
    change_barricades,
    is_needed_wall,
    raise_needed_barricades,
    sees_past_barricades,
)
from enfilade.core.relations.sight.units import sees_unit
from enfilade.core.rulebook.arsenal import Weapon
from enfilade.core.rulebook.chassis import SHUTDOWN
from enfilade.core.state.grids import Grids, footprint, grid_index
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.stack import top
from enfilade.core.state.world import World

from .numbers import arc_rule, has_dice, is_in_range
from .tables import Arms
from .words import (
    ACTED,
    BARRICADED,
    LOCKED,
    NO_DICE,
    NO_ENEMY,
    NO_SUCH_WEAPON,
    NOT_ADJACENT,
    NOT_FOR_FIRE,
    NOT_IN_FRONT,
    NOT_MELEE,
    NOT_SEEN,
    NOT_THE_MOVER,
    OUT_OF_RANGE,
    SHUT_DOWN,
    STRIKE,
    TOO_DISRUPTED,
)


@kernel
def may_attack(world: World, unit: int) -> bool:
    """MECH-D13, MECH-D14: whether a unit may attack at all in this turn."""
    slot = world.units[unit]
    return not slot.status.done and slot.condition.stance != SHUTDOWN


@kernel
def may_react(world: World, unit: int) -> bool:
    """FORM-D12, MECH-D14: whether a unit may fire between two grids of an enemy's move."""
    slot = world.units[unit]
    return slot.status.alive and not slot.condition.disrupted and may_attack(world, unit)


@kernel
def may_act(world: World, unit: int) -> bool:
    """MECH-D13, FORM-D12: whether a unit may attack as it is asked now, in its activation or in reaction."""
    return may_react(world, unit) if world.clock[0].decision == REACTION else may_attack(world, unit)


@kernel
def is_answer(world: World, target: int) -> bool:
    """FORM-D12: whether a target may be chosen now: in reaction it is the mover alone."""
    return world.clock[0].decision != REACTION or top(world).unit == target


@kernel
def lockers_of(world: World, grids: Grids, unit: int) -> int:
    """MECH-1.2.5: how many enemies lock a unit where it stands."""
    base = footprint(world, unit)
    if not can_be_locked(world, grids, unit) or not is_threatened(world, grids, unit, grid_index(grids, base)):
        return 0
    return locker_count(world, grids, unit, base)


@kernel
def is_kept_from_firing(world: World, grids: Grids, unit: int, weapon: Weapon) -> bool:
    """MECH-1.2.5e, MECH-D5, MECH-D19: whether a unit is locked and its weapon does not fire then."""
    return not weapon.melee and not weapon.melee_fire and lockers_of(world, grids, unit) > 0


@kernel
def is_enemy(world: World, unit: int, target: int) -> bool:
    """MECH-D19: whether a target is an enemy of a unit, and in play."""
    sides = world.units[unit].allegiance.side, world.units[target].allegiance.side
    return target != unit and world.units[target].status.alive and hostile(world, sides[0], sides[1])


@kernel
def has_in_front(world: World, arms: Arms, unit: int, target: int) -> bool:
    """MECH-1.1.5d, MECH-D4: whether a target lies in front of a unit; all round for one without a front."""
    if not arms.fighters[unit].has_front:
        return True
    facing = world.units[unit].facing.direction
    return in_front(footprint(world, unit), facing, footprint(world, target), arc_rule(arms))


@kernel
def is_within(world: World, unit: int, target: int, weapon: Weapon) -> bool:
    """MECH-D19, FORM-8.7: whether a target is adjacent, for a melee weapon, or in range."""
    if weapon.melee:
        return grids_adjacent(footprint(world, unit), footprint(world, target))
    return is_in_range(weapon, grid_distance(footprint(world, unit), footprint(world, target)))


@kernel
def can_aim(world: World, grids: Grids, arms: Arms, unit: int, target: int, weapon: int) -> bool:
    """MECH-1.1.5d, MECH-1.2.5e, MECH-D19: whether a unit can attack an enemy that its weapon reaches."""
    used = arms.weapons[weapon]
    if is_kept_from_firing(world, grids, unit, used):
        return False
    if not used.omnidirectional and not has_in_front(world, arms, unit, target):
        return False
    if not used.indirect and not sees_past_barricades(world, grids, unit, target):
        return False
    return has_dice(world, grids, arms, unit, target, used)


@kernel
def has_weapon(arms: Arms, unit: int, weapon: int) -> bool:
    """Whether a weapon of the arsenal is among a unit's."""
    fighter = arms.fighters[unit]
    for index in range(fighter.weapon_count):
        if fighter.weapons[index] == weapon:
            return True
    return False


@kernel
def check_attack(world: World, grids: Grids, arms: Arms, order: OrderRecord) -> None:
    """MECH-D13, MECH-D14, MECH-D19: everything that forbids an attack."""
    unit = order.unit
    if world.units[unit].status.done:
        find(world, ACTED, unit, NOBODY)
    if world.units[unit].condition.stance == SHUTDOWN:
        find(world, SHUT_DOWN, unit, NOBODY)
    if not world.units[order.target].status.alive:
        return  # CORE-1.3 tells that
    if world.clock[0].decision == REACTION:
        check_reaction(world, order)
    if not is_enemy(world, unit, order.target):
        find(world, NO_ENEMY, unit, order.target)
    if not has_weapon(arms, unit, order.number):
        find(world, NO_SUCH_WEAPON, unit, NOBODY).numbers[0] = order.number
    elif arms.weapons[order.number].melee != (order.kind == STRIKE):
        find(world, NOT_MELEE if order.kind == STRIKE else NOT_FOR_FIRE, unit, NOBODY).numbers[0] = order.number
    else:
        check_weapon(world, grids, arms, order)


@kernel
def check_reaction(world: World, order: OrderRecord) -> None:
    """FORM-D12: what forbids fire in reaction: a disrupted firer, a target that is not the mover."""
    if world.units[order.unit].condition.disrupted:
        find(world, TOO_DISRUPTED, order.unit, NOBODY)
    if not is_answer(world, order.target):
        find(world, NOT_THE_MOVER, order.unit, order.target)


@kernel
def check_weapon(world: World, grids: Grids, arms: Arms, order: OrderRecord) -> None:
    """MECH-1.1.5d, MECH-1.2.5e, MECH-D19, FORM-8.7, FORM-D7: what keeps a weapon from a target."""
    unit, target = order.unit, order.target
    weapon = arms.weapons[order.number]
    if is_kept_from_firing(world, grids, unit, weapon):
        find_lockers(world, grids, unit)
    if not is_within(world, unit, target, weapon):
        find_out_of_range(world, order, weapon)
    if not weapon.omnidirectional and not has_in_front(world, arms, unit, target):
        find(world, NOT_IN_FRONT, unit, target)
    if not weapon.indirect and not sees_unit(world, grids, unit, target):
        find(world, NOT_SEEN, unit, target)
    elif not weapon.indirect and not sees_past_barricades(world, grids, unit, target):
        find_barricades(world, grids, unit, target)
    elif is_within(world, unit, target, weapon) and not has_dice(world, grids, arms, unit, target, weapon):
        find(world, NO_DICE, unit, target)


@kernel
def find_lockers(world: World, grids: Grids, unit: int) -> None:
    """MECH-1.2.5e: a finding about each enemy that locks a unit."""
    for locker in range(len(world.units)):
        if locks_in_place(world, grids, locker, unit):
            find(world, LOCKED, unit, locker)


@kernel
def find_barricades(world: World, grids: Grids, unit: int, target: int) -> None:
    """MECH-X8: a finding about each barricade that it takes to hide a target, with the place where it stands."""
    raise_needed_barricades(world, grids, unit, target)
    for third in range(len(world.units)):
        if is_needed_wall(world, grids, third, unit, target):
            finding = find(world, BARRICADED, third, target)
            finding.x = world.units[third].position.x
            finding.y = world.units[third].position.y
    change_barricades(world, grids, unit, target, False)


@kernel
def find_out_of_range(world: World, order: OrderRecord, weapon: Weapon) -> None:
    """A finding about a target that is too far away."""
    unit, target = order.unit, order.target
    finding = find(world, NOT_ADJACENT if weapon.melee else OUT_OF_RANGE, unit, target)
    finding.numbers[0] = grid_distance(footprint(world, unit), footprint(world, target))
    finding.numbers[1] = 2 * weapon.range
    finding.numbers[2] = order.number
