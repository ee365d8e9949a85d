"""Situations in which other engines went wrong, each with the answer of these rules."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import ObjectiveEntry
from tests.face.games import untouched
from tests.march_rules.against_oracle import SMALL, placed, random_scenario
from tests.march_rules.boards import at, battle_of, holders, legal, name_of, play, refusal, scores, to_order, words_of

# A march run backwards, and in the mirror

HALVES = """
    .  .  .  .  .  .  .  .  .
    .  .  .  {start} .  .  .  .  .
    .  .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  {end} .
    .  .  .  .  .  .  .  .  B1
"""


def waters_that_block(board: str, line: str) -> set[str]:
    """The squares on which water forbids a march."""
    words = words_of(board)
    found = set()
    for row, columns in enumerate(words):
        for column, word in enumerate(columns):
            if word == ".":
                columns[column] = "~"
                if refusal(battle_of("\n".join(map(" ".join, words))), line):
                    found.add(name_of((column, row)))
                columns[column] = "."
    return found


@pytest.mark.rule("MARCH-4", "MARCH-3")
def test_a_march_run_backwards_crosses_the_same_squares() -> None:
    there = waters_that_block(HALVES.format(start="R1", end="."), "R1 march 7-3")
    back = waters_that_block(HALVES.format(start=".", end="R1"), "R1 march 3-1")
    assert there == {"4-1", "5-2", "6-2", "7-3"}
    assert back == {"4-1", "5-2", "6-2", "3-1"}


@pytest.mark.rule("MARCH-4")
def test_a_march_in_the_mirror_crosses_other_squares_since_halves_are_rounded_to_the_north() -> None:
    board = """
        . . . .  . . . . B1
        . . . .  . . . . .
        . . . .  . . . . .
        . . . R1 . . . . .
        . . . .  . . . . .
    """
    found = waters_that_block(board, "R1 march 7-1")
    assert found == {"4-2", "5-2", "6-1", "7-1"}
    mirrored = {"4-3", "5-2", "6-2", "7-1"}
    assert found != mirrored


@pytest.mark.rule("MARCH-4")
def test_halves_of_columns_are_rounded_to_the_west_whichever_way_the_march_leads() -> None:
    south_east = ". . . . .\n. R1 . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . B1"
    assert waters_that_block(south_east, "R1 march 3-5") == {"1-2", "2-3", "2-4", "3-5"}
    south_west = ". . . . .\n. . . R1 .\n. . . . .\n. . . . .\n. . . . .\n. . . . B1"
    assert waters_that_block(south_west, "R1 march 1-5") == {"2-2", "2-3", "1-4", "1-5"}


# The order in which orders are listed

FRESH_GAMES = """
from tests.march_rules.test_situations import lines_of_games
print(*lines_of_games(), sep="\\n")
"""


def lines_of_games() -> list[str]:
    """Every list of legal orders of some short games, and the digest at the end of each."""
    lines = []
    for seed in (3, 7, 11):
        chance = random.Random(seed)
        battle = ef.Battle(placed(random_scenario(chance, SMALL), chance))
        for _ in range(4):
            listed = legal(battle)
            lines += listed
            if listed:
                battle.step(chance.choice(listed))
        lines.append(battle.digest)
    return lines


@pytest.mark.rule("MARCH-6.4")
@pytest.mark.parametrize("hash_seed", ["0", "1", "random"])
def test_orders_are_listed_in_the_same_order_in_every_process(hash_seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "ENFILADE_KERNELS": "interpreted"}
    done = subprocess.run(
        [sys.executable, "-c", FRESH_GAMES],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    here = lines_of_games()
    assert len(here) > 100
    assert done.stdout.splitlines() == here


# Refused at once, and nothing done by halves


@pytest.mark.rule("MARCH-D7", "MARCH-6.2")
def test_a_march_beyond_the_allowance_is_refused_with_the_numbers_and_not_walked_as_far_as_it_goes() -> None:
    battle = battle_of("R1 . . . B1", allowance=2)
    with untouched(battle), pytest.raises(ef.IllegalOrder, match=r"too far for R1 \(steps: 3, allowance: 2\)"):
        battle.step("R1 march 3-0")
    assert (at(battle, "R1"), to_order(battle)) == ("0-0", "red")
    battle = battle_of("R1 . B1", allowance=0)
    with untouched(battle), pytest.raises(ef.IllegalOrder, match=r"steps: 1, allowance: 0"):
        battle.step("R1 march 1-0")


@pytest.mark.rule("MARCH-X1", "MARCH-6.2", "MARCH-6.3")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("R1 march 2-0", "MARCH-6.2"),  # has marched
        ("R1 march 0-0", "MARCH-6.2"),
        ("R2 march 2-0 via 0-0 1-0", "MARCH-X1"),  # two waypoints
        ("R2 march 3-0 via 1-0", "MARCH-5.1"),  # onto an enemy
        ("B2 march 4-0", "CORE-1.2"),  # has passed
        ("blue pass", "CORE-1.2"),
        ("T1 march 2-0", "CORE-1.2"),  # neutral
    ],
)
def test_an_order_that_the_rules_exclude_is_refused_at_once_and_never_taken_in_part(line: str, rule: str) -> None:
    battle = battle_of("R1R2 . . B1B2 . T1")
    play(battle, "R1 march 1-0, blue pass")
    with untouched(battle), pytest.raises(ef.IllegalOrder) as refused:
        battle.step(line)
    assert refused.value.verdict.rule == rule
    assert to_order(battle) == "red"


# A gap between two blockers that touch at a corner


@pytest.mark.rule("MARCH-T2", "MARCH-D1", "MARCH-T1")
@pytest.mark.parametrize(("switched", "expected"), [(True, "MARCH-T2 step 1 at 1-1"), (False, "")])
def test_through_a_gap_between_impassable_squares_passes_nobody_with_the_switch_and_everybody_without(
    switched: bool, expected: str
) -> None:
    battle = battle_of(
        """
        R1 ~ . .
        ~  . . .
        .  . . B1
        """,
        diagonal_corners=switched,
    )
    assert refusal(battle, "R1 march 1-1") == expected
    assert refusal(battle, "R1 march 2-2") == expected
    assert refusal(battle, "R1 march 1-1 via 0-0") == expected


@pytest.mark.rule("MARCH-5.2")
@pytest.mark.parametrize("switched", [True, False])
def test_a_gap_between_two_enemies_lets_nobody_pass(switched: bool) -> None:
    for corners in ("B1 B2", "B1 .", ". B1", "T1 B1"):
        east, south = corners.split()
        battle = battle_of(f"R1 {east} .\n{south} . .\n. . .", diagonal_corners=switched)
        assert refusal(battle, "R1 march 1-1").startswith("MARCH-5.2 step 1")


@pytest.mark.rule("MARCH-T2", "MARCH-5.2")
def test_a_gap_between_an_impassable_square_and_an_enemy_is_closed_by_the_enemy() -> None:
    battle = battle_of("R1 ~ .\nB1 . .\n. . .", diagonal_corners=True)
    assert refusal(battle, "R1 march 1-1") == "MARCH-5.2 step 1 at 0-1"


@pytest.mark.rule("MARCH-T2", "MARCH-D6")
def test_a_gap_between_own_units_lets_everybody_of_the_side_pass() -> None:
    battle = battle_of("R1 R2 .\nR3 . .\n. . B1", diagonal_corners=True)
    assert refusal(battle, "R1 march 1-1") == ""


# Derived data, and whole games


@pytest.mark.rule("MARCH-D6", "MARCH-7.1", "MARCH-7.2")
def test_stacks_that_part_and_meet_again_keep_what_is_derived_from_them() -> None:
    """Each step of a checked battle compares who stands where with the units, and the list with the check."""
    board = """
        R1R2R3 . G1 .
        .      . .  .
        B1B2   . .  .
    """
    objectives = [ObjectiveEntry("1-0", value=3)]
    battle = battle_of(board, allied=[("red", "green")], objectives=objectives, turns=3)
    play(battle, "R1 march 1-0, B1 march 1-2, G1 march 1-0, R2 march 1-0, B2 march 3-2, R3 march 0-0")
    assert [at(battle, unit) for unit in ("R1", "R2", "R3", "G1")] == ["1-0", "1-0", "0-0", "1-0"]
    play(battle, "B1 march 0-2, G1 march 2-0, R1 march 0-0, blue pass, R2 march 0-1, R3 march 0-1")
    assert [at(battle, unit) for unit in ("R1", "R2", "R3")] == ["0-0", "0-1", "0-1"]
    assert (holders(battle), scores(battle)) == (["red"], {"red": 3, "blue": 0, "green": 0})
    play(battle, "green pass, red pass")
    assert refusal(battle, "B1 march 0-0") == "MARCH-5.1 step 1 at 0-1"
    play(battle, "blue pass")
    assert battle.outcome == ef.Outcome(("red",), "turns played", {"red": 3, "blue": 0, "green": 0})


@pytest.mark.rule("CORE-2.1")
def test_a_shipped_march_is_sound_at_every_decision() -> None:
    battle = ef.Battle(ef.load_scenario("fords"), checked=True)
    chance = random.Random(5)
    while battle.outcome is None and battle.step_number < 12:
        battle.step(battle.legal[chance.randrange(len(battle.legal))])
    assert battle.step_number == 12
