"""Opponents in a batch: policies answer within the call, as they would through a battle, until a learner is to move."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.headless import Policy, UnknownPolicy
from tests.face.games import DRILL, MARCH, MECH, duel, in_each
from tests.headless.test_batch import drawn_ranks, legal_of, side_to_move
from tests.headless.test_policies import CHOOSERS

GAMES = 3


def reply(battle: ef.Battle, opponents: Mapping[str, str]) -> None:
    """Let opponents answer in a battle until another side is the first that owes a decision."""
    key = battle.game.key
    while battle.decisions and side_to_move(battle) in opponents:
        owing = [decision.side for decision in battle.decisions]
        name = opponents[owing[0]]
        shared = all(opponents.get(side) == name for side in owing)
        legal = battle.legal if shared else battle.legal.by(owing[0])
        battle.step(CHOOSERS[name](battle, legal, key))


@pytest.mark.parametrize(
    "opponents",
    [
        {"blue": "random"},
        {"red": "random-unit"},
        {"blue": "random", "green": "random"},
        {"red": "random-unit", "green": "random"},
    ],
    ids=lambda opponents: "-".join(f"{side}-{name}" for side, name in opponents.items()),
)
@in_each((DRILL[0], MARCH[0], MECH[0]))
def test_batch_with_opponents_is_the_battles_in_which_they_answer(
    scenario: Scenario, opponents: dict[str, str]
) -> None:
    batch = ef.Batch(scenario, GAMES, seed=6, opponents=opponents)
    battles = [ef.Battle(scenario, seed) for seed in batch.seeds]
    chance = random.Random(1)
    for battle in battles:
        reply(battle, opponents)
    for taken in range(200):
        for game, battle in enumerate(battles):
            assert batch.hash(game) == battle.game.hash()
            assert batch.legal_counts[game] == len(legal_of(battle))
            assert batch.order_counts[game] <= taken
        if batch.over.all():
            break
        ranks = drawn_ranks(chance, batch)
        for battle, rank in zip(battles, ranks.tolist(), strict=True):
            if battle.decisions:
                battle.step(legal_of(battle)[rank], side=side_to_move(battle))
                reply(battle, opponents)
        batch.step_unchecked(ranks)
    assert batch.over.all()


def test_side_of_an_opponent_is_never_to_move() -> None:
    batch = ef.Batch(DRILL[0], 20, auto_reset=True, opponents={"blue": "random-unit", "green": "random"})
    chance = random.Random(2)
    for _ in range(50):
        assert set(batch.sides[~batch.over].tolist()) <= {0}
        batch.step_unchecked(drawn_ranks(chance, batch))


def test_orders_of_opponents_are_not_counted_as_given() -> None:
    batch = ef.Batch(duel(), 1, opponents={"blue": "random"}, orders_max=2)
    batch.step([0])
    batch.step([0])
    assert batch.order_counts.tolist() == [2]
    assert batch.battle(0).step_number > 2 or batch.over[0]
    assert batch.truncated[0] or batch.over[0]


@pytest.mark.parametrize(
    ("opponents", "message"),
    [
        ({"grey": "random"}, "an opponent plays 'grey', expected one of red, blue, green"),
        ({"town": "random"}, "an opponent plays 'town', expected one of red, blue, green"),
        (
            {"red": "random", "blue": "random", "green": "random"},
            "opponents play all of red, blue, green, expected a side",
        ),
    ],
)
def test_opponents_of_sides_that_cannot_be_theirs_are_refused(opponents: dict[str, Policy | str], message: str) -> None:
    with pytest.raises(ef.BadBatch, match=message):
        ef.Batch(MARCH[0], 2, opponents=opponents)


@pytest.mark.parametrize("opponents", ["random", ["red"], 5])
def test_opponents_without_the_names_of_their_sides_are_refused(opponents: Any) -> None:
    with pytest.raises(ef.BadBatch, match=r"opponents .*, expected a dict of policies by the names of sides"):
        ef.Batch(MARCH[0], 2, opponents=opponents)


def test_opponent_of_no_policy_is_refused() -> None:
    with pytest.raises(UnknownPolicy, match="there is no policy 'clever'"):
        ef.Batch(MARCH[0], 2, opponents={"red": "clever"})


def test_ranks_of_any_kind_end_against_opponents_too() -> None:
    batch = ef.Batch(DRILL[0], 8, auto_reset=True, opponents={"red": "random"})
    numbers = np.random.default_rng(3)
    for _ in range(100):
        batch.step_unchecked(numbers.integers(-(2**63), 2**63 - 1, size=8, dtype=np.int64))
    for game in range(8):
        batch.battle(game).game.check_invariants()
