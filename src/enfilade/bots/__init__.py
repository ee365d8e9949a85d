"""Players that need no human: each chooses one of the legal orders of a battle."""

from .bot import BOTS, Bot, RandomBot, UnknownBot, bot_names, find_bot
from .greedy import GreedyBot
from .match import Fault, Match, OnFault, SlowBot, play_match
from .monte_carlo import MonteCarloBot
from .walker import WalkerBot

BOTS["greedy"] = GreedyBot
BOTS["monte-carlo"] = MonteCarloBot
BOTS["walker"] = WalkerBot

__all__ = [
    "BOTS",
    "Bot",
    "Fault",
    "GreedyBot",
    "Match",
    "MonteCarloBot",
    "OnFault",
    "RandomBot",
    "SlowBot",
    "UnknownBot",
    "WalkerBot",
    "bot_names",
    "find_bot",
    "play_match",
]
