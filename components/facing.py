"""Which way a unit looks."""

from .record import Record, i16


class Facing(Record):
    """A direction of the board: 0 to 3 on squares (N, E, S, W), 0 to 5 on hexes, an x offset on open ground."""

    direction: i16
    slope: i16  # the y offset on open ground, else 0
