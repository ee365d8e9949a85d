"""Rows about growth: what one order costs with 10 to 10,000 units, on boards grown alike."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from enfilade.battle import Battle, Snapshot
from enfilade.core.orders.said import Order
from enfilade.core.scenario.schema import Scenario

from .registry import Bar, Figure, row
from .scenes import field, opened, random_orders
from .timing import Contender, Effort, Watch, interleaved

SMALL = (10, 32, 100)
LARGE = (316, 1_000, 3_162, 10_000)
ORDERS = 128
"""Orders in one turn: two rows are kept among them where rows are too large for one an order."""
OPENING = 3
"""Orders before them, so that the bids of a drill are made."""
TOLD = "10 units 220 events, 32 units 230 events, 100 units 232 events"

Scene = Callable[[int], Scenario]
"""What is played with so many units."""
Measured = Callable[[Scene, int], Contender]
"""What is done to each order of the passage with so many units."""


@dataclass(frozen=True)
class Passage:
    """A stretch of random play: where it begins, its orders as objects and as records, and the hash of its end."""

    battle: Battle
    begin: Snapshot
    orders: list[Order]
    records: list[bytes]
    events: int
    end: str


@functools.cache
def passage(scene: Scene, units: int) -> Passage:
    """The passage that is measured with so many units."""
    battle = opened(scene(units), OPENING)
    begin = battle.snapshot()
    before = battle.event_count
    orders = random_orders(battle, ORDERS, seed=2)
    events = battle.event_count - before
    end = f"{battle.game.hash():016x}"
    records = [_record_of(battle, order) for order in orders]
    return Passage(battle, begin, orders, records, events, end)


def _record_of(battle: Battle, order: Order) -> bytes:
    """An order as its record."""
    battle.check(order)
    return battle.game.order.tobytes()


def checked(scene: Scene, units: int) -> Contender:
    """Each order checked and carried out in the game alone: no history, no events told."""
    part = passage(scene, units)
    game = part.battle.game

    def run(watch: Watch) -> str:
        part.battle.restore(part.begin)
        with watch:
            for record in part.records:
                game.order.assign(record)
                assert game.check() == 0
                game.step()
                game.raise_fault()
        watch.done = len(part.records)
        return f"{game.hash():016x}"

    return run


def kept(scene: Scene, units: int) -> Contender:
    """Each order given to the battle: checked, carried out, events told, kept for undo."""
    part = passage(scene, units)
    battle = part.battle

    def run(watch: Watch) -> str:
        battle.restore(part.begin)
        with watch:
            for order in part.orders:
                battle.step(order)
        watch.done = len(part.orders)
        return f"{battle.game.hash():016x}"

    return run


def recorded(folder: Path) -> Measured:
    """The same, recorded into a file."""

    def recording(scene: Scene, units: int) -> Contender:
        battle = passage(scene, units).battle
        steps = kept(scene, units)

        def run(watch: Watch) -> str:
            battle.record(folder / f"{units}.enf")
            answer = steps(watch)
            battle.stop_recording()
            return answer

        return run

    return recording


def taken_back(scene: Scene, units: int) -> Contender:
    """Each order given to the battle, taken back, and taken again."""
    part = passage(scene, units)
    battle = part.battle

    def run(watch: Watch) -> str:
        battle.restore(part.begin)
        with watch:
            for order in part.orders:
                battle.step(order)
                battle.undo()
                battle.redo()
        watch.done = len(part.orders)
        return f"{battle.game.hash():016x}"

    return run


def exponent(effort: Effort, scene: Scene, contender: Measured) -> Figure:
    """The power of the number of units with which the cost of an order grows: least squares of the logarithms."""
    sizes = SMALL if effort.quick else SMALL + LARGE
    timings = interleaved(effort.pick(1, 9), *(contender(scene, units) for units in sizes))
    for units, timing in zip(sizes, timings, strict=True):
        expected = passage(scene, units).end
        assert timing.answer == expected, f"{units} units came to {timing.answer}, expected {expected}"
    costs = [timing.each for timing in timings]
    slope = float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])
    shown = ", ".join(f"{cost:.1f}" for cost in costs)
    told = ", ".join(f"{units} units {passage(scene, units).events} events" for units in SMALL)
    return Figure(slope, told, note=f"us an order with {', '.join(map(str, sizes))} units: {shown}")


@row("growth", "growth of one order with the units, checked and carried out", "power", answer=TOLD, bar=Bar(0.3))
def growth(effort: Effort) -> Figure:
    return exponent(effort, field, checked)


@row("growth-kept", "the same through Battle.step, kept for undo", "power", answer=TOLD, bar=Bar(0.3))
def growth_kept(effort: Effort) -> Figure:
    return exponent(effort, field, kept)


@row("growth-recorded", "the same, recorded into a file", "power", answer=TOLD, bar=Bar(0.3))
def growth_recorded(effort: Effort) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        return exponent(effort, field, recorded(Path(folder)))


@row("growth-undo", "the same with each order taken back and taken again", "power", answer=TOLD, bar=Bar(0.3))
def growth_undo(effort: Effort) -> Figure:
    return exponent(effort, field, taken_back)
