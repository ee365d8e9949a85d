"""DRILL-5: reaction fire between two squares of a move."""

from fractions import Fraction

import pytest

from enfilade.core.state.enumerate import outcomes
from enfilade.systems.game import DiceFault
from tests.drill_rules.boards import Found, Situation, rows_of

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.mark.rule("DRILL-5.2")
@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ("R1 . B1", "B1"),  # one square away after the step to b1
        ("R1 . . B1", "B1"),  # two
        ("R1 . . . B1", "B1"),  # three
        ("R1 . . . . B1", ""),  # four
        ("R1 . # B1", ""),  # a wall between
        ("R1 . . # B1", ""),
        ("R1 . . B1 #", "B1"),  # a wall behind
        ("# R1 . . B1\n# # B2 # #", "B1"),
        ("R1 .\n. .\n. B1", "B1"),  # the same column
        ("R1 .\n. .\n. .\n. B1", "B1"),
        ("R1 .\n. .\n. .\n. .\n. B1", ""),
        ("R1 .\n. #\n. B1", ""),
        ("R1 . .\n. . B1", ""),  # neither row nor column
    ],
)
def test_a_unit_sees_along_row_and_column_up_to_three_squares_and_not_through_walls(board: str, asked: str) -> None:
    situation = Situation(board, bids="0", values={"R1": {"allowance": 1}})
    east = chr(ord("a") + situation.unit("R1").position.x + 1)
    situation.step(f"R1 move {east}1")
    assert situation.owed == (f"react blue {asked}" if asked else situation.owed)
    assert situation.owed.startswith("react") is bool(asked)


@pytest.mark.rule("DRILL-5.2", "DRILL-5.1")
def test_units_do_not_block_sight_and_are_asked_in_the_order_of_their_slots() -> None:
    # R1 enters b1. Nearest is G1, then B2, then B1; slots are B1, B2, G1.
    situation = Situation("R1 . G1 B2 B1\n# # # # #\nG2 . . . .", bids="0 0")
    situation.step("R1 move b1")
    asked = []
    while situation.owed.startswith("react"):
        asked.append(situation.owed)
        situation.step(f"{situation.owed.split()[-1]} hold")
    assert asked == ["react blue B1", "react blue B2", "react green G1"]


@pytest.mark.rule("DRILL-5.1")
def test_the_side_decides_to_fire_or_to_hold() -> None:
    situation = Situation("R1 . B1", bids="0")
    situation.step("R1 move b1")
    assert situation.legal() == ["B1 fire", "B1 hold"]
    assert situation.findings("B1 fire", "red")[0] == Found("not_owed", "CORE-1.2", (0,))


@pytest.mark.rule("DRILL-5.1")
def test_another_unit_cannot_answer_for_the_one_that_is_asked() -> None:
    situation = Situation("R1 . B1 B2", bids="0")
    situation.step("R1 move b1")
    assert situation.findings("B2 fire") == [Found("other_unit_decides", "CORE-1.2")]


@pytest.mark.rule("DRILL-5.1")
def test_a_unit_that_holds_is_asked_again_at_the_next_square() -> None:
    situation = Situation("R1 . . B1", bids="0")
    assert situation.step("R1 move c1") == ["moved R1 c1", "entered R1 b1"]
    assert situation.step("B1 hold") == ["held_fire B1", "entered R1 c1"]
    assert situation.owed == "react blue B1"
    situation.step("B1 hold")
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-5.1")
def test_a_unit_that_fired_is_not_asked_again_in_the_round_but_in_the_next() -> None:
    situation = Situation("R1 . . B1\n. . . .", bids="0", values={"R1": {"allowance": 1}, "B1": {"allowance": 1}})
    situation.step("R1 move b1")
    assert situation.step("B1 fire", [1, 1]) == ["fired B1 R1 2 0"]
    situation.play("B1 move d2")
    # Both have moved, so a new round has begun; red began the first one.
    assert (situation.game.clock.turn, situation.owed) == (2, "bid blue")
    situation.play("blue bid 0", "blue pass", "R1 move b2")
    assert situation.owed == "react blue B1"


@pytest.mark.rule("DRILL-5.1")
def test_none_fires_twice_at_one_move() -> None:
    situation = Situation("R1 . . B1", bids="0")
    situation.step("R1 move c1")
    assert situation.step("B1 fire", [1, 2]) == ["fired B1 R1 2 0", "entered R1 c1"]
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-5.1")
def test_a_shaken_unit_and_a_friend_do_not_fire() -> None:
    friends = {"red": ["blue"], "blue": ["red", "green"], "green": ["blue"]}
    situation = Situation("R1 . B1 G1\n. . . B2", bids="0 0", hostile=friends, values={"R1": {"allowance": 1}})
    situation.soldier("B1").shaken = True
    assert situation.step("R1 move b1") == ["moved R1 b1", "entered R1 b1"]
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-5.1")
def test_the_square_that_a_move_begins_on_is_not_entered() -> None:
    # B1 sees a1 and b1 of the first row, but R1 leaves for a2, which it does not see.
    situation = Situation("R1 . B1\n. # .", bids="0")
    situation.step("R1 move a2")
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-5.3")
@pytest.mark.parametrize(
    ("power", "faces", "hits", "fate"),
    [
        (2, (4, 4), 0, "whole"),
        (2, (5, 4), 1, "shaken"),
        (2, (1, 6), 1, "shaken"),
        (2, (5, 6), 2, "lost"),
        (1, (6,), 1, "shaken"),
        (3, (1, 2, 3), 0, "whole"),
        (3, (6, 6, 6), 3, "lost"),
        (0, (), 0, "whole"),
    ],
)
def test_each_five_or_six_hits_one_shakes_two_destroy(power: int, faces: tuple[int, ...], hits: int, fate: str) -> None:
    situation = Situation("R1 . B1\n# # #\nR2 . .", bids="0", values={"B1": {"power": power}})
    situation.step("R1 move b1")
    told = situation.step("B1 fire", faces)
    assert told[0] == f"fired B1 R1 {power} {hits}"
    assert told[1:2] == {"whole": [], "shaken": ["shaken R1"], "lost": ["lost R1"]}[fate]
    assert situation.soldier("R1").shaken is (fate == "shaken")
    assert situation.unit("R1").status.alive is (fate != "lost")


@pytest.mark.rule("DRILL-5.3")
def test_dice_that_are_not_six_sided_or_too_few_are_refused() -> None:
    for faces, message in (((7, 1), "shows 7"), ((0, 1), "shows 0"), ((5,), "1 rolled dice were given")):
        situation = Situation("R1 . B1", bids="0")
        situation.step("R1 move b1")
        with pytest.raises(DiceFault, match=message):
            situation.step("B1 fire", faces)


@pytest.mark.rule("DRILL-5.3", "DRILL-3.4")
def test_one_hit_on_a_unit_that_was_just_shaken_destroys_it() -> None:
    situation = Situation("R1 . B1 B2\n# # # #\nR2 . . .", bids="0")
    situation.step("R1 move b1")
    assert situation.step("B1 fire", [5, 1]) == ["fired B1 R1 2 1", "shaken R1"]
    assert situation.owed == "react blue B2"
    assert situation.step("B2 fire", [1, 6])[:2] == ["fired B2 R1 2 1", "lost R1"]
    assert situation.board[0] == [".", ".", "B1", "B2"]


@pytest.mark.rule("DRILL-5.1", "DRILL-5.3")
def test_nobody_is_asked_about_a_unit_that_is_lost() -> None:
    situation = Situation("R1 . B1 B2\n# # # #\nR2 . . .", bids="0")
    situation.step("R1 move b1")
    situation.step("B1 fire", [5, 5])
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-5.3")
def test_odds_of_a_shot_with_power_3_are_those_worked_out_by_hand() -> None:
    # A die hits with 2 of its 6 faces, 1/3. Of the 27 thirds of three dice
    #   no hit:   2 * 2 * 2     =  8
    #   one hit:  3 * 1 * 2 * 2 = 12
    #   two:      3 * 1 * 1 * 2 =  6, three: 1, so two or more: 7
    situation = Situation("R1 . B1\n# # #\nR2 . .", bids="0", values={"B1": {"power": 3}})
    situation.step("R1 move b1")
    situation.write("B1 fire")
    before = situation.game.snapshot()
    odds = {"whole": Fraction(0), "shaken": Fraction(0), "lost": Fraction(0)}
    for chance in outcomes(situation.game, situation.game.step):
        fate = "shaken" if situation.soldier("R1").shaken else "whole"
        odds[fate if situation.unit("R1").status.alive else "lost"] += chance
    assert odds == {"whole": Fraction(8, 27), "shaken": Fraction(12, 27), "lost": Fraction(7, 27)}
    assert situation.game.snapshot() == before


AMBUSH = """
R1 .  .  B2 .
#  #  .  #  #
R2 #  B1 #  #
"""


def ambush() -> Situation:
    """R1 is hurried along a1 to d1, where it would shove B2; B1 sees c1, B2 all of the row."""
    situation = Situation(AMBUSH, bids="0", cards={"hurry": 1})
    situation.step("red draw", [1])
    situation.step("blue pass")
    assert situation.step("R1 move d1") == ["moved R1 d1", "entered R1 b1"]
    assert situation.step("B2 hold") == ["held_fire B2", "entered R1 c1"]
    assert situation.owed == "react blue B1"
    return situation


@pytest.mark.rule("DRILL-3.4", "DRILL-5.3")
def test_a_unit_killed_at_the_second_of_three_squares_never_enters_the_third() -> None:
    situation = ambush()
    assert situation.step("B1 fire", [6, 6]) == ["fired B1 R1 2 2", "lost R1"]
    assert situation.board == rows_of(AMBUSH.replace("R1", ".", 1))  # B2 was not shoved
    assert situation.game.clock.depth == 0
    assert situation.owed == "bid blue"  # blue had passed and R2 is boxed in, so the round is over


@pytest.mark.rule("DRILL-3.4")
def test_a_unit_shaken_at_the_second_of_three_squares_stays_there() -> None:
    situation = ambush()
    situation.step("B1 fire", [6, 1])
    assert situation.owed == "react blue B2"  # it held its fire before
    situation.step("B2 hold")
    assert situation.board[0] == [".", ".", "R1", "B2", "."]
    assert situation.game.clock.depth == 0


@pytest.mark.rule("DRILL-1.2", "DRILL-5.3")
def test_a_unit_that_is_lost_blocks_and_sees_nothing_any_more() -> None:
    situation = Situation("R1 . B1 .\n# . # #\n# R2 # #", bids="0", options={"rounds": 9})
    situation.step("R1 move b1")
    situation.step("B1 fire", [6, 6])
    # b1 is free again: B1 goes through it to a1, and only R2 is asked, which sees b1 from b3.
    assert situation.step("B1 move a1") == ["moved B1 a1", "entered B1 b1"]
    assert situation.owed == "react red R2"
    assert situation.step("R2 hold") == ["held_fire R2", "entered B1 a1"]
    assert situation.owed == "activate red"
    assert situation.findings("R1 move b1")[0] == Found("unit_lost", "CORE-1.3")
