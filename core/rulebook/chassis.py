"""What a unit on large grids is by nature: how it moves and how it fights. Frozen."""

from __future__ import annotations

from enfilade.components.record import Record, flag, i8, i16

GROUND = 0
FLYING = 1
HIGH = 2
INSTALLATION = 3
"""MECH-X6: kinds of units; an installation does not move and is not moved."""

SHUTDOWN = 1
DEFENCE = 2
MOBILITY = 3
ATTACK = 4
"""MECH-X7: stances; 0 is none."""

MOVE_MAX = 24
"""Grids of a move at most, the doubling of MECH-D14 included: as many places as a path has."""


class Chassis(Record):
    """MECH-X6: one unit's nature; the record of its slot."""

    kind: i8  # GROUND, FLYING, HIGH or INSTALLATION
    allowance: i16  # grids of a move, basic or flying by its kind
    fights: flag  # has a melee weapon
    jump: i16  # grids of a jump of a ground unit, 0 none
    teleport: i16  # grids of a teleport, 0 none
    grip: i8  # MECH-X8: what it costs an enemy to leave a grid in which this unit locks it
    crushes_large: flag  # MECH-X8: crushes units of its own size as well
    barricade: flag  # MECH-X8: counts as a wall when a friend of it is attacked
    fixed_stance: flag  # MECH-X7: no mecha; suppression does not change its stance


class SlideRules(Record):
    """The switches of movement on large grids."""

    spare_flying: flag  # MECH-D5: flying units are not locked
    fragile_stops: flag  # MECH-D8
    land_by_cells: flag  # MECH-D6: a flying unit needs free cells alone, not a free grid
    forced_triggers: flag  # MECH-D7: charges go off under units that are moved by force
    opportunity_fire: flag  # MECH-D20: enemies may fire at a unit between two grids
