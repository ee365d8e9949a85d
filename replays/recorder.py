"""Writes the log of a game while it is played.

An order reaches the file when its step stands: ``order`` notes it, ``stepped`` writes it with its check in one system
call. So a process that is killed loses at most the order it was about, and a step that fails leaves nothing behind.
The file is not forced to the disk before ``close``: a failing machine may lose what the system had not yet written.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import os
from typing import BinaryIO

from enfilade.core.engine.files import naming
from enfilade.core.engine.hash import DIGEST_BYTES
from enfilade.core.engine.keys import commitment_to_key, key_of_seed
from enfilade.core.state.messages import OrderRecord
from enfilade.systems.game import Game

from .format import Framing, preamble_bytes, salt_of
from .header import checked_seed, header_bytes, make_header, play_to_start
from .records import ENCODER, NOTE_CHARACTERS_MAX, Dice, Key, Kind, order_payload
from .witness import Witness

File = BinaryIO | io.RawIOBase

HEADER_COMMITMENT = 0
"""Turn under which the seed behind the header's commitment is revealed."""


class RecorderClosed(ValueError):
    """A log that has ended, or could not be written, is asked to go on."""


class Recorder:
    """The log of one game, written as it is played. Every method tells of what the game has just done.

    Attributes:
        header: the head of the log.
        records: how many there are.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | bytes | None = None,
        commit: bool = False,
        checks_every: int = 1,
        keyframes_every: int = 64,
    ) -> None:
        """Prepare a log: the header, then the position; ``write_to`` gives it a file.

        Args:
            game: at a decision; its rules and scenario go into the header.
            seed: of its dice, if it has one.
            commit: write a commitment to the seed instead of the seed. It is only as secret as the seed is hard to
                guess: use 16 random bytes or more.
            checks_every: steps from one CHECK to the next.
            keyframes_every: steps from one KEYFRAME to the next.

        Raises:
            ValueError: an interval is below 1, or the seed cannot be written, or committed to.
        """
        if checks_every < 1 or keyframes_every < 1:
            raise ValueError(
                f"checks every {checks_every}, keyframes every {keyframes_every} steps, expected 1 or more"
            )
        self.header = make_header(game, seed, commit)
        self.records = 0
        self._file: File | None = None
        self._owns_file = False
        self._name = "the log"
        self._closed = False
        self._game = game
        self._witness = Witness(game)
        self._checks_every = checks_every
        self._keyframes_every = keyframes_every
        head = header_bytes(self.header)
        self._framing = Framing(salt_of(head))
        self._chain = hashlib.blake2b(digest_size=DIGEST_BYTES)
        self._seed = seed
        self._key = game.key  # as the log has it: of the position that its records lead to
        self._turn_keys: dict[int, int] = {}
        self._committed: set[bytes] = set()
        self._faces: tuple[int, ...] = ()
        self._order: bytes | None = None
        self._draws = 0
        self._pending = [preamble_bytes(head)]
        self._begin()

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        game: Game,
        *,
        seed: int | bytes | None = None,
        commit: bool = False,
        checks_every: int = 1,
        keyframes_every: int = 64,
    ) -> Recorder:
        """Begin a log in a file, which is made anew. Arguments as above.

        Raises:
            ValueError: as above; no file is made.
            OSError: the file cannot be written.
        """
        recorder = cls(game, seed=seed, commit=commit, checks_every=checks_every, keyframes_every=keyframes_every)
        recorder._owns_file = True
        recorder._name = str(path)
        recorder.write_to(open(path, "wb", buffering=0))  # noqa: SIM115
        return recorder

    def write_to(self, file: File) -> None:
        """Write what there is, and from now on everything, to a file that stands where the log shall begin.

        The file must not be buffered, or a process that is killed loses more than one order. It is not closed.

        Raises:
            OSError: the file cannot be written.
        """
        self._file = file
        self._write()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def order(self, record: OrderRecord) -> None:
        """Note an order that is taken; ``stepped`` writes it, another order takes its place.

        Raises:
            ValueError: it has more companions or places than there is room for.
        """
        self._order = order_payload(record)

    def dice(self, faces: tuple[int, ...]) -> None:
        """Note the faces that were rolled for the order; they are written with it."""
        self._faces = faces

    def stepped(self) -> None:
        """Write the order whose step stands, with its dice, and what is due after that step.

        Raises:
            RecorderClosed: the log has ended.
            ValueError: no order was noted.
            OSError: the file cannot be written; what it holds is whole.
        """
        if self._order is None:
            raise ValueError("a step without an order, expected the order first")
        if self._faces:
            self._put(Kind.DICE, ENCODER.encode(Dice(self._faces)))
        self._put(Kind.ORDER, self._order)
        self._forget_order()
        self._draws += self._game.notes.rolls
        step = self._game.clock.step
        if step % self._checks_every == 0:
            self._put_check()
        if step % self._keyframes_every == 0:
            self._put(Kind.KEYFRAME, ENCODER.encode(self._witness.telling()))
        self._write()

    def undo(self, step: int) -> None:
        """Write that the game has gone back to the nearest earlier position with this step number.

        Raises:
            RecorderClosed: the log has ended.
            ValueError: the game stands at another step.
            OSError: the file cannot be written; what it holds is whole.
        """
        if step != self._game.clock.step:
            raise ValueError(f"an undo to step {step}, but the game stands at step {self._game.clock.step}")
        self._forget_order()
        self._key = self._game.key
        self._put(Kind.UNDO, ENCODER.encode((step,)))
        self._put_check()
        self._write()

    def restore(self) -> None:
        """Write that the game goes on from the position it has now.

        Raises:
            RecorderClosed: the log has ended.
            OSError: the file cannot be written; what it holds is whole.
        """
        self._forget_order()
        self._key = self._game.key
        self._put(Kind.RESTORE, ENCODER.encode(self._witness.telling()))
        self._draws = 0
        self._write()

    def key(self, turn: int, key: int) -> None:
        """Write that a dice key is in force from here on, or reveal the one that was committed to for this turn.

        Raises:
            RecorderClosed: the log has ended.
            ValueError: the game has another key, or another one was committed to for this turn.
            OSError: the file cannot be written; what it holds is whole.
        """
        if turn not in self._turn_keys:
            self._refuse_other_key(key)
            self._put_open(turn, key)
        elif self._turn_keys[turn] != key:
            raise ValueError(f"key {key:#x} for turn {turn}, expected the one that was committed to")
        else:
            self._reveal_turn(turn)
            if self._game.key == key != self._key:  # the game had gone back to before the commitment
                self._put_open(turn, key)
        self._write()

    def commit(self, turn: int, key: int) -> None:
        """Write the commitment to a dice key that is in force from here on; ``key`` reveals it later, or ``end``.

        Raises:
            RecorderClosed: the log has ended.
            ValueError: the game has another key, one for this turn is not revealed yet, or this one was committed to
                before, be it revealed or not.
            OSError: the file cannot be written; what it holds is whole.
        """
        self._refuse_other_key(key)
        if turn in self._turn_keys:
            raise ValueError(f"a second commitment for turn {turn}, expected the first to be revealed")
        commitment = commitment_to_key(key)
        if key in self._witness.secrets or commitment in self._committed:
            raise ValueError(f"a second commitment to the same key for turn {turn}, expected another key")
        self._put_key(turn, Key.COMMITTED, commitment)
        self._key = key
        self._turn_keys[turn] = key
        self._committed.add(commitment)
        self._witness.secrets[key] = commitment
        self._write()

    def reveal(self) -> None:
        """Write every key and seed that is still secret.

        Raises:
            RecorderClosed: the log has ended.
            OSError: the file cannot be written; what it holds is whole.
        """
        for turn in list(self._turn_keys):
            self._reveal_turn(turn)
        if self._seed is not None and self.header.commitment in self._witness.secrets.values():
            del self._witness.secrets[key_of_seed(self._seed)]
            self._put_key(HEADER_COMMITMENT, Key.SEED, checked_seed(self._seed))
        self._write()

    def note(self, text: str) -> None:
        """Write a text for people, at most 16,384 characters.

        Raises:
            RecorderClosed: the log has ended.
            ValueError: the text is too long.
            OSError: the file cannot be written; what it holds is whole.
        """
        if len(text) > NOTE_CHARACTERS_MAX:
            raise ValueError(f"a note of {len(text)} characters, expected at most {NOTE_CHARACTERS_MAX}")
        self._put(Kind.NOTE, ENCODER.encode((text,)))
        self._write()

    def end(self, *, reveal: bool = True) -> None:
        """Complete the log: what is secret is revealed, then come the last position and END. Nothing can follow.

        Args:
            reveal: False keeps keys and seed secret; the log can then not be verified.

        Raises:
            RecorderClosed: the log has ended.
            OSError: the file cannot be written; what it holds is whole.
        """
        self._forget_order()
        if reveal:
            self.reveal()
        last = self._witness.telling()
        self._put(Kind.KEYFRAME, ENCODER.encode(last))
        end = (self._witness.result(), self._game.clock.step, last.digest, self._chain.digest())
        self._put(Kind.END, ENCODER.encode(end))
        self._write()
        self.close()

    def close(self) -> None:
        """Close the file, forced to the disk. Without ``end`` the log stays incomplete; closing again does nothing."""
        file, self._file = self._file, None
        self._closed = True
        if file is None or not self._owns_file:
            return
        try:
            with naming(self._name):
                os.fsync(file.fileno())
        finally:
            file.close()

    def _begin(self) -> None:
        """Put down the first position."""
        if self.header.commitment is not None:
            assert self._seed is not None, "a commitment is to a seed"
            key = self._game.key
            if key != key_of_seed(self._seed):
                raise ValueError("the game's dice key is not that of the seed to commit to")
            self._witness.secrets[key] = self.header.commitment
        kind = Kind.KEYFRAME if self._is_start() else Kind.RESTORE
        self._put(kind, ENCODER.encode(self._witness.telling()))

    def _is_start(self) -> bool:
        """Whether the game stands where the header alone leads to."""
        fresh = Game(self._game.scenario, self._game.family)
        play_to_start(fresh, None if self._seed is None else key_of_seed(self._seed))
        return fresh.snapshot() == self._game.snapshot()

    def _put(self, kind: Kind, payload: bytes) -> None:
        """Add a record to what is written next."""
        if self._closed:
            raise RecorderClosed(f"the log has ended after {self.records} records, expected no {kind.name} record")
        self._pending.append(self._framing.frame(self.records, kind, payload))
        self._chain.update(payload)
        self.records += 1

    def _put_check(self) -> None:
        self._put(Kind.CHECK, ENCODER.encode((self._game.clock.step, self._witness.hash64(), self._draws)))
        self._draws = 0

    def _put_key(self, turn: int, what: Key, value: int | bytes) -> None:
        self._put(Kind.KEY, ENCODER.encode((turn, what, value)))

    def _put_open(self, turn: int, key: int) -> None:
        self._put_key(turn, Key.OPEN, key)
        self._key = key

    def _reveal_turn(self, turn: int) -> None:
        key = self._turn_keys.pop(turn)
        del self._witness.secrets[key]
        self._put_key(turn, Key.REVEALED, key)

    def _refuse_other_key(self, key: int) -> None:
        if self._game.key != key:
            raise ValueError(f"key {key:#x}, but the game's dice key is another one; set it first")

    def _forget_order(self) -> None:
        self._order = None
        self._faces = ()

    def _write(self) -> None:
        """Write all that is pending, in one call where the system takes it whole; else cut off what was begun."""
        file = self._file
        if file is None:
            return
        data = b"".join(self._pending)
        self._pending.clear()
        written = 0
        try:
            while written < len(data):
                with naming(self._name):
                    taken = file.write(data[written:])
                if not taken:
                    raise OSError(errno.EIO, f"it takes no more after record {self.records}", self._name)
                written += taken
        except OSError:
            self._cut_off(file, written)
            raise

    def _cut_off(self, file: File, written: int) -> None:
        """Leave the file as it was before a write that failed, and write no more."""
        self._file = None
        self._closed = True
        with contextlib.suppress(OSError):
            file.truncate(file.tell() - written)
        if self._owns_file:
            file.close()
