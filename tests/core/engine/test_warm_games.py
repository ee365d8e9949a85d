"""Whole games while compiled code comes, and with the switch thrown in mid-game: the same hashes after every order."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.core.engine.kernel import Switch
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.game import Game
from tests.face.games import SCENARIOS, crossroads

CHECKOUT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def switch_off() -> Iterator[None]:
    """The switch is off when a test begins, and as it was when it has ended."""
    before = Switch.compiled
    Switch.compiled = False
    yield
    Switch.compiled = before


def played(game: Game, seed: int, switched_at: frozenset[int], steps: int) -> list[int]:
    """Hashes after each order of a random game, the switch thrown before the steps given."""
    game.set_key(seed)
    game.start()
    chance = random.Random(seed)
    hashes: list[int] = []
    while not game.clock.over and len(hashes) < steps:
        if len(hashes) in switched_at:
            Switch.compiled = not Switch.compiled
        assert game.list(-1, -1, -1, chance.randrange(game.count()), 1) == 1
        assert game.check() == 0
        game.step()
        game.raise_fault()
        hashes.append(game.hash())
    return hashes


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), [(SCENARIOS[0], 3), (SCENARIOS[0], 4), (SCENARIOS[1], 3)])
def test_switch_thrown_in_the_middle_of_a_game_changes_no_hash(scenario: Scenario, seed: int) -> None:
    battle = ef.Battle(scenario)
    plain = played(Game(battle.game.scenario, battle.game.family), seed, frozenset(), 60)
    for made in battle.game.entries():
        assert made.dispatcher
    for step in range(20):
        Switch.compiled = False
        game = Game(battle.game.scenario, battle.game.family)
        assert played(game, seed, frozenset({step}), step + 10) == plain[: step + 10]
    Switch.compiled = False
    every_third = frozenset(range(0, 60, 3))
    assert played(Game(battle.game.scenario, battle.game.family), seed, every_third, 60) == plain


LOADING = """
import random, time
from tests.face.games import crossroads
from enfilade.core.engine import warm
from enfilade.core.engine.kernel import Switch

game = crossroads().game
chance = random.Random(1)
warm.prepare(game.entries())
frames = []
until = time.perf_counter() + 60
while not Switch.compiled and time.perf_counter() < until:
    since = time.perf_counter()
    if game.clock.over:
        game = crossroads().game
    game.list(-1, -1, -1, chance.randrange(game.count()), 1)
    game.step()
    frames.append(time.perf_counter() - since)
    time.sleep(0.002)
print(len(frames), max(frames), Switch.compiled)
"""


def worst_frame() -> float:
    """Seconds of the longest frame of a client that plays while its code is loaded from the cache."""
    environment = {**os.environ, "ENFILADE_KERNELS": "auto"}
    found = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, cwd=CHECKOUT, env=environment, timeout=100
    )
    assert found.returncode == 0, found.stderr
    frames, worst, switched = found.stdout.split()
    assert switched == "True"
    assert int(frames) > 20
    return float(worst)


@pytest.mark.slow
def test_worst_frame_while_code_loads_stays_small() -> None:
    for made in crossroads().game.entries():
        assert made.dispatcher, "the cache is filled"
    shortest = min(worst_frame() for _ in range(3))  # tests share their machine: the best of three runs counts
    assert shortest < 0.5, "a client waits: the bar is 0.12 s on a quiet machine"
