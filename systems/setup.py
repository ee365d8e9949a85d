"""From a scenario to a position: problems found, tables laid out, the engine's part filled in, then the family's."""

from __future__ import annotations

from collections import Counter

import msgspec

from enfilade.components.record import Arena
from enfilade.components.unit import COMPONENTS, component_bits
from enfilade.core.engine.kernel import Entry, Kernel, entry, specialised
from enfilade.core.engine.layout import Layout
from enfilade.core.engine.store import Store
from enfilade.core.orders.words import name_problem
from enfilade.core.rulebook.rules import SIDES_MAX
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.load import unfit_values
from enfilade.core.scenario.options import choice_problems
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.dump import read_state
from enfilade.core.state.messages import KINDS_MAX, NOBODY
from enfilade.core.state.world import World, engine_tables, open_world

from .family import Family
from .positions import position_problems
from .system import SEQUENCE

UNITS_MAX = 32_767
BOARD_MAX = 4_096
CARDS_MAX = 1_024
HEIGHT_MAX = 32_767
CHARACTERS_TOLD = 100
"""Unknown characters of a map that are told one by one at most."""


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
    width, height = board_size(scenario)
    counts = (len(scenario.units), sum(scenario.cards.values()), width * height)
    specs = engine_tables(*counts) + family.tables(counts[0], len(scenario.sides), counts[2])
    store = Store(Layout.of(specs), games, desks)
    world = open_world(store.arenas, store.derived, store.desks, 0, 0)
    _set_rules(scenario, family, world)
    _set_cells(scenario, family, world)
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


def map_rows(scenario: Scenario) -> list[str]:
    """The rows of the map, without empty lines around it."""
    return scenario.board.map.strip("\n").split("\n")


def board_size(scenario: Scenario) -> tuple[int, int]:
    """Columns and rows of the map."""
    rows = map_rows(scenario)
    return len(rows[0]), len(rows)


def legend_of(scenario: Scenario, family: Family) -> dict[str, str]:
    """Terrain by map character: the scenario's legend over the family's."""
    return family.default_legend | scenario.board.legend


def find_problems(scenario: Scenario, family: Family) -> list[Problem]:
    """Everything that is wrong with a scenario, the family's own findings included."""
    problems = list(unfit_values(msgspec.to_builtins(msgspec.structs.replace(scenario, state={}))))
    if problems:
        return problems
    problems = [
        *_board_problems(scenario, family),
        *_terrain_problems(scenario, family),
        *_side_problems(scenario, family),
    ]
    if problems:
        return problems
    chosen = choice_problems(scenario, family.options, family.values)
    return _unit_problems(scenario, family) + _card_problems(scenario, family) + chosen + family.problems(scenario)


def _board_problems(scenario: Scenario, family: Family) -> list[Problem]:
    rows = map_rows(scenario)
    if not rows or not rows[0]:
        return [Problem("board.map", "an empty map", "rows of characters")]
    if max(len(rows), *map(len, rows)) > BOARD_MAX:
        size = f"{max(map(len, rows))} x {len(rows)}"
        return [Problem("board.map", size, f"at most {BOARD_MAX} each way")]
    problems = []
    for index, line in enumerate(rows):
        if len(line) != len(rows[0]):
            problems.append(Problem(f"board.map row {index + 1}", f"{len(line)} characters", f"{len(rows[0])}"))
    return problems + _character_problems(rows, sorted(legend_of(scenario, family)))


def _character_problems(rows: list[str], known: list[str]) -> list[Problem]:
    """Characters that the legend does not know, each once with its first place."""
    text = "\n".join(rows)
    counts = Counter(text)
    expected = f"one of {' '.join(known)}"
    unknown = [character for character in counts if character not in {*known, "\n"}]
    problems = []
    for character in unknown[:CHARACTERS_TOLD]:
        place = text.index(character)
        row, column = text.count("\n", 0, place), place - text.rfind("\n", 0, place) - 1
        times = f" ({counts[character]} times)" if counts[character] > 1 else ""
        where = f"board.map row {row + 1} column {column + 1}"
        problems.append(Problem(where, repr(character) + times, expected))
    if len(unknown) > CHARACTERS_TOLD:
        problems.append(Problem("board.map", f"{len(unknown) - CHARACTERS_TOLD} further characters", expected))
    return problems


def _terrain_problems(scenario: Scenario, family: Family) -> list[Problem]:
    problems = []
    known = f"one of {', '.join(family.terrain)}"
    for character, terrain in scenario.board.legend.items():
        if len(character) != 1:
            problems.append(Problem("board.legend", repr(character), "one character"))
        if terrain not in family.terrain:
            problems.append(Problem(f"board.legend.{character}", repr(terrain), known))
    for terrain, height in scenario.board.heights.items():
        if terrain not in family.terrain:
            problems.append(Problem("board.heights", repr(terrain), known))
        if not -HEIGHT_MAX <= height <= HEIGHT_MAX:
            problems.append(Problem(f"board.heights.{terrain}", str(height), f"{-HEIGHT_MAX} to {HEIGHT_MAX}"))
    return problems


def _name_problem(name: str, taken: bool, family: Family) -> str:
    """What a name should be instead, or nothing: orders are read word by word, so it must be one and no other's."""
    return "a name of its own, letters and digits" if taken else name_problem(name, family.kinds)


def _side_problems(scenario: Scenario, family: Family) -> list[Problem]:
    names = scenario.side_names()
    if not 1 <= len(names) <= SIDES_MAX:
        return [Problem("sides", f"{len(names)} sides", f"1 to {SIDES_MAX}")]
    problems = []
    for index, side in enumerate(scenario.sides):
        expected = _name_problem(side.name, names.index(side.name) != index, family)
        if expected:
            problems.append(Problem(f"sides[{index}].name", repr(side.name), expected))
        for other in side.hostile or ():
            if other not in names or other == side.name:
                problems.append(Problem(f"sides[{index}].hostile", repr(other), f"another of {', '.join(names)}"))
    return problems


def _unit_problems(scenario: Scenario, family: Family) -> list[Problem]:
    if not 1 <= len(scenario.units) <= UNITS_MAX:
        return [Problem("units", f"{len(scenario.units)} units", f"1 to {UNITS_MAX}")]
    problems = []
    names = set(scenario.side_names())
    size = board_size(scenario)
    taken: dict[str, int] = {}
    squares: dict[tuple[int, int], str] = {}
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] ({unit.id})"
        expected = _name_problem(unit.id, unit.id in names or unit.id in taken, family)
        if expected:
            problems.append(Problem(f"{where}.id", repr(unit.id), expected))
        taken[unit.id] = index
        if unit.side not in names:
            problems.append(Problem(f"{where}.side", repr(unit.side), f"one of {', '.join(scenario.side_names())}"))
        if unit.type and unit.type not in scenario.types:
            known = ", ".join(scenario.types) or "no type is defined"
            problems.append(Problem(f"{where}.type", repr(unit.type), f"one of the types: {known}"))
        for other in unit.known_to or ():
            if other not in names:
                problems.append(Problem(f"{where}.known_to", repr(other), f"one of {', '.join(scenario.side_names())}"))
        problems += _place_problems(scenario, family, size, where, unit.at, squares)
        problems += _facing_problems(where, unit.facing, len(family.notation.facings))
    return problems


def _facing_problems(where: str, facing: int, directions: int) -> list[Problem]:
    least, greatest = (0, directions - 1) if directions else (-32_768, 32_767)
    if least <= facing <= greatest:
        return []
    return [Problem(f"{where}.facing", str(facing), f"a direction of the board, {least} to {greatest}")]


def _place_problems(
    scenario: Scenario,
    family: Family,
    size: tuple[int, int],
    where: str,
    text: str,
    taken: dict[tuple[int, int], str],
) -> list[Problem]:
    if not text:
        return []
    place = family.notation.parse_place(text)
    if place is None:
        return [Problem(f"{where}.at", repr(text), f"a place such as {family.notation.example}")]
    width, height = size
    if not (0 <= place[0] < width and 0 <= place[1] < height):
        last = family.notation.place_name(width - 1, height - 1)
        return [Problem(f"{where}.at", repr(text), f"a place on the board, up to {last}")]
    problem = family.placement_problem(scenario, place, taken)
    taken.setdefault(place, where)
    return [Problem(f"{where}.at", repr(text), problem)] if problem else []


def _card_problems(scenario: Scenario, family: Family) -> list[Problem]:
    known = family.card_names[1:]
    problems = []
    for name, count in scenario.cards.items():
        if name not in known:
            problems.append(Problem(f"cards.{name}", repr(name), f"one of {', '.join(known) or 'no cards'}"))
        if count < 0:
            problems.append(Problem(f"cards.{name}", str(count), "0 or more"))
    if sum(scenario.cards.values()) > CARDS_MAX:
        problems.append(Problem("cards", f"{sum(scenario.cards.values())} cards", f"at most {CARDS_MAX}"))
    return problems


def _set_rules(scenario: Scenario, family: Family, world: World) -> None:
    rules = world.rules[0]
    names = scenario.side_names()
    rules.sides = len(names)
    rules.width, rules.height = board_size(scenario)
    for decision in family.decisions:
        rules.elective |= int(decision.elective) << decision.number
    for index, side in enumerate(scenario.sides):
        hostile = side.hostile if side.hostile is not None else [name for name in names if name != side.name]
        rules.hostile[index] = sum(1 << names.index(name) for name in hostile)
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


def _set_cells(scenario: Scenario, family: Family, world: World) -> None:
    legend = legend_of(scenario, family)
    characters = "".join(map_rows(scenario))
    looks = {
        character: (family.terrain.index(legend[character]), scenario.board.heights.get(legend[character], 0))
        for character in dict.fromkeys(characters)
    }
    for cell, character in zip(world.cells, characters, strict=True):
        cell.kind, cell.height = looks[character]


def _set_units(scenario: Scenario, family: Family, world: World) -> None:
    names = scenario.side_names()
    types = sorted(scenario.types)
    components = component_bits(*COMPONENTS)
    for unit, placed in zip(world.units, scenario.units, strict=True):
        unit.components = components
        unit.type = types.index(placed.type) + 1 if placed.type else 0
        if placed.at:
            place = family.notation.parse_place(placed.at)
            assert place is not None, "checked before"
            unit.position.x, unit.position.y = place
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
