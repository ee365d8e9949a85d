"""The basic move of a unit: which there are, and how it goes from grid to grid."""

from __future__ import annotations

from enfilade.core.board.grids import placement_at
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.relations.reach.ends import count_ends, known_ends, write_nth_end
from enfilade.core.relations.reach.slides import SLIDING, ends_in, search_slides
from enfilade.core.relations.reach.ways import begin_way, canonical_way, choose_placements, extend_way, way_of
from enfilade.core.state.grids import Grids, grid_at, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from ..journey import begin_journey, write_path
from .refusals import allowance_of, can_slide, check_end, check_mover, check_path, check_reach, path_grid
from .words import MOVE, MOVE_KIND, MOVED, TURNED


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
    write_path(world, grids, begin_journey(world, MOVE, order.unit, order.x, order.y, steps))


@kernel
def tell_move(world: World, order: OrderRecord, cost: int, steps: int) -> None:
    """Say where a move leads, before it does."""
    position = world.units[order.unit].position
    event = emit(world, MOVED if steps > 0 else TURNED, order.unit, NOBODY)
    event.x = order.x
    event.y = order.y
    event.numbers[0] = position.y * world.rules[0].width + position.x
    event.numbers[1] = cost


MOVE_SYSTEM = System(
    "basic move",
    "movement",
    (MOVE_KIND,),
    check=check_move,
    count=count_moves,
    member=move_member,
    apply=apply_move,
)
