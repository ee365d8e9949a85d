"""Names and numbers that are made up: each is one word, of its own, in its range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enfilade as ef
from enfilade.core.orders.kinds import DecisionKind, EventKind, Kind
from enfilade.core.orders.reasons import Reason
from enfilade.core.orders.words import NAME_MAX, name_problem, refuse_same
from enfilade.core.scenario.schema import Scenario
from enfilade.drill import FAMILY
from tests.face.games import standoff

NO_NAMES = [
    "",
    " ",
    "two words",
    "1st",
    "R-1",
    "R.1",
    "R1\n",
    "\u00e9",
    "R\u0661",
    "\uff321",
    "\u0420\u0031",
    "R\u200b1",
    "x" * (NAME_MAX + 1),
    "via",
    "with",
]


@pytest.mark.parametrize("name", ["R1", "B1", "N", "_", "Via", "WITH", "red", "x" * NAME_MAX])
def test_word_of_letters_and_digits_is_a_name(name: str) -> None:
    assert name_problem(name, FAMILY.kinds) == ""


@pytest.mark.parametrize("name", [*NO_NAMES, "move", "pass"])
def test_what_is_no_name_is_told_what_one_is(name: str) -> None:
    assert name_problem(name, FAMILY.kinds)


@given(st.text(max_size=6))
def test_name_is_one_word_that_everybody_can_type(name: str) -> None:
    if not name_problem(name):
        assert name.isascii()
        assert name.split() == [name]
        assert name.replace("_", "a").isalnum()
        assert not name[0].isdigit()


def with_unit(name: str) -> Scenario:
    scenario = standoff()
    return msgspec.structs.replace(
        scenario, units=[msgspec.structs.replace(scenario.units[0], id=name), *scenario.units[1:]]
    )


def with_side(name: str) -> Scenario:
    scenario = standoff()
    sides = [msgspec.structs.replace(scenario.sides[0], name=name), *scenario.sides[1:]]
    units = [msgspec.structs.replace(scenario.units[0], side=name), *scenario.units[1:]]
    return msgspec.structs.replace(scenario, sides=sides, units=units)


@pytest.mark.parametrize("name", [*NO_NAMES, "move", "pass"])
def test_scenario_with_a_unit_or_a_side_of_no_name_is_refused(name: str) -> None:
    for scenario, where in ((with_unit(name), r"units\[0\]"), (with_side(name), r"sides\[0\].name")):
        with pytest.raises(ef.ScenarioError, match=where):
            ef.Battle(scenario)


@pytest.mark.parametrize("name", ["A1", "N", "Via", "_1"])
def test_battle_with_a_unit_named_nearly_like_a_word_of_the_notation_is_played_by_text(name: str) -> None:
    battle = ef.Battle(with_unit(name), 1)
    battle.step("red bid 2")
    battle.step("blue bid 0")
    for order in battle.legal:
        assert battle.parse(battle.text(order)) == order
    assert battle.step(f"red {name} move A2")


def made(maker: Callable[..., Any], **changes: Any) -> Callable[[], Any]:
    return lambda: maker(**({"number": 100, "name": "mine"} | changes))


def kind(**changes: Any) -> Kind:
    return Kind(**({"answers": (1,)} | changes))


def reason(**changes: Any) -> Reason:
    return Reason(**({"rule": "X-1"} | changes))


OUT_OF_RANGE = [
    (made(kind, number=0), "order kind 'mine' has number 0, expected 1 to 255"),
    (made(kind, number=256), "order kind 'mine' has number 256, expected 1 to 255"),
    (made(kind, answers=(0,)), "a decision that order kind 'mine' answers has number 0, expected 1 to 31"),
    (made(kind, answers=(2, 32)), "a decision that order kind 'mine' answers has number 32, expected 1 to 31"),
    (made(kind, answers=(2, 2)), "order kind 'mine' names (2, 2), expected each once"),
    (made(kind, fields=("speed",)), "order kind 'mine' has fields ['speed'], expected some of"),
    (made(DecisionKind, number=0), "decision 'mine' has number 0, expected 1 to 31"),
    (made(DecisionKind, number=32), "decision 'mine' has number 32, expected 1 to 31"),
    (made(EventKind, number=0), "event 'mine' has number 0, expected 1 to 32767"),
    (made(EventKind, number=32768), "event 'mine' has number 32768, expected 1 to 32767"),
    (made(EventKind, numbers=tuple("abcdefghi")), "event 'mine' has 9 numbers, expected at most 8"),
    (made(EventKind, uses=("power",)), "event 'mine' uses power, expected some of: unit, target, place"),
    (made(reason, number=0), "reason 'mine' has number 0, expected 1 to 32767"),
    (made(reason, number=32768), "reason 'mine' has number 32768, expected 1 to 32767"),
    (made(reason, numbers=tuple("abcdefghi")), "reason 'mine' has 9 numbers, expected at most 8"),
    (made(reason, uses=("power",)), "reason 'mine' uses power, expected some of: unit, target, place"),
]


@pytest.mark.parametrize(("make", "problem"), OUT_OF_RANGE)
def test_declaration_out_of_its_range_is_refused(make: Callable[[], Any], problem: str) -> None:
    with pytest.raises(ValueError, match="expected") as refusal:
        make()
    assert problem in str(refusal.value)


@pytest.mark.parametrize("maker", [kind, DecisionKind, EventKind, reason])
@pytest.mark.parametrize("name", NO_NAMES)
def test_declaration_whose_name_is_no_word_is_refused(maker: Callable[..., Any], name: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        maker(number=20, name=name)


def test_words_with_one_number_or_one_name_are_refused_by_both_their_names() -> None:
    one, other = DecisionKind(1, "bid"), DecisionKind(2, "react")
    refuse_same("decisions", (one, other))
    with pytest.raises(ValueError, match="decisions 'bid' and 'hold' both have number 1"):
        refuse_same("decisions", (one, other, DecisionKind(1, "hold")))
    with pytest.raises(ValueError, match="decisions 2 and 3 are both named 'react'"):
        refuse_same("decisions", (one, other, DecisionKind(3, "react")))
    with pytest.raises(ValueError, match="decisions 'bid' and 'bid' both have number 1"):
        refuse_same("decisions", (one, other, one))
