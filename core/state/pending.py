"""What is under way: a stack of at most four frames (a move, inside it a displacement, a retreat, a draw)."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, i8, i16, i32

FRAMES_MAX = 4
PATH_MAX = 24
COMPANIONS_MAX = 4


class Frame(Record):
    """One thing under way. Fields that a kind does not use stay zero."""

    kind: i16  # order kind that began it, 0 none
    stage: i16
    side: i8  # side that causes it
    direction: i8
    unit: i16
    other: i16  # a second unit: victim, reactor, target
    x: i16
    y: i16
    number: i32
    length: i16  # places in ``path``
    at: i16  # places of ``path`` already entered
    path: Annotated[Vector, "<i4", PATH_MAX]
    companions: Annotated[Vector, "<i2", COMPANIONS_MAX]
