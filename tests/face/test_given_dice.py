"""Dice rolled at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest

import enfilade as ef
from enfilade.core.state.cards import IN_DECK
from tests.face.games import crossroads, drawn_order, play, red_to_move, untouched


def shot(seed: int = 1) -> ef.Battle:
    """R1 stands before B1 and B2; B1 may fire two dice at it."""
    battle = red_to_move(seed=seed, checked=True)
    battle.step("R1 move B1")
    return battle


@pytest.mark.parametrize(
    ("faces", "hits", "ends"),
    [((1, 4), 0, []), ((5, 4), 1, ["shaken"]), ((4, 6), 1, ["shaken"]), ((5, 6), 2, ["lost"]), ((6, 6), 2, ["lost"])],
)
def test_faces_given_are_the_faces_rolled(faces: tuple[int, ...], hits: int, ends: list[str]) -> None:
    events = shot().step("B1 fire", dice=faces)
    assert events[0].kind == "fired"
    assert events[0].names == {"unit": "B1", "target": "R1", "dice": 2, "hits": hits}
    assert [event.kind for event in events[1:] if event.names["unit"] == "R1"] == ends


WRONG = [
    ((5,), "1 rolled dice were given, expected 2 or more"),
    ((1, 2, 3), "3 rolled dice were given, expected 2"),
    ((1, 2, 3, 4, 5, 6), "6 rolled dice were given, expected 2"),
    ((7, 1), "a rolled die shows 7, expected a face that it has"),
    ((1, 0), "a rolled die shows 0, expected a face that it has"),
    ((1, -1), "a rolled die shows -1, expected a face that it has"),
    ((1, 2**70), "expected a face that it has"),
    ((1, -(2**70)), "expected a face that it has"),
]


@pytest.mark.parametrize(("faces", "problem"), WRONG)
def test_faces_that_do_not_fit_are_refused_and_nothing_changes(faces: tuple[int, ...], problem: str) -> None:
    battle = shot()
    expected = shot().step("B1 fire")
    with untouched(battle), pytest.raises(ef.DiceFault, match=re.escape(problem)):
        battle.step("B1 fire", dice=faces)
    assert battle.decision == ef.Decision("blue", "react", "B1")
    assert len(battle.orders) == 3
    assert battle.step("B1 fire") == expected


def test_faces_given_to_an_order_that_rolls_nothing_are_refused() -> None:
    battle = shot()
    with untouched(battle), pytest.raises(ef.DiceFault, match="1 rolled dice were given, expected 0"):
        battle.step("B1 hold", dice=(3,))


def test_more_faces_than_a_step_has_room_for_are_refused() -> None:
    battle = shot()
    with untouched(battle), pytest.raises(ValueError, match=r"513 faces.*, expected at most 512 whole numbers"):
        battle.step("B1 fire", dice=(1,) * 513)


def test_drawn_card_is_the_face_th_of_those_left() -> None:
    for face, card in ((1, "rally"), (2, "blank")):
        events = red_to_move().step("red draw", dice=(face,))
        assert events[0].names["card"] == card
    battle = red_to_move()
    with untouched(battle), pytest.raises(ef.DiceFault, match="a rolled die shows 3"):
        battle.step("red draw", dice=(3,))


def test_key_s_dice_are_rolled_again_after_given_ones() -> None:
    battle, other = shot(), shot()
    battle.step("B1 fire", dice=(1, 1))
    other.step("B1 hold")
    assert battle.step("B2 fire") == other.step("B2 fire")


def test_faces_the_key_would_roll_given_as_dice_lead_to_the_same_game() -> None:
    battle, told = crossroads(3, checked=True), crossroads(3, checked=True)
    rolled = 0
    while battle.outcome is None:
        order = drawn_order(battle)
        events = battle.step(order)
        faces = faces_of(events, battle, told)
        assert told.step(order, dice=faces) == events
        assert told.game.hash() == battle.game.hash()
        rolled += len(faces)
    assert rolled > 5


def faces_of(events: list[ef.Event], after: ef.Battle, before: ef.Battle) -> tuple[int, ...]:
    """Faces that make a step tell these events: hits first, or the place of the drawn card among those left."""
    for event in events:
        if event.kind == "fired":
            dice, hits = int(event.names["dice"]), int(event.names["hits"])
            return (6,) * hits + (1,) * (dice - hits)
        if event.kind == "drew":
            left = [number for number, card in enumerate(before.game.store.table("cards")) if card.place == IN_DECK]
            still = [number for number, card in enumerate(after.game.store.table("cards")) if card.place == IN_DECK]
            (drawn,) = set(left) - set(still)
            return (1 + left.index(drawn),)
    return ()


def test_given_dice_do_not_touch_a_clone_s_own() -> None:
    battle = shot()
    clone = battle.clone(key=battle.game.key)
    expected = shot().step("B1 fire")
    battle.step("B1 fire", dice=(1, 1))
    assert clone.step("B1 fire") == expected
    assert len(list(play(clone, 5))) == 5


@pytest.mark.parametrize("dice", [("a", "b"), None, 5, "123", (1.5, 2)])
def test_dice_that_are_no_whole_numbers_are_refused(dice: Any) -> None:
    battle = shot()
    with untouched(battle), pytest.raises(ef.DiceFault, match=rf"dice {re.escape(repr(dice))}, expected at most 512"):
        battle.step("B1 fire", dice=dice)
