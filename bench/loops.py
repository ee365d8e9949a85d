"""A second way of random play in the compiled loop: one unit's orders at a time."""

from __future__ import annotations

from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.orders.records import NOBODY
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import World, open_world
from enfilade.headless.policies import random_rank
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY, Filter

LIMIT = 1 << 40
UNIT_STREAM = 0x0B076
TRIES = 64
"""Units tried for one that has an order; after that all orders are counted."""


@kernel
def drawn_unit(world: World, key_low: int, key_high: int, attempt: int) -> int:
    """The unit that the decision is about, or one drawn from all units and the side itself."""
    clock = world.clock[0]
    if clock.unit != NOBODY:
        return clock.unit
    place = Words(attempt, clock.step & MASK_32, UNIT_STREAM, 0)
    return uniform(place, key_low, key_high, len(world.units) + 1)


@specialised
def unit_play_entry(count_legal: Any, list_legal: Any, take: Kernel[..., int], settle: Kernel[..., int]) -> Any:
    """At most ``steps`` orders, each drawn from those of a unit (or of the side itself) that is drawn first."""

    @entry
    def play(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, key_low: int, key_high: int, steps: int
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        clock = world.clock[0]
        taken = 0
        world.notes[0].fault = NO_FAULT
        while taken < steps and not clock.over and world.notes[0].fault == NO_FAULT:
            chosen = Filter(ANY, drawn_unit(world, key_low, key_high, 0), ANY)
            count = count_legal(world, chosen, LIMIT)
            attempt = 1
            while count == 0 and attempt <= TRIES:
                unit = drawn_unit(world, key_low, key_high, attempt) if attempt < TRIES else ANY
                chosen = Filter(ANY, unit, ANY)
                count = count_legal(world, chosen, LIMIT)
                attempt += 1
            list_legal(world, chosen, random_rank(key_low, key_high, clock.step, max(count, 1)), 1)
            take(world)
            settle(world)
            taken += 1
        return taken

    return play


def unit_player(game: Game) -> Entry[..., int]:
    """The loop for the rules of a game."""
    pipeline = game.pipeline
    made: Entry[..., int] = unit_play_entry(
        pipeline.count_legal, pipeline.list_legal, pipeline.take_kernel, pipeline.settle_kernel
    )
    return made
