"""Units in the way: whose they are, where they stand, and who may share a square."""

from __future__ import annotations

import pytest

import enfilade as ef
from tests.march_rules.boards import at, battle_of, ends, play, refusal


@pytest.mark.rule("MARCH-5", "MARCH-X5", "CORE-3.1", "CORE-3.2", "CORE-3.3")
@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("R2", ""),
        ("G1", ""),
        ("B1", "MARCH-5.1 step 2 at 2-0"),
        ("T1", "MARCH-5.1 step 2 at 2-0"),
    ],
)
def test_enemy_and_neutral_units_stand_in_the_way_own_and_allied_ones_do_not(other: str, expected: str) -> None:
    text = f"R1 . {other} . . Y1"
    allied = [("red", "green")] if other == "G1" else []
    battle = battle_of(text, allied=allied)
    assert refusal(battle, "R1 march 3-0") == expected


@pytest.mark.rule("MARCH-5", "MARCH-X5")
def test_a_side_that_is_neither_hostile_nor_allied_stands_in_the_way_all_the_same() -> None:
    battle = battle_of("R1 . B1 . .", hostile={"red": [], "blue": []})
    assert refusal(battle, "R1 march 3-0") == "MARCH-5.1 step 2 at 2-0"


@pytest.mark.rule("MARCH-X5")
def test_an_enemy_blocks_whatever_it_is() -> None:
    types = {"headquarters": {"allowance": 0, "barred": []}, "guns": {"allowance": 2}}
    for kind in types:
        battle = battle_of("R1 . B1 . .", types=types, type_of={"B1": kind})
        assert refusal(battle, "R1 march 3-0") == "MARCH-5.1 step 2 at 2-0"


@pytest.mark.rule("CORE-3.2", "MARCH-5")
def test_the_ally_of_an_ally_is_an_enemy() -> None:
    battle = battle_of("R1 . G1 . Y1 . .", allied=[("red", "green"), ("green", "yellow")], allowance=6)
    assert refusal(battle, "R1 march 3-0") == ""
    assert refusal(battle, "R1 march 5-0") == "MARCH-5.1 step 4 at 4-0"
    play(battle, "red pass")
    assert ends(battle, "G1") == [f"{column}-0" for column in range(7)]


@pytest.mark.rule("MARCH-5")
def test_a_unit_that_is_not_in_play_blocks_nothing() -> None:
    battle = battle_of("R1 . . B1", reserves=["B2"])
    assert refusal(battle, "R1 march 2-0") == ""
    assert "B2 march" not in " ".join(map(battle.text, battle.legal))


@pytest.mark.rule("MARCH-5", "MARCH-D3")
def test_an_enemy_beside_a_straight_march_or_behind_its_start_does_not_block() -> None:
    battle = battle_of(
        """
        B1 B2 B3 B4 .
        B5 R1 .  .  .
        B6 B7 B8 B9 .
        """
    )
    assert refusal(battle, "R1 march 4-1") == ""
    assert ends(battle, "R1") == ["1-1", "2-1", "3-1", "4-1"]


@pytest.mark.rule("MARCH-5.2", "MARCH-D2")
def test_an_enemy_at_a_corner_of_a_diagonal_step_blocks_and_one_ahead_at_a_corner_does_not() -> None:
    battle = battle_of(
        """
        R1 .  B1 .
        .  .  .  .
        .  .  .  .
        .  .  .  .
        """
    )
    assert refusal(battle, "R1 march 1-1") == ""
    assert refusal(battle, "R1 march 2-2") == ""
    assert refusal(battle, "R1 march 3-3") == ""
    beside = battle_of("R1 B1 .\n. . .\n. . .")
    assert refusal(beside, "R1 march 1-1") == "MARCH-5.2 step 1 at 1-0"
    assert refusal(beside, "R1 march 2-2") == "MARCH-5.2 step 1 at 1-0"


@pytest.mark.rule("MARCH-D2", "MARCH-D3")
@pytest.mark.parametrize("end", ["3-3", "0-0"])
def test_squares_off_the_map_beside_a_diagonal_march_are_ignored(end: str) -> None:
    start = {"3-3": "0-0", "0-0": "3-3"}[end]
    words = [["."] * 4 for _ in range(4)]
    column, row = map(int, start.split("-"))
    words[row][column], words[0][3] = "R1", "B1"
    for neighbours in ("corners", "edges"):
        battle = battle_of("\n".join(map(" ".join, words)), case2_neighbours=neighbours)
        assert refusal(battle, f"R1 march {end}") == ""


@pytest.mark.rule("MARCH-D7", "MARCH-5.2")
def test_of_several_enemies_that_block_one_step_the_first_row_by_row_is_named() -> None:
    battle = battle_of(
        """
        R1 B2 .
        B1 .  .
        .  .  B3
        """
    )
    assert refusal(battle, "R1 march 2-2") == "MARCH-5.2 step 1 at 1-0"
    verdict = battle.check("R1 march 2-2")
    found = [(finding.names["step"], finding.names["target"], finding.names["place"]) for finding in verdict.findings]
    assert found == [(1, "B2", "1-0"), (1, "B1", "0-1"), (2, "B3", "2-2")]


@pytest.mark.rule("MARCH-D6")
def test_any_number_of_allied_units_shares_a_square() -> None:
    battle = battle_of("R1R2R3R4G1G2 R5 G3 B1", allied=[("red", "green")])
    play(battle, "R5 march 0-0, blue pass, G3 march 0-0")
    assert [at(battle, unit) for unit in ("R1", "R4", "R5", "G1", "G3")] == ["0-0"] * 5
    play(battle, "R1 march 1-0, G1 march 1-0, R2 march 1-0")
    assert [at(battle, unit) for unit in ("R1", "R2", "G1", "R3")] == ["1-0", "1-0", "1-0", "0-0"]


@pytest.mark.rule("MARCH-D6", "MARCH-D3")
@pytest.mark.parametrize("other", ["B1", "T1"])
@pytest.mark.parametrize(
    ("end", "rule"), [("2-0", "MARCH-5.1 step 2"), ("2-2", "MARCH-5.2 step 2"), ("1-2", "MARCH-5.3 step 2")]
)
def test_an_enemy_or_neutral_unit_on_the_square_of_the_end_blocks(other: str, end: str, rule: str) -> None:
    words = [["R1", ".", "."], [".", ".", "."], [".", ".", "."]]
    column, row = map(int, end.split("-"))
    words[row][column] = other
    battle = battle_of("\n".join(map(" ".join, words)))
    assert refusal(battle, f"R1 march {end}") == f"{rule} at {end}"
    assert end not in ends(battle, "R1")


@pytest.mark.rule("MARCH-D6")
@pytest.mark.parametrize("other", ["B1", "T1"])
def test_units_that_are_not_allied_cannot_begin_on_one_square(other: str) -> None:
    with pytest.raises(ef.ScenarioError, match=rf"\({other}\)\.at.*a square without enemies and neutrals; R1 begins"):
        battle_of(f"R1{other} .")


@pytest.mark.rule("MARCH-D6")
def test_a_unit_cannot_begin_beside_the_enemy_of_one_that_both_are_allied_with() -> None:
    allied = [("red", "green"), ("green", "blue")]
    with pytest.raises(ef.ScenarioError, match=r"\(G1\)\.at|\(B1\)\.at"):
        battle_of("R1B1G1 .", allied=allied)
    battle = battle_of("R1G1 B1 .", allied=allied)
    play(battle, "red pass")
    assert refusal(battle, "B1 march 0-0") == "MARCH-5.1 step 1 at 0-0"


@pytest.mark.rule("MARCH-D3")
@pytest.mark.parametrize("other", ["", "B1"])
def test_a_march_to_its_own_square_has_no_steps_and_is_never_blocked(other: str) -> None:
    battle = battle_of(f"~R1 {other or '.'} .", allowance=0, case2_neighbours="edges", diagonal_corners=True)
    assert ends(battle, "R1") == ["0-0"]
    event = battle.step("R1 march 0-0")[0]
    assert event.names["steps"] == 0
    assert at(battle, "R1") == "0-0"
