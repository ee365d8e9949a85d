"""A number below a limit from random words, every value equally likely."""

from __future__ import annotations

from .kernel import kernel
from .philox import MASK_32, Words, philox

BLOCKS_MAX = 16
"""Blocks of four words tried; that all are rejected has a chance below 2 to the power of -64."""


@kernel
def below_word(word: int, limit: int) -> int:
    """The value below ``limit`` that a 32-bit word stands for, or -1 when the word must be rejected."""
    return word % limit if word < (MASK_32 + 1) // limit * limit else -1


@kernel
def below(words: Words, limit: int) -> int:
    """The value that the first usable of four words stands for, or -1."""
    value = below_word(words.first, limit)
    if value < 0:
        value = below_word(words.second, limit)
    if value < 0:
        value = below_word(words.third, limit)
    if value < 0:
        value = below_word(words.fourth, limit)
    return value


@kernel
def uniform(counter: Words, key_low: int, key_high: int, limit: int) -> int:
    """A number from 0 to ``limit`` - 1 (1 to 2^32), unbiased by rejection.

    A rejected block is followed by the one whose first counter word has its top bits raised, so that the draw's own
    place in the sequence of draws does not move.
    """
    value = -1
    for attempt in range(BLOCKS_MAX):
        if value < 0:
            raised = Words(counter.first | (attempt << 24), counter.second, counter.third, counter.fourth)
            value = below(philox(raised, key_low, key_high), limit)
    return max(value, 0)
