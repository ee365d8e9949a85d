"""From a scenario to a position: problems found, tables laid out, the engine's part filled in, then the family's."""

from __future__ import annotations

import msgspec
import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena
from enfilade.components.unit import component_bits
from enfilade.core.board.cell import FORD
from enfilade.core.engine.kernel import Entry, Kernel, entry, specialised
from enfilade.core.engine.layout import Layout
from enfilade.core.engine.store import Store
from enfilade.core.orders.notation import place_of
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.scenario.schema import Scenario, SideEntry, rows_of
from enfilade.core.state.draft import draft_tables, set_unit_tables
from enfilade.core.state.dump import read_state
from enfilade.core.state.messages import KINDS_MAX, NOBODY
from enfilade.core.state.world import World, engine_tables, open_world

from .board_problems import FORD_CHARACTER, NO_BANK, legend_of
from .family import Family
from .positions import position_problems
from .problems import find_problems
from .system import SEQUENCE


def completed(scenario: Scenario, family: Family) -> Scenario:
    """The scenario with the family's map where it draws none; the same object where it draws one."""
    if scenario.board.map.strip("\n") or not family.default_map:
        return scenario
    board = msgspec.structs.replace(scenario.board, map=family.default_map)
    return msgspec.structs.replace(scenario, board=board)


@specialised
def rebuild_entry(rebuild: Kernel[[World], None]) -> Entry[..., None]:
    """Derive the derived data of a game."""

    @entry
    def rebuild_derived(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> None:
        rebuild(open_world(arenas, derived, desks, game, desk))

    return rebuild_derived


def build(scenario: Scenario, family: Family, games: int = 1, desks: int = 1) -> Store:
    """The first position of a scenario, in every game of a new store; the dice key is zero.

    Raises:
        ScenarioError: with everything that is wrong with the scenario.
    """
    problems = find_problems(scenario, family)
    if problems:
        raise ScenarioError(scenario.name, problems)
    width, height = scenario.board_size()
    specs = engine_tables(len(scenario.units), sum(scenario.cards.values()), width * height) + family.tables(scenario)
    store = Store(Layout.of(specs + draft_tables(specs)), games, desks)
    world = open_world(store.arenas, store.derived, store.desks, 0, 0)
    set_unit_tables(store.layout, world)
    _set_rules(scenario, family, world)
    _set_cells(scenario, family, store)
    _set_units(scenario, family, world)
    _set_cards(scenario, family, world)
    _set_clock(world)
    family.setup(scenario, world)
    if scenario.state:
        read_state(store, scenario.state, scenario.name)
        problems = position_problems(store, scenario, family)
        if problems:
            raise ScenarioError(scenario.name, problems)
    store.arenas[1:] = store.arenas[0]
    store.share_rules()
    rebuild = rebuild_entry(family.rebuild)
    for game in range(games):
        rebuild(store.arenas, store.derived, store.desks, game, 0)
    return store


def _set_rules(scenario: Scenario, family: Family, world: World) -> None:
    rules = world.rules[0]
    names = scenario.side_names()
    rules.sides = len(names)
    rules.width, rules.height = scenario.board_size()
    for decision in family.decisions:
        rules.elective |= int(decision.elective) << decision.number
    for index, side in enumerate(scenario.sides):
        rules.hostile[index] = sum(1 << names.index(name) for name in _hostile_to(side, scenario))
        rules.allied[index] = sum(1 << names.index(name) for name in {side.name, *side.allied})
        rules.neutral |= int(side.neutral) << index
    rules.kinds = len(family.kinds)
    if rules.kinds > KINDS_MAX:
        raise ValueError(f"family {family.name!r} has {rules.kinds} order kinds, expected at most {KINDS_MAX}")
    for record, kind in zip(world.kinds, family.kinds, strict=False):
        record.number = kind.number
        record.answers = sum(1 << decision for decision in kind.answers)
        record.needs_unit = kind.has_unit
        record.needs_target = "target" in kind.fields
        record.any_side = kind.any_side
        record.has_place = "place" in kind.fields
        record.facings = len(family.notation.facings) if "facing" in kind.fields else 0


def _hostile_to(side: SideEntry, scenario: Scenario) -> list[str]:
    """CORE-3.1: the sides that a side is hostile to."""
    if side.hostile is not None:
        return side.hostile
    others = (other for other in scenario.sides if other.name not in (side.name, *side.allied))
    return [other.name for other in others if not side.neutral and not other.neutral]


def _set_cells(scenario: Scenario, family: Family, store: Store) -> None:
    cells = store.records("cells")
    legend = legend_of(scenario, family)
    characters = _characters(scenario.map_rows())
    codes, places = np.unique(characters, return_inverse=True)
    terrains = [legend[chr(code)] for code in codes.tolist()]
    cells["kind"] = np.array([family.terrain.index(terrain) for terrain in terrains], np.int16)[places]
    heights = family.default_heights | scenario.board.heights
    cells["height"] = np.array([heights.get(terrain, 0) for terrain in terrains], np.int16)[places]
    cells["rating"] = np.array([scenario.board.ratings.get(terrain, 0) for terrain in terrains], np.int16)[places]
    if scenario.board.banks:
        _set_banks(_characters(rows_of(scenario.board.banks)), cells["bank"])


def _characters(rows: list[str]) -> npt.NDArray[np.uint32]:
    """The code points of a map, row by row, shape (height * width,)."""
    return np.frombuffer("".join(rows).encode("utf-32-le"), np.uint32)


def _set_banks(characters: npt.NDArray[np.uint32], banks: npt.NDArray[np.int16]) -> None:
    """Number the letters of a map of banks from 1, in the order of their code points."""
    codes, places = np.unique(characters, return_inverse=True)
    letters = [code for code in codes.tolist() if chr(code) not in (NO_BANK, FORD_CHARACTER)]
    numbers = {code: number for number, code in enumerate(letters, start=1)} | {
        ord(NO_BANK): 0,
        ord(FORD_CHARACTER): FORD,
    }
    banks[:] = np.array([numbers[code] for code in codes.tolist()], np.int16)[places]


def _set_units(scenario: Scenario, family: Family, world: World) -> None:
    names = scenario.side_names()
    types = {name: number for number, name in enumerate(sorted(scenario.types), start=1)}
    components = component_bits(*family.components)
    for unit, placed in zip(world.units, scenario.units, strict=True):
        unit.components = components
        unit.type = types[placed.type] if placed.type else 0
        if placed.at:
            unit.position.x, unit.position.y = place_of(family.notation, placed.at)
        unit.facing.direction = placed.facing
        unit.base.size = 1
        unit.allegiance.side = names.index(placed.side)
        known_to = placed.known_to if placed.known_to is not None else names
        unit.allegiance.known_to = sum(1 << names.index(name) for name in {*known_to, placed.side})
        unit.status.alive = bool(placed.at)
        unit.status.steps = 1


def _set_cards(scenario: Scenario, family: Family, world: World) -> None:
    kinds = [kind for kind, name in enumerate(family.card_names) for _ in range(scenario.cards.get(name, 0))]
    for card, kind in zip(world.cards, kinds, strict=True):
        card.kind = kind
        card.side = NOBODY


def _set_clock(world: World) -> None:
    clock = world.clock[0]
    clock.phase = SEQUENCE
    clock.side = NOBODY
    clock.unit = NOBODY
