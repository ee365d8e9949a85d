"""Random chess, played with python-chess, to measure against."""

from __future__ import annotations

import chess

from .scenes import words

PLIES_MAX = 300
"""A random game is cut off here."""


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
