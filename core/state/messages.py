"""The fixed-size records of orders, findings and events. What hosts see of them is in ``core.orders``."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, flag, i8, i16, i32, i64
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX

NUMBERS_MAX = 8
EVENT_NUMBERS_MAX = 8
"""Numbers of an event; as many as tell an order that was the only one, its companions included."""
EVENTS_MAX = 4096
"""Events of one step at most."""
FINDINGS_MAX = 64
"""Findings about one order at most: two for every place of a path and room for what concerns all of it."""
ORDERS_MAX = 1024
"""Orders in one slice of the list of legal orders."""
KINDS_MAX = 32
NOBODY = -1


class OrderRecord(Record):
    """An order. Fields that its kind does not use are zero, units and facing -1."""

    kind: i16
    side: i8  # who gives it
    direction: i8
    companion_count: i16
    unit: i16
    target: i16
    x: i16
    y: i16
    number: i32
    length: i16  # places in ``path``; 0 stands for the canonical path
    companions: Annotated[Vector, "<i2", COMPANIONS_MAX]
    path: Annotated[Vector, "<i4", PATH_MAX]


class KindRecord(Record):
    """What the engine knows of an order kind."""

    number: i16
    answers: i64  # decisions it may answer, one bit each
    needs_unit: flag
    needs_target: flag
    any_side: flag  # the unit may be another side's
    has_place: flag
    facings: i8  # directions of which an order names one; 0 when it names none


class FindingRecord(Record):
    """One thing that an evaluation found."""

    reason: i16
    unit: i16
    target: i16
    x: i16
    y: i16
    numbers: Annotated[Vector, "<i4", NUMBERS_MAX]


class EventRecord(Record):
    """One thing that happened."""

    kind: i16
    known_to: i16
    unit: i16
    target: i16
    x: i16
    y: i16
    numbers: Annotated[Vector, "<i4", EVENT_NUMBERS_MAX]
