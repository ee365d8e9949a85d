"""The engine's tables alone, without a family: for tests of what the state stands on."""

from __future__ import annotations

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import entry
from enfilade.core.engine.layout import Layout, TableSpec
from enfilade.core.engine.store import Store
from enfilade.core.state.clock import Clock
from enfilade.core.state.dice import dice, die, pool
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import GIVEN, Notes
from enfilade.core.state.world import World, engine_tables, open_world

DIE = 0
SUM = 1
POOL = 2


class Fault(ValueError):
    """A step on bare tables that noted a fault."""


class Tables:
    """One game of bare tables: what ``enumerate.outcomes`` needs of a game, and the dice."""

    def __init__(self, units: int = 2, cards: int = 0, cells: int = 1, extensions: tuple[TableSpec, ...] = ()) -> None:
        """Make empty tables."""
        self.store = Store(Layout.of([*engine_tables(units, cards, cells), *extensions]))
        self.places = (self.store.arenas, self.store.derived, self.store.desks)
        self.notes: Notes = self.store.table("notes", writable=True)[0]
        self.order: OrderRecord = self.store.table("orders", writable=True)[0]
        self.clock: Clock = self.store.table("clock", writable=True)[0]

    @property
    def world(self) -> World:
        """The tables as kernels see them."""
        return open_world(*self.places, 0, 0)

    def snapshot(self) -> bytes:
        """The row."""
        return bytes(self.store.arenas[0].data)

    def restore(self, row: bytes) -> None:
        """Set the row."""
        self.store.arenas[0].data[:] = row

    def raise_fault(self) -> None:
        """Raise when a fault is noted."""
        if self.notes.fault:
            raise Fault(self.notes.fault, self.notes.fault_number)

    def new_step(self) -> None:
        """Forget the draws and the fault of the last step, as the pipeline does."""
        self.notes.fault = self.notes.fault_number = self.notes.rolls = 0
        for stream in range(len(self.notes.draws)):
            self.notes.draws[stream] = 0

    def set_key(self, low: int, high: int = 0) -> None:
        """Set the dice key."""
        self.clock.key_low, self.clock.key_high = low, high

    def give(self, *faces: int) -> None:
        """Supply rolled faces."""
        self.notes.source, self.notes.faces = GIVEN, len(faces)
        for roll, face in zip(self.store.table("rolls", writable=True), faces, strict=False):
            roll.value = face


@entry
def roll(
    arenas: Arena, derived: Arena, desks: Arena, primitive: int, stream: int, subject: int, count: int, number: int
) -> int:
    """One of the three primitives; ``number`` is the sides of a die, or what a die of a pool must show."""
    world = open_world(arenas, derived, desks, 0, 0)
    if primitive == DIE:
        return die(world, stream, subject, number)
    if primitive == SUM:
        return dice(world, stream, subject, count, number)
    return pool(world, stream, subject, count, number)
