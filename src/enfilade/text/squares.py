"""A board of squares as lines of text: units by name, objectives, the last move, else the terrain as on the map."""

from __future__ import annotations

import itertools
import textwrap
from typing import NamedTuple

from enfilade.battle import Battle
from enfilade.core.orders.notation import place_of
from enfilade.core.orders.said import Event, Objective
from enfilade.core.scenario.schema import rows_of
from enfilade.geometry import march_squares
from enfilade.systems.board_problems import FORD_CHARACTER, NO_BANK

Square = tuple[int, int]

COLUMNS_SHOWN, ROWS_SHOWN = 40, 40
"""Of a larger board only a part of this size is drawn."""
NOTE_WIDTH = 100
OBJECTIVES_TOLD = 12
UNBROKEN = "\N{NO-BREAK SPACE}"
FORD = ":"
OBJECTIVE = "*"
ORIGIN = "o"
WAY = "+"


class Part(NamedTuple):
    """The part of a board that is drawn."""

    west: int
    north: int
    columns: int
    rows: int


def draw_board(battle: Battle, around: Square | None = None) -> str:
    """The board as text, one line a row, without a newline at the end.

    A square shows the unit on it (with ``+n`` when n more stand there), else ``o`` where the last march began and ``+``
    on its way, else the terrain as on the map, with letters of banks and ``:`` for fords on open squares. Objectives
    have a ``*`` and are told below, with the last march.

    Args:
        battle: what is drawn; it is not changed.
        around: of a board larger than 40 by 40 the square that the part that is drawn lies around; by default where the
            last march ended, else the first unit in play.

    >>> import enfilade as ef
    >>> for line in draw_board(ef.Battle(ef.load_scenario("crossroads"))).splitlines():
    ...     print("|" + line)
    |    A  B  C  D
    | 1  R1 R2 .  B1
    | 2  .  #  .  B2
    | 3  .  .  #  .
    | 4  .  G1 G2 .
    """
    last = last_march(battle)
    part = part_around(battle, around or _middle(battle, last))
    cells = _cells(battle, part, last)
    notation = battle.names.notation
    above = [notation.column_name(part.west + column) for column in range(part.columns)]
    beside = [notation.row_name(part.north + row) for row in range(part.rows)]
    space = max(len(cell) for row in [*cells, above] for cell in row) + 1
    margin = max(2, *map(len, beside))
    lines = [" " * (margin + 2) + _line(above, space)]
    lines += [f"{name:>{margin}}  {_line(row, space)}" for name, row in zip(beside, cells, strict=True)]
    return "\n".join([*lines, *_notes(battle, part, last)])


def last_march(battle: Battle) -> Event | None:
    """The latest event that tells from where to where a unit went, if the latest order led to one."""
    told = [event for event in battle.events_since(battle.event_count - 64) if event.step == battle.step_number]
    return next((event for event in reversed(told) if {"origin", "place"} <= event.names.keys()), None)


def _middle(battle: Battle, last: Event | None) -> Square | None:
    """What a part of a large board is drawn around: where the last march ended, else the first unit in play."""
    if last is not None:
        return _square(battle, last, "place")
    units = (unit.position for unit in battle.game.store.table("units") if unit.status.alive)
    return next(((position.x, position.y) for position in units), None)


def part_around(battle: Battle, middle: Square | None) -> Part:
    """The whole board, or of a large one a part around a square, by default around its middle."""
    width, height = battle.scenario.board_size()
    columns, rows = min(width, COLUMNS_SHOWN), min(height, ROWS_SHOWN)
    x, y = middle if middle is not None else (width // 2, height // 2)
    west = min(max(x - columns // 2, 0), width - columns)
    north = min(max(y - rows // 2, 0), height - rows)
    return Part(west, north, columns, rows)


def _cells(battle: Battle, part: Part, last: Event | None) -> list[list[str]]:
    """What each square shows, row by row."""
    rows = _drawn_map(battle)[part.north : part.north + part.rows]
    cells = [list(row[part.west : part.west + part.columns]) for row in rows]
    for square, sign in _signs(battle, last).items():
        x, y = square[0] - part.west, square[1] - part.north
        if 0 <= x < part.columns and 0 <= y < part.rows:
            cells[y][x] = sign
    return cells


def _drawn_map(battle: Battle) -> list[str]:
    """The map of a battle; open squares on the bank of a river show its letter, those of a ford ``:``.

    A letter that stands for a terrain is not drawn.
    """
    rows, board = battle.scenario.map_rows(), battle.scenario.board
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


def _signs(battle: Battle, last: Event | None) -> dict[Square, str]:
    """What is drawn over the terrain, by square."""
    signs = dict.fromkeys(_way(battle, last), WAY) if last is not None else {}
    if last is not None:
        signs[_square(battle, last, "origin")] = ORIGIN
    signs |= {square: _stack_sign(names) for square, names in _stacks(battle).items()}
    for objective in battle.objectives:
        here = signs.get(objective.place, "")
        signs[objective.place] = (here if here not in (WAY, ORIGIN) else "") + OBJECTIVE
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
    ends = [_square(battle, last, key) for key in ("origin", "waypoint", "place") if key in last.names]
    return [square for start, end in itertools.pairwise(ends) for square in march_squares(start, end)]


def _square(battle: Battle, event: Event, key: str) -> Square:
    """A square that an event names."""
    return place_of(battle.names.notation, str(event.names[key]))


def _notes(battle: Battle, part: Part, last: Event | None) -> list[str]:
    """What is told below a board: which part it is, the objectives, the last march."""
    width, height = battle.scenario.board_size()
    notes = []
    if (part.columns, part.rows) != (width, height):
        columns = f"columns {part.west} to {part.west + part.columns - 1} of {width}"
        notes.append(f"{columns}, rows {part.north} to {part.north + part.rows - 1} of {height}")
    if battle.objectives:
        notes += _objective_notes(battle)
    if last is not None:
        notes.append(f"last: {last.sentence()}")
    return notes


def _objective_notes(battle: Battle) -> list[str]:
    """The objectives in lines of words."""
    told = [_objective_note(battle, each) for each in battle.objectives[:OBJECTIVES_TOLD]]
    if len(battle.objectives) > OBJECTIVES_TOLD:
        told.append(f"and {len(battle.objectives) - OBJECTIVES_TOLD} more")
    text = ", ".join(each.replace(" ", UNBROKEN) for each in told)
    lines = textwrap.wrap(f"objectives: {text}", NOTE_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def _objective_note(battle: Battle, objective: Objective) -> str:
    """An objective in words."""
    place = battle.names.notation.place_name(*objective.place)
    name = f"{objective.name} " if objective.name else ""
    return f"{name}{place} ({objective.value}, {objective.holder or 'nobody'})"


def _line(cells: list[str], space: int) -> str:
    """Cells side by side, each as wide as the widest."""
    return "".join(cell.ljust(space) for cell in cells).rstrip()
