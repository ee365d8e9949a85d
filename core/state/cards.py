"""A deck is the set of cards left in it; a draw picks among them with dice, so that no order is ever stored."""

from __future__ import annotations

from enfilade.components.record import Record, i8, i16

IN_DECK = 0
HELD = 1
SPENT = 2


class Card(Record):
    """One card: what it is, where it is, and which side holds it (-1 none)."""

    kind: i16
    place: i16  # IN_DECK, HELD or SPENT
    side: i8
