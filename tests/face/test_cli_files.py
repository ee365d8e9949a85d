"""``enfilade validate`` and ``enfilade report``: scenarios judged file by file, and what a report of a bug needs."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import enfilade as ef
from enfilade.cli import main
from enfilade.core.scenario.write import scenario_text
from enfilade.drill import FAMILY
from enfilade.systems import families
from tests.face.games import duel, red_to_move, standoff
from tests.face.resting import PLUGIN

YES, USAGE, BAD_FILE = 0, 2, 3
INSTALLED = "alley, crossroads, fords, foundry"

BROKEN = """
name = "broken"
family = "drill"
board = { map = "..\\n.#" }
sides = [{ name = "red" }, { name = "blue" }]
units = [{ id = "R1", side = "purple", at = "B2" }, { id = "B1", side = "blue", at = 3 }]
[options]
speed = 3
"""
BROKEN_LINES = [
    "units[1] (B1).at: found 3, expected a text",
    "units[0] (R1).side: found 'purple', expected one of red, blue",
    "units[0] (R1).at: found 'B2', expected an open square",
    "options: found 'speed', expected one of tokens, rounds",
]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Commands run in an empty folder, interpreted."""
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    monkeypatch.chdir(tmp_path)


def validate(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str]]:
    """How the command ends, and the lines that it prints."""
    code = main(("validate", *arguments))
    printed = capsys.readouterr()
    assert printed.err == ""
    return code, printed.out.splitlines()


def give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let this be standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


# validate


def test_valid_files_and_shipped_scenarios_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("duel.toml").write_text(scenario_text(duel()), encoding="utf-8")
    names = ["duel.toml", *ef.scenarios()]
    assert validate(capsys, *names) == (YES, [f"{name}: valid" for name in names])


def test_every_problem_is_a_line_that_begins_with_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.toml").write_text(BROKEN, encoding="utf-8")
    code, lines = validate(capsys, "broken.toml", "crossroads")
    assert code == BAD_FILE
    assert lines == [*(f"broken.toml: {line}" for line in BROKEN_LINES), "crossroads: valid"]


def test_json_has_an_object_for_each_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.toml").write_text(BROKEN, encoding="utf-8")
    code, (line,) = validate(capsys, "crossroads", "broken.toml", "--json")
    assert code == BAD_FILE
    good, bad = json.loads(line)
    assert good == {"file": "crossroads", "valid": True, "problems": []}
    assert (bad["file"], bad["valid"], len(bad["problems"])) == ("broken.toml", False, 4)
    assert bad["problems"][0] == {"place": "units[1] (B1).at", "found": "3", "expected": "a text"}
    code, (line,) = validate(capsys, "crossroads", "--json")
    assert (code, json.loads(line)) == (YES, [good])


def test_standard_input_is_judged_and_names_types_from_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, BROKEN)
    assert validate(capsys, "-") == (BAD_FILE, [f"-: {line}" for line in BROKEN_LINES])
    text = scenario_text(duel()).replace('name = "duel"', 'name = "duel"\ntype_files = ["guards.toml"]')
    give(monkeypatch, text)
    expected = "found 'guards.toml', which is not there, expected a file in the folder of the scenario or below it"
    assert validate(capsys, "-") == (BAD_FILE, [f"-: type_files[0]: {expected}"])
    Path("guards.toml").write_text("[guard]\npower = 3\n", encoding="utf-8")
    give(monkeypatch, text)
    assert validate(capsys, "-") == (YES, ["-: valid"])


def test_standard_input_cannot_be_read_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("validate", "-", "-")) == USAGE
    assert capsys.readouterr().err == "enfilade: '-' is given 2 times, expected once\n"


def test_what_cannot_be_read_is_a_problem_of_that_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("folder").mkdir()
    Path("text.toml").write_bytes(b"\xff")
    Path("torn.toml").write_text("name = ", encoding="utf-8")
    Path("game.enf").write_bytes(b"\x89ENF\r\n\x1a\n")
    code, lines = validate(capsys, "nowhere", "no/where.toml", "folder", "text.toml", "torn.toml", "game.enf", "fords")
    assert code == BAD_FILE
    assert lines == [
        f"nowhere: the file: found nothing at 'nowhere', expected a file, or one of {INSTALLED}",
        f"no/where.toml: the file: found nothing at 'no/where.toml', expected a file, or one of {INSTALLED}",
        "folder: the file: found a folder, expected the file of a scenario",
        "text.toml: byte 0: found b'\\xff', expected UTF-8 text",
        "torn.toml: TOML: found Invalid value (at end of document), expected valid TOML",
        "game.enf: the file: found a replay log, expected a scenario; `enfilade replay show` reads a replay log",
        "fords: valid",
    ]


def test_name_that_is_no_text_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    name = "\udcff.toml"
    code, (line,) = validate(capsys, name)
    assert code == BAD_FILE
    assert line.startswith("\\udcff.toml: the file: found nothing at ")
    assert validate(capsys, name, "--json")[0] == BAD_FILE


def test_position_in_the_middle_of_a_game_is_judged_with_its_state(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = red_to_move().to_scenario()
    Path("good.toml").write_text(scenario_text(scenario), encoding="utf-8")
    scenario.state["clock"][0]["phase"] = 99
    Path("bad.toml").write_text(scenario_text(scenario), encoding="utf-8")
    code, lines = validate(capsys, "good.toml", "bad.toml")
    assert code == BAD_FILE
    assert lines[0] == "good.toml: valid"
    assert lines[1].startswith("bad.toml: state.clock[0].phase: found 99, expected ")


class EntryPoint(NamedTuple):
    """What a package announces."""

    name: str
    thing: Any
    value: str = ""

    def load(self) -> Any:
        """Import it, or fail to."""
        if isinstance(self.thing, Exception):
            raise self.thing
        return self.thing


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Packages announce the drill, a plug-in that rests, and what cannot be imported."""
    found = {
        families.FAMILIES: [EntryPoint("drill", FAMILY), EntryPoint("torn", ImportError("no module named 'torn'"))],
        families.PLUGINS: [EntryPoint("resting", PLUGIN), EntryPoint("rusty", RuntimeError("too old"))],
    }

    def entry_points(*, group: str, name: str | None = None) -> list[EntryPoint]:
        return [point for point in found[group] if name in (None, point.name)]

    monkeypatch.setattr(families, "entry_points", entry_points)
    families.find_family.cache_clear()
    families.find_plugin.cache_clear()
    yield
    families.find_family.cache_clear()
    families.find_plugin.cache_clear()


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"family": "chess"}, "family: found 'chess', expected one of drill, march, mech, torn"),
        (
            {"family": "torn"},
            "family: found 'torn' (no module named 'torn'), expected what can be imported and goes with the rules",
        ),
        ({"plugins": ["smoke"]}, "plugins[0]: found 'smoke', expected one of resting, rusty"),
        (
            {"plugins": ["resting", "rusty"]},
            "plugins[1]: found 'rusty' (too old), expected what can be imported and goes with the rules",
        ),
        (
            {"plugins": ["resting", "resting"]},
            "plugins[1]: found 'resting' (plug-in 'resting' does not go with 'drill 3 + resting 1': it is there "
            "already), expected what can be imported and goes with the rules",
        ),
    ],
)
def test_rules_that_are_not_there_are_told_at_their_place(
    capsys: pytest.CaptureFixture[str], changes: dict[str, Any], expected: str
) -> None:
    Path("a.toml").write_text(scenario_text(standoff(**changes)), encoding="utf-8")
    assert validate(capsys, "a.toml") == (BAD_FILE, [f"a.toml: {expected}"])


@pytest.mark.usefixtures("announced")
def test_scenario_with_a_plug_in_is_judged_by_its_rules_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.toml").write_text(scenario_text(standoff(plugins=["resting"])), encoding="utf-8")
    assert validate(capsys, "a.toml") == (YES, ["a.toml: valid"])


# report


def reported(capsys: pytest.CaptureFixture[str]) -> Any:
    """What the command says as JSON."""
    assert main(("report", "--json")) == YES
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_report_names_versions_rules_and_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    found = reported(capsys)
    assert list(found) == ["versions", "platform", "kernels", "families", "plugins", "scenarios"]
    assert found["versions"]["enfilade"] == ef.__version__
    assert found["versions"]["numpy"] == metadata.version("numpy")
    assert found["families"]["drill"] == FAMILY.edition
    assert found["kernels"]["policy"] == "interpreted"
    battle = ef.Battle(ef.load_scenario("fords"), 1)
    assert found["scenarios"]["fords"] == battle.game.content_digest


def test_report_is_lines_to_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("report",)) == YES
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["versions:", f"  enfilade: {ef.__version__}"]
    assert "families:" in lines
    assert f"  drill: {FAMILY.edition}" in lines


def test_report_without_numba_says_that_it_is_absent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name in ("numba", "llvmlite"):
            raise metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    versions = reported(capsys)["versions"]
    assert (versions["numba"], versions["llvmlite"], versions["numpy"]) == ("absent", "absent", "1")


def test_report_tells_of_a_policy_that_there_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "fast")
    expected = "ENFILADE_KERNELS is 'fast', expected one of auto, interpreted, compiled"
    assert reported(capsys)["kernels"]["policy"] == expected


def test_report_sums_the_files_of_the_cache(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENFILADE_CACHE", "cache")
    nothing = {"policy": "interpreted", "folder": "cache", "files": 0, "bytes": 0, "writable": True}
    assert reported(capsys)["kernels"] == nothing
    assert not Path("cache").exists()
    Path("cache/kernels/a").mkdir(parents=True)
    Path("cache/kernels/a/one.kernel").write_bytes(b"12345")
    Path("cache/kernels/two.kernel").write_bytes(b"123")
    assert reported(capsys)["kernels"] == nothing | {"files": 2, "bytes": 8}


def test_report_tells_of_a_cache_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("file").write_bytes(b"")
    monkeypatch.setenv("ENFILADE_CACHE", "file/cache")
    assert reported(capsys)["kernels"]["writable"] is False


@pytest.mark.usefixtures("announced")
def test_report_tells_of_rules_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    found = reported(capsys)
    assert found["families"]["torn"] == "unusable: ImportError: no module named 'torn'"
    assert found["families"]["march"].startswith("march ")
    assert found["plugins"] == {"resting": "resting 1", "rusty": "unusable: RuntimeError: too old"}


# processes

NUMBA_UNUSED = """
import sys
from enfilade.cli import main
codes = main(["validate", "fords"]), main(["report"])
loaded = sorted(name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite"))
print(*codes, "loaded:", *loaded)
"""


def test_neither_command_imports_numba() -> None:
    done = subprocess.run([sys.executable, "-c", NUMBA_UNUSED], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.splitlines()[-1] == "0 0 loaded:"


@pytest.mark.parametrize("command", ["validate", "report"])
def test_help_has_an_example_and_exit_codes(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    text = capsys.readouterr().out
    assert f"example: enfilade {command}" in text
    assert "exit codes:\n  0" in text
