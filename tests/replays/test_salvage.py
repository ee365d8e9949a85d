"""Whatever is whole of a damaged log is found, and what is lost is said."""

import pytest

from enfilade.replays import DamagedReplay, Loss, salvage, verify
from enfilade.replays.reader import read_log

from . import plain_log
from .games import CROSSROADS, Recording, recorded

RECORDING = Recording(CROSSROADS, 3, keyframes_every=6)
LOG = RECORDING.finish()
STARTS = [*plain_log.split(LOG).starts, len(LOG)]
LAST = len(STARTS) - 2


def damaged(*records: int) -> bytes:
    """The log with a bit flipped in the payload of these records."""
    data = bytearray(LOG)
    for record in records:
        data[STARTS[record] + 15] ^= 4
    return bytes(data)


def test_whole_log_loses_nothing() -> None:
    saved = salvage(LOG)
    assert saved.complete
    assert saved.losses == ()
    assert saved.log_bytes() == LOG
    assert "nothing lost" in str(saved)


def test_damaged_record_is_lost_and_the_others_are_found() -> None:
    saved = salvage(damaged(20, 30))
    assert [entry.seq for entry in saved.entries] == [n for n in range(LAST + 1) if n not in (20, 30)]
    assert saved.losses == (
        Loss(STARTS[20], STARTS[21] - STARTS[20], 20, 20),
        Loss(STARTS[30], STARTS[31] - STARTS[30], 30, 30),
    )
    assert "records 20 to 20" in str(saved)


def test_bytes_that_are_gone_are_told_by_the_numbers_of_the_records() -> None:
    saved = salvage(LOG[: STARTS[10] + 5] + LOG[STARTS[14] + 3 :])
    assert saved.losses == (Loss(STARTS[10], STARTS[15] - STARTS[14] + 2, 10, 14),)


def test_records_that_are_gone_without_a_trace_are_told() -> None:
    saved = salvage(LOG[: STARTS[10]] + LOG[STARTS[14] :])
    assert saved.losses == (Loss(STARTS[10], 0, 10, 13),)


def test_torn_end_is_told() -> None:
    saved = salvage(LOG[: STARTS[LAST] + 5])
    assert saved.losses == (Loss(STARTS[LAST], 5, LAST, None),)
    assert f"all records from {LAST}" in str(saved)


def test_mended_log_plays_on_from_the_next_position_it_holds() -> None:
    mended = salvage(damaged(4)).log_bytes()
    log = plain_log.split(mended)
    verification = verify(mended)
    assert verification.failing_step is None
    assert not verification.complete
    assert verification.steps == RECORDING.game.clock.step
    assert verification.digest == RECORDING.game.digest
    assert log.of(plain_log.NOTE) == [["records 4 to 4 are lost"]]
    assert len(log.of(plain_log.RESTORE)) == 1


@pytest.mark.parametrize("record", range(LAST + 1))
def test_log_mended_after_any_loss_verifies_as_far_as_it_goes(record: int) -> None:
    mended = salvage(damaged(record)).log_bytes()
    verification = verify(mended)
    assert verification.problem == "the log was not ended: it has no END record"
    assert read_log(mended).records > 0


def test_undo_to_a_lost_position_ends_a_part() -> None:
    recording = Recording(CROSSROADS, 3, keyframes_every=6)
    recording.play(8)
    row = recording.game.snapshot()
    recording.play(6)
    recording.back_to(row)
    recording.play(12)
    recording.recorder.end()
    starts = plain_log.split(recording.data).starts
    data = bytearray(recording.data)
    data[starts[16] + 15] ^= 1
    mended = salvage(bytes(data)).log_bytes()
    notes = [fields[0] for fields in plain_log.split(mended).of(plain_log.NOTE)]
    assert notes == ["records 16 to 16 are lost", "the position of step 8, to which an undo leads, is lost"]
    verification = verify(mended)
    assert verification.failing_step is None
    assert verification.digest == recording.game.digest


def test_committed_log_is_mended_with_its_reveal() -> None:
    recording = Recording(CROSSROADS, b"secret", commit=True, keyframes_every=6)
    recording.play()
    recording.recorder.end()
    starts = plain_log.split(recording.data).starts
    data = bytearray(recording.data)
    data[starts[9] + 15] ^= 1
    verification = verify(salvage(bytes(data)).log_bytes())
    assert verification.failing_step is None
    assert verification.digest == recording.game.digest


def test_rolled_dice_next_to_a_loss_do_not_stray_to_another_order() -> None:
    recording = Recording(CROSSROADS, 3, keyframes_every=6)
    recording.play(2)
    log = plain_log.split(recording.data)
    records = [*log.records[:1], (plain_log.DICE, [[1]]), *log.records[1:]]
    data = bytearray(plain_log.join(log.header, records))
    data[plain_log.split(bytes(data)).starts[2] + 15] ^= 1
    mended = plain_log.split(salvage(bytes(data)).log_bytes())
    assert plain_log.DICE not in mended.kinds()


def test_log_without_a_header_cannot_be_saved() -> None:
    data = bytearray(LOG)
    data[100] ^= 1
    with pytest.raises(DamagedReplay, match="the header has another checksum"):
        salvage(bytes(data))


def test_search_through_a_large_hole_ends() -> None:
    hole = bytes(range(1, 10)) * 200_000 + b"\0\0\0\0" * 100_000
    saved = salvage(LOG[: STARTS[5]] + hole + LOG[STARTS[5] :])
    assert len(saved.entries) == LAST + 1
    assert saved.losses == (Loss(STARTS[5], len(hole), 5, None),)


def test_heads_without_payloads_do_not_make_a_search_long() -> None:
    salt = plain_log.salt_of(LOG[24 : plain_log.header_end(LOG) - 4])
    head = plain_log.record(salt, 9, plain_log.NOTE, bytes(60_000))[:13]
    saved = salvage(LOG[: STARTS[5]] + head * 20_000)
    assert len(saved.entries) == 5


def test_record_of_another_log_is_not_taken_up() -> None:
    other = recorded(CROSSROADS, seed=4)
    start, end = plain_log.split(other).starts[5:7]
    saved = salvage(LOG[: STARTS[5]] + other[start:end] + LOG[STARTS[6] :])
    assert [entry.seq for entry in saved.entries] == [n for n in range(LAST + 1) if n != 5]
