"""Records as compiled code reads them: what it says yes to is what the reader accepts, with the same content."""

import zlib
from typing import Any

import msgpack
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.core.engine.arena import Ints, row, vector
from enfilade.replays import packed
from enfilade.replays.records import Check, Kind, Order, decode

NEAR_LIMITS = [
    sign * (1 << bits) + near for bits in (0, 5, 7, 8, 15, 16, 31, 32, 63) for near in (-1, 0, 1) for sign in (1, -1)
]
NUMBERS = st.integers(-40, 140) | st.sampled_from([n for n in NEAR_LIMITS if -(1 << 63) <= n < 1 << 64])
LISTS = st.lists(st.integers(-3, 300) | NUMBERS, max_size=26)


def numbers() -> Ints:
    """Room for the fields of a record, as an entry sees it."""
    return vector(row(np.zeros((1, 8 * packed.FIELD_NUMBERS), np.uint8), 0), 0, packed.FIELD_NUMBERS)  # type: ignore[no-any-return]


def in_window(payload: bytes) -> memoryview:
    """Bytes with others around them."""
    return memoryview(b"\x90\x01" + payload + bytes(range(0xD0, 0xD0 + packed.SLACK_BYTES)))


def accepted(kind: Kind, payload: bytes) -> Any:
    """The record that the reader accepts, or None."""
    try:
        return decode(kind, payload)
    except ValueError:
        return None


@given(st.binary(max_size=70), st.integers(0, (1 << 32) - 1), st.integers(0, 9))
def test_checksum_is_that_of_zlib_from_any_beginning_and_over_any_length(data: bytes, crc: int, skipped: int) -> None:
    tables = vector(row(packed.crc_tables(), 0), 0, 2048)
    window = in_window(data)
    start = min(2 + skipped, 2 + len(data))
    assert packed.crc_of(tables, crc, window, start, 2 + len(data)) == zlib.crc32(data[start - 2 :], crc)


def order_agrees(payload: bytes) -> None:
    """See that kernel and reader say the same of an ORDER."""
    fields = numbers()
    order = accepted(Kind.ORDER, payload)
    assert packed.read_order(in_window(payload), 2, 2 + len(payload), fields) == (order is not None)
    if isinstance(order, Order):
        plain = [order.kind, order.side, order.unit, order.target, order.direction, order.x, order.y, order.number]
        assert list(fields[: packed.PLAIN_FIELDS]) == plain
        companions, path = fields[packed.COMPANION_COUNT_AT], fields[packed.LENGTH_AT]
        assert tuple(fields[packed.COMPANIONS_AT : packed.COMPANIONS_AT + companions]) == order.companions
        assert tuple(fields[packed.PATH_AT : packed.PATH_AT + path]) == order.path


def check_agrees(payload: bytes) -> None:
    """See that kernel and reader say the same of a CHECK."""
    fields = numbers()
    check = accepted(Kind.CHECK, payload)
    assert packed.read_check(in_window(payload), 2, 2 + len(payload), fields) == (check is not None)
    if isinstance(check, Check):
        assert (fields[packed.CHECK_STEP], fields[packed.CHECK_DRAWS]) == (check.step, check.draws)
        assert fields[packed.CHECK_HIGH] << 32 | fields[packed.CHECK_LOW] == check.hash64


def keyframe_agrees(payload: bytes) -> None:
    """See that kernel and reader say the same of a KEYFRAME."""
    said = packed.is_keyframe(in_window(payload), 2, 2 + len(payload))
    assert said == (accepted(Kind.KEYFRAME, payload) is not None)


SMALL = st.integers(-128, 127)
ORDERS = st.tuples(*[SMALL | NUMBERS] * 8, LISTS, LISTS).map(list)
LIKELY_ORDERS = st.tuples(*[SMALL] * 8, st.lists(SMALL, max_size=4), st.lists(st.integers(0, 70_000), max_size=24)).map(
    list
)
CHECKS = st.tuples(NUMBERS, NUMBERS | st.integers(0, (1 << 64) - 1), NUMBERS).map(list)
KEYFRAMES = st.tuples(
    st.binary(max_size=20) | st.sampled_from([bytes(size) for size in (255, 256, 65_535, 65_536)]),
    st.sampled_from([bytes(size) for size in (15, 16, 17)]),
    st.none() | st.booleans() | st.sampled_from([bytes(size) for size in (31, 32, 33)]),
).map(list)


@given(ORDERS | LIKELY_ORDERS)
def test_orders_of_any_numbers(fields: list[Any]) -> None:
    order_agrees(msgpack.packb(fields))


@given(CHECKS)
def test_checks_of_any_numbers(fields: list[Any]) -> None:
    check_agrees(msgpack.packb(fields))


@given(KEYFRAMES)
def test_keyframes_of_any_sizes(fields: list[Any]) -> None:
    keyframe_agrees(msgpack.packb(fields))


@given(LIKELY_ORDERS | CHECKS | KEYFRAMES, st.data())
def test_payloads_altered_in_a_byte_cut_or_prolonged(fields: list[Any], data: st.DataObject) -> None:
    payload = bytearray(msgpack.packb(fields))
    start = data.draw(st.integers(0, min(len(payload), 60)))
    payload[start : start + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    for agrees in (order_agrees, check_agrees, keyframe_agrees):
        agrees(bytes(payload))


@pytest.mark.parametrize(
    "number",
    [
        *(
            b"\xcc\x7f",
            b"\xcd\x00\xff",
            b"\xce\x00\x00\xff\xff",
            b"\xcf" + bytes(7) + b"\x01",
            b"\xd0\x05",
            b"\xd0\xe0",
        ),
        *(b"\xd1\xff\x80", b"\xd1\x00\x80", b"\xd2\xff\xff\x80\x00", b"\xd3" + bytes(8), b"\xca" + bytes(4), b"\xc0"),
    ],
)
def test_number_not_in_its_shortest_form_is_refused(number: bytes) -> None:
    whole = msgpack.packb([1, 0, 2, -1, -1, 3, 4, 0, [], []])
    assert packed.read_order(in_window(whole), 2, 2 + len(whole), numbers())
    for place in range(8):
        payload = b"\x9a" + b"\x01" * place + number + b"\x01" * (7 - place) + b"\x90\x90"
        order_agrees(payload)
        assert not packed.read_order(in_window(payload), 2, 2 + len(payload), numbers())
    for place in range(3):
        check_agrees(b"\x93" + b"\x01" * place + number + b"\x01" * (2 - place))


def test_list_longer_than_its_shortest_length_needs_is_refused() -> None:
    head = msgpack.packb([1, 0, 2, -1, -1, 3, 4, 0, [], []])[:-2]
    for lists in (
        b"\xdc\x00\x00\x90",
        b"\x90\xdc\x00\x0f" + bytes(15),
        b"\x90\xdd\x00\x00\x00\x01\x00",
        b"\x90\xdc\x01\x00",
    ):
        order_agrees(head + lists)
        assert not packed.read_order(in_window(head + lists), 2, 2 + len(head + lists), numbers())
    order_agrees(head + b"\x90\xdc\x00\x18" + bytes(24))
