"""The kernels of open ground give the same compiled and interpreted, at the bound of coordinates as well."""

from __future__ import annotations

import itertools
import random
from typing import NamedTuple

import numpy as np
import pytest

from enfilade import Obstacle
from enfilade.components.record import Arena, Table
from enfilade.core.engine.arena import Bytes, row, table
from enfilade.core.engine.kernel import entry, kernel
from enfilade.core.relations.open_ground import around, bases, distance, obstacles, outlines, sectors, sweep
from enfilade.geometry.open_ground import KINDS
from tests.relations.open_scenes import EDGE, SCALES, WHOLE, Scale, any_base, outline, place

FOOTPRINT = bases.Footprint.dtype
OBSTACLE = obstacles.Obstacle.dtype
CORNER = obstacles.Corner.dtype
REACHED = around.Reached.dtype
BASES = 3
WALLS = 4
PLACES = 3
OTHERS_FROM = FOOTPRINT.itemsize
OBSTACLES_FROM = 96
CORNERS_FROM = 256
REACHED_FROM = 384
PATH_FROM = 512
SCENE_BYTES = 544
MANY = 1_000_003


class Scene(NamedTuple):
    """The tables of a scene."""

    ground: obstacles.Ground
    footprints: Table[bases.Footprint]
    others: Table[bases.Footprint]
    reached: Table[around.Reached]
    path: Table[obstacles.Corner]


@kernel
def opened(data: Bytes, corners: int) -> Scene:
    """A scene in a row."""
    ground = obstacles.Ground(table(data, OBSTACLES_FROM, WALLS, OBSTACLE), table(data, CORNERS_FROM, corners, CORNER))
    return Scene(
        ground,
        table(data, 0, BASES, FOOTPRINT),
        table(data, OTHERS_FROM, BASES - 1, FOOTPRINT),
        table(data, REACHED_FROM, corners, REACHED),
        table(data, PATH_FROM, PLACES, CORNER),
    )


@entry
def sum_of_distances(arenas: Arena, corners: int, measure: int) -> int:
    """A number that depends on every distance between the bases of a scene, and on who is adjacent."""
    scene = opened(row(arenas, 0), corners)
    total = 0
    for number in range(BASES):
        first = bases.measured(bases.base_of(scene.footprints[number]), measure)
        for other in range(BASES):
            second = bases.measured(bases.base_of(scene.footprints[other]), measure)
            total = (total * 31 + around.distance(scene.ground, first, second, scene.reached)) % MANY
            total = (total * 31 + distance.straight_distance(first, second)) % MANY
            total = total * 2 + int(around.is_adjacent(scene.ground, first, second))
            total = total * 2 + int(distance.touch(first, second))
    return total


@entry
def sum_of_sweep(arenas: Arena, corners: int, kinds: int) -> int:
    """A number that depends on what the first base of a scene meets on its path among the others."""
    scene = opened(row(arenas, 0), corners)
    base = bases.base_of(scene.footprints[0])
    found = sweep.first_contact(scene.ground, base, scene.path, scene.others, kinds)
    length = sweep.path_length(base.x, base.y, scene.path)
    return ((length * 9 + found.leg) * 9 + found.base) * 9 + found.obstacle


@entry
def sector_of(facing_x: int, facing_y: int, dx: int, dy: int, front: int, rest: int) -> int:
    """A sector."""
    return sectors.sector(facing_x, facing_y, dx, dy, front, rest)


def random_scene(rng: random.Random, scale: Scale) -> tuple[Arena, int]:
    """The bytes of a scene, and how many corners it has."""
    shapes = [Obstacle(outline(rng, scale), rng.choice(("wall", "wall", "ditch"))) for _ in range(WALLS)]
    records, corners = outlines.ground_records(outlines.Outline(it.corners, KINDS[it.kind]) for it in shapes)
    standing = [any_base(rng, scale) for _ in range(BASES)]
    footprints = [(base.x, base.y, base.half_x, base.half_y, base.diameter) for base in standing]
    path = [place(rng, Scale(max(scale.low, 120), min(scale.high, EDGE - 120), 1)) for _ in range(PLACES)]
    arena = np.zeros((1, SCENE_BYTES), np.uint8)
    for start, part in (
        (0, np.array(footprints, FOOTPRINT)),
        (OBSTACLES_FROM, records),
        (CORNERS_FROM, corners),
        (PATH_FROM, np.array(path, CORNER)),
    ):
        arena[0, start : start + part.nbytes] = np.frombuffer(part.tobytes(), np.uint8)
    return arena, len(corners)


@pytest.mark.slow
@pytest.mark.bounds
@pytest.mark.parametrize("scale", [*SCALES, Scale(0, EDGE, EDGE // 2)])
def test_compiled_distances_and_sweeps_are_the_interpreted_ones(scale: Scale) -> None:
    rng = random.Random(f"compiled {scale}")
    seen = set()
    for _ in range(40):
        arena, corners = random_scene(rng, scale)
        for made, switches in ((sum_of_distances, (bases.EDGES, bases.CENTRES)), (sum_of_sweep, (0, 1, 2, 3))):
            for switch in switches:
                expected = made.__wrapped__(arena.copy(), corners, switch)
                assert made.dispatcher(arena, corners, switch) == expected
                seen.add(expected)
    assert len(seen) > 60


@pytest.mark.slow
@pytest.mark.bounds
def test_compiled_sectors_are_the_interpreted_ones_at_the_bound_too() -> None:
    rng = random.Random("sectors")
    ends = (-EDGE, -1, 0, 1, EDGE)
    vectors = [(x, y) for x in ends for y in ends] + [place(rng, WHOLE) for _ in range(30)]
    switches = [(front, rest) for front in (120, 240, 360) for rest in (sectors.REST_IS_REAR, sectors.REST_IS_SIDES)]
    for facing, offset, switch in itertools.product(vectors, vectors, switches):
        expected = sectors.sector(*facing, *offset, *switch)
        assert sector_of.dispatcher(*facing, *offset, *switch) == expected
