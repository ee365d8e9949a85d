"""Whose an order is: said where no unit says it, left out where it goes without saying, and understood anywhere."""

from __future__ import annotations

import msgspec
import pytest

import enfilade as ef
from enfilade.authoring import SEQUENCE, Kind, OrderRecord, Plugin, System, World, kernel
from enfilade.core.orders.kinds import FORCED
from enfilade.drill.vocabulary import ACTIVATION, BIDDING
from enfilade.systems.pipeline import begin_step, tell_forced
from tests.face.games import standoff, untouched

LEND, ESCORT = 200, 201


@kernel
def count_loans(world: World, side: int, unit: int, kind: int) -> int:
    """One way to lend any unit."""
    return 1 if kind == LEND else 0


@kernel
def loan_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """A loan says nothing more."""


@kernel
def apply_loan(world: World, order: OrderRecord) -> None:
    """The unit changes its side, and the turn goes on."""
    world.units[order.unit].allegiance.side = order.side
    world.clock[0].owes = 0
    world.clock[0].phase = SEQUENCE


LENDING = Plugin(
    name="lending",
    revision=1,
    systems=(
        System(
            "lending",
            "command",
            (
                Kind(LEND, "lend", (BIDDING, ACTIVATION), any_side=True),
                Kind(ESCORT, "escort", (ACTIVATION,), ("place", "facing", "target", "number", "companions")),
            ),
            count=count_loans,
            member=loan_member,
            apply=apply_loan,
        ),
    ),
    folders=(),
)
"""A unit of any side may be taken over, also while the bids are made; escorts say almost everything an order can."""


def bidding() -> ef.Battle:
    return ef.Battle(standoff(), 1, systems=(LENDING,))


def red_activates() -> ef.Battle:
    battle = bidding()
    battle.step("red bid 2")
    battle.step("blue bid 0")
    return battle


@pytest.mark.rule("CORE-1.3")
def test_order_that_any_side_may_give_says_whose_it_is() -> None:
    battle = bidding()
    listed = list(battle.legal.where("lend").of("B1"))
    assert listed == [ef.Order("lend", side=side, unit="B1") for side in ("red", "blue")]
    assert [battle.text(order) for order in listed] == ["red B1 lend", "blue B1 lend"]
    for order in battle.legal:
        assert battle.parse(battle.text(order)) == order
        assert order in battle.legal
        assert battle.check(battle.text(order))


@pytest.mark.rule("CORE-1.3", "CORE-2.3")
def test_advice_to_say_the_side_first_is_a_line_that_is_taken() -> None:
    battle = bidding()
    with untouched(battle), pytest.raises(ef.OrderError, match="several sides owe a decision") as refusal:
        battle.check("B1 lend")
    assert refusal.value.expected == "the side first, as in 'red B1 lend'"
    assert battle.check("red B1 lend")
    battle.step("red B1 lend")
    assert battle.roster()["B1"]["side"] == "red"


@pytest.mark.rule("CORE-1.3")
def test_side_of_an_order_that_any_side_may_give_goes_without_saying_while_one_side_owes() -> None:
    battle = red_activates()
    for order in ("B1 lend", "red B1 lend", ef.Order("lend", unit="B1"), ef.Order("lend", side="red", unit="B1")):
        assert battle.check(order)
        assert order in battle.legal
    assert ef.Order("lend", side="blue", unit="B1") not in battle.legal
    assert battle.check("blue B1 lend").reason == "not_owed"
    battle.step("B1 lend")
    assert battle.orders[-1] == ef.Order("lend", side="red", unit="B1")


@pytest.mark.rule("CORE-1.3")
def test_side_of_a_unit_s_order_may_be_said_and_is_refused_where_it_is_not_true() -> None:
    battle = red_activates()
    assert battle.check("red R1 move A2")
    assert str(battle.check("blue R1 move A2")).startswith("blue R1 move A2: blue owes no decision now")
    assert [finding.reason for finding in battle.check("blue R1 move A2").findings] == [
        "not_owed",
        "unit_of_another_side",
    ]
    battle.step("red R1 move A2")
    assert battle.orders[-1] == ef.Order("move", unit="R1", place=(0, 1))


@pytest.mark.rule("CORE-1.3")
def test_unit_that_has_changed_its_side_is_ordered_by_its_new_one() -> None:
    battle = red_activates()
    battle.step("B1 lend")
    while battle.decision != ef.Decision("red", "activate"):
        battle.step(battle.legal[-1])
    assert battle.legal.of("B1").where("move")
    for order in battle.legal.of("B1").where("move"):
        assert order.side == ""
        assert battle.parse(battle.text(order)) == order
        assert msgspec.structs.replace(order, side="red") in battle.legal


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("purple R1 move A2", "'purple' is no side, expected one of red, blue, green"),
        ("red R9 move A2", "'R9' is no unit, expected one of R1"),
        ("red red pass", "'red' is no unit"),
        ("R1 red move A2", "'red' is no kind of order"),
        ("R1 R1 move A2", "'R1' is no kind of order"),
        ("red R1 pass", "'pass' is given by a side, not to a unit"),
        ("red lend", "'lend' names no unit"),
        ("red R1", "no kind of order"),
    ],
)
def test_line_whose_giver_is_wrong_is_told_which_word(line: str, problem: str) -> None:
    with pytest.raises(ef.OrderError) as refusal:
        red_activates().parse(line)
    assert problem in str(refusal.value)


FORCED_ORDERS = [
    ef.Order("pass", side="red"),
    ef.Order("lend", side="red", unit="B1"),
    ef.Order("move", unit="R1", place=(0, 1)),
    ef.Order("escort", unit="R1", place=(1, 2), facing=3, target="B1", number=-7),
    ef.Order("escort", unit="R1", place=(0, 0), facing=0, target="B1", companions=("B2",)),
    ef.Order("escort", unit="R1", place=(0, 0), facing=0, target="B1", number=2, companions=("R1", "B1", "B2", "G1")),
]


@pytest.mark.rule("CORE-2.2")
@pytest.mark.parametrize("order", FORCED_ORDERS)
def test_order_taken_at_once_is_told_by_the_line_that_says_it(order: ef.Order) -> None:
    battle = red_activates()
    world = battle.game.world()
    battle.names.write_order(order, 0, world.orders[0])
    begin_step(world)
    tell_forced(world, world.orders[0])
    (event,) = battle.names.told(1, battle.game.store.records("events")[:1].tobytes())
    assert event.kind == battle.names.events[FORCED].name
    assert event.names == {"order": battle.text(order)}
    assert battle.parse(str(event.names["order"])) == order
