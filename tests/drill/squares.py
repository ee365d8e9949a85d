"""DRILL-1: squares, what stands on them, and who sees whom."""

from __future__ import annotations

from enfilade.authoring import NOBODY, UNKNOWN, World, hostile, kernel, on_board, recall, remember

from .components import Drill
from .vocabulary import WALL_TERRAIN

SIGHT_RANGE = 3
DIRECTIONS = 4


@kernel
def east_of(direction: int) -> int:
    """Columns eastward of one step north (0), east, south or west."""
    return (direction == 1) - (direction == 3)


@kernel
def south_of(direction: int) -> int:
    """Rows southward of one step north (0), east, south or west."""
    return (direction == 2) - (direction == 0)


@kernel
def square(world: World, x: int, y: int) -> int:
    """Index of a square, row by row."""
    return y * world.rules[0].width + x


@kernel
def is_wall(world: World, x: int, y: int) -> bool:
    """DRILL-1.1: whether a square of the board is a wall."""
    return world.cells[square(world, x, y)].kind == WALL_TERRAIN


@kernel
def unit_on(world: World, drill: Drill, x: int, y: int) -> int:
    """DRILL-1.2: the one unit on a square, or -1."""
    return drill.occupants[square(world, x, y)].unit


@kernel
def is_free(world: World, drill: Drill, x: int, y: int) -> bool:
    """DRILL-1.2: whether a unit could be put on this place."""
    return on_board(world, x, y) and not is_wall(world, x, y) and unit_on(world, drill, x, y) == NOBODY


@kernel
def hostile_units(world: World, one: int, other: int) -> bool:
    """DRILL-1.3: whether two units belong to hostile sides."""
    return hostile(world, world.units[one].allegiance.side, world.units[other].allegiance.side)


@kernel
def put(world: World, drill: Drill, unit: int, x: int, y: int) -> None:
    """Take a unit from its square and put it on another."""
    lift(world, drill, unit)
    position = world.units[unit].position
    position.x = x
    position.y = y
    drill.occupants[square(world, x, y)].unit = unit


@kernel
def lift(world: World, drill: Drill, unit: int) -> None:
    """Take a unit off its square."""
    position = world.units[unit].position
    drill.occupants[square(world, position.x, position.y)].unit = NOBODY


@kernel
def sees(world: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """DRILL-5.2: whether one square sees another: same row or column, near, no wall between. Answers are remembered."""
    if (x != to_x and y != to_y) or abs(to_x - x) + abs(to_y - y) > SIGHT_RANGE:
        return False
    key = square(world, x, y) << 32 | square(world, to_x, to_y)
    answer = recall(world, key, 0)
    if answer == UNKNOWN:
        answer = int(is_clear(world, x, y, to_x, to_y))
        remember(world, key, 0, answer)
    return answer == 1


@kernel
def is_clear(world: World, x: int, y: int, to_x: int, to_y: int) -> bool:
    """DRILL-5.2: whether no wall lies strictly between two squares of a row or column."""
    steps = abs(to_x - x) + abs(to_y - y)
    for step in range(1, min(steps, SIGHT_RANGE)):
        if is_wall(world, x + (to_x - x) // steps * step, y + (to_y - y) // steps * step):
            return False
    return True


@kernel
def rebuild_occupants(world: World, drill: Drill) -> None:
    """Derive who stands where from the units' positions."""
    for i in range(len(drill.occupants)):
        drill.occupants[i].unit = NOBODY
    for unit in range(len(world.units)):
        if world.units[unit].status.alive:
            position = world.units[unit].position
            drill.occupants[square(world, position.x, position.y)].unit = unit
