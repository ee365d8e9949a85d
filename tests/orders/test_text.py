"""Orders as lines of text: what is printed reads as the same order, and whatever is read, only typed errors escape."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enfilade as ef
from enfilade.core.orders.kinds import Kind
from enfilade.core.orders.names import Names
from enfilade.core.orders.notation import LetteredSquares
from enfilade.core.orders.text import TEXT_MAX, order_text, parse_order
from enfilade.core.orders.words import NAME_MAX
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX
from tests.face.games import crossroads, play, red_to_move, standoff

FUZZ = settings(max_examples=300)


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize("scenario", [ef.load_scenario("crossroads"), standoff()], ids=lambda scenario: scenario.name)
def test_every_legal_order_of_games_reads_as_it_is_printed(scenario: ef.Scenario) -> None:
    read = 0
    for seed in range(2):
        battle = ef.Battle(scenario, seed)
        for _ in play(battle):
            for order in battle.legal:
                text = battle.text(order)
                assert battle.parse(text) == order
                assert battle.text(battle.parse(text)) == text
                read += 1
    assert read > 100


def test_order_given_as_text_and_as_a_struct_is_the_same_order() -> None:
    by_text, by_struct = crossroads(3), crossroads(3)
    for order in play(by_struct):
        by_text.step(by_text.text(order))
        assert by_text.game.hash() == by_struct.game.hash()
    assert by_text.orders == by_struct.orders


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("R1 move B3", ef.Order("move", unit="R1", place=(1, 2))),
        ("R1 move b3", ef.Order("move", unit="R1", place=(1, 2))),
        ("  R1   move\tB3  ", ef.Order("move", unit="R1", place=(1, 2))),
        ("R1 move B3 via A2 A3", ef.Order("move", unit="R1", place=(1, 2), path=((0, 1), (0, 2)))),
        ("red R1 move B3", ef.Order("move", side="red", unit="R1", place=(1, 2))),
        ("blue R1 move B3", ef.Order("move", side="blue", unit="R1", place=(1, 2))),
        ("red bid 2", ef.Order("bid", side="red", number=2)),
        ("bid 2", ef.Order("bid", number=2)),
        ("bid -1", ef.Order("bid", number=-1)),
        ("bid 2147483647", ef.Order("bid", number=2**31 - 1)),
        ("bid -2147483648", ef.Order("bid", number=-(2**31))),
        ("B1 fire", ef.Order("fire", unit="B1")),
        ("pass", ef.Order("pass")),
        ("green draw", ef.Order("draw", side="green")),
    ],
)
def test_line_says_the_order_a_reader_expects(text: str, order: ef.Order) -> None:
    assert red_to_move().parse(text) == order


# A vocabulary with every field an order can have.

FULL = Kind(1, "storm", (1,), ("place", "facing", "target", "number", "path", "companions"))
PLAIN = Kind(2, "halt", (1,), has_unit=False)
TURN = Kind(3, "turn", (1,), ("facing",))
LEND = Kind(4, "lend", (1,), ("target", "number"), any_side=True)
UNITS = ("R1", "A2", "N", "Via")
"""A unit named like a place, one like a direction, one nearly like a word of the notation."""


def vocabulary() -> Names:
    return Names(
        family="made up 1",
        units=UNITS,
        sides=("red", "B3", "S"),
        width=40,
        height=30,
        notation=LetteredSquares(),
        kinds={kind.number: kind for kind in (FULL, PLAIN, TURN, LEND)},
        decisions={},
        events={},
        reasons={},
        terrain=("open",),
        cards=("",),
    )


places = st.tuples(st.integers(0, 39), st.integers(0, 29))
units = st.sampled_from(UNITS)
no_side_or_one = st.sampled_from(["", "red", "B3", "S"])
numbers_of_orders = st.integers(-(2**31), 2**31 - 1)
full_orders = st.builds(
    ef.Order,
    kind=st.just("storm"),
    side=no_side_or_one,
    unit=units,
    place=places,
    facing=st.integers(0, 3),
    target=units,
    number=numbers_of_orders,
    path=st.lists(places, max_size=24).map(tuple),
    companions=st.lists(units, max_size=4).map(tuple),
)


lent = st.builds(
    ef.Order, kind=st.just("lend"), side=no_side_or_one, unit=units, target=units, number=numbers_of_orders
)
halts = st.builds(ef.Order, kind=st.just("halt"), side=no_side_or_one)


@FUZZ
@given(st.one_of(full_orders, lent, halts))
def test_order_of_any_form_reads_as_it_is_printed(order: ef.Order) -> None:
    names = vocabulary()
    assert parse_order(order_text(order, names), names) == order


@pytest.mark.parametrize("facing", range(4))
def test_direction_is_printed_by_its_letter(facing: int) -> None:
    order = ef.Order("turn", unit="R1", facing=facing)
    assert order_text(order, vocabulary()) == f"R1 turn {'NESW'[facing]}"


@pytest.mark.parametrize("text", ["R1 turn X", "R1 turn 0", "R1 turn n", "R1 turn"])
def test_direction_that_the_board_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(ef.OrderError, match="expected a direction: N E S W"):
        parse_order(text, vocabulary())


def test_names_like_places_and_directions_are_told_apart_by_where_they_stand() -> None:
    line = "B3 A2 storm A2 N N 7 via A2 B3 with N A2"
    assert parse_order(line, vocabulary()) == ef.Order(
        "storm",
        side="B3",
        unit="A2",
        place=(0, 1),
        facing=0,
        target="N",
        number=7,
        path=((0, 1), (1, 2)),
        companions=("N", "A2"),
    )


@pytest.mark.parametrize(
    "order",
    [
        ef.Order("turn", unit="R1", facing=4),
        ef.Order("turn", unit="R1", facing=-1),
        ef.Order("turn", unit="R1"),
        ef.Order("turn", facing=1),
        ef.Order("halt", place=(0, 0)),
        ef.Order("halt", number=3),
        ef.Order("fly"),
    ],
)
def test_order_that_no_line_says_is_not_printed(order: ef.Order) -> None:
    with pytest.raises(ef.OrderError):
        order_text(order, vocabulary())


def test_longest_order_fits_into_a_line() -> None:
    unit = "U" * NAME_MAX
    names = dataclasses.replace(vocabulary(), units=(unit,), sides=("S" * NAME_MAX,), width=10_000, height=10_000)
    places = ((9_999, 9_999),) * PATH_MAX
    order = ef.Order("storm", "S" * NAME_MAX, unit, (9_999, 9_999), 0, unit, -(2**31), places, (unit,) * COMPANIONS_MAX)
    assert parse_order(order_text(order, names), names) == order


def test_longest_order_that_is_read() -> None:
    names = vocabulary()
    text = "red halt"
    assert parse_order(text.ljust(TEXT_MAX), names) == ef.Order("halt", side="red")
    with pytest.raises(ef.OrderError, match=f"{TEXT_MAX + 1} characters, expected at most {TEXT_MAX}"):
        parse_order(text.ljust(TEXT_MAX + 1), names)


@pytest.mark.parametrize("digit", ["\u0660", "\u0661", "\uff11", "\u00b2", "\u0967"])
@pytest.mark.parametrize("line", ["R1 move A1{}", "R1 move A{}", "red bid {}", "red bid 1{}"])
def test_digits_of_other_scripts_are_no_digits(line: str, digit: str) -> None:
    with pytest.raises(ef.OrderError, match=r"is no (place|number)"):
        red_to_move().parse(line.format(digit))


def test_fields_of_a_kind_that_could_be_read_in_two_ways_are_refused() -> None:
    for fields in (("path", "target"), ("companions", "path"), ("path", "place")):
        with pytest.raises(ValueError, match=r"order kind 'storm' has fields .* last"):
            Kind(1, "storm", (1,), fields)
    with pytest.raises(ValueError, match="expected each once"):
        Kind(1, "storm", (1,), ("place", "place"))


# Fuzz.

BATTLE = red_to_move()
NAMES = "R1 R2 B1 B2 G1 red blue green purple move fire hold shove bid pass draw via with"
PLACES = "A1 B1 C1 D4 Z9 E1 A5 a1 1A A0 AAAA1 A99999 ZZZ99999"
NUMBERS = "0 1 2 3 -1 1.5 1e9 999999999 9999999999 \u00b2 \u0663"
WORDS = [*f"{NAMES} {PLACES} {NUMBERS}".split(), "", "N", "''", '"', "\\", "\x00", ","]
lines = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
half_lines = st.text(max_size=30).map("R1 move ".__add__)
anything = st.one_of(st.text(max_size=60), lines, lines, lines, half_lines)


def only_typed_errors_escape(order: ef.Order | str, side: str | None) -> None:
    """Ask and order, whatever it is: a verdict, an event, or one of two typed errors; never a change without a step."""
    before = BATTLE.digest
    try:
        verdict = BATTLE.check(order, side=side)
    except ef.OrderError:
        with pytest.raises(ef.OrderError) as refusal:
            BATTLE.step(order, side=side)
        assert str(refusal.value).startswith(f"order {refusal.value.text!r}: ")
        assert BATTLE.digest == before
        return
    assert BATTLE.digest == before
    if verdict:
        assert BATTLE.step(order, side=side)
        BATTLE.undo()
    else:
        assert all(finding.sentence() and finding.rule for finding in verdict.findings)
        with pytest.raises(ef.IllegalOrder):
            BATTLE.step(order, side=side)
    assert BATTLE.digest == before


sides = st.one_of(st.none(), st.none(), st.sampled_from(["red", "blue", "purple", ""]))


@FUZZ
@given(anything, sides)
@pytest.mark.rule("CORE-1.1")
def test_any_text_at_all_is_an_order_or_a_typed_error(text: str, side: str | None) -> None:
    only_typed_errors_escape(text, side)


@FUZZ
@given(anything)
def test_text_that_is_read_prints_as_a_line_that_reads_the_same(text: str) -> None:
    try:
        order = BATTLE.parse(text)
    except ef.OrderError:
        return
    assert BATTLE.parse(BATTLE.text(order)) == order


numbers = st.one_of(st.integers(-3, 5), st.integers(), st.sampled_from([2**15, -(2**15) - 1, 2**31, 2**63, 2**64]))
any_places = st.tuples(numbers, numbers)
structs = st.builds(
    ef.Order,
    kind=st.one_of(
        st.sampled_from(["move", "fire", "hold", "shove", "bid", "pass", "draw", "fly"]), st.text(max_size=5)
    ),
    side=st.one_of(st.just(""), st.sampled_from(["red", "blue", "green", "purple"]), st.text(max_size=3)),
    unit=st.one_of(st.just(""), st.sampled_from(["R1", "B1", "B2", "G1", "R9"]), st.text(max_size=3)),
    place=st.one_of(st.none(), any_places),
    facing=st.one_of(st.none(), st.none(), numbers),
    target=st.one_of(st.just(""), st.just(""), st.sampled_from(["B1", "X"])),
    number=st.one_of(st.just(0), st.just(0), numbers),
    path=st.one_of(st.just(()), st.lists(any_places, max_size=30).map(tuple)),
    companions=st.one_of(st.just(()), st.lists(st.sampled_from(["B1", "X"]), max_size=6).map(tuple)),
)


@FUZZ
@given(structs, sides)
@pytest.mark.rule("CORE-1.1")
def test_any_order_struct_is_an_order_or_a_typed_error(order: ef.Order, side: str | None) -> None:
    only_typed_errors_escape(order, side)


def moves(**changes: Any) -> ef.Order:
    return ef.Order("move", unit="R1", **changes)


near_moves = st.builds(
    moves,
    place=st.tuples(st.integers(-1, 4), st.integers(-1, 4)),
    path=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=4).map(tuple),
)


@FUZZ
@given(near_moves)
@pytest.mark.rule("CORE-1.4")
def test_any_move_on_and_around_the_board_is_an_order_or_a_typed_error(order: ef.Order) -> None:
    only_typed_errors_escape(order, None)
