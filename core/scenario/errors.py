"""What is wrong with a scenario, all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PROBLEMS_SHOWN = 50
FOUND_SHOWN = 200


@dataclass(frozen=True)
class Problem:
    """One thing wrong with a scenario.

    Attributes:
        place: where it is, as a path of keys such as ``units[3].at``, or a line and column.
        found: the offending text.
        expected: what would have been right.
    """

    place: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{shortened(self.place)}: found {shortened(self.found)}, expected {shortened(self.expected)}"


def shortened(text: str) -> str:
    """The text, or as much of it as a message has room for, in characters that every terminal can print.

    >>> shortened("a" * 1000)[-24:]
    'aaa... (1000 characters)'
    """
    shown = text if len(text) <= FOUND_SHOWN else f"{text[:FOUND_SHOWN]}... ({len(text)} characters)"
    return shown.encode("utf-8", "backslashreplace").decode("utf-8")


def quoted(value: object) -> str:
    """A value as messages show it, however large it is.

    >>> quoted("B3"), quoted(1 << 100_000)
    ("'B3'", 'a value too large to show (int)')
    """
    try:
        return shortened(repr(value))
    except (ValueError, RecursionError):
        return f"a value too large to show ({type(value).__name__})"


def listed(problems: Sequence[Problem]) -> str:
    """Problems as lines of a message, the first of them when there are many."""
    lines = [f"  {problem}" for problem in problems[:PROBLEMS_SHOWN]]
    if len(problems) > PROBLEMS_SHOWN:
        lines.append(f"  ... and {len(problems) - PROBLEMS_SHOWN} more")
    return "\n".join(lines)


class ScenarioError(ValueError):
    """A scenario that cannot become a battle.

    Attributes:
        source: file name or scenario name.
        problems: everything that is wrong with it.
    """

    what = "scenario"

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        super().__init__(f"{self.what} {shortened(repr(source))} has {len(problems)} problem(s):\n{listed(problems)}")
