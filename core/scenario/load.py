"""Reading scenarios: TOML to a ``Scenario``, or an error that lists what is wrong and where."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from enfilade.core.engine.files import LOG_MAGIC, SAVE_MAGIC, read_file

from .errors import Problem, ScenarioError
from .findings import Findings
from .form import read_form
from .schema import Scenario
from .toml import NoToml, decoded, parsed
from .type_files import read_type_files

SCENARIO_BYTES_MAX = 64 << 20


class Draft(NamedTuple):
    """A scenario as far as it could be read.

    Attributes:
        source: what messages call it.
        scenario: with neutral stand-ins for what could not be read, and the types of its files among its own.
        findings: what is wrong with it, and what are stand-ins.
    """

    source: str
    scenario: Scenario
    findings: Findings

    def whole(self) -> Scenario:
        """The scenario, when all of it could be read.

        Raises:
            ScenarioError: with everything that could not.
        """
        if self.findings.problems:
            raise ScenarioError(self.source, self.findings.problems)
        return self.scenario


def parse_scenario(text: str, source: str = "scenario", folder: Path | None = None) -> Scenario:
    """The scenario in a TOML text.

    Args:
        text: the scenario.
        source: what messages call it.
        folder: where its files of types lie, by default the current one.

    Raises:
        ScenarioError: the text is no TOML, or does not have a scenario's form; with everything that is wrong so far.
    """
    return draft_of_text(text, source, folder).whole()


def decode_scenario(data: bytes, source: str, folder: Path | None = None) -> Scenario:
    """The scenario in the bytes of a file.

    Raises:
        ScenarioError: they hold none.
    """
    return draft_of_bytes(data, source, folder).whole()


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file.

    Raises:
        ScenarioError: it is no scenario.
        OSError: it cannot be read.
    """
    return draft_of_file(path).whole()


def draft_of_file(path: Path) -> Draft:
    """The scenario in a file, as far as it has a scenario's form.

    Raises:
        ScenarioError: it is no TOML, or too large.
        OSError: it cannot be read.
    """
    data = read_file(path, SCENARIO_BYTES_MAX)
    if data is None:
        raise ScenarioError(str(path), [Problem("the file", f"over {SCENARIO_BYTES_MAX} bytes", "a smaller file")])
    return draft_of_bytes(data, str(path), path.parent)


def draft_of_bytes(data: bytes, source: str, folder: Path | None = None) -> Draft:
    """The scenario in the bytes of a file, as far as it has a scenario's form.

    Raises:
        ScenarioError: they are no TOML.
    """
    for magic, found, reader in (
        (LOG_MAGIC, "a replay log", "enfilade replay show"),
        (SAVE_MAGIC, "a save", "Battle.load"),
    ):
        if data.startswith(magic):
            raise ScenarioError(source, [Problem("the file", found, f"a scenario; `{reader}` reads {found}")])
    try:
        text = decoded(data)
    except NoToml as problem:
        raise ScenarioError(source, [problem.problem]) from None
    return draft_of_text(text, source, folder)


def draft_of_text(text: str, source: str, folder: Path | None = None) -> Draft:
    """The scenario in a TOML text, as far as it has a scenario's form.

    Raises:
        ScenarioError: it is no TOML.
    """
    try:
        data = parsed(text)
    except NoToml as problem:
        raise ScenarioError(source, [problem.problem]) from None
    findings = Findings(_unit_names(data.get("units")))
    scenario = read_form(data, Scenario, findings)
    if scenario.type_files:
        types = read_type_files(data["type_files"], folder if folder is not None else Path(), findings)
        for name in scenario.types:
            findings.origins.pop(name, None)
        scenario = msgspec.structs.replace(scenario, type_files=[], types={**types, **scenario.types})
    return Draft(source, scenario, findings)


def _unit_names(units: Any) -> list[str]:
    """The name of each unit, for messages; empty where there is none."""
    if not isinstance(units, list):
        return []
    names = (unit.get("id") if isinstance(unit, dict) else None for unit in units)
    return [name if isinstance(name, str) else "" for name in names]
