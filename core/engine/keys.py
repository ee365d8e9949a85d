"""Dice keys: from seeds, from one another, and the commitments that stand for them until they are revealed."""

from __future__ import annotations

import hashlib


def key_of_seed(seed: int | bytes) -> int:
    """The 64-bit dice key of a seed.

    >>> key_of_seed(7) == key_of_seed(7), key_of_seed(7) == key_of_seed(8)
    (True, False)
    """
    return int.from_bytes(hashlib.blake2b(_seed_bytes(seed), digest_size=8, person=b"enfilade-key").digest(), "little")


def commitment(seed: int | bytes) -> bytes:
    """32 bytes that bind to a seed without telling it; only as secret as the seed is hard to guess."""
    return hashlib.blake2b(_seed_bytes(seed), digest_size=32, person=b"enfilade-commit").digest()


def derived_key(key: int, purpose: bytes) -> int:
    """Another key, made from one for a purpose."""
    return int.from_bytes(
        hashlib.blake2b(key.to_bytes(8, "little") + purpose, digest_size=8, person=b"enfilade-derive").digest(), "little"
    )


def _seed_bytes(seed: int | bytes) -> bytes:
    """A seed in one form: integers of any size and sign, or bytes, never the same for two seeds."""
    if isinstance(seed, bytes):
        return b"b" + seed
    return b"i" + str(int(seed)).encode()
