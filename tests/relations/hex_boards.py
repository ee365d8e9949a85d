"""Boards of hexes for tests: drawn by hand or at random, given to the rulings and to the oracle.

The oracle of lines and terrain is ``tests.oracles.hexes``. Features of sides are added to it here from FORM-X3 to
FORM-X8, in fractions and from the corners of sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from enfilade import HexTerrain, hex_from_offset, hex_neighbours, hex_to_offset
from enfilade.core.board.hexes import BLOCKING, OBSCURING
from tests.oracles import hexes
from tests.oracles.hexes import Ground, Hex, Side

WALL = Ground(blocking=True)
HEDGE = Ground(obscuring=True)
SPINES = ("two_or_more", "both_sides")


@dataclass
class Board:
    """Hexes by axial coordinates, and the features of sides by the two hexes that share them."""

    ground: dict[Hex, Ground]
    features: dict[Side, int] = field(default_factory=dict)

    def moved(self, move: Callable[[Hex], Hex]) -> Board:
        """The board with every hex elsewhere."""
        features = {frozenset(move(place) for place in side): feature for side, feature in self.features.items()}
        return Board({move(place): ground for place, ground in self.ground.items()}, features)

    def terrain(self) -> tuple[HexTerrain, Callable[[Hex], tuple[int, int]]]:
        """The smallest board of columns and rows that holds all hexes, and where each hex is on it."""
        first = min(q for q, _ in self.ground)
        top = min(hex_to_offset((q - first, r))[1] for q, r in self.ground)

        def place_of(place: Hex) -> tuple[int, int]:
            return hex_to_offset((place[0] - first, place[1] - top))

        places = {place: place_of(place) for place in self.ground}
        shape = (1 + max(row for _, row in places.values()), 1 + max(column for column, _ in places.values()))
        kind, height, elevation = (np.zeros(shape, int) for _ in range(3))
        sides = np.zeros((*shape, 6), int)
        for place, ground in self.ground.items():
            column, row = places[place]
            kind[row, column] = BLOCKING if ground.blocking else OBSCURING if ground.obscuring else 0
            height[row, column], elevation[row, column] = ground.height, ground.elevation
            for direction, neighbour in enumerate(hex_neighbours(place)):
                sides[row, column, direction] = self.features.get(frozenset((place, neighbour)), 0)
        return HexTerrain(kind, height=height, elevation=elevation, sides=sides), place_of


def rectangle(columns: int, rows: int) -> list[Hex]:
    """The hexes of a board, row by row."""
    return [hex_from_offset((column, row)) for row in range(rows) for column in range(columns)]


def disc(radius: int) -> list[Hex]:
    """The hexes at most so far from (0, 0)."""
    spread = range(-radius, radius + 1)
    return [(q, r) for q in spread for r in spread if abs(q + r) <= radius]


def drawn(dice: random.Random, places: Iterable[Hex], *, features: bool = False) -> Board:
    """A board at random: much or little terrain, flat or not, with features of sides or without."""
    share, top = dice.choice((0.1, 0.25, 0.5)), dice.choice((0, 0, 1, 3))
    ground = {}
    for place in places:
        kind = dice.random() / share
        high = dice.randint(0, top)
        ground[place] = Ground(kind < 0.5, 0.5 <= kind < 1, dice.randint(0, top), high if dice.random() < 0.5 else 0)
    board = Board(ground)
    for place in board.ground if features else ():
        for neighbour in hex_neighbours(place):
            if dice.random() < 0.1:
                board.features[frozenset((place, neighbour))] = dice.choice((OBSCURING, BLOCKING))
    return board


def flat(board: Board) -> Board:
    """The board without elevations."""
    return replace(board, ground={place: replace(ground, elevation=0) for place, ground in board.ground.items()})


def sees(board: Board, one: Hex, other: Hex, spine: str) -> bool:
    """FORM-11, FORM-X4 to FORM-X8, FORM-D17, FORM-D18: whether two hexes see each other."""
    if hexes.distance(one, other) <= 1 or not board.features:
        return hexes.sees(board.ground, one, other, spine=spine)
    if hexes.crossed_blockers(board.ground, one, other):
        return False
    crossed = [counting(board, one, other, side) for side in hexes.crossed_sides(one, other, hexside_ends=True)]
    if BLOCKING in crossed:
        return False
    if crossed.count(OBSCURING) + hexes.obscuring_count(board.ground, one, other) >= 2:
        return False
    left, right = (len(flank) for flank in hexes.flank_blockers(board.ground, one, other))
    on_left, on_right, between = sides_beside(board, one, other) if hexes.flanks(one, other) else (0, 0, 0)
    if spine == "both_sides":
        return not (left + on_left and right + on_right)
    return left + right + on_left + on_right + between < 2


def counting(board: Board, one: Hex, other: Hex, side: Side) -> int:
    """FORM-X4, FORM-X7, FORM-X8: the feature of a side as far as it counts between two hexes."""
    if side & {one, other} or side not in board.features:
        return 0
    start, end = board.ground[one].elevation, board.ground[other].elevation
    share = Fraction(sum(hexes.distance(one, place) for place in side), 2 * hexes.distance(one, other))
    foot = max(board.ground[place].elevation for place in side if place in board.ground)
    return board.features[side] if foot >= start + share * (end - start) else 0


def sides_beside(board: Board, one: Hex, other: Hex) -> tuple[int, int, int]:
    """FORM-X6: blocking sides that touch a line along sides: with an end from either hand, or all along it."""
    found = [0, 0, 0]
    for side in board.features:
        turns = [hexes.turn(one, other, corner) for corner in corners_of(side)]
        if 0 not in turns or counting(board, one, other, side) != BLOCKING or not lies_between(one, other, side):
            continue
        found[0 if max(turns) > 0 else 1 if min(turns) < 0 else 2] += 1
    return found[0], found[1], found[2]


def lies_between(one: Hex, other: Hex, side: Side) -> bool:
    """Whether a corner of a side that is on the line of two centres is between them."""
    on_line = [corner for corner in corners_of(side) if hexes.turn(one, other, corner) == 0]
    return all(0 < hexes.along(one, other, corner) < 1 for corner in on_line)


def corners_of(side: Side) -> list[hexes.Point]:
    """The two ends of a side."""
    first, second = side
    return sorted(hexes.corners(first) & hexes.corners(second))
