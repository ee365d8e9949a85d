"""How much room a unit takes."""

from .record import Record, i16


class Base(Record):
    """A footprint: cells a side on squares, the diameter in 1/100 step on open ground."""

    size: i16
    shape: i16  # 0 square or round, 1 long
