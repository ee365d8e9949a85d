"""The command line: what it prints, and how it ends: 0 yes, 1 no, 2 wrong usage, 3 a bad file, 4 a game that failed."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

import enfilade as ef
from enfilade.bots import BOTS, find_bot
from enfilade.bots.match import play_match
from enfilade.cli import main
from enfilade.cli import play as play_command
from enfilade.core.scenario.write import scenario_text
from tests.face.games import duel, red_to_move, standoff

YES, NO, USAGE, BAD_FILE = 0, 1, 2, 3


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands that set how kernels run do so for this test alone."""
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")


class Said:
    """How a command ended and what it printed."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def data(self) -> Any:
        """What was printed, as JSON."""
        return json.loads(self.out)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> Said:
    """Run a command in this process."""
    code = main(arguments)
    printed = capsys.readouterr()
    return Said(code, printed.out, printed.err)


# demo and run


def test_demo_plays_records_and_verifies(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "demo", "--json")
    assert (said.code, said.err) == (YES, "")
    assert said.data["verified"] is True
    assert said.data["log_bytes"] > 1000
    assert said.data.keys() >= {"scenario", "seed", "winner", "reason", "orders", "digest", "scores"}
    assert (said.data["scenario"], said.data["seed"]) == ("alley", 7)


def test_demo_draws_the_battle_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "demo", "--seed", "3")
    assert said.code == YES
    lines = said.out.splitlines()
    assert lines[0] == "The alley, seed 3"
    assert lines[2].split() == ["A", "B", "C", "D"]
    assert lines[3].split() == ["R1", "R1", *".......", *"..."]
    assert "verified: yes" in lines[-1]
    assert any("won after" in line for line in lines)


def test_run_tells_how_the_battle_ends(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "run", "crossroads", "--seed", "5", "--json")
    battle = ef.Battle(ef.load_scenario("crossroads"), 5)
    play_match(battle, [find_bot("random", 5)])
    assert battle.outcome is not None
    assert said.code == YES
    assert said.data == {
        "scenario": "crossroads",
        "seed": 5,
        "winner": list(battle.outcome.winners),
        "reason": battle.outcome.reason,
        "scores": battle.outcome.scores,
        "orders": battle.step_number,
        "digest": battle.digest,
        "forfeit": None,
    }


class Quitter:
    """A bot that gives up."""

    def __init__(self, seed: int) -> None: ...

    def choose(self, view: ef.Battle) -> ef.Order:
        raise RuntimeError("I give up")


def test_run_tells_of_a_forfeit_and_ends_with_1_and_the_log_verifies(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(BOTS, "quitter", Quitter)
    arguments = ("run", "crossroads", "--bots", "random,quitter", "--out", str(tmp_path / "a.enf"))
    said = run(capsys, *arguments)
    assert said.code == NO
    why = "blue forfeits, the bot of blue raised RuntimeError: I give up; digest "
    assert said.out.splitlines()[-1].startswith(f"red and green won after 1 orders: {why}")
    assert ef.replays.verify(tmp_path / "a.enf")
    told = run(capsys, *arguments, "--json")
    assert told.code == NO
    assert (told.data["winner"], told.data["reason"], told.data["orders"]) == (["red", "green"], "forfeit", 1)
    assert told.data["forfeit"] == {
        "side": "blue",
        "kind": "error",
        "message": "the bot of blue raised RuntimeError: I give up",
    }


def test_demo_with_a_forfeit_ends_with_1(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "greedy", Quitter)
    said = run(capsys, "demo", "--json")
    assert (said.code, said.data["reason"], said.data["verified"]) == (NO, "forfeit", True)


def test_run_plays_the_same_for_the_same_seed_and_another_game_for_another(capsys: pytest.CaptureFixture[str]) -> None:
    digests = [run(capsys, "run", "crossroads", "--seed", seed, "--json").data["digest"] for seed in ("1", "1", "2")]
    assert digests[0] == digests[1] != digests[2]


def test_run_takes_a_bot_for_each_side(capsys: pytest.CaptureFixture[str]) -> None:
    one = run(capsys, "run", "crossroads", "--json").data["digest"]
    three = run(capsys, "run", "crossroads", "--bots", "random,random,random", "--json").data["digest"]
    assert one != three


def test_run_draws_the_last_position(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "run", "crossroads")
    data = run(capsys, "run", "crossroads", "--json").data
    assert said.out.splitlines()[0] == "    A  B  C  D"
    assert said.out.splitlines()[-1].endswith(f"digest {data['digest']}")


def test_run_records_a_log_that_verifies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = str(tmp_path / "game.enf")
    assert run(capsys, "run", "crossroads", "--out", log).code == YES
    said = run(capsys, "replay", "verify", log)
    assert said.code == YES
    assert said.out.startswith("verified: ")


def test_run_plays_a_scenario_from_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(scenario_text(duel()), encoding="utf-8")
    said = run(capsys, "run", str(file), "--json")
    assert said.code == YES
    assert said.data["scenario"] == "duel"


@pytest.mark.parametrize("bots", ["nobody", "random,nobody", ""])
def test_bot_that_does_not_exist_is_wrong_usage(capsys: pytest.CaptureFixture[str], bots: str) -> None:
    said = run(capsys, "run", "crossroads", "--bots", bots)
    assert (said.code, said.out) == (USAGE, "")
    assert "there is no bot" in said.err
    assert "expected one of: greedy, monte-carlo, random" in said.err


def test_log_that_cannot_be_written_is_a_bad_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = run(capsys, "run", "crossroads", "--out", str(tmp_path / "missing" / "game.enf"))
    assert (said.code, said.out) == (BAD_FILE, "")
    assert "No such file or directory" in said.err


# legal and check


def test_legal_lists_the_orders_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "legal", "crossroads")
    assert said.code == YES
    assert said.out.split("\n") == [f"{side} bid {bid}" for side in ("red", "blue") for bid in range(3)] + [""]
    assert run(capsys, "legal", "crossroads", "--json").data == said.out.splitlines()


BIDS = ("--after", "red bid 2", "--after", "blue bid 1")


def test_legal_lists_the_orders_after_others_of_one_unit_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "legal", "crossroads", *BIDS, "--unit", "R2", "--kind", "move")
    assert said.out.splitlines() == ["R2 move C1", "R2 move D1", "R2 move C2"]


def test_legal_ends_with_no_when_there_is_no_order(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "legal", "crossroads", "--unit", "R1")
    assert (said.code, said.out) == (NO, "")
    said = run(capsys, "legal", "crossroads", "--unit", "R1", "--json")
    assert (said.code, said.data) == (NO, [])


def test_check_says_yes(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "check", "crossroads", "R2 move C1", *BIDS)
    assert (said.code, said.out) == (YES, "R2 move C1: legal\n")


def test_check_says_no_with_the_rule_and_everything_else_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "check", "crossroads", "G1 move Z9")
    assert said.code == NO
    assert said.out.splitlines() == [
        "G1 move Z9: green owes no decision now [CORE-1.2]",
        "  also: red and blue must first decide: bid [CORE-1.2]",
        "  also: Z9 is not on the board [CORE-1.4]",
    ]


def test_check_as_json_holds_the_verdict_and_its_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "check", "crossroads", "R2 move B3", *BIDS, "--json")
    assert said.code == NO
    assert said.data["ok"] is False
    assert said.data["order"] == {"type": "order", "kind": "move", "unit": "R2", "place": [1, 2]}
    (finding,) = said.data["findings"]
    assert finding["rule"] == "DRILL-3.2"
    assert finding["sentence"] == "R2 cannot come to B3 with an allowance of 2"


def test_check_reads_orders_line_by_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("red bid 1\n\n  blue bid 0  \n"))
    said = run(capsys, "check", "crossroads", "-")
    assert (said.code, said.out.splitlines()) == (YES, ["red bid 1: legal", "blue bid 0: legal"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("red bid 1\nred bid 3\n"))
    said = run(capsys, "check", "crossroads", "-")
    assert said.code == NO
    assert said.out.splitlines()[1] == "red bid 3: the bid is 3; the highest possible is 2 [DRILL-2.1]"


def test_check_of_a_position_in_the_middle_of_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    battle = red_to_move()
    battle.step("R1 move B1")
    file = tmp_path / "position.toml"
    file.write_text(scenario_text(battle.to_scenario()), encoding="utf-8")
    assert run(capsys, "legal", str(file)).out.splitlines() == ["B1 fire", "B1 hold"]
    assert run(capsys, "check", str(file), "B2 fire").code == NO


WRONG_USAGE = [
    (("check", "crossroads", "R9 move A1"), "'R9' is no unit and no side"),
    (("check", "crossroads", "R1 fly A1"), "'fly' is no kind of order"),
    (("check", "crossroads", ""), "no words"),
    (("check", "nowhere", "pass"), "there is no scenario 'nowhere', expected a file or one of: alley, crossroads"),
    (("legal", "crossroads", "--unit", "R9"), "there is no unit 'R9'"),
    (("legal", "crossroads", "--kind", "fly"), "'fly' is no kind of order"),
    (("legal", "crossroads", "--after", "green pass"), "green owes no decision now [CORE-1.2]"),
    (
        ("run", "crossroads", "--bots", "random,random,random,random"),
        "4 bots for 3 sides that play, expected 1 to 3",
    ),
    (("check", "-", "-"), "scenario and orders are both '-'"),
    (("replay", "diff", "-", "-"), "both logs are '-'"),
    (("perft", "crossroads", "--depth", "-1"), "depth -1, expected 0 or more"),
]


@pytest.mark.parametrize(("arguments", "problem"), WRONG_USAGE)
def test_what_is_asked_wrongly_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], problem: str
) -> None:
    said = run(capsys, *arguments)
    assert (said.code, said.out) == (USAGE, "")
    assert said.err.startswith("enfilade: ")
    assert problem in said.err


@pytest.mark.parametrize(
    "arguments", [(), ("fly",), ("run",), ("run", "crossroads", "--seed", "x"), ("replay",), ("demo", "--what")]
)
def test_command_line_that_is_none_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == USAGE
    assert "usage: enfilade" in capsys.readouterr().err


# bad files

PROBLEMS = """
name = "bad"
family = "drill"
[board]
map = "..\\n.#"
[[sides]]
name = "red"
[[sides]]
name = "blue"
[[units]]
id = "R1"
side = "purple"
at = "A1"
[[units]]
id = "R1"
side = "red"
at = "B2"
[[units]]
id = "R3"
side = "blue"
at = "Q"
[[units]]
id = "R4"
side = "blue"
at = "A2"
with = { power = 99 }
[options]
speed = 3
"""


def test_scenario_with_problems_is_a_bad_file_and_all_of_them_are_listed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(PROBLEMS, encoding="utf-8")
    for command in (("run", str(file)), ("legal", str(file)), ("check", str(file), "pass"), ("perft", str(file))):
        said = run(capsys, *command)
        assert (said.code, said.out) == (BAD_FILE, "")
        for problem in (
            "scenario 'bad' has 6 problem(s)",
            "units[0] (R1).side: found 'purple', expected one of red, blue",
            "units[1] (R1).id: found 'R1', expected a name of its own",
            "units[1] (R1).at: found 'B2', expected an open square",
            "units[2] (R3).at: found 'Q', expected a place such as C7",
            "units[3] (R4).with.power: found 99, expected 0 to 6",
            "options: found 'speed', expected one of tokens, rounds",
        ):
            assert problem in said.err


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "found no key 'family'"),
        (b"name = ", "expected valid TOML"),
        (b"\xff\xfe", "expected UTF-8 text"),
        (
            scenario_text(duel()).replace('name = "duel"', "name = 3").encode(),
            "name: found 3, expected a text",
        ),
        (scenario_text(duel()).encode() + b"\n[surprise]\n", "surprise"),
    ],
)
def test_file_that_is_no_scenario_is_a_bad_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes, problem: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content)
    said = run(capsys, "legal", str(file))
    assert (said.code, said.out) == (BAD_FILE, "")
    assert problem in said.err


def test_scenario_of_a_family_that_is_not_installed_names_those_that_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "other.toml"
    file.write_text(scenario_text(standoff(family="chess")), encoding="utf-8")
    said = run(capsys, "legal", str(file))
    assert said.code == BAD_FILE
    assert "'chess'" in said.err
    assert "drill" in said.err


def test_folder_in_the_place_of_a_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(capsys, "legal", str(tmp_path)).code == BAD_FILE
    assert run(capsys, "replay", "verify", str(tmp_path)).code == BAD_FILE


@pytest.mark.parametrize("name", ["nowhere.toml", "folder/nowhere", "./nowhere.enf"])
@pytest.mark.parametrize("command", [("run",), ("legal",), ("perft",), ("replay", "verify"), ("replay", "show")])
def test_path_at_which_there_is_no_file_is_a_bad_file_everywhere(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], name: str
) -> None:
    said = run(capsys, *command, name)
    assert (said.code, said.out) == (BAD_FILE, "")
    assert Path(name).name in said.err


def test_errors_are_told_as_json_when_json_is_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = run(capsys, "legal", "nowhere", "--json")
    assert (said.code, said.out) == (USAGE, "")
    assert json.loads(said.err)["error"] == "UnknownScenario"
    assert json.loads(said.err)["message"].startswith("there is no scenario 'nowhere'")
    file = tmp_path / "bad.toml"
    file.write_text(PROBLEMS, encoding="utf-8")
    told = json.loads(run(capsys, "run", str(file), "--json").err)
    assert told["error"] == "ScenarioError"
    assert told["problems"][0] == {
        "place": "units[0] (R1).side",
        "found": "'purple'",
        "expected": "one of red, blue",
    }


# standard input and output files


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let this be standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))


def test_scenario_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = scenario_text(duel()).encode()
    for command in (("legal", "-"), ("check", "-", "red bid 1"), ("run", "-"), ("perft", "-", "--depth", "1")):
        give(monkeypatch, data)
        assert run(capsys, *command).code == YES
    give(monkeypatch, b"name = ")
    said = run(capsys, "legal", "-")
    assert said.code == BAD_FILE
    assert "scenario 'standard input' has 1 problem(s)" in said.err


def test_log_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = tmp_path / "game.enf"
    run(capsys, "run", "crossroads", "--out", str(log))
    for command in (("verify", "-"), ("show", "-"), ("export", "-"), ("diff", "-", str(log)), ("diff", str(log), "-")):
        give(monkeypatch, log.read_bytes())
        assert run(capsys, "replay", *command).code == YES
    give(monkeypatch, log.read_bytes())
    assert run(capsys, "replay", "salvage", "-", str(tmp_path / "saved.enf")).code == YES
    assert (tmp_path / "saved.enf").read_bytes() == log.read_bytes()
    give(monkeypatch, b"")
    assert run(capsys, "replay", "verify", "-").code == BAD_FILE


def test_line_that_is_no_order_does_not_keep_the_next_from_being_checked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, b"red bid 1\nR9 fly\nred bid 3\nblue bid 0\n")
    said = run(capsys, "check", "crossroads", "-")
    assert said.code == USAGE
    assert [line.split(":")[0] for line in said.out.splitlines()] == ["red bid 1", "red bid 3", "blue bid 0"]
    assert said.err.count("\n") == 1
    assert "'R9 fly'" in said.err
    give(monkeypatch, b"R9 fly\nred bid 1\n")
    said = run(capsys, "check", "crossroads", "-", "--json")
    assert (said.code, said.data["ok"]) == (USAGE, True)
    assert json.loads(said.err)["error"] == "OrderError"


def test_damaged_log_is_mended_in_its_own_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "game.enf"
    run(capsys, "run", "crossroads", "--out", str(log))
    log.write_bytes(log.read_bytes()[:-3])
    assert run(capsys, "replay", "salvage", str(log), str(log)).code == NO
    assert run(capsys, "replay", "verify", str(log)).code == NO
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.enf"]


def test_export_of_a_bad_log_leaves_the_file_that_was_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad, out = tmp_path / "bad.enf", tmp_path / "out.txt"
    bad.write_bytes(b"no log")
    out.write_text("before", encoding="utf-8")
    assert run(capsys, "replay", "export", str(bad), "--out", str(out)).code == BAD_FILE
    assert out.read_text(encoding="utf-8") == "before"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["bad.enf", "out.txt"]


def test_game_that_is_not_played_to_its_end_leaves_no_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*arguments: object) -> None:
        raise ValueError("no end")

    monkeypatch.setattr(play_command, "play_match", fail)
    assert run(capsys, "run", "crossroads", "--out", str(tmp_path / "game.enf")).code == USAGE
    assert list(tmp_path.iterdir()) == []


def test_command_leaves_the_environment_as_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ENFILADE_KERNELS")
    before = dict(os.environ)
    assert run(capsys, "legal", "crossroads").code == YES
    assert run(capsys, "legal", "nowhere").code == USAGE
    assert dict(os.environ) == before


# files of the wrong kind, positions in files, outputs


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    """A recorded game."""
    file = tmp_path / "game.enf"
    assert run(capsys, "run", "crossroads", "--out", str(file)).code == YES
    return file


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A position after one order: only blue's bid is owed."""
    battle = ef.Battle(ef.load_scenario("crossroads"), 7)
    battle.step("red bid 2")
    battle.save(tmp_path / "game.ens")
    return tmp_path / "game.ens"


BLUE_BIDS = ["blue bid 0", "blue bid 1", "blue bid 2"]


def test_log_is_asked_about_after_a_step(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    battle = ef.Battle.of_game(ef.replays.position(log, 7))
    said = run(capsys, "legal", str(log), "--step", "7")
    assert said.out.splitlines() == [battle.text(order) for order in battle.legal]
    said = run(capsys, "legal", str(log))
    assert (said.code, said.out) == (NO, "")
    assert said.err == "enfilade: no order is legal: the battle is over (rounds played)\n"


def test_save_is_asked_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, save: Path, log: Path
) -> None:
    assert run(capsys, "legal", str(save)).out.splitlines() == BLUE_BIDS
    assert run(capsys, "check", str(save), "red bid 1", "--seed", "9").code == NO
    give(monkeypatch, save.read_bytes())
    assert run(capsys, "legal", "-").out.splitlines() == BLUE_BIDS
    give(monkeypatch, log.read_bytes())
    assert run(capsys, "legal", "-", "--step", "1").out.splitlines() == BLUE_BIDS


def test_step_of_what_has_none_is_wrong_usage(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    for name in ("crossroads", str(save)):
        said = run(capsys, "legal", name, "--step", "1")
        assert (said.code, "expected a replay log" in said.err) == (USAGE, True)


def test_log_or_save_is_no_scenario_and_the_message_says_what_reads_it(
    capsys: pytest.CaptureFixture[str], log: Path, save: Path
) -> None:
    said = run(capsys, "run", str(log))
    assert (said.code, "found a replay log, expected a scenario" in said.err) == (BAD_FILE, True)
    said = run(capsys, "perft", str(save))
    assert (said.code, "found a save, expected a scenario" in said.err) == (BAD_FILE, True)


def test_what_is_no_log_is_called_by_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, log: Path, save: Path
) -> None:
    text = tmp_path / "README.md"
    text.write_text("# Readme", encoding="utf-8")
    assert "it is no replay log" in run(capsys, "replay", "verify", str(text)).err
    assert "it is a save, expected a replay log" in run(capsys, "replay", "show", str(save)).err
    with pytest.raises(ef.SaveError, match="it is a replay log, expected a save"):
        ef.Battle.load(log)


def test_torn_or_damaged_log_is_told_with_what_helps(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    data = log.read_bytes()
    log.write_bytes(data[:-3])
    said = run(capsys, "replay", "verify", str(log))
    assert (said.code, "`--tail`" in said.err) == (BAD_FILE, True)
    said = run(capsys, "replay", "verify", str(log), "--tail")
    assert said.code == NO
    assert said.out.startswith("not verified: plays as told up to step ")
    middle = len(data) // 2
    log.write_bytes(data[:middle] + bytes(byte ^ 0xFF for byte in data[middle : middle + 8]) + data[middle + 8 :])
    said = run(capsys, "replay", "verify", str(log))
    assert (said.code, "enfilade replay salvage" in said.err) == (BAD_FILE, True)


def test_log_that_was_not_ended_plays_and_is_not_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    battle = ef.Battle(ef.load_scenario("crossroads"), 7)
    battle.record(tmp_path / "game.enf")
    battle.step("red bid 2")
    said = run(capsys, "replay", "verify", str(tmp_path / "game.enf"))
    assert said.code == NO
    assert said.out.startswith("not verified: plays as told up to step 1, but the log was not ended")
    battle.stop_recording()
    assert run(capsys, "replay", "verify", str(tmp_path / "game.enf")).code == YES
    text = run(capsys, "replay", "export", str(tmp_path / "game.enf")).out
    assert "The battle is not over after step 1." in text
    assert "Scores" not in text
    last = run(capsys, "replay", "export", str(tmp_path / "game.enf"), "--json").out.splitlines()[-1]
    assert "scores" not in json.loads(last)


def test_nothing_that_fits_is_told_with_what_is_owed(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "legal", "crossroads", "--unit", "R1")
    assert said.err == "enfilade: no such order is legal; owed now: red bid, blue bid\n"


def test_error_of_a_file_names_the_path_that_was_given(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "missing" / "game.enf")
    said = run(capsys, "run", "crossroads", "--out", path)
    assert said.err == f"enfilade: {path!r}: No such file or directory\n"
    said = run(capsys, "run", "crossroads", "--out", str(tmp_path))
    assert (said.code, said.err) == (BAD_FILE, f"enfilade: {str(tmp_path)!r}: Is a directory\n")
    assert list(tmp_path.iterdir()) == []
    for folder in (".", str(tmp_path)):
        said = run(capsys, "legal", folder)
        assert said.err == f"enfilade: {folder!r}: a folder, expected the file of a scenario\n"


@pytest.mark.parametrize(
    "arguments",
    [("run", "crossroads", "--out", ""), ("replay", "export", "a", "--out", ""), ("replay", "salvage", "a", "")],
)
def test_empty_name_of_a_file_to_write_is_wrong_usage(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == USAGE
    assert "the name is empty" in capsys.readouterr().err


def test_interrupted_command_ends_with_130(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(play_command, "play_match", interrupt)
    said = run(capsys, "run", "crossroads")
    assert (said.code, said.out, said.err) == (130, "", "")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_closed_output_is_no_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    monkeypatch.setattr(sys, stream, None)
    assert main(("legal", "crossroads")) == YES
    assert main(("legal", "nowhere")) == USAGE
    assert main(("legal", "crossroads", "--unit", "R1")) == NO


@pytest.mark.parametrize(
    "command", ["demo", "run", "legal", "check", "perft", "compile", "replay verify", "replay show", "replay salvage"]
)
def test_help_of_a_command_has_an_example_and_exit_codes(capsys: pytest.CaptureFixture[str], command: str) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    text = capsys.readouterr().out
    assert f"example: enfilade {command}" in text
    assert "exit codes:\n  0" in text


# perft


def test_perft_counts_the_tree(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(scenario_text(duel()), encoding="utf-8")
    said = run(capsys, "perft", str(file), "--depth", "1", "--split")
    assert said.code == YES
    assert said.out.splitlines() == ["red bid 0: 1", "red bid 1: 1", "red bid 2: 1", "depth 1: 3 leaves, 3 positions"]
    data = run(capsys, "perft", str(file), "--depth", "2", "--json").data
    assert data["leaves"] == 12
    assert data["split"] == {"red bid 0": 4, "red bid 1": 4, "red bid 2": 4}


# processes


def in_process(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "enfilade", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ,
    )


def test_command_in_a_process_of_its_own_ends_with_its_code() -> None:
    done = in_process("check", "crossroads", "-", stdin="red bid 1\ngreen bid 1\n")
    assert done.returncode == NO
    assert done.stdout.splitlines()[0] == "red bid 1: legal"
    assert done.stderr == ""


def test_pipe_that_is_closed_early_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "enfilade.cli", "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=120) == 0


FULL = Path("/dev/full")
UNREADABLE = Path("/proc/self/mem")
"""A file whose first byte cannot be read."""
on_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="a file that is always full")


def into(output: int | IO[str], *arguments: str) -> tuple[int, str]:
    """How a command ends that prints into a file or pipe, a whole block at a time, and what it says of errors."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "enfilade", *arguments]
    ended = subprocess.run(command, stdout=output, stderr=subprocess.PIPE, text=True, timeout=120, env=environment)
    return ended.returncode, ended.stderr


@on_a_full_disk
@pytest.mark.parametrize("arguments", [("legal", "crossroads"), ("generate", "--units", "300"), ("legal", "--help")])
def test_standard_output_that_takes_no_more_is_a_file_that_cannot_be_written(arguments: tuple[str, ...]) -> None:
    """The large battle is printed in pieces; the few legal orders and the help only when the command has ended."""
    with FULL.open("w") as full:
        assert into(full, *arguments) == (BAD_FILE, "enfilade: 'standard output': No space left on device\n")


@on_a_full_disk
def test_log_in_standard_output_that_takes_no_more_is_told_as_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = str(tmp_path / "game.enf")
    run(capsys, "run", "crossroads", "--out", log)
    with FULL.open("w") as full:
        code, told = into(full, "replay", "salvage", log, "-", "--json")
    assert code == BAD_FILE
    assert json.loads(told) == {"error": "OSError", "message": "'standard output': No space left on device"}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("check", "crossroads", "red bid 1"), YES), (("check", "crossroads", "red bid 3"), NO), (("--help",), YES)],
)
def test_pipe_that_nobody_reads_changes_no_exit_code(arguments: tuple[str, ...], code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w") as pipe:
        assert into(pipe, *arguments) == (code, "")


@pytest.mark.skipif(not UNREADABLE.exists(), reason="a file that cannot be read")
@pytest.mark.parametrize("arguments", [("legal", str(UNREADABLE)), ("replay", "verify", str(UNREADABLE))])
def test_file_that_cannot_be_read_is_named(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    said = run(capsys, *arguments)
    assert (said.code, said.err) == (BAD_FILE, "enfilade: '/proc/self/mem': Input/output error\n")


@on_a_full_disk
def test_file_on_a_full_disk_is_named_by_every_command_that_writes_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    run(capsys, "run", "crossroads", "--out", "game.enf")
    Path("full").symlink_to(FULL)
    for arguments in (
        ("run", "crossroads", "--out", "full"),
        ("replay", "export", "game.enf", "--out", "full"),
        ("replay", "salvage", "game.enf", "full"),
        ("generate", "--units", "20", "--size", "64x64", "--out", "full"),
    ):
        said = run(capsys, *arguments)
        assert (said.code, said.err) == (BAD_FILE, "enfilade: 'full': No space left on device\n")


COMMANDS = ("demo", "run", "legal", "check", "replay", "perft", "validate", "generate", "compile", "report")


def test_help_is_printed_and_tells_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert all(command in text for command in COMMANDS)


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"enfilade {ef.__version__}\n"


NUMBA_UNUSED = """
import sys
import enfilade
from enfilade.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
loaded = sorted(name for name in sys.modules if name.split(".")[0] in ("numba", "llvmlite"))
print("loaded:", *loaded)
"""


def test_importing_the_package_and_asking_for_help_import_no_numba() -> None:
    done = subprocess.run([sys.executable, "-c", NUMBA_UNUSED], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.splitlines()[-1] == "loaded:"
    assert "usage: enfilade" in done.stdout
