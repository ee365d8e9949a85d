"""Drafts: copies of a game's row on a desk, on which orders are tried while the game itself stays as it is.

A draft has a clock, units and derived data of its own, and all drafts of a desk share notes, events, findings and
orders that are not those of the game. Rules and memory are those of the desk: memory is keyed by all that its answers
depend on.
"""

from __future__ import annotations

from collections.abc import Sequence

from enfilade.components.record import Record, Table, i64
from enfilade.core.engine.arena import Bytes, copy_bytes, part, table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, Layout, TableSpec, count_of, start_of
from enfilade.core.engine.slots import (
    CARDS,
    CHOICES,
    CLOCK,
    DRAFT_EVENTS,
    DRAFT_FINDINGS,
    DRAFT_NOTES,
    DRAFT_ORDERS,
    DRAFT_ROLLS,
    DRAFTS,
    PENDING,
    ROLLS,
    UNIT_TABLES,
    UNITS,
)

from .messages import FINDINGS_MAX, EventRecord, FindingRecord, OrderRecord
from .notes import KEYED, ROLLS_MAX, Notes, Roll
from .pending import PATH_MAX
from .world import (
    CARD_DTYPE,
    CLOCK_DTYPE,
    EVENT_DTYPE,
    FINDING_DTYPE,
    FRAME_DTYPE,
    NOTES_DTYPE,
    ORDER_DTYPE,
    UNIT_DTYPE,
    World,
)

KNOWN, TRIAL, SEQUEL = 0, 1, 2
"""The drafts of a desk: what a side knows of the game, an order tried, and one that follows it."""
DRAFTS_MAX = 3
EVENTS_IN_DRAFT_MAX = 512
"""Events of a step on a draft at most; more is a fault of the draft."""
HAND = 0
"""Where the order in hand of a draft lies among the draft's orders."""
CHOICES_MAX = 64
"""Orders that may be chosen; they lie after the one in hand."""
LISTED = 1 + CHOICES_MAX
"""Where orders are listed, after these."""
LISTED_MAX = 256
"""Orders in one slice of a list."""
ROLL_BYTES = Roll.dtype.itemsize
ORDER_BYTES = OrderRecord.dtype.itemsize


class UnitTable(Record):
    """A table of the world that has a record for each unit."""

    start: i64  # its first byte in the game's row
    size: i64  # bytes of one record


class Choice(Record):
    """What is thought of an order that may be chosen."""

    promise: i64  # before it is tried
    worth: i64  # after that


class DraftWord(Record):
    """Eight bytes of a draft."""

    bits: i64


UNIT_TABLE_DTYPE = UnitTable.dtype
CHOICE_DTYPE = Choice.dtype


def draft_tables(specs: Sequence[TableSpec]) -> list[TableSpec]:
    """The tables that drafts need of a game that has these."""
    layout = Layout.of(specs)
    words = (layout.world_bytes + layout.derived_bytes) // DraftWord.dtype.itemsize
    return [
        TableSpec("unit_tables", UNIT_TABLES, Block.RULES, UnitTable, len(tables_of_units(layout))),
        TableSpec("drafts", DRAFTS, Block.SCRATCH, DraftWord, DRAFTS_MAX * words),
        TableSpec("draft_notes", DRAFT_NOTES, Block.SCRATCH, Notes, 1),
        TableSpec("draft_events", DRAFT_EVENTS, Block.SCRATCH, EventRecord, EVENTS_IN_DRAFT_MAX),
        TableSpec("draft_findings", DRAFT_FINDINGS, Block.SCRATCH, FindingRecord, FINDINGS_MAX),
        TableSpec("draft_orders", DRAFT_ORDERS, Block.SCRATCH, OrderRecord, LISTED + LISTED_MAX),
        TableSpec("choices", CHOICES, Block.SCRATCH, Choice, CHOICES_MAX),
        TableSpec("draft_rolls", DRAFT_ROLLS, Block.SCRATCH, Roll, ROLLS_MAX),
    ]


def tables_of_units(layout: Layout) -> list[TableSpec]:
    """The tables of the world with a record for each unit."""
    return [spec for spec in layout.in_block(Block.WORLD) if spec.per_unit]


def set_unit_tables(layout: Layout, world: World) -> None:
    """Note where the tables with a record for each unit lie."""
    for entry, spec in zip(unit_tables_of(world), tables_of_units(layout), strict=True):
        entry.start = layout.starts[spec.name]
        entry.size = spec.record.dtype.itemsize


@kernel
def unit_tables_of(world: World) -> Table[UnitTable]:
    """The tables of the world with a record for each unit."""
    layout = world.layout
    return table(world.desk, start_of(layout, UNIT_TABLES), count_of(layout, UNIT_TABLES), UNIT_TABLE_DTYPE)


@kernel
def draft_of(world: World, number: int, first: int, room: int) -> World:
    """A draft as a world of its own, whose orders are ``room`` of the drafts' orders from ``first`` on."""
    row_bytes, derived_bytes = len(world.data), len(world.derived)
    start = start_of(world.layout, DRAFTS) + number * (row_bytes + derived_bytes)
    data = part(world.desk, start, row_bytes)
    derived = part(world.desk, start + row_bytes, derived_bytes)
    return with_rows(world, data, derived, first, room)


@kernel
def beside(world: World, first: int, room: int) -> World:
    """A world with what the drafts have instead of notes, events, findings and orders of the game."""
    return with_rows(world, world.data, world.derived, first, room)


@kernel
def with_rows(world: World, data: Bytes, derived: Bytes, first: int, room: int) -> World:
    """These rows as a world with the notes, events, findings and orders of drafts."""
    layout, desk = world.layout, world.desk
    return World(
        table(data, start_of(layout, CLOCK), 1, CLOCK_DTYPE),
        table(data, start_of(layout, PENDING), count_of(layout, PENDING), FRAME_DTYPE),
        table(data, start_of(layout, UNITS), count_of(layout, UNITS), UNIT_DTYPE),
        table(data, start_of(layout, CARDS), count_of(layout, CARDS), CARD_DTYPE),
        world.rules,
        world.kinds,
        world.cells,
        table(desk, start_of(layout, DRAFT_NOTES), 1, NOTES_DTYPE),
        table(desk, start_of(layout, DRAFT_EVENTS), EVENTS_IN_DRAFT_MAX, EVENT_DTYPE),
        table(desk, start_of(layout, DRAFT_FINDINGS), FINDINGS_MAX, FINDING_DTYPE),
        table(desk, start_of(layout, DRAFT_ORDERS) + first * ORDER_BYTES, room, ORDER_DTYPE),
        data,
        derived,
        desk,
        layout,
    )


@kernel
def copy_game(source: World, target: World) -> None:
    """Set a draft to another position of the same game, derived data included."""
    copy_bytes(target.data, 0, source.data, 0, len(source.data))
    copy_bytes(target.derived, 0, source.derived, 0, len(source.derived))


@kernel
def choices_of(world: World) -> Table[Choice]:
    """What is thought of each order that may be chosen."""
    return table(world.desk, start_of(world.layout, CHOICES), CHOICES_MAX, CHOICE_DTYPE)


@kernel
def draft_order(world: World, index: int) -> OrderRecord:
    """One of the drafts' orders."""
    orders: Table[OrderRecord] = table(
        world.desk, start_of(world.layout, DRAFT_ORDERS), LISTED + LISTED_MAX, ORDER_DTYPE
    )
    return orders[index]


@kernel
def copy_draft_order(world: World, source: int, target: int) -> None:
    """Copy one of the drafts' orders to another place among them."""
    start = start_of(world.layout, DRAFT_ORDERS)
    copy_bytes(world.desk, start + target * ORDER_BYTES, world.desk, start + source * ORDER_BYTES, ORDER_BYTES)


@kernel
def copy_order(source: OrderRecord, target: OrderRecord) -> None:
    """Make one order like another."""
    target.kind = source.kind
    target.side = source.side
    target.direction = source.direction
    target.companion_count = source.companion_count
    target.unit = source.unit
    target.target = source.target
    target.x = source.x
    target.y = source.y
    target.number = source.number
    target.length = source.length
    for i in range(len(source.companions)):
        target.companions[i] = source.companions[i]
    for i in range(PATH_MAX):
        target.path[i] = source.path[i]


@kernel
def keep_rolls(world: World) -> None:
    """Put aside the dice that were given for the next step; drafts write over them."""
    copy_rolls(world, DRAFT_ROLLS, ROLLS)


@kernel
def put_rolls_back(world: World) -> None:
    """Put the dice back that were put aside."""
    copy_rolls(world, ROLLS, DRAFT_ROLLS)


@kernel
def copy_rolls(world: World, target: int, source: int) -> None:
    """Copy the dice of one table of rolls into another, if any were given; tables by their slots."""
    if world.notes[0].source != KEYED:
        layout = world.layout
        copy_bytes(world.desk, start_of(layout, target), world.desk, start_of(layout, source), ROLLS_MAX * ROLL_BYTES)
