"""Random games of the drill, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator

from enfilade.systems.game import Game
from tests.drill_rules.against_oracle import random_scenario, started


def positions(seed: int, steps: int = 200) -> Iterator[Game]:
    """The game before its first order and after each random one."""
    chance = random.Random(seed)
    game = started(random_scenario(chance))
    yield game
    while not game.clock.over and game.clock.step < steps:
        rank = chance.randrange(game.count())
        game.list(-1, -1, -1, rank, 1)
        game.step()
        game.raise_fault()
        yield game
