"""What a unit has done in its activation."""

from .record import Record, flag, i8


class Activity(Record):
    """Marks of the present activation."""

    moved: i8  # 0 not at all, 1 turned or shifted, 2 changed its grid
    attacked: flag
