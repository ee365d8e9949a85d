"""A journey from grid to grid: each is left and entered in turn, with all that happens at these moments.

Orders push its frame, with the cells on which the unit stands in each grid. A journey within a grid has no path, only
the cells ``x``, ``y`` to which the unit shifts.
"""

from __future__ import annotations

from enfilade.core.board.grids import FULL, GRID
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.orders.say import emit
from enfilade.core.relations.crushing import can_crush
from enfilade.core.relations.reach.ways import way_of
from enfilade.core.rulebook.charge import ENTER, LEAVE
from enfilade.core.rulebook.chassis import SlideRules
from enfilade.core.state.grids import Grids, footprint, free_cells, grid_at, grid_index, grids_of, lift, set_down
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import pop, push, top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import (
    ANSWERED,
    AT_THE_BORDER,
    BEFORE_CRUSH,
    CRUSHING,
    ENTERED,
    LEFT,
    PUSH,
    PUSHING,
    STANDING,
    charges_go_off,
    let_enemies_react,
)
from enfilade.systems.system import CRUSH, MOVEMENT, SEQUENCE, System

from .slide.words import ENTERED as TELL_ENTERED
from .slide.words import MOVE

SLIDE_RULES_DTYPE = SlideRules.dtype
SHIFTED, CHANGED_GRID = 1, 2
"""What ``Activity.moved`` says of a unit that has moved."""


@kernel
def begin_journey(world: World, kind: int, unit: int, x: int, y: int, length: int) -> Frame:
    """MECH-1.2.0: push the journey of a unit that moves itself to a cell, through so many grids."""
    world.units[unit].activity.moved = CHANGED_GRID if length > 0 else SHIFTED
    frame = push(world, kind)
    frame.unit = unit
    frame.x = x
    frame.y = y
    frame.length = length
    world.clock[0].phase = MOVEMENT
    return frame


@kernel
def write_path(world: World, grids: Grids, frame: Frame) -> None:
    """Write the cells on which the unit stands in each grid of its way."""
    way = way_of(world)
    for step in range(frame.length):
        x = way[step + 1].grid % grids.wide * GRID + way[step + 1].chosen % GRID
        y = way[step + 1].grid // grids.wide * GRID + way[step + 1].chosen // GRID
        frame.path[step] = y * world.rules[0].width + x


@kernel
def is_journey(frame: Frame) -> bool:
    """Whether a frame is a journey under way, not a forced move that is still to be decided."""
    return frame.kind != PUSH or frame.stage != PUSHING


@kernel
def advance_journey(world: World) -> None:
    """MECH-1.2.1i: leave a grid and enter the next one, as far as nothing comes between, or end the journey."""
    frame = top(world)
    if not is_journey(frame):
        return
    grids = grids_of(world)
    if is_over(world, frame):
        end_journey(world, grids, frame)
        return
    if frame.stage == STANDING:
        frame.stage = LEFT
        if set_off(world, grids, frame, grid_index(grids, footprint(world, frame.unit)), LEAVE):
            return
    if frame.stage == LEFT:
        index = next_grid(world, grids, frame)
        come_in(world, grids, frame, index)
        if set_off(world, grids, frame, index, ENTER):
            return
    if frame.stage in (ENTERED, AT_THE_BORDER):
        frame.stage = ANSWERED if frame.stage == ENTERED else BEFORE_CRUSH
        if draws_fire(world, frame):
            let_enemies_react(world, frame.unit)
            return
    go_on(world, grids, frame)


@kernel
def is_over(world: World, frame: Frame) -> bool:
    """MECH-D10: whether a journey has come to its end, or its unit is lost."""
    return not world.units[frame.unit].status.alive or (frame.stage == STANDING and frame.at >= frame.length)


@kernel
def next_grid(world: World, grids: Grids, frame: Frame) -> int:
    """Index of the grid that comes next on a journey."""
    width = world.rules[0].width
    cell = frame.path[frame.at]
    return grid_at(grids, cell % width, cell // width)


@kernel
def set_off(world: World, grids: Grids, frame: Frame, index: int, moment: int) -> bool:
    """MECH-1.2.1i, MECH-D7: whether charges go off in a grid that is left or entered; by force if the rules say so."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    if frame.kind == PUSH and not rules.forced_triggers:
        return False
    return charges_go_off(world, grids, frame.unit, index, moment, MOVEMENT)


@kernel
def draws_fire(world: World, frame: Frame) -> bool:
    """MECH-D20: whether enemies may fire at a unit that enters a grid: when the rules say so, and it moves itself."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    return rules.opportunity_fire and frame.kind != PUSH


@kernel
def must_crush(world: World, grids: Grids, frame: Frame, index: int) -> bool:
    """MECH-1.2.6c, MECH-1.2.4h: whether a grid can only be entered by crushing; no flight and no force does that."""
    if frame.kind != MOVE or free_cells(world, grids, frame.unit, index) == FULL:
        return False
    return can_crush(world, grids, frame.unit, index)


@kernel
def come_in(world: World, grids: Grids, frame: Frame, index: int) -> None:
    """MECH-1.2.1i, MECH-D9: enter the next grid; a unit that must crush stays at the border until it has."""
    if must_crush(world, grids, frame, index):
        frame.stage = AT_THE_BORDER
    else:
        enter(world, grids, frame)
        frame.stage = ENTERED


@kernel
def enter(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.1i: stand in the next grid."""
    width = world.rules[0].width
    cell = frame.path[frame.at]
    frame.at += 1
    lift(world, grids, frame.unit)
    set_down(world, grids, frame.unit, cell % width, cell // width)
    event = emit(world, TELL_ENTERED, frame.unit, NOBODY)
    event.x = cell % width
    event.y = cell // width


@kernel
def go_on(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.6c: crush what is in the next grid, if it is still in the way, or stand in the grid entered."""
    is_outside = frame.stage == BEFORE_CRUSH
    frame.stage = STANDING
    if is_outside and must_crush(world, grids, frame, next_grid(world, grids, frame)):
        frame.stage = CRUSHING
        world.clock[0].phase = CRUSH
    elif is_outside:
        enter(world, grids, frame)


@kernel
def end_journey(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.1g, MECH-D13: a journey within a grid shifts the unit; the activation under way goes on."""
    clock = world.clock[0]
    if frame.length == 0 and world.units[frame.unit].status.alive:
        lift(world, grids, frame.unit)
        set_down(world, grids, frame.unit, frame.x, frame.y)
    clock.unit = frame.other if frame.kind == PUSH else frame.unit
    clock.phase = frame.number if frame.kind == PUSH else SEQUENCE
    pop(world)


JOURNEY_SYSTEM = System("journey", "movement", advance=advance_journey)
