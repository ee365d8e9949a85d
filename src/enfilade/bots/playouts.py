"""Playouts: a position played on many times in compiled code, each time with other dice and other orders.

The dice key of a playout is its own, made from a seed and its number and never from the key of the position, so that a
playout tells nothing of the dice that a battle will roll. What is played on is what was given: of a view only what its
side may know.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

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
from enfilade.systems.game import Game
from enfilade.systems.worth import Standing, Survey, Tally, attitude

ROWS = 128
"""Games that are played out side by side."""
MASK_32 = 0xFFFFFFFF


@specialised
def judging_entry(tally: Tally, survey: Survey, standing: Standing) -> Entry[..., int]:
    """What a position is worth to a side: what it has of it and, while the battle goes on, where all units stand."""

    @entry
    def judge(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, side: int) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        value = tally(world, side)
        for other in range(world.rules[0].sides):
            towards = attitude(world, side, other)
            if towards != 0 and not world.clock[0].over:
                survey(world, other)
                for unit in range(len(world.units)):
                    slot = world.units[unit]
                    if slot.status.alive and slot.allegiance.side == other:
                        x, y = slot.position.x, slot.position.y
                        value += towards * standing(world, unit, x, y, slot.facing.direction)
        return value

    return judge


def playout_entries(game: Game, policy: Policy) -> tuple[Entry[..., int], Entry[..., int]]:
    """What playouts by a policy call beside the rules of a game: the loop, and what judges a position."""
    worth = game.family.worth
    return player(game, (policy,)), judging_entry(worth.tally, worth.survey, worth.standing)


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
        threads: in which they are played.
        store: the arrays; row n is the last position of playout n of the latest call.
    """

    def __init__(self, position: Battle, policy: Policy, rows: int = ROWS, threads: int = 1) -> None:
        """Make room for playouts of the scenario of a position.

        Code is compiled or loaded first, unless rules are to run interpreted.
        """
        game = position.game
        self.policy = policy
        self.rows = rows
        self.threads = threads
        self.store = Store(game.store.layout, rows, threads)
        self._played = (game.content_digest, position.family.edition)
        self._order: OrderRecord = self.store.table("orders", writable=True)[0]
        self._notes = self.store.table("notes")[0]
        spec, start = self.store.layout.spec("clock"), self.store.layout.starts["clock"]
        self._clocks = self.store.arenas[:, start : start + spec.record.dtype.itemsize].view(spec.record.dtype)[:, 0]
        self._seats = new_seats(rows)
        self._seat = seat_records(self._seats)
        self._step = game.pipeline.step
        self._loop, self._judge = playout_entries(game, policy)
        compile_now((*game.entries(), self._loop, self._judge))

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
        store.desks[:] = position.game.store.desks[0]
        store.arenas[:count] = position.game.store.arenas[0]
        store.derived[:count] = position.game.store.derived[0]
        words = np.array(keys, np.uint64)
        for records in (self._clocks[:count], self._seat[:count]):
            records["key_low"], records["key_high"] = words & np.uint64(MASK_32), words >> np.uint64(32)
        for row, order in enumerate(orders):
            if order and not self._begins(row, order):  # on what the side does not know: it counts as it stands
                store.arenas[row] = position.game.store.arenas[0]
                store.derived[row] = position.game.store.derived[0]
        self._play(count, orders_max)

    def _play(self, count: int, orders_max: int) -> None:
        """Play the first rows on, in threads that share them evenly, each at a desk of its own."""
        share = -(-count // self.threads)

        def play(desk: int) -> None:
            first, end = (min(number * share, count) for number in (desk, desk + 1))
            store = self.store
            arrays = store.arenas, store.derived, store.desks, self._seats
            self._loop(*arrays, first, end, desk, GOES_ON, False, 0, orders_max)

        if self.threads == 1:
            play(0)
            return
        with ThreadPoolExecutor(self.threads, "enfilade-playouts") as pool:
            list(pool.map(play, range(self.threads)))

    def _begins(self, row: int, order: bytes) -> bool:
        """Take the first order of a playout; whether its step could be finished."""
        store = self.store
        self._order.assign(order)
        self._step(store.arenas, store.derived, store.desks, row, 0)
        return bool(self._notes.fault == NO_FAULT)

    def worths(self, side: int, count: int) -> list[int]:
        """What the last positions of so many playouts are worth to a side."""
        store = self.store
        return [self._judge(store.arenas, store.derived, store.desks, row, 0, side) for row in range(count)]

    def worth(self, position: Battle, side: int) -> int:
        """What a position is worth to a side."""
        return self._judge(*position.game.places, side)
