"""Mech positions with charges, forced moves and opportunity fire, and what is asked of them.

Boards are those of ``tests/mech_rules/boards.py``, weapons those of ``tests/mech_rules/arms.py``. Events are compared
in short: a grid that is entered by its name, a charge by its dice, of which each charge of a board has another number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

import enfilade as ef
from enfilade.core.scenario.schema import HazardEntry, Scenario
from tests.mech_rules.arms import FACINGS, Weapons, armed_scenario
from tests.mech_rules.boards import name_of

GUN: Weapons = {"gun": {"power": 3, "range": 12, "omnidirectional": True}}
"""A weapon that reaches all of a board: three dice that need 3 or more from its half of the range on, else 4."""
DEADLY = (6, 6, 6, 1, 1)
"""Three hits and no save of two: a unit of two steps is disrupted, reduced and destroyed."""
HARMFUL = (6, 1, 1, 1, 1)
"""One hit of three dice and no save of two: a unit is disrupted."""
HARMLESS = (1, 1, 1)
"""No hit of three dice."""


def open_board(wide: int, high: int) -> list[str]:
    """The rows of a board without terrain, of so many grids each way."""
    return [" ".join(["..."] * wide)] * (3 * high)


def hazard(at: str, power: int, **values: Any) -> HazardEntry:
    """The charge of a grid."""
    return HazardEntry(at, power=power, **values)


def charged_scenario(
    *rows: str, weapons: Weapons | None = None, hazards: Iterable[HazardEntry] = (), **changes: Any
) -> Scenario:
    """The scenario of a board with charges; further arguments as for ``armed_scenario``."""
    return msgspec.structs.replace(armed_scenario(*rows, weapons=weapons or {}, **changes), hazards=list(hazards))


def charged(*rows: str, **changes: Any) -> ef.Battle:
    """A checked battle on a board with charges; arguments as for ``charged_scenario``."""
    return ef.Battle(charged_scenario(*rows, **changes), checked=True)


def still(scenario: Scenario) -> Scenario:
    """The same with units that do not move by themselves unless their values say so: fewer orders to look at."""
    units = [msgspec.structs.replace(unit, values={"allowance": 0, **unit.values}) for unit in scenario.units]
    return msgspec.structs.replace(scenario, units=units)


def watched(*rows: str, weapons: Weapons = GUN, options: Mapping[str, Any] | None = None, **changes: Any) -> ef.Battle:
    """A checked battle with opportunity fire: unless values say otherwise red moves without weapons, others stay."""
    reds = {letter: {"weapons": [], "allowance": 4, **changes.pop(letter, {})} for letter in "ABC"}
    switches = {"opportunity_fire": True, **(options or {})}
    scenario = charged_scenario(*rows, weapons=weapons, options=switches, **reds, **changes)
    return ef.Battle(still(scenario), checked=True)


def step(battle: ef.Battle, line: str, *dice: int) -> list[ef.Event]:
    """Take an order with these faces of dice."""
    return battle.step(line, dice=dice)


def kinds(events: Iterable[ef.Event]) -> list[str]:
    """What happened, by the kinds of events alone."""
    return [event.kind for event in events]


def course(events: Iterable[ef.Event]) -> str:
    """The grids that units enter and the charges that go off, in order, such as ``2 B1 3``: charges by their dice."""
    told = []
    for event in events:
        if event.kind == "went_off":
            told.append(str(event.names["dice"]))
        elif event.kind == "entered":
            told.append(str(event.names["place"]).split(".")[0])
    return " ".join(told)


def grids_of_orders(battle: ef.Battle, unit: str, kind: str = "push") -> str:
    """The grids to which the legal orders of a kind lead, each once, in their order."""
    names = [
        name_of(order.place).split(".")[0] for order in battle.legal.of(unit) if order.kind == kind and order.place
    ]
    return " ".join(dict.fromkeys(names))


def disagreements(battle: ef.Battle, lines: Sequence[str]) -> list[str]:
    """Lines whose check is another than that they are among the legal orders; legal orders that are no line."""
    legal = [battle.text(order) for order in battle.legal]
    assert len(set(legal)) == len(legal)
    wrong = [line for line in lines if battle.check(line).ok != (line in set(legal))]
    return [*wrong, *sorted(set(legal) - set(lines))]


def pushes(battle: ef.Battle, side: str) -> list[str]:
    """Every forced move that a side can name: units by cells by facings."""
    width, height = battle.scenario.board_size()
    return [
        f"{side} {unit.id} push {name_of((x, y))} {facing}"
        for unit in battle.scenario.units
        for y in range(height)
        for x in range(width)
        for facing in FACINGS
    ]


def reactions(battle: ef.Battle) -> list[str]:
    """Every answer that can be given to a unit that moves: attacks of any unit on any other, and each side's hold."""
    units = [unit.id for unit in battle.scenario.units]
    return [
        *(f"{side.name} hold" for side in battle.scenario.sides),
        *(
            f"{unit} {kind} {target} {weapon}"
            for unit in units
            for kind in ("fire", "strike")
            for target in units
            if target != unit
            for weapon in battle.scenario.weapons
        ),
    ]
