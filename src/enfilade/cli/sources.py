"""What commands read: files, or standard input where ``-`` is given."""

from __future__ import annotations

import sys
from pathlib import Path

from enfilade import replays
from enfilade.battle import Battle
from enfilade.core.engine.files import LOG_MAGIC, MAGIC_BYTES, SAVE_MAGIC, naming, read_bounded, read_file
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.load import SCENARIO_BYTES_MAX, Draft, decode_scenario, draft_of_bytes
from enfilade.core.scenario.schema import Scenario
from enfilade.library import draft_of, load_scenario
from enfilade.replays.errors import ReplayError
from enfilade.replays.format import LOG_BYTES_MAX
from enfilade.replays.reader import Source
from enfilade.replays.saves import game_of_save, parse_save
from enfilade.systems.families import family_of

STANDARD_INPUT = "-"


def scenario_at(name: str) -> Scenario:
    """A shipped scenario by its name, or one from a file or from standard input.

    Raises:
        UnknownScenario: there is no such scenario and no such file.
        ScenarioError: what was read is no scenario.
    """
    return draft_at(name).whole()


def draft_at(name: str) -> Draft:
    """A shipped scenario by its name, or one from a file or from standard input, as far as it has a scenario's form.

    Raises:
        UnknownScenario: there is no such scenario and no such file.
        ScenarioError: what was read is no TOML.
    """
    if name != STANDARD_INPUT:
        return draft_of(name)
    return draft_of_bytes(_standard_input(), "standard input")


def text_at(name: str) -> str:
    """The text of a file or of standard input.

    Raises:
        ScenarioError: there is too much of it, or it is no text in UTF-8.
        OSError: the file cannot be read.
    """
    data = _standard_input() if name == STANDARD_INPUT else read_file(Path(name), SCENARIO_BYTES_MAX)
    if data is None:
        raise ScenarioError(name, [Problem("the file", f"over {SCENARIO_BYTES_MAX} bytes", "a smaller file")])
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        offending = repr(data[problem.start : problem.end])
        raise ScenarioError(name, [Problem(f"byte {problem.start}", offending, "UTF-8 text")]) from None


def battle_at(name: str, seed: int | None, step: int | None) -> Battle:
    """The battle of a scenario, of a save, or of a log after a step.

    Args:
        name: as for ``scenario_at``; a file, or standard input, may also hold a save or a log.
        seed: of the dice; without it those of a position go on.
        step: the step of a log, by default its last.

    Raises:
        ValueError: a step is asked for, and there is no log.
        ScenarioError, SaveError, ReplayError: what was read cannot be used.
    """
    data = _standard_input() if name == STANDARD_INPUT else None
    magic = data[:MAGIC_BYTES] if data is not None else _magic_of(Path(name))
    if magic != LOG_MAGIC and step is not None:
        raise ValueError(f"--step {step} of {name!r}, expected a replay log, which has steps")
    if magic not in (LOG_MAGIC, SAVE_MAGIC):
        return Battle(decode_scenario(data, "standard input") if data is not None else load_scenario(name), seed)
    if magic == LOG_MAGIC:
        battle = Battle.of_game(replays.position(data if data is not None else name, step))
    elif data is not None:
        battle = Battle.of_game(game_of_save(parse_save(data, "standard input"), "standard input", family_of))
    else:
        battle = Battle.load(name)
    if seed is not None:
        battle.rekey(seed)
    return battle


def is_position(name: str) -> bool:
    """Whether a file is a save or a log."""
    return _magic_of(Path(name)) in (LOG_MAGIC, SAVE_MAGIC)


def _magic_of(path: Path) -> bytes:
    """The first bytes of a file; none when there is no such file."""
    if not path.is_file():
        return b""
    with naming(path), path.open("rb") as file:
        return file.read(MAGIC_BYTES)


def _standard_input() -> bytes:
    """All of standard input.

    Raises:
        ScenarioError: there is too much of it.
    """
    data = read_bounded(sys.stdin.buffer, SCENARIO_BYTES_MAX)
    if data is None:
        problem = Problem("standard input", f"over {SCENARIO_BYTES_MAX} bytes", "no more")
        raise ScenarioError("standard input", [problem])
    return data


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
