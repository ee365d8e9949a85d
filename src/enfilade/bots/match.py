"""A battle played by bots to its end, and what becomes of it when a bot fails.

Whatever a bot does is a matter of the match alone. An order of a bot that failed is never taken, so the battle stands
as it was before that decision and its log is a verified prefix; that a side has forfeited is said in the match and
nowhere in the battle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from reprlib import repr as shown
from time import perf_counter_ns
from traceback import format_exception_only
from typing import Literal, get_args

import msgspec

from enfilade.battle import Battle
from enfilade.core.orders.said import Event, IllegalOrder, Order, OrderError, Outcome
from enfilade.headless.rows import refuse_number

from .bot import Bot, RandomBot, is_bot
from .patience import TimeUp, within

ORDERS_MAX = 10_000_000
FORFEIT = "forfeit"
UNFINISHED = "unfinished"
NANOSECONDS = 1_000_000_000
GRACE_SECONDS = 0.001
"""A bot is interrupted so much later than its time is up, so that the time it took is more than that."""

OnFault = Literal["forfeit", "raise", "random"]
"""What follows when a bot fails: its side loses at once, the error is raised, or a random order is taken instead."""

FAULT_POLICIES: tuple[OnFault, ...] = get_args(OnFault)

FaultKind = Literal["error", "illegal", "slow"]
"""How a bot failed: it raised an error, its answer was no legal order of its side, or it took too long."""


class Fault(msgspec.Struct, frozen=True):
    """A decision at which a bot failed.

    Attributes:
        side: for which it was to choose.
        step: orders taken before in the battle.
        kind: how it failed.
        message: the same in words, a sentence without its full stop.
        exception: what it raised, or what is raised for its answer or its time under the policy ``raise``.
    """

    side: str
    step: int
    kind: FaultKind
    message: str
    exception: Exception


class Match(msgspec.Struct, frozen=True):
    """How a match went.

    Attributes:
        orders: how many were taken.
        winners: the sides that won: those of the outcome, or after a forfeit every side that plays and is neither the
            side that forfeited nor its ally.
        reason: that of the outcome, or ``forfeit``, or ``unfinished`` when as many orders were taken as may be.
        scores: of each side, as they stood at the end.
        outcome: how the battle ended; None when it did not.
        forfeit: the fault that ended the match, None when it went to the end of the battle.
        faults: all faults in their order, the one that ended the match included.
    """

    orders: int
    winners: tuple[str, ...]
    reason: str
    scores: dict[str, int]
    outcome: Outcome | None
    forfeit: Fault | None
    faults: tuple[Fault, ...]


class SlowBot(ValueError):
    """A bot took longer than it may."""


def play_match(
    battle: Battle,
    bots: Sequence[Bot],
    told: Callable[[Order, list[Event]], None] = lambda order, events: None,
    *,
    on_fault: OnFault = "forfeit",
    decision_seconds_max: float | None = None,
    game_seconds_max: float | None = None,
    orders_max: int = ORDERS_MAX,
) -> Match:
    """Let bots play a battle, one bot a side (the last one plays all further sides).

    A bot sees what its side may know. An order that is legal as far as that goes, and is forbidden by what is hidden,
    is not taken; the side gives instead the next of the orders that its view lists which is legal. Where its view lists
    none, since the decision is about a unit that it does not know, or none that is legal, the first legal order is
    taken.

    A bot fails when it raises an error, when its answer is no ``Order`` or one that its own view forbids its side, and
    when it takes too long. Wall-clock time is measured, of ``choose`` alone. In the main thread of a POSIX system a bot
    that does not answer in time is interrupted as soon as it runs Python code. Elsewhere its time is looked at when it
    has answered, and one that never answers holds up the match for ever.
    ``KeyboardInterrupt`` and ``SystemExit`` are no faults; they end the match under every policy, and the battle
    stands as it was before the decision.

    Args:
        battle: played on from where it stands.
        bots: players of the sides that are not neutral, in their order; at least one, at most one for each.
        told: called after each step with the order and its events.
        on_fault: what follows when a bot fails. ``forfeit`` ends the match, and its side loses. ``raise`` raises the
            exception of the fault. ``random`` takes a legal order drawn at random instead and goes on.
        decision_seconds_max: that a bot may take for one decision; None for any time.
        game_seconds_max: that it may take for all decisions of a side together. Under ``random`` it is not asked any
            more once they are used up.
        orders_max: after so many orders the match ends, even if the battle is not over.

    Returns:
        How it went.

    Raises:
        ValueError: there is no bot, or more than sides that play, or something in the place of one that cannot choose;
            a limit of time or orders is not above 0, or the policy is none of the three.
        TypeError: the battle is no ``Battle``.
        OrderError, IllegalOrder: under ``raise``, a bot's answer was no order that its side may give.
        SlowBot: under ``raise``, a bot took too long.
        Exception: under ``raise``, whatever a bot raised.
    """
    if not isinstance(battle, Battle):
        raise TypeError(f"battle {battle!r}, expected a Battle")
    playing = [side.name for side in battle.scenario.sides if not side.neutral]
    _refuse_bots(bots, len(playing))
    _refuse(on_fault, decision_seconds_max, game_seconds_max)
    refuse_number("orders_max", orders_max, 1, ORDERS_MAX)
    players = {
        side: Player(bots[min(number, len(bots) - 1)], side, decision_seconds_max, game_seconds_max)
        for number, side in enumerate(playing)
    }
    faults: list[Fault] = []
    taken = 0
    while battle.outcome is None:
        player = players[battle.decisions[0].side]
        answer = player.answer(battle)
        if isinstance(answer, Fault):
            if on_fault == "raise":
                raise answer.exception
            faults.append(answer)
            if on_fault == "forfeit":
                return _forfeited(battle, taken, answer)
            answer = player.substitute(battle)
        told(answer, battle.step(answer, side=player.side))
        taken += 1
        if taken == orders_max and battle.outcome is None:
            return Match(taken, (), UNFINISHED, _scores(battle), None, None, tuple(faults))
    outcome = battle.outcome
    return Match(taken, outcome.winners, outcome.reason, outcome.scores, outcome, None, tuple(faults))


def _refuse_bots(bots: object, playing: int) -> None:
    """Refuse what are no bots for so many sides that play.

    Raises:
        ValueError: they are none.
    """
    if isinstance(bots, str | bytes) or not isinstance(bots, Sequence):
        raise ValueError(f"the bots of a match are {bots!r}, expected a list of bots; find_bot gives one by its name")
    if not bots:
        raise ValueError(f"the bots of a match are {bots!r}, expected one or more")
    if len(bots) > max(playing, 1):
        raise ValueError(f"{len(bots)} bots for {playing} sides that play, expected 1 to {playing}: {bots!r}")
    for bot in bots:
        if not is_bot(bot):
            raise ValueError(f"bot {bot!r}, expected one with choose(view); find_bot gives one by its name")


def _refuse(on_fault: str, *limits: object) -> None:
    """Refuse a policy that there is not, and limits of time that are none.

    Raises:
        ValueError: there is such a thing.
    """
    if on_fault not in FAULT_POLICIES:
        raise ValueError(f"on_fault {on_fault!r}, expected one of {', '.join(FAULT_POLICIES)}")
    for limit in limits:
        if limit is not None and not (isinstance(limit, int | float) and limit > 0):
            raise ValueError(f"a limit of {limit!r} seconds, expected a number above 0, or None")


def _forfeited(battle: Battle, taken: int, fault: Fault) -> Match:
    """The match that ends since a side has forfeited."""
    allied = next(side.allied for side in battle.scenario.sides if side.name == fault.side)
    lost = {fault.side, *allied}
    winners = tuple(side.name for side in battle.scenario.sides if not side.neutral and side.name not in lost)
    return Match(taken, winners, FORFEIT, _scores(battle), None, fault, (fault,))


def _scores(battle: Battle) -> dict[str, int]:
    """The scores as they stand."""
    clock = battle.game.clock
    return {name: int(clock.scores[number]) for number, name in enumerate(battle.names.sides)}


class Player:
    """A bot that plays a side, and the time it has taken.

    Attributes:
        side: which.
    """

    def __init__(self, bot: Bot, side: str, decision_seconds_max: float | None, game_seconds_max: float | None) -> None:
        """Let a bot play a side, within these times."""
        self.side = side
        self._bot = bot
        self._decision_seconds_max = decision_seconds_max
        self._game_seconds_max = game_seconds_max
        self._decision_ns = 0
        self._game_ns = 0
        self._fallback = RandomBot()

    def answer(self, battle: Battle) -> Order | Fault:
        """The order that the bot's choice comes to, or how it failed."""
        self._decision_ns = 0
        used_up = self._slowness()
        if used_up is not None:
            return self._fault(battle, "slow", used_up)
        view = battle.view(self.side)
        if view.game.count(view.side_number(self.side), limit=1) == 0:
            return battle.legal.by(self.side)[0]
        version = view.version
        try:
            order = self._timed_choice(view)
        except Exception as problem:
            return self._fault(battle, "error", problem)
        slow = self._slowness()
        if slow is not None:
            return self._fault(battle, "slow", slow)
        if view.version != version:  # the bot has tried something in it
            view = battle.view(self.side)
        try:
            verdict = view.check(_order_alone(order), side=self.side)
        except OrderError as problem:
            return self._fault(battle, "illegal", problem)
        if not verdict:
            return self._fault(battle, "illegal", IllegalOrder(verdict))
        return possible_order(battle, view, self.side, verdict.order)

    def substitute(self, battle: Battle) -> Order:
        """A legal order drawn at random, by the number of the step alone."""
        view = battle.view(self.side)
        return possible_order(battle, view, self.side, self._fallback.choose(view))

    def _timed_choice(self, view: Battle) -> Order | None:
        """What the bot chooses, None when it was interrupted; with the time it took noted."""
        began = perf_counter_ns()
        try:
            return within(self._seconds_left(), lambda: self._bot.choose(view))
        except TimeUp:
            return None
        finally:
            self._decision_ns = perf_counter_ns() - began
            self._game_ns += self._decision_ns

    def _seconds_left(self) -> float:
        """How long the bot is waited for: until it has clearly taken more than it may."""
        decision_seconds = math.inf if self._decision_seconds_max is None else self._decision_seconds_max
        game_seconds = math.inf if self._game_seconds_max is None else self._game_seconds_max
        return min(decision_seconds, game_seconds - self._game_ns / NANOSECONDS) + GRACE_SECONDS

    def _slowness(self) -> SlowBot | None:
        """What is wrong with the time that the bot has taken, None for nothing."""
        limits = (
            (self._decision_ns, self._decision_seconds_max, "a decision"),
            (self._game_ns, self._game_seconds_max, "its decisions"),
        )
        for taken_ns, seconds_max, what in limits:
            if seconds_max is not None and taken_ns > seconds_max * NANOSECONDS:
                took = f"{taken_ns / NANOSECONDS:.3f} seconds for {what}"
                return SlowBot(f"the bot of {self.side} took {took}, expected at most {seconds_max:g}")
        return None

    def _fault(self, battle: Battle, kind: FaultKind, problem: Exception) -> Fault:
        """How the bot failed, in words."""
        if kind == "error":  # the bot's own, which may not even have words
            said = f"the bot of {self.side} raised {format_exception_only(problem)[-1].strip()}"
        elif kind == "illegal":
            said = f"the bot of {self.side} chose no legal order: {problem}"
        else:
            said = str(problem)
        return Fault(self.side, battle.step_number, kind, said, problem)


def _order_alone(answer: object) -> Order:
    """What a bot answered, if it is an order.

    Raises:
        OrderError: it is a line of text, or something else.
    """
    if not isinstance(answer, Order):
        problem = f"it is of type {type(answer).__name__}"
        raise OrderError(shown(answer), problem, "an Order, such as the view lists as legal")
    return answer


def possible_order(battle: Battle, view: Battle, side: str, order: Order) -> Order:
    """An order that is legal in a view, or when what is hidden forbids it the next listed there that is legal.

    Args:
        battle: in which it is given.
        view: what the side may know of it.
        side: who gives it.
        order: as chosen from the view, legal there.

    Returns:
        The order itself when it is legal; the first that is legal when none is that the view lists.
    """
    if battle.check(order, side=side):
        return order
    legal = view.legal
    first = legal.index(order) if order in legal else 0
    ranks = (rank % len(legal) for rank in range(first, first + len(legal)))
    listed = (legal[rank] for rank in ranks)
    return next((found for found in listed if battle.check(found, side=side)), None) or battle.legal.by(side)[0]
