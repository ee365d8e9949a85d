"""Batches: each game is the battle of its seed, whatever the others do; bad input changes nothing, no rank harms."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import enfilade as ef
from enfilade.core.engine.kernel import kernel
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.derived import check_derived
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.world import World
from enfilade.drill import FAMILY
from enfilade.drill.sequence import SEQUENCE_SYSTEM
from enfilade.drill.vocabulary import PASS
from enfilade.headless import game_seed
from enfilade.systems.game import Game
from tests.face.games import (
    DRILL,
    MARCH,
    MECH,
    by_scenario,
    crossroads,
    duel,
    in_each,
    red_to_move,
    running_interpreted,
)
from tests.face.resting import PLUGIN

pytestmark = pytest.mark.bounds

GAMES = 6
SEEDS: tuple[int | bytes, ...] = (0, 1, -7, b"seven", 1 << 80, 2)
Ranks = npt.NDArray[np.int64]


def side_to_move(battle: ef.Battle) -> str:
    """Of the sides that owe a decision the first; empty when it is over."""
    return battle.decisions[0].side if battle.decisions else ""


def legal_of(battle: ef.Battle) -> list[ef.Order]:
    """The legal orders of the side to move."""
    return list(battle.legal.by(side_to_move(battle))) if battle.decisions else []


def drawn_ranks(chance: random.Random, batch: ef.Batch) -> Ranks:
    """A rank for each game, any number for one that takes no more."""
    return np.array([chance.randrange(count) if count else chance.randrange(99) for count in batch.legal_counts])


def refuse_differences(batch: ef.Batch, battles: list[ef.Battle]) -> None:
    """Every game stands where its battle does, and says the same of itself."""
    names = batch.names.sides
    for game, battle in enumerate(battles):
        side = side_to_move(battle)
        assert batch.hash(game) == battle.game.hash()
        assert batch.legal_counts[game] == len(legal_of(battle))
        assert batch.sides[game] == (names.index(side) if side else -1)
        assert batch.over[game] == (battle.outcome is not None)
        assert batch.outcomes()[game] == battle.outcome
        assert batch.order_counts[game] == battle.step_number
        assert batch.scores[game].tolist() == list(battle.game.clock.scores)[: len(names)]


def step_all(batch: ef.Batch, battles: list[ef.Battle], ranks: Ranks) -> None:
    """Take the same orders in a batch and in battles."""
    for battle, rank in zip(battles, ranks.tolist(), strict=True):
        if battle.decisions:
            battle.step(legal_of(battle)[rank], side=side_to_move(battle))
    batch.step_unchecked(ranks)


@in_each((*DRILL, *MARCH, *MECH))
def test_games_of_a_batch_are_the_battles_of_their_seeds_after_every_order(scenario: Scenario) -> None:
    batch = ef.Batch(scenario, GAMES)
    batch.reset(SEEDS)
    assert batch.seeds == SEEDS
    battles = [ef.Battle(scenario, seed) for seed in SEEDS]
    chance = random.Random(1)
    refuse_differences(batch, battles)
    while not batch.over.all():
        step_all(batch, battles, drawn_ranks(chance, batch))
        refuse_differences(batch, battles)


@by_scenario
def test_interpreted_and_compiled_batches_are_alike(scenario: Scenario) -> None:
    compiled, chance = ef.Batch(scenario, 2, seed=4), random.Random(2)
    with running_interpreted():
        plain = ef.Batch(scenario, 2, seed=4)
    for _ in range(12):
        ranks = drawn_ranks(chance, compiled)
        compiled.step_unchecked(ranks)
        with running_interpreted():
            plain.step_unchecked(ranks)
            hashes = [plain.hash(game) for game in range(2)]
        assert hashes == [compiled.hash(game) for game in range(2)]
        assert plain.legal_counts.tolist() == compiled.legal_counts.tolist()


@by_scenario
def test_derived_data_of_every_game_is_its_rebuild(scenario: Scenario) -> None:
    batch, chance = ef.Batch(scenario, 3), random.Random(3)
    for _ in range(20):
        batch.step_unchecked(drawn_ranks(chance, batch))
        for game in range(3):
            rows = batch._rows
            alone = Game(batch.scenario, batch.family)
            alone.store.arenas[0] = rows.store.arenas[game]
            alone.store.derived[0] = rows.store.derived[game]
            check_derived(alone.store, alone.rebuild)


@by_scenario
@pytest.mark.parametrize("orders", [2, pytest.param(60, marks=pytest.mark.slow)])
def test_any_number_of_threads_gives_the_same_games(scenario: Scenario, orders: int) -> None:
    batches = [ef.Batch(scenario, 40, seed=9, threads=threads, auto_reset=True) for threads in (1, 2, 3)]
    chance = random.Random(4)
    for _ in range(orders):
        ranks = drawn_ranks(chance, batches[0])
        for batch in batches:
            batch.step_unchecked(ranks)
        hashes = [[batch.hash(game) for game in range(40)] for batch in batches]
        assert hashes[0] == hashes[1] == hashes[2]
    assert batches[0].seeds == batches[1].seeds == batches[2].seeds


def test_scenario_with_a_state_a_family_and_plug_ins_that_are_given() -> None:
    with running_interpreted():
        scenario = red_to_move(systems=(PLUGIN,)).to_scenario()
        scenario.plugins = []
        batch = ef.Batch(scenario, 2, family=FAMILY, systems=(PLUGIN,))
        batch.reset([3, 4])
        battles = [ef.Battle(scenario, seed, family=FAMILY, systems=(PLUGIN,)) for seed in (3, 4)]
        chance = random.Random(5)
        for _ in range(10):
            for game, battle in enumerate(battles):
                assert batch.hash(game) == battle.game.hash()
                assert batch.orders(game) == legal_of(battle)
            step_all(batch, battles, drawn_ranks(chance, batch))


# Beginning anew.


def test_batch_begins_with_the_seeds_of_its_run() -> None:
    batch = ef.Batch(DRILL[0], 3, seed=b"run")
    assert batch.seeds == tuple(game_seed(b"run", index) for index in (0, 1, 2))
    batch.reset()
    assert batch.seeds == tuple(game_seed(b"run", index) for index in (3, 4, 5))
    batch.reset(games=[1])
    assert batch.seeds == tuple(game_seed(b"run", index) for index in (3, 7, 5))
    batch.reset([70, 80], games=np.array([2, 0]))
    assert batch.seeds == (80, game_seed(b"run", 7), 70)
    batch.reset(games=[0])
    assert batch.seeds[0] == game_seed(b"run", 6)


def test_games_that_are_not_named_stand_where_they_did() -> None:
    batch = ef.Batch(DRILL[0], 3)
    batch.step([1, 1, 1])
    before = [batch.hash(game) for game in range(3)]
    batch.reset([5], games=[1])
    assert [batch.hash(game) == before[game] for game in range(3)] == [True, False, True]
    assert batch.hash(1) == ef.Battle(DRILL[0], 5).game.hash()
    assert batch.order_counts.tolist() == [1, 0, 1]


def play_to_an_end(batch: ef.Batch) -> int:
    """Take first orders until some game takes no more; which."""
    while not (batch.over | batch.truncated).any():
        batch.step_unchecked(np.arange(batch.games))
    return int(np.argmax(batch.over | batch.truncated))


@pytest.mark.parametrize("orders_max", [None, 2])
def test_auto_reset_begins_a_game_anew_on_the_step_after_its_end(orders_max: int | None) -> None:
    batch = ef.Batch(duel(), 4, seed=2, auto_reset=True, orders_max=orders_max)
    ended = play_to_an_end(batch)
    assert (batch.outcomes()[ended] is None) == (orders_max is not None)
    assert batch.legal_counts[ended] == 0
    ranks = np.zeros(4, np.int64)
    ranks[ended] = 10**9
    batch.step(ranks)
    assert batch.seeds[ended] == game_seed(2, 4 + ended)
    assert batch.order_counts[ended] == 0
    assert batch.hash(ended) == ef.Battle(duel(), game_seed(2, 4 + ended)).game.hash()
    assert not batch.over[ended]


def test_without_auto_reset_a_game_that_is_over_takes_no_order_until_it_is_reset() -> None:
    batch = ef.Batch(duel(), 4)
    ended = play_to_an_end(batch)
    assert batch.outcomes()[ended] is not None
    hashes = [batch.hash(game) for game in range(4)]
    assert not batch.over[:ended].any()
    with pytest.raises(
        ef.BadRank, match=rf"rank 0 for game {ended}, expected none, since the game takes no more orders"
    ):
        batch.step([0] * 4)
    assert [batch.hash(game) for game in range(4)] == hashes
    batch.step_unchecked(np.zeros(4, np.int64))
    assert batch.hash(ended) == hashes[ended]
    batch.reset(games=np.flatnonzero(batch.over))
    batch.step(batch.legal_counts - 1)
    assert batch.order_counts[ended] == 1


def test_game_is_cut_short_after_its_orders_without_being_over() -> None:
    batch = ef.Batch(DRILL[0], 2, orders_max=3)
    for taken in range(3):
        assert batch.truncated.tolist() == [False, False]
        assert batch.order_counts.tolist() == [taken, taken]
        batch.step([0, 0])
    assert batch.truncated.tolist() == [True, True]
    assert batch.over.tolist() == [False, False]
    assert batch.outcomes() == [None, None]
    assert batch.sides.tolist() != [-1, -1]
    with pytest.raises(ef.BadRank) as raised:
        batch.step([0, 0])
    assert (raised.value.game, raised.value.rank, raised.value.legal) == (0, 0, 0)


# What can be asked.


@by_scenario
def test_orders_of_a_game_are_those_of_its_battle(scenario: Scenario) -> None:
    batch, chance = ef.Batch(scenario, 2, seed=3), random.Random(6)
    for _ in range(10):
        battle = batch.battle(1)
        assert battle.game.hash() == batch.hash(1)
        assert batch.orders(1) == legal_of(battle)
        ranks = [chance.randrange(int(batch.legal_counts[1])) for _ in range(3)]
        assert batch.orders(1, ranks) == [legal_of(battle)[rank] for rank in ranks]
        batch.step_unchecked(drawn_ranks(chance, batch))


def test_battle_of_a_game_goes_its_own_way() -> None:
    batch = ef.Batch(DRILL[0], 2)
    before, battle = batch.hash(1), batch.battle(1)
    battle.step(battle.legal[0])
    assert battle.game.hash() != before == batch.hash(1)
    batch.step([1, 1])
    assert battle.step_number == 1


def test_arrays_that_are_given_are_copies() -> None:
    batch = ef.Batch(DRILL[0], 2)
    for name in ("legal_counts", "sides", "over", "truncated", "scores", "order_counts"):
        before = getattr(batch, name).copy()
        getattr(batch, name)[:] = 1
        assert np.array_equal(getattr(batch, name), before)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_batch_is_neither_copied_nor_pickled(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"a batch is neither copied nor pickled; use battle\(game\), or another batch"):
        copied(ef.Batch(DRILL[0], 2))


def test_batch_begun_by_the_same_seeds_and_given_the_same_ranks_stands_where_the_other_does() -> None:
    one, other = ef.Batch(DRILL[0], 3, seed=4), ef.Batch(DRILL[0], 3)
    other.reset(one.seeds)
    for batch in (one, other):
        batch.step([2, 0, 1])
    assert [one.hash(game) for game in range(3)] == [other.hash(game) for game in range(3)]


def test_batch_says_what_it_is() -> None:
    batch = ef.Batch(DRILL[0], 3)
    assert len(batch) == batch.games == 3
    assert repr(batch) == "<batch of 3 games of 'crossroads', 0 of them over>"


# Ranks of any kind.

ENDS = (-(2**63), 2**63 - 1, -1, 0, 2**62, -(2**31))


@by_scenario
@pytest.mark.parametrize("orders", [5, pytest.param(60, marks=pytest.mark.slow)])
def test_any_numbers_as_ranks_take_the_legal_order_of_the_number_modulo_how_many_there_are(
    scenario: Scenario, orders: int
) -> None:
    batch, chance = ef.Batch(scenario, GAMES, seed=5, auto_reset=True), random.Random(7)
    battles = [ef.Battle(scenario, seed) for seed in batch.seeds]
    for _ in range(orders):
        drawn = [chance.choice((*ENDS, chance.getrandbits(64) - 2**63)) for _ in range(GAMES)]
        over = batch.over
        for game, battle in enumerate(battles):
            if not over[game]:
                legal = legal_of(battle)
                battle.step(legal[drawn[game] % len(legal)], side=side_to_move(battle))
        batch.step_unchecked(np.array(drawn, np.int64))
        for game in np.flatnonzero(over).tolist():
            battles[game] = ef.Battle(scenario, batch.seeds[game])
        refuse_differences(batch, battles)


@pytest.mark.slow
@by_scenario
def test_thousands_of_random_numbers_as_ranks_end_in_sound_positions(scenario: Scenario) -> None:
    batch, numbers = ef.Batch(scenario, 64, threads=2, auto_reset=True), np.random.default_rng(8)
    for _ in range(300):
        batch.step_unchecked(numbers.integers(-(2**63), 2**63 - 1, size=64, dtype=np.int64))
    for game in range(64):
        battle = batch.battle(game)
        battle.game.check_invariants()
        assert batch.over[game] or batch.legal_counts[game] == len(battle.legal.by(side_to_move(battle)))


# What is refused, with nothing done.


def state_of(batch: ef.Batch) -> tuple[bytes, tuple[int | bytes, ...], bytes]:
    """All that a refused call could have changed."""
    return batch._rows.store.arenas.tobytes(), batch.seeds, batch._rows.seats.tobytes()


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        ([0, 0], r"ranks of shape \(2,\), expected \(3,\), one a game"),
        ([[0, 0, 0]], r"ranks of shape \(1, 3\), expected \(3,\)"),
        (0, r"ranks of shape \(\), expected \(3,\)"),
        ([0.0, 1.0, 2.0], "ranks of float64, expected whole numbers, int64 at most"),
        ([True, False, True], "ranks of bool, expected"),
        (np.zeros(3, np.uint64), "ranks of uint64, expected"),
        (["0", "1", "2"], "ranks of <U1, expected"),
        ([2**63] * 3, "ranks of uint64, expected"),
        ([0, [1, 2], 3], r"ranks \[0, \[1, 2\], 3\], expected an array of shape \(3,\)"),
        ([2**70, 0, 0], "ranks of object, expected"),
    ],
)
def test_ranks_that_are_no_array_of_ranks_are_refused(ranks: Any, message: str) -> None:
    batch = ef.Batch(DRILL[0], 3)
    before = state_of(batch)
    with pytest.raises(ef.BadArray, match=message):
        batch.step(ranks)
    assert state_of(batch) == before


@pytest.mark.parametrize("rank", [-1, 3, 2**62])
def test_rank_out_of_range_is_refused_with_its_game_and_no_game_is_changed(rank: int) -> None:
    batch = ef.Batch(DRILL[0], 3)
    assert batch.legal_counts.tolist() == [3, 3, 3]
    before = state_of(batch)
    with pytest.raises(ef.BadRank, match=f"rank {rank} for game 1, expected 0 to 2") as raised:
        batch.step([2, rank, -5])
    assert isinstance(raised.value, ValueError)
    assert (raised.value.game, raised.value.rank, raised.value.legal) == (1, rank, 3)
    assert state_of(batch) == before


@pytest.mark.parametrize("ranks", [[0, 0, 0], np.zeros(3, np.int32), np.zeros(2, np.int64), np.zeros((3, 1), np.int64)])
def test_unchecked_ranks_must_be_an_array_of_their_type_and_shape(ranks: Any) -> None:
    batch = ef.Batch(DRILL[0], 3)
    before = state_of(batch)
    with pytest.raises(ef.BadArray, match=r"ranks of .*, expected"):
        batch.step_unchecked(ranks)
    assert state_of(batch) == before


@pytest.mark.parametrize("ranks", [np.zeros(3, np.int8), np.zeros(3, np.uint32), np.zeros(6, np.int16)[::2], (0, 0, 0)])
def test_ranks_of_any_whole_numbers_are_taken(ranks: Any) -> None:
    batch = ef.Batch(DRILL[0], 3)
    batch.step(ranks)
    assert batch.order_counts.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "games 0, expected a whole number of 1 to 1048576"),
        ({"games": -1}, "games -1, expected"),
        ({"games": 2.0}, r"games 2\.0, expected"),
        ({"games": True}, "games True, expected"),
        ({"games": 1 << 21}, "games 2097152, expected"),
        ({"games": 2, "threads": 0}, "threads 0, expected a whole number of 1 to 256"),
        ({"games": 2, "orders_max": 0}, "orders_max 0, expected"),
    ],
)
def test_batch_that_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ef.BadBatch, match=message):
        ef.Batch(DRILL[0], **options)


def test_scenario_or_seed_that_is_none_is_refused() -> None:
    with pytest.raises(TypeError, match="scenario 'crossroads', expected a Scenario"):
        ef.Batch("crossroads", 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"seed 1\.5, expected a whole number or bytes"):
        ef.Batch(DRILL[0], 3, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ef.ScenarioError):
        ef.Batch(duel(units=[]), 3)


@pytest.mark.parametrize(
    ("seeds", "games", "message"),
    [
        ([1, 2], None, "2 seeds, expected 3, one a game"),
        ([1, 2, 3, 4], None, "4 seeds, expected 3"),
        ([], None, "0 seeds, expected 3"),
        (7, None, "seeds 7, expected 3, one a game"),
        (b"abc", None, "seeds b'abc', expected 3"),
        ([1], [0, 1], "1 seeds, expected 2"),
        (np.array(7), None, r"seeds array\(7\), expected 3, one a game"),
        (None, [3], "game 3, expected a whole number of 0 to 2"),
        (None, 1, r"games 1, expected the numbers of some, such as \[0\]"),
        (None, np.int64(1), r"games np.int64\(1\), expected the numbers of some"),
        (None, np.array(1), r"games array\(1\), expected the numbers of some"),
        (None, b"\0\1", r"games b'.*', expected the numbers of some"),
        (None, "01", "games '01', expected the numbers of some"),
        (None, np.zeros((2, 2), np.int64), r"game \[0, 0\], expected a whole number of 0 to 2"),
        (None, np.array([True, False, True]), "game True, expected a whole number of 0 to 2"),
        (None, [-1], "game -1, expected"),
        (None, [0.5], r"game 0\.5, expected"),
    ],
)
def test_seeds_of_the_wrong_number_and_games_that_are_none_are_refused(seeds: Any, games: Any, message: str) -> None:
    batch = ef.Batch(DRILL[0], 3)
    before = state_of(batch)
    with pytest.raises(ef.BadBatch, match=message):
        batch.reset(seeds, games=games)
    assert state_of(batch) == before


def test_seed_of_no_kind_is_refused_before_any_game_begins() -> None:
    batch = ef.Batch(DRILL[0], 3)
    before = state_of(batch)
    wrong: list[Any] = [1.5, None, [3], "3"]
    for seed in wrong:
        with pytest.raises(TypeError, match=rf"seed {re.escape(repr(seed))}, expected a whole number or bytes"):
            batch.reset([1, 2, seed])
    assert state_of(batch) == before


def test_game_or_rank_that_is_none_is_refused_by_questions() -> None:
    batch = ef.Batch(DRILL[0], 3)
    for ask in (batch.battle, batch.orders, batch.hash):
        with pytest.raises(ef.BadBatch, match="game 3, expected a whole number of 0 to 2"):
            ask(3)
    with pytest.raises(ef.BadRank, match="rank 3 for game 1, expected 0 to 2"):
        batch.orders(1, [0, 3])


# Rules that go wrong.


@pytest.fixture
def broken(made_up_rules: None) -> ef.Batch:
    """A batch of three games, in which a pass goes wrong."""

    def apply(world: World, order: OrderRecord) -> None:
        SEQUENCE_SYSTEM.apply(world, order)
        if order.kind == PASS:
            world.clock[0].owes = 0
            world.clock[0].phase = 99

    wrong = dataclasses.replace(SEQUENCE_SYSTEM, apply=kernel(apply))
    systems = tuple(wrong if system is SEQUENCE_SYSTEM else system for system in FAMILY.systems)
    return ef.Batch(red_to_move().to_scenario(), 3, family=dataclasses.replace(FAMILY, systems=systems))


def test_game_whose_step_has_a_fault_stands_as_before_and_the_others_have_taken_theirs(broken: ef.Batch) -> None:
    kinds = [order.kind for order in broken.orders(1)]
    passing, other = kinds.index("pass"), kinds.index("move")
    before, derived = broken.hash(1), broken._rows.store.derived[1].tobytes()
    with pytest.raises(ef.StepFault, match="too many passes") as raised:
        broken.step([other, passing, other])
    assert raised.value.__notes__ == [f"in game 1 of the batch, seed {broken.seeds[1]!r}"]
    assert broken.hash(1) == before
    assert broken._rows.store.derived[1].tobytes() == derived
    assert broken.order_counts.tolist() == [1, 0, 1]
    assert broken.legal_counts[1] == len(kinds)
    broken.step_unchecked(np.array([0, other, 0]))
    assert broken.order_counts[1] == 1


def test_crossroads_helper_is_the_scenario_of_the_first_batch() -> None:
    assert crossroads(game_seed(0, 0)).game.hash() == ef.Batch(DRILL[0], 1).hash(0)


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8])
def test_numbers_of_a_batch_may_be_those_of_numpy(kind: type[np.integer[Any]]) -> None:
    batch, other = ef.Batch(DRILL[0], kind(4)), ef.Batch(DRILL[0], 4)  # type: ignore[arg-type]
    assert [batch.hash(game) for game in range(4)] == [other.hash(game) for game in range(4)]


def test_orders_are_asked_for_by_whole_ranks() -> None:
    batch = ef.Batch(DRILL[0], 2)
    wrong: list[Any] = [1.5, "1", True]
    for rank in wrong:
        with pytest.raises(ef.BadRank, match=f"rank {rank} for game 0"):
            batch.orders(0, [rank])
    several: list[Any] = [np.array(0), "01", b"\0"]
    for ranks in several:
        with pytest.raises(ef.BadArray, match=r"ranks .*, expected some numbers, or none for all orders"):
            batch.orders(0, ranks)
    with pytest.raises(ef.BadArray, match="ranks 0, expected some numbers"):
        batch.orders(0, 0)  # type: ignore[arg-type]
