"""What a position is worth to a side, in whole numbers: by this a bot compares what orders lead to.

A family may say better what it wants of its units; what is here goes for any.
"""

from __future__ import annotations

from dataclasses import dataclass

from enfilade.core.engine.kernel import Kernel, kernel
from enfilade.core.state.world import World

VICTORY_WORTH = 100_000
SCORE_WORTH = 30
"""A point of a score: as much as ten paces of way."""
UNIT_WORTH = 40
STEP_WORTH = 15
"""Each step of a unit but its last."""
ORDER_WORTH = 12
"""That a unit is not disrupted."""
PACE_WORTH = 3
"""One pace nearer to where a unit should go."""
PACES_MAX = 333
"""How far away counts what no way leads to."""

Survey = Kernel[[World, int], None]
Standing = Kernel[[World, int, int, int, int], int]
Tally = Kernel[[World, int], int]


@dataclass(frozen=True)
class Worth:
    """What a family's positions are worth, as kernels.

    Attributes:
        tally: what a side has of a position, wherever its units stand: harm done and suffered, scores, the end of the
            battle. It is more where the side is better off, and looks only at what the side may know.
        survey: looks at a position for a side and notes on the desk what ``standing`` needs of it.
        standing: what it is worth to its side that a unit stands at a place and looks that way, in the position that
            was surveyed last, for that side: unit, x, y and facing, -1 for none.
    """

    tally: Tally
    survey: Survey
    standing: Standing


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
    """What a unit in play is worth to its side."""
    slot = world.units[unit]
    order = 0 if slot.condition.disrupted else ORDER_WORTH
    return UNIT_WORTH + STEP_WORTH * (slot.status.steps - 1) + order


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


@kernel
def plain_tally(world: World, side: int) -> int:
    """What units in play, scores and the end of the battle are worth to a side, wherever the units stand."""
    value = result(world, side)
    for unit in range(len(world.units)):
        slot = world.units[unit]
        if slot.status.alive:
            value += attitude(world, side, slot.allegiance.side) * strength(world, unit)
    return value


PLAIN_WORTH = Worth(plain_tally, no_survey, near_enemies)
"""For families that say nothing of their own."""
