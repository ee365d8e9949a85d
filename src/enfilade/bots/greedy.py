"""A bot that goes by odds and objectives: of the orders that promise most it takes the one that is worth most at once.

It is the policy of that name of compiled games, ``enfilade.headless.greedy``, and chooses as that one does.
"""

from __future__ import annotations

from typing import Any

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.philox import MASK_32
from enfilade.core.engine.warm import prepare
from enfilade.core.orders.said import Order
from enfilade.headless.greedy import greedy_entry
from enfilade.systems.game import Game

from .bot import side_to_choose


class GreedyBot:
    """Takes the order that harms the enemy most, or brings a unit to where it is worth most; of equal ones draws one.

    The same seed draws the same.
    """

    def __init__(self, seed: int = 0) -> None:
        """Draw among equal orders by this seed."""
        self._key = key_of_seed(seed)

    @staticmethod
    def entries(game: Game) -> tuple[Entry[..., Any], ...]:
        """What it calls beside the rules of a game."""
        return (greedy_entry(game),)

    def choose(self, view: Battle) -> Order:
        """One of the legal orders of the view's side.

        Raises:
            ValueError: the view shows none.
        """
        side = side_to_choose(view)
        game = view.game
        choose = greedy_entry(game)
        prepare((choose,))
        in_hand = game.order.tobytes()
        try:
            if not choose(*game.places, view.side_number(side), self._key & MASK_32, self._key >> 32):
                raise ValueError(f"the view shows no legal order of {side!r}, expected one")
            return view.names.orders(game.order.tobytes())[0]
        finally:
            game.order.assign(in_hand)
