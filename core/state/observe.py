"""What a side may know: the filter through which a view of a game is made, and the same one for a draft of the game."""

from __future__ import annotations

from enfilade.core.engine.arena import wipe
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, start_of
from enfilade.core.engine.slots import PENDING
from enfilade.core.engine.store import Store

from .cards import IN_DECK
from .draft import unit_tables_of
from .messages import NOBODY
from .pending import Frame
from .world import World

FRAME_BYTES = Frame.dtype.itemsize


def hide_from(store: Store, side: int) -> list[bool]:
    """Zero, in the first game of a store, what a side does not know: units, cards in the deck, and the dice key.

    A unit that the side does not know is zero in every table that has a record a unit, and so is what is under way
    about it. Memory and scratch are emptied: they tell of the last order. The family hides what is its own after this.

    Returns:
        For each unit whether it is unknown.
    """
    units = store.records("units")
    unknown = (units["allegiance"]["known_to"] >> side) & 1 == 0
    _clear_frames(store, unknown.tolist())
    for spec in (*store.layout.in_block(Block.WORLD), *store.layout.in_block(Block.RULES)):
        if spec.per_unit:
            store.records(spec.name)[unknown] = 0
    cards = store.records("cards")
    cards["kind"][cards["place"] == IN_DECK] = 0
    clock = store.records("clock")
    clock["key_low"] = 0
    clock["key_high"] = 0
    if clock[0]["unit"] >= 0 and unknown[clock[0]["unit"]]:
        clock["unit"] = NOBODY
    store.desks[:, store.layout.rules_bytes :] = 0
    found: list[bool] = unknown.tolist()
    return found


def _clear_frames(store: Store, unknown: list[bool]) -> None:
    """Zero every frame that is about an unknown unit, all but its kind."""
    for frame in store.table("pending", writable=True):
        if any(slot >= 0 and unknown[slot] for slot in (frame.unit, frame.other)):
            kind = frame.kind
            frame.assign(bytes(Frame.dtype.itemsize))
            frame.kind = kind


@kernel
def is_unknown(world: World, unit: int, side: int) -> bool:
    """Whether a side does not know of a unit."""
    return (world.units[unit].allegiance.known_to >> side) & 1 == 0


@kernel
def is_about_unknown(world: World, frame: Frame, side: int) -> bool:
    """Whether something under way is about a unit that a side does not know."""
    if frame.unit >= 0 and is_unknown(world, frame.unit, side):
        return True
    return frame.other >= 0 and is_unknown(world, frame.other, side)


@kernel
def clear_unknown_frames(world: World, side: int) -> None:
    """Zero every frame that is about an unknown unit, all but its kind."""
    for index in range(len(world.pending)):
        frame = world.pending[index]
        if is_about_unknown(world, frame, side):
            kind = frame.kind
            wipe(world.data, start_of(world.layout, PENDING) + index * FRAME_BYTES, FRAME_BYTES)
            frame.kind = kind


@kernel
def clear_unknown_units(world: World, side: int) -> bool:
    """Zero unknown units in every table that has a record for each unit; whether there were any."""
    found = False
    tables = unit_tables_of(world)
    for unit in range(len(world.units)):
        if is_unknown(world, unit, side):
            found = True
            if world.clock[0].unit == unit:
                world.clock[0].unit = NOBODY
            for index in range(len(tables)):
                wipe(world.data, tables[index].start + unit * tables[index].size, tables[index].size)
    return found


@kernel
def hide_in_draft(world: World, side: int) -> bool:
    """Zero on a draft what ``hide_from`` zeroes on the copy of a game; whether a unit is unknown to the side.

    Frozen records of unknown units stay, since they belong to the game as well: a unit is unknown by not being in play,
    and no rule looks at the nature of one that is not.
    """
    clear_unknown_frames(world, side)
    found = clear_unknown_units(world, side)
    for index in range(len(world.cards)):
        if world.cards[index].place == IN_DECK:
            world.cards[index].kind = 0
    world.clock[0].key_low = 0
    world.clock[0].key_high = 0
    return found
