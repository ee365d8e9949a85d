"""MECH-1.2.6, MECH-D9: a large unit enters a grid; what is in it is destroyed, displaced, or swaps places with it.

The move that crushes is the frame on top: its next place is the grid entered, ``stage`` says how far the crush has
come, ``direction`` whether any unit is crushed, and ``number`` the cells, as bits of the grid, of units that will swap.
While a unit is displaced it is ``other``, and ``x``, ``y`` are the cells to which it goes. When units have swapped,
``x``, ``y`` are a cell of the grid that the crusher comes from, and ``other`` is the one seen to last.
"""

from __future__ import annotations

from enfilade.core.board.grids import DIRECTIONS, FULL, GRID, PLACEMENTS, crossing, placement_at, placements
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.orders.decisions import DISPLACEMENT
from enfilade.core.orders.say import emit, find
from enfilade.core.relations.crushing import is_crushed
from enfilade.core.relations.reach.slides import neighbour
from enfilade.core.rulebook.charge import ENTER, LEAVE
from enfilade.core.rulebook.chassis import GROUND, INSTALLATION, SlideRules
from enfilade.core.state.grids import (
    Grids,
    clear_terrain,
    footprint,
    free_cells,
    grid_at,
    grid_index,
    grids_of,
    lift,
    mask_of,
    placement_of,
    set_down,
    take_out,
    takes_room,
)
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import (
    CRUSHING,
    DISPLACING,
    LIFTED,
    STANDING,
    SWAPPING,
    charges_go_off,
)
from enfilade.systems.system import CRUSH, FIRE, MOVEMENT, System

from .words import (
    CRUSHED_IN,
    CRUSHED_TERRAIN,
    CRUSHED_UNIT,
    DISPLACE_KIND,
    DISPLACED,
    MUST_SWAP,
    NO_DISPLACEMENT,
    NOT_CRUSHED,
    ONLY_SWAP,
    SWAPPED,
)

FACINGS = 4
SLIDE_RULES_DTYPE = SlideRules.dtype


@kernel
def entered_grid(world: World, grids: Grids, frame: Frame) -> int:
    """Index of the grid that the crusher enters."""
    width = world.rules[0].width
    cell = frame.path[min(frame.at, len(frame.path) - 1)]
    return cell // width // GRID * grids.wide + cell % width // GRID


@kernel
def advance_crush(world: World) -> None:
    """MECH-D9: destroy what is destroyed, ask where the next unit is displaced to, or set the crusher down."""
    grids = grids_of(world)
    frame = top(world)
    if frame.stage == CRUSHING:
        destroy_firm(world, grids, frame)
        frame.stage = DISPLACING
    elif frame.stage == LIFTED:
        put_down(world, grids, frame)
    elif frame.stage == SWAPPING:
        swap_on(world, grids, frame)
    elif any_victim(world, grids, frame):
        make_known(world, grids, frame)
        ask_for_displacement(world, frame)
    else:
        set_down_all(world, grids, frame)


@kernel
def ask_for_displacement(world: World, frame: Frame) -> None:
    """MECH-1.2.6d, MECH-1.2.4a: the crushing side decides, of any unit not yet displaced."""
    clock = world.clock[0]
    clock.decision = DISPLACEMENT
    clock.unit = NOBODY
    clock.owes = 1 << world.units[frame.unit].allegiance.side


@kernel
def make_known(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.6d: the crushing side knows the units that it displaces."""
    side = world.units[frame.unit].allegiance.side
    for unit in range(len(world.units)):
        if is_victim(world, grids, frame, unit):
            world.units[unit].allegiance.known_to |= 1 << side


@kernel
def destroy_firm(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.6e, MECH-1.2.6f, MECH-D9: fragile terrain and units that cannot be moved by force are destroyed."""
    index = entered_grid(world, grids, frame)
    if grids.grids[index].terrain != 0:
        clear_terrain(world, grids, index)
        tell_at(world, CRUSHED_TERRAIN, frame.unit, index % grids.wide * GRID, index // grids.wide * GRID)
    frame.direction = any_victim(world, grids, frame)
    for unit in range(len(world.units)):
        if is_in(world, grids, frame, unit) and grids.chassis[unit].kind == INSTALLATION:
            emit(world, CRUSHED_UNIT, frame.unit, unit)
            take_out(world, unit)


@kernel
def tell_at(world: World, kind: int, unit: int, x: int, y: int) -> None:
    """Say that something happens to a unit at a place."""
    event = emit(world, kind, unit, NOBODY)
    event.x = x
    event.y = y


@kernel
def is_in(world: World, grids: Grids, frame: Frame, unit: int) -> bool:
    """MECH-1.2.6b: whether a unit in play is in the way in the grid that the crusher enters."""
    if not world.units[unit].status.alive or not is_crushed(world, grids, frame.unit, unit):
        return False
    return grid_index(grids, footprint(world, unit)) == entered_grid(world, grids, frame)


@kernel
def is_victim(world: World, grids: Grids, frame: Frame, unit: int) -> bool:
    """MECH-D8, MECH-D9: whether it is still to be decided where a unit goes."""
    return is_in(world, grids, frame, unit) and mask_of(footprint(world, unit)) & frame.number == 0


@kernel
def any_victim(world: World, grids: Grids, frame: Frame) -> bool:
    """MECH-D8: whether any unit in the entered grid is still to be displaced."""
    unit = grids.grids[entered_grid(world, grids, frame)].first
    while unit != NOBODY:
        if is_victim(world, grids, frame, unit):
            return True
        unit = grids.links[unit].after
    return False


@kernel
def displacements(world: World, grids: Grids, frame: Frame, unit: int, direction: int) -> int:
    """MECH-D9: the placements in a neighbouring grid to which a unit can be displaced; none where the crusher is.

    A ground unit slides there, the crusher and units not yet displaced being left out; a flying one needs only room.
    """
    to = neighbour(grids, entered_grid(world, grids, frame), direction)
    if to == NOBODY or to == grid_index(grids, footprint(world, frame.unit)):
        return 0
    size = world.units[unit].base.size
    there = free_cells(world, grids, unit, to)
    if grids.chassis[unit].kind != GROUND:
        return placements(there, size)
    return crossing(1 << placement_of(footprint(world, unit)), size, FULL, there, direction)


@kernel
def displacement_count(world: World, grids: Grids, frame: Frame, unit: int) -> int:
    """MECH-1.2.6d: to how many placements a unit can be displaced; none of them means that it swaps."""
    count = 0
    for direction in range(DIRECTIONS):
        bits = displacements(world, grids, frame, unit, direction)
        for placement in range(PLACEMENTS):
            count += (bits >> placement) & 1
    return count


@kernel
def swap_x(world: World, frame: Frame, unit: int) -> int:
    """MECH-D9: the column of the same cells in the grid that the crusher comes from."""
    return world.units[frame.unit].position.x // GRID * GRID + world.units[unit].position.x % GRID


@kernel
def swap_y(world: World, frame: Frame, unit: int) -> int:
    """MECH-D9: the row of the same cells in the grid that the crusher comes from."""
    return world.units[frame.unit].position.y // GRID * GRID + world.units[unit].position.y % GRID


@kernel
def can_be_displaced(world: World, grids: Grids, frame: Frame, unit: int, x: int, y: int) -> bool:
    """MECH-D9: whether a unit can be displaced to cells of a neighbouring grid."""
    index = y // GRID * grids.wide + x // GRID
    for direction in range(DIRECTIONS):
        if neighbour(grids, entered_grid(world, grids, frame), direction) == index:
            return (displacements(world, grids, frame, unit, direction) >> placement_at(x, y)) & 1 == 1
    return False


@kernel
def check_displacement(world: World, order: OrderRecord) -> None:
    """MECH-1.2.6d, MECH-D9: everything that forbids where a unit is displaced to."""
    grids = grids_of(world)
    frame = top(world)
    unit = order.unit
    if frame.stage != DISPLACING or not is_victim(world, grids, frame, unit):
        find(world, NOT_CRUSHED, unit, NOBODY)
    elif displacement_count(world, grids, frame, unit) > 0:
        if not can_be_displaced(world, grids, frame, unit, order.x, order.y):
            find_place(world, NO_DISPLACEMENT, unit, order.x, order.y)
    elif order.x != swap_x(world, frame, unit) or order.y != swap_y(world, frame, unit):
        find_place(world, ONLY_SWAP, unit, order.x, order.y)


@kernel
def find_place(world: World, reason: int, unit: int, x: int, y: int) -> None:
    """A finding about a unit and a place."""
    finding = find(world, reason, unit, NOBODY)
    finding.x = x
    finding.y = y


@kernel
def count_displacements(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-1.2.6d, MECH-1.2.4b: how many cells and facings a crushed unit may be given."""
    grids = grids_of(world)
    frame = top(world)
    if frame.stage != DISPLACING or not is_victim(world, grids, frame, unit):
        return 0
    return FACINGS * max(displacement_count(world, grids, frame, unit), 1)


@kernel
def displacement_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-1.2.6d: the displacement with that index: by cells, row by row, then by facing."""
    grids = grids_of(world)
    frame = top(world)
    out.direction = index % FACINGS
    out.x = swap_x(world, frame, unit)
    out.y = swap_y(world, frame, unit)
    entered = entered_grid(world, grids, frame)
    west = max(entered % grids.wide - 1, 0) * GRID
    north = max(entered // grids.wide - 1, 0) * GRID
    left = index // FACINGS
    for y in range(north, min(north + 3 * GRID, grids.high * GRID)):
        for x in range(west, min(west + 3 * GRID, grids.wide * GRID)):
            if can_be_displaced(world, grids, frame, unit, x, y):
                if left == 0:
                    out.x = x
                    out.y = y
                    return
                left -= 1


@kernel
def apply_displacement(world: World, order: OrderRecord) -> None:
    """MECH-1.2.6d, MECH-D9: displace a unit, or note that it will swap; then the next one is asked about."""
    grids = grids_of(world)
    frame = top(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = CRUSH
    unit = order.unit
    if frame.stage != DISPLACING or not is_victim(world, grids, frame, unit):
        return
    world.units[unit].facing.direction = order.direction
    if can_be_displaced(world, grids, frame, unit, order.x, order.y):
        frame.other = unit
        frame.x = order.x
        frame.y = order.y
        frame.stage = LIFTED
        set_off(world, grids, unit, entered_grid(world, grids, frame), LEAVE, CRUSH)
    else:
        frame.number |= mask_of(footprint(world, unit))
        emit(world, MUST_SWAP, unit, NOBODY)


@kernel
def set_down_all(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.6c, MECH-D9: set the crusher down in the grid it has entered, and those that swap in its former one."""
    index = entered_grid(world, grids, frame)
    x = index % grids.wide * GRID
    y = index // grids.wide * GRID
    frame.x = world.units[frame.unit].position.x
    frame.y = world.units[frame.unit].position.y
    lift(world, grids, frame.unit)
    swap_all(world, grids, frame)
    set_down(world, grids, frame.unit, x, y)
    tell_at(world, CRUSHED_IN, frame.unit, x, y)
    frame.stage = SWAPPING
    frame.other = NOBODY


@kernel
def set_off(world: World, grids: Grids, unit: int, index: int, moment: int, phase: int) -> bool:
    """MECH-D7, MECH-1.2.4: whether charges go off under a unit that is moved by force, if the rules say so."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    return rules.forced_triggers and charges_go_off(world, grids, unit, index, moment, phase)


@kernel
def put_down(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-1.2.6d, MECH-D10: put a displaced unit, unless a charge has destroyed it, where it goes."""
    unit = frame.other
    frame.stage = DISPLACING
    if world.units[unit].status.alive:
        lift(world, grids, unit)
        set_down(world, grids, unit, frame.x, frame.y)
        tell_at(world, DISPLACED, unit, frame.x, frame.y)
        set_off(world, grids, unit, grid_index(grids, footprint(world, unit)), ENTER, CRUSH)


@kernel
def swap_on(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-D7, MECH-D9: let charges go off under the units that have swapped, one after another; then the crush ends.

    All of them swap at one moment, so they stand in their new grid when charges of the old one go off. The frame that
    is pushed last is answered first.
    """
    former = grid_at(grids, frame.x, frame.y)
    entered = entered_grid(world, grids, frame)
    unit = next_swapped(world, grids, former, frame.other)
    if unit == NOBODY:
        end_crush(world, frame)
        return
    frame.other = unit
    is_more_to_come = set_off(world, grids, unit, former, ENTER, CRUSH)
    set_off(world, grids, unit, entered, LEAVE, FIRE if is_more_to_come else CRUSH)


@kernel
def next_swapped(world: World, grids: Grids, former: int, after: int) -> int:
    """MECH-D9: the next unit, by slot, that has swapped into the grid the crusher comes from, -1 when none is left.

    Nothing else stands there but high-altitude units, since the crusher filled it.
    """
    unit = grids.grids[former].first
    while unit != NOBODY and (unit <= after or not takes_room(grids, unit)):
        unit = grids.links[unit].after
    return unit


@kernel
def end_crush(world: World, frame: Frame) -> None:
    """MECH-1.2.6c, MECH-D8: the crusher stops, but for fragile terrain that does not stop it."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SLIDE_RULES_DTYPE)[0]
    goes_on = frame.direction == 0 and not rules.fragile_stops
    frame.at = frame.at + 1 if goes_on else frame.length
    frame.stage = STANDING
    frame.number = 0
    frame.direction = 0
    frame.other = 0
    world.clock[0].phase = MOVEMENT


@kernel
def swap_all(world: World, grids: Grids, frame: Frame) -> None:
    """MECH-D9: put the units that swap on the same cells of the grid that the crusher leaves."""
    for unit in range(len(world.units)):
        if is_in(world, grids, frame, unit):
            x = swap_x(world, frame, unit)
            y = swap_y(world, frame, unit)
            lift(world, grids, unit)
            set_down(world, grids, unit, x, y)
            tell_at(world, SWAPPED, unit, x, y)


CRUSH_SYSTEM = System(
    "crush",
    "crush",
    (DISPLACE_KIND,),
    advance=advance_crush,
    check=check_displacement,
    count=count_displacements,
    member=displacement_member,
    apply=apply_displacement,
)
