"""``enfilade replay verify | show | diff | salvage | export``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from enfilade import replays
from enfilade.battle import Battle
from enfilade.text import draw_board

from .failures import NO


def verify(chosen: argparse.Namespace) -> int:
    """See whether a log is whole and plays to its digests; exit code 1 when it is not."""
    verification = replays.verify(chosen.file, tail=chosen.tail)
    if chosen.json:
        print(msgspec.json.encode(verification).decode())
    else:
        print(f"{'verified' if verification else 'NOT verified'}: {verification}")
    return 0 if verification else NO


def show(chosen: argparse.Namespace) -> int:
    """Draw the position of a log after a step, or its last one."""
    summary = replays.summary(chosen.file, tail=chosen.tail)
    battle = Battle.of_game(replays.position(chosen.file, chosen.step, tail=chosen.tail))
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
    difference = replays.diff(chosen.file, chosen.other, tail=chosen.tail)
    if chosen.json:
        print(msgspec.json.encode(difference).decode())
    else:
        print(difference if difference is not None else "the logs tell the same game")
    return 0 if difference is None else NO


def salvage(chosen: argparse.Namespace) -> int:
    """Write what can be saved of a damaged log; exit code 1 when something is lost."""
    saved = replays.salvage(chosen.file)
    Path(chosen.out).write_bytes(saved.log_bytes())
    if chosen.json:
        losses = [msgspec.to_builtins(loss) for loss in saved.losses]
        print(json.dumps({"records": len(saved.entries), "complete": saved.complete, "losses": losses}))
    else:
        print(saved)
    return 0 if saved.complete else NO


def export(chosen: argparse.Namespace) -> int:
    """Write a log as text, or as JSON lines."""
    lines = replays.transcript(chosen.file, tail=chosen.tail)
    if chosen.json:
        lines = replays.json_text(replays.json_lines(chosen.file, tail=chosen.tail))
    if chosen.out == "-":
        _print_lines(lines)
    else:
        text = "".join(f"{line.rstrip()}\n" for line in lines)
        Path(chosen.out).write_text(text, encoding="utf-8")
    return 0


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line.rstrip()}\n")
