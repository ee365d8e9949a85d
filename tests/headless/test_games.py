"""Random games by the public calls are those of a battle, and have their code loaded without being told."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.core.engine.kernel import Switch
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.scenario.schema import Scenario
from enfilade.drill import FAMILY
from enfilade.headless import GameResult, many_games, play_random
from enfilade.systems.game import Game, StepFault
from tests.face.games import (
    DRILL,
    MARCH,
    MECH,
    by_scenario,
    crossroads,
    drawn_order,
    duel,
    in_each,
    red_to_move,
    running_interpreted,
    standoff,
    untouched,
)
from tests.face.resting import PLUGIN

CHECKOUT = Path(__file__).parents[2]
SEEDS = (0, 1, -7, b"seven", 1 << 80)
SCENARIOS = (*DRILL, red_to_move().to_scenario(), *MARCH, *MECH)


def result_of(scenario: Scenario, seed: int | bytes, **options: object) -> GameResult:
    """The result of a game that is played order by order through a battle, drawn by the key of its seed."""
    battle = ef.Battle(scenario, seed, **options)  # type: ignore[arg-type]
    before = battle.step_number
    while battle.outcome is None:
        battle.step(drawn_order(battle, key_of_seed(seed)))
    return GameResult(
        seed, battle.outcome, battle.step_number - before, battle.game.hash(), battle.turn, losses_of(battle)
    )


def losses_of(battle: ef.Battle) -> dict[str, dict[str, int]]:
    """Units that a battle of its scenario would begin with and that are in play no more, exits aside, counted."""
    begun = ef.Battle(battle.scenario, family=battle.family)
    now = battle.roster()
    counts = Counter(
        (was["side"], was["type"])
        for name, was in begun.roster().items()
        if was["alive"] and not now[name]["alive"] and not now[name]["left"]
    )
    sides = {side for side, _ in counts}
    return {side: {kind: count for (owner, kind), count in counts.items() if owner == side} for side in sides}


@in_each(SCENARIOS)
def test_many_games_are_the_games_of_battles_with_the_same_seeds(scenario: Scenario) -> None:
    assert list(many_games(scenario, SEEDS)) == [result_of(scenario, seed) for seed in SEEDS]


@by_scenario
def test_many_games_are_battles_played_on_with_their_own_keys(scenario: Scenario) -> None:
    for result in many_games(scenario, range(5)):
        battle = ef.Battle(scenario, int(result.seed))
        assert play_random(battle, battle.game.key) == result.orders
        assert battle.outcome == result.outcome
        assert battle.game.hash() == result.hash


def test_games_of_a_family_and_plug_ins_that_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    scenario = standoff(family="of no package", options={"rounds": 4})
    with running_interpreted():
        found = list(many_games(scenario, range(3), family=FAMILY, systems=(PLUGIN,)))
        assert found == [result_of(scenario, seed, family=FAMILY, systems=(PLUGIN,)) for seed in range(3)]
        assert found != list(many_games(scenario, range(3), family=FAMILY))


def test_seeds_are_taken_one_by_one() -> None:
    games = many_games(SCENARIOS[0], count(3))
    assert [next(games).seed, next(games).seed] == [3, 4]


def test_game_that_is_not_over_after_its_orders_has_no_outcome() -> None:
    (result,) = many_games(SCENARIOS[0], [1], steps=4)
    assert (result.outcome, result.orders) == (None, 4)
    battle = crossroads(1)
    assert play_random(battle, battle.game.key, 4) == 4
    assert battle.game.hash() == result.hash


def test_result_is_frozen() -> None:
    (result,) = many_games(SCENARIOS[0], [1])
    with pytest.raises(AttributeError):
        result.orders = 0  # type: ignore[misc]


def test_what_no_game_can_be_played_with_is_refused_before_any_is_asked_for() -> None:
    with pytest.raises(ef.ScenarioError):
        many_games(duel(units=[]), [1])
    with pytest.raises(ef.UnknownFamily, match="of no package"):
        many_games(duel(family="of no package"), [1])
    with pytest.raises(ValueError, match="steps -1, expected a whole number of 0 to"):
        many_games(duel(), [1], steps=-1)
    with pytest.raises(TypeError, match="scenario 'crossroads', expected a Scenario"):
        many_games("crossroads", [1])  # type: ignore[arg-type]
    several: list[Any] = [5, "ab", b"ab", None]
    for seeds in several:
        with pytest.raises(ValueError, match=rf"seeds {seeds!r}, expected numbers or bytes one after another"):
            many_games(duel(), seeds)
    numbers: list[Any] = [2.5, "5", None, True]
    for steps in numbers:
        with pytest.raises(ValueError, match=f"steps {steps!r}, expected a whole number of 0 to"):
            many_games(duel(), [1], steps=steps)
        with pytest.raises(ValueError, match=f"steps {steps!r}, expected a whole number of 0 to"):
            play_random(ef.Battle(duel()), 1, steps)
        with pytest.raises(ValueError, match=f"dice key {steps!r}, expected a whole number of 0 to"):
            play_random(ef.Battle(duel()), steps)
    with pytest.raises(TypeError, match="played 'duel', expected a Battle or a Game"):
        play_random("duel", 1)  # type: ignore[arg-type]


# One battle or game played on.


@by_scenario
def test_battle_and_game_are_played_on_alike(scenario: Scenario) -> None:
    battle, game = ef.Battle(scenario, 3), ef.Battle(scenario, 3).game
    assert play_random(battle, 5, 7) == play_random(game, 5, 7) == 7
    assert battle.game.hash() == game.hash()
    assert play_random(battle, 5) == play_random(game, 5) > 0
    assert battle.outcome is not None
    assert battle.game.hash() == game.hash()
    assert play_random(battle, 5) == 0


@by_scenario
def test_battle_takes_the_last_position_as_one_that_was_restored(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 3)
    battle.step(battle.legal[1])
    version = battle.version
    play_random(battle, 5, 6)
    assert battle.step_number == 7
    assert battle.version > version
    assert battle.events_since(0)[-1].kind == "restored"
    assert battle.orders == []
    with pytest.raises(ef.NothingToUndo):
        battle.undo()
    order = battle.legal[0]
    battle.step(order)
    battle.undo()
    assert battle.legal[0] == order


@by_scenario
def test_view_of_a_side_is_played_on(scenario: Scenario) -> None:
    view = ef.Battle(scenario, 3).view("red")
    assert play_random(view, 5, 6) == view.step_number == 6


@by_scenario
def test_log_of_a_battle_that_was_played_on_verifies(scenario: Scenario, tmp_path: Path) -> None:
    battle = ef.Battle(scenario, 3)
    battle.record(tmp_path / "log.enf")
    play_random(battle, 5, 6)
    battle.step(battle.legal[0])
    battle.stop_recording()
    assert ef.replays.verify(tmp_path / "log.enf")


@pytest.mark.parametrize("call", [{"key": -1}, {"key": 1 << 64}, {"key": 1, "steps": -1}, {"key": 1, "steps": 1 << 62}])
def test_key_or_number_of_steps_out_of_range_is_refused_and_nothing_played(call: dict[str, int]) -> None:
    battle = crossroads(3)
    with untouched(battle), pytest.raises(ValueError, match=r"expected (0|a whole number of 0) to"):
        play_random(battle, **call)


def test_no_steps_change_nothing() -> None:
    battle = crossroads(3)
    with untouched(battle):
        assert play_random(battle, 5, 0) == 0


def test_battle_is_as_it_was_after_a_fault_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(game: Game) -> None:
        raise StepFault(1, 1)

    battle = crossroads(3)
    monkeypatch.setattr(Game, "raise_fault", fail)
    with untouched(battle), pytest.raises(StepFault):
        play_random(battle, 5, 6)


# Its code is there.


@pytest.fixture
def _off() -> Iterator[None]:
    """The switch is off at the beginning, and as before at the end."""
    before = Switch.compiled
    Switch.compiled = False
    yield
    Switch.compiled = before


@pytest.mark.usefixtures("_off")
def test_interpreted_policy_stays_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = result_of(duel(), 1)
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    Switch.compiled = False
    assert list(many_games(duel(), [1])) == [expected]
    assert play_random(ef.Battle(duel(), 1), key_of_seed(1)) == expected.orders
    assert not Switch.compiled


ALONE = """
import logging
from enfilade import Battle, load_scenario
from enfilade.core.engine.kernel import Switch
from enfilade.headless import {name}
from enfilade.headless.loop import player
battle = Battle(load_scenario("crossroads"), 1)
{call}
print(Switch.compiled, player(battle.game).is_loaded)
"""
CALLS = {
    "play_random": "play_random(battle, 1)",
    "many_games": "next(many_games(battle.scenario, [1]))",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CALLS))
def test_code_is_loaded_without_being_asked_for_while_it_comes_in_the_background(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "auto")
    script = ALONE.format(name=name, call=CALLS[name])
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=CHECKOUT, timeout=300)
    assert (found.returncode, found.stdout, found.stderr) == (0, "True True\n", "")
