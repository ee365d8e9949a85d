"""Random chess, played with python-chess and with open_spiel, to measure against.

open_spiel is optional: without it the rows that it is a peer of are measured alone.
"""

from __future__ import annotations

import functools
import importlib
from itertools import islice
from typing import Any

import chess

from .registry import Peer
from .scenes import words
from .timing import Contender, Timing, Watch

PLIES_MAX = 300
"""A random game of python-chess is cut off here."""
WORDS = tuple(islice(words(1, 65), PLIES_MAX))
PYTHON_CHESS = "python-chess random play, all moves listed, plies/s"
SAMPLE = 40
"""Games of which the mean length of a random game is taken, for each game that is measured."""


def chess_game(plies: int, seed: int = 1) -> chess.Board:
    """A board so many random moves after the start."""
    board = chess.Board()
    drawn = words(seed, 64)
    for _ in range(plies):
        moves = list(board.legal_moves)
        board.push(moves[next(drawn) % len(moves)])
    return board


def random_moves(plies: int, seed: int = 1) -> list[str]:
    """The moves of that game, as text."""
    return [move.uci() for move in chess_game(plies, seed).move_stack]


def chess_games(games: int) -> Contender:
    """A contender that plays random chess, all legal moves listed at every ply; it says how the first one ended."""

    def run(watch: Watch) -> str:
        ends = []
        for number in range(games):
            board = chess.Board()
            with watch:
                watch.done += play_chess(board, number)
            ends.append(board.fen())
        return ends[0]

    return run


def play_chess(board: chess.Board, number: int) -> int:
    """Play a random game; how many plies it took."""
    for ply in range(PLIES_MAX):
        moves = list(board.legal_moves)
        if not moves:
            return ply
        board.push(moves[(WORDS[ply] + number) % len(moves)])
    return PLIES_MAX


@functools.cache
def open_spiel() -> Any:
    """The module of open_spiel, None where it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        return None


def spiel_from_python(games: int) -> Contender:
    """A contender that drives open_spiel's chess from Python: all legal moves listed, one drawn, taken."""
    game = open_spiel().load_game("chess")

    def run(watch: Watch) -> str:
        states = [game.new_initial_state() for _ in range(games)]
        with watch:
            for number, state in enumerate(states):
                ply = number
                while not state.is_terminal():
                    moves = state.legal_actions()
                    state.apply_action(moves[WORDS[ply % PLIES_MAX] % len(moves)])
                    ply += 1
        watch.done = sum(state.move_number() for state in states)
        return str(states[0])

    return run


def spiel_bots(games: int, name: str = "chess") -> Contender:
    """A contender that lets open_spiel's own bots play one of its games, each listing all legal moves, in C++."""
    spiel = open_spiel()
    game = spiel.load_game(name)

    def run(watch: Watch) -> str:
        states = [game.new_initial_state() for _ in range(games)]
        for number, state in enumerate(states):
            bots = [spiel.make_uniform_random_bot(player, 2 * number + player) for player in range(2)]
            with watch:
                spiel.evaluate_bots(state, bots, number)
        watch.done = sum(state.move_number() for state in states)
        return str(states[0])

    return run


def spiel_games(name: str, games: int) -> dict[str, Contender]:
    """Random games of another board game of open_spiel, its bots in C++; none where it is not installed."""
    if open_spiel() is None:
        return {}
    return {f"open_spiel {name}, its random bots in C++, all moves listed, plies/s": spiel_bots(games, name)}


@functools.cache
def spiel_game_length(games: int) -> float:
    """Plies of a random game of open_spiel's chess, the mean of so many."""
    watch = Watch()
    spiel_bots(games)(watch)
    return watch.done / games


def spiel_rollouts(games: int) -> Contender:
    """A contender that lets open_spiel play out its chess at random, all legal moves listed at every ply, in C++.

    The rollouts are those of its tree search, which is given one simulation: so many games from the first position.
    They do not tell their plies, so other games are played at every turn and each counts as long as the mean.
    """
    spiel = open_spiel()
    game = spiel.load_game("chess")
    plies = round(games * spiel_game_length(games * SAMPLE))
    seed = 0

    def run(watch: Watch) -> str:
        nonlocal seed
        seed += 1
        evaluator = spiel.RandomRolloutEvaluator(games, seed)
        bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False)
        state = game.new_initial_state()
        with watch:
            root = bot.mcts_search(state)
        watch.done = plies
        return f"{root.explore_count} simulation"

    return run


def spiel_contenders(games: int) -> dict[str, Contender]:
    """All ways to random chess with open_spiel, by what the table calls them; none where it is not installed."""
    if open_spiel() is None:
        return {}
    return {
        "open_spiel chess, driven from Python, all moves listed, plies/s": spiel_from_python(games),
        "open_spiel chess, its random bots in C++, all moves listed, plies/s": spiel_bots(games),
        "open_spiel chess, its rollouts in C++, all moves listed, plies/s": spiel_rollouts(games),
    }


def rates_of(names: dict[str, Contender], timings: list[Timing]) -> tuple[Peer, ...]:
    """These contenders as peers of a row whose figure is a rate."""
    return tuple(Peer(name, timing.rate) for name, timing in zip(names, timings, strict=True))
