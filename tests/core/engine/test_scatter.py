"""Scattered numbers: no overflow, no two alike."""

from __future__ import annotations

import random

from enfilade.core.engine import scatter

NUMBERS = [*range(2000), *random.Random(1).sample(range(1 << 62, 1 << 63), 2000), (1 << 63) - 1]


def test_scattered_numbers_stay_within_63_bits_and_differ() -> None:
    found = [scatter.scattered(number) for number in NUMBERS]
    assert all(0 <= number < 1 << 63 for number in found)
    assert len(set(found)) == len(NUMBERS)


def test_the_halves_of_a_number_are_multiplied_without_overflow() -> None:
    # The greatest number: low half 2 ** 31 - 1, high half 2 ** 32 - 1, factors below 2 ** 30.
    assert ((1 << 31) - 1) * ((1 << 30) - 1) + ((1 << 32) - 1) * ((1 << 30) - 1) < 1 << 63


def test_neighbours_differ_in_many_bits() -> None:
    apart = [bin(scatter.scattered(number) ^ scatter.scattered(number + 1)).count("1") for number in range(1000)]
    assert min(apart) >= 8
    assert 24 < sum(apart) / len(apart) < 40
