"""DRILL-4: displacement in the middle of a move, decided by the side that is shoved."""

from __future__ import annotations

from enfilade.authoring import (
    MOVEMENT,
    NOBODY,
    OrderRecord,
    System,
    World,
    emit,
    find,
    kernel,
    pop,
    top,
)

from .components import Drill, open_drill
from .losses import lose
from .movement import find_place
from .squares import DIRECTIONS, east_of, is_free, put, south_of
from .vocabulary import (
    DISPLACEMENT,
    MOVERS_SQUARE,
    NO_SQUARE,
    NOT_NEIGHBOUR,
    SHOVE_KINDS,
    SHOVED,
    SQUARE_TAKEN,
)

ROW_BY_ROW = (0, 3, 1, 2)
"""Directions to the neighbours of a square in reading order: north, west, east, south."""


@kernel
def advance_shove(world: World) -> None:
    """DRILL-4.1, DRILL-4.2: ask the side of the shoved unit for a square, or take the unit off when there is none."""
    drill = open_drill(world)
    frame = top(world)
    clock = world.clock[0]
    if free_neighbours(world, drill, frame.unit) == 0:
        emit(world, NO_SQUARE, frame.unit, NOBODY)
        lose(world, drill, frame.unit)
        pop(world)
        clock.phase = MOVEMENT
        return
    clock.decision = DISPLACEMENT
    clock.unit = frame.unit
    clock.owes = 1 << frame.side


@kernel
def free_neighbours(world: World, drill: Drill, unit: int) -> int:
    """DRILL-4.1: how many squares a shoved unit may go to."""
    count = 0
    for direction in range(DIRECTIONS):
        count += is_free_neighbour(world, drill, unit, direction)
    return count


@kernel
def is_free_neighbour(world: World, drill: Drill, unit: int, direction: int) -> bool:
    """DRILL-4.1: whether a shoved unit may go that way. The mover's square is not free, since it still stands there."""
    position = world.units[unit].position
    return is_free(world, drill, position.x + east_of(direction), position.y + south_of(direction))


@kernel
def check_shove(world: World, order: OrderRecord) -> None:
    """DRILL-4.1: everything that forbids the square chosen for a shoved unit."""
    drill = open_drill(world)
    position = world.units[order.unit].position
    if abs(order.x - position.x) + abs(order.y - position.y) != 1:
        find_place(world, NOT_NEIGHBOUR, order.unit, NOBODY, order.x, order.y)
    if world.clock[0].decision == DISPLACEMENT and is_movers_square(world, order.x, order.y):
        finding = find(world, MOVERS_SQUARE, order.unit, top(world).other)
        finding.x = order.x
        finding.y = order.y
    elif not is_free(world, drill, order.x, order.y):
        find_place(world, SQUARE_TAKEN, order.unit, NOBODY, order.x, order.y)


@kernel
def is_movers_square(world: World, x: int, y: int) -> bool:
    """DRILL-4.1: whether the mover, which shoves, stands on this square."""
    here = world.units[top(world).other].position
    return here.x == x and here.y == y


@kernel
def count_shoves(world: World, side: int, unit: int, kind: int) -> int:
    """DRILL-4.1: how many squares a shoved unit may go to."""
    return free_neighbours(world, open_drill(world), unit)


@kernel
def shove_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """DRILL-4.1: the square with that index, row by row."""
    drill = open_drill(world)
    left = index
    for i in range(DIRECTIONS):
        direction = ROW_BY_ROW[i]
        if is_free_neighbour(world, drill, unit, direction):
            if left == 0:
                out.x = world.units[unit].position.x + east_of(direction)
                out.y = world.units[unit].position.y + south_of(direction)
            left -= 1


@kernel
def apply_shove(world: World, order: OrderRecord) -> None:
    """DRILL-4.1: put the shoved unit on its new square; the move goes on."""
    drill = open_drill(world)
    if world.units[order.unit].status.alive and is_free(world, drill, order.x, order.y):
        put(world, drill, order.unit, order.x, order.y)
        event = emit(world, SHOVED, order.unit, NOBODY)
        event.x = order.x
        event.y = order.y
    else:
        lose(world, drill, order.unit)
    pop(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.unit = NOBODY
    clock.phase = MOVEMENT


SHOVING_SYSTEM = System(
    "drill.shoving",
    "crush",
    SHOVE_KINDS,
    advance=advance_shove,
    check=check_shove,
    count=count_shoves,
    member=shove_member,
    apply=apply_shove,
)
