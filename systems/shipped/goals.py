"""Where a side wants its units: on objectives that it does not hold, and at its exits.

How far a place is from an objective is counted once, when a battle is set up, over the terrain of the map alone. On a
large map with many objectives that would take too much room and time: there it is the way as the crow flies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Record, Table, flag, i16, i32
from enfilade.core.board.paces import distances_to
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import GOALS, PACES
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World
from enfilade.systems.sequence.exits import ways_of
from enfilade.systems.sequence.tables import play_of
from enfilade.systems.worth import PACE_WORTH, PACES_MAX, SCORE_WORTH, Survey, attitude

LEAVING_COST = 20
"""What a unit that leaves the board by an exit would be worth on it."""
THREAT_DISTANCE = 6
"""An objective of the side is in danger while an enemy is within so many paces."""
COUNTED_MAX = 1 << 16
"""Paces that are counted at most, 2 bytes each, from all places to all goals together."""


class Pace(Record):
    """How far a place is from an objective or exit."""

    count: i16


class Goal(Record):
    """An objective or an exit, as the side sees it for which a position was surveyed last."""

    x: i16
    y: i16
    worth: i32  # of a unit on it
    wanted: flag  # false of another side's exit
    held: flag  # by the side or an ally; an exit is not
    threatened: flag
    nearest: i32  # paces of the unit of the side and its allies that is nearest
    unit: i16  # that unit, -1 none
    second: i32  # paces of the next nearest


PACE_DTYPE = Pace.dtype
GOAL_DTYPE = Goal.dtype

PacesTo = Kernel[[World, int, int, int, int], int]
"""Paces to a goal, by its number, of a unit at a place: goal, unit, x, y."""


class Towards(NamedTuple):
    """Where a side wants its units."""

    goals: Table[Goal]  # (objectives + exits,), scratch
    paces: Table[Pace]  # goal by goal, as the family lays them out; frozen; none where there are too many


def goal_tables(goals: int, places: int) -> list[TableSpec]:
    """The tables for so many objectives and exits, and places from which paces are counted."""
    counted = goals * places
    return [
        TableSpec("paces", PACES, Block.RULES, Pace, counted if counted <= COUNTED_MAX else 0),
        TableSpec("goals", GOALS, Block.SCRATCH, Goal, goals),
    ]


@kernel
def towards_of(world: World) -> Towards:
    """Where a side wants its units."""
    layout = world.layout
    return Towards(
        table(world.desk, start_of(layout, GOALS), count_of(layout, GOALS), GOAL_DTYPE),
        table(world.desk, start_of(layout, PACES), count_of(layout, PACES), PACE_DTYPE),
    )


def set_paces(
    world: World, goals: Sequence[tuple[int, int]], grounds: Sequence[npt.NDArray[np.bool_]], *, corners: bool = True
) -> None:
    """Count the paces to each goal, over the places that each of the grounds does not block, in this order."""
    paces = towards_of(world).paces
    if len(paces) > 0:
        counted = [distances_to([goal], ground, corners=corners) for goal in goals for ground in grounds]
        paces.records()["count"] = np.minimum(np.concatenate(counted), PACES_MAX).reshape(-1)


@kernel
def as_the_crow_flies(world: World, stride: int, goal: int, x: int, y: int) -> int:
    """Paces from a place to a goal where they are not counted, as if nothing were in the way."""
    towards = towards_of(world).goals[goal]
    return min(apart(stride, x, y, towards.x, towards.y), PACES_MAX)


@kernel
def set_goals(world: World, side: int) -> None:
    """Note what is to be had, and what of it the side has."""
    goals = towards_of(world).goals
    play = play_of(world)
    for i in range(len(play.objectives)):
        objective = play.objectives[i]
        goals[i].x = objective.x
        goals[i].y = objective.y
        goals[i].worth = SCORE_WORTH * objective.value
        goals[i].wanted = True
        holder = play.holdings[i].side
        goals[i].held = holder != NOBODY and attitude(world, side, holder) > 0
    exits = ways_of(world).exits
    for i in range(len(exits)):
        goal = goals[len(play.objectives) + i]
        goal.x = exits[i].x
        goal.y = exits[i].y
        goal.worth = SCORE_WORTH * exits[i].value - LEAVING_COST
        goal.wanted = exits[i].side == side
        goal.held = False


@kernel
def note_nearer(goal: Goal, unit: int, paces: int) -> None:
    """Note how near a unit is, if it is nearer than others."""
    if goal.unit == NOBODY or paces < goal.nearest:
        goal.second = goal.nearest
        goal.nearest = paces
        goal.unit = unit
    elif paces < goal.second:
        goal.second = paces


@specialised
def surveying(paces_to: PacesTo, stride: int) -> Survey:
    """Who is near to each goal; paces between units are ``stride`` columns or rows long."""

    @kernel
    def survey(world: World, side: int) -> None:
        set_goals(world, side)
        goals = towards_of(world).goals
        for index in range(len(goals)):
            goal = goals[index]
            goal.threatened = False
            goal.unit = NOBODY
            goal.nearest = PACES_MAX
            goal.second = PACES_MAX
            for unit in range(len(world.units)):
                slot = world.units[unit]
                if goal.wanted and slot.status.alive:
                    x, y = slot.position.x, slot.position.y
                    towards = attitude(world, side, slot.allegiance.side)
                    if towards > 0:
                        note_nearer(goal, unit, paces_to(world, index, unit, x, y))
                    elif towards < 0 and apart(stride, x, y, goal.x, goal.y) <= THREAT_DISTANCE:
                        goal.threatened = True

    return survey


@kernel
def apart(stride: int, x: int, y: int, other_x: int, other_y: int) -> int:
    """Squares or large grids between two places, corners included; ``stride`` places across."""
    return max(abs(x // stride - other_x // stride), abs(y // stride - other_y // stride))


@kernel
def needs_guard(goal: Goal, others: int) -> bool:
    """Whether an objective is the side's and in danger, and no other unit stands on it."""
    return goal.held and goal.threatened and others > 0


@kernel
def pull(goal: Goal, others: int, own: int) -> int:
    """What a goal is worth to a unit: nothing where another stands, half where another is nearer or it is held."""
    if others == 0 or (goal.held and not needs_guard(goal, others)):
        return 0
    return goal.worth // 2 if goal.held or others < own else goal.worth


@specialised
def drawing(paces_to: PacesTo) -> Kernel[[World, int, int, int], int]:
    """What a place is worth to a unit for the goal that draws it most, and as the one guard of another."""

    @kernel
    def draw(world: World, unit: int, x: int, y: int) -> int:
        goals = towards_of(world).goals
        slot = world.units[unit]
        best = -PACE_WORTH * PACES_MAX
        guarded = 0
        for index in range(len(goals)):
            goal = goals[index]
            if goal.wanted:
                paces = paces_to(world, index, unit, x, y)
                others = goal.second if goal.unit == unit else goal.nearest
                own = paces_to(world, index, unit, slot.position.x, slot.position.y)
                best = max(best, pull(goal, others, own) - PACE_WORTH * paces)
                if paces == 0 and needs_guard(goal, others):
                    guarded += goal.worth * 3 // 2  # more than what is gained by leaving one for another
        return best + guarded

    return draw
