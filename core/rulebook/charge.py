"""What goes off when a unit enters or leaves a grid: the charge of a mine, or of the grid itself. Frozen."""

from __future__ import annotations

from enfilade.components.record import Record, flag, i8, i32

ENTER = 1
LEAVE = 2
"""MECH-D10: what sets a charge off."""
TRIGGERS = {"enter": ENTER, "leave": LEAVE}
"""The same by the words of scenarios."""


class Charge(Record):
    """One charge: that of a unit, which lies where the unit is, or that of a grid."""

    power: i8  # dice, 0 for no charge
    to_hit: i8
    trigger: i8  # ENTER or LEAVE
    once: flag  # it is gone when it has gone off
    grid: i32  # where a charge of the ground lies; 0 for that of a unit
