"""Random bases and obstacles on open ground, and the same things as the oracle sees them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import NamedTuple

from enfilade import Base, Obstacle
from tests.oracles import open_ground as oracle

Point = tuple[int, int]
EDGE = 32_767
DIAMETERS = (93, 100, 140, 240)
CORES = ((0, 0), (60, 0), (0, 70), (30, 40), (48, -36), (-50, 120), (7, 24))
"""Half cores of whole length: the oracle's long bases have one."""


class Scale(NamedTuple):
    """Where things lie, and how far apart the places are that they may take."""

    low: int
    high: int
    grid: int


SMALL = Scale(0, 700, 1)
COARSE = Scale(0, 800, 50)
"""Much touches here."""
CORNER = Scale(EDGE - 700, EDGE, 1)
WHOLE = Scale(0, EDGE, 1)
SCALES = (SMALL, COARSE, CORNER, WHOLE)


def place(rng: random.Random, scale: Scale) -> Point:
    """A random place."""
    return rng.randrange(scale.low, scale.high + 1, scale.grid), rng.randrange(scale.low, scale.high + 1, scale.grid)


def round_base(rng: random.Random, scale: Scale) -> Base:
    """A random round base."""
    return Base(*place(rng, scale), rng.choice(DIAMETERS))


def any_base(rng: random.Random, scale: Scale) -> Base:
    """A random base, round or long."""
    x, y = place(rng, scale)
    half_x, half_y = rng.choice(CORES)
    fits = abs(half_x) <= min(x, EDGE - x) and abs(half_y) <= min(y, EDGE - y)
    return Base(x, y, rng.choice(DIAMETERS), half_x, half_y) if fits else Base(x, y)


def as_oracle(base: Base) -> oracle.Base:
    """The same base for the oracle."""
    if base.half_x == 0 == base.half_y:
        return oracle.Round(base.x, base.y, base.diameter)
    half = math.isqrt(base.half_x**2 + base.half_y**2)
    assert half * half == base.half_x**2 + base.half_y**2
    return oracle.Capsule(base.x, base.y, 2 * half + base.diameter, base.diameter, (base.half_x, base.half_y))


def turn(first: Point, middle: Point, last: Point) -> int:
    """Twice the area of a triangle, above 0 when it is clockwise on the map."""
    return (middle[0] - first[0]) * (last[1] - first[1]) - (middle[1] - first[1]) * (last[0] - first[0])


def hull(points: set[Point]) -> list[Point]:
    """The corners of the convex hull, clockwise on the map, none of them in line with its neighbours."""
    chains: list[list[Point]] = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        chain: list[Point] = []
        for point in ordered:
            while len(chain) > 1 and turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        chains.append(chain[:-1])
    return chains[0] + chains[1]


def outline(rng: random.Random, scale: Scale) -> tuple[Point, ...]:
    """A random convex outline, at most a third of the scale across."""
    while True:
        x, y = place(rng, scale)
        size = rng.choice((1, 2, 4)) * max((scale.high - scale.low) // 24, scale.grid)
        near = Scale(0, 2 * size, scale.grid)
        shifts = [place(rng, near) for _ in range(rng.randint(3, 6))]
        corners = hull({(min(x + dx, EDGE), min(y + dy, EDGE)) for dx, dy in shifts})
        if len(corners) > 2:
            return tuple(corners if rng.random() < 0.5 else reversed(corners))


def clear_walls(rng: random.Random, scale: Scale, count: int, *bases: Base) -> list[Obstacle]:
    """Random walls that overlap none of these bases."""
    seen = [as_oracle(base) for base in bases]
    outlines = [outline(rng, scale) for _ in range(count)]
    return [
        Obstacle(corners) for corners in outlines if not any(oracle.overlaps_obstacle(base, corners) for base in seen)
    ]


MOTIONS: dict[str, Callable[[Point], Point]] = {
    "mirrored east to west": lambda point: (EDGE - point[0], point[1]),
    "mirrored at the diagonal": lambda point: (point[1], point[0]),
    "turned by a quarter": lambda point: (EDGE - point[1], point[0]),
    "turned by half": lambda point: (EDGE - point[0], EDGE - point[1]),
}
"""Motions of the whole ground onto itself."""


def base_after(motion: Callable[[Point], Point], base: Base) -> Base:
    """A base after a motion."""
    end = motion((base.x + base.half_x, base.y + base.half_y))
    return Base.between(end, motion((base.x - base.half_x, base.y - base.half_y)), base.diameter)


def wall_after(motion: Callable[[Point], Point], wall: Obstacle) -> Obstacle:
    """An obstacle after a motion."""
    return Obstacle(tuple(motion(corner) for corner in wall.corners), wall.kind, wall.height, wall.width)
