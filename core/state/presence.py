"""Derived: which sides have units on which squares.

Several units may share a square. Whatever puts a unit on a square or takes it off does it through the functions
here, so that the counts stay what the units say.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i16
from enfilade.core.board.bits import Word, clear_bit, has_bit, set_bit, words_per_row
from enfilade.core.engine.arena import table, wipe
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import OCCUPIED, STACKS

from .parties import count_unit, party_tables, rebuild_parties
from .world import World


class Stack(Record):
    """How many units of one side stand on one square."""

    units: i16


STACK_DTYPE = Stack.dtype
WORD_DTYPE = Word.dtype
STACK_BYTES = Stack.dtype.itemsize
WORD_BYTES = Word.dtype.itemsize


class Presence(NamedTuple):
    """Who stands where, in one game."""

    stacks: Table[Stack]  # (sides * height * width,), side by side, then row by row
    occupied: Table[Word]  # (sides * height * words,), likewise: squares with units of that side


def presence_tables(sides: int, width: int, height: int) -> list[TableSpec]:
    """The tables for so many sides on such a board."""
    words = sides * height * words_per_row(width)
    return [
        *party_tables(sides),
        TableSpec("stacks", STACKS, Block.DERIVED, Stack, sides * width * height),
        TableSpec("occupied", OCCUPIED, Block.DERIVED, Word, words),
    ]


@kernel
def presence_of(world: World) -> Presence:
    """Who stands where."""
    layout = world.layout
    return Presence(
        table(world.derived, start_of(layout, STACKS), count_of(layout, STACKS), STACK_DTYPE),
        table(world.derived, start_of(layout, OCCUPIED), count_of(layout, OCCUPIED), WORD_DTYPE),
    )


@kernel
def stack_at(world: World, side: int, x: int, y: int) -> int:
    """Index of a side's stack on a square."""
    return (side * world.rules[0].height + y) * world.rules[0].width + x


@kernel
def row_of(world: World, side: int, y: int) -> int:
    """First word of a row of the board among the squares that a side occupies."""
    return (side * world.rules[0].height + y) * words_per_row(world.rules[0].width)


@kernel
def stands_on(world: World, presence: Presence, side: int, x: int, y: int) -> bool:
    """Whether a side has a unit on a square of the board."""
    return has_bit(presence.occupied, row_of(world, side, y), x)


@kernel
def holds_square(world: World, side: int, x: int, y: int) -> bool:
    """Whether a side has a unit on a square of the board."""
    return stands_on(world, presence_of(world), side, x, y)


@kernel
def add_to_stack(world: World, presence: Presence, side: int, x: int, y: int) -> None:
    """Count one more unit of a side on a square."""
    presence.stacks[stack_at(world, side, x, y)].units += 1
    set_bit(presence.occupied, row_of(world, side, y), x)


@kernel
def take_from_stack(world: World, presence: Presence, side: int, x: int, y: int) -> None:
    """Count one unit of a side less on a square."""
    stack = presence.stacks[stack_at(world, side, x, y)]
    stack.units -= 1
    if stack.units == 0:
        clear_bit(presence.occupied, row_of(world, side, y), x)


@kernel
def move_to(world: World, unit: int, x: int, y: int) -> None:
    """Take a unit in play from its square and put it on another one of the board."""
    presence = presence_of(world)
    slot = world.units[unit]
    take_from_stack(world, presence, slot.allegiance.side, slot.position.x, slot.position.y)
    slot.position.x = x
    slot.position.y = y
    add_to_stack(world, presence, slot.allegiance.side, x, y)


@kernel
def take_off(world: World, unit: int) -> None:
    """Take a unit out of play; its record stays."""
    presence = presence_of(world)
    slot = world.units[unit]
    if slot.status.alive:
        count_unit(world, unit, -1)
        take_from_stack(world, presence, slot.allegiance.side, slot.position.x, slot.position.y)
        slot.status.alive = False


@kernel
def rebuild_presence(world: World) -> None:
    """Derive who stands where from the units."""
    layout = world.layout
    presence = presence_of(world)
    rebuild_parties(world)
    wipe(world.derived, start_of(layout, STACKS), count_of(layout, STACKS) * STACK_BYTES)
    wipe(world.derived, start_of(layout, OCCUPIED), count_of(layout, OCCUPIED) * WORD_BYTES)
    for unit in range(len(world.units)):
        slot = world.units[unit]
        if slot.status.alive:
            add_to_stack(world, presence, slot.allegiance.side, slot.position.x, slot.position.y)
