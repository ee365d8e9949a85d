"""Squares: bad input is refused with what was given and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import enfilade as ef

LEVEL = np.zeros((4, 6), np.int64)
A, B = (0, 0, 1), (5, 3, 1)
RULINGS: list[Callable[[Any, Any], object]] = [
    lambda heights, base: ef.sight_between(heights, base, B),
    lambda heights, base: ef.sight_between(heights, B, base),
    lambda heights, base: ef.sight_between(heights, base, B, lines="centres"),
    lambda heights, base: ef.sight_table(heights, [A, base]),
    lambda heights, base: ef.field_of_view(heights, base),
]
BASES_ALONE: list[Callable[[Any], object]] = [
    lambda base: ef.obstructed_by(A, B, base),
    lambda base: ef.obstructed_by(base, B, A),
    lambda base: ef.in_contact(A, base),
    lambda base: ef.grid_distance(base, A),
    lambda base: ef.grids_adjacent(A, base),
    lambda base: ef.in_front(base, 0, A),
    lambda base: ef.in_rear(A, 0, base),
]
NO_BASES = [
    (0, 0),
    (0, 0, 1, 1),
    (0, 0, 0),
    (0, 0, 4),
    (-1, 0, 1),
    (0, -1, 1),
    (0.0, 0, 1),
    (0, 1.5, 1),
    "abc",
    None,
    7,
]
HUGE = [(16_383, 0, 1), (0, 16_381, 3), (2**63, 0, 1), (0, 2**200, 1)]


@pytest.mark.parametrize("base", [*NO_BASES, *HUGE], ids=repr)
def test_what_is_no_base_is_refused_everywhere(base: Any) -> None:
    for ruling in RULINGS:
        with pytest.raises(ef.BadSquareBase, match="expected"):
            ruling(LEVEL, base)
    for alone in BASES_ALONE:
        with pytest.raises(ef.BadSquareBase) as refused:
            alone(base)
        assert repr(base) in str(refused.value)
        assert "size 1 to 3" in str(refused.value)


@pytest.mark.parametrize("base", [(6, 0, 1), (5, 0, 2), (4, 1, 3), (0, 4, 1), (3, 2, 3)])
def test_a_base_off_the_board_is_refused_with_the_size_of_the_board(base: Any) -> None:
    for ruling in RULINGS:
        with pytest.raises(ef.BadSquareBase, match="expected one on the board of 6 columns and 4 rows"):
            ruling(LEVEL, base)


@pytest.mark.rule("MECH-D2")
def test_a_base_on_terrain_of_blocking_height_is_refused_and_one_on_lower_terrain_is_not() -> None:
    heights = LEVEL.copy()
    heights[2, 3] = 3
    heights[1, 1] = 2
    for ruling in RULINGS:
        with pytest.raises(ef.BadSquareBase, match="expected no terrain of height 3 or more under it"):
            ruling(heights, (2, 1, 2))
        ruling(heights, (0, 0, 2))


@pytest.mark.rule("MECH-1.1.4e")
def test_a_high_altitude_unit_may_be_above_walls_but_not_off_the_board() -> None:
    heights = np.full((4, 6), 3)
    assert ef.sight_between(heights, (2, 1, 2), B, high_altitude=True)
    with pytest.raises(ef.BadSquareBase, match="on the board"):
        ef.sight_between(heights, (5, 1, 2), B, high_altitude=True)


@pytest.mark.parametrize(
    ("heights", "said"),
    [
        (np.zeros((4, 6)), "heights holds float64, expected whole numbers"),
        (np.zeros((4, 6), bool), "heights holds bool, expected whole numbers"),
        ([["3"]], "heights holds <U1, expected whole numbers"),
        ([[0, 0], [0]], "rows of one length"),
        (np.zeros(6, np.int64), r"heights has shape \(6,\), expected \(height, width\)"),
        (np.zeros((4, 6, 1), np.int64), "has shape"),
        (np.zeros((0, 6), np.int64), "has shape"),
        (np.zeros((4, 0), np.int64), "has shape"),
        (np.zeros((1, 16_384), np.int8), "each 1 to 16383"),
        (3, "has shape"),
    ],
)
def test_heights_that_are_no_array_of_whole_numbers_are_refused(heights: Any, said: str) -> None:
    for ruling in RULINGS:
        with pytest.raises(ef.BadTerrain, match=said):
            ruling(heights, A)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint64, np.int64])
def test_heights_may_be_whole_numbers_of_any_kind_and_in_any_order(dtype: Any) -> None:
    heights = np.zeros((1, 5), dtype)
    heights[0, 2] = 3
    for given in (heights, np.asfortranarray(heights), heights.tolist(), heights[:, ::-1]):
        assert not ef.sight_between(given, A, (4, 0, 1))
        assert not ef.sight_table(given, [A, (4, 0, 1)])[0, 1]


def test_heights_are_not_changed() -> None:
    heights = np.array([[0, 2, 0], [3, 0, 0]])
    before = heights.copy()
    for ruling in RULINGS:
        ruling(np.pad(heights, ((0, 2), (0, 3))), A)
    ef.sight_between(heights, A, (2, 1, 1))
    assert (heights == before).all()


@pytest.mark.parametrize("base", [(2, 0, 2), (1, 0, 3), (0, 5, 2)])
def test_grids_have_no_answer_for_a_base_across_two_of_them(base: Any) -> None:
    for ruling in BASES_ALONE[3:]:
        with pytest.raises(ef.BadSquareBase, match="one inside a large grid of 3 x 3 cells"):
            ruling(base)


@pytest.mark.parametrize("facing", [-1, 4, 1.0, "N", None])
def test_a_facing_that_is_none_is_refused(facing: Any) -> None:
    for ruling in (ef.in_front, ef.in_rear):
        with pytest.raises(ValueError, match=r"expected 0 to 3 \(north, east, south, west\)"):
            ruling(A, facing, B)


def test_words_that_are_no_choice_are_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match="lines 'all', expected one of any, centres"):
        ef.sight_between(LEVEL, A, B, lines="all")
    with pytest.raises(ValueError, match="lines 'all', expected one of any, centres"):
        ef.sight_table(LEVEL, [A, B], lines="all")
    with pytest.raises(ValueError, match="same_grid_arc 'most', expected one of any_cell, every_cell"):
        ef.in_front(A, 0, B, same_grid_arc="most")


def test_bases_may_be_an_array_and_none_at_all() -> None:
    assert ef.sight_table(LEVEL, np.array([A, B])).tolist() == [[True, True], [True, True]]
    assert ef.sight_table(LEVEL, []).shape == (0, 0)
    with pytest.raises(ef.BadSquareBase):
        ef.sight_table(LEVEL, np.array([[0.0, 0, 1]]))
