"""``enfilade legal`` and ``enfilade check``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from enfilade.battle import Battle
from enfilade.core.orders.said import OrderError, Verdict
from enfilade.text import draw_board
from enfilade.text.overlay import orders_overlay, verdict_overlay

from .failures import NO, exit_code_of, report
from .sources import STANDARD_INPUT, battle_at

LINE_MAX = 10_000
"""Characters of a line that are read at once."""


def legal(chosen: argparse.Namespace) -> int:
    """List legal orders; exit code 1 when there are none."""
    battle = position(chosen, chosen.scenario)
    found = battle.legal
    if chosen.unit is not None:
        found = found.of(chosen.unit)
    if chosen.kind is not None:
        found = found.where(chosen.kind)
    listed = list(found)
    orders = [battle.text(order) for order in listed]
    drawing = draw_board(battle, over=orders_overlay(battle, listed)) if chosen.map else ""
    if chosen.json:
        print(json.dumps({"orders": orders, "drawing": drawing} if chosen.map else orders))
    else:
        sys.stdout.writelines(f"{order}\n" for order in orders)
        sys.stdout.write(f"\n{drawing}\n" if chosen.map else "")
    if not orders and not chosen.json:
        print(f"enfilade: {_why_none(battle)}", file=sys.stderr)
    return 0 if orders else NO


def _why_none(battle: Battle) -> str:
    """What is told when no order was listed."""
    if battle.outcome is not None:
        return f"no order is legal: the battle is over ({battle.outcome.reason})"
    owed = (" ".join(filter(None, (owed.side, owed.kind, owed.unit))) for owed in battle.decisions)
    return f"no such order is legal; owed now: {', '.join(owed)}"


def check(chosen: argparse.Namespace) -> int:
    """Say whether orders are legal; exit code 1 when one is not."""
    if chosen.order != STANDARD_INPUT:
        battle = position(chosen, chosen.scenario)
        return _say(battle, battle.check(chosen.order), chosen)
    if chosen.scenario == STANDARD_INPUT:
        raise ValueError("scenario and orders are both '-', expected one of them from standard input")
    battle = position(chosen, chosen.scenario)
    return max((_check_line(battle, line, chosen) for line in _lines()), default=0)


def _lines() -> Iterator[str]:
    """The lines of standard input that are not empty."""
    return filter(None, (line.strip() for line in iter(lambda: sys.stdin.readline(LINE_MAX), "")))


def _check_line(battle: Battle, line: str, chosen: argparse.Namespace) -> int:
    """Say whether a line is a legal order; one that is no order does not keep the next from being looked at."""
    try:
        verdict = battle.check(line)
    except OrderError as problem:
        report(problem, as_json=chosen.json)
        return exit_code_of(problem)
    return _say(battle, verdict, chosen)


def _say(battle: Battle, verdict: Verdict, chosen: argparse.Namespace) -> int:
    """Print a verdict; its exit code."""
    drawing = draw_board(battle, over=verdict_overlay(battle, verdict)) if chosen.map else ""
    if chosen.json:
        print(json.dumps(_told(verdict) | ({"drawing": drawing} if chosen.map else {})))
    else:
        print(verdict.sentence())
        for finding in verdict.findings[1:]:
            print(f"  also: {finding.sentence()} [{finding.rule}]")
        sys.stdout.write(f"\n{drawing}\n" if chosen.map else "")
    return 0 if verdict else NO


def position(chosen: argparse.Namespace, name: str) -> Battle:
    """The position that is asked about, after the orders that come first."""
    battle = battle_at(name, chosen.seed, chosen.step)
    for order in chosen.after:
        battle.step(order)
    return battle


def _told(verdict: Verdict) -> dict[str, Any]:
    """A verdict with its sentences, for JSON."""
    data: dict[str, Any] = msgspec.to_builtins(verdict)
    data["ok"] = verdict.ok
    for entry, finding in zip(data["findings"], verdict.findings, strict=True):
        entry["sentence"] = finding.sentence()
    return data
