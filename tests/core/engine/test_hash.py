"""The hash of a row against the xxhash package, and the digest's framing."""

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from enfilade.core.engine.hash import digest, hash_bytes, hash_row
from enfilade.core.engine.kernel import Switch

LENGTHS = [*range(8, 8 * 33, 8), 512, 1000, 1024, 4096, 6000, 65_536]
# XXH64 with seed 0 of the bytes 0 to 63, by the xxhash package 4.1.0 (xxHash 0.8.4).
PINNED = 0xF7C67301DB6713F0
# The sanity checks of xxHash: XXH64 of nothing with seed 0.
OF_NOTHING = 0xEF46DB3751D8E999


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def hash_of(request: pytest.FixtureRequest) -> Callable[[Any, int], int]:
    """``hash_row``, plain or compiled."""
    found: Any = hash_row.dispatcher if request.param == "compiled" else hash_row.__wrapped__
    return found  # type: ignore[no-any-return]


def rows_of(seed: int, rows: int, length: int) -> Any:
    """Random bytes."""
    return np.random.default_rng(seed).integers(0, 256, (rows, length), np.uint8)


@pytest.mark.parametrize("length", LENGTHS)
def test_row_hashes_as_the_xxhash_package_does(hash_of: Callable[[Any, int], int], length: int) -> None:
    rows = rows_of(length, 3, length)
    for game in range(3):
        assert hash_of(rows, game) == xxhash.xxh64_intdigest(rows[game].tobytes())


@pytest.mark.parametrize("byte", [0x00, 0x7F, 0x80, 0xFF])
def test_rows_of_one_byte_value_keep_their_sign_out_of_the_hash(hash_of: Callable[[Any, int], int], byte: int) -> None:
    for length in (8, 24, 32, 40, 64, 72):
        rows = np.full((1, length), byte, np.uint8)
        assert hash_of(rows, 0) == xxhash.xxh64_intdigest(rows[0].tobytes())


def test_pinned_vector(hash_of: Callable[[Any, int], int]) -> None:
    assert hash_of(np.arange(64, dtype=np.uint8).reshape(1, 64), 0) == PINNED


def test_published_vector_of_an_empty_input() -> None:
    assert hash_bytes(memoryview(b""), 0) == OF_NOTHING


@given(st.binary(min_size=8, max_size=400))
def test_any_bytes_hash_as_the_xxhash_package_does(data: bytes) -> None:
    count = len(data) // 8 * 8
    assert hash_bytes(memoryview(data), count) == xxhash.xxh64_intdigest(data[:count])


def test_every_single_bit_counts(hash_of: Callable[[Any, int], int]) -> None:
    rows = rows_of(1, 1, 48)
    found = {hash_of(rows, 0)}
    for bit in range(8 * 48):
        rows[0, bit // 8] ^= 1 << bit % 8
        found.add(hash_of(rows, 0))
        rows[0, bit // 8] ^= 1 << bit % 8
    assert len(found) == 1 + 8 * 48


def test_the_game_asked_for_is_hashed_and_no_other(hash_of: Callable[[Any, int], int]) -> None:
    rows = rows_of(5, 2, 64)
    first = hash_of(rows, 0)
    rows[1] = 0
    assert hash_of(rows, 0) == first
    assert hash_of(rows, 1) == xxhash.xxh64_intdigest(bytes(64))


def test_entry_is_plain_until_the_switch_is_on() -> None:
    rows = rows_of(2, 1, 64)
    assert not Switch.compiled or hash_row.is_loaded
    assert hash_row(rows, 0) == xxhash.xxh64_intdigest(rows[0].tobytes())


def test_digest_is_blake2b_128_of_each_part_after_its_length() -> None:
    framed = (2).to_bytes(8, "little") + b"ab" + (0).to_bytes(8, "little") + (1).to_bytes(8, "little") + b"c"
    assert digest(b"ab", b"", b"c") == hashlib.blake2b(framed, digest_size=16).hexdigest()


def test_digest_tells_where_one_part_ends_and_the_next_begins() -> None:
    assert len({digest(b"abc"), digest(b"ab", b"c"), digest(b"a", b"bc"), digest(b"abc", b"")}) == 4
