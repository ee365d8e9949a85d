"""How an order is chosen where nobody is asked: policies, which are kernels that the compiled loops call.

A policy chooses by its key and by what it sees of the position, and by nothing else: the same key and the same position
give the same order. What it draws comes from streams that the rules' dice never use, so it neither foresees nor shifts
a die.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from enfilade.core.engine.kernel import Kernel, entry, kernel, specialised
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World
from enfilade.systems.family import Family
from enfilade.systems.legal import ANY, CountLegal, Filter, ListLegal, owes
from enfilade.systems.pipeline import Pipeline

LEGAL_MAX = 1 << 32
"""Legal orders are counted no further than this, which is as far as one can be drawn."""
POLICY_STREAM = 0x0B075
UNIT_STREAM = 0x0B076
TRIES = 64
"""Units tried for one that has an order; after that all orders are counted."""

Choose = Kernel[[World, int, int, int], bool]
"""Puts an order that answers the decision owed into ``world.orders[0]``; false when it finds none.

Parameters: the world; the side it chooses for, which owes the decision, or ``ANY`` when one policy plays all sides that
owe it and may answer for any of them; the low and the high half of the policy's 64-bit key. The order is legal, in the
form in which legal orders are listed. Nothing else of the world is changed but scratch and memory. ``asked_side`` makes
one side of ``ANY``.
"""


@dataclass(frozen=True)
class Policy:
    """A way to choose orders.

    Attributes:
        name: by which it is asked for, as bots are.
        make: its kernel for the rules that a pipeline joins; the same pipeline and family give the same kernel.
    """

    name: str
    make: Callable[[Pipeline, Family], Choose]


@kernel
def asked_side(world: World, side: int) -> int:
    """The side that a policy chooses for: the one given, or for ``ANY`` the first that owes the decision."""
    if side != ANY:
        return side
    for number in range(world.rules[0].sides):
        if owes(world, number):
            return number
    return 0


@kernel
def random_rank(key_low: int, key_high: int, step: int, count: int) -> int:
    """A rank below ``count`` (at least 1), and below ``LEGAL_MAX``, for the order of this step."""
    return uniform(Words(0, step & MASK_32, POLICY_STREAM, 0), key_low, key_high, min(count, LEGAL_MAX))


@entry
def choose_rank(key_low: int, key_high: int, step: int, count: int) -> int:
    """The same choice, for a bot in Python."""
    return random_rank(key_low, key_high, step, count)


@specialised
def drawing(count_legal: CountLegal, list_legal: ListLegal) -> Choose:
    """Draw from all legal orders of the side, each equally likely."""

    @kernel
    def draw(world: World, side: int, key_low: int, key_high: int) -> bool:
        chosen = Filter(side, ANY, ANY)
        count = count_legal(world, chosen, LEGAL_MAX)
        if count == 0:
            return False
        rank = random_rank(key_low, key_high, world.clock[0].step, count)
        return list_legal(world, chosen, rank, 1) == 1

    return draw


@kernel
def drawn_unit(world: World, key_low: int, key_high: int, attempt: int) -> int:
    """The unit that the decision is about, or one drawn from all units and the side itself."""
    clock = world.clock[0]
    if clock.unit != NOBODY:
        return clock.unit
    place = Words(attempt, clock.step & MASK_32, UNIT_STREAM, 0)
    return uniform(place, key_low, key_high, len(world.units) + 1)


@specialised
def unit_drawing(count_legal: CountLegal, list_legal: ListLegal) -> Choose:
    """Draw a unit (or the side itself) that has orders, each equally likely, then one of its orders.

    After ``TRIES`` draws without one it draws from all orders.
    """

    @kernel
    def draw(world: World, side: int, key_low: int, key_high: int) -> bool:
        chosen = Filter(side, drawn_unit(world, key_low, key_high, 0), ANY)
        count = count_legal(world, chosen, LEGAL_MAX)
        attempt = 1
        while count == 0 and attempt <= TRIES:
            unit = drawn_unit(world, key_low, key_high, attempt) if attempt < TRIES else ANY
            chosen = Filter(side, unit, ANY)
            count = count_legal(world, chosen, LEGAL_MAX)
            attempt += 1
        if count == 0:
            return False
        rank = random_rank(key_low, key_high, world.clock[0].step, count)
        return list_legal(world, chosen, rank, 1) == 1

    return draw


def random_choice(pipeline: Pipeline, family: Family) -> Choose:
    """The kernel of ``random`` for the rules that a pipeline joins."""
    made: Choose = drawing(pipeline.count_legal, pipeline.list_legal)
    return made


def random_unit_choice(pipeline: Pipeline, family: Family) -> Choose:
    """The kernel of ``random-unit`` for the rules that a pipeline joins."""
    made: Choose = unit_drawing(pipeline.count_legal, pipeline.list_legal)
    return made


RANDOM = Policy("random", random_choice)
RANDOM_UNIT = Policy("random-unit", random_unit_choice)
DRAWN = (RANDOM, RANDOM_UNIT)
"""Policies that only draw; a loop of these alone is soon compiled."""
