"""Random games: all that must hold at every decision, and the same game compiled and interpreted.

A failure names the seed: ``random_position(random.Random(seed), ...)`` is where its game begins.
"""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import ObjectiveEntry, Scenario
from enfilade.systems.game import Game
from enfilade.systems.shipped.mech import FAMILY
from tests.face.games import running_compiled, running_interpreted
from tests.mech_rules.against_oracle import random_position
from tests.mech_rules.boards import name_of

GAMES = (12, 200)
ORDERS = (12, 60)
GRIDS = (2, 4)
"""Of checked games, interpreted and compiled: how many, orders of each, grids of the board each way at most."""
SAME_GAMES = 25


def game_position(seed: int, grids: int) -> Scenario:
    """A random position with objectives, and a few turns to play."""
    chance = random.Random(seed)
    scenario = random_position(chance, grids)
    width, height = scenario.board_size()
    places = {(chance.randrange(width), chance.randrange(height)) for _ in range(chance.randint(0, 3))}
    objectives = [ObjectiveEntry(name_of(place), value=chance.randint(1, 3)) for place in sorted(places)]
    return msgspec.structs.replace(scenario, objectives=objectives, options=scenario.options | {"turns": 3})


def drawn(chance: random.Random, battle: ef.Battle) -> ef.Order:
    """An order of a unit drawn first, so that those with few orders get their turn."""
    orders = battle.legal_orders()
    unit = chance.choice(sorted({order.unit for order in orders}))
    return chance.choice([order for order in orders if order.unit == unit])


@pytest.mark.rule("MECH-X2", "MECH-X5", "MECH-1.2.1e", "MECH-D9", "MECH-D13", "MECH-D18")
def test_everything_that_must_hold_holds_at_every_event_of_random_games(compiled: bool) -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES[compiled]):
        chance = random.Random(seed)
        battle = ef.Battle(game_position(seed, GRIDS[compiled]), checked=True)
        for _ in range(ORDERS[compiled]):
            if battle.outcome is not None:
                break
            before = Counter(unit["alive"] for unit in battle.roster().values())
            events = battle.step(drawn(chance, battle))
            told.update(event.kind for event in events)
            lost = sum(event.kind == "crushed_unit" for event in events)
            after = Counter(unit["alive"] for unit in battle.roster().values())
            assert (after[True], after[False]) == (before[True] - lost, before[False] + lost), seed
    assert told["moved"] > GAMES[compiled] // 2
    if compiled:
        expected = {
            "flew",
            "teleported",
            "entered",
            "turned",
            "crushed_in",
            "crushed_terrain",
            "crushed_unit",
            "displaced",
            "swapped",
        }
        assert expected <= set(told)
        assert min(told[kind] for kind in expected) >= 3


@pytest.mark.slow
@pytest.mark.rule("CORE-1.1")
def test_games_are_the_same_compiled_and_interpreted() -> None:
    taken = 0
    for seed in range(SAME_GAMES):
        scenario = game_position(seed, 3)
        with running_compiled(*Game(scenario, FAMILY).entries()):
            battle = ef.Battle(scenario)
            chance = random.Random(seed)
            hashes = [battle.game.hash()]
            counts = []
            while battle.outcome is None:
                counts.append(len(battle.legal))
                battle.step(drawn(chance, battle))
                hashes.append(battle.game.hash())
            orders, events = battle.orders, battle.events_since(0)
        with running_interpreted():
            again = ef.Battle(scenario)
            same = [again.game.hash()]
            for order, count in zip(orders, counts, strict=True):
                assert len(again.legal) == count, seed
                again.step(order)
                same.append(again.game.hash())
            assert same == hashes, seed
            assert again.events_since(0) == events, seed
        taken += len(orders)
    assert taken > 150
