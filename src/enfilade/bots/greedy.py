"""A bot that uses odds and objectives: of a short list of orders it takes the one that is worth most at once.

A move is judged by where the unit comes to stand, by what happens on the way, and by the attack that may follow; an
attack, and any other order, by its exact odds. The bot thinks neither of replies nor of what it does not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from enfilade.battle import Battle
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.orders.said import Event, Order
from enfilade.core.state.enumerate import TooManyOutcomes
from enfilade.headless.policies import choose_rank
from enfilade.systems.game import StepFault

from .bot import side_to_choose
from .outlook import OBJECTIVE_WORTH, Outlook, Ways, leaving_worth, stride_of

LISTED_MAX = 600
"""Where there are more orders, those of one unit are looked at, and of further ones as long as no more are listed."""
ATTACKS_LISTED_MAX = 100
MOVES_TRIED = 8
ATTACKS_TRIED = 8
OTHERS_TRIED = 8
FOLLOW_UPS_TRIED = 3
"""Attacks that are judged after each move that is tried."""
HARM = {"disrupted": 12, "shaken": 12, "reduced": 15, "destroyed": 40, "lost": 40, "crushed_unit": 40}
"""What the events are worth that tell of harm done to an enemy."""
VICTIM = {"crushed_unit": "target"}
"""Which name of such an event is the harmed unit's, where it is not ``unit``."""
TAKEN = "objective_taken"
LEFT = "left_board"
VICTORY_WORTH = 10_000
ATTACK_GAIN = 1
"""An attack at once is worth so much more than the same one after a move that gains nothing."""


class Option(NamedTuple):
    """An order that may be worth taking, and what it is worth beside what it is found to bring when it is tried."""

    order: Order
    gain: int


class GreedyBot:
    """Takes the order that harms the enemy most, or brings a unit to where it is worth most; of equal ones draws one.

    The same seed draws the same.
    """

    def __init__(self, seed: int = 0) -> None:
        """Draw among equal orders by this seed."""
        self._key = key_of_seed(seed)
        self._ways = Ways()

    def choose(self, view: Battle) -> Order:
        """One of the legal orders of the view's side."""
        choice = Choice(view, side_to_choose(view), self._ways)
        options = choice.options()
        values = [choice.value(option) for option in options]
        best = max(values)
        equal = [option.order for option, value in zip(options, values, strict=True) if value == best]
        return equal[choose_rank(self._key & 0xFFFFFFFF, self._key >> 32, view.step_number, len(equal))]


class Choice:
    """One decision of a side: which orders come into question, and what each is worth."""

    def __init__(self, view: Battle, side: str, ways: Ways) -> None:
        """Look at a view of a side that owes a decision."""
        self._view = view
        self._side = side
        self._number = view.side_number(side)
        self._legal = view.legal.by(side)
        self._units = view.game.store.table("units")
        rules = view.game.store.table("rules")[0]
        self._allied, self._hostile = rules.allied[self._number], rules.hostile[self._number]
        self._ways = ways
        self._outlooks: dict[int, Outlook] = {}

    # Which orders come into question

    def options(self) -> list[Option]:
        """The orders that are judged, at least one: the best that can be told without trying them."""
        listed = list(self._legal) if len(self._legal) <= LISTED_MAX else self._listed()
        attacks = [order for order in listed if order.target]
        moves = [order for order in listed if not order.target and order.place is not None]
        others = [order for order in listed if not order.target and order.place is None]
        return [
            *(Option(order, ATTACK_GAIN) for order in sorted(attacks, key=self._toughness)[:ATTACKS_TRIED]),
            *self._best_moves(moves),
            *(Option(order, 0) for order in others[:OTHERS_TRIED]),
        ]

    def _listed(self) -> list[Order]:
        """The orders of one unit or more until there are enough, attacks of all units, and those of the side itself."""
        listed: list[Order] = []
        for slot in self._by_urgency():
            orders = self._legal.of(self._view.names.units[slot])
            if listed and len(listed) + len(orders) > LISTED_MAX:
                break
            listed += orders
        known = set(listed)
        listed += [order for order in self._attacks_and_own() if order not in known]
        return listed or self._legal[:LISTED_MAX]

    def _attacks_and_own(self) -> Iterator[Order]:
        """Attacks of all units and orders of the side itself, some of each kind."""
        for kind in self._view.names.kinds.values():
            if "target" in kind.fields or not kind.has_unit:
                yield from self._legal.where(kind.name)[:ATTACKS_LISTED_MAX]

    def _by_urgency(self) -> list[int]:
        """The side's units that may still act, those on an objective last, else by slot."""
        units = self._view.game.store.records("units")
        is_own = units["allegiance"]["side"] == self._number
        may_act = np.flatnonzero(units["status"]["alive"] & ~units["status"]["done"] & is_own).tolist()
        return sorted(may_act, key=lambda slot: (self._outlook(self._number).is_there(slot), slot))

    def _best_moves(self, moves: Iterable[Order]) -> list[Option]:
        """The moves that promise most, of each unit one into each square or large grid."""
        best: dict[tuple[str, int, int], Option] = {}
        stride = stride_of(self._view)
        for order in moves:
            assert order.place is not None, "a move has an end"
            option = Option(order, self._gain(order))
            key = (order.unit, order.place[0] // stride, order.place[1] // stride)
            if key not in best or option.gain > best[key].gain:
                best[key] = option
        return sorted(best.values(), key=lambda option: -option.gain)[:MOVES_TRIED]

    def _gain(self, order: Order) -> int:
        """How much better a unit stands after an order, for this side: for an enemy's unit the worse the better."""
        if not order.unit or order.place is None:
            return 0
        slot = self._view.names.slots[order.unit]
        owner = self._units[slot].allegiance.side
        outlook = self._outlook(owner)
        return self._sign(owner) * (outlook.worth(slot, order.place, order.facing) - outlook.worth_now(slot))

    def _toughness(self, attack: Order) -> tuple[bool, int]:
        """Attacks on units that are nearly lost come first."""
        target = self._view.unit(attack.target)
        return not target.condition.disrupted, target.status.steps

    def _outlook(self, number: int) -> Outlook:
        """What a side wants."""
        if number not in self._outlooks:
            self._outlooks[number] = Outlook(self._view, number, self._ways)
        return self._outlooks[number]

    def _sign(self, number: int) -> int:
        """1 for this side and its allies, -1 for enemies, 0 for others."""
        bit = 1 << number
        if self._allied & bit:
            return 1
        return -1 if self._hostile & bit else 0

    # What they are worth

    def value(self, option: Option) -> Fraction:
        """What an order is worth to the side."""
        is_move = not option.order.target and option.order.place is not None
        return option.gain + (self._tried(option.order) if is_move else self._expected(self._view, option.order))

    def _tried(self, order: Order) -> Fraction:
        """What a move brings: what happens on the way, the end of the battle, the attack that may follow."""
        after = self._view.clone()
        try:
            events = after.step(order, side=self._side)
        except StepFault:  # it comes upon what the side does not know
            return Fraction(0)
        return self._told_value(events) + self._end_value(after) + self._follow_up(after)

    def _expected(self, battle: Battle, order: Order) -> Fraction:
        """What an order is worth by its odds; nothing when its dice have too many outcomes to be weighed."""
        try:
            odds = battle.odds(order, side=self._side)
        except (TooManyOutcomes, StepFault):
            return Fraction(0)
        return sum((chance.probability * self._told_value(chance.events) for chance in odds), Fraction(0))

    def _told_value(self, events: Iterable[Event]) -> int:
        """What is worth something of what happened."""
        return sum(self._event_value(event) for event in events)

    def _event_value(self, event: Event) -> int:
        """What an event is worth: harm to enemies, objectives and departures of the side, and the opposite."""
        value = int(event.names.get("value", 0))
        if event.kind == TAKEN:
            holder = self._view.names.side_numbers.get(str(event.names.get("side")))
            return 0 if holder is None else self._sign(holder) * OBJECTIVE_WORTH * value
        if event.kind == LEFT:
            return self._sign_of(event.names.get("unit")) * leaving_worth(value)
        return -self._sign_of(event.names.get(VICTIM.get(event.kind, "unit"))) * HARM.get(event.kind, 0)

    def _sign_of(self, unit: int | str | None) -> int:
        """The same for the side of a unit, 0 for none."""
        slot = self._view.names.slots.get(str(unit))
        return 0 if slot is None else self._sign(self._units[slot].allegiance.side)

    def _end_value(self, after: Battle) -> int:
        """What it is worth that a battle has ended."""
        if after.outcome is None or not after.outcome.winners:
            return 0
        return VICTORY_WORTH if self._side in after.outcome.winners else -VICTORY_WORTH

    def _follow_up(self, after: Battle) -> Fraction:
        """The best attack that the same unit may make next."""
        decision = after.decision
        if decision is None or decision.side != self._side or not decision.unit:
            return Fraction(0)
        attacks = [order for order in after.legal.by(self._side)[:ATTACKS_LISTED_MAX] if order.target]
        chosen = sorted(attacks, key=self._toughness)[:FOLLOW_UPS_TRIED]
        return max((self._expected(after, order) for order in chosen), default=Fraction(0))
