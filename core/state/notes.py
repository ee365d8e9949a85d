"""A thread's scratch: counters of the step in hand and the dice source. Nothing here outlives a step."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, i16, i32, i64

STREAMS = 8
ROLLS_MAX = 512

KEYED = 0
GIVEN = 1
ENUMERATED = 2

NO_FAULT = 0
TOO_MANY_EVENTS = 1
TOO_MANY_PASSES = 2
TOO_MANY_FRAMES = 3
NO_FACE_LEFT = 4
FACE_OUT_OF_RANGE = 5
TOO_MANY_ROLLS = 6
MALFORMED_ORDER = 7
NO_LEGAL_ORDER = 8
POOL_TOO_LARGE = 9
NO_SUCH_DIE = 10


class Notes(Record):
    """Counters of one step on one desk."""

    fault: i16  # why the step cannot stand, NO_FAULT when it can
    source: i16  # KEYED, GIVEN or ENUMERATED
    events: i32
    findings: i32
    orders: i32
    passes: i32
    rolls: i32  # rolls made in this step
    faces: i32  # faces supplied to a GIVEN source
    draws: Annotated[Vector, "<i4", STREAMS]  # draws made in this step, by stream
    fault_number: i64


class Roll(Record):
    """One roll of a given or an enumerated source."""

    value: i64  # face supplied, or index of the outcome
    outcomes: i64  # how many outcomes it has
    weight: i64  # in how many ways this one comes about
    total: i64  # in how many ways all of them together come about
