"""MECH-D13: sides activate one unit after another; each may move, and then attack once."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import ACTIVATION, ATTACK
from enfilade.core.orders.say import find
from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.parties import finish, parties_of
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from .alternation import begin_turn, best_score, end_battle, end_turn, leaders, next_to_order
from .exits import ways_of
from .words import ALREADY_DONE, DONE_KIND, LAST_SIDE


@kernel
def advance_activation(world: World) -> None:
    """MECH-D13: let the active unit go on, or ask the next side to activate one, or end the turn."""
    clock = world.clock[0]
    if clock.turn == 0:
        begin_turn(world)
    elif clock.unit != NOBODY:
        go_on(world)
    elif sides_left(world) & (sides_left(world) - 1) == 0:
        end_battle(world, LAST_SIDE, last_winners(world, sides_left(world)))
    else:
        ask_next(world)


@kernel
def go_on(world: World) -> None:
    """MECH-D13: a unit that has moved may attack; one that has attacked, or is lost, is done."""
    clock = world.clock[0]
    unit = world.units[clock.unit]
    if unit.status.alive and not unit.activity.attacked:
        clock.decision = ATTACK
        clock.owes = 1 << unit.allegiance.side
        return
    if unit.status.alive:
        finish(world, clock.unit)
    unit.activity.moved = 0
    unit.activity.attacked = False
    clock.unit = NOBODY


@kernel
def ask_next(world: World) -> None:
    """MECH-D13: the next side with a unit that has not been activated activates one; without any the turn ends."""
    clock = world.clock[0]
    side = next_to_order(world)
    if side == NOBODY:
        end_turn(world)
        return
    clock.side = side
    clock.decision = ACTIVATION
    clock.owes = 1 << side


@kernel
def sides_left(world: World) -> int:
    """The sides that play and have units left, one bit each."""
    bits = 0
    for side in range(world.rules[0].sides):
        if plays(world, side) and parties_of(world)[side].units > 0:
            bits |= 1 << side
    return bits


@kernel
def last_winners(world: World, left: int) -> int:
    """MECH-D13: who wins when one side at most has units left: it, or the best score where units can leave."""
    best = best_score(world)
    return leaders(world, best) if len(ways_of(world).exits) > 0 and best > 0 else left


@kernel
def check_done(world: World, order: OrderRecord) -> None:
    """MECH-D13: a unit is activated once a turn."""
    if world.units[order.unit].status.done:
        find(world, ALREADY_DONE, order.unit, NOBODY)


@kernel
def count_done(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-D13: a unit that has not been activated may do nothing."""
    return 0 if world.units[unit].status.done else 1


@kernel
def apply_done(world: World, order: OrderRecord) -> None:
    """MECH-D13: the unit's activation ends without an attack."""
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = SEQUENCE
    clock.unit = order.unit
    world.units[order.unit].activity.attacked = True


ACTIVATION_SYSTEM = System(
    "activation",
    "sequence",
    (DONE_KIND,),
    advance=advance_activation,
    check=check_done,
    count=count_done,
    apply=apply_done,
)
