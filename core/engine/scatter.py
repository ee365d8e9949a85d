"""Numbers scattered over many bits, to tell positions apart; compiled and interpreted alike.

Compiled, a signed product that leaves its 64 bits is undefined, even when only some of its bits are used afterwards. So
numbers are multiplied in halves: all products and sums here stay below 2 ** 63.
"""

from __future__ import annotations

from .kernel import kernel

HALF_BITS = 31
HALF = (1 << HALF_BITS) - 1


@kernel
def stirred(number: int, low_factor: int, high_factor: int) -> int:
    """The halves of a number from 0 to 2 ** 63 - 1, each multiplied by a factor below 2 ** 30, and added."""
    mixed = (number & HALF) * low_factor + (number >> HALF_BITS) * high_factor
    return mixed ^ (mixed >> 29)


@kernel
def scattered(number: int) -> int:
    """A number from 0 to 2 ** 63 - 1 that differs in many bits from those of its neighbours."""
    return stirred(stirred(number, 0x3E3779B1, 0x2B2AE3D3), 0x27D4EB2F, 0x165667B1)
