"""``enfilade sight``: maps of the three boards, ruled and drawn, and what is wrong with a map told."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from enfilade.cli import main

SQUARES = """
.....
..#..
.....
..2..
"""
HEXES = """
.....
..#o.
.....
"""
OPEN_GROUND = """
......
..##..
..##..
....~.
"""
Run = Callable[..., tuple[int, str, str]]
BLOCKED_ON_SQUARES = """\
    A B C D E
 1  . . . . .
 2  A + X + B
 3  . . . . .
 4  . . 2 . .

not visible: every line from base to base touches terrain of height 3 or more [MECH-1.1.4a]
"""
BLOCKED_BETWEEN_CENTRES = """\
    A B C D E
 1  A + . . .
 2  . + X + .
 3  . . . + B
 4  . . 2 . .

not visible: the line between the centres touches terrain of height 3 or more [MECH-1.1.4c]
"""
BLOCKED_ON_HEXES = """\
    01 02 03 04 05
01  .     .     .
       .     .
02  A     X     B
       .     o
03  .     .     .
       .     .

not visible: the line between the centres crosses a hex that blocks [FORM-11.2]
"""
BLOCKED_ON_OPEN_GROUND = """\
    0 1 2 3 4 5
 0  . . . . . .
 1  A + X X + B
 2  . . # # . .
 3  . . . . ~ .

not visible: the line between the centres leads through a wall [SKIR-X4]
"""
SEEN_OVER_A_DITCH = """\
    0 1 2 3 4 5
 0  . . . . . .
 1  . . # # . .
 2  . . # # . .
 3  A + + + + B

visible: the line between the centres leads through no wall [SKIR-X4]
"""


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command on a map; exit code, output, errors."""

    def run_on(text: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.chdir(tmp_path)
        Path("map.txt").write_text(text, encoding="utf-8")
        code = main(["sight", "map.txt", *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_on


@pytest.mark.parametrize(
    ("text", "arguments", "code", "drawn"),
    [
        (SQUARES, ["A2", "E2"], 1, BLOCKED_ON_SQUARES),
        (SQUARES, ["A1", "E3", "--lines", "centres"], 1, BLOCKED_BETWEEN_CENTRES),
        (HEXES, ["--board", "hex", "0102", "0502"], 1, BLOCKED_ON_HEXES),
        (OPEN_GROUND, ["--board", "ground", "0.5,1.5", "5.5,1.5:240"], 1, BLOCKED_ON_OPEN_GROUND),
        (OPEN_GROUND, ["--board", "ground", "0.5,3.5", "5.5,3.5"], 0, SEEN_OVER_A_DITCH),
    ],
    ids=["squares", "centres", "hexes", "open ground", "ditch"],
)
def test_line_is_ruled_and_drawn(run: Run, text: str, arguments: list[str], code: int, drawn: str) -> None:
    assert run(text, *arguments) == (code, drawn, "")


def test_large_base_is_drawn_and_seen_past_low_terrain(run: Run) -> None:
    code, out, _ = run(SQUARES, "A4", "D3:2")
    assert code == 0
    assert out.splitlines()[3:5] == [" 3  . . . B B", " 4  A + x B B"]


@pytest.mark.rule("SKIR-X4")
def test_line_along_the_edge_of_a_wall_on_open_ground_is_clear(run: Run) -> None:
    assert run(OPEN_GROUND, "--board", "ground", "0.5,1", "5.5,1")[0] == 0
    assert run(OPEN_GROUND, "--board", "ground", "0.5,1.01", "5.5,1.01")[0] == 1


def test_centre_in_a_wall_is_refused_and_a_line_along_an_edge_is_drawn(run: Run) -> None:
    assert run(OPEN_GROUND, "--board", "ground", "2.5,1.5", "5.5,1")[0] == 2
    code, out, _ = run(OPEN_GROUND, "--board", "ground", "0,2", "6,2")
    assert (code, out.splitlines()[3]) == (1, " 2  A + X X + B")


def test_seam_of_two_rectangles_of_wall_is_wall(run: Run) -> None:
    corner = "......\n.###..\n.##...\n......"
    assert run(corner, "--board", "ground", "0,2", "5,2")[0] == 1  # through the wall, between its rows
    assert run(corner, "--board", "ground", "3,0", "3,4")[0] == 1  # east of the lower row, through the upper one
    code, out, _ = run(corner, "--board", "ground", "0,1", "6,1")  # along the edge of the upper row
    assert code == 0
    assert "X" not in out.split("\n\n")[0]


def test_map_of_open_ground_beyond_its_limits_is_a_bad_file(run: Run) -> None:
    code, _, err = run("#." * 70 + "\n" + ".." * 70, "--board", "ground", "0,2", "5,2")
    assert code == 3
    assert "map 'map.txt' has 1 problem(s)" in err
    assert "found 70 rectangles of walls and ditches on 140 x 2 steps, expected at most 64 on 327 x 327" in err


def test_map_with_line_ends_of_another_system_is_read(run: Run) -> None:
    assert run(SQUARES.replace("\n", "\r\n"), "A2", "E2")[0] == 1


def test_json_holds_the_sight_its_sentence_and_the_drawing(run: Run) -> None:
    code, out, _ = run(SQUARES, "A2", "E2", "--json")
    told = json.loads(out)
    assert code == 1
    assert (told["visible"], told["rule"], told["blockers"]) == (False, "MECH-1.1.4a", [[2, 1]])
    assert told["sentence"].startswith("every line")
    assert told["drawing"].splitlines()[2] == " 2  A + X + B"


def test_map_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SQUARES.encode())))
    assert main(["sight", "-", "A2", "E2"]) == 1
    assert "A + X + B" in capsys.readouterr().out


def test_everything_wrong_with_a_map_is_told_at_once(run: Run) -> None:
    code, out, err = run("..?\n....\n.!.", "A1", "B1")
    assert (code, out) == (3, "")
    assert "row 1 column 3: found '?', expected one of . # 0 1 2 3 4 5 6 7 8 9" in err
    assert "row 2: found 4 characters, expected 3" in err
    assert "row 3 column 2: found '!', expected one of" in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["7C", "E2"], "place '7C', expected a place such as C7, or with a size C7:3"),
        (["A1:4", "E2"], "place 'A1:4', expected a size from 1 to 3"),
        (["A1", "F2"], "place 'F2', expected a place on the map, up to E4"),
        (["C2", "A1"], "place 'C2', expected no terrain of height 3 or more under it"),
        (["--board", "hex", "0102:2", "0101"], "place '0102:2', expected no size"),
        (["--board", "hex", "0102", "0901"], "place '0901', expected a place on the map, up to 0502"),
        (["E4:2", "A1"], "place 'E4:2', expected a place on the map, up to D3"),
        (["--board", "ground", "5.01,1", "2,2"], "place '5.01,1', expected a place on the map, up to 5,2"),
        (["--board", "ground", "1", "2,2"], "place '1', expected a place such as 12.5,3, or with a size 12.5,3:16383"),
    ],
)
def test_place_that_is_none_is_a_wrong_usage(run: Run, arguments: list[str], expected: str) -> None:
    code, out, err = run(".....\n....." if "--board" in arguments else SQUARES, *arguments)
    assert (code, out) == (2, "")
    assert expected in err


def test_empty_map_and_missing_file_are_bad_files(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("", "A1", "A1")[0] == 3
    assert main(["sight", "nowhere.txt", "A1", "A1"]) == 3
    assert "nowhere.txt" in capsys.readouterr().err
