"""The oracle of open ground, on positions that a hand can work out."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from tests.oracles import open_ground as ground
from tests.oracles import roots
from tests.oracles.open_ground import Capsule, Obstacle, Round

MEDIUM = 100
SMALL = 93


def block(west: int, north: int, east: int, south: int) -> Obstacle:
    """An upright rectangle."""
    return ((west, north), (east, north), (east, south), (west, south))


def test_sums_of_roots_are_exact() -> None:
    assert roots.root(8) - 2 * roots.root(2) == 0
    assert roots.root(2) * roots.root(8) == 4
    assert roots.root(2) + roots.root(3) > Fraction(3146264, 1000000)
    assert roots.root(2) + roots.root(3) < Fraction(3146265, 1000000)
    assert roots.floor(100 * roots.root(2)) == 141
    assert roots.divide(1, 1 + roots.root(2)) == roots.root(2) - 1


def test_the_distance_between_round_bases_is_from_edge_to_edge_rounded_down() -> None:
    assert ground.gap(Round(0, 0, MEDIUM), Round(300, 400, MEDIUM)) == 400
    assert ground.gap(Round(0, 0, MEDIUM), Round(100, 100, MEDIUM)) == 41  # 141.42 - 100
    assert ground.gap(Round(0, 0, SMALL), Round(150, 0, MEDIUM)) == 53  # 150 - 96.5
    assert ground.gap(Round(0, 0, MEDIUM), Round(10, 0, MEDIUM)) == 0
    assert ground.gap(Round(0, 0, MEDIUM), Round(300, 400, MEDIUM), "centres") == 500
    assert ground.gap_steps(Round(0, 0, MEDIUM), Round(399, 0, MEDIUM)) == 2


def test_contact_is_exact_and_no_overlap() -> None:
    small, other = Round(0, 0, SMALL), Round(60, 80, 107)  # 46.5 + 53.5 = 100
    assert ground.touch(small, other)
    assert not ground.overlap(small, other)
    assert ground.overlap(small, Round(60, 79, 107))
    assert not ground.touch(small, Round(60, 81, 107))


def test_a_gap_of_exactly_one_step_is_not_adjacent_and_of_three_not_within_two() -> None:
    own = Round(0, 0, MEDIUM)
    assert ground.adjacent(own, Round(199, 0, MEDIUM))
    assert not ground.adjacent(own, Round(200, 0, MEDIUM))
    assert ground.adjacent(own, Round(100, 0, MEDIUM))
    assert not ground.adjacent(own, Round(100, 0, MEDIUM), measure="centres")
    assert ground.within_steps(own, Round(399, 0, MEDIUM), 2)
    assert not ground.within_steps(own, Round(400, 0, MEDIUM), 2)


def test_an_obstacle_on_the_shortest_segment_ends_adjacency() -> None:
    own, other = Round(0, 0, MEDIUM), Round(180, 0, MEDIUM)
    assert not ground.adjacent(own, other, [block(85, -10, 95, 10)])
    assert ground.adjacent(own, other, [block(85, 1, 95, 10)])
    assert not ground.adjacent(own, other, [block(85, 0, 95, 10)])
    assert ground.adjacent(own, other, [block(85, 0, 95, 10)], touching_blocks=False)


def test_a_capsule_measures_from_the_nearest_part_of_its_core() -> None:
    long = Capsule(0, 0, 600, 100, (3, 4))  # its core ends at (150, 200)
    assert ground.core(long)[1] == (150, 200)
    assert ground.gap(long, Round(300, 400, MEDIUM)) == 150
    assert ground.gap(long, Round(-160, 120, MEDIUM)) == 100  # straight beside its middle, at 200
    assert ground.touch(long, Round(-80, 60, MEDIUM))
    assert ground.gap(long, Round(300, 400, MEDIUM), "centres") == 500


def test_an_oblique_capsule_has_a_core_with_roots() -> None:
    long = Capsule(0, 0, 300, 100, (1, 1))  # its core ends at 100 / sqrt(2)
    # 200 ^ 2 + 100 ^ 2 - 2 * 100 * 200 / sqrt(2) = 21715.7, and the root is 147.36.
    assert ground.gap(long, Round(200, 0, MEDIUM)) == 47
    assert ground.touch(long, Capsule(60, -80, 100, 100, (1, 1))) is False
    assert ground.overlap(Capsule(0, 0, 300, 100, (1, 1)), Capsule(0, 0, 300, 100, (1, -1)))
    assert ground.gap(long, Capsule(200, -200, 300, 100, (-1, -1))) == 182  # 282.84 - 100


def test_between_parallel_capsules_one_clear_shortest_segment_is_enough() -> None:
    one, other = Capsule(0, 0, 500, 100, (1, 0)), Capsule(0, 150, 500, 100, (-1, 0))  # cores from -200 to 200
    assert ground.adjacent(one, other, [block(-100, 60, 100, 90)])
    assert not ground.adjacent(one, other, [block(-200, 60, 200, 90)])
    assert ground.adjacent(one, other, [block(-200, 60, 199, 90)])
    assert ground.adjacent(one, other, [block(-250, 60, -50, 90), block(50, 60, 250, 90)])
    assert not ground.adjacent(one, other, [block(-250, 60, 0, 90), block(0, 60, 250, 90)])
    oblique = Capsule(0, 0, 500, 100, (1, 1)), Capsule(75, -75, 500, 100, (1, 1))  # 6.07 apart
    assert ground.adjacent(*oblique, [((37, -38), (38, -38), (38, -37))])


def test_a_sweep_may_touch_and_may_not_overlap() -> None:
    path = [(0, 0), (500, 0)]
    assert ground.is_sweep_clear(path, MEDIUM, [Round(250, 100, MEDIUM)])
    assert not ground.is_sweep_clear(path, MEDIUM, [Round(250, 99, MEDIUM)])
    assert ground.is_sweep_clear(path, MEDIUM, obstacles=[block(200, 50, 300, 90)])
    assert not ground.is_sweep_clear(path, MEDIUM, obstacles=[block(200, 49, 300, 90)])
    assert ground.is_sweep_clear(path, MEDIUM, [Capsule(250, 200, 300, 100, (0, 1))])  # its core ends at (250, 100)
    assert not ground.is_sweep_clear(path, MEDIUM, [Capsule(250, 199, 300, 100, (0, -1))])
    assert ground.is_sweep_clear(path, MEDIUM, [Round(600, 0, MEDIUM)])
    assert not ground.is_sweep_clear(path, MEDIUM, [Round(599, 0, MEDIUM)])


def test_a_sweep_names_the_first_leg_that_is_blocked() -> None:
    path = [(0, 0), (300, 0), (300, 300), (0, 300)]
    assert ground.first_blocked_leg(path, MEDIUM, [Round(0, 390, MEDIUM)]) == 2
    assert ground.first_blocked_leg(path, MEDIUM, obstacles=[block(340, 100, 360, 200)]) == 1
    assert ground.first_blocked_leg([(0, 0)], MEDIUM, [Round(99, 0, MEDIUM)]) == 0
    assert ground.first_blocked_leg([(0, 0)], MEDIUM, [Round(100, 0, MEDIUM)]) is None
    assert ground.first_blocked_leg([(20, 20), (25, 25)], 10, obstacles=[block(0, 0, 100, 100)]) == 0


def test_each_leg_of_a_path_is_rounded_down() -> None:
    assert ground.path_length([(0, 0), (1, 1), (2, 2)]) == 2
    assert ground.path_length([(0, 0), (2, 2)]) == 2
    assert ground.path_length([(0, 0), (10, 10), (20, 20)]) == 28
    assert ground.path_length([(0, 0), (300, 400)]) == 500
    assert ground.path_length([(0, 0)]) == 0


def test_the_way_around_a_wall_goes_by_its_corners() -> None:
    wall = block(200, -100, 300, 100)
    one, other = Round(0, 0, MEDIUM), Round(500, 0, MEDIUM)
    # 223.607 - 50 is 173.6, twice, and 100 along the wall.
    assert ground.length_around(one, other, [wall]) == 173 + 100 + 173
    assert ground.length_around(one, other) == 400
    assert ground.length_around(one, other, [wall], "centres") == 223 + 100 + 223
    assert ground.length_around(one, other, [block(200, 0, 300, 100)]) == 400  # it runs along the side
    assert ground.within_steps(one, other, 4, [wall])
    assert not ground.within_steps(one, other, 3, [wall])


def test_half_radii_are_subtracted_before_a_leg_is_rounded() -> None:
    wall = block(200, -100, 300, 100)
    one, other = Round(0, 0, SMALL), Round(500, 0, SMALL)
    # 223.607 - 46.5 is 177.107; rounded first it is 223 + 100 + 223 - 93.
    assert ground.length_around(one, other, [wall]) == 177 + 100 + 177
    assert ground.length_around(one, other, [wall], radii_after_rounding=True) == 453
    # 141.421 - 96.5 is 44.92; rounded first it is 141 - 96.5.
    assert ground.length_around(Round(0, 0, SMALL), Round(100, 100, MEDIUM)) == 44
    assert ground.length_around(Round(0, 0, SMALL), Round(100, 100, MEDIUM), radii_after_rounding=True) == 44


def test_a_corner_beside_a_clear_straight_line_does_not_shorten_it() -> None:
    one, other, wall = Round(0, 0, SMALL), Round(400, 0, SMALL), block(200, 0, 300, 50)
    # 400 - 93. By the corner (200, 0) it would be 200 - 46.5, rounded down, twice.
    assert ground.length_around(one, other, [wall]) == 307
    assert ground.length_around(one, other, [wall], straight_when_clear=False) == 153 + 153
    assert ground.length_around(one, other, straight_when_clear=False) == 307


def test_a_base_shut_in_has_no_way_out() -> None:
    walls = [
        block(-200, -200, 200, -100),
        block(-200, 100, 200, 200),
        block(-200, -150, -100, 150),
        block(100, -150, 200, 150),
    ]
    assert ground.length_around(Round(0, 0, MEDIUM), Round(500, 0, MEDIUM), walls) is None
    assert not ground.within_steps(Round(0, 0, MEDIUM), Round(500, 0, MEDIUM), 99, walls)


@pytest.mark.parametrize(
    ("other", "narrow", "wide", "wide_with_sides"),
    [
        ((100, 0), "front", "front", "front"),
        ((100, 173), "front", "front", "front"),  # tan 60 is 1.73205
        ((100, 174), "side", "front", "front"),
        ((0, -100), "side", "front", "front"),
        ((-100, -174), "side", "front", "front"),
        ((-100, -173), "rear", "rear", "side"),
        ((-100, 0), "rear", "rear", "side"),
    ],
)
def test_sectors_of_a_creature_that_faces_east(
    other: ground.Place, narrow: str, wide: str, wide_with_sides: str
) -> None:
    own, facing = (7, 9), (5, 0)
    there = (own[0] + other[0], own[1] + other[1])
    assert ground.sector(own, facing, there) == narrow
    assert ground.sector(own, facing, there, 240) == wide
    assert ground.sector(own, facing, there, 240, "sides") == wide_with_sides
    assert ground.sector(own, facing, there, 360) == "front"


def test_the_right_hand_is_south_of_a_creature_that_faces_east() -> None:
    assert ground.hand((0, 0), (1, 0), (3, 5)) == "right"
    assert ground.hand((0, 0), (1, 0), (3, -5)) == "left"
    assert ground.hand((0, 0), (1, 0), (-3, 0)) == ""


def test_distances_agree_with_many_sampled_points() -> None:
    dice = random.Random(9)
    for _ in range(30):
        one, other = (
            Capsule(
                dice.randint(0, 500),
                dice.randint(0, 500),
                dice.randint(100, 400),
                100,
                (dice.randint(1, 5), dice.randint(-5, 5)),
            )
            for _ in range(2)
        )
        spines = []
        for base in (one, other):
            norm, half = math.hypot(*base.direction), (base.length - base.diameter) / 2
            unit = (base.direction[0] / norm, base.direction[1] / norm)
            shares = [step / 100 - 1 for step in range(201)]
            spines.append([(base.x + half * part * unit[0], base.y + half * part * unit[1]) for part in shares])
        sampled = min(math.dist(here, there) for here in spines[0] for there in spines[1]) - 100
        assert -1 <= max(0.0, sampled) - ground.gap(one, other) < 3
        assert ground.gap(one, other) == ground.gap(other, one)
