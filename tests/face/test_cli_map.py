"""``enfilade sight`` of units, and ``--map``: the board drawn with what a ruling names. Lines and marks by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.cli import main
from enfilade.core.scenario.write import scenario_text
from tests.face.games import crossroads
from tests.mech_rules.boards import scenario_of

Run = Callable[..., tuple[int, str, str]]

WALL = ("A.. .#. ..N", "... .#. ...", "... .#. ...")
GAP = ("A.. .B. ..N", "... .-. ...", "... ... ...")
UNITS_OF_WALL = """\
terrain: # wall (height 3)
units:
  A  red   A1    facing N  steps 2
  N  blue  C1.3  facing N  steps 2
"""


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in a folder with two scenarios in it; exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    Path("wall.toml").write_text(scenario_text(scenario_of(*WALL)), encoding="utf-8")
    Path("gap.toml").write_text(scenario_text(scenario_of(*GAP)), encoding="utf-8")

    def run_on(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_on


# Sight of units


def test_units_that_do_not_see_each_other_and_what_blocks_between_their_centres(run: Run) -> None:
    sentence = "not visible: every line from base to base touches terrain of height 3 or more [MECH-1.1.4a]"
    assert run("sight", "wall.toml", "A", "N") == (1, f"{sentence}\n  blocked between the centres by: B1.2\n", "")


def test_units_that_see_each_other_with_line_and_obstructions(run: Run) -> None:
    code, out, err = run("sight", "gap.toml", "A", "N")
    lines = out.splitlines()
    assert (code, err, len(lines)) == (0, "", 3)
    assert lines[0] == "visible: a line from base to base touches no terrain of height 3 or more [MECH-1.1.4a]"
    assert lines[1].startswith("  line: from (1, ")  # A ends at column 1, N begins at column 8
    assert lines[1].endswith("), in cells from the north-western corner")
    assert "to (8, " in lines[1]
    assert lines[2] == "  obstructed by: B"


def test_sight_of_units_drawn(run: Run) -> None:
    code, out, _ = run("sight", "wall.toml", "A", "N", "--map")
    assert code == 1
    assert out.split("\n\n", 1)[1] == (
        "      A       B       C\n"
        "    A!+ +   + X +   + + N!\n"
        " 1  . . .   . # .   . . .\n"
        "    . . .   . # .   . . .\n"
        f"\n{UNITS_OF_WALL}"
        "+ on the line, X blocks it, ! A and N\n"
    )


def test_sight_of_units_as_json(run: Run) -> None:
    code, out, _ = run("sight", "wall.toml", "A", "N", "--json")
    told = json.loads(out)
    assert code == 1
    assert (told["visible"], told["rule"], told["blockers"]) == (False, "MECH-1.1.4a", [[4, 0]])
    assert told["sentence"].startswith("every line")
    assert "drawing" not in told
    code, out, _ = run("sight", "gap.toml", "A", "N", "--json", "--map")
    told = json.loads(out)
    assert (code, told["visible"], told["obstructing_units"]) == (0, True, ["B"])
    assert told["drawing"].splitlines()[1] == "    A!+ +   + B!+   + + N!"


def test_sight_of_units_in_a_shipped_scenario_after_an_order_and_in_a_save(run: Run) -> None:
    assert run("sight", "alley", "R1", "R2")[0] == 0
    code, out, _ = run("sight", "wall.toml", "A", "N", "--after", "A move A1.4 N", "--map")
    assert (code, out.splitlines()[5]) == (1, " 1  A!+ +   + X .   . . .")  # row 1 is left half across B1.5
    battle = ef.Battle(scenario_of(*WALL))
    battle.save("wall.sav")
    assert run("sight", "wall.sav", "A", "N")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        (("alley", "R1", "B9"), 2, "order 'B9': there is no unit 'B9', expected one of R1, R2, B1, B2"),
        (("crossroads", "R1", "B1"), 2, "sight from 'R1' to 'B1': 'drill 3' has no rule of sight for units"),
        (("alley", "R1", "B1", "--lines", "any"), 2, "--lines with 'alley', expected it with a map of characters"),
        (("map.txt", "A1", "B1", "--map"), 2, "--map with 'map.txt', expected it with a scenario, a save or a log"),
        (("map.txt", "A1", "B1", "--after", "pass"), 2, "--after with 'map.txt', expected it with a scenario"),
        (("missing.toml", "A", "B"), 3, "missing.toml"),
    ],
)
def test_what_is_asked_wrongly(run: Run, arguments: tuple[str, ...], code: int, expected: str) -> None:
    Path("map.txt").write_text("...\n", encoding="utf-8")
    found, out, err = run("sight", *arguments)
    assert (found, out) == (code, "")
    assert expected in err


def test_map_that_has_the_ending_of_a_scenario_is_read_as_a_map_when_its_board_is_said(run: Run) -> None:
    Path("map.toml").write_text("....\n", encoding="utf-8")
    assert run("sight", "map.toml", "A1", "D1")[0] == 3
    assert run("sight", "map.toml", "A1", "D1", "--board", "square")[0] == 0


# Orders


def test_checked_order_is_drawn_with_its_path_and_the_blocked_grid(run: Run) -> None:
    code, out, _ = run("check", "wall.toml", "A move C1 N via B1 C1", "--map")
    assert code == 1
    assert out == (
        "A move C1 N via B1 C1: step 2: A cannot slide to C1 [MECH-1.2.1c]\n\n"
        "      A       B       C\n"
        "    A!. .   . # .   X X N!\n"
        " 1  . . .   . # 1   X X X\n"
        "    . . .   . # .   X X X\n"
        f"\n{UNITS_OF_WALL}"
        "numbers are the steps of its path, X what the findings name\n"
    )


def test_checked_order_as_json_holds_the_drawing_only_when_asked_for(run: Run) -> None:
    code, out, _ = run("check", "wall.toml", "A move B1.2 N", "--json", "--map")
    told = json.loads(out)
    assert (code, told["ok"], told["findings"][0]["rule"]) == (1, False, "MECH-1.2.1b")
    assert told["drawing"].splitlines()[1] == "    A!. .   . X .   . . N"
    assert "drawing" not in json.loads(run("check", "wall.toml", "A move B1.2 N", "--json")[1])


def test_listed_orders_are_drawn_where_they_end(run: Run) -> None:
    code, out, _ = run("legal", "wall.toml", "--unit", "A", "--kind", "move", "--map")
    assert code == 0
    listed, drawing = out.split("\n\n", 1)
    assert len(listed.splitlines()) == 47  # 12 cells west of the wall, 4 facings, but for staying as it is
    assert drawing.splitlines()[1:4] == [
        "    A + +   + # .   . . N",
        " 1  + + +   + # .   . . .",
        "    + + +   + # .   . . .",
    ]
    assert "+ where listed orders lead, by the north-western cell of the base (12)" in drawing


def test_listed_orders_as_json_come_with_the_drawing(run: Run) -> None:
    code, out, _ = run("legal", "wall.toml", "--unit", "A", "--kind", "done", "--json", "--map")
    told = json.loads(out)
    assert (code, told["orders"]) == (0, ["A done"])
    assert told["drawing"].splitlines()[1] == "    A . .   . # .   . . N"


def test_board_of_squares_is_drawn_with_the_same_marks(run: Run) -> None:
    after = ("--after", "red bid 2", "--after", "blue bid 1")
    code, out, _ = run("check", "crossroads", "R2 move B3", *after, "--map")
    assert code == 1
    assert out.split("\n\n", 1)[1].splitlines() == [
        "    A   B   C   D",
        " 1  R1  R2! .   B1",
        " 2  .   #   .   B2",
        " 3  .   X   #   .",
        " 4  .   G1  G2  .",
        "X what the findings name",
    ]
    code, out, _ = run("legal", "crossroads", "--unit", "R2", "--kind", "move", *after, "--map")
    assert out.split("\n\n", 1)[1].splitlines() == [
        "    A   B   C   D",
        " 1  R1  R2  +   B1!",
        " 2  .   #   +   B2",
        " 3  .   .   #   .",
        " 4  .   G1  G2  .",
        "+ where listed orders lead (3), ! targets and whoever stands there",
    ]


def test_drawing_without_a_ruling_is_as_ever() -> None:
    assert str(crossroads()).splitlines()[1:] == [
        " 1  R1 R2 .  B1",
        " 2  .  #  .  B2",
        " 3  .  .  #  .",
        " 4  .  G1 G2 .",
    ]
