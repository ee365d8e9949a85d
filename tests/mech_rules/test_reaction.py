"""Opportunity fire: who may fire at a unit that moves, when, and what the fire does to the move."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.core.rulebook.chassis import DEFENCE
from tests.mech_rules.arms import Weapons, put_state, reasons, shot, state_of
from tests.mech_rules.boards import at, drawing, play, refusal
from tests.mech_rules.forces import (
    DEADLY,
    GUN,
    HARMFUL,
    HARMLESS,
    charged,
    course,
    disagreements,
    grids_of_orders,
    hazard,
    kinds,
    pushes,
    reactions,
    step,
    watched,
)

ROW = ("A.. ... ... ...", "... ... ... ...", "... ... ... ..N")
LONG_ROW = ("A.. ... ... ... ... N..", "... ... ... ... ... ...", "... ... ... ... ... ..B")
BLUE_REACTS = ef.Decision("blue", "react")
SHOVER: Weapons = {"gun": {**GUN["gun"], "knockback": 1}}


def asked(battle: ef.Battle, unit: str = "A") -> str:
    """The grid in which a unit is when a side is asked to react; empty when none is."""
    is_asked = battle.decision is not None and battle.decision.kind == "react"
    return at(battle, unit).split(".")[0] if is_asked else ""


def firers(battle: ef.Battle) -> str:
    """The units that may fire now, each once."""
    return "".join(dict.fromkeys(order.unit for order in battle.legal if order.kind == "fire"))


# When enemies react


@pytest.mark.rule("MECH-D20", "FORM-D12")
def test_enemies_are_asked_in_each_grid_that_a_unit_enters() -> None:
    battle = watched(*ROW)
    places = []
    play(battle, "A move D1 N")
    while asked(battle):
        assert battle.decision == BLUE_REACTS
        places.append(asked(battle))
        play(battle, "blue hold")
    assert places == ["B1", "C1", "D1"]
    assert at(battle, "A") == "D1"
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("MECH-D20")
def test_without_the_switch_nobody_reacts() -> None:
    battle = watched(*ROW, options={"opportunity_fire": False})
    play(battle, "A move D1 N")
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("MECH-D20", "MECH-1.2.1g")
@pytest.mark.parametrize("line", ["A move A1.9 S", "A move A1 S", "A fly A1.9 N", "A teleport A1.9 N"])
def test_a_turn_or_a_shift_draws_no_fire(line: str) -> None:
    battle = watched(*ROW, A={"jump": 3, "teleport": 3})
    play(battle, line)
    assert asked(battle) == ""


@pytest.mark.rule("MECH-D20", "MECH-D10")
@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("A fly C1 N", {"jump": 3}),
        ("A fly C1 N", {"kind": "flying"}),
        ("A fly C1 N", {"kind": "high altitude"}),
        ("A teleport C1 N", {"teleport": 3}),
    ],
)
def test_a_flight_a_jump_and_a_teleport_draw_fire_once_where_they_end(line: str, values: dict[str, int | str]) -> None:
    battle = watched(*ROW, A=values)
    play(battle, line)
    assert asked(battle) == "C1"
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("FORM-D12", "MECH-D10")
def test_charges_go_off_before_enemies_fire_and_under_a_unit_that_is_lost_nobody_is_asked() -> None:
    hazards = [hazard("A1", 1, trigger="leave"), hazard("B1", 2), hazard("B1", 3, trigger="leave"), hazard("C1", 3)]
    battle = watched(*ROW, "B.. ... ... ...", *["... ... ... ..."] * 2, hazards=hazards)
    assert course(step(battle, "A move D1 N", 1, 1, 1)) == "1 B1 2"
    assert asked(battle) == "B1"
    assert course(step(battle, "blue hold", 1, 1, 1, *DEADLY)) == "3 C1 3"
    assert at(battle, "A") == ""
    assert battle.decision == ef.Decision("blue", "activate")


# Who reacts


@pytest.mark.rule("FORM-D12", "FORM-D19", "MECH-D13")
def test_a_unit_that_has_fired_is_done_for_the_turn() -> None:
    battle = watched(*ROW, "... ... ... O..", *["... ... ... ..."] * 2)
    play(battle, "A move D1 N")
    assert firers(battle) == "NO"
    step(battle, "N fire A gun", *HARMLESS)
    assert battle.unit("N").status.done
    assert asked(battle) == "B1"
    assert firers(battle) == "O"
    assert refusal(battle, "N fire A gun") == "MECH-D13"
    play(battle, "blue hold")
    assert asked(battle) == "C1"
    assert firers(battle) == "O"
    step(battle, "O fire A gun", *HARMLESS)
    assert at(battle, "A") == "D1"
    # Both of blue have fired, and A was the last of red: the next turn begins, in which all may act again.
    assert battle.turn == 2
    assert not battle.unit("N").status.done


@pytest.mark.rule("FORM-D12", "MECH-D13")
def test_a_unit_that_has_fired_is_not_activated_and_its_side_goes_on_with_another() -> None:
    battle = watched(*ROW, "B.. ... ... O..", *["... ... ... ..."] * 2)
    play(battle, "A move B1 N")
    step(battle, "N fire A gun", *HARMLESS)
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("blue", "activate")
    assert {order.unit for order in battle.legal} == {"O"}


@pytest.mark.rule("FORM-D12", "MECH-D5", "MECH-D14", "MECH-D19")
@pytest.mark.parametrize(
    "values",
    [
        {"N": {"stance": "shutdown"}},
        {"N": {"weapons": []}},
        {"N": {"weapons": ["axe"]}},
        {"N": {"weapons": ["short"]}},
        {"N": {"weapons": ["ahead"]}},
        {"A": {"stance": "none"}, "B": {"fights": True}},
    ],
)
def test_a_unit_that_could_not_fire_at_the_mover_is_not_asked(values: dict[str, Any]) -> None:
    # N in D1 looks north, B beside it in C1 locks it in the last case.
    rows = ("... ... B.. .N.", "... ... ... ...", "... ... ... ...", *["... ... ... ..."] * 3, "A.. ... ... ...")
    weapons: Weapons = {
        "gun": GUN["gun"],
        "axe": {"melee": True},
        "short": {"range": 1, "omnidirectional": True},
        "ahead": {"range": 12},
    }
    changes: dict[str, Any] = {"N": {"weapons": ["gun"]}, **values}
    battle = watched(*rows, *["... ... ... ..."] * 2, weapons=weapons, **changes)
    play(battle, "A move B3 N")
    assert asked(battle) == ""
    battle = watched(*rows, *["... ... ... ..."] * 2, weapons=weapons, N={"weapons": ["gun"]})
    play(battle, "A move B3 N")
    assert asked(battle) == "B3"


@pytest.mark.rule("FORM-D12")
def test_a_unit_that_does_not_see_the_grid_that_is_entered_is_not_asked_there() -> None:
    battle = watched("A.. ... ... .#N", "... ... ... .#.", "... ... ... .##", *["... ... ... ..."] * 3)
    play(battle, "A move C1 N")
    assert asked(battle) == ""
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("FORM-D12")
def test_a_disrupted_unit_and_one_that_was_activated_do_not_react() -> None:
    rows = (*ROW, "B.. ... ... O..", *["... ... ... ..."] * 2)
    battle = watched(*rows)
    put_state(battle, "N", (2, True))
    play(battle, "A move B1 N")
    assert firers(battle) == "O"
    assert refusal(battle, "N fire A gun") == "FORM-D12"
    play(battle, "blue hold, O done, B move B2 N")
    # N is disrupted and O was activated.
    assert asked(battle, "B") == ""
    assert at(battle, "B") == "B2"


@pytest.mark.rule("FORM-D12", "MECH-1.2.5e")
def test_a_unit_that_the_mover_comes_to_lock_does_not_react_but_by_melee_fire() -> None:
    rows = ("A.. ... N.. ...", "... ... ... ...", "... ... ... ...")
    battle = watched(*rows, A={"fights": True, "weapons": []})
    play(battle, "A move B1 N")
    assert asked(battle) == ""
    battle = watched(*rows, A={"fights": True}, weapons={"gun": {**GUN["gun"], "melee_fire": True}})
    play(battle, "A move B1 N")
    assert asked(battle) == "B1"


@pytest.mark.rule("FORM-D12", "CORE-3.1", "CORE-3.2", "CORE-3.3")
def test_sides_hostile_to_the_mover_are_asked_one_after_another_and_its_friends_and_neutrals_are_not() -> None:
    rows = ("A.. ... ... ..N", "B.. ... ... ..U", "X.. ... ... ..O")
    battle = watched(*rows)
    play(battle, "A move C1 N")
    assert battle.decision == BLUE_REACTS
    assert firers(battle) == "NO"
    assert refusal(battle, "green hold") == "CORE-1.2"
    assert refusal(battle, "red hold") == "CORE-1.2"
    assert refusal(battle, "U fire A gun") == "CORE-1.2"
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("green", "react")
    step(battle, "U fire A gun", *HARMLESS)
    assert asked(battle) == "C1"
    assert battle.decision == BLUE_REACTS
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("blue", "activate")
    battle = watched(*rows, allied=[("red", "green")])
    play(battle, "A move B1 N, blue hold")
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("FORM-D12", "MECH-D19", "MECH-D20")
def test_only_the_mover_is_fired_at_and_only_with_weapons_of_fire() -> None:
    weapons: Weapons = {"gun": GUN["gun"], "axe": {"melee": True}}
    battle = watched("A.. ... N..", "B.. ... ...", "... ... ..O", weapons=weapons, A={"weapons": []}, B={"weapons": []})
    play(battle, "A move B1 N")
    assert reasons(battle, "N fire B gun") == ["FORM-D12"]
    assert reasons(battle, "N fire O gun") == ["FORM-D12", "MECH-D19"]
    assert refusal(battle, "N strike A axe") == "CORE-1.2"
    assert refusal(battle, "N fire A axe") == "MECH-D19"
    assert refusal(battle, "N move C1.5 N") == "CORE-1.2"
    assert refusal(battle, "N done") == "CORE-1.2"


@pytest.mark.rule("MECH-D19", "FORM-8.3", "FORM-8.4", "FORM-D7")
def test_the_range_is_that_to_the_grid_entered_and_the_firer_has_not_moved() -> None:
    # Range 4: to A in C1 it is 2, half of it: to-hit 4 - 1; to A in B1 it is 3: to-hit 4.
    gun = {"gun": {"power": 2, "range": 4, "omnidirectional": True, "steady": False}}
    rows = ("A.. ... ... ... N..", "... ... ... ... ...", "... ... ... ... ...")
    battle = watched(*rows, weapons=gun)
    play(battle, "A move C1 N")
    assert shot(battle, "N fire A gun").needed == 4
    play(battle, "blue hold")
    assert shot(battle, "N fire A gun").needed == 3


# What the fire does


@pytest.mark.rule("FORM-D12", "MECH-D10")
def test_a_unit_killed_at_the_third_grid_stays_there_and_nothing_happens_in_later_ones() -> None:
    rows = ("A.. ... ... ... N.. O..", "... ... ... ... .P. ...", "... ... ... ... ... ..B")
    mine = {"kind": "installation", "mine_power": 2, "weapons": []}
    hazards = [hazard("D1", 1, trigger="leave"), hazard("E1", 3)]
    battle = watched(*rows, hazards=hazards, N=mine, O=mine)
    play(battle, "A move E1.9 N, blue hold, blue hold")
    assert asked(battle) == "D1"
    events = step(battle, "P fire A gun", *DEADLY)
    assert kinds(events)[-1] == "destroyed"
    assert course(events) == ""
    position = battle.game.world().units[0].position
    assert (position.x // 3, position.y // 3) == (3, 0)
    assert [battle.roster()[name]["alive"] for name in "ANOP"] == [False, True, True, True]
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("FORM-D12")
@pytest.mark.parametrize(
    ("dice", "place", "state"),
    [(HARMLESS, "D1", (2, False)), ((6, 1, 1, 6, 1), "D1", (2, False)), (HARMFUL, "B1", (2, True))],
)
def test_a_mover_that_is_newly_disrupted_stops(dice: tuple[int, ...], place: str, state: tuple[int, bool]) -> None:
    battle = watched(*ROW, "B.. ... ... ...", *["... ... ... ..."] * 2)
    play(battle, "A move D1 N")
    step(battle, "N fire A gun", *dice)
    assert (at(battle, "A"), state_of(battle, "A")) == (place, state)
    assert battle.unit("A").status.done


@pytest.mark.rule("FORM-D12")
def test_a_mover_that_was_disrupted_before_is_not_stopped_by_harm() -> None:
    battle = watched(*ROW, "B.. ... ... ...", *["... ... ... ..."] * 2)
    put_state(battle, "A", (2, True))
    play(battle, "A move D1 N")
    step(battle, "N fire A gun", *HARMFUL)
    assert (at(battle, "A"), state_of(battle, "A")) == ("D1", (1, True))
    battle = watched(*ROW, "B.. ... ... ...", *["... ... ... ..."] * 2, hazards=[hazard("B1", 1)])
    step(battle, "A move D1 N", 6, 1, 1)
    assert state_of(battle, "A") == (2, True)
    step(battle, "N fire A gun", *HARMLESS)
    assert at(battle, "A") == "D1"


@pytest.mark.rule("FORM-D12", "MECH-D13")
def test_a_mover_that_is_stopped_may_still_attack_as_one_that_has_moved() -> None:
    battle = watched(*ROW, A={"weapons": ["gun"]})
    play(battle, "A move D1 N")
    step(battle, "N fire A gun", *HARMFUL)
    assert battle.decision == ef.Decision("red", "attack", "A")
    assert refusal(battle, "A fire N gun") == ""
    # Range 12, two grids away: 4 - 1, and one more because A has changed its grid.
    assert shot(battle, "A fire N gun").needed == 4


@pytest.mark.rule("MECH-D19", "FORM-D12")
def test_the_attack_of_an_activation_is_not_taken_for_fire_in_reaction() -> None:
    battle = watched(*ROW, A={"weapons": ["gun"]})
    step(battle, "A fire N gun", *HARMLESS)
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("MECH-X8", "FORM-D12")
def test_a_mover_that_is_suppressed_goes_on() -> None:
    battle = watched(*ROW, A={"stance": "mobility"}, weapons={"gun": {**GUN["gun"], "suppression": True}})
    play(battle, "A move D1 N")
    step(battle, "N fire A gun", *HARMLESS)
    assert (at(battle, "A"), battle.unit("A").condition.stance) == ("D1", DEFENCE)


# Knocked elsewhere


@pytest.mark.rule("MECH-X8", "MECH-1.2.4a", "FORM-D12")
def test_a_mover_that_is_knocked_elsewhere_stops_there() -> None:
    rows = ("... ... ... ...", "... ... ... ...", "... ... ... ...", "A.. ... ... ...", *["... ... ... ..."] * 2)
    battle = watched(*rows, "B.. N.. ... ..O", *["... ... ... ..."] * 2, weapons=SHOVER, O={"weapons": []})
    play(battle, "A move D2 N")
    assert asked(battle) == "B2"
    step(battle, "N fire A gun", *HARMLESS)
    assert battle.decision == ef.Decision("blue", "push")
    assert grids_of_orders(battle, "A") == "B1"
    assert refusal(battle, "red A push B1 N") == "CORE-1.2"
    assert kinds(step(battle, "blue A push B1.5 S"))[:2] == ["pushed", "entered"]
    assert at(battle, "A") == "B1.5"
    assert battle.unit("A").facing.direction == 2
    assert battle.unit("A").status.done
    assert battle.unit("N").status.done


@pytest.mark.rule("MECH-D20", "FORM-D12")
def test_a_mover_that_is_knocked_elsewhere_draws_no_fire_for_that_and_others_may_still_fire_at_it() -> None:
    rows = ("... ... ...", "... ... ...", "... ... ...", "A.. ... ...", "... ... ...", "... ... ...")
    battle = watched(*rows, "... N.. O..", "... ... ...", "... ... ..B", weapons=SHOVER, hazards=[hazard("B1", 2)])
    play(battle, "A move B2 N")
    step(battle, "N fire A gun", *HARMLESS)
    assert course(step(battle, "blue A push B1.5 S", 1, 1)) == "B1 2"
    assert battle.decision == BLUE_REACTS
    assert firers(battle) == "O"
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("blue", "activate")
    assert at(battle, "A") == "B1.5"


@pytest.mark.rule("MECH-D10", "MECH-D7")
def test_a_mover_that_is_knocked_onto_a_charge_that_destroys_it_ends_the_move() -> None:
    rows = ("... ... ...", "... ... ...", "... ... ...", "A.. ... ...", "... ... ...", "... ... ...")
    battle = watched(*rows, "... N.. O..", "... ... ...", "... ... ..B", weapons=SHOVER, hazards=[hazard("B1", 3)])
    play(battle, "A move C2 N")
    step(battle, "N fire A gun", *HARMLESS)
    step(battle, "blue A push B1.5 S", *DEADLY)
    assert at(battle, "A") == ""
    assert battle.decision == ef.Decision("blue", "activate")
    assert {order.unit for order in battle.legal} == {"O"}


@pytest.mark.rule("MECH-D21", "FORM-D12")
def test_a_mover_that_cannot_be_knocked_back_goes_on() -> None:
    battle = watched("A.. ... ...", "... ... ...", "... ... ...", "... N.. ...", *["... ... ..."] * 2, weapons=SHOVER)
    play(battle, "A move C1 E")
    assert "held_ground" in kinds(step(battle, "N fire A gun", *HARMLESS))
    assert at(battle, "A") == "C1"
    assert battle.unit("A").facing.direction == 1


# Crushers


CRUSH = ("AAA .B. ... ...", "AAA ... ... ...", "AAA ... ... ..N")


@pytest.mark.rule("MECH-D9", "FORM-D12", "MECH-D20")
def test_a_crusher_is_fired_at_before_it_crushes_and_stands_before_the_grid_then() -> None:
    hazards = [hazard("A1", 1, trigger="leave"), hazard("B1", 2)]
    battle = watched(*CRUSH, hazards=hazards)
    assert course(step(battle, "A move B1 E", 1, 1, 1)) == "1 2"
    assert asked(battle) == "A1"
    assert drawing(battle) == list(CRUSH)
    play(battle, "blue hold")
    assert battle.decision == ef.Decision("red", "displace")
    play(battle, "red B displace C1 N")
    # What is displaced draws no fire, nor does the crusher again when it is set down.
    assert battle.decision == ef.Decision("blue", "activate")
    assert drawing(battle) == ["... AAA B.. ...", "... AAA ... ...", "... AAA ... ..N"]


@pytest.mark.rule("MECH-D9", "FORM-D12")
def test_a_crusher_that_is_killed_crushes_nobody() -> None:
    battle = watched("AAA .B. ... ...", "AAA O.. ... ...", "AAA ... ... ..N", O={"kind": "installation", "weapons": []})
    play(battle, "A move B1 E")
    events = step(battle, "N fire A gun", *DEADLY)
    assert not {"crushed_unit", "crushed_in", "displaced"} & set(kinds(events))
    assert drawing(battle) == ["... .B. ... ...", "... O.. ... ...", "... ... ... ..N"]
    assert {order.unit for order in battle.legal} == {"O"}


@pytest.mark.rule("MECH-D9", "FORM-D12", "MECH-1.2.6c")
def test_a_crusher_that_is_newly_disrupted_before_the_grid_crushes_and_stops() -> None:
    battle = watched(*CRUSH)
    play(battle, "A move B1 E")
    step(battle, "N fire A gun", *HARMFUL)
    assert battle.decision == ef.Decision("red", "displace")
    play(battle, "red B displace C1 N")
    assert at(battle, "A") == "B1"
    assert battle.unit("A").status.done


@pytest.mark.rule("MECH-D8", "FORM-D12")
def test_a_crusher_of_fragile_terrain_that_is_disrupted_there_goes_no_further() -> None:
    rows = ("AAA ... ... ...", "AAA .%. ... ...", "AAA ... ... ..N", "B.. ... ... ...", *["... ... ... ..."] * 2)
    battle = watched(*rows, options={"fragile_stops": False})
    play(battle, "A move C1 E")
    step(battle, "N fire A gun", *HARMFUL)
    assert at(battle, "A") == "B1"
    battle = watched(*rows, options={"fragile_stops": False})
    play(battle, "A move C1 E")
    step(battle, "N fire A gun", *HARMLESS)
    assert at(battle, "A") == "C1"


@pytest.mark.rule("MECH-D9", "MECH-X8", "FORM-D12")
def test_a_crusher_that_is_knocked_away_from_the_grid_crushes_nobody() -> None:
    rows = ("... ... ... ...", "... ... ... ...", "... ... ... ...", "AAA .B. ... ...", "AAA ... ... ...")
    battle = watched(*rows, "AAA ... ... ...", "N.. ... ... ...", *["... ... ... ..."] * 2, weapons=SHOVER)
    play(battle, "A move B2 E")
    assert asked(battle) == "A2"
    step(battle, "N fire A gun", *HARMLESS)
    assert grids_of_orders(battle, "A") == "A1"
    events = step(battle, "blue A push A1 N")
    assert "crushed_in" not in kinds(events)
    assert (at(battle, "A"), at(battle, "B")) == ("A1", "B2.2")
    assert battle.unit("A").status.done


# What is asked of the positions


def reacting() -> ef.Battle:
    """A battle in which blue may fire at A, which has entered B1, and has more on its way."""
    arms: Weapons = {"gun": {**SHOVER["gun"], "melee_fire": True}, "axe": {"melee": True}}
    battle = watched("A.. ... ... ...", "B.. ... ... O..", "... ... ... ..N", A={"allowance": 12}, weapons=arms)
    play(battle, "A move D1 N")
    return battle


def reacting_to_crusher() -> ef.Battle:
    """A battle in which blue may fire at A, which is about to crush B."""
    battle = watched(*CRUSH, weapons=SHOVER)
    play(battle, "A move B1 E")
    return battle


def pushing() -> ef.Battle:
    """A battle in which blue knocks A back in the middle of its move."""
    rows = ("... ... ... ...", "... ... ... ...", "... ... ... ...", "A.. ... ... ...", *["... ... ... ..."] * 2)
    battle = watched(*rows, "... .N. ... ..O", *["... ... ... ..."] * 2, weapons=SHOVER, hazards=[hazard("B1", 2)])
    play(battle, "A move D2 N")
    step(battle, "N fire A gun", *HARMLESS)
    return battle


SITUATIONS: list[Callable[[], ef.Battle]] = [reacting, reacting_to_crusher, pushing]


@pytest.mark.rule("CORE-1.1", "FORM-D12")
@pytest.mark.parametrize("situation", SITUATIONS)
def test_answers_that_are_listed_are_those_that_the_check_allows(situation: Callable[[], ef.Battle]) -> None:
    battle = situation()
    lines = [*reactions(battle), *pushes(battle, "red"), *pushes(battle, "blue")]
    assert disagreements(battle, lines) == []
    assert len(battle.legal) > 1


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_decision_in_the_middle_of_a_move_is_undone_saved_and_seen_like_any(
    situation: Callable[[], ef.Battle], tmp_path: Path
) -> None:
    battle = situation()
    now, line = battle.digest, battle.text(battle.legal[0])
    listed = [battle.text(order) for order in battle.legal]
    battle.save(tmp_path / "battle")
    others = [
        ef.Battle.load(tmp_path / "battle", checked=True),
        ef.Battle(battle.to_scenario(), checked=True),
    ]
    for side in battle.names.sides:
        view = battle.view(side)
        assert view.decision == battle.decision
        assert [view.text(order) for order in view.legal.by(battle.decisions[0].side)] == listed
    for other in others:
        assert (other.digest, [other.text(order) for order in other.legal]) == (now, listed)
    battle.step(line)
    after = battle.digest
    for other in others:
        other.step(line)
        assert other.digest == after
    battle.undo()
    assert battle.digest == now
    battle.redo()
    assert battle.digest == after
    while battle.step_number > 0:
        battle.undo()
    assert battle.decision == ef.Decision("red", "activate")
    assert now not in (after, battle.digest)


@pytest.mark.rule("FORM-D12", "MECH-D10")
def test_the_odds_of_fire_in_reaction_go_to_the_next_decision_and_sum_to_one() -> None:
    # One die at 4 - 1, one save die at 4: with 2/3 * 1/2 = 1/3 A is newly disrupted and stops.
    gun: Weapons = {"gun": {"power": 1, "range": 12, "omnidirectional": True}}
    battle = watched(*ROW, "B.. ... ... ...", *["... ... ... ..."] * 2, weapons=gun, A={"armour": 1})
    play(battle, "A move D1 N")
    odds = battle.odds("N fire A gun")
    assert sum(chance.probability for chance in odds) == 1
    assert odds.of("disrupted", unit="A") == Fraction(1, 3)
    assert odds.of("entered", unit="A") == Fraction(2, 3)
    assert sum(chance.probability for chance in battle.odds("blue hold")) == 1


@pytest.mark.rule("MECH-D20")
def test_a_unit_that_is_moved_by_force_draws_no_fire() -> None:
    rows = ("A.. N.. ... ...", "B.. ... ... ...", "... ... ... ..O")
    battle = charged(*rows, weapons=SHOVER, options={"opportunity_fire": True})
    step(battle, "A fire N gun", *HARMLESS)
    assert kinds(step(battle, "red N push C1 N")) == ["pushed", "entered"]
    assert battle.decision == ef.Decision("blue", "activate")
