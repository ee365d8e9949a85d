"""Playouts: a position played on many times in compiled code, each time with other dice and other orders.

The dice key of a playout is its own, made from a seed and its number and never from the key of the position, so that a
playout tells nothing of the dice that a battle will roll. What is played on is what was given: of a view only what its
side may know.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from enfilade.battle import Battle
from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, entry, specialised
from enfilade.core.engine.keys import derived_key
from enfilade.core.engine.store import Store
from enfilade.core.engine.warm import compile_now
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import open_world
from enfilade.headless.loop import GOES_ON, ORDERS_MAX, player
from enfilade.headless.policies import Policy
from enfilade.headless.seats import new_seats, seat_records
from enfilade.systems.worth import Tally

ROWS = 128
"""Games that are played out side by side."""
MASK_32 = 0xFFFFFFFF


@specialised
def tally_entry(tally: Tally) -> Entry[..., int]:
    """What a side has of a position."""

    @entry
    def tally_position(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, side: int) -> int:
        return tally(open_world(arenas, derived, desks, game, desk), side)

    return tally_position


def playout_keys(seed: int, first: int, count: int) -> list[int]:
    """The 64-bit keys of playouts by their numbers, each for the dice and the orders of one.

    Args:
        seed: 64 bits.
        first: number of the first playout.
        count: how many.
    """
    return [derived_key(seed, b"playout" + number.to_bytes(8, "little")) for number in range(first, first + count)]


class PlayoutRoom:
    """Arrays in which positions of one scenario are played out, and the compiled code that does it.

    Attributes:
        policy: by which all sides are played.
        rows: playouts of one call at most.
        store: the arrays; row n is the last position of playout n of the latest call.
    """

    def __init__(self, position: Battle, policy: Policy, rows: int = ROWS) -> None:
        """Make room for playouts of the scenario of a position.

        Code is compiled or loaded first, unless rules are to run interpreted.
        """
        game = position.game
        self.policy = policy
        self.rows = rows
        self.store = Store(game.store.layout, rows)
        self._played = (game.content_digest, position.family.edition)
        self._order: OrderRecord = self.store.table("orders", writable=True)[0]
        self._notes = self.store.table("notes")[0]
        spec, start = self.store.layout.spec("clock"), self.store.layout.starts["clock"]
        self._clocks = self.store.arenas[:, start : start + spec.record.dtype.itemsize].view(spec.record.dtype)[:, 0]
        self._seats = new_seats(rows)
        self._seat = seat_records(self._seats)
        self._step = game.pipeline.step
        self._loop = player(game, (policy,))
        self._tally: Entry[..., int] = tally_entry(position.family.worth.tally)
        compile_now((*game.entries(), self._loop, self._tally))

    def fits(self, position: Battle) -> bool:
        """Whether a position is of the scenario and the rules that this room was made for."""
        return self._played == (position.game.content_digest, position.family.edition)

    def play_out(
        self, position: Battle, orders: Sequence[bytes], keys: Sequence[int], orders_max: int = ORDERS_MAX
    ) -> None:
        """Play a position out, once for each key. It stays as it is, and its own dice key is used for nothing.

        Args:
            position: of the scenario that this room was made for.
            orders: the record of the order that each playout begins with, legal in the position; empty where it begins
                with an order of the policy.
            keys: 64 bits for the dice and the orders of each playout; at most ``rows`` of them.
            orders_max: orders after the first at most.
        """
        store, count = self.store, len(keys)
        store.desks[0] = position.game.store.desks[0]
        store.arenas[:count] = position.game.store.arenas[0]
        store.derived[:count] = position.game.store.derived[0]
        words = np.array(keys, np.uint64)
        for records in (self._clocks[:count], self._seat[:count]):
            records["key_low"], records["key_high"] = words & np.uint64(MASK_32), words >> np.uint64(32)
        for row, order in enumerate(orders):
            if order and not self._begins(row, order):  # on what the side does not know: it counts as it stands
                store.arenas[row] = position.game.store.arenas[0]
                store.derived[row] = position.game.store.derived[0]
        self._loop(store.arenas, store.derived, store.desks, self._seats, 0, count, 0, GOES_ON, False, 0, orders_max)

    def _begins(self, row: int, order: bytes) -> bool:
        """Take the first order of a playout; whether its step could be finished."""
        store = self.store
        self._order.assign(order)
        self._step(store.arenas, store.derived, store.desks, row, 0)
        return bool(self._notes.fault == NO_FAULT)

    def tallies(self, side: int, count: int) -> list[int]:
        """What a side has of the last positions of so many playouts."""
        store = self.store
        return [self._tally(store.arenas, store.derived, store.desks, row, 0, side) for row in range(count)]

    def tally(self, position: Battle, side: int) -> int:
        """What a side has of a position."""
        return self._tally(*position.game.places, side)
