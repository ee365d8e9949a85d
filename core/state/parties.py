"""Derived: how many units a side has in play, and how many of them have not acted in this turn."""

from __future__ import annotations

from enfilade.components.record import Record, Table, i16
from enfilade.core.engine.arena import table, wipe
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import PARTIES

from .world import World


class Party(Record):
    """A side's units in play, and those of them that have not acted in this turn."""

    units: i16
    fresh: i16


PARTY_DTYPE = Party.dtype
PARTY_BYTES = Party.dtype.itemsize


def party_tables(sides: int) -> list[TableSpec]:
    """The table for so many sides."""
    return [TableSpec("parties", PARTIES, Block.DERIVED, Party, sides)]


@kernel
def parties_of(world: World) -> Table[Party]:
    """The sides, shape (sides,)."""
    layout = world.layout
    return table(world.derived, start_of(layout, PARTIES), count_of(layout, PARTIES), PARTY_DTYPE)


@kernel
def count_unit(world: World, unit: int, change: int) -> None:
    """Count a unit that comes into play (1) or is taken out of it (-1)."""
    slot = world.units[unit]
    party = parties_of(world)[slot.allegiance.side]
    party.units += change
    if not slot.status.done:
        party.fresh += change


@kernel
def finish(world: World, unit: int) -> None:
    """Note that a unit in play has acted in this turn."""
    slot = world.units[unit]
    if not slot.status.done:
        slot.status.done = True
        parties_of(world)[slot.allegiance.side].fresh -= 1


@kernel
def refresh_all(world: World) -> None:
    """Let every unit act again."""
    parties = parties_of(world)
    for unit in range(len(world.units)):
        world.units[unit].status.done = False
    for side in range(len(parties)):
        parties[side].fresh = parties[side].units


@kernel
def rebuild_parties(world: World) -> None:
    """Count the units in play."""
    layout = world.layout
    wipe(world.derived, start_of(layout, PARTIES), count_of(layout, PARTIES) * PARTY_BYTES)
    for unit in range(len(world.units)):
        if world.units[unit].status.alive:
            count_unit(world, unit, 1)
