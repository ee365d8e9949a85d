"""What is refused is refused with its reason, and nothing changes."""

from __future__ import annotations

import re

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import UnitEntry
from tests.face.games import bout, crossroads, delta, meeting, red_to_move, standoff, untouched, yard

NONSENSE = [
    ("", "no words"),
    ("   \t ", "no words"),
    ("R1", "no kind of order"),
    ("red", "no kind of order"),
    ("R9 move A2", "'R9' is no unit and no side, expected one of red, blue, green, R1"),
    ("purple pass", "'purple' is no unit and no side"),
    ("R1 fly A2", "'fly' is no kind of order, expected one of"),
    ("jump", "'jump' is no kind of order"),
    ("MOVE R1 A2", "'MOVE' is no kind of order"),
    ("R1 move", "it ends too early, expected a place such as C7"),
    ("R1 move Q", "'Q' is no place, expected a place such as C7"),
    ("R1 move A0", "'A0' is no place"),
    ("R1 move 1A", "'1A' is no place"),
    ("R1 move A-1", "'A-1' is no place"),
    ("R1 move A\u0663", "is no place"),
    ("R1 move A2 A3", "'A3' is left over, expected the end of the order"),
    ("R1 move A2 N", "'N' is left over"),
    ("R1 move A2 via", "it ends too early"),
    ("R1 move A3 via A2 Q", "'Q' is no place"),
    ("R1 move A2 with B1", "'with B1' is left over"),
    ("R1 pass", "'pass' is given by a side, not to a unit, expected 'SIDE pass ...'"),
    ("R1 draw", "'draw' is given by a side"),
    ("move A2", "'move' names no unit, expected 'UNIT move ...'"),
    ("red move A2", "'move' names no unit"),
    ("red bid", "it ends too early, expected a number"),
    ("red bid two", "'two' is no number"),
    ("red bid 1.5", "'1.5' is no number"),
    ("red bid \u0662", "is no number, expected a whole number of -2147483648 to 2147483647"),
    ("red bid 9999999999", "'9999999999' is no number"),
    ("red pass now", "'now' is left over"),
    ("pass red", "'red' is left over"),
    ("R1 move ZZZ99999", "a number does not fit"),
    ("R1 move A2 via E1 A2", "its path leaves the board at E1, expected places up to D4"),
    ("R1 move A2 via A5", "its path leaves the board at A5"),
    ("R1 move A2 via" + " A2" * 25, "too long a path or too many companions, expected at most 24 places"),
    ("R1 move A2 \0", "is left over"),
]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(("text", "problem"), NONSENSE)
def test_text_that_says_no_order_is_refused_with_its_words(text: str, problem: str) -> None:
    battle = red_to_move()
    for ask in (battle.check, battle.step, battle.odds):
        with untouched(battle), pytest.raises(ef.OrderError, match=re.escape(problem)) as refusal:
            ask(text)
        assert refusal.value.text == text
        assert str(refusal.value).startswith(f"order {text!r}: ")
        assert refusal.value.expected
        assert f", expected {refusal.value.expected}" in str(refusal.value)


def test_text_too_long_for_an_order_is_refused_by_its_length() -> None:
    battle = red_to_move()
    with untouched(battle), pytest.raises(ef.OrderError, match="1001 characters, expected at most 1000"):
        battle.step("x" * 1001)


MISFITS = [
    (ef.Order("fly", unit="R1"), "'fly' is no kind of order"),
    (ef.Order("move", unit="R1"), "'move' says no place, expected a place"),
    (ef.Order("move", place=(0, 1)), "'move' is given to no unit, expected a unit"),
    (ef.Order("move", unit="R9", place=(0, 1)), "there is no unit 'R9'"),
    (ef.Order("move", unit="R1", place=(0, 1), target="B1"), "'move' takes no target, expected place, path"),
    (ef.Order("move", unit="R1", place=(0, 1), facing=0), "'move' takes no facing"),
    (ef.Order("move", unit="R1", place=(0, 1), number=1), "'move' takes no number"),
    (ef.Order("move", unit="R1", place=(0, 1), companions=("B1",)), "'move' takes no companions"),
    (ef.Order("move", unit="R1", place=(0, 1), path=((4, 0),)), "its path leaves the board at E1"),
    (ef.Order("move", unit="R1", place=(0, 1), path=((-1, 0),)), "its path leaves the board at (-1, 0)"),
    (ef.Order("move", unit="R1", place=(0, 1), path=((0, 10**12),)), "its path leaves the board"),
    (ef.Order("move", unit="R1", place=(2**15, 0)), "a number does not fit"),
    (ef.Order("pass", side="red", unit="R1"), "'pass' is given to R1, expected no unit"),
    (ef.Order("pass", side="red", place=(0, 0)), "'pass' takes no place, expected nothing more"),
    (ef.Order("bid", side="red", number=2**31), "a number does not fit"),
    (ef.Order("pass", side="purple"), "there is no side 'purple', expected one of red, blue, green"),
]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(("order", "problem"), MISFITS)
def test_order_without_the_form_of_its_kind_is_refused(order: ef.Order, problem: str) -> None:
    battle = red_to_move()
    for ask in (battle.check, battle.step, battle.odds):
        with untouched(battle), pytest.raises(ef.OrderError, match=re.escape(problem)):
            ask(order)


def refused(battle: ef.Battle, order: ef.Order | str, *, side: str | None = None) -> ef.Verdict:
    """The verdict of an order that is refused; the step refuses with the same one and changes nothing."""
    verdict = battle.check(order, side=side)
    assert not verdict
    assert not verdict.ok
    with untouched(battle), pytest.raises(ef.IllegalOrder) as refusal:
        battle.step(order, side=side)
    assert refusal.value.verdict == verdict
    assert str(refusal.value) == verdict.sentence() == str(verdict)
    assert verdict.sentence().endswith(f"[{verdict.rule}]")
    return verdict


def findings(verdict: ef.Verdict) -> list[tuple[str, str]]:
    return [(finding.reason, finding.rule) for finding in verdict.findings]


@pytest.mark.rule("CORE-1.2")
def test_order_of_a_side_that_owes_nothing_is_refused() -> None:
    verdict = refused(red_to_move(), "blue pass")
    assert findings(verdict) == [("not_owed", "CORE-1.2")]
    assert verdict.sentence() == "blue pass: blue owes no decision now [CORE-1.2]"


@pytest.mark.rule("CORE-1.2")
@pytest.mark.parametrize("text", ["R1 fire", "R1 hold", "red bid 0"])
def test_order_that_does_not_answer_the_decision_is_refused(text: str) -> None:
    verdict = refused(red_to_move(), text)
    assert findings(verdict)[0] == ("not_the_answer", "CORE-1.2")
    assert verdict.findings[0].sentence() == "red must first decide: activate"


def reaction(battle: ef.Battle) -> ef.Battle:
    """R1 has stepped into the sight of both blue units: B1 decides first."""
    battle.step("R1 move B1")
    assert battle.decision == ef.Decision("blue", "react", "B1")
    return battle


@pytest.mark.rule("CORE-1.2")
def test_order_to_another_unit_than_the_one_that_decides_is_refused() -> None:
    verdict = refused(reaction(red_to_move()), "B2 fire")
    assert findings(verdict) == [("other_unit_decides", "CORE-1.2")]
    assert verdict.findings[0].sentence() == "the decision is about B1, not about B2"


@pytest.mark.rule("CORE-1.2")
def test_order_that_leaves_a_decision_about_a_unit_open_is_told_which_unit_that_is() -> None:
    verdict = refused(reaction(red_to_move()), "blue draw")
    assert findings(verdict) == [("unit_decides_first", "CORE-1.2")]
    assert verdict.findings[0].sentence() == "blue must first decide: react (B1)"


@pytest.mark.rule("CORE-1.3")
@pytest.mark.parametrize("order", ["B1 fire", ef.Order("fire", unit="B1")])
def test_order_to_another_side_s_unit_is_refused(order: ef.Order | str) -> None:
    battle = reaction(red_to_move())
    verdict = refused(battle, order, side="red")
    assert ("unit_of_another_side", "CORE-1.3") in findings(verdict)
    assert ("not_owed", "CORE-1.2") in findings(verdict)
    assert "B1 belongs to blue" in [finding.sentence() for finding in verdict.findings]
    assert battle.check(order, side="blue")


@pytest.mark.rule("CORE-1.3")
def test_order_to_a_unit_that_is_lost_is_refused() -> None:
    battle = reaction(red_to_move(checked=True))
    battle.step("B1 fire", dice=(6, 6))
    assert not battle.unit("R1").status.alive
    verdict = refused(battle, "R1 move A2")
    assert ("unit_lost", "CORE-1.3") in findings(verdict)
    assert "R1 is no longer in play" in [finding.sentence() for finding in verdict.findings]


@pytest.mark.rule("CORE-1.4")
@pytest.mark.parametrize("place", ["E1", "A5", "Z99"])
def test_place_beside_the_board_is_refused(place: str) -> None:
    verdict = refused(red_to_move(), f"R1 move {place}")
    assert findings(verdict) == [("not_on_board", "CORE-1.4")]
    assert verdict.findings[0].sentence() == f"{place} is not on the board"


@pytest.mark.rule("CORE-1.4")
def test_place_west_of_the_board_is_refused() -> None:
    verdict = refused(red_to_move(), ef.Order("move", unit="R1", place=(-1, 0)))
    assert findings(verdict) == [("not_on_board", "CORE-1.4")]


@pytest.mark.rule("CORE-1.2")
def test_any_order_after_the_end_is_refused() -> None:
    battle = red_to_move(standoff(options={"rounds": 1}, cards={}))
    while battle.outcome is None:
        battle.step(battle.legal[-1])
    assert battle.decision is None
    assert findings(refused(battle, "green pass")) == [("battle_over", "CORE-1.2")]
    assert findings(refused(battle, "G1 move D3"))[0] == ("battle_over", "CORE-1.2")
    assert len(battle.legal) == 0


@pytest.mark.rule("CORE-1.2", "CORE-1.3")
def test_verdict_holds_everything_that_forbids_an_order() -> None:
    verdict = refused(red_to_move(), "B1 shove Z9")
    assert findings(verdict) == [
        ("not_owed", "CORE-1.2"),
        ("not_the_answer", "CORE-1.2"),
        ("not_on_board", "CORE-1.4"),
    ]


MARCH_REFUSALS = [
    ("blue pass", [("not_owed", "CORE-1.2")], "blue owes no decision now"),
    ("town pass", [("not_owed", "CORE-1.2")], "town owes no decision now"),
    ("B1 march 4-0", [("not_owed", "CORE-1.2")], "blue owes no decision now"),
    ("T1 march 4-3", [("not_owed", "CORE-1.2")], "town owes no decision now"),
    ("R4 march 1-1", [("unit_lost", "CORE-1.3")], "R4 is no longer in play"),
    ("R1 march 7-0", [("not_on_board", "CORE-1.4")], "7-0 is not on the board"),
    ("R1 march 0-6", [("not_on_board", "CORE-1.4")], "0-6 is not on the board"),
]


@pytest.mark.rule("CORE-1.2", "CORE-1.3", "CORE-1.4", "CORE-3.3")
@pytest.mark.parametrize(("text", "expected", "sentence"), MARCH_REFUSALS, ids=lambda value: str(value)[:20])
def test_order_of_a_march_that_no_family_allows_is_refused(
    text: str, expected: list[tuple[str, str]], sentence: str
) -> None:
    verdict = refused(ef.Battle(delta()), text)
    assert findings(verdict)[:1] == expected
    assert verdict.findings[0].sentence() == sentence


MARCH_NONSENSE = [
    ("R1 march", "it ends too early, expected a place such as 11-4"),
    ("R1 march C7", "'C7' is no place, expected a place such as 11-4"),
    ("R1 march 1-", "'1-' is no place"),
    ("R1 march -1-2", "'-1-2' is no place"),
    ("R1 march 01-2", "'01-2' is no place"),
    ("R1 march 1-2 3-4", "'3-4' is left over"),
    ("R1 march 1-2 via 7-0", "its path leaves the board at 7-0, expected places up to 6-5"),
    ("R1 march 1-2 via 0-6", "its path leaves the board at 0-6"),
    ("R1 pass", "'pass' is given by a side, not to a unit"),
    ("march 1-2", "'march' names no unit"),
    ("R1 move 1-2", "'move' is no kind of order, expected one of march, pass"),
    ("black pass", "'black' is no unit and no side, expected one of red, blue, green, town, R1"),
]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(("text", "problem"), MARCH_NONSENSE)
def test_text_that_says_no_order_of_a_march_is_refused_with_its_words(text: str, problem: str) -> None:
    battle = ef.Battle(delta())
    for ask in (battle.check, battle.step, battle.odds):
        with untouched(battle), pytest.raises(ef.OrderError, match=re.escape(problem)) as refusal:
            ask(text)
        assert refusal.value.text == text


MECH_REFUSALS = [
    ("blue hold", [("not_owed", "CORE-1.2")], "blue owes no decision now"),
    ("town hold", [("not_owed", "CORE-1.2")], "town owes no decision now"),
    ("B1 move C3 W", [("not_owed", "CORE-1.2")], "blue owes no decision now"),
    ("T1 done", [("not_owed", "CORE-1.2")], "town owes no decision now"),
    ("red hold", [("not_the_answer", "CORE-1.2")], "red must first decide: activate"),
    ("red B1 displace C3 W", [("not_the_answer", "CORE-1.2")], "red must first decide: activate"),
    ("red B1 push C3 W", [("not_the_answer", "CORE-1.2")], "red must first decide: activate"),
    ("R4 move A2 N", [("unit_lost", "CORE-1.3")], "R4 is no longer in play"),
    ("R1 fire R4 cannon", [("unit_lost", "CORE-1.3")], "R4 is no longer in play"),
    ("R1 move E1 N", [("not_on_board", "CORE-1.4")], "E1 is not on the board"),
    ("R3 fly A4.9 N", [("not_on_board", "CORE-1.4")], "A4.9 is not on the board"),
]


@pytest.mark.rule("CORE-1.2", "CORE-1.3", "CORE-1.4", "CORE-3.3")
@pytest.mark.parametrize(("text", "expected", "sentence"), MECH_REFUSALS, ids=lambda value: str(value)[:20])
def test_order_of_a_mech_that_no_family_allows_is_refused(
    text: str, expected: list[tuple[str, str]], sentence: str
) -> None:
    verdict = refused(ef.Battle(yard()), text)
    assert findings(verdict)[:1] == expected
    assert verdict.findings[0].sentence() == sentence


MECH_NONSENSE = [
    ("R1 move", "it ends too early, expected a place such as C7.5"),
    ("R1 move A2", "it ends too early, expected a direction"),
    ("R1 move A2 Q", "'Q' is no direction"),
    ("R1 move A2.0 N", "'A2.0' is no place"),
    ("R1 move A2.10 N", "'A2.10' is no place"),
    ("R1 move 1-2 N", "'1-2' is no place"),
    ("R1 move A2 N via E1", "its path leaves the board at E1"),
    ("R1 fire B1", "it ends too early, expected the name of a weapon"),
    ("R1 fire B1 pike", "there is no weapon 'pike', expected one of blade, cannon, carbine"),
    ("R1 fire Q9 cannon", "there is no unit 'Q9', expected one of R1, R2"),
    ("R1 march A2", "'march' is no kind of order, expected one of move"),
    ("R1 pass", "'pass' is no kind of order, expected one of move, fly, teleport"),
    ("R1 hold", "'hold' is given by a side, not to a unit"),
    ("move A2 N", "'move' names no unit"),
    ("black hold", "'black' is no unit and no side, expected one of red, blue, green, town, R1"),
]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(("text", "problem"), MECH_NONSENSE)
def test_text_that_says_no_order_of_a_mech_is_refused_with_its_words(text: str, problem: str) -> None:
    battle = ef.Battle(yard())
    for ask in (battle.check, battle.step, battle.odds):
        with untouched(battle), pytest.raises(ef.OrderError, match=re.escape(problem)) as refusal:
            ask(text)
        assert refusal.value.text == text


@pytest.mark.rule("CORE-1.2")
def test_any_order_after_the_end_of_a_mech_battle_is_refused() -> None:
    battle = ef.Battle(bout())
    battle.step("R done")
    battle.step("B done")
    assert battle.outcome is not None
    for text in ("R done", "B strike R blade", "red hold"):
        assert findings(refused(battle, text))[0] == ("battle_over", "CORE-1.2")
    assert len(battle.legal) == 0


@pytest.mark.rule("CORE-1.2")
def test_any_order_after_the_end_of_a_march_battle_is_refused() -> None:
    battle = ef.Battle(meeting())
    battle.step("red pass")
    battle.step("blue pass")
    assert battle.outcome is not None
    assert findings(refused(battle, "red pass")) == [("battle_over", "CORE-1.2")]
    assert findings(refused(battle, "R1 march 1-0"))[0] == ("battle_over", "CORE-1.2")
    assert len(battle.legal) == 0


def test_order_that_another_side_asks_for_is_refused() -> None:
    battle = red_to_move()
    with untouched(battle), pytest.raises(ef.OrderError, match="it is an order of red, expected one of blue"):
        battle.step("red pass", side="blue")
    with untouched(battle), pytest.raises(ef.OrderError, match="there is no side 'purple'"):
        battle.step("R1 move A2", side="purple")
    verdict = refused(battle, "R1 move A2", side="blue")
    assert findings(verdict) == [("not_owed", "CORE-1.2"), ("unit_of_another_side", "CORE-1.3")]
    assert battle.step("R1 move A2", side="red")


@pytest.mark.rule("CORE-2.3")
def test_sides_that_owe_at_the_same_time_answer_in_any_order_and_the_game_goes_on_after_the_last() -> None:
    first, second = crossroads(), crossroads()
    assert [*first.decisions] == [ef.Decision("red", "bid"), ef.Decision("blue", "bid")]
    first.step("blue bid 1")
    assert [*first.decisions] == [ef.Decision("red", "bid")]
    assert findings(refused(first, "blue bid 1")) == [("not_owed", "CORE-1.2")]
    first.step("red bid 2")
    second.step("red bid 2")
    assert [*second.decisions] == [ef.Decision("blue", "bid")]
    second.step("blue bid 1")
    assert [*first.decisions] == [*second.decisions] == [ef.Decision("red", "activate")]
    assert first.digest == second.digest


@pytest.mark.rule("CORE-2.3")
def test_order_must_say_its_side_while_several_sides_owe() -> None:
    battle = crossroads()
    with untouched(battle), pytest.raises(ef.OrderError, match="several sides owe a decision, expected the side first"):
        battle.step("bid 1")
    battle.step("bid 1", side="red")
    battle.step("bid 0")
    assert [order.side for order in battle.orders] == ["red", "blue"]


@pytest.mark.rule("CORE-2.2")
def test_only_answer_is_taken_at_once_and_told() -> None:
    corner = standoff(
        units=[UnitEntry("R1", "red", "A2"), UnitEntry("B1", "blue", "A1", values={"power": 0})],
        sides=standoff().sides[:2],
    )
    battle = ef.Battle(corner)
    battle.step("red bid 0")
    events = battle.step("R1 move A1")
    assert [event.kind for event in events] == ["moved", "forced", "shoved", "entered"]
    assert events[1].sentence() == "only one order was possible: B1 shove B1"
    assert battle.orders[-1] == ef.Order("move", unit="R1", place=(0, 0))


@pytest.mark.rule("CORE-2.2")
def test_elective_decision_with_one_answer_is_left_to_its_side() -> None:
    battle = ef.Battle(standoff(options={"tokens": 0}))
    assert list(battle.legal.by("red")) == [ef.Order("bid", side="red", number=0)]
    assert battle.decisions == (ef.Decision("red", "bid"), ef.Decision("blue", "bid"))


@pytest.mark.rule("CORE-2.1")
def test_unit_shot_on_its_first_square_enters_no_further_one_and_shoves_nobody() -> None:
    battle = red_to_move(checked=True)
    battle.step("R1 move C1 via B1 C1")
    events = battle.step("B1 fire", dice=(5, 6))
    assert [(event.kind, event.names.get("unit")) for event in events] == [("fired", "B1"), ("lost", "R1")]
    assert battle.roster()["R1"]["at"] == ""
    assert battle.roster()["B1"]["at"] == "C1"
    assert battle.decision == ef.Decision("blue", "activate")


@pytest.mark.rule("CORE-2.1")
def test_systems_act_in_the_order_of_the_pass_between_two_squares_of_a_move() -> None:
    battle = red_to_move(checked=True)
    told = [event.kind for event in battle.step("R1 move C1 via B1 C1")]
    told += [event.kind for line in ("B1 hold", "B2 hold", "B1 shove D1") for event in battle.step(line)]
    assert told == ["moved", "entered", "held_fire", "held_fire", "shoved", "entered"]
