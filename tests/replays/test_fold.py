"""The game that a log tells is the fold of its records: undo, redo, restored rows, rolled dice."""

import pytest

from enfilade.core.engine import history
from enfilade.core.engine.history import Cause, Line
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import DivergedReplay, ReplayError, position, verify
from enfilade.replays.fold import Fold
from enfilade.replays.reader import read_log
from enfilade.systems.game import Game
from tests.face.games import in_each, meeting

from . import plain_log
from .games import CROSSROADS, Recording, by_scenario, choose, long_game, new_game, recorded


def folded(data: bytes) -> Fold:
    """The fold of a whole log, which must not diverge."""
    fold = Fold(read_log(data))
    for entry in fold.log.entries():
        assert fold.take(entry.record) is None
    return fold


def first_roll(recording: Recording) -> int:
    """Play orders until the next one, of rank 0, rolls dice; how many it rolls."""
    while True:
        row = recording.game.snapshot()
        choose(recording.game, 0)
        recording.game.step()
        rolls = recording.game.notes.rolls
        recording.game.restore(row)
        if rolls:
            return rolls
        recording.step(0)


@by_scenario
def test_undo_of_one_order_and_another_one_stands(scenario: Scenario) -> None:
    recording = Recording(scenario)
    recording.play(5)
    row = recording.game.snapshot()
    recording.step(0)
    recording.back_to(row)
    recording.step(1)
    one = recording.game.digest
    row = recording.game.snapshot()
    recording.step(0)
    recording.back_to(row)
    recording.recorder.end()
    verification = verify(recording.data)
    assert verification
    assert verification.digest == one
    assert verification.steps == 6


def test_undone_order_taken_again_rolls_the_same_dice() -> None:
    recording = Recording(CROSSROADS, 4)
    first_roll(recording)
    row = recording.game.snapshot()
    recording.step(0)
    after = recording.game.digest
    recording.back_to(row)
    recording.step(0)
    assert recording.game.digest == after
    recording.recorder.end()
    assert verify(recording.data).digest == after


@by_scenario
def test_as_many_undos_as_orders_leave_the_start(scenario: Scenario) -> None:
    recording = Recording(scenario)
    rows = [recording.game.snapshot()]
    while not recording.game.clock.over:
        recording.play(1)
        rows.append(recording.game.snapshot())
    for row in rows[-2::-1]:
        recording.back_to(row)
    recording.recorder.end()
    verification = verify(recording.data)
    assert verification
    assert verification.steps == 0
    assert verification.digest == new_game(scenario, 3).digest
    assert len(folded(recording.data).line) == 1


@by_scenario
def test_undo_over_many_orders_at_once(scenario: Scenario) -> None:
    recording = Recording(scenario)
    recording.play(3)
    row = recording.game.snapshot()
    recording.play()
    recording.back_to(row)
    recording.finish()
    assert verify(recording.data)


def test_undo_to_the_same_step_goes_to_the_position_before_a_restored_one() -> None:
    recording = Recording(CROSSROADS)
    recording.play(6)
    row = recording.game.snapshot()
    recording.game.world().cards[0].side = 1
    recording.recorder.restore()
    recording.back_to(row)
    recording.finish()
    assert verify(recording.data)


def test_undo_to_a_step_never_reached_is_named() -> None:
    log = plain_log.split(recorded(CROSSROADS))
    for step in (1, 7):
        records = [*log.records[:3], (plain_log.UNDO, [step])]
        verification = verify(plain_log.join(log.header, records))
        assert not verification
        assert f"an undo to step {step}, where the game has not been" in verification.problem


def test_recorder_refuses_an_undo_that_did_not_happen() -> None:
    recording = Recording(CROSSROADS)
    recording.play(3)
    with pytest.raises(ValueError, match="an undo to step 2, but the game stands at step 3"):
        recording.recorder.undo(2)


@by_scenario
def test_restored_row_is_played_on_from(scenario: Scenario) -> None:
    recording = Recording(scenario)
    recording.play(4)
    early = recording.game.snapshot()
    recording.play(6)
    recording.game.restore(early)
    recording.recorder.restore()
    assert verify(recording.data).steps == 4
    recording.finish()
    assert verify(recording.data)


def test_row_to_restore_with_another_digest_is_named() -> None:
    log = plain_log.split(recorded(CROSSROADS))
    row = log.records[0][1][0]
    for other in (row[:-8], row[:-1] + b"\1"):
        records = [*log.records[:5], (plain_log.RESTORE, [other, log.records[0][1][1], None])]
        verification = verify(plain_log.join(log.header, records))
        assert "a row to restore" in verification.problem


@pytest.mark.rule("DRILL-5.3")
def test_rolled_dice_decide_instead_of_the_keys() -> None:
    digests = set()
    for face in (1, 6):
        recording = Recording(CROSSROADS, 4)
        rolls = first_roll(recording)
        recording.step(0, (face,) * rolls)
        digests.add(recording.game.digest)
        recording.play(2)
        recording.recorder.end()
        log = plain_log.split(recording.data)
        assert log.of(plain_log.DICE) == [[[face] * rolls]]
        assert verify(recording.data)
    assert len(digests) == 2


def test_undone_order_keeps_its_rolled_dice_when_later_ones_are_undone() -> None:
    recording = Recording(CROSSROADS, 4)
    rolls = first_roll(recording)
    recording.step(0, (6,) * rolls)
    row = recording.game.snapshot()
    recording.step(0)
    recording.back_to(row)
    recording.finish()
    assert verify(recording.data)


@pytest.mark.parametrize("faces", [(1,), (1,) * 9, (7, 7), (0, 1), (-1, -1)])
def test_rolled_dice_that_do_not_fit_are_named(faces: tuple[int, ...]) -> None:
    recording = Recording(CROSSROADS, 4)
    rolls = first_roll(recording)
    assert rolls == 2
    recording.step(0, (6,) * rolls)
    log = plain_log.split(recording.data)
    index = log.kinds().index(plain_log.DICE)
    log.records[index] = (plain_log.DICE, [list(faces)])
    verification = verify(plain_log.join(log.header, log.records))
    assert not verification
    assert "cannot be carried out" in verification.problem


def test_dice_without_an_order_are_named() -> None:
    log = plain_log.split(recorded(CROSSROADS))
    for next_kind, fields in ((plain_log.NOTE, ["x"]), (plain_log.DICE, [[1]])):
        records = [*log.records[:1], (plain_log.DICE, [[1]]), (next_kind, fields)]
        assert "dice for an order, but then" in verify(plain_log.join(log.header, records)).problem


@by_scenario
def test_position_after_any_step_is_the_one_that_was_played(scenario: Scenario) -> None:
    recording = Recording(scenario)
    digests = [recording.game.digest]
    while not recording.game.clock.over:
        recording.play(1)
        digests.append(recording.game.digest)
    recording.recorder.end()
    for step, digest in enumerate(digests):
        assert position(recording.data, step).digest == digest
    assert position(recording.data).digest == digests[-1]
    with pytest.raises(ReplayError, match=f"has no step {len(digests)}; it ends at step {len(digests) - 1}"):
        position(recording.data, len(digests))


def test_position_of_a_log_that_does_not_play_is_refused() -> None:
    log = plain_log.split(recorded(CROSSROADS))
    log.records[2][1][1] ^= 1
    with pytest.raises(DivergedReplay, match="step 1: the position has the hash") as refusal:
        position(plain_log.join(log.header, log.records))
    assert refusal.value.step == 1


LONG_MARCH = meeting(options={"turns": 20})


@pytest.mark.parametrize("room", [0, 2_000, 20_000])
@in_each((long_game(12), LONG_MARCH))
def test_line_with_few_rows_goes_back_by_taking_orders_again(
    scenario: Scenario, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "KEPT_BYTES_MAX", room)
    recording = Recording(scenario)
    rows = [recording.game.snapshot()]
    while not recording.game.clock.over:
        recording.play(1)
        rows.append(recording.game.snapshot())
    for step in (len(rows) - 2, len(rows) - 9, 20, 19, 7, 0):
        recording.back_to(rows[step])
    recording.finish()
    assert verify(recording.data)


def test_line_keeps_no_more_rows_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT_BYTES_MAX", 800)
    line = Line(bytes(100), 0)
    for step in range(1, 500):
        line.add_order(step, Cause(step.to_bytes(2, "little"), ()), lambda: bytes(100))
        kept = [place for place in range(step + 1) if line.positions[place].row is not None]
        assert len(kept) <= 9
        assert kept[0] == 0
    way = line.way_to_step(450)
    assert way is not None
    assert 450 - len(way.causes) in kept
    assert way.causes[-1].order == (450).to_bytes(2, "little")


def test_fold_plays_the_game_of_the_log_and_no_other() -> None:
    fold = folded(recorded(CROSSROADS))
    assert isinstance(fold.game, Game)
    assert fold.game.clock.over
