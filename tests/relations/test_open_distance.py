"""Bases and straight distances on open ground: by hand, as the oracle says, and the same wherever they lie."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade import Base, bases_overlap, bases_touch, ground_distance, ground_steps, ground_within
from enfilade.core.relations.open_ground.roots import (
    compare_fractions,
    compare_with_root,
    integer_root,
    sign_of_sum,
)
from tests.oracles import open_ground as oracle
from tests.oracles.roots import root, sign
from tests.relations.open_scenes import EDGE, MOTIONS, SCALES, Scale, any_base, as_oracle, base_after

CASES = 700


@pytest.mark.rule("SKIR-1.2", "SKIR-D1", "SKIR-1.5")
def test_round_bases_by_size_are_so_many_hundredths_across() -> None:
    sizes = {size: Base.sized(size, 1000, 1000).diameter for size in ("small", "medium", "large", "huge")}
    assert sizes == {"small": 93, "medium": 100, "large": 140, "huge": 240}
    assert sizes["small"] == round(Fraction(1900, 2050) * sizes["medium"])  # coins of 19 and 20.5 mm


@pytest.mark.rule("SKIR-1.3", "SKIR-1.1")
def test_a_long_base_by_its_ends_faces_the_first_of_them() -> None:
    assert Base.between((560, 380), (440, 220), 80) == Base(500, 300, 80, half_x=60, half_y=80)
    assert Base.between((500, 300), (500, 300), 80) == Base(500, 300, 80)


@pytest.mark.rule("SKIR-1.3", "SKIR-D2")
@pytest.mark.parametrize(
    ("other", "hundredths"),
    [
        (Base(500, 500), 110),  # beside the core: 200 - 50 - 40
        (Base(560, 500), 110),  # beside its end
        (Base(760, 300), 110),  # ahead of it: 260 - 60 - 50 - 40
        (Base(680, 460), 110),  # 120 east and 160 south of its end: 200 - 50 - 40
        (Base(500, 500, 40, 0, 100), 40),  # another long one, at right angles: 100 - 40 - 20
        (Base(500, 300, 40, 0, 100), 0),  # one across it
    ],
)
def test_distances_of_a_long_base_are_from_its_nearest_side_or_end(other: Base, hundredths: int) -> None:
    horse = Base(500, 300, 80, half_x=60)
    assert ground_distance(horse, other) == ground_distance(other, horse) == hundredths


@pytest.mark.rule("SKIR-2.1", "SKIR-2.3", "SKIR-D2")
@pytest.mark.parametrize(
    ("x", "hundredths", "steps"),
    [(100, 0, 0), (150, 0, 0), (199, 0, 0), (200, 0, 0), (299, 99, 0), (300, 100, 1), (399, 199, 1), (400, 200, 2)],
)
def test_fractions_of_a_step_are_ignored(x: int, hundredths: int, steps: int) -> None:
    own, other = Base(100, 300), Base(x, 300)
    assert ground_distance(own, other) == max(hundredths, 0)
    assert ground_steps(own, other) == steps


@pytest.mark.rule("SKIR-2.4")
def test_within_two_steps_is_below_three() -> None:
    own = Base(100, 300)
    assert ground_within(own, Base(499, 300), 2)
    assert not ground_within(own, Base(500, 300), 2)
    assert ground_within(own, Base(500, 300), 3)


@pytest.mark.rule("SKIR-D2")
def test_half_hundredths_of_odd_diameters_are_neither_lost_nor_added() -> None:
    small, medium = Base.sized("small", 1000, 1000), Base(1150, 1000)
    assert ground_distance(small, medium) == 53  # 150 - 46.5 - 50
    assert ground_distance(small, Base.sized("small", 1150, 1000)) == 57  # 150 - 93
    assert ground_distance(small, medium, measure="centres") == 150


@pytest.mark.rule("SKIR-1.4", "SKIR-D8")
def test_bases_that_touch_do_not_overlap_and_a_hundredth_makes_the_difference() -> None:
    small = Base.sized("small", 1000, 1000)
    assert bases_touch(small, Base(1060, 1080, 107))  # 46.5 + 53.5 = 100
    assert not bases_overlap(small, Base(1060, 1080, 107))
    assert bases_overlap(small, Base(1060, 1079, 107))
    assert not bases_touch(small, Base(1060, 1081, 107))
    horse = Base(1000, 1000, 100, 300, 400)
    touching = Base(1000 + 80, 1000 - 60)  # 100 from the core
    assert bases_touch(horse, touching)
    assert bases_overlap(horse, Base(1080, 941))


@pytest.mark.rule("SKIR-2.2", "SKIR-D2", "SKIR-1.4", "SKIR-1.3")
@pytest.mark.parametrize("scale", SCALES)
def test_random_bases_are_as_far_apart_as_the_oracle_says(scale: Scale) -> None:
    rng = random.Random(f"distance {scale}")
    touching = 0
    for _ in range(CASES):
        first, second = any_base(rng, scale), any_base(rng, scale)
        ours, theirs = as_oracle(first), as_oracle(second)
        assert ground_distance(first, second) == oracle.gap(ours, theirs), (first, second)
        assert ground_distance(first, second, measure="centres") == oracle.gap(ours, theirs, "centres")
        assert ground_steps(first, second) == oracle.gap_steps(ours, theirs)
        assert bases_overlap(first, second) == oracle.overlap(ours, theirs), (first, second)
        assert bases_touch(first, second) == oracle.touch(ours, theirs), (first, second)
        touching += bases_touch(first, second)
    assert touching > 0 or scale.grid == 1


COORDINATE = st.integers(200, EDGE - 200)
HALF = st.integers(-200, 200)
BASE = st.builds(Base, COORDINATE, COORDINATE, st.integers(1, 16_383), HALF, HALF)


@given(BASE, BASE, st.sampled_from([*MOTIONS]), st.sampled_from(["edges", "centres"]))
def test_distances_are_symmetric_and_the_same_wherever_the_ground_is_turned(
    first: Base, second: Base, name: str, measure: str
) -> None:
    length = ground_distance(first, second, measure=measure)
    assert ground_distance(second, first, measure=measure) == length
    moved = base_after(MOTIONS[name], first), base_after(MOTIONS[name], second)
    assert ground_distance(*moved, measure=measure) == length
    assert bases_touch(*moved) == bases_touch(first, second)
    assert bases_overlap(*moved) == bases_overlap(first, second)


ENDS = st.sampled_from([0, EDGE])


@given(*[st.tuples(ENDS, ENDS)] * 4, st.sampled_from([93, 16_383]))
def test_long_bases_between_the_corners_of_the_ground_are_measured_exactly(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int], diameter: int
) -> None:
    def inside(point: tuple[int, int]) -> tuple[int, int]:
        return min(point[0], EDGE - 1), min(point[1], EDGE - 1)  # an even number between them

    first, second = Base.between(inside(a), inside(b), diameter), Base.between(inside(c), inside(d), 16_383)
    cores = [((end), (other)) for end, other in ((inside(a), inside(b)), (inside(c), inside(d)))]
    square = oracle.square_between(*cores)
    expected = oracle.whole_beyond(square, Fraction(diameter + 16_383, 2))
    assert ground_distance(first, second) == expected


@given(st.integers(0, 2**62 - 1))
def test_the_root_of_a_whole_number_is_rounded_down(square: int) -> None:
    assert integer_root(square) ** 2 <= square < (integer_root(square) + 1) ** 2


@given(st.integers(0, 2**31 - 2), st.integers(-1, 1))
def test_roots_next_to_squares_are_exact(whole: int, off: int) -> None:
    square = max(whole * whole + off, 0)
    assert integer_root(square) ** 2 <= square < (integer_root(square) + 1) ** 2


WIDE = st.integers(0, 2**62 - 1)
NARROW = st.integers(1, 2**31)
SQUARE = st.integers(1, 2**59)


@given(WIDE, NARROW, SQUARE)
def test_a_fraction_is_compared_with_a_root_exactly(over: int, under: int, square: int) -> None:
    assert compare_with_root(over, under, square) == sign(Fraction(over, under) - root(square))


@given(NARROW, st.integers(1, 2**29), st.integers(-1, 1))
def test_a_fraction_next_to_a_root_is_compared_exactly(under: int, whole: int, off: int) -> None:
    for over in (under * whole + off, under * whole):
        assert compare_with_root(over, under, whole * whole) == sign(Fraction(over, under) - whole)
        near = whole * whole + off
        assert compare_with_root(over, under, near) == sign(Fraction(over, under) - root(near))


@given(st.integers(-(2**62), 2**62), st.integers(-(2**31), 2**31), SQUARE)
def test_the_sign_of_a_sum_with_a_root_is_exact(number: int, times: int, square: int) -> None:
    assert sign_of_sum(number, times, square) == sign(number + times * root(square))


@given(WIDE, NARROW, WIDE, NARROW, st.integers(1, 2**30))
def test_fractions_are_compared_exactly(over: int, under: int, other: int, other_under: int, factor: int) -> None:
    expected = sign(Fraction(over, under) - Fraction(other, other_under))
    assert compare_fractions(over, under, other, other_under) == expected
    assert compare_fractions(under, other_under, under * factor, other_under) == (0 if factor == 1 else -1)
    assert compare_fractions(under * factor, other_under, under * factor, other_under) == 0
