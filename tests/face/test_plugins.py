"""A third party's plug-in: its orders, tables, words and invariants become part of the battle."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import enfilade as ef
from enfilade.authoring import DecisionKind, EventKind, Kind, Plugin, Reason, System
from enfilade.core.orders.kinds import PLUGIN_KIND
from enfilade.core.orders.reasons import FAMILY_REASON
from enfilade.core.orders.sentences import names_in
from enfilade.core.scenario.load import parse_scenario
from enfilade.core.scenario.write import scenario_text
from enfilade.drill import FAMILY
from enfilade.headless.loop import loop_entries, take_random_orders
from enfilade.systems import families
from enfilade.systems.family import no_tables
from enfilade.systems.game import InvariantBroken
from tests.face.games import play, running_compiled, running_interpreted, standoff, untouched
from tests.face.resting import PLUGIN, SUPPLIES_EACH, broken_invariants, supplies_of


def shaken(**options: Any) -> ef.Battle:
    """R1 has been shaken by B1 and could rest in red's next turn."""
    battle = ef.Battle(standoff(), 1, systems=(PLUGIN,), checked=True, **options)
    for line in ("red bid 2", "blue bid 0", "R1 move B1"):
        battle.step(line)
    battle.step("B1 fire", dice=(6, 1))
    for line in ("B2 hold", "blue pass", "green pass"):
        battle.step(line)
    assert battle.decision == ef.Decision("red", "activate")
    return battle


def supplies(battle: ef.Battle) -> list[int]:
    return [supply.left for supply in supplies_of(battle.game.world())]


def test_order_of_a_plug_in_is_legal_text_and_told() -> None:
    battle = shaken()
    assert [battle.text(order) for order in battle.legal.of("R1")] == ["R1 rest"]
    assert battle.parse("R1 rest") == ef.Order("rest", unit="R1")
    events = battle.step("R1 rest")
    assert str(events[0]) == "R1 rests and recovers (supplies left: 1)"
    assert supplies(battle) == [1, 2, 2]


def test_refusal_of_a_plug_in_cites_its_own_rule() -> None:
    battle = ef.Battle(standoff(), 1, systems=(PLUGIN,))
    battle.step("red bid 2")
    battle.step("blue bid 0")
    assert str(battle.check("R1 rest")) == "R1 rest: R1 is not shaken [RESTING-1.1]"


def test_supplies_run_out() -> None:
    battle = shaken()
    scenario = battle.to_scenario()
    scenario.state["resting_supplies"][0] = {}
    empty = ef.Battle(scenario, systems=(PLUGIN,))
    assert str(empty.check("R1 rest")) == "R1 rest: red has no supplies left [RESTING-1.2]"
    assert len(empty.legal.of("R1")) == 0


def test_table_of_a_plug_in_is_hashed_undone_and_said_with_the_position() -> None:
    battle = shaken()
    before = battle.digest
    battle.step("R1 rest")
    after = battle.digest
    assert supplies(battle) == [1, 2, 2]
    again = ef.Battle(parse_scenario(scenario_text(battle.to_scenario())), systems=(PLUGIN,))
    assert again.digest == after
    assert supplies(again) == [1, 2, 2]
    battle.undo()
    assert (battle.digest, supplies(battle)) == (before, [2, 2, 2])
    battle.redo()
    assert (battle.digest, supplies(battle)) == (after, [1, 2, 2])
    assert supplies(battle.view("blue")) == supplies(battle.clone()) == [1, 2, 2]


def test_battle_with_a_plug_in_has_an_edition_of_its_own_and_one_without_keeps_its_own() -> None:
    assert shaken().family.edition == "drill 3 + resting 1"
    plain = ef.Battle(standoff(), 1)
    assert plain.family.edition == "drill 3"
    with untouched(plain), pytest.raises(ef.OrderError, match="'rest' is no kind of order"):
        plain.step("R1 rest")


def test_plug_in_s_invariants_are_tested_in_positions_from_outside_and_in_checked_battles() -> None:
    battle = shaken()
    assert broken_invariants(battle.game.world()) == []
    scenario = battle.to_scenario()
    scenario.state["resting_supplies"][2] = {"left": SUPPLIES_EACH + 1}
    with pytest.raises(ef.ScenarioError, match="side 2 has supplies for 3 rests"):
        ef.Battle(scenario, systems=(PLUGIN,))
    supplies_of(battle.game.world())[2].left = SUPPLIES_EACH + 1
    with pytest.raises(InvariantBroken, match="side 2 has supplies for 3 rests"):
        battle.step("red pass")


def test_whole_games_with_a_plug_in_rest_and_come_to_an_end() -> None:
    rests = 0
    for seed in range(20):
        battle = ef.Battle(standoff(options={"rounds": 4}), seed, systems=(PLUGIN,), checked=True)
        twin = ef.Battle(standoff(options={"rounds": 4}), seed, systems=(PLUGIN,)).game
        with running_interpreted():
            for order in play(battle, key=seed):
                rests += order.kind == "rest"
                take_random_orders(twin, seed, 1)
                assert twin.hash() == battle.game.hash()
        assert battle.outcome is not None
    assert rests > 3


@pytest.mark.slow
def test_plug_in_compiled_plays_as_interpreted() -> None:
    def hashes() -> list[int]:
        found = []
        for seed in range(20):
            game = ef.Battle(standoff(options={"rounds": 4}), seed, systems=(PLUGIN,)).game
            while not game.clock.over:
                take_random_orders(game, seed, 1)
                found.append(game.hash())
        return found

    with running_interpreted():
        expected = hashes()
    game = shaken().game
    with running_compiled(*loop_entries(game)):
        assert hashes() == expected


# Announced by a package.


class EntryPoint:
    """What a package says in its metadata."""

    def __init__(self, name: str, thing: Any) -> None:
        self.name, self.value, self.thing = name, f"package:{name}", thing

    def load(self) -> Any:
        if isinstance(self.thing, Exception):
            raise self.thing
        return self.thing


@pytest.fixture
def announce(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Announce plug-ins and families as an installed package would."""
    announced: dict[str, list[EntryPoint]] = {families.FAMILIES: [], families.PLUGINS: []}

    def entry_points(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [point for point in announced[group] if name in (None, point.name)]

    monkeypatch.setattr(families, "entry_points", entry_points)
    families.find_family.cache_clear()
    families.find_plugin.cache_clear()
    yield lambda group, name, thing: announced[group].append(EntryPoint(name, thing))
    families.find_family.cache_clear()
    families.find_plugin.cache_clear()


def test_scenario_names_the_plug_ins_it_is_played_with(announce: Any) -> None:
    announce(families.FAMILIES, "drill", FAMILY)
    announce(families.PLUGINS, "resting", PLUGIN)
    battle = ef.Battle(parse_scenario(scenario_text(standoff(plugins=["resting"]))), 1)
    assert battle.family.edition == "drill 3 + resting 1"
    assert supplies(battle) == [2, 2, 2]
    assert battle.digest != ef.Battle(standoff(), 1, systems=(PLUGIN,)).digest, "the scenario says another thing"


def test_family_of_a_package_is_found_by_its_name(announce: Any) -> None:
    other = dataclasses.replace(FAMILY, name="other")
    announce(families.FAMILIES, "other", other)
    battle = ef.Battle(standoff(family="other"), 1)
    assert battle.family is other
    assert str(battle.check("green pass")).startswith("green pass: green owes no decision now")


@pytest.mark.parametrize(
    ("scenario", "problem"),
    [
        (standoff(family="chess"), "nothing is announced as 'chess' in enfilade.families, expected one of: drill"),
        (standoff(plugins=["smoke"]), "nothing is announced as 'smoke' in enfilade.plugins, expected one of: resting"),
        (standoff(family="wrong"), "entry point 'wrong' gives 3, expected the family 'wrong'"),
        (standoff(family="renamed"), "expected the family 'renamed'"),
        (standoff(plugins=["drill"]), "expected the plug-in 'drill'"),
    ],
)
def test_name_that_leads_to_no_family_or_plug_in_is_refused(announce: Any, scenario: ef.Scenario, problem: str) -> None:
    announce(families.FAMILIES, "drill", FAMILY)
    announce(families.FAMILIES, "renamed", FAMILY) if scenario.family == "renamed" else None
    announce(families.FAMILIES, "wrong", 3) if scenario.family == "wrong" else None
    announce(families.PLUGINS, "resting", PLUGIN)
    announce(families.PLUGINS, "drill", FAMILY) if "drill" in scenario.plugins else None
    with pytest.raises(ef.UnknownFamily) as refusal:
        ef.Battle(scenario)
    assert problem in str(refusal.value)


@pytest.mark.parametrize(("wrong", "said"), [({"family": "mech"}, "family 'mech'"), ({"systems": "rain"}, "'rain'")])
def test_what_is_no_family_or_no_plug_ins_is_quoted(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=f"{said}, expected .*, see enfilade.authoring"):
        ef.Battle(standoff(), **wrong)


def test_family_that_nobody_names_is_never_loaded(announce: Any) -> None:
    announce(families.FAMILIES, "drill", FAMILY)
    announce(families.FAMILIES, "broken", RuntimeError("never to be loaded"))
    assert ef.Battle(standoff()).family is FAMILY
    with pytest.raises(RuntimeError, match="never to be loaded"):
        ef.Battle(standoff(family="broken"))


# What a plug-in may not do.


def test_two_plug_ins_cannot_claim_one_order_kind() -> None:
    other = dataclasses.replace(PLUGIN, name="other", tables=no_tables)
    problem = (
        "plug-in 'other' does not go with 'drill 3 \\+ resting 1': order kinds 'rest' and 'rest' both have number 200"
    )
    with pytest.raises(ValueError, match=problem):
        ef.Battle(standoff(), systems=(PLUGIN, other))


FIRST_DECISION, FIRST_EVENT, FIRST_REASON = FAMILY.decisions[0], FAMILY.events[0], FAMILY.reasons[0]
CLAIMS: list[tuple[dict[str, Any], str]] = [
    (
        {"decisions": (DecisionKind(FIRST_DECISION.number, "mine"),)},
        f"decisions 'bid' and 'mine' both have number {FIRST_DECISION.number}",
    ),
    ({"decisions": (DecisionKind(30, "bid"),)}, f"decisions {FIRST_DECISION.number} and 30 are both named 'bid'"),
    ({"events": (EventKind(FIRST_EVENT.number, "mine"),)}, "events 'moved' and 'mine' both have number 16"),
    ({"events": (EventKind(200, "moved"),)}, "events 16 and 200 are both named 'moved'"),
    ({"events": (EventKind(200, "forced"),)}, "events 1 and 200 are both named 'forced'"),
    ({"events": (EventKind(15, "mine"),)}, "event 'mine' has number 15, expected 16 to 32767"),
    ({"reasons": (Reason(FIRST_REASON.number, "mine", "X-1"),)}, "reasons 'too_far' and 'mine' both have number 32"),
    ({"reasons": (Reason(200, "too_far", "X-1"),)}, "reasons 32 and 200 are both named 'too_far'"),
    ({"reasons": (Reason(200, "not_owed", "X-1"),)}, "reasons 2 and 200 are both named 'not_owed'"),
    ({"reasons": (Reason(31, "mine", "X-1"),)}, "reason 'mine' has number 31, expected 32 to 32767"),
    ({"systems": (System("mine", "command", (Kind(201, "move", (2,)),)),)}, "order kinds 129 and 201 are both named"),
    ({"folders": FAMILY.folders}, "say too_far, same_square"),
]


@pytest.mark.parametrize(("claim", "problem"), CLAIMS)
def test_plug_in_cannot_claim_what_its_family_or_the_engine_has(claim: dict[str, Any], problem: str) -> None:
    plugin = Plugin(**{"name": "greedy", "revision": 1, "systems": (), **claim})
    with pytest.raises(ValueError, match="plug-in 'greedy' does not go with 'drill 3': ") as refusal:
        ef.Battle(standoff(), systems=(plugin,))
    assert problem in str(refusal.value)


def test_plug_in_is_joined_once() -> None:
    bare = Plugin("bare", 1, ())
    with pytest.raises(ValueError, match=r"plug-in 'bare' does not go with 'drill 3 \+ bare 1': it is there already"):
        ef.Battle(standoff(), systems=(bare, dataclasses.replace(bare, revision=2)))


@pytest.mark.parametrize("name", ["", "two words", "a+b", "r\u00e9sting"])
def test_plug_in_or_family_by_which_editions_could_not_be_told_apart_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"plug-in .* expected a name of letters"):
        Plugin(name, 1, ())
    with pytest.raises(ValueError, match=r"family .* expected a name of letters"):
        dataclasses.replace(FAMILY, name=name)


def test_plug_in_s_order_kinds_have_numbers_left_to_plug_ins() -> None:
    system = System("mine", "command", (Kind(127, "mine", (2,)),))
    with pytest.raises(ValueError, match="order kind 'mine' of plug-in 'low' has number 127, expected 128 to 255"):
        Plugin("low", 1, (system,))


def test_sentences_of_an_announced_plug_in_are_found_without_a_battle(announce: Any) -> None:
    announce(families.FAMILIES, "drill", FAMILY)
    announce(families.PLUGINS, "resting", PLUGIN)
    assert families.folders_of_edition("drill 3 + resting 1") == FAMILY.folders + PLUGIN.folders
    with pytest.raises(ef.UnknownFamily, match=r"'drill 3 \+ resting 1' is installed, expected 'drill 3 \+ resting 2'"):
        families.folders_of_edition("drill 3 + resting 2")
    with pytest.raises(ef.UnknownFamily, match="nothing is announced as 'smoke'"):
        families.folders_of_edition("drill 3 + smoke 1")


def test_two_plug_ins_cannot_claim_one_table() -> None:
    other = dataclasses.replace(PLUGIN, name="other", systems=(), events=(), reasons=(), folders=())
    with pytest.raises(ValueError, match="both want slot 52"):
        ef.Battle(standoff(), systems=(PLUGIN, other))


def test_numbers_of_a_plug_in_are_those_left_to_plug_ins() -> None:
    (system,) = PLUGIN.systems
    assert all(kind.number >= PLUGIN_KIND for kind in system.kinds)
    assert all(reason.number >= FAMILY_REASON for reason in PLUGIN.reasons)
    assert not {reason.number for reason in PLUGIN.reasons} & {reason.number for reason in FAMILY.all_reasons}
    assert not {event.number for event in PLUGIN.events} & {event.number for event in FAMILY.all_events}


def test_sentences_of_a_plug_in_fill_in_exactly_its_names() -> None:
    sentences = FAMILY.with_plugins((PLUGIN,)).sentences()
    for reason in PLUGIN.reasons:
        assert names_in(sentences.reasons[reason.name]) == set(reason.uses)
    for event in PLUGIN.events:
        assert names_in(sentences.events[event.name]) == set(event.uses)
