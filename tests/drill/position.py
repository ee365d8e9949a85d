"""How a scenario becomes a drill position, what is hidden in it, and what must hold in it."""

from __future__ import annotations

from enfilade.authoring import NOBODY, Problem, Scenario, World, kernel

from .components import open_drill
from .movement import REACH_MAX
from .squares import rebuild_occupants, square
from .vocabulary import BIDDING, TERRAIN_NAMES, WALL_TERRAIN

DEFAULTS = {"power": 2, "allowance": 2}
POWER_MAX = 6
ALLOWANCE_MAX = REACH_MAX - 1
"""A hurried unit takes one step more."""
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
    limits = {"power": POWER_MAX, "allowance": ALLOWANCE_MAX}
    for index, unit in enumerate(scenario.units):
        for name, value in unit_values(scenario, index).items():
            if name not in limits:
                found.append(Problem(f"units[{index}] ({unit.id})", f"value {name!r}", f"one of {', '.join(limits)}"))
            elif not 0 <= value <= limits[name]:
                found.append(Problem(f"units[{index}] ({unit.id}).{name}", str(value), f"0 to {limits[name]}"))
    for name, chosen in scenario.options.items():
        if name not in OPTIONS:
            found.append(Problem(f"options.{name}", repr(chosen), f"one of the options {', '.join(OPTIONS)}"))
        elif type(chosen) is not int or not OPTIONS[name][1] <= chosen <= OPTIONS[name][2]:
            found.append(Problem(f"options.{name}", repr(chosen), f"{OPTIONS[name][1]} to {OPTIONS[name][2]}"))
    return found


def placement_problem(scenario: Scenario, place: tuple[int, int], taken: dict[tuple[int, int], str]) -> str:
    """DRILL-1.2: a unit begins on an open square of its own."""
    if place in taken:
        return f"a square of its own; {taken[place]} is there"
    legend = LEGEND | scenario.board.legend
    rows = scenario.board.map.strip("\n").splitlines()
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
        drill.parties[world.units[slot].allegiance.side].units += 1
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
    """DRILL-2.1: a side does not see the others' bids while bids are being made."""
    if world.clock[0].decision == BIDDING and not world.clock[0].over:
        drill = open_drill(world)
        for other in range(world.rules[0].sides):
            if other != side:
                drill.parties[other].bid = NOBODY


def broken_invariants(world: World) -> list[str]:
    """DRILL-1.2 and the counts of units: what does not hold in a position."""
    drill = open_drill(world)
    broken = []
    taken: dict[tuple[int, int], int] = {}
    left = [0] * len(drill.parties)
    for slot, unit in enumerate(world.units):
        if not unit.status.alive:
            continue
        place = (unit.position.x, unit.position.y)
        left[unit.allegiance.side] += 1
        if place in taken:
            broken.append(f"DRILL-1.2: units {taken[place]} and {slot} stand on {place}")
        taken[place] = slot
        if world.cells[square(world, *place)].kind == WALL_TERRAIN:
            broken.append(f"DRILL-1.2: unit {slot} stands in the wall on {place}")
    for side, party in enumerate(drill.parties):
        if party.units != left[side]:
            broken.append(f"side {side} counts {party.units} units, {left[side]} are in play")
    return broken
