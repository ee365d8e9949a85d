"""What must hold in every position of what the sequence of play keeps; for checks, not for rules."""

from __future__ import annotations

import numpy as np

from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .activation import last_winners
from .alternation import best_score, leaders
from .exits import ways_of
from .tables import play_of
from .words import LAST_SIDE, POINTS_REACHED, TURNS_PLAYED


def hides_units(world: World) -> bool:
    """Whether a position is what a side may see of one: the records of units that it does not know are zero."""
    return not world.units.records()["components"].all()


def can_still_order(world: World, side: int) -> bool:
    """MARCH-6.1, MARCH-6.3: whether a side plays, has not passed and has a unit that may act, as the units say."""
    if hides_units(world):
        return True
    units = world.units.records()
    own = units["status"]["alive"] & (units["allegiance"]["side"] == side) & ~units["status"]["done"]
    has_passed = play_of(world).turn[0].passed >> side & 1
    return plays(world, side) and not has_passed and bool(own.any())


def wrong_holdings(world: World) -> list[str]:
    """MARCH-7.1, MARCH-7.2: objectives of neutral sides, and scores that are not the value of what a side holds."""
    play = play_of(world)
    scores = [0] * world.rules[0].sides
    broken = []
    for objective, holding in zip(play.objectives, play.holdings, strict=True):
        if holding.side != NOBODY:
            scores[holding.side] += objective.value
            if world.rules[0].neutral >> holding.side & 1:
                broken.append(f"MARCH-7.1: side {holding.side}, which is neutral, holds an objective")
    for departure in ways_of(world).departures:
        if departure.exit:
            way = ways_of(world).exits[departure.exit - 1]
            scores[way.side] += way.value
    may_have_left = hides_units(world) and len(ways_of(world).exits) > 0  # who has left may be hidden
    if scores != list(world.clock[0].scores)[: len(scores)] and not may_have_left:
        broken.append(f"MARCH-7.2: the scores are {list(world.clock[0].scores)[: len(scores)]}, expected {scores}")
    return broken


def wrong_end(world: World) -> list[str]:
    """MARCH-7.3, MARCH-7.4, MECH-D13: an end that units, scores and turn do not lead to, or other winners than they."""
    clock = world.clock[0]
    rules = play_of(world).rules[0]
    if not clock.over:
        return []
    if clock.reason == LAST_SIDE:
        return wrong_last_side(world)
    best = best_score(world)
    broken = []
    if clock.reason == POINTS_REACHED and not 0 < rules.points <= best:
        broken.append(
            f"MARCH-7.3: the battle is over by points, the best score is {best}, the score needed {rules.points}"
        )
    if clock.reason == TURNS_PLAYED and clock.turn != rules.last:
        broken.append(f"MARCH-7.4: the battle is over in turn {clock.turn}, the last turn is {rules.last}")
    if clock.winners != leaders(world, best):
        broken.append(f"MARCH-7.4: the winners are {clock.winners:#b}, by the scores {leaders(world, best):#b}")
    return broken


def wrong_last_side(world: World) -> list[str]:
    """MECH-D13: an end as only one side is left, while more are, or another one wins, as the units say."""
    units = world.units.records()
    sides = set(units["allegiance"]["side"][units["status"]["alive"]].tolist())
    left = sum(1 << side for side in range(world.rules[0].sides) if side in sides and plays(world, side))
    winners = last_winners(world, left)
    if hides_units(world) or (winners == world.clock[0].winners and left.bit_count() <= 1):
        return []
    return [f"MECH-D13: {left:#b} are the sides with units, {world.clock[0].winners:#b} wins, expected {winners:#b}"]


def wrong_departures(world: World) -> list[str]:
    """MECH-D13: units that have left and are in play, or have left by an exit of another side."""
    ways = ways_of(world)
    broken = []
    for unit, departure in enumerate(ways.departures):
        slot = world.units[unit]
        if departure.exit and (slot.status.alive or ways.exits[departure.exit - 1].side != slot.allegiance.side):
            broken.append(f"MECH-D13: unit {unit} has left by exit {departure.exit}, and cannot have")
    return broken


def half_hidden(world: World) -> list[str]:
    """Units without components whose record is not empty, as that of a hidden unit is."""
    units = world.units.records()
    bare = np.flatnonzero(units["components"] == 0).tolist()
    return [f"unit {slot} has no components and is not hidden" for slot in bare if any(units[slot].tobytes())]
