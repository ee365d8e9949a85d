"""Philox4x32-10 against the vectors of its authors and against a version that multiplies in Python's own integers."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enfilade.core.engine.kernel import entry
from enfilade.core.engine.philox import Words, high_word, low_word, philox

# Random123 (D. E. Shaw Research), file tests/kat_vectors, the lines "philox4x32 10": counter, key, words.
KNOWN_ANSWERS = [
    (
        (0x00000000, 0x00000000, 0x00000000, 0x00000000),
        (0x00000000, 0x00000000),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (  # digits of pi
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
WORDS = st.integers(0, 0xFFFFFFFF)


@entry
def philox_word(a: int, b: int, c: int, d: int, key_low: int, key_high: int, place: int) -> int:
    """One of the four words."""
    words = philox(Words(a, b, c, d), key_low, key_high)
    if place == 0:
        return words.first
    if place == 1:
        return words.second
    return words.third if place == 2 else words.fourth


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def word(request: pytest.FixtureRequest) -> Callable[..., int]:
    """``philox_word``, plain or compiled."""
    found: Any = philox_word.dispatcher if request.param == "compiled" else philox_word.__wrapped__
    return found  # type: ignore[no-any-return]


def philox_by_definition(counter: tuple[int, ...], key: tuple[int, ...]) -> tuple[int, ...]:
    """The paper's rounds: two products of 64 bits, their halves exchanged and mixed with the key."""
    a, b, c, d = counter
    low, high = key
    for number in range(10):
        if number:
            low, high = (low + 0x9E3779B9) % 2**32, (high + 0xBB67AE85) % 2**32
        high_0, low_0 = divmod(0xD2511F53 * a, 2**32)
        high_1, low_1 = divmod(0xCD9E8D57 * c, 2**32)
        a, b, c, d = high_1 ^ b ^ low, low_1, high_0 ^ d ^ high, low_0
    return a, b, c, d


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS, ids=["zeros", "ones", "pi"])
def test_published_vectors(
    word: Callable[..., int], counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert tuple(word(*counter, *key, place) for place in range(4)) == expected


@pytest.mark.parametrize(("counter", "key", "expected"), KNOWN_ANSWERS, ids=["zeros", "ones", "pi"])
def test_definition_used_here_gives_the_published_vectors(
    counter: tuple[int, ...], key: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert philox_by_definition(counter, key) == expected


@given(st.tuples(WORDS, WORDS, WORDS, WORDS), st.tuples(WORDS, WORDS))
def test_any_counter_and_key_give_the_words_of_the_definition(
    counter: tuple[int, int, int, int], key: tuple[int, int]
) -> None:
    assert tuple(philox(Words(*counter), *key)) == philox_by_definition(counter, key)


@pytest.mark.slow
@given(st.tuples(WORDS, WORDS, WORDS, WORDS), st.tuples(WORDS, WORDS))
def test_compiled_words_are_those_of_the_definition(counter: tuple[int, int, int, int], key: tuple[int, int]) -> None:
    compiled = philox_word.dispatcher
    found = tuple(compiled(*counter, *key, place) for place in range(4))
    assert found == philox_by_definition(counter, key)


@given(WORDS, WORDS)
@example(0xFFFFFFFF, 0xFFFFFFFF)
@example(0xFFFF0000, 0x0000FFFF)
def test_halves_of_a_product_are_put_together_exactly(left: int, right: int) -> None:
    assert (high_word(left, right), low_word(left, right)) == divmod(left * right, 2**32)


def test_interpreted_halves_stay_inside_63_bits() -> None:
    # What the compiled form computes on the way to the high word of the largest product.
    left = right = 0xFFFFFFFF
    assert left * (right >> 16) + ((left * (right & 0xFFFF)) >> 16) < 2**63
    assert ((left * (right >> 16)) & 0xFFFF) << 16 < 2**63
