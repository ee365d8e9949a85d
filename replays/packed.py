"""Records as compiled code reads them: their checksums, and the payloads of the kinds that make up most of a log.

Every function here says no where it is not sure. What it says no to is read again by ``format`` and ``records``, which
accept it or tell what is wrong with it; so these alone decide what a log may hold.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena
from enfilade.core.engine.arena import Bytes, Ints, row, vector
from enfilade.core.engine.hash import DIGEST_BYTES
from enfilade.core.engine.kernel import Entry, Switch, entry, kernel
from enfilade.core.engine.keys import COMMITMENT_BYTES
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX

from .format import CRC, FRAME_BYTES, HEAD, HEAD_BYTES
from .records import PAYLOAD_BYTES_MAX, Kind

WINDOW_BYTES = 1 << 15
"""Bytes of a log that kernels see at once. A record that is longer is never seen whole."""
SLACK_BYTES = 8
"""Bytes behind a window that may be read, a word at a time."""

ORDER, CHECK, KEYFRAME = int(Kind.ORDER), int(Kind.CHECK), int(Kind.KEYFRAME)
KINDS = len(Kind)
GATHERED = KINDS + 1
TALLY_NUMBERS = KINDS + 2
"""What a survey counts: the records of each kind, by its number, then the bytes of payload that it gathered."""

SEQ_AT = 4
KIND_AT = 8
HEAD_CRC_AT = HEAD.size
CRC_BYTES = CRC.size

ALL_32 = 0xFFFFFFFF
CRC_POLYNOMIAL = 0xEDB88320
CRC_STEP = 8

PLAIN_FIELDS = 8
"""Fields of an ORDER that are numbers; after them come two lists."""
COMPANION_COUNT_AT = PLAIN_FIELDS
COMPANIONS_AT = COMPANION_COUNT_AT + 1
LENGTH_AT = COMPANIONS_AT + COMPANIONS_MAX
PATH_AT = LENGTH_AT + 1
FIELD_NUMBERS = PATH_AT + PATH_MAX
"""An ORDER as numbers: the plain fields, companions with their count before them, places with theirs."""
FIELD_BITS = (16, 8, 16, 16, 8, 16, 16, 32)

CHECK_STEP, CHECK_HIGH, CHECK_LOW, CHECK_DRAWS = 0, 1, 2, 3
"""A CHECK as numbers: step, the two halves of the hash, draws."""

BAD = -1

ARRAY = 0x90
ARRAY_SHORT_MAX = 15
ARRAY_16 = 0xDC
UNSIGNED_8, UNSIGNED_32, UNSIGNED_64 = 0xCC, 0xCE, 0xCF
SIGNED_8, SIGNED_32 = 0xD0, 0xD2
POSITIVE_MAX = 0x7F
NEGATIVE_LEAST = 0xE0
BINARY_8, BINARY_32 = 0xC4, 0xC6
NIL = 0xC0


@functools.cache
def crc_tables() -> Arena:
    """What a byte adds to a CRC-32 when up to 7 bytes follow it, as a row of int64.

    Number 256 n + b is for the byte b with n bytes behind it.
    """
    tables = [list(range(256))]
    for _ in range(8):
        tables[0] = [value >> 1 ^ (CRC_POLYNOMIAL if value & 1 else 0) for value in tables[0]]
    for _ in range(CRC_STEP - 1):
        tables.append([value >> 8 ^ tables[0][value & 0xFF] for value in tables[-1]])
    return np.array(tables, np.int64).reshape(1, -1).view(np.uint8)


@kernel
def word_at(data: Bytes, at: int) -> int:
    """Eight bytes as a number."""
    word: int = vector(data, at, 1)[0]
    return word


@kernel
def half_at(data: Bytes, at: int) -> int:
    """Four bytes as a number, 0 or more."""
    return word_at(data, at) & ALL_32


@kernel
def crc_of(tables: Ints, crc: int, data: Bytes, start: int, end: int) -> int:
    """The CRC-32 that goes on from another one over the bytes from ``start`` to before ``end``."""
    crc ^= ALL_32
    whole = end - (end - start) % CRC_STEP
    for at in range(start, whole, CRC_STEP):
        word = word_at(data, at) ^ crc
        crc = (
            tables[1792 + (word & 0xFF)]
            ^ tables[1536 + ((word >> 8) & 0xFF)]
            ^ tables[1280 + ((word >> 16) & 0xFF)]
            ^ tables[1024 + ((word >> 24) & 0xFF)]
            ^ tables[768 + ((word >> 32) & 0xFF)]
            ^ tables[512 + ((word >> 40) & 0xFF)]
            ^ tables[256 + ((word >> 48) & 0xFF)]
            ^ tables[(word >> 56) & 0xFF]
        )
    for at in range(whole, end):
        crc = (crc >> 8) ^ tables[(crc ^ data[at]) & 0xFF]
    return crc ^ ALL_32


@kernel
def payload_length(data: Bytes, at: int, end: int) -> int:
    """Bytes of payload of the record that begins at a byte, or BAD when it is not whole before ``end``."""
    if at + FRAME_BYTES > end:
        return BAD
    length = half_at(data, at)
    return length if length <= PAYLOAD_BYTES_MAX and at + FRAME_BYTES + length <= end else BAD


@kernel
def checksums_hold(tables: Ints, seed: int, data: Bytes, at: int, length: int) -> bool:
    """Whether both checksums of a record are right."""
    head_crc = crc_of(tables, seed, data, at, at + HEAD_CRC_AT)
    if head_crc != half_at(data, at + HEAD_CRC_AT):
        return False
    start = at + HEAD_BYTES
    return crc_of(tables, head_crc, data, start, start + length) == half_at(data, start + length)


class Number(NamedTuple):
    """A number that was read."""

    value: int
    end: int  # one past its last byte; BAD when there is no number in its shortest form


@kernel
def big_endian(data: Bytes, at: int, width: int) -> int:
    """So many bytes as a number, the high ones first."""
    value = 0
    for i in range(width):
        value = value << 8 | data[at + i]
    return value


@kernel
def long_number(data: Bytes, at: int, end: int) -> Number:
    """The number of more than one byte and at most 32 bits, in its shortest form, that begins at a byte."""
    tag = data[at]
    unsigned = tag >= UNSIGNED_8 and tag <= UNSIGNED_32
    width = 1 << (tag & 3)
    if not (unsigned or (tag >= SIGNED_8 and tag <= SIGNED_32)) or at + 1 + width > end:
        return Number(0, BAD)
    value = big_endian(data, at + 1, width)
    if unsigned:
        least = POSITIVE_MAX + 1 if width == 1 else 1 << (4 * width)
        return Number(value, at + 1 + width if value >= least else BAD)
    value -= 1 << (8 * width)
    least = -(1 << (8 * width - 1))
    greatest = -33 if width == 1 else -(1 << (4 * width - 1)) - 1
    return Number(value, at + 1 + width if value >= least and value <= greatest else BAD)


@kernel
def number_at(data: Bytes, at: int, end: int) -> Number:
    """The number of at most 32 bits, in its shortest form, that begins at a byte."""
    if at < 0 or at >= end:
        return Number(0, BAD)
    tag = data[at]
    if tag <= POSITIVE_MAX:
        return Number(tag, at + 1)
    if tag >= NEGATIVE_LEAST:
        return Number(tag - 256, at + 1)
    return long_number(data, at, end)


@kernel
def signed_at(data: Bytes, at: int, end: int, bits: int) -> Number:
    """The number that fits into so many bits with a sign."""
    number = number_at(data, at, end)
    limit = 1 << (bits - 1)
    return number if number.value >= -limit and number.value < limit else Number(0, BAD)


@kernel
def count_at(data: Bytes, at: int, end: int, limit: int) -> Number:
    """How many elements the list has that begins at a byte; more than ``limit``, below 256, is BAD."""
    if at < 0 or at >= end:
        return Number(0, BAD)
    found = Number(data[at] - ARRAY, at + 1)
    if data[at] == ARRAY_16 and at + 2 < end and data[at + 1] == 0 and data[at + 2] > ARRAY_SHORT_MAX:
        found = Number(data[at + 2], at + 3)
    elif found.value < 0 or found.value > ARRAY_SHORT_MAX:
        return Number(0, BAD)
    return found if found.value <= limit else Number(0, BAD)


@kernel
def read_list(data: Bytes, at: int, end: int, limit: int, bits: int, fields: Ints, place: int) -> int:
    """Read a list of numbers of so many bits, its count first; one past its last byte, or BAD."""
    count = count_at(data, at, end, limit)
    fields[place] = count.value
    at = count.end
    for i in range(count.value):
        number = signed_at(data, at, end, bits)
        fields[place + 1 + i] = number.value
        at = number.end
    return at


@kernel
def read_order(data: Bytes, at: int, end: int, fields: Ints) -> bool:
    """Read an ORDER, in canonical form, into numbers; whether it is one."""
    if at >= end or data[at] != ARRAY + PLAIN_FIELDS + 2:
        return False
    at += 1
    for place in range(PLAIN_FIELDS):
        number = signed_at(data, at, end, FIELD_BITS[place])
        fields[place] = number.value
        at = number.end
    at = read_list(data, at, end, COMPANIONS_MAX, 16, fields, COMPANION_COUNT_AT)
    return read_list(data, at, end, PATH_MAX, 32, fields, LENGTH_AT) == end


@kernel
def read_hash(data: Bytes, at: int, end: int, fields: Ints) -> int:
    """Read a number of 64 bits without sign, in its shortest form, into two halves; one past its end, or BAD."""
    fields[CHECK_HIGH] = 0
    if at >= 0 and at + 8 < end and data[at] == UNSIGNED_64:
        fields[CHECK_HIGH] = big_endian(data, at + 1, 4)
        fields[CHECK_LOW] = big_endian(data, at + 5, 4)
        return at + 9 if fields[CHECK_HIGH] > 0 else BAD
    number = number_at(data, at, end)
    fields[CHECK_LOW] = number.value
    return number.end if number.value >= 0 else BAD


@kernel
def read_check(data: Bytes, at: int, end: int, fields: Ints) -> bool:
    """Read a CHECK, in canonical form, into numbers; whether it is one."""
    if at >= end or data[at] != ARRAY + 3:
        return False
    step = signed_at(data, at + 1, end, 32)
    at = read_hash(data, step.end, end, fields)
    draws = signed_at(data, at, end, 32)
    fields[CHECK_STEP] = step.value
    fields[CHECK_DRAWS] = draws.value
    return step.value >= 0 and draws.value >= 0 and draws.end == end


@kernel
def binary_at(data: Bytes, at: int, end: int) -> Number:
    """How many bytes follow a length in its shortest form, which ends before them, that begins at a byte."""
    if at >= end or data[at] < BINARY_8 or data[at] > BINARY_32:
        return Number(0, BAD)
    width = 1 << (data[at] - BINARY_8)
    start = at + 1 + width
    if start > end:
        return Number(0, BAD)
    length = big_endian(data, at + 1, width)
    shortest = width == 1 or length >> (4 * width) > 0
    return Number(length, start if shortest and length <= end - start else BAD)


@kernel
def is_keyframe(data: Bytes, at: int, end: int) -> bool:
    """Whether these bytes are a KEYFRAME in canonical form."""
    if at >= end or data[at] != ARRAY + 3:
        return False
    told = binary_at(data, at + 1, end)
    if told.end == BAD:
        return False
    digest = binary_at(data, told.end + told.value, end)
    if digest.end == BAD or digest.value != DIGEST_BYTES:
        return False
    at = digest.end + DIGEST_BYTES
    if at + 1 == end:
        return data[at] == NIL
    commitment = binary_at(data, at, end)
    return commitment.value == COMMITMENT_BYTES and commitment.end + COMMITMENT_BYTES == end


@kernel
def is_frequent(kind: int, data: Bytes, at: int, end: int, fields: Ints) -> bool:
    """Whether these bytes are the payload of an ORDER, a CHECK or a KEYFRAME, as the kind says."""
    if kind == ORDER:
        return read_order(data, at, end, fields)
    if kind == CHECK:
        return read_check(data, at, end, fields)
    return kind == KEYFRAME and is_keyframe(data, at, end)


@kernel
def gather(data: Bytes, start: int, end: int, gathered: Bytes, place: int) -> None:
    """Copy bytes, a word at a time; up to 7 bytes behind them are copied too."""
    for at in range(start, end, 8):
        vector(gathered, place + at - start, 1)[0] = word_at(data, at)


@entry
def survey_run(window: Arena, tables: Arena, numbers: Arena, seed: int, start: int, end: int, seq: int) -> int:
    """Check the records of a window from ``start`` on: checksums, order and form.

    Args:
        window: bytes of a log; the second row takes the payloads, one after another.
        tables: from ``crc_tables``.
        numbers: two rows of int64: scratch for the fields of a record, then the tally, ``TALLY_NUMBERS``.
        seed: what the checksums begin from.
        start: where to begin.
        end: of what the window holds.
        seq: number of the first record.

    Returns:
        Where the first record begins that is not whole, is not as it should be, or is of a less frequent kind.
    """
    data = row(window, 0)
    gathered = row(window, 1)
    crcs = vector(row(tables, 0), 0, CRC_STEP * 256)
    fields = vector(row(numbers, 0), 0, FIELD_NUMBERS)
    tally = vector(row(numbers, 1), 0, TALLY_NUMBERS)
    at = start
    for number in range(seq, seq + end // FRAME_BYTES):
        length = payload_length(data, at, end)
        if length == BAD or half_at(data, at + SEQ_AT) != number:
            return at
        payload = at + HEAD_BYTES
        kind = data[at + KIND_AT]
        if not checksums_hold(crcs, seed, data, at, length):
            return at
        if not is_frequent(kind, data, payload, payload + length, fields):
            return at
        gather(data, payload, payload + length, gathered, tally[GATHERED])
        tally[GATHERED] += length
        tally[kind] += 1
        at = payload + length + CRC_BYTES
    return at


def scratch() -> tuple[Arena, npt.NDArray[np.int64]]:
    """Two rows for a kernel: scratch for the fields of a record, and what it tells, which is also given as numbers."""
    numbers = np.zeros((2, FIELD_NUMBERS), np.int64)
    return numbers.view(np.uint8), numbers[1]


class Window:
    """A stretch of a log's bytes where kernels can read it.

    Attributes:
        rows: the bytes, then room for as many.
        start, end: which bytes of the log they are.
    """

    def __init__(self, data: bytes) -> None:
        """Look at the first bytes of a log."""
        self.rows: Arena = np.zeros((2, WINDOW_BYTES + SLACK_BYTES), np.uint8)
        self._data = np.frombuffer(data, np.uint8)
        self.start = self.end = 0

    @property
    def size(self) -> int:
        """How many bytes the window holds."""
        return self.end - self.start

    def place_of(self, offset: int) -> int:
        """Where a byte of the log is in the window, which slides to it when it is outside."""
        if not self.start <= offset < self.end:
            self.slide_to(offset)
        return offset - self.start

    def slide_to(self, offset: int) -> None:
        """Let the window begin at a byte of the log."""
        self.start = offset
        self.end = min(offset + WINDOW_BYTES, len(self._data))
        self.rows[0, : self.size] = self._data[self.start : self.end]

    def can_slide_to(self, offset: int) -> bool:
        """Whether the window would show more of what begins at a byte of the log."""
        return self.start < offset and self.end < len(self._data)


def is_ready(made: Entry[..., Any]) -> bool:
    """Whether an entry has compiled code; interpreted it is slower than reading record by record."""
    return Switch.compiled and made.is_loaded


class Surveyor:
    """Checks runs of frequent records in compiled code.

    Attributes:
        tally: what the latest run held: records by kind, bytes of payload.
    """

    def __init__(self, data: bytes, seed: int) -> None:
        """Survey the records of a log, whose checksums begin from a seed."""
        self._window = Window(data)
        self._tables = crc_tables()
        self._numbers, self.tally = scratch()
        self._seed = seed

    def run(self, offset: int, seq: int) -> int:
        """Check records from a byte of the log on; where the first one begins that must be looked at by itself."""
        if not is_ready(survey_run):
            return offset
        end = self._run(offset, seq)
        if end == offset and self._window.can_slide_to(offset):
            self._window.slide_to(offset)
            end = self._run(offset, seq)
        return end

    def payloads(self) -> memoryview:
        """The payloads of the latest run, one after another."""
        payloads: memoryview = self._window.rows[1].data
        return payloads[: self.tally[GATHERED]]

    def _run(self, offset: int, seq: int) -> int:
        place = self._window.place_of(offset)
        self.tally[:] = 0
        window = self._window
        end = survey_run(window.rows, self._tables, self._numbers, self._seed, place, window.size, seq)
        return window.start + end
