"""What can be saved of a damaged log: every record that is still whole, and what is lost between them.

Records are found by the checksum of their heads, which is seeded by the log's own salt. The header must be whole.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .format import CRC, HEAD_BYTES, BadFrame, Frame, Framing, preamble_bytes, read_preamble
from .header import Header, header_bytes, read_header
from .reader import Entry, Source, read_bytes
from .records import (
    ENCODER,
    KIND_OF,
    Check,
    Dice,
    Key,
    KeyChange,
    Keyframe,
    Kind,
    Note,
    Order,
    Record,
    Restore,
    Undo,
    decode,
)
from .schema import read_row


class Loss(msgspec.Struct, frozen=True, tag="loss"):
    """Bytes that hold no whole record of the log where one should be.

    Attributes:
        offset, size: which bytes.
        first, last: numbers of the records that are lost there; last is None at the end of the file, where nobody
            knows how many there were.
    """

    offset: int
    size: int
    first: int
    last: int | None

    def __str__(self) -> str:
        records = f"records {self.first} to {self.last}" if self.last is not None else f"all records from {self.first}"
        return f"{self.size} bytes at byte {self.offset}: {records}"


class Salvage(msgspec.Struct, frozen=True):
    """What was found in a damaged log.

    Attributes:
        source: file name, or what stands for it.
        header: its head.
        entries: the records that are whole, by number.
        losses: what is lost between and after them.
        complete: whether the last one is END and nothing is lost.
    """

    source: str
    header: Header
    entries: tuple[Entry, ...]
    losses: tuple[Loss, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is lost."""
        return not self.losses and bool(self.entries) and self.entries[-1].kind == Kind.END

    def __str__(self) -> str:
        found = f"{len(self.entries)} whole records"
        if not self.losses:
            return found + (", nothing lost" if self.complete else ", but no END record")
        return "\n".join([f"{found}; lost:", *(f"  {loss}" for loss in self.losses)])

    def log_bytes(self) -> bytes:
        """A log of what was saved, which plays as far as what is lost allows.

        After a loss it goes on from the next position that is held whole, as a RESTORE; a note tells of the loss. An
        undo to a position that is lost ends such a part too. Only a log of which nothing is lost has an END record.
        """
        records = [entry.record for entry in self.entries] if self.complete else list(_Mender(self).records())
        head = header_bytes(self.header)
        framing = Framing(read_preamble(preamble_bytes(head), self.source).salt)
        frames = [
            framing.frame(seq, KIND_OF[type(record)], ENCODER.encode(record)) for seq, record in enumerate(records)
        ]
        return preamble_bytes(head) + b"".join(frames)


def salvage(source: Source) -> Salvage:
    """Find every whole record of a log.

    Args:
        source: path or bytes of the log.

    Raises:
        DamagedReplay: its header is damaged.
        UnknownContainer: it is of another container version.
        OSError: the file cannot be read.
    """
    name, data = read_bytes(source)
    preamble = read_preamble(data, name)
    header = read_header(preamble.header, name)
    finder = _Finder(data, Framing(preamble.salt), preamble.end)
    return Salvage(name, header, tuple(finder.entries()), tuple(finder.losses))


class _Finder:
    """Walks through a log and searches for the next record wherever there is none."""

    def __init__(self, data: bytes, framing: Framing, start: int) -> None:
        self.data = data
        self.framing = framing
        self.offset = start
        self.next_seq = 0
        self.losses: list[Loss] = []
        self.found = framing.frames_from(data, start)

    def entries(self) -> Iterator[Entry]:
        """The whole records; a number that was passed is not taken up again."""
        while self.offset < len(self.data):
            found = self.here() or self.further_on()
            if found is None:
                self.losses.append(Loss(self.offset, len(self.data) - self.offset, self.next_seq, None))
                return
            frame, record = found
            start = frame.start - HEAD_BYTES
            if start > self.offset or frame.seq > self.next_seq:
                last = frame.seq - 1 if frame.seq > self.next_seq else None
                self.losses.append(Loss(self.offset, start - self.offset, self.next_seq, last))
            yield Entry(frame.seq, frame.kind, record)
            self.offset = frame.end + CRC.size
            self.next_seq = frame.seq + 1

    def here(self) -> tuple[Frame, Record] | None:
        """The record at the present place."""
        try:
            return self.usable(self.framing.frame_at(self.data, self.offset))
        except BadFrame:
            return None

    def further_on(self) -> tuple[Frame, Record] | None:
        """The next record after the present place."""
        for frame in self.found:
            if frame.start - HEAD_BYTES > self.offset:
                found = self.usable(frame)
                if found is not None:
                    return found
        return None

    def usable(self, frame: Frame) -> tuple[Frame, Record] | None:
        """A record that comes after those found before and can be read."""
        if frame.seq < self.next_seq:
            return None
        try:
            return frame, decode(frame.kind, self.data[frame.start : frame.end])
        except ValueError:
            return None


class _Mender:
    """Puts what was saved together into records that play."""

    def __init__(self, saved: Salvage) -> None:
        self.saved = saved
        self.schema = saved.header.schema
        self.playing = True
        self.next_seq = 0
        self.steps = [0]  # of the positions from the first to the present one
        self.dice: Dice | None = None
        self.commitments = {None, saved.header.commitment}
        self.turns: set[int] = set()

    def records(self) -> Iterator[Record]:
        """The records of the mended log."""
        for entry in self.saved.entries:
            if entry.seq != self.next_seq:
                self.playing, self.dice = False, None
                yield Note(f"records {self.next_seq} to {entry.seq - 1} are lost")
            self.next_seq = entry.seq + 1
            yield from self.mended(entry.record)

    def mended(self, record: Record) -> Iterator[Record]:
        """What becomes of one record: itself, nothing, or a RESTORE where the game can go on."""
        match record:
            case Note():
                yield record
            case KeyChange():
                if self.accepts_key(record):
                    yield record
            case Keyframe() | Restore():
                yield from self.position(record)
            case Dice():
                self.dice = record
            case Order() if self.playing:
                self.steps.append(self.steps[-1] + 1)
                if self.dice is not None:
                    yield self.dice
                yield record
            case Undo() if self.playing:
                yield self.undo(record)
            case Check() if self.playing:
                yield record
        if not isinstance(record, Dice):
            self.dice = None

    def accepts_key(self, change: KeyChange) -> bool:
        """Whether a KEY record can stand: what it reveals must have been committed to."""
        if change.what is Key.COMMITTED and isinstance(change.value, bytes):
            self.commitments.add(change.value)
            self.turns.add(change.turn)
        return change.what is not Key.REVEALED or change.turn in self.turns

    def position(self, record: Keyframe | Restore) -> Iterator[Record]:
        """A whole position; the game goes on from it if it did not play."""
        restores = not self.playing or isinstance(record, Restore)
        if not restores:
            if len(self.steps) == 1:
                self.steps = [self.step_of(record.row)]
            yield record
        elif record.commitment in self.commitments:
            self.playing = True
            self.steps.append(self.step_of(record.row))
            yield Restore(record.row, record.digest, record.commitment)

    def undo(self, record: Undo) -> Record:
        """An undo; where its position is lost a note, and the game does not play on."""
        for place in range(len(self.steps) - 2, -1, -1):
            if self.steps[place] == record.step:
                del self.steps[place + 1 :]
                return record
        self.playing = False
        return Note(f"the position of step {record.step}, to which an undo leads, is lost")

    def step_of(self, row: bytes) -> int:
        """The step number in a row; 0 in one that is none."""
        try:
            return int(read_row(self.schema, row)["clock"]["step"][0])
        except (ValueError, KeyError, IndexError):
            return 0
