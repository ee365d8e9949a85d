"""Intervals against values that were published or worked out elsewhere."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import stats

from enfilade.simulate.intervals import mean_difference, mean_of, paired_difference, share_of, spread_of


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval_as_in_newcombe_1998_table_1(count: int, of: int, low: float, high: float) -> None:
    share = share_of(count, of)
    assert (round(share.low, 4), round(share.high, 4)) == (low, high)


@given(some.integers(1, 10**6).flatmap(lambda of: some.tuples(some.integers(0, of), some.just(of))))
def test_wilson_interval_as_scipy_has_it(numbers: tuple[int, int]) -> None:
    share = share_of(*numbers)
    expected = stats.binomtest(*numbers).proportion_ci(method="wilson")
    assert math.isclose(share.low, float(expected.low), abs_tol=1e-12)
    assert math.isclose(share.high, float(expected.high), abs_tol=1e-12)
    assert share.low <= share.share <= share.high


def test_share_of_nothing_says_nothing() -> None:
    assert share_of(0, 0) == type(share_of(0, 1))(0, 0, 0.0, 0.0, 1.0)


def test_paired_difference_as_in_newcombe_1998_for_36_12_2_0() -> None:
    found = paired_difference(both=36, first=2, second=12, neither=0)
    assert found.difference == pytest.approx(0.20)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0569, 0.3404)


def test_paired_difference_as_in_altman_2000_table_6_2() -> None:
    """14 of 41 before, 19 of 41 after, 14 both times: 0.122, from 0.011 to 0.226."""
    found = paired_difference(both=14, first=0, second=5, neither=22)
    assert (round(found.difference, 3), round(found.low, 3), round(found.high, 3)) == (0.122, 0.011, 0.226)


def test_paired_difference_of_equal_games_has_a_width() -> None:
    """All 20 games are won in both variants: the reach is that of Wilson's interval, 0.161 as of 0 in 20."""
    found = paired_difference(both=20, first=0, second=0, neither=0)
    assert found.difference == 0
    assert (round(found.low, 4), round(found.high, 4)) == (-0.1611, 0.1611)


@given(some.tuples(*[some.integers(0, 500)] * 4).filter(any))
def test_paired_difference_the_other_way_round_is_the_opposite(cells: tuple[int, int, int, int]) -> None:
    both, first, second, neither = cells
    there, back = paired_difference(*cells), paired_difference(both, second, first, neither)
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))
    assert there.low <= there.difference + 1e-12
    assert there.difference <= there.high + 1e-12


def test_mean_worked_out_by_hand() -> None:
    """1, 2, 3, 4: mean 2.5, variance 5/3, standard error 0.6455, times 1.96 is 1.2652."""
    found = mean_of([1, 2, 3, 4])
    assert (found.of, found.mean) == (4, 2.5)
    assert (round(found.low, 4), round(found.high, 4)) == (1.2348, 3.7652)


def test_mean_of_one_value_and_of_none() -> None:
    assert (mean_of([7]).low, mean_of([7]).high) == (7, 7)
    assert mean_of([]).of == 0


def test_mean_difference_is_of_the_differences() -> None:
    """10, 20, 30 become 11, 22, 33: the differences 1, 2, 3 have the standard error 0.5774, whatever lies between."""
    found = mean_difference([10, 20, 30], [11, 22, 33])
    assert (found.first, found.second, found.difference) == (20, 22, 2)
    assert (round(found.low, 4), round(found.high, 4)) == (0.8684, 3.1316)
    assert found.is_clear


def test_quartiles_lie_between_values_linearly() -> None:
    """Of 3, 5, 8, 13, 21, 34 the quartiles are a quarter, a half and three quarters of the way from first to last."""
    found = spread_of([34, 3, 21, 5, 13, 8])
    assert (found.first_quartile, found.median, found.third_quartile) == (5.75, 10.5, 19.0)
    assert (found.least, found.most, found.mean) == (3, 34, 14)
