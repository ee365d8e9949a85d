"""What is wrong with a scenario, all of it at once."""

from __future__ import annotations

from dataclasses import dataclass


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
        return f"{self.place}: found {self.found}, expected {self.expected}"


class ScenarioError(ValueError):
    """A scenario that cannot become a battle.

    Attributes:
        source: file name or scenario name.
        problems: everything that is wrong with it.
    """

    def __init__(self, source: str, problems: list[Problem]) -> None:
        self.source = source
        self.problems = problems
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"scenario {source!r} has {len(problems)} problem(s):\n{lines}")
