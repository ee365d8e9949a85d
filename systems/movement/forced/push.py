"""MECH-1.2.4, MECH-D21: a unit is moved by force: knocked back from its attacker, or dragged to it.

The frame says who is moved (``unit``) and by whom (``other``, ``side``), and how many grids it is knocked back
(``length``); 0 grids mean that it is dragged.
"""

from __future__ import annotations

from enfilade.core.board.grids import (
    EAST,
    FULL,
    GRID,
    LARGE,
    NORTH,
    PLACEMENTS,
    SOUTH,
    WEST,
    placement_at,
)
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.decisions import FORCED_MOVE
from enfilade.core.orders.say import emit, find
from enfilade.core.relations.reach.landings import flight_landings
from enfilade.core.relations.reach.slides import neighbour
from enfilade.core.relations.reach.ways import begin_way, choose_placements, extend_way, way_of
from enfilade.core.rulebook.chassis import GROUND
from enfilade.core.state.grids import Grids, footprint, free_cells, grid_at, grid_index, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import pop, top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import PUSH, PUSHING, STANDING
from enfilade.systems.system import MOVEMENT, System

from ..journey import write_path
from .words import HELD_GROUND, NO_PUSH, NOT_PUSHED, PUSH_KIND, PUSHED

FACINGS = 4


@kernel
def is_deciding(frame: Frame) -> bool:
    """Whether a frame is a forced move whose end is to be decided."""
    return frame.kind == PUSH and frame.stage == PUSHING


@kernel
def advance_push(world: World) -> None:
    """MECH-1.2.4a, MECH-D21: ask the causing side where the unit goes; one that cannot go anywhere stays."""
    frame = top(world)
    if not is_deciding(frame):
        return
    clock = world.clock[0]
    if count_ends(world, grids_of(world), frame) > 0:
        clock.decision = FORCED_MOVE
        clock.unit = NOBODY
        clock.owes = 1 << frame.side
        return
    emit(world, HELD_GROUND, frame.unit, NOBODY)
    clock.unit = frame.other
    clock.phase = frame.number
    pop(world)


@kernel
def is_pushed_towards(world: World, frame: Frame, direction: int) -> bool:
    """MECH-X8: whether a knockback goes in a direction: away from the attacker, along the longer way between them.

    Where both ways are equally long the causing side chooses; within one grid it goes where the attacker faces.
    """
    own = world.units[frame.other]
    target = world.units[frame.unit].position
    east = target.x // GRID - own.position.x // GRID
    south = target.y // GRID - own.position.y // GRID
    if east == 0 and south == 0:
        return direction == own.facing.direction
    if direction in (EAST, WEST):
        return abs(east) >= abs(south) and (east > 0) == (direction == EAST)
    return abs(south) >= abs(east) and (south > 0) == (direction == SOUTH)


@kernel
def knock(world: World, grids: Grids, frame: Frame, direction: int) -> int:
    """MECH-1.2.4c, MECH-D21: how many grids away a knockback in one direction ends, by the kind of the moved unit."""
    if grids.chassis[frame.unit].kind == GROUND:
        return slide_back(world, grids, frame, direction)
    return fly_back(world, grids, frame, direction)


@kernel
def slide_back(world: World, grids: Grids, frame: Frame, direction: int) -> int:
    """MECH-D21, MECH-1.2.1f: the steps of a ground unit in one direction, up to the first that cannot be made."""
    unit = frame.unit
    index = grid_index(grids, footprint(world, unit))
    begin_way(world, grids, unit)
    for step in range(1, frame.length + 1):
        index = neighbour(grids, index, direction)
        if not can_step(world, grids, unit, step, index):
            return step - 1
    return frame.length


@kernel
def can_step(world: World, grids: Grids, unit: int, step: int, index: int) -> bool:
    """MECH-1.2.4d, MECH-1.2.4e, MECH-1.2.4h: whether a ground unit can be forced into a grid, crushing nothing.

    It slides there, whatever that would cost.
    """
    if index == NOBODY or (world.units[unit].base.size == LARGE and free_cells(world, grids, unit, index) != FULL):
        return False
    return extend_way(world, grids, unit, step, index)


@kernel
def fly_back(world: World, grids: Grids, frame: Frame, direction: int) -> int:
    """MECH-1.2.2c, MECH-D21: how far a flying unit is knocked: the farthest grid with room, whatever lies before it."""
    unit = frame.unit
    index = grid_index(grids, footprint(world, unit))
    farthest = 0
    for distance in range(1, frame.length + 1):
        index = neighbour(grids, index, direction)
        if index == NOBODY:
            return farthest
        if flight_landings(world, grids, unit, index) != 0:
            farthest = distance
    return farthest


@kernel
def knocked_ends(world: World, grids: Grids, frame: Frame, index: int, direction: int) -> int:
    """MECH-D21, MECH-1.2.4a: the placements of a grid in which a knockback in a direction ends; none in any other."""
    steps = knock(world, grids, frame, direction)
    at = grid_index(grids, footprint(world, frame.unit))
    for _ in range(steps):
        at = neighbour(grids, at, direction)
    if steps == 0 or at != index:
        return 0
    if grids.chassis[frame.unit].kind != GROUND:
        return flight_landings(world, grids, frame.unit, index)
    return way_of(world)[steps].reached


@kernel
def lies_towards(world: World, grids: Grids, unit: int, index: int) -> int:
    """The direction in which a grid lies straight away from a unit's, -1 for its own and for grids that do not."""
    position = world.units[unit].position
    east = index % grids.wide - position.x // GRID
    south = index // grids.wide - position.y // GRID
    if (east == 0) == (south == 0):
        return NOBODY
    if east == 0:
        return SOUTH if south > 0 else NORTH
    return EAST if east > 0 else WEST


@kernel
def are_adjacent(world: World, grids: Grids, unit: int, index: int) -> bool:
    """MECH-1.1.2: whether a grid is one of the eight around a unit's."""
    position = world.units[unit].position
    east = abs(index % grids.wide - position.x // GRID)
    south = abs(index // grids.wide - position.y // GRID)
    return east <= 1 and south <= 1 and east + south > 0


@kernel
def dragged_ends(world: World, grids: Grids, frame: Frame, index: int) -> int:
    """MECH-X8: the placements of a grid beside the attacker to which a unit is dragged, through the air.

    One that is beside the attacker, or in its grid, is there already.
    """
    base = grid_index(grids, footprint(world, frame.unit))
    is_there = are_adjacent(world, grids, frame.other, base) or base == grid_index(grids, footprint(world, frame.other))
    if is_there or not are_adjacent(world, grids, frame.other, index):
        return 0
    return flight_landings(world, grids, frame.unit, index)


@kernel
def ends_in(world: World, grids: Grids, frame: Frame, index: int) -> int:
    """MECH-1.2.4a, MECH-D21: the placements of a grid in which a forced move can end."""
    if frame.length == 0:
        return dragged_ends(world, grids, frame, index)
    direction = lies_towards(world, grids, frame.unit, index)
    if direction == NOBODY or not is_pushed_towards(world, frame, direction):
        return 0
    return knocked_ends(world, grids, frame, index, direction)


@kernel
def first_row(world: World, frame: Frame) -> int:
    """The northernmost row of grids in which a forced move can end."""
    if frame.length == 0:
        return max(world.units[frame.other].position.y // GRID - 1, 0)
    return max(world.units[frame.unit].position.y // GRID - frame.length, 0)


@kernel
def end_row(world: World, grids: Grids, frame: Frame) -> int:
    """One past the southernmost row of grids in which a forced move can end."""
    if frame.length == 0:
        return min(world.units[frame.other].position.y // GRID + 2, grids.high)
    return min(world.units[frame.unit].position.y // GRID + frame.length + 1, grids.high)


@kernel
def count_ends(world: World, grids: Grids, frame: Frame) -> int:
    """MECH-D21: how many ends, without their facings, a forced move has."""
    count = 0
    for row in range(first_row(world, frame), end_row(world, grids, frame)):
        for column in range(grids.wide):
            ends = ends_in(world, grids, frame, row * grids.wide + column)
            for placement in range(PLACEMENTS):
                count += (ends >> placement) & 1
    return count


@kernel
def count_pushes(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-1.2.4a, MECH-1.2.4b: how many cells and facings a unit that is moved by force may be given."""
    frame = top(world)
    if not is_deciding(frame) or frame.unit != unit:
        return 0
    return FACINGS * count_ends(world, grids_of(world), frame)


@kernel
def push_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-1.2.4a: the forced move with that index: by the cell of its end, row by row, then by its facing."""
    grids = grids_of(world)
    frame = top(world)
    left = index // FACINGS
    out.direction = index % FACINGS
    for y in range(first_row(world, frame) * GRID, end_row(world, grids, frame) * GRID):
        for column in range(grids.wide):
            ends = ends_in(world, grids, frame, y // GRID * grids.wide + column)
            for cell in range(GRID):
                if (ends >> placement_at(cell, y)) & 1:
                    if left == 0:
                        out.x = column * GRID + cell
                        out.y = y
                        return
                    left -= 1


@kernel
def can_end_at(world: World, grids: Grids, frame: Frame, x: int, y: int) -> bool:
    """MECH-D21: whether a forced move can end with the base on these cells."""
    return (ends_in(world, grids, frame, grid_at(grids, x, y)) >> placement_at(x, y)) & 1 == 1


@kernel
def check_push(world: World, order: OrderRecord) -> None:
    """MECH-1.2.4, MECH-D21: everything that forbids a forced move."""
    frame = top(world)
    if not is_deciding(frame) or frame.unit != order.unit:
        find(world, NOT_PUSHED, order.unit, NOBODY)
    elif not can_end_at(world, grids_of(world), frame, order.x, order.y):
        finding = find(world, NO_PUSH, order.unit, NOBODY)
        finding.x = order.x
        finding.y = order.y


@kernel
def apply_push(world: World, order: OrderRecord) -> None:
    """MECH-1.2.4b, MECH-D21: turn the unit as the causing side likes, and send it on its way."""
    grids = grids_of(world)
    frame = top(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = MOVEMENT
    if not is_deciding(frame) or frame.unit != order.unit or not can_end_at(world, grids, frame, order.x, order.y):
        return
    world.units[frame.unit].facing.direction = order.direction
    event = emit(world, PUSHED, frame.unit, frame.other)
    event.x = order.x
    event.y = order.y
    frame.stage = STANDING
    if frame.length == 0 or grids.chassis[frame.unit].kind != GROUND:
        frame.length = 1
        frame.path[0] = order.y * world.rules[0].width + order.x
    else:
        frame.length = knock(
            world, grids, frame, lies_towards(world, grids, frame.unit, grid_at(grids, order.x, order.y))
        )
        choose_placements(world, grids, frame.unit, frame.length, placement_at(order.x, order.y))
        write_path(world, grids, frame)


FORCED_SYSTEM = System(
    "forced move",
    "movement",
    (PUSH_KIND,),
    advance=advance_push,
    check=check_push,
    count=count_pushes,
    member=push_member,
    apply=apply_push,
)
