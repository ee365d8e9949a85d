"""Games of a run between bots in Python: each is a match in a battle of its own."""

from __future__ import annotations

import re
from typing import Any

from enfilade.battle import Battle
from enfilade.bots import Match, play_match
from enfilade.bots.bot import entries_of
from enfilade.core.engine.kernel import Entry
from enfilade.headless.loop import loop_entries
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .run import Losses, Row, Run, types_by_side

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
MESSAGE_CHARACTERS_MAX = 300


class BotGames:
    """The games of a run, each played by bots that are made for it."""

    def __init__(self, run: Run) -> None:
        """Play games of a run."""
        self._run = run

    def entries(self) -> tuple[Entry[..., Any], ...]:
        """Every entry that they call."""
        game = Game(self._run.scenario, family_of(self._run.scenario))
        of_bots = [entry for bot in self._run.bots for entry in entries_of(bot, game)]
        return (*game.entries(), *loop_entries(game), *of_bots)

    def play(self, index: int) -> Row:
        """Play one game."""
        return self.play_in(Battle(self._run.scenario, self._run.game_seed(index)), index)

    def play_in(self, battle: Battle, index: int) -> Row:
        """Play one game in a battle of its seed."""
        run = self._run
        in_play = [name for name, unit in battle.roster().items() if unit["alive"]]
        match = play_match(
            battle,
            run.players(index),
            on_fault=run.on_fault,
            decision_seconds_max=run.decision_seconds_max,
            orders_max=run.orders_max,
        )
        return Row(
            index,
            run.game_seed(index),
            run.is_swapped(index),
            match.winners,
            match.reason,
            match.orders,
            battle.turn,
            losses_in(battle, in_play),
            battle.digest,
            len(match.faults),
            forfeit_in_words(match),
        )


def losses_in(battle: Battle, in_play: list[str]) -> Losses:
    """Of units that were in play those that are so no more without having left, by side and type."""
    roster = battle.roster()
    losses = types_by_side((roster[name]["side"], roster[name]["type"]) for name in in_play)
    for name in in_play:
        unit = roster[name]
        losses[unit["side"]][unit["type"]] += not unit["alive"] and not unit["left"]
    return losses


def forfeit_in_words(match: Match) -> str:
    """How the bot failed that forfeited, the same wherever it is played; empty when none did."""
    if match.forfeit is None:
        return ""
    return ADDRESS.sub("", " ".join(match.forfeit.message.split()))[:MESSAGE_CHARACTERS_MAX]
