"""Dice keys: from seeds, from one another, and the commitments that stand for them until they are revealed.

All are BLAKE2b with a personalisation of their own, so that no value of one kind is ever one of another.
"""

from __future__ import annotations

import hashlib
import operator

KEY_BYTES = 8
COMMITMENT_BYTES = 32


def key_of_seed(seed: int | bytes) -> int:
    """The 64-bit dice key of a seed.

    >>> key_of_seed(7) == key_of_seed(7), key_of_seed(7) == key_of_seed(8)
    (True, False)
    """
    return _key(_seed_bytes(seed), b"enfilade-key")


def derived_key(key: int, purpose: bytes) -> int:
    """Another key, made from one for a purpose."""
    return _key(key.to_bytes(KEY_BYTES, "little") + purpose, b"enfilade-derive")


def checked_key(key: int) -> int:
    """A dice key that was given, as a number of Python's.

    Raises:
        ValueError: it is no whole number of 64 bits.
    """
    try:
        number = -1 if isinstance(key, bool) else operator.index(key)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 8 * KEY_BYTES:
        raise ValueError(f"dice key {key!r}, expected a whole number of 0 to 2**64 - 1")
    return number


def commitment(seed: int | bytes) -> bytes:
    """32 bytes that bind to a seed without telling it; only as secret as the seed is hard to guess.

    >>> commitment(7) == commitment(b"7")
    False
    """
    return _commitment(_seed_bytes(seed), b"enfilade-commit")


def commitment_to_key(key: int) -> bytes:
    """32 bytes that bind to a 64-bit dice key without telling it; no seed has the same."""
    return _commitment(key.to_bytes(KEY_BYTES, "little"), b"enfilade-turnkey")


def _key(data: bytes, person: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(data, digest_size=KEY_BYTES, person=person).digest(), "little")


def _commitment(data: bytes, person: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=COMMITMENT_BYTES, person=person).digest()


def _seed_bytes(seed: int | bytes) -> bytes:
    """A seed in one form: integers of either sign, or bytes, never the same for two seeds."""
    if isinstance(seed, bytes):
        return b"b" + seed
    try:
        return b"i" + str(operator.index(seed)).encode()
    except TypeError:
        raise TypeError(f"seed {seed!r}, expected a whole number or bytes") from None
