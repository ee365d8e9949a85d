"""Random positions in the engine and in the oracle side by side: moves, costs, ways, given paths, crushes, lockers.

A failure names the seed: ``random_position(random.Random(seed))`` is the position.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

import enfilade as ef
from enfilade.core.board.footprint import Footprint
from enfilade.core.relations.lock_on import can_be_locked, locker_count
from enfilade.core.state.grids import grids_of
from tests.mech_rules.against_oracle import (
    Case,
    board_of,
    cases,
    engine_displacements,
    engine_moves,
    engine_refusal,
    grid_of,
    in_order,
    oracle_ends,
    oracle_moves,
    oracle_refusals,
    pieces_of,
    play_displacements,
    random_path,
    random_position,
    standing_cost,
    switches_of,
    victims_of,
    way_taken,
)
from tests.oracles import mech_moves as oracle
from tests.oracles.squares import Grid

LISTED = (60, 1500)
WAYS = (40, 600)
PATHS = (70, 1000)
CRUSHES = (100, 2500)
"""Positions, interpreted and compiled."""
WAYS_OF_UNIT = 2
PATHS_OF_UNIT = 6


@pytest.mark.rule("MECH-1.2.0", "MECH-1.2.1", "MECH-1.2.1a", "MECH-1.2.1b", "MECH-1.2.1c", "MECH-1.2.1d", "MECH-1.2.1e")
@pytest.mark.rule(
    "MECH-1.2.1g", "MECH-1.2.5", "MECH-1.2.5f", "MECH-1.2.6", "MECH-D5", "MECH-D8", "MECH-D17", "MECH-D18"
)
def test_the_moves_of_random_positions_are_those_of_the_oracle(compiled: bool) -> None:
    listed: Counter[str] = Counter()
    for seed in range(LISTED[compiled]):
        for case in cases(ef.Battle(random_position(random.Random(seed)))):
            for kind in ("move", "fly", "teleport"):
                moves = oracle_moves(case, kind)
                assert engine_moves(case, kind) == moves, (seed, case.mover.name, kind)
                listed[kind] += len(moves)
    assert listed["move"] >= 30 * LISTED[compiled]
    assert min(listed["fly"], listed["teleport"]) >= 10 * LISTED[compiled]


@pytest.mark.rule("MECH-1.2.1h", "MECH-1.2.1i", "MECH-1.2.5f", "MECH-1.2.6c", "MECH-D14", "MECH-D17", "MECH-D22")
def test_costs_and_canonical_ways_are_those_of_the_oracle(compiled: bool) -> None:
    count = 0
    for seed in range(WAYS[compiled]):
        chance = random.Random(seed)
        for case in cases(ef.Battle(random_position(chance))):
            ends = oracle_ends(case)
            for end in chance.sample(sorted(ends), min(WAYS_OF_UNIT, len(ends))):
                count += compare_way(case, end, chance.randrange(4), ends[end], seed)
    assert count >= WAYS[compiled]


def compare_way(case: Case, end: oracle.Placement, facing: int, cost: int, seed: int) -> bool:
    """Compare the way to an end and its cost; False where it would change nothing."""
    mover = case.mover
    if (*end, facing) == (mover.x, mover.y, mover.facing):
        return False
    where = (seed, mover.name, end)
    moved = case.battle.clone()
    events = moved.step(ef.Order("move", unit=mover.name, place=end, facing=facing))
    still_crushes = moved.decision is not None and moved.decision.kind == "displace"
    way = way_taken(case, end, events, still_crushes)
    expected = oracle.canonical_path(case.board, case.everyone, mover, end, case.switches)
    assert [grid_of(place) for place in way.places] == expected, where
    assert way.cost == cost, where
    if case.switches.fragile_stops:
        assert standing_cost(case, way.places) == cost, where
    after = pieces_of(moved, mover.name)[mover.name]
    assert after.facing == facing, where
    assert still_crushes or (after.x, after.y) == end, where
    return True


@pytest.mark.rule("MECH-1.2.1a", "MECH-1.2.1b", "MECH-1.2.1c", "MECH-1.2.1e", "MECH-1.2.1h", "MECH-1.2.6c", "MECH-D17")
def test_given_paths_are_refused_for_the_rule_and_the_step_that_the_oracle_names(compiled: bool) -> None:
    refusals: Counter[str] = Counter()
    for seed in range(PATHS[compiled]):
        chance = random.Random(seed)
        for case in cases(ef.Battle(random_position(chance))):
            if case.mover.kind != oracle.GROUND or case.mover.shutdown:
                continue
            for _ in range(PATHS_OF_UNIT):
                grids, end = random_path(chance, case)
                expected = oracle_refusals(case, grids, end)
                found = engine_refusal(case, grids, end)
                assert found in expected, (seed, case.mover.name, grids, end)
                refusals[found[0] if found is not None else "legal"] += 1
    of_path = ["1.2.1a", "1.2.1b", "1.2.1c", "1.2.1e", "1.2.1h", "1.2.6c"]
    assert {"legal", *(f"MECH-{rule}" for rule in of_path)} == set(refusals)
    assert min(refusals.values()) >= PATHS[compiled] // 10


@pytest.mark.rule(
    "MECH-1.2.4a", "MECH-1.2.4b", "MECH-1.2.4c", "MECH-1.2.4d", "MECH-1.2.4e", "MECH-1.2.4f", "MECH-1.2.4h"
)
@pytest.mark.rule("MECH-1.2.6a", "MECH-1.2.6b", "MECH-1.2.6c", "MECH-1.2.6d", "MECH-1.2.6e", "MECH-1.2.6f", "MECH-D9")
def test_whole_crushes_go_as_the_oracle_says(compiled: bool) -> None:
    displaced = 0
    for seed in range(CRUSHES[compiled]):
        chance = random.Random(seed)
        for case in cases(ef.Battle(random_position(chance, 3))):
            if case.mover.shutdown:
                continue
            for grid in oracle.crush_entries(case.board, case.everyone, case.mover, case.switches):
                displaced += compare_crush(case, grid, chance, seed)
    assert displaced >= CRUSHES[compiled] // 10


def compare_crush(case: Case, grid: Grid, chance: random.Random, seed: int) -> int:
    """Crush into a grid; compare every decision and what has become of everybody; how many were displaced."""
    where = (seed, case.mover.name, grid)
    crush = case.battle.clone()
    end = (3 * grid[0], 3 * grid[1])
    crush.step(ef.Order("move", unit=case.mover.name, place=end, facing=1))
    expected = dict(case.pieces)
    for victim in victims_of(case, grid):
        if victim.kind == oracle.INSTALLATION:
            expected[victim.name] = changed(victim, in_play=False)
    expected[case.mover.name] = changed(case.mover, x=end[0], y=end[1], facing=1)
    displaced = 0
    for displacing in play_displacements(chance, crush, case, grid):
        assert engine_displacements(crush) == in_order(displacing.allowed), where
        x, y, facing = displacing.put
        expected[displacing.unit] = changed(case.pieces[displacing.unit], x=x, y=y, facing=facing)
        displaced += 1
    assert pieces_of(crush, case.mover.name) == expected, where
    assert oracle.terrain_cells(board_of(crush), oracle.FRAGILE).isdisjoint(oracle.cells_of_grid(grid)), where
    return displaced


def changed(piece: oracle.Piece, **changes: int | bool) -> oracle.Piece:
    """A unit somewhere else, or out of play."""
    return dataclasses.replace(piece, **changes)  # type: ignore[arg-type]


@pytest.mark.rule("MECH-1.2.5a", "MECH-1.2.5b", "MECH-1.2.5c", "MECH-1.2.5d", "MECH-D5", "MECH-D18")
def test_as_many_enemies_lock_a_unit_at_any_placement_as_the_oracle_says() -> None:
    counts: Counter[int] = Counter()
    for seed in range(60):
        chance = random.Random(seed)
        battle = ef.Battle(random_position(chance, 3))
        world = battle.game.world()
        grids = grids_of(world)
        for name, piece in pieces_of(battle, battle.names.units[0]).items():
            pieces = pieces_of(battle, name)
            slot = battle.names.slots[name]
            for _ in range(4):
                grid = (chance.randrange(grids.wide), chance.randrange(grids.high))
                x, y = chance.choice(sorted(oracle.placements_in(grid, piece.size)))
                lockers = oracle.lockers(board_of(battle), pieces.values(), pieces[name], x, y, switches_of(battle))
                found = locker_count(world, grids, slot, Footprint(x, y, piece.size))
                assert found * can_be_locked(world, grids, slot) == len(lockers), (seed, name, x, y)
                counts[len(lockers)] += 1
    assert counts[1] > 50
    assert counts[2] > 10
