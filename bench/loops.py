"""A second way of random play in the compiled loop: one unit's orders at a time."""

from __future__ import annotations

from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.state.messages import NOBODY
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
def drawing(count_legal: Any, list_legal: Any) -> Any:
    """Take an order in hand, drawn from those of a unit (or of the side itself) that is drawn first."""

    @kernel
    def draw(world: World, key_low: int, key_high: int) -> None:
        chosen = Filter(ANY, drawn_unit(world, key_low, key_high, 0), ANY)
        count = count_legal(world, chosen, LIMIT)
        attempt = 1
        while count == 0 and attempt <= TRIES:
            unit = drawn_unit(world, key_low, key_high, attempt) if attempt < TRIES else ANY
            chosen = Filter(ANY, unit, ANY)
            count = count_legal(world, chosen, LIMIT)
            attempt += 1
        list_legal(world, chosen, random_rank(key_low, key_high, world.clock[0].step, max(count, 1)), 1)

    return draw


@specialised
def unit_play_entry(draw: Any, take: Kernel[..., int], settle: Kernel[..., int]) -> Any:
    """At most ``steps`` orders, each drawn from those of one unit."""

    @entry
    def play(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, key_low: int, key_high: int, steps: int
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        clock = world.clock[0]
        taken = 0
        world.notes[0].fault = NO_FAULT
        while taken < steps and not clock.over and world.notes[0].fault == NO_FAULT:
            draw(world, key_low, key_high)
            take(world)
            settle(world)
            taken += 1
        return taken

    return play


@specialised
def unit_draw_entry(draw: Any) -> Any:
    """Take the order in hand that the loop would take next."""

    @entry
    def draw_order(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, key_low: int, key_high: int
    ) -> None:
        draw(open_world(arenas, derived, desks, game, desk), key_low, key_high)

    return draw_order


def unit_player(game: Game) -> Entry[..., int]:
    """The loop for the rules of a game."""
    pipeline = game.pipeline
    draw = drawing(pipeline.count_legal, pipeline.list_legal)
    made: Entry[..., int] = unit_play_entry(draw, pipeline.take_kernel, pipeline.settle_kernel)
    return made


def unit_drawer(game: Game) -> Entry[..., None]:
    """What the loop begins each step with, for the rules of a game."""
    made: Entry[..., None] = unit_draw_entry(drawing(game.pipeline.count_legal, game.pipeline.list_legal))
    return made
