"""The worked examples of the rule text, played: one picture a march, each square tried with a unit or with water on it.

In a picture ``@`` is the start, and a number is the first step that is blocked when an enemy or neutral unit (or, in
pictures of terrain, water) is on that square. From every other square nothing blocks; those are tried that are at most
two columns and rows away.
"""

from __future__ import annotations

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from tests.march_rules.boards import Square, at, name_of, refusal, square, squares_of

NORTH_EAST = """
    . . . . . . .
    . . . . . . .
    . . . . 4 4 .
    . . . 3 3 4 .
    . . 2 2 3 . .
    . 1 1 2 . . .
    . @ 1 . . . .
    . . . . . . .
"""
"""1-6 to 5-2: the path 2-5, 3-4, 4-3, 5-2 and the two corners of each step. 4-5 touches 3-4 at a corner only."""

NORTH_EAST_EDGES = """
    . . . . . . .
    . . . . . 4 .
    . . . . 3 4 4
    . . . 2 3 3 .
    . . 1 2 2 . .
    . 1 1 1 . . .
    1 @ 1 . . . .
    . 1 . . . . .
"""
"""The same with every square that shares an edge with a square of the path or the start."""

EAST = """
    . . . . . . .
    . @ 1 2 3 4 .
    . . . . . . .
"""
"""1-1 to 5-1."""

EAST_IN_ROW_3 = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . @ 1 2 3 4 .
    . . . . . . .
"""
"""1-3 to 5-3."""

SOUTH = """
    . . .
    . @ .
    . 1 .
    . 2 .
    . 3 .
    . . .
"""
"""1-1 to 1-4."""

SIX_TENTHS = """
    . . . . . . . .
    . . . . . . . .
    . @ 1 . . . . .
    . . 1 2 3 . . .
    . . . 2 3 4 . .
    . . . . . 4 5 .
    . . . . . . . .
"""
"""1-2 to 6-5: 2-2.6, 3-3.2, 4-3.8, 5-4.4, 6-5."""

EXACT_IN_THE_MIDDLE = """
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . @ 1 . . .
    . . . . . . . . . 1 2 3 .
    . . . . . . . . . . . 3 4
    . . . . . . . . . . . . .
"""
"""8-2 to 12-4: 9-2.5, exactly 10-3, 11-3.5, 12-4."""

HALVES = """
    . . . . . . . .
    . . . @ 1 . . .
    . . . . 1 2 3 .
    . . . . . . 3 4
    . . . . . . . .
"""
"""3-1 to 7-3: 4-1.5, 5-2, 6-2.5, 7-3."""

THIRDS_SOUTH_WEST = """
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    . . . . . . . . . . . @ .
    . . . . . . . . . . 1 1 .
    . . . . . . . . . . 2 2 .
    . . . . . . . . . . 3 . .
    . . . . . . . . . 4 4 . .
    . . . . . . . . . 5 5 . .
    . . . . . . . . . 6 . . .
    . . . . . . . . 7 7 . . .
    . . . . . . . . 8 8 . . .
    . . . . . . . . 9 . . . .
    . . . . . . . . . . . . .
"""
"""11-4 to 8-13: 10.67-5, 10.33-6, 10-7, 9.67-8, 9.33-9, 9-10, 8.67-11, 8.33-12, 8-13."""

THIRDS_SOUTH_EAST = """
    . . . . . . .
    . . . @ . . .
    . . . 1 1 . .
    . . . 2 2 . .
    . . . . 3 . .
    . . . . 4 4 .
    . . . . 5 5 .
    . . . . . 6 .
    . . . . . . .
"""
"""3-1 to 5-7: 3.33-2, 3.67-3, 4-4, 4.33-5, 4.67-6, 5-7."""

CONTACTS = [
    ("1-1", "5-1", "MARCH-5.1", "corners", EAST),
    ("1-1", "5-1", "MARCH-5.1", "edges", EAST),
    ("1-3", "5-3", "MARCH-5.1", "corners", EAST_IN_ROW_3),
    ("1-1", "1-4", "MARCH-5.1", "corners", SOUTH),
    ("1-6", "5-2", "MARCH-5.2", "corners", NORTH_EAST),
    ("1-6", "5-2", "MARCH-5.2", "edges", NORTH_EAST_EDGES),
    ("1-2", "6-5", "MARCH-5.3", "corners", SIX_TENTHS),
    ("1-2", "6-5", "MARCH-5.3", "edges", SIX_TENTHS),
    ("8-2", "12-4", "MARCH-5.3", "corners", EXACT_IN_THE_MIDDLE),
    ("3-1", "7-3", "MARCH-5.3", "corners", HALVES),
    ("11-4", "8-13", "MARCH-5.3", "corners", THIRDS_SOUTH_WEST),
    ("3-1", "5-7", "MARCH-5.3", "corners", THIRDS_SOUTH_EAST),
]

PATHS = {
    ("3-1", "7-3"): """
        . . . . . . . .
        . . . @ 1 . . .
        . . . . . 2 3 .
        . . . . . . . 4
    """,
    ("7-3", "3-1"): """
        . . . . . . . .
        . . . 4 3 . . .
        . . . . . 2 1 .
        . . . . . . . @
    """,
    ("3-3", "7-1"): """
        . . . . . . . .
        . . . . . . 3 4
        . . . . 1 2 . .
        . . . @ . . . .
    """,
    ("11-4", "8-13"): """
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . @ .
        . . . . . . . . . . . 1 .
        . . . . . . . . . . 2 . .
        . . . . . . . . . . 3 . .
        . . . . . . . . . . 4 . .
        . . . . . . . . . 5 . . .
        . . . . . . . . . 6 . . .
        . . . . . . . . . 7 . . .
        . . . . . . . . 8 . . . .
        . . . . . . . . 9 . . . .
    """,
    ("8-2", "12-4"): """
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . @ 1 . . .
        . . . . . . . . . . 2 3 .
        . . . . . . . . . . . . 4
    """,
    ("3-1", "5-7"): """
        . . . . . .
        . . . @ . .
        . . . 1 . .
        . . . . 2 .
        . . . . 3 .
        . . . . 4 .
        . . . . . 5
        . . . . . 6
    """,
    ("1-2", "6-5"): """
        . . . . . . .
        . . . . . . .
        . @ . . . . .
        . . 1 2 . . .
        . . . . 3 4 .
        . . . . . . 5
    """,
    ("1-6", "5-2"): """
        . . . . . . .
        . . . . . . .
        . . . . . 4 .
        . . . . 3 . .
        . . . 2 . . .
        . . 1 . . . .
        . @ . . . . .
    """,
    ("1-3", "5-3"): """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . @ 1 2 3 4 .
        . . . . . . .
    """,
}


def scene(start: str, other_side: str, other: str, water: Square | None = None, **options: str) -> Scenario:
    """R1 with an allowance of 14, and a unit of another side, on 17 by 17 squares; on one of them perhaps water."""
    rows = [["~" if (column, row) == water else "." for column in range(17)] for row in range(17)]
    return Scenario(
        name="scene",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue"), SideEntry("town", neutral=True)],
        board=BoardEntry("\n".join("".join(row) for row in rows)),
        units=[UnitEntry("R1", "red", start, values={"allowance": 14}), UnitEntry("X1", other_side, other)],
        options=dict(options),
    )


def looked_at(start: str, picture: str) -> list[tuple[Square, str]]:
    """The squares of a picture that are marked or close to one that is, with their words; not the start."""
    words = dict(squares_of(picture))
    assert words.pop(square(start)) == "@"
    marked = [place for place, word in words.items() if word != "."]
    return [
        (place, word)
        for place, word in words.items()
        if any(abs(place[0] - column) <= 2 and abs(place[1] - row) <= 2 for column, row in marked)
    ]


@pytest.mark.rule("MARCH-1", "MARCH-2", "MARCH-3", "MARCH-5", "MARCH-5.1", "MARCH-5.2", "MARCH-5.3")
@pytest.mark.rule("MARCH-D2", "MARCH-D3", "MARCH-D7", "MARCH-X5")
@pytest.mark.parametrize("side", ["blue", "town"])
@pytest.mark.parametrize(
    ("start", "end", "rule", "neighbours", "picture"), CONTACTS, ids=[f"{c[0]} to {c[1]} {c[3]}" for c in CONTACTS]
)
def test_a_unit_blocks_from_the_squares_of_the_picture_and_from_no_other(
    start: str, end: str, rule: str, neighbours: str, picture: str, side: str
) -> None:
    for place, word in looked_at(start, picture):
        battle = ef.Battle(scene(start, side, name_of(place), case2_neighbours=neighbours))
        expected = f"{rule} step {word} at {name_of(place)}" if word != "." else ""
        assert refusal(battle, f"R1 march {end}") == expected, place


@pytest.mark.rule("MARCH-1", "MARCH-2", "MARCH-3", "MARCH-4", "MARCH-4a", "MARCH-T1", "MARCH-D1", "MARCH-D3")
@pytest.mark.parametrize(("start", "end"), PATHS, ids=[f"{start} to {end}" for start, end in PATHS])
def test_water_blocks_on_the_squares_of_the_rounded_path_and_on_no_other(start: str, end: str) -> None:
    for place, word in looked_at(start, PATHS[start, end]):
        battle = ef.Battle(scene(start, "blue", "16-16", water=place))
        expected = f"MARCH-T1 step {word} at {name_of(place)}" if word != "." else ""
        assert refusal(battle, f"R1 march {end}") == expected, place


@pytest.mark.rule("MARCH-2", "MARCH-6.2", "MARCH-D7")
@pytest.mark.parametrize(
    ("start", "end", "steps"),
    [
        ("3-1", "7-3", 4),
        ("11-4", "8-13", 9),
        ("1-6", "5-2", 4),
        ("1-2", "6-5", 5),
        ("3-1", "5-7", 6),
        ("1-1", "5-1", 4),
    ],
)
def test_a_march_takes_as_many_steps_as_columns_or_rows_whichever_are_more(start: str, end: str, steps: int) -> None:
    for allowance, expected in ((steps, ""), (steps - 1, "MARCH-D7")):
        scenario = scene(start, "blue", "16-16")
        scenario.units[0].values = {"allowance": allowance}
        battle = ef.Battle(scenario)
        assert refusal(battle, f"R1 march {end}") == expected
    event = ef.Battle(scene(start, "blue", "16-16")).step(f"R1 march {end}")[0]
    assert event.names["steps"] == steps
    assert str(event) == f"R1 marches from {start} to {end} (steps: {steps})"


@pytest.mark.rule("MARCH-1", "MARCH-D5", "MARCH-X3")
def test_a_march_from_1_6_to_5_2_leads_north_east() -> None:
    battle = ef.Battle(scene("1-6", "blue", "16-16"))
    battle.step("R1 march 5-2")
    position = battle.unit("R1").position
    assert (position.x - 1, position.y - 6) == (4, -4)
    assert at(battle, "R1") == "5-2"
