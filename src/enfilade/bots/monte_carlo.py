"""A bot that plays orders out: many times from what its side may know. It starts from what ``greedy`` would do.

It is given a number of playouts and no time, so that the same seed plays the same; what it counts are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.keys import derived_key, key_of_seed
from enfilade.core.engine.philox import MASK_32
from enfilade.core.engine.warm import compile_now
from enfilade.core.orders.said import Order
from enfilade.core.state.messages import OrderRecord
from enfilade.headless.eager import EAGER
from enfilade.headless.greedy import CHOSEN_MAX, GREEDY, NOTHING, greedy_entry
from enfilade.headless.loop import ORDERS_MAX
from enfilade.headless.policies import Policy
from enfilade.headless.rows import THREADS_MAX, refuse_number
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY

from .bot import side_to_choose
from .contest import Measure, challenged, halved
from .playouts import PlayoutRoom, playout_entries, playout_keys

PLAYOUTS = 1024
"""Playouts of a decision, as near as the rounds come to it."""
PLAYOUTS_MAX = 1 << 24
ORDERS_AHEAD_MAX = 24
"""Orders of a playout after its first; where the battle is not over then, it counts as it stands."""
QUICK_ONE_IN = 4
"""One playout in so many is quick: these tell which orders the others look at."""
LISTED_MAX = 512
"""Legal orders that are played out at most; where there are more, so many of them at even distances."""
PLAYED_MIN = 8
"""Where there are fewer than so many playouts for each of these, fewer orders are played out."""
KEPT_MAX = 8
"""Orders that the quick playouts leave at most."""
PROPOSED_MAX = 8
"""Orders at most that the policy ``greedy`` thinks best, which are looked at as well."""
WEIGHED_MIN = 64
"""Where there are fewer than so many slow playouts for each of these, fewer are left and proposed."""
SWING_MAX = 400
"""What a playout counts at most, as one that is won does: in what a family's positions are worth, some four units."""
ORDER_BYTES = OrderRecord.dtype.itemsize


class MonteCarloBot:
    """Does what ``greedy`` would do, unless another order does clearly better when both are played out.

    Quick playouts go over all legal orders and leave some. These and what else ``greedy`` thinks good challenge its
    best order, in playouts in which both sides play as ``greedy`` does. The better half goes on round by round, and the
    last one takes the place of the champion when its lead is more than chance. The same seed plays the same.

    Code is compiled or loaded at the first choice, unless rules are to run interpreted; then it thinks for minutes.
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        playouts: int = PLAYOUTS,
        orders_ahead_max: int = ORDERS_AHEAD_MAX,
        threads: int = 1,
    ) -> None:
        """Think with so many playouts a decision, whose dice and orders come from a seed.

        Args:
            seed: of all that is drawn.
            playouts: of a decision, 1 or more.
            orders_ahead_max: orders of a playout after its first, 1 or more.
            threads: in which playouts are played, 1 to 256; the choice does not depend on how many.

        Raises:
            ValueError: one of them is out of range.
        """
        refuse_number("playouts", playouts, 1, PLAYOUTS_MAX)
        refuse_number("orders_ahead_max", orders_ahead_max, 1, ORDERS_MAX)
        refuse_number("threads", threads, 1, THREADS_MAX)
        self._key = key_of_seed(seed)
        self._playouts = playouts
        self._orders_ahead_max = orders_ahead_max
        self._threads = threads
        self._rooms: dict[str, PlayoutRoom] = {}

    @staticmethod
    def entries(game: Game) -> tuple[Entry[..., Any], ...]:
        """What it calls beside the rules of a game."""
        return (greedy_entry(game), *playout_entries(game, EAGER), *playout_entries(game, GREEDY))

    def choose(self, view: Battle) -> Order:
        """One of the legal orders of the view's side.

        Raises:
            ValueError: the view shows none.
        """
        name = side_to_choose(view)
        side = view.side_number(name)
        listed = listed_orders(view, side, max(min(self._playouts // PLAYED_MIN, LISTED_MAX), 1))
        if not listed:
            raise ValueError(f"the view shows no legal order of {name!r}, expected one")
        chosen = listed[0] if view.game.count(side, limit=2) == 1 else self._best(view, side, listed)
        return view.names.orders(chosen)[0]

    def _best(self, view: Battle, side: int, listed: Sequence[bytes]) -> bytes:
        """The order that is best by playouts."""
        quick = self._playouts // QUICK_ONE_IN
        slow = self._playouts - quick
        most = max(slow // WEIGHED_MIN, 1)
        kept = halved(listed, min(most, KEPT_MAX), quick, self._measure(view, side, EAGER))
        proposed = self._proposed(view, side)[: min(most, PROPOSED_MAX)]
        champion, *challengers = [*proposed, *(order for order in kept if order not in proposed)]
        return challenged(champion, challengers, slow, self._measure(view, side, GREEDY))

    def _proposed(self, view: Battle, side: int) -> list[bytes]:
        """The orders that the policy ``greedy`` thinks best: the one that it takes, then the others, the best first."""
        game = view.game.copy()
        choose = greedy_entry(game)
        compile_now((choose,))
        choose(*game.places, side, self._key & MASK_32, self._key >> 32)
        taken = game.order.tobytes()
        worths = game.store.records("choices")["worth"][:CHOSEN_MAX].tolist()
        orders = game.store.records("draft_orders")[1 : 1 + CHOSEN_MAX]
        choices = [choice for choice, worth in enumerate(worths) if worth > NOTHING]
        found = [orders[choice].tobytes() for choice in sorted(choices, key=lambda choice: -worths[choice])]
        return [taken, *(order for order in found if order != taken)]

    def _measure(self, view: Battle, side: int, policy: Policy) -> Measure:
        """What playouts by a policy come to for a side: what it gains, a victory the most and a defeat the least."""
        room = self._room(view, policy)
        seed = derived_key(self._key, b"decision" + view.step_number.to_bytes(8, "little"))
        before = room.worth(view, side)

        def measure(candidates: Sequence[bytes], first: int, count: int) -> list[list[int]]:
            keys = playout_keys(seed, first, count)
            jobs = [(order, key) for order in candidates for key in keys]
            gains: list[int] = []
            for start in range(0, len(jobs), room.rows):
                orders, drawn = zip(*jobs[start : start + room.rows], strict=True)
                room.play_out(view, orders, drawn, self._orders_ahead_max)
                gains += (worth - before for worth in room.worths(side, len(drawn)))
            limited = [min(max(gain, -SWING_MAX), SWING_MAX) for gain in gains]
            return [limited[start : start + count] for start in range(0, len(limited), count)]

        return measure

    def _room(self, view: Battle, policy: Policy) -> PlayoutRoom:
        """Where positions of this scenario are played out by a policy."""
        room = self._rooms.get(policy.name)
        if room is None or not room.fits(view):
            room = self._rooms[policy.name] = PlayoutRoom(view, policy, threads=self._threads)
        return room


def listed_orders(view: Battle, side: int, most: int) -> list[bytes]:
    """The records of the legal orders of a side, or of ``most`` of them at even distances."""
    count = view.game.count(side)
    if count > most:
        return [view.game.listed(side, ANY, ANY, number * count // most, 1) for number in range(most)]
    listed = view.game.listed(side, ANY, ANY, 0, count)
    return [listed[start : start + ORDER_BYTES] for start in range(0, len(listed), ORDER_BYTES)]
