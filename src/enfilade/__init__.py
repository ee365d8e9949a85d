"""Enfilade: a rules core for tactical wargames, exact, replayable to the bit, and fast without a screen."""

from enfilade import replays
from enfilade._version import __version__
from enfilade.battle import Battle, BattleBusy, Snapshot
from enfilade.core.orders.said import (
    Decision,
    Event,
    Finding,
    IllegalOrder,
    Objective,
    Order,
    OrderError,
    Outcome,
    Sight,
    Verdict,
)
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.json_schema import scenario_schema
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.enumerate import TooManyOutcomes
from enfilade.generate import BadSize, generate_scenario
from enfilade.geometry import (
    BadHex,
    BadSquare,
    BadTerrain,
    HexTerrain,
    hex_crossed,
    hex_distance,
    hex_flanks,
    hex_from_offset,
    hex_line,
    hex_neighbours,
    hex_ring,
    hex_sight,
    hex_sight_table,
    hex_to_offset,
    march_contact,
    march_squares,
)
from enfilade.legal import Legal, StaleOrders
from enfilade.library import MissingScenario, UnknownScenario, load_scenario, save_scenario, scenarios
from enfilade.odds import Chance, Odds, UnknownEvent
from enfilade.perft import Perft, perft
from enfilade.replays.saves import SaveError
from enfilade.systems.families import UnknownFamily
from enfilade.systems.family import UnknownResult
from enfilade.systems.game import DiceFault, StepFault, UnusedDice
from enfilade.systems.positions import PositionError
from enfilade.timeline import NothingToUndo

__all__ = [
    "BadHex",
    "BadSize",
    "BadSquare",
    "BadTerrain",
    "Battle",
    "BattleBusy",
    "Chance",
    "Decision",
    "DiceFault",
    "Event",
    "Finding",
    "HexTerrain",
    "IllegalOrder",
    "Legal",
    "MissingScenario",
    "NothingToUndo",
    "Objective",
    "Odds",
    "Order",
    "OrderError",
    "Outcome",
    "Perft",
    "PositionError",
    "Problem",
    "SaveError",
    "Scenario",
    "ScenarioError",
    "Sight",
    "Snapshot",
    "StaleOrders",
    "StepFault",
    "TooManyOutcomes",
    "UnknownEvent",
    "UnknownFamily",
    "UnknownResult",
    "UnknownScenario",
    "UnusedDice",
    "Verdict",
    "__version__",
    "generate_scenario",
    "hex_crossed",
    "hex_distance",
    "hex_flanks",
    "hex_from_offset",
    "hex_line",
    "hex_neighbours",
    "hex_ring",
    "hex_sight",
    "hex_sight_table",
    "hex_to_offset",
    "load_scenario",
    "march_contact",
    "march_squares",
    "perft",
    "replays",
    "save_scenario",
    "scenario_schema",
    "scenarios",
]
