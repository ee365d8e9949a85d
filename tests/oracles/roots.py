"""Exact sums of square roots: rational numbers of the form a + b sqrt(m) + c sqrt(n) and so on.

Roots of whole numbers of which no product of two is a square are independent over the rationals, so such a sum is
zero only when every coefficient is. Any other sum is away from zero, and narrowing whole-number bounds find its sign.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, eq=False)
class Surd:
    """A sum that is not rational. ``terms`` are (whole number under the root, coefficient), as ``total`` keeps them."""

    terms: tuple[tuple[int, Fraction], ...]

    def __add__(self, other: Number) -> Number:
        return total([*self.terms, *terms(other)])

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(tuple((radicand, -coefficient) for radicand, coefficient in self.terms))

    def __sub__(self, other: Number) -> Number:
        return self + -other

    def __rsub__(self, other: int | Fraction) -> Number:
        return -self + other

    def __mul__(self, other: Number) -> Number:
        return total(
            (ours * theirs, here * there)
            for (ours, here), (theirs, there) in itertools.product(self.terms, terms(other))
        )

    __rmul__ = __mul__

    def __lt__(self, other: Number) -> bool:
        return sign(self - other) < 0

    def __le__(self, other: Number) -> bool:
        return sign(self - other) <= 0

    def __gt__(self, other: Number) -> bool:
        return sign(self - other) > 0

    def __ge__(self, other: Number) -> bool:
        return sign(self - other) >= 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int | Fraction | Surd) and sign(self - other) == 0

    def __hash__(self) -> int:
        return hash(floor(self))


Number = int | Fraction | Surd


def terms(number: Number) -> tuple[tuple[int, Fraction], ...]:
    """The terms of any number."""
    return number.terms if isinstance(number, Surd) else ((1, Fraction(number)),)


def total(parts: Iterable[tuple[int, Fraction]]) -> Fraction | Surd:
    """The sum of coefficients times roots, roots of one kind taken together."""
    kept: dict[int, Fraction] = {1: Fraction(0)}
    for radicand, coefficient in parts:
        for kind in kept:
            product = kind * radicand
            whole = math.isqrt(product)
            if whole * whole == product:  # sqrt(radicand) = sqrt(product) / kind * sqrt(kind)
                kept[kind] += coefficient * Fraction(whole, kind)
                break
        else:
            kept[radicand] = coefficient
    left = tuple((radicand, coefficient) for radicand, coefficient in kept.items() if coefficient)
    if any(radicand != 1 for radicand, _ in left):
        return Surd(left)
    return kept[1]


def root(number: int) -> Fraction | Surd:
    """The square root of a whole number."""
    return total([(number, Fraction(1))])


def bounds(surd: Surd) -> Iterator[tuple[Fraction, Fraction]]:
    """Ever closer numbers below and above a sum."""
    for bits in (32 << doubling for doubling in itertools.count()):
        low = high = Fraction(0)
        for radicand, coefficient in surd.terms:
            whole = math.isqrt(radicand << 2 * bits)
            exact = whole * whole == radicand << 2 * bits
            near, far = sorted((coefficient * whole, coefficient * (whole if exact else whole + 1)))
            low, high = low + near, high + far
        yield low / (1 << bits), high / (1 << bits)


def sign(number: Number) -> int:
    """-1, 0 or 1."""
    if not isinstance(number, Surd):
        return (number > 0) - (number < 0)
    return next(1 if low > 0 else -1 for low, high in bounds(number) if low > 0 or high < 0)


def floor(number: Number) -> int:
    """The greatest whole number that is not above."""
    if not isinstance(number, Surd):
        return math.floor(number)
    return next(math.floor(low) for low, high in bounds(number) if math.floor(low) == math.floor(high))


def divide(number: Number, divisor: Number) -> Number:
    """A quotient; the divisor has two terms at most."""
    if not isinstance(divisor, Surd):
        return number * Fraction(1, divisor)
    first, *rest = divisor.terms
    mirrored = total([first, *((radicand, -coefficient) for radicand, coefficient in rest)])
    norm = divisor * mirrored
    if isinstance(norm, Surd):
        raise ValueError(f"cannot divide by {divisor}: expected at most two terms")
    return number * mirrored * Fraction(1, norm)
