# ruff: noqa: E501  (a row a case reads best)
"""Types from files beside a scenario: what they may hold, and where they may lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.core.scenario import type_files
from enfilade.core.scenario.load import draft_of_bytes
from enfilade.core.scenario.write import scenario_text
from enfilade.library import draft_of, draft_problems

TEXT = """
name = "types"
family = "march"
type_files = FILES
board = {}
sides = [{ name = "west" }, { name = "east" }]
[[units]]
id = "W1"
side = "west"
type = "foot"
at = "0-0"
[[units]]
id = "E1"
side = "east"
at = "9-9"
"""
FOOT = "[foot]\nallowance = 3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files of types, and one outside of it."""
    home = tmp_path / "home"
    (home / "types").mkdir(parents=True)
    (home / "types" / "foot.toml").write_text(FOOT, encoding="utf-8")
    (tmp_path / "outside.toml").write_text(FOOT, encoding="utf-8")
    return home


def written(folder: Path, files: str, more: str = "") -> Path:
    """A scenario with these files of types."""
    path = folder / "scenario.toml"
    path.write_text(TEXT.replace("FILES", files) + more, encoding="utf-8")
    return path


def told(path: Path) -> list[str]:
    """Everything that is wrong with the scenario in a file."""
    return [str(problem) for problem in draft_problems(draft_of(path))]


def test_types_of_a_file_are_those_of_the_scenario(folder: Path) -> None:
    scenario = ef.load_scenario(written(folder, '["types/foot.toml"]'))
    assert scenario.types == {"foot": {"allowance": 3}}
    assert scenario.type_files == []
    assert ef.Battle(scenario).check("W1 march 3-0").ok
    assert not ef.Battle(scenario).check("W1 march 4-0").ok


def test_path_is_read_from_the_folder_of_the_scenario(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(folder, '["types/foot.toml"]')
    monkeypatch.chdir(folder.parent)
    assert ef.load_scenario("home/scenario.toml").types["foot"] == {"allowance": 3}
    monkeypatch.chdir(folder)
    assert ef.load_scenario("scenario.toml").types["foot"] == {"allowance": 3}


def test_bytes_without_a_file_name_types_from_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written(folder, '["types/foot.toml"]').read_bytes()
    monkeypatch.chdir(folder)
    assert draft_of_bytes(data, "standard input").whole().types["foot"] == {"allowance": 3}


def test_type_of_the_scenario_goes_before_that_of_a_file_as_a_whole(folder: Path) -> None:
    (folder / "types" / "foot.toml").write_text('[foot]\nallowance = 3\nbarred = ["hill"]\n', encoding="utf-8")
    path = written(folder, '["types/foot.toml"]', "[types.foot]\nallowance = 1\n")
    assert ef.load_scenario(path).types == {"foot": {"allowance": 1}}


def test_scenario_that_is_written_again_holds_its_types_and_needs_no_file(folder: Path, tmp_path: Path) -> None:
    scenario = ef.load_scenario(written(folder, '["types/foot.toml"]'))
    alone = tmp_path / "alone.toml"
    ef.save_scenario(scenario, alone)
    assert "type_files" not in alone.read_text(encoding="utf-8")
    assert ef.load_scenario(alone) == scenario
    assert ef.Battle(ef.load_scenario(alone)).digest == ef.Battle(scenario).digest


def test_logs_and_saves_need_no_file_of_types(folder: Path, tmp_path: Path) -> None:
    battle = ef.Battle(ef.load_scenario(written(folder, '["types/foot.toml"]')), 7)
    battle.record(tmp_path / "game.enf")
    battle.step("W1 march 3-0")
    battle.stop_recording()
    battle.save(tmp_path / "game.ens")
    (folder / "types" / "foot.toml").unlink()
    assert ef.replays.verify(tmp_path / "game.enf")
    assert ef.Battle.load(tmp_path / "game.ens").digest == battle.digest


REFUSED = [
    ('["../outside.toml"]', "'../outside.toml', expected the path of a file in the folder of the scenario or below it"),
    (
        '["types/../../outside.toml"]',
        "'types/../../outside.toml', expected the path of a file in the folder of the scenario or below it",
    ),
    ("['..\\outside.toml']", "'..\\\\outside.toml', expected the path of a file in the folder of the scenario or below it"),
    ('["/etc/passwd"]', "'/etc/passwd', expected the path of a file in the folder of the scenario or below it"),
    ("['C:\\x.toml']", "'C:\\\\x.toml', expected the path of a file in the folder of the scenario or below it"),
    ("['C:x.toml']", "'C:x.toml', expected the path of a file in the folder of the scenario or below it"),
    ("['\\\\host\\x']", "'\\\\\\\\host\\\\x', expected the path of a file in the folder of the scenario or below it"),
    ('[""]', "'', expected the path of a file in the folder of the scenario or below it"),
    ('["a\\u0000b"]', "'a\\x00b', expected the path of a file in the folder of the scenario or below it"),
    ('["none.toml"]', "'none.toml', which is not there, expected a file in the folder of the scenario or below it"),
    ('["types"]', "'types', which is no file, expected a file of types"),
    ('["."]', "'.', which is no file, expected a file of types"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), REFUSED)
def test_path_that_leads_to_no_file_of_the_scenario_is_refused(folder: Path, files: str, expected: str) -> None:
    path = written(folder, files)
    assert told(path) == [f"type_files[0]: found {expected}"]
    with pytest.raises(ef.ScenarioError, match=r"type_files\[0\]"):
        ef.load_scenario(path)


def test_link_out_of_the_folder_is_refused(folder: Path) -> None:
    (folder / "link.toml").symlink_to(folder.parent / "outside.toml")
    assert told(written(folder, '["link.toml"]')) == [
        "type_files[0]: found 'link.toml', a link out of it, expected a file in the folder of the scenario or below it"
    ]


def test_link_that_leads_to_itself_is_refused(folder: Path) -> None:
    (folder / "link.toml").symlink_to("link.toml")
    (problem,) = told(written(folder, '["link.toml"]'))
    assert problem.startswith("type_files[0]: found 'link.toml'")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe.toml")
    assert told(written(folder, '["pipe.toml"]')) == [
        "type_files[0]: found 'pipe.toml', which is no file, expected a file of types"
    ]


def test_name_that_no_system_can_hold_is_refused(folder: Path) -> None:
    (problem,) = told(written(folder, f'["{"x" * 5000}"]'))
    assert problem.startswith("type_files[0]: found 'xxx")
    assert problem.endswith("expected a file that can be read")


def test_file_that_may_not_be_read_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, limit: int) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type_files, "read_file", refuse)
    assert told(written(folder, '["types/foot.toml"]')) == [
        "type_files[0]: found 'types/foot.toml' (Permission denied), expected a file that can be read"
    ]


def test_file_that_is_too_large_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type_files, "TYPES_BYTES_MAX", 10)
    assert told(written(folder, '["types/foot.toml"]')) == [
        "type_files[0]: found 'types/foot.toml', over 10 bytes, expected a smaller file"
    ]


def test_too_many_files_are_refused(folder: Path) -> None:
    files = ", ".join(f'"{number}.toml"' for number in range(65))
    assert told(written(folder, f"[{files}]")) == ["type_files: found 65 files, expected at most 64"]


def test_list_that_is_none_is_refused(folder: Path) -> None:
    assert told(written(folder, '"types/foot.toml"')) == [
        "type_files: found 'types/foot.toml', expected a list",
    ]
    assert told(written(folder, '["types/foot.toml", 3]')) == ["type_files[1]: found 3, expected a text"]


BROKEN = [
    (b"\xff", "types/foot.toml: byte 0: found b'\\xff', expected UTF-8 text"),
    (
        b"[foot",
        "types/foot.toml: TOML: found Expected ']' at the end of a table declaration (at end of document), "
        "expected valid TOML",
    ),
    (b"a = " + b"[" * 3000, "types/foot.toml: TOML: found tables or lists that are nested too deeply, expected at most 16 within one another"),
    (b"foot = 3", "types/foot.toml: foot: found 3, expected a table"),
    (
        b"[foot]\nallowance = 1.5",
        "types/foot.toml: foot.allowance: found 1.5, expected a whole number, true or false, a text, or a list",
    ),
    (b"[foot]\nbarred = [1]", "types/foot.toml: foot.barred[0]: found 1, expected a text"),
    (
        b"[foot]\nallowance = 9223372036854775808",
        "types/foot.toml: foot.allowance: found a number of 64 bits, expected a number of at most 64 bits",
    ),
    (b"[foot]\nallowance = 99", "types/foot.toml: foot.allowance: found 99, expected 0 to 14"),
    (b"[foot]\nspeed = 1", "types/foot.toml: foot: found 'speed', expected one of allowance, barred"),
    (b"['big foot']\nspeed = 1\n[foot]", "types/foot.toml: 'big foot': found 'speed', expected one of allowance, barred"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), BROKEN)
def test_what_is_wrong_in_a_file_is_told_with_its_name(folder: Path, data: bytes, expected: str) -> None:
    (folder / "types" / "foot.toml").write_bytes(data)
    assert told(written(folder, '["types/foot.toml"]')) == [expected]


def test_one_broken_file_hides_neither_another_nor_the_scenario(folder: Path) -> None:
    (folder / "a.toml").write_text("[horse]\nallowance = -1\n", encoding="utf-8")
    path = written(folder, '["none.toml", "a.toml", "types/foot.toml"]', "[options]\nturns = 0\n")
    assert told(path) == [
        "type_files[0]: found 'none.toml', which is not there, expected a file in the folder of the scenario or below it",
        "a.toml: horse.allowance: found -1, expected 0 to 14",
        "options.turns: found 0, expected 1 to 999",
    ]


def test_type_that_two_files_define_is_told(folder: Path) -> None:
    (folder / "a.toml").write_text(FOOT, encoding="utf-8")
    assert told(written(folder, '["types/foot.toml", "a.toml"]')) == [
        "a.toml: foot: found the type 'foot', expected a type that types/foot.toml does not define as well"
    ]


def test_file_that_is_named_twice_is_told(folder: Path) -> None:
    assert told(written(folder, '["types/foot.toml", "types/foot.toml"]')) == [
        "type_files[1]: found 'types/foot.toml', expected a file that is not named before"
    ]


def test_scenario_made_by_hand_has_no_files_of_types(folder: Path) -> None:
    scenario = ef.load_scenario(written(folder, "[]", "[types.foot]\n"))
    scenario.type_files = ["types/foot.toml"]
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(scenario)
    assert [str(problem) for problem in caught.value.problems] == [
        "type_files: found ['types/foot.toml'], expected types; load_scenario reads the files into them"
    ]


def test_shipped_scenarios_are_written_with_their_types() -> None:
    assert "[types.foot]" in scenario_text(ef.load_scenario("fords"))
