"""A battle of straight marches as its rulebook page tells it, in plain Python, nothing of the engine.

Written from ``docs/rulebook/march.md`` alone, with the fractions of ``tests/oracles/march.py``, so that it can judge
the engine. Every order is tried on every square; maps are small.

Where the text leaves a choice of reading, the one taken here:

- A refusal for terrain names the square that the step goes to, for MARCH-T2 and MARCH-T3 as well. A refusal by
  MARCH-D4 names the last step and the end. MARCH-6.2 and MARCH-D7 name neither.
- The start counts for MARCH-T3, and the squares beside the first step for MARCH-T2: only the start's own terrain is
  left out.
- With ``edges`` a step is blocked by units beside the square that it leaves or the square that it goes to.
- A march of no steps is legal on impassable terrain too. One that goes out to a waypoint and back has an end like any
  other, so the unit's own square must then be passable and, when the path is tested, free.
- Alliance is mutual when either side names the other, and does not pass on to a third.
- A unit with an allowance of 0 may still march, to its own square.
- Objectives are looked at before the first order too, and after each order; a score counts at the end of a turn only.
- At the end of the last turn ``points`` are looked at first.
- In a battle that is over, the turn, and who has marched and passed in it, stay as they were.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field, replace

from tests.oracles.march import contact, exact_path, squares

Square = tuple[int, int]
"""Column and row, columns to the east and rows to the south, from 0."""
Order = tuple[str, str, Square] | tuple[str, str]
"""("march", unit, end) or ("pass", side)."""
Reason = tuple[str, int | None, Square | None]
"""Rule, number of the step from 1 over both parts of a march, square."""

IMPASSABLE = frozenset({"water", "high mountain", "desert", "swamp"})
"""MARCH-X4."""
ALLOWANCE = 4
"""MARCH-6.2."""
TURNS = 12
"""MARCH-7.4."""
FORD = "ford"


@dataclass(frozen=True)
class Side:
    """A side, with the names of the sides that it calls allied."""

    name: str
    neutral: bool = False
    allied: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Unit:
    """A unit. ``square`` is None when it is not in play."""

    name: str
    side: str
    square: Square | None
    allowance: int = ALLOWANCE
    barred: frozenset[str] = IMPASSABLE


@dataclass(frozen=True)
class Objective:
    """A square with a value, and who holds it at the beginning."""

    square: Square
    value: int
    holder: str | None = None


@dataclass(frozen=True)
class Options:
    """MARCH-D1, MARCH-D2, MARCH-7.3, MARCH-7.4."""

    diagonal_corners: bool = False
    river_banks: bool = False
    case2_neighbours: str = "corners"  # or "edges"
    turns: int = TURNS
    points: int = 0


@dataclass(frozen=True)
class Setup:
    """What a scenario says: ``terrain`` and ``banks`` are rows from north to south, each from west to east."""

    width: int
    height: int
    terrain: tuple[tuple[str, ...], ...]
    banks: tuple[tuple[str | None, ...], ...]  # None, a letter, or "ford"
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    objectives: tuple[Objective, ...] = ()
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class State:
    """Everything that changes in a battle."""

    turn: int
    decision: str | None  # the side that gives the next order, None when the battle is over
    squares: dict[str, Square | None]  # by name of unit
    marched: frozenset[str]  # names of units
    passed: frozenset[str]  # names of sides
    holders: tuple[str | None, ...]  # one for each objective
    over: bool = False
    winners: tuple[str, ...] = ()
    reason: str = ""  # or "points reached", "turns played"


def begin(setup: Setup) -> State:
    """The state before the first order."""
    state = State(
        turn=1,
        decision=None,
        squares={unit.name: unit.square for unit in setup.units},
        marched=frozenset(),
        passed=frozenset(),
        holders=tuple(objective.holder for objective in setup.objectives),
    )
    state = replace(state, holders=holders(setup, state))
    return go_on(setup, state, first_of_turn(setup, state.turn))


def legal(setup: Setup, state: State) -> list[Order]:
    """MARCH-6.4: straight marches by unit and end, row by row, then the pass."""
    if state.over or state.decision is None:
        return []
    orders: list[Order] = []
    for unit in setup.units:
        if unit.side == state.decision and state.squares[unit.name] is not None:
            ends = [square for square in all_squares(setup) if refusal(setup, state, unit.name, square) is None]
            orders += [("march", unit.name, end) for end in ends]
    return [*orders, ("pass", state.decision)]


def take(setup: Setup, state: State, order: Order, waypoint: Square | None = None) -> State:
    """The state after a legal order of the side whose decision it is."""
    assert state.decision is not None
    side = state.decision
    if len(order) == 2:
        assert order == ("pass", side)
        after = replace(state, passed=state.passed | {side})
    else:
        kind, name, end = order
        assert kind == "march"
        assert unit_named(setup, name).side == side
        assert refusal(setup, state, name, end, waypoint) is None
        after = replace(state, squares={**state.squares, name: end}, marched=state.marched | {name})
    after = replace(after, decision=None, holders=holders(setup, after))
    return go_on(setup, after, place_in_rotation(setup, side) + 1)


# sides


def allied(setup: Setup, one: str, other: str) -> bool:
    """Equal, or named allied by either."""
    by_name = {side.name: side for side in setup.sides}
    return one == other or other in by_name[one].allied or one in by_name[other].allied


def playing(setup: Setup) -> list[str]:
    """MARCH-6.1: the sides that give orders."""
    return [side.name for side in setup.sides if not side.neutral]


def place_in_rotation(setup: Setup, side: str) -> int:
    """Which of the playing sides a side is."""
    return playing(setup).index(side)


def first_of_turn(setup: Setup, turn: int) -> int:
    """MARCH-6.1: the first side begins the first turn, the next one the second, and so on."""
    return (turn - 1) % len(playing(setup))


# squares


def all_squares(setup: Setup) -> list[Square]:
    """Every square of the map, row by row."""
    return [(column, row) for row in range(setup.height) for column in range(setup.width)]


def row_by_row(square: Square) -> tuple[int, int]:
    """Sorts squares from north to south, then from west to east."""
    return (square[1], square[0])


def unit_named(setup: Setup, name: str) -> Unit:
    """The unit of a name."""
    return next(unit for unit in setup.units if unit.name == name)


def is_barred(setup: Setup, unit: Unit, square: Square) -> bool:
    """MARCH-X4: whether a square is impassable to a unit."""
    return setup.terrain[square[1]][square[0]] in unit.barred


def in_the_way(setup: Setup, state: State, unit: Unit) -> set[Square]:
    """MARCH-X5: the squares of all enemy and neutral units."""
    found = set()
    for other in setup.units:
        square = state.squares[other.name]
        if square is not None and not allied(setup, unit.side, other.side):
            found.add(square)
    return found


# marches


def refusal(setup: Setup, state: State, name: str, end: Square, waypoint: Square | None = None) -> Reason | None:
    """Why a unit in play may not march, or None when it may."""
    unit = unit_named(setup, name)
    start = state.squares[name]
    assert start is not None
    segments = [(start, end)] if waypoint is None else [(start, waypoint), (waypoint, end)]
    steps = sum(steps_of(*segment) for segment in segments)
    if name in state.marched:
        return ("MARCH-6.2", None, None)
    if steps > unit.allowance:
        return ("MARCH-D7", None, None)
    if steps == 0:
        return None
    obstacles = in_the_way(setup, state, unit)
    if not obstacles:
        return ("MARCH-D4", steps, end) if is_barred(setup, unit, end) else None
    return first_block(setup, unit, segments, obstacles)


def steps_of(start: Square, end: Square) -> int:
    """MARCH-2."""
    return max(abs(end[0] - start[0]), abs(end[1] - start[1]))


def first_block(
    setup: Setup, unit: Unit, segments: list[tuple[Square, Square]], obstacles: set[Square]
) -> Reason | None:
    """MARCH-D7: the first step that is blocked, and for one step terrain before units."""
    steps_before = 0
    for start, end in segments:
        path = squares(start, end)
        for step in range(1, steps_of(start, end) + 1):
            rule = terrain_block(setup, unit, path[step - 1], path[step])
            if rule is not None:
                return (rule, steps_before + step, path[step])
            blocking = obstacles & step_contact(setup, start, end, step)
            if blocking:
                return (case_of(start, end), steps_before + step, min(blocking, key=row_by_row))
        steps_before += steps_of(start, end)
    return None


def terrain_block(setup: Setup, unit: Unit, last: Square, square: Square) -> str | None:
    """MARCH-T1 to MARCH-T3 for the step from one square of the rounded path to the next."""
    if is_barred(setup, unit, square):
        return "MARCH-T1"
    touches_at_corner = last[0] != square[0] and last[1] != square[1]
    if setup.options.diagonal_corners and touches_at_corner:
        beside = [(last[0], square[1]), (square[0], last[1])]
        if all(is_barred(setup, unit, corner) for corner in beside):
            return "MARCH-T2"
    banks = {setup.banks[last[1]][last[0]], setup.banks[square[1]][square[0]]}
    if setup.options.river_banks and len(banks) == 2 and not banks & {None, FORD}:
        return "MARCH-T3"
    return None


def case_of(start: Square, end: Square) -> str:
    """MARCH-5.1 to MARCH-5.3: which of them a straight march falls under."""
    columns, rows = abs(end[0] - start[0]), abs(end[1] - start[1])
    if columns == 0 or rows == 0:
        return "MARCH-5.1"
    return "MARCH-5.2" if columns == rows else "MARCH-5.3"


def step_contact(setup: Setup, start: Square, end: Square, step: int) -> set[Square]:
    """The squares in which a unit blocks one step of a straight march."""
    path = exact_path(start, end)
    if case_of(start, end) == "MARCH-5.2":
        (left_column, left_row), (column, row) = path[step - 1], path[step]
        return contact((int(left_column), int(left_row)), (int(column), int(row)), setup.options.case2_neighbours)
    column, row = path[step]
    columns = {math.floor(column), math.ceil(column)}
    rows = {math.floor(row), math.ceil(row)}
    return set(itertools.product(columns, rows))


# the course of a battle


def go_on(setup: Setup, state: State, place: int) -> State:
    """MARCH-6.1, MARCH-6.3: the next side from a place in the rotation that may give an order, or the next turn."""
    while True:
        sides = playing(setup)
        rotation = [sides[(place + offset) % len(sides)] for offset in range(len(sides))]
        for side in rotation:
            if may_order(setup, state, side):
                return replace(state, decision=side)
        state = end_turn(setup, state)
        if state.over:
            return state
        place = first_of_turn(setup, state.turn)


def may_order(setup: Setup, state: State, side: str) -> bool:
    """MARCH-6.3: has not passed, and has a unit in play that has not marched."""
    if side in state.passed:
        return False
    return any(
        unit.side == side and state.squares[unit.name] is not None and unit.name not in state.marched
        for unit in setup.units
    )


def end_turn(setup: Setup, state: State) -> State:
    """MARCH-7.3, MARCH-7.4, or the next turn."""
    points = setup.options.points
    best = max(score(setup, state, side) for side in playing(setup))
    leaders = tuple(side for side in playing(setup) if score(setup, state, side) == best)
    if points > 0 and best >= points:
        return replace(state, over=True, winners=leaders, reason="points reached")
    if state.turn == setup.options.turns:
        return replace(state, over=True, winners=leaders if best > 0 else (), reason="turns played")
    return replace(state, turn=state.turn + 1, marched=frozenset(), passed=frozenset())


def score(setup: Setup, state: State, side: str) -> int:
    """MARCH-7.2."""
    held = zip(setup.objectives, state.holders, strict=True)
    return sum(objective.value for objective, holder in held if holder == side)


def holders(setup: Setup, state: State) -> tuple[str | None, ...]:
    """MARCH-7.1: who holds each objective now."""
    found = []
    for objective, holder in zip(setup.objectives, state.holders, strict=True):
        standing = {unit.side for unit in setup.units if state.squares[unit.name] == objective.square}
        takers = [side for side in playing(setup) if side in standing]
        found.append(holder if holder in standing or not takers else takers[0])
    return tuple(found)
