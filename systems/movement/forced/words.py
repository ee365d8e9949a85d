"""The words of forced movement: order kind, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import FORCED_MOVE
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason
from enfilade.systems.interruptions import PUSH

PUSH_KIND = Kind(PUSH, "push", (FORCED_MOVE,), ("place", "facing"), any_side=True)

PUSHED = 340
HELD_GROUND = 341

EVENTS = (
    EventKind(PUSHED, "pushed", (), ("unit", "target", "place")),
    EventKind(HELD_GROUND, "held_ground", (), ("unit",)),
)

NOT_PUSHED = 340
NO_PUSH = 341

REASONS = (
    Reason(NOT_PUSHED, "not_pushed", "MECH-1.2.4a", (), ("unit",)),
    Reason(NO_PUSH, "no_push", "MECH-D21", (), ("unit", "place")),
)
