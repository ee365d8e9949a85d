"""Reading a log: strictly, with a torn end cut off, or whatever can be found of a damaged one.

A log is taken into memory as it is in the file and checked through before any of it is used.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from enfilade.core.engine.files import naming, read_bounded
from enfilade.core.engine.hash import DIGEST_BYTES
from enfilade.core.engine.keys import COMMITMENT_BYTES, commitment, commitment_to_key, key_of_seed

from .errors import DamagedReplay, ReplayError
from .format import (
    CRC,
    HEAD,
    HEAD_BYTES,
    LOG_BYTES_MAX,
    MAGIC,
    BadFrame,
    Frame,
    Framing,
    Preamble,
    read_preamble,
)
from .header import Header, read_header
from .packed import Surveyor
from .records import DECODERS, End, Key, KeyChange, Kind, Record, decode

CUT_IT_OFF = "`--tail` (tail=True) cuts this torn end off"
SALVAGE_IT = "`enfilade replay salvage` writes what is whole"
"""What can be done about a bad record: with nothing valid after it, and with something."""

Source = str | os.PathLike[str] | bytes
"""A log: the path of its file, or its bytes."""


class Entry(NamedTuple):
    """A record at its place in a log."""

    seq: int
    kind: int
    record: Record


class Place(NamedTuple):
    """Where a record begins: its number, and its first byte."""

    seq: int
    offset: int


class Cut(NamedTuple):
    """A torn end that was cut off: where it begins, its bytes, what is wrong with it."""

    offset: int
    size: int
    problem: str


@dataclass
class KeyStory:
    """What a log says of its dice keys.

    Attributes:
        keys: key behind each commitment that is revealed as it should be.
        wrong: for each commitment that is not, why.
    """

    keys: dict[bytes, int] = field(default_factory=dict)
    wrong: dict[bytes, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Log:
    """A log whose records are whole and in order.

    Attributes:
        source: file name, or what stands for it.
        header: its head.
        data: its bytes.
        start, end: where the records begin and end in them.
        counts: how many records there are of each kind.
        keys: what it says of its dice keys.
        ending: its END record; None when the log is incomplete.
        cut: the torn end that was cut off, if one was.
    """

    source: str
    header: Header
    data: bytes
    start: int
    end: int
    counts: dict[Kind, int]
    keys: KeyStory
    ending: End | None
    cut: Cut | None

    @property
    def records(self) -> int:
        """How many records there are."""
        return sum(self.counts.values())

    @property
    def first(self) -> Place:
        """Where the first record begins."""
        return Place(0, self.start)

    def entries(self, place: Place | None = None) -> Iterator[Entry]:
        """The records in order, from a place on."""
        place = place if place is not None else self.first
        for _ in range(self.records - place.seq):
            entry, place = self.entry_at(place)
            yield entry

    def entry_at(self, place: Place) -> tuple[Entry, Place]:
        """The record that begins at a place, and where the next one does."""
        length, seq, kind = HEAD.unpack_from(self.data, place.offset)
        start = place.offset + HEAD_BYTES
        end = start + length
        return Entry(seq, kind, DECODERS[kind].decode(self.data[start:end])), Place(seq + 1, end + CRC.size)


def read_log(source: Source, *, tail: bool = False) -> Log:
    """A log, checked: checksums, order and form of its records, and the chain of END.

    Args:
        source: path or bytes.
        tail: cut the end off from the first bad record on, if nothing valid follows; ``Log.cut`` says so.

    Raises:
        DamagedReplay: it is damaged.
        UnknownContainer: it is of another container version.
        OSError: the file cannot be read.
    """
    name, data = read_bytes(source)
    preamble = read_preamble(data, name)
    header = read_header(preamble.header, name)
    survey = _Survey(name, data, preamble, header)
    cut = survey.run(tail)
    return Log(
        source=name,
        header=header,
        data=data,
        start=preamble.end,
        end=survey.offset,
        counts={kind: survey.counts[kind] for kind in Kind},
        keys=survey.finished_story(),
        ending=survey.ending,
        cut=cut,
    )


def read_bytes(source: Source) -> tuple[str, bytes]:
    """The name and the bytes of a log.

    Raises:
        ReplayError: there are too many.
        OSError: the file cannot be read.
    """
    if isinstance(source, bytes):
        return "bytes", source
    path = Path(source)
    with naming(path), path.open("rb") as file:
        begin = file.peek(len(MAGIC))[: len(MAGIC)]
        if begin != MAGIC:
            return str(path), begin  # no log: there is nothing to read in it
        data = read_bounded(file, LOG_BYTES_MAX, os.fstat(file.fileno()).st_size)
    if data is None:
        raise ReplayError(str(path), f"over {LOG_BYTES_MAX} bytes, expected no more")
    return str(path), data


class _Survey:
    """Goes once through the records of a log and checks all that can be checked without playing."""

    def __init__(self, source: str, data: bytes, preamble: Preamble, header: Header) -> None:
        self.source = source
        self.data = data
        self.framing = Framing(preamble.salt)
        self.surveyor = Surveyor(data, self.framing.seed)
        self.offset = preamble.end
        self.records = 0
        self.counts = [0] * (len(Kind) + 1)  # by type
        self.ending: End | None = None
        self.chain = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self.story = KeyStory()
        self.header = header
        self.turns: dict[int, bytes] = {}
        self.committed = {header.commitment}

    def run(self, tail: bool) -> Cut | None:
        """Check every record; the torn end, where one may be cut off.

        Raises:
            DamagedReplay: a record is bad, and may not be cut off.
        """
        while self.offset < len(self.data):
            try:
                if not self.next_run():
                    self.next_record()
            except ValueError as problem:
                torn = isinstance(problem, BadFrame) and not self.anything_follows()
                if tail and torn:
                    return Cut(self.offset, len(self.data) - self.offset, str(problem))
                advice = CUT_IT_OFF if torn else SALVAGE_IT
                raise DamagedReplay(self.source, str(problem), self.offset, self.records, advice) from None
        return None

    def anything_follows(self) -> bool:
        """Whether any record of this log begins after the place of the bad one."""
        return any(True for _ in self.framing.heads_from(self.data, self.offset + 1))

    def next_run(self) -> bool:
        """Check the records that come next, as far as compiled code is sure of them; whether it was of any."""
        if self.ending is not None:
            return False
        offset = self.surveyor.run(self.offset, self.records)
        if offset == self.offset:
            return False
        self.chain.update(self.surveyor.payloads())
        for kind in Kind:
            count = int(self.surveyor.tally[kind])
            self.counts[kind] += count
            self.records += count
        self.offset = offset
        return True

    def next_record(self) -> None:
        """Check one record.

        Raises:
            BadFrame: there is none.
            ValueError: there is one that should not be there.
        """
        frame = self.framing.frame_at(self.data, self.offset)
        if frame.seq != self.records:
            raise ValueError(f"record {frame.seq}, expected {self.records}")
        if self.ending is not None:
            raise ValueError("a record after END")
        payload = self.data[frame.start : frame.end]
        record = decode(frame.kind, payload)
        if isinstance(record, KeyChange):
            self.note_key(record)
        elif isinstance(record, End):
            self.note_end(record)
        self.chain.update(payload)
        self.accept(frame)

    def accept(self, frame: Frame) -> None:
        """Go on to the next record."""
        self.counts[frame.kind] += 1
        self.records += 1
        self.offset = frame.end + CRC.size

    def note_end(self, end: End) -> None:
        """See that END closes the chain of all payloads before it."""
        if end.chain != self.chain.digest():
            raise ValueError("an END record whose chain does not close: records were lost or replaced")
        self.ending = end

    def note_key(self, change: KeyChange) -> None:
        """Keep what a KEY record commits to or reveals."""
        value = change.value
        if change.what is Key.COMMITTED:
            if not isinstance(value, bytes) or len(value) != COMMITMENT_BYTES or change.turn in self.turns:
                raise ValueError(f"commitment {value!r} for turn {change.turn}, expected one of 32 bytes a turn")
            if value in self.committed:
                raise ValueError(f"a second commitment {value!r}, expected another one")
            self.turns[change.turn] = value
            self.committed.add(value)
        elif change.what is Key.SEED:
            self.reveal(self.header.commitment, commitment(value), key_of_seed(value), "seed")
        elif not isinstance(value, int) or not 0 <= value < 1 << 64:
            raise ValueError(f"key {value!r} for turn {change.turn}, expected 64 bits")
        elif change.what is Key.REVEALED:
            self.reveal(
                self.turns.pop(change.turn, None), commitment_to_key(value), value, f"key of turn {change.turn}"
            )

    def reveal(self, committed: bytes | None, found: bytes, key: int, what: str) -> None:
        """Keep the key behind a commitment, or that it is another one."""
        if committed is None or committed in self.story.keys or committed in self.story.wrong:
            raise ValueError(f"a {what} is revealed, expected one that was committed to, once")
        if found == committed:
            self.story.keys[committed] = key
        else:
            self.story.wrong[committed] = f"the {what} that is revealed is not the one committed to"

    def finished_story(self) -> KeyStory:
        """The story of the keys, with those that are still secret at the end."""
        for turn, commitment_bytes in self.turns.items():
            self.story.wrong[commitment_bytes] = f"the key of turn {turn} is committed to and not revealed"
        committed = self.header.commitment
        if committed is not None and committed not in self.story.keys:
            self.story.wrong.setdefault(committed, "the seed is committed to and not revealed")
        return self.story
