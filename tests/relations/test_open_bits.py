"""No number on open ground leaves 63 bits, with coordinates and diameters at their bounds."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from enfilade.components.record import Table
from enfilade.core.relations.open_ground import around, distance, obstacles, outlines, sectors, sweep
from enfilade.core.relations.open_ground.bases import COORDINATE_MAX, DIAMETER_MAX, Base, core_of
from tests.relations.open_scenes import hull

LIMIT = 2**63


class Word(int):
    """An integer that must stay within 63 bits and a sign, as do all that are computed from it."""


def checked(name: str) -> Callable[..., Any]:
    """An operation of ``Word``."""
    plain = getattr(int, name)

    def operation(self: int, *others: int) -> Any:
        found = plain(self, *others)
        if found is NotImplemented or isinstance(found, bool):
            return found
        assert -LIMIT <= found < LIMIT, f"{self} {name} {others} is {found}"
        return Word(found)

    return operation


for sign in ("add", "sub", "mul", "floordiv", "mod"):
    setattr(Word, f"__{sign}__", checked(f"__{sign}__"))
    setattr(Word, f"__r{sign}__", checked(f"__r{sign}__"))
for sign in ("neg", "abs"):
    setattr(Word, f"__{sign}__", checked(f"__{sign}__"))


def test_a_word_that_grows_too_large_is_noticed() -> None:
    edge = Word(2**62)
    assert type(edge + 1 - 1) is type(1 * edge) is Word
    for number, factor in ((edge, 2), (2, edge), (edge, Word(2)), (-edge, -3)):
        with pytest.raises(AssertionError, match=r"__ .* is "):
            print(number * factor)
    assert -edge - edge == -LIMIT


EXTREMES = (0, 1, COORDINATE_MAX // 2, COORDINATE_MAX - 1)


def extreme_base(rng: random.Random) -> Base:
    """A base with its ends at the bounds or near."""
    x, to_x, y, to_y = (rng.choice(EXTREMES) if rng.random() < 0.7 else rng.randrange(COORDINATE_MAX) for _ in range(4))
    half_x, half_y = abs(to_x - x) // 2 * rng.choice((-1, 1)), abs(to_y - y) // 2
    if rng.random() < 0.3:
        half_x = half_y = 0
    diameter = rng.choice((1, 93, DIAMETER_MAX))
    return Base(*map(Word, (min(x, to_x) + abs(half_x), min(y, to_y) + half_y, half_x, half_y, diameter)))


def along(rng: random.Random, centre: int, half: int) -> Word:
    """How far a base goes along an axis to a bound, its ends on the ground."""
    return Word(rng.choice((abs(half), COORDINATE_MAX - abs(half))) - centre)


def extreme_ground(rng: random.Random) -> obstacles.Ground:
    """A triangle or quadrilateral with corners at the bounds or near."""
    near = (0, 1, 2, 16_000, COORDINATE_MAX - 2, COORDINATE_MAX - 1, COORDINATE_MAX)
    corners: list[tuple[int, int]] = []
    while len(corners) < 3:
        corners = hull({(rng.choice(near), rng.choice(near)) for _ in range(4)})
    records, places = outlines.ground_records([outlines.Outline(corners, obstacles.WALL)])
    return obstacles.Ground(table_of(obstacles.Obstacle, records), table_of(obstacles.Corner, places))


def table_of(record: Any, records: Any) -> Table[Any]:
    """A table of these records."""
    return Table(memoryview(bytearray(records.tobytes())), 0, len(records), record)


@pytest.mark.rule("SKIR-D16")
def test_distances_ways_and_sweeps_of_the_largest_things_stay_in_63_bits() -> None:
    rng = random.Random("bits")
    results = set()
    for _ in range(400):
        first, second, ground = extreme_base(rng), extreme_base(rng), extreme_ground(rng)
        reached = table_of(around.Reached, np.zeros(len(ground.corners), around.Reached.dtype))
        leg = sweep.Leg(first, along(rng, first.x, first.half_x), along(rng, first.y, first.half_y))
        results.add(int(distance.straight_distance(first, second)))
        results.add(int(around.distance(ground, first, second, reached)))
        results.add(around.is_adjacent(ground, first, second))
        results.add(sweep.meets_base(leg, second))
        results.add(sweep.meets_obstacle(ground, ground.obstacles[0], leg))
    assert len(results) > 100


@pytest.mark.rule("SKIR-D16")
def test_cut_off_lines_past_the_largest_outlines_stay_in_63_bits() -> None:
    rng = random.Random("lines")
    found = set()
    for _ in range(3000):
        ground = extreme_ground(rng)
        core = core_of(extreme_base(rng))
        x, y = Word(rng.choice(EXTREMES)), Word(rng.choice(EXTREMES))
        for stretch in (distance.way_to(x, y, core), distance.way_between(x, y, core.x, core.y)):
            for passing in (obstacles.MAY_TOUCH, obstacles.MUST_MISS):
                diameter, end_diameter = rng.choice((1, DIAMETER_MAX)), rng.choice((1, DIAMETER_MAX))
                wall = ground.obstacles[0]
                in_way = obstacles.is_in_way(ground, wall, stretch, diameter, end_diameter, passing)
                found.add((stretch.under == 1, in_way))
    assert len(found) == 4


@pytest.mark.rule("SKIR-D3")
def test_sectors_of_the_longest_vectors_stay_in_63_bits() -> None:
    ends = [Word(end) for end in (-COORDINATE_MAX, -1, 0, 1, COORDINATE_MAX)]
    vectors = [(x, y) for x in ends for y in ends]
    found = {
        sectors.sector(*facing, *offset, front, rest)
        for facing, offset in itertools.product(vectors, repeat=2)
        if any(facing)
        for front in (120, 240)
        for rest in (0, 1)
    }
    assert found == {sectors.FRONT, sectors.LEFT, sectors.RIGHT, sectors.REAR}
