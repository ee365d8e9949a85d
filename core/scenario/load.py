"""Reading scenarios: TOML to a ``Scenario``, or an error that lists what is wrong and where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from enfilade.core.engine.files import LOG_MAGIC, SAVE_MAGIC, read_file

from .errors import Problem, ScenarioError, quoted
from .schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry, UnitValue

SCENARIO_BYTES_MAX = 64 << 20
DEPTH_MAX = 16
"""Tables and lists within one another at most."""
NUMBER_MIN, NUMBER_MAX = -(1 << 63), (1 << 63) - 1
TABLES: dict[str, type[msgspec.Struct]] = {
    "board": BoardEntry,
    "sides": SideEntry,
    "units": UnitEntry,
    "objectives": ObjectiveEntry,
}
"""Form of the tables, or of the tables in the lists, at these keys."""
TYPES = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "object": "a table",
    "array": "a list",
    "null": "nothing",
}
"""What messages call the types that a decoder names."""
WRONG_TYPE = re.compile(r"Expected `([^`]+)`, got `([^`]+)`")
LONG_NUMBER = re.compile(r"[0-9][0-9_]{999,}")


def parse_scenario(text: str, source: str = "scenario", folder: Path | None = None) -> Scenario:
    """The scenario in a TOML text.

    Args:
        text: the scenario.
        source: what messages call it.
        folder: where its files of types lie, by default the current one.

    Raises:
        ScenarioError: the text is no TOML, or does not have a scenario's form.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ScenarioError(source, [Problem("TOML", str(problem), "valid TOML")]) from None
    except (ValueError, RecursionError) as problem:
        raise ScenarioError(source, [_too_much(text, problem)]) from None
    problems = list(unfit_values(data)) or list(key_problems(data))
    if problems:
        raise ScenarioError(source, problems)
    try:
        scenario = msgspec.convert(data, Scenario)
    except msgspec.ValidationError as problem:
        raise ScenarioError(source, [_wrong_type(str(problem))]) from None
    return with_types(scenario, source, folder if folder is not None else Path())


def with_types(scenario: Scenario, source: str, folder: Path) -> Scenario:
    """The scenario with the types of its files; its own types go before those of files, later files before earlier."""
    types: dict[str, dict[str, UnitValue]] = {}
    for name in scenario.type_files:
        data = (folder / name).read_bytes()
        types |= msgspec.toml.decode(data, type=dict[str, dict[str, UnitValue]])
    return msgspec.structs.replace(scenario, type_files=[], types={**types, **scenario.types})


def decode_scenario(data: bytes, source: str, folder: Path | None = None) -> Scenario:
    """The scenario in the bytes of a file.

    Raises:
        ScenarioError: they hold none.
    """
    for magic, found, reader in (
        (LOG_MAGIC, "a replay log", "enfilade replay show"),
        (SAVE_MAGIC, "a save", "Battle.load"),
    ):
        if data.startswith(magic):
            raise ScenarioError(source, [Problem("the file", found, f"a scenario; `{reader}` reads {found}")])
    try:
        return parse_scenario(data.decode("utf-8"), source, folder)
    except UnicodeDecodeError as problem:
        raise ScenarioError(
            source, [Problem(f"byte {problem.start}", repr(data[problem.start : problem.end]), "UTF-8 text")]
        ) from None


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file.

    Raises:
        ScenarioError: it is no scenario.
        OSError: it cannot be read.
    """
    data = read_file(path, SCENARIO_BYTES_MAX)
    if data is None:
        raise ScenarioError(str(path), [Problem("the file", f"over {SCENARIO_BYTES_MAX} bytes", "a smaller file")])
    return decode_scenario(data, str(path), path.parent)


def unfit_values(data: Any) -> Iterator[Problem]:
    """Values that no field of a scenario can hold: text that UTF-8 cannot say, numbers beyond 64 bits, deep nests."""
    waiting = [("", data, 0)]
    while waiting:
        place, value, depth = waiting.pop()
        if isinstance(value, str) and not _is_text(value):
            yield Problem(place, repr(value), "text that UTF-8 can say")
        elif isinstance(value, int) and not NUMBER_MIN <= value <= NUMBER_MAX:
            yield Problem(place, f"a number of {value.bit_length()} bits", "a number of at most 64 bits")
        elif not isinstance(value, (dict, list)):
            continue
        elif depth == DEPTH_MAX:
            yield Problem(place, "another table or list", f"at most {DEPTH_MAX} within one another")
        elif isinstance(value, dict):
            for key in value:
                if not _is_text(key):
                    yield Problem(place or "the file", repr(key), "text that UTF-8 can say")
            waiting += [(f"{place}.{key}".lstrip("."), value[key], depth + 1) for key in reversed(value)]
        else:
            waiting += [(f"{place}[{index}]", value[index], depth + 1) for index in reversed(range(len(value)))]


def key_problems(data: dict[str, Any]) -> Iterator[Problem]:
    """Keys that no scenario has, and those that are missing, in every table whose keys are fixed."""
    for place, table, form in _tables(data):
        fields = msgspec.structs.fields(form)
        known = [field.encode_name for field in fields]
        for key in table:
            if key not in known:
                yield Problem(place, f"the key {quoted(key)}", f"one of {', '.join(known)}")
        for field in fields:
            if field.required and field.encode_name not in table:
                yield Problem(place, f"no key {field.encode_name!r}", "one")


def _tables(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], type[msgspec.Struct]]]:
    """Every table whose keys are fixed, with its place and its form."""
    yield "the file", data, Scenario
    for key, form in TABLES.items():
        value = data.get(key)
        if isinstance(value, dict):
            yield key, value, form
        elif isinstance(value, list):
            yield from (
                (f"{key}[{index}]", entry, form) for index, entry in enumerate(value) if isinstance(entry, dict)
            )


def _wrong_type(message: str) -> Problem:
    """A value of another type than the form of a scenario has there, from what the decoder says of it."""
    said, _, place = message.partition(" - at ")
    place = place.strip("`").removeprefix("$").lstrip(".") or "the file"
    types = WRONG_TYPE.fullmatch(said)
    if types is None:
        return Problem(place, said, "the form of a scenario")
    expected = " or ".join(TYPES.get(name, name) for name in types[1].split(" | ") if name != "null")
    return Problem(place, TYPES.get(types[2], types[2]), expected)


def _is_text(text: str) -> bool:
    """Whether UTF-8 can say a text: half of a surrogate pair it cannot."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def _too_much(text: str, problem: Exception) -> Problem:
    """What Python's own reader of TOML gave up on."""
    if isinstance(problem, RecursionError):
        return Problem("TOML", "tables or lists that are nested too deeply", f"at most {DEPTH_MAX} within one another")
    long = LONG_NUMBER.search(text)
    if long is None:
        return Problem("TOML", str(problem), "valid TOML")
    return Problem(f"line {text.count(chr(10), 0, long.start()) + 1}", long[0], "a number of at most 64 bits")
