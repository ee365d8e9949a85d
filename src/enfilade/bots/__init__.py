"""Players that need no human: each chooses one of the legal orders of a battle."""

from .bot import BOTS, Bot, RandomBot, UnknownBot, find_bot
from .greedy import GreedyBot
from .match import play_match
from .walker import WalkerBot

BOTS["greedy"] = GreedyBot
BOTS["walker"] = WalkerBot

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "UnknownBot", "WalkerBot", "find_bot", "play_match"]
