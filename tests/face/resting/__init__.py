"""Resting: a plug-in for the drill, as a third party would write one.

- RESTING-1.1: Instead of moving, a shaken unit may rest: it recovers, and does not move in this round.
- RESTING-1.2: A side may rest units twice in a battle.
"""

from __future__ import annotations

from pathlib import Path

from enfilade.authoring import (
    EXTENSION_SLOT,
    NOBODY,
    SEQUENCE,
    Block,
    EventKind,
    Kind,
    OrderRecord,
    Plugin,
    Reason,
    Record,
    Scenario,
    System,
    Table,
    TableSpec,
    World,
    count_of,
    emit,
    find,
    i16,
    kernel,
    start_of,
    table,
)
from enfilade.drill.components import open_drill
from enfilade.drill.vocabulary import ACTIVATION

SUPPLIES_EACH = 2
SUPPLIES = EXTENSION_SLOT + 20

REST = 200
RESTED = 100
NOT_SHAKEN = 100
NO_SUPPLIES = 101

REST_KINDS = (Kind(REST, "rest", (ACTIVATION,)),)
EVENTS = (EventKind(RESTED, "rested", ("left",), ("unit", "left")),)
REASONS = (
    Reason(NOT_SHAKEN, "not_shaken", "RESTING-1.1", (), ("unit",)),
    Reason(NO_SUPPLIES, "no_supplies", "RESTING-1.2", ("side",), ("side",)),
)


class Supply(Record):
    """What a side has for resting units."""

    left: i16  # times it may still rest a unit


SUPPLY_DTYPE = Supply.dtype


def supply_tables(scenario: Scenario) -> list[TableSpec]:
    """One table, with a record a side."""
    return [TableSpec("resting_supplies", SUPPLIES, Block.WORLD, Supply, len(scenario.sides))]


def set_up(scenario: Scenario, world: World) -> None:
    """RESTING-1.2: every side begins with the same supplies."""
    for supply in supplies_of(world):
        supply.left = SUPPLIES_EACH


@kernel
def supplies_of(world: World) -> Table[Supply]:
    """The supplies of the sides."""
    return table(world.data, start_of(world.layout, SUPPLIES), count_of(world.layout, SUPPLIES), SUPPLY_DTYPE)


@kernel
def check_rest(world: World, order: OrderRecord) -> None:
    """RESTING-1.1, RESTING-1.2: everything that forbids a rest."""
    if not open_drill(world).soldiers[order.unit].shaken:
        find(world, NOT_SHAKEN, order.unit, NOBODY)
    if supplies_of(world)[order.side].left == 0:
        find(world, NO_SUPPLIES, order.unit, NOBODY).numbers[0] = order.side


@kernel
def count_rests(world: World, side: int, unit: int, kind: int) -> int:
    """RESTING-1.1, RESTING-1.2: one way to rest, if the unit may."""
    return 1 if open_drill(world).soldiers[unit].shaken and supplies_of(world)[side].left > 0 else 0


@kernel
def apply_rest(world: World, order: OrderRecord) -> None:
    """RESTING-1.1: the unit recovers, and has moved; the turn goes on."""
    open_drill(world).soldiers[order.unit].shaken = False
    world.units[order.unit].status.done = True
    supply = supplies_of(world)[order.side]
    supply.left = max(supply.left - 1, 0)
    emit(world, RESTED, order.unit, NOBODY).numbers[0] = supply.left
    world.clock[0].owes = 0
    world.clock[0].phase = SEQUENCE


def broken_invariants(world: World) -> list[str]:
    """RESTING-1.2: what does not hold in a position."""
    return [
        f"RESTING-1.2: side {side} has supplies for {supply.left} rests"
        for side, supply in enumerate(supplies_of(world))
        if not 0 <= supply.left <= SUPPLIES_EACH
    ]


PLUGIN = Plugin(
    name="resting",
    revision=1,
    systems=(System("resting.rest", "command", REST_KINDS, check=check_rest, count=count_rests, apply=apply_rest),),
    events=EVENTS,
    reasons=REASONS,
    folders=(Path(__file__).parent,),
    tables=supply_tables,
    setup=set_up,
    invariants=broken_invariants,
)
