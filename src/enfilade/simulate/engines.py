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
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Protocol

from .errors import BadRun, MissingExtra
from .play import Played, make_ready, play_range
from .run import Run

WORKERS_MAX = 4096
ENGINES = ("local", "ray")


class Engine(Protocol):
    """Plays ranges of games of one run.

    Attributes:
        workers: how many games it plays at the same time.
        lost: what the future of a range raises that was lost together with who played it.
    """

    workers: int
    lost: tuple[type[BaseException], ...]

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have the games from ``start`` to ``stop - 1`` played."""

    def close(self) -> None:
        """Stop; games that are under way are given up."""


def engine_of(name: str, run: Run, workers: int) -> Engine:
    """The engine of a name.

    Args:
        name: ``local`` or ``ray``.
        run: what it plays.
        workers: games at the same time.

    Raises:
        BadRun: there is no such engine, or the number of workers is out of range.
        MissingExtra: the package that it needs is not installed.
    """
    refuse_engine(name, workers)
    if name == "ray":
        from .ray_engine import RayEngine

        return RayEngine(run, workers)
    return Processes(run, workers) if workers > 1 else ThisProcess(run)


def refuse_engine(name: str, workers: int) -> None:
    """Refuse what is no engine, or cannot be had here.

    Raises:
        BadRun: there is no such engine, or the number of workers is out of range.
        MissingExtra: the package that it needs is not installed.
    """
    if name not in ENGINES:
        raise BadRun(f"engine {name!r}, expected one of {', '.join(ENGINES)}")
    if not 1 <= workers <= WORKERS_MAX:
        raise BadRun(f"{workers} workers, expected 1 to {WORKERS_MAX}")
    if name == "ray" and not _is_installed("ray"):
        raise MissingExtra("the engine 'ray'", "ray", "ray")


def _is_installed(package: str) -> bool:
    """Whether a package can be imported; it is not."""
    return importlib.util.find_spec(package) is not None


class ThisProcess:
    """Plays where it is asked, before ``submit`` returns."""

    workers = 1
    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, run: Run) -> None:
        """Play games of a run."""
        self._run = run

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Play these games."""
        future: Future[Played] = Future()
        try:
            future.set_result(play_range(self._run, start, stop))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def close(self) -> None:
        """Nothing is under way."""


class Processes:
    """Plays in processes of their own, which end with this one however it ends.

    A process that dies takes the others of its pool with it; the next range that is submitted has a new pool.
    """

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, run: Run, workers: int) -> None:
        """Play games of a run in so many processes."""
        self.workers = workers
        self._run = run
        self._pool: ProcessPoolExecutor | None = None
        self._life: Connection | None = None

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played."""
        if self._pool is not None:
            try:
                return self._pool.submit(_play, start, stop)
            except BrokenProcessPool:
                self.close()
        self._pool = self._begun()
        return self._pool.submit(_play, start, stop)

    def _begun(self) -> ProcessPoolExecutor:
        """A new pool."""
        end, self._life = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, initializer=_begin, initargs=(self._run, end))

    def close(self) -> None:
        """End the processes, in the middle of games if need be."""
        if self._life is not None:
            self._life.close()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = self._life = None


_RUN: list[Run] = []
"""In a process that plays: the run."""


def _begin(run: Run, life: Connection) -> None:
    """What a process does first: it leaves interruptions to its parent, and ends when that closes the pipe or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    make_ready(run)
    _RUN.append(run)


def _end_with(life: Connection) -> None:
    """End this process when the other end of a pipe is closed."""
    with contextlib.suppress(EOFError, OSError):
        life.recv_bytes()
    os._exit(1)


def _play(start: int, stop: int) -> Played:
    """Play games, in a process of a pool."""
    return play_range(_RUN[0], start, stop)
