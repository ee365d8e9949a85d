"""How a scenario becomes a drill position, what is hidden in it, and what must hold in it."""

from __future__ import annotations

import numpy as np

from enfilade.authoring import NOBODY, Limits, Problem, Scenario, World, kernel

from .components import Drill, open_drill
from .movement import REACH_MAX
from .sequence import BID_MAX, BIDS_MADE, NEW_ROUND, TURNS
from .squares import rebuild_occupants
from .vocabulary import ACTIVATION, BIDDING, DISPLACEMENT, MOVE, REACTION, SHOVE, TERRAIN_NAMES, WALL_TERRAIN

DEFAULTS = {"power": 2, "allowance": 2}
POWER_MAX = 6
ALLOWANCE_MAX = REACH_MAX - 1
"""A hurried unit takes one step more."""
VALUES = {"power": POWER_MAX, "allowance": ALLOWANCE_MAX}
"""What a type or a unit may set: greatest values."""
TOKENS = 3
ROUNDS = 4
LEGEND = {".": "open", "#": "wall"}
OPTIONS = {"tokens": (TOKENS, 0, 9), "rounds": (ROUNDS, 1, 99)}
"""Rule options: default, least and greatest value."""


def unit_values(scenario: Scenario, index: int) -> dict[str, int]:
    """Power and allowance of a unit: the defaults, its type's values, its own."""
    unit = scenario.units[index]
    return DEFAULTS | scenario.types.get(unit.type, {}) | unit.values


def option(scenario: Scenario, name: str) -> int:
    """The value of a rule option."""
    return int(scenario.options.get(name, OPTIONS[name][0]))


def find_problems(scenario: Scenario) -> list[Problem]:
    """Everything in a scenario that the drill cannot play."""
    found = []
    for name, values in scenario.types.items():
        found += value_problems(f"types.{name}", values)
    for index, unit in enumerate(scenario.units):
        found += value_problems(f"units[{index}] ({unit.id})", unit.values)
    for name, chosen in scenario.options.items():
        if name not in OPTIONS:
            found.append(Problem(f"options.{name}", repr(chosen), f"one of the options {', '.join(OPTIONS)}"))
        elif type(chosen) is not int or not OPTIONS[name][1] <= chosen <= OPTIONS[name][2]:
            found.append(Problem(f"options.{name}", repr(chosen), f"{OPTIONS[name][1]} to {OPTIONS[name][2]}"))
    return found


def value_problems(place: str, values: dict[str, int]) -> list[Problem]:
    """Values of a unit or a type that the drill does not know, or that are out of their range."""
    found = []
    for name, value in values.items():
        if name not in VALUES:
            found.append(Problem(place, f"value {name!r}", f"one of {', '.join(VALUES)}"))
        elif not 0 <= value <= VALUES[name]:
            found.append(Problem(f"{place}.{name}", str(value), f"0 to {VALUES[name]}"))
    return found


def placement_problem(scenario: Scenario, place: tuple[int, int], taken: dict[tuple[int, int], str]) -> str:
    """DRILL-1.2: a unit begins on an open square of its own."""
    if place in taken:
        return f"a square of its own; {taken[place]} is there"
    legend = LEGEND | scenario.board.legend
    rows = scenario.board.map.strip("\n").split("\n")
    if legend[rows[place[1]][place[0]]] == TERRAIN_NAMES[WALL_TERRAIN]:
        return "an open square"
    return ""


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in the drill's tables: values of units, tokens of sides, the length of the game."""
    drill = open_drill(world)
    for slot, soldier in enumerate(drill.soldiers):
        values = unit_values(scenario, slot)
        soldier.power = values["power"]
        soldier.allowance = values["allowance"]
        drill.parties[world.units[slot].allegiance.side].units += world.units[slot].status.alive
    for party in drill.parties:
        party.tokens = option(scenario, "tokens")
        party.bid = NOBODY
    drill.round[0].began = len(scenario.sides) - 1
    drill.round[0].last = option(scenario, "rounds")
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


def limits(units: int, sides: int, squares: int) -> Limits:
    """Least and greatest value of the drill's fields, and of an engine field that it uses more narrowly."""
    return {
        "pending.unit": (0, units - 1),
        "drill_soldiers.power": (0, POWER_MAX),
        "drill_soldiers.allowance": (0, ALLOWANCE_MAX),
        "drill_parties.units": (0, units),
        "drill_parties.tokens": (0, OPTIONS["tokens"][2]),
        "drill_parties.bid": (NOBODY, BID_MAX),
        "drill_parties.hurry": (0, 1),
        "drill_round.stage": (NEW_ROUND, TURNS),
        "drill_round.began": (0, sides - 1),
        "drill_round.last": (OPTIONS["rounds"][1], OPTIONS["rounds"][2]),
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
