"""``enfilade demo`` and ``enfilade run``."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from enfilade import replays
from enfilade.battle import Battle
from enfilade.bots import find_bot
from enfilade.bots.match import Match, play_match
from enfilade.core.engine.files import replacement
from enfilade.core.orders.said import Event, Order
from enfilade.library import load_scenario
from enfilade.text import draw_board

from .failures import NO, YES
from .sources import scenario_at

DEMO_SCENARIO = "alley"
DEMO_BOTS = ("random", "greedy")


def demo(chosen: argparse.Namespace) -> int:
    """Play a battle between two bots, draw it, record it and verify the log."""
    battle = Battle(load_scenario(DEMO_SCENARIO), chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "demo.enf"
        if not chosen.json:
            print(f"{battle.scenario.title}, seed {chosen.seed}\n\n{draw_board(battle)}\n")
        bots = [find_bot(name, chosen.seed + index) for index, name in enumerate(DEMO_BOTS)]
        battle.record(log)
        match = play_match(battle, bots, _teller(battle, chosen))
        battle.stop_recording()
        return _report_demo(battle, match, chosen, log)


def _teller(battle: Battle, chosen: argparse.Namespace) -> Callable[[Order, list[Event]], None]:
    """Prints each order with its events, unless JSON was asked for."""

    def tell(order: Order, events: list[Event]) -> None:
        if not chosen.json:
            print(f"{battle.step_number:>3}  {battle.text(order)}")
            for event in events:
                print(f"       {event.sentence()}")

    return tell


def _report_demo(battle: Battle, match: Match, chosen: argparse.Namespace, log: Path) -> int:
    """Say how the battle ended and whether its log verifies."""
    verification = replays.verify(log)
    size = log.stat().st_size
    if chosen.json:
        print(json.dumps(summary(battle, match, chosen.seed) | {"log_bytes": size, "verified": bool(verification)}))
    else:
        print(f"\n{draw_board(battle)}\n")
        _print_end(battle, match)
        print(f"recorded in {size} bytes and verified: {'yes' if verification else 'no'} ({verification})")
    return YES if verification and match.forfeit is None else NO


def run(chosen: argparse.Namespace) -> int:
    """Play a scenario between bots."""
    bots = [find_bot(name, chosen.seed + index) for index, name in enumerate(chosen.bots.split(","))]
    battle = Battle(scenario_at(chosen.scenario), chosen.seed)
    with ExitStack() as files:
        if chosen.out is not None:
            battle.record(files.enter_context(replacement(Path(chosen.out))))
        match = play_match(battle, bots)
        battle.stop_recording()
    if chosen.json:
        print(json.dumps(summary(battle, match, chosen.seed)))
    else:
        print(draw_board(battle))
        _print_end(battle, match)
    return YES if match.forfeit is None else NO


def summary(battle: Battle, match: Match, seed: int) -> dict[str, object]:
    """How a match ended, as plain data; ``forfeit`` says which side forfeited and why, and is null where none did."""
    fault = match.forfeit
    return {
        "scenario": battle.scenario.name,
        "seed": seed,
        "winner": list(match.winners),
        "reason": match.reason,
        "scores": match.scores,
        "orders": battle.step_number,
        "digest": battle.digest,
        "forfeit": None if fault is None else {"side": fault.side, "kind": fault.kind, "message": fault.message},
    }


def _print_end(battle: Battle, match: Match) -> None:
    winners = " and ".join(match.winners) or "nobody"
    why = match.reason if match.forfeit is None else f"{match.forfeit.side} forfeits, {match.forfeit.message}"
    print(f"{winners} won after {battle.step_number} orders: {why}; digest {battle.digest}")
