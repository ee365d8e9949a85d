"""Many games of a scenario between bots: rows in files, what they come to, and variants compared on the same seeds."""

from .comparison import Comparison
from .errors import (
    BadRun,
    DamagedResults,
    GameFailed,
    MissingExtra,
    NotReproduced,
    OtherRun,
    ResultsError,
    ResultsExist,
    WorkersLost,
    WorkersNotStarted,
)
from .intervals import Difference, Mean, Share, Spread
from .run import Row, Run
from .simulation import Progress, Simulation, compare, simulate
from .summary import BotWins, Pairs, Summary

__all__ = [
    "BadRun",
    "BotWins",
    "Comparison",
    "DamagedResults",
    "Difference",
    "GameFailed",
    "Mean",
    "MissingExtra",
    "NotReproduced",
    "OtherRun",
    "Pairs",
    "Progress",
    "ResultsError",
    "ResultsExist",
    "Row",
    "Run",
    "Share",
    "Simulation",
    "Spread",
    "Summary",
    "WorkersLost",
    "WorkersNotStarted",
    "compare",
    "simulate",
]
