"""What is wrong with a scenario, all that can be found of it at once, each with its place and what was expected.

What rests on something that is wrong itself is not judged: whether a unit may begin on a square that is not known.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from enfilade.core.orders.words import name_problem
from enfilade.core.rulebook.charge import TRIGGERS
from enfilade.core.rulebook.rules import SIDES_MAX
from enfilade.core.scenario.errors import Problem, quoted, shortened
from enfilade.core.scenario.findings import FILE_END, Findings, KeyPath, place_text
from enfilade.core.scenario.form import unfit_values
from enfilade.core.scenario.options import Option, tell_choices
from enfilade.core.scenario.schema import ObjectiveEntry, Scenario, SideEntry, UnitEntry, UnitValue

from .board_problems import BOARD_MAX as BOARD_MAX
from .board_problems import Ground, Place, survey
from .family import SELDOM_READ, Family

UNITS_MAX = 32_767
TYPES_MAX = 32_766
HAZARDS_MAX = 1_024
CARDS_MAX = 1_024
OBJECTIVES_MAX = 64
VALUE_MAX = 99
NO_FAMILY = Family(name="none", revision=1, systems=(), decisions=(), events=(), reasons=(), results=("",))
"""Stands for a family that is not known."""
READINGS_MAX = 16
"""Types and words at most that a unit is tried with whose own are wrong."""
READ_BY_NO_RULE = {"name", "title", "description"}
WITHOUT_UNITS = {"types", "type_files", "units"}
"""Keys in which something wrong concerns single units."""


def find_problems(scenario: Scenario, family: Family) -> list[Problem]:
    """Everything that is wrong with a scenario, the family's own findings included."""
    plain = msgspec.to_builtins(msgspec.structs.replace(scenario, state={}))
    unfit = [Problem(place_text(path), found, expected) for path, found, expected in unfit_values(plain)]
    if unfit:
        return unfit
    misfit = _misfit(scenario, plain)
    if misfit:
        return [misfit]
    findings = Findings([unit.id for unit in scenario.units])
    judge(scenario, family, findings)
    return findings.problems


def _misfit(scenario: Scenario, plain: object) -> Problem | None:
    """A value of another type than its field has, in a scenario that was made by hand."""
    try:
        read = msgspec.convert(plain, Scenario)
    except msgspec.ValidationError as problem:
        return Problem("the scenario", str(problem), "values of the types that its fields have")
    if read != msgspec.structs.replace(scenario, state={}):
        return Problem(
            "the scenario", "entries of other classes", "SideEntry, UnitEntry and the other classes of its fields"
        )
    return None


def judge(scenario: Scenario, family: Family, findings: Findings) -> None:
    """Tell everything that is wrong with a scenario by its rules; its state is not looked at.

    Args:
        scenario: of which ``findings`` tells what could not be read.
        family: its rules; ``NO_FAMILY`` when the findings tell that the scenario names none.
        findings: where problems are told.
    """
    ground = survey(scenario, family, findings)
    case = Case(scenario, family, findings, ground)
    _tell_sides(case)
    if len(scenario.types) > TYPES_MAX:
        findings.tell(("types",), f"{len(scenario.types)} types", f"at most {TYPES_MAX}")
    for name, values in scenario.types.items():
        _tell_values(case, ("types", name), values)
    for name, values in scenario.weapons.items():
        _tell_weapon(case, name, values)
    _tell_units(case)
    _tell_objectives(case)
    _tell_exits(case)
    _tell_hazards(case)
    _tell_cards(case)
    if case.has_family:
        tell_choices(("options",), scenario.options, family.options, findings, all_known=findings.is_known("plugins"))
        _tell_unread(case)
        _tell_own(case)
    if scenario.type_files:
        expected = "types; load_scenario reads the files into them"
        findings.tell(("type_files",), quoted(scenario.type_files), expected)


@dataclass
class Case:
    """A scenario under its family, and what is known of it.

    Attributes:
        ground: the map; None when its size is not known.
        names: names of the sides.
        names_are_known: whether there is no other side than these.
        names_text: the names, for messages.
        types_text: names of the types, for messages.
        there: by the place where units begin the first of them of each side.
        values: what units may set.
    """

    scenario: Scenario
    family: Family
    findings: Findings
    ground: Ground | None
    names: list[str] = field(init=False)
    names_are_known: bool = field(init=False)
    names_text: str = field(init=False)
    types_text: str = field(init=False)
    there: dict[Place, list[UnitEntry]] = field(init=False)
    values: tuple[Option, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.names = self.scenario.side_names()
        are_known = [self.findings.is_known("sides", index, "name") for index in range(len(self.names))]
        self.names_are_known = all(are_known) if are_known else self.findings.is_known("sides")
        self.names_text = shortened(", ".join(self.names))
        self.types_text = shortened(", ".join(self.scenario.types)) or "no type is defined"
        self.there = defaultdict(list)
        weapons = tuple(self.scenario.weapons)
        self.values = tuple(
            dataclasses.replace(option, choices=weapons) if option.of_weapons else option
            for option in self.family.values
        )

    @property
    def has_family(self) -> bool:
        """Whether the rules are known."""
        return self.findings.is_sound("family")

    def tell_unknown_side(self, path: KeyPath, name: str) -> None:
        """Tell of the name of a side that there is not."""
        if self.names_are_known and name not in self.names:
            self.findings.tell(path, quoted(name), f"one of {self.names_text}")

    def has_sound_side(self, name: str) -> bool:
        """Whether a side is there, and all that it says of others is right."""
        return name in self.names and self.findings.is_sound("sides", self.names.index(name))


def _name_problem(name: str, taken: bool, family: Family) -> str:
    """What a name should be instead, or nothing: orders are read word by word, so it must be one and no other's."""
    return "a name of its own, letters and digits" if taken else name_problem(name, family.kinds)


def _tell_sides(case: Case) -> None:
    scenario, findings = case.scenario, case.findings
    if not 1 <= len(case.names) <= SIDES_MAX:
        findings.tell(("sides",), f"{len(case.names)} sides", f"1 to {SIDES_MAX}")
        return
    for index, side in enumerate(scenario.sides):
        expected = _name_problem(side.name, case.names.index(side.name) != index, case.family)
        if expected:
            findings.tell(("sides", index, "name"), quoted(side.name), expected)
            case.names_are_known = False
    for index, side in enumerate(scenario.sides):
        _tell_relations(case, index, side)
    is_known = all(findings.is_sound("sides", index) for index in range(len(scenario.sides)))
    if is_known and all(side.neutral for side in scenario.sides):
        findings.tell(("sides",), "none but neutral ones", "a side that is not neutral")


def _tell_relations(case: Case, index: int, side: SideEntry) -> None:
    """CORE-3.1, CORE-3.2, CORE-3.3: what does not go together in what a side says of the others."""
    findings = case.findings
    others = {
        other.name: (number, other) for number, other in enumerate(case.scenario.sides) if other.name != side.name
    }
    for key, named in (("hostile", side.hostile or ()), ("allied", side.allied)):
        for name in named:
            if name not in others:
                if case.names_are_known:
                    expected = f"another of {case.names_text}"
                    findings.tell(("sides", index, key), quoted(name), expected)
            elif side.neutral or others[name][1].neutral:
                expected = "sides that are not neutral, of one that is not neutral"
                findings.tell(("sides", index, key), quoted(name), expected)
    for name in side.allied:
        if name in (side.hostile or ()):
            findings.tell(("sides", index, "allied"), quoted(name), "a side that is not named hostile as well")
        is_known = findings.is_sound("sides", index, "name") and name in others
        if is_known and side.name not in others[name][1].allied and findings.is_sound("sides", others[name][0]):
            expected = f"a side that names {side.name!r} as its ally"
            findings.tell(("sides", index, "allied"), quoted(name), expected)


def _tell_values(case: Case, path: KeyPath, values: Mapping[str, UnitValue]) -> None:
    """Values of a unit or a type that the family does not know, or that they cannot have."""
    if case.has_family:
        all_known = case.findings.is_known("plugins")
        tell_choices(path, values, case.values, case.findings, all_known=all_known)


def _tell_weapon(case: Case, name: str, values: Mapping[str, UnitValue]) -> None:
    """A weapon whose name is no word, or values that it cannot have."""
    expected = name_problem(name, case.family.kinds)
    if expected:
        case.findings.tell(("weapons", name), quoted(name), expected)
    if case.has_family:
        tell_choices(("weapons", name), values, case.family.weapon_values, case.findings, all_known=True)


def _tell_units(case: Case) -> None:
    units = case.scenario.units
    if not 1 <= len(units) <= UNITS_MAX:
        case.findings.tell(("units",), f"{len(units)} units", f"1 to {UNITS_MAX}")
        return
    taken = set(case.names)
    for index, unit in enumerate(units):
        expected = _name_problem(unit.id, unit.id in taken, case.family)
        if expected:
            case.findings.tell(("units", index, "id"), quoted(unit.id), expected)
        taken.add(unit.id)
        _tell_unit(case, ("units", index), unit)


def _tell_unit(case: Case, path: KeyPath, unit: UnitEntry) -> None:
    """What is wrong with a unit besides its name."""
    case.tell_unknown_side((*path, "side"), unit.side)
    if unit.type and unit.type not in case.scenario.types and _types_are_known(case.findings):
        case.findings.tell((*path, "type"), quoted(unit.type), f"one of the types: {case.types_text}")
    for other in unit.known_to or ():
        case.tell_unknown_side((*path, "known_to"), other)
    _tell_values(case, (*path, "with"), unit.values)
    _tell_facing(case, (*path, "facing"), unit.facing)
    if unit.at and case.has_family:
        place = _tell_place(case, (*path, "at"), unit.at)
        if place is not None:
            _tell_placement(case, path, unit, place)


def _types_are_known(findings: Findings) -> bool:
    """Whether there are no other types than those that could be read."""
    return findings.is_known("types") and findings.is_known("type_files") and not findings.has_stranger()


def _tell_placement(case: Case, path: KeyPath, unit: UnitEntry, place: Place) -> None:
    """A place where the family does not let the unit begin, whatever is meant by what is wrong with it."""
    if case.ground is None or not case.ground.knows(place):
        return
    there = case.there[place]
    readings = _readings(case, path, unit)
    refusals = [case.family.placement_problem(case.ground.scenario, reading, place, there) for reading in readings]
    if readings and all(refusals):
        case.findings.tell((*path, "at"), quoted(unit.at), refusals[0])
    if readings and case.has_sound_side(unit.side) and all(other.side != unit.side for other in there):
        there.append(readings[0])


def _has_sound_type(case: Case, path: KeyPath, unit: UnitEntry) -> bool:
    """Whether a unit has a type in which nothing is wrong, or needs none."""
    is_there = not unit.type or unit.type in case.scenario.types
    return is_there and case.findings.is_sound(*path, "type") and case.findings.is_sound("types", unit.type)


def _readings(case: Case, path: KeyPath, unit: UnitEntry) -> list[UnitEntry]:
    """What a unit may be meant to be: of any side, type and words in place of wrong ones; none when too many are."""
    findings, scenario = case.findings, case.scenario
    sides, types = [unit.side], [unit.type]
    if not case.has_sound_side(unit.side):
        sides = [name for name in case.names if case.has_sound_side(name)]
    if not _has_sound_type(case, path, unit):
        types = ["", *(name for name in scenario.types if findings.is_sound("types", name))]
    meant = _meant_values(case, (*path, "with"), unit)
    if len(types) * len(meant) > READINGS_MAX:
        return []
    return [
        msgspec.structs.replace(unit, side=side, type=kind, values=values, known_to=None)
        for side in sides
        for kind in types
        for values in meant
    ]


def _meant_values(case: Case, path: KeyPath, unit: UnitEntry) -> list[dict[str, UnitValue]]:
    """A unit's own values with any word in place of a wrong one, or beside a key that is not known.

    Wrong values that are no words are left out. There are more than ``READINGS_MAX`` when that would be too many.
    """
    is_sound = case.findings.is_sound
    sound = {name: value for name, value in unit.values.items() if is_sound(*path, name)}
    is_misspelt = not unit.values.keys() <= {option.name for option in case.values}
    words = [
        option
        for option in case.values
        if isinstance(option.default, str) and option.name not in sound
        if is_misspelt or not is_sound(*path, option.name)
    ]
    names = [option.name for option in words]
    chosen = itertools.product(*(option.choices for option in words))
    return [sound | dict(zip(names, each, strict=True)) for each in itertools.islice(chosen, READINGS_MAX + 1)]


def _tell_place(case: Case, path: KeyPath, text: str) -> Place | None:
    """A place that is none, or is not on the board; what it is otherwise."""
    notation, ground = case.family.notation, case.ground
    place = notation.parse_place(text)
    if place is None:
        case.findings.tell(path, quoted(text), f"a place such as {notation.example}")
    elif ground is not None and not ground.holds(place):
        last = notation.place_name(ground.columns - 1, ground.rows - 1)
        case.findings.tell(path, quoted(text), f"a place on the board, up to {last}")
        return None
    return place


def _tell_facing(case: Case, path: KeyPath, facing: int) -> None:
    directions = len(case.family.notation.facings) if case.has_family else 0
    least, greatest = (0, directions - 1) if directions else (-32_768, 32_767)
    if not least <= facing <= greatest:
        case.findings.tell(path, str(facing), f"a direction of the board, {least} to {greatest}")


def _tell_objectives(case: Case) -> None:
    """Objectives without a place of their own, or that are worth or held what they cannot be."""
    objectives = case.scenario.objectives
    if len(objectives) > OBJECTIVES_MAX:
        case.findings.tell(("objectives",), f"{len(objectives)} objectives", f"at most {OBJECTIVES_MAX}")
        return
    places: set[Place] = set()
    for index, objective in enumerate(objectives):
        path = ("objectives", index)
        place = _tell_place(case, (*path, "at"), objective.at) if case.has_family else None
        if place is not None and place in places:
            expected = "a place that no other objective has"
            case.findings.tell((*path, "at"), quoted(objective.at), expected)
        if place is not None:
            places.add(place)
        _tell_worth(case, path, objective)


def _tell_worth(case: Case, path: KeyPath, objective: ObjectiveEntry) -> None:
    """A value or a holder that an objective cannot have."""
    if not 1 <= objective.value <= VALUE_MAX:
        case.findings.tell((*path, "value"), str(objective.value), f"1 to {VALUE_MAX}")
    if objective.holder:
        _tell_playing_side(case, (*path, "holder"), objective.holder)


def _tell_exits(case: Case) -> None:
    """Exits that lie nowhere, are nobody's, or are worth what they cannot be."""
    exits = case.scenario.exits
    if len(exits) > OBJECTIVES_MAX:
        case.findings.tell(("exits",), f"{len(exits)} exits", f"at most {OBJECTIVES_MAX}")
        return
    for index, entry in enumerate(exits):
        path = ("exits", index)
        if case.has_family:
            _tell_place(case, (*path, "at"), entry.at)
        if not 1 <= entry.value <= VALUE_MAX:
            case.findings.tell((*path, "value"), str(entry.value), f"1 to {VALUE_MAX}")
        _tell_playing_side(case, (*path, "side"), entry.side)


def _tell_playing_side(case: Case, path: KeyPath, name: str) -> None:
    """A side that is none, or that is neutral."""
    playing = [side.name for side in case.scenario.sides if not side.neutral]
    is_neutral = name in case.names and name not in playing
    if is_neutral or (name not in case.names and case.names_are_known):
        case.findings.tell(path, quoted(name), f"one of {shortened(', '.join(playing))}")


def _tell_hazards(case: Case) -> None:
    """Charges that lie nowhere, or that have dice, numbers or triggers that there are not."""
    hazards = case.scenario.hazards
    if len(hazards) > HAZARDS_MAX:
        case.findings.tell(("hazards",), f"{len(hazards)} hazards", f"at most {HAZARDS_MAX}")
        return
    for index, hazard in enumerate(hazards):
        path = ("hazards", index)
        if case.has_family:
            _tell_place(case, (*path, "at"), hazard.at)
        for key, value, least, greatest in (("power", hazard.power, 1, 12), ("to_hit", hazard.to_hit, 2, 6)):
            if not least <= value <= greatest:
                case.findings.tell((*path, key), str(value), f"{least} to {greatest}")
        if hazard.trigger not in TRIGGERS:
            case.findings.tell((*path, "trigger"), quoted(hazard.trigger), f"one of {', '.join(TRIGGERS)}")


def _tell_cards(case: Case) -> None:
    cards = case.scenario.cards
    known = case.family.card_names[1:]
    for name, count in cards.items():
        if name not in known and case.has_family:
            case.findings.tell(("cards", name), quoted(name), f"one of {', '.join(known) or 'no cards'}")
        if count < 0:
            case.findings.tell(("cards", name), str(count), "0 or more")
    total = sum(count for count in cards.values() if count > 0)
    if total > CARDS_MAX:
        case.findings.tell(("cards",), f"{total} cards", f"at most {CARDS_MAX}")


def _tell_unread(case: Case) -> None:
    """What a scenario says but its family has no use for."""
    for key in SELDOM_READ:
        value = _value_at(case.scenario, key)
        if value and key not in case.family.reads:
            expected = f"none: the rules of {case.family.name!r} have no use for it"
            case.findings.tell(tuple(key.split(".")), quoted(value), expected)


def _value_at(scenario: Scenario, key: str) -> object:
    """What stands at a key of a scenario, such as ``board.banks``; of entries in a list all that say something."""
    value: object = scenario
    for name in key.split("."):
        value = (
            [each for entry in value if (each := getattr(entry, name))]
            if isinstance(value, list)
            else getattr(value, name)
        )
    return value


def _tell_own(case: Case) -> None:
    """What the family itself finds wrong, where nothing but single units is wrong so far: it is shown those without."""
    findings, scenario = case.findings, case.scenario
    unsound = {key for key in findings.unsound_keys() - READ_BY_NO_RULE if not key.endswith(FILE_END)}
    if not unsound <= WITHOUT_UNITS:
        return
    units = [
        unit
        for index, unit in enumerate(scenario.units)
        if findings.is_sound("units", index) and _has_sound_type(case, ("units", index), unit)
    ]
    if not units:
        return
    types = {name: values for name, values in scenario.types.items() if findings.is_sound("types", name)}
    found = case.family.problems(msgspec.structs.replace(scenario, units=units, types=types))
    for problem in found:
        if not unsound or not _is_about(problem, ("sides", *WITHOUT_UNITS)):
            findings.problems.append(problem)


def _is_about(problem: Problem, keys: Iterable[str]) -> bool:
    """Whether a problem is told of one of these keys."""
    return any(problem.place.startswith(key) for key in keys)
