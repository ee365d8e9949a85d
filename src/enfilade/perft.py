"""Counting the rule tree: every order and every outcome of the dice, so many orders deep."""

from __future__ import annotations

from dataclasses import dataclass, field

from enfilade.core.state.enumerate import outcomes
from enfilade.systems.game import Game

from .battle import Battle


@dataclass
class Perft:
    """What was counted.

    Attributes:
        leaves: ways to get so deep, or to an end before it; each outcome of the dice is a way.
        hashes: 64-bit hashes of the positions found there.
        split: leaves under each first order, by its text.
    """

    leaves: int = 0
    hashes: set[int] = field(default_factory=set)
    split: dict[str, int] = field(default_factory=dict)


def perft(battle: Battle, depth: int) -> Perft:
    """Count the tree of a battle, which is left as it is.

    Args:
        battle: its position is the root.
        depth: orders deep, at least 0.

    Raises:
        ValueError: the depth is negative, or a step has too many outcomes.
    """
    if depth < 0:
        raise ValueError(f"depth {depth}, expected 0 or more")
    found = Perft()
    other = battle.clone(key=battle.game.key)
    game = other.game
    if depth == 0 or game.clock.over:
        _count(game, 0, found)
        return found
    for order in other.legal_orders():
        before = found.leaves
        other.check(order)
        _count_order(game, game.order.tobytes(), depth, found)
        found.split[other.text(order)] = found.leaves - before
    return found


def _count(game: Game, depth: int, found: Perft) -> None:
    """Count the tree under a position."""
    if depth == 0 or game.clock.over:
        found.leaves += 1
        found.hashes.add(game.hash())
        return
    for rank in range(game.count()):
        game.list(-1, -1, -1, rank, 1)
        _count_order(game, game.order.tobytes(), depth, found)


def _count_order(game: Game, order: bytes, depth: int, found: Perft) -> None:
    """Count the tree under one order: all outcomes of its dice. The position is the same afterwards."""

    def take() -> None:
        game.order.assign(order)
        game.step()
        game.raise_fault()

    for _ in outcomes(game, take):
        _count(game, depth - 1, found)
