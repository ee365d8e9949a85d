"""A scenario with any part of it replaced by anything is refused with a typed error, or is a battle."""

from __future__ import annotations

import contextlib
import copy
from typing import Any

import msgspec
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

import enfilade as ef
from enfilade.core.scenario.load import parse_scenario
from tests.face.games import red_to_move
from tests.systems.outside import ask

NUMBERS = st.integers(-3, 5) | st.sampled_from([99, 255, 32_767, -32_768, 1 << 31, 1 << 62, 1 << 64, -(1 << 200)])
TEXTS = st.sampled_from(["", "R1", "red", "drill", "A1", "Z99", "move", "via", "wall", "##", "\0", "é"]) | st.text()
VALUES = st.recursive(
    NUMBERS | TEXTS | st.booleans() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value within plain data."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [path] * bool(path) + [place for key in keys for place in places(value[key], (*path, key))]


def without_none(value: Any) -> Any:
    """Plain data without what TOML cannot say."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list) else value


def under_way() -> dict[str, Any]:
    """A position in the middle of a move, as plain data."""
    battle = red_to_move()
    battle.step("R1 move B1")
    data: dict[str, Any] = without_none(msgspec.to_builtins(battle.to_scenario()))
    return data


POSITION = under_way()
START = {key: value for key, value in POSITION.items() if key != "state"}


@settings(max_examples=200)
@given(data=st.data())
def test_any_part_replaced_by_anything_is_refused_or_is_a_battle(data: st.DataObject) -> None:
    scenario = copy.deepcopy(data.draw(st.sampled_from([START, POSITION])))
    path = data.draw(st.sampled_from(places(scenario)))
    holder: Any = scenario
    for key in path[:-1]:
        holder = holder[key]
    if data.draw(st.booleans()) and isinstance(holder, dict):
        del holder[path[-1]]
    else:
        holder[path[-1]] = data.draw(VALUES)
    with contextlib.suppress(ef.ScenarioError, ef.UnknownFamily):
        ask(ef.Battle(parse_scenario(tomli_w.dumps(scenario))))


@settings(max_examples=200)
@given(st.text(st.sampled_from("[]{}=.,'\"#\n ab10-_xT:")) | st.text())
def test_any_text_is_refused_with_a_typed_error(text: str) -> None:
    with contextlib.suppress(ef.ScenarioError):
        parse_scenario(text)
