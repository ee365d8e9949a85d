"""A scenario with any part of it replaced by anything is refused with a typed error, or is a battle."""

from __future__ import annotations

import contextlib
import copy
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

import enfilade as ef
from enfilade.core.scenario.load import Draft, draft_of_bytes, draft_of_text, parse_scenario
from enfilade.core.scenario.schema import Scenario
from enfilade.library import draft_problems
from tests.face.games import joust, red_to_move, yard
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


def plain(scenario: Scenario) -> dict[str, Any]:
    """A scenario as plain data."""
    data: dict[str, Any] = without_none(msgspec.to_builtins(scenario))
    return data


def under_way() -> dict[str, Any]:
    """A position in the middle of a move, as plain data."""
    battle = red_to_move()
    battle.step("R1 move B1")
    return plain(battle.to_scenario())


def crushing() -> dict[str, Any]:
    """A mech position in the middle of a crush, as plain data."""
    battle = ef.Battle(joust(units=[joust().units[0], msgspec.structs.replace(joust().units[1], at="B1.5")]))
    battle.step("R move B1 E")
    assert battle.decision == ef.Decision("red", "displace")
    return plain(battle.to_scenario())


POSITION = under_way()
FOLDER = Path(str(files("enfilade") / "scenarios"))
SHIPPED = tuple((FOLDER / f"{name}.toml").read_bytes() for name in ("fords", "alley"))
WHOLE = plain(ef.load_scenario("fords"))
YARD = plain(yard())
WRONG = 1.5
"""A value that stands nowhere in a scenario."""
START = {key: value for key, value in POSITION.items() if key != "state"}
JOUST, CRUSH = plain(joust()), crushing()


@settings(max_examples=200)
@given(data=st.data())
def test_any_part_replaced_by_anything_is_refused_or_is_a_battle(data: st.DataObject) -> None:
    scenario = copy.deepcopy(data.draw(st.sampled_from([START, POSITION, YARD, JOUST, CRUSH])))
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


def problems_of(text: str) -> list[str]:
    """Everything that is wrong with the scenario in a text."""
    return [str(problem) for problem in draft_problems(draft_of_text(text, "fuzz", FOLDER))]


def refusal(draft: Draft) -> list[ef.Problem]:
    """What reading a scenario and setting up its battle tell, one after the other."""
    try:
        ef.Battle(draft.whole())
    except ef.ScenarioError as problem:
        return problem.problems
    except ef.UnknownFamily as problem:
        return [ef.Problem("family", str(problem), "")]
    return []


def mutated(data: st.DataObject) -> bytes:
    """The text of a scenario after a few accidents."""
    text = data.draw(st.sampled_from(SHIPPED))
    for _ in range(data.draw(st.integers(1, 3))):
        lines = text.split(b"\n")
        number = st.integers(0, max(len(lines) - 1, 0))
        place = data.draw(st.integers(0, max(len(text) - 1, 0)))
        match data.draw(st.sampled_from(["cut", "flip", "delete", "double", "swap", "number", "text", "insert"])):
            case "cut":
                text = text[:place]
            case "flip" if text:
                flipped = text[place] ^ 1 << data.draw(st.integers(0, 7))
                text = text[:place] + bytes([flipped]) + text[place + 1 :]
            case "delete":
                del lines[data.draw(number)]
                text = b"\n".join(lines)
            case "double":
                line = lines[data.draw(number)]
                lines.insert(data.draw(number), line)
                text = b"\n".join(lines)
            case "swap":
                first, second = data.draw(number), data.draw(number)
                keys = [lines[index].partition(b"=") for index in (first, second)]
                lines[first] = keys[0][0] + keys[0][1] + keys[1][2]
                lines[second] = keys[1][0] + keys[1][1] + keys[0][2]
                text = b"\n".join(lines)
            case "number" | "text" as kind:
                key, equals, _ = lines[chosen := data.draw(number)].partition(b"=")
                value = data.draw(
                    NUMBERS if kind == "number" else TEXTS.filter(lambda text: max(text, default="") < "\ud800")
                )
                lines[chosen] = key + equals + tomli_w.dumps({"x": value}).strip().partition("=")[2].encode()
                text = b"\n".join(lines)
            case "insert":
                text = text[:place] + data.draw(st.binary(max_size=3)) + text[place:]
    return text


@settings(max_examples=300)
@given(data=st.data())
def test_file_after_accidents_is_refused_with_typed_errors_and_told_in_one_go(data: st.DataObject) -> None:
    text = mutated(data)
    try:
        draft = draft_of_bytes(text, "fuzz", FOLDER)
    except ef.ScenarioError:
        return
    in_steps = refusal(draft)
    at_once = draft_problems(draft_of_bytes(text, "fuzz", FOLDER))
    assert bool(at_once) == bool(in_steps)
    told = {(problem.found, problem.expected) for problem in at_once}
    assert all((problem.found, problem.expected) in told or problem.place == "family" for problem in in_steps)


in_each_family = pytest.mark.parametrize("whole", [WHOLE, YARD], ids=["march", "mech"])


def leaves(value: Any) -> list[tuple[Any, ...]]:
    """The path of every text, number and flag within plain data, but not of those in the state."""
    return [path for path in places(value) if path[0] != "state" and not isinstance(at(value, path), dict | list)]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a path."""
    for key in path:
        value = value[key]
    return value


def with_wrong(whole: dict[str, Any], paths: list[tuple[Any, ...]]) -> str:
    """A scenario with values of a wrong type at some paths."""
    scenario = copy.deepcopy(whole)
    for path in paths:
        at(scenario, path[:-1])[path[-1]] = WRONG
    return tomli_w.dumps(scenario)


@in_each_family
def test_one_value_of_a_wrong_type_is_one_problem_wherever_it_stands(whole: dict[str, Any]) -> None:
    assert len(leaves(whole)) > 80
    for path in leaves(whole):
        (problem,) = problems_of(with_wrong(whole, [path]))
        assert f": found {WRONG}, expected " in problem


@given(data=st.data())
@in_each_family
def test_many_values_of_wrong_types_are_as_many_problems(whole: dict[str, Any], data: st.DataObject) -> None:
    paths = data.draw(st.lists(st.sampled_from(leaves(whole)), unique=True, max_size=20))
    assert len(problems_of(with_wrong(whole, paths))) == len(paths)


DEFECTS = [
    ((("units", 0, "side"), "purple"), "units[0] (W1).side"),
    ((("units", 1, "type"), "tank"), "units[1] (W2).type"),
    ((("units", 2, "at"), "99-9"), "units[2] (W3).at"),
    ((("units", 3, "at"), "11-3"), "units[5] (E1).at"),
    ((("units", 4, "facing"), 4), "units[4] (W5).facing"),
    ((("units", 6, "id"), "E 2"), "units[6] (E 2).id"),
    ((("units", 7, "with"), {"allowance": 99}), "units[7] (E3).with.allowance"),
    ((("objectives", 0, "at"), "7-99"), "objectives[0].at"),
    ((("objectives", 1, "value"), 0), "objectives[1].value"),
    ((("objectives", 3, "holder"), "town"), "objectives[3].holder"),
    ((("sides", 2, "hostile"), ["north"]), "sides[2].hostile"),
    ((("board", "ratings", "hill"), 9), "board.ratings.hill"),
    ((("board", "banks"), "a"), "board.banks"),
    ((("board", "map"), WHOLE["board"]["map"].replace("%", "?", 1)), "board.map row 13 column 13"),
    ((("types", "scouts", "barred"), ["lava"]), "types.scouts.barred"),
    ((("cards",), {"rally": 1}), "cards.rally"),
    ((("options", "turns"), 0), "options.turns"),
    ((("options", "speed"), 3), "options"),
]


MECH_DEFECTS = [
    ((("units", 0, "side"), "purple"), "units[0] (R1).side"),
    ((("units", 1, "at"), "B1.3"), "units[1] (R2).at"),
    ((("units", 4, "type"), "tank"), "units[4] (B1).type"),
    ((("units", 5, "with", "weapons"), ["lance"]), "units[5] (B2).with.weapons"),
    ((("units", 6, "facing"), 4), "units[6] (G1).facing"),
    ((("units", 7, "with", "kind"), "submarine"), "units[7] (G2).with.kind"),
    ((("types", "scout", "jump"), 13), "types.scout.jump"),
    ((("weapons", "cannon", "power"), 0), "weapons.cannon.power"),
    ((("exits", 0, "side"), "town"), "exits[0].side"),
    ((("exits", 1, "at"), "E9"), "exits[1].at"),
    ((("hazards", 0, "trigger"), "look"), "hazards[0].trigger"),
    ((("objectives", 1, "value"), 0), "objectives[1].value"),
    ((("board", "ratings", "wall"), 9), "board.ratings.wall"),
    ((("options", "flying_landing"), "sea"), "options.flying_landing"),
    ((("cards",), {"rally": 1}), "cards.rally"),
]
"""Without those that the family itself finds, which are told when all else is right."""


@pytest.mark.parametrize(("whole", "defects"), [(WHOLE, DEFECTS), (YARD, MECH_DEFECTS)], ids=["march", "mech"])
@given(data=st.data())
def test_what_the_rules_forbid_is_told_whatever_else_is_wrong(
    whole: dict[str, Any], defects: list[Any], data: st.DataObject
) -> None:
    chosen = data.draw(st.sets(st.integers(0, len(defects) - 1)))
    scenario = copy.deepcopy(whole)
    for number in chosen:
        path, value = defects[number][0]
        at(scenario, path[:-1])[path[-1]] = value
    told = {problem.split(":")[0] for problem in problems_of(tomli_w.dumps(scenario))}
    assert told == {defects[number][1] for number in chosen}
