"""Random games of the engine and of the oracle side by side.

A failure names the seed and the size: ``scenario_of_seed(seed, size)`` is the scenario.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from tests.march_rules.against_oracle import (
    LARGE,
    MIDDLE,
    SIZES,
    SMALL,
    TALL,
    WIDE,
    Size,
    as_order,
    engine_orders,
    engine_reason,
    engine_view,
    oracle_of,
    oracle_reason,
    oracle_view,
    placed,
    random_scenario,
)
from tests.march_rules.boards import Square
from tests.oracles import march_battle as oracle

GAMES_INTERPRETED = {SMALL: 12, MIDDLE: 4, LARGE: 2, WIDE: 4, TALL: 4}
GAMES_COMPILED = {SMALL: 150, MIDDLE: 40, LARGE: 10, WIDE: 40, TALL: 30}
LISTED_INTERPRETED = 200
"""Legal orders after which an interpreted game is broken off."""
CHECKS = 12
"""Marches with random ends and waypoints that are checked at every decision."""


@dataclass
class Compared:
    """How much was compared."""

    orders: int = 0  # taken
    listed: int = 0
    checks: int = 0
    refusals: int = 0

    def add(self, other: Compared) -> None:
        """Count another game as well."""
        self.orders += other.orders
        self.listed += other.listed
        self.checks += other.checks
        self.refusals += other.refusals


def scenario_of_seed(seed: int, size: Size) -> Scenario:
    """The scenario of a random game."""
    chance = random.Random(seed)
    return placed(random_scenario(chance, size), chance)


def random_square(chance: random.Random, setup: oracle.Setup, near: Square, reach: int) -> Square:
    """A square of the map, as a rule at most so far from another."""
    if chance.random() < 0.1:
        return chance.randrange(setup.width), chance.randrange(setup.height)
    column, row = (place + chance.randint(-reach, reach) for place in near)
    return min(max(column, 0), setup.width - 1), min(max(row, 0), setup.height - 1)


def random_march(
    chance: random.Random, setup: oracle.Setup, state: oracle.State, units: list[str]
) -> tuple[str, Square, Square | None]:
    """A march of any of these units: to any square, by a waypoint or not, now and then out and back."""
    unit = chance.choice(units)
    start = state.squares[unit]
    assert start is not None
    allowance = oracle.unit_named(setup, unit).allowance
    if chance.random() < 0.4:
        return unit, random_square(chance, setup, start, allowance), None
    waypoint = random_square(chance, setup, start, (allowance + 1) // 2)
    end = start if chance.random() < 0.1 else random_square(chance, setup, waypoint, (allowance + 1) // 2)
    return unit, end, waypoint


def play_both(seed: int, size: Size, listed_max: int = 1 << 30) -> Compared:
    """Play one random game in the engine and in the oracle, to its end or until so many orders were listed."""
    scenario = scenario_of_seed(seed, size)
    chance = random.Random(seed)
    battle = ef.Battle(scenario, checked=True)
    setup = oracle_of(scenario)
    state = oracle.begin(setup)
    compared = Compared()
    where = f"seed {seed}, {size}, start"
    while True:
        assert engine_view(battle) == oracle_view(setup, state), where
        listed = oracle.legal(setup, state)
        assert engine_orders(battle) == listed, where
        order, waypoint = compare_checks(battle, setup, state, chance, compared, where)
        if state.over or compared.listed > listed_max:
            return compared
        if order is None or chance.random() < 0.7:
            order, waypoint = listed[-1] if chance.random() < 0.15 else chance.choice(listed), None
        battle.step(as_order(order, waypoint))
        state = oracle.take(setup, state, order, waypoint)
        compared.orders += 1
        compared.listed += len(listed)
        where = f"seed {seed}, {size}, step {compared.orders}, {order} via {waypoint}"


def compare_checks(
    battle: ef.Battle, setup: oracle.Setup, state: oracle.State, chance: random.Random, compared: Compared, where: str
) -> tuple[oracle.Order | None, Square | None]:
    """Check random marches in both; a legal one of the side that gives the next order, if there was one."""
    units = [name for name, place in state.squares.items() if place is not None]
    fresh = [name for name in units if name not in state.marched] or units
    legal: tuple[oracle.Order | None, Square | None] = (None, None)
    for _ in range(CHECKS if units else 0):
        unit, end, waypoint = random_march(chance, setup, state, fresh if chance.random() < 0.8 else units)
        expected = oracle_reason(setup, state, unit, end, waypoint)
        assert engine_reason(battle, unit, end, waypoint) == expected, (where, unit, end, waypoint)
        is_legal = expected is None and oracle.unit_named(setup, unit).side == state.decision
        assert battle.check(as_order(("march", unit, end), waypoint)).ok == is_legal, (where, unit, end, waypoint)
        compared.checks += 1
        compared.refusals += expected is not None
        if is_legal:
            legal = ("march", unit, end), waypoint
    return legal


@pytest.mark.rule("MARCH-1", "MARCH-2", "MARCH-3", "MARCH-4", "MARCH-4a", "MARCH-5", "MARCH-5.1", "MARCH-5.2")
@pytest.mark.rule("MARCH-5.3", "MARCH-6.1", "MARCH-6.2", "MARCH-6.3", "MARCH-6.4", "MARCH-7.1", "MARCH-7.2")
@pytest.mark.rule("MARCH-7.3", "MARCH-7.4", "MARCH-D1", "MARCH-D2", "MARCH-D3", "MARCH-D4", "MARCH-D6", "MARCH-D7")
@pytest.mark.rule("MARCH-T1", "MARCH-T2", "MARCH-T3", "MARCH-X1", "MARCH-X4", "MARCH-X5")
@pytest.mark.parametrize("size", SIZES, ids=["small", "middle", "large", "wide", "tall"])
def test_random_games_go_as_the_oracle_says(compiled: bool, size: Size) -> None:
    games = (GAMES_COMPILED if compiled else GAMES_INTERPRETED)[size]
    compared = Compared()
    for seed in range(games):
        compared.add(play_both(seed, size) if compiled else play_both(seed, size, LISTED_INTERPRETED))
    assert compared.orders >= 2 * games
    assert compared.checks >= 2 * CHECKS * games
    assert compared.checks // 4 < compared.refusals < compared.checks
