"""DRILL-7: how a battle ends."""

import pytest

from enfilade.drill.vocabulary import LAST_SIDE, ROUNDS_PLAYED
from tests.drill_rules.boards import Found, Situation, rows_of

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.mark.rule("DRILL-7.1")
def test_a_side_that_alone_has_units_left_wins() -> None:
    situation = Situation("R1 . B1\n# # #\nB2 . .", bids="0")
    situation.step("R1 move b1")
    assert situation.step("B1 fire", [6, 6]) == ["fired B1 R1 2 2", "lost R1", "ended 1"]
    assert (situation.winners, situation.scores, situation.game.clock.reason) == (["blue"], [0, 2], LAST_SIDE)
    assert (situation.owed, situation.legal()) == ("", [])


@pytest.mark.rule("DRILL-7.1")
def test_the_battle_goes_on_while_two_sides_have_units_even_friends() -> None:
    friends = {"red": ["blue"], "blue": ["red", "green"], "green": ["blue"]}
    situation = Situation("R1 . B1\n# # #\nG1 . .", bids="0 0", hostile=friends)
    situation.lose("B1")
    situation.step("R1 move b1")
    assert not situation.game.clock.over
    assert situation.owed == "activate green"


@pytest.mark.rule("DRILL-7.1", "DRILL-4.2")
def test_the_move_that_decides_the_battle_is_finished_first() -> None:
    situation = Situation("R1 B1 #", bids="0")
    assert situation.step("R1 move b1") == ["moved R1 b1", "no_square B1", "lost B1", "entered R1 b1", "ended 1"]
    assert situation.board == rows_of(". R1 #")
    assert (situation.winners, situation.scores) == (["red"], [1, 0])


@pytest.mark.rule("DRILL-7.1")
def test_a_battle_of_one_side_is_won_before_it_begins() -> None:
    situation = Situation("R1 . R2")
    assert (situation.winners, situation.scores) == (["red"], [2])


@pytest.mark.rule("DRILL-7.1")
def test_when_no_side_has_any_unit_nobody_wins() -> None:
    situation = Situation("R1 . B1", bids="0")
    situation.lose("R1", "B1")
    situation.step("red pass")
    assert (situation.winners, situation.scores, situation.game.clock.reason) == ([], [0, 0], LAST_SIDE)


@pytest.mark.rule("DRILL-7.2")
def test_after_the_last_round_the_sides_with_most_units_win_together() -> None:
    situation = Situation("R1 R2 .\nB1 . .\nG1 G2 .", bids="0 0", options={"rounds": 1})
    situation.play("red pass", "blue pass")
    assert situation.step("green pass") == ["passed green", "ended 1"]
    assert (situation.winners, situation.scores) == (["red", "green"], [2, 1, 2])
    assert situation.game.clock.reason == ROUNDS_PLAYED


@pytest.mark.rule("DRILL-7.2")
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_battle_has_as_many_rounds_as_the_scenario_says_four_without(rounds: int) -> None:
    situation = Situation("R1 . B1", bids="0", options={} if rounds == 4 else {"rounds": rounds})
    for number in range(1, rounds + 1):
        assert (situation.game.clock.over, situation.game.clock.turn) == (False, number)
        for _ in situation.sides:
            situation.step(f"{situation.owed.split()[1]} pass")
        if not situation.game.clock.over:
            situation.step(f"{situation.owed.split()[1]} bid 0")
    assert (situation.winners, situation.scores) == (["red", "blue"], [1, 1])


@pytest.mark.rule("DRILL-7.2", "CORE-1.2")
def test_after_the_end_every_order_is_refused_with_one_reason() -> None:
    situation = Situation("R1 . B1", bids="0", options={"rounds": 1})
    situation.play("red pass", "blue pass")
    for line in ("R1 move b1", "B1 fire", "red bid 0", "red pass"):
        assert situation.findings(line)[0] == Found("battle_over", "CORE-1.2")
