"""Marches by a waypoint: two straight parts, each tested for itself, and the allowance for both together."""

from __future__ import annotations

import pytest

import enfilade as ef
from tests.face.games import untouched
from tests.march_rules.boards import at, battle_of, ends, legal, refusal

AROUND = """
    R1 B1 .  .  .
    .  .  .  .  .
    .  .  .  .  .
"""


@pytest.mark.rule("MARCH-X1", "MARCH-D3")
def test_a_waypoint_leads_around_what_stands_in_the_way() -> None:
    battle = battle_of(AROUND)
    assert refusal(battle, "R1 march 2-0") == "MARCH-5.1 step 1 at 1-0"
    assert refusal(battle, "R1 march 2-1") == "MARCH-5.3 step 1 at 1-0"
    assert refusal(battle, "R1 march 2-1 via 0-1") == ""
    assert refusal(battle, "R1 march 2-0 via 1-2") == ""
    event = battle.step("R1 march 2-0 via 1-2")[0]
    assert str(event) == "R1 marches from 0-0 by 1-2 to 2-0 (steps: 4)"
    assert at(battle, "R1") == "2-0"


@pytest.mark.rule("MARCH-X1", "MARCH-6.4")
def test_a_waypoint_is_said_after_via_and_no_listed_march_has_one() -> None:
    battle = battle_of(AROUND)
    line = "R1 march 2-1 via 0-1"
    assert battle.text(battle.parse(line)) == line
    assert "2-1" not in ends(battle, "R1")
    assert not [text for text in legal(battle) if "via" in text]
    assert battle.check(line).ok


@pytest.mark.rule("MARCH-X1")
@pytest.mark.parametrize("waypoints", ["0-1 1-1", "0-1 0-1", "0-1 1-1 2-1", "0-0 2-1"])
def test_a_march_by_more_than_one_waypoint_is_refused(waypoints: str) -> None:
    battle = battle_of(AROUND, allowance=14)
    verdict = battle.check(f"R1 march 2-1 via {waypoints}")
    assert verdict.rule == "MARCH-X1"
    assert verdict.findings[0].names["count"] == len(waypoints.split())
    with untouched(battle), pytest.raises(ef.IllegalOrder, match=r"one waypoint at most"):
        battle.step(f"R1 march 2-1 via {waypoints}")


@pytest.mark.rule("MARCH-X1")
def test_a_waypoint_off_the_map_is_no_place() -> None:
    with pytest.raises(ef.OrderError, match="5-0"):
        battle_of(AROUND).check("R1 march 2-1 via 5-0")


@pytest.mark.rule("MARCH-D3", "MARCH-X1")
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("R1 . ~ . . . B1", "MARCH-T1 step 2 at 2-0"),
        ("R1 . B1 . . . .", "MARCH-5.1 step 2 at 2-0"),
        ("R1 . T1 . . . .", "MARCH-5.1 step 2 at 2-0"),
    ],
)
def test_the_waypoint_counts_as_the_end_of_the_first_part(board: str, expected: str) -> None:
    battle = battle_of(f"{board}\n. . . . . . .\n. . . . . . .")
    assert refusal(battle, "R1 march 3-1 via 2-0") == expected


@pytest.mark.rule("MARCH-D3", "MARCH-5.2", "MARCH-D2")
@pytest.mark.parametrize(
    ("board", "line", "expected"),
    [
        (".  B1 .\n.  . .\nR1 . .", "R1 march 2-1 via 1-1", "MARCH-5.2 step 1 at 1-0"),
        (".  . .\nR1 . .\n. B1 .", "R1 march 2-0 via 1-1", "MARCH-5.2 step 2 at 1-2"),
        (".  . .\nR1 . .\n. B1 .", "R1 march 2-1 via 1-1", ""),
    ],
)
def test_a_unit_beside_the_turn_blocks_the_diagonal_part_alone_and_only_where_edges_count(
    board: str, line: str, expected: str
) -> None:
    assert refusal(battle_of(board), line) == ""
    assert refusal(battle_of(board, case2_neighbours="edges"), line) == expected


@pytest.mark.rule("MARCH-D7")
def test_steps_are_counted_through_both_parts() -> None:
    battle = battle_of(
        """
        R1 .  .  .  .
        .  .  .  .  .
        .  .  B1 .  .
        """
    )
    assert refusal(battle, "R1 march 2-2 via 2-0") == "MARCH-5.1 step 4 at 2-2"


@pytest.mark.rule("MARCH-D7", "MARCH-6.2")
def test_the_steps_of_both_parts_count_against_the_allowance_together() -> None:
    battle = battle_of(AROUND.replace("B1", ". ").replace(".  .  .\n", ".  .  B1\n", 1))
    assert refusal(battle, "R1 march 2-0 via 0-2") == ""
    assert refusal(battle, "R1 march 3-0 via 0-2") == "MARCH-D7"
    assert battle.check("R1 march 3-0 via 0-2").findings[0].names == {"unit": "R1", "steps": 5, "allowance": 4}
    assert refusal(battle, "R1 march 0-0 via 2-2") == ""
    assert refusal(battle, "R1 march 0-0 via 3-2") == "MARCH-D7"


@pytest.mark.rule("MARCH-X1", "MARCH-D3")
@pytest.mark.parametrize("waypoint", ["0-0", "2-1"])
def test_a_waypoint_on_the_start_or_the_end_changes_nothing(waypoint: str) -> None:
    blocked = battle_of(AROUND)
    assert refusal(blocked, f"R1 march 2-1 via {waypoint}") == refusal(blocked, "R1 march 2-1") != ""
    free = battle_of(AROUND.replace("B1 .  .  .", ".  .  .  B1"))
    assert refusal(free, f"R1 march 2-1 via {waypoint}") == ""


@pytest.mark.rule("MARCH-D3")
def test_a_march_to_its_own_square_by_its_own_square_has_no_steps() -> None:
    battle = battle_of("~R1 B1", allowance=0)
    event = battle.step("R1 march 0-0 via 0-0")[0]
    assert (event.kind, event.names["steps"]) == ("marched_by", 0)


@pytest.mark.rule("MARCH-D3", "MARCH-T1")
def test_a_march_out_and_back_has_an_end_like_any_other() -> None:
    battle = battle_of("~R1 . . B1")
    assert refusal(battle, "R1 march 0-0") == ""
    assert refusal(battle, "R1 march 0-0 via 1-0") == "MARCH-T1 step 2 at 0-0"
    battle = battle_of("R1 . . B1")
    event = battle.step("R1 march 0-0 via 2-0")[0]
    assert event.names["steps"] == 4
    assert at(battle, "R1") == "0-0"


@pytest.mark.rule("MARCH-D4", "MARCH-X1")
def test_with_none_but_allies_on_the_map_the_waypoint_may_be_impassable() -> None:
    battle = battle_of("R1 ~ . .")
    assert refusal(battle, "R1 march 2-0 via 1-0") == ""
    assert refusal(battle, "R1 march 1-0 via 2-0") == "MARCH-D4 at 1-0"
    assert refusal(battle, "R1 march 3-0 via 0-0") == ""


@pytest.mark.rule("MARCH-D7")
def test_a_blocked_march_is_refused_as_a_whole_and_the_unit_stays() -> None:
    battle = battle_of("R1 . . ~ B1")
    with untouched(battle), pytest.raises(ef.IllegalOrder, match=r"step 3 leads to 3-0.*\[MARCH-T1\]"):
        battle.step("R1 march 3-0")
    assert at(battle, "R1") == "0-0"
    assert battle.check("R1 march 2-0").ok


@pytest.mark.rule("MARCH-D7")
def test_the_first_step_that_is_blocked_decides_and_for_one_step_terrain_before_units() -> None:
    assert refusal(battle_of("R1 . ~ B1 ."), "R1 march 4-0") == "MARCH-T1 step 2 at 2-0"
    assert refusal(battle_of("R1 . B1 ~ ."), "R1 march 4-0") == "MARCH-5.1 step 2 at 2-0"
    assert refusal(battle_of("R1 . ~B1 . ."), "R1 march 4-0") == "MARCH-T1 step 2 at 2-0"
    diagonal = battle_of(
        """
        R1 B1 .
        .  ~  .
        .  .  .
        """
    )
    assert refusal(diagonal, "R1 march 2-2") == "MARCH-T1 step 1 at 1-1"
    found = [(finding.rule, finding.names["step"]) for finding in diagonal.check("R1 march 2-2").findings]
    assert found == [("MARCH-T1", 1), ("MARCH-5.2", 1)]
