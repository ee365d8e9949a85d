"""What hosts are told and tell: frozen, equal by value, JSON and back, printed so that it pastes back."""

from __future__ import annotations

import functools
import json
import operator
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enfilade as ef
from tests.face.games import crossroads, play, red_to_move, untouched

SAID = (ef.Order, ef.Decision, ef.Finding, ef.Verdict, ef.Event, ef.Outcome, ef.Objective, ef.Sight)
STRUCTS: tuple[Any, ...] = (*SAID, ef.Base, ef.Obstacle, ef.Contact)
CLASSES = [value for value in vars(ef).values() if isinstance(value, type)]
PUBLIC = {value for value in CLASSES if issubclass(value, msgspec.Struct)}


def values() -> Iterator[Any]:
    """Everything that battles say along games."""
    for seed in range(3):
        battle = crossroads(seed)
        for order in play(battle):
            yield order
            yield from battle.decisions
            yield from list(battle.legal)[:5]
            for line in ("R1 move D4", "B1 fire", "green draw"):
                yield battle.check(line)
        yield from battle.events_since(0)
        yield battle.outcome
        yield battle.snapshot()
    yield from battle.check("R1 move Z9").findings
    march = ef.Battle(ef.load_scenario("fords"))
    yield from march.step("W3 march 6-8 via 5-8")
    yield from march.objectives
    corner, middle = ((0, 1), (3, 1)), ((7, 2), (5, 3))
    yield ef.Sight(True, "sight_free", "MECH-D2", witness=(corner, middle))
    yield from (ef.Base(500, 300), ef.Base.between((560, 300), (440, 300), 80), ef.Contact(1, 0, None))
    yield ef.Obstacle(((0, 0), (200, 0), (0, 300)), height=150)
    yield ef.Sight(False, "sight_blocked", "MECH-D2", blockers=((3, 4), (4, 4)), obstructed_by=((3, 4),))


VALUES = list(values())


def test_every_public_struct_is_among_the_values_tried_here() -> None:
    assert {type(value) for value in VALUES} == PUBLIC - {ef.Scenario}
    assert set(STRUCTS) < PUBLIC


def test_value_written_as_json_and_read_again_is_the_same() -> None:
    for value in VALUES:
        text = msgspec.json.encode(value)
        again = msgspec.json.decode(text, type=type(value))
        assert again == value
        assert msgspec.json.encode(again) == text


def test_any_value_is_told_apart_by_its_tag() -> None:
    union: Any = functools.reduce(operator.or_, STRUCTS)
    for value in VALUES:
        if not isinstance(value, ef.Snapshot):
            assert msgspec.json.decode(msgspec.json.encode(value), type=union) == value
            assert json.loads(msgspec.json.encode(value))["type"] == type(value).__name__.lower()


def numbers_in(data: Any) -> Iterator[int]:
    """Every number in plain data."""
    if isinstance(data, dict):
        for value in data.values():
            yield from numbers_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from numbers_in(value)
    elif isinstance(data, int):
        yield data


def test_numbers_in_json_are_ones_that_every_reader_can_hold() -> None:
    for value in VALUES:
        assert all(abs(number) < 2**53 for number in numbers_in(json.loads(msgspec.json.encode(value))))


@pytest.mark.parametrize("struct", STRUCTS)
def test_struct_has_a_json_schema(struct: type) -> None:
    schema = msgspec.json.schema(struct)
    assert struct.__name__ in schema["$defs"]


@pytest.mark.parametrize("struct", [*STRUCTS, ef.Snapshot])
def test_struct_is_frozen(struct: type) -> None:
    value = next(value for value in VALUES if type(value) is struct)
    with pytest.raises(AttributeError, match="immutable type"):
        setattr(value, struct.__struct_fields__[0], "else")  # type: ignore[attr-defined]


def test_values_printed_paste_back() -> None:
    names = {struct.__name__: struct for struct in STRUCTS}
    for value in VALUES:
        if not isinstance(value, ef.Snapshot):
            assert eval(repr(value), {"__builtins__": {}}, names) == value


def test_order_prints_what_it_says_and_no_more() -> None:
    assert repr(red_to_move().parse("R1 move B2")) == "Order(kind='move', unit='R1', place=(1, 1))"
    assert msgspec.json.encode(ef.Order("pass", side="red")) == b'{"type":"order","kind":"pass","side":"red"}'


@settings(max_examples=200)
@given(
    st.builds(
        ef.Order,
        kind=st.text(max_size=8),
        place=st.none() | st.tuples(st.integers(-(2**53), 2**53), st.integers(-5, 5)),
        facing=st.none() | st.integers(-3, 9),
        number=st.integers(-(2**53), 2**53),
        path=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4).map(tuple),
        companions=st.lists(st.text(max_size=3), max_size=3).map(tuple),
    )
)
def test_any_order_goes_through_json_and_through_its_print(order: ef.Order) -> None:
    assert msgspec.json.decode(msgspec.json.encode(order), type=ef.Order) == order
    assert eval(repr(order), {"__builtins__": {}}, {"Order": ef.Order}) == order


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b'{"type":"order"}',
        b'{"type":"event","kind":"move"}',
        b'{"type":"order","kind":1}',
        b'{"type":"order","kind":"move","place":[1]}',
        b'{"type":"order","kind":"move","place":[1,2,3]}',
        b'{"type":"order","kind":"move","place":["A",1]}',
        b'{"type":"order","kind":"move","number":1.5}',
        b'{"type":"order","kind":"move","path":"B3"}',
    ],
)
def test_json_that_is_no_order_is_refused(text: bytes) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError)):
        msgspec.json.decode(text, type=ef.Order)


def test_order_from_a_remote_client_is_taken() -> None:
    battle = red_to_move()
    order = msgspec.json.decode(b'{"type":"order","kind":"move","unit":"R1","place":[0,1]}', type=ef.Order)
    assert battle.step(order)[-1].sentence() == "R1 enters A2"


def test_errors_are_value_errors_that_carry_what_they_are_about() -> None:
    battle = red_to_move()
    with pytest.raises(ValueError, match="blue owes no decision now") as refusal:
        battle.step("blue pass")
    assert isinstance(refusal.value, ef.IllegalOrder)
    assert refusal.value.verdict.reason == "not_owed"
    for error in (ef.OrderError, ef.IllegalOrder, ef.ScenarioError, ef.StepFault, ef.DiceFault, ef.NothingToUndo):
        assert issubclass(error, ValueError)


NO_ORDERS: list[Any] = [
    5,
    None,
    b"R1 move A2",
    [],
    {"kind": "move"},
    ef.Decision("red", "bid"),
    ef.Order(5),  # type: ignore[arg-type]
    ef.Order([]),  # type: ignore[arg-type]
    ef.Order("pass", side=[]),  # type: ignore[arg-type]
    ef.Order("pass", side=5),  # type: ignore[arg-type]
    ef.Order("move", unit=["R1"], place=(0, 1)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1,)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 2, 3)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=5),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place="B2"),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1.0, 1)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(True, 1)),
    ef.Order("move", unit="R1", place=(1, 1), path=5),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 1), path=(("a", 2),)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 1), path=((1, 2, 3),)),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 1), facing="N"),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 1), facing=99),
    ef.Order("move", unit="R1", place=(1, 1), companions="B1"),  # type: ignore[arg-type]
    ef.Order("move", unit="R1", place=(1, 1), target=object()),  # type: ignore[arg-type]
    ef.Order("bid", side="red", number="2"),  # type: ignore[arg-type]
    ef.Order("bid", side="red", number=None),  # type: ignore[arg-type]
    ef.Order("bid", side="red", number=2**70),
]


@pytest.mark.parametrize("value", NO_ORDERS, ids=lambda value: repr(value)[:60])
def test_what_is_no_order_is_refused_by_a_typed_error_that_shows_it(value: Any) -> None:
    battle = red_to_move()
    asks = (battle.check, battle.step, battle.odds) + ((battle.text,) if value != NO_ORDERS[-1] else ())
    for ask in asks:
        with untouched(battle), pytest.raises(ef.OrderError) as refusal:
            ask(value)
        assert len(str(refusal.value)) < 700
    assert value not in battle.legal


@pytest.mark.parametrize("value", [5, None, b"R1 move A2", ef.Order("pass")])
def test_only_text_is_read_as_text(value: Any) -> None:
    with pytest.raises(ef.OrderError, match="expected a line of text"):
        red_to_move().parse(value)


def test_order_with_lists_for_tuples_is_the_order() -> None:
    order = ef.Order("move", unit="R1", place=[0, 1], path=[[0, 1]])  # type: ignore[arg-type]
    verdict = red_to_move().check(order)
    assert verdict
    assert verdict.order == ef.Order("move", unit="R1", place=(0, 1), path=((0, 1),))


def test_long_value_is_cut_where_a_message_shows_it() -> None:
    with pytest.raises(ef.OrderError) as refusal:
        red_to_move().check(ef.Order("move", unit="R1", place=(0, 1), path=(("a", 1),) * 10_000))  # type: ignore[arg-type]
    assert len(str(refusal.value)) < 500


@pytest.mark.rule("DRILL-3.1", "DRILL-3.2", "DRILL-3.3")
def test_everything_is_found_that_is_wrong_with_the_longest_path() -> None:
    verdict = red_to_move().check("R1 move A2 via" + " D3 C1" * 12)
    steps = [("not_a_step", step) for step in range(1, 25)]
    found = [(finding.reason, finding.names.get("step")) for finding in verdict.findings]
    assert [pair for pair in found if pair[0] == "not_a_step"] == steps
    assert found[-1][0] == "wrong_end"
    assert len(found) == 26
