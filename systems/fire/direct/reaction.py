"""FORM-D12, MECH-D20: enemies fire at a unit that has entered a grid, one at a time."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import REACTION
from enfilade.core.orders.say import emit
from enfilade.core.state.grids import Grids, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import pop, top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import REACTIONS, STANDING, stop_journey
from enfilade.systems.system import FIRE, MOVEMENT, System

from .eligibility import can_aim, is_enemy, is_within, may_react
from .tables import Arms, arms_of
from .words import HELD_FIRE, HOLD_KIND


@kernel
def advance_reactions(world: World) -> None:
    """FORM-D12: ask the next side with a unit that may fire; when there is none, the journey goes on."""
    frame = top(world)
    if frame.kind != REACTIONS:
        return
    side = next_side(world, frame)
    if side == NOBODY:
        end_reactions(world, frame)
        return
    clock = world.clock[0]
    clock.decision = REACTION
    clock.unit = NOBODY
    clock.owes = 1 << side


@kernel
def next_side(world: World, frame: Frame) -> int:
    """FORM-D12: the first side that has not held its fire and has a unit that may fire at the mover, -1 without any."""
    if not world.units[frame.unit].status.alive:
        return NOBODY
    grids = grids_of(world)
    arms = arms_of(world)
    best = NOBODY
    for unit in range(len(world.units)):
        side = world.units[unit].allegiance.side
        is_first = best == NOBODY or side < best
        if is_first and not (frame.number >> side) & 1 and can_fire_at(world, grids, arms, unit, frame.unit):
            best = side
    return best


@kernel
def can_fire_at(world: World, grids: Grids, arms: Arms, unit: int, mover: int) -> bool:
    """FORM-D12, MECH-D5: whether a unit may react and has a weapon that it can fire at the mover."""
    if not may_react(world, unit) or not is_enemy(world, unit, mover):
        return False
    fighter = arms.fighters[unit]
    for index in range(fighter.weapon_count):
        weapon = fighter.weapons[index]
        used = arms.weapons[weapon]
        is_possible = not used.melee and is_within(world, unit, mover, used)
        if is_possible and can_aim(world, grids, arms, unit, mover, weapon):
            return True
    return False


@kernel
def end_reactions(world: World, frame: Frame) -> None:
    """FORM-D12: the mover goes on; when it is newly disrupted, or no longer where it was, it stops."""
    mover = world.units[frame.unit]
    is_stopped = mover.condition.disrupted and frame.stage == 0
    is_moved = mover.position.x != frame.x or mover.position.y != frame.y
    world.clock[0].phase = MOVEMENT
    pop(world)
    if is_moved:
        top(world).stage = STANDING
    if is_stopped or is_moved:
        stop_journey(world)


@kernel
def count_holds(world: World, side: int, unit: int, kind: int) -> int:
    """FORM-D12: a side that is asked may hold its fire."""
    return 1


@kernel
def apply_hold(world: World, order: OrderRecord) -> None:
    """FORM-D12: note that a side does not fire at the mover here."""
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = FIRE
    top(world).number |= 1 << order.side
    emit(world, HELD_FIRE, NOBODY, NOBODY).numbers[0] = order.side


REACTION_SYSTEM = System(
    "reaction",
    "fire",
    (HOLD_KIND,),
    advance=advance_reactions,
    count=count_holds,
    apply=apply_hold,
)
