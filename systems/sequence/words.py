"""The words of the sequence of play: order kinds and events."""

from __future__ import annotations

from enfilade.core.orders.decisions import ACTIVATION, ATTACK
from enfilade.core.orders.kinds import EventKind, Kind
from enfilade.core.orders.reasons import Reason

PASS = 60

PASS_KIND = Kind(PASS, "pass", (ACTIVATION,), has_unit=False)
DONE = 61
DONE_KIND = Kind(DONE, "done", (ACTIVATION, ATTACK))

EXIT = 62
EXIT_KIND = Kind(EXIT, "exit", (ACTIVATION, ATTACK))

TURN_BEGAN = 600
PASSED = 601
OBJECTIVE_TAKEN = 602
BATTLE_ENDED = 603
LEFT_BOARD = 604

EVENTS = (
    EventKind(TURN_BEGAN, "turn_began", ("turn", "side"), ("turn", "side")),
    EventKind(PASSED, "passed", ("side",), ("side",)),
    EventKind(OBJECTIVE_TAKEN, "objective_taken", ("side", "value"), ("side", "place", "value")),
    EventKind(BATTLE_ENDED, "battle_ended", ("turn",), ("turn",)),
    EventKind(LEFT_BOARD, "left_board", ("value",), ("unit", "place", "value")),
)

ALREADY_DONE = 600
NO_EXIT = 601
CANNOT_LEAVE = 602
REASONS = (
    Reason(ALREADY_DONE, "already_done", "MECH-D13", (), ("unit",)),
    Reason(NO_EXIT, "no_exit", "MECH-D13", (), ("unit",)),
    Reason(CANNOT_LEAVE, "cannot_leave", "MECH-D14", (), ("unit",)),
)

ONGOING = 0
POINTS_REACHED = 1
TURNS_PLAYED = 2
LAST_SIDE = 3
RESULTS = ("", "points reached", "turns played")
"""Why a battle is over, by ``clock.reason``."""
RESULTS_OF_LOSSES = (*RESULTS, "last side in play")
"""The same where units are lost."""
