"""What positions of the mech family are worth: harm, objectives and exits, and enemies in front of armed units."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, east_of, south_of
from enfilade.core.engine.kernel import kernel
from enfilade.core.state.grids import grids_of
from enfilade.core.state.world import World
from enfilade.systems.fire.direct.tables import arms_of
from enfilade.systems.worth import PACE_WORTH, PACES_MAX, Worth, attitude, judging

from .goals import crowd_cost, drawing, surveying, towards_of

RANGE = 6
"""Large grids from which having an enemy in front is worth something."""
ADJACENT_WORTH = 6


@kernel
def paces_to(world: World, goal: int, unit: int, x: int, y: int) -> int:
    """Large grids from that of a cell to a goal."""
    grids = grids_of(world)
    return towards_of(world).paces[(goal * grids.high + y // GRID) * grids.wide + x // GRID].count


survey = surveying(paces_to, GRID)
draw = drawing(paces_to)


@kernel
def is_before(across: int, along: int, facing: int) -> bool:
    """Whether what lies so many grids east and south is in front, 45 degrees to each side; the own grid is."""
    forward = across * east_of(facing) + along * south_of(facing)
    return abs(across * south_of(facing)) + abs(along * east_of(facing)) <= forward


@kernel
def target_worth(across: int, along: int) -> int:
    """What one enemy in front is worth, the nearer the more."""
    near = 1 if max(abs(across), abs(along)) <= 1 else 0
    return 1 + max(RANGE - abs(across) - abs(along), 0) + ADJACENT_WORTH * near


@kernel
def view_worth(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """What it is worth to have enemies in front: the one that is worth most counts."""
    side = world.units[unit].allegiance.side
    best = 0
    for other in range(len(world.units)):
        slot = world.units[other]
        if slot.status.alive and attitude(world, side, slot.allegiance.side) < 0:
            across = slot.position.x // GRID - x // GRID
            along = slot.position.y // GRID - y // GRID
            if is_before(across, along, facing):
                best = max(best, target_worth(across, along))
    return best


@kernel
def approach(world: World, unit: int, x: int, y: int) -> int:
    """What a place is worth to an armed unit where there are no goals: how near the nearest enemy is."""
    side = world.units[unit].allegiance.side
    nearest = PACES_MAX
    for other in range(len(world.units)):
        slot = world.units[other]
        if slot.status.alive and attitude(world, side, slot.allegiance.side) < 0:
            across = slot.position.x // GRID - x // GRID
            along = slot.position.y // GRID - y // GRID
            nearest = min(nearest, max(abs(across), abs(along)))
    return -PACE_WORTH * nearest


@kernel
def standing(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """What it is worth to have a unit at a place, looking that way."""
    is_armed = arms_of(world).fighters[unit].weapon_count > 0
    value = -crowd_cost(world, unit, GRID, x, y)
    if len(towards_of(world).goals) > 0:
        value += draw(world, unit, x, y)
    elif is_armed:
        value += approach(world, unit, x, y)
    if is_armed:
        value += view_worth(world, unit, x, y, facing)
    return value


WORTH = Worth(survey, standing, judging(survey, standing))
