"""Straight marches: the worked examples of the rule text, an oracle in fractions, symmetry, bad input."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade import march_contact, march_squares
from enfilade.components.record import Arena
from enfilade.core.engine.kernel import entry
from enfilade.core.relations.reach.straight import Straight, contacts, path_column, path_row, step_count
from enfilade.geometry.march import NEIGHBOURS
from tests.oracles import march

Square = tuple[int, int]


def square(text: str) -> Square:
    """``11-4`` is column 11, row 4."""
    column, row = text.split("-")
    return int(column), int(row)


def listed(text: str) -> list[Square]:
    return [square(word) for word in text.split()]


@pytest.mark.rule("MARCH-1", "MARCH-2", "MARCH-3", "MARCH-4")
@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("3-1", "7-3", "3-1 4-1 5-2 6-2 7-3"),
        ("11-4", "8-13", "11-4 11-5 10-6 10-7 10-8 9-9 9-10 9-11 8-12 8-13"),
        ("7-3", "3-1", "7-3 6-2 5-2 4-1 3-1"),
        ("3-3", "7-1", "3-3 4-2 5-2 6-1 7-1"),
        ("8-2", "12-4", "8-2 9-2 10-3 11-3 12-4"),
        ("3-1", "5-7", "3-1 3-2 4-3 4-4 4-5 5-6 5-7"),
        ("1-2", "6-5", "1-2 2-3 3-3 4-4 5-4 6-5"),
        ("1-3", "5-3", "1-3 2-3 3-3 4-3 5-3"),
        ("4-4", "4-4", "4-4"),
    ],
)
def test_a_path_is_rounded_half_down(start: str, end: str, expected: str) -> None:
    assert march_squares(square(start), square(end)) == listed(expected)


@pytest.mark.rule("MARCH-5", "MARCH-5.1", "MARCH-5.2", "MARCH-5.3")
@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("1-1", "5-1", "2-1 3-1 4-1 5-1"),
        ("1-3", "5-3", "2-3 3-3 4-3 5-3"),
        ("1-6", "5-2", "2-5 3-4 4-3 5-2 1-5 2-6 2-4 3-5 3-3 4-4 4-2 5-3"),
        ("1-2", "6-5", "2-2 2-3 3-3 3-4 4-3 4-4 5-4 5-5 6-5"),
        ("8-2", "12-4", "9-2 9-3 10-3 11-3 11-4 12-4"),
        ("3-1", "7-3", "4-1 4-2 5-2 6-2 6-3 7-3"),
        ("11-4", "8-13", "10-5 11-5 10-6 11-6 10-7 9-8 10-8 9-9 10-9 9-10 8-11 9-11 8-12 9-12 8-13"),
        ("3-1", "5-7", "3-2 4-2 3-3 4-3 4-4 4-5 5-5 4-6 5-6 5-7"),
        ("4-4", "4-4", ""),
    ],
)
def test_units_block_from_these_squares_and_no_others(start: str, end: str, expected: str) -> None:
    found = march_contact(square(start), square(end))
    assert len(found) == len(set(found))
    assert sorted(found) == sorted(listed(expected))


@pytest.mark.rule("MARCH-D2", "MARCH-5.2")
def test_edge_neighbours_add_four_squares_around_the_ends_and_none_that_touch_at_a_corner() -> None:
    corners = set(march_contact((1, 6), (5, 2)))
    edges = set(march_contact((1, 6), (5, 2), neighbours="edges"))
    assert edges - corners == set(listed("0-6 1-7 5-1 6-2"))
    assert corners < edges
    assert (4, 5) not in edges


@pytest.mark.rule("MARCH-5.3")
def test_a_step_on_a_whole_square_is_blocked_by_that_square_alone() -> None:
    found = march_contact((8, 2), (12, 4))
    assert [place for place in found if place[0] == 10] == [(10, 3)]


@pytest.mark.parametrize("neighbours", [*NEIGHBOURS])
def test_every_march_on_a_small_map_is_as_the_oracle_says(neighbours: str) -> None:
    places = [*itertools.product(range(8), range(8))]
    for start, end in itertools.product(places, places):
        assert march_squares(start, end) == march.squares(start, end)
        assert set(march_contact(start, end, neighbours=neighbours)) == march.contact(start, end, neighbours)


COORDINATE = st.integers(0, 400)
PLACE = st.tuples(COORDINATE, COORDINATE)


@given(PLACE, PLACE)
def test_a_reversed_march_has_the_same_squares(start: Square, end: Square) -> None:
    assert march_squares(end, start) == march_squares(start, end)[::-1]


@given(PLACE, PLACE)
def test_a_march_moved_or_with_columns_and_rows_exchanged_has_the_squares_moved_or_exchanged(
    start: Square, end: Square
) -> None:
    moved = march_squares((start[0] + 9, start[1] + 4), (end[0] + 9, end[1] + 4))
    assert moved == [(column + 9, row + 4) for column, row in march_squares(start, end)]
    exchanged = march_squares(start[::-1], end[::-1])
    assert exchanged == [place[::-1] for place in march_squares(start, end)]


@given(PLACE, PLACE)
def test_contact_of_a_mirrored_march_is_mirrored_although_its_path_need_not_be(start: Square, end: Square) -> None:
    def mirrored(place: Square) -> Square:
        return 400 - place[0], place[1]

    found = march_contact(mirrored(start), mirrored(end))
    assert {mirrored(place) for place in found} == set(march_contact(start, end))


@given(PLACE, PLACE, st.sampled_from([*NEIGHBOURS]))
def test_random_marches_are_as_the_oracle_says(start: Square, end: Square, neighbours: str) -> None:
    assert march_squares(start, end) == march.squares(start, end)
    assert set(march_contact(start, end, neighbours=neighbours)) == march.contact(start, end, neighbours)


NO_SQUARES = [(1,), (1, 2, 3), ("a", 2), (1.0, 2), (-1, 0), (0, 32_768), None, 5, "12", (1 << 80, 0)]


@pytest.mark.parametrize("bad", NO_SQUARES)
@pytest.mark.parametrize("ruling", [march_squares, march_contact])
def test_what_is_no_square_is_refused_with_what_was_expected(ruling: Any, bad: Any) -> None:
    for arguments in ((bad, (1, 1)), ((1, 1), bad)):
        with pytest.raises(ValueError, match=r"expected \(column, row\), whole numbers from 0 to 32767"):
            ruling(*arguments)


def test_unknown_neighbours_are_refused() -> None:
    with pytest.raises(ValueError, match="neighbours 'all', expected one of corners, edges"):
        march_contact((1, 1), (2, 2), neighbours="all")


@entry
def sum_of_march(bits: Arena, column: int, row: int, to_column: int, to_row: int, neighbours: int) -> int:
    """A number that depends on every square of a march and on every contact around it."""
    move = Straight(column, row, to_column, to_row)
    total = 0
    for step in range(1, step_count(move) + 1):
        total = (total * 31 + path_column(move, step) * 7 + path_row(move, step)) % 1_000_003
        for y in range(9):
            for x in range(9):
                total = (total * 2 + contacts(move, step, x, y, neighbours)) % 1_000_003
    return total


@pytest.mark.slow
@pytest.mark.bounds
def test_compiled_marches_are_the_interpreted_ones() -> None:
    import numpy as np

    bits = np.zeros((1, 8), np.uint8)
    compiled = sum_of_march.dispatcher
    ends = itertools.product(range(0, 9, 2), range(0, 9, 2), range(9), range(9), NEIGHBOURS.values())
    for column, row, to_column, to_row, neighbours in ends:
        expected = sum_of_march.__wrapped__(bits, column, row, to_column, to_row, neighbours)
        assert compiled(bits, column, row, to_column, to_row, neighbours) == expected
