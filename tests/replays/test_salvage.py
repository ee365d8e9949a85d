"""Whatever is whole of a damaged log is found, and what is lost is said."""

import pytest

from enfilade.core.scenario.schema import Scenario
from enfilade.replays import DamagedReplay, Loss, salvage, verify
from enfilade.replays.reader import read_log

from . import plain_log
from .games import CROSSROADS, DELTA, JOUST, Recording, by_scenario, recorded


class Sample:
    """A whole log.

    Attributes:
        recording, log: the game at its end, and the bytes.
        starts: first byte of each record, and the end of the last.
        last: number of the last record.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.recording = Recording(scenario, 3, keyframes_every=6)
        self.log = self.recording.finish()
        self.starts = [*plain_log.split(self.log).starts, len(self.log)]
        self.last = len(self.starts) - 2

    def damaged(self, *records: int) -> bytes:
        """The log with a bit flipped in the payload of these records."""
        data = bytearray(self.log)
        for record in records:
            data[self.starts[record] + 15] ^= 4
        return bytes(data)


SAMPLES = (Sample(CROSSROADS), Sample(DELTA), Sample(JOUST))
by_sample = pytest.mark.parametrize("sample", SAMPLES, ids=["drill", "march", "mech"])


@by_sample
def test_whole_log_loses_nothing(sample: Sample) -> None:
    saved = salvage(sample.log)
    assert saved.complete
    assert saved.losses == ()
    assert saved.log_bytes() == sample.log
    assert "nothing lost" in str(saved)


@by_sample
def test_damaged_record_is_lost_and_the_others_are_found(sample: Sample) -> None:
    saved = salvage(sample.damaged(20, 30))
    assert [entry.seq for entry in saved.entries] == [n for n in range(sample.last + 1) if n not in (20, 30)]
    assert saved.losses == (
        Loss(sample.starts[20], sample.starts[21] - sample.starts[20], 20, 20),
        Loss(sample.starts[30], sample.starts[31] - sample.starts[30], 30, 30),
    )
    assert "records 20 to 20" in str(saved)


@by_sample
def test_bytes_that_are_gone_are_told_by_the_numbers_of_the_records(sample: Sample) -> None:
    saved = salvage(sample.log[: sample.starts[10] + 5] + sample.log[sample.starts[14] + 3 :])
    assert saved.losses == (Loss(sample.starts[10], sample.starts[15] - sample.starts[14] + 2, 10, 14),)


@by_sample
def test_records_that_are_gone_without_a_trace_are_told(sample: Sample) -> None:
    saved = salvage(sample.log[: sample.starts[10]] + sample.log[sample.starts[14] :])
    assert saved.losses == (Loss(sample.starts[10], 0, 10, 13),)


@by_sample
def test_torn_end_is_told(sample: Sample) -> None:
    saved = salvage(sample.log[: sample.starts[sample.last] + 5])
    assert saved.losses == (Loss(sample.starts[sample.last], 5, sample.last, None),)
    assert f"all records from {sample.last}" in str(saved)


@by_sample
def test_mended_log_plays_on_from_the_next_position_it_holds(sample: Sample) -> None:
    mended = salvage(sample.damaged(4)).log_bytes()
    log = plain_log.split(mended)
    verification = verify(mended)
    assert verification.failing_step is None
    assert not verification.complete
    assert verification.steps == sample.recording.game.clock.step
    assert verification.digest == sample.recording.game.digest
    assert log.of(plain_log.NOTE) == [["records 4 to 4 are lost"]]
    assert len(log.of(plain_log.RESTORE)) == 1


@pytest.mark.parametrize(
    ("sample", "record"), [(sample, record) for sample in SAMPLES for record in range(sample.last + 1)]
)
def test_log_mended_after_any_loss_verifies_as_far_as_it_goes(sample: Sample, record: int) -> None:
    mended = salvage(sample.damaged(record)).log_bytes()
    verification = verify(mended)
    assert verification.problem == "the log was not ended: it has no END record"
    assert read_log(mended).records > 0


@by_scenario
def test_undo_to_a_lost_position_ends_a_part(scenario: Scenario) -> None:
    recording = Recording(scenario, 3, keyframes_every=6)
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


@by_scenario
def test_committed_log_is_mended_with_its_reveal(scenario: Scenario) -> None:
    recording = Recording(scenario, b"secret", commit=True, keyframes_every=6)
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


@by_sample
def test_log_without_a_header_cannot_be_saved(sample: Sample) -> None:
    data = bytearray(sample.log)
    data[100] ^= 1
    with pytest.raises(DamagedReplay, match="the header has another checksum"):
        salvage(bytes(data))


@by_sample
def test_search_through_a_large_hole_ends(sample: Sample) -> None:
    hole = bytes(range(1, 10)) * 200_000 + b"\0\0\0\0" * 100_000
    saved = salvage(sample.log[: sample.starts[5]] + hole + sample.log[sample.starts[5] :])
    assert len(saved.entries) == sample.last + 1
    assert saved.losses == (Loss(sample.starts[5], len(hole), 5, None),)


@by_sample
def test_heads_without_payloads_do_not_make_a_search_long(sample: Sample) -> None:
    salt = plain_log.salt_of(sample.log[24 : plain_log.header_end(sample.log) - 4])
    head = plain_log.record(salt, 9, plain_log.NOTE, bytes(60_000))[:13]
    saved = salvage(sample.log[: sample.starts[5]] + head * 20_000)
    assert len(saved.entries) == 5


@by_sample
def test_record_of_another_log_is_not_taken_up(sample: Sample) -> None:
    other = recorded(sample.recording.game.scenario, seed=4)
    start, end = plain_log.split(other).starts[5:7]
    saved = salvage(sample.log[: sample.starts[5]] + other[start:end] + sample.log[sample.starts[6] :])
    assert [entry.seq for entry in saved.entries] == [n for n in range(sample.last + 1) if n != 5]
