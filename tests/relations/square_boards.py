"""Square boards as text, random ones, and the board turned, mirrored and cropped."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.core.engine.kernel import Switch
from tests.oracles.squares import Base, Heights, cells, square

Sighting = tuple[Heights, Base, Base]


class Board(NamedTuple):
    """A text board: the heights, and the bases by their letters."""

    heights: list[list[int]]
    bases: dict[str, Base]

    @property
    def pair(self) -> Sighting:
        """The board with its bases A and B."""
        return self.heights, self.bases["A"], self.bases["B"]


def board(text: str) -> Board:
    """A board of rows of characters: a digit is a height, ``#`` height 3, ``.`` level, a letter part of a base."""
    rows = text.split()
    heights = [[int(mark) if mark.isdigit() else 3 * (mark == "#") for mark in row] for row in rows]
    found: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark.isalpha():
                found.setdefault(mark, []).append((x, y))
    return Board(heights, {mark: (*block[0], round(len(block) ** 0.5)) for mark, block in found.items()})


def random_base(chance: random.Random, width: int, height: int, sizes: tuple[int, ...] = (1, 2, 3)) -> Base:
    """A base somewhere on the board."""
    size = chance.choice([size for size in sizes if size <= min(width, height)])
    return chance.randint(0, width - size), chance.randint(0, height - size), size


def random_sighting(chance: random.Random, side: int, density: float) -> Sighting:
    """A board of up to ``side`` cells a side, walls and lower terrain on it, and two bases, at times one on another."""
    width, height = chance.randint(1, side), chance.randint(1, side)
    heights = [[random_height(chance, density) for _ in range(width)] for _ in range(height)]
    a, b = (random_base(chance, width, height) for _ in range(2))
    for x, y in cells(square(a)) + cells(square(b)):
        heights[y][x] = min(heights[y][x], 2)
    return heights, a, b


def random_height(chance: random.Random, density: float) -> int:
    """0, or a wall, or now and then lower terrain."""
    return chance.choice((1, 2, 3, 3, 3, 4)) if chance.random() < density else 0


def random_field(
    chance: random.Random, width: int, height: int, walls: float, count: int, sizes: tuple[int, ...] = (1, 1, 2, 3)
) -> tuple[npt.NDArray[np.int64], list[Base]]:
    """A board with walls and so many bases apart, sizes in turn, no wall under them."""
    heights = np.array([[3 * (chance.random() < walls) for _ in range(width)] for _ in range(height)])
    taken = np.zeros_like(heights)
    bases: list[Base] = []
    while len(bases) < count:
        x, y, size = random_base(chance, width, height, (sizes[len(bases) % len(sizes)],))
        if not taken[y : y + size, x : x + size].any():
            taken[y : y + size, x : x + size] = 1
            heights[y : y + size, x : x + size] = 0
            bases.append((x, y, size))
    return heights, bases


def turned(sighting: Sighting) -> Sighting:
    """A quarter turn to the right."""
    heights, a, b = sighting
    rows = len(heights)
    return np.rot90(heights, -1).tolist(), (rows - a[1] - a[2], a[0], a[2]), (rows - b[1] - b[2], b[0], b[2])


def mirrored(sighting: Sighting) -> Sighting:
    """East for west."""
    heights, a, b = sighting
    columns = len(heights[0])
    flipped = [list(row[::-1]) for row in heights]
    return flipped, (columns - a[0] - a[2], a[1], a[2]), (columns - b[0] - b[2], b[1], b[2])


def moved(sighting: Sighting, east: int, south: int, fill: int = 0) -> Sighting:
    """On a larger board, with more cells of one height around."""
    heights, a, b = sighting
    around = np.pad(np.array(heights), ((south, 2), (east, 3)), constant_values=fill).tolist()
    return around, (a[0] + east, a[1] + south, a[2]), (b[0] + east, b[1] + south, b[2])


def cropped(sighting: Sighting) -> Sighting:
    """The box around the two bases, cut out of the board."""
    heights, a, b = sighting
    west, north = min(a[0], b[0]), min(a[1], b[1])
    east, south = max(a[0] + a[2], b[0] + b[2]), max(a[1] + a[2], b[1] + b[2])
    inside = [list(row[west:east]) for row in heights[north:south]]
    return inside, (a[0] - west, a[1] - north, a[2]), (b[0] - west, b[1] - north, b[2])


def swapped(sighting: Sighting) -> Sighting:
    """The other base first."""
    heights, a, b = sighting
    return heights, b, a


SAME_POSITION: dict[str, Callable[[Sighting], Sighting]] = {
    "asked from the other base": swapped,
    "turned by 90 degrees": turned,
    "turned by 180 degrees": lambda sighting: turned(turned(sighting)),
    "turned by 270 degrees": lambda sighting: turned(turned(turned(sighting))),
    "mirrored": mirrored,
    "mirrored and turned": lambda sighting: turned(mirrored(sighting)),
    "moved to a larger board": lambda sighting: moved(sighting, 31, 2),
    "surrounded by walls": lambda sighting: moved(cropped(sighting), 2, 33, fill=3),
    "cropped around the pair": cropped,
}
"""The same position in other ways: no answer may change."""


@contextmanager
def running(compiled: bool) -> Iterator[None]:
    """Run kernels compiled (those that are loaded) or interpreted for a while."""
    before = Switch.compiled
    Switch.compiled = compiled
    try:
        yield
    finally:
        Switch.compiled = before
