"""Compiling before measuring, and the single calls that are the benchmarks' own."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Switch, entry
from enfilade.core.engine.warm import Compiled, Policy, compile_now, policy
from enfilade.core.state.world import open_world
from enfilade.headless.loop import loop_entries
from enfilade.replays.runs import run_entries
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .loops import drawing_entries
from .paths import ends_counted, ends_walked
from .scenes import field, fords, foundry
from .searches import grids_searched


@entry
def opened_step(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
    """Nothing but what every entry does: open the world, and read one field of it."""
    return open_world(arenas, derived, desks, game, desk).clock[0].step


def interpreted() -> bool:
    """Whether ``ENFILADE_KERNELS`` asks for interpreted rules; the figures are then those of interpreted code."""
    return policy() is Policy.INTERPRETED


def compile_all() -> None:
    """Compile every entry that a row calls, or load it from the cache, so that nothing is compiled while measuring."""
    os.environ.setdefault("ENFILADE_KERNELS", Policy.COMPILED.value)
    for scenario in (field(8), fords(), foundry()):
        game = Game(scenario, family_of(scenario))
        compile_now((*game.entries(), *loop_entries(game), *run_entries(game), *drawing_entries(game)), _show)
    compile_now((opened_step, ends_counted, ends_walked, grids_searched), _show)
    if sys.stderr.isatty():
        print("\r" + " " * 90 + "\r", end="", file=sys.stderr)


@contextlib.contextmanager
def plain_rules() -> Iterator[None]:
    """Run rules interpreted for a while, those of new battles too."""
    before = Switch.compiled, os.environ["ENFILADE_KERNELS"]
    Switch.compiled, os.environ["ENFILADE_KERNELS"] = False, Policy.INTERPRETED.value
    try:
        yield
    finally:
        Switch.compiled, os.environ["ENFILADE_KERNELS"] = before


def _show(done: Compiled) -> None:
    """A line of progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\rcompiled {done.name[:80]:80}", end="", file=sys.stderr)
