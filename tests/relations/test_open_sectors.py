"""Sectors on open ground: by hand, as the oracle says, by angles, and the same wherever the ground is turned."""

from __future__ import annotations

import itertools
import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade import Sector, sector
from tests.oracles import open_ground as oracle

Vector = tuple[int, int]
NORTH = (0, -1)
FAR = 32_767
RESTS = ("rear", "sides")


@pytest.mark.rule("SKIR-3.1", "SKIR-3.5", "SKIR-3.6", "SKIR-3.7", "SKIR-D3")
@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        ((0, -500), Sector.FRONT),
        ((173, -100), Sector.FRONT),  # 59.97 degrees
        ((174, -100), Sector.RIGHT),  # 60.11
        ((-173, -100), Sector.FRONT),
        ((-174, -100), Sector.LEFT),
        ((100, 0), Sector.RIGHT),
        ((-100, 0), Sector.LEFT),
        ((174, 100), Sector.RIGHT),  # 119.89
        ((173, 100), Sector.REAR),  # 120.03
        ((-174, 100), Sector.LEFT),
        ((-173, 100), Sector.REAR),
        ((0, 500), Sector.REAR),
        ((0, 0), Sector.FRONT),
    ],
)
def test_a_front_of_120_degrees_has_sides_of_60_and_a_rear_of_120(offset: Vector, expected: Sector) -> None:
    assert sector(NORTH, offset) is expected
    assert sector((0, -FAR), offset) is expected
    east = (-offset[1], offset[0])
    assert sector((1, 0), east) is expected


@pytest.mark.rule("SKIR-3.2", "SKIR-D3")
@pytest.mark.parametrize(
    ("offset", "rear", "sides"),
    [
        ((100, 0), Sector.FRONT, Sector.FRONT),
        ((174, 100), Sector.FRONT, Sector.FRONT),
        ((173, 100), Sector.REAR, Sector.RIGHT),
        ((-173, 100), Sector.REAR, Sector.LEFT),
        ((0, 100), Sector.REAR, Sector.RIGHT),
        ((0, 0), Sector.FRONT, Sector.FRONT),
    ],
)
def test_behind_a_front_of_240_degrees_is_rear_or_sides(offset: Vector, rear: Sector, sides: Sector) -> None:
    assert sector(NORTH, offset, 240) is rear
    assert sector(NORTH, offset, 240, wide_front_rest="rear") is rear
    assert sector(NORTH, offset, 240, wide_front_rest="sides") is sides


@pytest.mark.rule("SKIR-3.2", "SKIR-D3")
def test_all_is_front_of_one_who_sees_all_round() -> None:
    for x, y, rest in itertools.product((-7, 0, 7), (-7, 0, 7), RESTS):
        assert sector(NORTH, (x, y), 360, wide_front_rest=rest) is Sector.FRONT


@pytest.mark.rule("SKIR-3.5", "SKIR-3.7")
@pytest.mark.parametrize("times", [1, 4, 31])
def test_the_best_fractions_next_to_a_ray_fall_on_their_own_side_of_it(times: int) -> None:
    # Continued fractions of the root of 3, below and above it by turns.
    for east, north in ((1, 1), (2, 1), (5, 3), (7, 4), (19, 11), (26, 15), (265, 153), (362, 209), (989, 571)):
        ahead = east * east < 3 * north * north
        offset = (east * times, -north * times)
        assert sector(NORTH, offset) is (Sector.FRONT if ahead else Sector.RIGHT)
        behind = (east * times, north * times)
        assert sector(NORTH, behind) is (Sector.REAR if ahead else Sector.RIGHT)
        assert sector(NORTH, behind, 240) is (Sector.REAR if ahead else Sector.FRONT)


AXIS = st.integers(-FAR, FAR)
FACING = st.tuples(AXIS, AXIS).filter(any)
OFFSET = st.tuples(AXIS, AXIS)
FRONT = st.sampled_from([120, 240, 360])
REST = st.sampled_from(RESTS)


def as_oracle_says(facing: Vector, offset: Vector, front: int, rest: str) -> set[Sector]:
    """The sectors that the oracle allows: it leaves open on which side straight behind is."""
    found = oracle.sector((0, 0), facing, offset, front, rest)
    if found != "side":
        return {Sector(found)}
    hand = oracle.hand((0, 0), facing, offset)
    return {Sector(hand)} if hand else {Sector.LEFT, Sector.RIGHT}


@pytest.mark.rule("SKIR-D3")
@given(FACING, OFFSET, FRONT, REST)
def test_random_places_are_in_the_sector_that_the_oracle_says(
    facing: Vector, offset: Vector, front: int, rest: str
) -> None:
    assert sector(facing, offset, front, wide_front_rest=rest) in as_oracle_says(facing, offset, front, rest)


@pytest.mark.rule("SKIR-D3", "SKIR-3.5", "SKIR-3.6", "SKIR-3.7")
def test_all_small_places_are_in_the_sector_that_the_oracle_says() -> None:
    around = [(x, y) for x in range(-5, 6) for y in range(-5, 6)]
    for facing, offset in itertools.product(around[::3], around):
        if facing != (0, 0):
            assert sector(facing, offset) in as_oracle_says(facing, offset, 120, "rear")


@pytest.mark.rule("SKIR-D3")
def test_places_at_the_bound_are_in_the_sector_that_the_oracle_says() -> None:
    ends = (-FAR, 1 - FAR, 0, FAR - 1, FAR)
    places = [(x, y) for x in ends for y in ends]
    for facing, offset in itertools.product(places, repeat=2):
        for front, rest in itertools.product((120, 240), RESTS):
            if facing != (0, 0):
                found = sector(facing, offset, front, wide_front_rest=rest)
                assert found in as_oracle_says(facing, offset, front, rest)


def test_sectors_are_those_of_angles_where_these_are_plain() -> None:
    rng = random.Random("angles")
    for _ in range(2000):
        facing, offset = ((rng.randint(-900, 900), rng.randint(1, 900)) for _ in range(2))
        turned = math.degrees(math.atan2(offset[1], offset[0]) - math.atan2(facing[1], facing[0]))
        angle = (turned + 180) % 360 - 180
        if min(abs(abs(angle) - ray) for ray in (0, 60, 120, 180)) < 1e-6:
            continue
        side = Sector.RIGHT if angle > 0 else Sector.LEFT
        expected = Sector.FRONT if abs(angle) < 60 else side if abs(angle) < 120 else Sector.REAR
        assert sector(facing, offset) is expected


MIRRORED = {Sector.LEFT: Sector.RIGHT, Sector.RIGHT: Sector.LEFT, Sector.FRONT: Sector.FRONT, Sector.REAR: Sector.REAR}


@given(FACING, OFFSET, FRONT, REST)
def test_a_quarter_turn_changes_no_sector_and_a_mirror_changes_hands(
    facing: Vector, offset: Vector, front: int, rest: str
) -> None:
    found = sector(facing, offset, front, wide_front_rest=rest)
    turned = sector((-facing[1], facing[0]), (-offset[1], offset[0]), front, wide_front_rest=rest)
    assert turned is found
    if facing[0] * offset[1] != facing[1] * offset[0]:
        mirrored = sector((-facing[0], facing[1]), (-offset[0], offset[1]), front, wide_front_rest=rest)
        assert mirrored is MIRRORED[found]
