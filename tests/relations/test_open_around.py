"""Adjacency and ways around walls: by hand, as the oracle says, and the same wherever they lie."""

from __future__ import annotations

import random

import pytest

from enfilade import Base, Obstacle, ground_adjacent, ground_distance, ground_within
from tests.oracles import open_ground as oracle
from tests.relations.open_scenes import (
    MOTIONS,
    SCALES,
    Point,
    Scale,
    any_base,
    as_oracle,
    base_after,
    clear_walls,
    place,
    round_base,
    turn,
    wall_after,
)

CASES = 150


def block(west: int, north: int, east: int, south: int, kind: str = "wall") -> Obstacle:
    """An upright rectangle."""
    return Obstacle(((west, north), (east, north), (east, south), (west, south)), kind)


@pytest.mark.rule("SKIR-2.5", "SKIR-D14")
def test_adjacent_is_below_one_step_from_edge_to_edge() -> None:
    own = Base(1000, 1000)
    assert ground_adjacent(own, Base(1199, 1000))
    assert not ground_adjacent(own, Base(1200, 1000))
    assert ground_adjacent(own, Base(1100, 1000))
    assert not ground_adjacent(own, Base(1100, 1000), measure="centres")
    assert ground_adjacent(own, Base(1099, 1000), measure="centres")


@pytest.mark.rule("SKIR-2.5", "SKIR-D14")
@pytest.mark.parametrize(
    ("wall", "adjacent"),
    [
        (block(1060, 900, 1070, 1100), False),  # across the line
        (block(1060, 900, 1070, 1000), False),  # its corner on the line
        (block(1060, 900, 1070, 999), True),  # short of the line
        (Obstacle(((1060, 900), (1140, 900), (1100, 1000))), False),  # a tip that touches the line
        (block(1060, 900, 1070, 1100, "ditch"), True),
        (block(1149, 900, 1160, 1100), False),  # under the other base, from its edge on
        (block(1150, 900, 1160, 1100), True),  # under it, within its edge: the line ends before
        (block(1010, 900, 1050, 1100), False),
        (block(1010, 900, 1049, 1100), True),
    ],
)
def test_a_wall_between_two_bases_ends_adjacency(wall: Obstacle, adjacent: bool) -> None:
    own, other = Base(1000, 1000), Base(1199, 1000)  # edges at 1050 and 1149
    assert ground_adjacent(own, other, [wall]) is adjacent
    assert ground_adjacent(other, own, [wall]) is adjacent
    for motion in MOTIONS.values():
        moved = base_after(motion, own), base_after(motion, other)
        assert ground_adjacent(*moved, [wall_after(motion, wall)]) is adjacent


@pytest.mark.rule("SKIR-D14")
def test_a_line_between_edges_at_no_whole_place_is_cut_off_exactly() -> None:
    own, other = Base(1000, 1000), Base(1110, 1110)  # edges at 1035.36 and 1074.64 on the diagonal
    for tip, adjacent in ((1035, True), (1036, False), (1074, False), (1075, True)):
        wall = Obstacle(((tip, tip), (tip - 20, tip + 20), (tip + 10, tip + 20)))
        beyond = Obstacle(((tip, tip), (tip + 20, tip + 20), (tip + 20, tip + 25)))
        before = Obstacle(((tip, tip), (tip - 20, tip - 20), (tip - 20, tip - 25)))
        assert ground_adjacent(own, other, [wall]) is adjacent, tip
        assert ground_adjacent(own, other, [beyond]) is (tip > 1074), tip
        assert ground_adjacent(own, other, [before]) is (tip < 1036), tip


@pytest.mark.rule("SKIR-D14", "SKIR-1.3")
def test_a_line_to_the_side_of_an_oblique_long_base_is_cut_off_exactly() -> None:
    horse, other = Base(1000, 1000, 80, 100, 100), Base(1160, 1000)
    # From (1160, 1000) to (1080, 1080) on the core; edges 35.36 from the one and 28.28 from the other, on each axis.
    for off, adjacent in ((35, True), (36, False), (51, False), (52, True)):
        x, y = 1160 - off, 1000 + off
        wall = Obstacle(((x, y), (x + 10, y + 20), (x + 20, y + 10)))
        assert ground_adjacent(horse, other, [wall]) is adjacent, off
        assert ground_adjacent(other, horse, [wall]) is adjacent, off


@pytest.mark.rule("SKIR-X3")
def test_long_bases_side_by_side_are_adjacent_past_a_wall_at_one_end_of_their_cores() -> None:
    own, other = Base(1000, 1000, 60, 0, 200), Base(1100, 1000, 60, 0, 200)
    north, south = block(1040, 790, 1060, 810), block(1040, 1190, 1060, 1210)
    assert ground_adjacent(own, other, [north])
    assert ground_adjacent(own, other, [south])
    assert not ground_adjacent(own, other, [north, south])
    assert ground_adjacent(own, Base(1100, 1100, 60, 0, 200), [north, south])


@pytest.mark.rule("SKIR-X3", "SKIR-D14")
def test_bases_that_overlap_have_nothing_between_them() -> None:
    wall = block(900, 900, 1300, 1100)
    assert ground_adjacent(Base(1000, 1000), Base(1090, 1000), [wall])
    assert ground_adjacent(Base(1000, 1000), Base(1100, 1000), [wall])
    assert not ground_adjacent(Base(1000, 1000), Base(1101, 1000), [wall])
    assert ground_adjacent(Base(1000, 1000, 10, 100, 0), Base(1000, 1000, 10, 0, 100), [wall])


@pytest.mark.rule("SKIR-2.2", "SKIR-D16", "SKIR-D2", "SKIR-X2")
def test_a_distance_leads_around_the_nearer_end_of_a_wall() -> None:
    own, other = Base(100, 300), Base(400, 300)
    wall = block(200, 0, 300, 400)
    # to (200, 400): 141.42 - 50; 100 along the wall; as much again: 91 + 100 + 91
    assert ground_distance(own, other, [wall]) == ground_distance(other, own, [wall]) == 282
    assert ground_distance(own, other, [wall], measure="centres") == 141 + 100 + 141
    assert ground_distance(own, other, [block(200, 0, 300, 400, "ditch")]) == 200
    assert ground_within(own, other, 2, [wall])
    assert not ground_within(own, other, 1, [wall])


@pytest.mark.rule("SKIR-D16")
def test_no_way_leads_by_the_corners_of_ditches() -> None:
    own, other = Base(100, 300), Base(400, 300)
    wall = block(200, 0, 300, 400)
    for ditch in (block(290, 390, 310, 410, "ditch"), block(150, 300, 250, 410, "ditch")):
        assert ground_distance(own, other, [ditch, wall]) == 282
    assert ground_distance(own, other, [block(0, 0, 10, 10, "ditch")]) == 200


@pytest.mark.rule("SKIR-2.2", "SKIR-D16")
def test_a_distance_along_a_wall_is_straight_and_through_its_corner_as_well() -> None:
    wall = block(200, 100, 300, 300)
    assert ground_distance(Base(100, 300), Base(400, 300), [wall]) == 200
    assert ground_distance(Base(100, 301, 60), Base(400, 301, 60), [wall]) == 240
    assert ground_distance(Base(100, 200), Base(300, 400), [wall]) == 182  # through (200, 300): 282.84 - 100


@pytest.mark.rule("SKIR-D16")
def test_there_is_no_way_out_of_a_ring_of_walls_that_overlap() -> None:
    ring = [block(0, 0, 600, 110), block(0, 490, 600, 600), block(0, 0, 110, 600), block(490, 0, 600, 600)]
    inside, outside = Base(300, 300), Base(900, 300)
    assert ground_distance(inside, outside, ring) is None
    assert ground_distance(inside, Base(300, 400, 20), ring) is not None
    assert not ground_within(inside, outside, 10_000, ring)
    assert ground_distance(inside, outside, ring[:3]) == 500


@pytest.mark.rule("SKIR-D16")
def test_a_way_of_many_legs_is_the_sum_of_legs_each_rounded_down() -> None:
    # Three walls: over the first, under the second, over the third.
    walls = [block(200, 1100, 210, 2900), block(400, 0, 410, 1500), block(600, 1100, 610, 2900)]
    own, other = Base(100, 1400), Base(710, 1400)
    # 316.2 - 50, 10, (210, 1100) to (400, 1500): 442.8, 10, 442.8, 10, 316.2 - 50
    expected = 266 + 10 + 442 + 10 + 442 + 10 + 266
    assert oracle.length_around(as_oracle(own), as_oracle(other), [wall.corners for wall in walls]) == expected
    assert ground_distance(own, other, walls) == expected


@pytest.mark.rule("SKIR-D14", "SKIR-2.5", "SKIR-1.3")
@pytest.mark.parametrize("grid", [1, 10])
def test_random_neighbours_are_adjacent_when_the_oracle_says_so(grid: int) -> None:
    rng = random.Random(f"adjacent {grid}")
    seen = {True: 0, False: 0}
    for _ in range(CASES * 4):
        first, second = (any_base(rng, Scale(400, 700, grid)) for _ in range(2))
        ours, theirs = as_oracle(first), as_oracle(second)
        if is_side_by_side(first, second) or not oracle.closer_than(ours, theirs, 100) or oracle.overlap(ours, theirs):
            continue
        x, y = (first.x + second.x) // 20 * 10, (first.y + second.y) // 20 * 10
        slivers = [sliver(rng, x, y, grid) for _ in range(4)]
        walls = [Obstacle(it) for it in slivers if not any(oracle.overlaps_obstacle(b, it) for b in (ours, theirs))]
        expected = oracle.adjacent(ours, theirs, [wall.corners for wall in walls])
        assert ground_adjacent(first, second, walls) == expected, (first, second, walls)
        seen[expected] += bool(walls)
    assert min(seen.values()) > 15, seen


def sliver(rng: random.Random, x: int, y: int, grid: int) -> tuple[Point, ...]:
    """A small triangle near a place."""
    near = Scale(-50, 50, grid)
    while True:
        corners = [place(rng, near) for _ in range(3)]
        if turn(*corners) != 0:
            return tuple((x + dx, y + dy) for dx, dy in corners)


def is_side_by_side(first: Base, second: Base) -> bool:
    """Whether both are long and parallel, so that more lines may be shortest than those from the ends of cores."""
    both = any((first.half_x, first.half_y)) and any((second.half_x, second.half_y))
    return both and first.half_x * second.half_y == first.half_y * second.half_x


@pytest.mark.rule("SKIR-D16", "SKIR-2.2", "SKIR-D2")
@pytest.mark.parametrize("measure", ["edges", "centres"])
@pytest.mark.parametrize("scale", SCALES)
def test_random_round_bases_are_as_far_around_walls_as_the_oracle_says(scale: Scale, measure: str) -> None:
    rng = random.Random(f"around {scale} {measure}")
    around = 0
    for _ in range(CASES):
        first, second = round_base(rng, scale), round_base(rng, scale)
        walls = clear_walls(rng, scale, 5, first, second)
        outlines = [wall.corners for wall in walls]
        expected = oracle.length_around(as_oracle(first), as_oracle(second), outlines, measure)
        assert ground_distance(first, second, walls, measure=measure) == expected, (first, second, walls)
        around += expected != oracle.gap(as_oracle(first), as_oracle(second), measure)
    assert around > CASES // 20


@pytest.mark.rule("SKIR-D16", "SKIR-2.2", "SKIR-1.3")
def test_random_long_bases_are_as_far_around_walls_as_the_oracle_says() -> None:
    rng = random.Random("around long bases")
    around = 0
    for _ in range(CASES):
        first, second = (any_base(rng, SCALES[0]) for _ in range(2))
        walls = clear_walls(rng, SCALES[0], 4, first, second)
        ours, theirs, outlines = as_oracle(first), as_oracle(second), [wall.corners for wall in walls]
        length = ground_distance(first, second, walls)
        if oracle.cross_over(oracle.core(ours), oracle.core(theirs)):
            assert length == 0
            continue
        least = oracle.square_between(oracle.core(ours), oracle.core(theirs))
        shortest = [
            link
            for link in oracle.links(oracle.core(ours), oracle.core(theirs))
            if oracle.square_length(link) == least and oracle.is_clear(link, outlines)
        ]
        if shortest:
            assert length == oracle.gap(ours, theirs)
        else:
            assert length == oracle.length_around(ours, theirs, outlines, straight_when_clear=False)
            around += 1
    assert around > CASES // 20


@pytest.mark.rule("SKIR-D16", "SKIR-D14")
@pytest.mark.parametrize("name", [*MOTIONS])
def test_ways_and_neighbours_are_the_same_both_ways_and_wherever_the_ground_is_turned(name: str) -> None:
    rng = random.Random(name)
    for _ in range(60):
        scale = rng.choice(SCALES)
        first, second = any_base(rng, scale), any_base(rng, scale)
        walls = clear_walls(rng, scale, 3, first, second)
        moved = base_after(MOTIONS[name], first), base_after(MOTIONS[name], second)
        moved_walls = [wall_after(MOTIONS[name], wall) for wall in walls]
        length = ground_distance(first, second, walls)
        assert ground_distance(second, first, walls[::-1]) == length
        assert ground_distance(*moved, moved_walls) == length
        assert ground_adjacent(*moved, moved_walls) == ground_adjacent(second, first, walls)
