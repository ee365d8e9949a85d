"""The ground as bits, against the rules square by square."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from enfilade.components.record import Arena
from enfilade.core.board.bits import Word, has_bit, words_per_row
from enfilade.core.board.cell import FORD
from enfilade.core.board.ground import (
    EAST,
    FALLING,
    IMPASSABLE,
    LAYERS,
    RISING,
    SOUTH,
    ground_row,
    ground_words,
    has_barrier,
    layer_between,
)
from enfilade.core.engine.arena import row, table
from enfilade.core.engine.kernel import entry

pytestmark = pytest.mark.bounds

WORD_DTYPE = Word.dtype
SIZES = ((1, 1), (1, 6), (6, 1), (3, 3), (7, 5), (31, 2), (32, 3), (33, 2), (64, 2), (65, 3), (70, 2))
SWITCHES = [(False, False), (True, False), (False, True), (True, True)]
Square = tuple[int, int]
Ask = Callable[[Arena, int, int, int, int, int, int, int, int], int]


@entry
def ask(arenas: Arena, width: int, height: int, words: int, footing: int, x: int, y: int, to_x: int, to_y: int) -> int:
    """Whether a square is impassable for a footing (1), or a barrier lies before another one that touches it (2)."""
    data = row(arenas, 0)
    ground = table(data, 0, len(data) // 8, WORD_DTYPE)
    answer = 0
    if has_bit(ground, ground_row(words, height, footing, IMPASSABLE, y), x):
        answer += 1
    if to_x != x or to_y != y:
        first = ground_row(words, height, footing, layer_between(to_x - x, to_y - y), 0)
        if has_barrier(ground, first, words, x, y, to_x, to_y):
            answer += 2
    return answer


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def asked(request: pytest.FixtureRequest) -> Ask:
    """The entry, plain or compiled."""
    made: Any = ask.dispatcher if request.param == "compiled" else ask.__wrapped__
    return made  # type: ignore[no-any-return]


class Land:
    """A board as plain rows, and what the rules say of it.

    Attributes:
        barred: rows of whether a square is impassable, shape (height, width).
        banks: numbers of banks, 0 for none, or a ford, likewise.
    """

    def __init__(self, chance: random.Random, width: int, height: int, *, corners: bool, rivers: bool) -> None:
        wild, wet = chance.choice((0.1, 0.4, 0.7)), chance.choice((0.0, 0.5, 1.0))
        squares = [(x, y) for y in range(height) for x in range(width)]
        self.barred = {square: chance.random() < wild for square in squares}
        self.banks = {square: chance.choice((1, 1, 2, 3, FORD)) if chance.random() < wet else 0 for square in squares}
        self.width, self.height, self.corners, self.rivers = width, height, corners, rivers

    def words(self) -> npt.NDArray[np.int64]:
        """The words that are made of it."""
        shape = (self.height, self.width)
        barred = np.array(list(self.barred.values()), np.bool_).reshape(shape)
        banks = np.array(list(self.banks.values()), np.int16).reshape(shape)
        return ground_words(barred, banks, corners=self.corners, rivers=self.rivers)

    def is_blocked(self, square: Square, other: Square) -> bool:
        """MARCH-T2, MARCH-T3: whether one cannot step between two squares that touch, whatever they are like."""
        if self.rivers:
            banks = {self.banks[square], self.banks[other]} - {0}
            if len(banks) == 2 and FORD not in banks:
                return True
        beside = [(square[0], other[1]), (other[0], square[1])]
        at_corner = square[0] != other[0] and square[1] != other[1]
        return self.corners and at_corner and all(self.barred[each] for each in beside)

    def touching(self, square: Square) -> list[Square]:
        """The squares of the board that touch one."""
        x, y = square
        around = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
        return [each for each in around if each in self.barred]


@pytest.mark.rule("MARCH-T1", "MARCH-T2", "MARCH-T3")
@pytest.mark.parametrize(("corners", "rivers"), SWITCHES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_squares_and_steps_of_random_ground_are_those_of_the_rules(
    asked: Ask, width: int, height: int, corners: bool, rivers: bool
) -> None:
    chance = random.Random(width * 100 + height)
    lands = [Land(chance, width, height, corners=corners, rivers=rivers) for _ in range(2)]
    arenas = np.concatenate([land.words() for land in lands]).view(np.uint8)[None]
    size = (width, height, words_per_row(width))
    for footing, land in enumerate(lands):
        for square, barred in land.barred.items():
            assert asked(arenas, *size, footing, *square, *square) == barred
            for other in land.touching(square):
                expected = barred + 2 * land.is_blocked(square, other)
                assert asked(arenas, *size, footing, *square, *other) == expected, (footing, square, other)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_bit_of_any_layer_lies_off_the_board(width: int, height: int) -> None:
    chance = random.Random(1)
    land = Land(chance, width, height, corners=True, rivers=True)
    layers = land.words().reshape(LAYERS, height, words_per_row(width))
    for layer in range(LAYERS):
        last_column = width - (layer in (EAST, FALLING, RISING))
        last_row = height - (layer in (SOUTH, FALLING, RISING))
        for y in range(height):
            bits = sum(int(word) << 32 * index for index, word in enumerate(layers[layer, y].tolist()))
            columns = [column - 32 for column in range(bits.bit_length()) if bits >> column & 1]
            assert all(0 <= column < last_column for column in columns)
            assert not columns or y < last_row


@pytest.mark.parametrize(
    ("dx", "dy", "layer"),
    [
        *[(1, 0, EAST), (-1, 0, EAST), (0, 1, SOUTH), (0, -1, SOUTH)],
        *[(1, 1, FALLING), (-1, -1, FALLING), (1, -1, RISING), (-1, 1, RISING)],
    ],
)
def test_a_step_and_its_way_back_are_in_one_layer(dx: int, dy: int, layer: int) -> None:
    assert layer_between(dx, dy) == layer
