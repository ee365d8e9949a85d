"""SKIR-X2: obstacles as data, checked and made into records when a board loads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .bases import Segment
from .distance import side_of
from .obstacles import Corner, Obstacle

Point = tuple[int, int]
Records = npt.NDArray[Any]


class Outline(NamedTuple):
    """An obstacle: places all round its convex outline, either way round; WALL or DITCH; height and width."""

    corners: Sequence[Point]
    kind: int
    height: int = 0
    width: int = 0


def is_clockwise(corners: Sequence[Point]) -> bool:
    """Whether corners go clockwise round a convex outline: from each edge all others lie strictly to the right."""
    edges = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return len({*corners}) == len(corners) > 2 and all(
        side_of(Segment(*start, *end), *corner) > 0
        for start, end in edges
        for corner in corners
        if corner not in (start, end)
    )


def is_convex(corners: Sequence[Point]) -> bool:
    """SKIR-X2: whether corners go either way round a convex outline, no three of them in one line."""
    return is_clockwise(corners) or is_clockwise(corners[::-1])


def ground_records(outlines: Iterable[Outline]) -> tuple[Records, Records]:
    """Obstacles and their corners as records of ``Obstacle`` and of ``Corner``; each outline is convex."""
    rows: list[tuple[int, ...]] = []
    corners: list[Point] = []
    for outline in outlines:
        clockwise = outline.corners if is_clockwise(outline.corners) else outline.corners[::-1]
        xs, ys = zip(*clockwise, strict=True)
        box = min(xs), min(ys), max(xs), max(ys)
        rows.append((len(corners), len(clockwise), outline.kind, outline.height, outline.width, *box))
        corners += clockwise
    return np.array(rows, Obstacle.dtype), np.array(corners, Corner.dtype)
