"""Games without a client: the compiled loop, and the policies that choose orders in it."""

from .games import GameResult, many_games, play_random
from .policies import Choose, Policy
from .seeds import game_seed
from .shipped import POLICIES, UnknownPolicy

__all__ = [
    "POLICIES",
    "Choose",
    "GameResult",
    "Policy",
    "UnknownPolicy",
    "game_seed",
    "many_games",
    "play_random",
]
