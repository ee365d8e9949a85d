"""Boards of squares as text: units, stacks, objectives, the last march, parts of large boards."""

from __future__ import annotations

from typing import Any

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry
from enfilade.text import draw_board
from tests.face.games import untouched


def march(board: str | BoardEntry = "....\n.~..\n....", **changes: Any) -> ef.Battle:
    """Two units of red on one square, one of blue, two objectives."""
    values: dict[str, Any] = {
        "name": "small",
        "family": "march",
        "sides": [SideEntry("red"), SideEntry("blue")],
        "board": board if isinstance(board, BoardEntry) else BoardEntry(board),
        "units": [UnitEntry("R1", "red", "0-0"), UnitEntry("R2", "red", "0-0"), UnitEntry("B1", "blue", "3-2")],
        "objectives": [ObjectiveEntry("2-0", "mill", 3), ObjectiveEntry("3-2", holder="red")],
    }
    return ef.Battle(Scenario(**(values | changes)), 1)


def lines_of(battle: ef.Battle, around: tuple[int, int] | None = None) -> list[str]:
    with untouched(battle, "drawing"):
        return draw_board(battle, around).splitlines()


def test_units_stacks_terrain_and_objectives() -> None:
    assert lines_of(march()) == [
        "    0    1    2    3",
        " 0  R1+1 .    *    .",
        " 1  .    ~    .    .",
        " 2  .    .    .    B1*",
        "objectives: mill 2-0 (3, nobody), 3-2 (1, blue)",
    ]


def test_last_march_with_its_way() -> None:
    battle = march()
    battle.step("R1 march 0-2")
    assert lines_of(battle) == [
        "    0   1   2   3",
        " 0  R2  .   *   .",
        " 1  +   ~   .   .",
        " 2  R1  .   .   B1*",
        "objectives: mill 2-0 (3, nobody), 3-2 (1, blue)",
        "last: R1 marches from 0-0 to 0-2 (steps: 2)",
    ]


def test_last_march_by_a_waypoint_leaves_a_mark_where_it_began() -> None:
    battle = march(
        units=[UnitEntry("R1", "red", "0-0"), UnitEntry("B1", "blue", "3-2")], objectives=[], board="....\n....\n...."
    )
    battle.step("R1 march 0-2 via 1-0")
    assert lines_of(battle) == [
        "    0  1  2  3",
        " 0  o  +  .  .",
        " 1  +  .  .  .",
        " 2  R1 .  .  B1",
        "last: R1 marches from 0-0 by 1-0 to 0-2 (steps: 3)",
    ]
    battle.undo()
    assert "last" not in str(battle)


def test_unit_that_is_not_in_play_or_not_known_is_not_drawn() -> None:
    units = [UnitEntry("R1", "red", ""), UnitEntry("R2", "red", "1-0"), UnitEntry("B1", "blue", "3-2", known_to=[])]
    battle = march(units=units)
    assert "R1" not in str(battle)
    assert "B1" not in str(battle.view("red"))
    assert "B1" in str(battle)


def test_many_objectives_are_told_in_lines_of_a_hundred_characters_and_the_rest_counted() -> None:
    battle = march(
        board="\n".join(["." * 20] * 3), objectives=[ObjectiveEntry(f"{x}-1", f"place number {x}") for x in range(15)]
    )
    notes = lines_of(battle)[4:]
    assert max(map(len, notes)) <= 100
    assert notes[0].startswith("objectives: place number 0 0-1 (1, nobody), ")
    assert notes[-1].endswith("and 3 more")


@pytest.mark.parametrize(
    ("around", "columns", "rows"),
    [
        ((0, 0), (0, 39), (0, 39)),
        (None, (0, 39), (0, 39)),
        ((99, 49), (60, 99), (10, 49)),
        ((50, 5), (30, 69), (0, 39)),
    ],
)
def test_part_of_a_large_board(around: tuple[int, int] | None, columns: tuple[int, int], rows: tuple[int, int]) -> None:
    battle = march(board="\n".join(["." * 100] * 50), objectives=[])
    lines = lines_of(battle, around)
    assert lines[0].split() == [str(column) for column in range(columns[0], columns[1] + 1)]
    assert [line.split()[0] for line in lines[1:41]] == [str(row) for row in range(rows[0], rows[1] + 1)]
    assert lines[41] == f"columns {columns[0]} to {columns[1]} of 100, rows {rows[0]} to {rows[1]} of 50"


def test_banks_and_fords_are_drawn_on_open_squares() -> None:
    battle = march(board=BoardEntry("....\n.~..\n....", banks="aab.\naab.\n++b."), objectives=[])
    assert lines_of(battle)[1:] == [
        " 0  R1+1 a    b    .",
        " 1  a    ~    b    .",
        " 2  :    :    b    B1",
    ]


def test_part_of_a_large_board_lies_around_the_last_march() -> None:
    battle = march(board="\n".join(["." * 100] * 50), objectives=[])
    battle.step("R1 march 4-0")
    assert lines_of(battle)[-2:] == [
        "columns 0 to 39 of 100, rows 0 to 39 of 50",
        "last: R1 marches from 0-0 to 4-0 (steps: 4)",
    ]
