"""Cut, altered, spliced and reordered logs: a verified prefix or a typed error, never another game."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.replays import DamagedReplay, ReplayError, salvage, verify
from enfilade.replays.reader import read_log

from . import plain_log
from .games import CROSSROADS, DUEL, Recording, recorded

LOG = recorded(DUEL)
PLAIN = plain_log.split(LOG)
STARTS = PLAIN.starts
BOUNDS = [*STARTS, len(LOG)]


def game_of(recorded_log: bytes) -> list[tuple[int, list[object]]]:
    """The records of a log."""
    return plain_log.split(recorded_log).records


def test_whole_log_verifies() -> None:
    verification = verify(LOG)
    assert verification
    assert verification.complete
    assert verification.records == len(STARTS)


def test_cut_at_every_byte_is_an_error_or_an_incomplete_log() -> None:
    for size in range(len(LOG)):
        if size in STARTS:
            log = read_log(LOG[:size])
            assert log.ending is None
            assert log.records == STARTS.index(size)
        else:
            with pytest.raises(DamagedReplay):
                read_log(LOG[:size])


def test_cut_at_every_byte_leaves_the_whole_records_before_it_in_tail_mode() -> None:
    for size in range(plain_log.header_end(LOG), len(LOG)):
        log = read_log(LOG[:size], tail=True)
        whole = sum(bound <= size for bound in BOUNDS[1:])
        assert log.records == whole
        assert log.end == BOUNDS[whole]
        assert (log.cut is None) == (size in BOUNDS)
        assert log.ending is None
    for size in range(plain_log.header_end(LOG)):
        with pytest.raises(ReplayError):
            read_log(LOG[:size], tail=True)


def test_log_cut_between_records_verifies_as_a_prefix_and_says_that_it_is_incomplete() -> None:
    for count, size in enumerate(STARTS):
        verification = verify(LOG[:size])
        assert not verification
        assert not verification.complete
        assert verification.problem == "the log was not ended: it has no END record"
        assert verification.records == count
        assert verification.steps == PLAIN.kinds()[:count].count(plain_log.ORDER)


def test_torn_end_is_cut_off_in_tail_mode_and_reported() -> None:
    verification = verify(LOG[: STARTS[5] + 20], tail=True)
    assert not verification
    assert verification.records == 5
    assert verification.bytes_cut == 20
    assert "the last 20 bytes are no whole record" in verification.problem


def test_tail_mode_does_not_cut_where_a_valid_record_follows() -> None:
    damaged = bytearray(LOG)
    damaged[STARTS[4] + 15] ^= 1
    with pytest.raises(DamagedReplay) as refusal:
        read_log(bytes(damaged), tail=True)
    assert refusal.value.offset == STARTS[4]
    assert refusal.value.records == 4


def test_tail_mode_does_not_cut_where_only_the_head_of_a_later_record_is_left() -> None:
    damaged = bytearray(LOG[: STARTS[5] + 14])
    damaged[STARTS[4] + 15] ^= 1
    with pytest.raises(DamagedReplay):
        read_log(bytes(damaged), tail=True)


@pytest.mark.slow
def test_every_bit_flipped_is_an_error() -> None:
    damaged = bytearray(LOG)
    for index in range(len(LOG)):
        for bit in range(8):
            damaged[index] ^= 1 << bit
            with pytest.raises(ReplayError):
                read_log(bytes(damaged))
            damaged[index] ^= 1 << bit


@pytest.mark.parametrize("start", range(7))
def test_bits_flipped_are_an_error_or_the_records_before_them_in_tail_mode(start: int) -> None:
    damaged = bytearray(LOG)
    for bit in range(8 * plain_log.header_end(LOG) + start, 8 * len(LOG), 7 * 5):
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            log = read_log(bytes(damaged), tail=True)
        except ReplayError:
            pass
        else:
            assert log.cut is not None
            assert log.end == STARTS[-1] <= bit // 8  # only the last record has nothing valid after it
        damaged[bit // 8] ^= 1 << bit % 8


def test_bit_flipped_in_a_longer_log_is_an_error() -> None:
    log = recorded(CROSSROADS)
    choice = random.Random(7)
    for _ in range(300):
        damaged = bytearray(log)
        damaged[choice.randrange(len(log))] ^= 1 << choice.randrange(8)
        with pytest.raises(ReplayError):
            verify(bytes(damaged))


def test_missing_end_is_no_damage_and_not_verified() -> None:
    verification = verify(LOG[: STARTS[-1]])
    assert not verification
    assert verification.failing_step is None
    assert verification.steps == verify(LOG).steps


def test_bytes_after_end_are_damage() -> None:
    with pytest.raises(DamagedReplay):
        read_log(LOG + b"\0")
    log = read_log(LOG + b"\0" * 40, tail=True)
    assert log.cut is not None
    assert not verify(LOG + b"\0" * 40, tail=True)


def test_record_after_end_is_damage_in_every_mode() -> None:
    salt = plain_log.salt_of(LOG[24 : plain_log.header_end(LOG) - 4])
    longer = LOG + plain_log.record(salt, len(STARTS), plain_log.NOTE, b"\x91\xa2hi")
    for tail in (False, True):
        with pytest.raises(DamagedReplay, match="a record after END"):
            read_log(longer, tail=tail)


def test_record_left_out_is_damage() -> None:
    for index in range(len(STARTS)):
        shorter = LOG[: BOUNDS[index]] + LOG[BOUNDS[index + 1] :]
        if index < len(STARTS) - 1:
            for tail in (False, True):
                with pytest.raises(DamagedReplay, match=f"record {index + 1}, expected {index}"):
                    read_log(shorter, tail=tail)


def test_record_twice_is_damage() -> None:
    for index in range(len(STARTS) - 1):
        twice = LOG[: BOUNDS[index + 1]] + LOG[BOUNDS[index] :]
        for tail in (False, True):
            with pytest.raises(DamagedReplay, match=f"record {index}, expected {index + 1}"):
                read_log(twice, tail=tail)


def test_two_records_in_the_other_order_are_damage() -> None:
    for index in range(len(STARTS) - 1):
        first, second, rest = (BOUNDS[index + place] for place in range(3))
        swapped = LOG[:first] + LOG[second:rest] + LOG[first:second] + LOG[rest:]
        with pytest.raises(DamagedReplay, match=f"record {index + 1}, expected {index}"):
            read_log(swapped, tail=True)


def test_record_of_a_log_with_another_header_is_damage() -> None:
    other = recorded(DUEL, seed=4)
    others = [*plain_log.split(other).starts, len(other)]
    for index in range(min(len(STARTS), len(others) - 1)):
        spliced = LOG[: BOUNDS[index]] + other[others[index] : others[index + 1]] + LOG[BOUNDS[index + 1] :]
        with pytest.raises(DamagedReplay, match="checksum differs"):
            read_log(spliced)


def test_end_of_another_game_from_the_same_start_is_damage() -> None:
    first, second = Recording(CROSSROADS), Recording(CROSSROADS)
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


def test_end_of_another_game_from_the_same_start_without_its_end_does_not_play() -> None:
    first, second = Recording(CROSSROADS), Recording(CROSSROADS)
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


def test_every_order_replaced_by_another_is_found_by_the_step_it_makes() -> None:
    log = plain_log.split(recorded(CROSSROADS))
    orders = [index for index, kind in enumerate(log.kinds()) if kind == plain_log.ORDER]
    for step, (index, other) in enumerate(itertools.pairwise(orders), 1):
        records = list(log.records)
        if records[index] != records[other]:
            records[index] = records[other]
            verification = verify(plain_log.join(log.header, records))
            assert not verification
            assert verification.failing_step == step


@given(st.data())
def test_any_damage_is_an_error_or_a_prefix(data: st.DataObject) -> None:
    damaged = bytearray(LOG)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 200)))
        damaged[start:end] = data.draw(st.binary(max_size=40) | st.just(bytes(damaged[:60])))
    try:
        log = read_log(bytes(damaged), tail=True)
    except ReplayError:
        return
    assert LOG.startswith(log.data[: log.end])
    assert (log.ending is None) or log.data[: log.end] == LOG


@given(st.data())
def test_salvage_of_any_damage_gives_records_of_the_log_and_no_others(data: st.DataObject) -> None:
    damaged = bytearray(LOG)
    first = plain_log.header_end(LOG)
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(first, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 200)))
        damaged[start:end] = data.draw(st.binary(max_size=40) | st.just(LOG[STARTS[2] : STARTS[5]]))
    saved = salvage(bytes(damaged))
    whole = list(read_log(LOG).entries())
    assert [entry.seq for entry in saved.entries] == sorted({entry.seq for entry in saved.entries})
    assert all(entry == whole[entry.seq] for entry in saved.entries)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 64) - 1) | st.binary(max_size=40) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=12),
    max_leaves=20,
)


@given(st.lists(st.tuples(st.integers(1, 9), st.lists(VALUES, max_size=12)), max_size=6))
def test_records_of_any_content_under_good_checksums_are_an_error_or_not_verified(
    records: list[tuple[int, list[object]]],
) -> None:
    log = plain_log.join(PLAIN.header, [*PLAIN.records[:-1], *records])
    try:
        verification = verify(log)
    except ReplayError:
        return
    assert not verification


SMALL = st.integers(-3, 8)
ORDERS = st.tuples(*[SMALL | st.integers(-128, 127)] * 8, st.lists(SMALL, max_size=4), st.lists(SMALL, max_size=24))


@given(st.lists(ORDERS.map(list), min_size=1, max_size=8), st.booleans())
def test_random_orders_end_within_their_bound_legal_or_not(orders: list[list[object]], legality: bool) -> None:
    log = plain_log.join(PLAIN.header, [*PLAIN.records[:1], *[(plain_log.ORDER, order) for order in orders]])
    assert not verify(log, legality=legality)
