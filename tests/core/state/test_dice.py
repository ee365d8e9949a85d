"""Dice: the three primitives over keyed and given sources, and the weights of enumerated ones."""

import itertools
from collections import Counter
from collections.abc import Callable
from math import comb
from typing import Any

import pytest
from scipy.stats import chisquare

from enfilade.core.engine.kernel import entry
from enfilade.core.state.dice import POOL_MAX, WAYS_MAX, ways_to_succeed, ways_to_sum
from enfilade.core.state.notes import (
    ENUMERATED,
    FACE_OUT_OF_RANGE,
    GIVEN,
    KEYED,
    NO_FACE_LEFT,
    NO_SUCH_DIE,
    POOL_TOO_LARGE,
    ROLLS_MAX,
    STREAMS,
    TOO_MANY_ROLLS,
)
from tests.core.engine.test_uniform import value_by_definition
from tests.core.state.tables import DIE, POOL, SUM, Tables, roll

COMPILED = pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])
P_LEAST = 0.001
"""The keys are fixed, so a chi-square test that passes once passes always."""

Roll = Callable[..., int]


@pytest.fixture(params=["interpreted", COMPILED])
def rolled(request: pytest.FixtureRequest) -> Roll:
    """``rolled(tables, primitive, number, count=1, stream=0, subject=0)``, plain or compiled."""
    kernel: Any = roll.dispatcher if request.param == "compiled" else roll.__wrapped__

    def call(tables: Tables, primitive: int, number: int, count: int = 1, stream: int = 0, subject: int = 0) -> int:
        return kernel(*tables.places, primitive, stream, subject, count, number)  # type: ignore[no-any-return]

    return call


@pytest.fixture
def rolls(request: pytest.FixtureRequest, rolled: Roll) -> int:
    """How many rolls a chi-square test makes."""
    return 60_000 if "compiled" in request.node.name else 3_000


def keyed(key: int = 1) -> Tables:
    """Tables with a key."""
    tables = Tables()
    tables.set_key(key, key + 1)
    return tables


# keyed: fair


@pytest.mark.parametrize("sides", [6, 10])
def test_faces_of_a_die_come_equally_often(rolled: Roll, rolls: int, sides: int) -> None:
    tables = keyed(sides)
    found = Counter(rolled(tables, DIE, sides) for _ in range(rolls))
    assert set(found) == set(range(1, sides + 1))
    assert chisquare([found[face] for face in range(1, sides + 1)]).pvalue > P_LEAST


def test_two_six_sided_dice_make_a_triangle(rolled: Roll, rolls: int) -> None:
    tables = keyed(26)
    found = Counter(rolled(tables, SUM, 6, 2) for _ in range(rolls))
    expected = [(6 - abs(7 - total)) * rolls / 36 for total in range(2, 13)]
    assert chisquare([found[total] for total in range(2, 13)], expected).pvalue > P_LEAST


@pytest.mark.parametrize("needed", [2, 4, 5, 6])
def test_successes_of_a_pool_are_binomial(rolled: Roll, rolls: int, needed: int) -> None:
    tables = keyed(needed)
    found = Counter(rolled(tables, POOL, needed, 3) for _ in range(rolls))
    good = 7 - needed
    expected = [comb(3, hits) * good**hits * (6 - good) ** (3 - hits) * rolls / 216 for hits in range(4)]
    assert chisquare([found[hits] for hits in range(4)], expected).pvalue > P_LEAST


def test_successive_draws_and_successive_steps_are_independent(rolled: Roll, rolls: int) -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    steps: Counter[tuple[int, int]] = Counter()
    tables = keyed(8)
    before = 1
    for step in range(rolls // 2):
        tables.new_step()
        tables.clock.step = step
        first, second = rolled(tables, DIE, 6), rolled(tables, DIE, 6)
        pairs[first, second] += 1
        steps[before, first] += 1
        before = first
    faces = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    assert chisquare([pairs[pair] for pair in faces]).pvalue > P_LEAST
    assert chisquare([steps[pair] for pair in faces]).pvalue > P_LEAST


# keyed: by counter


def test_a_draw_is_the_word_of_its_counter(rolled: Roll) -> None:
    tables = keyed()
    tables.set_key(0xDEADBEEF, 0xFFFFFFFF)
    tables.clock.step = 77
    for draw in range(8):
        face, _ = value_by_definition((draw, 77, 3, 12), (0xDEADBEEF, 0xFFFFFFFF), 20)
        assert rolled(tables, DIE, 20, stream=3, subject=12) == 1 + face


def test_a_negative_subject_counts_as_its_low_32_bits(rolled: Roll) -> None:
    tables = keyed()
    face, _ = value_by_definition((0, 0, 1, 0xFFFFFFFF), (1, 2), 1000)
    assert rolled(tables, DIE, 1000, stream=1, subject=-1) == 1 + face


def test_dice_of_other_streams_do_not_shift_a_stream(rolled: Roll) -> None:
    for stream in range(STREAMS):
        alone, among = keyed(), keyed()
        expected = [rolled(alone, DIE, 1000, stream=stream) for _ in range(6)]
        found = []
        for draw in range(6):
            for other in range(STREAMS):
                if other != stream:
                    rolled(among, POOL, 4, draw, stream=other)
            found.append(rolled(among, DIE, 1000, stream=stream))
        assert found == expected


def test_a_pool_and_a_sum_use_up_one_draw_a_die(rolled: Roll) -> None:
    one_by_one, at_once = keyed(), keyed()
    faces = [rolled(one_by_one, DIE, 6) for _ in range(9)]
    assert rolled(at_once, SUM, 6, 4) == sum(faces[:4])
    assert rolled(at_once, POOL, 5, 5) == sum(face >= 5 for face in faces[4:])


def test_the_same_step_has_the_same_dice_after_an_undo(rolled: Roll) -> None:
    tables = keyed()
    row = tables.snapshot()
    first = [rolled(tables, DIE, 1000) for _ in range(5)]
    tables.clock.step = 1
    tables.new_step()
    assert [rolled(tables, DIE, 1000) for _ in range(5)] != first
    tables.restore(row)
    tables.new_step()
    assert [rolled(tables, DIE, 1000) for _ in range(5)] == first


def test_another_key_step_stream_or_subject_has_other_dice(rolled: Roll) -> None:
    def faces(low: int = 1, high: int = 1, step: int = 1, stream: int = 1, subject: int = 1) -> tuple[int, ...]:
        tables = Tables()
        tables.set_key(low, high)
        tables.clock.step = step
        return tuple(rolled(tables, DIE, 1000, stream=stream, subject=subject) for _ in range(6))

    games = [faces(), faces(low=2), faces(high=2), faces(step=2), faces(stream=2), faces(subject=2)]
    assert len(set(games)) == len(games)


@pytest.mark.parametrize("sides", [1, 2, 6, 100, 2**31, 2**32])
def test_a_die_shows_a_face_that_it_has(rolled: Roll, sides: int) -> None:
    tables = keyed()
    assert all(1 <= rolled(tables, DIE, sides) <= sides for _ in range(50))


def test_no_dice_are_no_sum_and_no_success(rolled: Roll) -> None:
    tables = keyed()
    assert rolled(tables, SUM, 6, 0) == rolled(tables, POOL, 2, 0) == rolled(tables, POOL, 2, -3) == 0
    assert tables.notes.rolls == 0


@pytest.mark.parametrize("primitive", [SUM, POOL])
def test_more_dice_than_can_be_weighed_are_a_fault(rolled: Roll, primitive: int) -> None:
    tables = keyed()
    rolled(tables, primitive, 2, POOL_MAX)
    assert tables.notes.fault == 0
    rolled(tables, primitive, 2, POOL_MAX + 1)
    assert (tables.notes.fault, tables.notes.fault_number) == (POOL_TOO_LARGE, POOL_MAX + 1)


def test_a_sum_that_comes_about_in_more_ways_than_can_be_counted_is_a_fault(rolled: Roll) -> None:
    tables = keyed()
    rolled(tables, SUM, 2**20, 2)
    assert WAYS_MAX == 2**20 * 2**20
    assert tables.notes.fault == 0
    rolled(tables, SUM, 2**20 + 1, 2)
    assert tables.notes.fault == POOL_TOO_LARGE


@pytest.mark.parametrize("source", [KEYED, GIVEN, ENUMERATED])
@pytest.mark.parametrize("sides", [0, -6, 2**32 + 1])
def test_a_die_without_sides_or_with_more_than_a_word_has_is_a_fault(rolled: Roll, source: int, sides: int) -> None:
    for primitive in (DIE, SUM):
        tables = keyed()
        tables.notes.source = source
        rolled(tables, primitive, sides, 2)
        assert (tables.notes.fault, tables.notes.fault_number) == (NO_SUCH_DIE, sides)


# given


def test_given_faces_are_used_in_order(rolled: Roll) -> None:
    tables = Tables()
    tables.give(6, 1, 2, 3, 5, 6, 4)
    assert rolled(tables, DIE, 6, stream=4) == 6
    assert rolled(tables, SUM, 6, 3, stream=2) == 1 + 2 + 3
    assert rolled(tables, POOL, 5, 3) == 2
    assert tables.notes.rolls == 7
    assert tables.notes.fault == 0


def test_too_few_given_faces_are_a_fault_that_says_how_many_there_were(rolled: Roll) -> None:
    tables = Tables()
    tables.give(4, 4)
    rolled(tables, POOL, 4, 3)
    assert (tables.notes.fault, tables.notes.fault_number) == (NO_FACE_LEFT, 2)


@pytest.mark.parametrize("face", [0, -1, 7])
def test_a_given_face_that_the_die_does_not_have_is_a_fault_that_names_it(rolled: Roll, face: int) -> None:
    tables = Tables()
    tables.give(6, face, 6)
    assert 1 <= rolled(tables, DIE, 6) <= 6
    assert 1 <= rolled(tables, DIE, 6) <= 6
    assert (tables.notes.fault, tables.notes.fault_number) == (FACE_OUT_OF_RANGE, face)


def test_the_first_fault_of_a_step_is_the_one_told(rolled: Roll) -> None:
    tables = Tables()
    tables.give(9)
    rolled(tables, DIE, 6)
    rolled(tables, DIE, 6)
    assert (tables.notes.fault, tables.notes.fault_number) == (FACE_OUT_OF_RANGE, 9)


# enumerated: weights


def test_a_step_that_rolls_too_often_to_be_enumerated_is_a_fault(rolled: Roll) -> None:
    tables = Tables()
    tables.notes.source = ENUMERATED
    for _ in range(ROLLS_MAX):
        rolled(tables, DIE, 6)
    assert tables.notes.fault == 0
    assert rolled(tables, DIE, 6) == 1
    assert (tables.notes.fault, tables.notes.fault_number) == (TOO_MANY_ROLLS, ROLLS_MAX)


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize("needed", range(9))
def test_ways_of_a_pool_are_those_counted_face_by_face(count: int, needed: int) -> None:
    faces = itertools.product(range(1, 7), repeat=count)
    by_face = Counter(sum(face >= needed for face in dice) for dice in faces)
    assert [ways_to_succeed(count, needed, hits) for hits in range(count + 1)] == [
        by_face[hits] for hits in range(count + 1)
    ]


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 6), (2, 6), (3, 6), (5, 6), (2, 10), (3, 4), (6, 2), (4, 3)])
def test_ways_of_a_sum_are_those_counted_face_by_face(count: int, sides: int) -> None:
    by_face = Counter(sum(dice) for dice in itertools.product(range(1, sides + 1), repeat=count))
    found = {count + extra: ways_to_sum(count, sides, extra) for extra in range(count * (sides - 1) + 1)}
    assert found == by_face


@entry
def ways(count: int, sides: int, extra: int) -> int:
    """Ways of a sum."""
    return ways_to_sum(count, sides, extra)


@entry
def successes(count: int, needed: int, hits: int) -> int:
    """Ways of a pool."""
    return ways_to_succeed(count, needed, hits)


@pytest.mark.slow
def test_weights_of_the_largest_rolls_stay_inside_63_bits_when_compiled() -> None:
    for count in range(1, POOL_MAX + 1):
        sides = max(sides for sides in range(1, 2049) if sides**count <= WAYS_MAX)
        extras = count * (sides - 1) + 1
        compiled = ways.dispatcher
        assert [compiled(count, sides, extra) for extra in range(min(extras, 4000))] == [
            ways_to_sum(count, sides, extra) for extra in range(min(extras, 4000))
        ]
        if extras <= 4000:
            assert sum(compiled(count, sides, extra) for extra in range(extras)) == sides**count
        for needed in range(1, 8):
            found = [successes.dispatcher(count, needed, hits) for hits in range(count + 1)]
            assert found == [ways_to_succeed(count, needed, hits) for hits in range(count + 1)]
            assert sum(found) == 6**count < 2**63


def test_weights_of_the_largest_rolls_add_up_to_all_ways() -> None:
    assert sum(ways_to_sum(24, 3, extra) for extra in range(49)) == 3**24
    assert sum(ways_to_succeed(POOL_MAX, 5, hits) for hits in range(POOL_MAX + 1)) == 6**POOL_MAX
    assert 6**POOL_MAX < 2**63 < 6 ** (POOL_MAX + 1)


@pytest.mark.parametrize(("count", "sides"), [(2, 1 << 32), (24, 1 << 31), (3, 1 << 20)])
def test_a_sum_in_so_many_ways_that_63_bits_cannot_count_them_is_a_fault(rolled: Roll, count: int, sides: int) -> None:
    assert sides**count > WAYS_MAX
    tables = keyed()
    assert rolled(tables, SUM, sides, count) == 0
    assert tables.notes.fault == POOL_TOO_LARGE
