"""Objectives: who holds them, and what they are worth."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.presence import Presence, presence_of, stands_on
from enfilade.core.state.world import World
from enfilade.systems.system import System

from .tables import Play, play_of
from .words import OBJECTIVE_TAKEN


@kernel
def new_holder(world: World, presence: Presence, holder: int, x: int, y: int) -> int:
    """MARCH-7.1: who holds an objective now that ``holder`` held until now, -1 for nobody."""
    if holder != NOBODY and stands_on(world, presence, holder, x, y):
        return holder
    for side in range(world.rules[0].sides):
        if plays(world, side) and stands_on(world, presence, side, x, y):
            return side
    return holder


@kernel
def take_objectives(world: World) -> None:
    """MARCH-7.1: note who holds each objective, and tell of those that change hands."""
    play = play_of(world)
    presence = presence_of(world)
    for i in range(len(play.objectives)):
        objective = play.objectives[i]
        side = new_holder(world, presence, play.holdings[i].side, objective.x, objective.y)
        if side != play.holdings[i].side:
            play.holdings[i].side = side
            tell_taken(world, side, objective.value, objective.x, objective.y)
            set_scores(world, play)


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
    """MARCH-7.2: the score of a side is the value of what it holds."""
    scores = world.clock[0].scores
    for side in range(world.rules[0].sides):
        scores[side] = 0
    for i in range(len(play.objectives)):
        side = play.holdings[i].side
        if side != NOBODY:
            scores[side] += play.objectives[i].value


OBJECTIVE_SYSTEM = System("objectives", "sequence", advance=take_objectives)
