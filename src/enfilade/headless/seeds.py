"""The seeds of the games of a run: each depends on the seed of the run and the number of the game, and nothing else."""

from __future__ import annotations

import functools
import operator

from enfilade.core.engine.keys import derived_key, key_of_seed

WORD = (1 << 64) - 1
RUN = b"games of a run"


def game_seed(seed: int | bytes, index: int) -> int:
    """The 64-bit seed of one game of a run.

    It depends on nothing else, so that a run can be split over any number of threads, processes or days. Two games of a
    run never have the same seed: an index below 2**64 goes through steps that can each be undone.

    Args:
        seed: of the run.
        index: of the game in it, 0 to 2**64 - 1.

    Raises:
        ValueError: the index is out of range.
        TypeError: the seed is neither a whole number nor bytes, or the index no whole number.

    >>> game_seed(1, 0), game_seed(1, 1)
    (17390258427789779362, 2064634756211290053)
    """
    index = operator.index(index)
    if not 0 <= index <= WORD:
        raise ValueError(f"index {index} of a game, expected 0 to 2**64 - 1")
    return stirred_word((_run_key(seed) + index) & WORD)


def stirred_word(word: int) -> int:
    """A 64-bit word that differs in about half its bits from those of its neighbours; no two words give the same.

    Source: the finisher of SplitMix64. Each step can be undone: the factors are odd, and a shift leaves the top bits.
    """
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


@functools.lru_cache(maxsize=64)
def _run_key(seed: int | bytes) -> int:
    """64 bits of the seed of a run that no game's dice key is made of."""
    return derived_key(key_of_seed(seed), RUN)
