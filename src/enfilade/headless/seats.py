"""What a compiled loop is told of each game of a batch, and what it says of it afterwards: one record a game.

The record of game n is row n of an arena of its own, beside the game's rows in the store.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena, Record, Table, i16, i32, i64
from enfilade.core.engine.arena import row, table
from enfilade.core.engine.kernel import kernel

WORD_BYTES = 8


class Seat(Record):
    """One game as those see it who play it."""

    key_low: i64  # of the dice, and of the policies unless they have others
    key_high: i64
    rank: i64  # of the order to take among those counted in ``legal``
    legal: i64  # orders of the side to move, 0 when it is over
    fault_number: i64
    orders: i32  # taken since the game began, or by the call that plays games to their ends
    fault: i16  # of the last step
    task: i16  # IDLE, STEP or RESET: what the next call does with the game
    side: i16  # the side to move, -1 when it is over


IDLE = 0
STEP = 1
RESET = 2

SEAT_DTYPE = Seat.dtype
SEAT_BYTES = -(-Seat.dtype.itemsize // WORD_BYTES) * WORD_BYTES


@kernel
def seat_of(seats: Arena, game: int) -> Table[Seat]:
    """The record of one game, in a table of its own."""
    return table(row(seats, game), 0, 1, SEAT_DTYPE)


def new_seats(games: int) -> Arena:
    """Records for so many games, all zero."""
    return np.zeros((games, SEAT_BYTES), np.uint8)


def seat_records(seats: Arena) -> npt.NDArray[Any]:
    """The records as a numpy structured array, shape (games,), a view that can be written."""
    return seats[:, : Seat.dtype.itemsize].view(Seat.dtype)[:, 0]
