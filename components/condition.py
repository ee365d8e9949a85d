"""What has been done to a unit, and how it holds itself."""

from .record import Record, flag, i8


class Condition(Record):
    """Stance and disruption."""

    stance: i8  # 0 none, else one of those that the rules know
    disrupted: flag
