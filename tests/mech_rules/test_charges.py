"""Charges of mines and grids: under whom they go off, when, and what they do there, a crush included."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

import enfilade as ef
from tests.mech_rules.arms import state_of, states_after
from tests.mech_rules.boards import at, drawing, play
from tests.mech_rules.forces import (
    DEADLY,
    charged,
    charged_scenario,
    course,
    hazard,
    kinds,
    open_board,
    step,
)

ROW = ("A.. ... ...", "... ... ...", "... ... ..N")
WALK = "A move C1 N"
MINE = {"kind": "installation", "weapons": []}
CRUSH = ("AAA N.. ... ...", "AAA ... ... ...", "AAA ... ... ..T")


def destroyed(events: list[ef.Event]) -> list[str]:
    """The units that are destroyed by hits, in order."""
    return [str(event.names["unit"]) for event in events if event.kind == "destroyed"]


# When charges go off


@pytest.mark.rule("MECH-1.2.1i", "MECH-D10")
def test_charges_go_off_when_a_grid_is_left_before_the_next_is_entered_and_when_that_is_entered() -> None:
    hazards = [
        *(hazard("C1", 6), hazard("C1", 7, trigger="leave"), hazard("B1", 3), hazard("B1", 4, trigger="leave")),
        *(hazard("A1", 1), hazard("A1", 2, trigger="leave")),
    ]
    events = step(charged(*ROW, hazards=hazards), WALK, *[1] * (2 + 3 + 4 + 6))
    assert course(events) == "2 B1 3 4 C1 6"


@pytest.mark.rule("MECH-1.2.1g", "MECH-1.2.1i")
@pytest.mark.parametrize("line", ["A move A1.9 S", "A move A1 S", "A fly A1.9 S", "A teleport A1.9 S"])
def test_no_grid_is_left_or_entered_by_a_turn_or_a_shift(line: str) -> None:
    hazards = [hazard("A1", 1), hazard("A1", 2, trigger="leave")]
    battle = charged(*ROW, hazards=hazards, A={"jump": 2, "teleport": 2})
    assert course(step(battle, line)) == ""


@pytest.mark.rule("MECH-1.2.2b", "MECH-1.2.3e", "MECH-D10")
@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("A fly C1 N", {"jump": 2}),
        ("A fly C1 N", {"kind": "flying"}),
        ("A fly C1 N", {"kind": "high altitude"}),
        ("A teleport C1 N", {"teleport": 2}),
    ],
)
def test_a_flight_a_jump_and_a_teleport_leave_one_grid_and_enter_one(line: str, values: dict[str, int | str]) -> None:
    hazards = [
        *(hazard("A1", 1, trigger="leave"), hazard("B1", 2), hazard("B1", 3, trigger="leave"), hazard("C1", 4)),
    ]
    rows = ("A.. ... ... ..N", "... ... ... ...", "... ... ... ...")
    events = step(charged(*rows, hazards=hazards, A=values), line, *[1] * (1 + 4))
    assert course(events) == "1 C1 4"


@pytest.mark.rule("MECH-D10", "MECH-1.2.1i")
def test_a_mine_that_goes_off_on_leaving_does_not_on_entering() -> None:
    battle = charged("A.. ... ...", "... N.. ...", "... ... ...", N=MINE | {"mine_power": 2, "mine_trigger": "leave"})
    events = step(battle, WALK, 1, 1)
    assert course(events) == "B1 2 C1"
    assert not battle.roster()["N"]["alive"]


@pytest.mark.rule("MECH-D10")
def test_charges_of_one_grid_go_off_one_after_another_mines_by_their_slots_and_then_those_of_the_grid() -> None:
    mines = {"N": MINE | {"mine_power": 4}, "O": MINE | {"mine_power": 3}}
    hazards = [hazard("B1", 2), hazard("B1", 1)]
    battle = charged("A.. O.. ...", "... N.. ...", "... ... ...", hazards=hazards, **mines)
    assert course(step(battle, "A move B1.9 N", *[1] * (4 + 3 + 2 + 1))) == "B1 4 3 2 1"


# Under whom


@pytest.mark.rule("MECH-D10")
@pytest.mark.parametrize(
    ("mine", "allied", "goes_off"),
    [("N", [], True), ("B", [], False), ("U", [], True), ("U", [("red", "green")], False), ("X", [], False)],
)
def test_a_mine_goes_off_under_enemies_of_its_carrier_alone(
    mine: str, allied: list[tuple[str, str]], goes_off: bool
) -> None:
    rows = ("A.. ... ...", f"... .{mine}. ...", "... ... ..T", "... ... ...", "... ... ...", "... ... ..W")
    battle = charged(*rows, allied=allied, **{mine: MINE | {"mine_power": 2}})
    events = step(battle, "A move B1 N", *[1] * (2 * goes_off))
    assert course(events) == ("B1 2" if goes_off else "B1")
    assert battle.roster()[mine]["alive"] is not goes_off


@pytest.mark.rule("MECH-D10")
@pytest.mark.parametrize(("once", "again"), [(True, "B1"), (False, "B1 2")])
def test_a_charge_of_a_grid_goes_off_under_everybody_once_or_each_time(once: bool, again: str) -> None:
    battle = charged(*ROW, hazards=[hazard("B1", 2, once=once)])
    assert course(step(battle, "A move B1 N", 1, 1)) == "B1 2"
    assert course(step(battle, "N move B1.9 N", *([] if once else [1, 1]))) == again


@pytest.mark.rule("MECH-D10")
@pytest.mark.parametrize(("once", "again"), [(True, "B1"), (False, "B1 2")])
def test_a_mine_is_removed_when_it_has_gone_off_unless_it_is_to_stay(once: bool, again: str) -> None:
    rows = ("A.. ... ...", "B.. .N. ...", "... ... ..T")
    battle = charged(*rows, N=MINE | {"mine_power": 2, "mine_once": once})
    events = step(battle, "A move B1 N", 1, 1)
    assert ("cleared" in kinds(events)) is once
    assert battle.roster()["N"]["alive"] is not once
    play(battle, "T done")
    assert course(step(battle, "B move B1.9 N", *([] if once else [1, 1]))) == again


@pytest.mark.rule("MECH-D14")
def test_a_mine_that_is_shut_down_does_not_go_off() -> None:
    battle = charged("A.. N.. ...", "... ... ...", "... ... ...", N=MINE | {"mine_power": 2, "stance": "shutdown"})
    assert course(step(battle, "A move B1.9 N")) == "B1"


# What charges do


@pytest.mark.rule("MECH-D10", "MECH-1.2.1i")
@pytest.mark.parametrize(
    ("charge", "told", "place"),
    [
        (hazard("A1", 3, trigger="leave"), "3", "A1"),
        (hazard("B1", 3), "B1 3", "B1"),
        (hazard("B1", 3, trigger="leave"), "B1 3", "B1"),
    ],
)
def test_a_unit_that_is_destroyed_goes_no_further(charge: object, told: str, place: str) -> None:
    battle = charged("A.. ... .N.", "... ... ...", "... ... ..T", hazards=[charge], N=MINE | {"mine_power": 2})
    events = step(battle, WALK, *DEADLY)
    assert course(events) == told
    assert destroyed(events) == ["A"]
    assert at(battle, "A") == ""
    assert battle.roster()["N"]["alive"]
    lost = battle.game.world().units[battle.names.slots["A"]]
    assert (lost.position.x // 3, lost.position.y // 3) == ("ABC".index(place[0]), 0)


@pytest.mark.rule("MECH-D10", "FORM-D12")
def test_a_unit_that_a_charge_disrupts_goes_on() -> None:
    battle = charged(*ROW, hazards=[hazard("B1", 1)])
    events = step(battle, WALK, 6, 1, 1)
    assert course(events) == "B1 1 C1"
    assert state_of(battle, "A") == (2, True)


@pytest.mark.rule("MECH-D10", "MECH-D12", "FORM-9.3", "FORM-9.4")
@pytest.mark.parametrize(("stance", "save"), [("none", 4), ("defence", 3), ("attack", 4), ("mobility", 4)])
def test_a_charge_rolls_its_own_dice_and_is_saved_against_by_armour_and_stance(stance: str, save: int) -> None:
    battle = charged(*ROW, hazards=[hazard("B1", 5, to_hit=5)], A={"stance": stance, "armour": 3})
    events = step(battle, "A move B1 N", 4, 5, 6, 4, 1, 3, 2, 6)
    went_off = next(event for event in events if event.kind == "went_off")
    assert {name: went_off.names[name] for name in ("unit", "dice", "needed", "hits")} == {
        "unit": "A",
        "dice": 5,
        "needed": 5,
        "hits": 2,
    }
    saved = next(event for event in events if event.kind == "saved")
    assert (saved.names["dice"], saved.names["needed"]) == (3, save)
    assert saved.names["saves"] == (2 if save == 3 else 1)


@pytest.mark.rule("MECH-D10", "MECH-D12")
def test_the_odds_of_a_move_over_charges_are_exact_and_sum_to_one() -> None:
    # One die at 4 and one save die at 4: a unit is hit with 1/2 * 1/2 = 1/4 under each of the two charges.
    rows = ("A.. ... O..", "... ... ...", "... ... ..N")
    mine = MINE | {"mine_power": 1}
    battle = charged(*rows, hazards=[hazard("B1", 1)], A={"armour": 1, "strength": 1, "allowance": 2}, O=mine)
    before = battle.digest
    line = "A move C1.5 N"
    odds = battle.odds(line)
    assert sum(chance.probability for chance in odds) == 1
    assert odds.of("cleared", unit="O") == 1
    assert states_after(battle, line, "A") == {
        (1, False): Fraction(9, 16),
        (1, True): Fraction(6, 16),
        (0, False): Fraction(1, 16),
    }
    assert odds.of("destroyed", unit="A") == Fraction(1, 16)
    assert battle.digest == before


@pytest.mark.rule("MECH-D13")
def test_a_battle_ends_when_a_charge_destroys_the_last_unit_of_a_side() -> None:
    battle = charged(*ROW, hazards=[hazard("B1", 3)])
    step(battle, WALK, *DEADLY)
    assert battle.outcome is not None


def test_undo_and_a_save_keep_what_has_gone_off(tmp_path: object) -> None:
    battle = charged("A.. ... ...", "B.. .N. ...", "... ... ..T", hazards=[hazard("B1", 2)], N=MINE | {"mine_power": 1})
    begin = battle.digest
    assert course(step(battle, "A move B1 N", 1, 1, 1)) == "B1 1 2"
    after = battle.digest
    battle.undo()
    assert battle.digest == begin
    assert battle.roster()["N"]["alive"]
    battle.redo()
    assert battle.digest == after
    battle.save(f"{tmp_path}/battle")
    loaded = ef.Battle.load(f"{tmp_path}/battle", checked=True)
    for either in (battle, loaded):
        step(either, "T done")
        assert course(step(either, "B move B1.9 N")) == "B1"
    assert loaded.digest == battle.digest


# A crush


@pytest.mark.rule("MECH-D9", "MECH-D10", "MECH-1.2.1i")
def test_a_crusher_sets_charges_off_before_it_crushes_and_those_it_displaces_do_after_it() -> None:
    hazards = [
        *(hazard("A1", 1, trigger="leave"), hazard("B1", 2), hazard("B1", 3, trigger="leave")),
        *(hazard("C1", 4), hazard("C1", 5, trigger="leave")),
    ]
    battle = charged(*CRUSH, hazards=hazards)
    events = step(battle, "A move B1 E", 1, *[1] * 2)
    assert course(events) == "1 2"
    assert drawing(battle) == list(CRUSH)[:3]
    events = step(battle, "red N displace C1.5 N", *[1] * (3 + 4))
    told = [kind for kind in kinds(events) if kind in ("went_off", "displaced", "crushed_in")]
    assert told == ["went_off", "displaced", "went_off", "crushed_in"]
    assert course(events) == "3 4"


@pytest.mark.rule("MECH-D7", "MECH-D9")
def test_without_forced_triggers_a_crusher_sets_charges_off_and_what_it_displaces_does_not() -> None:
    hazards = [hazard("B1", 2), hazard("B1", 3, trigger="leave"), hazard("C1", 4)]
    battle = charged(*CRUSH, hazards=hazards, options={"forced_triggers": False})
    assert course(step(battle, "A move B1 E", 1, 1)) == "2"
    assert course(step(battle, "red N displace C1.5 N")) == ""


@pytest.mark.rule("MECH-D9", "MECH-D10")
@pytest.mark.parametrize("charge", [hazard("A1", 3, trigger="leave"), hazard("B1", 3)])
def test_a_crusher_that_a_charge_destroys_crushes_nothing(charge: object) -> None:
    rows = ("AAA N.. ... ...", "AAA .O. ... ...", "AAA ... ... ..B")
    battle = charged(*rows, hazards=[charge], O=MINE)
    events = step(battle, "A move B1 E", *DEADLY)
    assert destroyed(events) == ["A"]
    assert "crushed_unit" not in kinds(events)
    assert drawing(battle) == ["... N.. ... ...", "... .O. ... ...", "... ... ... ..B"]
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("MECH-D9", "MECH-D10", "MECH-1.2.6e")
@pytest.mark.parametrize(("once", "told"), [(True, ["cleared", "entered"]), (False, ["crushed_unit", "crushed_in"])])
def test_a_mine_that_has_gone_off_under_a_crusher_is_not_crushed_and_one_that_stays_is(
    once: bool, told: list[str]
) -> None:
    rows = ("AAA N.. ... ...", "AAA ... ... ...", "AAA ... ... ..T")
    battle = charged(*rows, N=MINE | {"mine_power": 2, "mine_once": once})
    events = step(battle, "A move B1 E", 1, 1)
    assert [kind for kind in kinds(events) if kind in ("cleared", "entered", "crushed_unit", "crushed_in")] == told
    assert drawing(battle) == ["... AAA ... ...", "... AAA ... ...", "... AAA ... ..T"]


@pytest.mark.rule("MECH-D9", "MECH-D10")
def test_a_unit_that_is_destroyed_on_leaving_the_crushed_grid_is_in_nobodys_way_and_not_displaced() -> None:
    # N fills the way of O, which is displaced all the same; N is not asked about again.
    rows = ("AAA NO. ... ...", "AAA ... ... ...", "AAA ... ... ..T")
    battle = charged(*rows, hazards=[hazard("B1", 3, trigger="leave")])
    play(battle, "A move B1 E")
    events = step(battle, "red N displace C1 N", *DEADLY)
    assert destroyed(events) == ["N"]
    assert "displaced" not in kinds(events)
    assert {order.unit for order in battle.legal} == {"O"}
    assert "B1" not in {at(battle, unit) for unit in "NT"}
    assert course(step(battle, "red O displace C1 N")) == ""
    assert drawing(battle) == ["... AAA O.. ...", "... AAA ... ...", "... AAA ... ..T"]


@pytest.mark.rule("MECH-D9", "MECH-D10")
def test_a_unit_that_is_destroyed_where_it_is_displaced_to_leaves_the_crush_to_go_on() -> None:
    battle = charged(*CRUSH, hazards=[hazard("C1", 3)])
    play(battle, "A move B1 E")
    events = step(battle, "red N displace C1 N", *DEADLY)
    assert [kind for kind in kinds(events) if kind in ("displaced", "destroyed", "crushed_in")] == [
        "displaced",
        "destroyed",
        "crushed_in",
    ]
    assert drawing(battle) == ["... AAA ... ...", "... AAA ... ...", "... AAA ... ..T"]


@pytest.mark.rule("MECH-D7", "MECH-D9")
def test_units_that_swap_leave_the_entered_grid_and_enter_the_former_one_of_the_crusher_one_after_another() -> None:
    rows = ("AAA N.O #.. ...", "AAA ... #.. ...", "AAA ... #.. ..T", *["... ### ... ..."] * 3)
    hazards = [hazard("B1", 1, trigger="leave", once=False), hazard("A1", 2, once=False)]
    battle = charged(*rows, hazards=hazards)
    play(battle, "A move B1 N, red O displace A1.3 N")
    events = step(battle, "red N displace A1 N", 1, 1, 1, 1, 1, 1)
    told = [
        f"{event.kind} {event.names['unit']}" for event in events if event.kind in ("swapped", "crushed_in", "went_off")
    ]
    assert told == ["swapped N", "swapped O", "crushed_in A", "went_off N", "went_off N", "went_off O", "went_off O"]
    assert course(events) == "1 2 1 2"


@pytest.mark.rule("MECH-D7", "MECH-D9")
def test_a_swapped_unit_that_is_destroyed_on_leaving_enters_nothing() -> None:
    rows = ("AAA N.. #.. ...", "AAA ... #.. ...", "AAA ... #.. ..T", *["... ### ... ..."] * 3)
    battle = charged(*rows, hazards=[hazard("B1", 3, trigger="leave"), hazard("A1", 2)])
    events = step(battle, "A move B1 N")
    events = step(battle, "red N displace A1 N", *DEADLY)
    assert course(events) == "3"
    assert destroyed(events) == ["N"]
    assert battle.decision == ef.Decision("blue", "activate")


# What scenarios may say


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"at": "Z9"}, "hazards[0].at"),
        ({"power": 0}, "hazards[0].power: 0: 1 to 12"),
        ({"power": 13}, "hazards[0].power: 13: 1 to 12"),
        ({"to_hit": 1}, "hazards[0].to_hit: 1: 2 to 6"),
        ({"to_hit": 7}, "hazards[0].to_hit: 7: 2 to 6"),
        ({"trigger": "stay"}, "hazards[0].trigger: 'stay': one of enter, leave"),
    ],
)
def test_a_charge_that_cannot_be_is_refused_with_its_place(wrong: dict[str, int | str], expected: str) -> None:
    charge = msgspec.structs.replace(hazard("B1", 2), **wrong)
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(charged_scenario(*open_board(2, 1), hazards=[charge], over={"A": "A1", "N": "A1.9"}))
    (problem,) = refused.value.problems
    assert f"{problem.place}: {problem.found}: {problem.expected}".startswith(expected)


@pytest.mark.rule("MECH-D10")
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"mine_power": 13}, "'mine_power': 13: 0 to 12"),
        ({"mine_to_hit": 7}, "7: 2 to 6"),
        ({"mine_trigger": "stay"}, "'stay': one of enter, leave"),
        ({"mine_once": 2}, "2: true or false"),
    ],
)
def test_values_that_a_mine_cannot_have_are_refused(values: dict[str, int | str], expected: str) -> None:
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(charged_scenario(*ROW, N=values))
    (problem,) = refused.value.problems
    assert f"{problem.found}: {problem.expected}".endswith(expected.removeprefix("'mine_power': "))
