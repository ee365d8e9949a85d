"""Games of a run in the order of their numbers, whoever plays them and in whatever order they come back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass

from .engines import Engine
from .errors import WorkersLost
from .play import Played
from .run import Row

TASKS_A_WORKER = 3
"""Ranges of games that are handed out at most, for each worker: one it plays, one that waits for it, one that is done
and waits for an earlier one."""
TASK_SECONDS = 0.25
"""How long a range of games should take."""
TASK_GAMES_MAX = 4096
TRIES_MAX = 4
"""How often a range is played at most whose workers are lost."""


@dataclass
class Task:
    """A range of games that was handed out: from ``start`` to ``stop - 1``, for so many times."""

    start: int
    stop: int
    future: Future[Played]
    tries: int = 1

    def __str__(self) -> str:
        last = self.stop - 1
        return f"game {last}" if self.start == last else f"games {self.start} to {last}"


def rows_in_order(engine: Engine, start: int, stop: int) -> Iterator[list[Row]]:
    """Have games played, and give their rows in order.

    A bounded number of games is handed out at any time. A range that is lost with its worker is played again.

    Args:
        engine: who plays; it is the caller's to close.
        start: number of the first game.
        stop: number of the game after the last one.

    Raises:
        GameFailed: a game cannot be played to its end.
        WorkersLost: the workers of a range ended ``TRIES_MAX`` times.
        WorkersNotStarted: workers cannot even start.
    """
    waiting: deque[Task] = deque()
    size = 1
    while waiting or start < stop:
        while start < stop and len(waiting) < TASKS_A_WORKER * engine.workers:
            end = min(start + size, stop)
            waiting.append(Task(start, end, engine.submit(start, end)))
            start = end
        played = result_of(engine, waiting.popleft())
        size = next_size(played)
        yield played.rows
        if played.failed is not None:
            raise played.failed


def result_of(engine: Engine, task: Task) -> Played:
    """What came of a range of games; it is handed out again when its worker is lost."""
    while True:
        try:
            return task.future.result()
        except engine.lost as problem:
            if task.tries == TRIES_MAX:
                raise WorkersLost(f"the workers of {task} ended {task.tries} times: {problem}") from None
            task.tries += 1
            task.future = engine.submit(task.start, task.stop)


def next_size(played: Played) -> int:
    """How many games to hand out at a time, by how long these took.

    >>> next_size(Played([], 0.0))
    4096
    """
    games_a_second = len(played.rows) / played.seconds if played.seconds > 0 else TASK_GAMES_MAX / TASK_SECONDS
    return min(max(int(games_a_second * TASK_SECONDS), 1), TASK_GAMES_MAX)
