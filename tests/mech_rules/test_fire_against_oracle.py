"""Random positions with weapons in the engine and in the oracle side by side: attacks, refusals, numbers, odds.

A failure names the seed: ``battle_of(random.Random(seed))`` is where its game begins.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from tests.mech_rules.arms import states_after
from tests.mech_rules.fire_cases import (
    Case,
    attack_order,
    battle_of,
    cases,
    engine_attacks,
    oracle_attacks,
    play,
)
from tests.oracles import mech_fire

LISTED = (40, 1000)
REFUSED = (30, 600)
ROLLED = (20, 300)
"""Games, interpreted and compiled."""
ORDERS = 6
"""Of each game at most."""
ROLLED_OF_UNIT = 2


@pytest.mark.rule("MECH-D13", "MECH-D14", "MECH-D19", "MECH-1.1.2", "MECH-1.1.5d", "MECH-1.2.5e", "MECH-D4", "MECH-D5")
@pytest.mark.rule("MECH-D2", "FORM-8.5", "FORM-8.6", "FORM-8.7", "FORM-D7")
def test_the_attacks_of_random_positions_are_those_of_the_oracle(compiled: bool) -> None:
    listed = 0
    for seed in range(LISTED[compiled]):
        chance = random.Random(seed)
        battle = battle_of(chance)
        for stir in play(chance, battle, ORDERS):
            for case in cases(battle, stir):
                expected = oracle_attacks(case)
                assert engine_attacks(case) == expected, (seed, battle.step_number, case.attacker.piece.name)
                listed += len(expected)
    assert listed >= 4 * LISTED[compiled]


@pytest.mark.rule("MECH-D13", "MECH-D14", "MECH-D19", "MECH-1.1.5d", "MECH-1.2.5e", "MECH-D2", "FORM-8.7", "FORM-D7")
def test_attacks_are_refused_for_all_the_rules_that_the_oracle_names(compiled: bool) -> None:
    refusals: Counter[str] = Counter()
    for seed in range(REFUSED[compiled]):
        chance = random.Random(seed)
        battle = battle_of(chance)
        for stir in play(chance, battle, ORDERS):
            for case in cases(battle, stir):
                for weapon in case.attacker.weapons:
                    for target in case.enemies:
                        if target.piece.in_play:
                            refusals.update(compare_refusal(case, weapon, target, seed))
    named = ["MECH-D13", "MECH-D14", "MECH-D19", "MECH-1.1.5d", "MECH-1.2.5e", "MECH-D2", "FORM-8.7"]
    assert set(refusals) == {"legal", "FORM-D7", *named}
    assert min(refusals.values()) >= REFUSED[compiled] // 20


def compare_refusal(case: Case, weapon: mech_fire.Weapon, target: mech_fire.Fighter, seed: int) -> list[str]:
    """Compare the rules that forbid an attack. That no die is left is told of targets that may be hit alone."""
    where = (seed, case.battle.step_number, case.attacker.piece.name, weapon.name, target.piece.name)
    expected = mech_fire.refusals(case.board, case.everyone, case.attacker, target, weapon, case.switches)
    found = {finding.rule for finding in case.battle.check(attack_order(case, weapon, target.piece.name)).findings}
    assert bool(found) == bool(expected), where
    assert found - {"FORM-D7"} == expected - {"FORM-D7"}, where
    return sorted(expected) or ["legal"]


@pytest.mark.rule("MECH-D3", "MECH-D11", "MECH-D15", "MECH-D16", "MECH-D19", "MECH-1.1.6", "FORM-8.3", "FORM-8.4")
@pytest.mark.rule("FORM-9.3", "FORM-9.4", "FORM-10.1", "FORM-10.2", "FORM-10.3", "FORM-10.4", "FORM-D8", "FORM-D9")
def test_numbers_and_odds_of_random_attacks_are_exactly_those_of_the_oracle(compiled: bool) -> None:
    seen: Counter[str] = Counter()
    for seed in range(ROLLED[compiled]):
        chance = random.Random(seed)
        battle = battle_of(chance)
        for stir in play(chance, battle, ORDERS):
            for case in cases(battle, stir):
                attacks = oracle_attacks(case)
                for _, name, target in chance.sample(attacks, min(ROLLED_OF_UNIT, len(attacks))):
                    weapon = next(weapon for weapon in case.attacker.weapons if weapon.name == name)
                    compare_odds(case, weapon, target, seed)
                    seen.update(situation(case, weapon, target))
    if compiled:
        assert [name for name in SITUATIONS if seen[name] < ROLLED[compiled] // 10] == []


SITUATIONS = ("changed grid", "steady", "obstructed", "rear", "no saves", "ground saves", "attack", "defence", "melee")


def situation(case: Case, weapon: mech_fire.Weapon, name: str) -> list[str]:
    """What is special about an attack, so that a test can see that all of it was tried."""
    attacker, target = case.attacker, case.fighters[name]
    known = {
        "changed grid": attacker.changed_grid and not weapon.melee,
        "steady": weapon.steady and not attacker.stirred,
        "obstructed": mech_fire.obstructed(case.board, case.everyone, attacker, target, case.switches),
        "rear": mech_fire.from_behind(attacker, target, case.switches),
        "no saves": mech_fire.save_dice(target, case.switches) == 0,
        "ground saves": target.terrain_dice > 0 and target.armour == 0,
        "attack": attacker.stance == mech_fire.ATTACK,
        "defence": target.stance == mech_fire.DEFENCE,
        "melee": weapon.melee,
    }
    return [name for name, is_so in known.items() if is_so]


def compare_odds(case: Case, weapon: mech_fire.Weapon, name: str, seed: int) -> None:
    """Compare dice, what they need, and the exact chances of hits, saves and what becomes of the target."""
    where = (seed, case.battle.step_number, case.attacker.piece.name, weapon.name, name)
    target = case.fighters[name]
    known = mech_fire.numbers(case.board, case.everyone, case.attacker, target, weapon, case.switches)
    order = attack_order(case, weapon, name)
    odds = case.battle.odds(order)
    assert sum(chance.probability for chance in odds) == 1, where
    for event in (event for chance in odds for event in chance.events):
        told = (event.names.get("dice"), event.names.get("needed"))
        if event.kind == "attacked":
            assert told == (known.dice, known.to_hit), where
            assert event.names["weapon"] == weapon.name, where
        elif event.kind == "saved":
            assert told == (known.save_dice, known.save), where
    for hits, chance in enumerate(mech_fire.successes(known.dice, known.to_hit)):
        assert odds.of("attacked", hits=hits) == chance, where
    some_hit = 1 - mech_fire.successes(known.dice, known.to_hit)[0]
    for saves, chance in enumerate(mech_fire.successes(known.save_dice, known.save)):
        assert odds.of("saved", saves=saves) == some_hit * chance, where
    assert odds.of("unharmed", unit=name) == mech_fire.unsaved(known).get(0, Fraction(0)), where
    assert states_after(case.battle, case.battle.text(order), name) == mech_fire.results(known, target), where


@pytest.mark.rule("MECH-D19", "FORM-9.3")
def test_what_an_attack_tells_is_among_what_its_odds_tell(compiled: bool) -> None:
    for seed in range(ROLLED[compiled]):
        chance = random.Random(seed)
        battle = battle_of(chance, 3)
        for _ in play(chance, battle, ORDERS):
            for case in cases(battle)[:1]:
                for kind, weapon, target in engine_attacks(case)[:1]:
                    line = f"{case.attacker.piece.name} {kind} {target} {weapon}"
                    odds = battle.odds(line)
                    shot = battle.clone(battle.game.key)
                    events = tuple(shot.step(line))
                    assert [result.hash for result in odds if result.events == events] == [shot.game.hash()], seed
