"""Decisions of the families that come with the engine, by number: what one system asks for and another answers."""

from .kinds import DecisionKind

ACTIVATION = 1
ATTACK = 2
DISPLACEMENT = 3
REACTION = 4
FORCED_MOVE = 5

DECIDE_ACTIVATION = DecisionKind(ACTIVATION, "activate", elective=True)
DECIDE_ATTACK = DecisionKind(ATTACK, "attack")
DECIDE_DISPLACEMENT = DecisionKind(DISPLACEMENT, "displace")
DECIDE_REACTION = DecisionKind(REACTION, "react")
DECIDE_FORCED_MOVE = DecisionKind(FORCED_MOVE, "push")
