"""The benchmarks run, and refuse wrong answers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench import peers
from bench.__main__ import PAGE, main, rows_named
from bench.registry import ROWS, Bar, Figure, Peer, Result, Row, WrongAnswer
from bench.report import as_text
from bench.timing import Contender, Effort, Watch, interleaved

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.slow
def test_every_row_runs_quickly_and_comes_to_its_answer() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--json"],
        cwd=CHECKOUT,
        env=os.environ | {"ENFILADE_KERNELS": os.environ.get("ENFILADE_KERNELS", "interpreted")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)["rows"]
    assert [row["name"] for row in rows] == list(ROWS.rows)
    assert all(row["answer"] for row in rows)
    assert [row["name"] for row in rows if row["unit"] != "power" and row["figure"] <= 0] == []
    assert all(peer["figure"] > 0 for row in rows for peer in row["peers"])


def test_the_page_names_every_row() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in ROWS.rows if f"| {name} |" not in text] == []


def test_a_wrong_answer_is_refused_with_both_answers() -> None:
    wrong = Row("sum", "1 + 1", "us", lambda effort: Figure(1.0, "3"), answer="2")
    with pytest.raises(WrongAnswer, match="row 'sum' came to '3', expected '2'"):
        wrong.run(Effort(quick=True))


def test_a_wrong_answer_ends_the_run_with_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Row("sum", "1 + 1", "us", lambda effort: Figure(1.0, "3"), answer="2")
    monkeypatch.setattr("bench.__main__.compile_all", lambda: None)
    monkeypatch.setattr(ROWS, "rows", {"sum": wrong})
    assert main(["--only", "sum"]) == 1
    assert "came to '3', expected '2'" in capsys.readouterr().err


def test_contenders_take_turns_after_one_uncounted_turn_each() -> None:
    order: list[str] = []

    def contender(name: str) -> Contender:
        def run(watch: Watch) -> str:
            order.append(name)
            watch.seconds = {1: 9.0, 2: 1.0, 3: 5.0, 4: 2.0}[order.count(name)]
            watch.done = 2
            return name

        return run

    ours, peer = interleaved(3, contender("ours"), contender("peer"))
    assert order == ["ours", "peer"] * 4
    assert (ours.seconds, ours.answer, peer.answer) == (2.0, "ours", "peer")
    assert (ours.each, ours.rate) == (1e6, 1.0)


def test_a_contender_that_changes_its_answer_is_refused() -> None:
    answers = iter("aab")
    with pytest.raises(AssertionError, match="one turn came to 'b', another to 'a'"):
        interleaved(2, lambda watch: next(answers))


@pytest.mark.parametrize(("bar", "figure", "met"), [(Bar(4), 4, True), (Bar(4), 4.1, False), (Bar(4, True), 4.1, True)])
def test_a_bar_is_a_most_or_a_least(bar: Bar, figure: float, met: bool) -> None:
    assert bar.met(figure) is met


@pytest.mark.parametrize(
    ("figures", "met", "said"),
    [((), None, "not measured"), ((2.0, 3.0), True, "met"), ((2.0, 5.0), False, "NOT MET")],
)
def test_a_bar_of_peers_is_held_to_the_fastest_of_them(figures: tuple[float, ...], met: bool | None, said: str) -> None:
    row = Row("games", "games", "games/s", lambda effort: Figure(4.0, ""), None, Bar(1, True, of_peers=True), rate=True)
    result = Result(row, Figure(4.0, "", tuple(Peer("chess", figure) for figure in figures)))
    assert result.met is met
    assert f"[>= 1x the peers: {said}]" in as_text([result])


def test_without_open_spiel_its_rows_have_no_peers_and_no_page_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.peers.open_spiel", lambda: None)
    monkeypatch.setattr("bench.__main__.open_spiel", lambda: None)
    monkeypatch.setattr("bench.__main__.interpreted", lambda: False)
    assert peers.spiel_contenders(1) == {}
    with pytest.raises(SystemExit):
        main(["--write"])


def test_a_name_means_its_row_or_the_rows_that_begin_with_it() -> None:
    assert rows_named(["growth"]) == ["growth"]
    assert rows_named(["start"]) == ["start-interpreted", "start-compiled"]
    assert rows_named(["start-compiled", "hash"]) == ["hash-6k", "hash-1m", "start-compiled"]
    assert rows_named(["growth", "grow"]) == []


def test_a_name_of_no_row_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "grow"])
    assert "--only grow, expected one of entry-call, " in capsys.readouterr().err


def test_a_page_of_few_rows_cannot_be_written() -> None:
    with pytest.raises(SystemExit):
        main(["--write", "--quick"])
