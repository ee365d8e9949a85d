"""Games of a run played one after another, each told in a row, and any of them played again into a log."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from enfilade.battle import Battle
from enfilade.core.engine.files import replacement
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.warm import Compiled, compile_now

from .bot_games import BotGames
from .errors import GameFailed, NotReproduced
from .policy_games import PolicyGames
from .run import Row, Run


class Games(Protocol):
    """Plays the games of a run, one at a time."""

    def entries(self) -> tuple[Entry[..., Any], ...]:
        """Every entry that they call."""

    def play(self, index: int) -> Row:
        """Play one game."""

    def play_in(self, battle: Battle, index: int) -> Row:
        """Play one game in a battle of its seed; its row."""


class Played(msgspec.Struct, frozen=True):
    """Games that were played.

    Attributes:
        rows: of the games, in order.
        seconds: how long they took.
        failed: the game after them, if it could not be played to its end.
    """

    rows: list[Row]
    seconds: float
    failed: GameFailed | None = None


class Table:
    """Where the games of a run are played, one after another.

    Attributes:
        run: which.
        is_compiled: whether whole games are played in compiled code, where that is loaded.
    """

    def __init__(self, run: Run) -> None:
        """Play games of a run.

        Raises:
            ScenarioError: with everything that is wrong with the scenario.
            UnknownFamily: the scenario names a family that is not there.
        """
        self.run = run
        self.is_compiled = run.is_of_policies
        self._games: Games = PolicyGames(run) if self.is_compiled else BotGames(run)

    def make_ready(self, told: Callable[[Compiled], None] | None = None) -> None:
        """Have the code of the run's rules compiled or loaded, as far as ``ENFILADE_KERNELS`` wants that.

        Args:
            told: called after each entry that was not there before.
        """
        compile_now(self._games.entries(), told)

    def play(self, start: int, stop: int) -> Played:
        """Play the games from ``start`` to ``stop - 1``, up to one that cannot be played to its end."""
        began = time.perf_counter()
        rows: list[Row] = []
        failed = None
        for index in range(start, stop):
            try:
                rows.append(self._games.play(index))
            except Exception as problem:  # of a bot or of a rule family; it gets between processes in words
                failed = GameFailed(index, self.run.game_seed(index), f"{type(problem).__name__}: {problem}")
                break
        return Played(rows, time.perf_counter() - began, failed)

    def record(self, row: Row, path: Path) -> None:
        """Play the game of a row again, and record it.

        Args:
            row: what was told of it.
            path: of the log, written whole or not at all.

        Raises:
            NotReproduced: it goes otherwise than told; nothing is written.
            OSError: the log could not be written; a file of that name is as it was.
        """
        battle = Battle(self.run.scenario, self.run.game_seed(row.index))
        with replacement(path) as other:
            battle.record(other)
            played = self._games.play_in(battle, row.index)
            battle.stop_recording()
            if played != row or battle.digest != row.digest:
                told = f"{row.orders} orders, digest {row.digest}"
                came = f"{played.orders}, {battle.digest}"
                raise NotReproduced(f"game {row.index} was told with {told}, and comes to {came} when played again")
