"""What the author of a rule family needs: records, kernels, dice, events, and the parts of a family.

A family imports this module and nothing else of the package. `enfilade.drill` is a complete example.
"""

from enfilade.components.record import Record, Table, Vector, flag, i8, i16, i32, i64
from enfilade.components.unit import Unit
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import entry, kernel
from enfilade.core.engine.layout import EXTENSION_SLOT, Block, TableSpec, count_of, start_of
from enfilade.core.orders.kinds import FAMILY_EVENT, PLUGIN_KIND, DecisionKind, EventKind, Kind
from enfilade.core.orders.notation import GroundPlaces, LetteredSquares, Notation, NumberedHexes, NumberedSquares
from enfilade.core.orders.reasons import FAMILY_REASON, Reason
from enfilade.core.orders.say import EVERYBODY, emit, find
from enfilade.core.orders.standing import on_board
from enfilade.core.relations.hostility import hostile
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import ObjectiveEntry, Scenario, UnitEntry
from enfilade.core.state.cards import HELD, IN_DECK, SPENT
from enfilade.core.state.dice import dice, die, pool
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.pending import Frame
from enfilade.core.state.recall import UNKNOWN, recall, remember
from enfilade.core.state.stack import pop, push, top
from enfilade.core.state.world import World
from enfilade.systems.family import Family, Limits, Plugin
from enfilade.systems.system import COMMAND, CRUSH, DISRUPTION, FIRE, MOVEMENT, SEQUENCE, System
from enfilade.systems.worth import PLAIN_WORTH, Worth, attitude, near_enemies, no_survey, plain_tally

__all__ = [
    "COMMAND",
    "CRUSH",
    "DISRUPTION",
    "EVERYBODY",
    "EXTENSION_SLOT",
    "FAMILY_EVENT",
    "FAMILY_REASON",
    "FIRE",
    "HELD",
    "IN_DECK",
    "MOVEMENT",
    "NOBODY",
    "PLAIN_WORTH",
    "PLUGIN_KIND",
    "SEQUENCE",
    "SPENT",
    "UNKNOWN",
    "Block",
    "DecisionKind",
    "EventKind",
    "Family",
    "Frame",
    "GroundPlaces",
    "Kind",
    "LetteredSquares",
    "Limits",
    "Notation",
    "NumberedHexes",
    "NumberedSquares",
    "ObjectiveEntry",
    "Option",
    "OrderRecord",
    "Plugin",
    "Problem",
    "Reason",
    "Record",
    "Scenario",
    "System",
    "Table",
    "TableSpec",
    "Unit",
    "UnitEntry",
    "Vector",
    "World",
    "Worth",
    "attitude",
    "count_of",
    "dice",
    "die",
    "emit",
    "entry",
    "find",
    "flag",
    "hostile",
    "i8",
    "i16",
    "i32",
    "i64",
    "kernel",
    "near_enemies",
    "no_survey",
    "on_board",
    "plain_tally",
    "pool",
    "pop",
    "push",
    "recall",
    "remember",
    "start_of",
    "table",
    "top",
]
