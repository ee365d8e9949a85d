"""The container: how a log's bytes are framed and checked. What the records mean is in ``records``.

    file   := magic(8) container_version u16, flags u16, salt u64, header_len u32, header, crc32
    record := len u32, seq u32, type u8, crc32 of these, payload, crc32

All numbers are little-endian. Every crc32 begins from the crc32 of the salt, so that a record of another log does not
pass; that of a payload goes on from that of its own head. The salt is made from the header, so that the same game
gives the same file. No length is believed before it is compared with what the file holds.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from enfilade.core.engine.files import LOG_MAGIC, SAVE_MAGIC

from .errors import DamagedReplay, UnknownContainer
from .records import PAYLOAD_BYTES_MAX, Kind

MAGIC = LOG_MAGIC
"""Not text, and altered by any transfer that changes line ends."""
CONTAINER_VERSION = 1
HEADER_BYTES_MAX = 1 << 26
LOG_BYTES_MAX = 1 << 32
"""Bytes of a log at most, 4 GiB; one that is larger is not read."""
SEQ_MAX = (1 << 32) - 1

PREAMBLE = struct.Struct("<8sHHQI")
HEAD = struct.Struct("<IIB")
CRC = struct.Struct("<I")
CHECKED_HEAD = struct.Struct("<IIBI")
HEAD_BYTES = CHECKED_HEAD.size
FRAME_BYTES = HEAD_BYTES + CRC.size
"""Bytes of a record besides its payload."""

LIKELY_HEAD = re.compile(rb"(?=[\s\S]{3}[\x00-\x04][\s\S]{4}[\x01-\x09])")
"""Where a head may begin: a length below 80 MiB, then a type that exists."""
FIRST_KIND, LAST_KIND = int(Kind.ORDER), int(Kind.END)
assert (PAYLOAD_BYTES_MAX >> 24, FIRST_KIND, LAST_KIND) == (4, 1, 9)
SEARCH_EFFORT = 8
"""A search for records reads each byte of a file at most so many times on average."""


class Frame(NamedTuple):
    """One record in a file."""

    seq: int
    kind: int
    start: int  # first byte of the payload
    end: int  # one past its last byte


class BadFrame(ValueError):
    """The bytes at some place are no record; what was found, and what was expected."""


class Framing:
    """Frames the records of one log.

    Attributes:
        seed: what its checksums begin from.
    """

    def __init__(self, salt: int) -> None:
        """Frame under this salt."""
        self.seed = zlib.crc32(salt.to_bytes(8, "little"))

    def frame(self, seq: int, kind: int, payload: bytes) -> bytes:
        """The bytes of a record.

        Raises:
            ValueError: the payload is too large, or the log too long.
        """
        if len(payload) > PAYLOAD_BYTES_MAX or seq > SEQ_MAX:
            raise ValueError(
                f"record {seq} has a payload of {len(payload)} bytes, "
                f"expected at most {PAYLOAD_BYTES_MAX} and records up to {SEQ_MAX}"
            )
        head = HEAD.pack(len(payload), seq, kind)
        head_crc = zlib.crc32(head, self.seed)
        return b"".join((head, CRC.pack(head_crc), payload, CRC.pack(zlib.crc32(payload, head_crc))))

    def frame_at(self, data: bytes, offset: int) -> Frame:
        """The record that begins at a byte.

        Raises:
            BadFrame: none does.
        """
        if offset + HEAD_BYTES > len(data):
            raise BadFrame(f"{len(data) - offset} bytes, expected the head of a record")
        length, seq, kind, head_crc = CHECKED_HEAD.unpack_from(data, offset)
        if zlib.crc32(data[offset : offset + HEAD.size], self.seed) != head_crc:
            raise BadFrame("no head of a record of this log: its checksum differs")
        if not FIRST_KIND <= kind <= LAST_KIND:
            raise BadFrame(f"a record of type {kind}, expected {FIRST_KIND} to {LAST_KIND}")
        start = offset + HEAD_BYTES
        end = start + length
        if length > PAYLOAD_BYTES_MAX or end + CRC.size > len(data):
            most = min(PAYLOAD_BYTES_MAX, max(len(data) - start - CRC.size, 0))
            raise BadFrame(f"a record of {length} bytes, expected at most {most}")
        if zlib.crc32(data[start:end], head_crc) != CRC.unpack_from(data, end)[0]:
            raise BadFrame(f"record {seq} ({Kind(kind).name}) whose payload has another checksum")
        return Frame(seq, kind, start, end)

    def is_head(self, data: bytes, offset: int) -> bool:
        """Whether the head of a record of this log begins at a byte."""
        head = data[offset : offset + HEAD.size]
        return (
            zlib.crc32(head, self.seed).to_bytes(CRC.size, "little") == data[offset + HEAD.size : offset + HEAD_BYTES]
        )

    def heads_from(self, data: bytes, offset: int) -> Iterator[int]:
        """Where the head, at least, of a record of this log is found, from a byte on."""
        return (match.start() for match in LIKELY_HEAD.finditer(data, offset) if self.is_head(data, match.start()))

    def frames_from(self, data: bytes, offset: int) -> Iterator[Frame]:
        """Every whole record of this log that is found at or after a byte."""
        effort = SEARCH_EFFORT * len(data)
        for start in self.heads_from(data, offset):
            effort -= HEAD.unpack_from(data, start)[0]
            if effort < 0:
                return
            try:
                yield self.frame_at(data, start)
            except BadFrame:
                continue


class Preamble(NamedTuple):
    """What precedes the records."""

    salt: int
    header: bytes
    end: int  # where the records begin


def salt_of(header: bytes) -> int:
    """The salt of a log with this header."""
    return int.from_bytes(hashlib.blake2b(header).digest()[:8], "little")


def preamble_bytes(header: bytes) -> bytes:
    """What precedes the records of a log with this header.

    Raises:
        ValueError: the header is too large.
    """
    if len(header) > HEADER_BYTES_MAX:
        raise ValueError(f"a header of {len(header)} bytes, expected at most {HEADER_BYTES_MAX}")
    salt = salt_of(header)
    head = PREAMBLE.pack(MAGIC, CONTAINER_VERSION, 0, salt, len(header)) + header
    return head + CRC.pack(zlib.crc32(head, zlib.crc32(salt.to_bytes(8, "little"))))


def read_preamble(data: bytes, source: str) -> Preamble:
    """What precedes the records of a log.

    Raises:
        DamagedReplay: the bytes are no log, or not a whole header.
        UnknownContainer: they are a log of another container version.
    """
    if data[: len(MAGIC)] != MAGIC:
        if data.startswith(SAVE_MAGIC):
            raise DamagedReplay(source, "it is a save, expected a replay log; `Battle.load` reads a save")
        raise DamagedReplay(source, f"it is no replay log: it begins with {data[: len(MAGIC)]!r}, expected {MAGIC!r}")
    if len(data) < PREAMBLE.size:
        raise DamagedReplay(source, f"{len(data)} bytes, expected a header")
    _, version, flags, salt, length = PREAMBLE.unpack_from(data)
    if version != CONTAINER_VERSION or flags:
        raise UnknownContainer(
            source, f"container version {version}, flags {flags:#x}; expected {CONTAINER_VERSION} and no flags"
        )
    end = PREAMBLE.size + length
    if length > HEADER_BYTES_MAX or end + CRC.size > len(data):
        raise DamagedReplay(source, f"a header of {length} bytes in a file of {len(data)}")
    header = data[PREAMBLE.size : end]
    crc = zlib.crc32(data[:end], zlib.crc32(salt.to_bytes(8, "little")))
    if crc != CRC.unpack_from(data, end)[0] or salt != salt_of(header):
        raise DamagedReplay(source, "the header has another checksum")
    return Preamble(salt, header, end + CRC.size)
