"""Whose a unit is, and who knows of it."""

from .record import Record, i8, i16


class Allegiance(Record):
    """The unit's side and the sides that know of the unit, one bit a side."""

    side: i8
    known_to: i16
