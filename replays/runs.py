"""Orders and checks of a log played in compiled code, a run of them at a time.

A run goes as far as the game agrees with the log. The record that ends it is left for the fold, and the game stands
before that record as if the fold had taken all others: so what is wrong with a log is told in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.arena import Bytes, Ints, row, vector
from enfilade.core.engine.hash import hash_bytes, plus, times
from enfilade.core.engine.history import Cause
from enfilade.core.engine.kernel import U64, Entry, Kernel, entry, kernel, specialised
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX
from enfilade.core.state.world import World, open_world
from enfilade.systems.game import Game

from .fold import Fold
from .format import FRAME_BYTES, HEAD_BYTES
from .packed import (
    BAD,
    CHECK,
    CHECK_DRAWS,
    CHECK_HIGH,
    CHECK_LOW,
    CHECK_STEP,
    COMPANION_COUNT_AT,
    COMPANIONS_AT,
    FIELD_NUMBERS,
    KIND_AT,
    LENGTH_AT,
    ORDER,
    PATH_AT,
    Window,
    is_ready,
    payload_length,
    read_check,
    read_order,
    scratch,
    survey_run,
)
from .reader import Entry as LogEntry
from .reader import Log, Place
from .records import Order, order_bytes

ORDERS_MAX = 256
"""Orders of one run at most; an undo into a run takes its orders again."""

RECORDS, ORDERS, DRAWS, FAULTED = 0, 1, 2, 3
STORY_NUMBERS = 4
"""What a run tells: records and orders taken, draws as in ``Fold``, whether the next order cannot stand."""


@kernel
def assign_order(fields: Ints, order: OrderRecord) -> None:
    """Set every field of an order from the numbers of an ORDER."""
    order.kind = fields[0]
    order.side = fields[1]
    order.unit = fields[2]
    order.target = fields[3]
    order.direction = fields[4]
    order.x = fields[5]
    order.y = fields[6]
    order.number = fields[7]
    order.companion_count = fields[COMPANION_COUNT_AT]
    order.length = fields[LENGTH_AT]
    for i in range(order.companion_count):
        order.companions[i] = fields[COMPANIONS_AT + i]
    for i in range(order.companion_count, COMPANIONS_MAX):
        order.companions[i] = 0
    for i in range(order.length):
        order.path[i] = fields[PATH_AT + i]
    for i in range(order.length, PATH_MAX):
        order.path[i] = 0


@kernel
def told_hash(world: World, hidden: bool) -> U64:
    """The hash of the position as a log tells it: without the dice key while that is secret."""
    clock = world.clock[0]
    low = clock.key_low
    high = clock.key_high
    if hidden:
        clock.key_low = 0
        clock.key_high = 0
    told = hash_bytes(world.data, len(world.data))
    clock.key_low = low
    clock.key_high = high
    return told


@kernel
def joined(high: U64, low: U64) -> U64:
    """A word of 64 bits from its halves."""
    return plus(times(high, 1 << 32), low)


@kernel
def agrees(world: World, data: Bytes, at: int, end: int, fields: Ints, draws: int, hidden: bool) -> bool:
    """Whether the position is as a CHECK tells it."""
    if not read_check(data, at, end, fields):
        return False
    if fields[CHECK_STEP] != world.clock[0].step or fields[CHECK_DRAWS] != draws:
        return False
    return told_hash(world, hidden) == joined(fields[CHECK_HIGH], fields[CHECK_LOW])


@specialised
def taking_logged(
    evaluate: Kernel[[World, OrderRecord], int], take: Kernel[[World], int], settle: Kernel[[World], int]
) -> Any:
    """Take the order of an ORDER, if it is legal or nobody asks, to the next decision; whether its step stands."""

    @kernel
    def take_logged(world: World, data: Bytes, at: int, end: int, fields: Ints, story: Ints, legality: bool) -> bool:
        if not read_order(data, at, end, fields):
            return False
        assign_order(fields, world.orders[0])
        if legality and evaluate(world, world.orders[0]) > 0:
            return False
        take(world)
        settle(world)
        if world.notes[0].fault != NO_FAULT:
            story[FAULTED] = 1
            return False
        story[ORDERS] += 1
        story[DRAWS] += world.notes[0].rolls
        return True

    return take_logged


@specialised
def play_run_entry(take_logged: Any) -> Entry[..., int]:
    """Play the ORDER and CHECK records of a window, in which every record is sound.

    ``numbers`` has two rows of int64: scratch for the fields of a record, then the story of the run,
    ``STORY_NUMBERS``. The result is where the first record begins that is not whole, is of another kind, or with which
    the game does not agree; where an order cannot stand, and the story says so, the game is lost.
    """

    @entry
    def play_run(
        arenas: Arena,
        derived: Arena,
        desks: Arena,
        game: int,
        desk: int,
        window: Arena,
        numbers: Arena,
        start: int,
        end: int,
        orders_max: int,
        legality: bool,
        hidden: bool,
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        data = row(window, 0)
        fields = vector(row(numbers, 0), 0, FIELD_NUMBERS)
        story = vector(row(numbers, 1), 0, STORY_NUMBERS)
        at = start
        for _ in range(end // FRAME_BYTES):
            length = payload_length(data, at, end)
            if length == BAD:
                return at
            payload = at + HEAD_BYTES
            kind = data[at + KIND_AT]
            if kind == ORDER:
                if story[ORDERS] >= orders_max:
                    return at
                if not take_logged(world, data, payload, payload + length, fields, story, legality):
                    return at
            elif kind == CHECK:
                if not agrees(world, data, payload, payload + length, fields, story[DRAWS], hidden):
                    return at
                story[DRAWS] = 0
            else:
                return at
            story[RECORDS] += 1
            at += FRAME_BYTES + length
        return at

    return play_run


def run_player(game: Game) -> Entry[..., int]:
    """The loop for the rules of a game."""
    pipeline = game.pipeline
    made: Entry[..., int] = play_run_entry(
        taking_logged(pipeline.evaluate_kernel, pipeline.take_kernel, pipeline.settle_kernel)
    )
    return made


def run_entries(game: Game) -> tuple[Entry[..., Any], ...]:
    """Every entry that verifying a log of these rules needs beside those of the game."""
    return (survey_run, run_player(game))


@dataclass(frozen=True)
class LoggedOrders:
    """Orders of a log, all without given dice, as they lie in it."""

    log: Log
    first: Place
    count: int

    def __len__(self) -> int:
        return self.count

    def __contains__(self, cause: object) -> bool:
        return cause in tuple(self)

    def __iter__(self) -> Iterator[Cause]:
        records = (entry.record for entry in self.log.entries(self.first))
        orders = (record for record in records if isinstance(record, Order))
        return (Cause(order_bytes(order), ()) for order in islice(orders, self.count))


class RunPlayer:
    """Lets a fold follow runs of its log in compiled code."""

    def __init__(self, fold: Fold) -> None:
        """Follow the log of a fold."""
        self._fold = fold
        self._play = run_player(fold.game)
        self._window = Window(fold.log.data)
        self._numbers, self._story = scratch()

    def is_ready(self) -> bool:
        """Whether runs can be followed now: an order with given dice is left to the fold."""
        return is_ready(self._play) and not self._fold.given

    def follow(self, place: Place) -> Place:
        """Follow the log from a place on, to a record that the fold must take."""
        fold = self._fold
        before = fold.game.snapshot()
        fold.line.keep_row(lambda: before)
        reached = self._run(place, ORDERS_MAX)
        if self._story[FAULTED]:
            fold.game.restore(before)
            reached = self._run(place, int(self._story[ORDERS]))
        records, orders, draws = self._story[:FAULTED].tolist()
        fold.took(LoggedOrders(fold.log, place, orders), draws)
        return Place(place.seq + records, reached)

    def _run(self, place: Place, orders_max: int) -> int:
        """Play from a place on; the byte of the log that was reached."""
        reached = self._run_in_window(place.offset, orders_max)
        if reached == place.offset and not self._story[FAULTED] and self._window.can_slide_to(reached):
            self._window.slide_to(reached)
            reached = self._run_in_window(reached, orders_max)
        return reached

    def _run_in_window(self, offset: int, orders_max: int) -> int:
        fold, window = self._fold, self._window
        start = window.place_of(offset)
        self._story[:] = 0
        self._story[DRAWS] = fold.draws
        secrets = fold.witness.secrets
        hidden = bool(secrets) and fold.game.key in secrets
        end = self._play(
            *fold.game.places, window.rows, self._numbers, start, window.size, orders_max, fold.legality, hidden
        )
        return window.start + end


def entries_for(fold: Fold) -> Iterator[LogEntry]:
    """The records of a log that the fold must take, each when it is due; what comes between them is followed here."""
    player = RunPlayer(fold)
    place = fold.log.first
    records = fold.log.records
    while place.seq < records:
        if player.is_ready():
            place = player.follow(place)
        if place.seq < records:
            entry, place = fold.log.entry_at(place)
            yield entry
