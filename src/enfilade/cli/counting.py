"""``enfilade perft`` and ``enfilade compile``: what is worth compiling first."""

from __future__ import annotations

import argparse
import json
import sys

from enfilade.battle import Battle
from enfilade.core.engine.warm import Compiled, compile_now
from enfilade.core.scenario.schema import Scenario
from enfilade.headless.loop import loop_entries
from enfilade.perft import perft as count_tree
from enfilade.replays.runs import run_entries
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .sources import scenario_at


def perft(chosen: argparse.Namespace) -> int:
    """Count the rule tree of a scenario."""
    if chosen.depth < 0:
        raise ValueError(f"depth {chosen.depth}, expected 0 or more")
    scenario = scenario_at(chosen.scenario)
    _compiled(scenario)
    found = count_tree(Battle(scenario), chosen.depth)
    if chosen.json:
        counts = {"depth": chosen.depth, "leaves": found.leaves, "positions": len(found.hashes), "split": found.split}
        print(json.dumps(counts))
        return 0
    if chosen.split:
        for order, leaves in found.split.items():
            print(f"{order}: {leaves}")
    print(f"depth {chosen.depth}: {found.leaves} leaves, {len(found.hashes)} positions")
    return 0


def compile_kernels(chosen: argparse.Namespace) -> int:
    """Compile the kernels of a scenario's family, or load them, and say how long each took."""
    done = _compiled(scenario_at(chosen.scenario))
    if chosen.json:
        print(json.dumps({entry.name: round(entry.seconds, 3) for entry in done}))
        return 0
    for entry in sorted(done, key=lambda entry: -entry.seconds):
        print(f"{entry.seconds:8.2f} s  {entry.name}")
    print(f"{sum(entry.seconds for entry in done):8.2f} s  {len(done)} entries")
    return 0


def _compiled(scenario: Scenario) -> list[Compiled]:
    """Compile or load what games of a scenario need; on a terminal a line tells how far it has come."""
    game = Game(scenario, family_of(scenario))
    entries = (*game.entries(), *loop_entries(game), *run_entries(game))
    count = 0

    def tell(entry: Compiled) -> None:
        nonlocal count
        count += 1
        if sys.stderr.isatty():
            end = "\n" if count == len(entries) else ""
            print(f"\rcompiling kernels: {count} of {len(entries)}", end=end, file=sys.stderr, flush=True)

    return compile_now(entries, tell)
