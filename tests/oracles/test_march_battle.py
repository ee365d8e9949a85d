"""The oracle of a battle of straight marches, on cases that the rule text works out or that a hand can."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracles import march
from tests.oracles.march_battle import (
    Objective,
    Options,
    Setup,
    Side,
    Square,
    Unit,
    begin,
    legal,
    refusal,
    score,
    step_contact,
    steps_of,
    take,
)

RED, BLUE, GREY = Side("red"), Side("blue"), Side("grey", neutral=True)


def setup(
    *units: Unit,
    size: int = 15,
    terrain: dict[Square, str] | None = None,
    banks: dict[Square, str] | None = None,
    sides: tuple[Side, ...] = (RED, BLUE, GREY),
    objectives: tuple[Objective, ...] = (),
    options: Options | None = None,
) -> Setup:
    """An open square map with what differs from it."""
    names, rivers = terrain or {}, banks or {}
    columns = range(size)
    return Setup(
        width=size,
        height=size,
        terrain=tuple(tuple(names.get((column, row), "open") for column in columns) for row in columns),
        banks=tuple(tuple(rivers.get((column, row)) for column in columns) for row in columns),
        sides=sides,
        units=units,
        objectives=objectives,
        options=options or Options(),
    )


def red(square: Square, allowance: int = 14) -> Unit:
    """The unit that marches."""
    return Unit("R1", "red", square, allowance)


def blue(square: Square) -> Unit:
    """A unit in its way, or far from it."""
    return Unit("B1", "blue", square)


@pytest.mark.parametrize(
    ("start", "end", "enemy", "reason"),
    [
        ((1, 3), (5, 3), (4, 3), ("MARCH-5.1", 3, (4, 3))),
        ((1, 3), (5, 3), (4, 4), None),
        ((1, 6), (5, 2), (3, 3), ("MARCH-5.2", 3, (3, 3))),
        ((1, 6), (5, 2), (4, 4), ("MARCH-5.2", 3, (4, 4))),
        ((1, 6), (5, 2), (1, 5), ("MARCH-5.2", 1, (1, 5))),
        ((1, 6), (5, 2), (4, 5), None),
        ((1, 6), (5, 2), (5, 1), None),
        ((1, 2), (6, 5), (3, 3), ("MARCH-5.3", 2, (3, 3))),
        ((1, 2), (6, 5), (3, 4), ("MARCH-5.3", 2, (3, 4))),
        ((8, 2), (12, 4), (10, 3), ("MARCH-5.3", 2, (10, 3))),
        ((8, 2), (12, 4), (10, 4), None),
        ((8, 2), (12, 4), (12, 4), ("MARCH-5.3", 4, (12, 4))),
    ],
)
@pytest.mark.parametrize("side", ["blue", "grey"])
def test_the_examples_of_the_three_cases(
    start: Square, end: Square, enemy: Square, reason: tuple[str, int, Square] | None, side: str
) -> None:
    board = setup(red(start), Unit("X1", side, enemy))
    assert refusal(board, begin(board), "R1", end) == reason


def test_edges_add_the_squares_beyond_the_end_and_behind_the_start() -> None:
    edges = Options(case2_neighbours="edges")
    expected = {(0, 6): 1, (1, 7): 1, (5, 1): 4, (6, 2): 4}
    for enemy, step in expected.items():
        board = setup(red((1, 6)), blue(enemy), options=edges)
        assert refusal(board, begin(board), "R1", (5, 2)) == ("MARCH-5.2", step, enemy)
    board = setup(red((1, 6)), blue((4, 5)), options=edges)
    assert refusal(board, begin(board), "R1", (5, 2)) is None


@pytest.mark.parametrize("neighbours", ["corners", "edges"])
def test_the_steps_together_touch_what_the_march_touches(neighbours: str) -> None:
    board = setup(options=Options(case2_neighbours=neighbours))
    start = (3, 2)
    for end in [(column, row) for column in range(9) for row in range(9)]:
        steps = range(1, steps_of(start, end) + 1)
        together = {square for step in steps for square in step_contact(board, start, end, step)}
        assert together == march.contact(start, end, neighbours), end


def test_terrain_is_tested_on_the_path_with_a_half_rounded_down() -> None:
    for square, reason in {
        (4, 1): ("MARCH-T1", 1, (4, 1)),
        (4, 2): None,
        (6, 2): ("MARCH-T1", 3, (6, 2)),
        (7, 3): ("MARCH-T1", 4, (7, 3)),
        (3, 1): None,
    }.items():
        board = setup(red((3, 1)), blue((14, 14)), terrain={square: "water"})
        assert refusal(board, begin(board), "R1", (7, 3)) == reason


def test_corners_and_banks_block_only_where_the_scenario_has_chosen_them() -> None:
    between = {(4, 2): "water", (5, 1): "swamp"}
    river: dict[Square, str] = {(4, 1): "a", (5, 2): "b"}
    for diagonal_corners, river_banks, reason in [
        (False, False, None),
        (True, False, ("MARCH-T2", 2, (5, 2))),
        (False, True, ("MARCH-T3", 2, (5, 2))),
        (True, True, ("MARCH-T2", 2, (5, 2))),
    ]:
        options = Options(diagonal_corners=diagonal_corners, river_banks=river_banks)
        board = setup(red((3, 1)), blue((14, 14)), terrain=between, banks=river, options=options)
        assert refusal(board, begin(board), "R1", (7, 3)) == reason
    ford = replace(setup(red((3, 1)), blue((14, 14)), banks={(4, 1): "ford", (5, 2): "b"}), options=options)
    assert refusal(ford, begin(ford), "R1", (7, 3)) is None


def test_terrain_comes_before_units_of_the_same_step_and_units_of_an_earlier_one_before_both() -> None:
    board = setup(red((1, 3)), blue((3, 3)), terrain={(3, 3): "water"})
    assert refusal(board, begin(board), "R1", (5, 3)) == ("MARCH-T1", 2, (3, 3))
    board = setup(red((1, 3)), blue((2, 3)), terrain={(3, 3): "water"})
    assert refusal(board, begin(board), "R1", (5, 3)) == ("MARCH-5.1", 1, (2, 3))
    board = setup(red((1, 6)), blue((3, 3)), Unit("B2", "blue", (4, 4)), Unit("B3", "blue", (4, 3)))
    assert refusal(board, begin(board), "R1", (5, 2)) == ("MARCH-5.2", 3, (3, 3))


def test_a_path_among_allies_alone_is_not_tested_but_its_end_is() -> None:
    friends = (Side("red"), Side("blue", allied=frozenset({"red"})), GREY)
    lake: dict[Square, str] = {(3, 3): "water"}
    board = setup(red((1, 3)), blue((2, 3)), Unit("G1", "grey", None), terrain=lake, sides=friends)
    state = begin(board)
    assert refusal(board, state, "R1", (5, 3)) is None
    assert refusal(board, state, "R1", (2, 3)) is None
    assert refusal(board, state, "R1", (3, 3)) == ("MARCH-D4", 2, (3, 3))
    assert refusal(board, state, "R1", (4, 3), (3, 3)) is None


def test_a_waypoint_parts_a_march_whose_steps_count_on() -> None:
    board = setup(red((3, 1), allowance=6), blue((6, 5)), terrain={(3, 1): "water"})
    state = begin(board)
    assert refusal(board, state, "R1", (6, 5), (6, 1)) == ("MARCH-D7", None, None)
    assert refusal(board, state, "R1", (6, 4), (6, 1)) is None
    assert refusal(board, state, "R1", (7, 4), (5, 3)) is None
    assert refusal(board, state, "R1", (8, 6), (5, 3)) == ("MARCH-5.2", 4, (6, 5))
    assert refusal(board, state, "R1", (3, 1)) is None
    assert refusal(board, state, "R1", (3, 1), (4, 1)) == ("MARCH-T1", 2, (3, 1))


def test_legal_orders_go_by_unit_then_row_by_row_then_the_pass() -> None:
    corner = Unit("R2", "red", (0, 0), allowance=1)
    still = Unit("R1", "red", (2, 2), allowance=0)
    board = setup(corner, still, Unit("R3", "red", None), blue((0, 1)), size=3, sides=(RED, BLUE))
    state = begin(board)
    assert legal(board, state) == [
        ("march", "R2", (0, 0)),
        ("march", "R2", (1, 0)),
        ("march", "R1", (2, 2)),
        ("pass", "red"),
    ]


def test_sides_take_turns_and_the_next_one_begins_the_next_turn() -> None:
    board = setup(
        red((0, 0)), Unit("R2", "red", (0, 2)), blue((9, 9)), Unit("B2", "blue", (9, 7)), Unit("G1", "grey", (5, 5))
    )
    state = begin(board)
    assert (state.turn, state.decision) == (1, "red")
    state = take(board, state, ("march", "R1", (1, 0)))
    assert state.decision == "blue"
    assert refusal(board, state, "R1", (1, 0)) == ("MARCH-6.2", None, None)
    state = take(board, state, ("pass", "blue"))
    assert state.decision == "red"
    state = take(board, state, ("march", "R2", (0, 2)))
    assert (state.turn, state.decision, state.marched, state.passed) == (2, "blue", frozenset(), frozenset())


def test_an_objective_stays_held_until_another_side_alone_stands_there() -> None:
    board = setup(
        red((1, 1)),
        blue((8, 8)),
        sides=(RED, BLUE),
        objectives=(Objective((3, 3), 5), Objective((8, 8), 5, "red")),
        options=Options(turns=2),
    )
    state = begin(board)
    assert state.holders == (None, "blue")
    state = take(board, state, ("march", "R1", (3, 3)))
    assert state.holders == ("red", "blue")
    state = take(board, state, ("march", "B1", (8, 9)))
    state = take(board, state, ("pass", "blue"))
    state = take(board, state, ("march", "R1", (3, 2)))
    assert (state.holders, score(board, state, "red")) == (("red", "blue"), 5)
    assert (state.over, state.winners, state.reason, state.decision) == (True, ("red", "blue"), "turns played", None)
    assert legal(board, state) == []


def test_points_end_a_battle_at_the_end_of_a_turn_and_no_score_wins_nothing() -> None:
    objectives = (Objective((2, 2), 7), Objective((8, 8), 6))
    pointed = setup(red((1, 1)), blue((8, 8)), objectives=objectives, options=Options(points=6))
    state = take(pointed, begin(pointed), ("march", "R1", (2, 2)))
    assert not state.over
    state = take(pointed, state, ("pass", "blue"))
    assert (state.over, state.turn, state.winners, state.reason) == (True, 1, ("red",), "points reached")
    barren = setup(red((1, 1)), blue((7, 7)), objectives=objectives, options=Options(turns=1))
    state = take(barren, take(barren, begin(barren), ("pass", "red")), ("pass", "blue"))
    assert (state.over, state.winners, state.reason) == (True, (), "turns played")
