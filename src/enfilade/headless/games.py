"""Games that nobody looks at, in the compiled loop: one played on at random, or many of one scenario."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from enfilade.battle import Battle
from enfilade.core.engine.keys import KEY_BYTES, key_of_seed
from enfilade.core.engine.warm import compile_now
from enfilade.core.orders.said import Outcome
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.families import rules_of
from enfilade.systems.family import Family, Plugin
from enfilade.systems.game import Game

from .loop import loop_entries, take_random_orders

STEPS_MAX = 1 << 30
"""Orders of one call at most, unless it says otherwise."""


class GameResult(msgspec.Struct, frozen=True):
    """How one of many games went.

    Attributes:
        seed: of its dice and of its orders.
        outcome: how it ended; None when it was not over after the orders it was given.
        orders: how many were taken.
        hash: 64-bit hash of its last position, which equal games share.
    """

    seed: int | bytes
    outcome: Outcome | None
    orders: int
    hash: int


def play_random(played: Battle | Game, key: int, steps: int = STEPS_MAX) -> int:
    """Play on with orders drawn from all legal ones, in compiled code.

    Compiled code is compiled or loaded first, under every policy but ``interpreted``. A battle comes to the last
    position as by ``restore``: orders before it cannot be undone, and the events on the way are not told.

    Args:
        played: a battle or a game, played on from where it stands with its own dice key.
        key: 64 bits from which orders are drawn; the same key draws the same orders.
        steps: orders at most, 0 or more.

    Returns:
        How many orders were taken; fewer than ``steps`` when it is over.

    Raises:
        ValueError: the key or the number of steps is out of range.
        StepFault: a step could not be finished; a battle is as it was, a game stands in the middle of that step.
        TypeError: a kernel cannot be compiled.
        OSError, RecorderClosed: a battle cannot be recorded; it is as it was.
        BattleBusy: a step of the battle is under way.
    """
    if not 0 <= key < 1 << 8 * KEY_BYTES:
        raise ValueError(f"key {key}, expected 0 to 2**64 - 1")
    _refuse_steps(steps)
    if isinstance(played, Game):
        _make_ready(played)
        return take_random_orders(played, key, steps)
    other = played.clone(key=played.game.key)
    _make_ready(other.game)
    taken = take_random_orders(other.game, key, steps)
    if taken:
        played.restore(other.snapshot())
    return taken


def many_games(
    scenario: Scenario,
    seeds: Iterable[int | bytes],
    *,
    steps: int = STEPS_MAX,
    family: Family | None = None,
    systems: tuple[Plugin, ...] = (),
) -> Iterator[GameResult]:
    """Play a scenario once for each seed, with random orders, all games in the same arrays.

    The game of a seed is that of ``ef.Battle(scenario, seed)`` played on by ``play_random`` with the battle's own key.

    Args:
        scenario: what is played; one with a state is played on from there.
        seeds: of the dice and of the orders, taken one by one as results are asked for.
        steps: orders of a game at most, 0 or more.
        family: instead of the one the scenario names, with the plug-ins it names.
        systems: further plug-ins.

    Returns:
        The results, each played when it is asked for.

    Raises:
        ValueError: the number of steps is out of range.
        ScenarioError: with everything that is wrong with the scenario.
        UnknownFamily: the scenario names a family that is not there.
        StepFault: a step could not be finished; raised where the result would be.
        TypeError: the scenario is no ``Scenario``, a seed neither a number nor bytes, or a kernel cannot be compiled.
    """
    if not isinstance(scenario, Scenario):
        raise TypeError(f"scenario {scenario!r}, expected a Scenario, see load_scenario")
    _refuse_steps(steps)
    game = Game(scenario, rules_of(scenario, family, systems))
    _make_ready(game)
    return _results(game, seeds, steps)


def _results(game: Game, seeds: Iterable[int | bytes], steps: int) -> Iterator[GameResult]:
    """Play a game again and again from where it stands, each time by another seed."""
    battle = Battle.of_game(game)
    first = game.snapshot()
    for seed in seeds:
        key = key_of_seed(seed)
        game.restore(first)
        game.set_key(key)
        if not game.scenario.state:
            game.start()
        taken = take_random_orders(game, key, steps)
        yield GameResult(seed, battle.outcome, taken, game.hash())


def _make_ready(game: Game) -> None:
    """Have the code of all that random games need loaded, as far as the policy wants that."""
    compile_now((*game.entries(), *loop_entries(game)))


def _refuse_steps(steps: int) -> None:
    """Refuse a number of orders that the loop cannot count to.

    Raises:
        ValueError: it cannot.
    """
    if not 0 <= steps <= STEPS_MAX:
        raise ValueError(f"{steps} steps, expected 0 to {STEPS_MAX}")
