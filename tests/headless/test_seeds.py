"""The seeds of a run: fixed for ever, all different, and dependent on nothing but the run's seed and the number."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from enfilade.headless import game_seed
from enfilade.headless.seeds import WORD, stirred_word

SPLITMIX_OF_SEED_0 = (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F)
"""The first numbers of SplitMix64 from the state 0, as published with the algorithm."""
GOLDEN_STEP = 0x9E3779B97F4A7C15


def unstirred(word: int) -> int:
    """The word that ``stirred_word`` makes this of, each step undone."""
    word = unshifted(word, 31)
    word = unshifted(word * pow(0x94D049BB133111EB, -1, 1 << 64) & WORD, 27)
    return unshifted(word * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & WORD, 30)


def unshifted(word: int, shift: int) -> int:
    """The number that, shifted right and exclusive-ored with itself, gives this word."""
    found = word
    for _ in range(64 // shift):
        found = word ^ found >> shift
    return found


def test_stirring_is_the_finisher_of_splitmix() -> None:
    assert tuple(stirred_word(GOLDEN_STEP * number & WORD) for number in (1, 2, 3)) == SPLITMIX_OF_SEED_0


def test_every_word_comes_of_one_word_alone() -> None:
    chance = random.Random(1)
    for word in (0, 1, WORD, *(chance.getrandbits(64) for _ in range(1000))):
        assert unstirred(stirred_word(word)) == word


def test_games_of_a_run_have_seeds_of_64_bits_that_are_all_different() -> None:
    for seed in (0, 1, -1, b"", b"night run"):
        indices = [*range(5000), *range(2**32 - 50, 2**32 + 50), 2**64 - 1]
        seeds = {game_seed(seed, index) for index in indices}
        assert len(seeds) == len(indices)
        assert all(0 <= found < 1 << 64 for found in seeds)


def test_runs_of_different_seeds_share_no_game() -> None:
    runs = [{game_seed(seed, index) for index in range(2000)} for seed in (*range(10), b"0", b"i0", 1 << 70)]
    assert all(not one & other for one, other in itertools.combinations(runs, 2))


def test_seed_of_a_game_stays_what_it_is() -> None:
    assert game_seed(1, 0) == 17390258427789779362
    assert game_seed(b"1", 0) != game_seed(1, 0)


@pytest.mark.parametrize("index", [-1, 1 << 64])
def test_index_out_of_range_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match=f"index {index} of a game, expected 0 to"):
        game_seed(1, index)


def test_seed_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match=r"seed 1\.5, expected a whole number or bytes"):
        game_seed(1.5, 0)  # type: ignore[arg-type]


def test_index_may_be_one_of_numpy() -> None:
    for index in np.arange(5, dtype=np.int32):
        assert game_seed(3, index) == game_seed(3, int(index))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game_seed(3, 1.0)  # type: ignore[arg-type]
