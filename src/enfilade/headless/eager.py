"""A quick policy with some purpose: of a few orders drawn at random it takes the best at sight.

It attacks when an attack is among them, else it makes the move after which the unit stands best. It tries nothing and
looks at no odds, so that an order costs little more than one drawn at random. Playouts are played by it.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.orders.standing import kind_index
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.world import World
from enfilade.systems.family import Family
from enfilade.systems.legal import ANY, CountLegal, Filter, ListLegal
from enfilade.systems.pipeline import Pipeline
from enfilade.systems.worth import Standing, Survey

from .policies import LEGAL_MAX, Choose, Policy, asked_side

EAGER_STREAM = 0x0B079
DRAWN = 8
"""Orders that are looked at."""
ATTACK_PROMISE = 1 << 20
"""An attack promises more than any move."""


@specialised
def promising(standing: Standing) -> Kernel[[World, OrderRecord, int], int]:
    """What an order promises the side that was surveyed: how much better a unit of its own stands after a move."""

    @kernel
    def promise(world: World, order: OrderRecord, side: int) -> int:
        kind = world.kinds[kind_index(world, order.kind)]
        if kind.needs_target:
            return ATTACK_PROMISE
        if not kind.needs_unit or not kind.has_place:
            return 0
        slot = world.units[order.unit]
        if slot.allegiance.side != side:
            return 0
        now = standing(world, order.unit, slot.position.x, slot.position.y, slot.facing.direction)
        return standing(world, order.unit, order.x, order.y, order.direction) - now

    return promise


@specialised
def drawing_best(
    count_legal: CountLegal, list_legal: ListLegal, survey: Survey, promise: Kernel[[World, OrderRecord, int], int]
) -> Choose:
    """Draw ``DRAWN`` of the legal orders of a side, and take the one that promises most, the first of several."""

    @kernel
    def draw(world: World, asked: int, key_low: int, key_high: int) -> bool:
        side = asked_side(world, asked)
        chosen = Filter(side, ANY, ANY)
        count = count_legal(world, chosen, LEGAL_MAX)
        if count == 0:
            return False
        survey(world, side)
        best = taken = 0
        for draw in range(min(DRAWN, count)):
            place = Words(draw, world.clock[0].step & MASK_32, EAGER_STREAM, 0)
            rank = draw if count <= DRAWN else uniform(place, key_low, key_high, count)
            list_legal(world, chosen, rank, 1)
            promised = promise(world, world.orders[0], side)
            if draw == 0 or promised > best:
                best = promised
                taken = rank
        return list_legal(world, chosen, taken, 1) == 1

    return draw


def eager_choice(pipeline: Pipeline, family: Family) -> Choose:
    """The kernel of ``eager`` for the rules that a pipeline joins."""
    worth = family.worth
    made: Choose = drawing_best(pipeline.count_legal, pipeline.list_legal, worth.survey, promising(worth.standing))
    return made


EAGER = Policy("eager", eager_choice)
