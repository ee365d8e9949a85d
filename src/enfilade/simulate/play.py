"""Games of a run played one after another, each told in a row, and any of them played again into a log."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from enfilade.battle import Battle
from enfilade.bots import Match, play_match
from enfilade.core.engine.files import replacement
from enfilade.core.engine.warm import Compiled, compile_now
from enfilade.core.orders.said import Event, Order
from enfilade.headless.loop import loop_entries
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .errors import GameFailed, NotReproduced
from .run import UNFINISHED, Row, Run

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
MESSAGE_CHARACTERS_MAX = 300

Losses = dict[str, dict[str, int]]


class Played(msgspec.Struct, frozen=True):
    """Games that were played, and how long that took."""

    rows: list[Row]
    seconds: float


class TooLong(Exception):
    """A game has as many orders as it may have."""


def make_ready(run: Run, told: Callable[[Compiled], None] | None = None) -> None:
    """Have the code of a run's rules compiled or loaded, as far as ``ENFILADE_KERNELS`` wants that.

    Args:
        run: what will be played.
        told: called after each entry that was not there before.

    Raises:
        ScenarioError: with everything that is wrong with the scenario.
        UnknownFamily: the scenario names a family that is not there.
    """
    game = Game(run.scenario, family_of(run.scenario))
    compile_now((*game.entries(), *loop_entries(game)), told)


def play_range(run: Run, start: int, stop: int) -> Played:
    """Play the games from ``start`` to ``stop - 1``.

    Raises:
        GameFailed: one cannot be played to its end.
    """
    began = time.perf_counter()
    rows = [play_game(run, index) for index in range(start, stop)]
    return Played(rows, time.perf_counter() - began)


def play_game(run: Run, index: int) -> Row:
    """Play one game.

    Raises:
        GameFailed: it cannot be played to its end.
    """
    try:
        return _played(run, index, Battle(run.scenario, run.game_seed(index)))
    except Exception as problem:  # of a bot, or of a rule family; none may get lost between processes
        raise GameFailed(index, run.game_seed(index), f"{type(problem).__name__}: {problem}") from None


def record_game(run: Run, row: Row, path: Path) -> None:
    """Play the game of a row again, and record it.

    Args:
        run: of which it is.
        row: what was told of it.
        path: of the log, written whole or not at all.

    Raises:
        NotReproduced: it goes otherwise than told; nothing is written.
        GameFailed: it cannot be played to its end; nothing is written.
        OSError: the log could not be written; a file of that name is as it was.
    """
    battle = Battle(run.scenario, run.game_seed(row.index))
    with replacement(path) as other:
        battle.record(other)
        played = _played(run, row.index, battle)
        battle.stop_recording()
        if played != row:
            told = f"digest {row.digest} after {row.orders} orders"
            came = f"{played.digest} after {played.orders}"
            raise NotReproduced(f"game {row.index} was told with {told}, and comes to {came} when it is played again")


def _played(run: Run, index: int, battle: Battle) -> Row:
    """Play a battle to its end, as a game of a run."""
    orders_before = battle.step_number
    fighting = [name for name, told in battle.roster().items() if told["alive"]]
    match = _match(run, index, battle)
    return Row(
        index,
        run.game_seed(index),
        run.is_swapped(index),
        match.winners if match is not None else (),
        match.reason if match is not None else UNFINISHED,
        battle.step_number - orders_before,
        battle.turn,
        _losses(battle, fighting),
        battle.digest,
        len(match.faults) if match is not None else 0,
        _message(match),
    )


def _match(run: Run, index: int, battle: Battle) -> Match | None:
    """Let the bots play; None when the game is not over after as many orders as it may have."""
    left = run.orders_max

    def count(order: Order, events: list[Event]) -> None:
        nonlocal left
        left -= 1
        if left == 0 and battle.outcome is None:
            raise TooLong

    try:
        return play_match(
            battle,
            run.players(index),
            count,
            on_fault=run.on_fault,
            decision_seconds_max=run.decision_seconds_max,
        )
    except TooLong:
        return None


def _losses(battle: Battle, fighting: list[str]) -> Losses:
    """Units that were in play and are so no more without having left, by side and type."""
    roster = battle.roster()
    types = sorted({told["type"] for told in roster.values()})
    losses: Losses = {}
    for side in battle.names.sides:
        own = [roster[name] for name in fighting if roster[name]["side"] == side]
        lost = [told["type"] for told in own if not told["alive"] and not told["left"]]
        losses[side] = {kind: lost.count(kind) for kind in types if any(told["type"] == kind for told in own)}
    return losses


def _message(match: Match | None) -> str:
    """How the bot failed that forfeited, the same wherever it is played."""
    if match is None or match.forfeit is None:
        return ""
    return ADDRESS.sub("", " ".join(match.forfeit.message.split()))[:MESSAGE_CHARACTERS_MAX]
