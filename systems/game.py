"""A game in play: a store, the pipeline of its family, and the operations that clients and replays are built on.

Nothing here checks who asks or keeps a history: that is the battle's business.
"""

from __future__ import annotations

import contextlib
import copy
import functools
from collections.abc import Iterator
from typing import Any

from enfilade.components.record import Arena, Table
from enfilade.core.engine.hash import digest, hash_row
from enfilade.core.engine.history import Cause, Way
from enfilade.core.engine.kernel import Entry, Kernel, entry, specialised
from enfilade.core.engine.keys import derived_key
from enfilade.core.engine.store import Store
from enfilade.core.orders.said import OrderError
from enfilade.core.orders.text import order_text
from enfilade.core.scenario.redact import redacted
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.clock import Clock
from enfilade.core.state.messages import ORDERS_MAX, OrderRecord
from enfilade.core.state.notes import (
    FACE_OUT_OF_RANGE,
    GIVEN,
    KEYED,
    MALFORMED_ORDER,
    NO_FACE_LEFT,
    NO_FAULT,
    NO_LEGAL_ORDER,
    NO_SUCH_DIE,
    POOL_TOO_LARGE,
    ROLLS_MAX,
    TOO_MANY_EVENTS,
    TOO_MANY_FRAMES,
    TOO_MANY_PASSES,
    TOO_MANY_ROLLS,
    Notes,
)
from enfilade.core.state.observe import hide_from
from enfilade.core.state.world import World, open_world

from .family import Family
from .legal import ANY
from .naming import names_of
from .pipeline import Pipeline
from .positions import PositionCheck, PositionError
from .setup import build, completed, rebuild_entry

FAULTS = {
    TOO_MANY_EVENTS: "a step told too many events (event kind {})",
    TOO_MANY_PASSES: "a step took too many passes (in phase {})",
    TOO_MANY_FRAMES: "more was under way than there is room for (order kind {})",
    NO_FACE_LEFT: "{} rolled dice were given, expected {more} or more",
    FACE_OUT_OF_RANGE: "a rolled die shows {}, expected a face that it has",
    TOO_MANY_ROLLS: "a step rolled too often to be enumerated ({} rolls)",
    MALFORMED_ORDER: "an order names a kind, unit or place that does not exist (order kind {})",
    NO_LEGAL_ORDER: "no order answers the decision owed (decision {})",
    POOL_TOO_LARGE: "a roll of {} dice cannot be weighed exactly",
    NO_SUCH_DIE: "a die with {} sides was rolled, expected 1 to 4294967296",
}


ORDER_BYTES = OrderRecord.dtype.itemsize
LEGAL_CHECKED = 2_000
"""Legal orders of a decision at most that checked battles compare with the check one by one."""


class StepFault(ValueError):
    """A step that could not be finished; nothing of it stands.

    Attributes:
        fault: its number.
    """

    def __init__(self, fault: int, number: int) -> None:
        self.fault = fault
        super().__init__(FAULTS[fault].format(number, more=number + 1))


class DiceFault(StepFault):
    """The dice that were given do not fit what was to be rolled."""


class UnusedDice(DiceFault):
    """More rolled dice were given than the step rolled."""

    def __init__(self, given: int, rolled: int) -> None:
        self.fault = NO_FAULT
        ValueError.__init__(self, f"{given} rolled dice were given, expected {rolled}")


class MalformedDice(DiceFault):
    """What was given as rolled dice is no sequence of whole numbers, or too long for a step."""

    def __init__(self, dice: object) -> None:
        self.fault = NO_FAULT
        ValueError.__init__(self, f"dice {dice!r}, expected at most {ROLLS_MAX} whole numbers")


class InvariantBroken(RuntimeError):
    """A position that the rules must never lead to."""


@specialised
def hide_entry(hide: Kernel[[World, int], None]) -> Entry[..., None]:
    """Hide from a copied game what a family keeps from a side."""

    @entry
    def hide_own(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, side: int) -> None:
        hide(open_world(arenas, derived, desks, game, desk), side)

    return hide_own


@functools.lru_cache(maxsize=64)
def pipeline_of(family: Family) -> Pipeline:
    """The joined systems of a family."""
    return Pipeline.of(family.systems)


class Game:
    """One game of a scenario.

    Attributes:
        scenario, family: what is played.
        store: its arrays; game 0 is this game.
        pipeline: the joined systems.
        clock: a window on its clock, read only.
    """

    def __init__(self, scenario: Scenario, family: Family, store: Store | None = None) -> None:
        """Set up the first position of a scenario, or take over a store made for it.

        Raises:
            ValueError: a sentence of the family is missing or wrong.
            ScenarioError: with everything that is wrong with the scenario.
        """
        self.scenario = completed(scenario, family)
        self.family = family
        family.refuse_sentences()
        self.store = store if store is not None else build(self.scenario, family)
        self.pipeline = pipeline_of(family)
        self._take_content()
        self._rebuild = rebuild_entry(family.rebuild)
        self._hide = hide_entry(family.hide)
        self._check: PositionCheck | None = None
        self._look_at_store()

    def _take_content(self) -> None:
        """Note what the digests of this game are about."""
        self.content = self.scenario.content()
        self.content_digest = digest(self.content)

    def _look_at_store(self) -> None:
        """Make the windows on the store."""
        self.places = (self.store.arenas, self.store.derived, self.store.desks, 0, 0)
        self.clock: Clock = self.store.table("clock")[0]
        self._clock: Clock = self.store.table("clock", writable=True)[0]
        self.notes: Notes = self.store.table("notes", writable=True)[0]
        self.order: OrderRecord = self.store.table("orders", writable=True)[0]
        self._rolls: Table[Any] = self.store.table("rolls", writable=True)
        self._own_world: World | None = None  # opened when first needed

    def copy(self) -> Game:
        """The same position of the same scenario, in arrays of its own."""
        other = copy.copy(self)
        other.store = self.store.copy()
        other._look_at_store()
        return other

    def entries(self) -> tuple[Entry[..., Any], ...]:
        """Every entry that this game calls."""
        return (*self.pipeline.entries(), self._rebuild, self._hide, hash_row)

    def world(self) -> World:
        """The tables of the game as interpreted code sees them; writing to them changes the game."""
        return open_world(*self.places)

    def set_key(self, key: int) -> None:
        """Set the dice key, 64 bits."""
        self._clock.key_low = key & 0xFFFFFFFF
        self._clock.key_high = key >> 32 & 0xFFFFFFFF

    def start(self) -> None:
        """Run the passes before the first order.

        Raises:
            StepFault: they could not be finished.
        """
        self.pipeline.start(*self.places)
        self.raise_fault()

    def check(self) -> int:
        """Look at the order in hand; how many findings there are."""
        return self.pipeline.check(*self.places)

    def step(self) -> None:
        """Take the order in hand, unchecked, and run the passes; ``raise_fault`` tells whether it stands."""
        self.pipeline.step(*self.places)

    def take(self, cause: Cause) -> None:
        """Take an order, unchecked, with the dice given for it, and set the key that was set after it.

        Raises:
            StepFault: it cannot be finished, or leaves dice over.
        """
        self.order.assign(cause.order)
        with self.dice(cause.faces):
            self.step()
        if cause.key is not None:
            self.set_key(cause.key)

    def go(self, way: Way) -> None:
        """Set the game to a position it has come through."""
        self.restore(way.row)
        for cause in way.causes:
            self.take(cause)

    @contextlib.contextmanager
    def dice(self, faces: tuple[int, ...]) -> Iterator[None]:
        """Let one step use these rolled faces, and see that it stands; the key's dice again afterwards.

        Raises:
            StepFault: the step cannot be finished, or leaves dice over.
            ValueError: there are more faces than a step can use.
        """
        self.give_dice(faces)
        try:
            yield
            self.raise_fault()
            self.refuse_unused_dice(faces)
        finally:
            if faces:
                self.give_dice(())

    def raise_fault(self) -> None:
        """Raise the fault of the last step, if it had one.

        Raises:
            StepFault: it had.
        """
        fault = self.notes.fault
        if fault == NO_FAULT:
            return
        kind = DiceFault if fault in (NO_FACE_LEFT, FACE_OUT_OF_RANGE) else StepFault
        raise kind(fault, self.notes.fault_number)

    def give_dice(self, faces: tuple[int, ...]) -> None:
        """Let the next step use these rolled faces, at most ``ROLLS_MAX``; without any, the key's dice again.

        Raises:
            MalformedDice: there are more faces than a step can use.
        """
        if len(faces) > ROLLS_MAX:
            raise MalformedDice(f"{len(faces)} faces")
        self.notes.source = GIVEN if faces else KEYED
        self.notes.faces = len(faces)
        for face, roll in zip(faces, self._rolls, strict=False):
            roll.value = min(max(face, -1), 2**31 - 1)

    def count(self, side: int = -1, unit: int = -1, kind: int = -1, limit: int = 1 << 40) -> int:
        """How many legal orders there are, of a side, a unit (the number of units: the side itself), a kind."""
        return self.pipeline.count(*self.places, side, unit, kind, limit)

    def list(self, side: int, unit: int, kind: int, start: int, room: int) -> int:
        """Write legal orders from a rank on into the desk's orders; how many."""
        return self.pipeline.list(*self.places, side, unit, kind, start, room)

    def listed(self, side: int, unit: int, kind: int, start: int, count: int) -> bytes:
        """Legal orders from a rank on, as many as there are of ``count``: their records, packed side by side."""
        found = bytearray()
        missing = count
        while missing > 0:
            written = self.list(side, unit, kind, start + count - missing, min(missing, ORDERS_MAX))
            if written == 0:
                break
            found += self.store.records("orders")[:written].tobytes()
            missing -= written
        return bytes(found)

    def snapshot(self) -> bytes:
        """The game's row."""
        row: bytes = self.store.arenas[0].tobytes()
        return row

    def restore(self, row: bytes) -> None:
        """Set the game's row to one of its own and derive the rest; nothing is checked.

        Raises:
            ValueError: the row has another length.
        """
        self._write(row)
        self.rebuild()

    def adopt(self, row: bytes) -> None:
        """Set the game's row to one from outside, if it is a position of this scenario, and derive the rest.

        Raises:
            ValueError: the row has another length; the game is as it was.
            PositionError: it is no position of this scenario; the game is as it was.
        """
        before = self.snapshot()
        self._write(row)
        if self._check is None:
            self._check = PositionCheck(self.store, self.scenario, self.family)
        if self._own_world is None:
            self._own_world = self.world()
        problems = self._check.problems(self.store, self._own_world)
        if problems:
            self._write(before)
            raise PositionError(problems)
        self.rebuild()

    def _write(self, row: bytes) -> None:
        if len(row) != self.store.arenas.shape[1]:
            raise ValueError(f"a row of {len(row)} bytes, expected {self.store.arenas.shape[1]}")
        self.store.arenas[0].data[:] = row

    def rebuild(self) -> None:
        """Derive the derived data."""
        self._rebuild(*self.places)

    def refuse_unused_dice(self, faces: tuple[int, ...]) -> None:
        """See that the step used every face it was given.

        Raises:
            UnusedDice: it did not.
        """
        if faces and self.notes.rolls != len(faces):
            raise UnusedDice(len(faces), self.notes.rolls)

    def check_invariants(self) -> None:
        """See that everything holds that must hold after every event.

        Raises:
            InvariantBroken: with all that does not.
        """
        broken = self.family.invariants(self.world())
        if broken:
            raise InvariantBroken("; ".join(broken))
        if self.clock.over:
            self.family.result(self.clock.reason)

    def check_legal_orders(self) -> None:
        """See that the legal orders are as many as are counted, no two alike, and that the check lets each pass.

        Only where there are at most ``LEGAL_CHECKED`` of them. The order in hand is another one afterwards.

        Raises:
            InvariantBroken: it is not so; the message names the family and the order.
        """
        count = self.count(limit=LEGAL_CHECKED + 1)
        if count > LEGAL_CHECKED:
            return
        listed = self.listed(ANY, ANY, ANY, 0, count + 1)
        orders = [listed[start : start + ORDER_BYTES] for start in range(0, len(listed), ORDER_BYTES)]
        who = f"family {self.family.edition!r}"
        if len(orders) != count:
            raise InvariantBroken(f"{who} counts {count} legal orders and lists {len(orders)}")
        names = names_of(self.scenario, self.family)
        said: set[str] = set()
        for order in orders:
            try:
                text = order_text(names.orders(order)[0], names)
            except OrderError as problem:
                raise InvariantBroken(f"{who} lists an order that cannot be said: {problem}") from None
            if text in said:
                raise InvariantBroken(f"{who} lists the order {text!r} twice")
            said.add(text)
            self.order.assign(order)
            if self.check():
                reason = names.reasons[self.store.table("findings")[0].reason]
                raise InvariantBroken(f"{who} lists the order {text!r}, which its check refuses: {reason.name}")

    @property
    def key(self) -> int:
        """The dice key."""
        return self.clock.key_low | self.clock.key_high << 32

    def derived_key(self, purpose: bytes) -> int:
        """A key made from this game's, for a purpose, at this step."""
        return derived_key(self.key, purpose + self.clock.step.to_bytes(8, "little"))

    def keep_only_what_is_known_to(self, side: int) -> None:
        """Remove everything that a side may not know, from the position and from the scenario; for copies only."""
        self.scenario = redacted(self.scenario, hide_from(self.store, side))
        self._take_content()
        self._hide(*self.places, side)
        self.rebuild()

    def hash(self) -> int:
        """The 64-bit hash of the row."""
        return hash_row(self.store.arenas, 0)

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the row and the content, as 32 hexadecimal digits."""
        return digest(self.snapshot(), self.content)
