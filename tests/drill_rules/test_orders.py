"""CORE: what holds for every order and every step, shown with the drill."""

import random

import pytest

from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import MALFORMED_ORDER
from enfilade.systems.game import StepFault
from enfilade.systems.pipeline import PASSES_MAX
from tests.drill_rules.boards import KINDS, Found, Situation

pytestmark = pytest.mark.usefixtures("compiled")

BOARD = """
R1 .  .  B1
R2 .  #  .
.  .  .  B2
"""


def battle(cards: int = 1) -> Situation:
    """Red to move."""
    return Situation(BOARD, bids="0", cards={"blank": cards})


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize("kind", [0, 1, 127, 200, -1, 32_767])
def test_a_kind_that_does_not_exist_is_the_only_thing_found(kind: int) -> None:
    situation = battle()
    situation.write("R1 move b1").kind = kind
    assert situation.look() == [Found("no_such_kind", "CORE-1.1", (kind,))]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize("side", [2, 7, -1])
def test_a_side_that_does_not_exist(side: int) -> None:
    situation = battle()
    situation.write("R1 move b1").side = side
    assert situation.look() == [Found("malformed", "CORE-1.1")]


@pytest.mark.rule("CORE-1.1", "CORE-1.3")
@pytest.mark.parametrize("slot", [-1, 4, 32_767, -32_768])
def test_a_unit_that_does_not_exist(slot: int) -> None:
    situation = battle()
    situation.write("R1 move b1").unit = slot
    assert situation.look() == [Found("no_such_unit", "CORE-1.3")]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", 77), ("side", 2), ("side", -1), ("unit", 4), ("unit", -1), ("x", 4), ("y", -1), ("length", 25)],
)
def test_an_order_that_names_what_does_not_exist_is_a_fault_when_it_is_taken_unchecked(field: str, value: int) -> None:
    situation = battle()
    order = situation.write("R1 move b1")
    setattr(order, field, value)
    situation.game.step()
    with pytest.raises(StepFault, match="does not exist") as refusal:
        situation.game.raise_fault()
    assert refusal.value.fault == MALFORMED_ORDER


@pytest.mark.rule("CORE-1.2")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("B1 move c1", [Found("not_owed", "CORE-1.2", (1,))]),
        ("blue pass", [Found("not_owed", "CORE-1.2", (1,))]),
        ("red bid 1", [Found("not_the_answer", "CORE-1.2", (2, 0b1))]),
        ("R1 fire", [Found("not_the_answer", "CORE-1.2", (2, 0b1))]),
        ("R1 hold", [Found("not_the_answer", "CORE-1.2", (2, 0b1))]),
        ("B1 hold", [Found("not_owed", "CORE-1.2", (1,)), Found("not_the_answer", "CORE-1.2", (2, 0b1))]),
    ],
)
def test_an_order_must_answer_the_decision_that_is_owed_and_come_from_who_owes_it(
    line: str, found: list[Found]
) -> None:
    assert battle().findings(line) == found


@pytest.mark.rule("CORE-1.2")
def test_an_order_is_about_the_unit_that_the_decision_is_about() -> None:
    situation = battle()
    situation.step("R1 move b1")
    assert situation.owed == "react blue B1"
    assert situation.findings("B2 hold") == [Found("other_unit_decides", "CORE-1.2")]


@pytest.mark.rule("CORE-1.2", "CORE-1.3")
def test_everything_that_is_wrong_with_an_order_is_found_at_once() -> None:
    situation = battle()
    situation.lose("B1")
    assert situation.findings("B1 move c1", "red") == [
        Found("unit_lost", "CORE-1.3"),
        Found("unit_of_another_side", "CORE-1.3", (1,)),
    ]


@pytest.mark.rule("CORE-1.3")
def test_a_unit_of_another_side_cannot_be_ordered() -> None:
    assert battle().findings("B1 move c1", "red") == [Found("unit_of_another_side", "CORE-1.3", (1,))]


@pytest.mark.rule("CORE-1.4")
@pytest.mark.parametrize("place", ["e1", "a4", "a0"])
def test_a_place_off_the_board(place: str) -> None:
    assert battle().findings(f"R1 move {place}") == [Found("not_on_board", "CORE-1.4", (), place)]


@pytest.mark.rule("CORE-2.1")
def test_a_step_runs_until_the_next_decision_and_no_further() -> None:
    # Entering b1 comes before B1's answer, the answer before entering c1, in the order of the systems in a pass.
    situation = battle()
    assert situation.step("R1 move c1") == ["moved R1 c1", "entered R1 b1"]
    assert situation.owed == "react blue B1"
    assert situation.step("B1 hold") == ["held_fire B1", "entered R1 c1"]
    assert situation.owed == "react blue B1"
    assert situation.step("B1 hold") == ["held_fire B1"]
    assert situation.owed == "activate blue"


@pytest.mark.rule("CORE-2.1")
def test_each_system_does_at_most_one_thing_in_a_pass_and_only_in_its_own_phase() -> None:
    # Two squares that nobody sees: enter, nobody fires, enter, nobody fires, the move ends, the next turn.
    # The passes: movement and fire; movement and fire; movement and sequence. One more look finds the decision.
    situation = Situation("R1 .  .  #  B1 .", bids="0")
    situation.step("R1 move c1")
    assert situation.game.notes.passes == 4
    game = Situation("R1 .  .  #  B1 .", bids="0")
    game.write("R1 move c1")
    places = game.game.places
    game.game.pipeline.take(*places)
    squares = []
    for _ in range(3):
        for system, advance in zip(game.game.pipeline.acting, game.game.pipeline.advances, strict=True):
            if system.phase == game.game.clock.phase and not game.game.clock.owes:
                advance(*places)
        squares.append(game.board[0].index("R1"))
    assert squares == [1, 2, 2]
    assert game.owed == "activate blue"


@pytest.mark.rule("CORE-2.2")
def test_a_forced_answer_is_told_with_the_order_that_was_taken() -> None:
    situation = Situation("R1 B1 .\n#  #  #\nB2 .  .", bids="0")
    told = situation.step("R1 move b1")
    assert told[:3] == ["moved R1 b1", "forced B1 shove c1", "shoved B1 c1"]
    assert situation.game.clock.step == 2  # the bid and the move: what is forced is no step of its own


@pytest.mark.rule("CORE-2.2")
def test_an_elective_decision_is_left_to_its_side() -> None:
    situation = Situation("R1 .  B1", options={"tokens": 0})
    assert (situation.owed, situation.legal()) == ("bid red", ["red bid 0"])
    assert situation.game.notes.events == 0


@pytest.mark.rule("CORE-2.3")
def test_when_several_sides_owe_a_decision_the_game_goes_on_when_all_have_answered() -> None:
    situation = Situation("R1 . B1\n. . .\nG1 . Y1")
    assert situation.owed == "bid red blue green"
    for side, left in (("blue", "bid red green"), ("green", "bid red"), ("red", "activate red")):
        assert situation.findings(f"{side} bid 0") == []
        situation.step(f"{side} bid 0")
        assert situation.owed == left


@pytest.mark.rule("CORE-1.1", "CORE-2.1")
def test_random_orders_taken_unchecked_end_in_a_decision_the_end_or_a_typed_fault() -> None:
    chance = random.Random(11)
    faults = 0
    for _ in range(40):
        situation = battle(cards=2)
        for _ in range(12):
            order = situation.game.order
            order.assign(chance.randbytes(OrderRecord.dtype.itemsize))
            order.kind = chance.choice([*KINDS.values(), 3])
            order.side, order.unit, order.target = chance.randint(-1, 2), chance.randint(-1, 4), -1
            order.x, order.y = chance.randint(-1, 4), chance.randint(-1, 3)
            order.length = chance.choice([0, 0, 1, 2, 24, 25, -5])
            for index in range(len(order.path)):
                order.path[index] = chance.randint(-1, 12)
            order.companion_count = chance.choice([0, 0, 0, 4, 5])
            before = situation.game.snapshot()
            situation.game.step()
            assert situation.game.notes.passes <= PASSES_MAX + 1
            try:
                situation.game.raise_fault()
            except StepFault:
                faults += 1
                situation.game.restore(before)
            assert situation.game.clock.owes or situation.game.clock.over
    assert faults > 50
