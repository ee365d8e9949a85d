"""MECH-D17, MECH-D22: the way of a move, grid by grid: which one an order stands for, and where the unit stands on it.

A way is followed forward, all parts of each grid that can be reached along it at once, each at its least cost; then
back from the end, choosing in each grid the part it was cheapest to come through, and in that the placement where
fewest enemies lock the unit.
"""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Table, Vector, i8, i16, i32
from enfilade.core.board.grids import (
    DIRECTIONS,
    PLACEMENTS,
    crossing,
    first_part,
    first_placement,
    placements,
    spread,
)
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import WAY
from enfilade.core.rulebook.chassis import MOVE_MAX
from enfilade.core.state.grids import Grids, footprint, grid_index, placement_of
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from ..crushing import can_crush, free_to
from ..lock_on import fewest_lockers, least_locked
from .slides import Search, cost_beyond, cost_of, forget, neighbour

NO_COST = 32_767


class WayStep(Record):
    """One grid of a way, the first one that in which the unit stands."""

    grid: i32
    free: i16  # cells free to the unit
    reached: i16  # placements that can be reached along the way
    chosen: i8  # the placement at which the unit stands there
    costs: Annotated[Vector, "<i2", PLACEMENTS]  # of coming to each


WAY_STEP_DTYPE = WayStep.dtype


def way_tables() -> list[TableSpec]:
    """The scratch of a way."""
    return [TableSpec("way", WAY, Block.SCRATCH, WayStep, MOVE_MAX + 1)]


@kernel
def way_of(world: World) -> Table[WayStep]:
    """The steps of a way."""
    return table(world.desk, start_of(world.layout, WAY), count_of(world.layout, WAY), WAY_STEP_DTYPE)


@kernel
def begin_way(world: World, grids: Grids, unit: int) -> None:
    """Begin a way where a unit stands: at all placements that it can shift to."""
    base = footprint(world, unit)
    begin_step_of_way(world, grids, unit, 0, grid_index(grids, base))
    step = way_of(world)[0]
    step.reached = spread(1 << placement_of(base), placements(step.free, base.size))
    for placement in range(PLACEMENTS):
        if (step.reached >> placement) & 1:
            step.costs[placement] = 0


@kernel
def begin_step_of_way(world: World, grids: Grids, unit: int, number: int, index: int) -> None:
    """Note a grid of a way, which nothing has reached yet."""
    step = way_of(world)[number]
    step.grid = index
    step.free = free_to(world, grids, unit, index)
    step.reached = 0
    step.chosen = NOBODY
    for placement in range(PLACEMENTS):
        step.costs[placement] = NO_COST


@kernel
def direction_to(grids: Grids, index: int, to: int) -> int:
    """The direction in which a neighbouring grid lies, -1 when it is none."""
    for direction in range(DIRECTIONS):
        if neighbour(grids, index, direction) == to:
            return direction
    return NOBODY


@kernel
def extend_way(world: World, grids: Grids, unit: int, number: int, index: int) -> bool:
    """MECH-1.2.1a, MECH-1.2.1c, MECH-D17: go on to a neighbouring grid; whether any part of it can be reached.

    A grid that can only be entered by crushing is reached as a whole.
    """
    before = way_of(world)[number - 1]
    begin_step_of_way(world, grids, unit, number, index)
    step = way_of(world)[number]
    size = world.units[unit].base.size
    direction = direction_to(grids, before.grid, index)
    if direction == NOBODY:
        return False
    allowed = placements(before.free, size)
    left = before.reached & allowed  # nothing leads on from a grid that was entered by crushing
    while left != 0:
        part = first_part(left, allowed)
        left &= ~part
        cost = cost_in(before, part) + 1 + fewest_lockers(world, grids, unit, before.grid, part)
        arrived = spread(crossing(part, size, before.free, step.free, direction), placements(step.free, size))
        if arrived == 0 and can_crush(world, grids, unit, index):
            arrived = 1
        reach_at(step, arrived, cost)
    return step.reached != 0


@kernel
def cost_in(step: WayStep, part: int) -> int:
    """What it costs to come to a part along the way; the same for all its placements."""
    for placement in range(PLACEMENTS):
        if (part >> placement) & 1:
            return step.costs[placement]
    return NO_COST


@kernel
def reach_at(step: WayStep, arrived: int, cost: int) -> None:
    """Note placements that are reached at a cost, where none is less."""
    step.reached |= arrived
    for placement in range(PLACEMENTS):
        if (arrived >> placement) & 1:
            step.costs[placement] = min(step.costs[placement], cost)


@kernel
def choose_placements(world: World, grids: Grids, unit: int, steps: int, end: int) -> None:
    """MECH-D17: choose where the unit stands in each grid of a way of so many steps that ends at a placement."""
    way = way_of(world)
    way[steps].chosen = end
    size = world.units[unit].base.size
    to = spread(1 << end, placements(way[steps].free, size)) | 1 << end
    number = steps - 1
    while number >= 0:
        part = part_before(world, grids, unit, number, to, way[number + 1].costs[way[number + 1].chosen])
        way[number].chosen = least_locked(world, grids, unit, way[number].grid, part)
        to = part
        number -= 1


@kernel
def part_before(world: World, grids: Grids, unit: int, number: int, to: int, cost: int) -> int:
    """The first part of a grid from which the next part of a way is reached at its cost."""
    way = way_of(world)
    step = way[number]
    size = world.units[unit].base.size
    direction = direction_to(grids, step.grid, way[number + 1].grid)
    allowed = placements(step.free, size)
    found = 0
    left = step.reached & allowed
    while left != 0 and found == 0:
        part = first_part(left, allowed)
        left &= ~part
        leaving = cost_in(step, part) + 1 + fewest_lockers(world, grids, unit, step.grid, part)
        arrived = crossing(part, size, step.free, way[number + 1].free, direction)
        is_crushed = arrived == 0 and can_crush(world, grids, unit, way[number + 1].grid)
        if leaving == cost and (arrived & to != 0 or is_crushed):
            found = part
    return found


@kernel
def canonical_way(world: World, grids: Grids, search: Search, unit: int, index: int, placement: int) -> int:
    """MECH-D22: follow the way to an end that a search has found; how many steps it has.

    Of the cheapest ways it is the one whose first differing step comes first in the order north, east, south, west:
    each step goes that way first from which the end can still be reached at its cost.
    """
    mark_ways(world, grids, search, unit, index, placement)
    begin_way(world, grids, unit)
    way = way_of(world)
    steps = 0
    while steps < MOVE_MAX and not is_at_end(search, way[steps], index, placement):
        direction = next_direction(world, grids, search, unit, steps)
        if direction == NOBODY:
            return NOBODY
        steps += 1
        extend_way(world, grids, unit, steps, neighbour(grids, way[steps - 1].grid, direction))
    return steps


@kernel
def is_at_end(search: Search, step: WayStep, index: int, placement: int) -> bool:
    """Whether a way has come to its end, at its cost."""
    return step.grid == index and step.costs[placement] == cost_of(search, index, placement)


@kernel
def mark_ways(world: World, grids: Grids, search: Search, unit: int, index: int, placement: int) -> None:
    """Mark all parts through which a cheapest way to an end leads, from the end backward; the search is used up."""
    forget(search)
    size = world.units[unit].base.size
    end = search.reached[index]
    part = 1 if end.crush != NOBODY else spread(1 << placement, placements(end.free, size))
    end.marked = part
    search.reach[0].stops = 0
    push_part(search, index, part)
    while search.reach[0].stops > 0:
        search.reach[0].stops -= 1
        stop = search.stops[search.reach[0].stops]
        mark_before(world, grids, search, unit, stop.grid, stop.seeds)


@kernel
def push_part(search: Search, index: int, part: int) -> None:
    """Put a part on the list of those whose predecessors are to be marked."""
    stop = search.stops[search.reach[0].stops]
    stop.grid = index
    stop.seeds = part
    search.reach[0].stops += 1


@kernel
def mark_before(world: World, grids: Grids, search: Search, unit: int, index: int, part: int) -> None:
    """Mark the parts of the neighbours from which a part is reached at its cost."""
    for direction in range(DIRECTIONS):
        before = neighbour(grids, index, direction)
        if before != NOBODY and search.reached[before].stamp == search.reach[0].stamp:
            found = search.reached[before]
            left = found.settled & ~found.marked
            while left != 0:
                other = first_part(left, placements(found.free, world.units[unit].base.size))
                left &= ~other
                if leads_to(world, grids, search, unit, before, other, index, part):
                    found.marked |= other
                    push_part(search, before, other)


@kernel
def leads_to(world: World, grids: Grids, search: Search, unit: int, index: int, part: int, to: int, other: int) -> bool:
    """Whether a part of a grid leads over the border to a part of a neighbour, at the cost of coming there."""
    here = search.reached[index]
    there = search.reached[to]
    if cost_beyond(search, index, first_placement(part)) != cost_of(search, to, first_placement(other)):
        return False
    direction = direction_to(grids, index, to)
    arrived = crossing(part, world.units[unit].base.size, here.free, there.free, direction)
    return there.crush != NOBODY or arrived & other != 0


@kernel
def next_direction(world: World, grids: Grids, search: Search, unit: int, steps: int) -> int:
    """MECH-D22: the first direction, from north by east, in which a cheapest way to the end leads on; -1 for none."""
    step = way_of(world)[steps]
    found = search.reached[step.grid]
    for direction in range(DIRECTIONS):
        to = neighbour(grids, step.grid, direction)
        if to == NOBODY or search.reached[to].stamp != search.reach[0].stamp:
            continue
        left = step.reached & found.marked
        while left != 0:
            part = first_part(left, placements(found.free, world.units[unit].base.size))
            left &= ~part
            is_cheapest = cost_in(step, part) == cost_of(search, step.grid, first_placement(part))
            if is_cheapest and leads_to_marked(world, grids, search, unit, step.grid, part, to):
                return direction
    return NOBODY


@kernel
def leads_to_marked(world: World, grids: Grids, search: Search, unit: int, index: int, part: int, to: int) -> bool:
    """Whether a part of a grid leads to any marked part of a neighbour."""
    there = search.reached[to]
    allowed = placements(there.free, world.units[unit].base.size) | (there.crush != NOBODY)
    left = there.marked
    while left != 0:
        other = first_part(left, allowed)
        left &= ~other
        if leads_to(world, grids, search, unit, index, part, to, other):
            return True
    return False
