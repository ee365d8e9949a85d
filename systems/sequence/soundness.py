"""What must hold in every position of what the sequence of play keeps; for checks, not for rules."""

from __future__ import annotations

from enfilade.core.relations.hostility import plays
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .tables import play_of


def can_still_order(world: World, side: int) -> bool:
    """MARCH-6.1, MARCH-6.3: whether a side plays, has not passed and has a unit that may act, as the units say."""
    units = world.units.records()
    if not units["components"].all():  # the records of hidden units are zero
        return True
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
    if scores != list(world.clock[0].scores)[: len(scores)]:
        broken.append(f"MARCH-7.2: the scores are {list(world.clock[0].scores)[: len(scores)]}, expected {scores}")
    return broken
