"""What a drill position is worth, for bots that compare positions; no rule depends on it."""

from __future__ import annotations

from enfilade.authoring import World, Worth, attitude, kernel, near_enemies, no_survey, plain_tally

from .components import open_drill

SHAKEN_COST = 12


@kernel
def tally(world: World, side: int) -> int:
    """Units left, less for those that are shaken."""
    value = plain_tally(world, side)
    soldiers = open_drill(world).soldiers
    for unit in range(len(world.units)):
        if world.units[unit].status.alive and soldiers[unit].shaken:
            value -= SHAKEN_COST * attitude(world, side, world.units[unit].allegiance.side)
    return value


WORTH = Worth(tally, no_survey, near_enemies)
