"""An attack: which there are, how it is rolled, and what it does."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import REACTION
from enfilade.core.orders.say import emit
from enfilade.core.rulebook.arsenal import Weapon
from enfilade.core.rulebook.chassis import DEFENCE, INSTALLATION, SHUTDOWN
from enfilade.core.state.dice import pool
from enfilade.core.state.grids import Grids, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.parties import finish
from enfilade.core.state.stack import pop, push, top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import let_move_by_force
from enfilade.systems.system import FIRE as FIRE_PHASE
from enfilade.systems.system import SEQUENCE, System

from .eligibility import can_aim, check_attack, is_answer, is_enemy, is_within, may_act
from .hits import take_hits
from .numbers import Numbers, numbers_of
from .tables import Arms, arms_of
from .words import ATTACKED, FIRE, FIRE_KINDS, STRIKE, SUPPRESSED

HIT_STREAM = 3


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
    if not may_act(world, unit):
        return 0
    grids = grids_of(world)
    arms = arms_of(world)
    fighter = arms.fighters[unit]
    count = 0
    for target in range(len(world.units)):
        if not is_enemy(world, unit, target) or not is_answer(world, target):
            continue
        for index in range(fighter.weapon_count):
            weapon = fighter.weapons[index]
            if is_usable(arms, weapon, kind) and is_within(world, unit, target, arms.weapons[weapon]):
                count += can_aim(world, grids, arms, unit, target, weapon)
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
        if not is_usable(arms, weapon, kind):
            continue
        for target in range(len(world.units)):
            is_target = is_enemy(world, unit, target) and is_answer(world, target)
            if not is_target or not is_within(world, unit, target, arms.weapons[weapon]):
                continue
            if can_aim(world, grids, arms, unit, target, weapon):
                if left == 0:
                    out.target = target
                    out.number = weapon
                    return
                left -= 1


@kernel
def apply_attack(world: World, order: OrderRecord) -> None:
    """MECH-D13, FORM-D12, FORM-D19: a unit attacks, and its activation ends with that; to react is one too."""
    clock = world.clock[0]
    clock.owes = 0
    if clock.decision == REACTION:
        clock.phase = FIRE_PHASE
        if world.units[order.unit].status.alive:
            finish(world, order.unit)
    else:
        clock.phase = SEQUENCE
        clock.unit = order.unit
        world.units[order.unit].activity.attacked = True
    arms = arms_of(world)
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
    if frame.kind not in (FIRE, STRIKE):
        return
    unit, target, weapon = frame.unit, frame.other, frame.number
    arms = arms_of(world)
    numbers = numbers_of(world, grids_of(world), arms, unit, target, weapon)
    hits = pool(world, HIT_STREAM, unit, numbers.dice, numbers.needed)
    tell_attack(world, unit, target, weapon, numbers, hits)
    take_hits(world, target, hits, numbers.saves, numbers.save)
    pop(world)
    world.clock[0].phase = FIRE_PHASE if world.clock[0].depth > 0 else SEQUENCE
    follow_up(world, arms.weapons[weapon], unit, target)


@kernel
def follow_up(world: World, weapon: Weapon, unit: int, target: int) -> None:
    """MECH-X8, MECH-1.2.4f, MECH-1.2.4g: what a weapon does to a target in play when the attack is over."""
    grids = grids_of(world)
    slot = world.units[target]
    if not slot.status.alive:
        return
    if weapon.suppression and can_be_suppressed(world, grids, target):
        slot.condition.stance = DEFENCE
        emit(world, SUPPRESSED, target, NOBODY)
    if (weapon.knockback > 0 or weapon.drag) and grids.chassis[target].kind != INSTALLATION:
        let_move_by_force(world, unit, target, weapon.knockback)


@kernel
def can_be_suppressed(world: World, grids: Grids, target: int) -> bool:
    """MECH-X7, MECH-X8: whether a unit takes the defence stance: a mecha that is not shut down nor has it already."""
    chassis = grids.chassis[target]
    stance = world.units[target].condition.stance
    return not chassis.fixed_stance and chassis.kind != INSTALLATION and stance not in (SHUTDOWN, DEFENCE)


@kernel
def tell_attack(world: World, unit: int, target: int, weapon: int, numbers: Numbers, hits: int) -> None:
    """Say how an attack was rolled."""
    event = emit(world, ATTACKED, unit, target)
    event.numbers[0] = weapon
    event.numbers[1] = numbers.dice
    event.numbers[2] = numbers.needed
    event.numbers[3] = hits


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
