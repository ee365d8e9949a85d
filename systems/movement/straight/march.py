"""The march of a unit: what forbids it, which there are, and what it does."""

from __future__ import annotations

from enfilade.core.board.bits import bit_count, lowest_bit, without_lowest
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit, find
from enfilade.core.relations.reach.straight import Straight, step_count
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.parties import finish
from enfilade.core.state.presence import move_to
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from .blocks import check_end, check_leg
from .ends import count_ends, find_ends, others_in_play
from .tables import March, march_of
from .words import HAS_MARCHED, MARCH_KIND, MARCH_TOO_FAR, MARCHED, MARCHED_BY, WAYPOINTS


@kernel
def leg_of(world: World, order: OrderRecord, part: int) -> Straight:
    """MARCH-X1: the first or the second straight part of a march; without a waypoint the second has no steps."""
    position = world.units[order.unit].position
    width = world.rules[0].width
    by_x = order.path[0] % width if order.length > 0 else order.x
    by_y = order.path[0] // width if order.length > 0 else order.y
    if part == 0:
        return Straight(position.x, position.y, by_x, by_y)
    return Straight(by_x, by_y, order.x, order.y)


@kernel
def check_march(world: World, order: OrderRecord) -> None:
    """MARCH-X1, MARCH-6.2, MARCH-D4, MARCH-D7: everything that forbids a march."""
    march = march_of(world)
    first = leg_of(world, order, 0)
    second = leg_of(world, order, 1)
    steps = step_count(first) + step_count(second)
    allowance = march.marchers[order.unit].allowance
    if world.units[order.unit].status.done:
        find(world, HAS_MARCHED, order.unit, NOBODY)
    if order.length > 1:
        find(world, WAYPOINTS, order.unit, NOBODY).numbers[0] = order.length
    elif steps > allowance:
        find_too_far(world, order.unit, steps, allowance)
    else:
        check_way(world, march, order, first, second)


@kernel
def find_too_far(world: World, unit: int, steps: int, allowance: int) -> None:
    """MARCH-D7: a finding about more steps than the allowance."""
    finding = find(world, MARCH_TOO_FAR, unit, NOBODY)
    finding.numbers[0] = steps
    finding.numbers[1] = allowance


@kernel
def check_way(world: World, march: March, order: OrderRecord, first: Straight, second: Straight) -> None:
    """MARCH-D3, MARCH-D4: everything that blocks a march; the way counts only when not all others are allies."""
    side = world.units[order.unit].allegiance.side
    others = others_in_play(world, side)
    before = step_count(first)
    if others == 0:
        check_end(world, march, order.unit, before + step_count(second), order.x, order.y)
    else:
        check_leg(world, march, order.unit, others, first, 0)
        check_leg(world, march, order.unit, others, second, before)


@kernel
def count_marches(world: World, side: int, unit: int, kind: int) -> int:
    """MARCH-6.4: how many straight marches a unit may make now."""
    if world.units[unit].status.done:
        return 0
    march = march_of(world)
    find_ends(world, march, unit)
    return count_ends(march, march.marchers[unit].allowance)


@kernel
def march_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MARCH-6.4: the straight march with that index, by its end, row by row."""
    march = march_of(world)
    find_ends(world, march, unit)
    position = world.units[unit].position
    reach = march.rules[0].reach
    left = index
    for dy in range(-march.marchers[unit].allowance, march.marchers[unit].allowance + 1):
        bits = march.ends[reach + dy].ends
        if left < bit_count(bits):
            out.x = position.x - reach + lowest_bit(without_lowest(bits, left))
            out.y = position.y + dy
            return
        left -= bit_count(bits)


@kernel
def apply_march(world: World, order: OrderRecord) -> None:
    """MARCH-6.2: put the unit on the end of its march and tell of it; then the sequence of play goes on."""
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = SEQUENCE
    if world.units[order.unit].status.alive:
        tell_march(world, order)
        move_to(world, order.unit, order.x, order.y)
        finish(world, order.unit)


@kernel
def tell_march(world: World, order: OrderRecord) -> None:
    """Say from where to where a unit marches, before it does."""
    width = world.rules[0].width
    position = world.units[order.unit].position
    event = emit(world, MARCHED_BY if order.length > 0 else MARCHED, order.unit, NOBODY)
    event.x = order.x
    event.y = order.y
    event.numbers[0] = step_count(leg_of(world, order, 0)) + step_count(leg_of(world, order, 1))
    event.numbers[1] = position.y * width + position.x
    if order.length > 0:
        event.numbers[2] = order.path[0]


MARCH_SYSTEM = System(
    "straight march",
    "movement",
    (MARCH_KIND,),
    check=check_march,
    count=count_marches,
    member=march_member,
    apply=apply_march,
)
