"""Remembered answers: looked up by the whole key, pushed out by others, never mistaken for them."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.core.state.memory import MEMORIES
from enfilade.core.state.recall import UNKNOWN, place_of, recall, remember
from tests.core.state.tables import Tables

NUMBERS = st.integers(-(2**63), 2**63 - 1)


def colliding(mark: int, keys: int) -> list[int]:
    """Keys that are kept at one place under a mark."""
    place = place_of(0, mark, MEMORIES)
    matching = (key for key in range(10_000_000) if place_of(key, mark, MEMORIES) == place)
    return list(itertools.islice(matching, keys))


def test_nothing_is_known_before_it_is_remembered() -> None:
    world = Tables().world
    assert recall(world, 0, 0) == recall(world, 5, 6) == UNKNOWN


def test_an_answer_is_known_under_its_key_and_mark_and_no_other() -> None:
    world = Tables().world
    remember(world, 12, 34, -7)
    assert recall(world, 12, 34) == -7
    assert recall(world, 12, 35) == recall(world, 13, 34) == recall(world, 34, 12) == UNKNOWN


@pytest.mark.parametrize("answer", [0, 1, -1, 2**63 - 1])
def test_any_answer_but_unknown_can_be_remembered(answer: int) -> None:
    world = Tables().world
    remember(world, 0, 0, answer)
    assert recall(world, 0, 0) == answer


def test_a_key_kept_at_the_same_place_replaces_the_answer_and_is_not_taken_for_it() -> None:
    world = Tables().world
    first, second, third = colliding(0, 3)
    remember(world, first, 0, 111)
    assert recall(world, second, 0) == UNKNOWN
    remember(world, second, 0, 222)
    assert (recall(world, first, 0), recall(world, second, 0), recall(world, third, 0)) == (UNKNOWN, 222, UNKNOWN)


def test_another_mark_at_the_same_place_replaces_the_answer_and_is_not_taken_for_it() -> None:
    world = Tables().world
    place = place_of(5, 0, MEMORIES)
    mark = next(mark for mark in range(1, 10_000_000) if place_of(5, mark, MEMORIES) == place)
    remember(world, 5, 0, 1)
    assert recall(world, 5, mark) == UNKNOWN
    remember(world, 5, mark, 0)
    assert (recall(world, 5, 0), recall(world, 5, mark)) == (UNKNOWN, 0)


@given(NUMBERS, NUMBERS)
def test_every_key_has_a_place_in_the_table(key: int, mark: int) -> None:
    assert 0 <= place_of(key, mark, MEMORIES) < MEMORIES


def test_whatever_is_recalled_among_many_is_what_was_remembered() -> None:
    world = Tables().world
    chance = random.Random(3)
    answers: dict[tuple[int, int], int] = {}
    known = 0
    for _ in range(3 * MEMORIES):
        key, mark = chance.choice([chance.getrandbits(13), chance.getrandbits(62)]), chance.choice([0, 0, 1 << 40])
        answers[key, mark] = chance.getrandbits(8)
        remember(world, key, mark, answers[key, mark])
    for (key, mark), answer in answers.items():
        found = recall(world, key, mark)
        assert found in (UNKNOWN, answer)
        known += found == answer
    assert known > MEMORIES // 2


def test_memory_is_no_part_of_the_row() -> None:
    tables = Tables()
    before = tables.snapshot()
    remember(tables.world, 1, 2, 3)
    assert tables.snapshot() == before
