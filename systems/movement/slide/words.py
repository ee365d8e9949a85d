"""The words of basic movement: order kind, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

MOVE = 31

MOVE_KIND = Kind(MOVE, "move", (ACTIVATION,), ("place", "facing", "path"))

MOVED = 310
ENTERED = 311
TURNED = 312

EVENTS = (
    EventKind(MOVED, "moved", ("origin", "cost"), ("unit", "origin", "place", "cost")),
    EventKind(ENTERED, "entered", (), ("unit", "place")),
    EventKind(TURNED, "turned", (), ("unit", "place")),
)

HAS_ACTED = 310
IS_SHUT_DOWN = 311
NO_GROUND_UNIT = 312
NO_CHANGE = 313
NOT_INSIDE_GRID = 314
NOT_NEXT_GRID = 315
GRID_BLOCKED = 316
NO_ROOM = 317
CANNOT_SLIDE = 318
MOVE_TOO_DEAR = 319
OUT_OF_REACH = 320
CELLS_TAKEN = 321
WRONG_END = 322
CRUSH_STOPS = 323
NO_WAY = 324
IS_IMMOBILIZED = 325

REASONS = (
    Reason(HAS_ACTED, "has_acted", "MECH-D13", (), ("unit",)),
    Reason(IS_SHUT_DOWN, "is_shut_down", "MECH-D14", (), ("unit",)),
    Reason(IS_IMMOBILIZED, "is_immobilized", "MECH-X8", (), ("unit",)),
    Reason(NO_GROUND_UNIT, "no_ground_unit", "MECH-1.2.1", (), ("unit",)),
    Reason(NO_CHANGE, "no_change", "MECH-1.2.0", (), ("unit",)),
    Reason(NOT_INSIDE_GRID, "not_inside_grid", "MECH-1.2.1e", (), ("unit", "place")),
    Reason(NOT_NEXT_GRID, "not_next_grid", "MECH-1.2.1a", ("step",), ("step", "place")),
    Reason(GRID_BLOCKED, "grid_blocked", "MECH-1.2.1b", ("step",), ("step", "place")),
    Reason(NO_ROOM, "no_room", "MECH-1.2.1e", ("step",), ("unit", "step", "place")),
    Reason(CANNOT_SLIDE, "cannot_slide", "MECH-1.2.1c", ("step",), ("unit", "step", "place")),
    Reason(MOVE_TOO_DEAR, "move_too_dear", "MECH-1.2.1h", ("step", "cost", "allowance"), ("step", "cost", "allowance")),
    Reason(OUT_OF_REACH, "out_of_reach", "MECH-1.2.1h", ("allowance",), ("unit", "place", "allowance")),
    Reason(CELLS_TAKEN, "cells_taken", "MECH-1.2.1b", (), ("unit", "place")),
    Reason(WRONG_END, "wrong_end", "MECH-D17", (), ("place",)),
    Reason(CRUSH_STOPS, "crush_stops", "MECH-1.2.6c", ("step",), ("unit", "step")),
    Reason(NO_WAY, "no_way", "MECH-1.2.1c", (), ("unit", "place")),
)
