"""Squares: what obstructs the line between two bases. By hand, and against an oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest

import enfilade as ef
from enfilade.core.board.footprint import Footprint
from enfilade.core.engine.arena import row
from enfilade.core.relations.sight.many import Block, open_survey
from enfilade.core.relations.sight.obstruction import terrain_obstructs
from tests.oracles import squares as oracle
from tests.relations.square_boards import board, random_base, random_sighting

Base = tuple[int, int, int]


def obstructing(text: str) -> list[tuple[int, int]]:
    """The cells that obstruct between A and B on a text board, the same from both."""
    heights, a, b = board(text).pair
    found = ef.sight_between(heights, a, b).obstructed_by
    assert ef.sight_between(heights, b, a).obstructed_by == found
    return list(found)


@pytest.mark.rule("MECH-1.1.4b", "MECH-1.1.4d", "MECH-D3")
@pytest.mark.parametrize(
    ("a", "b", "thing", "expected"),
    [
        ((0, 0, 1), (4, 0, 1), (2, 0, 1), True),
        ((0, 0, 1), (4, 0, 1), (2, 1, 1), False),
        ((0, 0, 1), (4, 0, 1), (5, 0, 1), False),
        ((0, 0, 1), (2, 2, 1), (1, 0, 1), True),
        ((0, 0, 1), (2, 2, 1), (2, 0, 1), False),
        ((0, 0, 1), (1, 1, 1), (1, 0, 1), True),
        ((0, 0, 1), (1, 0, 1), (0, 1, 1), False),
        ((0, 0, 3), (5, 1, 1), (4, 0, 1), True),
        ((0, 0, 3), (3, 1, 1), (3, 0, 1), True),
        ((0, 0, 3), (4, 1, 1), (3, 0, 1), True),
        ((0, 0, 2), (6, 0, 2), (2, 1, 3), True),
        ((0, 0, 2), (6, 0, 2), (2, 2, 3), False),
    ],
    ids=[
        "between",
        "along the side",
        "behind",
        "beside the diagonal, within the hull",
        "touched by the edge of the hull at a corner",
        "at the corner of touching bases",
        "touching bases have nothing between them",
        "within the slanted edge of a large base",
        "beside a small base at a large one",
        "within the slanted edge by half a cell",
        "one row of a large object",
        "a large object along the side",
    ],
)
def test_obstruction_is_a_matter_of_lines_through_the_inside(a: Base, b: Base, thing: Base, expected: bool) -> None:
    assert ef.obstructed_by(a, b, thing) is ef.obstructed_by(b, a, thing) is expected


@pytest.mark.rule("MECH-1.1.4e", "MECH-D3")
def test_nothing_obstructs_when_one_of_the_two_is_at_high_altitude() -> None:
    assert not ef.obstructed_by((0, 0, 1), (4, 0, 1), (2, 0, 1), high_altitude=True)


@pytest.mark.rule("MECH-D3", "MECH-1.1.4b")
def test_terrain_of_any_height_obstructs_whether_it_blocks_or_not() -> None:
    assert obstructing("A1.2#B") == [(1, 0), (3, 0), (4, 0)]
    assert obstructing("A.... .1.1. ....B") == [(1, 1), (3, 1)]
    assert obstructing("A...B 12#21") == []


@pytest.mark.rule("MECH-D3")
def test_terrain_behind_or_beside_the_bases_does_not_obstruct() -> None:
    assert obstructing("1111111 1A...B1 1111111") == []


@pytest.mark.rule("MECH-D3")
def test_what_lies_under_a_base_does_not_obstruct() -> None:
    heights = np.full((3, 7), 1)
    heights[:, 3:5] = 0
    assert ef.sight_between(heights, (0, 0, 3), (5, 1, 1)).obstructed_by == ((5, 0), (5, 2))
    assert ef.sight_between(heights, (0, 1, 1), (6, 1, 1)).obstructed_by == ((1, 1), (2, 1), (5, 1))


@pytest.mark.rule("MECH-D3", "MECH-1.1.4b", "MECH-1.1.4d")
def test_objects_of_all_sizes_agree_with_the_oracle() -> None:
    chance = random.Random(3)
    for _ in range(2500):
        a, b, thing = (random_base(chance, 9, 9) for _ in range(3))
        assert ef.obstructed_by(a, b, thing) == oracle.obstructs(a, b, oracle.square(thing)), (a, b, thing)


@pytest.mark.rule("MECH-D3")
@pytest.mark.parametrize("density", [0.02, 0.2, 0.7])
def test_terrain_agrees_with_the_oracle(density: float) -> None:
    chance = random.Random(int(100 * density))
    for _ in range(120):
        heights, a, b = random_sighting(chance, 11, density)
        expected = oracle.obstructing_cells(heights, a, b)
        assert list(ef.sight_between(heights, a, b).obstructed_by) == expected, (heights, a, b)
        block = Block(np.array(heights) > 0, np.zeros((0, 3), np.int64))
        terrain = open_survey(row(block.data, 0), block.numbers).walls
        assert terrain_obstructs(terrain, Footprint(*a), Footprint(*b)) == bool(expected), (heights, a, b)
