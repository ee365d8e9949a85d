"""The scenarios that are installed with the package, reading others, and writing them."""

from __future__ import annotations

import errno
from importlib.resources import files
from pathlib import Path

import msgspec

from enfilade.core.engine.files import write_file
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.scenario.load import parse_scenario, read_scenario, unfit_values
from enfilade.core.scenario.schema import Scenario
from enfilade.core.scenario.write import scenario_text


class UnknownScenario(ValueError):
    """A name that is neither a shipped scenario nor a file."""


class MissingScenario(UnknownScenario, FileNotFoundError):
    """A path at which there is no file."""


def scenarios() -> list[str]:
    """Names of the shipped scenarios, sorted."""
    folder = files("enfilade") / "scenarios"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def load_scenario(name: str | Path) -> Scenario:
    """A shipped scenario by its name, or one from a file.

    Raises:
        UnknownScenario: there is no such scenario and no such file.
        MissingScenario: what was asked for is a path (it has a folder or an ending), and there is no such file.
        ScenarioError: the file is no scenario.
        OSError: it cannot be read, or is a folder.
    """
    text = str(name)
    if text in scenarios():
        folder = Path(str(files("enfilade") / "scenarios"))
        return parse_scenario((folder / f"{text}.toml").read_text(encoding="utf-8"), text, folder)
    path = Path(name)
    is_path = isinstance(name, Path) or len(path.parts) > 1 or bool(path.suffix)
    if path.is_file() or (is_path and path.exists() and not path.is_dir()):
        return read_scenario(path)
    if text and path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder, expected the file of a scenario", text)
    problem = f"there is no scenario {text!r}, expected a file or one of: {', '.join(scenarios())}"
    raise MissingScenario(problem) if is_path else UnknownScenario(problem)


def save_scenario(scenario: Scenario, path: str | Path) -> None:
    """Write a scenario into a file, whole or not at all; ``load_scenario`` reads it.

    Args:
        scenario: made by hand, or from ``battle.to_scenario()``.
        path: the file.

    Raises:
        ScenarioError: the scenario has texts or numbers that no file of this form can hold.
        OSError: it could not be written; a file of that name is as it was.
    """
    problems = list(unfit_values(msgspec.to_builtins(scenario)))
    if problems:
        raise ScenarioError(scenario.name, problems)
    write_file(Path(path), scenario_text(scenario).encode())
