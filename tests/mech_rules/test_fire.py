"""Which attacks may be made, by hand: locks, arcs, sight, reach, stances, the order of an activation, and events."""

from __future__ import annotations

from typing import Any

import pytest

import enfilade as ef
from enfilade.core.relations.sight.units import sees_unit
from enfilade.core.scenario.schema import UnitValue
from enfilade.core.state.grids import grids_of
from tests.mech_rules.arms import apart, armed, needed, reasons, state_of

GUN: dict[str, dict[str, UnitValue]] = {"gun": {"range": 4}}
BLADE: dict[str, dict[str, UnitValue]] = {"blade": {"melee": True}}
BOTH = {**GUN, **BLADE}
FACING_A = {"N": "S"}


def attacks(battle: ef.Battle, unit: str = "A") -> list[str]:
    """The legal attacks of a unit as text, in their order."""
    own = battle.legal.of(unit)
    return [battle.text(order) for kind in ("fire", "strike") for order in own.where(kind)]


def refused(battle: ef.Battle, line: str) -> tuple[str, str]:
    """The reason and the rule that decide; both empty for a legal order. The list of legal orders agrees."""
    verdict = battle.check(line)
    assert verdict.ok == (verdict.order in battle.legal)
    return verdict.reason, verdict.rule


LEGAL = ("", "")
LOCKED = ("locked", "MECH-1.2.5e")
NOT_IN_FRONT = ("not_in_front", "MECH-1.1.5d")
NOT_SEEN = ("not_seen", "MECH-D2")
NOT_ADJACENT = ("not_adjacent", "MECH-D19")
OUT_OF_RANGE = ("out_of_range", "FORM-8.7")


# Lock-on

NEXT = ("N..", "...", "...", "A..", "...", "...")


@pytest.mark.rule("MECH-1.2.5e", "MECH-D5", "MECH-D19")
def test_a_locked_unit_does_not_fire_and_may_strike() -> None:
    battle = armed(*NEXT, weapons=BOTH, facing=FACING_A)
    verdict = battle.check("A fire N gun")
    assert str(verdict) == "A fire N gun: A is locked by N and does not fire [MECH-1.2.5e]"
    assert attacks(battle) == ["A strike N blade"]


@pytest.mark.rule("MECH-1.2.5e", "MECH-D5")
def test_a_locked_unit_fires_at_nobody_not_even_far_away() -> None:
    rows = ["O..", *["..."] * 8, "N..", "...", "...", "A..", "...", "..."]
    battle = armed(*rows, weapons=BOTH, N={"has_front": False, "weapons": ["blade"]})
    assert refused(battle, "A fire O gun") == LOCKED
    assert attacks(battle) == ["A strike N blade"]


@pytest.mark.rule("MECH-1.2.5", "MECH-1.2.5e", "MECH-D19")
@pytest.mark.parametrize(
    ("keywords", "values", "expected"),
    [
        ({}, {}, LOCKED),
        ({"melee_fire": True}, {}, LEGAL),
        ({"omnidirectional": True, "indirect": True}, {}, LOCKED),
        ({}, {"N": {"stance": "shutdown"}}, LEGAL),
        ({}, {"N": {"weapons": ["gun"]}}, LEGAL),  # nothing to strike with
        ({}, {"N": {"weapons": ["gun"], "fights": True}}, LOCKED),  # bare hands
        ({}, {"A": {"kind": "high altitude"}}, LEGAL),
        ({}, {"A": {"kind": "flying"}}, LOCKED),
        ({}, {"A": {"kind": "flying"}, "options": {"lock_on_exempts": "high_altitude_and_flying"}}, LEGAL),
        ({}, {"N": {"kind": "high altitude"}}, LOCKED),
        ({}, {"allied": [("red", "blue")]}, ("no_enemy", "MECH-D19")),
    ],
)
def test_what_fires_beside_an_enemy(
    keywords: dict[str, Any], values: dict[str, Any], expected: tuple[str, str]
) -> None:
    weapons = {"gun": {"range": 4, **keywords}, **BLADE}
    battle = armed(*NEXT, weapons=weapons, facing=FACING_A, **values)
    assert refused(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-1.2.5c", "MECH-1.2.5e")
def test_an_enemy_behind_a_wall_locks_nobody() -> None:
    rows = ("N..", "...", "###", "A..", "...", "...")
    battle = armed(*rows, weapons={"mortar": {"indirect": True}, **BLADE}, facing=FACING_A)
    assert refused(battle, "A fire N mortar") == LEGAL
    assert refused(battle, "A strike N blade") == NOT_SEEN


@pytest.mark.rule("MECH-1.2.5a", "MECH-1.2.5e")
def test_an_enemy_that_is_lost_locks_no_more() -> None:
    rows = ("N..", "...", "...", "AB.", "...", "...")
    weapons = {"gun": {"range": 4}, "blade": {"melee": True, "power": 3}}
    battle = armed(*rows, "...", "...", "...", "O..", "...", "...", weapons=weapons, A={"has_front": False})
    assert refused(battle, "A fire O gun") == LOCKED
    battle.game.world().units[battle.names.slots["N"]].status.steps = 1
    battle.step("B strike N blade", dice=(6, 6, 6, 1, 1))
    assert state_of(battle, "N") == (0, False)
    battle.step("O done")
    assert refused(battle, "A fire O gun") == LEGAL


# Arcs


@pytest.mark.rule("MECH-1.1.5a", "MECH-1.1.5b", "MECH-1.1.5d")
@pytest.mark.parametrize(
    ("facing", "front"),
    [("N", "NOP"), ("E", "PQS"), ("S", "TRS"), ("W", "NOTR")],
)
def test_the_front_by_large_grids_with_its_diagonals(facing: str, front: str) -> None:
    #  N . P        north-west, north-east: on the diagonals
    #  . A Q        east
    #  T R S        south-west, south, south-east
    rows = (
        "N.. .O. P..",
        *["... ... ..."] * 2,
        "... .A. Q..",
        *["... ... ..."] * 2,
        "T.. R.. S..",
        *["... ... ..."] * 2,
    )
    battle = armed(*rows, weapons=GUN, facing={"A": facing})
    found = {order.target for order in battle.legal.where("fire")}
    expected = {"N": "NOP", "E": "PQS", "S": "TRS", "W": "NT"}[facing]
    assert found == set(expected)
    assert front


@pytest.mark.rule("MECH-1.1.5d", "MECH-D4", "MECH-D19")
def test_what_is_to_the_side_is_hit_by_omnidirectional_fire_or_without_a_front() -> None:
    rows = ("A.. ... N..", "... ... ...", "... ... ...")
    battle = armed(*rows, weapons=GUN)
    assert refused(battle, "A fire N gun") == NOT_IN_FRONT
    assert str(battle.check("A fire N gun")).endswith("N is not in front of A [MECH-1.1.5d]")
    turret = armed(*rows, weapons={"gun": {"omnidirectional": True}})
    assert refused(turret, "A fire N gun") == LEGAL
    drone = armed(*rows, weapons=BOTH, A={"has_front": False})
    assert attacks(drone) == ["A fire N gun"]


@pytest.mark.rule("MECH-1.1.5d", "MECH-D19")
def test_a_blow_needs_its_target_in_front() -> None:
    for facing, expected in (("N", LEGAL), ("E", NOT_IN_FRONT), ("S", NOT_IN_FRONT), ("W", NOT_IN_FRONT)):
        battle = armed(*NEXT, weapons=BLADE, facing={"A": facing})
        assert refused(battle, "A strike N blade") == expected


@pytest.mark.rule("MECH-1.1.5c", "MECH-D4")
@pytest.mark.parametrize(
    ("rows", "any_cell", "every_cell"),
    [
        (("N..", "...", "A.."), LEGAL, LEGAL),
        (("..N", "...", "A.."), LEGAL, LEGAL),  # two forward, two aside
        (("...", "..N", "A.."), NOT_IN_FRONT, NOT_IN_FRONT),  # one forward, two aside
        (("...", ".N.", "A.."), LEGAL, LEGAL),
        (("...", "...", "AN."), NOT_IN_FRONT, NOT_IN_FRONT),
        (("...", ".NN", "ANN"), LEGAL, NOT_IN_FRONT),  # one of its four cells is in front
        (("NN.", "NN.", "..A"), LEGAL, NOT_IN_FRONT),  # only those of the eastern column, and one of the other
        (("NAA", ".AA", "..."), NOT_IN_FRONT, NOT_IN_FRONT),
        (("..N", "AA.", "AA."), LEGAL, LEGAL),  # aside is counted from the edge of the base
    ],
)
def test_in_one_grid_the_front_goes_by_cells(
    rows: tuple[str, ...], any_cell: tuple[str, str], every_cell: tuple[str, str]
) -> None:
    for rule, expected in (("any_cell", any_cell), ("every_cell", every_cell)):
        battle = armed(*rows, weapons=BLADE, options={"same_grid_arc": rule})
        assert refused(battle, "A strike N blade") == expected


# Sight


@pytest.mark.rule("MECH-1.1.4", "MECH-1.1.4a", "MECH-D2", "MECH-D19")
@pytest.mark.parametrize(
    ("wall", "expected"), [("###", NOT_SEEN), ("&&&", NOT_SEEN), ("---", LEGAL), ("%%%", LEGAL), ("##.", LEGAL)]
)
def test_fire_needs_sight_and_indirect_fire_does_not(wall: str, expected: tuple[str, str]) -> None:
    rows = ["..N", "...", "...", "...", wall, "...", "...", "...", "...", "..A", "...", "..."]
    weapons = {"gun": {"range": 4}, "mortar": {"range": 4, "indirect": True}}
    battle = armed(*rows, weapons=weapons)
    assert refused(battle, "A fire N gun") == expected
    assert refused(battle, "A fire N mortar") == LEGAL


@pytest.mark.rule("MECH-1.1.4c", "MECH-D2")
def test_the_only_line_through_the_corner_where_two_walls_meet_is_no_line_of_fire() -> None:
    battle = armed("A#.", "#..", "..N", weapons=GUN, facing={"A": "S"})
    assert refused(battle, "A fire N gun") == NOT_SEEN


@pytest.mark.rule("MECH-1.1.4e", "MECH-D2")
def test_high_altitude_sees_and_is_seen_over_walls() -> None:
    rows = ["N..", "...", "...", "###", "###", "###", "A..", "...", "..."]
    for high in "AN":
        battle = armed(*rows, weapons=GUN, **{high: {"kind": "high altitude"}})
        assert refused(battle, "A fire N gun") == LEGAL


@pytest.mark.rule("MECH-D2")
def test_units_hide_nobody() -> None:
    rows = ["N..", "...", "...", "OOO", "OOO", "OOO", "A..", "...", "..."]
    battle = armed(*rows, weapons=GUN)
    assert attacks(battle) == ["A fire N gun", "A fire O gun"]


@pytest.mark.rule("MECH-D2", "MECH-D19")
def test_who_is_seen_and_who_may_be_fired_at_are_the_same() -> None:
    rows = ("N.. ..O ...", "... #.. .P.", "..# ... ##.", "... ..# ...", ".#. ... .Q.", "... A.. ...")
    battle = armed(*rows, weapons={"gun": {"range": 6, "omnidirectional": True}})
    world = battle.game.world()
    slots = battle.names.slots
    seen = [target for target in "NOPQ" if sees_unit(world, grids_of(world), slots["A"], slots[target])]
    assert [order.target for order in battle.legal.of("A").where("fire")] == seen
    assert 0 < len(seen) < 4


# Reach of melee


@pytest.mark.rule("MECH-1.1.2", "MECH-1.1.2a", "MECH-D19")
def test_a_blow_reaches_the_ring_of_grids_with_its_corners_and_no_farther() -> None:
    rows = ("N.. O.. ...", *["... ... ..."] * 2, "... A.. ...", *["... ... ..."] * 2)
    battle = armed(*rows, weapons=BLADE)
    assert attacks(battle) == ["A strike N blade", "A strike O blade"]
    far = armed(*apart(2), weapons=BLADE)
    assert refused(far, "A strike N blade") == NOT_ADJACENT
    assert str(far.check("A strike N blade")).endswith("N is not adjacent to A [MECH-D19]")


@pytest.mark.rule("MECH-1.1.2", "FORM-8.7")
def test_a_weapon_of_range_1_reaches_two_grids_and_counts_the_diagonal_as_two() -> None:
    rows = ("N.. O.. ...", *["... ... ..."] * 2, "... A.. P..", *["... ... ..."] * 2)
    battle = armed(*rows, weapons={"gun": {"range": 1, "to_hit": 3}}, O={"fights": False})
    assert [needed(battle, f"A fire {target} gun") for target in "NO"] == [5, 3]
    assert refused(battle, "A fire P gun") == NOT_IN_FRONT
    only_exact = {"maximum_band": "none"}
    battle = armed(*rows, weapons={"gun": {"range": 1, "to_hit": 3}}, options=only_exact)
    assert needed(battle, "A fire N gun") == 4


@pytest.mark.rule("FORM-8.7", "MECH-D19")
def test_hand_to_hand_in_one_grid_and_fire_at_distance_0() -> None:
    battle = armed("N..", "...", "A..", weapons=BOTH, N={"weapons": []})
    assert attacks(battle) == ["A fire N gun", "A strike N blade"]


# Who may attack, and when


@pytest.mark.rule("MECH-D14")
def test_a_unit_that_is_shut_down_does_not_attack() -> None:
    battle = armed(*apart(2), weapons=GUN, A={"stance": "shutdown"})
    assert refused(battle, "A fire N gun") == ("shut_down", "MECH-D14")
    assert str(battle.check("A fire N gun")).endswith("A is shut down and does not attack [MECH-D14]")
    assert attacks(battle) == []


@pytest.mark.rule("MECH-D13")
def test_after_a_move_comes_one_attack_and_then_the_other_side() -> None:
    battle = armed(*apart(4), weapons=GUN, facing=FACING_A)
    battle.step("A move A4.1 N")
    assert battle.decision == ef.Decision("red", "attack", "A")
    assert [battle.text(order) for order in battle.legal_orders()] == ["A fire N gun", "A done"]
    assert battle.check("A move A3.1 N").rule == "CORE-1.2"
    battle.step("A fire N gun", dice=(1, 1, 1))
    assert battle.decision == ef.Decision("blue", "activate")
    assert battle.check("A fire N gun").findings[-1].rule == "MECH-D13"


@pytest.mark.rule("MECH-D13")
def test_a_unit_that_has_attacked_does_not_move() -> None:
    rows = [*apart(3), "B..", "...", "..."]
    battle = armed(*rows, weapons=GUN, facing=FACING_A)
    battle.step("A fire N gun", dice=(1, 1, 1))
    battle.step("N done")
    assert battle.decision == ef.Decision("red", "activate")
    assert "MECH-D13" in reasons(battle, "A move A3.1 N")
    assert reasons(battle, "A fire N gun") == ["MECH-D13"]
    assert {order.unit for order in battle.legal_orders()} == {"B"}


@pytest.mark.rule("MECH-D13")
def test_another_unit_does_not_attack_in_the_place_of_the_active_one() -> None:
    battle = armed(*apart(3), "B..", "...", "...", weapons=GUN, facing=FACING_A)
    battle.step("A move A4.2 N")
    assert battle.check("B fire N gun").rule == "CORE-1.2"


@pytest.mark.rule("MECH-D19")
def test_only_enemies_in_play_are_targets() -> None:
    rows = ["N..", "...", "...", "B..", "X..", "U..", "A..", "...", "..."]
    battle = armed(*rows, weapons=GUN, allied=[("red", "green")])
    assert attacks(battle) == ["A fire N gun"]
    for target in "ABUX":
        assert refused(battle, f"A fire {target} gun") == ("no_enemy", "MECH-D19")
    assert str(battle.check("A fire B gun")).startswith("A fire B gun: B is no enemy of A")


@pytest.mark.rule("MECH-D19", "CORE-1.3")
def test_a_lost_unit_is_no_target_and_attacks_nobody() -> None:
    battle = armed(*apart(3), "B..", "O..", "...", weapons={"gun": {"power": 3}}, facing=FACING_A, N={"armour": 0})
    battle.step("A fire N gun", dice=(6, 6, 6))
    assert "CORE-1.3" in reasons(battle, "B fire N gun")
    assert not any(order.target == "N" or order.unit == "N" for order in battle.legal_orders())


@pytest.mark.rule("CORE-1.3")
def test_a_unit_that_is_not_in_play_is_no_target() -> None:
    battle = armed(*apart(3), weapons=GUN, over={"O": ""})
    assert attacks(battle) == ["A fire N gun"]
    assert "CORE-1.3" in reasons(battle, "A fire O gun")
    assert "CORE-1.3" in reasons(battle, "O fire A gun")


@pytest.mark.rule("MECH-D13")
def test_disruption_keeps_nobody_from_attacking_without_formations() -> None:
    battle = armed(*apart(3), weapons=GUN)
    battle.game.world().units[0].condition.disrupted = True
    assert refused(battle, "A fire N gun") == LEGAL


@pytest.mark.rule("MECH-D13", "MECH-D14", "MECH-D19", "MECH-1.1.5d", "FORM-8.7")
def test_all_that_speaks_against_an_attack_is_told() -> None:
    rows = ["A..", "...", "...", "###", "###", "###", *["..."] * 6, "N..", "...", "..."]
    battle = armed(*rows, weapons={"gun": {"range": 1}}, A={"stance": "shutdown"})
    assert reasons(battle, "A fire N gun") == ["MECH-D14", "FORM-8.7", "MECH-1.1.5d", "MECH-D2"]


# Weapons


@pytest.mark.rule("MECH-D19")
def test_attacks_are_listed_by_kind_then_by_weapon_of_the_unit_then_by_target() -> None:
    rows = ("N.. O.. ...", *["... ... ..."] * 2, "... A.. ...", *["... ... ..."] * 2)
    weapons = {
        "axe": {"melee": True},
        "bow": {"melee_fire": True},
        "cannon": {"melee_fire": True},
        "dagger": {"melee": True},
    }
    battle = armed(*rows, weapons=weapons, A={"weapons": ["dagger", "cannon", "axe", "bow"]})
    assert attacks(battle) == [
        *("A fire N cannon", "A fire O cannon", "A fire N bow", "A fire O bow"),
        *("A strike N dagger", "A strike O dagger", "A strike N axe", "A strike O axe"),
    ]


@pytest.mark.rule("MECH-D19")
def test_a_weapon_of_the_wrong_kind_or_of_another_unit() -> None:
    battle = armed(*NEXT, weapons=BOTH, A={"weapons": ["blade"]})
    assert str(battle.check("A strike N gun")) == "A strike N gun: A does not carry the weapon gun [MECH-D19]"
    assert (
        str(battle.check("A fire N blade"))
        == "A fire N blade: the weapon blade strikes hand to hand and does not fire [MECH-D19]"
    )
    assert str(battle.check("A fire N gun")) == "A fire N gun: A does not carry the weapon gun [MECH-D19]"


@pytest.mark.rule("FORM-10.1")
def test_a_unit_that_is_destroyed_leaves_its_grid_free_and_ends_the_battle_of_a_side() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, N={"armour": 0})
    events = battle.step("A fire N gun", dice=(6, 6, 6))
    assert [event.kind for event in events][-1] == "battle_ended"
    assert battle.outcome is not None
    assert battle.outcome.winners == ("red",)
    assert not battle.roster()["N"]["alive"]


# Orders as text


@pytest.mark.rule("MECH-D19")
def test_orders_of_attacks_are_read_as_they_are_said() -> None:
    rows = ("N.. O.. ...", *["... ... ..."] * 2, "... A.. ...", *["... ... ..."] * 2)
    battle = armed(*rows, weapons={"cannon": {"melee_fire": True}, "axe": {"melee": True}})
    lines = attacks(battle)
    assert len(lines) == 4
    for order in battle.legal.of("A"):
        line = battle.text(order)
        assert battle.parse(line) == order
        assert battle.text(battle.parse(line)) == line
    assert battle.parse("red A fire N cannon") == ef.Order("fire", side="red", unit="A", target="N", number=1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("A fire N", "order 'A fire N': it ends too early, expected the name of a weapon"),
        ("A fire", "order 'A fire': it ends too early, expected the name of a unit"),
        ("A strike N", "order 'A strike N': it ends too early, expected the name of a weapon"),
        ("A fire N railgun", "order 'A fire N railgun': there is no weapon 'railgun', expected one of blade, gun"),
        ("A fire N 0", "order 'A fire N 0': there is no weapon '0', expected one of blade, gun"),
        ("A fire gun N", "order 'A fire gun N': there is no unit 'gun', expected one of A, N"),
        ("A fire N gun blade", "order 'A fire N gun blade': 'blade' is left over, expected the end of the order"),
        ("fire N gun", "order 'fire N gun': 'fire' names no unit, expected 'UNIT fire ...'"),
        ("A fire N GUN", "order 'A fire N GUN': there is no weapon 'GUN', expected one of blade, gun"),
    ],
)
def test_lines_that_say_no_attack(line: str, expected: str) -> None:
    battle = armed(*apart(2), weapons=BOTH)
    with pytest.raises(ef.OrderError) as told:
        battle.check(line)
    assert str(told.value) == expected


@pytest.mark.parametrize(
    "order",
    [
        ef.Order("fire", unit="A", target="N", number=2),
        ef.Order("fire", unit="A", target="N", number=-1),
        ef.Order("fire", unit="A", target="", number=1),
        ef.Order("fire", unit="A", target="Q", number=1),
        ef.Order("fire", unit="", target="N", number=1),
        ef.Order("fire", unit="A", target="N", number=1, place=(0, 0)),
        ef.Order("fire", unit="A", target="N", number=1, facing=0),
    ],
)
def test_orders_that_say_no_attack(order: ef.Order) -> None:
    battle = armed(*apart(2), weapons=BOTH)
    before = battle.digest
    with pytest.raises(ef.OrderError, match="expected"):
        battle.step(order)
    assert battle.digest == before
