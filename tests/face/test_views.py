"""What a side may know, and copies that foresee nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.cards import IN_DECK
from enfilade.core.state.parties import parties_of
from enfilade.core.state.presence import presence_of
from enfilade.drill.components import open_drill
from tests.face.games import (
    DRILL,
    by_scenario,
    crossroads,
    delta,
    in_each,
    open_delta,
    open_yard,
    play,
    red_to_move,
    standoff,
    untouched,
    yard,
)


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


@by_scenario
def test_views_of_games_with_different_seeds_are_the_same_to_the_byte(scenario: Scenario) -> None:
    battles = [ef.Battle(scenario, seed) for seed in (1, 2)]
    for side in battles[0].names.sides:
        one, other = (battle.view(side) for battle in battles)
        assert bytes_of(one) == bytes_of(other)
        assert (one.game.key, one.seed) == (0, None)


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


# Units that not everybody knows, in a march game. In the delta R3 is known to red alone, G2 to green and blue.

HIDDEN = {"red": ["G2"], "blue": ["R3"], "green": ["R3"], "town": ["R3", "G2"]}


def without_names(battle: ef.Battle, side: str) -> list[str]:
    """What a side's view calls the units it does not know."""
    names = zip(battle.names.units, battle.view(side).names.units, strict=True)
    return [shown for name, shown in names if name in HIDDEN[side]]


@pytest.mark.parametrize("side", HIDDEN)
def test_unit_of_a_march_that_a_side_does_not_know_is_zero_in_every_table_and_nameless(side: str) -> None:
    battle = ef.Battle(delta(), 1)
    for _ in play(battle):
        view = battle.view(side)
        per_unit = [spec.name for spec in view.game.store.layout.specs if spec.per_unit]
        assert per_unit == ["units", "marchers"]
        for slot, name in enumerate(battle.names.units):
            for table in per_unit:
                shown, whole = (each.game.store.table(table)[slot].tobytes() for each in (view, battle))
                assert shown == (bytes(len(whole)) if name in HIDDEN[side] else whole)
        told = f"{view} {view!r} {view.scenario} {view.roster()} {view.events_since(0)} {view.orders}"
        assert not any(name in told for name in HIDDEN[side])
        assert all(view.roster()[name]["at"] == "" for name in without_names(battle, side))


@pytest.mark.parametrize("side", HIDDEN)
def test_unit_of_a_march_that_a_side_does_not_know_stands_nowhere_and_counts_for_nothing(side: str) -> None:
    battle = ef.Battle(delta())
    known = [unit for unit in delta().units if unit.id not in HIDDEN[side]]
    assert derived_of(battle.view(side)) == derived_of(ef.Battle(delta(units=known)))
    assert derived_of(battle.view(side)) != derived_of(battle)


def derived_of(battle: ef.Battle) -> list[bytes]:
    """Who stands where, as a march battle derives it."""
    world = battle.game.world()
    presence = presence_of(world)
    return [record.tobytes() for record in (*parties_of(world), *presence.stacks, *presence.occupied)]


@pytest.mark.parametrize("side", ["blue", "green", "town"])
def test_views_of_a_march_that_differ_in_where_a_hidden_unit_stands_are_the_same_to_the_byte(side: str) -> None:
    views = []
    for place in ("2-4", "0-0", "0-1", "6-5", ""):
        others = [unit for unit in delta().units if unit.id != "R3"]
        hidden = UnitEntry("R3", "red", place, "foot", known_to=[])
        battle = ef.Battle(delta(units=[*others, hidden]))
        battle.step("R1 march 1-1")
        view = battle.view(side)
        views.append((bytes_of(view), view.events_since(0), view.to_scenario(), str(view), view.digest))
    assert all(view == views[0] for view in views)


def test_march_of_a_hidden_unit_is_not_told_and_what_it_takes_is_told_without_its_name() -> None:
    battle = ef.Battle(delta())
    number = battle.event_count
    events = battle.step("R3 march 3-5")
    assert [str(event) for event in events] == [
        "R3 marches from 2-4 to 3-5 (steps: 1)",
        "red takes 3-5 (value: 1)",
    ]
    assert battle.events_since(number, side="red") == events
    for side in ("blue", "green", "town"):
        assert [str(event) for event in battle.events_since(number, side=side)] == ["red takes 3-5 (value: 1)"]
        assert battle.view(side).objectives == battle.objectives
        assert "R3" not in repr(battle.view(side).events_since(0))


@pytest.mark.parametrize("seed", [1, 2])
def test_every_legal_order_of_a_side_is_legal_in_its_view_whatever_is_hidden_from_it(seed: int) -> None:
    battle = ef.Battle(delta(), seed)
    for _ in play(battle, key=seed):
        for decision in battle.decisions:
            seen = list(battle.view(decision.side).legal)
            assert [order for order in seen if order in battle.legal] == list(battle.legal)


def test_march_that_only_a_hidden_unit_blocks_is_legal_in_the_view_and_refused_in_the_battle() -> None:
    battle = ef.Battle(delta())
    for line in ("R3 march 2-5", "blue pass", "green pass", "red pass", "blue pass", "green pass"):
        battle.step(line)
    assert battle.view("red").check("R3 march 4-5")
    march = battle.parse("R3 march 4-5")
    assert march in battle.view("red").legal
    assert [finding.rule for finding in battle.check("R3 march 4-5").findings] == ["MARCH-5.1"]
    assert march not in battle.legal


@pytest.mark.parametrize("seed", [1, 2])
@in_each((DRILL[0], open_delta(), open_yard()))
def test_side_sees_its_own_legal_orders_in_its_view_at_every_position(scenario: Scenario, seed: int) -> None:
    battle = ef.Battle(scenario, seed)
    for _ in play(battle, key=seed):
        for decision in battle.decisions:
            view = battle.view(decision.side)
            assert view.decisions == battle.decisions
            assert list(view.legal) == list(battle.legal.by(decision.side))
            assert view.outcome == battle.outcome
            for order in list(battle.legal.by(decision.side))[:3]:
                assert view.check(order)


@pytest.mark.parametrize(
    ("battle", "line"),
    [(red_to_move(), "R1 move A2"), (ef.Battle(delta()), "R1 march 1-2"), (ef.Battle(yard()), "R2 move C1.4 S")],
    ids=["drill", "march", "mech"],
)
def test_view_plays_on_as_a_battle_of_its_own(battle: ef.Battle, line: str) -> None:
    view = battle.view("red")
    with untouched(battle):
        view.step(line)
        view.undo()
        assert view.digest == battle.view("red").digest
        with pytest.raises(ef.NothingToUndo):
            view.undo()


def test_view_knows_whose_it_is_and_so_do_its_copies() -> None:
    battle = red_to_move()
    assert (battle.side, battle.view("blue").side, battle.view("blue").clone().side) == (None, "blue", "blue")


def test_decision_and_orders_of_a_view_are_its_own_side_s_where_several_owe_one() -> None:
    battle = crossroads()
    assert [decision.side for decision in battle.decisions] == ["red", "blue"]
    view = battle.view("blue")
    assert view.decisions == battle.decisions
    assert view.decision == ef.Decision("blue", "bid")
    assert [view.text(order) for order in view.legal] == ["blue bid 0", "blue bid 1", "blue bid 2"]
    assert [view.text(order) for order in view.legal.by("red")] == ["red bid 0", "red bid 1", "red bid 2"]
    assert list(view.legal) == view.legal_orders()
    assert view.check("bid 2")
    view.step("bid 2")
    assert view.text(view.orders[0]) == "blue bid 2"
    assert view.decision == ef.Decision("red", "bid")


def test_view_of_a_side_that_owes_nothing_has_no_legal_orders_of_it() -> None:
    view = red_to_move().view("blue")
    assert len(view.legal) == 0
    assert len(view.legal.by("red")) > 0
    assert view.decision is not None
    assert view.decision.side == "red"


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


@in_each((red_to_move().to_scenario(), delta(), yard()))
def test_clone_differs_from_its_battle_in_the_key_alone(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
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
@by_scenario
def test_clone_with_the_game_s_own_key_plays_the_same_game(scenario: Scenario, orders_before: int) -> None:
    battle = ef.Battle(scenario, 6)
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
@in_each((red_to_move().to_scenario(), delta(), yard()))
def test_copy_has_arrays_of_its_own(scenario: Scenario, copy: Callable[[ef.Battle], ef.Battle]) -> None:
    battle = ef.Battle(scenario)
    other = copy(battle)
    with untouched(other):
        list(play(battle))
    assert other.decision == ef.Decision("red", "activate")
    assert battle.outcome is not None
