"""Rows about sight on boards of hexes, beside the usual way: hexes sampled along the line, rounded from fractions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade import HexTerrain
from enfilade.core.board.hexes import BLOCKING, OBSCURING
from enfilade.core.engine.warm import prepare
from enfilade.core.relations.sight.hexes import TWO_OR_MORE, seen_from

from .kernels import interpreted
from .registry import Figure, Peer, row
from .scenes import words
from .timing import Contender, Effort, Watch, interleaved

Marks = npt.NDArray[np.uint8]
MarkSeen = Callable[[Marks, int], object]
"""Marks the hexes from one on, row by row, that it sees."""
BLOCKING_SHARE, OBSCURING_SHARE = 10, 15
"""Of a hundred hexes."""
SAMPLES = 3
"""Hexes whose answers are told; quick runs look from these alone."""
NUDGE = 1e-6
"""What sampled lines are moved by, so that a point is on no side."""
SAMPLED = "numba.njit: sampled along the line, cubes rounded from floats"


@row(
    "hex-sight-small",
    "exact sight of all pairs of 20 x 15 hexes, 10 % blocking, 15 % obscuring, nothing remembered",
    "us",
    answer="159 seen from 3 hexes",
)
def small(effort: Effort) -> Figure:
    return sight_figure(effort, columns=20, rows=15, within=40)


@row(
    "hex-sight-large",
    "the same of 100 x 100 hexes, all pairs at most 30 apart",
    "us",
    answer="252 seen from 3 hexes",
)
def large(effort: Effort) -> Figure:
    return sight_figure(effort, columns=100, rows=100, within=30)


def sight_figure(effort: Effort, columns: int, rows: int, within: int) -> Figure:
    """Sight of all pairs within a distance, exact and sampled, and how many pairs the latter gets wrong."""
    kind = drawn_kinds(columns, rows)
    terrain = HexTerrain(kind)
    prepare((seen_from,))
    sampled = sampled_kernel()
    hexes = columns * rows
    chosen = range(hexes // (2 * SAMPLES), hexes, hexes // SAMPLES)
    origins = chosen if effort.quick else range(hexes)
    pairs = sum(pairs_from(columns, rows, within, origin) for origin in origins)
    exact_marks, sampled_marks = (np.zeros((hexes, hexes), np.uint8) for _ in range(2))

    def exact(marks: Marks, origin: int) -> None:
        seen_from(terrain._cells, columns, rows, marks, origin, within, TWO_OR_MORE)

    def by_samples(marks: Marks, origin: int) -> None:
        sampled(kind, marks, origin, within)

    ours, peer = interleaved(
        effort.pick(1, 7),
        marking(exact, exact_marks, origins, chosen, pairs),
        marking(by_samples, sampled_marks, origins, chosen, pairs),
    )
    wrong = int((exact_marks != sampled_marks).sum())
    return Figure(
        ours.each, ours.answer, (Peer(SAMPLED, peer.each),), f"{pairs:,} pairs, of which sampling gets {wrong:,} wrong"
    )


def drawn_kinds(columns: int, rows: int) -> npt.NDArray[np.int64]:
    """Terrain at random, the same each time, shape (rows, columns)."""
    drawn = words(7, 100)
    kinds = [OBSCURING] * OBSCURING_SHARE + [BLOCKING] * BLOCKING_SHARE + [0] * (100 - OBSCURING_SHARE - BLOCKING_SHARE)
    return np.array([[kinds[next(drawn) % 100] for _ in range(columns)] for _ in range(rows)])


def pairs_from(columns: int, rows: int, within: int, origin: int) -> int:
    """Pairs that are looked at from one hex on."""
    y, x = np.divmod(np.arange(origin, columns * rows), columns)
    east, south = x - x[0], (y - (x >> 1)) - (y[0] - (x[0] >> 1))
    distance = np.maximum(np.maximum(abs(east), abs(south)), abs(east + south))
    return int((distance <= within).sum())


def marking(mark: MarkSeen, marks: Marks, origins: range, chosen: range, pairs: int) -> Contender:
    """A contender that marks what is seen from these hexes, and tells how much is from a few."""

    def run(watch: Watch) -> str:
        marks[:] = 0
        with watch:
            for origin in origins:
                mark(marks, origin)
        watch.done = pairs
        return f"{int(marks[chosen].sum())} seen from {len(chosen)} hexes"

    return run


@functools.cache
def sampled_kernel() -> Any:
    """``sampled_from``, compiled unless rules run interpreted."""
    if interpreted():
        return sampled_from
    import numba

    return numba.njit(sampled_from)


def sampled_from(kind: Any, marks: Any, origin: int, within: int) -> None:
    """Mark what one hex sees on from it, by one point of the line for each hex of the distance."""
    rows, columns = kind.shape
    y, x = origin // columns, origin % columns
    q, r = x, y - (x >> 1)
    for to_y in range(y, min(rows, y + within + 1)):
        for to_x in range(max(0, x - within), min(columns, x + within + 1)):
            index = to_y * columns + to_x
            east, south = to_x - q, to_y - (to_x >> 1) - r
            distance = max(abs(east), abs(south), abs(east + south))
            if index < origin or distance > within:
                continue
            obscuring = 0
            blocked = False
            for step in range(1, distance):
                at_q = q + NUDGE + east * step / distance
                at_r = r + 2 * NUDGE + south * step / distance
                at_s = -at_q - at_r
                near_q, near_r, near_s = round(at_q), round(at_r), round(at_s)
                off_q, off_r, off_s = abs(near_q - at_q), abs(near_r - at_r), abs(near_s - at_s)
                if off_q > off_r and off_q > off_s:
                    near_q = -near_r - near_s
                elif off_r > off_s:
                    near_r = -near_q - near_s
                near_y = near_r + (near_q >> 1)
                if not 0 <= near_y < rows:
                    continue
                found = kind[near_y, near_q]
                obscuring += found == OBSCURING
                if found == BLOCKING or obscuring > 1:
                    blocked = True
                    break
            if not blocked:
                marks[origin, index] = 1
