"""The words of straight marches: order kind, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

MARCH = 30

MARCH_KIND = Kind(MARCH, "march", (ACTIVATION,), ("place", "path"))

MARCHED = 300
MARCHED_BY = 301

EVENTS = (
    EventKind(MARCHED, "marched", ("steps", "origin"), ("unit", "origin", "place", "steps")),
    EventKind(
        MARCHED_BY, "marched_by", ("steps", "origin", "waypoint"), ("unit", "origin", "waypoint", "place", "steps")
    ),
)

HAS_MARCHED = 300
WAYPOINTS = 301
MARCH_TOO_FAR = 302
IMPASSABLE_SQUARE = 303
BETWEEN_CORNERS = 304
OTHER_BANK = 305
UNIT_ON_WAY = 306
UNIT_BESIDE_WAY = 307
UNIT_NEAR_WAY = 308
IMPASSABLE_END = 309

REASONS = (
    Reason(HAS_MARCHED, "has_marched", "MARCH-6.2", (), ("unit",)),
    Reason(WAYPOINTS, "waypoints", "MARCH-X1", ("count",), ("count",)),
    Reason(MARCH_TOO_FAR, "march_too_far", "MARCH-D7", ("steps", "allowance"), ("unit", "steps", "allowance")),
    Reason(IMPASSABLE_SQUARE, "impassable_square", "MARCH-T1", ("step", "terrain"), ("step", "place", "terrain")),
    Reason(BETWEEN_CORNERS, "between_corners", "MARCH-T2", ("step",), ("step", "place")),
    Reason(OTHER_BANK, "other_bank", "MARCH-T3", ("step",), ("step", "place")),
    Reason(UNIT_ON_WAY, "unit_on_way", "MARCH-5.1", ("step",), ("step", "target", "place")),
    Reason(UNIT_BESIDE_WAY, "unit_beside_way", "MARCH-5.2", ("step",), ("step", "target", "place")),
    Reason(UNIT_NEAR_WAY, "unit_near_way", "MARCH-5.3", ("step",), ("step", "target", "place")),
    Reason(IMPASSABLE_END, "impassable_end", "MARCH-D4", ("step", "terrain"), ("place", "terrain")),
)
