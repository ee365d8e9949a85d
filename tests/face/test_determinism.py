"""A step depends on the position and the order alone: not on what was before, beside it, or around the process."""

from __future__ import annotations

import dataclasses
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.core.engine.kernel import kernel
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.world import World
from enfilade.drill.movement import MOVEMENT_SYSTEM
from enfilade.headless.policies import choose_rank
from enfilade.systems.families import find_family
from enfilade.systems.family import Family
from enfilade.systems.movement.slide.move import MOVE_SYSTEM
from enfilade.systems.movement.straight.march import MARCH_SYSTEM
from enfilade.systems.system import System
from tests.face.games import (
    DRILL,
    MARCH,
    MECH,
    SCENARIOS,
    by_scenario,
    crossroads,
    drawn_order,
    hashes_of_game,
    in_each,
    play,
    running_compiled,
    untouched,
)

STEPS_BACK = (1, 2, 7)


def desynchronised_steps(battle: ef.Battle, key: int = 1) -> list[int]:
    """Steps of a game of drawn orders that differ when the game is rolled back by 1, 2 or 7 steps and run again.

    At every step the game goes back and takes the same orders again, hash by hash.
    """
    positions = [battle.snapshot()]
    hashes = [battle.game.hash()]
    orders: list[ef.Order] = []
    differing = []
    while battle.outcome is None:
        orders.append(drawn_order(battle, key))
        battle.step(orders[-1])
        positions.append(battle.snapshot())
        hashes.append(battle.game.hash())
        for back in STEPS_BACK:
            first = max(len(orders) - back, 0)
            battle.restore(positions[first])
            again = []
            for order in orders[first:]:
                battle.step(order)
                again.append(battle.game.hash())
            if again != hashes[first + 1 :]:
                differing.append(len(orders))
        battle.restore(positions[-1])
    return differing


@pytest.mark.rule("CORE-2.1")
@pytest.mark.parametrize("seed", [1, 2])
@by_scenario
def test_game_rolled_back_and_run_again_is_the_same_at_every_step(scenario: Scenario, seed: int) -> None:
    assert desynchronised_steps(ef.Battle(scenario, seed), key=seed) == []


@pytest.mark.slow
@pytest.mark.rule("CORE-2.1")
@in_each((DRILL[0], *MARCH, *MECH))
def test_compiled_games_rolled_back_and_run_again_are_the_same_at_every_step(scenario: Scenario) -> None:
    with running_compiled(*ef.Battle(scenario).game.entries(), choose_rank):
        assert [desynchronised_steps(ef.Battle(scenario, seed), key=seed) for seed in range(10)] == [[]] * 10


# The negative control: rules that remember something outside the position.

MOVES_SEEN = [0]
MOVING = {"drill": MOVEMENT_SYSTEM, "march": MARCH_SYSTEM, "mech": MOVE_SYSTEM}
"""The system of each family that moves a unit where an order says."""


def with_hidden_state(name: str) -> Family:
    """A family in which the effect of a move depends on how many moves the process has seen."""
    moving, family = MOVING[name], find_family(name)

    def apply_and_count(world: World, order: OrderRecord) -> None:
        MOVES_SEEN[0] += 1
        moving.apply(world, order)
        world.units[order.unit].status.steps = MOVES_SEEN[0] % 1000

    forgetful: System = dataclasses.replace(moving, apply=kernel(apply_and_count))
    systems = tuple(forgetful if system is moving else system for system in family.systems)
    return dataclasses.replace(family, systems=systems)


@by_scenario
@pytest.mark.usefixtures("made_up_rules")
def test_roll_back_finds_rules_that_keep_state_outside_the_position(scenario: Scenario) -> None:
    assert desynchronised_steps(ef.Battle(scenario, 1, family=with_hidden_state(scenario.family)))


# The same game elsewhere.

FRESH_GAME = """
import gc, sys
if sys.argv[1] == "no-gc":
    gc.disable()
from tests.face.test_determinism import games_of_all_families
print(*games_of_all_families())
"""


def games_of_all_families() -> list[str]:
    """The hashes of one game of each family, and the digest of its end."""
    found = []
    for scenario in SCENARIOS:
        battle = ef.Battle(scenario, 5)
        found += [*map(str, hashes_of_game(battle)), battle.digest]
    return found


def games_in_fresh_process(hash_seed: str, collector: str) -> list[str]:
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "ENFILADE_KERNELS": "interpreted"}
    done = subprocess.run(
        [sys.executable, "-c", FRESH_GAME, collector],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("hash_seed", "collector"), [("0", "gc"), ("1", "no-gc"), ("random", "gc"), ("random", "no-gc")]
)
def test_games_in_a_fresh_process_have_the_hashes_of_those_here(hash_seed: str, collector: str) -> None:
    here = games_of_all_families()
    assert len(here) > 30
    assert games_in_fresh_process(hash_seed, collector) == here


@by_scenario
def test_game_played_while_the_collector_runs_at_every_allocation_is_the_same(scenario: Scenario) -> None:
    expected = hashes_of_game(ef.Battle(scenario, 6))
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    try:
        assert hashes_of_game(ef.Battle(scenario, 6)) == expected
    finally:
        gc.set_threshold(*threshold)


@by_scenario
def test_second_game_in_one_process_plays_as_the_first(scenario: Scenario) -> None:
    first = hashes_of_game(ef.Battle(scenario, 3))
    for between in SCENARIOS:
        hashes_of_game(ef.Battle(between, 4))
    assert hashes_of_game(ef.Battle(scenario, 3)) == first


@by_scenario
def test_battle_played_again_from_its_first_position_plays_as_the_first_time(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 3)
    beginning = battle.snapshot()
    first = hashes_of_game(battle)
    battle.restore(beginning)
    assert hashes_of_game(battle) == first


PAIRS = [(one, other) for one in SCENARIOS for other in SCENARIOS]


def name_of(scenario: Scenario) -> str:
    return scenario.name


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=name_of)
def test_two_games_interleaved_play_as_each_alone(one: Scenario, other: Scenario) -> None:
    alone = [hashes_of_game(ef.Battle(scenario, seed)) for seed, scenario in enumerate((one, other))]
    battles = [ef.Battle(scenario, seed) for seed, scenario in enumerate((one, other))]
    games = [play(battle) for battle in battles]
    together: list[list[int]] = [[], []]
    for _ in range(max(map(len, alone))):
        for battle, game, hashes in zip(battles, games, together, strict=True):
            if next(game, None) is not None:
                hashes.append(battle.game.hash())
    assert together == alone


def in_threads(jobs: list[Callable[[], list[int]]]) -> list[list[int]]:
    """What each job returns, all run at the same time, switching as often as can be."""
    found: list[list[int]] = [[] for _ in jobs]

    def work(index: int) -> None:
        found[index] = jobs[index]()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(jobs))]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return found


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=name_of)
def test_games_in_two_threads_play_as_each_alone(one: Scenario, other: Scenario) -> None:
    def first() -> list[int]:
        return hashes_of_game(ef.Battle(one, 1))

    def second() -> list[int]:
        return hashes_of_game(ef.Battle(other, 2))

    assert in_threads([first, second]) == [first(), second()]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other"), PAIRS, ids=name_of)
def test_compiled_games_in_two_threads_play_as_each_alone(one: Scenario, other: Scenario) -> None:
    def several(first: int) -> list[int]:
        scenarios = (one, other) * 10
        battles = [ef.Battle(scenario, seed) for seed, scenario in enumerate(scenarios, first)]
        return [step for battle in battles for step in hashes_of_game(battle, key=battle.game.key)]

    with running_compiled(*ef.Battle(one).game.entries(), *ef.Battle(other).game.entries(), choose_rank):
        alone = [several(0), several(20)]
        assert in_threads([lambda: several(0), lambda: several(20)]) == alone


@by_scenario
def test_view_and_battle_in_two_threads_do_not_meet(scenario: Scenario) -> None:
    expected = hashes_of_game(ef.Battle(scenario, 7))
    battle = ef.Battle(scenario, 7)

    def look() -> list[int]:
        view = battle.view("blue")
        return [len(view.legal) + len(str(view)) for _ in range(200)]

    found = in_threads([lambda: hashes_of_game(battle), look])
    assert found[0] == expected
    assert len(set(found[1])) == 1


def test_guard_notices_a_change() -> None:
    battle = crossroads()
    with pytest.raises(AssertionError, match="a step changed the battle"), untouched(battle, "a step"):
        next(play(battle))


def test_guard_notices_a_change_of_derived_data_alone() -> None:
    battle = crossroads()
    with pytest.raises(AssertionError, match="changed the battle"), untouched(battle):
        battle.game.store.derived[0, 0] += 1
