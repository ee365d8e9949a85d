"""A board of squares as lines of text: units, objectives and the like, the last move, else the terrain of the map."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from enfilade.battle import Battle
from enfilade.core.orders.notation import place_of
from enfilade.core.orders.said import Event
from enfilade.core.scenario.schema import rows_of
from enfilade.geometry import march_squares
from enfilade.systems.board_problems import FORD_CHARACTER, NO_BANK, legend_of
from enfilade.systems.family import nothing_cleared

from .overlay import NAMED, Overlay
from .places import Square, place_notes, place_signs

COLUMNS_SHOWN, ROWS_SHOWN = 40, 40
"""Of a larger board only a part of this size is drawn."""
NO_SIGN = " "
"""Drawn where terrain is gone, on a map whose legend has no open ground."""
FORD = ":"
ORIGIN = "o"
WAY = "+"


class Part(NamedTuple):
    """The part of a board that is drawn."""

    west: int
    north: int
    columns: int
    rows: int


def draw_squares(battle: Battle, around: Square | None, over: Overlay | None) -> str:
    """A board of single squares as text, without a newline at the end; arguments as for ``draw_board``."""
    last = last_march(battle) if over is None else None
    part = part_around(battle, around or middle_of(battle, last))
    cells = _cells(battle, part, last, over)
    notation = battle.names.notation
    above = [notation.column_name(part.west + column) for column in range(part.columns)]
    beside = [notation.row_name(part.north + row) for row in range(part.rows)]
    space = max(len(cell) for row in [*cells, above] for cell in row) + 1
    margin = max(2, *map(len, beside))
    lines = [" " * (margin + 2) + _line(above, space)]
    lines += [f"{name:>{margin}}  {_line(row, space)}" for name, row in zip(beside, cells, strict=True)]
    return "\n".join([*lines, *_notes(battle, part, last), *(over.notes if over is not None else ())])


def last_march(battle: Battle) -> Event | None:
    """The latest event that tells from where to where a unit went, if the latest order led to one."""
    told = [event for event in battle.events_since(battle.event_count - 64) if event.step == battle.step_number]
    return next((event for event in reversed(told) if {"origin", "place"} <= event.names.keys()), None)


def middle_of(battle: Battle, last: Event | None) -> Square | None:
    """What a part of a large board is drawn around: where the last march ended, else the first unit in play."""
    if last is not None:
        return square_of(battle, last, "place")
    units = (unit.position for unit in battle.game.store.table("units") if unit.status.alive)
    return next(((position.x, position.y) for position in units), None)


def part_around(battle: Battle, middle: Square | None) -> Part:
    """The whole board, or of a large one a part around a square, by default around its middle."""
    width, height = battle.scenario.board_size()
    block = battle.names.notation.block
    columns = min(width, COLUMNS_SHOWN // block * block)
    rows = min(height, ROWS_SHOWN // block * block)
    x, y = middle if middle is not None else (width // 2, height // 2)
    west = min(max(x - columns // 2, 0), width - columns) // block * block
    north = min(max(y - rows // 2, 0), height - rows) // block * block
    return Part(west, north, columns, rows)


def _cells(battle: Battle, part: Part, last: Event | None, over: Overlay | None) -> list[list[str]]:
    """What each square shows, row by row."""
    rows = map_signs(battle)[part.north : part.north + part.rows]
    cells = [list(row[part.west : part.west + part.columns]) for row in rows]
    for square, sign in _signs(battle, last, over).items():
        x, y = square[0] - part.west, square[1] - part.north
        if 0 <= x < part.columns and 0 <= y < part.rows:
            cells[y][x] = sign
    return cells


def map_signs(battle: Battle) -> list[str]:
    """The map of a battle; open squares on the bank of a river show its letter, those of a ford ``:``.

    A letter that stands for a terrain is not drawn. Where terrain is gone the ground is open.
    """
    rows, board = _standing_map(battle), battle.scenario.board
    if not board.banks:
        return rows
    legend = battle.family.default_legend | board.legend
    banks = [row.replace(FORD_CHARACTER, FORD) for row in rows_of(board.banks)]
    hidden = {NO_BANK, *legend}
    return [
        "".join(
            bank if bank not in hidden and legend[sign] == "open" else sign for sign, bank in zip(*pair, strict=True)
        )
        for pair in zip(rows, banks, strict=True)
    ]


def _standing_map(battle: Battle) -> list[str]:
    """The map as the scenario draws it, with an open sign where terrain is gone."""
    rows, is_cleared = battle.scenario.map_rows(), battle.family.is_cleared
    if is_cleared is nothing_cleared:
        return rows
    legend, world = legend_of(battle.scenario, battle.family), battle.game.world()
    is_open = {sign: terrain == battle.family.terrain[0] for sign, terrain in legend.items()}
    open_sign = next((sign for sign in legend if is_open[sign]), NO_SIGN)
    return [
        "".join(open_sign if not is_open[sign] and is_cleared(world, x, y) else sign for x, sign in enumerate(row))
        for y, row in enumerate(rows)
    ]


def _signs(battle: Battle, last: Event | None, over: Overlay | None) -> dict[Square, str]:
    """What is drawn over the terrain, by square."""
    signs = dict.fromkeys(_way(battle, last), WAY) if last is not None else {}
    if last is not None:
        signs[square_of(battle, last, "origin")] = ORIGIN
    named = frozenset[str]()
    if over is not None:
        signs, named = dict(over.marks), over.units
    for square, names in _stacks(battle).items():
        signs[square] = _stack_sign(names) + (NAMED if named.intersection(names) else "")
    for place, sign in place_signs(battle).items():
        here = signs.get(place, "")
        is_hidden = over is None and here in (WAY, ORIGIN)
        signs[place] = ("" if is_hidden else here) + sign
    return signs


def _stacks(battle: Battle) -> dict[Square, list[str]]:
    """The units in play by square."""
    stacks: dict[Square, list[str]] = {}
    for name, unit in zip(battle.names.units, battle.game.store.table("units"), strict=True):
        if unit.status.alive:
            stacks.setdefault((unit.position.x, unit.position.y), []).append(name)
    return stacks


def _stack_sign(names: list[str]) -> str:
    """The first unit of a square, and how many more there are."""
    return names[0] if len(names) == 1 else f"{names[0]}+{len(names) - 1}"


def _way(battle: Battle, last: Event) -> list[Square]:
    """The squares of a march."""
    ends = [square_of(battle, last, key) for key in ("origin", "waypoint", "place") if key in last.names]
    return [square for start, end in itertools.pairwise(ends) for square in march_squares(start, end)]


def square_of(battle: Battle, event: Event, key: str) -> Square:
    """A square that an event names."""
    return place_of(battle.names.notation, str(event.names[key]))


def _notes(battle: Battle, part: Part, last: Event | None) -> list[str]:
    """What is told below a board: which part it is, its objectives and the like, the last march."""
    notes = [*part_note(battle, part), *place_notes(battle)]
    if last is not None:
        notes.append(f"last: {last.sentence()}")
    return notes


def part_note(battle: Battle, part: Part) -> list[str]:
    """Which part of a board is drawn, unless it is all of it."""
    width, height = battle.scenario.board_size()
    if (part.columns, part.rows) == (width, height):
        return []
    columns = f"columns {part.west} to {part.west + part.columns - 1} of {width}"
    return [f"{columns}, rows {part.north} to {part.north + part.rows - 1} of {height}"]


def _line(cells: list[str], space: int) -> str:
    """Cells side by side, each as wide as the widest."""
    return "".join(cell.ljust(space) for cell in cells).rstrip()
