"""Exits: units leave the board there, for good, and count for their side."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i16
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import DEPARTURES, EXITS
from enfilade.core.orders.say import emit, find
from enfilade.core.rulebook.chassis import SHUTDOWN
from enfilade.core.rulebook.turns import Exit
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.world import World
from enfilade.systems.system import SEQUENCE, Apply, Check, Count, System

from .words import ALREADY_DONE, CANNOT_LEAVE, EXIT_KIND, LEFT_BOARD, NO_EXIT

StandsAt = Kernel[[World, int, int, int], bool]
"""Whether a unit stands at a place of the board, given the unit, x and y."""
TakeOut = Kernel[[World, int], None]
"""Takes a unit out of play."""


class Departure(Record):
    """How a unit has left the board; the record of its slot."""

    exit: i16  # number of the exit from 1, 0 while it has not left


EXIT_DTYPE = Exit.dtype
DEPARTURE_DTYPE = Departure.dtype


class Ways(NamedTuple):
    """The exits of a game and who has left; both empty where there are none."""

    exits: Table[Exit]  # (exits,), frozen
    departures: Table[Departure]  # (units,), or (0,)


def exit_tables(units: int, exits: int) -> list[TableSpec]:
    """The tables for so many units and exits."""
    return [
        TableSpec("exits", EXITS, Block.RULES, Exit, exits),
        TableSpec("departures", DEPARTURES, Block.WORLD, Departure, units if exits else 0, per_unit=exits > 0),
    ]


@kernel
def ways_of(world: World) -> Ways:
    """The exits of a game and who has left."""
    layout = world.layout
    return Ways(
        table(world.desk, start_of(layout, EXITS), count_of(layout, EXITS), EXIT_DTYPE),
        table(world.data, start_of(layout, DEPARTURES), count_of(layout, DEPARTURES), DEPARTURE_DTYPE),
    )


@kernel
def add_departures(world: World) -> None:
    """MECH-D13: add to the scores what the units that have left are worth."""
    ways = ways_of(world)
    scores = world.clock[0].scores
    for unit in range(len(ways.departures)):
        number = ways.departures[unit].exit
        if number > 0:
            scores[ways.exits[number - 1].side] += ways.exits[number - 1].value


@specialised
def exit_of(stands: StandsAt) -> Kernel[[World, int], int]:
    """MECH-D13: the exit of its side at which a unit stands, by number from 1, 0 when it stands at none."""

    @kernel
    def find_exit(world: World, unit: int) -> int:
        ways = ways_of(world)
        for index in range(len(ways.exits)):
            way = ways.exits[index]
            if way.side == world.units[unit].allegiance.side and stands(world, unit, way.x, way.y):
                return index + 1
        return 0

    return find_exit


@specialised
def exit_check(stands: StandsAt) -> Check:
    """MECH-D13, MECH-D14: what keeps a unit from leaving the board."""
    find_exit = exit_of(stands)

    @kernel
    def check_exit(world: World, order: OrderRecord) -> None:
        slot = world.units[order.unit]
        if slot.status.done:
            find(world, ALREADY_DONE, order.unit, NOBODY)
        if slot.condition.stance == SHUTDOWN:
            find(world, CANNOT_LEAVE, order.unit, NOBODY)
        if find_exit(world, order.unit) == 0:
            find(world, NO_EXIT, order.unit, NOBODY)

    return check_exit


@specialised
def exit_count(stands: StandsAt) -> Count:
    """MECH-D13, MECH-D14: one order for a unit that may leave the board where it stands."""
    find_exit = exit_of(stands)

    @kernel
    def count_exits(world: World, side: int, unit: int, kind: int) -> int:
        slot = world.units[unit]
        may_act = not slot.status.done and slot.condition.stance != SHUTDOWN
        return int(may_act and find_exit(world, unit) > 0)

    return count_exits


@specialised
def exit_apply(stands: StandsAt, take_out: TakeOut) -> Apply:
    """MECH-D13: a unit leaves the board, for good, and its activation ends."""
    find_exit = exit_of(stands)

    @kernel
    def apply_exit(world: World, order: OrderRecord) -> None:
        clock = world.clock[0]
        clock.owes = 0
        clock.unit = order.unit
        clock.phase = SEQUENCE
        number = find_exit(world, order.unit)
        if number > 0 and world.units[order.unit].status.alive:
            ways = ways_of(world)
            way = ways.exits[number - 1]
            ways.departures[order.unit].exit = number
            event = emit(world, LEFT_BOARD, order.unit, NOBODY)
            event.x = way.x
            event.y = way.y
            event.numbers[0] = way.value
            take_out(world, order.unit)
            world.clock[0].scores[way.side] += way.value

    return apply_exit


def exit_system(stands: StandsAt, take_out: TakeOut) -> System:
    """The system of exits where units stand, and are taken from the board, as these kernels say."""
    return System(
        "exits",
        "sequence",
        (EXIT_KIND,),
        check=exit_check(stands),
        count=exit_count(stands),
        apply=exit_apply(stands, take_out),
    )
