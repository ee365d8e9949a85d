"""What was agreed before the first turn: sides and who is hostile to whom. Frozen while a battle lives."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, i16, i64

SIDES_MAX = 8
"""Sides of a battle at most: a set of them fits a field of bits."""


class Rules(Record):
    """The frozen facts that the engine itself reads."""

    sides: i16
    kinds: i16  # order kinds in the table ``kinds``
    width: i16  # of the board, in its own coordinates
    height: i16
    elective: i64  # decisions left to the side even when a single order is legal, one bit each
    hostile: Annotated[Vector, "<i2", SIDES_MAX]  # for each side the sides it is hostile to, one bit a side
    allied: Annotated[Vector, "<i2", SIDES_MAX]  # for each side itself and its allies, one bit a side
    neutral: i16  # sides that give no orders, one bit each
