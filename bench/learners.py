"""Random chess in libraries for learning, pgx and pettingzoo, to measure against; both are optional."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
from typing import Any

from .peers import WORDS
from .registry import Peer
from .timing import Contender, Watch

PGX_GAMES = 64
PGX_PLIES = 4
"""Plies of each game in one turn."""
PETTINGZOO_PLIES = 20


def learning_contenders() -> dict[str, Contender]:
    """The libraries that are installed, by what the table calls their chess."""
    found: dict[str, Contender] = {}
    if importlib.util.find_spec("pgx") is not None:
        found[f"pgx chess, {PGX_GAMES} games at once in jitted code on all cores, plies/s"] = pgx_games()
    if importlib.util.find_spec("pettingzoo") is not None and importlib.util.find_spec("pygame") is not None:
        found["pettingzoo chess, one random legal move at a time, plies/s"] = pettingzoo_game()
    return found


@functools.cache
def jax() -> Any:
    """The module of jax, on processors."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    return importlib.import_module("jax")


@functools.cache
def pgx_chess() -> Any:
    """The chess of pgx."""
    jax()
    return importlib.import_module("pgx").make("chess")


def first_states() -> Any:
    """The first positions of so many games."""
    env = pgx_chess()
    return jax().jit(jax().vmap(env.init))(jax().random.split(jax().random.PRNGKey(1), PGX_GAMES))


def pgx_games() -> Contender:
    """A contender that plays the first plies of many games, each move drawn from the mask of legal ones."""
    env = pgx_chess()
    numpy = importlib.import_module("jax.numpy")

    def ply(state: Any, key: Any) -> tuple[Any, None]:
        drawn = jax().random.categorical(key, numpy.where(state.legal_action_mask, 0.0, -numpy.inf))
        return jax().vmap(env.step)(state, drawn), None

    play = jax().jit(lambda state, keys: jax().lax.scan(ply, state, keys)[0])
    begun = first_states()
    keys = jax().random.split(jax().random.PRNGKey(2), PGX_PLIES)

    def run(watch: Watch) -> str:
        with watch:
            ended = jax().block_until_ready(play(begun, keys))
        watch.done = PGX_GAMES * PGX_PLIES
        return str(int(ended._step_count.sum()))

    return run


def pettingzoo_game() -> Contender:
    """A contender that plays the first plies of one game, each move drawn from the mask of legal ones."""
    chess = importlib.import_module("pettingzoo.classic.chess_v6")

    def run(watch: Watch) -> str:
        game = chess.env()
        game.reset(seed=1)
        with watch:
            for number in range(PETTINGZOO_PLIES):
                legal = game.observe(game.agent_selection)["action_mask"].nonzero()[0]
                game.step(legal[WORDS[number] % len(legal)])
        watch.done = PETTINGZOO_PLIES
        return str(game.unwrapped.board.fen())

    return run


def state_peers() -> tuple[Peer, ...]:
    """What a game of chess takes in pgx, where it is installed."""
    if importlib.util.find_spec("pgx") is None:
        return ()
    leaves = jax().tree_util.tree_leaves(first_states())
    return (Peer("pgx chess: the state of a game", sum(leaf.nbytes for leaf in leaves) / PGX_GAMES),)
