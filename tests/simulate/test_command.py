"""``enfilade simulate``."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.cli import main
from enfilade.cli.counting import _compiled
from enfilade.cli.failures import exit_code_of
from enfilade.cli.simulate import ProgressLine
from enfilade.core.engine.warm import Compiled
from enfilade.simulate import Progress, Simulation, WorkersLost, WorkersNotStarted
from enfilade.simulate.bot_games import BotGames
from enfilade.simulate.play import Table
from enfilade.simulate.policy_games import PolicyGames
from enfilade.simulate.run import Run
from tests.simulate.runs import FailingBot, known_bot

DUEL_FILE = "duel.toml"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run interpreted, in a folder of their own that has a short scenario and a variant of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    scenario = ef.load_scenario("crossroads")
    for name, rounds in ((DUEL_FILE, 1), ("longer.toml", 2)):
        scenario.options["rounds"] = rounds
        ef.save_scenario(scenario, Path(name))


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """What a command prints."""
    assert main(["simulate", *arguments]) == code
    printed = capsys.readouterr()
    return printed.err if code else printed.out


def test_summary_is_told_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, DUEL_FILE, "--games", "4", "--bots", "walker,random", "--workers", "1", "--seed", "3")
    assert text.startswith("crossroads, bots walker, random, seed 3\n4 games\n")
    facts = json.loads(said(capsys, DUEL_FILE, "--games", "4", "--workers", "1", "--json"))
    assert (facts["scenario"], facts["games"], facts["bots"][0]["bot"]) == ("crossroads", 4, "random")
    assert facts["sides"].keys() == {"red", "blue", "green"}


def test_rows_are_written_gone_on_with_and_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (DUEL_FILE, "--bots", "walker", "--workers", "1", "--out", "games.csv")
    said(capsys, *arguments, "--games", "2")
    assert "is there already" in said(capsys, *arguments, "--games", "3", code=3)
    said(capsys, *arguments, "--games", "3", "--resume")
    row = Simulation.open("games.csv").row(2)
    told = said(capsys, "games.csv", "--replay", "2", "--out", "game.enf")
    assert told == f"game.enf: game 2, {row.orders} orders, digest {row.digest}\n"
    assert ef.replays.verify("game.enf").digest == row.digest
    facts = json.loads(said(capsys, "games.csv", "--replay", "2", "--out", "game.enf", "--json"))
    assert facts["row"]["digest"] == row.digest


def test_variants_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (DUEL_FILE, "--against", "longer.toml", "--games", "4", "--workers", "1", "--bots", "random,random")
    assert "4 games of each variant" in said(capsys, *arguments, "--paired")
    facts = json.loads(said(capsys, *arguments, "--json", "--out", "games.jsonl"))
    assert facts["turns"]["difference"] == 1
    assert Path("games.against.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "expected"),
    [
        ((DUEL_FILE, "--bots", "clever"), 2, "there is no bot 'clever'"),
        ((DUEL_FILE, "--games", "0"), 2, "games 0, expected a whole number of 1 to"),
        ((DUEL_FILE, "--workers", "0"), 2, "workers 0"),
        ((DUEL_FILE, "--engine", "cloud"), 2, "engine 'cloud'"),
        ((DUEL_FILE, "--out", "games.xls"), 2, "file 'games.xls'"),
        ((DUEL_FILE, "--out", "no/games.csv"), 3, "No such file"),
        ((DUEL_FILE, "--out", "other.jsonl", "--resume"), 3, "the first line is not that of a run"),
        ((DUEL_FILE, "--replay", "0"), 2, "without --out"),
        ((DUEL_FILE, "--replay", "0", "--out", "a.enf"), 3, "it is no file of results"),
        (
            ("games.jsonl", "--replay", "0", "--out", "a.enf", "--resume"),
            2,
            "--replay 0 with --resume, expected no opt",
        ),
        ((DUEL_FILE, "--decision-seconds", "1"), 2, "1.0 seconds for a decision of policies, expected no limit"),
        (("-", "--against", "-"), 2, "standard input for both variants"),
        (("other.jsonl", "--replay", "0", "--out", "a.enf"), 3, "the first line"),
        (("nothing.jsonl", "--replay", "0", "--out", "a.enf"), 3, "'nothing.jsonl': No such file"),
        (("nothing.csv", "--replay", "0", "--out", "a.enf"), 3, "'nothing.csv': No such file"),
    ],
)
def test_bad_input_is_told(
    arguments: tuple[str, ...], code: int, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("other.jsonl").write_text("{}\n")
    assert expected in said(capsys, *arguments, code=code)


OF_RUNS = {
    "--games": ["3"],
    "--against": ["longer.toml"],
    "--bots": ["random"],
    "--seed": ["0"],
    "--paired": [],
    "--workers": ["1"],
    "--engine": ["local"],
    "--resume": [],
    "--overwrite": [],
    "--on-fault": ["forfeit"],
    "--decision-seconds": ["1"],
    "--orders": ["1000000"],
}


def test_options_of_a_run_are_refused_where_a_game_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    """Those at their defaults as well; all that there are, so that a new one is not forgotten."""
    said(capsys, DUEL_FILE, "--games", "1", "--workers", "1", "--out", "games.jsonl")
    recording = ("games.jsonl", "--replay", "0", "--out", "game.enf")
    for option, values in OF_RUNS.items():
        expected = f"enfilade: --replay 0 with {option}, expected no option of a run but --out\n"
        assert said(capsys, *recording, option, *values, code=2) == expected
    everything = [word for option, values in OF_RUNS.items() for word in (option, *values)]
    assert f"--replay 0 with {', '.join(OF_RUNS)}, expected" in said(capsys, *recording, *everything, code=2)
    assert not Path("game.enf").exists()
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    options = set(re.findall(r"^  (--[a-z-]+)", capsys.readouterr().out, re.MULTILINE))
    assert options - {"--json", "--out", "--replay"} == set(OF_RUNS)


def test_game_that_fails_has_an_exit_code_of_its_own(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was asked was right, and no file is bad."""
    arguments = (DUEL_FILE, "--games", "2", "--workers", "1", "--bots", "failing,random", "--on-fault", "raise")
    with known_bot("failing", FailingBot, monkeypatch):
        assert main(["simulate", *arguments]) == 4
    assert "game 0 of the run, seed" in capsys.readouterr().err


@pytest.mark.parametrize("problem", [WorkersLost("lost"), WorkersNotStarted("not started")])
def test_workers_that_end_have_the_exit_code_of_games_that_fail(problem: Exception) -> None:
    assert exit_code_of(problem) == 4


def test_error_is_json_where_that_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, DUEL_FILE, "--games", "1", "--workers", "1", "--out", "games.jsonl")
    told = json.loads(
        said(capsys, DUEL_FILE, "--games", "1", "--seed", "1", "--out", "games.jsonl", "--resume", "--json", code=3)
    )
    assert told == {"error": "OtherRun", "message": "'games.jsonl': results of another run: seed 0, expected 1"}


class Terminal(io.StringIO):
    """Standard error that is a terminal."""

    def isatty(self) -> bool:
        """It is."""
        return True


def test_progress_is_shown_on_a_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream, shown in (
        (Terminal(), "\rduel: 3 of 10 games, 1.5 a second, 0:05 left\x1b[K"),
        (io.StringIO(), ""),
    ):
        monkeypatch.setattr("sys.stderr", stream)
        line = ProgressLine()
        with line:
            line.show(Progress("duel", 3, 10, 3, 2.0))
            line.show(Progress("duel", 4, 10, 4, 2.1))
        assert stream.getvalue() == shown + ("\n" if shown else "")


def test_interruption_says_what_is_kept(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(line: ProgressLine, progress: Progress) -> None:
        line._latest = progress
        raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "show", interrupt)
    told = said(capsys, DUEL_FILE, "--games", "3", "--workers", "1", "--out", "games.jsonl", code=130)
    assert told == "enfilade: interrupted after 1 of 3 games; --resume goes on\n"
    assert said(capsys, DUEL_FILE, "--games", "3", "--workers", "1", code=130).endswith("nothing was kept\n")


def test_interruption_of_a_run_that_is_gone_on_with_does_not_say_that_it_has_no_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    run = (DUEL_FILE, "--workers", "1", "--out", "games.jsonl")
    said(capsys, *run, "--games", "2")
    with monkeypatch.context() as patched:
        patched.setattr(Table, "play", interrupt)
        told = said(capsys, *run, "--games", "3", "--resume", code=130)
    assert told == "enfilade: interrupted before a game of this call had ended; --resume goes on\n"
    assert "\n3 games\n" in said(capsys, *run, "--games", "3", "--resume")


@pytest.mark.parametrize("bots", [("random",), ("random-unit", "greedy"), ("greedy", "walker"), ("walker", "random")])
def test_compile_prepares_all_that_games_between_these_bots_call(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bots: tuple[str, ...]
) -> None:
    prepared: list[object] = []

    def keep(entries: Iterable[object], told: object) -> list[object]:
        prepared.extend(entries)
        return []

    monkeypatch.setattr("enfilade.cli.counting.compile_now", keep)
    assert main(["compile", "--scenario", DUEL_FILE]) == 0
    capsys.readouterr()
    run = Run(ef.load_scenario(DUEL_FILE), bots)
    games = PolicyGames(run) if run.is_of_policies else BotGames(run)
    assert all(any(entry is other for other in prepared) for entry in games.entries())
    assert len(prepared) == len(set(map(id, prepared)))


@pytest.mark.parametrize(
    ("compiled", "told"),
    [((), ""), (("a", "b"), "\rcompiling kernels: 1 of 3\rcompiling kernels: 2 of 3\n")],
)
def test_line_of_what_is_compiled_ends_wherever_some_of_it_was_there_before(
    monkeypatch: pytest.MonkeyPatch, compiled: tuple[str, ...], told: str
) -> None:
    """The last number need not be reached: nothing is told of entries that were loaded before."""

    def compile_some(entries: Sequence[Any], tell: Callable[[Compiled], None]) -> list[Compiled]:
        done = [Compiled(name, 0.0) for name in compiled]
        for entry in done:
            tell(entry)
        return done

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("enfilade.cli.counting.compile_now", compile_some)
    entries: list[Any] = [object(), object(), object()]
    _compiled(entries)
    assert terminal.getvalue() == told
