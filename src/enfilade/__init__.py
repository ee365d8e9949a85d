"""Enfilade: a rules core for tactical wargames, exact, replayable to the bit, and fast without a screen."""

from enfilade import replays
from enfilade._version import __version__
from enfilade.battle import Battle, BattleBusy, Snapshot
from enfilade.core.orders.said import Decision, Event, Finding, IllegalOrder, Order, OrderError, Outcome, Verdict
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.schema import Scenario
from enfilade.library import UnknownScenario, load_scenario, scenarios
from enfilade.replays.saves import SaveError
from enfilade.systems.families import UnknownFamily
from enfilade.systems.game import DiceFault, StepFault
from enfilade.timeline import NothingToUndo

__all__ = [
    "Battle",
    "BattleBusy",
    "Decision",
    "DiceFault",
    "Event",
    "Finding",
    "IllegalOrder",
    "NothingToUndo",
    "Order",
    "OrderError",
    "Outcome",
    "Problem",
    "SaveError",
    "Scenario",
    "ScenarioError",
    "Snapshot",
    "StepFault",
    "UnknownFamily",
    "UnknownScenario",
    "Verdict",
    "__version__",
    "load_scenario",
    "replays",
    "scenarios",
]
