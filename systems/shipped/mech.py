"""The mech family: bases on cells, moves over large grids, lock-on and crush. Rules in docs/rulebook/mech.md."""

from __future__ import annotations

from pathlib import Path

import msgspec

from enfilade.components.activity import Activity
from enfilade.components.allegiance import Allegiance
from enfilade.components.base import Base
from enfilade.components.condition import Condition
from enfilade.components.facing import Facing
from enfilade.components.position import Position
from enfilade.components.status import Status
from enfilade.core.board.grids import FULL, GRID, LARGE
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.orders.decisions import (
    ATTACK,
    DECIDE_ACTIVATION,
    DECIDE_ATTACK,
    DECIDE_DISPLACEMENT,
    DISPLACEMENT,
)
from enfilade.core.orders.notation import GridCells, place_of
from enfilade.core.relations.crushing import is_crusher
from enfilade.core.relations.reach.slides import slide_tables
from enfilade.core.relations.reach.ways import way_tables
from enfilade.core.relations.sight.units import sight_tables
from enfilade.core.rulebook.chassis import ATTACK as ATTACK_STANCE
from enfilade.core.rulebook.chassis import FLYING, GROUND, HIGH, INSTALLATION, SlideRules
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.grids import Grids, grid_tables, grids_of, has_terrain, holds_grid, rebuild_grids, takes_room
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.parties import party_tables, rebuild_parties
from enfilade.core.state.pending import Frame
from enfilade.core.state.world import World
from enfilade.systems.crush import words as crush_words
from enfilade.systems.crush.displacement import CRUSH_SYSTEM, DISPLACING, is_in, is_victim
from enfilade.systems.family import Family, Limits
from enfilade.systems.fire.direct import words as fire_words
from enfilade.systems.fire.direct.attack import ATTACK_SYSTEM
from enfilade.systems.movement.flight import words as flight_words
from enfilade.systems.movement.flight.fly import FLIGHT_SYSTEM
from enfilade.systems.movement.slide import words as slide_words
from enfilade.systems.movement.slide.move import CHANGED_GRID, MOVE_SYSTEM
from enfilade.systems.movement.slide.words import MOVE
from enfilade.systems.sequence import words as sequence_words
from enfilade.systems.sequence.activation import ACTIVATION_SYSTEM
from enfilade.systems.sequence.objectives import objective_system, set_scores
from enfilade.systems.sequence.soundness import can_still_order, half_hidden, hides_units, wrong_end, wrong_holdings
from enfilade.systems.sequence.tables import play_of, play_tables

from .mech_arms import (
    RULE_OPTIONS,
    UNIT_VALUES,
    WEAPON_VALUES,
    arms_problems,
    arms_specs,
    fights_hand_to_hand,
    set_up_arms,
)

TERRAIN = ("open", "low", "wall", "fragile", "fragile wall")
LEGEND = {".": "open", "-": "low", "#": "wall", "%": "fragile", "&": "fragile wall"}
HEIGHTS = {"low": 1, "wall": 3, "fragile": 1, "fragile wall": 3}
GRIDS_WIDE = 12
DEFAULT_MAP = "\n".join(["." * GRID * GRIDS_WIDE] * GRID * GRIDS_WIDE)
"""MECH-X1: 12 by 12 large grids."""
KINDS = {"ground": GROUND, "flying": FLYING, "high altitude": HIGH, "installation": INSTALLATION}

SIZE = Option("size", 1, least=1, greatest=3)
KIND = Option("kind", "ground", choices=tuple(KINDS))
ALLOWANCE = Option("allowance", 4, least=0, greatest=12)
FIGHTS = Option("fights", True)
JUMP = Option("jump", 0, least=0, greatest=12)
TELEPORT = Option("teleport", 0, least=0, greatest=12)
FLYING_LANDING = Option("flying_landing", "grid", choices=("grid", "cells"))
LOCK_ON_EXEMPTS = Option("lock_on_exempts", "high_altitude", choices=("high_altitude", "high_altitude_and_flying"))
FRAGILE_STOPS = Option("fragile_stops", True)
TURNS = Option("turns", 8, least=1, greatest=999)
POINTS = Option("points", 0, least=0, greatest=9_999)
NOTATION = GridCells()


def board_grids(scenario: Scenario) -> tuple[int, int]:
    """Large grids of the board, each way."""
    width, height = scenario.board_size()
    return width // GRID, height // GRID


def tables(scenario: Scenario) -> list[TableSpec]:
    """The tables of the mech family for a scenario."""
    wide, high = board_grids(scenario)
    return [
        *party_tables(len(scenario.sides)),
        *grid_tables(len(scenario.units), len(scenario.sides), wide, high),
        *sight_tables(),
        *slide_tables(wide, high),
        *way_tables(),
        *play_tables(len(scenario.objectives)),
        *arms_specs(scenario),
        TableSpec("slide_rules", SLIDE_RULES, Block.RULES, SlideRules, 1),
    ]


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in what the mech family adds to a position."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SlideRules.dtype)[0]
    rules.spare_flying = LOCK_ON_EXEMPTS.of(scenario) == "high_altitude_and_flying"
    rules.fragile_stops = bool(FRAGILE_STOPS.of(scenario))
    rules.land_by_cells = FLYING_LANDING.of(scenario) == "cells"
    for slot, chassis in enumerate(grids_of(world).chassis):
        chassis.kind = KINDS[KIND.word_of_unit(scenario, slot)]
        chassis.allowance = ALLOWANCE.of_unit(scenario, slot)
        chassis.fights = bool(FIGHTS.of_unit(scenario, slot)) or fights_hand_to_hand(scenario, slot)
        chassis.jump = JUMP.of_unit(scenario, slot)
        chassis.teleport = TELEPORT.of_unit(scenario, slot)
        world.units[slot].base.size = SIZE.of_unit(scenario, slot)
    set_up_arms(scenario, world)
    set_up_objectives(scenario, world)


def set_up_objectives(scenario: Scenario, world: World) -> None:
    """Objectives, who holds them, and what ends the battle."""
    play = play_of(world)
    play.rules[0].last = TURNS.number(scenario)
    play.rules[0].points = POINTS.number(scenario)
    names = scenario.side_names()
    for entry, objective, holding in zip(scenario.objectives, play.objectives, play.holdings, strict=True):
        objective.x, objective.y = place_of(NOTATION, entry.at)
        objective.value = entry.value
        holding.side = names.index(entry.holder) if entry.holder else NOBODY
    set_scores(world, play)


def placement_problem(scenario: Scenario, unit: UnitEntry, place: tuple[int, int], there: list[UnitEntry]) -> str:
    """MECH-X2, MECH-X5, MECH-D18: a base lies in one grid, and on no terrain unless it is a high-altitude unit's.

    Bases that lie one over another are told by ``problems``.
    """
    x, y = place
    alone = msgspec.structs.replace(scenario, units=[unit])
    size = SIZE.of_unit(alone, 0)
    if x % GRID + size > GRID or y % GRID + size > GRID:
        return f"a cell from which {size} by {size} cells lie in one grid"
    rows = scenario.map_rows()
    if y + size > len(rows) or x + size > len(rows[y]):
        return "a grid that lies on the board"
    legend = LEGEND | scenario.board.legend
    covered = {legend[rows[row][column]] for row in range(y, y + size) for column in range(x, x + size)}
    if KIND.word_of_unit(alone, 0) != "high altitude" and covered != {"open"}:
        return "cells without terrain under the base"
    return ""


def problems(scenario: Scenario) -> list[Problem]:
    """MECH-X1, MECH-X2, MECH-D18: a board not made of grids, bases that overlap, a score that no side can reach."""
    found = []
    width, height = scenario.board_size()
    if width % GRID or height % GRID:
        found.append(Problem("board.map", f"{width} x {height}", f"a multiple of {GRID} cells each way"))
    points, worth = POINTS.number(scenario), sum(objective.value for objective in scenario.objectives)
    if points > worth:
        found.append(Problem("options.points", str(points), f"at most {worth}, what all objectives are worth"))
    return [*found, *overlaps(scenario), *arms_problems(scenario)]


def overlaps(scenario: Scenario) -> list[Problem]:
    """MECH-1.2.1b, MECH-D18: bases over others; high-altitude units are in the way of one another alone."""
    taken: dict[tuple[bool, int, int], str] = {}
    found = []
    for slot, unit in enumerate(scenario.units):
        if not unit.at:
            continue
        is_high = KIND.word_of_unit(scenario, slot) == "high altitude"
        x, y = place_of(NOTATION, unit.at)
        size = SIZE.of_unit(scenario, slot)
        cells = [(is_high, column, row) for row in range(y, y + size) for column in range(x, x + size)]
        others = list(dict.fromkeys(taken[cell] for cell in cells if cell in taken))
        if others:
            place = f"units[{slot}] ({unit.id}).at"
            found.append(Problem(place, repr(unit.at), f"cells on which no other unit stands; {others[0]} does"))
        taken.update(dict.fromkeys(cells, unit.id))
    return found


def limits(scenario: Scenario) -> Limits:
    """Least and greatest value of the fields of the mech family."""
    sides = len(scenario.sides)
    width, height = scenario.board_size()
    return {
        "clock.turn": (1, TURNS.number(scenario)),
        "clock.side": (NOBODY, sides - 1),
        "clock.scores": (0, sum(objective.value for objective in scenario.objectives)),
        "turn.passed": (0, (1 << sides) - 1),
        "holdings.side": (NOBODY, sides - 1),
        "units.base.size": (0, SIZE.greatest),
        "units.condition.stance": (0, ATTACK_STANCE),
        "units.activity.moved": (0, CHANGED_GRID),
        "pending.stage": (0, DISPLACING),
        "pending.direction": (0, 1),
        "pending.number": (0, FULL),
        "pending.x": (0, width - 1),
        "pending.y": (0, height - 1),
    }


def broken_invariants(world: World) -> list[str]:
    """MECH-X2, MECH-D9, MECH-D13, MECH-D18, MARCH-7.1 to MARCH-7.4: what does not hold in a position."""
    return misplaced_bases(world) or [
        *bases_together(world),
        *misplaced_decision(world),
        *stale_activity(world),
        *wrong_holdings(world),
        *wrong_end(world),
        *half_hidden(world),
    ]


def misplaced_bases(world: World) -> list[str]:
    """MECH-D1, MECH-X2: bases of units in play that have no size or do not lie in one grid."""
    return [
        f"MECH-X2: unit {slot}, {unit.base.size} cells at ({unit.position.x}, {unit.position.y}), is not in one grid"
        for slot, unit in enumerate(world.units)
        if unit.status.alive
        and not (
            unit.base.size >= 1
            and unit.position.x % GRID + unit.base.size <= GRID
            and unit.position.y % GRID + unit.base.size <= GRID
        )
    ]


def bases_together(world: World) -> list[str]:
    """MECH-1.2.1b, MECH-D9, MECH-D18: bases on terrain or on one another, in the middle of a crush too."""
    grids = grids_of(world)
    taken: dict[tuple[bool, int, int], int] = {}
    broken = []
    for slot, unit in enumerate(world.units):
        if not unit.status.alive:
            continue
        is_high = not takes_room(grids, slot)
        x, y, size = unit.position.x, unit.position.y, unit.base.size
        for cell in [(column, row) for row in range(y, y + size) for column in range(x, x + size)]:
            if (is_high, *cell) in taken:
                broken.append(f"MECH-1.2.1b: units {taken[is_high, *cell]} and {slot} stand on the cell {cell}")
            elif not is_high and has_terrain(world, grids, *cell):
                broken.append(f"MECH-1.2.1b: unit {slot} stands on terrain, on the cell {cell}")
            taken[is_high, *cell] = slot
    return broken


def misplaced_decision(world: World) -> list[str]:
    """MECH-D13, MECH-D9: a decision is owed by the side and about the unit whose turn it is, with what is under way."""
    clock = world.clock[0]
    if clock.owes == 0:
        return []
    if clock.decision == DISPLACEMENT:
        return misplaced_displacement(world)
    broken = [] if clock.depth == 0 else [f"MECH-D13: {clock.depth} things are under way between two orders"]
    if clock.side == NOBODY or clock.owes != 1 << clock.side:
        return [*broken, f"MECH-D13: it is the turn of side {clock.side}, and {clock.owes:#b} owe an order"]
    if clock.decision == ATTACK:
        return [*broken, *misplaced_attack(world)]
    if clock.unit != NOBODY:
        broken.append(f"MECH-D13: the decision is about unit {clock.unit}, expected any unit")
    if not can_still_order(world, clock.side):
        broken.append(f"MECH-D13: side {clock.side} owes an order and has no unit left to activate")
    return broken


def stale_activity(world: World) -> list[str]:
    """MECH-D13: units that have done something in an activation which is not theirs."""
    clock = world.clock[0]
    active = {clock.unit, world.pending[0].unit if clock.depth > 0 else NOBODY}
    return [
        f"MECH-D13: unit {slot} has moved or attacked, and is not the one that is activated"
        for slot, unit in enumerate(world.units)
        if slot not in active and (unit.activity.moved or unit.activity.attacked)
    ]


def misplaced_attack(world: World) -> list[str]:
    """MECH-D13: an attack is decided of a unit in play that has moved in its activation and not attacked."""
    clock = world.clock[0]
    if clock.unit == NOBODY:
        return [] if hides_units(world) else ["MECH-D13: an attack is decided of no unit"]
    unit = world.units[clock.unit]
    is_active = unit.status.alive and not unit.status.done and not unit.activity.attacked
    if is_active and unit.allegiance.side == clock.side:
        return []
    return [f"MECH-D13: an attack is decided of unit {clock.unit} of side {clock.side}, which may not attack now"]


def misplaced_displacement(world: World) -> list[str]:
    """MECH-1.2.6, MECH-D9: a displacement is decided by the side of a large ground unit that enters the next grid."""
    clock = world.clock[0]
    frame = world.pending[0]
    is_seen_in_part = hides_units(world)
    if is_seen_in_part and clock.depth == 1 and frame.kind == MOVE and frame.stage == 0:  # what is hidden crushes
        return []
    if clock.depth != 1 or frame.kind != MOVE or frame.stage != DISPLACING or frame.unit == NOBODY:
        return ["MECH-D9: a displacement is decided, and no unit crushes"]
    grids = grids_of(world)
    crusher = world.units[frame.unit]
    broken = []
    if not crusher.status.alive or not is_crusher(world, grids, frame.unit):
        broken.append(f"MECH-1.2.6a: unit {frame.unit} crushes, and is no large ground unit in play")
    if crusher.status.done or crusher.activity.attacked or crusher.activity.moved != CHANGED_GRID:
        broken.append(f"MECH-D13: unit {frame.unit} crushes, and is not on its move")
    if clock.owes != 1 << crusher.allegiance.side or clock.side != crusher.allegiance.side or clock.unit != NOBODY:
        broken.append(f"MECH-1.2.6d: side {crusher.allegiance.side} crushes, and {clock.owes:#b} owe the decision")
    if frame.at >= frame.length or not enters_neighbour(world, grids, frame):
        return [*broken, "MECH-D9: the crusher does not enter a grid next to its own"]
    units = range(len(world.units))
    is_any_left = is_seen_in_part or any(is_victim(world, grids, frame, unit) for unit in units)
    if frame.direction != 1 or not is_any_left:
        broken.append("MECH-D9: a displacement is decided, and no unit is left to be displaced")
    if any(is_in(world, grids, frame, unit) and is_not_moved(world, grids, unit) for unit in units):
        broken.append("MECH-D9: a unit that is not moved by force, or no smaller one, is being displaced")
    return broken


def enters_neighbour(world: World, grids: Grids, frame: Frame) -> bool:
    """MECH-1.2.1a, MECH-X2: whether a crusher comes to stand in a grid next to its own, all of it."""
    cell = frame.path[frame.at]
    width = world.rules[0].width
    own = world.units[frame.unit].position
    away = abs(cell % width // GRID - own.x // GRID) + abs(cell // width // GRID - own.y // GRID)
    return away == 1 and cell % width % GRID == 0 and cell // width % GRID == 0


def is_not_moved(world: World, grids: Grids, unit: int) -> bool:
    """MECH-1.2.4f, MECH-1.2.6b: whether a unit is none that a crusher displaces."""
    return grids.chassis[unit].kind == INSTALLATION or world.units[unit].base.size >= LARGE


@kernel
def rebuild(world: World) -> None:
    """Derive the derived tables of the mech family."""
    rebuild_parties(world)
    rebuild_grids(world)


WORDS = (slide_words, flight_words, fire_words, crush_words, sequence_words)
"""Modules of the words of each system, beside their sentences."""

FAMILY = Family(
    name="mech",
    revision=1,
    systems=(
        MOVE_SYSTEM,
        FLIGHT_SYSTEM,
        ATTACK_SYSTEM,
        CRUSH_SYSTEM,
        objective_system(holds_grid),
        ACTIVATION_SYSTEM,
    ),
    decisions=(DECIDE_ACTIVATION, DECIDE_ATTACK, DECIDE_DISPLACEMENT),
    events=slide_words.EVENTS + flight_words.EVENTS + fire_words.EVENTS + crush_words.EVENTS + sequence_words.EVENTS,
    reasons=slide_words.REASONS
    + flight_words.REASONS
    + fire_words.REASONS
    + crush_words.REASONS
    + sequence_words.REASONS,
    results=sequence_words.RESULTS_OF_LOSSES,
    folders=tuple(Path(str(words.__file__)).parent for words in WORDS),
    notation=NOTATION,
    terrain=TERRAIN,
    default_legend=LEGEND,
    default_heights=HEIGHTS,
    default_map=DEFAULT_MAP,
    components=(Position, Facing, Base, Allegiance, Status, Condition, Activity),
    reads=("weapons", "objectives", "board.ratings", "sides.allied", "sides.neutral"),
    tables=tables,
    setup=set_up,
    placement_problem=placement_problem,
    problems=problems,
    rebuild=rebuild,
    invariants=broken_invariants,
    limits=limits,
    options=(LOCK_ON_EXEMPTS, FRAGILE_STOPS, FLYING_LANDING, *RULE_OPTIONS, TURNS, POINTS),
    values=(SIZE, KIND, ALLOWANCE, JUMP, TELEPORT, FIGHTS, *UNIT_VALUES),
    weapon_values=WEAPON_VALUES,
)
