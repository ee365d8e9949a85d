"""A number below a limit: every value is equally likely, for every limit (CASES: dice without modulo bias)."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.core.engine.kernel import entry
from enfilade.core.engine.philox import Words, philox
from enfilade.core.engine.uniform import BLOCKS_MAX, below_word, uniform

WORDS = 2**32
LIMITS = [*range(1, 301), 1000, 65_535, 65_536, 2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32]


@entry
def value_of_word(word: int, limit: int) -> int:
    """The value that a word stands for."""
    return below_word(word, limit)


@entry
def value_of_counter(a: int, b: int, c: int, d: int, key_low: int, key_high: int, limit: int) -> int:
    """The value of a whole draw."""
    return uniform(Words(a, b, c, d), key_low, key_high, limit)


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def value(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """``value_of_word``, plain or compiled."""
    found: Any = value_of_word.dispatcher if request.param == "compiled" else value_of_word.__wrapped__
    return found  # type: ignore[no-any-return]


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def draw(request: pytest.FixtureRequest) -> Callable[..., int]:
    """``value_of_counter``, plain or compiled."""
    found: Any = value_of_counter.dispatcher if request.param == "compiled" else value_of_counter.__wrapped__
    return found  # type: ignore[no-any-return]


def test_every_value_has_the_same_number_of_words_for_every_limit(value: Callable[[int, int], int]) -> None:
    # An accepted word w stands for w mod limit, and the accepted words are 0 to T - 1. When T is a multiple of the
    # limit, each value is met T / limit times. T is the largest such multiple: fewer than ``limit`` words are lost.
    for limit in LIMITS:
        accepted = WORDS - WORDS % limit
        assert accepted % limit == 0
        assert WORDS - accepted < limit
        assert value(0, limit) == 0
        assert value(accepted - 1, limit) == limit - 1
        assert value(limit - 1, limit) == limit - 1
        if limit < accepted:
            assert value(limit, limit) == 0
        if accepted < WORDS:
            assert value(accepted, limit) == -1
            assert value(WORDS - 1, limit) == -1


@given(st.sampled_from(LIMITS), st.integers(0, WORDS - 1))
def test_a_word_stands_for_its_remainder_or_is_rejected_at_the_end(limit: int, word: int) -> None:
    accepted = WORDS - WORDS % limit
    assert below_word(word, limit) == (word % limit if word < accepted else -1)


def value_by_definition(counter: tuple[int, int, int, int], key: tuple[int, int], limit: int) -> tuple[int, int]:
    """The first usable word of the blocks in turn: its value, and how many words were rejected before it."""
    accepted = WORDS - WORDS % limit
    rejected = 0
    for block in range(BLOCKS_MAX):
        for word in philox(Words(counter[0] + block * 2**24, *counter[1:]), *key):
            if word < accepted:
                return word % limit, rejected
            rejected += 1
    raise AssertionError("all rejected")


def test_rejected_words_are_followed_by_the_next_ones_and_then_by_further_blocks(draw: Callable[..., int]) -> None:
    # Of 2**31 + 1 values each has one word, so nearly half of all words are rejected, and one block in 16 is.
    limit = 2**31 + 1
    blocks_used = set()
    for counter in range(120):
        expected, rejected = value_by_definition((counter, 3, 1, 4), (15, 92), limit)
        assert draw(counter, 3, 1, 4, 15, 92, limit) == expected
        blocks_used.add(rejected // 4)
    assert {0, 1} <= blocks_used


def test_all_words_are_values_when_the_limit_is_all_words(draw: Callable[..., int]) -> None:
    for counter in range(20):
        assert draw(counter, 0, 0, 0, 1, 2, WORDS) == philox(Words(counter, 0, 0, 0), 1, 2).first


def test_a_limit_of_one_leaves_only_zero(draw: Callable[..., int]) -> None:
    assert {draw(counter, 0, 0, 0, 1, 2, 1) for counter in range(20)} == {0}


def test_all_words_being_rejected_has_a_chance_below_two_to_the_power_of_minus_64() -> None:
    # At most half of the words are rejected for any limit, and 16 blocks have 64 words.
    assert all(2 * (WORDS % limit) < WORDS for limit in LIMITS)
    assert 4 * BLOCKS_MAX >= 64
