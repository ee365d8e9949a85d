"""The words of flights and teleports: order kinds, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

FLY = 32
TELEPORT = 33

FLIGHT_KINDS = (
    Kind(FLY, "fly", (ACTIVATION,), ("place", "facing")),
    Kind(TELEPORT, "teleport", (ACTIVATION,), ("place", "facing")),
)

FLEW = 330
TELEPORTED = 331

EVENTS = (
    EventKind(FLEW, "flew", ("origin",), ("unit", "origin", "place")),
    EventKind(TELEPORTED, "teleported", ("origin",), ("unit", "origin", "place")),
)

HAS_FLOWN = 330
FLIGHT_SHUT_DOWN = 331
CANNOT_FLY = 332
CANNOT_TELEPORT = 333
STAYS = 334
STRADDLES = 335
TOO_FAR = 336
NO_LANDING = 337
FLIGHT_IMMOBILIZED = 338

REASONS = (
    Reason(HAS_FLOWN, "has_flown", "MECH-D13", (), ("unit",)),
    Reason(FLIGHT_SHUT_DOWN, "flight_shut_down", "MECH-D14", (), ("unit",)),
    Reason(FLIGHT_IMMOBILIZED, "flight_immobilized", "MECH-X8", (), ("unit",)),
    Reason(CANNOT_FLY, "cannot_fly", "MECH-1.2.2a", (), ("unit",)),
    Reason(CANNOT_TELEPORT, "cannot_teleport", "MECH-1.2.3", (), ("unit",)),
    Reason(STAYS, "stays", "MECH-1.2.0", (), ("unit",)),
    Reason(STRADDLES, "straddles", "MECH-1.2.1e", (), ("unit", "place")),
    Reason(TOO_FAR, "too_far", "MECH-D6", ("distance", "allowance"), ("unit", "place", "distance", "allowance")),
    Reason(NO_LANDING, "no_landing", "MECH-1.2.2f", (), ("unit", "place")),
)
