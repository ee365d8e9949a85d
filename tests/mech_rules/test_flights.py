"""Flights, jumps and teleports by hand: ranges, room, locks, stances, and that what is listed is what is checked."""

from __future__ import annotations

import random
from typing import Any

import pytest

import enfilade as ef
from tests.mech_rules.against_oracle import cases, oracle_moves, random_position
from tests.mech_rules.boards import battle_of, drawing, ends, play, refusal
from tests.oracles import mech_moves

FLYING = {"kind": "flying"}
HIGH = {"kind": "high altitude"}
CHECKED = (40, 500)
"""Positions, interpreted and compiled."""


# Ranges


@pytest.mark.rule("MECH-1.1.1", "MECH-D6")
@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({**FLYING, "allowance": 2}, "fly"),
        ({**HIGH, "allowance": 2}, "fly"),
        ({"jump": 2}, "fly"),
        ({"teleport": 2}, "teleport"),
    ],
)
def test_two_grids_reach_across_and_along_but_not_two_of_each(values: dict[str, Any], kind: str) -> None:
    rows = ("... ... ...", ".A. ... ...", *["... ... ..."] * 6, "... ... ..N")
    battle = battle_of(*rows, A=values)
    for place in ("A1.1", "C1.3", "B2.9", "A3.7"):
        assert refusal(battle, f"A {kind} {place} S") == ""
    for place, distance in (("C2", 3), ("B3", 3), ("C3.9", 4)):
        verdict = battle.check(f"A {kind} {place} S")
        assert (verdict.reason, verdict.rule) == ("too_far", "MECH-D6")
        assert verdict.findings[0].names["distance"] == distance
        assert verdict.findings[0].names["allowance"] == 2
    # Six grids of nine cells each, four facings, less the one in which it stands already.
    assert len(battle.legal.of("A").where(kind)) == 6 * 9 * 4 - 1


@pytest.mark.rule("MECH-1.2.2a", "MECH-1.2.3", "MECH-D6")
def test_who_does_not_fly_jump_or_teleport() -> None:
    rows = ("A.. ...", "... ...", "... ...")
    walker = battle_of(*rows)
    assert refusal(walker, "A fly B1 N") == "MECH-1.2.2a"
    assert refusal(walker, "A teleport B1 N") == "MECH-1.2.3"
    assert str(walker.check("A fly B1 N")) == "A fly B1 N: A neither flies nor jumps [MECH-1.2.2a]"
    assert str(walker.check("A teleport B1 N")) == "A teleport B1 N: A does not teleport [MECH-1.2.3]"
    flyer = battle_of(*rows, A=FLYING)
    assert refusal(flyer, "A move B1 N") != ""
    assert not flyer.legal.of("A").where("move")
    beacon = battle_of(*rows, A={"kind": "installation", "jump": 2, "teleport": 2})
    assert [order.kind for order in beacon.legal.of("A")] == ["done"]


@pytest.mark.rule("MECH-D14")
@pytest.mark.parametrize(
    ("values", "kind", "reaches"),
    [
        ({**FLYING, "allowance": 1}, "fly", "C1"),
        ({"jump": 1}, "fly", "C1"),
        ({"teleport": 1}, "teleport", "B1"),  # a teleport is no allowance of movement
    ],
)
def test_mobility_stance_doubles_flights_and_jumps(values: dict[str, Any], kind: str, reaches: str) -> None:
    rows = ("A.. ... ... ...", "... ... ... ...", "... ... ... ...")
    battle = battle_of(*rows, A={**values, "stance": "mobility"})
    assert max(place[:2] for place in ends(battle, "A", kind).split()) == reaches


@pytest.mark.rule("MECH-D13", "MECH-D14")
def test_a_unit_that_is_shut_down_or_done_does_not_fly() -> None:
    rows = ("A.. ... ...", "... ... ...", "B.. ... N..")
    battle = battle_of(*rows, A={**FLYING, "stance": "shutdown", "teleport": 2}, B={"jump": 1})
    assert refusal(battle, "A fly B1 N") == "MECH-D14"
    assert refusal(battle, "A teleport B1 N") == "MECH-D14"
    play(battle, "B fly B1 N")  # with nothing to attack it is done by that
    assert "MECH-D13" in [finding.rule for finding in battle.check("B fly A1.9 N").findings]


# Room


@pytest.mark.rule("MECH-1.2.2f", "MECH-D6")
def test_a_flying_unit_lands_in_a_free_grid_and_by_switch_on_free_cells() -> None:
    rows = ("AA. N.. -.. .%. ...", "AA. ... ... ... ...", "... ... ... ... ...")
    values = {"A": {**FLYING, "allowance": 5}}
    assert set(ends(battle_of(*rows, **values), "A", "fly").split()) == {
        *("A1", "A1.2", "A1.4", "A1.5"),
        *("E1", "E1.2", "E1.4", "E1.5"),
    }
    by_cells = battle_of(*rows, options={"flying_landing": "cells"}, **values)
    assert set(ends(by_cells, "A", "fly").split()) == {
        *("A1", "A1.2", "A1.4", "A1.5"),
        *("B1.2", "B1.4", "B1.5"),
        *("C1.2", "C1.4", "C1.5"),
        *("D1.4", "D1.5"),
        *("E1", "E1.2", "E1.4", "E1.5"),
    }


@pytest.mark.rule("MECH-D6")
@pytest.mark.parametrize("landing", ["grid", "cells"])
def test_jumps_and_teleports_are_judged_by_cells_whatever_the_switch(landing: str) -> None:
    rows = ("AA. N.. ...", "AA. ... ###", "... ... ###")
    battle = battle_of(*rows, options={"flying_landing": landing}, A={"jump": 2, "teleport": 2})
    for kind in ("fly", "teleport"):
        assert ends(battle, "A", kind) == "A1 A1.2 B1.2 A1.4 A1.5 B1.4 B1.5"


@pytest.mark.rule("MECH-1.2.2e", "MECH-1.2.3d", "MECH-1.2.5f", "MECH-D6")
def test_flights_pay_nothing_for_locks() -> None:
    rows = ("N.. A.. O..", *["... ... ..."] * 8)
    melee = {"fights": True}
    for values, kind in (({**FLYING, "allowance": 2}, "fly"), ({"jump": 2}, "fly"), ({"teleport": 2}, "teleport")):
        battle = battle_of(*rows, A=values, N=melee, O=melee)
        assert refusal(battle, f"A {kind} B3 S") == ""
    walker = battle_of(*rows, A={"allowance": 2}, N=melee, O=melee)
    assert refusal(walker, "A move B2 S") == "MECH-1.2.1h"


@pytest.mark.rule("MECH-1.2.2c", "MECH-1.2.3b", "MECH-1.2.3c")
def test_a_jump_and_a_teleport_need_no_way_and_a_walk_does() -> None:
    rows = ("A## ...", "### ...", "### ...")
    for values, kind in (({"jump": 1}, "fly"), ({"teleport": 1}, "teleport")):
        battle = battle_of(*rows, A=values)
        assert refusal(battle, f"A {kind} B1.5 W") == ""
        assert refusal(battle, f"A {kind} A1.2 W") == "MECH-1.2.2f"
        assert refusal(battle, "A move B1.5 W") == "MECH-1.2.1c"


@pytest.mark.rule("MECH-1.2.2f", "MECH-D18")
def test_a_high_altitude_unit_lands_above_all_but_its_own_kind() -> None:
    rows = ("A.. NN# ...", "... NN- ...", "... %%. ...")
    battle = battle_of(*rows, over={"O": "B1.9", "B": "C1.1"}, A=HIGH, B=HIGH, O=HIGH)
    found = set(ends(battle, "A", "fly").split())
    assert {"B1", "B1.2", "B1.3", "B1.4", "B1.7", "B1.8", "C1.2"} <= found
    assert found & {"B1.9", "C1"} == set()
    assert refusal(battle, "A fly B1.9 N") == "MECH-1.2.2f"


@pytest.mark.rule("MECH-D18")
def test_others_land_below_a_high_altitude_unit() -> None:
    rows = ("A.. ...", "... ...", "B.. ...")
    battle = battle_of(*rows, over={"N": "B1.5"}, A=FLYING, B={"jump": 1}, N=HIGH)
    assert refusal(battle, "A fly B1.5 S") == ""
    assert refusal(battle, "B fly B1.5 S") == ""


@pytest.mark.rule("MECH-1.2.6", "MECH-D6")
def test_flying_never_crushes() -> None:
    for values in ({"jump": 2}, {**FLYING, "allowance": 2}, {**FLYING, "allowance": 2}):
        for options in ({}, {"flying_landing": "cells"}):
            battle = battle_of("AAA N.. %..", "AAA ... ...", "AAA ... ...", options=options, A=values)
            assert refusal(battle, "A fly B1 N") == "MECH-1.2.2f"
            assert refusal(battle, "A fly C1 N") == "MECH-1.2.2f"


@pytest.mark.rule("MECH-1.2.1e", "MECH-X2")
def test_a_flight_ends_inside_one_grid_and_on_the_board() -> None:
    battle = battle_of("AA. ...", "AA. ...", "... ...", A={**FLYING, "jump": 1, "teleport": 1})
    for kind in ("fly", "teleport"):
        assert refusal(battle, f"A {kind} A1.3 N") == "MECH-1.2.1e"
        assert refusal(battle, f"A {kind} B1.9 N") == "MECH-1.2.1e"
        assert refusal(battle, f"A {kind} C1 N") == "CORE-1.4"
        assert refusal(battle, f"A {kind} A2 N") == "CORE-1.4"


@pytest.mark.rule("MECH-1.2.0", "MECH-1.2.2d")
def test_a_flyer_may_turn_and_shift_where_it_is_but_not_stay_as_it_is() -> None:
    battle = battle_of("A.. ...", "... ...", "... ...", A={**FLYING, "allowance": 0})
    assert refusal(battle, "A fly A1 N") == "MECH-1.2.0"
    assert refusal(battle, "A fly A1 E") == ""
    assert refusal(battle, "A fly A1.9 N") == ""
    assert refusal(battle, "A fly B1 N") == "MECH-D6"
    assert len(battle.legal.of("A").where("fly")) == 9 * 4 - 1


@pytest.mark.rule("MECH-1.2.2f", "MECH-D6")
def test_a_flyer_that_shares_its_grid_does_not_land_there_again_unless_by_cells() -> None:
    rows = ("A.. ...", "..N ...", "... ...")
    assert refusal(battle_of(*rows, A=FLYING), "A fly A1 E") == "MECH-1.2.2f"
    assert refusal(battle_of(*rows, A=FLYING, options={"flying_landing": "cells"}), "A fly A1 E") == ""


# What they do


@pytest.mark.rule("MECH-1.2.2d", "MECH-1.2.3e")
@pytest.mark.parametrize(
    ("values", "kind", "said"),
    [
        ({**FLYING, "allowance": 2}, "fly", "A flies from A1 to C1.5"),
        ({"jump": 2}, "fly", "A flies from A1 to C1.5"),
        ({"teleport": 2}, "teleport", "A vanishes from A1 and appears at C1.5"),
    ],
)
def test_a_flight_takes_a_unit_from_one_grid_to_one_other(values: dict[str, Any], kind: str, said: str) -> None:
    battle = battle_of("AA. .#. ... N..", "AA. .#. ... ...", "... ... ... ...", A=values)
    events = play(battle, f"A {kind} C1.5 W")
    assert events[0] == said
    assert drawing(battle) == ["... .#. ... N..", "... .#. .AA ...", "... ... .AA ..."]
    assert battle.game.world().units[0].facing.direction == 3


@pytest.mark.rule("MECH-1.2.2g", "MECH-1.2.5d", "MECH-D5")
def test_a_unit_that_jumped_is_a_ground_unit_again() -> None:
    # A and N come to stand side by side. Flying units are spared by the switch; N is none when its jump is over.
    rows = ("N.. ... A..", "... ... ...", "... ... ...", "... ... B..", "... ... ...", "... ... ...")
    options = {"lock_on_exempts": "high_altitude_and_flying"}
    battle = battle_of(*rows, options=options, A={"fights": True}, N={"jump": 1, "allowance": 1})
    play(battle, "A done")
    assert refusal(battle, "N move A2 N via A2") == ""
    play(battle, "N fly B1 N, B done")
    assert (battle.decision, battle.game.clock.turn) == (ef.Decision("blue", "activate"), 2)
    assert refusal(battle, "N move A1 N via A1") == "MECH-1.2.1h step 1"


@pytest.mark.rule("MECH-D13")
def test_a_unit_flies_or_walks_but_not_both() -> None:
    battle = battle_of("A.. ... ...", "... ... ...", "B.. ... N..", A={"jump": 1, "teleport": 1})
    battle.step("A fly B1 E")
    for line in ("A move B1.5 E", "A fly A1 E", "A teleport A1 E"):
        assert not battle.check(line).ok


def test_orders_of_flights_are_read_as_they_are_said() -> None:
    battle = battle_of("A.. ...", "... ...", "... ..N", A={"jump": 1, "teleport": 1})
    for order in battle.legal.of("A"):
        assert battle.parse(battle.text(order)) == order
    for line, expected in (
        ("A fly", "a place such as"),
        ("A fly B1", "a direction: N E S W"),
        ("A teleport B1 X", "'X' is no direction"),
        ("A fly B1 N via A1", "'via A1' is left over"),
        ("A fly N B1", "'N' is no place"),
    ):
        with pytest.raises(ef.OrderError) as told:
            battle.check(line)
        assert expected in str(told.value)


# Against the oracle: what is listed is compared in test_against_oracle.py, here what is checked


@pytest.mark.rule("MECH-1.2.2", "MECH-1.2.3", "MECH-D6", "MECH-D18")
def test_a_flight_passes_the_check_where_the_oracle_lets_it_end(compiled: bool) -> None:
    passed = 0
    for seed in range(CHECKED[compiled]):
        chance = random.Random(seed)
        for case in cases(ef.Battle(random_position(chance))):
            for kind in ("fly", "teleport"):
                allowed = set(oracle_moves(case, kind))
                grids = [(x, y) for x in range(case.board.wide) for y in range(case.board.high)]
                for _ in range(8):
                    x, y = chance.choice(sorted(mech_moves.placements_in(chance.choice(grids), case.mover.size)))
                    facing = chance.randrange(4)
                    order = ef.Order(kind, unit=case.mover.name, place=(x, y), facing=facing)
                    is_legal = case.battle.check(order).ok
                    assert is_legal == ((x, y, facing) in allowed), (seed, case.mover.name, kind, x, y, facing)
                    passed += is_legal
    assert passed >= CHECKED[compiled]
