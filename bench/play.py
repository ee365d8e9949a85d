"""Rows about whole games, played at random."""

from __future__ import annotations

import functools
import io
from collections.abc import Callable

from enfilade.battle import Battle
from enfilade.core.scenario.schema import Scenario
from enfilade.headless.policies import choose_rank
from enfilade.replays import Recorder, verify
from enfilade.systems.game import Game

from .loops import Loop, random_player, unit_drawer, unit_player
from .peers import PYTHON_CHESS, chess_games
from .registry import Bar, Figure, Peer, row
from .scenes import field
from .timing import Contender, Effort, Watch, interleaved

UNITS = 24
ROUNDS = 12
LONG_ROUNDS = 99
KEY = 0x5EED
LOGGED_GAMES = 40
VERIFY_TIME = (
    "a hash of the row, the check of the order and its reading; next would be a check that uses the search of the step"
)

Player = Callable[[Game], Loop]


def drill() -> Scenario:
    """The drill that is played."""
    return field(UNITS, ROUNDS)


def finished(player: Player, games: int, scenario: Scenario) -> Contender:
    """A contender that plays whole games in a compiled loop; it says how the first one ended."""

    def run(watch: Watch) -> str:
        ends = []
        for number in range(games):
            game = Battle(scenario, seed=number).game
            loop = player(game)
            with watch:
                orders = loop(*game.places, KEY, number, 1 << 30)
            game.raise_fault()
            watch.done += orders
            ends.append(end_of(game))
        return ends[0]

    return run


def end_of(game: Game) -> str:
    """How a game ended, as the rules see it, and its digest."""
    clock = game.clock
    assert clock.over, f"a random game is not over after {clock.step} orders"
    return f"{clock.step} orders, scores {list(clock.scores)[: len(game.scenario.sides)]} | {game.digest}"


def through_battle(scenario: Scenario) -> Contender:
    """A contender that plays the compiled loop's first game through a battle; both must come to the same digest."""
    expected = finished(random_player, 1, scenario)(Watch())

    def run(watch: Watch) -> str:
        battle = Battle(scenario, seed=0)
        with watch:
            while not battle.game.clock.over:
                legal = battle.legal
                battle.step(legal[choose_rank(KEY, 0, battle.step_number, len(legal))])
        watch.done = battle.step_number
        end = end_of(battle.game)
        assert end == expected, f"through Battle a game came to {end}, in the loop to {expected}"
        return end

    return run


def as_rules_see_it(end: str) -> str:
    """An end without the digest, which depends on the layout of a row."""
    return end.split(" | ")[0]


def _loop_row(effort: Effort, player: Player) -> Figure:
    """Whole games in a compiled loop beside random chess."""
    games = effort.pick(1, 10)
    ours, peer = interleaved(effort.turns, finished(player, games, drill()), chess_games(effort.pick(1, 3)))
    return Figure(ours.rate, as_rules_see_it(ours.answer), (Peer(PYTHON_CHESS, peer.rate),))


@row(
    "play-all",
    f"drill games in the compiled loop: all legal orders counted, one drawn, {UNITS} units",
    "orders/s",
    answer="255 orders, scores [7, 6, 6]",
    rate=True,
)
def play_all(effort: Effort) -> Figure:
    return _loop_row(effort, random_player)


@row(
    "play-unit",
    f"drill games in the compiled loop: one unit's orders at a time, {UNITS} units",
    "orders/s",
    answer="215 orders, scores [7, 5, 8]",
    rate=True,
)
def play_unit(effort: Effort) -> Figure:
    return _loop_row(effort, unit_player)


@row(
    "play-battle",
    f"a drill game through Battle: len(legal), one by rank, step with events and undo, {UNITS} units",
    "orders/s",
    answer="255 orders, scores [7, 6, 6]",
    rate=True,
)
def play_battle(effort: Effort) -> Figure:
    ours, peer = interleaved(effort.turns, through_battle(drill()), chess_games(1))
    return Figure(ours.rate, as_rules_see_it(ours.answer), (Peer(PYTHON_CHESS, peer.rate),))


@functools.cache
def log_of(scene: Callable[[], Scenario], games: int) -> tuple[bytes, int]:
    """One log of the games that ``finished`` plays by one unit's orders, and how many orders it has.

    The log goes on from each game to the next by a RESTORE of its first position. It is that of the same games: each
    must end as it does in the compiled loop.
    """
    file = io.BytesIO()
    game = Battle(scene(), seed=0).game
    draw = unit_drawer(game)
    orders = 0
    with Recorder(game, seed=0) as recorder:
        recorder.write_to(file)
        for number in range(games):
            played = Battle(scene(), seed=number).game
            if number:
                game.restore(played.snapshot())
                recorder.restore()
            while not game.clock.over:
                draw(*game.places, KEY, number)
                recorder.order(game.order)
                game.step()
                game.raise_fault()
                recorder.stepped()
            unit_player(game)(*played.places, KEY, number, 1 << 30)
            assert end_of(game) == end_of(played), f"recorded as {end_of(game)}, played as {end_of(played)}"
            orders += game.clock.step
        recorder.end()
    return file.getvalue(), orders


def verified(scene: Callable[[], Scenario], games: int) -> Contender:
    """A contender that verifies the log of so many games."""
    log, orders = log_of(scene, games)

    def run(watch: Watch) -> str:
        with watch:
            found = verify(log)
        watch.done = orders
        assert found.ok, found.problem
        return "every step verified"

    return run


@row(
    "verify",
    f"replays.verify of one log of {LOGGED_GAMES} games, set-up, legality and a hash a step included, beside the same "
    f"games played in the compiled loop, one unit's orders at a time; {UNITS} units",
    "of it",
    answer="every step verified",
    bar=Bar(0.8, at_least=True),
    rate=True,
    missed=VERIFY_TIME,
)
def verify_log(effort: Effort) -> Figure:
    return verify_figure(effort, long_drill)


def long_drill() -> Scenario:
    """The drill of which games are logged."""
    return field(UNITS, LONG_ROUNDS)


def verify_figure(effort: Effort, scene: Callable[[], Scenario]) -> Figure:
    """A log verified, as a part of the rate at which its games are played."""
    games = effort.pick(1, LOGGED_GAMES)
    ours, headless, single = interleaved(
        effort.turns, verified(scene, games), finished(unit_player, games, scene()), verified(scene, 1)
    )
    assert ours.done == headless.done, f"{ours.done} orders were verified, {headless.done} played"
    note = (
        f"{ours.rate:,.0f} orders/s verified, {headless.rate:,.0f} played, {ours.done} orders; "
        f"a log of one game, {single.done} orders: {single.rate:,.0f}"
    )
    return Figure(ours.rate / headless.rate, ours.answer, note=note)
