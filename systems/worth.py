"""What a position is worth to a side, in whole numbers: by this a bot compares what orders lead to.

A family may say better what it wants of its units; what is here goes for any.
"""

from __future__ import annotations

from dataclasses import dataclass

from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.state.world import World

VICTORY_WORTH = 100_000
SCORE_WORTH = 60
"""A point of a score."""
UNIT_WORTH = 40
STEP_WORTH = 15
"""Each step of a unit but its last."""
DISRUPTED_COST = 12
PACE_WORTH = 3
"""One pace nearer to where a unit should go."""
PACES_MAX = 333
"""How far away counts what no way leads to."""

Survey = Kernel[[World, int], None]
Standing = Kernel[[World, int, int, int, int], int]
Judge = Kernel[[World, int], int]


@dataclass(frozen=True)
class Worth:
    """What a family's positions are worth, as kernels.

    Attributes:
        survey: looks at a position for a side and notes on the desk what ``standing`` needs of it.
        standing: what it is worth to its side that a unit stands at a place and looks that way, in the position that
            was surveyed for that side: unit, x, y and facing, -1 for none.
        judge: what a position is worth to a side: more than another that the side would rather not have. It surveys
            the position itself.
    """

    survey: Survey
    standing: Standing
    judge: Judge


@kernel
def no_survey(world: World, side: int) -> None:
    """Nothing is noted."""


@kernel
def attitude(world: World, side: int, other: int) -> int:
    """1 towards a side and its allies, -1 towards those that a side is hostile to, 0 towards others."""
    if (world.rules[0].allied[side] >> other) & 1 == 1:
        return 1
    return -1 if (world.rules[0].hostile[side] >> other) & 1 == 1 else 0


@kernel
def nearest_enemy(world: World, unit: int, x: int, y: int) -> int:
    """Columns or rows, whichever are more, from a place to the nearest enemy of a unit; 0 without enemies."""
    side = world.units[unit].allegiance.side
    nearest = PACES_MAX
    found = False
    for other in range(len(world.units)):
        slot = world.units[other]
        if slot.status.alive and attitude(world, side, slot.allegiance.side) < 0:
            found = True
            nearest = min(nearest, max(abs(slot.position.x - x), abs(slot.position.y - y)))
    return nearest if found else 0


@kernel
def near_enemies(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """A unit should be near an enemy."""
    return -PACE_WORTH * nearest_enemy(world, unit, x, y)


@kernel
def strength(world: World, unit: int) -> int:
    """What a unit in play is worth to its side, wherever it stands."""
    slot = world.units[unit]
    cost = DISRUPTED_COST if slot.condition.disrupted else 0
    return UNIT_WORTH + STEP_WORTH * (slot.status.steps - 1) - cost


@kernel
def result(world: World, side: int) -> int:
    """What scores are worth to a side, and the end of the battle if it has ended."""
    clock = world.clock[0]
    value = 0
    for other in range(world.rules[0].sides):
        value += SCORE_WORTH * attitude(world, side, other) * clock.scores[other]
    if clock.over and clock.winners != 0:
        value += VICTORY_WORTH if (clock.winners >> side) & 1 == 1 else -VICTORY_WORTH
    return value


@specialised
def judging(survey: Survey, standing: Standing) -> Judge:
    """Units in play and their strength, where those of the side stand, scores, and the end of the battle."""

    @kernel
    def judge(world: World, side: int) -> int:
        survey(world, side)
        value = result(world, side)
        for unit in range(len(world.units)):
            slot = world.units[unit]
            if slot.status.alive:
                towards = attitude(world, side, slot.allegiance.side)
                value += towards * strength(world, unit)
                if towards > 0:
                    value += standing(world, unit, slot.position.x, slot.position.y, slot.facing.direction)
        return value

    return judge


PLAIN_WORTH = Worth(no_survey, near_enemies, judging(no_survey, near_enemies))
"""For families that say nothing of their own."""
