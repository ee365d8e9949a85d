"""``enfilade replay verify | show | diff | salvage | export``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from enfilade import replays
from enfilade.battle import Battle
from enfilade.core.engine.files import naming, replacement, write_file
from enfilade.text import draw_board

from .failures import NO
from .output import OUTPUT
from .sources import STANDARD_INPUT, log_at

STANDARD_OUTPUT = "-"


def verify(chosen: argparse.Namespace) -> int:
    """See whether a log is whole and plays to its digests; exit code 1 when it is not."""
    verification = replays.verify(log_at(chosen.file), tail=chosen.tail)
    if chosen.json:
        print(msgspec.json.encode(verification).decode())
    else:
        print(f"{'verified' if verification else 'not verified'}: {verification}")
    return 0 if verification else NO


def show(chosen: argparse.Namespace) -> int:
    """Draw the position of a log after a step, or its last one."""
    log = log_at(chosen.file)
    summary = replays.summary(log, tail=chosen.tail)
    battle = Battle.of_game(replays.position(log, chosen.step, tail=chosen.tail))
    if chosen.json:
        facts = msgspec.to_builtins(summary)
        print(
            json.dumps(
                {"summary": facts, "step": battle.step_number, "units": battle.roster(), "digest": battle.digest}
            )
        )
        return 0
    ends = f"ends at step {summary.steps}" if summary.complete else "is incomplete"
    print(f"{summary.scenario} ({summary.rules}), recorded by enfilade {summary.engine}; the log {ends}")
    print(f"step {battle.step_number}, digest {battle.digest}\n\n{draw_board(battle)}")
    return 0


def diff(chosen: argparse.Namespace) -> int:
    """Name the first difference between two logs; exit code 1 when there is one."""
    if chosen.file == chosen.other == STANDARD_INPUT:
        raise ValueError("both logs are '-', expected one of them from standard input")
    difference = replays.diff(log_at(chosen.file), log_at(chosen.other), tail=chosen.tail)
    if chosen.json:
        print(msgspec.json.encode(difference).decode())
    else:
        print(difference if difference is not None else "the logs tell the same game")
    return 0 if difference is None else NO


def salvage(chosen: argparse.Namespace) -> int:
    """Write what can be saved of a damaged log; exit code 1 when something is lost, or the log was not ended."""
    saved = replays.salvage(log_at(chosen.file))
    if chosen.out == STANDARD_OUTPUT:
        with naming(OUTPUT):
            sys.stdout.buffer.write(saved.log_bytes())
        return 0 if saved.complete else NO
    write_file(Path(chosen.out), saved.log_bytes())
    if chosen.json:
        losses = [msgspec.to_builtins(loss) for loss in saved.losses]
        print(json.dumps({"records": len(saved.entries), "complete": saved.complete, "losses": losses}))
    else:
        print(saved)
    return 0 if saved.complete else NO


def export(chosen: argparse.Namespace) -> int:
    """Write a log as text, or as JSON lines."""
    if chosen.out == STANDARD_OUTPUT:
        sys.stdout.writelines(_lines(chosen))
        return 0
    with replacement(Path(chosen.out)) as other, other.open("w", encoding="utf-8") as file:
        file.writelines(_lines(chosen))
    return 0


def _lines(chosen: argparse.Namespace) -> Iterator[str]:
    """A log as lines of text or of JSON."""
    log = log_at(chosen.file)
    if chosen.json:
        lines = replays.json_text(replays.json_lines(log, tail=chosen.tail))
    else:
        lines = replays.transcript(log, tail=chosen.tail)
    return (f"{line.rstrip()}\n" for line in lines)
