"""The scenarios that are installed with the package, reading others, judging them, and writing them."""

from __future__ import annotations

import errno
from importlib.resources import files
from pathlib import Path

import msgspec

from enfilade.core.engine.files import write_file
from enfilade.core.scenario.errors import Problem, ScenarioError, quoted
from enfilade.core.scenario.findings import Findings, place_text
from enfilade.core.scenario.form import unfit_values
from enfilade.core.scenario.load import Draft, draft_of_file, draft_of_text
from enfilade.core.scenario.schema import Scenario
from enfilade.core.scenario.write import scenario_text
from enfilade.systems.families import FAMILIES, PLUGINS, UnknownFamily, find_family, find_plugin, installed_names
from enfilade.systems.family import Family
from enfilade.systems.problems import NO_FAMILY, judge
from enfilade.systems.setup import build, completed


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
    return draft_of(name).whole()


def draft_of(name: str | Path) -> Draft:
    """A shipped scenario by its name, or one from a file, as far as it has a scenario's form.

    Raises:
        UnknownScenario, MissingScenario, OSError: as ``load_scenario``.
        ScenarioError: the file is no TOML.
    """
    text = str(name)
    if text in scenarios():
        folder = Path(str(files("enfilade") / "scenarios"))
        return draft_of_text((folder / f"{text}.toml").read_text(encoding="utf-8"), text, folder)
    path = Path(name)
    is_path = isinstance(name, Path) or len(path.parts) > 1 or bool(path.suffix)
    if path.is_file() or (is_path and path.exists() and not path.is_dir()):
        return draft_of_file(path)
    if text and path.is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder, expected the file of a scenario", text)
    problem = f"there is no scenario {text!r}, expected a file or one of: {', '.join(scenarios())}"
    raise MissingScenario(problem) if is_path else UnknownScenario(problem)


def draft_problems(draft: Draft) -> list[Problem]:
    """Everything that is wrong with a scenario as it was read: its form, what its rules say of it, and its state.

    A state is judged only when nothing else is wrong: it is laid out by all the rest.
    """
    findings = draft.findings
    family = _rules_of(draft.scenario, findings)
    is_whole = not findings.has_stranger("board")  # else a map may be meant
    scenario = completed(draft.scenario, family) if is_whole else draft.scenario
    judge(scenario, family, findings)
    if scenario.state and not findings.problems:
        try:
            build(scenario, family)
        except ScenarioError as problem:
            return problem.problems
    return findings.problems


def _rules_of(scenario: Scenario, findings: Findings) -> Family:
    """The family that a scenario names, with its plug-ins, as far as they are there; what is not is told."""
    family = NO_FAMILY
    if findings.is_known("family"):
        try:
            family = find_family(scenario.family)
        except Exception as problem:  # whatever a package of somebody else's raises when it is imported
            findings.replace(("family",), *_absent(FAMILIES, scenario.family, problem))
    for index, name in enumerate(scenario.plugins):
        try:
            plugin = find_plugin(name)
            family = family if family is NO_FAMILY else family.with_plugins((plugin,))
        except Exception as problem:
            findings.replace(("plugins", index), *_absent(PLUGINS, name, problem))
    return family


def _absent(group: str, name: str, problem: Exception) -> tuple[str, str]:
    """What was found and what was expected where a family or plug-in cannot be had."""
    names = installed_names(group)
    expected = f"one of {', '.join(names)}" if names else "none: nothing is installed"
    if isinstance(problem, UnknownFamily) and name not in names:
        return quoted(name), expected
    return f"{quoted(name)} ({problem})", "what can be imported and goes with the rules"


def save_scenario(scenario: Scenario, path: str | Path) -> None:
    """Write a scenario into a file, whole or not at all; ``load_scenario`` reads it.

    Args:
        scenario: made by hand, or from ``battle.to_scenario()``.
        path: the file.

    Raises:
        ScenarioError: the scenario has texts or numbers that no file of this form can hold.
        OSError: it could not be written; a file of that name is as it was.
    """
    unfit = unfit_values(msgspec.to_builtins(scenario))
    problems = [Problem(place_text(path), found, expected) for path, found, expected in unfit]
    if problems:
        raise ScenarioError(scenario.name, problems)
    write_file(Path(path), scenario_text(scenario).encode())
