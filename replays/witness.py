"""What a log says of a position: all of it, but for a dice key that is still secret.

The recorder writes by these rules and the fold compares by them. While a key is committed to and not revealed, it is
zero in every hash, row and digest: from a hash with the key in it, the key could be found.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from enfilade.core.engine.hash import digest, hash_row
from enfilade.core.engine.layout import Layout
from enfilade.core.state.clock import Clock
from enfilade.systems.game import Game

from .records import Result

KEY_HALF = struct.Struct("<q")
MASK_32 = 0xFFFFFFFF


class KeyPlace:
    """Where the dice key lies in a row."""

    def __init__(self, layout: Layout) -> None:
        """Find it in this layout."""
        fields = Clock.dtype.fields
        assert fields is not None
        self._places = [layout.starts["clock"] + fields[name][1] for name in ("key_low", "key_high")]

    def key_of(self, row: bytes) -> int:
        """The key in a row."""
        low, high = (int(KEY_HALF.unpack_from(row, place)[0]) for place in self._places)
        return low & MASK_32 | (high & MASK_32) << 32

    def with_key(self, row: bytes, key: int) -> bytes:
        """The row with another key."""
        changed = bytearray(row)
        for place, half in zip(self._places, (key & MASK_32, key >> 32 & MASK_32), strict=True):
            KEY_HALF.pack_into(changed, place, half)
        return bytes(changed)


class Telling(NamedTuple):
    """A whole position, as a KEYFRAME or RESTORE tells it."""

    row: bytes
    digest: bytes
    commitment: bytes | None


class Witness:
    """Tells what a log says of a game's position.

    Attributes:
        secrets: commitment of each key that is still secret, by key.
    """

    def __init__(self, game: Game) -> None:
        """Watch a game; no key is secret yet."""
        self.game = game
        self.secrets: dict[int, bytes] = {}
        self.key_place = KeyPlace(game.store.layout)
        self._scratch = np.zeros_like(game.store.arenas[:1])

    def hash64(self) -> int:
        """The 64-bit hash of the position."""
        if not self.secrets or self.game.key not in self.secrets:
            return self.game.hash()
        self._scratch[0].data[:] = self.telling().row
        return int(hash_row(self._scratch, 0))

    def telling(self) -> Telling:
        """The whole position."""
        row = self.game.snapshot()
        commitment = self.secrets.get(self.key_place.key_of(row))
        if commitment is not None:
            row = self.key_place.with_key(row, 0)
        return Telling(row, self.digest_of(row), commitment)

    def digest_of(self, row: bytes) -> bytes:
        """The digest of a row with the game's content."""
        return bytes.fromhex(digest(row, self.game.content))

    def result(self) -> Result:
        """Where the battle stands."""
        clock = self.game.clock
        return Result(clock.over, clock.winners, clock.reason, tuple(clock.scores))
