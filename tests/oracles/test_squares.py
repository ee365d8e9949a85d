"""The oracle of the square board, on positions that a hand can work out."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from tests.oracles import squares
from tests.oracles.squares import Base, Point


def board(*rows: str) -> list[list[int]]:
    """Heights from text: a digit is a height, a dot or a letter is level ground."""
    return [[int(mark) if mark.isdigit() else 0 for mark in row] for row in rows]


def base(rows: tuple[str, ...], mark: str) -> Base:
    """The square block of one letter."""
    found = [(x, y) for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == mark]
    return (*min(found), max(x for x, _ in found) - min(found)[0] + 1)


def seen(*rows: str) -> bool:
    """A sees B, asked both ways."""
    heights, a, b = board(*rows), base(rows, "A"), base(rows, "B")
    answer = squares.sees(heights, a, b)
    assert answer == squares.sees(heights, b, a)
    witness = squares.line_of_sight(heights, a, b)
    assert witness is None or squares.segment_faults(heights, a, b, *witness) == []
    return answer


def test_distance_counts_across_and_down_while_the_diagonal_neighbour_is_adjacent() -> None:
    assert squares.distance((2, 3), (5, 1)) == 5
    assert squares.distance((2, 3), (3, 4)) == 2
    assert squares.adjacent((2, 3), (3, 4))
    assert squares.adjacent((2, 3), (2, 3))
    assert not squares.adjacent((2, 3), (4, 3))
    assert squares.grid_of((5, 3, 1)) == (1, 1)


def test_contact_is_of_sides_not_of_corners_and_not_of_bases_above_each_other() -> None:
    assert squares.contact((0, 0, 2, 2), (2, 1, 3, 3))
    assert not squares.contact((0, 0, 2, 2), (2, 2, 1, 1))
    assert not squares.contact((0, 0, 2, 2), (3, 0, 1, 1))
    assert not squares.contact((0, 0, 3, 3), (0, 0, 1, 1))


def test_front_and_rear_of_a_unit_that_faces_north() -> None:
    every = [(x, y) for x in range(3, 8) for y in range(3, 8)]
    front = {grid for grid in every if squares.grid_front((5, 5), grid, "N")}
    rear = {grid for grid in every if squares.grid_rear((5, 5), grid, "N")}
    assert front == {(4, 4), (5, 4), (6, 4), (3, 3), (4, 3), (5, 3), (6, 3), (7, 3)}
    assert rear == {(4, 6), (5, 6), (6, 6), (3, 7), (4, 7), (5, 7), (6, 7), (7, 7)}


@pytest.mark.parametrize(("facing", "ahead"), [("N", (5, 4)), ("E", (6, 5)), ("S", (5, 6)), ("W", (4, 5))])
def test_the_grid_ahead_is_in_front_for_each_facing_and_in_the_rear_for_the_opposite(
    facing: str, ahead: squares.Grid
) -> None:
    assert [one for one in squares.FACINGS if squares.grid_front((5, 5), ahead, one)] == [facing]
    assert squares.grid_rear((5, 5), ahead, squares.opposite(facing))


def test_in_one_grid_the_arc_of_a_small_unit_goes_by_cells() -> None:
    own = (1, 1, 1)
    assert squares.in_front(own, (0, 0, 1), "N")
    assert not squares.in_front(own, (0, 1, 1), "N")
    assert squares.in_front(own, (0, 1, 1), "W")
    assert squares.in_rear(own, (2, 2, 1), "N")
    assert squares.in_rear(own, (2, 2, 1), "W")
    assert not squares.in_rear(own, (2, 2, 1), "E")


def test_in_one_grid_a_medium_target_may_be_in_front_with_some_cells_only() -> None:
    # The small unit is at (2, 2); of the target's cells (0..1, 1..2) only (1, 1) is within 45 degrees of north.
    assert squares.in_front((2, 2, 1), (0, 1, 2), "N", "any_cell")
    assert not squares.in_front((2, 2, 1), (0, 1, 2), "N", "every_cell")
    # The arc of the medium unit starts at its front corners.
    assert squares.in_front((0, 1, 2), (2, 0, 1), "N")
    assert not squares.in_front((0, 1, 2), (2, 1, 1), "N")
    assert squares.in_front((0, 1, 2), (2, 2, 1), "E")


def test_a_unit_without_a_front_has_it_all_round_and_no_rear() -> None:
    assert squares.in_front((0, 0, 1), (0, 9, 1), "N", has_front=False)
    assert not squares.in_rear((0, 0, 1), (0, 9, 1), "N", has_front=False)


def test_the_corner_where_two_walls_meet_is_not_seen_through() -> None:
    assert not seen("A3.", "3..", "..B")
    assert not seen("A3", "3B")
    assert seen("A3", ".B")
    assert seen("A2", "2B")


def test_a_wall_across_the_whole_board_hides_and_a_gap_of_one_cell_shows() -> None:
    assert not seen("A....", "33333", "....B")
    assert not seen("A3B")
    assert not seen("A3333", "..3..", "3333B")
    assert seen("A..33", "33..B")  # across the open side between (2, 0) and (2, 1)
    assert not seen("A.33", "33.B")  # there only the corner (2, 1) is left


def test_a_corridor_of_one_cell_is_seen_along_and_into_from_its_end() -> None:
    assert seen("33333", "A...B", "33333")
    assert seen("A3333", "....B", "33333")  # from the south side of A, (1/2, 1), to (4, 3/2)
    assert not seen("A3333", "3...B", "33333")  # then only the corner (1, 1) is left


def test_chequered_walls_hide_at_any_distance() -> None:
    assert not seen("A.3.3.", ".3.3.3", "3.3.3.", ".3.3.B")
    assert not seen(".3.3.", "A.3.B", ".3.3.")


def test_one_visible_cell_on_the_side_of_a_large_target_is_enough() -> None:
    # Only the west side of the middle row of B can be reached.
    assert seen("...3BBB", "A...BBB", "...3BBB")
    assert seen("3333BBB", "A...BBB", "3333BBB")
    assert not seen("3333BBB", "A.3.BBB", "3333BBB")


def test_a_wall_behind_the_target_neither_blocks_nor_obstructs() -> None:
    rows = ("......", "A...B3", "......")
    assert seen(*rows)
    assert squares.obstructing_cells(board(*rows), base(rows, "A"), base(rows, "B")) == []


def test_bases_with_a_common_side_see_each_other_between_walls() -> None:
    assert seen("33333", "3AB33", "33333")
    assert seen("AAA..", "AAAB.", "AAA..")


def test_terrain_under_a_base_is_left_out_unless_it_is_asked_for() -> None:
    heights = board("333..", "333..", "333..")
    assert squares.sees(heights, (0, 0, 3), (4, 1, 1))
    assert not squares.sees(heights, (0, 0, 3), (4, 1, 1), own_cells_block=True)
    assert squares.obstructing_cells(heights, (0, 0, 3), (4, 1, 1)) == []


def test_low_terrain_obstructs_only_where_the_hull_of_the_bases_has_area_in_it() -> None:
    rows = ("A....", ".1.1.", "....B")
    assert seen(*rows)
    # The hull of (0,0) and (4,2) has the sides y = x / 2 + 1 and y = (x - 1) / 2.
    assert squares.obstructing_cells(board(*rows), base(rows, "A"), base(rows, "B")) == [(1, 1), (3, 1)]
    assert squares.obstructs((0, 0, 1), (4, 0, 1), (2, 0, 1, 1))
    assert not squares.obstructs((0, 0, 1), (4, 0, 1), (2, 1, 1, 1))
    assert not squares.obstructs((0, 0, 1), (2, 2, 1), (2, 0, 1, 1))
    assert squares.obstructs((0, 0, 1), (2, 2, 1), (1, 0, 1, 1))


def test_the_line_of_the_centres_touches_corners() -> None:
    heights = board("...", "3..", "...")
    assert squares.centre_blockers(heights, (0, 0, 1), (2, 2, 1)) == [(0, 1)]
    assert not squares.centre_sees(heights, (0, 0, 1), (2, 2, 1))
    assert squares.sees(heights, (0, 0, 1), (2, 2, 1))
    assert squares.centre_sees(heights, (0, 0, 1), (2, 0, 1))
    assert squares.blocker_faults(heights, (0, 0, 1), (2, 2, 1), [(0, 1)]) == []
    assert squares.blocker_faults(heights, (0, 0, 1), (2, 2, 1), [(1, 1)]) == [
        "(1, 1) does not block",
        "(0, 1) is not named",
    ]


def test_a_segment_shown_as_sight_is_judged() -> None:
    heights = board("...", ".3.", "...")

    def point(x: str, y: str) -> Point:
        return (Fraction(x), Fraction(y))

    assert squares.segment_faults(heights, (0, 0, 1), (2, 0, 1), point("1/2", "1/2"), point("2", "1/3")) == []
    assert squares.segment_faults(heights, (0, 0, 1), (2, 0, 1), point("1/2", "1"), point("2", "1")) == [
        "touches the blocker (1, 1)"
    ]
    assert len(squares.segment_faults(heights, (0, 0, 1), (2, 0, 1), point("3/2", "0"), point("4", "0"))) == 2


def test_sampled_free_segments_are_never_more_than_the_exact_answer() -> None:
    dice = random.Random(11)
    for _ in range(40):
        heights = [[3 * (dice.random() < 0.3) for _ in range(7)] for _ in range(7)]
        a, b = ((dice.randrange(5), dice.randrange(5), dice.randint(1, 3)) for _ in range(2))
        seen_exactly = squares.sees(heights, a, b)
        assert seen_exactly == squares.sees(heights, b, a)
        for _ in range(15):
            start, end = (
                (
                    one[0] + Fraction(dice.randint(0, 97), 97) * one[2],
                    one[1] + Fraction(dice.randint(0, 97), 97) * one[2],
                )
                for one in (a, b)
            )
            assert seen_exactly or squares.segment_faults(heights, a, b, start, end)
