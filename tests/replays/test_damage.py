"""Cut, altered, spliced and reordered logs: a verified prefix or a typed error, never another game."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enfilade.core.scenario.schema import Scenario
from enfilade.replays import DamagedReplay, ReplayError, salvage, verify
from enfilade.replays.reader import read_log

from . import plain_log
from .games import BOUT, DUEL, MEETING, Recording, by_scenario, recorded


class Sample:
    """A whole log of a short game.

    Attributes:
        log, plain: its bytes, and taken apart.
        starts, bounds: first byte of each record, and with the end of the last.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.log = recorded(scenario)
        self.plain = plain_log.split(self.log)
        self.starts = self.plain.starts
        self.bounds = [*self.starts, len(self.log)]


SAMPLES = (Sample(DUEL), Sample(MEETING), Sample(BOUT))
by_sample = pytest.mark.parametrize("sample", SAMPLES, ids=["drill", "march", "mech"])


@by_sample
def test_whole_log_verifies(sample: Sample) -> None:
    verification = verify(sample.log)
    assert verification
    assert verification.complete
    assert verification.records == len(sample.starts)


@by_sample
def test_cut_at_every_byte_is_an_error_or_an_incomplete_log(sample: Sample) -> None:
    for size in range(len(sample.log)):
        if size in sample.starts:
            log = read_log(sample.log[:size])
            assert log.ending is None
            assert log.records == sample.starts.index(size)
        else:
            with pytest.raises(DamagedReplay):
                read_log(sample.log[:size])


@by_sample
def test_cut_at_every_byte_leaves_the_whole_records_before_it_in_tail_mode(sample: Sample) -> None:
    for size in range(plain_log.header_end(sample.log), len(sample.log)):
        log = read_log(sample.log[:size], tail=True)
        whole = sum(bound <= size for bound in sample.bounds[1:])
        assert log.records == whole
        assert log.end == sample.bounds[whole]
        assert (log.cut is None) == (size in sample.bounds)
        assert log.ending is None
    for size in range(plain_log.header_end(sample.log)):
        with pytest.raises(ReplayError):
            read_log(sample.log[:size], tail=True)


@by_sample
def test_log_cut_between_records_verifies_as_a_prefix_and_says_that_it_is_incomplete(sample: Sample) -> None:
    for count, size in enumerate(sample.starts):
        verification = verify(sample.log[:size])
        assert not verification
        assert not verification.complete
        assert verification.problem == "the log was not ended: it has no END record"
        assert verification.records == count
        assert verification.steps == sample.plain.kinds()[:count].count(plain_log.ORDER)


@by_sample
def test_torn_end_is_cut_off_in_tail_mode_and_reported(sample: Sample) -> None:
    verification = verify(sample.log[: sample.starts[5] + 20], tail=True)
    assert not verification
    assert verification.records == 5
    assert verification.bytes_cut == 20
    assert "the last 20 bytes are no whole record" in verification.problem


@by_sample
def test_tail_mode_does_not_cut_where_a_valid_record_follows(sample: Sample) -> None:
    damaged = bytearray(sample.log)
    damaged[sample.starts[4] + 15] ^= 1
    with pytest.raises(DamagedReplay) as refusal:
        read_log(bytes(damaged), tail=True)
    assert refusal.value.offset == sample.starts[4]
    assert refusal.value.records == 4


@by_sample
def test_tail_mode_does_not_cut_where_only_the_head_of_a_later_record_is_left(sample: Sample) -> None:
    damaged = bytearray(sample.log[: sample.starts[5] + 14])
    damaged[sample.starts[4] + 15] ^= 1
    with pytest.raises(DamagedReplay):
        read_log(bytes(damaged), tail=True)


@pytest.mark.slow
@by_sample
def test_every_bit_flipped_is_an_error(sample: Sample) -> None:
    damaged = bytearray(sample.log)
    for index in range(len(sample.log)):
        for bit in range(8):
            damaged[index] ^= 1 << bit
            with pytest.raises(ReplayError):
                read_log(bytes(damaged))
            damaged[index] ^= 1 << bit


@pytest.mark.parametrize("start", range(7))
@by_sample
def test_bits_flipped_are_an_error_or_the_records_before_them_in_tail_mode(sample: Sample, start: int) -> None:
    damaged = bytearray(sample.log)
    for bit in range(8 * plain_log.header_end(sample.log) + start, 8 * len(sample.log), 7 * 5):
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            log = read_log(bytes(damaged), tail=True)
        except ReplayError:
            pass
        else:
            assert log.cut is not None
            assert log.end == sample.starts[-1] <= bit // 8  # only the last record has nothing valid after it
        damaged[bit // 8] ^= 1 << bit % 8


@by_scenario
def test_bit_flipped_in_a_longer_log_is_an_error(scenario: Scenario) -> None:
    log = recorded(scenario)
    choice = random.Random(7)
    for _ in range(300):
        damaged = bytearray(log)
        damaged[choice.randrange(len(log))] ^= 1 << choice.randrange(8)
        with pytest.raises(ReplayError):
            verify(bytes(damaged))


@by_sample
def test_missing_end_is_no_damage_and_not_verified(sample: Sample) -> None:
    verification = verify(sample.log[: sample.starts[-1]])
    assert not verification
    assert verification.failing_step is None
    assert verification.steps == verify(sample.log).steps


@by_sample
def test_bytes_after_end_are_damage(sample: Sample) -> None:
    with pytest.raises(DamagedReplay):
        read_log(sample.log + b"\0")
    log = read_log(sample.log + b"\0" * 40, tail=True)
    assert log.cut is not None
    assert not verify(sample.log + b"\0" * 40, tail=True)


@by_sample
def test_record_after_end_is_damage_in_every_mode(sample: Sample) -> None:
    salt = plain_log.salt_of(sample.log[24 : plain_log.header_end(sample.log) - 4])
    longer = sample.log + plain_log.record(salt, len(sample.starts), plain_log.NOTE, b"\x91\xa2hi")
    for tail in (False, True):
        with pytest.raises(DamagedReplay, match="a record after END"):
            read_log(longer, tail=tail)


@by_sample
def test_record_left_out_is_damage(sample: Sample) -> None:
    for index in range(len(sample.starts)):
        shorter = sample.log[: sample.bounds[index]] + sample.log[sample.bounds[index + 1] :]
        if index < len(sample.starts) - 1:
            for tail in (False, True):
                with pytest.raises(DamagedReplay, match=f"record {index + 1}, expected {index}"):
                    read_log(shorter, tail=tail)


@by_sample
def test_record_twice_is_damage(sample: Sample) -> None:
    for index in range(len(sample.starts) - 1):
        twice = sample.log[: sample.bounds[index + 1]] + sample.log[sample.bounds[index] :]
        for tail in (False, True):
            with pytest.raises(DamagedReplay, match=f"record {index}, expected {index + 1}"):
                read_log(twice, tail=tail)


@by_sample
def test_two_records_in_the_other_order_are_damage(sample: Sample) -> None:
    for index in range(len(sample.starts) - 1):
        first, second, rest = (sample.bounds[index + place] for place in range(3))
        swapped = sample.log[:first] + sample.log[second:rest] + sample.log[first:second] + sample.log[rest:]
        with pytest.raises(DamagedReplay, match=f"record {index + 1}, expected {index}"):
            read_log(swapped, tail=True)


@by_sample
def test_record_of_a_log_with_another_header_is_damage(sample: Sample) -> None:
    other = recorded(DUEL, seed=4)
    others = [*plain_log.split(other).starts, len(other)]
    for index in range(min(len(sample.starts), len(others) - 1)):
        before, after = sample.log[: sample.bounds[index]], sample.log[sample.bounds[index + 1] :]
        spliced = before + other[others[index] : others[index + 1]] + after
        with pytest.raises(DamagedReplay, match="checksum differs"):
            read_log(spliced)


@by_scenario
def test_end_of_another_game_from_the_same_start_is_damage(scenario: Scenario) -> None:
    first, second = Recording(scenario), Recording(scenario)
    for recording, rank in ((first, 0), (second, 1)):
        recording.step(0)
        recording.step(rank)
        recording.finish()
    one, other = plain_log.split(first.data), plain_log.split(second.data)
    assert first.data[: plain_log.header_end(first.data)] == second.data[: plain_log.header_end(second.data)]
    for index in range(1, min(len(one.starts), len(other.starts))):
        spliced = first.data[: one.starts[index]] + second.data[other.starts[index] :]
        same_before = first.data[: one.starts[index]] == second.data[: other.starts[index]]
        if same_before:
            assert spliced == second.data
        else:
            with pytest.raises(DamagedReplay, match="chain does not close"):
                read_log(spliced)


@by_scenario
def test_end_of_another_game_from_the_same_start_without_its_end_does_not_play(scenario: Scenario) -> None:
    first, second = Recording(scenario), Recording(scenario)
    for recording, rank in ((first, 0), (second, 1)):
        recording.step(0)
        recording.step(rank)
        recording.play(3)
    one, other = plain_log.split(first.data), plain_log.split(second.data)
    spliced = first.data[: one.starts[5]] + second.data[other.starts[5] :]
    verification = verify(spliced)
    assert not verification
    assert verification.failing_step == 3
    assert verification.steps == 2


@by_scenario
def test_every_order_replaced_by_another_is_found_by_the_step_it_makes(scenario: Scenario) -> None:
    log = plain_log.split(recorded(scenario))
    orders = [index for index, kind in enumerate(log.kinds()) if kind == plain_log.ORDER]
    for step, (index, other) in enumerate(itertools.pairwise(orders), 1):
        records = list(log.records)
        if records[index] != records[other]:
            records[index] = records[other]
            verification = verify(plain_log.join(log.header, records))
            assert not verification
            assert verification.failing_step == step


@given(st.data())
@by_sample
def test_any_damage_is_an_error_or_a_prefix(sample: Sample, data: st.DataObject) -> None:
    damaged = bytearray(sample.log)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 200)))
        damaged[start:end] = data.draw(st.binary(max_size=40) | st.just(bytes(damaged[:60])))
    try:
        log = read_log(bytes(damaged), tail=True)
    except ReplayError:
        return
    assert sample.log.startswith(log.data[: log.end])
    assert (log.ending is None) or log.data[: log.end] == sample.log


@given(st.data())
@by_sample
def test_salvage_of_any_damage_gives_records_of_the_log_and_no_others(sample: Sample, data: st.DataObject) -> None:
    damaged = bytearray(sample.log)
    first, some = plain_log.header_end(sample.log), sample.log[sample.starts[2] : sample.starts[5]]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(first, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 200)))
        damaged[start:end] = data.draw(st.binary(max_size=40) | st.just(some))
    saved = salvage(bytes(damaged))
    whole = list(read_log(sample.log).entries())
    assert [entry.seq for entry in saved.entries] == sorted({entry.seq for entry in saved.entries})
    assert all(entry == whole[entry.seq] for entry in saved.entries)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.binary(max_size=40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=12),
    max_leaves=20,
)


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 9), st.lists(VALUES, max_size=12)), max_size=6))
@by_sample
def test_records_of_any_content_under_good_checksums_are_an_error_or_not_verified(
    sample: Sample,
    records: list[tuple[int, list[object]]],
) -> None:
    log = plain_log.join(sample.plain.header, [*sample.plain.records[:-1], *records])
    try:
        verification = verify(log)
    except ReplayError:
        return
    assert not verification


SMALL = st.integers(-3, 8)
KINDS = st.sampled_from([*range(28, 46), 50, 60, 61, 62, *range(128, 140)]) | st.integers(-128, 255)
ORDERS = st.tuples(
    KINDS, *[SMALL | st.integers(-128, 127)] * 7, st.lists(SMALL, max_size=4), st.lists(SMALL, max_size=24)
)


@given(st.lists(ORDERS.map(list), min_size=1, max_size=8), st.booleans())
@by_sample
def test_random_orders_end_within_their_bound_legal_or_not(
    sample: Sample, orders: list[list[object]], legality: bool
) -> None:
    records = [*sample.plain.records[:1], *[(plain_log.ORDER, order) for order in orders]]
    assert not verify(plain_log.join(sample.plain.header, records), legality=legality)
