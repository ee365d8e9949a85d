"""The compiled loop as benchmarks call it, by the policy that plays all sides."""

from __future__ import annotations

from collections.abc import Callable

from enfilade.core.engine.kernel import Entry
from enfilade.core.rulebook.rules import SIDES_MAX
from enfilade.headless.loop import GOES_ON, asker, packed_players, player
from enfilade.headless.policies import DRAWN, RANDOM, RANDOM_UNIT, Policy
from enfilade.headless.seats import new_seats, seat_records
from enfilade.systems.game import Game

Loop = Callable[..., int]
"""Plays a game on: ``loop(*game.places, key_low, key_high, orders)``; how many orders were taken."""


def random_player(game: Game) -> Loop:
    """The loop that draws from all legal orders."""
    return loop_of(game, RANDOM)


def unit_player(game: Game) -> Loop:
    """The loop that draws from the orders of a unit that is drawn first."""
    return loop_of(game, RANDOM_UNIT)


def loop_of(game: Game, policy: Policy) -> Loop:
    """The loop in which one policy plays all sides of a game."""
    entry = player(game)
    players = packed_players([DRAWN.index(policy)] * SIDES_MAX)
    seats = new_seats(1)
    seat = seat_records(seats)

    def play(*place_key_and_orders: int) -> int:
        arenas, derived, desks, number, desk, seat["key_low"], seat["key_high"], orders = place_key_and_orders
        return entry(arenas, derived, desks, seats, number, number + 1, desk, GOES_ON, False, players, orders)

    return play


def unit_drawer(game: Game) -> Callable[..., bool]:
    """What the loop of ``unit_player`` begins each step with: ``draw(*game.places, key_low, key_high)``."""
    entry = asker(game)
    players = packed_players([DRAWN.index(RANDOM_UNIT)] * SIDES_MAX)

    def draw(*place_and_key: int) -> bool:
        arenas, derived, desks, number, desk, key_low, key_high = place_and_key
        return entry(arenas, derived, desks, number, desk, players, key_low, key_high)

    return draw


def drawing_entries(game: Game) -> tuple[Entry[..., int], Entry[..., bool]]:
    """The entries that these loops and ``unit_drawer`` call."""
    return player(game), asker(game)
