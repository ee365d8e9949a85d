"""The container as docs/replay-format.md says: read by a second reader, and lengths that are never believed."""

import hashlib
import struct
import tracemalloc
import zlib
from pathlib import Path

import msgpack
import pytest

from enfilade.core.engine.keys import commitment, key_of_seed
from enfilade.replays import DamagedReplay, ReplayError, UnknownContainer, verify
from enfilade.replays.reader import read_log
from enfilade.replays.records import PAYLOAD_BYTES_MAX

from . import plain_log
from .games import CROSSROADS, DUEL, Recording, recorded


def test_second_reader_finds_a_game_as_it_was_played() -> None:
    recording = Recording(CROSSROADS, 3, keyframes_every=10)
    hashes = [recording.game.hash()]
    for _ in range(20):
        recording.play(1)
        hashes.append(recording.game.hash())
    row = recording.game.snapshot()
    recording.recorder.end()
    log = plain_log.split(recording.data)
    assert [fields[:2] for fields in log.of(plain_log.CHECK)] == [[step, hashes[step]] for step in range(1, 21)]
    assert [index for index, kind in enumerate(log.kinds()) if kind == plain_log.KEYFRAME] == [0, 21, 42, 43]
    assert log.records[-2] == (plain_log.KEYFRAME, [row, bytes.fromhex(recording.game.digest), None])
    kind, (result, steps, digest, _) = log.records[-1]
    assert (kind, result, steps) == (plain_log.END, [False, 0, 0, [0] * 8], 20)
    assert digest == bytes.fromhex(recording.game.digest)


def test_header_says_rules_scenario_schema_and_seed() -> None:
    header = plain_log.split(recorded(DUEL, 5)).header
    assert header["rules"] == "drill 3"
    assert header["dice"] == "philox4x32-10"
    assert header["scenario"]["units"][0] == {"id": "R", "side": "red", "at": "A1"}
    clock = header["schema"][0]
    assert clock[:3] == ["clock", 1, False]
    assert clock[3][0] == ["step", "<i4", 1]
    assert clock[3][-1] == ["scores", "<i4", 8]
    units = next(table for table in header["schema"] if table[0] == "units")
    assert units[1:3] == [2, True]
    assert ["position.x", "<i2", 1] in units[3]
    assert header["seed"] == 5
    assert "commitment" not in header


@pytest.mark.parametrize("seed", [0, -1, (1 << 64) - 1, -(1 << 63), b"", b"some bytes"])
def test_seeds_of_every_form_are_kept(seed: int | bytes) -> None:
    data = recorded(DUEL, seed)
    assert plain_log.split(data).header["seed"] == seed
    assert verify(data)


def test_seed_beyond_64_bits_is_refused_before_a_log_begins() -> None:
    with pytest.raises(ValueError, match="expected -9223372036854775808 to 18446744073709551615, or bytes"):
        Recording(DUEL, 1 << 64)


def test_header_of_a_committed_game_has_the_commitment_and_no_seed() -> None:
    recording = Recording(DUEL, b"sixteen and more bytes", commit=True)
    header = plain_log.split(recording.data).header
    assert header["commitment"] == commitment(b"sixteen and more bytes")
    assert "seed" not in header


def test_log_joined_by_the_second_writer_is_the_recorders_own() -> None:
    data = recorded(DUEL)
    log = plain_log.split(data)
    assert plain_log.join(log.header, log.records) == data


def with_length(data: bytes, length: int) -> bytes:
    """A log whose first record says another length, under a checksum that fits."""
    start = plain_log.header_end(data)
    salt = plain_log.salt_of(data[24 : start - 4])
    head = struct.pack("<IIB", length, 0, plain_log.KEYFRAME)
    crc = zlib.crc32(head, plain_log.crc_seed(salt))
    return data[:start] + head + struct.pack("<I", crc) + data[start + 13 :]


@pytest.mark.parametrize("length", [(1 << 32) - 1, PAYLOAD_BYTES_MAX + 1, PAYLOAD_BYTES_MAX, 1 << 20])
@pytest.mark.parametrize("tail", [False, True])
def test_declared_length_of_a_record_is_not_allocated(length: int, tail: bool) -> None:
    data = with_length(recorded(DUEL), length)
    tracemalloc.start()
    try:
        with pytest.raises(DamagedReplay, match=f"a record of {length} bytes, expected at most"):
            read_log(data, tail=tail)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_declared_length_of_the_header_is_not_allocated() -> None:
    data = bytearray(recorded(DUEL))
    data[20:24] = b"\xff\xff\xff\xff"
    with pytest.raises(DamagedReplay, match=f"a header of 4294967295 bytes in a file of {len(data)}"):
        read_log(bytes(data))


@pytest.mark.parametrize(
    "payload",
    [
        b"\xdd\xff\xff\xff\xff",  # a list of 2^32 - 1 values
        b"\xc6\xff\xff\xff\xff",  # 2^32 - 1 bytes
        b"\x91" * 100_000,  # lists within lists
        b"\x82\x01\x02\x01\x03",  # a map
        b"\x93\x01\x02",  # cut
        b"\x91\x00\x00",  # one value too many after it
        b"",
    ],
)
@pytest.mark.parametrize("kind", range(1, 10))
def test_payloads_of_other_forms_are_damage(payload: bytes, kind: int) -> None:
    packed = recorded(DUEL)
    packed = packed[24 : plain_log.header_end(packed) - 4]
    data = plain_log.preamble(packed) + plain_log.record(plain_log.salt_of(packed), 0, kind, payload)
    with pytest.raises(DamagedReplay):
        read_log(data)


def test_integers_in_a_longer_form_than_needed_are_damage() -> None:
    log = recorded(DUEL)
    packed = log[24 : plain_log.header_end(log) - 4]
    canonical, longer = b"\x91\x05", b"\x91\xcc\x05"
    assert msgpack.unpackb(canonical) == msgpack.unpackb(longer)
    for payload, good in ((canonical, True), (longer, False)):
        data = plain_log.preamble(packed) + plain_log.record(plain_log.salt_of(packed), 0, plain_log.UNDO, payload)
        if good:
            assert read_log(data).records == 1
        else:
            with pytest.raises(DamagedReplay, match="not in canonical form"):
                read_log(data)


@pytest.mark.parametrize("kind", [0, 10, 255])
def test_type_that_does_not_exist_is_damage(kind: int) -> None:
    log = recorded(DUEL)
    packed = log[24 : plain_log.header_end(log) - 4]
    data = plain_log.preamble(packed) + plain_log.record(plain_log.salt_of(packed), 0, kind, b"\x91\x01")
    with pytest.raises(DamagedReplay, match=f"a record of type {kind}, expected 1 to 9"):
        read_log(data)


@pytest.mark.parametrize(("version", "flags"), [(0, 0), (2, 0), (65535, 0), (1, 1)])
def test_other_containers_are_named_and_not_read(version: int, flags: int) -> None:
    log = recorded(DUEL)
    packed = log[24 : plain_log.header_end(log) - 4]
    with pytest.raises(UnknownContainer, match=f"container version {version}, flags {flags:#x}; expected 1"):
        read_log(plain_log.preamble(packed, version, flags))


@pytest.mark.parametrize("data", [b"", b"\x89ENF\r\n\x1a\n", b"\x89ENF\n\x1a\n" + bytes(40), b"[board]\nmap = '.'"])
def test_what_is_no_log_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(DamagedReplay):
        read_log(data)
    path = tmp_path / "other.enf"
    path.write_bytes(data)
    with pytest.raises(DamagedReplay, match=r"other\.enf"):
        verify(path)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"seed": 1, "commitment": bytes(32)}, "a seed and a commitment"),
        ({"schema_digest": bytes(16)}, "schema has another digest"),
        ({"content": bytes(15)}, "cannot be read"),
        ({"rules": 7}, "cannot be read"),
        ({"more": 1}, "cannot be read"),
        ({"schema": [["clock", 1, False, [["step", "<f8", 1]]]]}, "has type '<f8'"),
        ({"schema": [["clock", 1 << 25, False, [["step", "<i8", 1 << 25]]]]}, "a row of over"),
    ],
)
def test_headers_that_say_what_none_can_say_are_damage(change: dict[str, object], problem: str) -> None:
    log = plain_log.split(recorded(DUEL))
    with pytest.raises(DamagedReplay, match=problem):
        read_log(plain_log.join(log.header | change, []))


def test_header_with_keys_in_another_order_is_damage() -> None:
    log = plain_log.split(recorded(DUEL))
    packed = msgpack.packb(dict(reversed(log.header.items())))
    with pytest.raises(DamagedReplay, match="not in canonical form"):
        read_log(plain_log.preamble(packed))


def test_dice_key_is_what_the_format_page_says() -> None:
    digest = hashlib.blake2b(b"i3", digest_size=8, person=b"enfilade-key").digest()
    assert key_of_seed(3) == int.from_bytes(digest, "little")
    digest = hashlib.blake2b(b"b3", digest_size=8, person=b"enfilade-key").digest()
    assert key_of_seed(b"3") == int.from_bytes(digest, "little")


def test_missing_file_is_the_systems_own_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify(tmp_path / "none.enf")


def test_every_error_of_a_log_is_a_value_error() -> None:
    assert issubclass(ReplayError, ValueError)
    assert issubclass(DamagedReplay, ReplayError)
    assert issubclass(UnknownContainer, ReplayError)
