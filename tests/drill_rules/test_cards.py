"""DRILL-6: cards."""

from fractions import Fraction

import pytest

from enfilade.core.state.enumerate import outcomes
from enfilade.systems.game import DiceFault
from tests.drill_rules.boards import Found, Situation

pytestmark = pytest.mark.usefixtures("compiled")

APART = """
R1 .  .  .  .  .
#  #  #  #  #  #
R2 .  .  .  .  .
#  #  #  #  #  #
B1 .  .  .  .  .
"""


def apart(cards: dict[str, int], **more: object) -> Situation:
    """Nobody meets anybody; red has the turn."""
    return Situation(APART, bids="0", cards=cards, **more)  # type: ignore[arg-type]


@pytest.mark.rule("DRILL-6.1")
def test_every_card_left_is_equally_likely() -> None:
    situation = apart({"rally": 2, "hurry": 2, "blank": 1})
    situation.write("red draw")
    odds: dict[str, Fraction] = {}
    for chance in outcomes(situation.game, situation.game.step):
        card = situation.events()[0]
        odds[card] = odds.get(card, Fraction(0)) + chance
    assert odds == {
        "drew red rally": Fraction(2, 5),
        "drew red hurry": Fraction(2, 5),
        "drew red blank": Fraction(1, 5),
    }


@pytest.mark.rule("DRILL-6.1")
def test_a_drawn_card_is_not_drawn_again() -> None:
    # Left are rally, hurry, blank; the second of them is drawn, then of rally and blank the second.
    situation = apart({"rally": 1, "hurry": 1, "blank": 1})
    assert situation.step("red draw", [2])[0] == "drew red hurry"
    assert situation.step("blue draw", [2])[0] == "drew blue blank"
    situation.play("red pass", "blue pass", "blue bid 0")
    assert situation.step("blue draw", [1])[0] == "drew blue rally"
    situation.play("red pass")
    assert situation.findings("blue draw") == [
        Found("already_drew", "DRILL-6.1", (1,)),
        Found("deck_empty", "DRILL-6.1"),
    ]


@pytest.mark.rule("DRILL-6.1")
def test_a_face_beyond_the_cards_left_is_refused() -> None:
    situation = apart({"rally": 1, "blank": 1})
    with pytest.raises(DiceFault, match="shows 3"):
        situation.step("red draw", [3])


@pytest.mark.rule("DRILL-6.1")
def test_a_side_draws_once_a_round() -> None:
    situation = apart({"blank": 5})
    assert "red draw" in situation.legal()
    situation.step("red draw", [1])
    situation.step("blue pass")
    assert "red draw" not in situation.legal()
    assert situation.findings("red draw") == [Found("already_drew", "DRILL-6.1", (0,))]
    situation.play("red pass", "blue bid 0", "blue pass")
    assert "red draw" in situation.legal()


@pytest.mark.rule("DRILL-6.1")
def test_without_cards_nobody_draws() -> None:
    situation = apart({})
    assert "red draw" not in situation.legal()
    assert situation.findings("red draw") == [Found("deck_empty", "DRILL-6.1")]


@pytest.mark.rule("DRILL-6.2")
def test_rally_recovers_all_shaken_units_of_the_side_and_no_others() -> None:
    situation = apart({"rally": 1})
    for unit in ("R1", "R2", "B1"):
        situation.soldier(unit).shaken = True
    assert situation.step("red draw", [1]) == ["drew red rally", "recovered R1", "recovered R2"]
    assert [situation.soldier(unit).shaken for unit in ("R1", "R2", "B1")] == [False, False, True]
    assert situation.owed == "activate red"  # blue cannot move, and the deck is empty
    assert situation.findings("R1 move b1") == []


@pytest.mark.rule("DRILL-6.2")
def test_rally_says_nothing_of_a_unit_that_was_lost_while_shaken() -> None:
    situation = apart({"rally": 1})
    for unit in ("R1", "R2"):
        situation.soldier(unit).shaken = True
    situation.lose("R1")
    assert situation.step("red draw", [1]) == ["drew red rally", "recovered R2"]


@pytest.mark.rule("DRILL-6.2", "DRILL-3.1")
def test_a_unit_that_recovers_does_not_move_twice_in_the_round() -> None:
    situation = Situation("R1 . B1\n# # #\nR2 . .", bids="0", cards={"rally": 1}, values={"B1": {"allowance": 0}})
    situation.step("R1 move b1")
    situation.step("B1 fire", [5, 1])
    situation.step("blue pass")
    assert situation.step("red draw", [1]) == ["drew red rally", "recovered R1"]
    assert situation.findings("R1 move a1") == [Found("already_moved", "DRILL-3.1")]


def reached(situation: Situation, unit: str) -> set[str]:
    """Squares that a unit may move to."""
    return {line.split()[2] for line in situation.legal() if line.startswith(f"{unit} move")}


@pytest.mark.rule("DRILL-6.2")
def test_hurry_adds_one_step_to_the_units_of_the_side_until_the_round_ends() -> None:
    situation = apart({"hurry": 1}, values={"R2": {"allowance": 1}})
    assert (reached(situation, "R1"), reached(situation, "R2")) == ({"b1", "c1"}, {"b3"})
    situation.step("red draw", [1])
    assert reached(situation, "B1") == {"b5", "c5"}  # the other side is not in a hurry
    situation.step("blue pass")
    assert (reached(situation, "R1"), reached(situation, "R2")) == ({"b1", "c1", "d1"}, {"b3", "c3"})
    situation.play("red pass", "blue bid 0", "blue pass")
    assert (reached(situation, "R1"), reached(situation, "R2")) == ({"b1", "c1"}, {"b3"})


@pytest.mark.rule("DRILL-6.2")
@pytest.mark.parametrize("allowance", [0, 1, 2])
def test_hurry_never_takes_a_square_away(allowance: int) -> None:
    board = """
    .  .  #  .  .
    .  #  R2 .  .
    .  .  R1 B1 .
    #  .  .  .  #
    .  .  #  .  .
    B2 .  .  .  .
    """
    values = {unit: {"allowance": allowance} for unit in ("R1", "R2")}
    slow = Situation(board, bids="0", cards={"hurry": 1}, values=values)
    fast = Situation(board, bids="0", cards={"hurry": 1}, values=values)
    fast.step("red draw", [1])
    fast.step("blue pass")
    for unit in ("R1", "R2"):
        assert reached(slow, unit) < reached(fast, unit)
        assert len(reached(slow, unit)) >= allowance


@pytest.mark.rule("DRILL-6.2")
def test_a_refusal_names_the_hurried_allowance() -> None:
    situation = apart({"hurry": 1})
    assert situation.findings("R1 move e1 via b1 c1 d1 e1") == [Found("too_far", "DRILL-3.1", (4, 2))]
    situation.step("red draw", [1])
    situation.step("blue pass")
    assert situation.findings("R1 move e1 via b1 c1 d1 e1") == [Found("too_far", "DRILL-3.1", (4, 3))]


@pytest.mark.rule("DRILL-6.2")
def test_a_blank_card_does_nothing_but_count_as_drawn() -> None:
    situation = apart({"blank": 1})
    situation.soldier("R1").shaken = True
    before = (reached(situation, "R2"), situation.board)
    assert situation.step("red draw", [1]) == ["drew red blank"]
    situation.step("blue pass")
    assert (reached(situation, "R2"), situation.board) == before
    assert situation.soldier("R1").shaken
