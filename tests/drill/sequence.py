"""DRILL-2 and DRILL-7: bids, turns, and the end of rounds and of the battle."""

from __future__ import annotations

from enfilade.authoring import (
    NOBODY,
    SEQUENCE,
    OrderRecord,
    System,
    World,
    emit,
    find,
    kernel,
)

from .cards import may_draw
from .components import Drill, open_drill
from .movement import destinations
from .vocabulary import (
    ACTIVATION,
    BID,
    BID_MADE,
    BID_TOO_HIGH,
    BIDDING,
    ENDED,
    LAST_SIDE,
    PASSED,
    ROUND_BEGAN,
    ROUNDS_PLAYED,
    SEQUENCE_KINDS,
)

BID_MAX = 2
NEW_ROUND = 0
BIDS_MADE = 1
TURNS = 2


@kernel
def advance_sequence(world: World) -> None:
    """DRILL-2.1, DRILL-2.2, DRILL-2.3: open the bids, begin the turns, or give the next side its turn."""
    drill = open_drill(world)
    stage = drill.round[0].stage
    if end_if_decided(world, drill):
        return
    if stage == NEW_ROUND:
        open_bids(world, drill)
    elif stage == BIDS_MADE:
        begin_turns(world, drill)
    else:
        next_turn(world, drill)


@kernel
def open_bids(world: World, drill: Drill) -> None:
    """DRILL-2.1: every side with units bids, except the one that began the round before."""
    clock = world.clock[0]
    clock.turn += 1
    bidders = 0
    for side in range(world.rules[0].sides):
        party = drill.parties[side]
        party.bid = NOBODY
        party.hurry = 0
        party.drew = False
        party.passed = False
        if party.units > 0 and side != drill.round[0].began:
            bidders |= 1 << side
    for unit in range(len(world.units)):
        world.units[unit].status.done = False
        drill.soldiers[unit].fired = False
    clock.decision = BIDDING
    clock.unit = NOBODY
    clock.side = NOBODY
    clock.owes = bidders
    drill.round[0].stage = BIDS_MADE


@kernel
def highest_bid(drill: Drill, side: int) -> int:
    """DRILL-2.1: the highest bid a side can make."""
    return min(BID_MAX, drill.parties[side].tokens)


@kernel
def begin_turns(world: World, drill: Drill) -> None:
    """DRILL-2.2: bids are paid and told; the highest begins."""
    beginner = NOBODY
    for side in range(world.rules[0].sides):
        party = drill.parties[side]
        if party.bid >= 0:
            party.tokens -= party.bid
            event = emit(world, BID_MADE, NOBODY, NOBODY)
            event.numbers[0] = side
            event.numbers[1] = party.bid
            if beginner == NOBODY or party.bid > drill.parties[beginner].bid:
                beginner = side
    drill.round[0].began = beginner
    drill.round[0].stage = TURNS
    event = emit(world, ROUND_BEGAN, NOBODY, NOBODY)
    event.numbers[0] = world.clock[0].turn
    event.numbers[1] = beginner
    give_turn(world, drill, beginner)


@kernel
def next_turn(world: World, drill: Drill) -> None:
    """DRILL-2.3: the turn goes to the side after the one that had it."""
    give_turn(world, drill, (world.clock[0].side + 1) % world.rules[0].sides)


@kernel
def give_turn(world: World, drill: Drill, first: int) -> None:
    """DRILL-2.3, DRILL-2.4: the turn goes to the first side from here on that can take one; none: the round is over."""
    clock = world.clock[0]
    sides = world.rules[0].sides
    for offset in range(sides):
        side = (first + offset) % sides
        if can_take_turn(world, drill, side):
            clock.side = side
            clock.decision = ACTIVATION
            clock.unit = NOBODY
            clock.owes = 1 << side
            return
    end_round(world, drill)


@kernel
def can_take_turn(world: World, drill: Drill, side: int) -> bool:
    """DRILL-2.4: whether a side has not passed and has a unit that can move or a card to draw."""
    party = drill.parties[side]
    if party.passed or party.units == 0:
        return False
    if may_draw(world, drill, side):
        return True
    for unit in range(len(world.units)):
        state = world.units[unit]
        if state.allegiance.side == side and state.status.alive and destinations(world, drill, unit) != 0:
            return True
    return False


@kernel
def end_round(world: World, drill: Drill) -> None:
    """DRILL-7.2: after the last round the battle ends; else a new round begins."""
    drill.round[0].stage = NEW_ROUND
    if world.clock[0].turn < drill.round[0].last:
        return
    most = 0
    for side in range(world.rules[0].sides):
        most = max(most, int(drill.parties[side].units))
    winners = 0
    for side in range(world.rules[0].sides):
        if drill.parties[side].units == most:
            winners |= 1 << side
    finish(world, drill, winners, ROUNDS_PLAYED)


@kernel
def end_if_decided(world: World, drill: Drill) -> bool:
    """DRILL-7.1: end the battle when at most one side has units left."""
    alive = 0
    count = 0
    for side in range(world.rules[0].sides):
        if drill.parties[side].units > 0:
            alive |= 1 << side
            count += 1
    if count > 1:
        return False
    finish(world, drill, alive, LAST_SIDE)
    return True


@kernel
def finish(world: World, drill: Drill, winners: int, reason: int) -> None:
    """DRILL-7.1, DRILL-7.2: the battle is over."""
    clock = world.clock[0]
    clock.over = True
    clock.owes = 0
    clock.decision = 0
    clock.unit = NOBODY
    clock.side = NOBODY
    clock.winners = winners
    clock.reason = reason
    for side in range(world.rules[0].sides):
        clock.scores[side] = drill.parties[side].units
    emit(world, ENDED, NOBODY, NOBODY).numbers[0] = clock.turn


@kernel
def check_sequence(world: World, order: OrderRecord) -> None:
    """DRILL-2.1: everything that forbids a bid. Passing is always allowed."""
    if order.kind == BID:
        highest = highest_bid(open_drill(world), order.side)
        if order.number < 0 or order.number > highest:
            finding = find(world, BID_TOO_HIGH, NOBODY, NOBODY)
            finding.numbers[0] = order.number
            finding.numbers[1] = highest


@kernel
def count_sequence(world: World, side: int, unit: int, kind: int) -> int:
    """DRILL-2.1, DRILL-2.3: every bid up to the highest; one way to pass."""
    return highest_bid(open_drill(world), side) + 1 if kind == BID else 1


@kernel
def sequence_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """DRILL-2.1: bids from low to high."""
    out.number = index


@kernel
def apply_sequence(world: World, order: OrderRecord) -> None:
    """DRILL-2.1, DRILL-2.3: note a bid, or that a side passes."""
    drill = open_drill(world)
    clock = world.clock[0]
    clock.owes &= ~(1 << order.side)
    clock.phase = SEQUENCE
    if order.kind == BID:
        drill.parties[order.side].bid = max(0, min(int(order.number), highest_bid(drill, order.side)))
    else:
        drill.parties[order.side].passed = True
        emit(world, PASSED, NOBODY, NOBODY).numbers[0] = order.side


SEQUENCE_SYSTEM = System(
    "drill.sequence",
    "sequence",
    SEQUENCE_KINDS,
    advance=advance_sequence,
    check=check_sequence,
    count=count_sequence,
    member=sequence_member,
    apply=apply_sequence,
)
