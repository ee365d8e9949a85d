"""Rows about a live battle: what a client calls."""

from __future__ import annotations

import copy
import tempfile
from collections.abc import Callable
from pathlib import Path

import chess
import msgpack

from enfilade.battle import Battle
from enfilade.core.orders.said import Order
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.dump import dump_state

from .kernels import plain_rules
from .peers import chess_game, random_moves
from .registry import Bar, Figure, Peer, row
from .scenes import battle_at, field, random_orders
from .timing import Contender, Effort, Watch, interleaved, repeated

UNITS = 24
ORDERS = 200
PLIES = 60
"""Moves of chess that are taken in one turn; a random game is that long."""
FIRST = 250
MANY_MOVES = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
"""A chess position with 218 legal moves, the most there are."""
STEPPED = "step 200, 328 events, 21 units"
SAME = "the same position"
STEP_TIME = (
    "about half is one entry call for each system that acts in each pass, a quarter the events in words; next "
    "would be one entry for the systems of a phase"
)


def where(battle: Battle) -> str:
    """A position in a few words, as the rules see it."""
    alive = sum(unit.status.alive for unit in battle.game.store.table("units"))
    return f"step {battle.step_number}, {battle.event_count} events, {alive} units"


def said(same: bool) -> str:
    """Whether a position has come back."""
    return SAME if same else "another position"


def taken_orders(scenario: Scenario, count: int) -> tuple[list[Order], list[str], str]:
    """The first orders of a random game, as objects and as text, and the digest that they lead to."""
    battle = Battle(scenario, seed=1)
    orders = random_orders(battle, count)
    return orders, [battle.text(order) for order in orders], battle.digest


def stepping(scenario: Scenario, orders: list[Order] | list[str], digest: str, log: Path | None = None) -> Contender:
    """A contender that takes these orders from the start of the battle, recording them into a file if it has one."""

    def run(watch: Watch) -> str:
        battle = Battle(scenario, seed=1)
        if log is not None:
            battle.record(log)
        with watch:
            for order in orders:
                battle.step(order)
        battle.stop_recording()
        watch.done = len(orders)
        assert battle.digest == digest, f"the battle came to {battle.digest}, expected {digest}"
        return where(battle)

    return run


def pushing(moves: list[str]) -> Contender:
    """A contender that takes chess moves as text, each checked."""

    def run(watch: Watch) -> str:
        board = chess.Board()
        with watch:
            for move in moves:
                board.push_uci(move)
        watch.done = len(moves)
        return str(board.fen())

    return run


def step_figure(effort: Effort, ours: Contender) -> Figure:
    """A way to take orders beside python-chess."""
    timing, peer = interleaved(effort.turns, ours, pushing(random_moves(PLIES)))
    return Figure(timing.each, timing.answer, (Peer("python-chess push_uci: parsed, checked, taken", peer.each),))


@row(
    "step",
    f"Battle.step of an Order: checked, carried out, events told, kept for undo; {UNITS} units",
    "us",
    answer=STEPPED,
    bar=Bar(40),
    missed=STEP_TIME,
)
def step(effort: Effort) -> Figure:
    orders, _, digest = taken_orders(field(UNITS), ORDERS)
    return step_figure(effort, stepping(field(UNITS), orders, digest))


@row("step-text", "the same from lines of text", "us", answer=STEPPED)
def step_text(effort: Effort) -> Figure:
    _, lines, digest = taken_orders(field(UNITS), ORDERS)
    return step_figure(effort, stepping(field(UNITS), lines, digest))


@row(
    "step-recorded",
    "the same Orders, recorded into a file",
    "us",
    answer=STEPPED,
    bar=Bar(60),
    missed=STEP_TIME,
)
def step_recorded(effort: Effort) -> Figure:
    orders, _, digest = taken_orders(field(UNITS), ORDERS)
    with tempfile.TemporaryDirectory() as folder:
        return step_figure(effort, stepping(field(UNITS), orders, digest, Path(folder) / "battle.enf"))


@row(
    "step-interpreted",
    "the same Orders, interpreted: what a client has until compiled code is loaded",
    "us",
    answer=STEPPED,
    bar=Bar(20_000),
)
def step_interpreted(effort: Effort) -> Figure:
    orders, _, digest = taken_orders(field(UNITS), ORDERS)
    with plain_rules():
        (ours,) = interleaved(effort.pick(1, 5), stepping(field(UNITS), orders, digest))
    return Figure(ours.each, ours.answer)


def listing(board: chess.Board, calls: int, then: Callable[[list[chess.Move], int], object]) -> Contender:
    """A contender that lists the legal moves of a chess position."""
    return repeated(
        calls,
        lambda number: then(list(board.legal_moves), number),
        lambda: f"{board.legal_moves.count()} legal moves",
    )


@row(
    "legal-and-one",
    f"len(battle.legal) and one order by rank, {UNITS} units",
    "us",
    answer="58 orders, the middle one U10 move K4",
    bar=Bar(60),
)
def legal_and_one(effort: Effort) -> Figure:
    battle = battle_at(UNITS, orders=2)
    calls = effort.pick(2, 300)

    def count_and_pick(number: int) -> Order:
        legal = battle.legal
        return legal[number * 7 % len(legal)]

    def answer() -> str:
        legal = battle.legal
        return f"{len(legal)} orders, the middle one {battle.text(legal[len(legal) // 2])}"

    ours, peer = interleaved(
        effort.turns,
        repeated(calls, count_and_pick, answer),
        listing(chess_game(20), calls, lambda moves, number: moves[number * 7 % len(moves)]),
    )
    return Figure(ours.each, ours.answer, (Peer(f"python-chess: list {peer.answer}, take one", peer.each),))


@row(
    "first-250",
    "the first 250 of many legal orders as objects, 300 units",
    "us",
    answer="250 of 774, U1 move D2 to U112 move AB13",
    bar=Bar(200),
)
def first_250(effort: Effort) -> Figure:
    battle = battle_at(300, orders=2)
    calls = effort.pick(1, 30)

    def answer() -> str:
        orders = battle.legal[:FIRST]
        return f"{len(orders)} of {len(battle.legal)}, {battle.text(orders[0])} to {battle.text(orders[-1])}"

    ours, peer = interleaved(
        effort.turns,
        repeated(calls, lambda number: battle.legal[:FIRST], answer),
        listing(chess.Board(MANY_MOVES), calls, lambda moves, number: moves),
    )
    assert peer.answer == "218 legal moves", f"python-chess finds {peer.answer}, expected 218"
    return Figure(ours.each, ours.answer, (Peer(f"python-chess: list {peer.answer}", peer.each),))


@row("clone", f"battle.clone(), {UNITS} units", "us", answer="the same position, another key")
def clone(effort: Effort) -> Figure:
    battle = battle_at(UNITS, orders=20)
    board = chess_game(20)
    calls = effort.pick(1, 50)

    def answer() -> str:
        other = battle.clone()
        keys = {other.game.key, battle.game.key}
        other.game.set_key(battle.game.key)
        return f"{said(other.digest == battle.digest)}, {'another' if len(keys) == 2 else 'the same'} key"

    ours, short, deep = interleaved(
        effort.turns,
        repeated(calls, lambda number: battle.clone(), answer),
        repeated(calls, lambda number: board.copy(stack=False), lambda: said(board.copy(stack=False) == board)),
        repeated(calls, lambda number: copy.deepcopy(board), lambda: said(copy.deepcopy(board) == board)),
    )
    assert short.answer == deep.answer == SAME, "a copied chess board is another one"
    peers = (
        Peer("python-chess Board.copy(stack=False)", short.each),
        Peer("copy.deepcopy of that board", deep.each),
    )
    return Figure(ours.each, ours.answer, peers)


@row(
    "snapshot",
    f"the row of a game out and in again, derived data rebuilt, {UNITS} units",
    "us",
    answer=SAME,
    bar=Bar(4),
)
def snapshot(effort: Effort) -> Figure:
    return snapshot_figure(effort, battle_at(UNITS, orders=20))


def snapshot_figure(effort: Effort, battle: Battle) -> Figure:
    """The row of a game out and in again, beside the same tables packed or copied."""
    game = battle.game
    state = dump_state(game.store)
    digest = battle.digest
    derived = game.store.derived.tobytes()
    calls = effort.pick(1, 500)

    def answer() -> str:
        row_before = game.snapshot()
        game.store.arenas[:] = 0
        game.store.derived[:] = 0
        game.restore(row_before)
        return said(battle.digest == digest and game.store.derived.tobytes() == derived)

    ours, packed, copied = interleaved(
        effort.turns,
        repeated(calls, lambda number: game.restore(game.snapshot()), answer),
        repeated(
            calls,
            lambda number: msgpack.unpackb(msgpack.packb(state)),
            lambda: said(msgpack.unpackb(msgpack.packb(state)) == state),
        ),
        repeated(calls, lambda number: copy.deepcopy(state), lambda: said(copy.deepcopy(state) == state)),
    )
    assert packed.answer == copied.answer == SAME, "packed or copied tables are other ones"
    peers = (
        Peer("msgpack: pack and unpack the same tables as lists", packed.each),
        Peer("copy.deepcopy of these lists", copied.each),
    )
    return Figure(ours.each, ours.answer, peers, note=f"{game.store.arenas.shape[1]} bytes")


@row("battle-restore", "battle.restore(battle.snapshot()), as a search does", "us", answer=SAME)
def battle_restore(effort: Effort) -> Figure:
    battle = battle_at(UNITS, orders=20)
    digest = battle.digest
    (ours,) = interleaved(
        effort.turns,
        repeated(
            effort.pick(1, 200),
            lambda number: battle.restore(battle.snapshot()),
            lambda: said(battle.digest == digest),
        ),
    )
    return Figure(ours.each, ours.answer)
