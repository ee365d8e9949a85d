"""DRILL-3: moving square by square."""

from __future__ import annotations

from enfilade.authoring import (
    CRUSH,
    FIRE,
    MOVEMENT,
    NOBODY,
    SEQUENCE,
    Frame,
    OrderRecord,
    System,
    World,
    emit,
    find,
    kernel,
    on_board,
    pop,
    push,
    top,
)

from .components import Drill, open_drill
from .squares import DIRECTIONS, east_of, hostile_units, is_wall, put, south_of, square, unit_on
from .vocabulary import (
    ALREADY_MOVED,
    ENTERED,
    FRIEND,
    IS_SHAKEN,
    MOVE,
    MOVE_KINDS,
    MOVED,
    NO_PATH,
    NOT_A_STEP,
    SAME_SQUARE,
    SHOVE,
    TOO_FAR,
    WALL,
    WRONG_END,
)

REACH_MAX = 3
"""Steps of a move at most; the squares around a unit then fit a window of 7 by 7 bits."""
WINDOW = 2 * REACH_MAX + 1
CENTRE = REACH_MAX * WINDOW + REACH_MAX
WINDOW_MASK = (1 << WINDOW * WINDOW) - 1
WEST_EDGE = sum(1 << WINDOW * row for row in range(WINDOW))
EAST_EDGE = WEST_EDGE << (WINDOW - 1)


@kernel
def allowance_of(world: World, drill: Drill, unit: int) -> int:
    """DRILL-3.1, DRILL-6.2: steps a unit may move now, the hurry of its side included."""
    party = drill.parties[world.units[unit].allegiance.side]
    return min(drill.soldiers[unit].allowance + party.hurry, REACH_MAX)


@kernel
def enterable(world: World, drill: Drill, unit: int, x: int, y: int) -> bool:
    """DRILL-3.2: whether a unit may enter a place: no wall, nobody there but enemies."""
    if not on_board(world, x, y) or is_wall(world, x, y):
        return False
    other = unit_on(world, drill, x, y)
    return other in (NOBODY, unit) or hostile_units(world, unit, other)


@kernel
def window_of(world: World, drill: Drill, unit: int) -> int:
    """Bits of the enterable squares around a unit, its own in the middle."""
    position = world.units[unit].position
    bits = 0
    for row in range(WINDOW):
        for column in range(WINDOW):
            if enterable(world, drill, unit, position.x + column - REACH_MAX, position.y + row - REACH_MAX):
                bits |= 1 << (row * WINDOW + column)
    return bits


@kernel
def grown(bits: int, window: int) -> int:
    """The squares within one step of these, as far as they may be entered."""
    sideways = ((bits & ~EAST_EDGE) << 1) | ((bits & ~WEST_EDGE) >> 1)
    return (bits | sideways | (bits << WINDOW) | (bits >> WINDOW)) & window & WINDOW_MASK


@kernel
def reach(window: int, start: int, steps: int) -> int:
    """Bits of the squares within that many steps of a square of the window."""
    bits = 1 << start
    for _ in range(steps):
        bits = grown(bits, window)
    return bits


@kernel
def destinations(world: World, drill: Drill, unit: int) -> int:
    """DRILL-3.1: bits of the squares on which a unit may end a move; none when it may not move at all."""
    if world.units[unit].status.done or drill.soldiers[unit].shaken:
        return 0
    bits = reach(window_of(world, drill, unit), CENTRE, allowance_of(world, drill, unit))
    return bits & ~(1 << CENTRE)


@kernel
def window_bit(world: World, unit: int, x: int, y: int) -> int:
    """Place of a square in the window around a unit, or -1 outside."""
    column = x - world.units[unit].position.x + REACH_MAX
    row = y - world.units[unit].position.y + REACH_MAX
    if column < 0 or row < 0 or column >= WINDOW or row >= WINDOW:
        return NOBODY
    return row * WINDOW + column


@kernel
def check_move(world: World, order: OrderRecord) -> None:
    """DRILL-3.1, DRILL-3.2, DRILL-3.3: everything that forbids a move."""
    drill = open_drill(world)
    unit = order.unit
    if world.units[unit].status.done:
        find(world, ALREADY_MOVED, unit, NOBODY)
    if drill.soldiers[unit].shaken:
        find(world, IS_SHAKEN, unit, NOBODY)
    position = world.units[unit].position
    if position.x == order.x and position.y == order.y:
        find_place(world, SAME_SQUARE, unit, NOBODY, order.x, order.y)
    elif order.length > 0:
        check_path(world, drill, order)
    elif not can_come(world, drill, unit, order.x, order.y):
        check_target(world, drill, unit, order.x, order.y)


@kernel
def check_target(world: World, drill: Drill, unit: int, x: int, y: int) -> None:
    """DRILL-3.1, DRILL-3.2: why no path leads to a square: what is there, how far it is, else what is in between."""
    allowance = allowance_of(world, drill, unit)
    position = world.units[unit].position
    steps = abs(x - position.x) + abs(y - position.y)
    if not enterable(world, drill, unit, x, y):
        find_obstacle(world, drill, unit, x, y)
    elif steps > allowance:
        find_too_far(world, unit, steps, allowance)
    else:
        find_place(world, NO_PATH, unit, allowance, x, y)


@kernel
def find_obstacle(world: World, drill: Drill, unit: int, x: int, y: int) -> None:
    """DRILL-3.2: a finding about the wall or the unit for which a square of the board cannot be entered."""
    if is_wall(world, x, y):
        find_place(world, WALL, unit, NOBODY, x, y)
        return
    finding = find(world, FRIEND, unit, unit_on(world, drill, x, y))
    finding.x = x
    finding.y = y


@kernel
def find_too_far(world: World, unit: int, steps: int, allowance: int) -> None:
    """DRILL-3.1: a finding about more steps than the allowance."""
    finding = find(world, TOO_FAR, unit, NOBODY)
    finding.numbers[0] = steps
    finding.numbers[1] = allowance


@kernel
def can_come(world: World, drill: Drill, unit: int, x: int, y: int) -> bool:
    """DRILL-3.1, DRILL-3.2: whether some path within the allowance leads to a square."""
    bit = window_bit(world, unit, x, y)
    if bit < 0:
        return False
    return (reach(window_of(world, drill, unit), CENTRE, allowance_of(world, drill, unit)) >> bit) & 1 == 1


@kernel
def find_place(world: World, reason: int, unit: int, number: int, x: int, y: int) -> None:
    """A finding about a place, with one number."""
    finding = find(world, reason, unit, NOBODY)
    finding.numbers[0] = number
    finding.x = x
    finding.y = y


@kernel
def check_path(world: World, drill: Drill, order: OrderRecord) -> None:
    """DRILL-3.1, DRILL-3.2, DRILL-3.3: everything that is wrong with the path an order names."""
    width = world.rules[0].width
    allowance = allowance_of(world, drill, order.unit)
    if order.length > allowance:
        find_too_far(world, order.unit, order.length, allowance)
    x = int(world.units[order.unit].position.x)
    y = int(world.units[order.unit].position.y)
    for i in range(order.length):
        to_x = order.path[i] % width
        to_y = order.path[i] // width
        check_step(world, drill, order.unit, i + 1, abs(to_x - x) + abs(to_y - y), to_x, to_y)
        x = to_x
        y = to_y
    if x != order.x or y != order.y:
        find_place(world, WRONG_END, order.unit, NOBODY, order.x, order.y)


@kernel
def check_step(world: World, drill: Drill, unit: int, step: int, distance: int, x: int, y: int) -> None:
    """DRILL-3.1, DRILL-3.2: everything that is wrong with one step of a path."""
    if distance != 1 or not on_board(world, x, y):
        find_place(world, NOT_A_STEP, unit, step, x, y)
    elif not enterable(world, drill, unit, x, y):
        find_obstacle(world, drill, unit, x, y)


@kernel
def count_moves(world: World, side: int, unit: int, kind: int) -> int:
    """DRILL-3.1: how many squares a unit may move to."""
    bits = destinations(world, open_drill(world), unit)
    count = 0
    for bit in range(WINDOW * WINDOW):
        count += (bits >> bit) & 1
    return count


@kernel
def move_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """DRILL-3.1: the move with that index, squares row by row."""
    bits = destinations(world, open_drill(world), unit)
    left = index
    for bit in range(WINDOW * WINDOW):
        if (bits >> bit) & 1 == 1:
            if left == 0:
                out.x = world.units[unit].position.x + bit % WINDOW - REACH_MAX
                out.y = world.units[unit].position.y + bit // WINDOW - REACH_MAX
            left -= 1


@kernel
def apply_move(world: World, order: OrderRecord) -> None:
    """DRILL-3.3: begin a move along the path named, or along the canonical one."""
    frame = push(world, MOVE)
    frame.side = order.side
    frame.unit = order.unit
    frame.other = NOBODY
    frame.x = order.x
    frame.y = order.y
    if order.length > 0:
        for i in range(order.length):
            frame.path[i] = order.path[i]
        frame.length = order.length
    else:
        trace(world, frame)
    event = emit(world, MOVED, order.unit, NOBODY)
    event.x = order.x
    event.y = order.y
    world.units[order.unit].status.done = True
    world.clock[0].owes = 0
    world.clock[0].phase = MOVEMENT


@kernel
def trace(world: World, frame: Frame) -> None:
    """DRILL-3.3: fill in the canonical path: at each step the first direction that keeps it shortest."""
    drill = open_drill(world)
    unit = frame.unit
    window = window_of(world, drill, unit)
    goal = window_bit(world, unit, frame.x, frame.y)
    if goal < 0:
        return
    steps = 0
    while steps < REACH_MAX and (reach(window, goal, steps) >> CENTRE) & 1 == 0:
        steps += 1
    if (reach(window, goal, steps) >> CENTRE) & 1 == 0:
        return
    x = int(world.units[unit].position.x)
    y = int(world.units[unit].position.y)
    for step in range(steps):
        near = reach(window, goal, steps - step - 1)
        direction = 0
        while direction < DIRECTIONS - 1 and not leads_near(world, unit, near, x, y, direction):
            direction += 1
        x += east_of(direction)
        y += south_of(direction)
        frame.path[step] = square(world, x, y)
    frame.length = steps


@kernel
def leads_near(world: World, unit: int, near: int, x: int, y: int, direction: int) -> bool:
    """Whether a step in this direction ends on one of the squares in ``near``."""
    bit = window_bit(world, unit, x + east_of(direction), y + south_of(direction))
    return bit >= 0 and (near >> bit) & 1 == 1


@kernel
def advance_move(world: World) -> None:
    """DRILL-3.1, DRILL-3.4: enter the next square, after a shove if need be, or end the move."""
    drill = open_drill(world)
    frame = top(world)
    clock = world.clock[0]
    if frame.at >= frame.length or is_stopped(world, drill, frame.unit):
        pop(world)
        clock.phase = SEQUENCE
        return
    x = frame.path[frame.at] % world.rules[0].width
    y = frame.path[frame.at] // world.rules[0].width
    if not enterable(world, drill, frame.unit, x, y):
        frame.length = frame.at
        return
    other = unit_on(world, drill, x, y)
    if other != NOBODY and other != frame.unit:
        begin_shove(world, frame.unit, other)
        return
    put(world, drill, frame.unit, x, y)
    frame.at += 1
    frame.other = NOBODY
    event = emit(world, ENTERED, frame.unit, NOBODY)
    event.x = x
    event.y = y
    clock.phase = FIRE


@kernel
def is_stopped(world: World, drill: Drill, unit: int) -> bool:
    """DRILL-3.4: whether a unit goes no further."""
    return drill.soldiers[unit].shaken or not world.units[unit].status.alive


@kernel
def begin_shove(world: World, mover: int, victim: int) -> None:
    """DRILL-4.1: interrupt the move with the displacement of the unit in its way."""
    frame = push(world, SHOVE)
    frame.side = world.units[victim].allegiance.side
    frame.unit = victim
    frame.other = mover
    world.clock[0].phase = CRUSH


MOVEMENT_SYSTEM = System(
    "drill.movement",
    "movement",
    MOVE_KINDS,
    advance=advance_move,
    check=check_move,
    count=count_moves,
    member=move_member,
    apply=apply_move,
)
