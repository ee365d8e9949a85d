"""All outcomes of a step's dice: the odometer against every face, and what it leaves behind."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from enfilade.core.state.dice import dice, die, pool
from enfilade.core.state.enumerate import TooManyOutcomes, outcomes
from enfilade.core.state.notes import GIVEN, TOO_MANY_ROLLS
from tests.core.state.tables import DIE, POOL, SUM, Fault, Tables, roll


def chances(tables: Tables, step: Callable[[], Any]) -> dict[Any, Fraction]:
    """The chance of each result of a step that rolls dice."""
    result: list[Any] = []
    found: dict[Any, Fraction] = {}
    for chance in outcomes(tables, lambda: result.append(step())):
        found[result[-1]] = found.get(result[-1], Fraction(0)) + chance
    return found


def shares(results: Iterator[Any], total: int) -> dict[Any, Fraction]:
    """The chance of each of equally likely results."""
    return {result: Fraction(ways, total) for result, ways in Counter(results).items()}


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def rolled(request: pytest.FixtureRequest) -> Callable[..., int]:
    """``rolled(tables, primitive, count, number)``, plain or compiled."""
    kernel: Any = roll.dispatcher if request.param == "compiled" else roll.__wrapped__

    def call(tables: Tables, primitive: int, count: int, number: int) -> int:
        return kernel(*tables.places, primitive, 0, 0, count, number)  # type: ignore[no-any-return]

    return call


@pytest.mark.parametrize("sides", [1, 2, 6, 10, 20])
def test_a_die_has_each_face_with_the_same_chance(rolled: Callable[..., int], sides: int) -> None:
    tables = Tables()
    found = chances(tables, lambda: rolled(tables, DIE, 1, sides))
    assert found == {face: Fraction(1, sides) for face in range(1, sides + 1)}


@pytest.mark.parametrize("needed", range(1, 8))
@pytest.mark.parametrize("count", range(1, 6))
def test_a_pool_has_the_chances_counted_over_all_faces(rolled: Callable[..., int], count: int, needed: int) -> None:
    tables = Tables()
    faces = itertools.product(range(1, 7), repeat=count)
    by_face = shares((sum(face >= needed for face in some) for some in faces), 6**count)
    assert chances(tables, lambda: rolled(tables, POOL, count, needed)) == by_face


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (5, 6), (2, 10), (3, 4), (4, 3), (6, 2), (2, 1)])
def test_a_sum_has_the_chances_counted_over_all_faces(rolled: Callable[..., int], count: int, sides: int) -> None:
    tables = Tables()
    by_face = shares((sum(some) for some in itertools.product(range(1, sides + 1), repeat=count)), sides**count)
    assert chances(tables, lambda: rolled(tables, SUM, count, sides)) == by_face


def test_rolls_that_depend_on_earlier_ones_are_met_only_after_them() -> None:
    # A d4; on a 1 nothing more, on a 2 a d6, on a 3 or 4 a pool of that many dice needing 5, then two dice.
    tables = Tables()

    def step() -> tuple[int, ...]:
        world = tables.world
        first = die(world, 0, 0, 4)
        if first == 1:
            return (1,)
        if first == 2:
            return (2, die(world, 0, 0, 6))
        return (first, pool(world, 0, 0, first, 5), dice(world, 0, 0, 2, 6))

    expected: dict[tuple[int, ...], Fraction] = {(1,): Fraction(1, 4)}
    for face in range(1, 7):
        expected[2, face] = Fraction(1, 24)
    for first in (3, 4):
        for faces in itertools.product(range(1, 7), repeat=first + 2):
            result = (first, sum(face >= 5 for face in faces[:first]), faces[-1] + faces[-2])
            expected[result] = expected.get(result, Fraction(0)) + Fraction(1, 4 * 6 ** (first + 2))
    assert chances(tables, step) == expected


def test_outcomes_come_in_a_fixed_order_the_last_roll_fastest() -> None:
    tables = Tables()
    seen: list[tuple[int, int]] = []
    for _ in outcomes(tables, lambda: seen.append((die(tables.world, 0, 0, 2), pool(tables.world, 0, 0, 2, 4)))):
        pass
    assert seen == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


def test_a_step_without_dice_has_one_certain_outcome() -> None:
    tables = Tables()
    assert chances(tables, lambda: "done") == {"done": Fraction(1)}


def test_impossible_outcomes_are_not_given_and_nothing_after_them_is_visited() -> None:
    # No die shows a 7: of two pools of three dice only (0, 0) can be. The visit tries (0, 1) and (1, ...) once each.
    tables = Tables()
    runs: list[tuple[int, int]] = []
    given = list(
        outcomes(tables, lambda: runs.append((pool(tables.world, 0, 0, 3, 7), pool(tables.world, 0, 0, 3, 7))))
    )
    assert given == [Fraction(1)]
    assert runs == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (2, 0), (3, 0)]


def spoil(tables: Tables) -> None:
    """A step that changes the row and the order in hand."""
    tables.clock.turn += die(tables.world, 0, 0, 3)
    tables.order.kind = 99


def ready() -> Tables:
    """Tables with a position, an order in hand and rolled dice supplied."""
    tables = Tables()
    tables.clock.turn = 5
    tables.order.kind = 7
    tables.give(6, 5, 4)
    return tables


def everything(tables: Tables) -> tuple[bytes, bytes]:
    """All bytes of the game and of the desk."""
    return tables.store.arenas.tobytes(), tables.store.desks.tobytes()


def test_each_outcome_begins_from_the_same_position_and_order_and_is_what_the_caller_sees() -> None:
    tables = ready()
    orders: list[int] = []

    def step() -> None:
        orders.append(tables.order.kind)
        spoil(tables)

    assert [tables.clock.turn for _ in outcomes(tables, step)] == [6, 7, 8]
    assert orders == [7, 7, 7]


def test_afterwards_everything_is_as_before() -> None:
    tables = ready()
    before = everything(tables)
    assert len(list(outcomes(tables, lambda: spoil(tables)))) == 3
    assert everything(tables) == before
    assert tables.notes.source == GIVEN


def test_a_caller_that_stops_early_leaves_everything_as_before() -> None:
    tables = ready()
    before = everything(tables)
    visit = outcomes(tables, lambda: spoil(tables))
    next(visit)
    assert everything(tables) != before
    visit.close()  # type: ignore[attr-defined]
    assert everything(tables) == before


def test_an_error_in_the_step_leaves_everything_as_before() -> None:
    tables = ready()
    before = everything(tables)

    def step() -> None:
        spoil(tables)
        if tables.clock.turn == 7:
            raise KeyError("seven")

    with pytest.raises(KeyError, match="seven"):
        list(outcomes(tables, step))
    assert everything(tables) == before


def test_a_fault_of_the_step_is_raised_and_leaves_everything_as_before() -> None:
    tables = ready()
    before = everything(tables)

    def step() -> None:
        for _ in range(513):
            die(tables.world, 0, 0, 1)

    with pytest.raises(Fault, match=str(TOO_MANY_ROLLS)):
        list(outcomes(tables, step))
    assert everything(tables) == before


def test_a_visit_inside_a_visit_disturbs_neither() -> None:
    tables = ready()
    before = everything(tables)
    seen = []
    for outer in outcomes(tables, lambda: spoil(tables)):
        turn = tables.clock.turn
        for inner in outcomes(tables, lambda: spoil(tables)):
            seen.append((turn, tables.clock.turn, outer * inner))
        assert tables.clock.turn == turn
    assert seen == [(5 + one, 5 + one + two, Fraction(1, 9)) for one in (1, 2, 3) for two in (1, 2, 3)]
    assert everything(tables) == before


def test_as_many_outcomes_as_the_limit_are_visited() -> None:
    tables = Tables()
    assert len(list(outcomes(tables, lambda: spoil(tables), limit=3))) == 3


def test_one_outcome_more_than_the_limit_is_a_typed_error_that_names_it() -> None:
    tables = ready()
    before = everything(tables)
    with pytest.raises(TooManyOutcomes, match="more than 2 outcomes, expected at most 2") as refusal:
        list(outcomes(tables, lambda: spoil(tables), limit=2))
    assert refusal.value.limit == 2
    assert isinstance(refusal.value, ValueError)
    assert everything(tables) == before


def test_a_die_of_all_words_is_bounded_by_the_limit() -> None:
    tables = Tables()
    visit = outcomes(tables, lambda: spoil_with(tables, 2**32), limit=10)
    assert list(itertools.islice(visit, 10)) == [Fraction(1, 2**32)] * 10
    with pytest.raises(TooManyOutcomes):
        next(visit)


def spoil_with(tables: Tables, sides: int) -> None:
    """A step with one large die."""
    die(tables.world, 0, 0, sides)


def duel(tables: Tables, strikes: int) -> None:
    """Two units with one step left strike in turn, attacker first, each hitting with 6 or less on a ten-sided die."""
    world = tables.world
    attacker, defender = world.units[0].status, world.units[1].status
    attacker.steps = defender.steps = 1
    for _ in range(strikes):
        if attacker.steps and defender.steps and die(world, 0, 0, 10) <= 6:
            defender.steps -= 1
        if attacker.steps and defender.steps and die(world, 0, 1, 10) <= 6:
            attacker.steps -= 1


def test_odds_of_two_strikes_each_are_those_worked_out_by_hand() -> None:
    # The attacker comes out unscathed when no strike of the defender hits it.
    #   first strike hits:                                  0.6
    #   it misses (0.4), the answer misses too (0.4) = 0.16, and then
    #       second strike hits:                             0.16 * 0.6  = 0.096
    #       it misses (0.4), the answer misses too (0.4):   0.16 * 0.16 = 0.0256
    # 0.6 + 0.096 + 0.0256 = 0.7216. The attacker is lost in 0.4 * 0.6 + 0.16 * 0.4 * 0.6 = 0.24 + 0.0384 = 0.2784.
    tables = Tables()
    unscathed = lost = Fraction(0)
    for chance in outcomes(tables, lambda: duel(tables, 2)):
        if tables.world.units[0].status.steps:
            unscathed += chance
        else:
            lost += chance
    assert unscathed == Fraction(7216, 10_000)
    assert lost == Fraction(2784, 10_000)
