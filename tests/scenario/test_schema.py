"""The JSON Schema of scenarios: what is shipped, what it lets pass and what it does not."""

from __future__ import annotations

import copy
import tomllib
from importlib.resources import files
from typing import Any

import jsonschema
import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.json_schema import schema_text
from enfilade.core.scenario.schema import Scenario
from tests.scenario.test_fuzz import POSITION

FOLDER = files("enfilade") / "scenarios"
VALIDATOR = jsonschema.Draft7Validator(ef.scenario_schema())


def shipped(name: str) -> dict[str, Any]:
    """A shipped scenario as its file says it."""
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def wrong_places(data: dict[str, Any]) -> list[str]:
    """Where the schema finds something wrong."""
    return sorted("/".join(map(str, error.absolute_path)) for error in VALIDATOR.iter_errors(data))


def test_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(ef.scenario_schema())


def test_shipped_file_is_what_the_function_gives() -> None:
    """Otherwise write ``schema_text()`` into it."""
    assert (FOLDER / "scenario.schema.json").read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("name", ef.scenarios())
def test_shipped_scenario_is_valid(name: str) -> None:
    assert wrong_places(shipped(name)) == []


def test_scenario_with_everything_in_it_is_valid() -> None:
    assert wrong_places(POSITION) == []
    data = shipped("fords")
    data["sides"][0] |= {"hostile": ["east"], "allied": []}
    data["board"] |= {"legend": {"x": "hill"}, "heights": {"hill": 1}, "banks": "a"}
    data["units"][0] |= {"facing": 2, "known_to": [], "with": {"allowance": 2, "barred": ["water"], "is": True}}
    data["cards"] = {"rally": 1}
    assert wrong_places(data) == []


WRONG = [
    (("name",), 3),
    (("plugins",), "resting"),
    (("sides",), {}),
    (("sides", 0, "name"), 3),
    (("sides", 0, "hostile"), None),
    (("sides", 2, "neutral"), "yes"),
    (("board",), "..."),
    (("board", "map"), ["..."]),
    (("board", "ratings", "hill"), "high"),
    (("units", 0, "at"), 3),
    (("units", 0, "facing"), "N"),
    (("units", 0, "with"), {"allowance": 1.5}),
    (("objectives", 0, "value"), "2"),
    (("options", "turns"), [12]),
    (("types",), {"foot": 3}),
    (("type_files",), "types/marchers.toml"),
]


@pytest.mark.parametrize(("path", "value"), WRONG)
def test_value_of_a_wrong_type_is_not(path: tuple[str | int, ...], value: object) -> None:
    data = copy.deepcopy(shipped("fords"))
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    (place,) = wrong_places(data)
    assert place.startswith("/".join(map(str, path)))


def test_missing_and_unknown_keys_are_not() -> None:
    data = shipped("fords")
    del data["family"], data["units"][0]["side"]
    data["colour"] = data["board"]["colour"] = "red"
    assert wrong_places(data) == ["", "", "board", "units/0"]


def test_every_key_is_described() -> None:
    schema = ef.scenario_schema()
    tables = [schema, *schema["definitions"].values()]
    assert len(tables) == 7
    for table in tables:
        assert table["description"]
        assert all(value["description"] for value in table["properties"].values())
    keys = {field.encode_name for field in msgspec.structs.fields(Scenario)}
    assert schema["properties"].keys() == keys
    assert schema["properties"]["objectives"]["description"] == "places that count for whoever holds them."
