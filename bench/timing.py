"""Measuring side by side: contenders take turns within one process, and each figure is the median of its turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType


@dataclass(frozen=True)
class Effort:
    """How much is done for a figure: little in the tests, enough for a steady median otherwise."""

    quick: bool = False

    def pick(self, quick: int, whole: int) -> int:
        """One of two amounts."""
        return quick if self.quick else whole

    @property
    def turns(self) -> int:
        """Turns of each contender."""
        return self.pick(3, 41)


@dataclass
class Watch:
    """Adds up the time spent inside it, and what was done in that time."""

    seconds: float = 0.0
    done: int = 0
    _since: int = field(default=0, repr=False)

    def __enter__(self) -> Watch:
        self._since = time.perf_counter_ns()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seconds += (time.perf_counter_ns() - self._since) * 1e-9


Contender = Callable[[Watch], str]


@dataclass(frozen=True)
class Timing:
    """What one contender took for so much done, and the answer that all its turns came to."""

    seconds: float
    done: int
    answer: str

    @property
    def each(self) -> float:
        """Microseconds of one."""
        return self.seconds / self.done * 1e6

    @property
    def rate(self) -> float:
        """So many a second."""
        return self.done / self.seconds


def repeated(calls: int, call: Callable[[int], object], answer: Callable[[], str]) -> Contender:
    """A contender that makes so many calls, each with its number, then says what they came to."""

    def run(watch: Watch) -> str:
        with watch:
            for number in range(calls):
                call(number)
        watch.done = calls
        return answer()

    return run


def interleaved(turns: int, *contenders: Contender) -> list[Timing]:
    """Let contenders take turns; the median of each. One turn before the first is not counted.

    Raises:
        AssertionError: two turns of a contender came to different answers.
    """
    answers = [contender(Watch()) for contender in contenders]
    watches: list[list[Watch]] = [[] for _ in contenders]
    for _ in range(turns):
        for index, contender in enumerate(contenders):
            watch = Watch()
            answer = contender(watch)
            assert answer == answers[index], f"one turn came to {answer!r}, another to {answers[index]!r}"
            watches[index].append(watch)
    return [
        Timing(statistics.median(watch.seconds for watch in taken), taken[0].done, answer)
        for taken, answer in zip(watches, answers, strict=True)
    ]
