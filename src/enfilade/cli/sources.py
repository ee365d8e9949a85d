"""What commands read: files, or standard input where ``-`` is given."""

from __future__ import annotations

import sys

from enfilade.core.engine.files import read_bounded
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.load import SCENARIO_BYTES_MAX, decode_scenario
from enfilade.core.scenario.schema import Scenario
from enfilade.library import load_scenario
from enfilade.replays.errors import ReplayError
from enfilade.replays.format import LOG_BYTES_MAX
from enfilade.replays.reader import Source

STANDARD_INPUT = "-"


def scenario_at(name: str) -> Scenario:
    """A shipped scenario by its name, or one from a file or from standard input.

    Raises:
        UnknownScenario: there is no such scenario and no such file.
        ScenarioError: what was read is no scenario.
    """
    if name != STANDARD_INPUT:
        return load_scenario(name)
    data = read_bounded(sys.stdin.buffer, SCENARIO_BYTES_MAX)
    if data is None:
        problem = Problem("standard input", f"over {SCENARIO_BYTES_MAX} bytes", "no more")
        raise ScenarioError("standard input", [problem])
    return decode_scenario(data, "standard input")


def log_at(name: str) -> Source:
    """A log's file, or its bytes from standard input.

    Raises:
        ReplayError: there are too many.
    """
    if name != STANDARD_INPUT:
        return name
    data = read_bounded(sys.stdin.buffer, LOG_BYTES_MAX)
    if data is None:
        raise ReplayError("standard input", f"over {LOG_BYTES_MAX} bytes, expected no more")
    return data
