"""Which of several orders is best, by what playouts of each came to: a contest in rounds.

Every round gives all candidates that are left the same playouts, with the same dice for each, so that two candidates
are compared playout by playout. All numbers are whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Measure = Callable[[Sequence[bytes], int, int], list[list[int]]]
"""What the playouts of each candidate came to; parameters: candidates, number of the first playout, how many."""

MARGIN_SQUARED = 1
"""By how many standard errors the mean of a challenger must be higher, squared."""


@dataclass
class Lead:
    """By how much one candidate did better than another with the same dice, over so many playouts."""

    playouts: int = 0
    total: int = 0
    squares: int = 0

    def add(self, gains: Sequence[int], others: Sequence[int]) -> None:
        """Count more playouts of both."""
        differences = [gain - other for gain, other in zip(gains, others, strict=True)]
        self.playouts += len(differences)
        self.total += sum(differences)
        self.squares += sum(difference * difference for difference in differences)

    @property
    def is_clear(self) -> bool:
        """Whether the mean difference is more than the margin above 0.

        With n playouts, of total T and squares S, the squared standard error is (n * S - T * T) / (n * n * (n - 1)).
        """
        squared = self.total * self.total
        spread = self.playouts * self.squares - squared
        return self.total > 0 and (self.playouts - 1) * squared > MARGIN_SQUARED * spread


def halved(candidates: Sequence[bytes], kept: int, playouts: int, measure: Measure) -> list[bytes]:
    """The candidates that are left when the worse half is dropped until there are so many, the best first.

    All rounds have about the same share of the playouts, and every candidate at least one in each. Of equal ones those
    that come first are better.

    >>> halved([b"a", b"b", b"c", b"d"], 1, 8, lambda orders, first, count: [[order[0]] * count for order in orders])
    [b'd']
    """
    left = list(range(len(candidates)))
    sums = [0] * len(candidates)
    rounds = rounds_to(len(candidates), kept)
    first = 0
    for _ in range(rounds):
        count = share(playouts, rounds, len(left))
        for number, gains in zip(left, measure([candidates[it] for it in left], first, count), strict=True):
            sums[number] += sum(gains)
        first += count
        left = sorted(left, key=lambda number: -sums[number])[: half(len(left), kept)]
    return [candidates[number] for number in left]


def challenged(champion: bytes, challengers: Sequence[bytes], playouts: int, measure: Measure) -> bytes:
    """The best challenger if its lead over the champion is clear, else the champion.

    Each round halves the challengers; the last one is between the champion and one of them. All rounds have about the
    same share of the playouts, and every candidate at least one in each.

    >>> challenged(b"a", [b"b", b"c"], 8, lambda orders, first, count: [[order[0]] * count for order in orders])
    b'c'
    """
    leads = [Lead() for _ in challengers]
    left = list(range(len(challengers)))
    rounds = rounds_to(len(challengers), 1) + 1 if challengers else 0
    first = 0
    for _ in range(rounds):
        count = share(playouts, rounds, len(left) + 1)
        own, *others = measure([champion, *(challengers[number] for number in left)], first, count)
        for number, gains in zip(left, others, strict=True):
            leads[number].add(gains, own)
        first += count
        left = sorted(left, key=lambda number: -leads[number].total)[: half(len(left), 1)]
    return challengers[left[0]] if left and leads[left[0]].is_clear else champion


def share(playouts: int, rounds: int, candidates: int) -> int:
    """How many playouts each candidate has in a round, at least one.

    >>> share(100, 5, 4), share(3, 5, 4)
    (5, 1)
    """
    return max(playouts // (rounds * candidates), 1)


def half(count: int, kept: int) -> int:
    """How many of so many are left when the worse half is dropped, at least ``kept``.

    >>> half(5, 1), half(1, 1), half(6, 4)
    (3, 1, 4)
    """
    return max((count + 1) // 2, kept)


def rounds_to(count: int, kept: int) -> int:
    """How often so many candidates are halved until only so many are left.

    >>> rounds_to(4, 1), rounds_to(5, 1), rounds_to(40, 16), rounds_to(3, 16)
    (2, 3, 2, 0)
    """
    rounds = 0
    while count > kept:
        count = half(count, kept)
        rounds += 1
    return rounds
