"""Straight marches in rational arithmetic, written from the rule text alone: docs/rulebook/march.md."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

Square = tuple[int, int]
HALF = Fraction(1, 2)


def exact_path(start: Square, end: Square) -> list[tuple[Fraction, Fraction]]:
    """MARCH-1 to MARCH-3: where a march is after each step, the start included."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if steps == 0:
        return [(Fraction(start[0]), Fraction(start[1]))]
    share = (Fraction(end[0] - start[0], steps), Fraction(end[1] - start[1], steps))
    return [(start[0] + step * share[0], start[1] + step * share[1]) for step in range(steps + 1)]


def half_down(value: Fraction) -> int:
    """The nearest whole number, a half toward the smaller."""
    return math.ceil(value - HALF)


def squares(start: Square, end: Square) -> list[Square]:
    """MARCH-4."""
    return [(half_down(column), half_down(row)) for column, row in exact_path(start, end)]


def contact(start: Square, end: Square, neighbours: str) -> set[Square]:
    """MARCH-5, the squares off the map to the west and north left out."""
    path = exact_path(start, end)
    found: set[Square] = set()
    for column, row in path[1:]:
        for x in {math.floor(column), math.ceil(column)}:
            found |= {(x, y) for y in {math.floor(row), math.ceil(row)}}
    if abs(end[0] - start[0]) == abs(end[1] - start[1]):
        whole = [(int(column), int(row)) for column, row in path]
        if neighbours == "corners":
            for earlier, later in itertools.pairwise(whole):
                found |= {(earlier[0], later[1]), (later[0], earlier[1])}
        elif len(whole) > 1:
            for x, y in whole:
                found |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    return {square for square in found if square != start and min(square) >= 0}
