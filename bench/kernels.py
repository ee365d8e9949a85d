"""Compiling before measuring, and the one kernel that is the benchmarks' own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Switch, entry
from enfilade.core.state.world import open_world
from enfilade.headless.loop import loop_entries
from enfilade.systems.game import Game

from .loops import unit_player


@entry
def opened_step(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
    """Nothing but what every entry does: open the world, and read one field of it."""
    return open_world(arenas, derived, desks, game, desk).clock[0].step


def interpreted() -> bool:
    """Whether ``ENFILADE_KERNELS`` asks for interpreted rules; the figures are then those of interpreted code."""
    return os.environ.get("ENFILADE_KERNELS") == "interpreted"


def compile_all(game: Game) -> None:
    """Compile every entry that a row calls, or load it from the cache, and switch to compiled code."""
    if not interpreted():
        load((*game.entries(), *loop_entries(game), unit_player(game), opened_step))
        Switch.compiled = True


def load(entries: Iterable[Entry[..., Any]]) -> None:
    """Compile entries, with a line of progress on a terminal."""
    for made in entries:
        if sys.stderr.isatty():
            print(f"\rcompiling {made.name[:70]:70}", end="", file=sys.stderr)
        made.dispatcher  # noqa: B018 - asking for it compiles
    if sys.stderr.isatty():
        print("\r" + " " * 80 + "\r", end="", file=sys.stderr)
