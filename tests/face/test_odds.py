"""Odds are asked for in the words of the battle; what no battle can tell is refused, not given the chance 0."""

from __future__ import annotations

import copy
import pickle
import re
from fractions import Fraction

import pytest

import enfilade as ef
from enfilade.odds import UnknownEvent
from tests.face.games import bout, crossroads, delta, joust, play, red_to_move


@pytest.fixture
def odds() -> ef.Odds:
    """Of a shot at R1."""
    battle = red_to_move()
    battle.step("R1 move B1")
    return battle.odds("B1 fire")


@pytest.mark.parametrize(
    ("kind", "names", "message"),
    [
        (
            "nonsense",
            {},
            "there is no event 'nonsense', expected one of: bid_made, drew, ended, entered",
        ),
        ("", {}, "there is no event '', expected one of: bid_made"),
        ("lost", {"unit": "R9"}, "event 'lost' is asked for with unit 'R9', expected one of: R1, B1, B2, G1"),
        ("lost", {"unit": 1}, "event 'lost' is asked for with unit 1, expected one of: R1, B1, B2, G1"),
        ("fired", {"target": "r1"}, "event 'fired' is asked for with target 'r1', expected one of: R1"),
        ("lost", {"untit": "R1"}, "event 'lost' has no 'untit', expected one of: unit"),
        ("lost", {"side": "red"}, "event 'lost' has no 'side', expected one of: unit"),
        ("drew", {"side": "pink"}, "event 'drew' is asked for with side 'pink', expected one of: red, blue, green"),
        ("drew", {"card": "ace"}, "event 'drew' is asked for with card 'ace', expected one of: "),
        (
            "moved",
            {"place": "E1"},
            "event 'moved' is asked for with place 'E1', expected a place of the board, such as",
        ),
        ("moved", {"place": "b1"}, "event 'moved' is asked for with place 'b1', expected a place of the board"),
        ("moved", {"place": 3}, "event 'moved' is asked for with place 3, expected a place of the board"),
        ("fired", {"hits": "two"}, "event 'fired' is asked for with hits 'two', expected a number"),
        ("forced", {"order": 1}, "event 'forced' is asked for with order 1, expected a line"),
    ],
)
def test_what_no_battle_of_the_scenario_tells_is_refused(
    odds: ef.Odds, kind: str, names: dict[str, int | str], message: str
) -> None:
    with pytest.raises(UnknownEvent, match=re.escape(message)):
        odds.of(kind, **names)


def test_refusal_is_a_value_error() -> None:
    assert issubclass(UnknownEvent, ValueError)


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("lost", {"unit": "G1"}),
        ("fired", {"unit": "B2"}),
        ("fired", {"hits": 3}),
        ("drew", {"side": "green", "card": "rally"}),
        ("moved", {"place": "D4"}),
        ("forced", {"order": "R1 shove B2"}),
        ("round_began", {"turn": 2}),
        ("restored", {"step": 1}),
    ],
)
def test_what_could_be_told_but_does_not_happen_has_the_chance_0(
    odds: ef.Odds, kind: str, names: dict[str, int | str]
) -> None:
    assert odds.of(kind, **names) == 0


def test_every_event_of_games_is_asked_for_with_all_its_names() -> None:
    asked = set()
    for seed in range(3):
        battle = crossroads(seed)
        while battle.outcome is None:
            order = battle.legal[battle.step_number % len(battle.legal)]
            odds = battle.odds(order)
            for event in (event for chance in odds for event in chance.events):
                assert odds.of(event.kind, **event.names) > 0
                asked.add(event.kind)
            battle.step(order)
    assert {"bid_made", "moved", "fired", "lost", "drew", "ended"} <= asked


def test_order_of_a_march_leads_to_one_certain_position_with_its_events() -> None:
    told = set()
    battle = ef.Battle(delta())
    for order in play(ef.Battle(delta()), key=1):
        (chance,) = odds = battle.odds(order)
        assert chance.probability == 1
        assert chance.events == tuple(battle.step(order))
        assert chance.hash == battle.game.hash()
        for event in chance.events:
            assert odds.of(event.kind, **event.names) == 1
            told.add(event.kind)
    assert {"marched", "passed", "turn_began", "objective_taken", "battle_ended"} <= told


def test_odds_of_a_march_are_asked_for_in_the_words_of_marches() -> None:
    odds = ef.Battle(delta()).odds("R1 march 1-2")
    assert odds.of("objective_taken", side="red", place="1-2", value=2) == 1
    assert odds.of("objective_taken", side="blue") == 0
    assert odds.of("marched", origin="0-1", place="1-2") == 1
    assert odds.of("marched", origin="0-0") == 0
    for names in ({"place": "7-0"}, {"origin": "A1"}, {"origin": 7}, {"unit": "R9"}, {"steps": "two"}):
        with pytest.raises(UnknownEvent, match=r"event 'marched' is asked for with .*, expected"):
            odds.of("marched", **names)


def test_odds_of_a_blow_are_worked_out_by_hand_and_asked_for_in_the_words_of_mechs() -> None:
    # One die that needs 4 hits half the time, and one that saves at 4 takes half of the hits away.
    odds = ef.Battle(bout()).odds("R strike B blade")
    assert odds.of("attacked", unit="R", target="B", weapon="blade", dice=1, needed=4) == 1
    assert odds.of("attacked", hits=1) == odds.of("saved") == Fraction(1, 2)
    assert odds.of("saved", saves=1) == odds.of("disrupted", unit="B") == Fraction(1, 4)
    assert odds.of("unharmed", unit="B") == Fraction(3, 4)
    assert odds.of("destroyed") == odds.of("disrupted", unit="R") == 0
    assert sorted(chance.probability for chance in odds) == [Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)]
    for names in ({"weapon": "lance"}, {"weapon": 0}, {"unit": "Q"}, {"hits": "one"}):
        with pytest.raises(UnknownEvent, match=r"event 'attacked' is asked for with .*, expected"):
            odds.of("attacked", **names)
    with pytest.raises(UnknownEvent, match="there is no event 'fired'"):
        odds.of("fired")


def test_odds_of_a_move_over_a_charge_are_those_of_its_die_and_of_the_saves() -> None:
    # A charge of one die in B1 needs 4; R saves with two dice at 4, of which one must do: 1/2 * 1/4 are left.
    odds = ef.Battle(joust()).odds("R move B1 E")
    assert odds.of("entered", unit="R", place="B1") == 1
    assert odds.of("went_off", unit="R", dice=1, needed=4, hits=1) == Fraction(1, 2)
    assert odds.of("disrupted", unit="R") == Fraction(1, 8)
    assert ef.Battle(joust()).odds("R move A2 E").of("went_off") == 0


def test_every_event_of_mech_games_is_asked_for_with_all_its_names() -> None:
    asked = set()
    for seed in range(2):
        battle = ef.Battle(joust(options={"turns": 3}), seed)
        for order in play(ef.Battle(joust(options={"turns": 3}), seed), key=seed):
            odds = battle.odds(order)
            assert sum(chance.probability for chance in odds) == 1
            for event in (event for chance in odds for event in chance.events):
                assert odds.of(event.kind, **event.names) > 0
                asked.add(event.kind)
            battle.step(order)
    assert {"moved", "entered", "attacked", "turn_began", "battle_ended"} <= asked


def test_odds_that_were_copied_or_pickled_answer_as_before(odds: ef.Odds) -> None:
    for other in (copy.copy(odds), copy.deepcopy(odds), pickle.loads(pickle.dumps(odds))):
        assert other == odds
        assert other.of("lost", unit="R1") == odds.of("lost", unit="R1") == Fraction(1, 9)
        with pytest.raises(UnknownEvent, match="nonsense"):
            other.of("nonsense")
