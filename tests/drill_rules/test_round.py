"""DRILL-2: bids, turns, and the end of a round."""

import pytest

from enfilade.systems.game import Game
from tests.drill_rules.boards import FAMILY, Found, Situation

pytestmark = pytest.mark.usefixtures("compiled")

THREE = """
R1 .  #  B1 .
.  .  #  .  .
#  #  #  #  #
G1 .  #  G2 .
.  .  #  .  .
"""
"""Everybody has a room of four squares, in which nobody else sees or disturbs him."""
STEP = {unit: {"allowance": 1} for unit in ("R1", "B1", "G1", "G2")}


def three(bids: str = "", **more: object) -> Situation:
    """Three sides apart, with a step each."""
    return Situation(THREE, bids=bids, values=STEP, **more)  # type: ignore[arg-type]


@pytest.mark.rule("DRILL-2.1", "CORE-2.3")
def test_in_the_first_round_every_side_but_the_last_bids_0_1_or_2() -> None:
    situation = three()
    assert situation.owed == "bid red blue"
    assert situation.legal() == [f"{side} bid {bid}" for side in ("red", "blue") for bid in (0, 1, 2)]
    assert situation.findings("green bid 0") == [Found("not_owed", "CORE-1.2", (2,))]


@pytest.mark.rule("DRILL-2.1")
@pytest.mark.parametrize(("tokens", "highest"), [(0, 0), (1, 1), (2, 2), (3, 2), (9, 2)])
def test_a_bid_is_no_higher_than_two_and_than_the_tokens_left(tokens: int, highest: int) -> None:
    situation = three(options={"tokens": tokens})
    bids = [line for line in situation.legal() if line.startswith("blue")]
    assert bids == [f"blue bid {bid}" for bid in range(highest + 1)]
    assert situation.findings(f"blue bid {highest}") == []
    assert situation.findings(f"blue bid {highest + 1}") == [Found("bid_too_high", "DRILL-2.1", (highest + 1, highest))]
    assert situation.findings("blue bid -1") == [Found("bid_too_high", "DRILL-2.1", (-1, highest))]


@pytest.mark.rule("DRILL-2.1", "CORE-2.2")
def test_a_bid_is_left_to_its_side_even_when_it_can_only_be_0() -> None:
    situation = Situation("R1 . B1", options={"tokens": 0})
    assert (situation.owed, situation.legal()) == ("bid red", ["red bid 0"])


@pytest.mark.rule("DRILL-2.1", "CORE-2.3")
@pytest.mark.parametrize(("first", "second"), [("red", "blue"), ("blue", "red")])
def test_sides_bid_in_either_order_and_the_round_begins_when_all_have(first: str, second: str) -> None:
    situation = three()
    assert situation.step(f"{first} bid 1") == []
    assert situation.owed == f"bid {second}"
    assert situation.findings(f"{first} bid 2") == [Found("not_owed", "CORE-1.2", (situation.sides.index(first),))]
    told = situation.step(f"{second} bid 1")
    assert told == ["bid_made red 1", "bid_made blue 1", "round_began 1 red"]
    assert situation.owed == "activate red"


def seen_by(situation: Situation, side: str) -> Game:
    """The game without what the drill hides from a side."""
    other = Game(situation.game.scenario, FAMILY)
    other.restore(situation.game.snapshot())
    other.keep_only_what_is_known_to(situation.sides.index(side))
    return other


def bids_seen_by(situation: Situation, side: str) -> list[int]:
    """The bids that a side sees; -1 for none."""
    return [party.bid for party in seen_by(situation, side).store.table("drill_parties")]


@pytest.mark.rule("DRILL-2.1")
def test_a_bid_is_hidden_from_the_others_until_all_are_made() -> None:
    low, high = three(), three()
    low.step("blue bid 0")
    high.step("blue bid 2")
    assert low.game.snapshot() != high.game.snapshot()
    for other in ("red", "green"):
        assert seen_by(low, other).snapshot() == seen_by(high, other).snapshot()
        assert bids_seen_by(high, other) == [-1, -1, -1]
    assert bids_seen_by(high, "blue") == [-1, 2, -1]


@pytest.mark.rule("DRILL-2.1")
def test_bids_are_open_to_all_once_they_are_made() -> None:
    situation = three("1 2")
    for side in situation.sides:
        assert bids_seen_by(situation, side) == [1, 2, -1]


@pytest.mark.rule("DRILL-2.2")
@pytest.mark.parametrize(
    ("bids", "begins", "tokens"),
    [
        ("0 0", "red", [3, 3, 3]),
        ("1 1", "red", [2, 2, 3]),
        ("0 1", "blue", [3, 2, 3]),
        ("2 1", "red", [1, 2, 3]),
        ("1 2", "blue", [2, 1, 3]),
    ],
)
def test_the_highest_bid_begins_among_equals_the_first_and_all_pay(bids: str, begins: str, tokens: list[int]) -> None:
    situation = three(bids)
    assert situation.owed == f"activate {begins}"
    assert [situation.party(side).tokens for side in situation.sides] == tokens


@pytest.mark.rule("DRILL-2.1")
def test_the_side_that_began_the_round_before_does_not_bid_and_the_last_one_does() -> None:
    situation = three("0 1")
    situation.play("blue pass", "green pass", "red pass")
    assert situation.game.clock.turn == 2
    assert situation.owed == "bid red green"
    situation.play("red bid 1", "green bid 2")
    assert situation.owed == "activate green"
    assert [situation.party(side).tokens for side in situation.sides] == [2, 2, 1]


@pytest.mark.rule("DRILL-2.1")
def test_a_side_without_units_does_not_bid() -> None:
    situation = three("1 0")
    situation.lose("B1")
    situation.play("red pass", "green pass")
    assert (situation.game.clock.turn, situation.owed) == (2, "bid green")
    assert situation.step("green bid 0") == ["bid_made green 0", "round_began 2 green"]


@pytest.mark.rule("DRILL-2.3")
def test_a_turn_is_one_move_one_card_or_a_pass() -> None:
    situation = three("0 0", cards={"blank": 1})
    assert situation.owed == "activate red"
    assert situation.legal() == ["R1 move b1", "R1 move a2", "red draw", "red pass"]


@pytest.mark.rule("DRILL-2.3")
def test_turns_go_in_ascending_order_from_the_side_that_begins_and_round_again() -> None:
    situation = three("0 1", cards={"blank": 9})
    turns = []
    for line in ("B1 move e1", "G1 move b4", "R1 move b1", "blue draw", "green draw", "red draw", "G2 move d5"):
        turns.append(situation.owed)
        situation.write(line)
        assert situation.look() == []
        situation.game.step()
    order = ["blue", "green", "red", "blue", "green", "red", "green"]  # blue and red have nothing left to do
    assert turns == [f"activate {side}" for side in order]


@pytest.mark.rule("DRILL-2.3")
def test_a_side_that_passes_takes_no_more_turns_in_the_round() -> None:
    situation = three("0 0", cards={"blank": 9})
    assert situation.step("red pass") == ["passed red"]
    for line, owed in (
        ("B1 move e1", "activate green"),
        ("G1 move b4", "activate blue"),  # not red
        ("blue pass", "activate green"),
        ("green pass", "bid blue green"),
    ):
        situation.step(line)
        assert situation.owed == owed
    assert situation.game.clock.turn == 2


@pytest.mark.rule("DRILL-2.3")
def test_a_side_without_units_takes_no_turn_though_cards_are_left() -> None:
    situation = three("0 0", cards={"blank": 9})
    situation.lose("B1")
    situation.step("red pass")
    assert situation.owed == "activate green"


@pytest.mark.rule("DRILL-2.4")
def test_a_side_with_no_unit_to_move_and_no_card_is_passed_over_and_the_round_ends_when_none_is_left() -> None:
    situation = three("0 0")
    situation.play("R1 move b1", "B1 move e1", "G1 move b4")
    assert situation.owed == "activate green"  # red and blue have moved their only units
    told = situation.step("G2 move d5")
    assert told == ["moved G2 d5", "entered G2 d5"]
    assert (situation.game.clock.turn, situation.owed) == (2, "bid blue green")


@pytest.mark.rule("DRILL-2.4")
def test_a_side_whose_only_unit_is_shaken_is_passed_over() -> None:
    situation = three("0 0")
    situation.soldier("B1").shaken = True
    situation.step("R1 move b1")
    assert situation.owed == "activate green"


@pytest.mark.rule("DRILL-2.4")
def test_a_side_that_is_boxed_in_is_passed_over_and_has_its_turn_when_it_can_move_again() -> None:
    # Red and green are friends, so R1 cannot leave a1 before G1 leaves b1.
    situation = Situation(
        """
        R1 G1 .  .
        #  .  #  B1
        """,
        bids="0 0",
        hostile={"red": ["blue"], "blue": ["red", "green"], "green": ["blue"]},
    )
    assert situation.owed == "activate blue"
    situation.play("blue pass")
    assert situation.owed == "activate green"
    situation.play("G1 move b2")
    assert situation.owed == "activate red"
    # From a1 with two steps: b1 and, beyond it, c1. G1 holds b2.
    assert situation.legal() == ["R1 move b1", "R1 move c1", "red pass"]


@pytest.mark.rule("DRILL-2.4")
def test_a_side_whose_units_have_no_allowance_is_passed_over() -> None:
    situation = Situation("R1 .  .  .  .  B1", bids="0", values={"R1": {"allowance": 0}})
    assert situation.owed == "activate blue"
