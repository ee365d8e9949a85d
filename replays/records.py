"""The records of a log and their payloads: canonical msgpack, a list of the fields in order.

Canonical means that there is one encoding of each record: integers in their shortest form, nothing left over. A payload
in any other form is refused.
"""

from __future__ import annotations

import enum
import struct
from typing import Annotated

import msgspec
import numpy as np

from enfilade.components.record import STRUCT_CODES
from enfilade.core.engine.hash import DIGEST_BYTES
from enfilade.core.engine.keys import COMMITMENT_BYTES
from enfilade.core.rulebook.rules import SIDES_MAX
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import ROLLS_MAX
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX

PAYLOAD_BYTES_MAX = 1 << 26
"""Bytes of a payload at most, 64 MiB."""
NOTE_CHARACTERS_MAX = 16_384
SEED_BYTES_MAX = 1_024

I8 = Annotated[int, msgspec.Meta(ge=-(1 << 7), lt=1 << 7)]
I16 = Annotated[int, msgspec.Meta(ge=-(1 << 15), lt=1 << 15)]
I32 = Annotated[int, msgspec.Meta(ge=-(1 << 31), lt=1 << 31)]
Count = Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
Digest = Annotated[bytes, msgspec.Meta(min_length=DIGEST_BYTES, max_length=DIGEST_BYTES)]
Commitment = Annotated[bytes, msgspec.Meta(min_length=COMMITMENT_BYTES, max_length=COMMITMENT_BYTES)]


class Kind(enum.IntEnum):
    """Types of records, as the file holds them."""

    ORDER = 1
    CHECK = 2
    KEYFRAME = 3
    UNDO = 4
    RESTORE = 5
    DICE = 6
    KEY = 7
    NOTE = 8
    END = 9


class Key(enum.IntEnum):
    """What a KEY record says."""

    OPEN = 0  # a key, in force from here on
    COMMITTED = 1  # the commitment to a key that is in force from here on
    REVEALED = 2  # the key behind the commitment of that turn
    SEED = 3  # the seed behind the commitment in the header


class Record(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """The payload of a record."""


class Order(Record, frozen=True):
    """An order, taken by the rules. Fields as in ``OrderRecord``."""

    kind: I16
    side: I8
    unit: I16
    target: I16
    direction: I8
    x: I16
    y: I16
    number: I32
    companions: Annotated[tuple[I16, ...], msgspec.Meta(max_length=COMPANIONS_MAX)]
    path: Annotated[tuple[I32, ...], msgspec.Meta(max_length=PATH_MAX)]


class Check(Record, frozen=True):
    """The position: its step, its 64-bit hash, and the dice rolled in the orders since the last CHECK or RESTORE."""

    step: Count
    hash64: Annotated[int, msgspec.Meta(ge=0)]
    draws: Count


class Keyframe(Record, frozen=True):
    """The position: its whole row and digest; with a commitment the dice key in it is zero, being still secret."""

    row: bytes
    digest: Digest
    commitment: Commitment | None


class Undo(Record, frozen=True):
    """The game goes back to the nearest earlier position that has this step number."""

    step: Count


class Restore(Record, frozen=True):
    """The game goes on from this row. Fields as in ``Keyframe``."""

    row: bytes
    digest: Digest
    commitment: Commitment | None


class Dice(Record, frozen=True):
    """Faces rolled by players for the next order, all of which it uses."""

    faces: Annotated[tuple[I32, ...], msgspec.Meta(min_length=1, max_length=ROLLS_MAX)]


class KeyChange(Record, frozen=True):
    """A dice key, the commitment to one, or what is behind a commitment, as ``what`` says."""

    turn: Count
    what: Key
    value: int | bytes


class Note(Record, frozen=True):
    """A text for people; the rules never read it."""

    text: Annotated[str, msgspec.Meta(max_length=NOTE_CHARACTERS_MAX)]


class Result(Record, frozen=True):
    """Where the battle stood. Fields as in ``Clock``."""

    over: bool
    winners: I16
    reason: I16
    scores: Annotated[tuple[I32, ...], msgspec.Meta(min_length=SIDES_MAX, max_length=SIDES_MAX)]


class End(Record, frozen=True):
    """The log is complete: result, step number and digest of the last position, digest of all payloads before."""

    result: Result
    steps: Count
    digest: Digest
    chain: Digest


RECORD_TYPES: dict[Kind, type[Record]] = {
    Kind.ORDER: Order,
    Kind.CHECK: Check,
    Kind.KEYFRAME: Keyframe,
    Kind.UNDO: Undo,
    Kind.RESTORE: Restore,
    Kind.DICE: Dice,
    Kind.KEY: KeyChange,
    Kind.NOTE: Note,
    Kind.END: End,
}
KIND_OF = {record: kind for kind, record in RECORD_TYPES.items()}
DECODERS = {int(kind): msgspec.msgpack.Decoder(record) for kind, record in RECORD_TYPES.items()}
ENCODER = msgspec.msgpack.Encoder()


def _order_struct() -> struct.Struct:
    """The packed form of an order's record."""
    codes = "<"
    for name in OrderRecord.field_names():
        element, shape = OrderRecord.dtype[name].subdtype or (OrderRecord.dtype[name], (1,))
        codes += f"{shape[0]}{next(STRUCT_CODES[code] for code in STRUCT_CODES if np.dtype(code) == element)}"
    return struct.Struct(codes)


ORDER_STRUCT = _order_struct()
assert OrderRecord.field_names() == (
    *("kind", "side", "direction", "companion_count", "unit", "target", "x", "y", "number", "length"),
    *("companions", "path"),
)
COMPANIONS, PATH = 10, 10 + COMPANIONS_MAX
NO_COMPANIONS, NO_PATH = (0,) * COMPANIONS_MAX, (0,) * PATH_MAX


def order_payload(order: OrderRecord) -> bytes:
    """The payload of an order.

    Raises:
        ValueError: it has a negative number of companions or places, or more than there is room for.
    """
    values = ORDER_STRUCT.unpack(order.tobytes())
    kind, side, direction, companions, unit, target, x, y, number, places = values[:COMPANIONS]
    if not (0 <= companions <= COMPANIONS_MAX and 0 <= places <= PATH_MAX):
        raise ValueError(
            f"{order!r} has {companions} companions and {places} places, "
            f"expected at most {COMPANIONS_MAX} and {PATH_MAX}"
        )
    lists = values[COMPANIONS : COMPANIONS + companions], values[PATH : PATH + places]
    return ENCODER.encode((kind, side, unit, target, direction, x, y, number, *lists))


def order_bytes(order: Order) -> bytes:
    """The packed ``OrderRecord`` of an order."""
    companions, path = order.companions, order.path
    return ORDER_STRUCT.pack(
        order.kind,
        order.side,
        order.direction,
        len(companions),
        order.unit,
        order.target,
        order.x,
        order.y,
        order.number,
        len(path),
        *companions,
        *NO_COMPANIONS[len(companions) :],
        *path,
        *NO_PATH[len(path) :],
    )


def decode(kind: int, payload: bytes) -> Record:
    """The record that a payload holds.

    Raises:
        ValueError: it holds none of this kind, or not in canonical form.
    """
    try:
        record = DECODERS[kind].decode(payload)
    except msgspec.DecodeError as problem:
        raise ValueError(f"no {Kind(kind).name} record ({problem})") from None
    if ENCODER.encode(record) != payload:
        raise ValueError(f"a {Kind(kind).name} record that is not in canonical form")
    return record
