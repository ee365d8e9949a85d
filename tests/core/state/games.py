"""Random games of each family, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from enfilade.core.scenario.schema import Scenario
from enfilade.systems.families import family_of
from enfilade.systems.game import Game
from tests.drill_rules.against_oracle import random_scenario as random_drill
from tests.march_rules.against_oracle import MIDDLE, SMALL, placed
from tests.march_rules.against_oracle import random_scenario as random_march
from tests.mech_rules.against_oracle import random_position as random_mech

by_family = pytest.mark.parametrize("family", ["drill", "march", "mech"])


def scenario_of(family: str, chance: random.Random) -> Scenario:
    """A random scenario of a family."""
    if family == "drill":
        return random_drill(chance)
    if family == "mech":
        return msgspec.structs.replace(random_mech(chance, 2), options={"turns": 1})
    return placed(random_march(chance, chance.choice((SMALL, MIDDLE))), chance)


def positions(family: str, seed: int, steps: int = 200) -> Iterator[Game]:
    """The game before its first order and after each random one."""
    chance = random.Random(seed)
    scenario = scenario_of(family, chance)
    game = Game(scenario, family_of(scenario))
    game.start()
    game.raise_fault()
    yield game
    while not game.clock.over and game.clock.step < steps:
        rank = chance.randrange(game.count())
        game.list(-1, -1, -1, rank, 1)
        game.step()
        game.raise_fault()
        yield game
