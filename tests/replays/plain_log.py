"""A second reader and writer of logs, made from docs/replay-format.md alone, with other libraries than the engine's."""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from typing import Any

import msgpack

ORDER, CHECK, KEYFRAME, UNDO, RESTORE, DICE, KEY, NOTE, END = range(1, 10)
KEY_OPEN, KEY_COMMITTED, KEY_REVEALED, SEED_REVEALED = range(4)


@dataclass
class PlainLog:
    """A log taken apart.

    Attributes:
        header: the header's map.
        records: type and fields of each record.
        starts: first byte of each record.
    """

    header: dict[str, Any]
    records: list[tuple[int, list[Any]]]
    starts: list[int]

    def kinds(self) -> list[int]:
        """Types of the records."""
        return [kind for kind, _ in self.records]

    def of(self, kind: int) -> list[list[Any]]:
        """Fields of the records of one type."""
        return [fields for found, fields in self.records if found == kind]


def crc_seed(salt: int) -> int:
    """What every checksum of a log begins from."""
    return zlib.crc32(salt.to_bytes(8, "little"))


def split(data: bytes) -> PlainLog:
    """Take a log apart; every check of the format is an assertion."""
    magic, version, flags, salt, size = struct.unpack_from("<8sHHQI", data)
    assert (magic, version, flags) == (b"\x89ENF\r\n\x1a\n", 1, 0)
    head_end = 24 + size
    assert zlib.crc32(data[:head_end], crc_seed(salt)) == struct.unpack_from("<I", data, head_end)[0]
    packed = data[24:head_end]
    assert salt.to_bytes(8, "little") == hashlib.blake2b(packed).digest()[:8]
    header = msgpack.unpackb(packed)
    assert msgpack.packb(canonical(header)) == packed
    records: list[tuple[int, list[Any]]] = []
    starts: list[int] = []
    chain = hashlib.blake2b(digest_size=16)
    offset = head_end + 4
    while offset < len(data):
        starts.append(offset)
        length, seq, kind, head_crc = struct.unpack_from("<IIBI", data, offset)
        assert zlib.crc32(data[offset : offset + 9], crc_seed(salt)) == head_crc
        assert seq == len(records)
        payload = data[offset + 13 : offset + 13 + length]
        assert zlib.crc32(payload, head_crc) == struct.unpack_from("<I", data, offset + 13 + length)[0]
        fields = msgpack.unpackb(payload)
        assert msgpack.packb(fields) == payload
        if kind == END:
            assert fields[3] == chain.digest()
        chain.update(payload)
        records.append((kind, fields))
        offset += 17 + length
    return PlainLog(header, records, starts)


def header_end(data: bytes) -> int:
    """Where the records of a log begin."""
    return 28 + int(struct.unpack_from("<I", data, 20)[0])


def record(salt: int, seq: int, kind: int, payload: bytes) -> bytes:
    """The bytes of one record."""
    head = struct.pack("<IIB", len(payload), seq, kind)
    head_crc = zlib.crc32(head, crc_seed(salt))
    return head + struct.pack("<I", head_crc) + payload + struct.pack("<I", zlib.crc32(payload, head_crc))


def preamble(packed: bytes, version: int = 1, flags: int = 0) -> bytes:
    """What precedes the records of a log with this header."""
    salt = salt_of(packed)
    head = struct.pack("<8sHHQI", b"\x89ENF\r\n\x1a\n", version, flags, salt, len(packed)) + packed
    return head + struct.pack("<I", zlib.crc32(head, crc_seed(salt)))


def salt_of(packed: bytes) -> int:
    """The salt of a log with this header."""
    return int.from_bytes(hashlib.blake2b(packed).digest()[:8], "little")


def canonical(value: Any) -> Any:
    """The same data with the keys of every map sorted."""
    if isinstance(value, dict):
        return {key: canonical(value[key]) for key in sorted(value)}
    return [canonical(item) for item in value] if isinstance(value, list) else value


def join(header: dict[str, Any], records: list[tuple[int, list[Any]]]) -> bytes:
    """A log of these records, all its checksums and the chain of END as they should be."""
    packed = msgpack.packb(canonical(header))
    chain = hashlib.blake2b(digest_size=16)
    data = preamble(packed)
    for seq, (kind, fields) in enumerate(records):
        fields = [*fields[:3], chain.digest()] if kind == END else fields
        payload = msgpack.packb(fields)
        chain.update(payload)
        data += record(salt_of(packed), seq, kind, payload)
    return data
