"""What is wrong with a scenario, all that can be found of it at once, each with its place and what was expected.

What depends on something that is wrong itself is left out: places of units on a map that has no size.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import msgspec

from enfilade.core.orders.words import name_problem
from enfilade.core.rulebook.rules import SIDES_MAX
from enfilade.core.scenario.errors import Problem, quoted
from enfilade.core.scenario.load import unfit_values
from enfilade.core.scenario.options import choice_problems
from enfilade.core.scenario.schema import ObjectiveEntry, Scenario, SideEntry, UnitEntry, rows_of

from .family import SELDOM_READ, Family

UNITS_MAX = 32_767
BOARD_MAX = 4_096
CARDS_MAX = 1_024
HEIGHT_MAX = 32_767
RATING_MAX = 4
OBJECTIVES_MAX = 64
VALUE_MAX = 99
CHARACTERS_TOLD = 100
"""Unknown characters of a map that are told one by one at most."""
NO_BANK, FORD_CHARACTER = ".", "+"
"""Characters of a map of banks that are no bank's letter."""

Place = tuple[int, int]


def find_problems(scenario: Scenario, family: Family) -> list[Problem]:
    """Everything that is wrong with a scenario, the family's own findings included."""
    problems = list(unfit_values(msgspec.to_builtins(msgspec.structs.replace(scenario, state={}))))
    if problems:
        return problems
    board = [*_board_problems(scenario, family), *_terrain_problems(scenario, family)]
    size = None if board else scenario.board_size()
    sides = [*_side_problems(scenario, family)]
    found = [
        *board,
        *sides,
        *_unit_problems(scenario, family, size),
        *_objective_problems(scenario, family, size),
        *_card_problems(scenario, family),
        *choice_problems(scenario, family.options, family.values),
        *_unread_problems(scenario, family),
    ]
    return found if board or sides else found + family.problems(scenario)


def legend_of(scenario: Scenario, family: Family) -> dict[str, str]:
    """Terrain by map character: the scenario's legend over the family's."""
    return family.default_legend | scenario.board.legend


def _board_problems(scenario: Scenario, family: Family) -> list[Problem]:
    rows = scenario.map_rows()
    if not rows or not rows[0]:
        return [Problem("board.map", "an empty map", "rows of characters")]
    if max(len(rows), *map(len, rows)) > BOARD_MAX:
        size = f"{max(map(len, rows))} x {len(rows)}"
        return [Problem("board.map", size, f"at most {BOARD_MAX} each way")]
    return [
        *_ragged_rows("board.map", rows, len(rows[0])),
        *_character_problems("board.map", rows, sorted(legend_of(scenario, family))),
        *_bank_problems(scenario, rows),
    ]


def _ragged_rows(where: str, rows: list[str], width: int) -> Iterator[Problem]:
    """Rows of a map that are longer or shorter than they must be."""
    for index, line in enumerate(rows):
        if len(line) != width:
            yield Problem(f"{where} row {index + 1}", f"{len(line)} characters", f"{width}")


def _bank_problems(scenario: Scenario, rows: list[str]) -> Iterator[Problem]:
    """A map of banks that does not lie over the map, or has characters that are neither letters nor marks."""
    if not scenario.board.banks:
        return
    banks = rows_of(scenario.board.banks)
    if len(banks) != len(rows):
        yield Problem("board.banks", f"{len(banks)} rows", f"{len(rows)}, as the map has")
    yield from _ragged_rows("board.banks", banks, len(rows[0]))
    letters = sorted({character for line in banks for character in line if character.isalpha()})
    yield from _character_problems("board.banks", banks, [NO_BANK, FORD_CHARACTER, *letters], "letters, '.' and '+'")


def _character_problems(where: str, rows: list[str], known: list[str], expected: str = "") -> list[Problem]:
    """Characters of a map that are not known, each once with its first place."""
    text = "\n".join(rows)
    counts = Counter(text)
    expected = expected or f"one of {' '.join(known)}"
    unknown = [character for character in counts if character not in {*known, "\n"}]
    problems = []
    for character in unknown[:CHARACTERS_TOLD]:
        place = text.index(character)
        row, column = text.count("\n", 0, place), place - text.rfind("\n", 0, place) - 1
        times = f" ({counts[character]} times)" if counts[character] > 1 else ""
        problems.append(Problem(f"{where} row {row + 1} column {column + 1}", repr(character) + times, expected))
    if len(unknown) > CHARACTERS_TOLD:
        problems.append(Problem(where, f"{len(unknown) - CHARACTERS_TOLD} further characters", expected))
    return problems


def _terrain_problems(scenario: Scenario, family: Family) -> Iterator[Problem]:
    known = f"one of {', '.join(family.terrain)}"
    for character, terrain in scenario.board.legend.items():
        if len(character) != 1:
            yield Problem("board.legend", repr(character), "one character")
        if terrain not in family.terrain:
            yield Problem(f"board.legend.{character}", repr(terrain), known)
    for key, values, least, greatest in (
        ("heights", scenario.board.heights, -HEIGHT_MAX, HEIGHT_MAX),
        ("ratings", scenario.board.ratings, 0, RATING_MAX),
    ):
        for terrain, value in values.items():
            if terrain not in family.terrain:
                yield Problem(f"board.{key}", repr(terrain), known)
            if not least <= value <= greatest:
                yield Problem(f"board.{key}.{terrain}", str(value), f"{least} to {greatest}")


def _name_problem(name: str, taken: bool, family: Family) -> str:
    """What a name should be instead, or nothing: orders are read word by word, so it must be one and no other's."""
    return "a name of its own, letters and digits" if taken else name_problem(name, family.kinds)


def _side_problems(scenario: Scenario, family: Family) -> Iterator[Problem]:
    names = scenario.side_names()
    if not 1 <= len(names) <= SIDES_MAX:
        yield Problem("sides", f"{len(names)} sides", f"1 to {SIDES_MAX}")
        return
    for index, side in enumerate(scenario.sides):
        expected = _name_problem(side.name, names.index(side.name) != index, family)
        if expected:
            yield Problem(f"sides[{index}].name", repr(side.name), expected)
        yield from _relation_problems(f"sides[{index}]", side, scenario)
    if all(side.neutral for side in scenario.sides):
        yield Problem("sides", "none but neutral ones", "a side that is not neutral")


def _relation_problems(where: str, side: SideEntry, scenario: Scenario) -> Iterator[Problem]:
    """CORE-3.1, CORE-3.2, CORE-3.3: what does not go together in what a side says of the others."""
    others = {other.name: other for other in scenario.sides if other.name != side.name}
    expected = f"another of {', '.join(scenario.side_names())}"
    for key, named in (("hostile", side.hostile or ()), ("allied", side.allied)):
        for name in named:
            if name not in others:
                yield Problem(f"{where}.{key}", repr(name), expected)
            elif side.neutral or others[name].neutral:
                yield Problem(f"{where}.{key}", repr(name), "sides that are not neutral, of one that is not neutral")
    for name in side.allied:
        if name in (side.hostile or ()):
            yield Problem(f"{where}.allied", repr(name), "a side that is not named hostile as well")
        if name in others and side.name not in others[name].allied:
            yield Problem(f"{where}.allied", repr(name), f"a side that names {side.name!r} as its ally")


def _unit_problems(scenario: Scenario, family: Family, size: Place | None) -> Iterator[Problem]:
    if not 1 <= len(scenario.units) <= UNITS_MAX:
        yield Problem("units", f"{len(scenario.units)} units", f"1 to {UNITS_MAX}")
        return
    names = set(scenario.side_names())
    sides = f"one of {', '.join(scenario.side_names())}"
    taken: set[str] = set()
    there: dict[Place, list[UnitEntry]] = defaultdict(list)
    for index, unit in enumerate(scenario.units):
        where = f"units[{index}] ({unit.id})"
        expected = _name_problem(unit.id, unit.id in names or unit.id in taken, family)
        if expected:
            yield Problem(f"{where}.id", repr(unit.id), expected)
        taken.add(unit.id)
        if unit.side not in names:
            yield Problem(f"{where}.side", repr(unit.side), sides)
        if unit.type and unit.type not in scenario.types:
            known = ", ".join(scenario.types) or "no type is defined"
            yield Problem(f"{where}.type", repr(unit.type), f"one of the types: {known}")
        for other in unit.known_to or ():
            if other not in names:
                yield Problem(f"{where}.known_to", repr(other), sides)
        if unit.at:
            yield from _unit_place_problems(scenario, family, size, where, unit, there)
        yield from _facing_problems(where, unit.facing, len(family.notation.facings))


def _unit_place_problems(
    scenario: Scenario,
    family: Family,
    size: Place | None,
    where: str,
    unit: UnitEntry,
    there: dict[Place, list[UnitEntry]],
) -> Iterator[Problem]:
    """A place that is none, is not on the board, or where the family does not let the unit begin."""
    yield from _place_problems(family, size, f"{where}.at", unit.at)
    place = family.notation.parse_place(unit.at)
    if place is None or size is None or not (0 <= place[0] < size[0] and 0 <= place[1] < size[1]):
        return
    expected = family.placement_problem(scenario, unit, place, there[place])
    if expected:
        yield Problem(f"{where}.at", repr(unit.at), expected)
    there[place].append(unit)


def _place_problems(family: Family, size: Place | None, where: str, text: str) -> Iterator[Problem]:
    """A place that is none, or is not on the board."""
    place = family.notation.parse_place(text)
    if place is None:
        yield Problem(where, repr(text), f"a place such as {family.notation.example}")
    elif size is not None and not (0 <= place[0] < size[0] and 0 <= place[1] < size[1]):
        last = family.notation.place_name(size[0] - 1, size[1] - 1)
        yield Problem(where, repr(text), f"a place on the board, up to {last}")


def _facing_problems(where: str, facing: int, directions: int) -> Iterator[Problem]:
    least, greatest = (0, directions - 1) if directions else (-32_768, 32_767)
    if not least <= facing <= greatest:
        yield Problem(f"{where}.facing", str(facing), f"a direction of the board, {least} to {greatest}")


def _objective_problems(scenario: Scenario, family: Family, size: Place | None) -> Iterator[Problem]:
    """Objectives without a place of their own, or that are worth or held what they cannot be."""
    if len(scenario.objectives) > OBJECTIVES_MAX:
        yield Problem("objectives", f"{len(scenario.objectives)} objectives", f"at most {OBJECTIVES_MAX}")
        return
    places: set[Place | None] = set()
    for index, objective in enumerate(scenario.objectives):
        where = f"objectives[{index}]"
        yield from _place_problems(family, size, f"{where}.at", objective.at)
        place = family.notation.parse_place(objective.at)
        if place is not None and place in places:
            yield Problem(f"{where}.at", repr(objective.at), "a place that no other objective has")
        places.add(place)
        yield from _worth_problems(where, objective, scenario)


def _worth_problems(where: str, objective: ObjectiveEntry, scenario: Scenario) -> Iterator[Problem]:
    """A value or a holder that an objective cannot have."""
    if not 1 <= objective.value <= VALUE_MAX:
        yield Problem(f"{where}.value", str(objective.value), f"1 to {VALUE_MAX}")
    holders = [side.name for side in scenario.sides if not side.neutral]
    if objective.holder and objective.holder not in holders:
        yield Problem(f"{where}.holder", repr(objective.holder), f"one of {', '.join(holders)}")


def _card_problems(scenario: Scenario, family: Family) -> Iterator[Problem]:
    known = family.card_names[1:]
    for name, count in scenario.cards.items():
        if name not in known:
            yield Problem(f"cards.{name}", repr(name), f"one of {', '.join(known) or 'no cards'}")
        if count < 0:
            yield Problem(f"cards.{name}", str(count), "0 or more")
    if sum(scenario.cards.values()) > CARDS_MAX:
        yield Problem("cards", f"{sum(scenario.cards.values())} cards", f"at most {CARDS_MAX}")


def _unread_problems(scenario: Scenario, family: Family) -> Iterator[Problem]:
    """What a scenario says but its family has no use for, and files of types that were not read."""
    for key in SELDOM_READ:
        value = _value_at(scenario, key)
        if value and key not in family.reads:
            yield Problem(key, quoted(value), f"none: the rules of {family.name!r} have no use for it")
    if scenario.type_files:
        yield Problem("type_files", quoted(scenario.type_files), "types; load_scenario reads the files into them")


def _value_at(scenario: Scenario, key: str) -> object:
    """What stands at a key of a scenario, such as ``board.banks``."""
    value: object = scenario
    for name in key.split("."):
        value = getattr(value, name)
    return value
