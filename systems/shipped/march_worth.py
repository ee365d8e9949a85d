"""What positions of the march family are worth: objectives, and how near units are to them."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.state.parties import parties_of
from enfilade.core.state.world import World
from enfilade.systems.movement.straight.tables import march_of
from enfilade.systems.sequence.tables import play_of
from enfilade.systems.worth import Worth, plain_tally

from .goals import as_the_crow_flies, drawing, surveying, towards_of


@kernel
def paces_to(world: World, goal: int, unit: int, x: int, y: int) -> int:
    """Steps of a unit's footing from a square to a goal."""
    rules = world.rules[0]
    towards = towards_of(world)
    if len(towards.paces) == 0:
        return as_the_crow_flies(world, 1, goal, x, y)
    squares = rules.width * rules.height
    footings = len(towards.paces) // (len(towards.goals) * squares)
    footing = march_of(world).marchers[unit].footing
    return towards.paces[(goal * footings + footing) * squares + y * rules.width + x].count


survey = surveying(paces_to, 1)
draw = drawing(paces_to)


@kernel
def standing(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """What it is worth to have a unit on a square; where it looks is nothing to it."""
    worth: int = draw(world, unit, x, y)
    return worth


@kernel
def tally_march(world: World, side: int) -> int:
    """What any side has; one that has passed has given away the marches of its units."""
    has_passed = (play_of(world).turn[0].passed >> side) & 1 == 1
    given_away = parties_of(world)[side].fresh if has_passed else 0
    return plain_tally(world, side) - given_away


WORTH = Worth(tally_march, survey, standing)
