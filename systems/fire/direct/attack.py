"""An attack: which there are, how it is rolled, and what it does."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.state.dice import pool
from enfilade.core.state.grids import grids_of, lift
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.parties import count_unit
from enfilade.core.state.stack import pop, push, top
from enfilade.core.state.world import World
from enfilade.systems.system import FIRE as FIRE_PHASE
from enfilade.systems.system import SEQUENCE, System

from .eligibility import can_hit, check_attack, is_kept_from_firing, may_attack
from .numbers import Numbers, numbers_of
from .tables import Arms, arms_of
from .words import ATTACKED, DESTROYED, DISRUPTED, FIRE_KINDS, REDUCED, SAVED, STRIKE, UNHARMED

HIT_STREAM, SAVE_STREAM = 3, 4


@kernel
def check_attack_order(world: World, order: OrderRecord) -> None:
    """MECH-D19: everything that forbids an attack."""
    check_attack(world, grids_of(world), arms_of(world), order)


@kernel
def is_usable(arms: Arms, weapon: int, kind: int) -> bool:
    """Whether a weapon is one for this kind of attack."""
    return arms.weapons[weapon].melee == (kind == STRIKE)


@kernel
def count_attacks(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-D19: how many attacks of a kind a unit may make: targets by weapons."""
    if not may_attack(world, unit):
        return 0
    grids = grids_of(world)
    arms = arms_of(world)
    fighter = arms.fighters[unit]
    count = 0
    for index in range(fighter.weapon_count):
        weapon = fighter.weapons[index]
        if is_usable(arms, weapon, kind) and not is_kept_from_firing(world, grids, unit, arms.weapons[weapon]):
            for target in range(len(world.units)):
                count += can_hit(world, grids, arms, unit, target, weapon)
    return count


@kernel
def attack_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-D19: the attack with that index: by the weapon, in the order of the unit, then by the target."""
    grids = grids_of(world)
    arms = arms_of(world)
    fighter = arms.fighters[unit]
    left = index
    for number in range(fighter.weapon_count):
        weapon = fighter.weapons[number]
        if is_usable(arms, weapon, kind) and not is_kept_from_firing(world, grids, unit, arms.weapons[weapon]):
            for target in range(len(world.units)):
                if can_hit(world, grids, arms, unit, target, weapon):
                    if left == 0:
                        out.target = target
                        out.number = weapon
                        return
                    left -= 1


@kernel
def apply_attack(world: World, order: OrderRecord) -> None:
    """MECH-D13: a unit attacks, and its activation ends with that."""
    clock = world.clock[0]
    clock.owes = 0
    clock.unit = order.unit
    clock.phase = SEQUENCE
    arms = arms_of(world)
    world.units[order.unit].activity.attacked = True
    is_possible = world.units[order.unit].status.alive and world.units[order.target].status.alive
    if is_possible and order.target != order.unit and order.number >= 0 and order.number < len(arms.weapons):
        frame = push(world, order.kind)
        frame.unit = order.unit
        frame.other = order.target
        frame.number = order.number
        clock.phase = FIRE_PHASE


@kernel
def advance_attack(world: World) -> None:
    """FORM-9.3, FORM-9.4, FORM-10.1: roll the attack and the saves, and apply the hits that are left."""
    frame = top(world)
    unit, target, weapon = frame.unit, frame.other, frame.number
    arms = arms_of(world)
    numbers = numbers_of(world, grids_of(world), arms, unit, target, weapon)
    hits = pool(world, HIT_STREAM, unit, numbers.dice, numbers.needed)
    tell_attack(world, unit, target, weapon, numbers, hits)
    if hits > 0:
        saves = pool(world, SAVE_STREAM, target, numbers.saves, numbers.save)
        tell_saves(world, target, numbers, saves)
        hits = max(hits - saves, 0)
    if hits == 0:
        emit(world, UNHARMED, target, NOBODY)
    for _ in range(min(hits, 3)):
        apply_hit(world, target)
    pop(world)
    world.clock[0].phase = SEQUENCE


@kernel
def tell_attack(world: World, unit: int, target: int, weapon: int, numbers: Numbers, hits: int) -> None:
    """Say how an attack was rolled."""
    event = emit(world, ATTACKED, unit, target)
    event.numbers[0] = weapon
    event.numbers[1] = numbers.dice
    event.numbers[2] = numbers.needed
    event.numbers[3] = hits


@kernel
def tell_saves(world: World, target: int, numbers: Numbers, saves: int) -> None:
    """Say how the saves were rolled."""
    event = emit(world, SAVED, target, NOBODY)
    event.numbers[0] = numbers.saves
    event.numbers[1] = numbers.save
    event.numbers[2] = saves


@kernel
def apply_hit(world: World, unit: int) -> None:
    """FORM-10.2, FORM-10.3, FORM-10.4, FORM-D9: the next step of the hit track: disrupted, reduced, out."""
    slot = world.units[unit]
    if not slot.status.alive:
        return
    if not slot.condition.disrupted:
        slot.condition.disrupted = True
        emit(world, DISRUPTED, unit, NOBODY)
    elif slot.status.steps > 1:
        slot.status.steps -= 1
        emit(world, REDUCED, unit, NOBODY)
    else:
        emit(world, DESTROYED, unit, NOBODY)
        lift(world, grids_of(world), unit)
        count_unit(world, unit, -1)
        slot.status.alive = False


ATTACK_SYSTEM = System(
    "attack",
    "fire",
    FIRE_KINDS,
    advance=advance_attack,
    check=check_attack_order,
    count=count_attacks,
    member=attack_member,
    apply=apply_attack,
)
