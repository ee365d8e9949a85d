"""The scenarios that are installed with the package, and reading others."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from enfilade.core.scenario.load import parse_scenario, read_scenario
from enfilade.core.scenario.schema import Scenario


class UnknownScenario(ValueError):
    """A name that is neither a shipped scenario nor a file."""


def scenarios() -> list[str]:
    """Names of the shipped scenarios, sorted."""
    folder = files("enfilade") / "scenarios"
    return sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))


def load_scenario(name: str | Path) -> Scenario:
    """A shipped scenario by its name, or one from a file.

    Raises:
        UnknownScenario: there is no such scenario and no such file.
        ScenarioError: the file is no scenario.
    """
    text = str(name)
    if text in scenarios():
        return parse_scenario((files("enfilade") / "scenarios" / f"{text}.toml").read_text(encoding="utf-8"), text)
    path = Path(name)
    if not path.is_file():
        known = ", ".join(scenarios())
        raise UnknownScenario(f"there is no scenario {text!r}, expected a file or one of: {known}")
    return read_scenario(path)
