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
from enfilade.core.board.cell import OPEN
from enfilade.core.board.grids import FULL, GRID
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.orders.decisions import (
    DECIDE_ACTIVATION,
    DECIDE_ATTACK,
    DECIDE_DISPLACEMENT,
    DECIDE_FORCED_MOVE,
    DECIDE_REACTION,
)
from enfilade.core.orders.names import Names
from enfilade.core.orders.notation import place_of
from enfilade.core.orders.said import Sight
from enfilade.core.relations.reach.slides import slide_tables
from enfilade.core.relations.reach.ways import way_tables
from enfilade.core.relations.sight.units import sight_tables
from enfilade.core.rulebook.chassis import ATTACK as ATTACK_STANCE
from enfilade.core.rulebook.chassis import FLYING, GROUND, HIGH, INSTALLATION, SlideRules
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.grids import (
    grid_tables,
    grids_of,
    has_terrain,
    holds_grid,
    rebuild_grids,
    stands_in_grid,
    take_out,
)
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.parties import party_tables, rebuild_parties
from enfilade.core.state.world import World
from enfilade.systems.crush import words as crush_words
from enfilade.systems.crush.displacement import CRUSH_SYSTEM
from enfilade.systems.family import Family, Limits
from enfilade.systems.fire.direct import words as fire_words
from enfilade.systems.fire.direct.attack import ATTACK_SYSTEM
from enfilade.systems.fire.direct.blasts import BLAST_SYSTEM
from enfilade.systems.fire.direct.reaction import REACTION_SYSTEM
from enfilade.systems.fire.direct.tables import arms_of
from enfilade.systems.interruptions import CHARGES_GO_OFF, PUSHING
from enfilade.systems.movement.flight import words as flight_words
from enfilade.systems.movement.flight.fly import FLIGHT_SYSTEM
from enfilade.systems.movement.forced import words as forced_words
from enfilade.systems.movement.forced.push import FORCED_SYSTEM
from enfilade.systems.movement.journey import CHANGED_GRID, JOURNEY_SYSTEM
from enfilade.systems.movement.slide import words as slide_words
from enfilade.systems.movement.slide.move import MOVE_SYSTEM
from enfilade.systems.sequence import words as sequence_words
from enfilade.systems.sequence.activation import ACTIVATION_SYSTEM
from enfilade.systems.sequence.exits import exit_system, exit_tables, ways_of
from enfilade.systems.sequence.objectives import objective_system, set_scores
from enfilade.systems.sequence.tables import play_of, play_tables
from enfilade.systems.sights import sight_of_units

from .goals import goal_tables, set_paces
from .mech_arms import (
    NOTATION,
    RULE_OPTIONS,
    UNIT_VALUES,
    WEAPON_VALUES,
    arms_problems,
    arms_specs,
    fights_hand_to_hand,
    set_up_arms,
)
from .mech_soundness import broken_invariants
from .mech_worth import WORTH, prospect_tables

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
GRIP = Option("grip", 1, least=1, greatest=12)
CRUSHES_LARGE = Option("crushes_large", False)
IMMOBILIZED = Option("immobilized", False)
BARRICADE = Option("barricade", False)
FIXED_STANCE = Option("fixed_stance", False)
FLYING_LANDING = Option("flying_landing", "grid", choices=("grid", "cells"))
LOCK_ON_EXEMPTS = Option("lock_on_exempts", "high_altitude", choices=("high_altitude", "high_altitude_and_flying"))
FRAGILE_STOPS = Option("fragile_stops", True)
FORCED_TRIGGERS = Option("forced_triggers", True)
OPPORTUNITY_FIRE = Option("opportunity_fire", False)
TURNS = Option("turns", 8, least=1, greatest=999)
POINTS = Option("points", 0, least=0, greatest=9_999)


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
        *slide_tables(len(scenario.units), wide, high),
        *way_tables(),
        *play_tables(len(scenario.objectives)),
        *exit_tables(len(scenario.units), len(scenario.exits)),
        *goal_tables(len(scenario.objectives) + len(scenario.exits), wide * high),
        *prospect_tables(),
        *arms_specs(scenario),
        TableSpec("slide_rules", SLIDE_RULES, Block.RULES, SlideRules, 1),
    ]


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in what the mech family adds to a position."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SlideRules.dtype)[0]
    rules.spare_flying = LOCK_ON_EXEMPTS.of(scenario) == "high_altitude_and_flying"
    rules.fragile_stops = bool(FRAGILE_STOPS.of(scenario))
    rules.forced_triggers = bool(FORCED_TRIGGERS.of(scenario))
    rules.opportunity_fire = bool(OPPORTUNITY_FIRE.of(scenario))
    rules.land_by_cells = FLYING_LANDING.of(scenario) == "cells"
    for slot, chassis in enumerate(grids_of(world).chassis):
        chassis.kind = KINDS[KIND.word_of_unit(scenario, slot)]
        chassis.allowance = ALLOWANCE.of_unit(scenario, slot)
        chassis.fights = bool(FIGHTS.of_unit(scenario, slot)) or fights_hand_to_hand(scenario, slot)
        chassis.jump = JUMP.of_unit(scenario, slot)
        chassis.teleport = TELEPORT.of_unit(scenario, slot)
        chassis.grip = GRIP.of_unit(scenario, slot)
        chassis.crushes_large = bool(CRUSHES_LARGE.of_unit(scenario, slot))
        chassis.barricade = bool(BARRICADE.of_unit(scenario, slot))
        chassis.fixed_stance = bool(FIXED_STANCE.of_unit(scenario, slot))
        world.units[slot].condition.immobilized = bool(IMMOBILIZED.of_unit(scenario, slot))
        world.units[slot].base.size = SIZE.of_unit(scenario, slot)
    set_up_arms(scenario, world)
    set_up_objectives(scenario, world)


def set_up_objectives(scenario: Scenario, world: World) -> None:
    """Objectives, who holds them, exits, and what ends the battle."""
    play = play_of(world)
    play.rules[0].last = TURNS.number(scenario)
    play.rules[0].points = POINTS.number(scenario)
    names = scenario.side_names()
    for entry, objective, holding in zip(scenario.objectives, play.objectives, play.holdings, strict=True):
        objective.x, objective.y = place_of(NOTATION, entry.at)
        objective.value = entry.value
        holding.side = names.index(entry.holder) if entry.holder else NOBODY
    for way, leave in zip(scenario.exits, ways_of(world).exits, strict=True):
        leave.x, leave.y = place_of(NOTATION, way.at)
        leave.side = names.index(way.side)
        leave.value = way.value
    set_scores(world, play)
    set_paces_of_grids(scenario, world)


def set_paces_of_grids(scenario: Scenario, world: World) -> None:
    """Count the large grids to each objective and exit, through grids that are not all terrain."""
    wide, high = board_grids(scenario)
    kinds = world.cells.records()["kind"].reshape(high, GRID, wide, GRID)
    places = [entry.at for entry in scenario.objectives] + [way.at for way in scenario.exits]
    goals = [place_of(NOTATION, place) for place in places]
    set_paces(world, [(x // GRID, y // GRID) for x, y in goals], [(kinds != OPEN).all(axis=(1, 3))], corners=False)


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


def greatest_score(scenario: Scenario) -> int:
    """MARCH-7.2, MECH-D13: what a side can win at most: all objectives, and all its units at the exit worth most."""
    best = 0
    for side in scenario.side_names():
        units = sum(unit.side == side for unit in scenario.units)
        best = max(best, units * max((way.value for way in scenario.exits if way.side == side), default=0))
    return best + sum(objective.value for objective in scenario.objectives)


def problems(scenario: Scenario) -> list[Problem]:
    """MECH-X1, MECH-X2, MECH-D18: a board not made of grids, bases that overlap, a score that no side can reach."""
    found = []
    width, height = scenario.board_size()
    if width % GRID or height % GRID:
        found.append(Problem("board.map", f"{width} x {height}", f"a multiple of {GRID} cells each way"))
    points, worth = POINTS.number(scenario), greatest_score(scenario)
    if points > worth:
        found.append(Problem("options.points", str(points), f"at most {worth}, what there is to win"))
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
        "clock.scores": (0, greatest_score(scenario)),
        "departures.exit": (0, len(scenario.exits)),
        "turn.passed": (0, (1 << sides) - 1),
        "holdings.side": (NOBODY, sides - 1),
        "units.base.size": (0, SIZE.greatest),
        "units.condition.stance": (0, ATTACK_STANCE),
        "units.activity.moved": (0, CHANGED_GRID),
        "pending.stage": (0, PUSHING),
        "pending.direction": (0, 1),
        "pending.number": (0, FULL),
        "pending.x": (0, width - 1),
        "pending.y": (0, height - 1),
    }


def sight(world: World, names: Names, unit: int, other: int) -> Sight:
    """MECH-D2, MECH-D3: whether two units see each other, and what obstructs the line.

    A barricade (MECH-X8) counts in attacks alone.
    """
    return sight_of_units(world, names, unit, other, by_high=arms_of(world).rules[0].high_obstructs)


def is_cleared(world: World, x: int, y: int) -> bool:
    """MECH-1.2.6f: whether the fragile terrain of a cell is destroyed."""
    return world.cells[y * world.rules[0].width + x].kind != OPEN and not has_terrain(world, grids_of(world), x, y)


@kernel
def rebuild(world: World) -> None:
    """Derive the derived tables of the mech family."""
    rebuild_parties(world)
    rebuild_grids(world)


WORDS = (slide_words, flight_words, forced_words, fire_words, crush_words, sequence_words)
"""Modules of the words of each system, beside their sentences."""

FAMILY = Family(
    name="mech",
    revision=1,
    systems=(
        MOVE_SYSTEM,
        FLIGHT_SYSTEM,
        FORCED_SYSTEM,
        JOURNEY_SYSTEM,
        ATTACK_SYSTEM,
        BLAST_SYSTEM,
        REACTION_SYSTEM,
        CRUSH_SYSTEM,
        objective_system(holds_grid),
        exit_system(stands_in_grid, take_out),
        ACTIVATION_SYSTEM,
    ),
    decisions=(DECIDE_ACTIVATION, DECIDE_ATTACK, DECIDE_DISPLACEMENT, DECIDE_REACTION, DECIDE_FORCED_MOVE),
    events=tuple(event for words in WORDS for event in words.EVENTS),
    reasons=tuple(reason for words in WORDS for reason in words.REASONS),
    frames=(CHARGES_GO_OFF,),
    results=sequence_words.RESULTS_OF_LOSSES,
    folders=tuple(Path(str(words.__file__)).parent for words in WORDS),
    notation=NOTATION,
    terrain=TERRAIN,
    default_legend=LEGEND,
    default_heights=HEIGHTS,
    default_map=DEFAULT_MAP,
    components=(Position, Facing, Base, Allegiance, Status, Condition, Activity),
    reads=("weapons", "objectives", "exits", "hazards", "board.ratings", "sides.allied", "sides.neutral"),
    tables=tables,
    setup=set_up,
    placement_problem=placement_problem,
    problems=problems,
    rebuild=rebuild,
    invariants=broken_invariants,
    limits=limits,
    worth=WORTH,
    options=(
        LOCK_ON_EXEMPTS,
        FRAGILE_STOPS,
        FLYING_LANDING,
        FORCED_TRIGGERS,
        OPPORTUNITY_FIRE,
        *RULE_OPTIONS,
        TURNS,
        POINTS,
    ),
    values=(
        SIZE,
        KIND,
        ALLOWANCE,
        JUMP,
        TELEPORT,
        FIGHTS,
        GRIP,
        CRUSHES_LARGE,
        IMMOBILIZED,
        BARRICADE,
        FIXED_STANCE,
        *UNIT_VALUES,
    ),
    weapon_values=WEAPON_VALUES,
    sight=sight,
    is_cleared=is_cleared,
)
