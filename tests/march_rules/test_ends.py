"""Positions from outside that are over, or not, otherwise than the scores and the turn say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import enfilade as ef


def fords(turns: int = 2, points: int = 10) -> ef.Battle:
    scenario = msgspec.structs.replace(ef.load_scenario("fords"), options={"turns": turns, "points": points})
    return ef.Battle(scenario, 1)


def edited(battle: ef.Battle, table: str, index: int, **changes: Any) -> ef.Scenario:
    scenario = battle.to_scenario()
    scenario.state[table][index] |= changes
    return scenario


def problem_of(scenario: ef.Scenario) -> str:
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(scenario)
    return str(refused.value)


@pytest.mark.parametrize("changes", [{"winners": 4}, {"reason": 1}, {"winners": 1, "reason": 2}])
def test_winners_and_a_reason_before_the_end_are_refused(changes: dict[str, int]) -> None:
    assert "expected none, since the battle is not over" in problem_of(edited(fords(), "clock", 0, **changes))


@pytest.mark.rule("MARCH-7.3")
def test_end_by_points_that_nobody_has_is_refused() -> None:
    over = edited(fords(), "clock", 0, over=True, owes=0, decision=0, reason=1, winners=3)
    assert "MARCH-7.3: the battle is over by points, the best score is 3, the score needed 10" in problem_of(over)


@pytest.mark.rule("MARCH-7.4")
def test_end_before_the_last_turn_is_refused() -> None:
    over = edited(fords(), "clock", 0, over=True, owes=0, decision=0, reason=2, winners=3)
    assert "MARCH-7.4: the battle is over in turn 1, the last turn is 2" in problem_of(over)


@pytest.mark.rule("MARCH-7.4")
@pytest.mark.parametrize("winners", [0, 1, 4, 7])
def test_winners_that_the_scores_do_not_give_are_refused(winners: int) -> None:
    battle = fords(turns=1)
    battle.step("west pass")
    battle.step("east pass")
    assert battle.outcome == ef.Outcome(("west", "east"), "turns played", {"west": 3, "east": 3, "town": 0})
    assert ef.Battle(battle.to_scenario()).outcome == battle.outcome
    assert "by the scores 0b11" in problem_of(edited(battle, "clock", 0, winners=winners))


@pytest.mark.rule("MARCH-6.3")
def test_unit_whose_components_are_taken_away_is_refused() -> None:
    assert "unit 2 has no components and is not hidden" in problem_of(edited(fords(), "units", 2, components=0))
