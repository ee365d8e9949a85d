"""Basic moves and crushes in situations that a reader can see; each stands for a kind of fault that engines have."""

from __future__ import annotations

import pytest

import enfilade as ef
from tests.mech_rules.boards import at, battle_of, cost, drawing, ends, play, refusal, way

FIGHTS = {"fights": True}

# Ways


@pytest.mark.rule("MECH-D22")
def test_of_two_ways_of_equal_cost_the_one_whose_first_differing_step_is_more_northern_then_eastern_is_taken() -> None:
    rows = (
        *("A.. ... ...", "... ... ...", "... ... ..."),
        *("... ... ...", "... ... ...", "... ... ..."),
        *("... ... ...", "... ... ...", "... ... B.N"),
    )
    battle = battle_of(*rows)
    assert way(battle, "A move B2.5 N") == "B1 B2.5"
    assert way(battle, "B move B2.5 N") == "C2 B2.5"
    assert way(battle, "A move B2.5 N via A2 B2") == "A2 B2.5"


@pytest.mark.rule("MECH-1.2.5f", "MECH-D22")
def test_a_way_that_is_longer_but_cheaper_is_found_and_legal_as_an_order() -> None:
    # N, O and P see only the corridor above them. Straight on it is 1 + (1 + 3), round the wall four steps of 1.
    rows = (
        *("... ... ...", "... ... ...", "..# ### #.."),
        *("... ... ...", "A.# NOP #..", "..# ### #.."),
    )
    battle = battle_of(*rows, N=FIGHTS, O=FIGHTS, P=FIGHTS)
    assert cost(battle, "A move C2.9 N") == 4
    assert way(battle, "A move C2.9 N") == "A1 B1 C1 C2.9"
    assert refusal(battle, "A move C2.9 N via A1 B1 C1 C2") == ""
    assert refusal(battle, "A move C2.9 N via B2 C2") == "MECH-1.2.1h step 2"
    battle = battle_of(*rows, A={"allowance": 5}, N=FIGHTS, O=FIGHTS, P=FIGHTS)
    assert cost(battle, "A move C2.9 N via B2 C2") == 5
    assert way(battle, "A move C2.9 N via B2 C2") == "B2 C2.9"


@pytest.mark.rule("MECH-1.2.5f")
@pytest.mark.parametrize(("lockers", "expected"), [("", 2), ("N", 4), ("NO", 6)])
def test_each_grid_that_is_left_under_lock_on_costs_one_more_for_each_locker(lockers: str, expected: int) -> None:
    rows = ("A.. ... ...", "... ... ...", "... ... ...", "... NO. ...", "... ... ...", "... ... ...")
    fighters = dict.fromkeys(lockers, FIGHTS)
    battle = battle_of(*rows, A={"allowance": 9}, **fighters)
    assert cost(battle, "A move C1 N") == expected


@pytest.mark.rule("MECH-1.2.1g", "MECH-1.2.5f")
def test_turning_and_shifting_inside_a_grid_cost_nothing_under_lock_on() -> None:
    battle = battle_of("A.. N.. ...", "... ... ...", "... ... ...", A={"allowance": 0}, N=FIGHTS)
    assert ends(battle, "A") == "A1 A1.2 A1.3 A1.4 A1.5 A1.6 A1.7 A1.8 A1.9"
    assert "A turns and shifts to A1.9" in play(battle, "A move A1.9 S")
    assert at(battle, "A") == "A1.9"
    assert battle.unit("A").facing.direction == 2


@pytest.mark.rule("MECH-1.2.5a", "MECH-1.2.5b", "MECH-1.2.5c", "MECH-D17")
def test_a_unit_leaves_a_grid_from_where_fewest_enemies_see_it() -> None:
    # N sees all of A1 but what lies behind the wall, and A can shift there.
    battle = battle_of(".#. N..", "... ...", "..A ...", N=FIGHTS)
    assert cost(battle, "A move B1.9 N") == 1
    battle = battle_of("... N..", "... ...", "..A ...", N=FIGHTS)
    assert cost(battle, "A move B1.9 N") == 2


@pytest.mark.rule("MECH-1.2.1h")
def test_a_first_grid_that_costs_more_than_the_allowance_is_refused_with_the_numbers_and_nothing_is_done() -> None:
    battle = battle_of("A.. ... ...", "... NO. ...", "... ... ...", A={"allowance": 2}, N=FIGHTS, O=FIGHTS)
    before = battle.digest
    verdict = battle.check("A move B1 N via B1")
    assert (verdict.rule, verdict.findings[0].names) == ("MECH-1.2.1h", {"step": 1, "cost": 3, "allowance": 2})
    assert verdict.sentence().startswith("A move B1 N via B1: the path costs 3 by step 1 (allowance: 2)")
    with pytest.raises(ef.IllegalOrder):
        battle.step("A move B1 N")
    assert battle.digest == before
    assert ends(battle, "A") == "A1 A1.2 A1.3 A1.4 A1.5 A1.6 A1.7 A1.8 A1.9"


# Sliding


@pytest.mark.rule("MECH-1.2.1b", "MECH-1.2.1c", "MECH-D17")
def test_no_base_passes_a_diagonal_gap_between_two_blockers() -> None:
    battle = battle_of("A#. ...", "B.. ...", "... ..N", B={"kind": "installation"})
    assert ends(battle, "A") == "A1"
    assert refusal(battle, "A move A1.5 N") == "MECH-1.2.1c"
    assert refusal(battle, "A move B1 N via B1") == "MECH-1.2.1c step 1"


@pytest.mark.rule("MECH-1.2.1c", "MECH-1.2.1e")
def test_a_medium_base_does_not_come_through_a_corridor_one_cell_wide_into_a_grid_that_can_hold_it() -> None:
    battle = battle_of("AA. #..", "AA. ...", "... #..")
    assert ends(battle, "A") == "A1 A1.2 A1.4 A1.5"
    assert refusal(battle, "A move B1.2 N") == "MECH-1.2.1c"
    assert refusal(battle, "A move B1.2 N via B1") == "MECH-1.2.1c step 1"
    battle = battle_of("AA. ...", "AA. ...", "... #..")
    assert ends(battle, "A") == "A1 A1.2 B1 B1.2 A1.4 A1.5 B1.5"


@pytest.mark.rule("MECH-1.2.1e", "MECH-1.2.1b", "MECH-1.2.1a", "MECH-D17")
def test_a_step_is_refused_for_what_keeps_the_unit_from_the_grid() -> None:
    rows = (
        *("AA. .#. ###", "AA. ### ###", "... .#. ###"),
        *("... ... ...", "... ... ...", "... ... ..N"),
    )
    battle = battle_of(*rows)
    assert refusal(battle, "A move B1 N via B1") == "MECH-1.2.1e step 1"
    assert refusal(battle, "A move C1 N via A2 B2 C2 C1") == "MECH-1.2.1b step 4"
    assert refusal(battle, "A move B2 N via B2") == "MECH-1.2.1a step 1"
    assert refusal(battle, "A move B2 N via A2") == "MECH-D17"
    assert refusal(battle, "A move B2.3 N via A2 B2") == "MECH-1.2.1e"
    assert refusal(battle, "A move C2.5 N via A2 B2 C2") == "MECH-1.2.1b"
    assert refusal(battle, "A move A1 N") == "MECH-1.2.0"


# Flight


@pytest.mark.rule("MECH-1.2.2b", "MECH-1.2.2c", "MECH-1.2.2f", "MECH-D6")
def test_a_flyer_passes_over_walls_and_units_and_does_not_land_on_a_unit() -> None:
    rows = ("A.. ### N.. ...", "... ### ... ...", "... ### ... ...")
    battle = battle_of(*rows, A={"kind": "flying"})
    assert refusal(battle, "A fly D1.5 S") == ""
    assert refusal(battle, "A fly C1 S") == "MECH-1.2.2f"
    assert refusal(battle, "A fly C1.5 S") == "MECH-1.2.2f"
    assert refusal(battle_of(*rows, A={"kind": "flying"}, options={"flying_landing": "cells"}), "A fly C1.5 S") == ""


@pytest.mark.rule("MECH-1.2.2f", "MECH-D18")
def test_a_high_altitude_unit_ends_above_a_unit_and_terrain() -> None:
    battle = battle_of("A.. #N. ...", "... ... ...", "... ... ...", A={"kind": "high altitude"})
    assert refusal(battle, "A fly B1 N") == ""
    assert refusal(battle, "A fly B1.2 N") == ""


# Crush


@pytest.mark.rule("MECH-1.2.6c", "MECH-1.2.6d", "MECH-D8", "MECH-D9")
def test_three_small_units_in_the_entered_grid_are_displaced_one_after_another_each_once() -> None:
    rows = (
        *("... ... ...", "... ... ...", "... ... ..."),
        *("AAA NO. ...", "AAA .P. ...", "AAA ... ..."),
    )
    battle = battle_of(*rows)
    play(battle, "A move B2 E")
    assert drawing(battle) == list(rows)
    assert battle.decision == ef.Decision("red", "displace")
    assert {order.unit for order in battle.legal_orders()} == {"N", "O", "P"}
    above, beside = "B1 B1.2 B1.3 B1.4 B1.5 B1.6 B1.7 B1.8 B1.9", "C2 C2.2 C2.3 C2.4 C2.5 C2.6 C2.7 C2.8 C2.9"
    assert set(ends(battle, "N", "displace").split()) == set(f"{above} {beside}".split())
    assert "P is displaced to C2.5" in play(battle, "red P displace C2.5 W")
    assert drawing(battle)[3:] == ["AAA NO. ...", "AAA ... .P.", "AAA ... ..."]
    assert "C2.5" not in ends(battle, "N", "displace").split()
    assert refusal(battle, "red P displace C2.6 N") == "MECH-D9"
    play(battle, "red N displace B1.8 N")
    events = play(battle, "red O displace B1.9 S")
    assert "A stands in B2" in events
    assert drawing(battle) == ["... ... ...", "... ... ...", "... .NO ...", "... AAA ...", "... AAA .P.", "... AAA ..."]
    displaced = [event.names["unit"] for event in battle.events_since(0) if event.kind == "displaced"]
    assert displaced == ["P", "N", "O"]
    assert [battle.unit(name).facing.direction for name in "ANOP"] == [1, 0, 2, 3]


@pytest.mark.rule("MECH-1.2.6d", "MECH-D9")
def test_a_unit_with_nowhere_to_go_swaps_to_the_same_cells_of_the_grid_that_the_crusher_leaves() -> None:
    battle = battle_of("AAA ..N #..", "AAA ... #..", "AAA ... #..", "... ### ...", "... ### ...", "... ### ...")
    play(battle, "A move B1 N")
    assert ends(battle, "N", "displace") == "A1.3"
    assert refusal(battle, "red N displace A1 N") == "MECH-1.2.6d"
    events = play(battle, "red N displace A1.3 N")
    assert events[:3] == ["N has nowhere to go and will swap places", "N swaps to A1.3", "A stands in B1"]
    assert drawing(battle)[:3] == ["..N AAA #..", "... AAA #..", "... AAA #.."]


@pytest.mark.rule("MECH-D8", "MECH-D9")
def test_a_unit_that_will_swap_stands_where_it_was_until_the_last_one_is_decided_and_is_in_nobodys_way() -> None:
    # O has no room in C1. N comes there over the cells of O.
    rows = ("AAA .OO #..", "AAA NOO ...", "AAA ... #..", "... ### ...", "... ### ...", "... ### ...")
    battle = battle_of(*rows)
    play(battle, "A move B1 N, red O displace A1.2 N")
    assert drawing(battle) == list(rows)
    assert battle.decision == ef.Decision("red", "displace")
    assert {order.unit for order in battle.legal_orders()} == {"N"}
    play(battle, "red N displace C1.5 N")
    assert drawing(battle)[:3] == [".OO AAA #..", ".OO AAA .N.", "... AAA #.."]


@pytest.mark.rule("MECH-1.2.1c", "MECH-1.2.4d", "MECH-1.2.6d")
def test_a_unit_is_not_displaced_through_a_diagonal_gap_into_a_wall_or_off_the_board() -> None:
    battle = battle_of("AAA ... .#.", "AAA .N. #..", "AAA ... #..")
    play(battle, "A move B1 N")
    assert ends(battle, "N", "displace") == "C1"
    assert refusal(battle, "red N displace C1.5 N") == "MECH-D9"
    assert refusal(battle, "red N displace C1.4 N") == "MECH-D9"


@pytest.mark.rule("MECH-1.2.4h", "MECH-1.2.6b")
def test_a_displaced_unit_crushes_nothing_and_finds_no_room_on_others() -> None:
    battle = battle_of("AAA NN. OO.", "AAA NN. OO.", "AAA ... ...", "... ### ...", "... ### ...", "... ### ...")
    play(battle, "A move B1 N")
    assert ends(battle, "N", "displace") == "A1"
    play(battle, "red N displace A1 N")
    assert drawing(battle)[:3] == ["NN. AAA OO.", "NN. AAA OO.", "... AAA ..."]


@pytest.mark.rule("MECH-1.2.6e", "MECH-1.2.4f", "MECH-D8", "MECH-D9")
def test_a_beacon_is_destroyed_and_a_friend_is_displaced_like_an_enemy() -> None:
    battle = battle_of("AAA .B. ...", "AAA .N. ...", "AAA ... ...", N={"kind": "installation"})
    events = play(battle, "A move B1 N")
    assert "A crushes N, which is destroyed" in events
    assert {order.unit for order in battle.legal_orders()} == {"B"}
    play(battle, "red B displace C1.9 N")
    assert drawing(battle)[:3] == ["... AAA ...", "... AAA ...", "... AAA ..B"]
    assert [battle.roster()[name]["alive"] for name in "ABN"] == [True, True, False]


@pytest.mark.rule("MECH-X4", "MECH-1.2.6c", "MECH-1.2.6f", "MECH-D8")
@pytest.mark.parametrize(("stops", "reach"), [(True, "A1 B1"), (False, "A1 B1 C1")])
def test_fragile_terrain_is_destroyed_and_stops_the_crusher_unless_the_switch_is_off(stops: bool, reach: str) -> None:
    battle = battle_of("AAA .%. ...", "AAA .&. ...", "AAA ... ...", options={"fragile_stops": stops})
    assert ends(battle, "A") == reach
    assert refusal(battle, "A move C1 N via B1 C1") == ("MECH-1.2.6c step 2" if stops else "")
    play(battle, "A move B1 N")
    assert drawing(battle)[:3] == ["... AAA ...", "... AAA ...", "... AAA ..."]


@pytest.mark.rule("MECH-1.2.6a", "MECH-1.2.6b", "MECH-D9")
def test_large_units_firm_terrain_and_medium_movers_make_no_crush() -> None:
    assert ends(battle_of("AAA NNN ...", "AAA NNN ...", "AAA NNN ..."), "A") == "A1"
    assert ends(battle_of("AAA N.- ...", "AAA ... ...", "AAA ... ..."), "A") == "A1"
    assert refusal(battle_of("AA. N..", "AA. .O.", "... ..."), "A move B1 N via B1") == "MECH-1.2.1e step 1"


@pytest.mark.rule("MECH-1.2.6c", "MECH-D13")
def test_a_crusher_goes_no_further_and_is_not_activated_again_in_the_turn() -> None:
    battle = battle_of("AAA N.. ... ...", "AAA ... ... ...", "AAA ... ... .O.")
    assert refusal(battle, "A move C1 N via B1 C1") == "MECH-1.2.6c step 2"
    play(battle, "A move B1 N, red N displace C1 N")
    assert battle.unit("A").status.done
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("MECH-D9", "MECH-D18")
def test_a_high_altitude_unit_over_the_entered_grid_is_not_crushed_and_stops_nobody() -> None:
    battle = battle_of("AAA ... ...", "AAA ... ...", "AAA ... ...", over={"O": "B1.5"}, O={"kind": "high altitude"})
    assert ends(battle, "A").split()[:3] == ["A1", "B1", "C1"]
    play(battle, "A move B1 N")
    assert (at(battle, "A"), at(battle, "O")) == ("B1", "B1.5")
