"""A battle played by bots to its end."""

from __future__ import annotations

from collections.abc import Callable

from enfilade.battle import Battle
from enfilade.core.orders.said import Event, Order

from .bot import Bot

ORDERS_MAX = 10_000_000


def play_match(
    battle: Battle, bots: list[Bot], told: Callable[[Order, list[Event]], None] = lambda order, events: None
) -> int:
    """Let bots play a battle, one bot a side (the last one plays all further sides); how many orders were taken.

    A bot sees what its side may know. An order that is legal as far as that goes, and is forbidden by what is hidden,
    is not taken; the side gives instead the next of the orders that its view lists which is legal.

    Args:
        battle: played on from where it stands.
        bots: players of the sides that are not neutral, in their order; at least one.
        told: called after each step with the order and its events.

    Raises:
        ValueError: there is no bot, or the battle did not end within ``ORDERS_MAX`` orders.
        OrderError, IllegalOrder: a bot chose an order that its side may not give.
    """
    if not bots:
        raise ValueError(f"the bots of a match are {bots!r}, expected one or more")
    playing = [side.name for side in battle.scenario.sides if not side.neutral]
    taken = 0
    while battle.outcome is None:
        side = battle.decisions[0].side
        bot = bots[min(playing.index(side), len(bots) - 1)]
        view = battle.view(side)
        order = possible_order(battle, view, side, bot.choose(view, side))
        told(order, battle.step(order, side=side))
        taken += 1
        if taken >= ORDERS_MAX:
            raise ValueError(f"the battle is not over after {taken} orders, expected an end before that")
    return taken


def possible_order(battle: Battle, view: Battle, side: str, order: Order) -> Order:
    """An order, or when only what is hidden forbids it the next listed in the view that is legal.

    Args:
        battle: in which it is given.
        view: what the side may know of it.
        side: who gives it.
        order: as chosen from the view.

    Returns:
        The order itself when it is legal, or illegal in the view as well.
    """
    if battle.check(order, side=side) or not view.check(order, side=side):
        return order
    legal = view.legal.by(side)
    first = legal.index(order) if order in legal else 0
    ranks = (rank % len(legal) for rank in range(first, first + len(legal)))
    return next((legal[rank] for rank in ranks if battle.check(legal[rank], side=side)), order)
