"""The numbers of attacks, worked out by hand: range bands, modifiers and their limits, saves, the hit track, odds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import enfilade as ef
from tests.mech_rules.arms import Shot, State, apart, armed, needed, put_state, save, shot, state_of, states_after

GUN = {"gun": {"power": 3, "to_hit": 4, "range": 4}}
BLADE = {"blade": {"melee": True, "power": 3, "to_hit": 4}}
FACING_A = {"N": "S"}
"""N in the north looks at A in the south."""

SAME_GRID = ("N..", "...", "A..")
BESIDE = ("N..", "...", "...", "...", "...", "A..")


# Range bands


@pytest.mark.rule("FORM-8.1", "FORM-8.2", "FORM-8.3", "FORM-8.4", "FORM-8.5", "FORM-8.6", "FORM-8.7", "FORM-D7")
@pytest.mark.parametrize(
    ("reach", "expected"),
    [
        (1, [3, 4, 6]),
        (2, [3, 3, 4, 5, 6]),
        (3, [3, 3, 4, 4, 5, 5, 6]),
        (5, [3, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6]),
        (10, [3] * 6 + [4] * 5 + [5] * 9 + [6]),
    ],
)
def test_a_base_of_4_in_each_range_band_from_distance_0_on(reach: int, expected: list[int]) -> None:
    found = []
    for distance in range(2 * reach + 1):
        rows = apart(distance) if distance else SAME_GRID
        battle = armed(*rows, weapons={"gun": {"to_hit": 4, "range": reach}}, facing=FACING_A)
        found.append(needed(battle, "A fire N gun"))
    assert found == expected
    beyond = armed(*apart(2 * reach + 1), weapons={"gun": {"range": reach}}, facing=FACING_A)
    assert beyond.check("A fire N gun").rule == "FORM-8.7"
    assert beyond.legal_orders() == [order for order in beyond.legal_orders() if order.kind != "fire"]


@pytest.mark.rule("FORM-8.6", "FORM-8.7", "FORM-D7")
@pytest.mark.parametrize(("reach", "expected"), [(1, 5), (2, 5), (3, 5), (10, 5)])
def test_without_a_maximum_band_twice_the_range_is_long(reach: int, expected: int) -> None:
    weapons = {"gun": {"to_hit": 4, "range": reach}}
    options = {"maximum_band": "none"}
    battle = armed(*apart(2 * reach), weapons=weapons, facing=FACING_A, options=options)
    assert needed(battle, "A fire N gun") == expected
    farther = armed(*apart(2 * reach + 1), weapons=weapons, facing=FACING_A, options=options)
    assert farther.check("A fire N gun").rule == "FORM-8.7"


@pytest.mark.rule("MECH-1.1.1", "FORM-8.7")
def test_range_is_counted_across_and_along() -> None:
    # Two grids across and two along: 4 of a range of 2, on the very diagonal of the front.
    rows = ["... ... N..", *["... ... ..."] * 7, "A.. ... ..."]
    battle = armed(*rows, weapons={"gun": {"range": 2, "to_hit": 3}}, facing=FACING_A)
    assert needed(battle, "A fire N gun") == 5


@pytest.mark.rule("FORM-D7")
@pytest.mark.parametrize(
    ("option", "value", "distance", "expected"),
    [
        ("point_blank_to_hit", 1, 1, 5),
        ("point_blank_to_hit", -2, 2, 2),
        ("long_to_hit", 0, 5, 4),
        ("long_to_hit", 2, 7, 6),
        ("maximum_to_hit", 0, 8, 4),
        ("maximum_to_hit", 1, 8, 5),
    ],
)
def test_the_modifiers_of_range_bands_are_data(option: str, value: int, distance: int, expected: int) -> None:
    battle = armed(*apart(distance), weapons=GUN, facing=FACING_A, options={option: value})
    assert needed(battle, "A fire N gun") == expected


# Modifiers, one at a time. The plain shot is at distance 3 of range 4: effective, 3 dice at 4, 2 saves at 4.


@pytest.mark.rule("MECH-D19", "FORM-9.2", "FORM-D21")
def test_the_plain_shot() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A)
    assert shot(battle, "A fire N gun") == Shot(3, 4, 2, 4)


@pytest.mark.rule("MECH-D19", "FORM-9.2")
def test_the_plain_blow_has_no_range_band() -> None:
    for rows in (SAME_GRID, BESIDE):
        battle = armed(*rows, weapons=BLADE, facing=FACING_A)
        assert shot(battle, "A strike N blade") == Shot(3, 4, 2, 4)


@pytest.mark.rule("MECH-X7", "MECH-D14", "MECH-D19")
def test_attack_stance_is_one_better_in_fire_and_melee() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, A={"stance": "attack"})
    assert needed(battle, "A fire N gun") == 3
    battle = armed(*BESIDE, weapons=BLADE, facing=FACING_A, A={"stance": "attack"})
    assert needed(battle, "A strike N blade") == 3


@pytest.mark.rule("MECH-D14")
@pytest.mark.parametrize("stance", ["none", "defence", "mobility"])
def test_no_other_stance_of_the_attacker_changes_its_numbers(stance: str) -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, A={"stance": stance})
    assert shot(battle, "A fire N gun") == Shot(3, 4, 2, 4)


@pytest.mark.rule("MECH-X7", "MECH-D14", "MECH-D19")
@pytest.mark.parametrize(
    ("stance", "expected"), [("none", 4), ("defence", 3), ("mobility", 4), ("attack", 4), ("shutdown", 4)]
)
def test_defence_stance_of_the_target_is_one_better_to_save(stance: str, expected: int) -> None:
    for rows, weapons, line in ((apart(3), GUN, "A fire N gun"), (BESIDE, BLADE, "A strike N blade")):
        battle = armed(*rows, weapons=weapons, facing=FACING_A, N={"stance": stance})
        assert save(battle, line) == expected


STEADY_GUN = {"gun": {**GUN["gun"], "steady": True}}


@pytest.mark.rule("MECH-D15", "MECH-D19")
@pytest.mark.parametrize(
    ("before", "steady", "plain"),
    [
        ("", 3, 4),
        ("A move A4 E", 4, 4),  # turned, still looking at N
        ("A move A4.2 N", 4, 4),  # shifted
        ("A move B4 N", 5, 5),  # into another grid at the same distance of the effective band
    ],
)
def test_a_steady_weapon_is_one_better_until_its_unit_stirs(before: str, steady: int, plain: int) -> None:
    rows = ["... N.. ...", *["... ... ..."] * 8, "A.. ... ...", *["... ... ..."] * 2]
    for weapons, expected in ((STEADY_GUN, steady), (GUN, plain)):
        battle = armed(*rows, weapons=weapons, A={"has_front": False}, N={"has_front": False})
        if before:
            battle.step(before)
        assert needed(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D15")
def test_a_steady_blade_is_one_better_as_well() -> None:
    battle = armed(*BESIDE, weapons={"blade": {**BLADE["blade"], "steady": True}}, facing=FACING_A)
    assert needed(battle, "A strike N blade") == 3
    battle.step("A move A2.1 N")
    assert needed(battle, "A strike N blade") == 4


@pytest.mark.rule("MECH-D19", "FORM-D7")
@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("A move A4.3 N", 4),
        ("A move A4.2 W", 4),
        ("A move B4 N", 5),
        ("A fly B4 N", 5),
        ("A fly A4.3 N", 4),
        ("A teleport B4 N", 5),
        ("A teleport A4.3 N", 4),
        ("A move A4.1 N via B4 A4", 5),  # it is back, and has changed its grid
    ],
)
def test_a_unit_that_changed_its_grid_fires_one_worse(before: str, expected: int) -> None:
    rows = ["... N.. ...", *["... ... ..."] * 8, ".A. ... ...", *["... ... ..."] * 2]
    mover = {"has_front": False, "jump": 2, "teleport": 2}
    battle = armed(*rows, weapons=GUN, A=mover, N={"has_front": False})
    battle.step(before)
    assert needed(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D19")
def test_a_unit_that_changed_its_grid_strikes_as_before() -> None:
    battle = armed("N..", *["..."] * 7, "A..", weapons=BLADE, facing=FACING_A)
    battle.step("A move A2.1 N")
    assert needed(battle, "A strike N blade") == 4


@pytest.mark.rule("MECH-D19")
def test_what_a_unit_did_in_the_turn_before_is_forgotten() -> None:
    rows = ["N..", "...", "..."] + ["..."] * 9 + ["A..", "...", "..."]
    battle = armed(*rows, weapons={"gun": {**GUN["gun"], "steady": True}}, facing=FACING_A)
    battle.step("A move A4.1 N")
    battle.step("A done")
    battle.step("N done")
    battle.step("N done")  # blue has the first activation of the second turn
    assert battle.decision == ef.Decision("red", "activate")
    assert needed(battle, "A fire N gun") == 3


@pytest.mark.rule("MECH-1.1.4b", "MECH-D3", "MECH-D19")
@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        ("...", 4),
        ("-..", 5),  # low terrain between
        ("%..", 5),
        (".-.", 4),  # beside the lane, a touch is nothing
        ("O..", 5),  # a unit between, friend of the target
        ("B..", 5),  # or of the firer
        (".O.", 4),
    ],
)
def test_whatever_lies_between_obstructs_fire(middle: str, expected: int) -> None:
    rows = ["N..", "...", "...", "...", middle, "...", "...", "...", "...", "A..", "...", "..."]
    battle = armed(*rows, weapons=GUN, facing=FACING_A)
    assert needed(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D3")
def test_a_unit_that_is_lost_obstructs_no_more() -> None:
    rows = ["N..", "...", "...", "OOO", "OOO", "OOO", "...", "...", "...", "BA.", "...", "..."]
    battle = armed(*rows, weapons=GUN, facing=FACING_A, O={"armour": 0})
    assert needed(battle, "B fire N gun") == 5
    battle.step("A fire O gun", dice=(6, 6, 6))
    battle.step("N done")
    assert needed(battle, "B fire N gun") == 4


@pytest.mark.rule("MECH-D3")
def test_obstruction_counts_once_and_by_data() -> None:
    rows = ["N..", "-..", "O..", "...", "-..", "B..", "...", "...", "...", "A..", "...", "..."]
    for options, expected in ({}, 5), ({"obstructed_to_hit": 2}, 6), ({"obstructed_to_hit": 0}, 4):
        battle = armed(*rows, weapons=GUN, facing=FACING_A, options=options)
        assert needed(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D3")
def test_melee_is_not_obstructed() -> None:
    battle = armed("N..", "-..", "...", "O..", "...", "A..", weapons=BLADE, facing=FACING_A)
    assert needed(battle, "A strike N blade") == 4


@pytest.mark.rule("MECH-1.1.4e", "MECH-D3")
def test_nothing_obstructs_from_or_to_high_altitude() -> None:
    rows = ["N..", "...", "...", "...", "-..", "...", "...", "...", "...", "A..", "...", "..."]
    for high in ("A", "N"):
        battle = armed(*rows, weapons=GUN, facing=FACING_A, **{high: {"kind": "high altitude"}})
        assert needed(battle, "A fire N gun") == 4


@pytest.mark.rule("MECH-D3")
def test_a_high_altitude_unit_between_obstructs_unless_switched_off() -> None:
    rows = ["N..", "...", "...", "...", "O..", "...", "...", "...", "...", "A..", "...", "..."]
    for options, expected in (({}, 5), ({"high_altitude_obstructs": False}, 4)):
        battle = armed(*rows, weapons=GUN, facing=FACING_A, options=options, O={"kind": "high altitude"})
        assert needed(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D3", "MECH-D19")
def test_indirect_fire_over_a_wall_is_obstructed() -> None:
    rows = ["N..", "...", "...", "###", "###", "###", "...", "...", "...", "A..", "...", "..."]
    battle = armed(*rows, weapons={"mortar": {**GUN["gun"], "indirect": True}}, facing=FACING_A)
    assert needed(battle, "A fire N mortar") == 5


# Rear attacks


@pytest.mark.rule("MECH-1.1.6", "MECH-D11", "MECH-D19")
@pytest.mark.parametrize(
    ("rows", "facing", "expected"),
    [
        (apart(3), "N", 5),  # A stands behind N
        (apart(3), "S", 4),
        (apart(3), "E", 4),  # to the side is not behind
        (["... N..", *["... ..."] * 3, "... ...", "A.. ..."], "N", 5),  # on the diagonal
        (["... ... N..", *["... ... ..."] * 4, "A.. ... ..."], "N", 4),  # flatter than the diagonal
        (SAME_GRID, "N", 5),
        (SAME_GRID, "W", 4),
        (("...", ".N.", "A.."), "N", 5),  # on the diagonal of cells
        (("...", "N..", "A.."), "S", 4),
    ],
)
def test_an_attack_from_the_rear_is_one_worse_to_save(rows: list[str], facing: str, expected: int) -> None:
    battle = armed(*rows, weapons=GUN, facing={"N": facing}, A={"has_front": False})
    assert save(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D11")
def test_a_blow_from_the_rear_is_one_worse_to_save_and_by_data() -> None:
    for options, expected in (({}, 5), ({"rear_attack_save": 2}, 6), ({"rear_attack_save": 0}, 4)):
        battle = armed(*BESIDE, weapons=BLADE, options=options)
        assert save(battle, "A strike N blade") == expected


@pytest.mark.rule("MECH-D4")
def test_a_unit_without_a_front_has_no_rear() -> None:
    battle = armed(*apart(3), weapons=GUN, N={"has_front": False})
    assert save(battle, "A fire N gun") == 4


@pytest.mark.rule("MECH-D4", "MECH-D11")
def test_in_one_grid_some_cell_behind_is_enough_unless_every_cell_must_be() -> None:
    # A covers two columns; of N, which looks north, one of its cells lies behind and the other to the side.
    rows = ("N..", ".AA", ".AA")
    for options, expected in (({}, 5), ({"same_grid_arc": "every_cell"}, 4)):
        battle = armed(*rows, weapons=GUN, options=options, A={"has_front": False})
        assert save(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D11", "MECH-D14", "MECH-D16")
def test_rear_and_defence_stance_cancel() -> None:
    battle = armed(*apart(3), weapons=GUN, N={"stance": "defence"})
    assert save(battle, "A fire N gun") == 4


# Limits


@pytest.mark.rule("MECH-D16")
@pytest.mark.parametrize(("own", "stance", "facing", "expected"), [(2, "defence", "S", 2), (6, "none", "N", 6)])
def test_a_save_number_stays_within_2_and_6(own: int, stance: str, facing: str, expected: int) -> None:
    battle = armed(*apart(3), weapons=GUN, facing={"N": facing}, N={"save": own, "stance": stance})
    assert save(battle, "A fire N gun") == expected


@pytest.mark.rule("MECH-D16")
def test_the_limits_of_a_save_number_come_after_the_sum() -> None:
    # 6, from the rear 7, in defence stance 6: the sum is never cut on the way.
    battle = armed(*apart(3), weapons=GUN, N={"save": 6, "stance": "defence"})
    assert save(battle, "A fire N gun") == 6


@pytest.mark.rule("FORM-D7")
@pytest.mark.parametrize(
    ("to_hit", "distance", "options", "expected"),
    [
        (2, 1, {}, Shot(3, 2, 2, 4)),  # 1 becomes 2
        (4, 8, {}, Shot(3, 6, 2, 4)),  # 6 is no more than 6
        (5, 8, {}, Shot(2, 6, 2, 4)),  # 7 becomes 6 and costs a die
        (6, 8, {}, Shot(2, 6, 2, 4)),  # 8 costs one die, no more
        (6, 8, {"maximum_to_hit": 4}, Shot(2, 6, 2, 4)),
    ],
)
def test_a_to_hit_number_stays_within_2_and_6_and_beyond_costs_one_die(
    to_hit: int, distance: int, options: dict[str, Any], expected: Shot
) -> None:
    weapons = {"gun": {"power": 3, "to_hit": to_hit, "range": 4}}
    battle = armed(*apart(distance), weapons=weapons, facing=FACING_A, options=options)
    assert shot(battle, "A fire N gun") == expected


@pytest.mark.rule("FORM-D7")
def test_modifiers_are_summed_before_the_limits() -> None:
    # Maximum range: 5 + 2 is 7, in attack stance 6: no die is lost.
    weapons = {"gun": {"power": 3, "to_hit": 5, "range": 4}}
    battle = armed(*apart(8), weapons=weapons, facing=FACING_A, A={"stance": "attack"})
    assert shot(battle, "A fire N gun") == Shot(3, 6, 2, 4)


@pytest.mark.rule("FORM-D7")
def test_a_single_die_that_is_lost_leaves_no_shot() -> None:
    weapons = {"gun": {"power": 1, "to_hit": 5, "range": 4}}
    battle = armed(*apart(8), weapons=weapons, facing=FACING_A)
    verdict = battle.check("A fire N gun")
    assert (verdict.reason, verdict.rule) == ("no_dice", "FORM-D7")
    assert not battle.legal.where("fire")
    with pytest.raises(ef.IllegalOrder):
        battle.odds("A fire N gun")
    near = armed(*apart(7), weapons=weapons, facing=FACING_A)
    assert shot(near, "A fire N gun") == Shot(1, 6, 2, 4)


# Saves


@pytest.mark.rule("FORM-9.4", "FORM-D8")
@pytest.mark.parametrize("armour", [1, 2, 5])
def test_armour_is_the_number_of_save_dice(armour: int) -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, N={"armour": armour})
    assert shot(battle, "A fire N gun").saves == armour


@pytest.mark.rule("FORM-9.4", "FORM-D8")
def test_without_armour_there_is_nothing_to_save_with() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, N={"armour": 0})
    # Each of 3 dice hits with 1/2: 0, 1, 2, 3 hits with 1, 3, 3, 1 eighths.
    eighth = Fraction(1, 8)
    assert states_after(battle, "A fire N gun", "N") == {
        (2, False): eighth,
        (2, True): 3 * eighth,
        (1, True): 3 * eighth,
        (0, False): eighth,
    }


@pytest.mark.rule("FORM-9.4", "FORM-D8", "MECH-D18")
@pytest.mark.parametrize(
    ("armour", "added", "expected"), [(0, 0, 3), (0, 2, 3), (1, 0, 1), (1, 2, 3), (2, 1, 3), (2, 4, 5)]
)
def test_above_terrain_its_dice_save_without_armour_and_beside_it_as_many_as_the_data_say(
    armour: int, added: int, expected: int
) -> None:
    battle = armed(
        *apart(3, "%.."),
        weapons=GUN,
        ratings={"fragile": 3},
        over={"N": "A1.1"},
        options={"armour_terrain_dice": added},
        N={"kind": "high altitude", "armour": armour},
    )
    assert shot(battle, "A fire N gun").saves == expected


@pytest.mark.rule("MECH-1.2.6f", "FORM-9.4", "FORM-D8")
def test_fragile_terrain_that_is_destroyed_saves_nobody() -> None:
    rows = ["AAA", "AAA", "AAA", "%..", "...", "...", "N..", "...", "..."]
    battle = armed(*rows, weapons=GUN, ratings={"fragile": 3}, A={"armour": 0}, N={"has_front": False})
    battle.step("A move A2 S")
    battle.step("A done")
    assert states_after(battle, "N fire A gun", "A") == {
        (2, False): Fraction(1, 27),
        (2, True): Fraction(6, 27),
        (1, True): Fraction(12, 27),
        (0, False): Fraction(8, 27),
    }


@pytest.mark.rule("FORM-9.4")
def test_saves_cancel_hits_and_no_more() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A)
    events = [str(event) for event in battle.step("A fire N gun", dice=(4, 1, 3, 4, 6))]
    assert events[:3] == [
        "A attacks N with gun (dice: 3, needed: 4, hits: 1)",
        "N saves 2 (dice: 2, needed: 4)",
        "N is not harmed",
    ]


@pytest.mark.rule("FORM-9.3", "FORM-9.4")
def test_no_saves_are_rolled_against_no_hits() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A)
    events = [event.kind for event in battle.step("A fire N gun", dice=(1, 2, 3))]
    assert events[:2] == ["attacked", "unharmed"]


@pytest.mark.rule("FORM-9.3", "FORM-9.4", "FORM-10.2", "FORM-D7")
def test_the_worked_shot_short_and_moving_cancel_and_three_hits_destroy() -> None:
    rows = ["N..", *["..."] * 11, "...", "...", "A.."]
    weapons = {"gun": {"power": 3, "to_hit": 4, "range": 6}}
    battle = armed(*rows, weapons=weapons, facing=FACING_A, N={"armour": 3, "save": 4})
    battle.step("A move A4.1 N")
    assert shot(battle, "A fire N gun") == Shot(3, 4, 3, 4)
    events = [str(event) for event in battle.step("A fire N gun", dice=(4, 5, 6, 1, 2, 3))]
    assert events[:5] == [
        "A attacks N with gun (dice: 3, needed: 4, hits: 3)",
        "N saves 0 (dice: 3, needed: 4)",
        "N is disrupted",
        "N is reduced",
        "N is destroyed",
    ]
    assert state_of(battle, "N") == (0, False)


# The hit track

FULL, FULL_D, REDUCED, REDUCED_D, OUT = (2, False), (2, True), (1, False), (1, True), (0, False)


@pytest.mark.rule("FORM-10.1", "FORM-10.2", "FORM-10.3", "FORM-10.4", "FORM-D9")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FULL, [FULL, FULL_D, REDUCED_D, OUT, OUT]),
        (FULL_D, [FULL_D, REDUCED_D, OUT, OUT, OUT]),
        (REDUCED, [REDUCED, REDUCED_D, OUT, OUT, OUT]),
        (REDUCED_D, [REDUCED_D, OUT, OUT, OUT, OUT]),
    ],
)
@pytest.mark.parametrize("hits", range(5))
def test_each_row_of_the_hit_track(before: State, after: list[State], hits: int) -> None:
    weapons = {"gun": {"power": 4, "to_hit": 4, "range": 4}}
    battle = armed(*apart(3), weapons=weapons, facing=FACING_A, N={"armour": 0})
    put_state(battle, "N", before)
    battle.step("A fire N gun", dice=(6,) * hits + (1,) * (4 - hits))
    assert state_of(battle, "N") == after[hits]


@pytest.mark.rule("FORM-D9")
def test_a_unit_of_one_step_begins_on_the_reduced_row() -> None:
    battle = armed(*apart(3), weapons=GUN, facing=FACING_A, N={"armour": 0, "strength": 1})
    assert state_of(battle, "N") == REDUCED
    assert states_after(battle, "A fire N gun", "N") == {
        REDUCED: Fraction(1, 8),
        REDUCED_D: Fraction(3, 8),
        OUT: Fraction(1, 2),
    }


@pytest.mark.rule("FORM-10.2", "FORM-D9")
def test_three_single_hits_of_three_attacks_destroy_a_unit() -> None:
    rows = ["N..", *["..."] * 7, "A..", "B..", "C..", *["..."]]
    battle = armed(*rows, weapons=GUN, facing=FACING_A, N={"armour": 0, "allowance": 0})
    told = []
    for unit in "ABC":
        events = battle.step(f"{unit} fire N gun", dice=(6, 1, 1))
        told += [event.kind for event in events if event.kind in ("disrupted", "reduced", "destroyed")]
        if battle.decision is not None and battle.decision.side == "blue":
            battle.step("N done")
    assert told == ["disrupted", "reduced", "destroyed"]


# Odds


@pytest.mark.rule("FORM-9.3", "FORM-9.4")
def test_the_odds_of_one_die_against_one_die() -> None:
    # One die at 4, saved by one die at 5: 1/2 times 2/3 is a hit that counts.
    weapons = {"gun": {"power": 1, "to_hit": 4, "range": 4}}
    battle = armed(*apart(3), weapons=weapons, facing=FACING_A, N={"armour": 1, "save": 5})
    odds = battle.odds("A fire N gun")
    assert odds.of("attacked", hits=1) == Fraction(1, 2)
    assert odds.of("disrupted", unit="N") == Fraction(1, 3)
    assert odds.of("unharmed", unit="N") == Fraction(2, 3)
    assert odds.of("destroyed", unit="N") == 0


@pytest.mark.rule("FORM-9.4")
def test_the_odds_of_two_dice_against_two_dice_are_those_of_all_1296_rolls() -> None:
    weapons = {"gun": {"power": 2, "to_hit": 3, "range": 4}}
    battle = armed(*apart(3), weapons=weapons, facing=FACING_A, N={"armour": 2, "save": 4, "strength": 1})
    faces = range(1, 7)
    counts = [0, 0, 0]
    for rolled in [(a, b, c, d) for a in faces for b in faces for c in faces for d in faces]:
        hits = sum(face >= 3 for face in rolled[:2])
        saves = sum(face >= 4 for face in rolled[2:])
        counts[max(0, hits - saves)] += 1
    found = states_after(battle, "A fire N gun", "N")
    assert found == {
        REDUCED: Fraction(counts[0], 1296),
        REDUCED_D: Fraction(counts[1], 1296),
        OUT: Fraction(counts[2], 1296),
    }


# A modifier that makes things better never lowers the chance


def harmed(battle: ef.Battle, line: str) -> list[Fraction]:
    """The chances that a full target is at least disrupted, reduced, destroyed."""
    odds = battle.odds(line)
    return [odds.of(kind, unit="N") for kind in ("disrupted", "reduced", "destroyed")]


BETTER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "attack stance": ({}, {"A": {"stance": "attack"}}),
    "not from the front": ({"facing": {"N": "S"}}, {"facing": {"N": "N"}}),
    "target out of defence stance": ({"N": {"stance": "defence"}}, {}),
    "less armour": ({"N": {"armour": 3}}, {"N": {"armour": 2}}),
    "worse save": ({"N": {"save": 4}}, {"N": {"save": 5}}),
    "nothing between": ({"middle": "-.."}, {}),
    "nearer": ({"distance": 5}, {"distance": 3}),
    "much nearer": ({"distance": 3}, {"distance": 2}),
    "out of maximum range": ({"distance": 8}, {"distance": 7}),
    "steady": ({}, {"weapon": {"steady": True}}),
    "more power": ({}, {"weapon": {"power": 4}}),
    "longer range": ({"distance": 6}, {"distance": 6, "weapon": {"range": 6}}),
}


@pytest.mark.rule("MECH-D19", "FORM-D7")
@pytest.mark.parametrize("name", BETTER)
@pytest.mark.parametrize("to_hit", range(2, 7))
def test_a_modifier_that_makes_things_better_never_lowers_the_chance(name: str, to_hit: int) -> None:
    chances = []
    for changes in BETTER[name]:
        change = {"distance": 3, "middle": "...", "weapon": {}, "facing": FACING_A, **changes}
        distance, middle, weapon = change.pop("distance"), change.pop("middle"), change.pop("weapon")
        rows = apart(distance)
        rows[4] = middle
        weapons = {"gun": {"power": 3, "to_hit": to_hit, "range": 4, **weapon}}
        chances.append(harmed(armed(*rows, weapons=weapons, **change), "A fire N gun"))
    worse, better = chances
    assert all(after >= before for before, after in zip(worse, better, strict=True))
    if 3 <= to_hit <= 5 and "defence" not in name:
        assert better > worse


@pytest.mark.rule("MECH-D19")
@pytest.mark.parametrize("to_hit", range(2, 7))
def test_a_unit_that_stays_in_its_grid_has_no_lower_chance_than_one_that_leaves_it(to_hit: int) -> None:
    weapons = {"gun": {"power": 3, "to_hit": to_hit, "range": 4}}
    rows = ["... N.. ...", *["... ... ..."] * 8, "A.. ... ...", *["... ... ..."] * 2]
    chances = []
    for order in ("A move B4 N", "A move A4.2 N"):
        battle = armed(*rows, weapons=weapons, A={"has_front": False}, N={"has_front": False})
        battle.step(order)
        chances.append(harmed(battle, "A fire N gun"))
    assert all(stays >= leaves for leaves, stays in zip(*chances, strict=True))
    assert chances[1] > chances[0]


# One range for all


@pytest.mark.rule("MECH-1.1.1", "FORM-8.7")
def test_the_range_that_is_told_is_the_range_that_is_used() -> None:
    for distance in range(1, 12):
        battle = armed(*apart(distance), weapons=GUN, facing=FACING_A)
        verdict = battle.check("A fire N gun")
        assert verdict.ok == (distance <= 8)
        if not verdict.ok:
            assert verdict.findings[0].names == {"target": "N", "distance": distance, "farthest": 8, "weapon": "gun"}
            assert f"the weapon gun does not reach N (grids: {distance}, at most: 8)" in str(verdict)


@pytest.mark.rule("MECH-1.1.1", "MECH-1.1.5b")
def test_distance_and_front_are_of_the_same_grid_of_a_target() -> None:
    # A base lies in one grid, so there is no nearer or farther part of it inside the arc: 3 grids, whatever its size.
    for lead in (["N..", "...", "..."], ["NN.", "NN.", "..."], ["NNN", "NNN", "NNN"], ["...", "...", "..N"]):
        rows = [*lead, *["..."] * 6, "A..", "...", "..."]
        battle = armed(*rows, weapons={"gun": {"range": 3, "to_hit": 4}}, facing=FACING_A)
        assert needed(battle, "A fire N gun") == 4
