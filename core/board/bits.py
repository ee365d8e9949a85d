"""Squares with a property as bits: a row of the board is a row of words, so that many squares are looked at in one.

Column ``x`` is bit ``(x + 32) % 32`` of word ``(x + 32) // 32`` of its row: each row begins with a word for what lies
west of the board and ends with one for what lies east of it, both always empty.
"""

from __future__ import annotations

from enfilade.components.record import Record, Table, i64
from enfilade.core.engine.kernel import kernel

WORD_BITS = 32
SPAN_MAX = 31
"""Columns that ``span`` reads at once, at most."""


class Word(Record):
    """Bits of 32 columns, the westernmost the lowest."""

    bits: i64


@kernel
def words_per_row(width: int) -> int:
    """Words of one row of a board so wide.

    >>> words_per_row(15), words_per_row(32), words_per_row(33)
    (3, 3, 4)
    """
    return (width - 1) // WORD_BITS + 3


@kernel
def bit_count(bits: int) -> int:
    """How many bits are set, of 32; the others must be clear.

    >>> bit_count(0b1011), bit_count(0xFFFFFFFF)
    (3, 32)
    """
    pairs = bits - ((bits >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    return ((eights * 0x01010101) >> 24) & 0xFF


@kernel
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is set, one of the lowest 32.

    >>> lowest_bit(0b1000)
    3
    """
    return bit_count((bits & -bits) - 1)


@kernel
def without_lowest(bits: int, count: int) -> int:
    """What is left without so many of the bits that are set, the lowest first.

    >>> bin(without_lowest(0b1011, 2))
    '0b1000'
    """
    for _ in range(count):
        bits &= bits - 1
    return bits


@kernel
def span(words: Table[Word], row: int, x: int) -> int:
    """The bits of ``SPAN_MAX`` columns from ``x`` on, -32 to the last column, of the row from word ``row`` on."""
    word = row + ((x + WORD_BITS) >> 5)
    both = words[word].bits | (words[word + 1].bits << WORD_BITS)
    return (both >> ((x + WORD_BITS) & 31)) & 0x7FFFFFFF


@kernel
def has_bit(words: Table[Word], row: int, x: int) -> bool:
    """Whether the bit of column ``x`` is set."""
    return (words[row + ((x + WORD_BITS) >> 5)].bits >> ((x + WORD_BITS) & 31)) & 1 == 1


@kernel
def set_bit(words: Table[Word], row: int, x: int) -> None:
    """Set the bit of column ``x``."""
    words[row + ((x + WORD_BITS) >> 5)].bits |= 1 << ((x + WORD_BITS) & 31)


@kernel
def clear_bit(words: Table[Word], row: int, x: int) -> None:
    """Clear the bit of column ``x``."""
    words[row + ((x + WORD_BITS) >> 5)].bits &= ~(1 << ((x + WORD_BITS) & 31))
