"""What positions of the mech family are worth: harm, objectives and exits, and enemies in front of armed units."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Table, Vector, i16
from enfilade.core.board.grids import DIRECTIONS, GRID, east_of, south_of
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, start_of
from enfilade.core.engine.slots import PROSPECT
from enfilade.core.state.grids import grids_of
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World
from enfilade.systems.fire.direct.tables import arms_of
from enfilade.systems.sequence.exits import ways_of
from enfilade.systems.worth import PACE_WORTH, PACES_MAX, Worth, attitude, plain_tally, strength

from .goals import LEAVING_COST, as_the_crow_flies, drawing, surveying, towards_of

RANGE = 6
"""Large grids from which having an enemy in front is worth something."""
ADJACENT_WORTH = 6
CROWD_DISTANCE = 2
CROWD_COST = 3
"""For each enemy within ``CROWD_DISTANCE`` large grids but the first."""


class Prospect(Record):
    """What the large grid that was looked at last is worth to a unit, by facing."""

    unit: i16  # -1 none
    column: i16
    row: i16
    worth: Annotated[Vector, "<i8", DIRECTIONS]


PROSPECT_DTYPE = Prospect.dtype


def prospect_tables() -> list[TableSpec]:
    """The table of the grid that was looked at last."""
    return [TableSpec("prospect", PROSPECT, Block.SCRATCH, Prospect, 1)]


@kernel
def prospect_of(world: World) -> Prospect:
    """The grid that was looked at last."""
    prospects: Table[Prospect] = table(world.desk, start_of(world.layout, PROSPECT), 1, PROSPECT_DTYPE)
    return prospects[0]


@kernel
def paces_to(world: World, goal: int, unit: int, x: int, y: int) -> int:
    """Large grids from that of a cell to a goal."""
    grids = grids_of(world)
    paces = towards_of(world).paces
    if len(paces) == 0:
        return as_the_crow_flies(world, GRID, goal, x, y)
    return paces[(goal * grids.high + y // GRID) * grids.wide + x // GRID].count


survey_goals = surveying(paces_to, GRID)
draw = drawing(paces_to)


@kernel
def survey(world: World, side: int) -> None:
    """Note who is near to each goal, and forget the last position."""
    survey_goals(world, side)
    prospect_of(world).unit = NOBODY


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
def look_around(world: World, unit: int, column: int, row: int) -> None:
    """Note what a grid is worth to a unit: by the goals, by how near enemies are, and by those in front."""
    prospect = prospect_of(world)
    side = world.units[unit].allegiance.side
    is_armed = arms_of(world).fighters[unit].weapon_count > 0
    for facing in range(DIRECTIONS):
        prospect.worth[facing] = 0
    nearest = PACES_MAX
    crowd = 0
    for other in range(len(world.units)):
        slot = world.units[other]
        if slot.status.alive and attitude(world, side, slot.allegiance.side) < 0:
            across, along = slot.position.x // GRID - column, slot.position.y // GRID - row
            paces = max(abs(across), abs(along))
            nearest = min(nearest, paces)
            crowd += int(paces <= CROWD_DISTANCE)
            for facing in range(DIRECTIONS if is_armed else 0):
                if is_before(across, along, facing):
                    prospect.worth[facing] = max(prospect.worth[facing], target_worth(across, along))
    place = -CROWD_COST * max(crowd - 1, 0)
    if len(towards_of(world).goals) > 0:
        place += draw(world, unit, column * GRID, row * GRID)
    elif is_armed:
        place -= PACE_WORTH * nearest
    for facing in range(DIRECTIONS):
        prospect.worth[facing] += place
    prospect.unit = unit
    prospect.column = column
    prospect.row = row


@kernel
def standing(world: World, unit: int, x: int, y: int, facing: int) -> int:
    """What it is worth to have a unit at a place, looking that way. All cells of a large grid are alike."""
    prospect = prospect_of(world)
    column, row = x // GRID, y // GRID
    if prospect.unit != unit or prospect.column != column or prospect.row != row:
        look_around(world, unit, column, row)
    return prospect.worth[max(facing, 0)]


@kernel
def tally_mech(world: World, side: int) -> int:
    """What any side has; a unit that has left by an exit is not lost, though it would be worth more on the board."""
    value = plain_tally(world, side)
    departures = ways_of(world).departures
    for unit in range(len(departures)):
        if departures[unit].exit > 0:
            towards = attitude(world, side, world.units[unit].allegiance.side)
            value += towards * (strength(world, unit) - LEAVING_COST)
    return value


WORTH = Worth(tally_mech, survey, standing)
