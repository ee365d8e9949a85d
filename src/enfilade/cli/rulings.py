"""``enfilade legal`` and ``enfilade check``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

import msgspec

from enfilade.battle import Battle
from enfilade.core.orders.said import Verdict
from enfilade.library import load_scenario

from .failures import NO


def legal(chosen: argparse.Namespace) -> int:
    """List legal orders; exit code 1 when there are none."""
    battle = _position(chosen)
    found = battle.legal
    if chosen.unit is not None:
        found = found.of(chosen.unit)
    if chosen.kind is not None:
        found = found.where(chosen.kind)
    orders = [battle.text(order) for order in found]
    print(json.dumps(orders) if chosen.json else "\n".join(orders))
    return 0 if orders else NO


def check(chosen: argparse.Namespace) -> int:
    """Say whether orders are legal; exit code 1 when one is not."""
    battle = _position(chosen)
    lines: Iterable[str] = [chosen.order]
    if chosen.order == "-":
        lines = filter(None, (line.strip() for line in sys.stdin))
    verdicts = [battle.check(line) for line in lines]
    for verdict in verdicts:
        print(_as_json(verdict) if chosen.json else verdict.sentence())
        if not chosen.json:
            for finding in verdict.findings[1:]:
                print(f"  also: {finding.sentence()} [{finding.rule}]")
    return 0 if all(verdicts) else NO


def _position(chosen: argparse.Namespace) -> Battle:
    """The scenario after the orders that come first."""
    battle = Battle(load_scenario(chosen.scenario), chosen.seed)
    for order in chosen.after:
        battle.step(order)
    return battle


def _as_json(verdict: Verdict) -> str:
    """A verdict with its sentences as one line of JSON."""
    data = msgspec.to_builtins(verdict)
    data["ok"] = verdict.ok
    for entry, finding in zip(data["findings"], verdict.findings, strict=True):
        entry["sentence"] = finding.sentence()
    return json.dumps(data)
