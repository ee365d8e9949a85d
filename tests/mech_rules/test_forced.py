"""Forced movement: who is knocked back and dragged where, who decides it, and suppression."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.core.rulebook.chassis import DEFENCE, SHUTDOWN
from tests.mech_rules.arms import Weapons, save, state_of
from tests.mech_rules.boards import at, drawing, ends, play, refusal
from tests.mech_rules.forces import (
    charged,
    charged_scenario,
    course,
    disagreements,
    grids_of_orders,
    hazard,
    kinds,
    open_board,
    pushes,
    step,
    still,
)

ALL_CELLS = " ".join(f"{{0}}{suffix}" for suffix in ("", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".9"))
RED_PUSHES = ef.Decision("red", "push")
BLUE_NEXT = ef.Decision("blue", "activate")


def shover(knockback: int, **values: int | bool) -> Weapons:
    """A weapon of one die that knocks its target back so many grids, and fires all round."""
    return {"gun": {"power": 1, "range": 12, "omnidirectional": True, "knockback": knockback, **values}}


TOW: Weapons = {"tow": {"power": 1, "range": 12, "omnidirectional": True, "drag": True}}
MISS = (1,)


def shoved(*rows: str, knockback: int = 1, **changes: Any) -> ef.Battle:
    """A battle after A has missed N with a weapon that knocks it back."""
    battle = ef.Battle(still(charged_scenario(*rows, weapons=shover(knockback), **changes)), checked=True)
    step(battle, "A fire N gun", *MISS)
    return battle


def towed(*rows: str, **changes: Any) -> ef.Battle:
    """A battle after A has missed N with a weapon that drags it."""
    battle = ef.Battle(still(charged_scenario(*rows, weapons=TOW, **changes)), checked=True)
    step(battle, "A fire N tow", *MISS)
    return battle


def stays(battle: ef.Battle) -> bool:
    """Whether the unit that was to be moved by force could go nowhere, and blue is next."""
    told = kinds(battle.events_since(0))
    return "held_ground" in told and "pushed" not in told and battle.decision == BLUE_NEXT


# Where a knockback goes


@pytest.mark.rule("MECH-X8", "MECH-1.2.4", "MECH-1.2.4a")
@pytest.mark.parametrize(
    ("attacker", "target", "expected"),
    [
        *(("C3", "C2", "C1"), ("C3", "D3", "E3"), ("C3", "C4", "C5"), ("C3", "B3", "A3")),
        *(("C3", "D2", "D1 E2"), ("C3", "D4", "E4 D5"), ("C3", "B4", "A4 B5"), ("C3", "B2", "B1 A2")),
        *(("B3", "D2", "E2"), ("B2", "C4", "C5"), ("D3", "B4", "A4"), ("D5", "C2", "C1")),
        *(("A1", "C3", "D3 C4"), ("A4", "B4", "C4"), ("E5", "E2", "E1")),
    ],
)
def test_a_knockback_goes_along_the_longer_way_from_the_attacker_and_either_when_both_are_equally_long(
    attacker: str, target: str, expected: str
) -> None:
    battle = shoved(*open_board(5, 5), over={"A": f"{attacker}.5", "N": f"{target}.2"})
    assert battle.decision == RED_PUSHES
    assert set(grids_of_orders(battle, "N").split()) == set(expected.split())


@pytest.mark.rule("MECH-X8")
@pytest.mark.parametrize(("facing", "expected"), [("N", "B1"), ("E", "C2"), ("S", "B3"), ("W", "A2")])
def test_within_one_grid_a_knockback_goes_where_the_attacker_looks(facing: str, expected: str) -> None:
    battle = shoved(*open_board(3, 3), over={"A": "B2.5", "N": "B2.1"}, facing={"A": facing})
    assert grids_of_orders(battle, "N") == expected


@pytest.mark.rule("MECH-X8")
@pytest.mark.parametrize("dice", [(1,), (6, 6, 6), (6, 1, 1)])
def test_a_target_is_knocked_back_whether_it_is_hit_or_not(dice: tuple[int, ...]) -> None:
    battle = charged(*open_board(3, 1), over={"A": "A1.5", "N": "B1.5"}, weapons=shover(1))
    step(battle, "A fire N gun", *dice)
    assert battle.decision == RED_PUSHES
    assert ends(battle, "N", "push") == ALL_CELLS.format("C1")


@pytest.mark.rule("MECH-X8")
def test_a_target_that_is_destroyed_is_not_moved() -> None:
    battle = charged(*open_board(3, 1), over={"A": "A1", "N": "B1", "O": "C1"}, weapons=shover(1), N={"armour": 0})
    battle.game.world().units[1].status.steps = 1
    battle.game.world().units[1].condition.disrupted = True
    events = step(battle, "A fire N gun", 6)
    assert "destroyed" in kinds(events)
    assert battle.decision == BLUE_NEXT


@pytest.mark.rule("MECH-X8", "MECH-1.2.0")
def test_the_attacker_stays_where_it_is_and_its_activation_is_over() -> None:
    battle = shoved(*open_board(3, 1), over={"A": "A1.5", "N": "B1.5"})
    play(battle, "red N push C1.9 S")
    assert (at(battle, "A"), at(battle, "N")) == ("A1.5", "C1.9")
    assert battle.unit("N").facing.direction == 2
    assert battle.unit("A").status.done
    assert not battle.unit("N").status.done
    assert battle.decision == BLUE_NEXT


@pytest.mark.rule("MECH-X8")
def test_a_blow_hand_to_hand_knocks_back_too() -> None:
    battle = charged(*open_board(3, 2), over={"A": "A2", "N": "B1"}, weapons={"ram": {"melee": True, "knockback": 1}})
    step(battle, "A strike N ram", 1, 1, 1)
    assert grids_of_orders(battle, "N") == "C1"


# How far


@pytest.mark.rule("MECH-D21", "MECH-1.2.1f")
@pytest.mark.parametrize(
    ("mark", "knockback", "expected"),
    [("...", 1, "C1"), ("...", 2, "D1"), ("...", 3, "E1"), ("...", 12, "E1"), ("###", 3, "C1"), ("###", 1, "C1")],
)
def test_a_knockback_goes_all_its_way_and_stops_before_a_wall_or_the_edge(
    mark: str, knockback: int, expected: str
) -> None:
    battle = shoved(*[f"... ... ... {mark} ..."] * 3, over={"A": "A1", "N": "B1"}, knockback=knockback)
    assert ends(battle, "N", "push") == ALL_CELLS.format(expected)


@pytest.mark.rule("MECH-D21", "MECH-1.2.4d", "MECH-1.2.1c")
def test_a_unit_is_not_knocked_through_a_gap_that_is_too_narrow_or_between_two_corners() -> None:
    assert stays(shoved("A.. NN. #..", "... NN. ...", "... ... #.."))
    assert stays(shoved("A.. .#. ...", "... .N# ...", "... .#. ..."))
    assert stays(shoved("A.. ..# ...", "... .N# ...", "... ..# ..."))
    battle = shoved("A.. ..# .#.", "... .N. ..#", "... ..# ...")
    assert ends(battle, "N", "push") == "C1 C1.4 C1.5 C1.7 C1.8 C1.9"


@pytest.mark.rule("MECH-D21", "MECH-1.2.1b")
def test_other_units_stop_a_knockback_where_they_leave_no_way() -> None:
    battle = shoved("A.. N.. B.. ...", "... ... C.. ...", "... ... ... ...")
    assert ends(battle, "N", "push") == "C1.2 C1.3 C1.5 C1.6 C1.7 C1.8 C1.9"
    assert stays(shoved("A.. N.. B.. ...", "... ... C.. ...", "... ... O.. ..."))


@pytest.mark.rule("MECH-D21", "MECH-1.2.4b")
def test_a_unit_that_makes_no_step_is_not_turned() -> None:
    battle = shoved("A.. N## ...", "... ### ...", "... ... ...", facing={"N": "W"})
    assert stays(battle)
    assert battle.unit("N").facing.direction == 3


@pytest.mark.rule("MECH-1.2.4h", "MECH-D21")
def test_no_unit_is_crushed_by_force() -> None:
    assert stays(shoved("A.. NNN B..", "... NNN ...", "... NNN ..."))
    battle = shoved("A.. NNN ... B..", "... NNN ... ...", "... NNN ... ...", knockback=2)
    assert refusal(battle, "red N push D1 N") == "MECH-D21"
    assert ends(battle, "N", "push") == "C1"
    play(battle, "red N push C1 E")
    assert drawing(battle) == ["A.. ... NNN B..", "... ... NNN ...", "... ... NNN ..."]
    assert stays(shoved("A.. NNN .%.", "... NNN ...", "... NNN ..."))


@pytest.mark.rule("MECH-1.2.4e", "MECH-1.2.4g")
@pytest.mark.parametrize("values", [{"stance": "shutdown"}, {"allowance": 0}, {"immobilized": True}])
def test_lock_on_costs_nothing_by_force_and_a_unit_that_cannot_move_is_moved(values: dict[str, Any]) -> None:
    rows = ("AB. N.. ... ...", "C.. ... ... ...", "... ... ... ...")
    fighters = {letter: {"fights": True} for letter in "ABC"}
    battle = shoved(*rows, knockback=2, N=values, **fighters)
    assert ends(battle, "N", "push") == ALL_CELLS.format("D1")


@pytest.mark.rule("MECH-1.2.4f", "MECH-X6")
@pytest.mark.parametrize("weapons", [shover(1), TOW])
def test_an_installation_is_not_moved_by_force(weapons: Weapons) -> None:
    rows = ("A.. ... N.. ...", "... ... ... ...", "... ... ... ..O")
    battle = charged(*rows, weapons=weapons, N={"kind": "installation", "weapons": []}, O={"weapons": []})
    (weapon,) = weapons
    events = step(battle, f"A fire N {weapon}", *MISS)
    assert kinds(events)[:2] == ["attacked", "unharmed"]
    assert not {"pushed", "held_ground"} & set(kinds(events))
    assert battle.decision == BLUE_NEXT
    assert at(battle, "N") == "C1"


@pytest.mark.rule("MECH-1.2.4c", "MECH-1.2.2f", "MECH-D6")
@pytest.mark.parametrize(("landing", "expected"), [("grid", ""), ("cells", ALL_CELLS.format("C1").removeprefix("C1 "))])
def test_a_flyer_is_knocked_where_it_could_come_down(landing: str, expected: str) -> None:
    battle = shoved(
        "A.. N#. B..", "... .#. ...", "... .#. ...", N={"kind": "flying"}, options={"flying_landing": landing}
    )
    assert ends(battle, "N", "push") == expected
    assert stays(battle) is (expected == "")


@pytest.mark.rule("MECH-1.2.2b", "MECH-1.2.2c", "MECH-1.2.4c", "MECH-D21")
@pytest.mark.parametrize(
    ("row", "knockback", "expected"),
    [
        # Over a unit and a wall, as far as the knockback goes.
        ("A.. N.. B.. ...", 2, "D1"),
        ("A.. N.. ### ... ...", 2, "D1"),
        ("A.. N.. ### B.. ... ...", 3, "E1"),
        # Where it goes there is no room: the farthest grid before that.
        ("A.. N.. ... B.. ...", 2, "C1"),
        ("A.. N.. ... B.. ### ...", 3, "C1"),
        # The edge of the board.
        ("A.. N.. B.. ...", 3, "D1"),
        ("A.. N.. ### B..", 3, ""),
    ],
)
def test_a_flyer_is_knocked_over_what_lies_between_to_the_farthest_grid_with_room(
    row: str, knockback: int, expected: str
) -> None:
    below = row.translate(str.maketrans("ANB", "..."))
    battle = shoved(row, below, below, knockback=knockback, N={"kind": "flying"})
    assert ends(battle, "N", "push") == (ALL_CELLS.format(expected) if expected else "")
    assert stays(battle) is (expected == "")


@pytest.mark.rule("MECH-1.2.4d", "MECH-D21")
@pytest.mark.parametrize(
    ("north", "east", "expected"),
    [("...", "...", "B1 C2"), ("###", "...", "C2"), ("...", "###", "B1"), ("###", "###", "")],
)
def test_of_two_ways_away_that_are_equally_long_only_one_that_is_open_can_be_chosen(
    north: str, east: str, expected: str
) -> None:
    battle = shoved(
        *[f"... {north} ..."] * 3,
        *["... N.. " + east, "... ... " + east, "... ... " + east],
        *[
            "A.. ... ...",
            "... ... ...",
            "... ... ...",
        ],
    )
    assert grids_of_orders(battle, "N") == expected
    assert stays(battle) is (expected == "")
    if expected == "C2":
        assert refusal(battle, "red N push B1 N") == "MECH-D21"
        assert refusal(battle, "red N push B2.2 N") == "MECH-D21"


@pytest.mark.rule("MECH-1.2.4c", "MECH-D18")
def test_a_high_altitude_unit_is_knocked_over_walls_and_units_but_not_over_its_like() -> None:
    rows = ("A.. ... ###", "... ... #B#", "... ... ###")
    over = {"N": "B1.5", "C": "C1"}
    high = {"kind": "high altitude"}
    battle = shoved(*rows, over=over, N=high, C=high)
    assert ends(battle, "N", "push") == ALL_CELLS.format("C1").removeprefix("C1 ")


# Who decides


@pytest.mark.rule("MECH-1.2.4a", "MECH-1.2.4b")
def test_the_side_that_causes_a_forced_move_names_its_end_and_facing_and_no_other_does() -> None:
    battle = shoved(*open_board(3, 1), over={"A": "A1.5", "N": "B1.5", "O": "B1.9"})
    assert {battle.text(order) for order in battle.legal if order.place == (6, 0)} == {
        f"red N push C1 {facing}" for facing in "NESW"
    }
    assert refusal(battle, "blue N push C1 N") == "CORE-1.2"
    assert refusal(battle, "red O push C1 N") == "MECH-1.2.4a"
    assert refusal(battle, "red A push C1 N") == "MECH-1.2.4a"
    assert refusal(battle, "red N push A1 N") == "MECH-D21"
    assert refusal(battle, "red N push B1 N") == "MECH-D21"
    assert refusal(battle, "A move A1 N") == "CORE-1.2"
    assert len(battle.legal) == 9 * 4


OPEN_ROWS = ("... ... ... ...",) * 2
TOWED_BOARD = ("B.. ... ... ...", "... .A. ... N..", "... ..# ... ...", *["... ... ... ..."] * 3)
PUSHED_BOARDS: dict[str, Callable[[], ef.Battle]] = {
    "towards two grids": lambda: shoved(*open_board(4, 4), over={"A": "B3.5", "N": "C2.5", "O": "C1.5"}, knockback=2),
    "a medium unit": lambda: shoved("A.. NN. ...", "... NN. ...", "... ... ..#"),
    "a flyer over another unit": lambda: shoved("A.. .N. O.. ...", *OPEN_ROWS, knockback=2, N={"kind": "flying"}),
    "a flyer": lambda: shoved("A.. ... ...", "B.. .N. ...", "... ... ...", N={"kind": "flying"}),
    "at high altitude": lambda: shoved("A.. ... ###", "... .N. #.#", "... ... ###", N={"kind": "high altitude"}),
    "dragged": lambda: towed(*TOWED_BOARD),
    "a flyer dragged": lambda: towed(*TOWED_BOARD, N={"kind": "flying"}),
}


@pytest.mark.rule("CORE-1.1", "MECH-1.2.4a")
@pytest.mark.parametrize("situation", PUSHED_BOARDS)
def test_forced_moves_that_are_listed_are_those_that_the_check_allows(situation: str) -> None:
    battle = PUSHED_BOARDS[situation]()
    assert battle.decision == RED_PUSHES
    assert disagreements(battle, [*pushes(battle, "red"), *pushes(battle, "blue")]) == []


# Drag


@pytest.mark.rule("MECH-X8", "MECH-1.1.2")
def test_a_target_is_dragged_to_a_grid_around_the_attacker_and_not_into_its_own() -> None:
    battle = towed(*open_board(5, 5), over={"A": "C3.5", "N": "E1.5"})
    assert grids_of_orders(battle, "N") == "B2 C2 D2 B3 D3 B4 C4 D4"
    assert len(battle.legal) == 8 * 9 * 4
    assert refusal(battle, "red N push C3 N") == "MECH-D21"
    assert refusal(battle, "red N push E3 N") == "MECH-D21"
    play(battle, "red N push B4.7 W")
    assert at(battle, "N") == "B4.7"
    assert battle.unit("N").facing.direction == 3
    assert battle.decision == BLUE_NEXT


@pytest.mark.rule("MECH-X8", "MECH-1.2.2c", "MECH-1.2.2g")
def test_a_target_is_dragged_through_the_air_out_of_walls_and_over_units() -> None:
    rows = ("A.. #.. #B. ###", "... #.. ##. #N#", "... ##. ### ###")
    battle = charged(*rows, weapons={"tow": {**TOW["tow"], "indirect": True}})
    step(battle, "A fire N tow", *MISS)
    assert ends(battle, "N", "push") == "B1.2 B1.3 B1.5 B1.6 B1.9"


@pytest.mark.rule("MECH-X8", "MECH-D6")
@pytest.mark.parametrize(("kind", "expected"), [("ground", "A1 B1 A2"), ("flying", "B1 A2")])
def test_a_ground_unit_is_dragged_beside_others_and_a_flyer_only_to_an_empty_grid(kind: str, expected: str) -> None:
    rows = ("B.. ... ... ...", "... ... ... ...", "... ... ... ..N", "... A.. #.. ...", "... ... ... ...")
    battle = towed(*rows, "... ... ... ...", N={"kind": kind})
    grids = grids_of_orders(battle, "N").split()
    # C1 is empty; C2 has a wall, where only a unit that is judged by cells comes down.
    assert set(grids) == {*expected.split(), "C1", *(["C2"] if kind == "ground" else [])}


@pytest.mark.rule("MECH-X8", "MECH-1.1.2a")
@pytest.mark.parametrize("target", ["B2.1", "A2.9", "A1.5", "C3.1", "B3.5"])
def test_a_target_that_is_beside_the_attacker_or_in_its_grid_is_not_dragged(target: str) -> None:
    battle = towed(*open_board(4, 4), over={"A": "B2.5", "N": target})
    assert stays(battle)
    assert at(battle, "N") == target.removesuffix(".1")


@pytest.mark.rule("MECH-X8", "MECH-D21")
def test_a_target_for_which_there_is_no_room_beside_the_attacker_is_not_dragged() -> None:
    around = ("... ... ... ...", ".-. .-. .-. ...", "... ... ... ...")
    rows = (*around, "... A.. ... NN.", ".-. ... .-. NN.", "... ... ... ...", *around)
    assert stays(towed(*rows))
    assert not stays(
        towed(*[row.replace("NN.", "N..", 1) for row in rows[:4]], *[row.replace("NN.", "...") for row in rows[4:]])
    )


# Charges


@pytest.mark.rule("MECH-D7", "MECH-1.2.1i", "MECH-D10")
@pytest.mark.parametrize(("triggers", "expected"), [(True, "1 C1 2 3 D1 4"), (False, "C1 D1")])
def test_charges_go_off_in_the_order_of_the_grids_that_are_left_and_entered_by_force(
    triggers: bool, expected: str
) -> None:
    hazards = [
        *(hazard("D1", 5, trigger="leave"), hazard("D1", 4), hazard("C1", 3, trigger="leave"), hazard("C1", 2)),
        *(hazard("B1", 6), hazard("B1", 1, trigger="leave")),
    ]
    battle = shoved(
        *open_board(4, 1),
        over={"A": "A1", "N": "B1"},
        knockback=2,
        hazards=hazards,
        options={"forced_triggers": triggers},
    )
    assert course(step(battle, "red N push D1 N", *[1] * (10 * triggers))) == expected


@pytest.mark.rule("MECH-X8", "MECH-D7", "MECH-D10")
def test_a_dragged_unit_and_a_flyer_leave_one_grid_and_enter_one() -> None:
    hazards = [hazard("D1", 1, trigger="leave"), hazard("C1", 2), hazard("C1", 3, trigger="leave"), hazard("B1", 4)]
    battle = towed(*open_board(4, 1), over={"A": "A1", "N": "D1"}, hazards=hazards)
    assert course(step(battle, "red N push B1 N", *[1] * (1 + 4))) == "1 B1 4"
    hazards = [hazard("B1", 1, trigger="leave"), hazard("C1", 2), hazard("C1", 3, trigger="leave"), hazard("D1", 4)]
    over = {"A": "A1", "N": "B1"}
    battle = shoved(*open_board(4, 1), over=over, knockback=2, hazards=hazards, N={"kind": "flying"})
    assert course(step(battle, "red N push D1 N", *[1] * (1 + 4))) == "1 D1 4"


@pytest.mark.rule("MECH-D10", "MECH-D7")
@pytest.mark.parametrize(
    ("charge", "expected"),
    [(hazard("B1", 3, trigger="leave"), "3"), (hazard("C1", 3), "C1 3"), (hazard("C1", 3, trigger="leave"), "C1 3")],
)
def test_a_unit_that_a_charge_destroys_on_its_forced_way_goes_no_further(charge: object, expected: str) -> None:
    battle = shoved(*open_board(4, 1), over={"A": "A1", "N": "B1", "O": "A1.9"}, knockback=2, hazards=[charge])
    assert course(step(battle, "red N push D1 N", 6, 6, 6, 1, 1)) == expected
    assert at(battle, "N") == ""
    assert battle.decision == BLUE_NEXT


@pytest.mark.rule("MECH-D10")
def test_a_unit_is_knocked_onto_a_mine_of_the_attackers_side_and_not_hurt_by_one_of_its_own() -> None:
    mine = {"kind": "installation", "mine_power": 2, "weapons": []}
    rows = ("A.. N.. .B. .O.", "... ... ... ...", "... ... ... ...")
    battle = shoved(*rows, knockback=2, B=mine, O=mine)
    assert course(step(battle, "red N push D1 N", 1, 1)) == "C1 2 D1"
    assert [battle.roster()[name]["alive"] for name in "BO"] == [False, True]


# What a forced move leaves as it is


@pytest.mark.rule("MECH-D13", "MECH-D19", "MECH-D20")
def test_a_unit_that_was_moved_by_force_has_its_own_move_left_and_does_not_fire_as_one_that_moved() -> None:
    options = {"opportunity_fire": True}
    battle = shoved(*open_board(4, 1), over={"A": "A1", "B": "A1.9", "N": "B1"}, options=options, N={"allowance": 1})
    # Red's B sees the move; only a unit's own movement draws fire.
    assert kinds(step(battle, "red N push C1 W")) == ["pushed", "entered"]
    assert battle.decision == BLUE_NEXT
    assert battle.unit("N").activity.moved == 0
    assert refusal(battle, "N move D1 N") == ""
    assert refusal(battle, "N fire A gun") == ""


# Suppression


SUPPRESSOR: Weapons = {"gun": {"power": 1, "range": 12, "omnidirectional": True, "suppression": True}}


@pytest.mark.rule("MECH-X8")
@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("none", DEFENCE, True),
        ("mobility", DEFENCE, True),
        ("attack", DEFENCE, True),
        ("defence", DEFENCE, False),
        ("shutdown", SHUTDOWN, False),
    ],
)
@pytest.mark.parametrize("dice", [(1,), (6, 1, 1)])
def test_a_suppressed_target_takes_the_defence_stance_unless_it_is_shut_down(
    before: str, after: int, told: bool, dice: tuple[int, ...]
) -> None:
    battle = charged("A.. ... N..", "... ... ...", "... ... ...", weapons=SUPPRESSOR, N={"stance": before})
    assert ("suppressed" in kinds(step(battle, "A fire N gun", *dice))) is told
    assert battle.unit("N").condition.stance == after


@pytest.mark.rule("MECH-X6", "MECH-X7", "MECH-X8")
@pytest.mark.parametrize("values", [{"kind": "installation", "weapons": []}, {"fixed_stance": True}])
@pytest.mark.parametrize("stance", ["none", "attack"])
def test_only_mechas_are_suppressed_and_no_units_whose_stance_is_fixed(values: dict[str, Any], stance: str) -> None:
    rows = ("A.. ... N..", "... ... ...", "... ... ..O")
    battle = charged(*rows, weapons=SUPPRESSOR, N={**values, "stance": stance})
    before = battle.unit("N").condition.stance
    assert kinds(step(battle, "A fire N gun", *MISS))[:2] == ["attacked", "unharmed"]
    assert "suppressed" not in kinds(battle.events_since(0))
    assert battle.unit("N").condition.stance == before


@pytest.mark.rule("MECH-X8", "MECH-D14", "MECH-D16")
def test_the_defence_stance_of_a_suppressed_target_helps_against_the_next_attack() -> None:
    battle = charged("A.. ... N..", "B.. ... ...", "... ... ..O", weapons=SUPPRESSOR)
    assert save(battle, "A fire N gun") == 4
    assert next(event.names["needed"] for event in step(battle, "A fire N gun", 6, 1, 1) if event.kind == "saved") == 4
    play(battle, "O done")
    assert save(battle, "B fire N gun") == 3


@pytest.mark.rule("MECH-X8")
def test_a_weapon_may_suppress_and_knock_back_and_does_nothing_to_a_target_that_is_lost() -> None:
    rows = ("A.. N.. ...", "... ... ...", "... ... ..O")
    battle = charged(*rows, weapons=shover(1, suppression=True))
    assert kinds(step(battle, "A fire N gun", *MISS)) == ["attacked", "unharmed", "suppressed"]
    assert battle.decision == RED_PUSHES
    battle = charged(*rows, weapons=shover(1, suppression=True, power=3))
    events = step(battle, "A fire N gun", 6, 6, 6, 1, 1)
    assert "suppressed" not in kinds(events)
    assert battle.decision == BLUE_NEXT


# Views, undo, saves


def test_a_forced_move_is_undone_saved_and_seen_like_any_decision(tmp_path: Path) -> None:
    battle = charged(*open_board(4, 1), over={"A": "A1", "N": "B1"}, weapons=shover(2), hazards=[hazard("C1", 2)])
    begin = battle.digest
    step(battle, "A fire N gun", *MISS)
    asked = battle.digest
    battle.save(tmp_path / "battle")
    loaded = ef.Battle.load(tmp_path / "battle", checked=True)
    assert loaded.digest == asked
    assert [loaded.text(order) for order in loaded.legal] == [battle.text(order) for order in battle.legal]
    for either in (battle, loaded):
        assert course(step(either, "red N push D1 S", 6, 1, 1, 1)) == "C1 2 D1"
    assert loaded.digest == battle.digest
    after = battle.digest
    battle.undo()
    assert battle.digest == asked
    for side in ("red", "blue"):
        view = battle.view(side)
        assert view.decision == RED_PUSHES
        pushes = view.legal.by(RED_PUSHES.side)
        assert [view.text(order) for order in pushes] == [battle.text(order) for order in battle.legal]
    again = ef.Battle(battle.to_scenario(), checked=True)
    assert again.digest == asked
    battle.undo()
    assert battle.digest == begin
    battle.redo()
    battle.redo()
    assert battle.digest == after
    assert state_of(battle, "N") == (2, True)
