"""DRILL-4: shoving in the middle of a move."""

import pytest

from enfilade.drill.vocabulary import MOVE, SHOVE
from tests.drill_rules.boards import Found, Situation, rows_of

pytestmark = pytest.mark.usefixtures("compiled")

CROSSING = """
.  .  .  .
R1 B1 .  G1
.  .  #  .
"""


def crossing() -> Situation:
    """R1 is about to enter b2, from which it shoves B1."""
    situation = Situation(CROSSING, bids="0 0")
    assert situation.step("R1 move b2") == ["moved R1 b2"]
    return situation


@pytest.mark.rule("DRILL-4.1")
def test_the_side_of_the_shoved_unit_chooses_a_free_neighbouring_square_row_by_row() -> None:
    situation = crossing()
    assert situation.board == rows_of(CROSSING)  # nobody has entered anything yet
    assert situation.owed == "displace blue B1"
    assert situation.legal() == ["B1 shove b1", "B1 shove c2", "B1 shove b3"]  # not a2, where R1 is


@pytest.mark.rule("DRILL-4.1")
def test_west_comes_before_east_in_a_row() -> None:
    situation = Situation(".  R1 .\n.  B1 .\n.  .  .", bids="0")
    situation.step("R1 move b2")
    assert situation.legal() == ["B1 shove a2", "B1 shove c2", "B1 shove b3"]


@pytest.mark.rule("DRILL-4.1")
def test_a_shove_waits_on_top_of_the_move_that_goes_on_after_it() -> None:
    situation = crossing()
    world = situation.game.world()
    assert situation.game.clock.depth == 2
    assert [(frame.kind, frame.unit) for frame in world.pending][:2] == [(MOVE, 0), (SHOVE, 1)]
    assert situation.step("B1 shove b1") == ["shoved B1 b1", "entered R1 b2"]
    assert situation.game.clock.depth == 1
    assert situation.board == rows_of(
        """
        .  B1 .  .
        .  R1 .  G1
        .  .  #  .
        """
    )


@pytest.mark.rule("DRILL-4.1", "CORE-1.2", "CORE-1.3", "CORE-1.4")
@pytest.mark.parametrize(
    ("line", "side", "found"),
    [
        ("B1 shove a2", "", [Found("movers_square", "DRILL-4.1", (), "a2")]),
        ("B1 shove a1", "", [Found("not_neighbour", "DRILL-4.1", (), "a1")]),
        (
            "B1 shove b2",
            "",
            [Found("not_neighbour", "DRILL-4.1", (), "b2"), Found("square_taken", "DRILL-4.1", (), "b2")],
        ),
        (
            "B1 shove c3",
            "",
            [Found("not_neighbour", "DRILL-4.1", (), "c3"), Found("square_taken", "DRILL-4.1", (), "c3")],
        ),
        ("B1 shove b9", "", [Found("not_on_board", "CORE-1.4", (), "b9")]),
        ("B1 shove b1", "red", [Found("not_owed", "CORE-1.2", (0,)), Found("unit_of_another_side", "CORE-1.3", (1,))]),
        ("B1 fire", "", [Found("unit_decides_first", "CORE-1.2", (4, 0b10))]),
        (
            "R1 move a1",
            "",
            [
                Found("not_owed", "CORE-1.2", (0,)),
                Found("unit_decides_first", "CORE-1.2", (4, 0b10)),
                Found("already_moved", "DRILL-3.1"),
            ],
        ),
    ],
)
def test_another_answer_is_refused_with_reason_rule_and_numbers(line: str, side: str, found: list[Found]) -> None:
    assert crossing().findings(line, side) == found


@pytest.mark.rule("DRILL-4.1")
def test_a_wall_and_a_unit_beside_it_are_no_squares_to_go_to() -> None:
    situation = Situation(
        """
        .  G1 .
        R1 B1 .
        .  #  .
        """,
        bids="0 0",
    )
    situation.lose("G1")  # what is lost blocks nothing
    situation.step("R1 move b2")
    assert situation.legal() == ["B1 shove b1", "B1 shove c2"]
    assert situation.findings("B1 shove b3") == [Found("square_taken", "DRILL-4.1", (), "b3")]


@pytest.mark.rule("DRILL-4.1", "CORE-2.2")
def test_a_shove_with_a_single_free_square_is_taken_at_once_and_told() -> None:
    situation = Situation(
        """
        #  #  #
        R1 B1 .
        #  #  #
        """,
        bids="0",
    )
    assert situation.step("R1 move b2") == ["moved R1 b2", "forced B1 shove c2", "shoved B1 c2", "entered R1 b2"]
    assert situation.board[1] == [".", "R1", "B1"]
    assert situation.owed == "react blue B1"  # it sees R1 now


@pytest.mark.rule("DRILL-4.1")
def test_a_unit_shoved_along_the_path_is_shoved_again() -> None:
    situation = Situation("R1 B1 .  .\n#  #  #  #\nB2 .  .  .", bids="0")
    told = situation.step("R1 move c1")
    assert told == ["moved R1 c1", "forced B1 shove c1", "shoved B1 c1", "entered R1 b1"]
    told = situation.step("B1 hold")
    assert told == ["held_fire B1", "forced B1 shove d1", "shoved B1 d1", "entered R1 c1"]
    assert situation.owed == "react blue B1"  # it held its fire, so it is asked again
    situation.step("B1 hold")
    assert situation.board[0] == [".", ".", "R1", "B1"]
    assert situation.owed == "activate blue"


@pytest.mark.rule("DRILL-4.2")
def test_a_unit_with_no_square_to_go_to_is_lost() -> None:
    # b1 is a dead end but for a1, which the mover holds.
    situation = Situation("R1 B1 #\n#  #  #\nB2 .  .", bids="0")
    assert situation.step("R1 move b1") == ["moved R1 b1", "no_square B1", "lost B1", "entered R1 b1"]
    assert situation.board[0] == [".", "R1", "#"]
    assert (situation.party("blue").units, situation.owed) == (1, "activate blue")


@pytest.mark.rule("DRILL-4.2")
def test_units_all_around_leave_no_square_to_go_to() -> None:
    situation = Situation(
        """
        .  G1 .
        R1 B1 G2
        .  B2 .
        """,
        bids="0 0",
    )
    assert situation.step("R1 move b2")[:4] == ["moved R1 b2", "no_square B1", "lost B1", "entered R1 b2"]
    assert situation.owed == "react blue B2"


@pytest.mark.rule("DRILL-4.1")
def test_shoving_moves_each_unit_once_and_loses_none_while_there_is_room() -> None:
    # Three units of blue stand in the way of two steps; only those on the path are shoved.
    situation = Situation(
        """
        .  .  .  .
        R1 B1 B2 .
        .  B3 .  .
        """,
        bids="0",
    )
    told = situation.step("R1 move c2")
    assert told == ["moved R1 c2", "forced B1 shove b1", "shoved B1 b1", "entered R1 b2"]
    situation.play("B1 hold", "B2 hold", "B3 hold")
    assert situation.legal() == ["B2 shove c1", "B2 shove d2", "B2 shove c3"]
    situation.play("B2 shove d2", "B2 hold")
    assert situation.board == rows_of(
        """
        .  B1 .  .
        .  .  R1 B2
        .  B3 .  .
        """
    )
    assert (situation.party("blue").units, situation.game.clock.depth) == (3, 0)


@pytest.mark.rule("DRILL-4.1", "DRILL-5.1")
def test_a_shoved_unit_is_not_fired_at_and_its_flight_asks_nobody() -> None:
    # G1 is hostile to blue and sees c2, to which B1 goes, but not b2, which R1 enters.
    situation = Situation(
        """
        #  #  G1
        R1 B1 .
        #  #  #
        """,
        bids="0 0",
    )
    assert situation.step("R1 move b2") == ["moved R1 b2", "forced B1 shove c2", "shoved B1 c2", "entered R1 b2"]
    assert situation.owed == "react blue B1"


@pytest.mark.rule("DRILL-4.1", "DRILL-5.1")
def test_a_shaken_unit_is_shoved_like_any_other_but_does_not_fire() -> None:
    situation = Situation(CROSSING, bids="0 0")
    situation.soldier("B1").shaken = True
    situation.step("R1 move b2")
    situation.step("B1 shove b3")
    assert situation.board[2] == [".", "B1", "#", "."]
    assert situation.owed == "react green G1"
