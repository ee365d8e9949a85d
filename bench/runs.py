"""Rows about runs of ``ef.simulate``: what a row a game in a file costs, on one core and on two."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import enfilade as ef
from enfilade.headless import many_games
from enfilade.simulate import Simulation
from enfilade.simulate.run import ORDERS_MAX

from .many_games import CORES, OPENING
from .registry import Figure, Peer, row
from .scenes import fords
from .timing import Contender, Effort, Timing, Watch, interleaved

GAMES = 4_000
TURNS = 5
SEED = 1
BOTS = ("random", "random")


def simulation(games: int, orders: int, out: Path | None = None, workers: int = 1) -> Simulation:
    """A run of games of fords at random, of so many orders each at most."""
    return ef.simulate(fords(), games, bots=BOTS, seed=SEED, orders_max=orders, out=out, workers=workers)


def written(games: int, orders: int, workers: int) -> Contender:
    """A contender that plays a run into a file of JSON lines; it says how the last game ended."""

    def run(watch: Watch) -> str:
        with tempfile.TemporaryDirectory() as folder:
            with watch:
                found = simulation(games, orders, Path(folder) / "games.jsonl", workers)
            rows = list(found)
        watch.done = sum(row.orders for row in rows)
        return f"{rows[-1].orders} orders, {rows[-1].turns} turns"

    return run


def unwritten(games: int, orders: int) -> Contender:
    """A contender that plays the same games by ``many_games``."""
    seeds = [row.seed for row in simulation(games, orders)]

    def run(watch: Watch) -> str:
        with watch:
            results = list(many_games(fords(), seeds, steps=orders))
        watch.done = sum(result.orders for result in results)
        return f"{results[-1].orders} orders, {results[-1].turns} turns"

    return run


@functools.cache
def timings(effort: Effort) -> list[Timing]:
    """The same games in a file by one worker and by several, and by ``many_games`` on one core."""
    games, orders = effort.pick(2, GAMES), effort.pick(OPENING, ORDERS_MAX)
    workers = [written(games, orders, number) for number in (1, CORES)]
    one, more, bare = interleaved(effort.pick(1, TURNS), *workers, unwritten(games, orders))
    assert one.answer == more.answer == bare.answer, f"{one.answer}, {more.answer} and {bare.answer} of the same games"
    return [one, more, bare]


def played_again(effort: Effort) -> str:
    """That a game of the run, played again order by order in a battle, comes to the digest in its row."""
    found = simulation(1, effort.pick(OPENING, ORDERS_MAX))
    with tempfile.TemporaryDirectory() as folder:
        found.record(0, Path(folder) / "game.enf")
    return "a game recorded again comes to the digest in its row"


@row(
    "simulate-fords",
    "a run of ef.simulate: games of fords at random, a row a game in JSON lines, one worker",
    "orders/s",
    answer=None,
    rate=True,
)
def simulate_fords(effort: Effort) -> Figure:
    one, _, bare = timings(effort)
    return Figure(one.rate, played_again(effort), (Peer("the same games by many_games, nothing written", bare.rate),))


@row("simulate-fords-cores", f"the same by {CORES} workers", "orders/s", answer=None, rate=True)
def simulate_cores(effort: Effort) -> Figure:
    one, more, _ = timings(effort)
    return Figure(more.rate, "the same games", (Peer("the same by one worker", one.rate),))
