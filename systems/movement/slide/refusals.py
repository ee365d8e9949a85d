"""Why a basic move cannot be: what the unit is, where the move ends, and the path it names."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, PLACEMENTS, placement_at, placements
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import find
from enfilade.core.relations.crushing import can_crush, free_to
from enfilade.core.relations.reach.slides import ends_in, has_seen_all, search_slides
from enfilade.core.relations.reach.ways import NO_COST, begin_way, direction_to, extend_way, way_of
from enfilade.core.rulebook.chassis import GROUND, MOBILITY, MOVE_MAX, SHUTDOWN
from enfilade.core.state.grids import Grids, free_cells, grid_at
from enfilade.core.state.messages import NOBODY, FindingRecord, OrderRecord
from enfilade.core.state.world import World

from .words import (
    CANNOT_SLIDE,
    CELLS_TAKEN,
    CRUSH_STOPS,
    GRID_BLOCKED,
    HAS_ACTED,
    IS_IMMOBILIZED,
    IS_SHUT_DOWN,
    MOVE_TOO_DEAR,
    NO_CHANGE,
    NO_GROUND_UNIT,
    NO_ROOM,
    NO_WAY,
    NOT_INSIDE_GRID,
    NOT_NEXT_GRID,
    OUT_OF_REACH,
    WRONG_END,
)


@kernel
def allowance_of(world: World, grids: Grids, unit: int) -> int:
    """MECH-D14, MECH-X7: the grids of a unit's move; in the mobility stance twice as many."""
    allowance = grids.chassis[unit].allowance
    if world.units[unit].condition.stance == MOBILITY:
        allowance = 2 * allowance
    return min(allowance, MOVE_MAX)


@kernel
def can_slide(world: World, grids: Grids, unit: int) -> bool:
    """MECH-1.2.1, MECH-D13, MECH-D14: whether a unit may make a basic move at all now."""
    slot = world.units[unit]
    may_move = not slot.status.done and slot.condition.stance != SHUTDOWN and not slot.condition.immobilized
    return grids.chassis[unit].kind == GROUND and may_move


@kernel
def check_mover(world: World, grids: Grids, unit: int) -> None:
    """MECH-1.2.1, MECH-D13, MECH-D14: findings about what keeps a unit from any basic move."""
    if world.units[unit].status.done:
        find(world, HAS_ACTED, unit, NOBODY)
    if world.units[unit].condition.stance == SHUTDOWN:
        find(world, IS_SHUT_DOWN, unit, NOBODY)
    if world.units[unit].condition.immobilized:
        find(world, IS_IMMOBILIZED, unit, NOBODY)
    if grids.chassis[unit].kind != GROUND:
        find(world, NO_GROUND_UNIT, unit, NOBODY)


@kernel
def find_at(world: World, reason: int, unit: int, x: int, y: int) -> FindingRecord:
    """A finding about a unit and a place."""
    finding = find(world, reason, unit, NOBODY)
    finding.x = x
    finding.y = y
    return finding


@kernel
def lies_inside(world: World, unit: int, x: int, y: int) -> bool:
    """MECH-1.2.1e: whether a unit's base, put on a cell, lies in one grid."""
    size = world.units[unit].base.size
    return x % GRID + size <= GRID and y % GRID + size <= GRID


@kernel
def check_end(world: World, grids: Grids, order: OrderRecord) -> bool:
    """MECH-1.2.0, MECH-1.2.1b, MECH-1.2.1e: a finding when a unit cannot stand at the end; whether there is none."""
    unit = order.unit
    slot = world.units[unit]
    stays = slot.position.x == order.x and slot.position.y == order.y
    if not lies_inside(world, unit, order.x, order.y):
        find_at(world, NOT_INSIDE_GRID, unit, order.x, order.y)
    elif stays and slot.facing.direction == order.direction and order.length == 0:
        find(world, NO_CHANGE, unit, NOBODY)
    elif not has_room_at(world, grids, unit, order.x, order.y):
        find_at(world, CELLS_TAKEN, unit, order.x, order.y)
    else:
        return True
    return False


@kernel
def has_room_at(world: World, grids: Grids, unit: int, x: int, y: int) -> bool:
    """MECH-1.2.1b, MECH-1.2.6: whether the cells under an end are free for a unit, or are when it has crushed."""
    index = grid_at(grids, x, y)
    free = placements(free_cells(world, grids, unit, index), world.units[unit].base.size)
    return (free >> placement_at(x, y)) & 1 == 1 or can_crush(world, grids, unit, index)


@kernel
def check_reach(world: World, grids: Grids, order: OrderRecord) -> None:
    """MECH-1.2.1c, MECH-1.2.1h, MECH-D22: a finding when no way leads to the end, or none within the allowance."""
    unit = order.unit
    allowance = allowance_of(world, grids, unit)
    if comes_to(world, grids, order, allowance):
        return
    if comes_to(world, grids, order, MOVE_MAX) or not has_seen_all(world, grids, MOVE_MAX):
        find_at(world, OUT_OF_REACH, unit, order.x, order.y).numbers[0] = allowance
    else:
        find_at(world, NO_WAY, unit, order.x, order.y)


@kernel
def comes_to(world: World, grids: Grids, order: OrderRecord, allowance: int) -> bool:
    """MECH-1.2.1, MECH-D17: whether a way leads to an end within an allowance."""
    search = search_slides(world, grids, order.unit, allowance)
    return (ends_in(search, grid_at(grids, order.x, order.y)) >> placement_at(order.x, order.y)) & 1 == 1


@kernel
def path_grid(world: World, grids: Grids, order: OrderRecord, step: int) -> int:
    """Index of the grid that a path names at a step, from 1."""
    width = world.rules[0].width
    cell = order.path[step - 1]
    return grid_at(grids, cell % width, cell // width)


@kernel
def check_path(world: World, grids: Grids, order: OrderRecord) -> None:
    """MECH-1.2.1, MECH-D17: a finding about the first step of a path that cannot be made, or else about its end."""
    begin_way(world, grids, order.unit)
    for step in range(1, order.length + 1):
        if not check_step(world, grids, order, step):
            return
    if path_grid(world, grids, order, order.length) != grid_at(grids, order.x, order.y):
        find_at(world, WRONG_END, order.unit, order.x, order.y)
    elif check_end(world, grids, order):
        check_last(world, grids, order)


@kernel
def check_step(world: World, grids: Grids, order: OrderRecord, step: int) -> bool:
    """MECH-1.2.1a, MECH-1.2.6c, MECH-1.2.1h: a finding when a step cannot be made; whether there is none.

    What the last step costs hangs on the end, which is not looked at here.
    """
    unit = order.unit
    allowance = allowance_of(world, grids, unit)
    before = way_of(world)[step - 1].grid
    index = path_grid(world, grids, order, step)
    if direction_to(grids, before, index) == NOBODY:
        find_step(world, NOT_NEXT_GRID, grids, unit, step, index)
    elif step > 1 and not stays_open(world, grids, unit, before):
        find(world, CRUSH_STOPS, unit, NOBODY).numbers[0] = step
    elif not extend_way(world, grids, unit, step, index):
        find_step(world, blocked_by(world, grids, unit, index), grids, unit, step, index)
    elif step < order.length and least_cost(world, step) > allowance:
        find_dear(world, unit, step, least_cost(world, step), allowance)
    else:
        return True
    return False


@kernel
def stays_open(world: World, grids: Grids, unit: int, index: int) -> bool:
    """MECH-1.2.6c, MECH-D8: whether a unit goes through a grid without a crush that stops it, so that it may go on."""
    free = placements(free_to(world, grids, unit, index), world.units[unit].base.size)
    return free != 0 or not can_crush(world, grids, unit, index)


@kernel
def least_cost(world: World, step: int) -> int:
    """What it costs at least to come so far along a way."""
    cost = NO_COST
    for placement in range(PLACEMENTS):
        cost = min(cost, way_of(world)[step].costs[placement])
    return cost


@kernel
def blocked_by(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.1b, MECH-1.2.1c, MECH-1.2.1e: the reason why a step into a neighbouring grid cannot be made."""
    free = free_cells(world, grids, unit, index)
    if free == 0:
        return GRID_BLOCKED
    return CANNOT_SLIDE if placements(free, world.units[unit].base.size) != 0 else NO_ROOM


@kernel
def find_step(world: World, reason: int, grids: Grids, unit: int, step: int, index: int) -> None:
    """A finding about a step of a path into a grid."""
    finding = find_at(world, reason, unit, index % grids.wide * GRID, index // grids.wide * GRID)
    finding.numbers[0] = step


@kernel
def find_dear(world: World, unit: int, step: int, cost: int, allowance: int) -> None:
    """MECH-1.2.1h: a finding about more movement than there is."""
    finding = find(world, MOVE_TOO_DEAR, unit, NOBODY)
    finding.numbers[0] = step
    finding.numbers[1] = cost
    finding.numbers[2] = allowance


@kernel
def check_last(world: World, grids: Grids, order: OrderRecord) -> None:
    """MECH-1.2.1c, MECH-1.2.1h: a finding when the end cannot be reached in the last grid of a path."""
    last = way_of(world)[order.length]
    placement = placement_at(order.x, order.y)
    allowance = allowance_of(world, grids, order.unit)
    if not (last.reached >> placement) & 1:
        find_at(world, CANNOT_SLIDE, order.unit, order.x, order.y).numbers[0] = order.length
    elif last.costs[placement] > allowance:
        find_dear(world, order.unit, order.length, last.costs[placement], allowance)
