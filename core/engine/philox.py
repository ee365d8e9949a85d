"""Philox4x32-10: four random 32-bit words for a counter and a key.

Source: Salmon, Moraes, Dror, Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3" (SC 2011), with the constants and
test vectors of Random123. All in int64: a product of 32-bit words is put together from halves.
"""

from __future__ import annotations

from typing import NamedTuple

from .kernel import kernel

MASK_32 = 0xFFFFFFFF
MULTIPLIER_0 = 0xD2511F53
MULTIPLIER_1 = 0xCD9E8D57
WEYL_0 = 0x9E3779B9
WEYL_1 = 0xBB67AE85
ROUNDS = 10


class Words(NamedTuple):
    """Four 32-bit words."""

    first: int
    second: int
    third: int
    fourth: int


@kernel
def high_word(left: int, right: int) -> int:
    """The high 32 bits of a product of two 32-bit words."""
    low = left * (right & 0xFFFF)
    return (left * (right >> 16) + (low >> 16)) >> 16


@kernel
def low_word(left: int, right: int) -> int:
    """The low 32 bits of a product of two 32-bit words."""
    return (left * (right & 0xFFFF) + (((left * (right >> 16)) & 0xFFFF) << 16)) & MASK_32


@kernel
def philox(counter: Words, key_low: int, key_high: int) -> Words:
    """The four words for a counter of four words and a key of two."""
    a, b, c, d = counter.first, counter.second, counter.third, counter.fourth
    for _ in range(ROUNDS):
        a, b, c, d = (
            high_word(MULTIPLIER_1, c) ^ b ^ key_low,
            low_word(MULTIPLIER_1, c),
            high_word(MULTIPLIER_0, a) ^ d ^ key_high,
            low_word(MULTIPLIER_0, a),
        )
        key_low = (key_low + WEYL_0) & MASK_32
        key_high = (key_high + WEYL_1) & MASK_32
    return Words(a, b, c, d)
