"""Where games are played: in this process, in several, or on a cluster. All play the same games.

An engine takes ranges of games and gives futures of what was played. What it does not do is to bring order into them;
that is done in one place for all, in ``gather``.
"""

from __future__ import annotations

import contextlib
import importlib.util
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Protocol

from enfilade.core.engine.kernel import Switch
from enfilade.core.engine.warm import Compiled

from .errors import BadRun, MissingExtra, WorkersNotStarted
from .play import Played, Table
from .run import Run, whole_number

WORKERS_MAX = 4096
ENGINES = ("local", "ray")
SPAWN = multiprocessing.get_context("spawn")


class Engine(Protocol):
    """Plays ranges of games of one run.

    Attributes:
        workers: how many games it plays at the same time.
        lost: what the future of a range raises that was lost together with who played it.
    """

    workers: int
    lost: tuple[type[BaseException], ...]

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have the games from ``start`` to ``stop - 1`` played.

        Raises:
            WorkersNotStarted: workers were lost that cannot even start.
        """

    def close(self) -> None:
        """Stop; games that are under way are given up."""


def engine_of(name: str, run: Run, workers: int, compiling: Callable[[Compiled], None] | None = None) -> Engine:
    """The engine of a name.

    Args:
        name: ``local`` or ``ray``.
        run: what it plays.
        workers: games at the same time.
        compiling: called after each entry that is compiled or loaded here.

    Raises:
        BadRun: there is no such engine, or the number of workers is out of range.
        MissingExtra: the package that it needs is not installed.
        ScenarioError, UnknownFamily: something is wrong with the scenario.
    """
    refuse_engine(name, workers)
    if name == "ray":
        from .ray_engine import RayEngine

        return RayEngine(run, workers)
    table = Table(run)
    table.make_ready(compiling)
    if workers == 1:
        return ThisProcess(table)
    return Threads(run, workers) if table.is_compiled and Switch.compiled else Processes(run, workers)


def refuse_engine(name: str, workers: int) -> None:
    """Refuse what is no engine, or cannot be had here.

    Raises:
        BadRun: there is no such engine, or the number of workers is out of range.
        MissingExtra: the package that it needs is not installed.
    """
    if name not in ENGINES:
        raise BadRun(f"engine {name!r}, expected one of {', '.join(ENGINES)}")
    whole_number("workers", workers, 1, WORKERS_MAX)
    if name == "ray" and not _is_installed("ray"):
        raise MissingExtra("the engine 'ray'", "ray", "ray")


def _is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not."""
    return importlib.util.find_spec(package) is not None


class ThisProcess:
    """Plays where it is asked, before ``submit`` returns."""

    workers = 1
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, table: Table) -> None:
        """Play games of a run."""
        self._table = table

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Play these games."""
        future: Future[Played] = Future()
        try:
            future.set_result(self._table.play(start, stop))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def close(self) -> None:
        """Nothing is under way."""


class Threads:
    """Plays in threads, which leave one another alone while they are in compiled code."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, run: Run, workers: int) -> None:
        """Play games of a run in so many threads."""
        self.workers = workers
        self._tables: SimpleQueue[Table] = SimpleQueue()
        for _ in range(workers):
            self._tables.put(Table(run))
        self._pool = ThreadPoolExecutor(workers, "enfilade-games")

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played."""
        return self._pool.submit(self._play, start, stop)

    def _play(self, start: int, stop: int) -> Played:
        """Play games at a table that is free."""
        table = self._tables.get()
        try:
            return table.play(start, stop)
        finally:
            self._tables.put(table)

    def close(self) -> None:
        """Wait for the ranges that are under way; those that are not are given up."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Processes:
    """Plays in processes of their own, which end with this one however it ends.

    A process that dies takes the others of its pool with it; the next range that is submitted has a new pool. The
    ranges of a pool that is given up since it cannot start a process are lost as well, or cancelled.
    """

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool, CancelledError)

    def __init__(self, run: Run, workers: int) -> None:
        """Play games of a run in so many processes."""
        self.workers = workers
        self._run = run
        self._pool: ProcessPoolExecutor | None = None
        self._life: Connection | None = None

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played.

        Raises:
            WorkersNotStarted: processes were lost that cannot even start.
        """
        try:
            return self._submitted(start, stop)
        except (BrokenProcessPool, OSError, ValueError):  # one that breaks while it starts a process has closed pipes
            self.close()
        refuse_failed_start()
        return self._submitted(start, stop)

    def _submitted(self, start: int, stop: int) -> Future[Played]:
        """Have these games played by the pool there is, or by a new one."""
        with uninterrupted_children():
            if self._pool is None:
                self._pool = self._begun()
            return self._pool.submit(_play, start, stop)

    def _begun(self) -> ProcessPoolExecutor:
        """A new pool."""
        end, self._life = multiprocessing.Pipe(duplex=False)
        return ProcessPoolExecutor(self.workers, SPAWN, initializer=_begin, initargs=(self._run, end))

    def close(self) -> None:
        """End the processes, in the middle of games if need be."""
        if self._life is not None:
            self._life.close()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._life = None


def refuse_failed_start() -> None:
    """See whether a process can be started that has nothing to do.

    It runs the script anew that is the main module, as those do that play. Where that fails it ends by itself with an
    exit code above 0; one that is killed meanwhile has another, and says nothing of the others.

    Raises:
        WorkersNotStarted: it fails.
    """
    with uninterrupted_children():
        process = SPAWN.Process(target=int, daemon=True)
        process.start()
    process.join()
    if process.exitcode is not None and process.exitcode > 0:
        script = getattr(sys.modules["__main__"], "__file__", None)
        raise WorkersNotStarted(
            f"processes that run {script!r} anew to play games end with exit code {process.exitcode} while they start, "
            "expected a script in a file, with what it does under 'if __name__ == \"__main__\":'"
        )


@contextlib.contextmanager
def uninterrupted_children() -> Iterator[None]:
    """Let processes that are started in the block never see an interruption, where the system can do that.

    One that comes meanwhile reaches this process at the end of the block.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would let interruptions through when it begins
    with _interruptions_held_back():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _interruptions_held_back() -> Iterator[None]:
    """Let an interruption that comes in the block be heeded at its end.

    To block the signal does not do that: the system gives it to another thread then, such as one of numpy's, and it is
    heeded in the main thread all the same.
    """
    heeded = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or heeded is None:
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heeded)
        for number in came[:1]:
            signal.raise_signal(number)


_RUNS: list[Run] = []
"""In a process that plays: what it plays."""
_TABLES: list[Table] = []
"""In a process that plays: where it does, from the first range of games on."""


def _begin(run: Run, life: Connection) -> None:
    """What a process does first: it leaves interruptions to its parent, and ends when that closes the pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    _RUNS.append(run)


def _end_with(life: Connection) -> None:
    """End this process when the other end of a pipe is closed."""
    with contextlib.suppress(EOFError, OSError):
        life.recv_bytes()
    os._exit(1)


def _play(start: int, stop: int) -> Played:
    """Play games, in a process of a pool.

    What it needs is set up here and not in ``_begin``, from which an error would not reach whoever waits for the games.
    """
    if not _TABLES:
        table = Table(_RUNS[0])
        table.make_ready()
        _TABLES.append(table)
    return _TABLES[0].play(start, stop)
