"""Reading scenarios: TOML to a ``Scenario``, or an error that lists what is wrong and where."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from .errors import Problem, ScenarioError
from .schema import Scenario

SCENARIO_BYTES_MAX = 64 << 20


def parse_scenario(text: str, source: str = "scenario") -> Scenario:
    """The scenario in a TOML text.

    Raises:
        ScenarioError: the text is no TOML, or does not have a scenario's form.
    """
    try:
        data = tomllib.loads(text)
        return msgspec.convert(data, Scenario)
    except tomllib.TOMLDecodeError as problem:
        raise ScenarioError(source, [Problem("TOML", str(problem), "valid TOML")]) from None
    except msgspec.ValidationError as problem:
        message, _, place = str(problem).partition(" - at ")
        raise ScenarioError(source, [Problem(place or "the file", message, "the form of a scenario")]) from None


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file.

    Raises:
        ScenarioError: it is no scenario.
        FileNotFoundError: there is no such file.
    """
    data = path.read_bytes()[: SCENARIO_BYTES_MAX + 1]
    if len(data) > SCENARIO_BYTES_MAX:
        raise ScenarioError(str(path), [Problem("the file", f"over {SCENARIO_BYTES_MAX} bytes", "a smaller file")])
    try:
        return parse_scenario(data.decode("utf-8"), str(path))
    except UnicodeDecodeError as problem:
        raise ScenarioError(
            str(path), [Problem(f"byte {problem.start}", repr(data[problem.start : problem.end]), "UTF-8 text")]
        ) from None
