"""Games without a client: the compiled loop, the policies that choose orders in it, and batches for learners."""

from .batch import BadBatch, BadRank, Batch
from .games import GameResult, many_games, play_random
from .observation import ArraySpec, BadArray, Observation
from .policies import Choose, Policy
from .seeds import game_seed
from .shipped import POLICIES, UnknownPolicy

__all__ = [
    "POLICIES",
    "ArraySpec",
    "BadArray",
    "BadBatch",
    "BadRank",
    "Batch",
    "Choose",
    "GameResult",
    "Observation",
    "Policy",
    "UnknownPolicy",
    "game_seed",
    "many_games",
    "play_random",
]
