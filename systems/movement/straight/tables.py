"""What a march looks at: allowances, switches, the ground, the lines of all marches, and a window around a unit."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i64
from enfilade.core.board.bits import Word, words_per_row
from enfilade.core.board.ground import LAYERS
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import GROUND, LINES, MARCH_RULES, MARCHERS, WINDOW
from enfilade.core.relations.reach.lines import LineRow, window_size
from enfilade.core.rulebook.marching import Marcher, MarchRules
from enfilade.core.state.world import World


class WindowRow(Record):
    """One row of the squares around a unit, the westernmost column the lowest bit."""

    impassable: i64
    units: i64  # enemy and neutral
    east: i64  # barriers, as layers of the ground
    south: i64
    falling: i64
    rising: i64


MARCHER_DTYPE = Marcher.dtype
MARCH_RULES_DTYPE = MarchRules.dtype
WORD_DTYPE = Word.dtype
LINE_ROW_DTYPE = LineRow.dtype
WINDOW_ROW_DTYPE = WindowRow.dtype


class March(NamedTuple):
    """The tables of marches."""

    marchers: Table[Marcher]  # (units,), frozen
    rules: Table[MarchRules]  # (1,), frozen
    ground: Table[Word]  # (footings * LAYERS * height * words,), frozen
    lines: Table[LineRow]  # (lines * rows,), frozen
    window: Table[WindowRow]  # (rows,), scratch


def march_tables(units: int, width: int, height: int, footings: int, reach: int) -> list[TableSpec]:
    """The tables for so many units and footings, and marches of at most ``reach`` steps."""
    rows = window_size(reach)
    words = footings * LAYERS * height * words_per_row(width)
    return [
        TableSpec("marchers", MARCHERS, Block.RULES, Marcher, units, per_unit=True),
        TableSpec("march_rules", MARCH_RULES, Block.RULES, MarchRules, 1),
        TableSpec("ground", GROUND, Block.RULES, Word, words),
        TableSpec("lines", LINES, Block.RULES, LineRow, (2 * reach + 1) ** 2 * rows),
        TableSpec("window", WINDOW, Block.SCRATCH, WindowRow, rows),
    ]


@kernel
def march_of(world: World) -> March:
    """The tables of marches."""
    layout = world.layout
    return March(
        table(world.desk, start_of(layout, MARCHERS), count_of(layout, MARCHERS), MARCHER_DTYPE),
        table(world.desk, start_of(layout, MARCH_RULES), 1, MARCH_RULES_DTYPE),
        table(world.desk, start_of(layout, GROUND), count_of(layout, GROUND), WORD_DTYPE),
        table(world.desk, start_of(layout, LINES), count_of(layout, LINES), LINE_ROW_DTYPE),
        table(world.desk, start_of(layout, WINDOW), count_of(layout, WINDOW), WINDOW_ROW_DTYPE),
    )
