"""What is listed is what the check lets pass, and what a waypoint that changes nothing lets pass."""

from __future__ import annotations

import random

import pytest

import enfilade as ef
from tests.march_rules.against_oracle import Size, placed, random_scenario

TINY = Size((5, 5), 2, 2)
GAMES_INTERPRETED = 12
GAMES_COMPILED = 200


def assert_listed_when_legal(battle: ef.Battle, where: str) -> int:
    """Every march of every unit to every square passes the check if and only if it is listed; how many were tried."""
    listed = set(battle.legal_orders())
    width, height = battle.scenario.board_size()
    tried = 0
    for unit in battle.scenario.units:
        for end in [(column, row) for row in range(height) for column in range(width)]:
            order = ef.Order("march", unit=unit.id, place=end)
            assert battle.check(order).ok == (order in listed), (where, order)
            tried += 1
    for side in battle.names.sides:
        assert battle.check(f"{side} pass").ok == (ef.Order("pass", side=side) in listed), (where, side)
    return tried


def assert_idle_waypoints_change_nothing(battle: ef.Battle, where: str) -> None:
    """A waypoint on the start or on the end of a march leaves its verdict as it is."""
    width, height = battle.scenario.board_size()
    for name, unit in zip(battle.names.units, battle.game.store.table("units"), strict=True):
        start = (unit.position.x, unit.position.y)
        for end in [(column, row) for row in range(height) for column in range(width)] if unit.status.alive else []:
            plain = battle.check(ef.Order("march", unit=name, place=end)).findings
            for waypoint in (start, end):
                order = ef.Order("march", unit=name, place=end, path=(waypoint,))
                assert battle.check(order).findings == plain, (where, order)


@pytest.mark.rule("MARCH-6.4", "CORE-1.2", "CORE-1.3", "MARCH-D3")
def test_every_march_on_a_small_board_is_listed_when_and_only_when_the_check_lets_it_pass(compiled: bool) -> None:
    tried = 0
    for seed in range(GAMES_COMPILED if compiled else GAMES_INTERPRETED):
        chance = random.Random(seed)
        battle = ef.Battle(placed(random_scenario(chance, TINY), chance))
        assert_idle_waypoints_change_nothing(battle, f"seed {seed}")
        while battle.outcome is None and (compiled or battle.step_number < 4):
            tried += assert_listed_when_legal(battle, f"seed {seed}, step {battle.step_number}")
            battle.step(chance.choice(battle.legal_orders()))
        tried += assert_listed_when_legal(battle, f"seed {seed}, end")
    assert tried > 1000
