"""What has been done to a unit, and how it holds itself."""

from .record import Record, flag, i8


class Condition(Record):
    """Stance, disruption, and whether it is kept from moving."""

    stance: i8  # 0 none, else one of those that the rules know
    disrupted: flag
    immobilized: flag  # makes no move of its own
