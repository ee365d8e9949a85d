"""Whole games in one compiled loop: count the legal orders, draw one by rank, take it, pass until the next decision.

The loop is the second driver of the rules; the first is ``Battle.step``. Both call the same kernels.
"""

from __future__ import annotations

from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, specialised
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import open_world
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY, CountLegal, Filter, ListLegal

from .policies import choose_rank, random_rank

LIMIT = 1 << 40


@specialised
def random_play_entry(
    count_legal: CountLegal, list_legal: ListLegal, take: Kernel[..., int], settle: Kernel[..., int]
) -> Any:
    """At most ``steps`` orders of a game, drawn from all legal ones; how many were taken.

    Ends earlier when the battle is over or a step has a fault. The game can be played on by calling it again.
    """

    @entry
    def play(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, key_low: int, key_high: int, steps: int
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        clock = world.clock[0]
        everything = Filter(ANY, ANY, ANY)
        taken = 0
        world.notes[0].fault = NO_FAULT
        while taken < steps and not clock.over and world.notes[0].fault == NO_FAULT:
            count = count_legal(world, everything, LIMIT)
            rank = random_rank(key_low, key_high, clock.step, max(count, 1))
            list_legal(world, everything, rank, 1)
            take(world)
            settle(world)
            taken += 1
        return taken

    return play


def random_player(game: Game) -> Entry[..., int]:
    """The loop for the rules of a game."""
    pipeline = game.pipeline
    made: Entry[..., int] = random_play_entry(
        pipeline.count_legal, pipeline.list_legal, pipeline.take_kernel, pipeline.settle_kernel
    )
    return made


def take_random_orders(game: Game, key: int, steps: int = 1 << 30) -> int:
    """Play a game with orders drawn from all legal ones and the key's dice, with whatever code is loaded.

    Args:
        game: played on from where it stands.
        key: 64 bits; the same key draws the same orders.
        steps: orders at most.

    Returns:
        How many were taken.

    Raises:
        StepFault: a step could not be finished.
    """
    game.give_dice(())
    taken = random_player(game)(*game.places, key & 0xFFFFFFFF, key >> 32, steps)
    game.raise_fault()
    return taken


def loop_entries(game: Game) -> tuple[Entry[..., Any], ...]:
    """Every entry that headless games need."""
    return (random_player(game), choose_rank)
