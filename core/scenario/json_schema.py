"""The form of a scenario as a JSON Schema, for editors; ``scenarios/scenario.schema.json`` is its text."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from .schema import BoardEntry, ExitEntry, HazardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The newest draft that editors of TOML know."""
NOTHING = {"type": "null"}
ATTRIBUTE = re.compile(r" {4}(\w+): (.*(?:\n {8}.*)*)")


def scenario_schema() -> dict[str, Any]:
    """The form of a scenario's file as a JSON Schema: its tables, keys and types, each with a description.

    It does not know what a rule family declares; ``enfilade validate`` does.

    >>> schema = scenario_schema()
    >>> schema["required"]
    ['name', 'family', 'sides', 'board', 'units']
    >>> schema["properties"]["plugins"]["description"]
    'names of plug-ins that add to the family, in order.'
    """
    _, tables = msgspec.json.schema_components((Scenario,), ref_template="#/definitions/{name}")
    for form in (Scenario, SideEntry, BoardEntry, UnitEntry, ObjectiveEntry, ExitEntry, HazardEntry):
        _describe(tables[form.__name__], form)
    return {"$schema": DRAFT, **tables.pop("Scenario"), "definitions": tables}


def schema_text() -> str:
    """The text of ``scenarios/scenario.schema.json``."""
    return json.dumps(scenario_schema(), indent=2) + "\n"


def _describe(table: dict[str, Any], form: type[msgspec.Struct]) -> None:
    """Give a table and its keys the words of their docstrings, and take away what TOML cannot say."""
    head, told = _docstring(form)
    table["description"] = head
    for field in msgspec.structs.fields(form):
        properties = table["properties"]
        value = _without_nothing(properties[field.encode_name])
        if "$ref" in value:
            value = {"allOf": [value]}
        properties[field.encode_name] = {"description": told[field.name], **value}


def _without_nothing(value: dict[str, Any]) -> dict[str, Any]:
    """The schema of a value that may be left out, without the null that stands for it in Python."""
    if NOTHING not in value.get("anyOf", ()):
        return value
    (other,) = (option for option in value["anyOf"] if option != NOTHING)
    return dict(other)


def _docstring(form: type[msgspec.Struct]) -> tuple[str, dict[str, str]]:
    """What the docstring of a table says of it, and of each of its fields."""
    head, _, attributes = (inspect.getdoc(form) or "").partition("\n\nAttributes:\n")
    return _plain(head), dict(_attributes(attributes))


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    for match in ATTRIBUTE.finditer(text):
        yield match[1], _plain(match[2])


def _plain(text: str) -> str:
    """Words without line breaks, code between single backticks."""
    return " ".join(text.split()).replace("``", "`")
