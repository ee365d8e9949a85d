"""What a side may know: the one filter through which a view of a game is made."""

from __future__ import annotations

from enfilade.core.engine.layout import Block
from enfilade.core.engine.store import Store

from .cards import IN_DECK
from .messages import NOBODY
from .pending import Frame


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
