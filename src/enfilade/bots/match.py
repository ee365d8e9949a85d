"""A battle played by bots to its end."""

from __future__ import annotations

from collections.abc import Callable

from enfilade.battle import Battle
from enfilade.core.orders.said import Event, Order

from .bot import Bot

ORDERS_MAX = 100_000


def play_match(
    battle: Battle, bots: list[Bot], told: Callable[[Order, list[Event]], None] = lambda order, events: None
) -> int:
    """Let bots play a battle, one bot a side (the last one plays all further sides); how many orders were taken.

    Args:
        battle: played on from where it stands.
        bots: players, in the order of the sides; at least one.
        told: called after each step with the order and its events.

    Raises:
        ValueError: there is no bot, or the battle did not end within ``ORDERS_MAX`` orders.
        OrderError, IllegalOrder: a bot chose an order that its side may not give.
    """
    if not bots:
        raise ValueError(f"the bots of a match are {bots!r}, expected one or more")
    taken = 0
    while battle.outcome is None:
        decision = battle.decisions[0]
        bot = bots[min(battle.side_number(decision.side), len(bots) - 1)]
        order = bot.choose(battle.view(decision.side), decision.side)
        told(order, battle.step(order, side=decision.side))
        taken += 1
        if taken >= ORDERS_MAX:
            raise ValueError(f"the battle is not over after {taken} orders, expected an end before that")
    return taken
