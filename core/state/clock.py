"""What the game waits for: the one record that says where in the sequence of play it stands."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, flag, i8, i16, i32, i64
from enfilade.core.rulebook.rules import SIDES_MAX


class Clock(Record):
    """Time, the decision owed, the dice key and the result. A battle has one."""

    step: i32  # orders taken so far
    turn: i32
    phase: i16  # the place in the pass whose system acts next
    decision: i16  # kind of decision owed, 0 none
    owes: i16  # sides that owe it, one bit a side
    side: i8  # side whose turn it is, -1 none
    unit: i16  # unit the decision is about, -1 none
    depth: i16  # frames in use in ``pending``
    over: flag
    winners: i16  # one bit a side
    reason: i16  # why it is over: a reason of the family
    key_low: i64  # the game's dice key
    key_high: i64
    scores: Annotated[Vector, "<i4", SIDES_MAX]
