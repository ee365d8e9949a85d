"""Weapons of a scenario, and the numbers that all attacks share. Frozen."""

from __future__ import annotations

from typing import Annotated

from enfilade.components.record import Record, Vector, flag, i8, i16

WEAPONS_MAX = 8
"""Weapons of one unit at most."""
ARSENAL_MAX = 1_024
"""Weapons of a scenario at most."""


class Weapon(Record):
    """One weapon."""

    melee: flag
    power: i8  # dice
    to_hit: i8
    range: i16
    indirect: flag  # needs no sight
    omnidirectional: flag  # needs no front
    melee_fire: flag  # may fire while locked
    steady: flag  # better while stationary
    knockback: i8  # grids that the target is moved away, 0 none
    drag: flag  # the target is moved to a grid beside the attacker
    suppression: flag  # the target takes the defence stance


class Fighter(Record):
    """How a unit fights; the record of its slot."""

    armour: i8  # save dice, 0 for those of its terrain
    save: i8
    has_front: flag
    weapon_count: i8
    weapons: Annotated[Vector, "<i2", WEAPONS_MAX]  # indices into the arsenal, in the order of the unit


class FireRules(Record):
    """Modifiers of attacks, by data."""

    point_blank: i8
    long: i8
    maximum: i8
    twice_exact: flag  # FORM-D7: maximum range is exactly twice the weapon's
    obstructed: i8
    moved: i8
    rear: i8
    terrain_dice: i8  # FORM-D8: dice of the terrain that are added to armour, at most
    every_cell: flag  # MECH-D4
    high_obstructs: flag  # MECH-D3
