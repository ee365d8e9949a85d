"""What the sequence of play keeps: who has passed, who holds what, and when a battle ends."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i8, i16
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import HOLDINGS, OBJECTIVES, TURN, TURN_RULES
from enfilade.core.rulebook.turns import Objective, TurnRules
from enfilade.core.state.world import World


class Turn(Record):
    """Where the turn stands."""

    passed: i16  # sides that give no more orders in this turn, one bit each


class Holding(Record):
    """Who holds an objective."""

    side: i8  # -1 nobody


TURN_DTYPE = Turn.dtype
HOLDING_DTYPE = Holding.dtype
TURN_RULES_DTYPE = TurnRules.dtype
OBJECTIVE_DTYPE = Objective.dtype


class Play(NamedTuple):
    """The tables of the sequence of play."""

    turn: Table[Turn]  # (1,)
    holdings: Table[Holding]  # (objectives,)
    rules: Table[TurnRules]  # (1,), frozen
    objectives: Table[Objective]  # (objectives,), frozen


def play_tables(objectives: int) -> list[TableSpec]:
    """The tables for so many objectives."""
    return [
        TableSpec("turn", TURN, Block.WORLD, Turn, 1),
        TableSpec("holdings", HOLDINGS, Block.WORLD, Holding, objectives),
        TableSpec("turn_rules", TURN_RULES, Block.RULES, TurnRules, 1),
        TableSpec("objectives", OBJECTIVES, Block.RULES, Objective, objectives),
    ]


@kernel
def play_of(world: World) -> Play:
    """The tables of the sequence of play."""
    layout = world.layout
    return Play(
        table(world.data, start_of(layout, TURN), 1, TURN_DTYPE),
        table(world.data, start_of(layout, HOLDINGS), count_of(layout, HOLDINGS), HOLDING_DTYPE),
        table(world.desk, start_of(layout, TURN_RULES), 1, TURN_RULES_DTYPE),
        table(world.desk, start_of(layout, OBJECTIVES), count_of(layout, OBJECTIVES), OBJECTIVE_DTYPE),
    )
