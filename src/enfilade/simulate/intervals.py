"""Shares, spreads and differences with their 95 % intervals. No rule depends on them; here alone there are floats.

Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927; R. G. Newcombe,
"Improved confidence intervals for the difference between binomial proportions based on paired data", 1998, method 10.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

Z = 1.959963984540054
"""The standard normal deviate that 2.5 % lie beyond."""


class Share(msgspec.Struct, frozen=True):
    """How many of how many, with the Wilson interval of the share.

    Attributes:
        count: how many.
        of: of how many.
        share: ``count / of``, 0 when there are none.
        low, high: ends of the interval.
    """

    count: int
    of: int
    share: float
    low: float
    high: float


class Mean(msgspec.Struct, frozen=True):
    """A mean with the interval that its standard error gives.

    Attributes:
        of: values.
        mean: their mean, 0 when there are none.
        low, high: ends of the interval; both the mean where a single value has no spread.
    """

    of: int
    mean: float
    low: float
    high: float


class Spread(msgspec.Struct, frozen=True):
    """How values are distributed.

    Attributes:
        least, first_quartile, median, third_quartile, most: the fifths of the order; between two values linearly.
        mean: their mean.
    """

    least: int
    first_quartile: float
    median: float
    third_quartile: float
    most: int
    mean: float


class Difference(msgspec.Struct, frozen=True):
    """How much more there is in the second of two series, game by game.

    Attributes:
        first, second: the share or the mean in each.
        difference: the second less the first.
        low, high: ends of the interval of the difference.
    """

    first: float
    second: float
    difference: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0


def share_of(count: int, of: int) -> Share:
    """A share with its Wilson interval.

    >>> share_of(5, 10)
    Share(count=5, of=10, share=0.5, low=0.236593..., high=0.763406...)
    """
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    low, high = wilson(count, of)
    return Share(count, of, count / of, low, high)


def wilson(count: int, of: int) -> tuple[float, float]:
    """The Wilson score interval of ``count`` of ``of`` (at least 1), without correction for continuity."""
    share = count / of
    middle = (share + Z * Z / (2 * of)) / (1 + Z * Z / of)
    reach = Z * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of)) / (1 + Z * Z / of)
    return (0.0 if count == 0 else middle - reach), (1.0 if count == of else middle + reach)


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of values with the interval of a large sample."""
    if not values:
        return Mean(0, 0.0, 0.0, 0.0)
    mean = math.fsum(values) / len(values)
    if len(values) == 1:
        return Mean(1, mean, mean, mean)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = Z * math.sqrt(variance / len(values))
    return Mean(len(values), mean, mean - reach, mean + reach)


def spread_of(values: Sequence[int]) -> Spread:
    """How at least one value is distributed.

    >>> spread_of([4, 1, 3, 2])
    Spread(least=1, first_quartile=1.75, median=2.5, third_quartile=3.25, most=4, mean=2.5)
    """
    first, median, third = np.quantile(np.asarray(values, np.int64), [0.25, 0.5, 0.75]).tolist()
    return Spread(min(values), first, median, third, max(values), sum(values) / len(values))


def paired_difference(both: int, first: int, second: int, neither: int) -> Difference:
    """How much greater the second of two shares is whose members are paired, with Newcombe's interval.

    Args:
        both: pairs of which both members count.
        first: pairs of which only the first does.
        second: pairs of which only the second does.
        neither: pairs of which none does; all together at least 1.
    """
    of = both + first + second + neither
    one, other = (both + first) / of, (both + second) / of
    one_low, one_high = wilson(both + first, of)
    other_low, other_high = wilson(both + second, of)
    phi = _phi(both, first, second, neither)
    low = _joined(other - other_low, one_high - one, phi)
    high = _joined(other_high - other, one - one_low, phi)
    return Difference(one, other, other - one, other - one - low, other - one + high)


def _phi(both: int, first: int, second: int, neither: int) -> float:
    """How the members of pairs go together, corrected for continuity where they go the same way."""
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    if product == 0:
        return 0.0
    together = both * neither - first * second
    half = (both + first + second + neither) / 2
    return (max(together - half, 0.0) if together > 0 else together) / math.sqrt(product)


def _joined(one: float, other: float, phi: float) -> float:
    """The reach of a difference from the reaches of its two parts."""
    return math.sqrt(max(one * one - 2 * phi * one * other + other * other, 0.0))


def mean_difference(first: Sequence[int], second: Sequence[int]) -> Difference:
    """How much greater paired values of a second series are on the mean, with the interval of a large sample."""
    found = mean_of([other - one for one, other in zip(first, second, strict=True)])
    return Difference(sum(first) / len(first), sum(second) / len(second), found.mean, found.low, found.high)
