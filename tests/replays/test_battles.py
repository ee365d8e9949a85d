"""Logs that battles write: what a client does is what the log tells."""

from pathlib import Path

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import diff, position, verify

from . import plain_log
from .games import CROSSROADS, by_scenario


def begun(path: Path, seed: int | bytes = 7, *, commit: bool = False, scenario: Scenario = CROSSROADS) -> ef.Battle:
    """A battle that is recorded from its start."""
    battle = ef.Battle(scenario, seed)
    battle.record(path, commit=commit)
    return battle


def play(battle: ef.Battle, orders: int = 1 << 30) -> None:
    """Take orders by a fixed rule."""
    while battle.outcome is None and orders > 0:
        battle.step(battle.legal[battle.step_number * 5 % len(battle.legal)])
        orders -= 1


@pytest.mark.parametrize("commit", [False, True])
@by_scenario
def test_battle_is_told_by_its_log(scenario: Scenario, tmp_path: Path, commit: bool) -> None:
    battle = begun(tmp_path / "a.enf", commit=commit, scenario=scenario)
    play(battle)
    battle.stop_recording()
    verification = ef.replays.verify(tmp_path / "a.enf")
    assert verification
    assert verification.digest == battle.digest


@by_scenario
def test_order_undone_and_others_taken_leave_what_the_battle_has(scenario: Scenario, tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf", scenario=scenario)
    play(battle, 5)
    first, second = battle.legal[0], battle.legal[1]
    battle.step(first)
    battle.undo()
    battle.step(second)
    with_second = battle.digest
    battle.step(battle.legal[0])
    battle.undo()
    battle.stop_recording()
    assert battle.digest == with_second
    assert position(tmp_path / "a.enf").digest == with_second
    assert verify(tmp_path / "a.enf")


def test_orders_redone_with_their_rolled_dice_are_told(tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf")
    digests = []
    while battle.outcome is None:
        order = battle.legal[0]
        try:
            battle.step(order, dice=(5, 5))
        except ef.DiceFault:
            battle.step(order)
        digests.append(battle.digest)
    steps = len(digests)
    for _ in range(steps):
        battle.undo()
    for digest in digests:
        battle.redo()
        assert battle.digest == digest
    battle.stop_recording()
    log = plain_log.split((tmp_path / "a.enf").read_bytes())
    assert len(log.of(plain_log.ORDER)) == 2 * steps
    assert len(log.of(plain_log.DICE)) > 0
    assert verify(tmp_path / "a.enf").digest == battle.digest


@by_scenario
def test_all_orders_undone_leave_the_first_position(scenario: Scenario, tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf", scenario=scenario)
    start = battle.digest
    play(battle)
    for _ in range(battle.step_number):
        battle.undo()
    battle.stop_recording()
    verification = verify(tmp_path / "a.enf")
    assert (verification.ok, verification.steps, verification.digest) == (True, 0, start)


@by_scenario
def test_new_keys_restored_snapshots_and_views_are_told(scenario: Scenario, tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf", scenario=scenario)
    play(battle, 4)
    snapshot = battle.snapshot()
    battle.rekey(b"the seed of the second turn")
    play(battle, 4)
    battle.undo()
    battle.undo()
    battle.view("red").legal_orders()
    battle.clone().step(battle.legal[0])
    play(battle, 3)
    battle.restore(snapshot)
    play(battle)
    battle.stop_recording()
    assert verify(tmp_path / "a.enf").digest == battle.digest


@by_scenario
def test_refused_orders_and_dice_leave_no_trace(scenario: Scenario, tmp_path: Path) -> None:
    battle, plain = (begun(tmp_path / name, scenario=scenario) for name in ("a.enf", "b.enf"))
    refused = {"drill": "R1 move D4", "march": "R1 march 3-0", "mech": "R1 move C1 N"}[scenario.family]
    for _ in range(6):
        order = battle.legal[0]
        with pytest.raises(ef.DiceFault):
            battle.step(order, dice=(1,) * 9)
        with pytest.raises(ef.IllegalOrder):
            battle.step(refused)
        battle.step(order)
        plain.step(order)
    battle.stop_recording()
    plain.stop_recording()
    assert (tmp_path / "a.enf").read_bytes() == (tmp_path / "b.enf").read_bytes()


@by_scenario
def test_battle_played_on_from_a_scenario_of_its_position_is_told(scenario: Scenario, tmp_path: Path) -> None:
    battle = ef.Battle(scenario, 7)
    play(battle, 9)
    again = ef.Battle(battle.to_scenario())
    again.record(tmp_path / "a.enf")
    play(again)
    again.stop_recording()
    play(battle)
    assert verify(tmp_path / "a.enf").digest == again.digest == battle.digest


@by_scenario
def test_recording_begun_in_the_middle_is_told_from_there(scenario: Scenario, tmp_path: Path) -> None:
    battle = ef.Battle(scenario, 7)
    play(battle, 9)
    battle.record(tmp_path / "a.enf")
    play(battle)
    battle.stop_recording()
    assert verify(tmp_path / "a.enf").digest == battle.digest


def test_second_recording_of_a_battle_begins_a_log_of_its_own(tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf")
    play(battle, 4)
    battle.record(tmp_path / "b.enf")
    play(battle)
    battle.stop_recording()
    assert (verify(tmp_path / "a.enf").complete, verify(tmp_path / "a.enf").steps) == (True, 4)
    assert verify(tmp_path / "b.enf")
    difference = diff(tmp_path / "a.enf", tmp_path / "b.enf")
    assert difference is not None


@by_scenario
def test_a_game_that_goes_on_from_a_save_writes_a_log_that_plays(scenario: Scenario, tmp_path: Path) -> None:
    battle = ef.Battle(scenario, 7)
    play(battle, 9)
    battle.save(tmp_path / "a.sav")
    loaded = ef.Battle.load(tmp_path / "a.sav")
    loaded.record(tmp_path / "a.enf")
    play(loaded)
    loaded.stop_recording()
    play(battle)
    verification = verify(tmp_path / "a.enf")
    assert verification
    assert verification.digest == loaded.digest == battle.digest


@pytest.mark.parametrize("watcher", ["red", "blue", "green"])
@by_scenario
def test_a_game_watched_by_a_side_at_every_step_writes_the_same_log(
    scenario: Scenario, tmp_path: Path, watcher: str
) -> None:
    for name, watch in (("alone", False), ("watched", True)):
        battle = begun(tmp_path / f"{name}.enf", scenario=scenario)
        while battle.outcome is None:
            if watch:
                view = battle.view(watcher)
                str(view), view.decisions, len(view.legal), view.events_since(0)
            play(battle, 1)
        battle.stop_recording()
    assert (tmp_path / "watched.enf").read_bytes() == (tmp_path / "alone.enf").read_bytes()


def test_recording_again_into_the_same_file_ends_the_log_before_and_leaves_a_whole_one(tmp_path: Path) -> None:
    battle = begun(tmp_path / "a.enf")
    play(battle, 30)
    battle.record(tmp_path / "a.enf")
    play(battle, 3)
    battle.stop_recording()
    assert verify(tmp_path / "a.enf").digest == battle.digest
