"""Flights, jumps and teleports: which there are, and what they do."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, placement_at
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit, find
from enfilade.core.relations.reach.ends import FACINGS, count_ends, known_ends, write_nth_end
from enfilade.core.relations.reach.landings import flight_landings, grids_away, landings
from enfilade.core.relations.reach.slides import FLYING as FLYING_WAY
from enfilade.core.relations.reach.slides import VANISHING, Search, begin_search, how_of, is_known, note_ends, search_of
from enfilade.core.rulebook.chassis import FLYING, GROUND, HIGH, INSTALLATION, MOBILITY, MOVE_MAX, SHUTDOWN
from enfilade.core.state.grids import Grids, grids_of
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, System

from ..journey import begin_journey
from .words import (
    CANNOT_FLY,
    CANNOT_TELEPORT,
    FLEW,
    FLIGHT_IMMOBILIZED,
    FLIGHT_KINDS,
    FLIGHT_SHUT_DOWN,
    FLY,
    HAS_FLOWN,
    NO_LANDING,
    STAYS,
    STRADDLES,
    TELEPORTED,
    TOO_FAR,
)


@kernel
def range_of(world: World, grids: Grids, unit: int, kind: int) -> int:
    """MECH-1.2.2a, MECH-1.2.3b, MECH-D6, MECH-D14: how far a unit may fly, jump or teleport; -1 when it does not.

    In grids. A unit that flies by nature may turn and shift with an allowance of 0; a jump or a teleport of 0 is none.
    """
    chassis = grids.chassis[unit]
    if kind != FLY:
        return chassis.teleport if chassis.kind != INSTALLATION and chassis.teleport > 0 else NOBODY
    allowance = chassis.jump if chassis.kind == GROUND and chassis.jump > 0 else NOBODY
    if chassis.kind in (FLYING, HIGH):
        allowance = chassis.allowance
    if allowance > 0 and world.units[unit].condition.stance == MOBILITY:
        allowance = 2 * allowance
    return min(allowance, MOVE_MAX)


@kernel
def ends_in(world: World, grids: Grids, unit: int, kind: int, index: int) -> int:
    """MECH-D6: the placements of a grid at which a flight or a teleport can end, however far it is."""
    if kind == FLY:
        return flight_landings(world, grids, unit, index)
    return landings(world, grids, unit, index, False)


@kernel
def may_go(world: World, grids: Grids, unit: int, kind: int) -> bool:
    """MECH-D13, MECH-D14: whether a unit may fly or teleport at all now."""
    slot = world.units[unit]
    may_move = not slot.status.done and slot.condition.stance != SHUTDOWN and not slot.condition.immobilized
    return range_of(world, grids, unit, kind) >= 0 and may_move


@kernel
def stays_put(world: World, unit: int, x: int, y: int) -> bool:
    """Whether a unit stands on these cells already."""
    position = world.units[unit].position
    return position.x == x and position.y == y


@kernel
def check_flight(world: World, order: OrderRecord) -> None:
    """MECH-1.2.2, MECH-1.2.3, MECH-D6, MECH-D18: everything that forbids a flight, a jump or a teleport."""
    grids = grids_of(world)
    unit = order.unit
    slot = world.units[unit]
    if slot.status.done:
        find(world, HAS_FLOWN, unit, NOBODY)
    if slot.condition.stance == SHUTDOWN:
        find(world, FLIGHT_SHUT_DOWN, unit, NOBODY)
    if slot.condition.immobilized:
        find(world, FLIGHT_IMMOBILIZED, unit, NOBODY)
    if range_of(world, grids, unit, order.kind) < 0:
        find(world, CANNOT_FLY if order.kind == FLY else CANNOT_TELEPORT, unit, NOBODY)
    elif order.x % GRID + slot.base.size > GRID or order.y % GRID + slot.base.size > GRID:
        find_at(world, STRADDLES, unit, order.x, order.y)
    elif stays_put(world, unit, order.x, order.y) and slot.facing.direction == order.direction:
        find(world, STAYS, unit, NOBODY)
    else:
        check_landing(world, grids, order)


@kernel
def check_landing(world: World, grids: Grids, order: OrderRecord) -> None:
    """MECH-1.2.2b, MECH-1.2.2e, MECH-1.2.2f, MECH-1.2.3c, MECH-1.2.3d, MECH-D6: findings about an end.

    It may be too far away or have no room; what lies between, and who locks the unit, does not matter.
    """
    unit = order.unit
    index = order.y // GRID * grids.wide + order.x // GRID
    distance = grids_away(world, grids, unit, index)
    allowance = range_of(world, grids, unit, order.kind)
    if distance > allowance:
        finding = find(world, TOO_FAR, unit, NOBODY)
        finding.numbers[0] = distance
        finding.numbers[1] = allowance
        finding.x = order.x
        finding.y = order.y
    if not (ends_in(world, grids, unit, order.kind, index) >> placement_at(order.x, order.y)) & 1:
        find_at(world, NO_LANDING, unit, order.x, order.y)


@kernel
def find_at(world: World, reason: int, unit: int, x: int, y: int) -> None:
    """A finding about a unit and a place."""
    finding = find(world, reason, unit, NOBODY)
    finding.x = x
    finding.y = y


@kernel
def way_of(kind: int) -> int:
    """How a unit moves, as searches call it."""
    return FLYING_WAY if kind == FLY else VANISHING


@kernel
def search_flights(world: World, grids: Grids, unit: int, kind: int) -> Search:
    """MECH-D6: find every placement at which a unit's flight or teleport can end."""
    allowance = range_of(world, grids, unit, kind)
    search = search_of(world)
    if is_known(grids, search, unit, how_of(way_of(kind), allowance)):
        return search
    begin_search(world, grids, search, unit, way_of(kind), allowance)
    reach = search.reach[0]
    for row in range(reach.north, reach.south):
        for column in range(reach.west, reach.east):
            index = row * grids.wide + column
            if grids_away(world, grids, unit, index) <= allowance:
                note_ends(search, index, ends_in(world, grids, unit, kind, index))
    return search


@kernel
def count_flights(world: World, side: int, unit: int, kind: int) -> int:
    """MECH-1.2.2d, MECH-1.2.3: how many ends, cells and facing, a flight or a teleport may have; staying is none."""
    grids = grids_of(world)
    if not may_go(world, grids, unit, kind):
        return 0
    allowance = range_of(world, grids, unit, kind)
    known = known_ends(world, grids, unit, way_of(kind), allowance)
    if known != NOBODY:
        return known
    return count_ends(world, grids, search_flights(world, grids, unit, kind), unit, way_of(kind), allowance)


@kernel
def flight_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """MECH-1.2.2d: the flight or teleport with that index: by the cell of its end, row by row, then by its facing."""
    grids = grids_of(world)
    write_nth_end(world, grids, search_flights(world, grids, unit, kind), unit, index, out)


@kernel
def apply_flight(world: World, order: OrderRecord) -> None:
    """MECH-1.2.2, MECH-1.2.3e, MECH-D10: the unit leaves one grid and enters one, and its activation goes on."""
    grids = grids_of(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.unit = order.unit
    clock.phase = SEQUENCE
    slot = world.units[order.unit]
    index = order.y // GRID * grids.wide + order.x // GRID
    if not slot.status.alive or not can_stand(world, grids, order, index):
        return
    event = emit(world, FLEW if order.kind == FLY else TELEPORTED, order.unit, NOBODY)
    event.x = order.x
    event.y = order.y
    event.numbers[0] = slot.position.y * world.rules[0].width + slot.position.x
    slot.facing.direction = order.direction
    length = int(grids_away(world, grids, order.unit, index) > 0)
    frame = begin_journey(world, order.kind, order.unit, order.x, order.y, length)
    frame.path[0] = order.y * world.rules[0].width + order.x if length > 0 else 0


@kernel
def can_stand(world: World, grids: Grids, order: OrderRecord, index: int) -> bool:
    """Whether a unit can come down at the end of an order that nobody has checked."""
    ends = ends_in(world, grids, order.unit, order.kind, index)
    return (ends >> placement_at(order.x, order.y)) & 1 == 1 and order.direction >= 0 and order.direction < FACINGS


FLIGHT_SYSTEM = System(
    "flight",
    "movement",
    FLIGHT_KINDS,
    check=check_flight,
    count=count_flights,
    member=flight_member,
    apply=apply_flight,
)
