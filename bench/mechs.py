"""Rows about the mech family: whole games of the scenario foundry, single orders, legal orders, fresh processes."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable
from pathlib import Path

import chess

from enfilade.battle import Battle, Snapshot
from enfilade.core.orders.said import Order
from enfilade.core.state.messages import ORDERS_MAX
from enfilade.replays import verify

from .face import FIRST, MANY_MOVES, STEP_TIME, listing, snapshot_figure, step_figure, stepping, taken_orders
from .kernels import plain_rules
from .loops import random_player, unit_player
from .peers import PYTHON_CHESS, WORDS, chess_games, open_spiel, rates_of, spiel_contenders
from .play import KEY, VERIFY_TIME, Player, as_rules_see_it, finished, through_battle, verify_figure
from .registry import Bar, Figure, Peer, row
from .scenes import foundry, opened, random_orders
from .start import SAME, START_TIME, compile_seconds, first_order
from .timing import Contender, Effort, Timing, Watch, interleaved

GAMES = 20
PEER_GAMES = 50
OPENING = 30
"""Orders of a game that are played for its answer, and in quick runs at all."""
ORDERS = 60
STRETCH = 20
"""Orders between two positions that are looked at, and orders that are taken interpreted."""
POSITIONS = 8
EVERYTHING = (-1, -1, -1)
CHESS_GAMES = 40
"""Random games of which the mean number of chess moves is taken."""
LOOP_TIME = (
    "a third is counting moves, one search for each unit that may move, and a third the order itself; next "
    "would be to remember counts across orders by what stands within reach of a unit"
)
UNIT_TIME = (
    "half is the order itself, from grid to grid with what may happen at each border, the rest a search of "
    "where the unit can go; next would be tables handed from kernel to kernel by one address instead of word by word"
)


def begun(player: Player) -> str:
    """How a game stands after its first orders."""
    game = Battle(foundry(), seed=0).game
    player(game)(*game.places, KEY, 0, OPENING)
    game.raise_fault()
    clock = game.clock
    alive = sum(unit.status.alive for unit in game.store.table("units"))
    return f"{clock.step} orders, turn {clock.turn}, scores {list(clock.scores)[:2]}, {alive} units"


def opening(player: Player) -> Contender:
    """A contender that plays the first orders of a game."""

    def run(watch: Watch) -> str:
        game = Battle(foundry(), seed=0).game
        loop = player(game)
        with watch:
            watch.done = loop(*game.places, KEY, 0, OPENING)
        return ""

    return run


@functools.cache
def game_timings(effort: Effort, player: Player, end: str) -> list[Timing]:
    """Whole games in a compiled loop, then the peers: open_spiel's chess and python-chess."""
    peers = [*spiel_contenders(effort.pick(1, PEER_GAMES)).values(), chess_games(1)]
    if effort.quick:
        return interleaved(1, opening(player), *peers)
    timings = interleaved(effort.turns, finished(player, GAMES, foundry()), *peers)
    assert as_rules_see_it(timings[0].answer) == end, f"a game came to {timings[0].answer}, expected {end}"
    return timings


def peer_names(effort: Effort) -> dict[str, Contender]:
    """What the table calls the peers."""
    return {**spiel_contenders(effort.pick(1, PEER_GAMES)), PYTHON_CHESS: chess_games(1)}


ALL_END = "170 orders, scores [4, 2]"
UNIT_END = "159 orders, scores [0, 1]"
"""How the first of the games ends."""


@row(
    "mech-play-all",
    "whole games of the scenario foundry, 8 units against 8, in the compiled loop: all legal orders counted, one drawn",
    "orders/s",
    answer="30 orders, turn 2, scores [2, 0], 16 units",
    bar=Bar(0.5, at_least=True, of_peers=True),
    rate=True,
    missed=LOOP_TIME,
)
def play_all(effort: Effort) -> Figure:
    ours, *theirs = game_timings(effort, random_player, ALL_END)
    return Figure(ours.rate, begun(random_player), rates_of(peer_names(effort), theirs))


@row(
    "mech-moves",
    "legal orders that are counted in these games",
    "orders/s",
    answer="60784 legal orders at the first 30 decisions",
    bar=Bar(20, at_least=True, of_peers=True),
    rate=True,
    missed=LOOP_TIME,
)
def moves(effort: Effort) -> Figure:
    ours, *theirs = game_timings(effort, random_player, ALL_END)
    counted, taken = legal_orders(effort)
    each = counted / taken
    chess = chess_moves(effort.pick(1, CHESS_GAMES))
    peers = tuple(
        Peer(name.replace("plies/s", "moves/s"), timing.rate * chess)
        for name, timing in zip(peer_names(effort), theirs, strict=True)
    )
    first, _ = legal_orders(Effort(quick=True))
    note = f"{each:.0f} a decision; {chess:.1f} moves a ply of chess"
    return Figure(ours.rate * each, f"{first} legal orders at the first {OPENING} decisions", peers, note)


@functools.cache
def legal_orders(effort: Effort) -> tuple[int, int]:
    """The legal orders at all decisions of the games that are measured, and how many decisions these are."""
    counted = taken = 0
    for number in range(effort.pick(1, GAMES)):
        game = Battle(foundry(), seed=number).game
        loop = random_player(game)
        while not game.clock.over and (not effort.quick or taken < OPENING):
            counted += game.count(*EVERYTHING)
            taken += loop(*game.places, KEY, number, 1)
    return counted, taken


@functools.cache
def chess_moves(games: int) -> float:
    """The moves that there are at a ply of random chess, the mean of so many games of open_spiel; 30 without it."""
    if open_spiel() is None:
        return 30.0
    listed = plies = 0
    for number in range(games):
        state = open_spiel().load_game("chess").new_initial_state()
        while not state.is_terminal():
            found = state.legal_actions()
            listed += len(found)
            state.apply_action(found[WORDS[(plies + number) % len(WORDS)] % len(found)])
            plies += 1
    return listed / plies


@row(
    "mech-play-unit",
    "whole games of foundry, one unit's orders at a time: a unit drawn, its orders counted, one drawn",
    "orders/s",
    answer="30 orders, turn 2, scores [0, 0], 15 units",
    bar=Bar(1, at_least=True, of_peers=True),
    rate=True,
    missed=UNIT_TIME,
)
def play_unit(effort: Effort) -> Figure:
    ours, *theirs = game_timings(effort, unit_player, UNIT_END)
    return Figure(ours.rate, begun(unit_player), rates_of(peer_names(effort), theirs))


@row(
    "mech-play-battle",
    "a game of foundry through Battle: len(legal), one by rank, step with events and undo",
    "orders/s",
    answer="30 orders, turn 2, scores [2, 0], 16 units",
    rate=True,
)
def play_battle(effort: Effort) -> Figure:
    ours, peer = interleaved(effort.pick(1, 41), taking(effort) if effort.quick else whole_battle(), chess_games(1))
    return Figure(ours.rate, begun(random_player), (Peer(PYTHON_CHESS, peer.rate),))


def whole_battle() -> Contender:
    """A contender that plays the loop's first game through a battle."""
    return through_battle(foundry())


def taking(effort: Effort) -> Contender:
    """A contender that takes a few random orders through a battle."""

    def run(watch: Watch) -> str:
        with watch:
            watch.done = opened(foundry(), effort.pick(2, OPENING)).step_number
        return ""

    return run


@functools.cache
def first_orders(count: int) -> tuple[list[Order], list[str], str]:
    """The first orders of a random game, as objects and as text, and the digest that they lead to."""
    return taken_orders(foundry(), count)


@row(
    "mech-step",
    "Battle.step of an Order of foundry: checked, carried out, events told, kept for undo",
    "us",
    answer="step 60, 194 events, 16 units",
    bar=Bar(40),
    missed=STEP_TIME,
)
def step(effort: Effort) -> Figure:
    orders, _, digest = first_orders(ORDERS)
    return step_figure(effort, stepping(foundry(), orders, digest))


@row("mech-step-text", "the same from lines of text", "us", answer="step 60, 194 events, 16 units")
def step_text(effort: Effort) -> Figure:
    _, lines, digest = first_orders(ORDERS)
    return step_figure(effort, stepping(foundry(), lines, digest))


@row(
    "mech-step-recorded",
    "the same Orders, recorded into a file",
    "us",
    answer="step 60, 194 events, 16 units",
    bar=Bar(60),
    missed=STEP_TIME,
)
def step_recorded(effort: Effort) -> Figure:
    orders, _, digest = first_orders(ORDERS)
    with tempfile.TemporaryDirectory() as folder:
        return step_figure(effort, stepping(foundry(), orders, digest, Path(folder) / "battle.enf"))


@row(
    "mech-step-interpreted",
    f"the first {STRETCH} of these Orders, interpreted: what a client has until compiled code is loaded",
    "us",
    answer="step 20, 80 events, 16 units",
    bar=Bar(20_000),
)
def step_interpreted(effort: Effort) -> Figure:
    orders, _, digest = first_orders(STRETCH)
    with plain_rules():
        (ours,) = interleaved(effort.pick(1, 5), stepping(foundry(), orders, digest))
    return Figure(ours.each, ours.answer)


@functools.cache
def positions() -> tuple[Snapshot, ...]:
    """Positions in which units may move, each of another game after ``STRETCH`` orders."""
    found = []
    for seed in range(POSITIONS):
        battle = opened(foundry(), STRETCH, seed)
        while len(battle.legal) <= FIRST:
            random_orders(battle, 1, seed)
        found.append(battle.snapshot())
    return tuple(found)


def over_positions(battle: Battle, calls: int, call: Callable[[int], object], answer: Callable[[], str]) -> Contender:
    """A contender that asks in one position after another, so that nothing is remembered of the one it asks in."""

    def run(watch: Watch) -> str:
        for number in range(calls):
            battle.restore(positions()[number % POSITIONS])
            with watch:
                call(number)
        watch.done = calls
        battle.restore(positions()[0])
        return answer()

    return run


@row(
    "mech-legal-and-one",
    "len(battle.legal) and one order by rank, foundry, nothing remembered of the position",
    "us",
    answer="5727 orders, the middle one R6 move E5.9 E",
    bar=Bar(60),
)
def legal_and_one(effort: Effort) -> Figure:
    battle = Battle(foundry(), seed=1)

    def count_and_pick(number: int) -> Order:
        legal = battle.legal
        return legal[number * 7919 % len(legal)]

    def answer() -> str:
        legal = battle.legal
        return f"{len(legal)} orders, the middle one {battle.text(legal[len(legal) // 2])}"

    (ours,) = interleaved(
        effort.pick(1, 41), over_positions(battle, effort.pick(1, 20 * POSITIONS), count_and_pick, answer)
    )
    return Figure(ours.each, ours.answer)


@row(
    "mech-first-250",
    "the first 250 of the legal orders of foundry as objects, nothing remembered of the position",
    "us",
    answer="250 of 5727, R1 move A1 N to R4 move G1.2 E",
    bar=Bar(200),
)
def first_250(effort: Effort) -> Figure:
    battle = Battle(foundry(), seed=1)

    def answer() -> str:
        orders = battle.legal[:FIRST]
        return f"{len(orders)} of {len(battle.legal)}, {battle.text(orders[0])} to {battle.text(orders[-1])}"

    ours, peer = interleaved(
        effort.pick(1, 41),
        over_positions(battle, effort.pick(1, 5 * POSITIONS), lambda number: battle.legal[:FIRST], answer),
        listing(chess.Board(MANY_MOVES), effort.pick(1, 20), lambda moves, number: moves),
    )
    return Figure(ours.each, ours.answer, (Peer(f"python-chess: list {peer.answer}", peer.each),))


@row(
    "mech-records",
    "all legal orders of the first decision of foundry written as records",
    "orders/s",
    answer="5548 of 5548 orders",
    bar=Bar(20e6, at_least=True),
    rate=True,
)
def records(effort: Effort) -> Figure:
    game = Battle(foundry(), seed=1).game
    listed = game.pipeline.list
    calls = effort.pick(1, 20)

    def writing(watch: Watch) -> str:
        with watch:
            for _ in range(calls):
                start = written = 0
                while start == 0 or written == ORDERS_MAX:
                    written = listed(*game.places, *EVERYTHING, start, ORDERS_MAX)
                    start += written
        watch.done = calls * start
        return f"{start} of {game.count(*EVERYTHING)} orders"

    (ours,) = interleaved(effort.pick(1, 41), writing)
    return Figure(ours.rate, ours.answer)


@row(
    "mech-snapshot",
    "the row of a game of foundry out and in again, derived data rebuilt",
    "us",
    answer="the same position",
    bar=Bar(4),
)
def snapshot(effort: Effort) -> Figure:
    return snapshot_figure(effort, opened(foundry(), STRETCH))


@row(
    "mech-verify",
    "replays.verify of a log of games of foundry beside the same games in the compiled loop, a unit's orders at a time",
    "of it",
    answer="every step verified",
    bar=Bar(0.8, at_least=True),
    rate=True,
    missed=VERIFY_TIME,
)
def verify_log(effort: Effort) -> Figure:
    if effort.quick:
        return recorded_and_verified()
    return verify_figure(effort, foundry)


def recorded_and_verified() -> Figure:
    """A few orders recorded and verified."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "battle.enf"
        battle = Battle(foundry(), seed=1)
        battle.record(log)
        random_orders(battle, 2)
        battle.stop_recording()
        found = verify(log)
    assert found.ok, found.problem
    return Figure(1.0, "every step verified")


@row(
    "mech-start-interpreted",
    "process start to the first order of foundry carried out, interpreted",
    "s",
    answer="R1 move A1 N: 4 events",
    bar=Bar(0.5),
    missed=START_TIME,
)
def start_interpreted(effort: Effort) -> Figure:
    return first_order(effort, "interpreted", "foundry", loads_numba=False)


@row(
    "mech-start-compiled",
    "process start to the first order of foundry, compiled code from a warm cache",
    "s",
    answer="R1 move A1 N: 4 events",
    bar=Bar(2),
)
def start_compiled(effort: Effort) -> Figure:
    return first_order(effort, "compiled", "foundry", loads_numba=True)


@row("mech-compile", "compiling all entries of the mech family into an empty cache", "s", answer=SAME, bar=Bar(75))
def compile_family(effort: Effort) -> Figure:
    return compile_seconds(effort, "foundry")
