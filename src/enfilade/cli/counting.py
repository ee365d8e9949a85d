"""``enfilade perft`` and ``enfilade compile``: what is worth compiling first."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.warm import Compiled, compile_now
from enfilade.headless.loop import loop_entries
from enfilade.headless.shipped import policy_entries
from enfilade.perft import perft as count_tree
from enfilade.replays.runs import run_entries
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .sources import scenario_at


def perft(chosen: argparse.Namespace) -> int:
    """Count the rule tree of a scenario."""
    if chosen.depth < 0:
        raise ValueError(f"depth {chosen.depth}, expected 0 or more")
    game = _game_at(chosen.scenario)
    _compiled(_entries(game))
    found = count_tree(Battle(game.scenario), chosen.depth)
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
    game = _game_at(chosen.scenario)
    done = _compiled((*_entries(game), *policy_entries(game)))
    if chosen.json:
        print(json.dumps({entry.name: round(entry.seconds, 3) for entry in done}))
        return 0
    for entry in sorted(done, key=lambda entry: -entry.seconds):
        print(f"{entry.seconds:8.2f} s  {entry.name}")
    print(f"{sum(entry.seconds for entry in done):8.2f} s  {len(done)} entries")
    return 0


def _game_at(scenario: str) -> Game:
    """A game of the scenario of a name or a path."""
    found = scenario_at(scenario)
    return Game(found, family_of(found))


def _entries(game: Game) -> tuple[Entry[..., Any], ...]:
    """What battles, their logs and random games call."""
    return (*game.entries(), *loop_entries(game), *run_entries(game))


def _compiled(entries: Sequence[Entry[..., Any]]) -> list[Compiled]:
    """Compile or load entries; on a terminal a line tells how far it has come."""
    count = 0

    def tell(entry: Compiled) -> None:
        nonlocal count
        count += 1
        if sys.stderr.isatty():
            print(f"\rcompiling kernels: {count} of {len(entries)}", end="", file=sys.stderr, flush=True)

    done = compile_now(entries, tell)
    if done and sys.stderr.isatty():
        print(file=sys.stderr)
    return done
