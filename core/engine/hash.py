"""Hashes of a game's bytes: XXH64 in a kernel for every step, BLAKE2b for saves and results.

The 64-bit hash finds faults and differences; it is no defence against someone who alters a file on purpose.
Source: the XXH64 algorithm as published by its author.
"""

from __future__ import annotations

import hashlib

from enfilade.components.record import Arena

from .arena import Bytes, Ints, row, vector
from .kernel import U64, entry, kernel

MASK = 0xFFFFFFFFFFFFFFFF
PRIME_1 = 0x9E3779B185EBCA87
PRIME_2 = 0xC2B2AE3D27D4EB4F
PRIME_3 = 0x165667B19E3779F9
PRIME_4 = 0x85EBCA77C2B2AE63
PRIME_5 = 0x27D4EB2F165667C5
LANE_1 = (PRIME_1 + PRIME_2) & MASK
LANE_4 = -PRIME_1 & MASK
DIGEST_BYTES = 16


@kernel
def times(left: U64, right: U64) -> U64:
    """The low 64 bits of a product."""
    return (left * right) & MASK


@kernel
def plus(left: U64, right: U64) -> U64:
    """The low 64 bits of a sum."""
    return (left + right) & MASK


@kernel
def rotated(word: U64, left: U64, right: U64) -> U64:
    """The word rotated left by ``left`` bits; ``right`` is 64 less ``left``."""
    return ((word << left) | (word >> right)) & MASK


@kernel
def mixed_down(word: U64, shift: U64) -> U64:
    """The word with its high bits folded into its low ones."""
    return word ^ (word >> shift)


@kernel
def absorbed(lane: U64, word: U64) -> U64:
    """A lane after it has taken in one word."""
    return times(rotated(plus(lane, times(word & MASK, PRIME_2)), 31, 33), PRIME_1)


@kernel
def merged(state: U64, lane: U64) -> U64:
    """The state after one lane is folded into it."""
    return plus(times(state ^ absorbed(0, lane), PRIME_1), PRIME_4)


@kernel
def lanes_of(words: Ints, count: int) -> U64:
    """The state after all whole stripes of four words."""
    one = plus(LANE_1, 0)
    two = plus(PRIME_2, 0)
    three = plus(0, 0)
    four = plus(LANE_4, 0)
    for i in range(0, count - 3, 4):
        one = absorbed(one, words[i])
        two = absorbed(two, words[i + 1])
        three = absorbed(three, words[i + 2])
        four = absorbed(four, words[i + 3])
    state = plus(plus(rotated(one, 1, 63), rotated(two, 7, 57)), plus(rotated(three, 12, 52), rotated(four, 18, 46)))
    return merged(merged(merged(merged(state, one), two), three), four)


@kernel
def hash_words(words: Ints, count: int) -> U64:
    """XXH64 with seed 0 of ``count`` 64-bit words."""
    state = lanes_of(words, count) if count >= 4 else plus(PRIME_5, 0)
    state = plus(state, 8 * count)
    for i in range(count - count % 4, count):
        state = plus(times(rotated(state ^ absorbed(0, words[i]), 27, 37), PRIME_1), PRIME_4)
    state = times(mixed_down(state, 33), PRIME_2)
    state = times(mixed_down(state, 29), PRIME_3)
    return mixed_down(state, 32)


@kernel
def hash_bytes(data: Bytes, count: int) -> U64:
    """XXH64 with seed 0 of the first ``count`` bytes, a multiple of 8."""
    return hash_words(vector(data, 0, count // 8), count // 8)


@entry
def hash_row(arenas: Arena, game: int) -> U64:
    """XXH64 of one game's whole row: the check of a step."""
    return hash_bytes(row(arenas, game), arenas.shape[1])


def digest(*parts: bytes) -> str:
    """BLAKE2b-128 of parts, each framed by its length, as 32 hexadecimal digits.

    >>> digest(b"ab", b"c") == digest(b"a", b"bc")
    False
    """
    total = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        total.update(len(part).to_bytes(8, "little") + part)
    return total.hexdigest()
