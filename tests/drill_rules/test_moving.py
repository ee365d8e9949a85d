"""DRILL-3: moving square by square."""

import pytest

import enfilade.drill
from enfilade.core.scenario.errors import ScenarioError
from enfilade.systems.game import Game
from tests.drill_rules.boards import Found, Situation, rows_of, scenario_of, square_of

pytestmark = pytest.mark.usefixtures("compiled")

OPEN = """
.  .  .  .  .  .
.  .  .  .  .  .
.  .  R1 .  .  .
.  .  .  .  .  .
.  .  .  .  .  B1
"""
"""B1 sees none of the squares that R1 reaches in one step, nor those that the paths below enter."""


def destinations(situation: Situation, unit: str = "R1") -> list[str]:
    """Squares to which a unit may move, in the order of the list."""
    return [line.split()[2] for line in situation.legal() if line.startswith(f"{unit} move")]


@pytest.mark.rule("DRILL-3.1")
@pytest.mark.parametrize(
    ("allowance", "squares"),
    [
        (1, "c2 b3 d3 c4"),
        (2, "c1 b2 c2 d2 a3 b3 d3 e3 b4 c4 d4 c5"),
    ],
)
def test_a_unit_reaches_the_squares_within_its_allowance_row_by_row(allowance: int, squares: str) -> None:
    situation = Situation(OPEN, bids="0", values={"R1": {"allowance": allowance}})
    assert destinations(situation) == squares.split()


@pytest.mark.rule("DRILL-3.1")
def test_a_hurried_unit_with_allowance_2_reaches_three_steps() -> None:
    situation = Situation(OPEN, bids="0", cards={"hurry": 1})
    situation.step("red draw", [1])
    situation.step("blue pass")
    origin = square_of("c3")
    in_reach = [(x, y) for y in range(5) for x in range(6) if 1 <= abs(x - origin[0]) + abs(y - origin[1]) <= 3]
    assert [square_of(square) for square in destinations(situation)] == in_reach


@pytest.mark.rule("DRILL-3.1")
@pytest.mark.parametrize(("name", "value"), [("allowance", 3), ("allowance", -1), ("power", 7), ("power", -1)])
def test_a_scenario_cannot_ask_for_more_than_the_drill_plays(name: str, value: int) -> None:
    scenario = scenario_of("R1 . B1", values={"R1": {name: value}})
    with pytest.raises(ScenarioError) as refusal:
        Game(scenario, enfilade.drill.FAMILY)
    (problem,) = refusal.value.problems
    assert (problem.place, problem.found) == (f"units[0] (R1).with.{name}", str(value))


@pytest.mark.rule("DRILL-3.1", "DRILL-3.2")
def test_a_wall_must_be_walked_round() -> None:
    #   a  b  c       From a1 with two steps: a2, then b2 or a3. b1 is a wall, c1 and c2 are too far.
    situation = Situation(
        """
        R1 #  .  .
        .  .  .  .
        .  .  .  B1
        """,
        bids="0",
    )
    assert destinations(situation) == ["a2", "b2", "a3"]
    assert situation.findings("R1 move c1") == [Found("no_path", "DRILL-3.2", (2,), "c1")]
    assert situation.findings("R1 move b1") == [Found("wall", "DRILL-3.2", (), "b1")]
    assert situation.findings("R1 move c2") == [Found("too_far", "DRILL-3.1", (3, 2))]
    assert situation.findings("R1 move d3") == [Found("too_far", "DRILL-3.1", (5, 2))]


@pytest.mark.rule("DRILL-3.2")
def test_friends_block_and_enemies_do_not() -> None:
    # b1 holds a friend: neither it nor c1 beyond it is reached. a2 holds an enemy: it and a3 beyond it are.
    situation = Situation(
        """
        R1 R2 .
        B1 #  .
        .  #  .
        """,
        bids="0",
    )
    assert destinations(situation) == ["a2", "a3"]
    assert destinations(situation, "R2") == ["c1", "c2"]
    assert situation.findings("R1 move b1") == [Found("friend", "DRILL-3.2", (), "b1")]
    assert situation.findings("R1 move c1") == [Found("no_path", "DRILL-3.2", (2,), "c1")]


@pytest.mark.rule("DRILL-3.1")
def test_a_unit_moves_once_a_round() -> None:
    situation = Situation(
        """
        R1 .  .  .  .
        .  .  .  .  .
        .  .  .  .  .
        R2 .  .  .  B1
        """,
        bids="0",
    )
    situation.play("R1 move a2", "blue pass")
    assert situation.owed == "activate red"
    assert destinations(situation) == []
    assert situation.findings("R1 move a1") == [Found("already_moved", "DRILL-3.1")]
    situation.play("red pass")  # the next round; red began this one, so only blue bids
    situation.play("blue bid 0", "blue pass")
    assert situation.findings("R1 move a1") == []


@pytest.mark.rule("DRILL-3.1")
def test_a_shaken_unit_does_not_move() -> None:
    situation = Situation("R1 .  .  R2\n.  .  .  .\nB1 .  .  .", bids="0")
    situation.soldier("R1").shaken = True
    assert destinations(situation) == []
    assert situation.findings("R1 move b1") == [Found("is_shaken", "DRILL-3.1")]


@pytest.mark.rule("DRILL-3.1")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("R1 move c3", [Found("same_square", "DRILL-3.1", (), "c3")]),
        ("R1 move c3 via c2 c3", [Found("same_square", "DRILL-3.1", (), "c3")]),
        ("R1 move c1 via b3 b2 b1 c1", [Found("too_far", "DRILL-3.1", (4, 2))]),
        ("R1 move d2 via d2", [Found("not_a_step", "DRILL-3.1", (1,), "d2")]),
        ("R1 move e3 via e3", [Found("not_a_step", "DRILL-3.1", (1,), "e3")]),
        ("R1 move d3 via c3 d3", [Found("not_a_step", "DRILL-3.1", (1,), "c3")]),
        ("R1 move d4 via d3 e3", [Found("wrong_end", "DRILL-3.3", (), "d4")]),
        ("R1 move c6", [Found("not_on_board", "CORE-1.4", (), "c6")]),
    ],
)
def test_a_move_against_the_text_is_refused_with_reason_rule_and_numbers(line: str, found: list[Found]) -> None:
    assert Situation(OPEN, bids="0").findings(line) == found


@pytest.mark.rule("DRILL-3.1")
def test_a_path_does_not_run_off_one_edge_onto_the_next_row() -> None:
    # c1 is the last square of its row and a2 the next one in reading order.
    situation = Situation("B1 .  R1\n.  .  .", bids="0")
    assert situation.findings("R1 move a2 via a2") == [Found("not_a_step", "DRILL-3.1", (1,), "a2")]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize("beyond", [-3, 6, 2**31 - 1, -(2**31)])
def test_a_path_off_the_board_names_a_place_that_does_not_exist(beyond: int) -> None:
    situation = Situation("R1 .  B1\n.  .  .", bids="0")
    order = situation.write("R1 move a2 via a2")
    order.path[0] = beyond
    assert situation.look() == [Found("malformed", "CORE-1.1")]


@pytest.mark.rule("DRILL-3.2")
def test_a_path_into_a_wall_or_a_friend_is_refused_as_a_whole_and_everything_wrong_is_told() -> None:
    situation = Situation(
        """
        R1 R2 .
        .  #  .
        .  .  B1
        """,
        bids="0",
    )
    assert situation.findings("R1 move b1 via b1") == [Found("friend", "DRILL-3.2", (), "b1")]
    assert situation.findings("R1 move b2 via a2 b2") == [Found("wall", "DRILL-3.2", (), "b2")]
    assert situation.findings("R1 move b3 via b1 b2 b3") == [
        Found("too_far", "DRILL-3.1", (3, 2)),
        Found("friend", "DRILL-3.2", (), "b1"),
        Found("wall", "DRILL-3.2", (), "b2"),
    ]
    assert situation.board == rows_of("R1 R2 .\n. # .\n. . B1")


@pytest.mark.rule("DRILL-3.3")
@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("d2", "c2 d2"),  # north before east
        ("d4", "d3 d4"),  # east before south
        ("b4", "c4 b4"),  # south before west
        ("b2", "c2 b2"),  # north before west
        ("c1", "c2 c1"),
        ("e3", "d3 e3"),
    ],
)
def test_an_order_without_a_path_stands_for_the_shortest_with_the_earliest_directions(target: str, path: str) -> None:
    situation = Situation(OPEN, bids="0")
    told = situation.step(f"R1 move {target}")
    assert told == [f"moved R1 {target}", *(f"entered R1 {square}" for square in path.split())]


@pytest.mark.rule("DRILL-3.3")
def test_the_path_goes_round_what_stands_in_its_way() -> None:
    # To d2 north comes first, but c2 is a wall: so east and then north.
    board = OPEN.replace(".  .  .  .  .  .\n.  .  R1", ".  .  #  .  .  .\n.  .  R1")
    assert board.count("#") == 1
    situation = Situation(board, bids="0")
    assert situation.step("R1 move d2") == ["moved R1 d2", "entered R1 d3", "entered R1 d2"]


@pytest.mark.rule("DRILL-3.3")
def test_an_order_may_name_another_path_of_the_same_length() -> None:
    situation = Situation(OPEN, bids="0")
    assert situation.step("R1 move d2 via d3 d2") == ["moved R1 d2", "entered R1 d3", "entered R1 d2"]


@pytest.mark.rule("DRILL-3.1", "DRILL-3.3")
def test_a_named_path_may_be_longer_than_the_shortest_and_cross_itself() -> None:
    situation = Situation(OPEN, bids="0", cards={"hurry": 1})
    situation.step("red draw", [1])
    situation.step("blue pass")
    told = situation.step("R1 move c2 via b3 c3 c2")
    assert told == ["moved R1 c2", "entered R1 b3", "entered R1 c3", "entered R1 c2"]


@pytest.mark.rule("DRILL-3.4")
@pytest.mark.parametrize(("faces", "end"), [((5, 1), ". R1 . B1"), ((6, 6), ". . . B1")])
def test_a_move_ends_early_when_the_unit_is_shaken_or_lost(faces: tuple[int, int], end: str) -> None:
    situation = Situation("R1 .  .  B1\n#  #  #  #\nR2 .  .  .", bids="0")
    situation.step("R1 move c1")
    assert situation.owed == "react blue B1"
    situation.step("B1 fire", faces)
    assert situation.board[0] == end.split()
    assert situation.game.clock.depth == 0
    assert situation.owed == "activate blue"
