"""How an error is told, and which exit code it ends in."""

from __future__ import annotations

import dataclasses
import json
import sys
from typing import Any

YES = 0
NO = 1
USAGE = 2
BAD_FILE = 3
FAILED = 4
INTERRUPTED = 130
"""As a shell tells of a process that SIGINT ended."""


def exit_code_of(problem: Exception) -> int:
    """2 for what was asked wrongly, 3 for a file that cannot be used, 4 for games that could not be played to the end.

    >>> exit_code_of(FileNotFoundError("a.enf")), exit_code_of(ValueError("-1 orders"))
    (3, 2)
    """
    from enfilade.core.scenario.errors import ScenarioError
    from enfilade.replays.errors import ReplayError
    from enfilade.replays.saves import SaveError
    from enfilade.simulate.errors import GameFailed, ResultsError, WorkersLost, WorkersNotStarted
    from enfilade.systems.families import UnknownFamily

    if isinstance(problem, GameFailed | WorkersLost | WorkersNotStarted):
        return FAILED
    bad_files = (OSError, ScenarioError, ReplayError, ResultsError, SaveError, UnknownFamily)
    return BAD_FILE if isinstance(problem, bad_files) else USAGE


def report(problem: Exception, *, as_json: bool) -> None:
    """Tell of an error on standard error: a sentence, or an object with its kind, its message and what it lists."""
    if not as_json:
        print(f"enfilade: {_sentence(problem)}", file=sys.stderr)
        return
    told: dict[str, Any] = {"error": type(problem).__name__, "message": _sentence(problem)}
    listed = getattr(problem, "problems", None)
    if listed is not None:
        told["problems"] = [dataclasses.asdict(entry) for entry in listed]
    print(json.dumps(told), file=sys.stderr)


def _sentence(problem: Exception) -> str:
    """What an error says; one of the system's begins with the file."""
    if isinstance(problem, OSError) and problem.filename is not None and problem.strerror:
        return f"{str(problem.filename)!r}: {problem.strerror}"
    return str(problem)
