"""``python -m bench.strength``: how often one bot wins against another, from both sides, with the interval of that."""

from __future__ import annotations

import argparse
import os
from math import sqrt

from enfilade.battle import Battle
from enfilade.bots import find_bot, play_match
from enfilade.core.engine.warm import Policy
from enfilade.library import load_scenario

DEVIATIONS = 1.96
"""Of a normal distribution, to each side: 95 in 100."""


def wilson(won: int, games: int) -> tuple[float, float]:
    """The Wilson interval of a share of wins.

    >>> [round(end, 3) for end in wilson(8, 10)]
    [0.49, 0.943]
    """
    share, squared = won / games, DEVIATIONS**2
    centre = share + squared / (2 * games)
    spread = DEVIATIONS * sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return (centre - spread) / (1 + squared / games), (centre + spread) / (1 + squared / games)


def wins(scenario: str, bot: str, other: str, seeds: int) -> int:
    """Games that a bot wins alone, a game for each seed and side."""
    won = 0
    for seed in range(seeds):
        for number in (0, 1):
            battle = Battle(load_scenario(scenario), seed)
            players = [find_bot(bot, seed), find_bot(other, 1000 + seed)]
            match = play_match(battle, players if number == 0 else players[::-1], on_fault="raise")
            won += match.winners == (battle.names.sides[number],)
    return won


def main(arguments: list[str] | None = None) -> int:
    """Play what the command line asks for and print the line."""
    command = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    command.add_argument("scenario", nargs="?", default="alley", help="one between two sides")
    command.add_argument("--bots", default="monte-carlo,greedy", help="the bot and its opponent")
    command.add_argument("--seeds", type=int, default=25, help="two games each")
    chosen = command.parse_args(arguments)
    bot, other = chosen.bots.split(",")
    os.environ.setdefault("ENFILADE_KERNELS", Policy.COMPILED.value)
    won = wins(chosen.scenario, bot, other, chosen.seeds)
    low, high = wilson(won, 2 * chosen.seeds)
    told = f"{bot} won {won} of {2 * chosen.seeds} games of {chosen.scenario} against {other}"
    print(f"{told}, both sides played as often: {won / (2 * chosen.seeds):.2f}, {low:.2f} to {high:.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
