"""Games that nobody looks at, in the compiled loop: one played on at random, or many of one scenario."""

from __future__ import annotations

import itertools
import operator
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue

import msgspec

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.keys import checked_key
from enfilade.core.engine.warm import compile_now
from enfilade.core.orders.said import Outcome
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.families import rules_of
from enfilade.systems.family import Family, Plugin
from enfilade.systems.game import Game, StepFault

from .loop import ORDERS_MAX, loop_entries, player, take_random_orders
from .policies import Policy
from .rows import THREADS_MAX, GameRows, Losses, is_series, refuse_number
from .shipped import Seating, seated

STEPS_MAX = ORDERS_MAX
"""Orders of one call at most, unless it says otherwise."""
BLOCK_MAX = 64
"""Games at most that a thread is given at a time."""
BLOCK_BYTES_MAX = 4 << 20
"""Bytes of the rows of such a block at most, unless one game has more."""
BLOCKS_MIN = 4
"""Blocks for each thread at least, where it is known how many games there are, so that none waits long at the end."""
BLOCKS_AHEAD = 2
"""Blocks for each thread, the one that it plays among them."""

Seeds = Iterable[int | bytes]


class GameResult(msgspec.Struct, frozen=True):
    """How one of many games went.

    Attributes:
        seed: of its dice and of its orders.
        outcome: how it ended; None when it was not over after the orders it was given.
        orders: how many were taken.
        hash: 64-bit hash of its last position, which equal games share.
        turns: the turn or round of its last position.
        losses: units that were in play at the beginning and are no more, by side and type; those that have left by an
            exit are not lost, and who has lost none is not named.
    """

    seed: int | bytes
    outcome: Outcome | None
    orders: int
    hash: int
    turns: int
    losses: Losses


def play_random(played: Battle | Game, key: int, steps: int = STEPS_MAX) -> int:
    """Play on with orders drawn from all legal ones, in compiled code.

    Compiled code is compiled or loaded first, under every policy but ``interpreted``. A battle comes to the last
    position as by ``restore``: orders before it cannot be undone, and the events on the way are not told.

    Args:
        played: a battle or a game, played on from where it stands with its own dice key.
        key: 64 bits from which orders are drawn; the same key draws the same orders.
        steps: orders at most, 0 or more.

    Returns:
        How many orders were taken; fewer than ``steps`` when it is over.

    Raises:
        ValueError: the key or the number of steps is out of range, or the latter no whole number.
        StepFault: a step could not be finished; a battle is as it was, a game stands in the middle of that step.
        TypeError: it is neither a battle nor a game, or a kernel cannot be compiled.
        OSError, RecorderClosed: a battle cannot be recorded; it is as it was.
        BattleBusy: a step of the battle is under way.
    """
    if not isinstance(played, Battle | Game):
        raise TypeError(f"played {played!r}, expected a Battle or a Game")
    key = checked_key(key)
    refuse_number("steps", steps, 0, STEPS_MAX)
    if isinstance(played, Game):
        _make_ready(played)
        return take_random_orders(played, key, steps)
    other = played.clone(key=played.game.key)
    _make_ready(other.game)
    taken = take_random_orders(other.game, key, steps)
    if taken:
        played.restore(other.snapshot())
    return taken


def many_games(
    scenario: Scenario,
    seeds: Seeds,
    *,
    policies: Policy | str | Sequence[Policy | str] = "random",
    threads: int = 1,
    steps: int = STEPS_MAX,
    family: Family | None = None,
    systems: tuple[Plugin, ...] = (),
) -> Iterator[GameResult]:
    """Play a scenario once for each seed, by policies, all games in the same arrays.

    The game of a seed is that of ``ef.Battle(scenario, seed)`` in which the policies choose the orders, with the
    battle's own key. It depends on nothing else: not on other games, nor on the number of threads.

    Args:
        scenario: what is played; one with a state is played on from there.
        seeds: of the dice and of the orders. One thread takes them one by one as results are asked for; more take up
            to ``threads * 128`` ahead. See ``game_seed`` for those of a run.
        policies: of all sides, or one for each side that is not neutral, sides in order; the last one plays all
            further sides. Names are those of ``POLICIES``.
        threads: that play at the same time, 1 to 256.
        steps: orders of a game at most, 0 or more; a game that is not over after them has no outcome.
        family: instead of the one the scenario names, with the plug-ins it names.
        systems: further plug-ins.

    Returns:
        The results, in the order of the seeds.

    Raises:
        ValueError: the number of steps or threads is out of range or no whole one, the seeds do not come one after
            another, or there is no policy.
        UnknownPolicy: there is no policy of this name.
        ScenarioError: with everything that is wrong with the scenario.
        UnknownFamily: the scenario names a family that is not there.
        StepFault: a step could not be finished, or a policy found no order; raised where the result would be.
        TypeError: the scenario is no ``Scenario``, a seed neither a number nor bytes, or a kernel cannot be compiled.
    """
    if not isinstance(scenario, Scenario):
        raise TypeError(f"scenario {scenario!r}, expected a Scenario, see load_scenario")
    if not is_series(seeds):
        raise ValueError(f"seeds {seeds!r}, expected numbers or bytes one after another, one a game")
    refuse_number("steps", steps, 0, STEPS_MAX)
    refuse_number("threads", threads, 1, THREADS_MAX)
    seating = seated(scenario, policies)
    game = Game(scenario, rules_of(scenario, family, systems))
    block = 1 if threads == 1 else _block_size(game, operator.length_hint(seeds, STEPS_MAX), threads)
    blocks = 1 if threads == 1 else threads * BLOCKS_AHEAD
    crew = Crew(GameRows(game, blocks * block, desks=threads), seating, steps)
    compile_now((*game.entries(), crew.loop))
    return crew.played_alone(seeds) if threads == 1 else crew.played_together(seeds, threads, block)


class Crew:
    """Who plays the games of one set of arrays, at its desks.

    Attributes:
        loop: the entry that plays games to their ends.
    """

    def __init__(self, rows: GameRows, seating: Seating, orders: int) -> None:
        """Play by these policies, so many orders a game at most."""
        self.loop: Entry[..., int] = player(rows.game, seating.policies)
        self._rows = rows
        self._players = seating.players
        self._orders = orders

    def played_alone(self, seeds: Seeds) -> Iterator[GameResult]:
        """The results of games that are played one by one, each when it is asked for."""
        for seed in seeds:
            self._play(0, [seed], 0)
            yield self._result(0, seed)

    def played_together(self, seeds: Seeds, threads: int, block_size: int) -> Iterator[GameResult]:
        """The results of games that several threads play, each a block of them at a time, some blocks ahead."""
        left = iter(seeds)
        desks: SimpleQueue[int] = SimpleQueue()
        for desk in range(threads):
            desks.put(desk)
        under_way: deque[tuple[int, list[int | bytes], Future[None]]] = deque()
        free = deque(range(0, threads * BLOCKS_AHEAD * block_size, block_size))

        def play_block(first: int, block: list[int | bytes]) -> None:
            desk = desks.get()
            try:
                self._play(first, block, desk)
            finally:
                desks.put(desk)

        with ThreadPoolExecutor(threads, "enfilade-games") as pool:
            try:
                while True:
                    while free and (block := list(itertools.islice(left, block_size))):
                        first = free.popleft()
                        under_way.append((first, block, pool.submit(play_block, first, block)))
                    if not under_way:
                        return
                    first, block, done = under_way.popleft()
                    done.result()
                    yield from (self._result(first + place, seed) for place, seed in enumerate(block))
                    free.append(first)
            finally:
                for _, _, waiting in under_way:
                    waiting.cancel()

    def _play(self, first: int, seeds: list[int | bytes], desk: int) -> None:
        """Play games to their ends, in rows from the first on."""
        rows = self._rows
        for place, seed in enumerate(seeds):
            rows.seat_seed(first + place, seed)
        store = rows.store
        self.loop(
            store.arenas,
            store.derived,
            store.desks,
            rows.seats,
            first,
            first + len(seeds),
            desk,
            rows.begin,
            rows.starts,
            self._players,
            self._orders,
        )

    def _result(self, number: int, seed: int | bytes) -> GameResult:
        """What became of the game in a row.

        Raises:
            StepFault: it could not be played to its end.
        """
        rows = self._rows
        try:
            rows.refuse_fault(number)
        except StepFault as problem:
            problem.add_note(f"in the game of seed {seed!r}, after {rows.clocks['step'][number]} orders")
            raise
        return GameResult(
            seed,
            rows.outcome(number),
            int(rows.seat["orders"][number]),
            rows.hash(number),
            int(rows.clocks["turn"][number]),
            rows.losses(number),
        )


def _block_size(game: Game, games: int, threads: int) -> int:
    """How many games a thread is given at a time, of so many in all."""
    store = game.store
    bytes_each = store.layout.world_bytes + store.layout.derived_bytes
    fair = -(-games // (threads * BLOCKS_MIN))
    return max(1, min(BLOCK_MAX, BLOCK_BYTES_MAX // bytes_each, fair))


def _make_ready(game: Game) -> None:
    """Have the code of all that random games need loaded, as far as the policy wants that."""
    compile_now((*game.entries(), *loop_entries(game)))
