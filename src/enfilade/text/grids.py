"""A board of large grids as lines of text: the grids apart, units on all their cells, and a list of the units."""

from __future__ import annotations

from enfilade.battle import Battle
from enfilade.components.unit import Unit
from enfilade.core.orders.notation import LetteredSquares
from enfilade.core.orders.said import Event
from enfilade.systems.board_problems import legend_of

from .overlay import NAMED, Overlay, base_cells, cells_under
from .places import Square, place_notes, place_signs
from .squares import (
    ORIGIN,
    WAY,
    Part,
    last_march,
    map_signs,
    middle_of,
    part_around,
    part_note,
    square_of,
)

SIGN_MAX = 3
"""Characters of a unit's id that is drawn as it is; when one has more, all units are drawn as letters."""
GAP = "  "
"""Between two large grids."""
LETTERS = LetteredSquares()


def draw_grids(battle: Battle, around: Square | None, over: Overlay | None) -> str:
    """A board of large grids as text, without a newline at the end; arguments as for ``draw_board``."""
    last = last_march(battle) if over is None else None
    part = part_around(battle, around or middle_of(battle, last))
    marks = over.marks if over is not None else last_marks(battle, last)
    cells = cells_shown(battle, part, marks, over.units if over is not None else frozenset())
    lines = lines_of_grids(battle, part, cells)
    return "\n".join([*lines, "", *notes_of(battle, part, over, last)])


def last_marks(battle: Battle, last: Event | None) -> dict[Square, str]:
    """Where the last march began, and each base on its way."""
    if last is None:
        return {}
    name = last.names["unit"]
    size = battle.unit(str(name)).base.size
    told = battle.events_since(battle.event_count - 64)
    entered = [event for event in told if event.step == last.step and event.names.get("unit") == name]
    way = [square_of(battle, event, "place") for event in entered if "place" in event.names]
    marks = {cell: WAY for place in way for cell in base_cells(place, size)}
    return marks | dict.fromkeys(base_cells(square_of(battle, last, "origin"), size), ORIGIN)


def signs_of_units(battle: Battle) -> dict[str, str]:
    """How each unit in play is drawn: by its id, or all by letters where ids are long."""
    names = [name for name, _ in units_in_play(battle)]
    if all(len(name) <= SIGN_MAX for name in names):
        return {name: name for name in names}
    return {name: LETTERS.column_name(battle.names.slots[name]) for name in names}


def units_in_play(battle: Battle) -> list[tuple[str, Unit]]:
    """The units in play by slot."""
    units = battle.game.store.table("units")
    return [(name, unit) for name, unit in zip(battle.names.units, units, strict=True) if unit.status.alive]


def cells_shown(
    battle: Battle, part: Part, marks: dict[Square, str], named: frozenset[str]
) -> dict[Square, tuple[str, str]]:
    """What each cell of a part shows: its sign, and what comes behind it.

    Where units stand one over another the smallest is drawn, among equals the last.
    """
    shown = {
        (part.west + column, part.north + row): (sign, "")
        for row, line in enumerate(map_signs(battle)[part.north : part.north + part.rows])
        for column, sign in enumerate(line[part.west : part.west + part.columns])
    }
    over = {cell: (sign, "") for cell, sign in marks.items()}
    signs = signs_of_units(battle)
    for name, unit in sorted(units_in_play(battle), key=lambda pair: -pair[1].base.size):
        over |= dict.fromkeys(cells_under(unit), (signs[name], NAMED if name in named else ""))
    for place, placed in place_signs(battle).items():
        sign, behind = over.get(place, ("", ""))
        over[place] = (sign, behind + placed) if sign else (placed[0], placed[1:])
    return shown | {cell: sign for cell, sign in over.items() if cell in shown}


def lines_of_grids(battle: Battle, part: Part, cells: dict[Square, tuple[str, str]]) -> list[str]:
    """The rows of a part with the names of columns and rows of grids."""
    notation = battle.names.notation
    block = notation.block
    space = max(max(len(sign) + 1, len(sign + behind)) for sign, behind in cells.values())
    columns = range(part.west, part.west + part.columns)
    rows = range(part.north, part.north + part.rows)
    names = {y: notation.row_name(y - y % block) if y % block == block // 2 else "" for y in rows}
    margin = max(2, *map(len, names.values()))
    above = [notation.column_name(x - x % block) if x % block == block // 2 else "" for x in columns]
    lines = [" " * margin + GAP + spread(above, space, block)]
    for y in rows:
        line = spread(["".join(cells[x, y]) for x in columns], space, block)
        lines += [*([""] if y > part.north and y % block == 0 else []), f"{names[y]:>{margin}}{GAP}{line}"]
    return lines


def spread(texts: list[str], space: int, block: int) -> str:
    """Texts side by side, each so wide, with a gap between two grids."""
    starts = range(0, len(texts), block)
    return GAP.join("".join(text.ljust(space) for text in texts[start : start + block]) for start in starts).rstrip()


def notes_of(battle: Battle, part: Part, over: Overlay | None, last: Event | None) -> list[str]:
    """What is told below a board of large grids."""
    notes = [*part_note(battle, part), *terrain_notes(battle, part), *place_notes(battle), *unit_notes(battle)]
    if over is not None:
        notes += over.notes
    return notes + ([f"last: {last.sentence()}"] if last is not None else [])


def terrain_notes(battle: Battle, part: Part) -> list[str]:
    """The characters of terrain that are drawn, with what they stand for and how high it is."""
    legend, open_terrain = legend_of(battle.scenario, battle.family), battle.family.terrain[0]
    heights = battle.family.default_heights | battle.scenario.board.heights
    rows = map_signs(battle)[part.north : part.north + part.rows]
    drawn = {sign for row in rows for sign in row[part.west : part.west + part.columns]}
    told = [
        f"{sign} {terrain} (height {heights.get(terrain, 0)})"
        for sign, terrain in legend.items()
        if sign in drawn and terrain != open_terrain
    ]
    return [f"terrain: {', '.join(told)}"] if told else []


def unit_notes(battle: Battle) -> list[str]:
    """The units in play, one a line: how each is drawn, its side and type, where it is and looks, how it is."""
    signs, roster = signs_of_units(battle), battle.roster()
    by_letters = any(sign != name for name, sign in signs.items())
    facings = battle.names.notation.facings
    rows = []
    for name, unit in units_in_play(battle):
        row = [
            name,
            roster[name]["side"],
            roster[name]["type"],
            roster[name]["at"],
            f"facing {facings[unit.facing.direction]}",
        ]
        rows.append([*([signs[name]] if by_letters else []), *row, state_of(battle, name, unit)])
    if not rows:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True) if width) for row in rows)
    return ["units:", *(f"  {line.rstrip()}" for line in lines)]


def state_of(battle: Battle, name: str, unit: Unit) -> str:
    """What more is to be said of a unit in play."""
    own = set(cells_under(unit))
    shared = [other for other, there in units_in_play(battle) if other != name and own & set(cells_under(there))]
    words = [
        f"steps {unit.status.steps}" if unit.status.steps else "",
        "disrupted" if unit.condition.disrupted else "",
        "has acted" if unit.status.done else "",
        f"on one cell with {' and '.join(shared)}" if shared else "",
    ]
    return ", ".join(filter(None, words))
