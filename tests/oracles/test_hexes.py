"""The oracle of the hex board, on positions that a hand can work out."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from tests.oracles import hexes
from tests.oracles.hexes import Ground, Hex

WALL = Ground(blocking=True, height=1)
WOODS = Ground(obscuring=True, height=1)
ORIGIN = (0, 0)


def test_distance_leaves_out_the_first_hex_and_counts_the_last() -> None:
    assert hexes.distance(ORIGIN, (1, 0)) == 1
    assert hexes.distance(ORIGIN, (1, 1)) == 2
    assert hexes.distance(ORIGIN, (2, -1)) == 2
    assert hexes.distance((3, -2), (-1, 1)) == 4


def test_rings_have_six_hexes_for_each_step_and_the_first_is_the_neighbours() -> None:
    assert hexes.ring((2, 1), 0) == [(2, 1)]
    assert hexes.ring((2, 1), 1) == sorted(hexes.neighbours((2, 1)))
    assert len(hexes.ring(ORIGIN, 3)) == 18
    assert {(3, 0), (0, 3), (-3, 3), (1, 2), (2, -3)} <= set(hexes.ring(ORIGIN, 3))


def test_a_straight_row_crosses_its_own_hexes_and_runs_along_no_side() -> None:
    assert hexes.crossed(ORIGIN, (3, 0)) == [(0, 0), (1, 0), (2, 0), (3, 0)]
    assert hexes.flanks(ORIGIN, (3, 0)) == []
    assert hexes.crossed_sides(ORIGIN, (2, 0)) == [frozenset({(0, 0), (1, 0)}), frozenset({(1, 0), (2, 0)})]


def test_the_line_between_two_hexes_is_of_neither() -> None:
    assert hexes.crossed(ORIGIN, (1, 1)) == [(0, 0), (1, 1)]
    assert hexes.flanks(ORIGIN, (1, 1)) == [((0, 1), (1, 0))]
    assert hexes.flanks((1, 1), ORIGIN) == [((1, 0), (0, 1))]
    assert hexes.crossed(ORIGIN, (2, 2)) == [(0, 0), (1, 1), (2, 2)]
    assert hexes.flanks(ORIGIN, (2, 2)) == [((0, 1), (1, 0)), ((1, 2), (2, 1))]
    assert hexes.flanks(ORIGIN, (2, -1)) == [((1, 0), (1, -1))]


def test_an_oblique_line_goes_through_neighbours_in_order() -> None:
    # At q = 1 the line to (2, 1) is at r = 1/2, in the middle of the side between (1, 0) and (1, 1).
    assert hexes.crossed(ORIGIN, (2, 1)) == [(0, 0), (1, 0), (1, 1), (2, 1)]
    assert hexes.crossed((2, 1), ORIGIN) == [(2, 1), (1, 1), (1, 0), (0, 0)]


def test_a_line_through_a_corner_counts_no_hex_that_it_only_touches() -> None:
    # The line to (4, 1) meets the corner (4/3, 1/3) of (1, 0), (2, 0) and (1, 1).
    assert hexes.crossed(ORIGIN, (4, 1)) == [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)]
    assert hexes.flanks(ORIGIN, (4, 1)) == []
    assert hexes.sees({(1, 1): WALL, (3, 0): WALL}, ORIGIN, (4, 1))


@pytest.mark.parametrize("end", [(1, 1), (2, 2), (3, 3)])
def test_along_hexsides_one_blocking_hex_does_not_block_and_two_do(end: Hex) -> None:
    assert hexes.sees({}, ORIGIN, end)
    assert hexes.sees({(1, 0): WALL}, ORIGIN, end)
    assert hexes.sees({(0, 1): WALL}, ORIGIN, end)
    assert not hexes.sees({(1, 0): WALL, (0, 1): WALL}, ORIGIN, end)


def test_the_switch_spine_tells_two_on_one_flank_from_one_on_each() -> None:
    one_side, both_sides = {(1, 0): WALL, (2, 1): WALL}, {(1, 0): WALL, (1, 2): WALL}
    assert not hexes.sees(one_side, ORIGIN, (2, 2), spine="two_or_more")
    assert hexes.sees(one_side, ORIGIN, (2, 2), spine="both_sides")
    assert not hexes.sees(both_sides, ORIGIN, (2, 2), spine="two_or_more")
    assert not hexes.sees(both_sides, ORIGIN, (2, 2), spine="both_sides")


def test_a_blocking_hex_between_blocks_but_not_under_the_units_nor_between_adjacent_hexes() -> None:
    assert not hexes.sees({(1, 0): WALL}, ORIGIN, (2, 0))
    assert hexes.sees({(0, 0): WALL, (2, 0): WALL}, ORIGIN, (2, 0))
    assert hexes.sees({(0, 0): WALL, (1, 0): WALL}, ORIGIN, (1, 0))
    assert not hexes.sees({(1, 1): WALL}, ORIGIN, (2, 2))


def test_one_obscuring_hex_is_seen_through_and_two_are_not() -> None:
    assert hexes.sees({(1, 0): WOODS}, ORIGIN, (3, 0))
    assert not hexes.sees({(1, 0): WOODS, (2, 0): WOODS}, ORIGIN, (3, 0))
    assert hexes.obscuring_count({(0, 0): WOODS, (1, 0): WOODS, (3, 0): WOODS}, ORIGIN, (3, 0)) == 1
    woods = {(1, 0): WOODS, (0, 1): WOODS, (2, 1): WOODS, (1, 2): WOODS}
    assert hexes.obscuring_count(woods, ORIGIN, (2, 2)) == 0
    assert hexes.sees(woods, ORIGIN, (2, 2))


def test_heights_count_at_the_share_of_the_distance() -> None:
    # From 0 to 4 over four hexes the line is at 1, 2 and 3.
    hill = {(4, 0): Ground(elevation=4)}
    assert [hexes.line_height(hill, ORIGIN, (4, 0), (q, 0)) for q in range(5)] == [0, 1, 2, 3, 4]
    assert not hexes.sees(hill | {(2, 0): Ground(blocking=True, height=2)}, ORIGIN, (4, 0))
    assert hexes.sees(hill | {(2, 0): Ground(blocking=True, height=1)}, ORIGIN, (4, 0))
    assert hexes.sees(hill | {(1, 0): WOODS, (2, 0): WOODS}, ORIGIN, (4, 0))
    assert hexes.line_height({(3, 0): Ground(elevation=1)}, ORIGIN, (3, 0), (1, 0)) == Fraction(1, 3)


def test_ground_above_the_line_blocks_and_ground_at_the_line_does_not() -> None:
    hill = {(4, 0): Ground(elevation=4)}
    assert hexes.sees(hill | {(2, 0): Ground(elevation=2)}, ORIGIN, (4, 0))
    assert not hexes.sees(hill | {(2, 0): Ground(elevation=3)}, ORIGIN, (4, 0))
    assert hexes.sees({(1, 0): Ground(elevation=9), (0, 1): Ground(elevation=9)}, ORIGIN, (1, 1))


def test_a_blocking_hexside_blocks_where_the_line_crosses_it() -> None:
    side = frozenset({frozenset({(1, 0), (2, 0)})})
    assert not hexes.sees({}, ORIGIN, (2, 0), blocking_sides=side)
    assert hexes.sees({}, ORIGIN, (2, 1), blocking_sides=side)
    assert hexes.sees({}, (1, 0), (2, 0), blocking_sides=side)
    assert hexes.sees({}, ORIGIN, (1, 1), blocking_sides=frozenset({frozenset({(1, 0), (0, 1)})}))
    assert hexes.sees({}, ORIGIN, (4, 1), blocking_sides=side)  # it passes the end of that side
    assert not hexes.sees({}, ORIGIN, (4, 1), blocking_sides=side, hexside_ends=True)


def test_sight_goes_both_ways_and_turns_with_the_board() -> None:
    dice = random.Random(5)
    kinds = [Ground(), WALL, WOODS, Ground(elevation=1), Ground(elevation=2), Ground(blocking=True, elevation=1)]
    for _ in range(60):
        board = {(q, r): dice.choice(kinds) for q, r in itertools.product(range(-4, 5), repeat=2)}
        one, other = ((dice.randint(-3, 3), dice.randint(-3, 3)) for _ in range(2))
        turned = {(-r, q + r): ground for (q, r), ground in board.items()}
        for spine in ("two_or_more", "both_sides"):
            answer = hexes.sees(board, one, other, spine=spine)
            assert answer == hexes.sees(board, other, one, spine=spine)
            ends = [(-r, q + r) for q, r in (one, other)]
            assert answer == hexes.sees(turned, *ends, spine=spine)


def test_every_hex_on_a_line_lies_on_a_shortest_path() -> None:
    for end in itertools.product(range(-7, 8), range(8)):
        touched = hexes.crossed(ORIGIN, end) + [place for pair in hexes.flanks(ORIGIN, end) for place in pair]
        whole = hexes.distance(ORIGIN, end)
        assert all(hexes.distance(ORIGIN, place) + hexes.distance(place, end) == whole for place in touched)
