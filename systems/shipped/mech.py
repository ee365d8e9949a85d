"""The mech family: bases on cells, moves over large grids, lock-on and crush. Rules in docs/rulebook/mech.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from enfilade.components.activity import Activity
from enfilade.components.allegiance import Allegiance
from enfilade.components.base import Base
from enfilade.components.condition import Condition
from enfilade.components.facing import Facing
from enfilade.components.position import Position
from enfilade.components.status import Status
from enfilade.core.board.cell import FRAGILE_WALL, LOW, OPEN, WALL
from enfilade.core.board.grids import GRID
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, start_of
from enfilade.core.engine.slots import SLIDE_RULES
from enfilade.core.orders.decisions import DECIDE_ACTIVATION, DECIDE_ATTACK, DECIDE_DISPLACEMENT
from enfilade.core.orders.notation import GridCells, place_of
from enfilade.core.relations.reach.slides import slide_tables
from enfilade.core.relations.reach.ways import way_tables
from enfilade.core.relations.sight.units import sight_tables
from enfilade.core.rulebook.chassis import FLYING, GROUND, HIGH, INSTALLATION, SlideRules
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.grids import grid_tables, grids_of, holds_grid, rebuild_grids
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.parties import party_tables, rebuild_parties
from enfilade.core.state.world import World
from enfilade.systems.crush import words as crush_words
from enfilade.systems.crush.displacement import CRUSH_SYSTEM
from enfilade.systems.family import Family, Limits
from enfilade.systems.movement.slide import words as slide_words
from enfilade.systems.movement.slide.move import MOVE_SYSTEM
from enfilade.systems.sequence import words as sequence_words
from enfilade.systems.sequence.activation import ACTIVATION_SYSTEM
from enfilade.systems.sequence.objectives import objective_system, set_scores
from enfilade.systems.sequence.tables import play_of, play_tables

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
LOCK_ON_EXEMPTS = Option(
    "lock_on_exempts", "high_altitude", choices=("high_altitude", "high_altitude_and_flying")
)
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
        TableSpec("slide_rules", SLIDE_RULES, Block.RULES, SlideRules, 1),
    ]


def set_up(scenario: Scenario, world: World) -> None:
    """Fill in what the mech family adds to a position."""
    rules = table(world.desk, start_of(world.layout, SLIDE_RULES), 1, SlideRules.dtype)[0]
    rules.spare_flying = LOCK_ON_EXEMPTS.of(scenario) == "high_altitude_and_flying"
    rules.fragile_stops = bool(FRAGILE_STOPS.of(scenario))
    for slot, chassis in enumerate(grids_of(world).chassis):
        chassis.kind = KINDS[KIND.word_of_unit(scenario, slot)]
        chassis.allowance = ALLOWANCE.of_unit(scenario, slot)
        chassis.fights = bool(FIGHTS.of_unit(scenario, slot))
        world.units[slot].base.size = SIZE.of_unit(scenario, slot)
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


@kernel
def rebuild(world: World) -> None:
    """Derive the derived tables of the mech family."""
    rebuild_parties(world)
    rebuild_grids(world)


FAMILY = Family(
    name="mech",
    revision=1,
    systems=(MOVE_SYSTEM, CRUSH_SYSTEM, objective_system(holds_grid), ACTIVATION_SYSTEM),
    decisions=(DECIDE_ACTIVATION, DECIDE_ATTACK, DECIDE_DISPLACEMENT),
    events=slide_words.EVENTS + crush_words.EVENTS + sequence_words.EVENTS,
    reasons=slide_words.REASONS + crush_words.REASONS + sequence_words.REASONS,
    results=sequence_words.RESULTS,
    folders=tuple(Path(words.__file__).parent for words in (slide_words, crush_words, sequence_words)),
    notation=NOTATION,
    terrain=TERRAIN,
    default_legend=LEGEND,
    default_heights=HEIGHTS,
    default_map=DEFAULT_MAP,
    components=(Position, Facing, Base, Allegiance, Status, Condition, Activity),
    reads=("objectives", "board.ratings", "sides.allied", "sides.neutral"),
    tables=tables,
    setup=set_up,
    rebuild=rebuild,
    options=(LOCK_ON_EXEMPTS, FRAGILE_STOPS, TURNS, POINTS),
    values=(SIZE, KIND, ALLOWANCE, FIGHTS),
)
