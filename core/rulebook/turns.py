"""What was agreed about the end of a battle. Frozen."""

from __future__ import annotations

from enfilade.components.record import Record, i8, i16, i32


class TurnRules(Record):
    """When a battle ends."""

    last: i16  # the last turn
    points: i32  # score that ends the battle at the end of a turn, 0 none


class Objective(Record):
    """A square that counts for whoever holds it."""

    x: i16
    y: i16
    value: i16


class Exit(Record):
    """A place from which units of a side may leave the board."""

    x: i16
    y: i16
    side: i8
    value: i16  # of each unit that leaves
