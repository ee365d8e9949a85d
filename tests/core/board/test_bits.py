"""Squares as bits, against a set of squares; at every edge of a word, compiled and interpreted."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from enfilade.components.record import Arena
from enfilade.core.board.bits import (
    SPAN_MAX,
    WORD_BITS,
    Word,
    clear_bit,
    has_bit,
    set_bit,
    span,
    words_per_row,
)
from enfilade.core.engine.arena import row, table
from enfilade.core.engine.kernel import entry
from tests.core.board.bits import empty_words, words_of

pytestmark = pytest.mark.bounds

WIDTHS = (1, 2, 15, 31, 32, 33, 63, 64, 65, 96, 97)
EDGES = (0, 1, 30, 31, 32, 33, 62, 63, 64, 65, 95, 96)
HEIGHT = 3
WORD_DTYPE = Word.dtype

SET, CLEAR, HAS, SPAN = range(4)
Act = Callable[[Arena, int, int, int, int], int]


@entry
def act(arenas: Arena, words: int, what: int, y: int, x: int) -> int:
    """Set, clear or read the bit of a column of a row, or read a span from there on; rows have so many words."""
    data = row(arenas, 0)
    bits = table(data, 0, len(data) // 8, WORD_DTYPE)
    if what == SET:
        set_bit(bits, y * words, x)
        return 0
    if what == CLEAR:
        clear_bit(bits, y * words, x)
        return 0
    if what == HAS:
        return has_bit(bits, y * words, x)
    return span(bits, y * words, x)


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def acted(request: pytest.FixtureRequest) -> Act:
    """The entry, plain or compiled."""
    made: Any = act.dispatcher if request.param == "compiled" else act.__wrapped__
    return made  # type: ignore[no-any-return]


def test_a_row_has_a_word_for_every_32_columns_and_one_at_both_ends() -> None:
    expected = {1: 3, 2: 3, 31: 3, 32: 3, 33: 4, 63: 4, 64: 4, 65: 5, 96: 5, 97: 6}
    assert {width: words_per_row(width) for width in expected} == expected


@pytest.mark.parametrize("width", WIDTHS)
def test_each_bit_alone_is_set_read_and_cleared_and_no_other_one_changes(acted: Act, width: int) -> None:
    words = words_per_row(width)
    arenas = empty_words(width, HEIGHT)
    squares = [(y, x) for y in range(HEIGHT) for x in range(width)]
    for y, x in squares:
        acted(arenas, words, SET, y, x)
        assert [square for square in squares if acted(arenas, words, HAS, *square)] == [(y, x)]
        assert sum(word.bits.bit_count() for word in words_of(arenas)) == 1
        acted(arenas, words, CLEAR, y, x)
        assert not arenas.any()


@pytest.mark.parametrize("width", WIDTHS)
def test_bits_set_and_cleared_in_any_order_are_the_squares_of_a_set(acted: Act, width: int) -> None:
    words = words_per_row(width)
    arenas = empty_words(width, HEIGHT)
    chance = random.Random(width)
    columns = [column for column in EDGES if column < width]
    squares: set[tuple[int, int]] = set()
    for _ in range(200):
        square = (chance.randrange(HEIGHT), chance.choice([chance.randrange(width), *columns]))
        if chance.random() < 0.6:
            squares.add(square)
            acted(arenas, words, SET, *square)
        else:
            squares.discard(square)
            acted(arenas, words, CLEAR, *square)
        assert acted(arenas, words, HAS, *square) == (square in squares)
    for y in range(HEIGHT):
        assert [x for x in range(width) if acted(arenas, words, HAS, y, x)] == sorted(x for r, x in squares if r == y)
        for x in range(-WORD_BITS, width):
            expected = sum(1 << bit for bit in range(SPAN_MAX) if (y, x + bit) in squares)
            assert acted(arenas, words, SPAN, y, x) == expected, (y, x)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_span_over_a_full_row_ends_at_the_edges_of_the_board(acted: Act, width: int) -> None:
    words = words_per_row(width)
    arenas = empty_words(width, HEIGHT)
    for x in range(width):
        acted(arenas, words, SET, 1, x)
    for x in range(-WORD_BITS, width):
        on_board = [bit for bit in range(SPAN_MAX) if 0 <= x + bit < width]
        assert acted(arenas, words, SPAN, 1, x) == sum(1 << bit for bit in on_board)
        assert acted(arenas, words, SPAN, 0, x) == acted(arenas, words, SPAN, 2, x) == 0
