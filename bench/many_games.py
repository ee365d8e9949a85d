"""Rows about many games at once: whole games on one core and on two, batches of all sizes, memory."""

from __future__ import annotations

import functools
import tracemalloc
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from enfilade.battle import Battle
from enfilade.core.engine.hash import digest
from enfilade.core.engine.philox import MASK_32
from enfilade.core.scenario.schema import Scenario
from enfilade.headless import many_games
from enfilade.headless.batch import Batch
from enfilade.headless.loop import ORDERS_MAX
from enfilade.headless.policies import choose_rank

from .learners import learning_contenders, state_peers
from .peers import PYTHON_CHESS, chess_games, rates_of, spiel_contenders, spiel_games
from .registry import Figure, Peer, row
from .scenes import fords, foundry
from .timing import Contender, Effort, Timing, Watch, interleaved

GAMES = 600
PEER_GAMES = 20
TURNS = 15
OPENING = 12
"""Orders of a game that are played for the answer, and in quick runs at all."""
SIZES = (1, 8, 64, 512, 4_096)
STEPS = 12
"""Orders of each game of a batch after which its first game is looked at."""
STEPPED = 8_192
"""Orders of all games of a batch in one turn, at least."""
SPREAD = 7_919
CORES = 2


def played(scenario: Scenario, games: int, threads: int, orders: int) -> Contender:
    """A contender that plays games at random, each to its end or so many orders; it says how the first ended."""

    def run(watch: Watch) -> str:
        with watch:
            results = list(many_games(scenario, range(games), threads=threads, steps=orders))
        watch.done = sum(result.orders for result in results)
        return f"{results[0].orders} orders, {results[0].hash:016x}"

    return run


def as_through_battle(scenario: Scenario, orders: int) -> str:
    """That the first game is the one played through a battle, after so many orders."""
    battle = Battle(scenario, seed=0)
    key = battle.game.key
    while battle.step_number < orders:
        rank = choose_rank(key & MASK_32, key >> 32, battle.step_number, len(battle.legal))
        battle.step(battle.legal[rank])
    (result,) = many_games(scenario, [0], steps=orders)
    assert result.hash == battle.game.hash(), f"{orders} orders lead elsewhere than through Battle"
    return f"{orders} orders lead to the same position through Battle"


@functools.cache
def timings(effort: Effort, scene: Callable[[], Scenario]) -> tuple[dict[str, Contender], list[Timing]]:
    """Whole games of a scenario on one core and on all, and those of everybody else."""
    others = {
        **spiel_contenders(effort.pick(1, PEER_GAMES)),
        **spiel_games("checkers", effort.pick(1, PEER_GAMES)),
        PYTHON_CHESS: chess_games(1),
        **learning_contenders(),
    }
    games, orders = effort.pick(2, GAMES), effort.pick(OPENING, ORDERS_MAX)
    ours = [played(scene(), games, threads, orders) for threads in (1, CORES)]
    return others, interleaved(effort.pick(1, TURNS), *ours, *others.values())


def games_figure(effort: Effort, scene: Callable[[], Scenario]) -> Figure:
    """Whole games on one core beside everybody else's."""
    others, (one, _, *theirs) = timings(effort, scene)
    return Figure(one.rate, as_through_battle(scene(), OPENING), rates_of(others, theirs))


def cores_figure(effort: Effort, scene: Callable[[], Scenario]) -> Figure:
    """Whole games on all cores beside one."""
    _, (one, more, *_) = timings(effort, scene)
    assert one.answer == more.answer, f"one core came to {one.answer}, {CORES} to {more.answer}"
    return Figure(more.rate, "the same games", (Peer("the same on one core", one.rate),))


@row(
    "games-fords",
    "whole games of the scenario fords by many_games, results of each game included, one core",
    "orders/s",
    answer=None,
    rate=True,
)
def fords_games(effort: Effort) -> Figure:
    return games_figure(effort, fords)


@row("games-fords-cores", f"the same in {CORES} threads", "orders/s", answer=None, rate=True)
def fords_cores(effort: Effort) -> Figure:
    return cores_figure(effort, fords)


@row(
    "games-foundry",
    "whole games of the scenario foundry by many_games, results of each game included, one core",
    "orders/s",
    answer=None,
    rate=True,
)
def foundry_games(effort: Effort) -> Figure:
    return games_figure(effort, foundry)


@row("games-foundry-cores", f"the same in {CORES} threads", "orders/s", answer=None, rate=True)
def foundry_cores(effort: Effort) -> Figure:
    return cores_figure(effort, foundry)


def ranks_of(games: int, steps: int) -> npt.NDArray[np.int64]:
    """The ranks that the games of a batch are stepped by, shape (steps, games)."""
    ranks: npt.NDArray[np.int64] = (np.arange(steps)[:, None] + np.arange(games)[None, :]) * SPREAD
    return ranks


def batched(games: int, steps: int, threads: int = 1) -> Contender:
    """A contender that steps a batch of foundry, games that are over begun anew; it says where all then stand."""
    ranks = ranks_of(games, steps)

    def run(watch: Watch) -> str:
        batch = Batch(foundry(), games, threads=threads, auto_reset=True)
        with watch:
            for each in ranks:
                batch.step_unchecked(each)
        watch.done = steps * games
        return digest(b"".join(batch.hash(game).to_bytes(8, "little") for game in range(games)))

    return run


def first_of_a_batch(games: int) -> str:
    """Where the first game of a batch stands after some orders."""
    batch = Batch(foundry(), games)
    batch.reset(range(games))
    for each in ranks_of(games, STEPS):
        batch.step_unchecked(each)
    return f"{batch.order_counts[0]} orders, {batch.hash(0):016x}"


def the_same_through_battle() -> str:
    """Where that game stands when it is played through a battle."""
    battle = Battle(foundry(), seed=0)
    for number in range(STEPS):
        legal = battle.legal.by(battle.decisions[0].side)
        battle.step(legal[number * SPREAD % len(legal)])
    return f"{STEPS} orders, {battle.game.hash():016x}"


@functools.cache
def batch_timings(effort: Effort) -> list[Timing]:
    """Batches of all sizes, the last one in threads as well."""
    sizes = [effort.pick(2, size) for size in SIZES]
    steps = [effort.pick(STEPS, max(STEPS, STEPPED // size)) for size in sizes]
    contenders = [batched(size, number) for size, number in zip(sizes, steps, strict=True)]
    return interleaved(effort.pick(1, TURNS), *contenders, batched(sizes[-1], steps[-1], CORES))


def batch_figure(effort: Effort, place: int) -> Figure:
    """Orders a second of a batch of one size."""
    timing = batch_timings(effort)[place]
    assert first_of_a_batch(effort.pick(2, SIZES[place])) == the_same_through_battle(), "not where its battle comes to"
    return Figure(timing.rate, f"{STEPS} orders lead to the same position through Battle")


def batch_row(place: int, size: int) -> None:
    """Add the row of one size."""
    what = f"ef.Batch of {size:,} games of foundry, a step of each at a call: legal orders counted, one taken by rank"
    row(f"batch-{size}", what, "steps/s", answer=None, rate=True)(lambda effort: batch_figure(effort, place))


for _place, _size in enumerate(SIZES):
    batch_row(_place, _size)


@row(f"batch-{SIZES[-1]}-cores", f"the same in {CORES} threads", "steps/s", answer=None, rate=True)
def batch_cores(effort: Effort) -> Figure:
    one, more = batch_timings(effort)[-2:]
    assert one.answer == more.answer, f"one thread came to {one.answer}, {CORES} to {more.answer}"
    return Figure(more.rate, "the same games", (Peer("the same on one core", one.rate),))


@row("batch-memory", "memory of each further game of foundry in a batch", "bytes", answer=None)
def memory(effort: Effort) -> Figure:
    few, many = (memory_of(effort.pick(8, games)) for games in (64, 4_096))
    each = (many - few) / effort.pick(1, 4_096 - 64)
    return Figure(max(each, 1.0), "what is allocated for 4,096 games less what is for 64", state_peers())


def memory_of(games: int) -> int:
    """Bytes that a batch of so many games allocates."""
    tracemalloc.start()
    try:
        kept = Batch(foundry(), games)
        return tracemalloc.get_traced_memory()[0] if len(kept) == games else 0
    finally:
        tracemalloc.stop()
