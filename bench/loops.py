"""The compiled loop as benchmarks call it, by the policy that plays all sides."""

from __future__ import annotations

from collections.abc import Callable

from enfilade.core.engine.kernel import Entry
from enfilade.headless.loop import GOES_ON, asker, player
from enfilade.headless.policies import RANDOM, RANDOM_UNIT, Policy
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
    entry = player(game, (policy,))
    seats = new_seats(1)
    seat = seat_records(seats)

    def play(*place_key_and_orders: int) -> int:
        arenas, derived, desks, number, desk, seat["key_low"], seat["key_high"], orders = place_key_and_orders
        return entry(arenas, derived, desks, seats, number, number + 1, desk, GOES_ON, False, 0, orders)

    return play


def unit_drawer(game: Game) -> Callable[..., bool]:
    """What the loop of ``unit_player`` begins each step with: ``draw(*game.places, key_low, key_high)``."""
    entry = asker(game, (RANDOM_UNIT,))

    def draw(*place_and_key: int) -> bool:
        arenas, derived, desks, number, desk, key_low, key_high = place_and_key
        return entry(arenas, derived, desks, number, desk, 0, key_low, key_high)

    return draw


def unit_entries(game: Game) -> tuple[Entry[..., int], Entry[..., bool]]:
    """The entries of ``unit_player`` and ``unit_drawer``."""
    return player(game, (RANDOM_UNIT,)), asker(game, (RANDOM_UNIT,))
