"""What has become of a unit."""

from .record import Record, flag, i16


class Status(Record):
    """Marks that every family reads. A unit that is not alive is off the board; its record stays."""

    alive: flag
    done: flag  # has acted in this turn
    steps: i16  # strength left
