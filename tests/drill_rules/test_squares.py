"""DRILL-1: the board, its squares, and who is hostile to whom."""

import pytest

import enfilade.drill
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.scenario.schema import BoardEntry
from enfilade.systems.game import Game
from tests.drill_rules.boards import Found, Situation, rows_of, scenario_of

pytestmark = pytest.mark.usefixtures("compiled")


@pytest.mark.rule("DRILL-1.1")
def test_columns_are_lettered_eastward_and_rows_numbered_southward() -> None:
    board = """
    .  .  .  R1
    #  .  .  .
    B1 .  .  .
    """
    situation = Situation(board, bids="0")
    assert situation.board == rows_of(board)
    rules = situation.game.world().rules[0]
    assert (rules.width, rules.height) == (4, 3)
    assert (situation.unit("R1").position.x, situation.unit("R1").position.y) == (3, 0)
    assert (situation.unit("B1").position.x, situation.unit("B1").position.y) == (0, 2)
    # Two steps from d1: b1, c1 in the first row, c2, d2 in the second, d3 in the third.
    assert situation.legal() == [*(f"R1 move {square}" for square in ("b1", "c1", "c2", "d2", "d3")), "red pass"]


@pytest.mark.rule("DRILL-1.1")
@pytest.mark.parametrize("board", ["R1 B1", "R1\n.\nB1", "R1 . .\n. . .\n. . B1"])
def test_a_board_has_the_size_that_the_scenario_says(board: str) -> None:
    assert Situation(board, bids="0").board == rows_of(board)


@pytest.mark.rule("DRILL-1.2")
@pytest.mark.parametrize(
    ("at", "problem"),
    [("a1", "a square of its own; R1 is there"), ("b1", "an open square"), ("d1", "a place on the board")],
)
def test_a_unit_begins_on_an_open_square_of_its_own(at: str, problem: str) -> None:
    scenario = scenario_of("R1 # B1")
    scenario.units[1].at = at
    with pytest.raises(ScenarioError) as refusal:
        Game(scenario, enfilade.drill.FAMILY)
    (found,) = refusal.value.problems
    assert (found.place, found.found) == ("units[1] (B1).at", repr(at))
    assert found.expected.startswith(problem)


@pytest.mark.rule("DRILL-1.2")
def test_a_wall_holds_no_unit_and_a_square_no_second_one() -> None:
    situation = Situation(
        """
        R1 #  B1
        R2 .  .
        """,
        bids="0",
    )
    assert situation.findings("R1 move b1") == [Found("wall", "DRILL-3.2", (), "b1")]
    assert situation.findings("R1 move a2") == [Found("friend", "DRILL-3.2", (), "a2")]


@pytest.mark.rule("DRILL-1.1")
def test_a_legend_of_its_own_says_what_a_character_is() -> None:
    scenario = scenario_of("R1 . B1")
    scenario.board = BoardEntry("o=o", {"o": "open", "=": "wall"})
    game = Game(scenario, enfilade.drill.FAMILY)
    assert [cell.kind for cell in game.world().cells] == [0, 1, 0]


BOARD = "R1 B1 .\n.  G1 ."


@pytest.mark.rule("DRILL-1.3")
def test_every_side_is_hostile_to_every_other_and_not_to_itself() -> None:
    # R1 may move through both, B1 by shoving it from b1, G1 from b2.
    situation = Situation(BOARD, bids="0 0")
    assert situation.legal() == [*(f"R1 move {square}" for square in ("b1", "c1", "a2", "b2")), "red pass"]


@pytest.mark.rule("DRILL-1.3")
def test_sides_that_the_scenario_makes_friends_are_not_hostile() -> None:
    friends = {"red": ["blue"], "blue": ["red", "green"], "green": ["blue"]}
    situation = Situation(BOARD, bids="0 0", hostile=friends)
    assert situation.legal() == ["R1 move b1", "R1 move c1", "R1 move a2", "red pass"]
    assert situation.findings("R1 move b2 via a2 b2") == [Found("friend", "DRILL-3.2", (), "b2")]
