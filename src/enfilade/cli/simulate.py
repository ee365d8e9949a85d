"""``enfilade simulate``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import msgspec

from enfilade.core.engine.warm import Compiled
from enfilade.core.scenario.schema import Scenario
from enfilade.simulate import Progress, Simulation, compare
from enfilade.simulate import simulate as play_games
from enfilade.simulate.simulation import GAMES, RunOptions

from .sources import scenario_at

SECONDS_BETWEEN = 0.2
KEYWORDS = {
    "bots": "bots",
    "seed": "seed",
    "paired": "paired",
    "workers": "workers",
    "engine": "engine",
    "resume": "resume",
    "overwrite": "overwrite",
    "on_fault": "on_fault",
    "decision_seconds": "decision_seconds_max",
    "orders": "orders_max",
}
"""Options, and what ``simulate`` calls them; what is not given is left to it."""
OF_RUNS = ("games", "against", *KEYWORDS)


def simulate(chosen: argparse.Namespace) -> int:
    """Play many games and sum them up, compare two variants, or record one game of a file of results."""
    if chosen.replay is not None:
        return _replay(chosen)
    if chosen.scenario == "-" and chosen.against == "-":
        raise ValueError("standard input for both variants, expected it for one of them")
    scenario = scenario_at(chosen.scenario)
    against = None if chosen.against is None else scenario_at(chosen.against)
    progress = ProgressLine()
    try:
        with progress:
            return _play(chosen, scenario, against, progress)
    except KeyboardInterrupt:
        print(f"enfilade: {progress.interrupted(chosen.out)}", file=sys.stderr)
        raise


def _play(chosen: argparse.Namespace, scenario: Scenario, against: Scenario | None, progress: ProgressLine) -> int:
    """Play, and tell what came of it."""
    options = _options(chosen, progress)
    games = GAMES if chosen.games is None else chosen.games
    if against is not None:
        told = compare(scenario, against, games, out=chosen.out, **options)
        progress.end()
        print(msgspec.json.encode(told).decode() if chosen.json else told)
        return 0
    simulation = play_games(scenario, games, out=chosen.out, **options)
    progress.end()
    print(_facts(simulation) if chosen.json else _sentences(simulation))
    return 0


def _options(chosen: argparse.Namespace, progress: ProgressLine) -> RunOptions:
    """What was chosen, as ``simulate`` takes it."""
    given: dict[str, Any] = {KEYWORDS[name]: getattr(chosen, name) for name in _given(chosen, KEYWORDS)}
    if "bots" in given:
        given["bots"] = given["bots"].split(",")
    told = {"progress": progress.show, "compiling": progress.show_compiled}
    return cast(RunOptions, {"workers": _processors()} | given | told)


def _given(chosen: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """Those of some options that were given."""
    return [name for name in names if getattr(chosen, name) is not None and getattr(chosen, name) is not False]


def _processors() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _facts(simulation: Simulation) -> str:
    """A run and its summary, as JSON."""
    run = simulation.run
    facts = {"scenario": run.scenario.name, "bots": run.bots, "seed": run.seed, "paired": run.paired}
    return json.dumps(facts | msgspec.to_builtins(simulation.summary))


def _sentences(simulation: Simulation) -> str:
    """A run and its summary, as text."""
    run = simulation.run
    pairs = ", in pairs" if run.paired else ""
    return f"{run.scenario.name}, bots {', '.join(run.bots)}, seed {run.seed}{pairs}\n{simulation.summary}"


def _replay(chosen: argparse.Namespace) -> int:
    """Record one game of a file of results."""
    if chosen.out is None:
        raise ValueError(f"--replay {chosen.replay} without --out, expected a file for the log")
    given = [f"--{name.replace('_', '-')}" for name in _given(chosen, OF_RUNS)]
    if given:
        raise ValueError(f"--replay {chosen.replay} with {', '.join(given)}, expected no option of a run but --out")
    row = Simulation.open(chosen.scenario).record(chosen.replay, Path(chosen.out))
    if chosen.json:
        print(json.dumps({"file": chosen.out, "row": msgspec.to_builtins(row)}))
    else:
        print(f"{chosen.out}: game {row.index}, {row.orders} orders, digest {row.digest}")
    return 0


class ProgressLine:
    """A line on the terminal that tells how far a run has come; nothing where standard error is none."""

    def __init__(self) -> None:
        """Nothing is shown at first."""
        self._shown_at = 0.0
        self._latest: Progress | None = None
        self._compiled = 0
        self._is_open = False

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def show(self, progress: Progress) -> None:
        """Show how far it has come, not more often than eyes follow."""
        self._latest = progress
        self._show(progress_text(progress), at_once=progress.done == progress.games)

    def show_compiled(self, entry: Compiled) -> None:
        """Show that a kernel was compiled or loaded."""
        self._compiled += 1
        self._show(f"compiling kernels: {self._compiled}, {entry.name}", at_once=False)

    def _show(self, text: str, *, at_once: bool) -> None:
        """Show a text in place of the one before."""
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self._shown_at < SECONDS_BETWEEN and not at_once):
            return
        self._shown_at = now
        self._is_open = True
        print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line as it is."""
        if self._is_open:
            print(file=sys.stderr)
        self._is_open = False

    def interrupted(self, out: str | None) -> str:
        """What to tell of a run that was interrupted."""
        if out is None:
            return "interrupted, nothing was kept"
        if self._latest is None:
            return "interrupted before a game of this call had ended; --resume goes on"
        return f"interrupted after {self._latest.done} of {self._latest.games} games; --resume goes on"


def progress_text(progress: Progress) -> str:
    """How far a run has come, its rate and the time left.

    >>> progress_text(Progress("alley", 1200, 10000, 1000, 4.0))
    'alley: 1200 of 10000 games, 250 a second, 0:35 left'
    """
    done = f"{progress.scenario}: {progress.done} of {progress.games} games, {progress.rate:.3g} a second"
    left = progress.seconds_left
    return done if left is None else f"{done}, {_clock(round(left))} left"


def _clock(seconds: int) -> str:
    """Seconds as on a clock.

    >>> _clock(75), _clock(3600)
    ('1:15', '1:00:00')
    """
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
