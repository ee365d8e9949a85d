"""Where a unit stands."""

from .record import Record, i16


class Position(Record):
    """The north-west corner of the unit's footprint, in the board's own coordinates (x east, y south)."""

    x: i16
    y: i16
