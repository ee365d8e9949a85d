"""The basic move of a unit: which there are, and how it goes from grid to grid."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, placement_at
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.relations.reach.slides import Search, ends_in, search_slides
from enfilade.core.relations.reach.ways import begin_way, canonical_way, choose_placements, extend_way, way_of
from enfilade.core.state.grids import Grids, grid_at, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from ..journey import begin_journey, write_path
from .refusals import allowance_of, can_slide, check_end, check_mover, check_path, check_reach, path_grid
from .words import MOVE, MOVE_KIND, MOVED, TURNED

FACINGS = 4


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
def first_row(world: World, grids: Grids, unit: int) -> int:
    """The northernmost row of grids that a unit's move can come to."""
    return max(world.units[unit].position.y // GRID - allowance_of(world, grids, unit), 0)


@kernel
def end_row(world: World, grids: Grids, unit: int) -> int:
    """One past the southernmost row of grids that a unit's move can come to."""
    return min(world.units[unit].position.y // GRID + allowance_of(world, grids, unit) + 1, grids.high)


@kernel
def ends_in_row(grids: Grids, search: Search, y: int, x: int) -> int:
    """The ends of a move in one row of cells of a grid: three bits; ``y`` in cells, ``x`` in grids."""
    return (ends_in(search, y // GRID * grids.wide + x) >> (y % GRID * GRID)) & 0b111


@kernel
def count_moves(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-1.2.1, MECH-1.2.1d, MECH-1.2.1g: how many ends, cells and facing, a basic move may have; staying is none."""
    grids = grids_of(world)
    if not can_slide(world, grids, unit):
        return 0
    search = search_slides(world, grids, unit, allowance_of(world, grids, unit))
    return FACINGS * search.reach[0].ends - 1


@kernel
def move_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-1.2.1d: the move with that index: by the cell of its end, row by row, then by its facing."""
    grids = grids_of(world)
    search = search_slides(world, grids, unit, allowance_of(world, grids, unit))
    position = world.units[unit].position
    left = index
    for y in range(first_row(world, grids, unit) * GRID, end_row(world, grids, unit) * GRID):
        for column in range(grids.wide):
            ends = ends_in_row(grids, search, y, column)
            for cell in range(GRID):
                x = column * GRID + cell
                if (ends >> cell) & 1:
                    stays = x == position.x and y == position.y
                    facings = FACINGS - stays
                    if left < facings:
                        write_end(world, unit, x, y, left, stays, out)
                        return
                    left -= facings


@kernel
def write_end(world: World, unit: int, x: int, y: int, facing: int, stays: bool, out: OrderRecord) -> None:
    """Write the end of a move; where a unit stays the facing that it has is left out."""
    out.x = x
    out.y = y
    out.direction = facing
    if stays and facing >= world.units[unit].facing.direction:
        out.direction = facing + 1


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
