"""Terrain: the map and its notation, what is impassable, corners between impassable squares, banks and fords."""

from __future__ import annotations

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.systems.shipped.march import TERRAIN
from tests.march_rules.boards import battle_of, characters, ends, legal, play, refusal

IMPASSABLE = ("water", "high mountain", "desert", "swamp")
"""MARCH-X4."""

# The map


def undrawn(at: str = "7-7", **changes: object) -> Scenario:
    """A scenario that draws no map."""
    values = {"board": BoardEntry(), **changes}
    return Scenario(
        name="undrawn",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue")],
        units=[UnitEntry("R1", "red", at, values={"allowance": 14}), UnitEntry("B1", "blue", "14-0")],
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.rule("MARCH-X2", "MARCH-D5")
def test_a_map_that_is_not_drawn_has_15_by_15_open_squares() -> None:
    battle = ef.Battle(undrawn("0-0"), checked=True)
    world = battle.game.world()
    assert (world.rules[0].width, world.rules[0].height) == (15, 15)
    assert {cell.kind for cell in world.cells} == {TERRAIN.index("open")}
    for far in ("0-0", "14-14", "0-14"):
        assert refusal(battle, f"R1 march {far}") == ""
    for off in ("15-0", "0-15", "15-15"):
        assert refusal(battle, f"R1 march {off}") == "CORE-1.4 at " + off


@pytest.mark.rule("MARCH-D5", "MARCH-X3")
@pytest.mark.parametrize("at", ["15-0", "0-15", "A1", "1", "-1-2", "01-2", "1 2"])
def test_a_unit_cannot_begin_on_a_square_that_is_none(at: str) -> None:
    with pytest.raises(ef.ScenarioError, match=r"units\[0\] \(R1\)\.at"):
        ef.Battle(undrawn(at))


@pytest.mark.rule("MARCH-X2")
def test_a_scenario_may_draw_a_map_of_another_size() -> None:
    battle = battle_of("R1 . .")
    assert ends(battle, "R1") == ["0-0", "1-0", "2-0"]


@pytest.mark.rule("MARCH-X2")
def test_a_square_has_a_defensive_rating_of_0_to_4_and_no_march_depends_on_it() -> None:
    text = """
        R1 h f .
        .  h . B1
    """
    ratings = {"hill": 2, "forest": 4}
    rated, plain = battle_of(text, ratings=ratings), battle_of(text)
    assert [cell.rating for cell in rated.game.world().cells] == [0, 2, 4, 0, 0, 2, 0, 0]
    assert legal(rated) == legal(plain)
    for rating in (-1, 5):
        with pytest.raises(ef.ScenarioError, match=r"board\.ratings\.hill.*0 to 4"):
            battle_of(text, ratings={"hill": rating})


@pytest.mark.rule("MARCH-X3")
def test_columns_grow_to_the_east_and_rows_to_the_south() -> None:
    battle = battle_of(
        """
        .  .  .
        .  R1 ~
        .  ~  .
        .  .  B1
        """
    )
    assert refusal(battle, "R1 march 2-1") == "MARCH-T1 step 1 at 2-1"
    assert refusal(battle, "R1 march 1-2") == "MARCH-T1 step 1 at 1-2"
    assert refusal(battle, "R1 march 0-1") == ""
    assert refusal(battle, "R1 march 1-0") == ""


# What is impassable


@pytest.mark.rule("MARCH-X4", "MARCH-T1", "MARCH-4a")
@pytest.mark.parametrize("terrain", TERRAIN)
def test_water_high_mountain_desert_and_swamp_are_impassable_and_nothing_else(terrain: str) -> None:
    battle = battle_of(f"R1 {characters()[terrain]} . . B1")
    expected = "MARCH-T1 step 1 at 1-0" if terrain in IMPASSABLE else ""
    assert refusal(battle, "R1 march 1-0") == expected
    assert refusal(battle, "R1 march 2-0") == expected
    if expected:
        assert battle.check("R1 march 2-0").findings[0].names["terrain"] == terrain


@pytest.mark.rule("MARCH-X4")
@pytest.mark.parametrize("terrain", TERRAIN)
@pytest.mark.parametrize("said_of", ["unit", "type", "both"])
def test_a_scenario_names_what_is_impassable_to_a_unit_or_its_type_and_the_unit_comes_first(
    terrain: str, said_of: str
) -> None:
    others = [name for name in TERRAIN if name != terrain]
    of_unit = {"R1": {"barred": [terrain]}} if said_of != "type" else {}
    of_type = {"foot": {"barred": [terrain] if said_of == "type" else others}} if said_of != "unit" else {}
    text = "R1 " + " ".join(characters()[name] for name in TERRAIN) + " . B1"
    battle = battle_of(
        text, values=of_unit, types=of_type, type_of={"R1": "foot"} if of_type else {}, allowance=len(TERRAIN)
    )
    column = 1 + TERRAIN.index(terrain)
    assert ends(battle, "R1") == [f"{x}-0" for x in range(column)]
    assert refusal(battle, f"R1 march {len(TERRAIN)}-0") == f"MARCH-T1 step {column} at {column}-0"


@pytest.mark.rule("MARCH-X4")
def test_nothing_is_impassable_to_a_unit_with_an_empty_list() -> None:
    text = "R1 ~ M d % . B1"
    battle = battle_of(text, values={"R1": {"barred": []}})
    assert ends(battle, "R1") == ["0-0", "1-0", "2-0", "3-0", "4-0"]


@pytest.mark.rule("MARCH-X4")
def test_units_of_one_side_differ_in_what_is_impassable_to_them() -> None:
    battle = battle_of(
        """
        R1 ~ . B1
        R2 ~ . .
        R3 ~ h .
        """,
        values={"R2": {"barred": ["hill"]}, "R3": {"barred": ["hill", "water"]}},
    )
    assert refusal(battle, "R1 march 1-0") == "MARCH-T1 step 1 at 1-0"
    assert refusal(battle, "R2 march 1-1") == ""
    assert refusal(battle, "R2 march 2-2") == "MARCH-T1 step 2 at 2-2"
    assert refusal(battle, "R3 march 1-2") == "MARCH-T1 step 1 at 1-2"


@pytest.mark.rule("MARCH-X4")
def test_terrain_that_does_not_exist_cannot_be_impassable() -> None:
    with pytest.raises(
        ef.ScenarioError, match=r"units\[0\] \(R1\)\..*barred: .*expected a list of some of open, water"
    ):
        battle_of("R1 B1", values={"R1": {"barred": ["lava"]}})


@pytest.mark.rule("MARCH-X4")
def test_a_legend_gives_terrain_another_character() -> None:
    battle = battle_of("R1 . ^ B1", legend={"^": "swamp"})
    assert refusal(battle, "R1 march 2-0") == "MARCH-T1 step 2 at 2-0"


@pytest.mark.rule("MARCH-T1", "MARCH-D3")
def test_a_march_may_begin_on_an_impassable_square_and_not_end_on_one() -> None:
    battle = battle_of("~R1 . ~ B1")
    assert ends(battle, "R1") == ["0-0", "1-0"]
    assert refusal(battle, "R1 march 2-0") == "MARCH-T1 step 2 at 2-0"


# MARCH-T2: corners


def gap(first: str, second: str) -> str:
    """3-1 to 7-3 steps from 4-1 to 5-2, past these two words on 5-1 and 4-2."""
    return f"""
        . . . .  .        .       . .
        . . . R1 .        {first} . .
        . . . .  {second} .       . .
        . . . .  .        .       . .
        . . . .  .        .       . B1
    """


@pytest.mark.rule("MARCH-T2", "MARCH-D1")
@pytest.mark.parametrize(
    ("first", "second", "switched", "expected"),
    [
        ("~", "~", True, "MARCH-T2 step 2 at 5-2"),
        ("~", "%", True, "MARCH-T2 step 2 at 5-2"),
        ("M", "d", True, "MARCH-T2 step 2 at 5-2"),
        ("~", ".", True, ""),
        (".", "~", True, ""),
        ("~", "h", True, ""),
        ("~", "~", False, ""),
        ("M", "d", False, ""),
    ],
)
def test_two_impassable_corners_block_a_step_between_them_when_the_switch_is_on(
    first: str, second: str, switched: bool, expected: str
) -> None:
    battle = battle_of(gap(first, second), diagonal_corners=switched)
    assert refusal(battle, "R1 march 7-3") == expected
    assert ("7-3" in ends(battle, "R1")) == (not expected)


@pytest.mark.rule("MARCH-T2", "MARCH-X4")
def test_corners_block_those_units_to_which_both_are_impassable() -> None:
    text = """
        R1R2R3 ~ . .
        M      . . B1
    """
    values = {"R2": {"barred": ["water"]}, "R3": {"barred": ["water", "high mountain"]}}
    battle = battle_of(text, values=values, diagonal_corners=True)
    assert refusal(battle, "R1 march 1-1") == "MARCH-T2 step 1 at 1-1"
    assert refusal(battle, "R2 march 1-1") == ""
    assert refusal(battle, "R3 march 1-1") == "MARCH-T2 step 1 at 1-1"


@pytest.mark.rule("MARCH-T2")
@pytest.mark.parametrize("end", ["0-0", "2-0", "0-2", "2-2"])
def test_corners_block_in_all_four_directions(end: str) -> None:
    battle = battle_of(
        """
        . ~  . .
        ~ R1 ~ .
        . ~  . .
        . .  . B1
        """,
        diagonal_corners=True,
    )
    assert refusal(battle, f"R1 march {end}") == f"MARCH-T2 step 1 at {end}"
    assert ends(battle, "R1") == ["1-1"]


@pytest.mark.rule("MARCH-T2")
def test_units_at_the_corners_are_no_terrain() -> None:
    battle = battle_of(
        """
        R1 R2 .
        R3 .  .
        .  .  B1
        """,
        diagonal_corners=True,
    )
    assert refusal(battle, "R1 march 1-1") == ""


@pytest.mark.rule("MARCH-T2")
def test_a_step_that_is_not_diagonal_passes_beside_impassable_squares() -> None:
    battle = battle_of(
        """
        ~  ~ ~ .
        R1 . . .
        ~  ~ ~ B1
        """,
        diagonal_corners=True,
    )
    assert refusal(battle, "R1 march 2-1") == ""


# MARCH-T3: banks

RIVER = """
    R1 . . .
    .  . . .
    .  . . B1
"""


@pytest.mark.rule("MARCH-T3", "MARCH-X5", "MARCH-D1")
@pytest.mark.parametrize(
    ("banks", "end", "expected"),
    [
        ("a b . .", "1-0", "MARCH-T3 step 1 at 1-0"),
        ("a b . .", "2-0", "MARCH-T3 step 1 at 1-0"),
        ("a a b .", "2-0", "MARCH-T3 step 2 at 2-0"),
        ("b a . .", "1-0", "MARCH-T3 step 1 at 1-0"),
        ("a a a .", "2-0", ""),
        ("a + b .", "2-0", ""),
        ("+ b . .", "1-0", ""),
        ("a + . .", "1-0", ""),
        ("+ + b .", "2-0", ""),
        ("a . b .", "2-0", ""),
        (". b . .", "1-0", ""),
    ],
)
@pytest.mark.parametrize("switched", [True, False])
def test_a_step_from_bank_to_bank_is_blocked_unless_a_square_is_a_ford(
    banks: str, end: str, expected: str, switched: bool
) -> None:
    battle = battle_of(RIVER, banks=f"{banks}\n. . . .\n. . . .", river_banks=switched)
    assert refusal(battle, f"R1 march {end}") == (expected if switched else "")
    assert (end in ends(battle, "R1")) == (not expected or not switched)


@pytest.mark.rule("MARCH-T3", "MARCH-X5")
def test_a_diagonal_step_from_bank_to_bank_is_blocked_and_one_over_a_ford_is_not() -> None:
    banks = """
        a a +
        a + b
        + b b
    """
    battle = battle_of("R1 R2 .\nR3 . .\n. . B1", banks=banks, river_banks=True)
    assert refusal(battle, "R2 march 2-1") == "MARCH-T3 step 1 at 2-1"
    assert refusal(battle, "R3 march 1-2") == "MARCH-T3 step 1 at 1-2"
    assert refusal(battle, "R1 march 1-1") == ""
    assert refusal(battle, "R3 march 0-2") == ""


@pytest.mark.rule("MARCH-T3")
def test_where_three_banks_meet_none_is_reached_from_another() -> None:
    battle = battle_of(
        """
        R1 R2 .
        R3 .  .
        .  .  B1
        """,
        banks="""
        a b .
        c c .
        . . .
        """,
        river_banks=True,
    )
    assert refusal(battle, "R1 march 1-0") == "MARCH-T3 step 1 at 1-0"
    assert refusal(battle, "R1 march 0-1") == "MARCH-T3 step 1 at 0-1"
    assert refusal(battle, "R1 march 1-1") == "MARCH-T3 step 1 at 1-1"
    assert refusal(battle, "R2 march 0-0") == "MARCH-T3 step 1 at 0-0"
    assert refusal(battle, "R2 march 1-1") == "MARCH-T3 step 1 at 1-1"
    assert refusal(battle, "R2 march 0-1") == "MARCH-T3 step 1 at 0-1"
    assert refusal(battle, "R3 march 1-0") == "MARCH-T3 step 1 at 1-0"
    assert refusal(battle, "R1 march 0-2") == "MARCH-T3 step 1 at 0-1"


@pytest.mark.rule("MARCH-T3")
def test_a_ford_where_three_banks_meet_leads_to_all_of_them() -> None:
    battle = battle_of(
        """
        . .  .  .
        . R1 .  .
        . .  .  B1
        """,
        banks="""
        a b .  .
        c + .  .
        . . .  .
        """,
        river_banks=True,
    )
    for end in ("0-0", "1-0", "0-1"):
        assert refusal(battle, f"R1 march {end}") == ""


@pytest.mark.rule("MARCH-T3", "MARCH-T2", "MARCH-T1", "MARCH-D7")
def test_of_one_step_the_square_comes_first_then_the_corners_then_the_banks() -> None:
    text = """
        R1 ~ . .
        ~  {} . .
        .  . . B1
    """
    banks = """
        a . . .
        . b . .
        . . . .
    """
    both = {"banks": banks, "diagonal_corners": True, "river_banks": True}
    assert refusal(battle_of(text.format("~"), **both), "R1 march 1-1") == "MARCH-T1 step 1 at 1-1"
    assert refusal(battle_of(text.format("."), **both), "R1 march 1-1") == "MARCH-T2 step 1 at 1-1"
    both["diagonal_corners"] = False
    assert refusal(battle_of(text.format("."), **both), "R1 march 1-1") == "MARCH-T3 step 1 at 1-1"


# Nobody but allies


@pytest.mark.rule("MARCH-D4", "MARCH-T2", "MARCH-T3")
@pytest.mark.parametrize("others", ["", "G1", "R2"])
def test_with_none_but_allies_on_the_map_only_the_end_must_be_passable(others: str) -> None:
    text = f"""
        R1 ~ . ~ .
        ~  ~ . . .
        .  . . . {others or "."}
    """
    banks = """
        a . b . .
        . b . . .
        . . . . .
    """
    switches = {"banks": banks, "diagonal_corners": True, "river_banks": True, "allied": [("red", "green")]}
    if "G" not in others:
        switches["allied"] = []
    battle = battle_of(text, **switches)
    assert refusal(battle, "R1 march 2-0") == ""
    assert refusal(battle, "R1 march 4-0") == ""
    assert refusal(battle, "R1 march 2-2") == ""
    assert refusal(battle, "R1 march 1-1") == "MARCH-D4 at 1-1"
    assert refusal(battle, "R1 march 3-0") == "MARCH-D4 at 3-0"
    assert refusal(battle, "R1 march 2-0 via 1-0") == ""
    assert refusal(battle, "R1 march 1-0 via 2-0") == "MARCH-D4 at 1-0"
    passable = ["0-0", "2-0", "4-0", "2-1", "3-1", "4-1", "0-2", "1-2", "2-2", "3-2", "4-2"]
    assert ends(battle, "R1") == passable


@pytest.mark.rule("MARCH-D4")
@pytest.mark.parametrize("other", ["B1", "T1"])
def test_one_enemy_or_neutral_unit_anywhere_on_the_map_makes_the_path_count(other: str) -> None:
    battle = battle_of(f"R1 ~ . . . . . . . . . . . . {other}")
    assert refusal(battle, "R1 march 2-0") == "MARCH-T1 step 1 at 1-0"


@pytest.mark.rule("MARCH-D4")
def test_an_enemy_that_is_not_on_the_map_does_not_make_the_path_count() -> None:
    battle = battle_of("R1 ~ . .", reserves=["B1"])
    assert refusal(battle, "R1 march 2-0") == ""


@pytest.mark.rule("MARCH-D4", "MARCH-D3")
def test_with_none_but_allies_a_unit_on_an_impassable_square_may_stay_there_but_not_come_back() -> None:
    battle = battle_of("~R1 . .")
    assert refusal(battle, "R1 march 0-0") == ""
    assert refusal(battle, "R1 march 0-0 via 1-0") == "MARCH-D4 at 0-0"
    play(battle, "R1 march 0-0")
    assert battle.roster()["R1"]["at"] == "0-0"
