"""Squares: distance and adjacency in large grids, contact, front and rear. By hand, and against an oracle."""

from __future__ import annotations

import itertools

import pytest

import enfilade as ef
from enfilade.core.board.footprint import Footprint
from enfilade.core.relations import arcs, contact, distance
from tests.oracles import squares as oracle

Base = tuple[int, int, int]
FACINGS = {"N": 0, "E": 1, "S": 2, "W": 3}


def grid(column: int, row: int, size: int = 3) -> Base:
    """A base in the north-western corner of a large grid."""
    return 3 * column, 3 * row, size


def in_grids(columns: int, rows: int) -> list[Base]:
    """Every base that fits a large grid, in these grids."""
    places = itertools.product((1, 2, 3), range(3 * rows), range(3 * columns))
    return [(x, y, size) for size, y, x in places if x % 3 + size <= 3 and y % 3 + size <= 3]


@pytest.mark.rule("MECH-1.1.1", "MECH-X1")
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (grid(2, 3), grid(5, 1), 5),
        (grid(5, 1), grid(2, 3), 5),
        (grid(2, 3), grid(3, 4), 2),
        (grid(2, 3), grid(2, 4), 1),
        ((6, 9, 1), (8, 11, 1), 0),
        ((8, 9, 1), (9, 9, 1), 1),
        (grid(0, 0), grid(11, 11), 22),
    ],
)
def test_distance_is_the_grids_crossed_across_and_along(a: Base, b: Base, expected: int) -> None:
    assert ef.grid_distance(a, b) == expected


@pytest.mark.rule("MECH-1.1.2", "MECH-1.1.2a")
def test_the_ring_of_eight_grids_and_the_own_grid_are_adjacent() -> None:
    adjacent = {(x, y) for x in range(8) for y in range(8) if ef.grids_adjacent(grid(3, 4), grid(x, y, 1))}
    assert adjacent == {(2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (4, 4), (2, 5), (3, 5), (4, 5)}


@pytest.mark.rule("MECH-1.1.1", "MECH-1.1.2")
def test_the_grid_at_the_corner_is_adjacent_though_at_distance_2() -> None:
    assert (ef.grids_adjacent(grid(2, 3), grid(3, 4)), ef.grid_distance(grid(2, 3), grid(3, 4))) == (True, 2)
    assert (ef.grids_adjacent(grid(2, 3), grid(4, 3)), ef.grid_distance(grid(2, 3), grid(4, 3))) == (False, 2)


@pytest.mark.rule("MECH-X5", "MECH-D1")
def test_a_large_base_has_one_place_in_a_grid_a_medium_one_four_and_a_small_one_nine() -> None:
    places = itertools.product((1, 2, 3), range(3), range(3))
    fitting = [size for size, y, x in places if distance.is_inside_grid(Footprint(x, y, size))]
    assert [fitting.count(size) for size in (1, 2, 3)] == [9, 4, 1]


@pytest.mark.rule("MECH-1.1.3")
@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((0, 0, 1), (1, 0, 1), True),
        ((0, 0, 1), (1, 1, 1), False),
        ((0, 0, 1), (2, 0, 1), False),
        ((0, 0, 3), (3, 2, 2), True),
        ((0, 0, 3), (3, 3, 2), False),
        ((4, 4, 2), (3, 2, 2), True),
        ((4, 4, 2), (2, 2, 2), False),
    ],
    ids=["side by side", "corner", "a cell between", "one cell of side", "corner of large", "above", "corner of two"],
)
def test_contact_is_of_sides(a: Base, b: Base, expected: bool) -> None:
    assert ef.in_contact(a, b) is ef.in_contact(b, a) is expected


@pytest.mark.rule("MECH-D18")
@pytest.mark.parametrize("above", [(0, 0, 3), (0, 0, 1), (1, 1, 1), (2, 2, 3), (0, 1, 2)])
def test_a_unit_above_another_is_not_in_contact_with_it(above: Base) -> None:
    assert not ef.in_contact((0, 0, 3), above)


@pytest.mark.rule("MECH-1.1.3", "MECH-D18", "MECH-X2")
def test_contact_agrees_with_the_oracle_for_all_bases_around_one() -> None:
    bases = [(x, y, size) for size in (1, 2, 3) for y in range(7) for x in range(7)]
    for own in [(3, 3, 1), (3, 3, 2), (2, 3, 3)]:
        for other in bases:
            expected = oracle.contact(oracle.square(own), oracle.square(other))
            assert contact.in_contact(Footprint(*own), Footprint(*other)) == expected, (own, other)


FRONT = """
f f f f f
. f f f .
. . A . .
. r r r .
r r r r r
"""


@pytest.mark.rule("MECH-1.1.5", "MECH-1.1.5a", "MECH-1.1.5b", "MECH-1.1.6")
def test_front_and_rear_of_a_unit_that_faces_north_are_wedges_with_their_diagonals() -> None:
    for y, row in enumerate(FRONT.split("\n")[1:-1]):
        for x, mark in enumerate(row.split()):
            other = grid(x, y, 1)
            assert ef.in_front(grid(2, 2), 0, other) == (mark == "f"), (x, y)
            assert ef.in_rear(grid(2, 2), 0, other) == (mark == "r"), (x, y)


@pytest.mark.rule("MECH-1.1.5", "MECH-1.1.6")
@pytest.mark.parametrize(("facing", "ahead"), [(0, (2, 1)), (1, (3, 2)), (2, (2, 3)), (3, (1, 2))])
def test_the_grid_ahead_is_in_front_and_in_the_rear_of_who_faces_away(facing: int, ahead: tuple[int, int]) -> None:
    assert [way for way in range(4) if ef.in_front(grid(2, 2), way, grid(*ahead))] == [facing]
    assert [way for way in range(4) if ef.in_rear(grid(2, 2), way, grid(*ahead))] == [(facing + 2) % 4]


@pytest.mark.rule("MECH-1.1.5c", "MECH-D4")
def test_within_one_grid_the_arc_goes_by_cells() -> None:
    # The small unit in the middle of its grid.
    front = {(x, y) for x in range(3) for y in range(3) if ef.in_front((1, 1, 1), 1, (x, y, 1))}
    assert front == {(2, 0), (2, 1), (2, 2)}
    assert not ef.in_front((1, 1, 1), 1, (1, 1, 1))


@pytest.mark.rule("MECH-1.1.5b", "MECH-1.1.5c")
def test_a_neighbouring_cell_in_the_next_grid_goes_by_grids() -> None:
    # (3, 0) lies east of (2, 2)'s grid, though by cells it is as far north as east.
    assert not ef.in_front((2, 2, 1), 0, (3, 0, 1))
    assert ef.in_front((2, 2, 1), 1, (3, 0, 1))
    assert ef.in_front((0, 2, 1), 0, (2, 0, 1))


@pytest.mark.rule("MECH-D4")
def test_one_cell_of_a_medium_target_in_front_is_enough_unless_every_cell_must_be() -> None:
    # Of the cells (0..1, 1..2) only (1, 1) is within 45 degrees of north of (2, 2).
    assert ef.in_front((2, 2, 1), 0, (0, 1, 2))
    assert not ef.in_front((2, 2, 1), 0, (0, 1, 2), same_grid_arc="every_cell")
    assert ef.in_front((1, 2, 1), 0, (0, 0, 2), same_grid_arc="every_cell")


@pytest.mark.rule("MECH-D4", "MECH-1.1.6")
def test_the_arcs_of_a_medium_unit_begin_at_its_own_edges() -> None:
    own = (0, 1, 2)
    assert ef.in_front(own, 0, (2, 0, 1))
    assert not ef.in_front(own, 0, (2, 1, 1))
    assert ef.in_rear((1, 0, 2), 0, (0, 2, 1))
    assert not ef.in_rear((1, 0, 2), 0, (0, 1, 1))


@pytest.mark.rule("MECH-1.1.1", "MECH-1.1.2", "MECH-1.1.5", "MECH-1.1.6", "MECH-D4")
def test_distance_and_arcs_agree_with_the_oracle_for_all_bases_in_three_by_three_grids() -> None:
    own_bases = [base for base in in_grids(2, 2) if base[0] >= 3 and base[1] >= 3]
    for own, other in itertools.product(own_bases, in_grids(3, 3)):
        a, b = Footprint(*own), Footprint(*other)
        grids = oracle.grid_of(own), oracle.grid_of(other)
        assert distance.grid_distance(a, b) == oracle.distance(*grids)
        assert distance.grids_adjacent(a, b) == oracle.adjacent(*grids)
        for (letter, facing), (reading, switch) in itertools.product(FACINGS.items(), SWITCH.items()):
            case = (own, other, letter, reading)
            assert arcs.in_front(a, facing, b, switch) == oracle.in_front(own, other, letter, reading), case
            assert arcs.in_rear(a, facing, b, switch) == oracle.in_rear(own, other, letter, reading), case


SWITCH = {"any_cell": arcs.ANY_CELL, "every_cell": arcs.EVERY_CELL}
