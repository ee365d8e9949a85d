"""The basic move of a unit: which there are, and how it goes from grid to grid."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, placement_at
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.relations.crushing import can_crush
from enfilade.core.relations.reach.ends import count_ends, known_ends, write_nth_end
from enfilade.core.relations.reach.slides import SLIDING, ends_in, search_slides
from enfilade.core.relations.reach.ways import begin_way, canonical_way, choose_placements, extend_way, way_of
from enfilade.core.state.grids import Grids, free_cells, grids_of, lift, set_down
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import pop, push, top
from enfilade.core.state.world import World
from enfilade.systems.system import CRUSH, MOVEMENT, SEQUENCE, System

from .refusals import allowance_of, can_slide, check_end, check_mover, check_path, check_reach, grid_at, path_grid
from .words import ENTERED, MOVE, MOVE_KIND, MOVED, TURNED

SHIFTED, CHANGED_GRID = 1, 2
"""What ``Activity.moved`` says of a unit that has moved."""


@kernel
def check_move(world: World, order: OrderRecord) -> None:
    """MECH-1.2.1, MECH-D17: everything that forbids a basic move."""
    grids = grids_of(world)
    check_mover(world, grids, order.unit)
    if order.length > 0:
        check_path(world, grids, order)
    elif check_end(world, grids, order):
        check_reach(world, grids, order)


@kernel
def count_moves(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-1.2.1, MECH-1.2.1d, MECH-1.2.1g: how many ends, cells and facing, a basic move may have; staying is none."""
    grids = grids_of(world)
    if not can_slide(world, grids, unit):
        return 0
    allowance = allowance_of(world, grids, unit)
    known = known_ends(world, grids, unit, SLIDING, allowance)
    if known != NOBODY:
        return known
    return count_ends(world, grids, search_slides(world, grids, unit, allowance), unit, SLIDING, allowance)


@kernel
def move_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-1.2.1d: the move with that index: by the cell of its end, row by row, then by its facing."""
    grids = grids_of(world)
    search = search_slides(world, grids, unit, allowance_of(world, grids, unit))
    write_nth_end(world, grids, search, unit, index, out)


@kernel
def way_for(world: World, grids: Grids, order: OrderRecord) -> int:
    """MECH-D22, MECH-D17: work out the way that an order stands for; its steps, or -1 when there is none."""
    unit = order.unit
    if order.length > 0:
        begin_way(world, grids, unit)
        for step in range(1, order.length + 1):
            if not extend_way(world, grids, unit, step, path_grid(world, grids, order, step)):
                return NOBODY
        return order.length
    search = search_slides(world, grids, unit, allowance_of(world, grids, unit))
    index = grid_at(grids, order.x, order.y)
    placement = placement_at(order.x, order.y)
    if not (ends_in(search, index) >> placement) & 1:
        return NOBODY
    return canonical_way(world, grids, search, unit, index, placement)


@kernel
def apply_move(world: World, order: OrderRecord) -> None:
    """MECH-1.2.1, MECH-D13: begin a move: the unit turns to its last facing, and goes from grid to grid."""
    grids = grids_of(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.unit = order.unit
    clock.phase = SEQUENCE
    slot = world.units[order.unit]
    steps = way_for(world, grids, order) if slot.status.alive else NOBODY
    if steps == NOBODY or not (way_of(world)[steps].reached >> placement_at(order.x, order.y)) & 1:
        return
    choose_placements(world, grids, order.unit, steps, placement_at(order.x, order.y))
    tell_move(world, order, way_of(world)[steps].costs[placement_at(order.x, order.y)], steps)
    slot.facing.direction = order.direction
    slot.activity.moved = CHANGED_GRID if steps > 0 else SHIFTED
    frame = push(world, MOVE)
    frame.unit = order.unit
    frame.other = NOBODY
    frame.x = order.x
    frame.y = order.y
    frame.length = steps
    write_path(world, grids, frame)
    clock.phase = MOVEMENT


@kernel
def write_path(world: World, grids: Grids, frame: Frame) -> None:
    """Write the cells on which the unit stands in each grid of its way."""
    way = way_of(world)
    for step in range(frame.length):
        x = way[step + 1].grid % grids.wide * GRID + way[step + 1].chosen % GRID
        y = way[step + 1].grid // grids.wide * GRID + way[step + 1].chosen // GRID
        frame.path[step] = y * world.rules[0].width + x


@kernel
def tell_move(world: World, order: OrderRecord, cost: int, steps: int) -> None:
    """Say where a move leads, before it does."""
    position = world.units[order.unit].position
    event = emit(world, MOVED if steps > 0 else TURNED, order.unit, NOBODY)
    event.x = order.x
    event.y = order.y
    event.numbers[0] = position.y * world.rules[0].width + position.x
    event.numbers[1] = cost


@kernel
def advance_move(world: World) -> None:
    """MECH-1.2.1i: enter the next grid of the way, crush what is in it, or end the move."""
    frame = top(world)
    grids = grids_of(world)
    if frame.kind != MOVE:
        return
    if not world.units[frame.unit].status.alive or frame.at >= frame.length:
        end_move(world, grids, frame)
    elif must_crush(world, grids, frame):
        frame.stage = 1
        world.clock[0].phase = CRUSH
    else:
        enter(world, grids, frame)


@kernel
def must_crush(world: World, grids: Grids, frame: Frame) -> bool:
    """MECH-1.2.6c: whether the next grid of a move can only be entered by crushing."""
    width = world.rules[0].width
    index = grid_at(grids, frame.path[frame.at] % width, frame.path[frame.at] // width)
    return free_cells(world, grids, frame.unit, index) != 0b111_111_111 and can_crush(world, grids, frame.unit, index)


@kernel
def enter(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.1i: leave a grid and enter the next one."""
    width = world.rules[0].width
    cell = frame.path[frame.at]
    frame.at += 1
    lift(world, grids, frame.unit)
    set_down(world, grids, frame.unit, cell % width, cell // width)
    event = emit(world, ENTERED, frame.unit, NOBODY)
    event.x = cell % width
    event.y = cell // width


@kernel
def end_move(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.1g, MECH-D13: a move within a grid shifts the unit; its activation goes on, after a crush too."""
    if frame.length == 0 and world.units[frame.unit].status.alive:
        lift(world, grids, frame.unit)
        set_down(world, grids, frame.unit, frame.x, frame.y)
    world.clock[0].unit = frame.unit
    world.clock[0].phase = SEQUENCE
    pop(world)


MOVE_SYSTEM = System(
    "basic move",
    "movement",
    (MOVE_KIND,),
    advance=advance_move,
    check=check_move,
    count=count_moves,
    member=move_member,
    apply=apply_move,
)
