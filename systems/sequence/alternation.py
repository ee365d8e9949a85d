"""Sides give one order after another, turn by turn, until a score or the last turn ends the battle."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import ACTIVATION
from enfilade.core.orders.say import emit
from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.presence import presence_of, refresh_all
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from .tables import play_of
from .words import BATTLE_ENDED, PASS_KIND, PASSED, POINTS_REACHED, TURN_BEGAN, TURNS_PLAYED


@kernel
def advance_turn(world: World) -> None:
    """MARCH-6.1, MARCH-6.3: ask the next side for an order, or end the turn, or begin the next one."""
    clock = world.clock[0]
    if clock.turn == 0:
        begin_turn(world)
        return
    side = next_to_order(world)
    if side == NOBODY:
        end_turn(world)
        return
    clock.side = side
    clock.decision = ACTIVATION
    clock.owes = 1 << side


@kernel
def begin_turn(world: World) -> None:
    """MARCH-6.1, MARCH-6.2: a new turn, in which every unit may march and no side has passed."""
    clock = world.clock[0]
    clock.turn += 1
    clock.side = NOBODY
    play_of(world).turn[0].passed = 0
    refresh_all(world)
    event = emit(world, TURN_BEGAN, NOBODY, NOBODY)
    event.numbers[0] = clock.turn
    event.numbers[1] = beginner(world)


@kernel
def beginner(world: World) -> int:
    """MARCH-6.1: the side that begins the turn: the sides that play in their order, the first one in the first turn."""
    playing = 0
    for side in range(world.rules[0].sides):
        playing += plays(world, side)
    left = (world.clock[0].turn - 1) % max(playing, 1)
    for side in range(world.rules[0].sides):
        if plays(world, side):
            if left == 0:
                return side
            left -= 1
    return 0


@kernel
def may_order(world: World, side: int) -> bool:
    """MARCH-6.3: whether a side may still give an order in this turn."""
    has_passed = (play_of(world).turn[0].passed >> side) & 1 == 1
    return plays(world, side) and not has_passed and presence_of(world).parties[side].fresh > 0


@kernel
def next_to_order(world: World) -> int:
    """MARCH-6.1: the side whose order comes next, -1 when none is left."""
    clock = world.clock[0]
    sides = world.rules[0].sides
    first = beginner(world) if clock.side == NOBODY else clock.side + 1
    for i in range(sides):
        side = (first + i) % sides
        if may_order(world, side):
            return side
    return NOBODY


@kernel
def end_turn(world: World) -> None:
    """MARCH-7.3, MARCH-7.4: the battle ends with the turn, or another turn begins."""
    rules = play_of(world).rules[0]
    best = best_score(world)
    if rules.points > 0 and best >= rules.points:
        end_battle(world, POINTS_REACHED, leaders(world, best))
    elif world.clock[0].turn >= rules.last:
        end_battle(world, TURNS_PLAYED, leaders(world, best))
    else:
        begin_turn(world)


@kernel
def best_score(world: World) -> int:
    """MARCH-7.2: the highest score."""
    best = 0
    for side in range(world.rules[0].sides):
        best = max(best, world.clock[0].scores[side])
    return best


@kernel
def leaders(world: World, best: int) -> int:
    """MARCH-7.3, MARCH-7.4: the sides with the highest score, one bit each; none when it is 0."""
    bits = 0
    for side in range(world.rules[0].sides):
        if best > 0 and world.clock[0].scores[side] == best:
            bits |= 1 << side
    return bits


@kernel
def end_battle(world: World, reason: int, winners: int) -> None:
    """The battle is over."""
    clock = world.clock[0]
    clock.over = True
    clock.reason = reason
    clock.owes = 0
    clock.winners = winners
    emit(world, BATTLE_ENDED, NOBODY, NOBODY).numbers[0] = clock.turn


@kernel
def count_passes(world: World, side: int, unit: int, kind: int) -> int:
    """MARCH-6.2: a side may always pass."""
    return 1


@kernel
def apply_pass(world: World, order: OrderRecord) -> None:
    """MARCH-6.3: note that a side gives no more orders in this turn."""
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = SEQUENCE
    play_of(world).turn[0].passed |= 1 << order.side
    emit(world, PASSED, NOBODY, NOBODY).numbers[0] = order.side


ALTERNATION_SYSTEM = System(
    "alternation",
    "sequence",
    (PASS_KIND,),
    advance=advance_turn,
    count=count_passes,
    apply=apply_pass,
)
