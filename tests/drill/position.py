"""How a scenario becomes a drill position, what is hidden in it, and what must hold in it."""

from __future__ import annotations

import numpy as np

from enfilade.authoring import NOBODY, Limits, Option, Scenario, UnitEntry, World, kernel

from .components import Drill, open_drill
from .movement import REACH_MAX
from .sequence import BID_MAX, BIDS_MADE, NEW_ROUND, TURNS
from .squares import rebuild_occupants
from .vocabulary import ACTIVATION, BIDDING, DISPLACEMENT, MOVE, REACTION, SHOVE, TERRAIN_NAMES, WALL_TERRAIN

POWER = Option("power", 2, least=0, greatest=6)
ALLOWANCE = Option("allowance", 2, least=0, greatest=REACH_MAX - 1)
"""A hurried unit takes one step more."""
TOKENS = Option("tokens", 3, least=0, greatest=9)
ROUNDS = Option("rounds", 4, least=1, greatest=99)
LEGEND = {".": "open", "#": "wall"}


def placement_problem(scenario: Scenario, unit: UnitEntry, place: tuple[int, int], there: list[UnitEntry]) -> str:
    """DRILL-1.2: a unit begins on an open square of its own."""
    if there:
        return f"a square of its own; {there[0].id} is there"
    legend = LEGEND | scenario.board.legend
    if legend[scenario.map_rows()[place[1]][place[0]]] == TERRAIN_NAMES[WALL_TERRAIN]:
        return "an open square"
    return ""


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in the drill's tables: values of units, tokens of sides, the length of the game."""
    drill = open_drill(world)
    for slot, soldier in enumerate(drill.soldiers):
        soldier.power = POWER.of_unit(scenario, slot)
        soldier.allowance = ALLOWANCE.of_unit(scenario, slot)
        drill.parties[world.units[slot].allegiance.side].units += world.units[slot].status.alive
    for party in drill.parties:
        party.tokens = TOKENS.number(scenario)
        party.bid = NOBODY
    drill.round[0].began = len(scenario.sides) - 1
    drill.round[0].last = ROUNDS.number(scenario)
    drill.round[0].rallying = NOBODY


@kernel
def rebuild(world: World) -> None:
    """Derive the drill's derived table."""
    rebuild_occupants(world, open_drill(world))


@kernel
def hide(world: World, side: int) -> None:
    """DRILL-2.1: a side does not see the others' bids while bids are being made, nor count units it does not know."""
    drill = open_drill(world)
    is_bidding = world.clock[0].decision == BIDDING and not world.clock[0].over
    for other in range(world.rules[0].sides):
        if other != side and is_bidding:
            drill.parties[other].bid = NOBODY
        drill.parties[other].units = 0
    for unit in range(len(world.units)):
        if world.units[unit].status.alive:
            drill.parties[world.units[unit].allegiance.side].units += 1


def limits(scenario: Scenario) -> Limits:
    """Least and greatest value of the drill's fields, and of an engine field that it uses more narrowly."""
    units, sides = len(scenario.units), len(scenario.sides)
    return {
        "pending.unit": (0, units - 1),
        "drill_soldiers.power": (0, POWER.greatest),
        "drill_soldiers.allowance": (0, ALLOWANCE.greatest),
        "drill_parties.units": (0, units),
        "drill_parties.tokens": (0, TOKENS.greatest),
        "drill_parties.bid": (NOBODY, BID_MAX),
        "drill_parties.hurry": (0, 1),
        "drill_round.stage": (NEW_ROUND, TURNS),
        "drill_round.began": (0, sides - 1),
        "drill_round.last": (ROUNDS.least, ROUNDS.greatest),
        "drill_round.rallying": (NOBODY, sides - 1),
    }


def broken_invariants(world: World) -> list[str]:
    """DRILL-1.2, the counts of units, and what a decision is about: what does not hold in a position."""
    drill = open_drill(world)
    return [*misplaced_units(world), *miscounted_units(world, drill), *misplaced_decision(world, drill)]


def misplaced_units(world: World) -> list[str]:
    """DRILL-1.2: units that share a square or stand in a wall."""
    units = world.units.records()
    slots = np.flatnonzero(units["status"]["alive"])
    position = units["position"][slots]
    squares = position["y"].astype(np.int64) * world.rules[0].width + position["x"]
    first = np.full(len(world.cells), NOBODY, np.int64)
    first[squares[::-1]] = slots[::-1]
    broken = []
    for index in np.flatnonzero(first[squares] != slots).tolist():
        place = tuple(position[index].tolist())
        broken.append(f"DRILL-1.2: units {first[squares[index]]} and {slots[index]} stand on {place}")
    for index in np.flatnonzero(world.cells.records()["kind"][squares] == WALL_TERRAIN).tolist():
        broken.append(f"DRILL-1.2: unit {slots[index]} stands in the wall on {tuple(position[index].tolist())}")
    return broken


def miscounted_units(world: World, drill: Drill) -> list[str]:
    """Sides whose count of units is wrong."""
    units = world.units.records()
    sides = units["allegiance"]["side"][units["status"]["alive"]]
    left = np.bincount(sides, minlength=len(drill.parties)).tolist()
    return [
        f"side {side} counts {party.units} units, {left[side]} are in play"
        for side, party in enumerate(drill.parties)
        if party.units != left[side]
    ]


def misplaced_decision(world: World, drill: Drill) -> list[str]:
    """DRILL-2.1, DRILL-2.3, DRILL-4.1, DRILL-5.1: what does not go with the decision that is owed."""
    clock = world.clock[0]
    if clock.owes == 0:
        return []
    stages = {BIDDING: BIDS_MADE, ACTIVATION: TURNS, REACTION: TURNS, DISPLACEMENT: TURNS}
    under_way = {BIDDING: [], ACTIVATION: [], REACTION: [MOVE], DISPLACEMENT: [MOVE, SHOVE]}
    if clock.decision not in stages:
        return []
    frames = [world.pending[index] for index in range(clock.depth)]
    broken = []
    if drill.round[0].stage != stages[clock.decision]:
        broken.append(f"decision {clock.decision} is owed in stage {drill.round[0].stage} of the round")
    if [frame.kind for frame in frames] != under_way[clock.decision]:
        broken.append(f"decision {clock.decision} is owed while {[frame.kind for frame in frames]} are under way")
    elif clock.decision == DISPLACEMENT and frames[-1].other == NOBODY:
        broken.append("DRILL-4.1: a unit is shoved by no unit")
    is_view = not world.units.records()["components"].all()  # the records of hidden units are zero
    return broken if broken or is_view else misplaced_choice(world)


def misplaced_choice(world: World) -> list[str]:
    """DRILL-2.3, DRILL-4.1, DRILL-5.1: a decision about a unit is owed by its side alone, a turn by the side it is."""
    clock = world.clock[0]
    if clock.decision in (BIDDING, ACTIVATION) and clock.unit != NOBODY:
        return [f"decision {clock.decision} is about unit {clock.unit}"]
    if clock.decision == BIDDING:
        return []
    about = clock.side
    if clock.decision != ACTIVATION:
        if clock.unit == NOBODY or not world.units[clock.unit].status.alive:
            return [f"decision {clock.decision} is about unit {clock.unit}, which is not in play"]
        about = world.units[clock.unit].allegiance.side
    if about == NOBODY or clock.owes != 1 << about:
        return [f"decision {clock.decision} is owed by the sides {clock.owes:#b}"]
    return []
