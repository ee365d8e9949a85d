"""Runs that are interrupted or killed from outside, or whose processes cannot start, in processes of their own."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.simulate import Simulation
from enfilade.simulate.engines import Processes, uninterrupted_children
from enfilade.simulate.gather import rows_in_order
from enfilade.simulate.play import Played, Table
from tests.face.games import meeting
from tests.simulate.runs import MEETING, run_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")]
CHECKOUT = Path(__file__).parents[2]
GAMES = 1_000_000


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that tests start need not load compiled code."""
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")


def begun(path: Path, *options: str) -> subprocess.Popen[str]:
    """A run on the command line, in a session of its own."""
    scenario = path.with_suffix(".toml")
    ef.save_scenario(MEETING, scenario)
    arguments = [
        str(scenario),
        "--games",
        str(GAMES),
        "--bots",
        "walker",
        "--workers",
        "2",
        "--out",
        str(path),
        *options,
    ]
    command = [sys.executable, "-m", "enfilade", "simulate", *arguments]
    return subprocess.Popen(command, cwd=CHECKOUT, stderr=subprocess.PIPE, text=True, start_new_session=True)


def wait_for_rows(path: Path, count: int, process: subprocess.Popen[str]) -> None:
    """Wait until a run has written so many rows."""
    until = time.monotonic() + 120
    while not path.exists() or path.read_bytes().count(b"\n") <= count:
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)


def members_of(session: int) -> list[int]:
    """Processes of a session that still run."""
    found = subprocess.run(["ps", "-o", "pid=,stat=", "-s", str(session)], capture_output=True, text=True)
    rows = [line.split() for line in found.stdout.splitlines()]
    return [int(pid) for pid, state in rows if not state.startswith("Z")]


def wait_for_end(session: int) -> None:
    """Wait until no process of a session is left."""
    until = time.monotonic() + 30
    while members_of(session):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.parametrize(
    ("signal_number", "to_all"),
    [(signal.SIGINT, True), (signal.SIGKILL, False)],
    ids=["interrupted from the keyboard", "killed"],
)
def test_run_that_is_ended_keeps_whole_rows_and_leaves_no_process(
    tmp_path: Path, signal_number: int, to_all: bool
) -> None:
    path = tmp_path / "games.jsonl"
    process = begun(path)
    wait_for_rows(path, 5, process)
    (os.killpg if to_all else os.kill)(process.pid, signal_number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == (130 if signal_number == signal.SIGINT else -signal_number)
    wait_for_end(process.pid)
    kept = list(Simulation.open(path))
    assert 5 <= len(kept) < GAMES
    if signal_number == signal.SIGINT:
        told = re.fullmatch(rf"enfilade: interrupted after (\d+) of {GAMES} games; --resume goes on\n", errors)
        assert told is not None
        assert int(told[1]) <= len(kept)
    again = begun(path, "--resume", "--games", str(len(kept) + 5))
    assert again.wait(timeout=120) == 0
    rows = list(Simulation.open(path))
    assert [row.index for row in rows] == list(range(len(kept) + 5))
    assert rows[: len(kept)] == kept
    assert Table(Simulation.open(path).run).play(len(kept) - 1, len(kept) + 5).rows == rows[len(kept) - 1 :]


def test_games_of_a_process_that_dies_are_played_again() -> None:
    run = run_of(MEETING)
    engine = Processes(run, 2)
    found = []
    for number, rows in enumerate(rows_in_order(engine, 0, 30)):
        found += rows
        if number == 3:
            assert engine._pool is not None
            next(iter(engine._pool._processes.values())).kill()
    engine.close()
    assert found == Table(run).play(0, 30).rows


class Struck(Processes):
    """Processes of which the first is killed as soon as it is there."""

    is_struck = False

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played."""
        future = super().submit(start, stop)
        if not self.is_struck:
            assert self._pool is not None
            next(iter(self._pool._processes.values())).kill()
            self.is_struck = True
        return future


def test_games_of_a_process_that_is_killed_before_it_can_play_are_played_again() -> None:
    engine = Struck(run_of(MEETING), 2)
    assert [row.index for rows in rows_in_order(engine, 0, 5) for row in rows] == list(range(5))
    engine.close()


def test_pool_that_breaks_while_it_starts_a_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise ValueError("bad value(s) in fds_to_keep")

    engine = Processes(run_of(MEETING), 2)
    first = engine.submit(0, 1).result().rows
    monkeypatch.setattr(engine._pool, "submit", fail)
    assert first + engine.submit(1, 2).result().rows == Table(run_of(MEETING)).play(0, 2).rows
    engine.close()


class Hindered(Processes):
    """Processes of which one cannot be started while games wait for the others."""

    submitted = 0

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played."""
        self.submitted += 1
        if self.submitted == 6:
            assert self._pool is not None
            self._pool.submit = self.fail  # type: ignore[method-assign, assignment]
        return super().submit(start, stop)

    def fail(self, *arguments: object) -> None:
        """What the system says to a process too many."""
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")


def test_games_that_waited_for_a_pool_that_cannot_start_a_process_are_played_again() -> None:
    engine = Hindered(run_of(MEETING), 2)
    assert [row.index for rows in rows_in_order(engine, 0, 10) for row in rows] == list(range(10))
    engine.close()


def test_what_a_process_cannot_play_is_told() -> None:
    engine = Processes(run_of(meeting(family="chess")), 1)
    with pytest.raises(ef.UnknownFamily, match="'chess'"):
        engine.submit(0, 1).result()
    engine.close()


SCRIPT = """
import enfilade as ef
ef.simulate(ef.load_scenario("crossroads"), 4, bots=("walker", "random"), workers=2)
"""


@pytest.mark.parametrize("name", ["games.py", "<stdin>"])
def test_script_that_its_processes_cannot_run_is_told_at_once(tmp_path: Path, name: str) -> None:
    """What says why it ends are at most both processes, and the one that is started to see whether any can."""
    script = tmp_path / "games.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with script.open() as file:
        command = [sys.executable, "-" if name == "<stdin>" else str(script)]
        ended = subprocess.run(command, stdin=file, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    told = ended.stderr.splitlines()
    assert ended.returncode == 1
    expected = re.compile(
        rf"enfilade\.simulate\.errors\.WorkersNotStarted: processes that run '.*{name}' anew to play games end with "
        "exit code 1 while they start, expected a script in a file, with what it does under "
        "'if __name__ == \"__main__\":'"
    )
    assert sum(expected.fullmatch(line) is not None for line in told) == 1
    assert 1 <= sum(re.match(r"(RuntimeError|FileNotFoundError):", line) is not None for line in told) <= 3


def test_interruption_while_processes_are_started_is_told_once(tmp_path: Path) -> None:
    process = begun(tmp_path / "games.jsonl")
    until = time.monotonic() + 60
    while len(members_of(process.pid)) < 3:  # the run, the tracker of its resources, the first player
        assert time.monotonic() < until
        time.sleep(0.005)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    told = "enfilade: interrupted before a game of this call had ended; --resume goes on\n"
    assert (process.returncode, errors) == (130, told)
    wait_for_end(process.pid)


def test_interruption_that_another_thread_is_given_is_heeded_when_processes_are_started() -> None:
    begun, started = threading.Event(), threading.Event()

    def interrupt() -> None:
        begun.wait()
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def start() -> None:
        with uninterrupted_children():
            begun.set()
            thread.join()
            time.sleep(0.01)
            started.set()

    thread = threading.Thread(target=interrupt, daemon=True)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        start()
    assert started.is_set()
