"""What a side may know, and copies that foresee nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import UnitEntry
from enfilade.core.state.cards import IN_DECK
from enfilade.drill.components import open_drill
from tests.face.games import crossroads, play, red_to_move, standoff, untouched


def bytes_of(battle: ef.Battle) -> tuple[bytes, bytes, bytes]:
    """Every byte of a battle's arrays."""
    store = battle.game.store
    return store.arenas.tobytes(), store.derived.tobytes(), store.desks.tobytes()


def bids_seen_by(side: str, battle: ef.Battle) -> list[int]:
    """The bids of all sides as one of them sees them, -1 for none."""
    return [party.bid for party in open_drill(battle.view(side).game.world()).parties]


@pytest.mark.rule("DRILL-2.1")
def test_bid_stays_hidden_from_the_others_until_all_are_made() -> None:
    battle = crossroads()
    battle.step("red bid 2")
    assert bids_seen_by("red", battle) == [2, -1, -1]
    assert bids_seen_by("blue", battle) == bids_seen_by("green", battle) == [-1, -1, -1]
    events = battle.step("blue bid 1")
    assert [event.sentence() for event in events[:2]] == ["red bids 2", "blue bids 1"]
    assert bids_seen_by("green", battle) == [2, 1, -1]


@pytest.mark.rule("DRILL-2.1")
def test_views_of_games_that_differ_in_a_hidden_bid_are_the_same_to_the_byte() -> None:
    views = []
    for bid in (0, 1, 2):
        battle = crossroads()
        battle.step(f"red bid {bid}")
        views.append((bytes_of(battle.view("blue")), battle.view("blue").events_since(0), repr(battle.view("blue"))))
    assert views[0] == views[1] == views[2]


def test_view_knows_neither_key_nor_seed_nor_deck() -> None:
    battle = crossroads(12345)
    view = battle.view("red")
    assert view.game.key == 0
    assert view.seed is None
    assert [card.kind for card in view.game.store.table("cards")] == [0] * 5
    assert sorted(card.kind for card in battle.game.store.table("cards")) == [1, 1, 2, 2, 3]
    assert battle.game.key != 0


def test_views_of_games_with_different_seeds_are_the_same_to_the_byte() -> None:
    assert bytes_of(crossroads(1).view("red")) == bytes_of(crossroads(2).view("red"))


def test_drawn_card_is_known_and_those_in_the_deck_are_not() -> None:
    battle = red_to_move()
    battle.step("red draw", dice=(2,))
    cards = list(battle.view("blue").game.store.table("cards"))
    assert [card.kind for card in cards if card.place == IN_DECK] == [0]
    assert [battle.family.card_names[card.kind] for card in cards if card.place != IN_DECK] == ["blank"]


def hidden_unit(place: str) -> ef.Battle:
    """The stand-off with a green unit of which red does not know."""
    units = [*standoff().units[:3], UnitEntry("G1", "green", place, known_to=["blue"], values={"power": 3})]
    return red_to_move(standoff(units=units))


def test_unit_that_a_side_does_not_know_is_zero_and_nameless_in_its_view() -> None:
    battle = hidden_unit("D4")
    view = battle.view("red")
    unknown = view.names.units[3]
    assert unknown not in battle.names.units
    assert not any(view.unit(unknown).tobytes())
    assert battle.view("blue").unit("G1") == battle.unit("G1")
    assert battle.view("green").unit("G1") == battle.unit("G1")
    assert not open_drill(view.game.world()).soldiers[3].power
    assert "G1" not in str(view) + repr(view.scenario) + repr(view.roster())
    assert "D4" not in repr(view.scenario) + repr(view.roster())
    assert "G1" in str(battle.view("blue"))
    assert not view.roster()[unknown]["alive"]
    with pytest.raises(ef.OrderError, match="there is no unit 'G1'"):
        view.unit("G1")


def test_events_about_a_unit_are_not_told_to_sides_that_do_not_know_it() -> None:
    battle = hidden_unit("D4")
    battle.step("R1 move A2")
    battle.step("blue pass")
    number = battle.event_count
    assert [str(event) for event in battle.step("G1 move D3")] == ["G1 moves to D3", "G1 enters D3"]
    assert battle.events_since(number, side="red") == []
    assert len(battle.events_since(number, side="blue")) == 2
    assert "G1" not in repr(battle.view("red").events_since(0))


def test_views_of_positions_that_differ_in_a_hidden_unit_are_the_same_to_the_byte() -> None:
    views = [bytes_of(hidden_unit(place).view("red")) for place in ("D4", "D3", "A4")]
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize("seed", [1, 2])
def test_side_sees_its_own_legal_orders_in_its_view_at_every_position(seed: int) -> None:
    battle = crossroads(seed)
    for _ in play(battle):
        for decision in battle.decisions:
            view = battle.view(decision.side)
            assert view.decisions == battle.decisions
            assert list(view.legal.by(decision.side)) == list(battle.legal.by(decision.side))
            assert view.outcome == battle.outcome
            for order in list(battle.legal.by(decision.side))[:3]:
                assert view.check(order)


def test_view_plays_on_as_a_battle_of_its_own() -> None:
    battle = red_to_move()
    view = battle.view("red")
    with untouched(battle):
        view.step("R1 move A2")
        view.undo()
        assert view.digest == battle.view("red").digest
        with pytest.raises(ef.NothingToUndo):
            view.undo()


def test_view_of_a_side_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ef.OrderError, match="there is no side 'purple', expected one of red, blue, green"):
        crossroads().view("purple")


def test_events_are_told_to_the_sides_that_know_of_them() -> None:
    battle = red_to_move()
    everything = battle.events_since(0)
    known = battle.events_since(0, side="blue")
    assert known == [event for event in everything if event.known_to >> 1 & 1]
    assert battle.view("blue").events_since(0) == known
    assert battle.events_since(battle.event_count) == []
    assert battle.events_since(-5) == everything
    assert battle.events_since(2) == everything[2:]
    assert [event.index for event in battle.step("R1 move B1")] == [0, 1]


# Clones.


def drawn(battle: ef.Battle) -> int | str:
    return battle.step("red draw")[0].names["card"]


def test_clone_rolls_dice_of_its_own_so_that_nobody_foresees() -> None:
    same = 0
    for seed in range(200):
        battle = red_to_move(seed=seed)
        clone = battle.clone()
        assert clone.game.key != battle.game.key
        same += drawn(clone) == drawn(battle)
    assert 60 < same < 140, "one of two cards: a clone agrees by chance alone"


def test_clone_differs_from_its_battle_in_the_key_alone() -> None:
    battle = red_to_move()
    clone = battle.clone()
    assert clone.digest != battle.digest
    clone.game.set_key(battle.game.key)
    assert clone.digest == battle.digest
    assert clone.legal_orders() == battle.legal_orders()


def test_clone_s_key_depends_on_the_game_and_the_step_alone() -> None:
    battle, twin = red_to_move(), red_to_move()
    first = battle.clone().game.key
    assert battle.clone().game.key == twin.clone().game.key == first
    battle.step("R1 move A2")
    assert battle.clone().game.key != first
    assert battle.clone().clone().game.key not in (first, battle.clone().game.key)


@pytest.mark.parametrize("orders_before", [0, 9])
def test_clone_with_the_game_s_own_key_plays_the_same_game(orders_before: int) -> None:
    battle = crossroads(6)
    list(play(battle, orders_before))
    clone = battle.clone(key=battle.game.key)
    for order in play(battle):
        clone.step(order)
        assert clone.game.hash() == battle.game.hash()
    assert clone.outcome == battle.outcome
    assert clone.outcome is not None


@pytest.mark.parametrize("key", [0, 1, 2**32 - 1, 2**32, 2**64 - 1])
def test_clone_takes_any_key_of_64_bits(key: int) -> None:
    clone = red_to_move().clone(key=key)
    assert clone.game.key == key
    drawn(clone)


@pytest.mark.parametrize("copy", [lambda battle: battle.clone(), lambda battle: battle.view("red")])
def test_copy_has_arrays_of_its_own(copy: Callable[[ef.Battle], ef.Battle]) -> None:
    battle = red_to_move()
    other = copy(battle)
    with untouched(other):
        list(play(battle))
    assert other.decision == ef.Decision("red", "activate")
    assert battle.outcome is not None
