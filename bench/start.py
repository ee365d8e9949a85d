"""Rows about fresh processes: the first order, and compiling."""

from __future__ import annotations

import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from .registry import Bar, Figure, row
from .timing import Effort

CHECKOUT = Path(__file__).parent.parent
FIRST_ORDER = """
import json, sys
import enfilade as ef

battle = ef.Battle(ef.load_scenario(sys.argv[2]), seed=1)
if sys.argv[1] == "compiled":
    from enfilade.core.engine.warm import compile_now
    compile_now(battle.game.entries())
events = battle.step(battle.legal[0])
print(json.dumps([battle.text(battle.orders[0]), len(events), "numba" in sys.modules]), flush=True)
"""
OPENED = "red bid 0: 0 events"
START_TIME = (
    "importing the package is most of it, msgspec and numpy before all; next would be importing less before "
    "the first order"
)
COMPILE = """
import json, sys, time
import numba
from enfilade.core.engine.hash import hash_row
from enfilade.core.engine.kernel import KERNELS, Switch
from bench import scenes

scenario = getattr(scenes, sys.argv[2])(*map(int, sys.argv[4:]))
game = scenes.opened(scenario, 20).game
plain = game.hash()
since = time.perf_counter()
for made in game.entries() if sys.argv[3] == "whole" else (hash_row,):
    made.dispatcher
seconds = time.perf_counter() - since
Switch.compiled = True
compiled = scenes.opened(scenario, 20).game.hash()
functions = [made.__wrapped__.__code__ for made in KERNELS if made._dispatcher is not None]
lines = sum(len({line for _, _, line in code.co_lines() if line}) for code in set(functions))
print(json.dumps([seconds, len(functions), lines, plain == compiled]), flush=True)
"""


FRAMES = """
import json, os, time
from bench.scenes import battle_at, random_orders
from enfilade.core.engine.kernel import Switch
from enfilade.core.engine.warm import prepare, wait

battle = battle_at(8)
begin = battle.snapshot()
orders = random_orders(battle, 50)
positions = {battle.game.hash()}
os.environ["ENFILADE_KERNELS"] = "auto"
prepare(battle.game.entries())
longest, frames, loaded = 0.0, 0, False
while not loaded:
    loaded = wait(0)
    battle.restore(begin)
    for order in orders:
        since = time.perf_counter()
        battle.step(order)
        time.sleep(max(0.0, since + 0.016 - time.perf_counter()))
        longest = max(longest, time.perf_counter() - since)
        frames += 1
    positions.add(battle.game.hash())
print(json.dumps([longest * 1e3, frames, len(positions), Switch.compiled]), flush=True)
"""


def answer_of(program: str, policy: str, *arguments: str, **variables: str) -> tuple[float, Any]:
    """Run a program in a fresh process, its rules by a policy; seconds from its start to its line of JSON, and that."""
    command = [sys.executable, "-c", program, policy, *arguments]
    environment = os.environ | {"ENFILADE_KERNELS": policy} | variables
    since = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=CHECKOUT) as process:
        assert process.stdout is not None, "the process has a pipe"
        line = process.stdout.readline()
        seconds = time.perf_counter() - since
    assert process.returncode == 0, f"a process that was measured ended with {process.returncode}"
    return seconds, json.loads(line)


def first_order(effort: Effort, mode: str, scenario: str, *, loads_numba: bool) -> Figure:
    """Seconds to the first order in a shipped scenario, of several processes one after another; the median."""
    if loads_numba:
        fill_cache(scenario)
    seconds = []
    for _ in range(effort.pick(1, 7)):
        taken, (order, events, numba_loaded) = answer_of(FIRST_ORDER, mode, scenario)
        assert numba_loaded == loads_numba, f"numba was {'' if numba_loaded else 'not '}loaded"
        seconds.append(taken)
    return Figure(statistics.median(seconds), f"{order}: {events} events", note=f"slowest {max(seconds):.2f}")


@row(
    "start-interpreted",
    "process start to the first order carried out, interpreted",
    "s",
    answer=OPENED,
    bar=Bar(0.5),
    missed=START_TIME,
)
def start_interpreted(effort: Effort) -> Figure:
    return first_order(effort, "interpreted", "crossroads", loads_numba=False)


@row(
    "start-compiled",
    "process start to the first order, compiled code from a warm cache",
    "s",
    answer=OPENED,
    bar=Bar(2),
)
def start_compiled(effort: Effort) -> Figure:
    return first_order(effort, "compiled", "crossroads", loads_numba=True)


def fill_cache(scenario: str) -> None:
    """See that the cache holds what a first order needs."""
    answer_of(FIRST_ORDER, "compiled", scenario)


@row(
    "pause",
    "longest of a client's frames of 16 ms, an order in each, while compiled code loads in the background",
    "ms",
    answer="the same position at every turn, compiled at the end",
    bar=Bar(120),
)
def pause(effort: Effort) -> Figure:
    fill_cache("crossroads")
    worst = []
    for _ in range(effort.pick(1, 7)):
        _, (longest, frames, positions, compiled) = answer_of(FRAMES, "interpreted")
        assert positions == 1, f"the same orders led to {positions} positions"
        worst.append(longest)
    state = "compiled" if compiled else "interpreted"
    answer = f"the same position at every turn, {state} at the end"
    return Figure(statistics.median(worst), answer, note=f"largest {max(worst):.0f}, {frames} frames")


SAME = "20 orders lead to the same position compiled and interpreted"


@functools.cache
def compiling(effort: Effort, scene: str, *units: int) -> tuple[float, int, int]:
    """Seconds, kernels and kernel lines of compiling into an empty cache; in quick runs the hash alone.

    A kernel line is a line that has code: without signatures that span lines, docstrings and empty lines. A function
    that a factory makes kernels of counts once.

    Args:
        effort: whether all entries are compiled.
        scene: the function in ``scenes`` that makes what is played.
        units: so many of them; none for a scenario that is shipped.
    """
    scope = "hash" if effort.quick else "whole"
    with tempfile.TemporaryDirectory() as folder:
        _, found = answer_of(COMPILE, "interpreted", scene, scope, *map(str, units), ENFILADE_CACHE=folder)
    seconds, kernels, lines, same = found
    assert same, "20 orders lead elsewhere compiled than interpreted"
    return seconds, kernels, lines


def compile_seconds(effort: Effort, scene: str, *units: int) -> Figure:
    """Seconds of compiling all entries of what is played."""
    seconds, kernels, lines = compiling(effort, scene, *units)
    scope = "the hash alone: " if effort.quick else ""
    return Figure(seconds, SAME, note=f"{scope}{kernels} kernels, {lines} lines")


@row("compile-family", "compiling all entries of the drill into an empty cache", "s", answer=SAME, bar=Bar(75))
def compile_family(effort: Effort) -> Figure:
    return compile_seconds(effort, "field", 8)


@row("compile-line", "the same, for each kernel line", "ms", answer=SAME)
def compile_line(effort: Effort) -> Figure:
    seconds, _, lines = compiling(effort, "field", 8)
    return Figure(seconds / lines * 1e3, SAME)
