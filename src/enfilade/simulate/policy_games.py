"""Games of a run between policies, in the compiled loop; the same games order by order in a battle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from enfilade.battle import Battle
from enfilade.bots.match import UNFINISHED
from enfilade.core.engine.hash import digest
from enfilade.core.engine.kernel import Entry
from enfilade.headless.games import Crew
from enfilade.headless.loop import asker
from enfilade.headless.rows import GameRows
from enfilade.headless.shipped import seated
from enfilade.systems.families import family_of
from enfilade.systems.game import Game

from .run import Losses, Row, Run, types_by_side


class PolicyGames:
    """The games of a run, in rows of their own; for one thread at a time."""

    def __init__(self, run: Run) -> None:
        """Play games of a run."""
        self._run = run
        self._rows = GameRows(Game(run.scenario, family_of(run.scenario)), 1)
        self._seeds: deque[int] = deque()
        self._crews = [Crew(self._rows, seated(run.scenario, bots), run.orders_max) for bots in _orders_of(run)]
        self._results = [crew.played_alone(self._asked_seeds()) for crew in self._crews]
        self._types = self._types_by_side()

    def entries(self) -> tuple[Entry[..., Any], ...]:
        """Every entry that they call."""
        return (*self._rows.game.entries(), *(crew.loop for crew in self._crews))

    def play(self, index: int) -> Row:
        """Play one game."""
        run = self._run
        seed, swapped = run.game_seed(index), run.is_swapped(index)
        self._seeds.append(seed)
        result = next(self._results[swapped])
        return Row(
            index,
            seed,
            swapped,
            result.outcome.winners if result.outcome is not None else (),
            result.outcome.reason if result.outcome is not None else UNFINISHED,
            result.orders,
            result.turns,
            self._all_named(result.losses),
            digest(self._rows.store.arenas[0].tobytes(), self._rows.game.content),
        )

    def play_in(self, battle: Battle, index: int) -> Row:
        """Play one game in a battle of its seed, order by order as the loop does; its row."""
        seating = seated(self._run.scenario, _orders_of(self._run)[self._run.is_swapped(index)])
        ask = asker(battle.game, seating.policies)
        key = battle.game.key
        left = self._run.orders_max
        while battle.outcome is None and left > 0:
            ask(*battle.game.places, seating.players, key & 0xFFFFFFFF, key >> 32)
            order = battle.game.order
            side = battle.names.side(order.side)
            battle.step(battle.names.orders(order.tobytes())[0], side=side)
            left -= 1
        return self.play(index)

    def _asked_seeds(self) -> Iterator[int]:
        """The seeds of the games that are asked for, one by one."""
        while True:
            yield self._seeds.popleft()

    def _types_by_side(self) -> Losses:
        """No losses, of every side and type that the scenario begins with."""
        rows = self._rows
        types = ("", *sorted(rows.scenario.types))
        units = rows.units[rows.begin]
        return types_by_side(
            (rows.names.side(int(unit["allegiance"]["side"])), types[unit["type"]])
            for unit in units[units["status"]["alive"]]
        )

    def _all_named(self, losses: Losses) -> Losses:
        """Losses with every side and type that the scenario begins with."""
        return {
            side: {kind: losses.get(side, {}).get(kind, 0) for kind in kinds} for side, kinds in self._types.items()
        }


def _orders_of(run: Run) -> list[tuple[str, ...]]:
    """The bots in their order, and in reverse."""
    return [run.bots, run.bots[::-1]]
