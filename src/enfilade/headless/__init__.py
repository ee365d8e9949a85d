"""Games without a client: the compiled loop, and the policies that choose orders in it."""

from .games import GameResult, many_games, play_random

__all__ = ["GameResult", "many_games", "play_random"]
