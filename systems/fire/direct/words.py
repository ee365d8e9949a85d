"""The words of attacks: order kinds, events, reasons."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION, ATTACK, REACTION
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason
from enfilade.systems.interruptions import REACTIONS

FIRE = 40
STRIKE = 41

FIRE_KINDS = (
    Kind(FIRE, "fire", (ACTIVATION, ATTACK, REACTION), ("target", "weapon")),
    Kind(STRIKE, "strike", (ACTIVATION, ATTACK), ("target", "weapon")),
)
HOLD_KIND = Kind(REACTIONS, "hold", (REACTION,), has_unit=False)

ATTACKED = 400
SAVED = 401
DISRUPTED = 402
REDUCED = 403
DESTROYED = 404
UNHARMED = 405
SUPPRESSED = 406
WENT_OFF = 407
CLEARED = 408
HELD_FIRE = 409

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
    EventKind(SUPPRESSED, "suppressed", (), ("unit",)),
    EventKind(WENT_OFF, "went_off", ("dice", "needed", "hits"), ("unit", "dice", "needed", "hits")),
    EventKind(CLEARED, "cleared", (), ("unit",)),
    EventKind(HELD_FIRE, "held_fire", ("side",), ("side",)),
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
NOT_THE_MOVER = 411
TOO_DISRUPTED = 412
BARRICADED = 415
NOT_MELEE = 413

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
    Reason(NOT_THE_MOVER, "not_the_mover", "FORM-D12", (), ("target",)),
    Reason(BARRICADED, "barricaded", "MECH-X8", (), ("unit", "place", "target")),
    Reason(TOO_DISRUPTED, "too_disrupted", "FORM-D12", (), ("unit",)),
)
