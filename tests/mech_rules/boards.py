"""Mech positions as text boards: built, asked and looked at in a test's own words.

A board is rows of cells from north to south; spaces between large grids and empty rows between them are left out. A
capital letter is a unit, drawn on every cell under its base: A to M are red, N to T blue, U to W green, X to Z the
town's, which is neutral. Slots go by letter. Everything else is terrain: ``.`` open, ``-`` low (height 1), ``#`` a wall
(height 3), ``%`` fragile (height 1), ``&`` a fragile wall (height 3).

A unit over another one, or over terrain, is not drawn but given by ``over``. Grids and cells are named as in orders:
``B1`` is the second grid of the first row, ``B1.5`` the cell in its middle.

A refusal is said as ``MECH-1.2.1c step 2``: the rule and the step that the first finding names, if it names one; a
legal order as an empty text.

A battle goes on while two sides have units. A board that draws one side alone, but for installations, gets a unit of
another side at high altitude over its first cell, ``T`` or ``M``: it is in nobody's way, locks nobody and stays there.

Unless a test says otherwise a unit has the rules' own allowance of 4, looks north, and does not fight hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import enfilade as ef
from enfilade.core.orders.notation import GridCells
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry, UnitValue

Cell = tuple[int, int]
SIDES = {"red": "ABCDEFGHIJKLM", "blue": "NOPQRST", "green": "UVW", "town": "XYZ"}
NEUTRAL = ("town",)
NOTATION = GridCells()


def cell(name: str) -> Cell:
    """Column and row of a cell's name."""
    place = NOTATION.parse_place(name)
    assert place is not None, name
    return place


def name_of(place: Cell) -> str:
    """The name of a cell."""
    return NOTATION.place_name(*place)


def side_of(letter: str) -> str:
    """The side of a unit that a board draws."""
    return next(side for side, letters in SIDES.items() if letter in letters)


def lines_of(rows: Sequence[str]) -> list[str]:
    """The rows of cells of a text board."""
    lines = [row.replace(" ", "") for row in rows]
    return [line for line in lines if line]


def fighting(values: Mapping[str, UnitValue]) -> dict[str, UnitValue]:
    """Values of a unit that fights hand to hand only when they say so."""
    return {"fights": False, **values}


def unit_entry(letter: str, lines: Sequence[str], values: Mapping[str, UnitValue]) -> UnitEntry:
    """The unit that a board draws with a letter."""
    found = [(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == letter]
    west, north = min(x for x, _ in found), min(y for _, y in found)
    size = max(x for x, _ in found) - west + 1
    assert sorted(found) == [(x, y) for x in range(west, west + size) for y in range(north, north + size)], letter
    return UnitEntry(letter, side_of(letter), name_of((west, north)), values=fighting({"size": size, **values}))


def onlooker(units: Sequence[UnitEntry]) -> list[UnitEntry]:
    """A unit of another side, when all that are no installations are of one side."""
    sides = {unit.side for unit in units if unit.values.get("kind") != "installation"}
    if len(sides) > 1:
        return []
    letter = "M" if "blue" in sides else "T"
    return [UnitEntry(letter, side_of(letter), "A1", values=fighting({"kind": "high altitude", "allowance": 0}))]


def scenario_of(
    *rows: str,
    over: Mapping[str, str] | None = None,
    allied: Iterable[tuple[str, str]] = (),
    objectives: Iterable[ObjectiveEntry] = (),
    options: Mapping[str, int | bool | str] | None = None,
    **values: Mapping[str, UnitValue],
) -> Scenario:
    """The scenario of a board.

    Args:
        *rows: the board.
        over: places of units that stand over others or over terrain, by letter.
        allied: pairs of sides.
        objectives: the objectives.
        options: of the rules.
        **values: of the unit with that letter.
    """
    lines = lines_of(rows)
    drawn = sorted({mark for line in lines for mark in line if mark.isupper()})
    units = [unit_entry(letter, lines, values.get(letter, {})) for letter in drawn]
    for letter, place in (over or {}).items():
        units.append(UnitEntry(letter, side_of(letter), place, values=fighting(values.get(letter, {}))))
    units += onlooker(units)
    units.sort(key=lambda unit: unit.id)
    pairs = [*allied, *((other, side) for side, other in allied)]
    used = [side for side in SIDES if any(unit.side == side for unit in units)]
    return Scenario(
        name="board",
        family="mech",
        sides=[
            SideEntry(side, allied=[other for one, other in pairs if one == side], neutral=side in NEUTRAL)
            for side in used
        ],
        board=BoardEntry("\n".join("".join("." if mark.isupper() else mark for mark in line) for line in lines)),
        units=units,
        objectives=list(objectives),
        options=dict(options or {}),
    )


def battle_of(*rows: str, **changes: Any) -> ef.Battle:
    """A checked battle on a board; arguments as for ``scenario_of``."""
    return ef.Battle(scenario_of(*rows, **changes), checked=True)


def refusal(battle: ef.Battle, line: str) -> str:
    """Why an order is refused, in the form that the head of this file gives; empty when it is legal."""
    verdict = battle.check(line)
    if verdict.ok:
        return ""
    names = verdict.findings[0].names
    return verdict.rule + (f" step {names['step']}" if "step" in names else "")


def play(battle: ef.Battle, lines: str) -> list[str]:
    """Take orders, separated by commas; what happened in the last one."""
    events: list[ef.Event] = []
    for line in lines.split(","):
        events = battle.step(line.strip())
    return [str(event) for event in events]


def ends(battle: ef.Battle, unit: str, kind: str = "move") -> str:
    """The cells, each once and in their order, on which a unit may come to stand by the legal orders of a kind."""
    places = [order.place for order in battle.legal.of(unit) if order.kind == kind and order.place is not None]
    return " ".join(dict.fromkeys(name_of(place) for place in places))


def cost(battle: ef.Battle, line: str) -> int:
    """What a move costs; the battle stays as it is."""
    events = battle.clone().step(line)
    return next(int(event.names["cost"]) for event in events if event.kind == "moved")


def way(battle: ef.Battle, line: str) -> str:
    """The cells on which a unit stands in the grids that it enters; the battle stays as it is."""
    events = battle.clone().step(line)
    return " ".join(str(event.names["place"]) for event in events if event.kind in ("entered", "crushed_in"))


def drawing(battle: ef.Battle) -> list[str]:
    """The board as it is now, in the form of a text board: without terrain that is gone, and high-altitude units."""
    world = battle.game.world()
    width = world.rules[0].width
    rubble = battle.game.store.table("rubble")
    rows = []
    for y, line in enumerate(battle.scenario.map_rows()):
        wide = width // 3
        rows.append(
            ["." if mark in "%&" and rubble[y // 3 * wide + x // 3].gone else mark for x, mark in enumerate(line)]
        )
    for entry, unit in zip(battle.scenario.units, world.units, strict=True):
        is_drawn = unit.status.alive and entry.values.get("kind") != "high altitude"
        for x, y in cells_under(unit) if is_drawn else ():
            rows[y][x] = entry.id
    return [" ".join("".join(row[x : x + 3]) for x in range(0, width, 3)) for row in rows]


def cells_under(unit: Any) -> list[Cell]:
    """The cells under a unit's base."""
    x, y, size = unit.position.x, unit.position.y, unit.base.size
    return [(column, row) for row in range(y, y + size) for column in range(x, x + size)]


def at(battle: ef.Battle, unit: str) -> str:
    """The cell that a unit's base begins on in the north-west; empty when it is not in play."""
    return str(battle.roster()[unit]["at"])
