"""MECH-1.2.1, MECH-D17: where a unit can slide to, at which cost, over large grids.

A unit in a grid can be at all placements that it can shift to, at no cost: a *part* of the grid. It leaves by sliding
over a border, from any placement of the part, for one movement and one more for each enemy that locks it where fewest
do. So a search goes from part to part, the cheapest first.

What a search has found stays in memory until the next one, under a key that says all it depends on.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from enfilade.components.record import Record, Table, Vector, flag, i16, i32, i64
from enfilade.core.board.grids import (
    DIRECTIONS,
    EAST,
    GRID,
    NORTH,
    SOUTH,
    WEST,
    crossing,
    east_of,
    first_part,
    placement_count,
    placements,
    south_of,
    spread,
)
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import END_COUNTS, REACH, REACHED, STOPS
from enfilade.core.rulebook.chassis import MOVE_MAX
from enfilade.core.state.grids import Grids, footprint, grid_index, placement_of
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from ..crushing import can_crush, free_to
from ..lock_on import fewest_lockers

PARTS_MAX = 5
"""Parts of one grid at most: of nine cells no more than five lie apart from one another."""
COST_MAX = 32_767
"""Above every cost."""
SLIDING, FLYING, VANISHING = 0, 1, 2
WAYS_TO_MOVE = 3


class Reach(Record):
    """One search: what it was for, how far it looks, what it has found, and where listing its ends has come to.

    It is known as long as the unit, the way it moves and both marks of ``core.state.grids`` are those that it was for.
    """

    known: flag
    unit: i32
    how: i32  # the way it moves and its allowance, as ``how_of`` makes it
    terrain: i64
    units: i64
    stamp: i32  # of the grids that it has come to
    west: i32  # grids that it may come to: from this column
    east: i32  # to the one before this,
    north: i32  # and from this row
    south: i32  # to the one before this
    ends: i32  # placements at which the move can end
    stops: i32  # in use
    first: Annotated[Vector, "<i4", MOVE_MAX + 1]  # the first stop of each cost, -1 none
    before: i32  # ends and facings listed before the cells of a row of a grid
    column: i32  # where these lie: the column, in grids
    row: i32  # and the row, in cells


class Reached(Record):
    """How a search has come to one grid."""

    stamp: i32
    free: i16  # cells free to the unit
    allowed: i16  # placements on them
    settled: i16  # placements reached
    noted: i16  # placements at which an arrival is noted,
    noted_cost: i16  # at this cost
    marked: i16  # placements through which a cheapest way leads; see ``ways``
    crush: i16  # cost of coming to it by crushing, which ends the move; -1 when it cannot be
    parts: i16  # how many parts are reached
    masks: Annotated[Vector, "<i2", PARTS_MAX]  # the placements of each
    costs: Annotated[Vector, "<i2", PARTS_MAX]  # of coming to each
    leaving: Annotated[Vector, "<i2", PARTS_MAX]  # of coming from it to the next grid


class EndCount(Record):
    """How many ends there were the last time that a unit's were counted, and what that depends on."""

    known: flag
    how: i32
    terrain: i64
    units: i64
    ends: i32


class Stop(Record):
    """Placements of a grid at which the unit arrives at some cost."""

    grid: i32
    seeds: i16
    after: i32  # another stop of the same cost, -1 none


REACH_DTYPE = Reach.dtype
REACHED_DTYPE = Reached.dtype
STOP_DTYPE = Stop.dtype
END_COUNT_DTYPE = EndCount.dtype


class Search(NamedTuple):
    """The tables of a search."""

    reach: Table[Reach]  # (1,)
    reached: Table[Reached]  # (high * wide,)
    stops: Table[Stop]


def slide_tables(units: int, wide: int, high: int) -> list[TableSpec]:
    """What is remembered for so many units on a board of so many large grids, and the scratch of a search."""
    near = min(wide * high, 2 * MOVE_MAX * (MOVE_MAX + 1) + 1)
    return [
        TableSpec("reach", REACH, Block.MEMORY, Reach, 1),
        TableSpec("reached", REACHED, Block.MEMORY, Reached, wide * high),
        TableSpec("end_counts", END_COUNTS, Block.MEMORY, EndCount, units * WAYS_TO_MOVE),
        TableSpec("stops", STOPS, Block.SCRATCH, Stop, near * PARTS_MAX * DIRECTIONS + 1),
    ]


@kernel
def search_of(world: World) -> Search:
    """The tables of a search."""
    layout = world.layout
    return Search(
        table(world.desk, start_of(layout, REACH), 1, REACH_DTYPE),
        table(world.desk, start_of(layout, REACHED), count_of(layout, REACHED), REACHED_DTYPE),
        table(world.desk, start_of(layout, STOPS), count_of(layout, STOPS), STOP_DTYPE),
    )


@kernel
def how_of(way: int, allowance: int) -> int:
    """A way to move (SLIDING, FLYING or VANISHING) and an allowance as one number."""
    return allowance * WAYS_TO_MOVE + way


@kernel
def is_known(grids: Grids, search: Search, unit: int, how: int) -> bool:
    """Whether what the latest search has found is what a search for this unit would find."""
    reach = search.reach[0]
    mark = grids.mark[0]
    is_same = reach.known and reach.unit == unit and reach.how == how
    return is_same and reach.terrain == mark.terrain and reach.units == mark.units


@kernel
def begin_search(world: World, grids: Grids, search: Search, unit: int, way: int, allowance: int) -> None:
    """Forget what the last search has found; the next one is this."""
    reach = search.reach[0]
    reach.known = True
    reach.unit = unit
    reach.how = how_of(way, allowance)
    reach.terrain = grids.mark[0].terrain
    reach.units = grids.mark[0].units
    reach.stamp = (reach.stamp + 1) & 0x3FFFFFFF
    x, y = world.units[unit].position.x // GRID, world.units[unit].position.y // GRID
    reach.west, reach.east = max(x - allowance, 0), min(x + allowance + 1, grids.wide)
    reach.north, reach.south = max(y - allowance, 0), min(y + allowance + 1, grids.high)
    reach.ends = 0
    reach.stops = 0
    for cost in range(allowance + 1):
        reach.first[cost] = NOBODY
    begin_list(reach)


@kernel
def begin_list(reach: Reach) -> None:
    """List the ends of a search from the first one on."""
    reach.before = 0
    reach.column = reach.west
    reach.row = reach.north * GRID


@kernel
def forget(search: Search) -> None:
    """Let nobody use what the latest search has found."""
    search.reach[0].known = False


@kernel
def open_grid(search: Search, index: int) -> Reached:
    """A grid to which a search has come for the first time, with nothing noted."""
    found = search.reached[index]
    found.stamp = search.reach[0].stamp
    found.free = 0
    found.allowed = 0
    found.settled = 0
    found.noted = 0
    found.noted_cost = COST_MAX
    found.crush = NOBODY
    found.marked = 0
    found.parts = 0
    return found


@kernel
def look_at(world: World, grids: Grids, search: Search, unit: int, index: int) -> Reached:
    """What a search knows of a grid, noted when it is first looked at."""
    found = search.reached[index]
    if found.stamp != search.reach[0].stamp:
        open_grid(search, index)
        found.free = free_to(world, grids, unit, index)
        found.allowed = placements(found.free, world.units[unit].base.size)
    return found


@kernel
def add_stop(search: Search, cost: int, index: int, seeds: int) -> None:
    """Note that the unit arrives at placements of a grid."""
    reach = search.reach[0]
    stop = search.stops[reach.stops]
    stop.grid = index
    stop.seeds = seeds
    stop.after = reach.first[cost]
    reach.first[cost] = reach.stops
    reach.stops += 1


@kernel
def neighbour(grids: Grids, index: int, direction: int) -> int:
    """Index of the grid that lies that way, -1 off the board."""
    x = index % grids.wide + east_of(direction)
    y = index // grids.wide + south_of(direction)
    if x < 0 or y < 0 or x >= grids.wide or y >= grids.high:
        return NOBODY
    return y * grids.wide + x


@kernel
def search_slides(world: World, grids: Grids, unit: int, allowance: int) -> Search:
    """MECH-1.2.1, MECH-1.2.1h, MECH-D17: find every placement that a unit can slide to within an allowance."""
    search = search_of(world)
    if is_known(grids, search, unit, how_of(SLIDING, allowance)):
        return search
    begin_search(world, grids, search, unit, SLIDING, allowance)
    base = footprint(world, unit)
    add_stop(search, 0, grid_index(grids, base), 1 << placement_of(base))
    for cost in range(allowance + 1):
        stop = search.reach[0].first[cost]
        while stop != NOBODY:
            arrive(world, grids, search, unit, search.stops[stop].grid, search.stops[stop].seeds, cost, allowance)
            stop = search.stops[stop].after
    return search


@kernel
def arrive(
    world: World, grids: Grids, search: Search, unit: int, index: int, seeds: int, cost: int, allowance: int
) -> None:
    """MECH-1.2.1g, MECH-D17: settle the parts of a grid in which a unit arrives, and go on to the neighbours."""
    found = look_at(world, grids, search, unit, index)
    left = spread(seeds, found.allowed) & ~found.settled
    while left != 0:
        part = first_part(left, found.allowed)
        left &= ~part
        leaving = cost + 1 + fewest_lockers(world, grids, unit, index, part)
        settle(search, found, part, cost, leaving)
        if leaving <= allowance:
            leave(world, grids, search, unit, index, part, leaving)


@kernel
def settle(search: Search, found: Reached, part: int, cost: int, leaving: int) -> None:
    """Note what it costs to come to the placements of a part, and from them to the next grid."""
    found.settled |= part
    found.masks[found.parts] = part
    found.costs[found.parts] = cost
    found.leaving[found.parts] = leaving
    found.parts += 1
    search.reach[0].ends += placement_count(part)


@kernel
def leave(world: World, grids: Grids, search: Search, unit: int, index: int, part: int, cost: int) -> None:
    """MECH-1.2.1a, MECH-1.2.1c: slide from a part over each border to where that leads."""
    y = index // grids.wide
    x = index - y * grids.wide
    if y > 0 and may_lead_on(search, index - grids.wide, cost):
        slide_over(world, grids, search, unit, index, part, cost, NORTH, index - grids.wide)
    if x < grids.wide - 1 and may_lead_on(search, index + 1, cost):
        slide_over(world, grids, search, unit, index, part, cost, EAST, index + 1)
    if y < grids.high - 1 and may_lead_on(search, index + grids.wide, cost):
        slide_over(world, grids, search, unit, index, part, cost, SOUTH, index + grids.wide)
    if x > 0 and may_lead_on(search, index - 1, cost):
        slide_over(world, grids, search, unit, index, part, cost, WEST, index - 1)


@kernel
def wanted_at(found: Reached, cost: int) -> int:
    """The placements of a grid that are not reached yet and at which no arrival is noted that is as cheap."""
    wanted = found.allowed & ~found.settled
    return wanted & ~found.noted if found.noted_cost <= cost else wanted


@kernel
def may_lead_on(search: Search, index: int, cost: int) -> bool:
    """Whether coming to a grid may lead to anything: it was not looked at, or it is wanted, or might be crushed."""
    found = search.reached[index]
    is_new = found.stamp != search.reach[0].stamp
    return is_new or found.allowed == 0 or wanted_at(found, cost) != 0


@kernel
def slide_over(
    world: World, grids: Grids, search: Search, unit: int, index: int, part: int, cost: int, direction: int, to: int
) -> None:
    """MECH-1.2.1c, MECH-1.2.6: note where a unit arrives in a neighbouring grid, unless that is noted as cheaply."""
    found = look_at(world, grids, search, unit, to)
    wanted = wanted_at(found, cost)
    if wanted != 0:
        size = world.units[unit].base.size
        seeds = crossing(part, size, search.reached[index].free, found.free, direction) & wanted
        if seeds != 0:
            found.noted = found.noted | seeds if found.noted_cost == cost else seeds
            found.noted_cost = cost
            add_stop(search, cost, to, seeds)
    elif found.allowed == 0 and can_crush(world, grids, unit, to):
        note_crush(search, found, cost)


@kernel
def note_crush(search: Search, found: Reached, cost: int) -> None:
    """MECH-1.2.6c: note that a move can end with a crush: at the only placement of so large a base."""
    search.reach[0].ends += found.crush == NOBODY
    found.crush = cost if found.crush == NOBODY else min(found.crush, cost)


@kernel
def note_ends(search: Search, index: int, ends: int) -> None:
    """Note all placements of a grid at which a move can end that does not go from grid to grid."""
    open_grid(search, index).settled = ends
    search.reach[0].ends += placement_count(ends)


@kernel
def has_seen_all(world: World, grids: Grids, allowance: int) -> bool:
    """Whether the latest search, within an allowance, left no grid unseen that a greater one would lead to."""
    search = search_of(world)
    for index in range(len(grids.grids)):
        found = search.reached[index]
        if found.stamp == search.reach[0].stamp:
            for number in range(found.parts):
                if found.leaving[number] > allowance:
                    return False
    return True


@kernel
def ends_in(search: Search, index: int) -> int:
    """The placements of a grid at which a move can end: those reached, or the only one when it is crushed."""
    found = search.reached[index]
    if found.stamp != search.reach[0].stamp:
        return 0
    return found.settled if found.crush == NOBODY else 1


@kernel
def part_with(found: Reached, placement: int) -> int:
    """The number of the part of a grid that has a placement; the last one if none has."""
    number = 0
    while number < found.parts - 1 and not (found.masks[number] >> placement) & 1:
        number += 1
    return number


@kernel
def cost_of(search: Search, index: int, placement: int) -> int:
    """What it costs to come to a placement of a grid at which a move can end."""
    found = search.reached[index]
    return found.costs[part_with(found, placement)] if found.crush == NOBODY else found.crush


@kernel
def cost_beyond(search: Search, index: int, placement: int) -> int:
    """What it costs to come from a placement of a grid, one that is reached, to the next grid."""
    found = search.reached[index]
    return found.leaving[part_with(found, placement)]
