"""The words of crushing: order kind, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import DISPLACEMENT
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

DISPLACE = 50

DISPLACE_KIND = Kind(DISPLACE, "displace", (DISPLACEMENT,), ("place", "facing"), any_side=True)

CRUSHED_TERRAIN = 500
CRUSHED_UNIT = 501
DISPLACED = 502
MUST_SWAP = 503
SWAPPED = 504
CRUSHED_IN = 505

EVENTS = (
    EventKind(CRUSHED_TERRAIN, "crushed_terrain", (), ("unit", "place")),
    EventKind(CRUSHED_UNIT, "crushed_unit", (), ("unit", "target")),
    EventKind(DISPLACED, "displaced", (), ("unit", "place")),
    EventKind(MUST_SWAP, "must_swap", (), ("unit",)),
    EventKind(SWAPPED, "swapped", (), ("unit", "place")),
    EventKind(CRUSHED_IN, "crushed_in", (), ("unit", "place")),
)

NOT_CRUSHED = 500
NO_DISPLACEMENT = 501
ONLY_SWAP = 502

REASONS = (
    Reason(NOT_CRUSHED, "not_crushed", "MECH-D9", (), ("unit",)),
    Reason(NO_DISPLACEMENT, "no_displacement", "MECH-D9", (), ("unit", "place")),
    Reason(ONLY_SWAP, "only_swap", "MECH-1.2.6d", (), ("unit", "place")),
)
