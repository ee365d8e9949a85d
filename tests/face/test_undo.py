"""Undo, redo, and what is kept for them."""

from __future__ import annotations

import itertools

import pytest

import enfilade as ef
from enfilade.core.engine import history
from enfilade.core.engine.history import Cause, Line
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.cards import IN_DECK
from tests.face.games import (
    KEY,
    by_scenario,
    crossroads,
    delta,
    duel,
    meeting,
    play,
    red_to_move,
    standoff,
    untouched,
)


def there_and_back(battle: ef.Battle, orders: int = 1000, key: int = KEY) -> int:
    """Play, undo everything and redo everything; each position must be the one that it was. How many orders."""
    digests = [battle.digest]
    texts = []
    for order in play(battle, orders, key):
        digests.append(battle.digest)
        texts.append(battle.text(order))
    assert [battle.text(order) for order in battle.orders] == texts
    count = len(texts)
    for left in reversed(range(count)):
        events = battle.undo()
        assert [event.kind for event in events] == ["undone"]
        assert events[0].sentence() == f"the game went back to step {battle.step_number}"
        assert battle.digest == digests[left]
        assert len(battle.orders) == left
    with untouched(battle), pytest.raises(ef.NothingToUndo, match="no order can be taken back"):
        battle.undo()
    for done in range(1, count + 1):
        assert battle.redo()[0].kind == "redone"
        assert battle.digest == digests[done]
    assert [battle.text(order) for order in battle.orders] == texts
    with untouched(battle), pytest.raises(ef.NothingToUndo, match="no order can be taken again"):
        battle.redo()
    return count


@pytest.mark.parametrize("seed", [1, 2, 3])
@by_scenario
def test_whole_game_undone_and_redone_comes_through_the_same_positions(scenario: Scenario, seed: int) -> None:
    assert there_and_back(ef.Battle(scenario, seed, checked=True), key=seed) > 15


@by_scenario
def test_n_orders_and_n_undos_leave_no_orders(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    beginning = battle.digest
    for _ in play(battle, 12):
        pass
    for _ in range(12):
        battle.undo()
    assert battle.orders == []
    assert battle.digest == beginning
    assert battle.step_number == 0


@by_scenario
def test_undone_twice_at_every_step_is_the_position_two_orders_before(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 4)
    digests = [battle.digest]
    for _ in play(battle):
        digests.append(battle.digest)
        if len(digests) > 2:
            battle.undo()
            battle.undo()
            assert battle.digest == digests[-3]
            battle.redo()
            assert battle.digest == digests[-2]
            battle.redo()
            assert battle.digest == digests[-1]


def test_do_a_undo_do_b_do_c_undo_c_b_stands() -> None:
    battle = red_to_move()
    battle.step("R1 move A3")
    battle.undo()
    battle.step("red draw")
    after_b = battle.digest
    battle.step("blue pass")
    battle.undo()
    assert battle.digest == after_b
    assert [battle.text(order) for order in battle.orders] == ["red bid 2", "blue bid 0", "red draw"]


def test_march_undone_brings_back_the_square_the_holder_and_the_score() -> None:
    battle = ef.Battle(delta())
    before = battle.digest
    events = battle.step("R1 march 1-2")
    assert [event.kind for event in events] == ["marched", "objective_taken"]
    after = battle.digest
    assert (battle.roster()["R1"]["at"], battle.objectives[0].holder) == ("1-2", "red")
    battle.undo()
    assert (battle.roster()["R1"]["at"], battle.objectives[0].holder) == ("0-1", "")
    assert battle.digest == before
    assert not battle.unit("R1").status.done
    assert battle.redo()[1:] == events
    assert battle.digest == after


def test_turn_that_ended_with_an_order_is_undone_with_it() -> None:
    battle = ef.Battle(meeting(options={"turns": 2}))
    battle.step("R1 march 1-0")
    before = battle.digest
    assert [event.kind for event in battle.step("blue pass")] == ["passed", "turn_began"]
    assert (battle.turn, battle.decision) == (2, ef.Decision("blue", "activate"))
    battle.undo()
    assert (battle.turn, battle.decision, battle.digest) == (1, ef.Decision("blue", "activate"), before)
    assert battle.unit("R1").status.done


def test_new_order_ends_what_could_be_redone() -> None:
    battle = red_to_move()
    battle.step("R1 move A3")
    battle.undo()
    battle.step("R1 move A3")
    with pytest.raises(ef.NothingToUndo):
        battle.redo()


def test_orders_after_a_key_that_was_undone_are_not_taken_again_with_other_dice() -> None:
    battle = crossroads()
    battle.step("red bid 2")
    without_key = battle.digest
    battle.rekey(5)
    battle.step("blue bid 1")
    battle.undo()
    battle.undo()
    battle.redo()
    assert battle.digest == without_key
    with pytest.raises(ef.NothingToUndo):
        battle.redo()
    assert battle.digest == without_key


def test_refused_order_leaves_what_can_be_redone() -> None:
    battle = red_to_move()
    battle.step("R1 move A3")
    digest = battle.digest
    battle.undo()
    with pytest.raises(ef.IllegalOrder):
        battle.step("blue pass")
    with pytest.raises(ef.OrderError):
        battle.step("nonsense")
    with pytest.raises(ef.DiceFault):
        battle.step("R1 move A3", dice=(1,))
    battle.redo()
    assert battle.digest == digest


def test_interrupted_move_undone_and_redone_waits_for_the_same_reaction() -> None:
    battle = red_to_move()
    before = battle.digest
    battle.step("R1 move C1 via B1 C1")
    waiting, decision = battle.digest, battle.decision
    assert decision == ef.Decision("blue", "react", "B1")
    battle.undo()
    assert battle.digest == before
    assert battle.decision == ef.Decision("red", "activate")
    assert battle.unit("R1").position.x == 0
    battle.redo()
    assert (battle.digest, battle.decision) == (waiting, decision)
    battle.step("B1 hold")
    battle.undo()
    assert (battle.digest, battle.decision) == (waiting, decision)
    battle.undo()
    assert battle.digest == before


def test_undone_shot_falls_the_same_when_it_is_taken_again() -> None:
    for seed in range(20):
        battle = red_to_move(seed=seed)
        battle.step("R1 move B1")
        first = battle.step("B1 fire")
        battle.undo()
        assert battle.step("B1 fire") == first


def test_undone_draw_puts_the_card_back_and_draws_it_again() -> None:
    battle = red_to_move()
    deck = battle.game.store.records("cards").tolist()
    before = battle.digest
    events = battle.step("red draw")
    assert battle.game.store.records("cards").tolist() != deck
    battle.undo()
    assert battle.game.store.records("cards").tolist() == deck
    assert all(card.place == IN_DECK for card in battle.game.store.table("cards"))
    assert battle.digest == before
    assert battle.step("red draw") == events


def test_redo_uses_the_dice_that_were_given() -> None:
    battle = red_to_move()
    battle.step("R1 move B1")
    events = battle.step("B1 fire", dice=(6, 1))
    digest = battle.digest
    battle.undo()
    again = battle.redo()
    assert again[0].kind == "redone"
    assert again[1:] == events
    assert battle.digest == digest
    assert battle.game.notes.rolls == 2


def test_log_of_events_goes_on_through_undo_and_redo() -> None:
    battle = red_to_move()
    number = battle.event_count
    battle.step("R1 move A2")
    battle.undo()
    battle.redo()
    assert [event.kind for event in battle.events_since(number)] == [
        "moved", "entered", "undone", "redone", "moved", "entered",
    ]  # fmt: skip


@by_scenario
def test_orders_before_a_restored_position_can_not_be_undone(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    list(play(battle, 5))
    position = battle.snapshot()
    list(play(battle, 5))
    battle.undo()
    battle.restore(position)
    assert battle.orders == []
    for refused in (battle.undo, battle.redo):
        with pytest.raises(ef.NothingToUndo):
            refused()


# Large rows: not every row is kept, the orders between are taken again.


def long_game() -> Scenario:
    """Two units that cannot hurt each other, for many rounds: some hundreds of orders."""
    units = [UnitEntry("R1", "red", "A1", values={"power": 0}), UnitEntry("B1", "blue", "C3", values={"power": 0})]
    return duel(units=units, cards={"hurry": 2, "blank": 2}, options={"rounds": 60, "tokens": 9})


def rows_kept(battle: ef.Battle) -> list[int]:
    """After how many orders there are rows kept."""
    return [number for number, position in enumerate(battle._timeline._line.positions) if position.row is not None]


def test_large_rows_are_kept_every_64_orders_and_undo_comes_to_the_same_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    battle = ef.Battle(long_game(), 1)
    count = there_and_back(battle, 150)
    assert count == 150
    assert rows_kept(battle) == [0, 64, 128]


@pytest.mark.parametrize("apart", [1, 2, 5, 7])
@by_scenario
def test_rows_further_apart_undo_to_the_same_positions(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, apart: int
) -> None:
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    monkeypatch.setattr(history, "ROWS_APART", apart)
    battle = ef.Battle(scenario, 2, checked=True)
    count = there_and_back(battle)
    assert rows_kept(battle) == list(range(0, count + 1, apart))


def test_undo_and_other_orders_by_turns_keep_rows_no_further_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    monkeypatch.setattr(history, "ROWS_APART", 3)
    battle, plain = ef.Battle(long_game(), 2), ef.Battle(long_game(), 2)
    for number, order in enumerate(play(plain, 60)):
        battle.step(battle.legal[number % len(battle.legal)])
        battle.undo()
        battle.step(order)
        assert battle.digest == plain.digest
        kept = [*rows_kept(battle), len(battle.orders)]
        assert kept[0] == 0
        assert max(later - earlier for earlier, later in itertools.pairwise(kept)) <= 3


@pytest.mark.parametrize("apart", [1, 64])
def test_fault_between_kept_rows_leaves_the_position(monkeypatch: pytest.MonkeyPatch, apart: int) -> None:
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    monkeypatch.setattr(history, "ROWS_APART", apart)
    battle = red_to_move()
    battle.step("R1 move B1")
    for dice in [(1,), (1, 2, 3), (7, 1)]:
        with untouched(battle), pytest.raises(ef.DiceFault):
            battle.step("B1 fire", dice=dice)
    assert len(battle.orders) == 3


@pytest.mark.parametrize("apart", [1, 64])
def test_undo_after_a_new_key_keeps_the_key_that_stood_before_each_order(
    monkeypatch: pytest.MonkeyPatch, apart: int
) -> None:
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    monkeypatch.setattr(history, "ROWS_APART", apart)
    battle = red_to_move()
    old_key = battle.game.key
    battle.rekey(b"turn 2")
    new_key, digest = battle.game.key, battle.digest
    assert new_key != old_key
    for line in ("red pass", "red draw", "R1 move A2"):
        battle.step(line)
        battle.undo()
        assert battle.game.key == new_key
        assert battle.digest == digest
    battle.undo()
    assert battle.game.key == old_key


@pytest.mark.parametrize("apart", [1, 4])
@by_scenario
def test_rows_are_thinned_out_when_they_take_too_much_room_and_every_order_can_still_be_undone(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch, apart: int
) -> None:
    row_bytes = len(ef.Battle(scenario, 2).snapshot().row)
    monkeypatch.setattr(history, "WHOLE_ROW_BYTES_MAX", 0)
    monkeypatch.setattr(history, "ROWS_APART", apart)
    monkeypatch.setattr(history, "KEPT_BYTES_MAX", 5 * row_bytes)
    battle = ef.Battle(scenario, 2)
    digests = [battle.digest]
    for _ in play(battle):
        digests.append(battle.digest)
        assert len(rows_kept(battle)) <= 1 + 5
    for digest in reversed(digests[:-1]):
        battle.undo()
        assert battle.digest == digest
    assert battle.orders == []


def test_first_row_is_kept_even_when_it_is_larger_than_the_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT_BYTES_MAX", 1)
    battle = crossroads(2)
    assert there_and_back(battle) > 20
    assert len(rows_kept(battle)) < 5


def test_line_keeps_within_its_room_through_orders_taken_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT_BYTES_MAX", 300)
    line = Line(bytes(100), 0)
    for step in range(1, 200):
        line.add_order(step, Cause(b"order", ()), lambda: bytes(100))
        line.add_order(step + 1, Cause(b"order", ()), lambda: bytes(100))
        line.drop_present()
        rows = [position.row for position in line.positions if position.row is not None]
        assert 2 <= len(rows) <= 4
    assert len(line.positions) == 200
    assert line.way_to_present().row == bytes(100)
    assert len(line.causes()) == 199


def test_scenario_without_seed_and_seed_zero_undo_alike() -> None:
    battle = ef.Battle(standoff())
    assert battle.digest == ef.Battle(standoff(), 0).digest
