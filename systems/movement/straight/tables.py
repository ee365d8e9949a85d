"""What a march looks at: allowances, switches, the ground, what blocks all marches, and the ends of a unit."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i32
from enfilade.core.board.bits import Word, words_per_row
from enfilade.core.board.ground import LAYERS
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import ENDS, GROUND, MARCH_RULES, MARCHERS, SHADOWS
from enfilade.core.relations.reach.shadows import ShadowRow, shadow_rows, ways
from enfilade.core.rulebook.marching import Marcher, MarchRules
from enfilade.core.state.world import World


class EndRow(Record):
    """One row of the ends that a unit can march to, the westernmost column the lowest bit."""

    ends: i32


MARCHER_DTYPE = Marcher.dtype
MARCH_RULES_DTYPE = MarchRules.dtype
WORD_DTYPE = Word.dtype
SHADOW_ROW_DTYPE = ShadowRow.dtype
END_ROW_DTYPE = EndRow.dtype


class March(NamedTuple):
    """The tables of marches."""

    marchers: Table[Marcher]  # (units,), frozen
    rules: Table[MarchRules]  # (1,), frozen
    ground: Table[Word]  # (footings * LAYERS * height * words,), frozen
    shadows: Table[ShadowRow]  # (things * squares * ways,), frozen
    ends: Table[EndRow]  # (ways,), scratch


def march_tables(units: int, width: int, height: int, footings: int, reach: int) -> list[TableSpec]:
    """The tables for so many units and footings, and marches of at most ``reach`` steps."""
    words = footings * LAYERS * height * words_per_row(width)
    return [
        TableSpec("marchers", MARCHERS, Block.RULES, Marcher, units, per_unit=True),
        TableSpec("march_rules", MARCH_RULES, Block.RULES, MarchRules, 1),
        TableSpec("ground", GROUND, Block.RULES, Word, words),
        TableSpec("shadows", SHADOWS, Block.RULES, ShadowRow, shadow_rows(reach)),
        TableSpec("ends", ENDS, Block.SCRATCH, EndRow, ways(reach)),
    ]


@kernel
def march_of(world: World) -> March:
    """The tables of marches."""
    layout = world.layout
    return March(
        table(world.desk, start_of(layout, MARCHERS), count_of(layout, MARCHERS), MARCHER_DTYPE),
        table(world.desk, start_of(layout, MARCH_RULES), 1, MARCH_RULES_DTYPE),
        table(world.desk, start_of(layout, GROUND), count_of(layout, GROUND), WORD_DTYPE),
        table(world.desk, start_of(layout, SHADOWS), count_of(layout, SHADOWS), SHADOW_ROW_DTYPE),
        table(world.desk, start_of(layout, ENDS), count_of(layout, ENDS), END_ROW_DTYPE),
    )
