"""The turn: who gives the next order, who is passed over, what a unit may still do, and which orders there are."""

from __future__ import annotations

import pytest

import enfilade as ef
from tests.face.games import untouched
from tests.march_rules.boards import at, battle_of, ends, legal, play, refusal, to_order

# MARCH-6.1


def turn_began(events: list[ef.Event]) -> list[tuple[int | str, int | str]]:
    """The turns that began, each with the side that began it."""
    return [(event.names["turn"], event.names["side"]) for event in events if event.kind == "turn_began"]


@pytest.mark.rule("MARCH-6.1")
def test_sides_give_one_order_after_another_in_the_order_of_the_scenario_and_round_again() -> None:
    battle = battle_of("R1R2R3 . B1B2 . G1")
    givers = []
    for line in ("R1 march 0-0", "B1 march 2-0", "G1 march 4-0", "R2 march 0-0", "B2 march 2-0", "R3 march 0-0"):
        givers.append(to_order(battle))
        battle.step(line)
    assert givers == ["red", "blue", "green", "red", "blue", "red"]
    assert (battle.turn, to_order(battle)) == (2, "blue")


@pytest.mark.rule("MARCH-6.1")
def test_the_order_of_the_scenario_need_not_be_that_of_the_units() -> None:
    battle = battle_of("R1 . B1 . G1", sides="GRB")
    assert to_order(battle) == "green"
    play(battle, "G1 march 4-0")
    assert to_order(battle) == "red"


@pytest.mark.rule("MARCH-6.1")
def test_the_first_side_begins_the_first_turn_and_the_next_one_the_second() -> None:
    battle = battle_of("R1 . B1 . G1")
    beginners = [(battle.turn, to_order(battle))]
    while battle.turn < 5:
        events = battle.step(f"{to_order(battle)} pass")
        beginners += [(int(turn), str(side)) for turn, side in turn_began(events)]
    assert beginners == [(1, "red"), (2, "blue"), (3, "green"), (4, "red"), (5, "blue")]


@pytest.mark.rule("MARCH-6.1", "CORE-3.3")
def test_neutral_sides_give_no_orders_and_begin_no_turn() -> None:
    battle = battle_of("R1 . T1 . B1", sides="RTB")
    givers = []
    while battle.turn < 4:
        givers.append((battle.turn, to_order(battle)))
        play(battle, f"{to_order(battle)} pass")
    assert givers == [(1, "red"), (1, "blue"), (2, "blue"), (2, "red"), (3, "red"), (3, "blue")]


@pytest.mark.rule("MARCH-6.1", "CORE-3.3")
def test_a_neutral_unit_cannot_be_given_an_order() -> None:
    battle = battle_of("R1 . T1 .")
    assert refusal(battle, "T1 march 3-0").startswith("CORE-1.2")
    assert refusal(battle, "town pass").startswith("CORE-1.2")


@pytest.mark.rule("MARCH-6.1")
def test_a_side_out_of_turn_cannot_give_an_order() -> None:
    battle = battle_of("R1 . B1 .")
    assert refusal(battle, "B1 march 3-0") == "CORE-1.2"
    assert refusal(battle, "blue pass") == "CORE-1.2"
    with pytest.raises(ef.OrderError, match="it is an order of red"):
        battle.check("red pass", side="blue")


@pytest.mark.rule("MARCH-6.1", "MARCH-6.3")
def test_a_turn_that_would_begin_with_a_side_without_units_begins_with_the_next_one() -> None:
    battle = battle_of("R1 . . G1", sides="RBG", reserves=["B1"])
    play(battle, "red pass")
    assert to_order(battle) == "green"
    events = battle.step("green pass")
    assert turn_began(events) == [(2, "blue")]
    assert to_order(battle) == "green"


# MARCH-6.2


@pytest.mark.rule("MARCH-6.2")
def test_a_unit_marches_once_a_turn() -> None:
    battle = battle_of("R1 R2 . . B1")
    play(battle, "R1 march 0-0, B1 march 4-0")
    assert refusal(battle, "R1 march 1-0") == "MARCH-6.2"
    assert ends(battle, "R1") == []
    assert ends(battle, "R2") == ["0-0", "1-0", "2-0", "3-0"]
    play(battle, "R2 march 2-0")
    assert battle.turn == 2
    assert ends(battle, "B1") == ["3-0", "4-0"]
    play(battle, "blue pass")
    assert refusal(battle, "R1 march 1-0") == ""


@pytest.mark.rule("MARCH-6.2")
def test_a_unit_that_has_not_marched_by_the_end_of_the_turn_has_lost_nothing_for_the_next_one() -> None:
    battle = battle_of("R1 . . . . . . . . B1")
    play(battle, "red pass, blue pass, blue pass")
    assert refusal(battle, "R1 march 4-0") == ""
    assert refusal(battle, "R1 march 5-0") == "MARCH-D7"


@pytest.mark.rule("MARCH-6.2", "MARCH-D7")
@pytest.mark.parametrize(
    ("of_unit", "of_type", "allowance"),
    [(None, None, 4), (None, 2, 2), (6, None, 6), (6, 2, 6), (0, 2, 0), (0, None, 0), (14, None, 14), (None, 14, 14)],
)
def test_the_allowance_is_4_unless_the_unit_or_its_type_has_another(
    of_unit: int | None, of_type: int | None, allowance: int
) -> None:
    battle = battle_of(
        "R1 " + ". " * 16 + "B1",
        values={"R1": {"allowance": of_unit}} if of_unit is not None else {},
        types={"foot": {"allowance": of_type}} if of_type is not None else {},
        type_of={"R1": "foot"} if of_type is not None else {},
    )
    assert ends(battle, "R1") == [f"{column}-0" for column in range(allowance + 1)]
    verdict = battle.check(f"R1 march {allowance + 1}-0")
    assert verdict.rule == "MARCH-D7"
    assert verdict.findings[0].names == {"unit": "R1", "steps": allowance + 1, "allowance": allowance}


@pytest.mark.rule("MARCH-6.2")
@pytest.mark.parametrize("allowance", [-1, 15])
def test_an_allowance_is_0_to_14(allowance: int) -> None:
    with pytest.raises(ef.ScenarioError, match=rf"allowance.*{allowance}.*expected 0 to 14"):
        battle_of("R1 B1", allowance=allowance)


# MARCH-6.3


@pytest.mark.rule("MARCH-6.3")
def test_a_side_that_passes_gives_no_more_orders_in_the_turn_and_the_others_go_on() -> None:
    battle = battle_of("R1R2 . B1B2 . G1G2")
    play(battle, "red pass, B1 march 2-0, green pass")
    assert to_order(battle) == "blue"
    assert refusal(battle, "R1 march 0-0") == "CORE-1.2"
    play(battle, "B2 march 2-0")
    assert (battle.turn, to_order(battle)) == (2, "blue")
    play(battle, "B1 march 2-0, G1 march 4-0")
    assert to_order(battle) == "red"


@pytest.mark.rule("MARCH-6.3")
def test_a_side_whose_units_have_all_marched_is_passed_over() -> None:
    battle = battle_of("R1 . B1B2B3 . G1")
    play(battle, "R1 march 0-0, B1 march 2-0, G1 march 4-0")
    assert to_order(battle) == "blue"
    play(battle, "B2 march 2-0")
    assert to_order(battle) == "blue"
    play(battle, "B3 march 2-0")
    assert battle.turn == 2


@pytest.mark.rule("MARCH-6.3")
def test_the_turn_ends_when_every_side_has_passed() -> None:
    battle = battle_of("R1R2 . B1B2")
    play(battle, "red pass")
    assert (battle.turn, to_order(battle)) == (1, "blue")
    events = battle.step("blue pass")
    assert [str(event) for event in events] == ["blue passes", "turn 2 begins with blue"]
    assert to_order(battle) == "blue"


@pytest.mark.rule("MARCH-6.3")
def test_a_side_may_pass_after_it_has_given_orders() -> None:
    battle = battle_of("R1R2R3 . B1B2B3")
    play(battle, "R1 march 1-0, blue pass, red pass")
    assert (battle.turn, to_order(battle)) == (2, "blue")


@pytest.mark.rule("MARCH-6.3", "MARCH-7.4")
@pytest.mark.parametrize("text", [". . .", ". T1 ."])
def test_a_battle_in_which_no_side_has_a_unit_that_may_march_is_over_at_once(text: str) -> None:
    battle = battle_of(text, sides="RBT", reserves=["R1", "B1"], turns=999)
    assert (battle.turn, to_order(battle)) == (999, "")
    assert battle.outcome == ef.Outcome((), "turns played", {"red": 0, "blue": 0, "town": 0})


@pytest.mark.rule("MARCH-6.3")
def test_a_side_with_a_unit_that_cannot_leave_its_square_still_gives_an_order() -> None:
    battle = battle_of("R1 ~ B1", allowance=0)
    assert legal(battle) == ["R1 march 0-0", "red pass"]
    play(battle, "R1 march 0-0")
    assert legal(battle) == ["B1 march 2-0", "blue pass"]


# MARCH-6.4


@pytest.mark.rule("MARCH-6.4", "CORE-1.2")
def test_listed_are_the_straight_marches_of_each_unit_row_by_row_its_own_square_among_them_and_the_pass() -> None:
    battle = battle_of(
        """
        .  ~  .
        R1 .  R2
        .  B1 .
        """,
        values={"R1": {"allowance": 1}, "R2": {"allowance": 2}},
    )
    assert legal(battle) == [
        "R1 march 0-0",
        "R1 march 0-1",
        "R1 march 1-1",
        "R1 march 0-2",
        "R2 march 2-0",
        "R2 march 0-1",
        "R2 march 1-1",
        "R2 march 2-1",
        "R2 march 2-2",
        "red pass",
    ]


@pytest.mark.rule("MARCH-6.4", "MARCH-X1")
def test_a_march_that_needs_a_waypoint_is_legal_but_not_listed() -> None:
    battle = battle_of("R1 B1 .\n. . .")
    assert "R1 march 2-1" not in legal(battle)
    assert refusal(battle, "R1 march 2-1 via 0-1") == ""
    with untouched(battle):
        assert battle.check("R1 march 2-1 via 0-1")
    play(battle, "R1 march 2-1 via 0-1")
    assert at(battle, "R1") == "2-1"


@pytest.mark.rule("MARCH-6.4")
def test_when_a_battle_is_over_nothing_is_listed() -> None:
    battle = battle_of("R1 B1", turns=1)
    play(battle, "red pass, blue pass")
    assert legal(battle) == []
    assert refusal(battle, "R1 march 0-0").startswith("CORE-1.2")
