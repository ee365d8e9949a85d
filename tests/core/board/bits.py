"""Bits of boards in arrays of their own, for the tests of what is made of them."""

from __future__ import annotations

import numpy as np

from enfilade.components.record import Arena, Table
from enfilade.core.board.bits import Word, words_per_row

WORD_BYTES = Word.dtype.itemsize


def empty_words(width: int, height: int) -> Arena:
    """Arrays of one game with the words of a board and nothing else."""
    return np.zeros((1, WORD_BYTES * words_per_row(width) * height), np.uint8)


def words_of(arenas: Arena) -> Table[Word]:
    """The words of such arrays."""
    return Table(memoryview(arenas[0]), 0, arenas.shape[1] // WORD_BYTES, Word)
