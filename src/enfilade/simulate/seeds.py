"""The seeds of the games of a run."""

from __future__ import annotations

from enfilade.core.engine.keys import derived_key, key_of_seed

SEED_BITS = 53


def game_seed(seed: int, index: int) -> int:
    """The seed of one game of a run, 53 bits; it depends on the seed of the run and on the number of the game alone."""
    key = derived_key(key_of_seed(seed), b"game of a run" + index.to_bytes(8, "little"))
    return key >> (64 - SEED_BITS)
