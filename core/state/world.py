"""The state of one game as kernels see it: tables opened in a row of the arenas."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Arena, Table
from enfilade.components.unit import Unit
from enfilade.core.board.cell import Cell
from enfilade.core.engine.arena import Bytes, Ints, row, table, vector
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import SLOTS, Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import (
    CARDS,
    CELLS,
    CLOCK,
    EVENTS,
    FINDINGS,
    KINDS,
    MEMORY,
    NOTES,
    ORDERS,
    PENDING,
    ROLLS,
    RULES,
    UNITS,
)
from enfilade.core.rulebook.rules import Rules

from .cards import Card
from .clock import Clock
from .memory import MEMORIES, Memory
from .messages import (
    EVENTS_MAX,
    FINDINGS_MAX,
    KINDS_MAX,
    ORDERS_MAX,
    EventRecord,
    FindingRecord,
    KindRecord,
    OrderRecord,
)
from .notes import ROLLS_MAX, Notes, Roll
from .pending import FRAMES_MAX, Frame

CLOCK_DTYPE = Clock.dtype
FRAME_DTYPE = Frame.dtype
UNIT_DTYPE = Unit.dtype
CARD_DTYPE = Card.dtype
RULES_DTYPE = Rules.dtype
KIND_DTYPE = KindRecord.dtype
CELL_DTYPE = Cell.dtype
MEMORY_DTYPE = Memory.dtype
NOTES_DTYPE = Notes.dtype
EVENT_DTYPE = EventRecord.dtype
FINDING_DTYPE = FindingRecord.dtype
ORDER_DTYPE = OrderRecord.dtype
ROLL_DTYPE = Roll.dtype


class World(NamedTuple):
    """The tables of one game, and the rows in which extensions find theirs."""

    clock: Table[Clock]  # (1,)
    pending: Table[Frame]  # (FRAMES_MAX,)
    units: Table[Unit]  # (units,)
    cards: Table[Card]  # (cards,)
    rules: Table[Rules]  # (1,), frozen
    kinds: Table[KindRecord]  # (KINDS_MAX,), frozen
    cells: Table[Cell]  # (height * width,), frozen
    notes: Table[Notes]  # (1,), scratch
    events: Table[EventRecord]  # (EVENTS_MAX,), scratch
    findings: Table[FindingRecord]  # (FINDINGS_MAX,), scratch
    orders: Table[OrderRecord]  # (ORDERS_MAX,), scratch; [0] is the order in hand
    data: Bytes  # the game's row of the world
    derived: Bytes  # the game's row of derived data
    desk: Bytes  # the thread's desk
    layout: Ints  # (2 * SLOTS,), start and count of each table


@kernel
def open_world(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> World:
    """The tables of one game, for a thread that works at one desk."""
    data = row(arenas, game)
    block = row(desks, desk)
    layout = vector(block, 0, 2 * SLOTS)
    return World(
        table(data, start_of(layout, CLOCK), 1, CLOCK_DTYPE),
        table(data, start_of(layout, PENDING), count_of(layout, PENDING), FRAME_DTYPE),
        table(data, start_of(layout, UNITS), count_of(layout, UNITS), UNIT_DTYPE),
        table(data, start_of(layout, CARDS), count_of(layout, CARDS), CARD_DTYPE),
        table(block, start_of(layout, RULES), 1, RULES_DTYPE),
        table(block, start_of(layout, KINDS), count_of(layout, KINDS), KIND_DTYPE),
        table(block, start_of(layout, CELLS), count_of(layout, CELLS), CELL_DTYPE),
        table(block, start_of(layout, NOTES), 1, NOTES_DTYPE),
        table(block, start_of(layout, EVENTS), count_of(layout, EVENTS), EVENT_DTYPE),
        table(block, start_of(layout, FINDINGS), count_of(layout, FINDINGS), FINDING_DTYPE),
        table(block, start_of(layout, ORDERS), count_of(layout, ORDERS), ORDER_DTYPE),
        data,
        row(derived, game),
        block,
        layout,
    )


def engine_tables(units: int, cards: int, cells: int) -> list[TableSpec]:
    """The engine's own tables for a scenario of that many units, cards and cells."""
    return [
        TableSpec("clock", CLOCK, Block.WORLD, Clock, 1),
        TableSpec("pending", PENDING, Block.WORLD, Frame, FRAMES_MAX),
        TableSpec("units", UNITS, Block.WORLD, Unit, units, per_unit=True),
        TableSpec("cards", CARDS, Block.WORLD, Card, cards),
        TableSpec("rules", RULES, Block.RULES, Rules, 1),
        TableSpec("kinds", KINDS, Block.RULES, KindRecord, KINDS_MAX),
        TableSpec("cells", CELLS, Block.RULES, Cell, cells),
        TableSpec("memory", MEMORY, Block.MEMORY, Memory, MEMORIES),
        TableSpec("notes", NOTES, Block.SCRATCH, Notes, 1),
        TableSpec("events", EVENTS, Block.SCRATCH, EventRecord, EVENTS_MAX),
        TableSpec("findings", FINDINGS, Block.SCRATCH, FindingRecord, FINDINGS_MAX),
        TableSpec("orders", ORDERS, Block.SCRATCH, OrderRecord, ORDERS_MAX),
        TableSpec("rolls", ROLLS, Block.SCRATCH, Roll, ROLLS_MAX),
    ]


@kernel
def rolls_of(world: World) -> Table[Roll]:
    """The rolls of a given or enumerated dice source."""
    return table(world.desk, start_of(world.layout, ROLLS), count_of(world.layout, ROLLS), ROLL_DTYPE)
