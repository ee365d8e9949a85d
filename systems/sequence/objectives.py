"""Objectives: who holds them, and what they are worth."""

from __future__ import annotations

from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.orders.say import emit
from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World
from enfilade.systems.system import Advance, System

from .exits import add_departures
from .tables import Play, play_of
from .words import OBJECTIVE_TAKEN

Stands = Kernel[[World, int, int, int], bool]
"""Whether a side has a unit at a place of the board, given the side, x and y."""


@specialised
def taking(stands: Stands) -> Advance:
    """MARCH-7.1: note who holds each objective, and tell of those that change hands."""

    @kernel
    def take_objectives(world: World) -> None:
        play = play_of(world)
        for i in range(len(play.objectives)):
            objective = play.objectives[i]
            holder = play.holdings[i].side
            if holder != NOBODY and stands(world, holder, objective.x, objective.y):
                continue
            side = holder
            for other in range(world.rules[0].sides - 1, -1, -1):
                if plays(world, other) and stands(world, other, objective.x, objective.y):
                    side = other
            if side != holder:
                play.holdings[i].side = side
                tell_taken(world, side, objective.value, objective.x, objective.y)
                set_scores(world, play)

    return take_objectives


@kernel
def tell_taken(world: World, side: int, value: int, x: int, y: int) -> None:
    """Say that a side has taken an objective."""
    event = emit(world, OBJECTIVE_TAKEN, NOBODY, NOBODY)
    event.numbers[0] = side
    event.numbers[1] = value
    event.x = x
    event.y = y


@kernel
def set_scores(world: World, play: Play) -> None:
    """MARCH-7.2, MECH-D13: the score of a side is the value of what it holds, and of its units that have left."""
    scores = world.clock[0].scores
    for side in range(world.rules[0].sides):
        scores[side] = 0
    for i in range(len(play.objectives)):
        side = play.holdings[i].side
        if side != NOBODY:
            scores[side] += play.objectives[i].value
    add_departures(world)


def objective_system(stands: Stands) -> System:
    """The system that notes who holds objectives where units stand as this kernel says."""
    return System("objectives", "sequence", advance=taking(stands))
