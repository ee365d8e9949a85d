"""``enfilade validate``: everything that is wrong with scenarios, each file for itself."""

from __future__ import annotations

import argparse
import dataclasses
import json

from enfilade.core.scenario.errors import Problem, ScenarioError, quoted
from enfilade.library import UnknownScenario, draft_problems, scenarios

from .failures import BAD_FILE, YES
from .sources import STANDARD_INPUT, draft_at


def validate(chosen: argparse.Namespace) -> int:
    """Say of each scenario whether it is valid, or what is wrong with it.

    Raises:
        ValueError: standard input is named twice.
    """
    if chosen.files.count(STANDARD_INPUT) > 1:
        raise ValueError(f"{STANDARD_INPUT!r} is given {chosen.files.count(STANDARD_INPUT)} times, expected once")
    found = {name: problems_of(name) for name in chosen.files}
    if chosen.json:
        print(json.dumps([_as_data(name, problems) for name, problems in found.items()]))
    else:
        for name, problems in found.items():
            for line in map(str, problems) if problems else ["valid"]:
                print(f"{_printable(name)}: {line}")
    return BAD_FILE if any(found.values()) else YES


def problems_of(name: str) -> list[Problem]:
    """Everything that is wrong with the scenario of this name, in this file, or in standard input."""
    try:
        return draft_problems(draft_at(name))
    except ScenarioError as problem:
        return problem.problems
    except UnknownScenario:
        return [Problem("the file", f"nothing at {quoted(name)}", f"a file, or one of {', '.join(scenarios())}")]
    except IsADirectoryError:
        return [Problem("the file", "a folder", "the file of a scenario")]
    except OSError as problem:
        return [Problem("the file", problem.strerror or str(problem), "a file that can be read")]


def _printable(name: str) -> str:
    """The name of a file; bytes of it that are no text as escapes."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _as_data(name: str, problems: list[Problem]) -> dict[str, object]:
    """What is said of a file with ``--json``."""
    return {"file": name, "valid": not problems, "problems": [dataclasses.asdict(problem) for problem in problems]}
