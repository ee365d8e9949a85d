"""Charges: those that units carry, those that lie in grids, and which of these have gone off."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, flag
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import HAZARDS, MINES, SPENT
from enfilade.core.rulebook.charge import Charge

from .world import World


class Spent(Record):
    """Whether the charge of a grid is gone."""

    gone: flag


CHARGE_DTYPE = Charge.dtype
SPENT_DTYPE = Spent.dtype


class Charges(NamedTuple):
    """The charges of one game."""

    mines: Table[Charge]  # (units,), frozen
    hazards: Table[Charge]  # (hazards,), frozen
    spent: Table[Spent]  # (hazards,)


def charge_tables(units: int, hazards: int) -> list[TableSpec]:
    """The tables for so many units and so many grids with a charge."""
    return [
        TableSpec("mines", MINES, Block.RULES, Charge, units, per_unit=True),
        TableSpec("hazards", HAZARDS, Block.RULES, Charge, hazards),
        TableSpec("spent", SPENT, Block.WORLD, Spent, hazards),
    ]


@kernel
def charges_of(world: World) -> Charges:
    """The charges of a game."""
    layout = world.layout
    return Charges(
        table(world.desk, start_of(layout, MINES), count_of(layout, MINES), CHARGE_DTYPE),
        table(world.desk, start_of(layout, HAZARDS), count_of(layout, HAZARDS), CHARGE_DTYPE),
        table(world.data, start_of(layout, SPENT), count_of(layout, SPENT), SPENT_DTYPE),
    )
