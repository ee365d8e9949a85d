"""Where a unit may set its foot: impassable squares and barriers between squares, as bits, for each footing.

Two kinds of units that differ in what is impassable to them have two footings. A barrier lies between two squares that
touch; it belongs to the north-western one of the two, or of the four around a corner.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Table
from enfilade.core.engine.kernel import kernel

from .bits import WORD_BITS, Word, has_bit, words_per_row

IMPASSABLE = 0
EAST = 1
SOUTH = 2
FALLING = 3
RISING = 4
"""Layers of the ground: the square itself; barriers to the square east of it, to the one south of it, from it to the
one south-east of it, and from the square east of it to the one south of it."""
LAYERS = 5

Flags = npt.NDArray[np.bool_]
Bits = npt.NDArray[np.int64]


@kernel
def ground_row(words: int, height: int, footing: int, layer: int, y: int) -> int:
    """First word of a row of a layer."""
    return ((footing * LAYERS + layer) * height + y) * words


@kernel
def layer_between(dx: int, dy: int) -> int:
    """The layer of barriers for a step by at most one column and one row."""
    if dy == 0:
        return EAST
    if dx == 0:
        return SOUTH
    return FALLING if dx == dy else RISING


@kernel
def has_barrier(ground: Table[Word], first: int, words: int, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Whether a barrier lies between two squares that touch; ``first`` is the first word of its layer."""
    return has_bit(ground, first + min(y, to_y) * words, min(x, to_x))


def ground_words(impassable: Flags, banks: npt.NDArray[np.int16], *, corners: bool, rivers: bool) -> Bits:
    """The words of one footing's layers.

    Args:
        impassable: shape (height, width).
        banks: shape (height, width), as in ``Cell.bank``.
        corners: MARCH-T2, whether two impassable squares block the way between them.
        rivers: MARCH-T3, whether one cannot step from bank to bank.

    Returns:
        Shape (LAYERS * height * words,).
    """
    layers = np.zeros((LAYERS, *impassable.shape), np.bool_)
    layers[IMPASSABLE] = impassable
    if rivers:
        layers[EAST, :, :-1] = across(banks[:, :-1], banks[:, 1:])
        layers[SOUTH, :-1] = across(banks[:-1], banks[1:])
        layers[FALLING, :-1, :-1] = across(banks[:-1, :-1], banks[1:, 1:])
        layers[RISING, :-1, :-1] = across(banks[:-1, 1:], banks[1:, :-1])
    if corners:
        layers[FALLING, :-1, :-1] |= impassable[:-1, 1:] & impassable[1:, :-1]
        layers[RISING, :-1, :-1] |= impassable[:-1, :-1] & impassable[1:, 1:]
    return packed(layers).reshape(-1)


def across(bank: npt.NDArray[np.int16], other: npt.NDArray[np.int16]) -> Flags:
    """MARCH-T3: where two squares lie on different banks and neither is a ford."""
    return np.asarray((bank > 0) & (other > 0) & (bank != other))


def packed(flags: Flags) -> Bits:
    """Flags of rows as words of bits, with the empty words at both ends: shape (..., width) to (..., words)."""
    wide = np.zeros((*flags.shape[:-1], words_per_row(flags.shape[-1]) * WORD_BITS), np.bool_)
    wide[..., WORD_BITS : WORD_BITS + flags.shape[-1]] = flags
    return np.packbits(wide, axis=-1, bitorder="little").view("<u4").astype(np.int64)
