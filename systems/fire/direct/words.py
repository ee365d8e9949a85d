"""The words of attacks: order kinds, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION, ATTACK
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

FIRE = 40
STRIKE = 41

FIRE_KINDS = (
    Kind(FIRE, "fire", (ACTIVATION, ATTACK), ("target", "weapon")),
    Kind(STRIKE, "strike", (ACTIVATION, ATTACK), ("target", "weapon")),
)

ATTACKED = 400
SAVED = 401
DISRUPTED = 402
REDUCED = 403
DESTROYED = 404
UNHARMED = 405

EVENTS = (
    EventKind(
        ATTACKED,
        "attacked",
        ("weapon", "dice", "needed", "hits"),
        ("unit", "target", "weapon", "dice", "needed", "hits"),
    ),
    EventKind(SAVED, "saved", ("dice", "needed", "saves"), ("unit", "dice", "needed", "saves")),
    EventKind(DISRUPTED, "disrupted", (), ("unit",)),
    EventKind(REDUCED, "reduced", (), ("unit",)),
    EventKind(DESTROYED, "destroyed", (), ("unit",)),
    EventKind(UNHARMED, "unharmed", (), ("unit",)),
)

ACTED = 400
SHUT_DOWN = 401
NO_ENEMY = 402
NO_SUCH_WEAPON = 403
NOT_FOR_FIRE = 404
LOCKED = 405
NOT_IN_FRONT = 406
NOT_SEEN = 407
OUT_OF_RANGE = 408
NOT_ADJACENT = 409
NO_DICE = 410
NOT_MELEE = 411

REASONS = (
    Reason(ACTED, "acted", "MECH-D13", (), ("unit",)),
    Reason(SHUT_DOWN, "shut_down", "MECH-D14", (), ("unit",)),
    Reason(NO_ENEMY, "no_enemy", "MECH-D19", (), ("unit", "target")),
    Reason(NO_SUCH_WEAPON, "no_such_weapon", "MECH-D19", ("weapon",), ("unit", "weapon")),
    Reason(NOT_FOR_FIRE, "not_for_fire", "MECH-D19", ("weapon",), ("weapon",)),
    Reason(NOT_MELEE, "not_melee", "MECH-D19", ("weapon",), ("weapon",)),
    Reason(LOCKED, "locked", "MECH-1.2.5e", (), ("unit", "target")),
    Reason(NOT_IN_FRONT, "not_in_front", "MECH-1.1.5d", (), ("unit", "target")),
    Reason(NOT_SEEN, "not_seen", "MECH-D2", (), ("unit", "target")),
    Reason(
        OUT_OF_RANGE,
        "out_of_range",
        "FORM-8.7",
        ("distance", "farthest", "weapon"),
        ("target", "distance", "farthest", "weapon"),
    ),
    Reason(NOT_ADJACENT, "not_adjacent", "MECH-D19", ("distance",), ("unit", "target")),
    Reason(NO_DICE, "no_dice", "FORM-D7", (), ("unit", "target")),
)
