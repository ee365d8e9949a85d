"""Squares: remembered sight says what fresh sight says, whatever was asked before."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from enfilade.core.board.footprint import Footprint
from enfilade.core.engine.arena import row
from enfilade.core.relations.sight.corridor import SIDE_MAX
from enfilade.core.relations.sight.many import Block, Survey, base_of, open_survey
from enfilade.core.relations.sight.remembered import SIGHT, remembered_sight, sight_key
from enfilade.core.relations.sight.square import sees
from enfilade.core.state.memory import MEMORIES
from enfilade.core.state.recall import place_of, recall
from tests.core.state.tables import Tables
from tests.relations.square_boards import random_field


def surveyed(chance: random.Random) -> Survey:
    """A small board with bases on it."""
    heights, bases = random_field(chance, 12, 12, 0.2, 6)
    block = Block(heights >= 3, np.array(bases))
    return open_survey(row(block.data, 0), block.numbers)


@pytest.mark.rule("MECH-1.1.4a")
def test_what_is_remembered_is_what_is_seen_both_ways_and_after_the_walls_change() -> None:
    chance = random.Random(29)
    world = Tables().world
    for mark in range(4):
        survey = surveyed(chance)
        for _ in range(2):
            for first, second in itertools.permutations(range(6), 2):
                a, b = base_of(survey, first), base_of(survey, second)
                found = remembered_sight(world, survey.walls, mark, a, b, survey.corners)
                assert found == sees(survey.walls, a, b, survey.corners)
                assert recall(world, sight_key(b, a), mark) == found


def test_every_pair_has_a_key_of_its_own_the_same_both_ways() -> None:
    last = SIDE_MAX - 1
    corners = [(0, 0), (0, last), (last, 0), (last, last), (1, 0), (0, 1), (5, 7), (7, 5)]
    bases = [Footprint(x, y, size) for x, y in corners for size in (1, 2, 3)]
    pairs = list(itertools.combinations_with_replacement(bases, 2))
    keys = {sight_key(a, b) for a, b in pairs}
    assert len(keys) == len(pairs)
    assert all(sight_key(a, b) == sight_key(b, a) for a, b in pairs)
    assert all(SIGHT <= key < 2 * SIGHT for key in keys)


def test_the_pairs_of_a_board_fill_the_memory_evenly() -> None:
    bases = [Footprint(x, y, 1) for x in range(0, 36, 5) for y in range(0, 36, 5)]
    places = [place_of(sight_key(a, b), 0, MEMORIES) for a, b in itertools.combinations(bases, 2)]
    # 2,016 pairs thrown at random onto 4,096 places fill about 1,592 of them.
    assert len(places) == 2016
    assert 1500 < len(set(places)) < 1700
