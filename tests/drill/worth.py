"""What a drill position is worth, for bots that compare positions; no rule depends on it."""

from __future__ import annotations

from enfilade.authoring import World, Worth, attitude, kernel, no_survey, plain_tally

from .components import open_drill
from .squares import hostile_units, sees

SHAKEN_COST = 12
SHOT_COST = 5
"""Each die of a shot that an enemy may still fire at a unit when it enters a square."""


@kernel
def tally(world: World, side: int) -> int:
    """Units left, less for those that are shaken."""
    value = plain_tally(world, side)
    soldiers = open_drill(world).soldiers
    for unit in range(len(world.units)):
        if world.units[unit].status.alive and soldiers[unit].shaken:
            value -= SHAKEN_COST * attitude(world, side, world.units[unit].allegiance.side)
    return value


@kernel
def standing(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """A unit should not enter squares on which enemies may fire at it; where it stands already nobody does."""
    position = world.units[unit].position
    if x == position.x and y == position.y:
        return 0
    soldiers = open_drill(world).soldiers
    value = 0
    for other in range(len(world.units)):
        enemy = world.units[other]
        if enemy.status.alive and hostile_units(world, other, unit):
            may_fire = not soldiers[other].shaken and not soldiers[other].fired
            if may_fire and sees(world, enemy.position.x, enemy.position.y, x, y):
                value -= SHOT_COST * soldiers[other].power
    return value


WORTH = Worth(tally, no_survey, standing)
