"""The drill's words: order kinds, decisions, events, reasons and results, by number."""

from __future__ import annotations

from enfilade.authoring import FAMILY_EVENT, FAMILY_REASON, PLUGIN_KIND, DecisionKind, EventKind, Kind, Reason

DRAW = PLUGIN_KIND
MOVE = PLUGIN_KIND + 1
FIRE = PLUGIN_KIND + 2
HOLD = PLUGIN_KIND + 3
SHOVE = PLUGIN_KIND + 4
BID = PLUGIN_KIND + 5
PASS = PLUGIN_KIND + 6

BIDDING = 1
ACTIVATION = 2
REACTION = 3
DISPLACEMENT = 4

DECISIONS = (
    DecisionKind(BIDDING, "bid", elective=True),
    DecisionKind(ACTIVATION, "activate", elective=True),
    DecisionKind(REACTION, "react"),
    DecisionKind(DISPLACEMENT, "displace"),
)

DRAW_KINDS = (Kind(DRAW, "draw", (ACTIVATION,), has_unit=False),)
MOVE_KINDS = (Kind(MOVE, "move", (ACTIVATION,), ("place", "path")),)
FIRE_KINDS = (Kind(FIRE, "fire", (REACTION,)), Kind(HOLD, "hold", (REACTION,)))
SHOVE_KINDS = (Kind(SHOVE, "shove", (DISPLACEMENT,), ("place",)),)
SEQUENCE_KINDS = (
    Kind(BID, "bid", (BIDDING,), ("number",), has_unit=False),
    Kind(PASS, "pass", (ACTIVATION,), has_unit=False),
)

MOVED = FAMILY_EVENT
ENTERED = FAMILY_EVENT + 1
SHOVED = FAMILY_EVENT + 2
FIRED = FAMILY_EVENT + 3
HELD_FIRE = FAMILY_EVENT + 4
SHAKEN = FAMILY_EVENT + 5
LOST = FAMILY_EVENT + 6
DREW = FAMILY_EVENT + 7
RECOVERED = FAMILY_EVENT + 8
BID_MADE = FAMILY_EVENT + 9
ROUND_BEGAN = FAMILY_EVENT + 10
PASSED = FAMILY_EVENT + 11
ENDED = FAMILY_EVENT + 12
NO_SQUARE = FAMILY_EVENT + 13

EVENTS = (
    EventKind(MOVED, "moved", (), ("unit", "place")),
    EventKind(ENTERED, "entered", (), ("unit", "place")),
    EventKind(SHOVED, "shoved", (), ("unit", "place")),
    EventKind(FIRED, "fired", ("dice", "hits"), ("unit", "target", "dice", "hits")),
    EventKind(HELD_FIRE, "held_fire", (), ("unit",)),
    EventKind(SHAKEN, "shaken", (), ("unit",)),
    EventKind(LOST, "lost", (), ("unit",)),
    EventKind(DREW, "drew", ("side", "card"), ("side", "card")),
    EventKind(RECOVERED, "recovered", (), ("unit",)),
    EventKind(BID_MADE, "bid_made", ("side", "bid"), ("side", "bid")),
    EventKind(ROUND_BEGAN, "round_began", ("turn", "side"), ("turn", "side")),
    EventKind(PASSED, "passed", ("side",), ("side",)),
    EventKind(ENDED, "ended", ("turn",), ("turn",)),
    EventKind(NO_SQUARE, "no_square", (), ("unit",)),
)

TOO_FAR = FAMILY_REASON
SAME_SQUARE = FAMILY_REASON + 1
NOT_A_STEP = FAMILY_REASON + 2
WALL = FAMILY_REASON + 3
FRIEND = FAMILY_REASON + 4
ALREADY_MOVED = FAMILY_REASON + 5
IS_SHAKEN = FAMILY_REASON + 6
NO_PATH = FAMILY_REASON + 7
WRONG_END = FAMILY_REASON + 8
NOT_NEIGHBOUR = FAMILY_REASON + 9
SQUARE_TAKEN = FAMILY_REASON + 10
MOVERS_SQUARE = FAMILY_REASON + 11
BID_TOO_HIGH = FAMILY_REASON + 12
ALREADY_DREW = FAMILY_REASON + 13
DECK_EMPTY = FAMILY_REASON + 14

REASONS = (
    Reason(TOO_FAR, "too_far", "DRILL-3.1", ("steps", "allowance"), ("unit", "steps", "allowance")),
    Reason(SAME_SQUARE, "same_square", "DRILL-3.1", (), ("unit", "place")),
    Reason(NOT_A_STEP, "not_a_step", "DRILL-3.1", ("step",), ("step", "place")),
    Reason(WALL, "wall", "DRILL-3.2", (), ("place",)),
    Reason(FRIEND, "friend", "DRILL-3.2", (), ("target", "place")),
    Reason(ALREADY_MOVED, "already_moved", "DRILL-3.1", (), ("unit",)),
    Reason(IS_SHAKEN, "is_shaken", "DRILL-3.1", (), ("unit",)),
    Reason(NO_PATH, "no_path", "DRILL-3.2", ("allowance",), ("unit", "place", "allowance")),
    Reason(WRONG_END, "wrong_end", "DRILL-3.3", (), ("place",)),
    Reason(NOT_NEIGHBOUR, "not_neighbour", "DRILL-4.1", (), ("unit", "place")),
    Reason(SQUARE_TAKEN, "square_taken", "DRILL-4.1", (), ("place",)),
    Reason(MOVERS_SQUARE, "movers_square", "DRILL-4.1", (), ("target", "place")),
    Reason(BID_TOO_HIGH, "bid_too_high", "DRILL-2.1", ("bid", "highest"), ("bid", "highest")),
    Reason(ALREADY_DREW, "already_drew", "DRILL-6.1", ("side",), ("side",)),
    Reason(DECK_EMPTY, "deck_empty", "DRILL-6.1"),
)

RALLY = 1
HURRY = 2
BLANK = 3
CARD_NAMES = ("", "rally", "hurry", "blank")

OPEN = 0
WALL_TERRAIN = 1
TERRAIN_NAMES = ("open", "wall")

LAST_SIDE = 1
ROUNDS_PLAYED = 2
RESULT_NAMES = ("", "last side in play", "rounds played")
