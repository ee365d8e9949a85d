"""The march family: straight marches on squares, sides in turn, objectives to hold. Rules in docs/rulebook/march.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from enfilade.core.board.bits import words_per_row
from enfilade.core.board.ground import ground_words
from enfilade.core.engine.layout import TableSpec
from enfilade.core.orders.decisions import DECIDE_ACTIVATION
from enfilade.core.orders.notation import NumberedSquares, place_of
from enfilade.core.relations.reach.shadows import shadows
from enfilade.core.relations.reach.straight import CORNERS, EDGES
from enfilade.core.rulebook.marching import STEPS_MAX
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.presence import holds_square, presence_tables, rebuild_presence
from enfilade.core.state.world import World
from enfilade.systems.family import Family, Limits
from enfilade.systems.movement.straight import words as march_words
from enfilade.systems.movement.straight.march import MARCH_SYSTEM
from enfilade.systems.movement.straight.tables import march_of, march_tables
from enfilade.systems.sequence import words as sequence_words
from enfilade.systems.sequence.alternation import ALTERNATION_SYSTEM
from enfilade.systems.sequence.objectives import objective_system, set_scores
from enfilade.systems.sequence.soundness import can_still_order, half_hidden, wrong_end, wrong_holdings
from enfilade.systems.sequence.tables import play_of, play_tables

from .goals import goal_tables, set_paces
from .march_worth import WORTH

TERRAIN = (
    "open",
    "water",
    "hill",
    "forest",
    "forested hill",
    "mountain",
    "high mountain",
    "desert",
    "high desert",
    "marsh",
    "swamp",
)
LEGEND = {
    ".": "open",
    "~": "water",
    "h": "hill",
    "f": "forest",
    "F": "forested hill",
    "m": "mountain",
    "M": "high mountain",
    "d": "desert",
    "D": "high desert",
    "=": "marsh",
    "%": "swamp",
}
DEFAULT_MAP = "\n".join(["." * 15] * 15)
"""MARCH-X2, MARCH-D5: 15 by 15 squares."""

ALLOWANCE = Option("allowance", 4, least=0, greatest=STEPS_MAX)
BARRED = Option("barred", ("water", "high mountain", "desert", "swamp"), choices=TERRAIN)
DIAGONAL_CORNERS = Option("diagonal_corners", False)
RIVER_BANKS = Option("river_banks", False)
CASE2_NEIGHBOURS = Option("case2_neighbours", "corners", choices=("corners", "edges"))
TURNS = Option("turns", 12, least=1, greatest=999)
POINTS = Option("points", 0, least=0, greatest=9_999)


def barred_terrains(scenario: Scenario) -> list[frozenset[str]]:
    """MARCH-X4: what is impassable to each unit."""
    return [frozenset(BARRED.words_of_unit(scenario, slot)) for slot in range(len(scenario.units))]


def footings(scenario: Scenario) -> list[frozenset[str]]:
    """The different sets of impassable terrains, in the order of the units that have them first."""
    return list(dict.fromkeys(barred_terrains(scenario)))


def greatest_allowance(scenario: Scenario) -> int:
    """Steps of the longest march in a scenario."""
    return max(ALLOWANCE.of_unit(scenario, slot) for slot in range(len(scenario.units)))


def tables(scenario: Scenario) -> list[TableSpec]:
    """The tables of the march family for a scenario."""
    width, height = scenario.board_size()
    reach = greatest_allowance(scenario)
    return [
        *presence_tables(len(scenario.sides), width, height),
        *march_tables(len(scenario.units), width, height, len(footings(scenario)), reach),
        *play_tables(len(scenario.objectives)),
        *goal_tables(len(scenario.objectives), len(footings(scenario)) * width * height),
    ]


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in what the march family adds to a position."""
    set_up_marches(scenario, world)
    set_up_objectives(scenario, world)


def set_up_marches(scenario: Scenario, world: World) -> None:
    """MARCH-D1, MARCH-D2, MARCH-6.2: allowances, switches, and the ground for each footing."""
    march = march_of(world)
    rules = march.rules[0]
    rules.reach = greatest_allowance(scenario)
    rules.neighbours = {"corners": CORNERS, "edges": EDGES}[str(CASE2_NEIGHBOURS.of(scenario))]
    rules.diagonal_corners = bool(DIAGONAL_CORNERS.of(scenario))
    rules.barriers = bool(DIAGONAL_CORNERS.of(scenario) or RIVER_BANKS.of(scenario))
    barred = barred_terrains(scenario)
    kinds = footings(scenario)
    for slot, marcher in enumerate(march.marchers):
        marcher.allowance = ALLOWANCE.of_unit(scenario, slot)
        marcher.footing = kinds.index(barred[slot])
    rules.words = words_per_row(world.rules[0].width)
    march.ground.records()["bits"] = np.concatenate([ground_of(scenario, world, terrains) for terrains in kinds])
    march.shadows.records()[:] = shadows(rules.reach, rules.neighbours)


def ground_of(scenario: Scenario, world: World, terrains: frozenset[str]) -> npt.NDArray[np.int64]:
    """MARCH-T1, MARCH-T2, MARCH-T3: the ground for units to which these terrains are impassable, as words."""
    cells = world.cells.records().reshape(world.rules[0].height, world.rules[0].width)
    kinds = [TERRAIN.index(terrain) for terrain in sorted(terrains)]
    return ground_words(
        np.isin(cells["kind"], kinds),
        cells["bank"],
        corners=bool(DIAGONAL_CORNERS.of(scenario)),
        rivers=bool(RIVER_BANKS.of(scenario)),
    )


def set_up_objectives(scenario: Scenario, world: World) -> None:
    """MARCH-7.1, MARCH-7.3, MARCH-7.4: objectives, who holds them, and what ends the battle."""
    play = play_of(world)
    play.rules[0].last = TURNS.number(scenario)
    play.rules[0].points = POINTS.number(scenario)
    names = scenario.side_names()
    for entry, objective, holding in zip(scenario.objectives, play.objectives, play.holdings, strict=True):
        objective.x, objective.y = place_of(NOTATION, entry.at)
        objective.value = entry.value
        holding.side = names.index(entry.holder) if entry.holder else NOBODY
    set_scores(world, play)
    set_paces(world, [place_of(NOTATION, entry.at) for entry in scenario.objectives], grounds(scenario, world))


def grounds(scenario: Scenario, world: World) -> list[npt.NDArray[np.bool_]]:
    """MARCH-X4: for each footing where terrain keeps a unit out, shape (height, width)."""
    kinds = world.cells.records()["kind"].reshape(world.rules[0].height, world.rules[0].width)
    return [np.isin(kinds, [TERRAIN.index(terrain) for terrain in sorted(barred)]) for barred in footings(scenario)]


def placement_problem(scenario: Scenario, unit: UnitEntry, place: tuple[int, int], there: list[UnitEntry]) -> str:
    """MARCH-D6: units that share a square are allied."""
    allied = {side.name: {side.name, *side.allied} for side in scenario.sides}
    strangers = [other.id for other in there if other.side not in allied.get(unit.side, ())]
    return f"a square without enemies and neutrals; {', '.join(strangers)} begins there" if strangers else ""


def problems(scenario: Scenario) -> list[Problem]:
    """MARCH-7.3: a score that no side can reach."""
    points, worth = POINTS.number(scenario), sum(objective.value for objective in scenario.objectives)
    if points > worth:
        return [Problem("options.points", str(points), f"at most {worth}, what all objectives are worth")]
    return []


def limits(scenario: Scenario) -> Limits:
    """Least and greatest value of the fields of the march family."""
    sides = len(scenario.sides)
    return {
        "clock.turn": (1, TURNS.number(scenario)),
        "clock.side": (NOBODY, sides - 1),
        "clock.scores": (0, sum(objective.value for objective in scenario.objectives)),
        "turn.passed": (0, (1 << sides) - 1),
        "holdings.side": (NOBODY, sides - 1),
    }


def broken_invariants(world: World) -> list[str]:
    """MARCH-D6, MARCH-6.1, MARCH-7.1, MARCH-7.2, MARCH-7.3, MARCH-7.4: what does not hold in a position."""
    return [
        *strangers_together(world),
        *misplaced_decision(world),
        *wrong_holdings(world),
        *wrong_end(world),
        *half_hidden(world),
    ]


def strangers_together(world: World) -> list[str]:
    """MARCH-D6: squares that units share which are not allied."""
    units = world.units.records()
    slots = np.flatnonzero(units["status"]["alive"])
    position = units["position"][slots]
    squares = position["y"].astype(np.int64) * world.rules[0].width + position["x"]
    sides = units["allegiance"]["side"][slots].astype(np.int64)
    together: dict[int, int] = {}
    for square, side in np.unique(np.stack([squares, sides], axis=1), axis=0).tolist():
        together[square] = together.get(square, 0) | 1 << side
    return [
        f"MARCH-D6: units that are not allied share the square {divmod(square, world.rules[0].width)[::-1]}"
        for square, bits in together.items()
        if any(bits >> side & 1 and bits & ~world.rules[0].allied[side] for side in range(world.rules[0].sides))
    ]


def misplaced_decision(world: World) -> list[str]:
    """MARCH-6.1, MARCH-6.3: an order is owed by the side whose turn it is, which still has a unit to order."""
    clock = world.clock[0]
    if clock.owes == 0:
        return []
    broken = (
        [] if clock.depth == 0 else [f"{clock.depth} things are under way, and no march takes longer than an order"]
    )
    if clock.unit != NOBODY:
        broken.append(f"the decision is about unit {clock.unit}")
    if clock.side == NOBODY or clock.owes != 1 << clock.side:
        broken.append(f"MARCH-6.1: it is the turn of side {clock.side}, and {clock.owes:#b} owe an order")
    elif not can_still_order(world, clock.side):
        broken.append(f"MARCH-6.3: side {clock.side} owes an order and gives no more in this turn")
    return broken


NOTATION = NumberedSquares()
FAMILY = Family(
    name="march",
    revision=1,
    systems=(MARCH_SYSTEM, objective_system(holds_square), ALTERNATION_SYSTEM),
    decisions=(DECIDE_ACTIVATION,),
    events=march_words.EVENTS + sequence_words.EVENTS,
    reasons=march_words.REASONS + sequence_words.REASONS,
    results=sequence_words.RESULTS,
    folders=(Path(march_words.__file__).parent, Path(sequence_words.__file__).parent),
    notation=NOTATION,
    terrain=TERRAIN,
    default_legend=LEGEND,
    default_map=DEFAULT_MAP,
    reads=("objectives", "board.ratings", "board.banks", "sides.allied", "sides.neutral"),
    tables=tables,
    setup=set_up,
    placement_problem=placement_problem,
    problems=problems,
    rebuild=rebuild_presence,
    invariants=broken_invariants,
    options=(DIAGONAL_CORNERS, RIVER_BANKS, CASE2_NEIGHBOURS, TURNS, POINTS),
    values=(ALLOWANCE, BARRED),
    limits=limits,
    worth=WORTH,
)
