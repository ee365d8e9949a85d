"""Objectives: who holds them, what they are worth, and how they end a battle."""

from __future__ import annotations

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import ObjectiveEntry
from tests.march_rules.boards import battle_of, holders, play, scores, to_order


def worth(at: str, value: int = 1, holder: str = "") -> ObjectiveEntry:
    """An objective."""
    return ObjectiveEntry(at, value=value, holder=holder)


def won(battle: ef.Battle) -> tuple[tuple[str, ...], str]:
    """The sides that have won, and why the battle is over."""
    assert battle.outcome is not None
    return battle.outcome.winners, battle.outcome.reason


# MARCH-7.1, MARCH-7.2


@pytest.mark.rule("MARCH-7.1", "MARCH-7.2")
def test_an_objective_is_taken_by_who_marches_onto_it_and_stays_held_when_they_leave() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0", 5)])
    assert (holders(battle), scores(battle)) == ([""], {"red": 0, "blue": 0})
    events = battle.step("R1 march 1-0")
    assert "red takes 1-0 (value: 5)" in map(str, events)
    assert (holders(battle), scores(battle)) == (["red"], {"red": 5, "blue": 0})
    play(battle, "blue pass, blue pass, R1 march 0-0")
    assert (holders(battle), scores(battle)) == (["red"], {"red": 5, "blue": 0})


@pytest.mark.rule("MARCH-7.1")
def test_an_objective_that_is_marched_across_is_not_taken() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0")])
    play(battle, "R1 march 2-0")
    assert holders(battle) == [""]


@pytest.mark.rule("MARCH-7.1")
def test_a_waypoint_on_an_objective_does_not_take_it() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0")])
    play(battle, "R1 march 0-0 via 1-0")
    assert holders(battle) == [""]


@pytest.mark.rule("MARCH-7.1", "MARCH-7.2")
def test_an_objective_that_its_holder_has_left_is_taken_by_an_enemy() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0", 5)])
    play(battle, "R1 march 1-0, blue pass, blue pass, R1 march 0-0, red pass")
    events = battle.step("B1 march 1-0")
    assert "blue takes 1-0 (value: 5)" in map(str, events)
    assert (holders(battle), scores(battle)) == (["blue"], {"red": 0, "blue": 5})


@pytest.mark.rule("MARCH-7.1")
def test_units_that_stand_on_an_objective_at_the_beginning_hold_it() -> None:
    battle = battle_of("R1 . B1", objectives=[worth("0-0"), worth("2-0")])
    assert holders(battle) == ["red", "blue"]


@pytest.mark.rule("MARCH-7.1", "MARCH-7.2")
def test_the_scenario_says_who_holds_an_objective_at_the_beginning() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0", 3, "blue"), worth("2-0", 4, "red")])
    assert (holders(battle), scores(battle)) == (["blue", "red"], {"red": 4, "blue": 3})
    play(battle, "R1 march 1-0")
    assert (holders(battle), scores(battle)) == (["red", "red"], {"red": 7, "blue": 0})


@pytest.mark.rule("MARCH-7.1")
def test_an_objective_on_which_an_enemy_of_its_first_holder_begins_is_taken_before_the_first_order() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("0-0", 3, "blue")])
    assert (holders(battle), scores(battle)) == (["red"], {"red": 3, "blue": 0})
    assert "red takes 0-0 (value: 3)" in map(str, battle.events_since(0))


@pytest.mark.rule("MARCH-7.1")
def test_of_several_allied_sides_on_an_objective_the_first_in_the_order_of_the_scenario_takes_it() -> None:
    allied = [("red", "green")]
    battle = battle_of("R1G1 . B1", sides="BGR", allied=allied, objectives=[worth("0-0", 1, "blue")])
    assert holders(battle) == ["green"]
    battle = battle_of("R1G1 . B1", sides="BRG", allied=allied, objectives=[worth("0-0", 1, "blue")])
    assert holders(battle) == ["red"]


@pytest.mark.rule("MARCH-7.1")
def test_who_holds_an_objective_keeps_it_while_its_units_stand_there_whoever_joins_them() -> None:
    battle = battle_of("R1 G1 . B1", allied=[("red", "green")], objectives=[worth("1-0")])
    assert holders(battle) == ["green"]
    play(battle, "R1 march 1-0")
    assert holders(battle) == ["green"]


@pytest.mark.rule("MARCH-7.1")
def test_when_the_units_of_the_holder_leave_an_ally_that_stays_takes_the_objective() -> None:
    battle = battle_of("R1 G1 . B1", allied=[("red", "green")], objectives=[worth("1-0", 2)])
    play(battle, "R1 march 1-0, blue pass")
    events = battle.step("G1 march 0-0")
    assert "red takes 1-0 (value: 2)" in map(str, events)
    assert (holders(battle), scores(battle)) == (["red"], {"red": 2, "blue": 0, "green": 0})


@pytest.mark.rule("MARCH-7.1", "CORE-3.3")
def test_neutral_sides_hold_nothing() -> None:
    battle = battle_of("R1 . T1 . B1", objectives=[worth("2-0", 3), worth("0-0", 1)])
    assert (holders(battle), scores(battle)) == (["", "red"], {"red": 1, "blue": 0, "town": 0})
    battle = battle_of("R1 . T1 . B1", objectives=[worth("2-0", 3, "blue")])
    assert (holders(battle), scores(battle)) == (["blue"], {"red": 0, "blue": 3, "town": 0})
    with pytest.raises(ef.ScenarioError, match=r"objectives\[0\]\.holder.*'town', expected one of red, blue"):
        battle_of("R1 . T1 . B1", objectives=[worth("2-0", 3, "town")])


@pytest.mark.rule("MARCH-7.1")
@pytest.mark.parametrize("value", [0, -1, 100])
def test_an_objective_is_worth_1_to_99(value: int) -> None:
    with pytest.raises(ef.ScenarioError, match=r"objectives\[0\]\.value.*expected 1 to 99"):
        battle_of("R1 B1", objectives=[worth("0-0", value)])
    battle = battle_of("R1 B1", objectives=[worth("0-0", 1), worth("1-0", 99)])
    assert scores(battle) == {"red": 1, "blue": 99}


@pytest.mark.rule("MARCH-7.2")
def test_a_score_is_the_value_of_all_objectives_that_a_side_holds() -> None:
    objectives = [worth("0-0", 2), worth("3-0", 7), worth("1-0", 30), worth("2-0", 50, "blue")]
    battle = battle_of("R1 . . B1", objectives=objectives)
    assert scores(battle) == {"red": 2, "blue": 57}
    play(battle, "R1 march 1-0")
    assert scores(battle) == {"red": 32, "blue": 57}


# MARCH-7.3


@pytest.mark.rule("MARCH-7.3")
def test_a_score_of_points_wins_at_the_end_of_the_turn_and_not_before() -> None:
    battle = battle_of("R1 . . B1", objectives=[worth("1-0", 5)], points=5)
    play(battle, "R1 march 1-0")
    assert (battle.outcome, to_order(battle)) == (None, "blue")
    events = battle.step("B1 march 2-0")
    assert str(events[-1]) == "the battle ends in turn 1"
    assert battle.outcome == ef.Outcome(("red",), "points reached", {"red": 5, "blue": 0})
    assert (battle.turn, battle.decisions) == (1, ())


@pytest.mark.rule("MARCH-7.3")
def test_a_score_above_points_wins_and_one_below_does_not() -> None:
    objectives = [worth("1-0", 5), worth("2-0", 1)]
    for points, over in ((4, True), (5, True), (6, False)):
        battle = battle_of("R1 . . B1", objectives=objectives, points=points)
        play(battle, "R1 march 1-0, blue pass")
        assert (battle.outcome is not None) == over


@pytest.mark.rule("MARCH-7.3")
def test_a_score_that_is_lost_again_before_the_end_of_the_turn_does_not_win() -> None:
    board = """
        R1 . .
        .  . .
        B1 . .
    """
    battle = battle_of(board, objectives=[worth("0-0", 5), worth("1-0", 5)], points=10)
    play(battle, "R1 march 1-0")
    assert scores(battle) == {"red": 10, "blue": 0}
    play(battle, "B1 march 0-0")
    assert scores(battle) == {"red": 5, "blue": 5}
    assert (battle.outcome, battle.turn) == (None, 2)


@pytest.mark.rule("MARCH-7.3")
def test_of_several_sides_with_points_those_with_the_highest_score_win_together() -> None:
    objectives = [worth("0-0", 7), worth("2-0", 5), worth("4-0", 7)]
    battle = battle_of("R1 . B1 . G1", objectives=objectives, points=5)
    play(battle, "red pass, blue pass, green pass")
    assert battle.outcome == ef.Outcome(("red", "green"), "points reached", {"red": 7, "blue": 5, "green": 7})


@pytest.mark.rule("MARCH-7.3")
def test_without_points_no_score_ends_the_battle() -> None:
    battle = battle_of("R1 . B1", objectives=[worth("0-0", 99)])
    play(battle, "red pass, blue pass")
    assert (battle.outcome, battle.turn) == (None, 2)


@pytest.mark.rule("MARCH-7.3")
def test_points_that_the_objectives_are_not_worth_are_refused() -> None:
    with pytest.raises(ef.ScenarioError, match=r"options\.points.*6, expected at most 5"):
        battle_of("R1 B1", objectives=[worth("0-0", 2), worth("1-0", 3)], points=6)
    with pytest.raises(ef.ScenarioError, match=r"options\.points"):
        battle_of("R1 B1", points=-1)


# MARCH-7.4


@pytest.mark.rule("MARCH-7.4")
@pytest.mark.parametrize(
    ("options", "last"), [({}, 12), ({"turns": 1}, 1), ({"turns": 3}, 3), ({"turns": 20}, 20), ({"turns": 999}, 999)]
)
def test_a_battle_has_12_turns_or_as_many_as_the_scenario_says(options: dict[str, int], last: int) -> None:
    battle = battle_of("R1 . B1", objectives=[worth("1-0", 4, "blue")], reserves=["R2"], **options)
    if last > 20:
        battle = battle_of("T1", sides="RT", reserves=["R1"], objectives=[worth("0-0", 4, "red")], **options)
    while battle.outcome is None:
        play(battle, f"{to_order(battle)} pass")
    assert battle.turn == last
    assert won(battle)[1] == "turns played"


@pytest.mark.rule("MARCH-7.4")
@pytest.mark.parametrize("turns", [0, -1, 1000])
def test_a_battle_has_1_to_999_turns(turns: int) -> None:
    with pytest.raises(ef.ScenarioError, match=r"options\.turns.*expected 1 to 999"):
        battle_of("R1 B1", turns=turns)


@pytest.mark.rule("MARCH-7.4")
@pytest.mark.parametrize(
    ("objectives", "winners"),
    [
        ([worth("0-0", 3), worth("2-0", 2)], ("red",)),
        ([worth("0-0", 2), worth("2-0", 3)], ("blue",)),
        ([worth("0-0", 2), worth("2-0", 2)], ("red", "blue")),
        ([worth("0-0", 2), worth("2-0", 2), worth("4-0", 2)], ("red", "blue", "green")),
        ([worth("1-0", 2)], ()),
        ([], ()),
    ],
)
def test_after_the_last_turn_the_highest_score_wins_equals_win_together_and_with_none_nobody(
    objectives: list[ObjectiveEntry], winners: tuple[str, ...]
) -> None:
    battle = battle_of("R1 . B1 . G1", objectives=objectives, turns=1)
    play(battle, "red pass, blue pass, green pass")
    assert won(battle) == (winners, "turns played")


@pytest.mark.rule("MARCH-7.3", "MARCH-7.4")
def test_points_reached_in_the_last_turn_are_points_reached() -> None:
    battle = battle_of("R1 . B1", objectives=[worth("1-0", 4)], turns=1, points=4)
    play(battle, "R1 march 1-0, blue pass")
    assert won(battle) == (("red",), "points reached")


@pytest.mark.rule("MARCH-7.4", "MARCH-7.3")
def test_too_few_points_in_the_last_turn_win_all_the_same() -> None:
    battle = battle_of("R1 . B1", objectives=[worth("1-0", 4), worth("2-0", 6, "red")], turns=1, points=10)
    play(battle, "red pass, blue pass")
    assert won(battle) == (("blue",), "turns played")
