"""Positions kept, set up again, and said as scenarios; what must hold in each of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import enfilade as ef
from enfilade.core.engine.kernel import kernel
from enfilade.core.scenario.load import parse_scenario
from enfilade.core.scenario.schema import ObjectiveEntry, Scenario, UnitEntry
from enfilade.core.scenario.write import scenario_text
from enfilade.core.state.derived import DerivedMismatch, check_derived
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.parties import parties_of
from enfilade.core.state.presence import presence_of
from enfilade.core.state.world import World
from enfilade.drill import FAMILY
from enfilade.drill.components import open_drill
from enfilade.drill.sequence import SEQUENCE_SYSTEM
from enfilade.drill.vocabulary import PASS
from enfilade.systems.families import find_family
from enfilade.systems.family import Family
from enfilade.systems.game import Game, InvariantBroken
from enfilade.systems.pipeline import PASS_ON
from enfilade.systems.processors import processors_of
from enfilade.systems.sequence.alternation import ALTERNATION_SYSTEM
from enfilade.systems.sequence.tables import play_of
from tests.face.games import (
    DRILL,
    MARCH,
    MECH,
    by_scenario,
    crossroads,
    delta,
    drawn_order,
    duel,
    in_each,
    meeting,
    play,
    red_to_move,
    standoff,
    untouched,
    yard,
)

by_every_scenario = in_each((*DRILL, *MARCH, *MECH))


@by_every_scenario
def test_position_restored_is_the_one_that_was_kept(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 4)
    kept = [(battle.snapshot(), battle.digest, battle.decisions, battle.roster())]
    for _ in play(battle):
        kept.append((battle.snapshot(), battle.digest, battle.decisions, battle.roster()))
    for snapshot, digest, decisions, units in reversed(kept):
        events = battle.restore(snapshot)
        assert [event.sentence() for event in events] == [f"a position of step {snapshot.step} was set up"]
        assert (battle.digest, battle.decisions, battle.roster()) == (digest, decisions, units)
        check_derived(battle.game.store, battle.game.rebuild)


@by_scenario
def test_snapshot_is_restored_in_another_battle_of_the_scenario(scenario: Scenario) -> None:
    battle, other = ef.Battle(scenario, 1), ef.Battle(scenario, 2)
    list(play(battle, 9))
    other.restore(battle.snapshot())
    assert other.digest == battle.digest
    for order in play(battle):
        other.step(order)
    assert other.digest == battle.digest


@pytest.mark.parametrize(
    ("scenario", "foreign"),
    [
        (duel(name="another duel"), ef.Battle(standoff())),
        (duel(name="another duel"), ef.Battle(duel())),
        (duel(name="another duel"), ef.Battle(duel(options={"rounds": 2}))),
        (duel(), ef.Battle(delta())),
        (delta(), ef.Battle(duel())),
        (yard(), ef.Battle(delta())),
        (yard(), ef.Battle(yard(options={"turns": 3, "points": 4}))),
        (delta(), ef.Battle(delta(options={"turns": 3, "points": 5}))),
        (meeting(), ef.Battle(meeting(objectives=[ObjectiveEntry("0-1")]))),
    ],
)
def test_snapshot_of_another_scenario_is_refused(scenario: Scenario, foreign: ef.Battle) -> None:
    battle = ef.Battle(scenario)
    snapshot = foreign.snapshot()
    own = f"{scenario.name!r} under {battle.family.edition!r}"
    problem = f"belongs to another scenario, to other rules or to a view, expected one of {own}"
    with untouched(battle), pytest.raises(ValueError, match=problem):
        battle.restore(snapshot)


@by_scenario
def test_snapshot_of_other_rules_is_refused(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    other = msgspec.structs.replace(battle.snapshot(), rules=f"{scenario.family} 99")
    with untouched(battle), pytest.raises(ValueError, match="belongs to another scenario, to other rules or to a view"):
        battle.restore(other)


@pytest.mark.parametrize("row", [b"", b"\0" * 8, b"\0" * 10_000])
@by_scenario
def test_snapshot_of_another_length_is_refused(scenario: Scenario, row: bytes) -> None:
    battle = ef.Battle(scenario)
    list(play(battle, 2))
    damaged = msgspec.structs.replace(battle.snapshot(), row=row)
    orders = battle.orders
    with untouched(battle), pytest.raises(ValueError, match=f"a row of {len(row)} bytes, expected"):
        battle.restore(damaged)
    assert battle.orders == orders


def test_snapshot_says_what_it_is() -> None:
    snapshot = red_to_move().snapshot()
    assert repr(snapshot) == f"<snapshot of step 2, {len(snapshot.row)} bytes>"
    assert len(snapshot.row) % 8 == 0


@by_every_scenario
def test_position_said_as_a_scenario_and_read_again_is_the_same_at_every_step(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 7)
    while True:
        text = scenario_text(battle.to_scenario())
        again = ef.Battle(parse_scenario(text))
        assert again.digest == battle.digest
        assert again.game.hash() == battle.game.hash()
        assert again.decisions == battle.decisions
        assert again.legal_orders() == battle.legal_orders()
        assert scenario_text(again.to_scenario()) == text
        check_derived(again.game.store, again.game.rebuild)
        if battle.outcome is not None:
            break
        order = drawn_order(battle)
        assert battle.step(order) == again.step(order)
        assert again.digest == battle.digest
    assert again.outcome == battle.outcome


def test_position_set_up_with_a_seed_takes_its_dice_from_the_seed() -> None:
    position = red_to_move(seed=1).to_scenario()
    assert ef.Battle(position).game.key == crossroads(1).game.key
    assert ef.Battle(position, 2).game.key == crossroads(2).game.key


def test_set_up_of_a_position_runs_no_step() -> None:
    battle = red_to_move()
    battle.step("R1 move B1")
    again = ef.Battle(battle.to_scenario())
    assert again.events_since(0) == []
    assert again.step_number == 3
    assert again.decision == ef.Decision("blue", "react", "B1")


@by_scenario
def test_said_and_set_up_again_and_again_goes_on_as_going_on(scenario: Scenario) -> None:
    battle, other = ef.Battle(scenario, 8), ef.Battle(scenario, 8)
    for number, order in enumerate(play(battle)):
        if number % 3 == 0:
            other = ef.Battle(parse_scenario(scenario_text(other.to_scenario())))
        other.step(order)
        assert other.digest == battle.digest


OUT_OF_DRILL = [
    ("units", 0, {"position": {"x": 4}}, "state.units[0].position.x: found 4, expected 0 to 3"),
    ("units", 1, {"position": {"x": 1, "y": -1}}, "state.units[1].position.y: found -1, expected 0 to 3"),
    ("units", 2, {"allegiance": {"side": 3}}, "state.units[2].allegiance.side: found 3, expected 0 to 2"),
    ("units", 3, {"type": 1}, "state.units[3].type: found 1, expected 0 to 0"),
    ("clock", 0, {"unit": 4}, "state.clock[0].unit: found 4, expected -1 to 3"),
    ("clock", 0, {"side": 3}, "state.clock[0].side: found 3, expected -1 to 2"),
    ("clock", 0, {"depth": 5}, "state.clock[0].depth: found 5, expected 0 to 4"),
    ("clock", 0, {"depth": -1}, "state.clock[0].depth: found -1, expected 0 to 4"),
    ("clock", 0, {"owes": 8}, "state.clock[0].owes: found 8, expected 0 to 7"),
    ("clock", 0, {"owes": -1}, "state.clock[0].owes: found -1, expected 0 to 7"),
    ("clock", 0, {"decision": 32}, "state.clock[0].decision: found 32, expected 0 to 4"),
    ("clock", 0, {"step": -1}, "state.clock[0].step: found -1, expected 0 to 1073741824"),
    ("clock", 0, {"key_low": 2**32}, "state.clock[0].key_low: found 4294967296, expected 0 to 4294967295"),
    ("clock", 0, {"reason": 3, "over": True}, "state.clock[0].reason: found 3, expected 0 to 2"),
    ("cards", 1, {"kind": 4}, "state.cards[1].kind: found 4, expected 0 to 3"),
    ("cards", 0, {"kind": 1, "place": 3}, "state.cards[0].place: found 3, expected 0 to 2"),
    ("pending", 0, {"unit": 4}, "state.pending[0].unit: found 4, expected 0 to 3"),
    ("pending", 0, {"unit": -1}, "state.pending[0].unit: found -1, expected 0 to 3"),
    ("pending", 0, {"other": 4}, "state.pending[0].other: found 4, expected -1 to 3"),
    ("pending", 0, {"length": 25}, "state.pending[0].length: found 25, expected 0 to 24"),
    ("pending", 0, {"length": 2, "at": 3}, "state.pending[0].at: found 3, expected 0 to 2"),
    ("pending", 0, {"path": [16]}, "state.pending[0].path[0]: found 16, expected 0 to 15"),
    ("pending", 0, {"companions": [0, 9]}, "state.pending[0].companions[1]: found 9, expected -1 to 3"),
]
OUT_OF_DELTA = [
    ("units", 0, {"position": {"x": 7}}, "state.units[0].position.x: found 7, expected 0 to 6"),
    ("units", 1, {"position": {"y": 6}}, "state.units[1].position.y: found 6, expected 0 to 5"),
    ("units", 2, {"position": {"y": -1}}, "state.units[2].position.y: found -1, expected 0 to 5"),
    ("units", 3, {"allegiance": {"side": 4}}, "state.units[3].allegiance.side: found 4, expected 0 to 3"),
    ("units", 8, {"allegiance": {"known_to": 16}}, "state.units[8].allegiance.known_to: found 16, expected 0 to 15"),
    ("units", 4, {"type": 3}, "state.units[4].type: found 3, expected 0 to 2"),
    ("clock", 0, {"turn": 0}, "state.clock[0].turn: found 0, expected 1 to 3"),
    ("clock", 0, {"turn": 4}, "state.clock[0].turn: found 4, expected 1 to 3"),
    ("clock", 0, {"side": 4}, "state.clock[0].side: found 4, expected -1 to 3"),
    ("clock", 0, {"owes": 16}, "state.clock[0].owes: found 16, expected 0 to 15"),
    ("clock", 0, {"scores": [0, 7]}, "state.clock[0].scores[1]: found 7, expected 0 to 6"),
    ("clock", 0, {"scores": [-1]}, "state.clock[0].scores[0]: found -1, expected 0 to 6"),
    ("clock", 0, {"reason": 3}, "state.clock[0].reason: found 3, expected 0 to 2"),
    ("turn", 0, {"passed": 16}, "state.turn[0].passed: found 16, expected 0 to 15"),
    ("turn", 0, {"passed": -1}, "state.turn[0].passed: found -1, expected 0 to 15"),
    ("holdings", 0, {"side": 4}, "state.holdings[0].side: found 4, expected -1 to 3"),
    ("holdings", 2, {"side": -2}, "state.holdings[2].side: found -2, expected -1 to 3"),
]


def drill_in_a_reaction() -> ef.Battle:
    battle = red_to_move()
    battle.step("R1 move B1")
    return battle


def delta_in_its_first_turn() -> ef.Battle:
    battle = ef.Battle(delta())
    battle.step("R1 march 1-2")
    return battle


@pytest.mark.parametrize(
    ("begun", "table", "index", "fields", "problem"),
    [
        *[(drill_in_a_reaction, *case) for case in OUT_OF_DRILL],
        *[(delta_in_its_first_turn, *case) for case in OUT_OF_DELTA],
    ],
    ids=lambda value: getattr(value, "__name__", str(value))[:40],
)
def test_position_whose_numbers_lead_nowhere_is_refused_before_any_rule_reads_it(
    begun: Callable[[], ef.Battle], table: str, index: int, fields: dict[str, object], problem: str
) -> None:
    scenario = begun().to_scenario()
    scenario.state[table][index] |= fields
    with pytest.raises(ef.ScenarioError) as refusal:
        ef.Battle(scenario)
    assert problem in [str(found) for found in refusal.value.problems]


BROKEN_DELTA = [
    ("units", 4, {"position": {"x": 1, "y": 2}}, "MARCH-D6: units that are not allied share the square (1, 2)"),
    ("clock", 0, {"owes": 2}, "MARCH-6.1: it is the turn of side 0, and 0b10 owe an order"),
    ("clock", 0, {"owes": 3}, "MARCH-6.1: it is the turn of side 0, and 0b11 owe an order"),
    ("clock", 0, {"owes": 8, "side": 3}, "MARCH-6.3: side 3 owes an order and gives no more in this turn"),
    ("clock", 0, {"unit": 0}, "the decision is about unit 0"),
    ("clock", 0, {"scores": [1, 3]}, "MARCH-7.2: the scores are [1, 3, 0, 0], expected [2, 3, 0, 0]"),
    ("turn", 0, {"passed": 1}, "MARCH-6.3: side 0 owes an order and gives no more in this turn"),
    ("holdings", 2, {"side": 3}, "MARCH-7.1: side 3, which is neutral, holds an objective"),
]


@pytest.mark.rule("MARCH-D6", "MARCH-6.1", "MARCH-6.3", "MARCH-7.1", "MARCH-7.2")
@pytest.mark.parametrize(("table", "index", "fields", "problem"), BROKEN_DELTA, ids=lambda value: str(value)[:40])
def test_position_whose_numbers_do_not_go_together_is_refused_with_the_rule(
    table: str, index: int, fields: dict[str, object], problem: str
) -> None:
    battle = ef.Battle(delta())
    for line in ("R1 march 1-2", "blue pass", "green pass"):
        battle.step(line)
    scenario = battle.to_scenario()
    scenario.state[table][index] |= fields
    with pytest.raises(ef.ScenarioError) as refusal:
        ef.Battle(scenario)
    assert problem in [found.found for found in refusal.value.problems]


def test_side_whose_units_have_all_marched_owes_nothing() -> None:
    scenario = ef.Battle(meeting()).to_scenario()
    scenario.state["units"][0]["status"]["done"] = True
    problem = "MARCH-6.3: side 0 owes an order and gives no more in this turn"
    with pytest.raises(ef.ScenarioError, match=problem):
        ef.Battle(scenario)


AMBUSH = standoff(units=[*standoff().units[:3], UnitEntry("G1", "green", "D4", known_to=["blue"])])


@pytest.mark.parametrize("side", ["red", "blue", "green"])
@in_each((AMBUSH, delta(), yard()))
def test_view_said_as_a_scenario_is_a_battle_for_a_client_elsewhere(scenario: Scenario, side: str) -> None:
    battle = ef.Battle(scenario, 3)
    hidden = 0
    for _ in play(battle, 12):
        view = battle.view(side)
        again = ef.Battle(parse_scenario(scenario_text(view.to_scenario())))
        assert again.digest == view.digest
        for other in battle.names.sides:
            assert list(again.legal.by(other)) == list(view.legal.by(other))
        hidden += again.names.units != battle.names.units
    assert hidden > 0 or side in ("blue", "green")


# What must hold, and what notices when it does not.


def passes_of(game: Game) -> int:
    """Take the order in hand pass by pass; derived data and invariants are tested after everything that happens."""
    processors = processors_of(game)
    state = game.pipeline.take(*game.places)
    tested = 0
    while state == PASS_ON:
        for processor in processors:
            processor.process()
            check_derived(game.store, game.rebuild)
            game.check_invariants()
            tested += 1
        state = game.pipeline.after_pass(*game.places)
    game.raise_fault()
    return tested


@pytest.mark.rule("CORE-2.1")
@by_every_scenario
def test_derived_data_and_invariants_hold_after_every_event_of_games(scenario: Scenario) -> None:
    tested = 0
    for seed in range(3):
        battle = ef.Battle(scenario, seed)
        twin = ef.Battle(scenario, seed).game
        while battle.outcome is None:
            order = drawn_order(battle, key=seed)
            battle.step(order)
            battle.names.write_order(order, battle.giver(order), twin.order)
            twin.give_dice(())
            tested += passes_of(twin)
            assert twin.hash() == battle.game.hash()
    assert tested > 30


def drill_where_a_pass(spoils: str) -> Family:
    """The drill, but a side that passes spoils derived data, the world, or nothing."""

    def apply(world: World, order: OrderRecord) -> None:
        SEQUENCE_SYSTEM.apply(world, order)
        if order.kind == PASS and spoils == "derived":
            open_drill(world).occupants[5].unit = 0
        if order.kind == PASS and spoils == "count":
            open_drill(world).parties[0].units += 1
        if order.kind == PASS and spoils == "places":
            world.units[1].position.x = world.units[2].position.x
            world.units[1].position.y = world.units[2].position.y

    spoiled = dataclasses.replace(SEQUENCE_SYSTEM, apply=kernel(apply))
    systems = tuple(spoiled if system is SEQUENCE_SYSTEM else system for system in FAMILY.systems)
    return dataclasses.replace(FAMILY, systems=systems)


@pytest.mark.usefixtures("made_up_rules")
@pytest.mark.parametrize(
    ("spoils", "error", "message"),
    [
        ("derived", DerivedMismatch, r"drill_occupants\[5\] was 0000, rebuilt it is Occupant\(unit=-1\)"),
        ("count", InvariantBroken, "side 0 counts 2 units, 1 are in play"),
        ("places", DerivedMismatch, r"drill_occupants\[2\] was 0100"),
    ],
)
def test_checked_battle_notices_rules_that_spoil_its_position(
    spoils: str, error: type[Exception], message: str
) -> None:
    battle = red_to_move(family=drill_where_a_pass(spoils), checked=True)
    with untouched(battle), pytest.raises(error, match=message):
        battle.step("red pass")
    battle.step("R1 move A2")
    assert len(battle.orders) == 3


@pytest.mark.usefixtures("made_up_rules")
@pytest.mark.parametrize("spoils", ["derived", "count"])
def test_battle_that_is_not_checked_does_not_notice(spoils: str) -> None:
    battle = red_to_move(family=drill_where_a_pass(spoils))
    battle.step("red pass")


def march_where_a_pass(spoils: str) -> Family:
    """The march family, but a side that passes spoils what is derived from units, who holds what, or nothing."""
    family = find_family("march")

    def apply(world: World, order: OrderRecord) -> None:
        ALTERNATION_SYSTEM.apply(world, order)
        if spoils == "stack":
            presence_of(world).stacks[0].units += 1
        if spoils == "bits":
            presence_of(world).occupied[0].bits |= 1
        if spoils == "fresh":
            parties_of(world)[1].fresh += 1
        if spoils == "places":
            world.units[1].position.x = 0
        if spoils == "holder":
            play_of(world).holdings[0].side = 0

    spoiled = dataclasses.replace(ALTERNATION_SYSTEM, apply=kernel(apply))
    systems = tuple(spoiled if system is ALTERNATION_SYSTEM else system for system in family.systems)
    return dataclasses.replace(family, systems=systems)


@pytest.mark.usefixtures("made_up_rules")
@pytest.mark.parametrize(
    ("spoils", "error", "message"),
    [
        ("stack", DerivedMismatch, r"stacks\[0\] was 0200, rebuilt it is Stack\(units=1\)"),
        ("bits", DerivedMismatch, r"occupied\[0\] was 0100000000000000, rebuilt it is Word\(bits=0\)"),
        ("fresh", DerivedMismatch, r"parties\[1\] was 01000200, rebuilt it is Party\(units=1, fresh=1\)"),
        ("places", DerivedMismatch, r"stacks\[15\] was 0000, rebuilt it is Stack\(units=1\)"),
        ("holder", InvariantBroken, r"MARCH-7\.2: the scores are \[0, 0\], expected \[1, 0\]"),
    ],
)
def test_checked_march_battle_notices_rules_that_spoil_its_position(
    spoils: str, error: type[Exception], message: str
) -> None:
    battle = ef.Battle(meeting(), family=march_where_a_pass(spoils), checked=True)
    with untouched(battle), pytest.raises(error, match=message):
        battle.step("red pass")
    battle.step("R1 march 1-1")
    assert len(battle.orders) == 1
    ef.Battle(meeting(), family=march_where_a_pass("nothing"), checked=True).step("red pass")


@pytest.mark.usefixtures("made_up_rules")
def test_checked_battle_of_sound_rules_plays_on() -> None:
    battle = red_to_move(family=drill_where_a_pass("nothing"), checked=True)
    list(play(battle))
    assert battle.outcome is not None


@by_scenario
def test_snapshot_of_a_view_is_refused_by_the_battle_and_taken_by_the_view(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 7)
    list(play(battle, 1))
    view = battle.view("green")
    with untouched(battle), pytest.raises(ValueError, match="or to a view"):
        battle.restore(view.snapshot())
    view.restore(view.snapshot())
    with pytest.raises(ValueError, match="or to a view"):
        view.restore(battle.view("red").snapshot())


@by_scenario
def test_scenario_changed_after_the_battle_began_changes_nothing(scenario: Scenario, tmp_path: Path) -> None:
    mine = copy.deepcopy(scenario)
    battle = ef.Battle(mine, 7)
    mine.units[0] = mine.units[1]
    mine.sides.pop()
    battle.save(tmp_path / "a.sav")
    assert ef.Battle.load(tmp_path / "a.sav").digest == battle.digest == ef.Battle(scenario, 7).digest


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_battle_is_neither_copied_nor_pickled(copied: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"use clone\(\), snapshot\(\), save\(\) or to_scenario\(\)"):
        copied(crossroads(7))


def test_snapshot_is_pickled() -> None:
    snapshot = crossroads(7).snapshot()
    assert pickle.loads(pickle.dumps(snapshot)) == snapshot


def test_seed_is_told_only_while_its_key_is_in_force() -> None:
    battle = crossroads(7)
    battle.step("red bid 0")
    battle.rekey(9)
    assert battle.seed == 9
    battle.undo()
    assert battle.seed is None
    assert battle.clone().seed is None


@pytest.mark.parametrize("key", [-1, 1 << 64, "5", 5.0])
def test_clone_with_a_key_that_is_no_number_of_64_bits_is_refused(key: Any) -> None:
    with pytest.raises(ValueError, match=rf"dice key {key!r}, expected a whole number of 0 to 2\*\*64 - 1"):
        crossroads(7).clone(key)
