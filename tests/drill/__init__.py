"""Drill: a small rule family, written as a third party would write one.

The rules are in ``docs/rulebook/drill.md``. One module a chapter: ``squares``, ``sequence``, ``movement``, ``shoving``,
``reaction``, ``cards``; ``components`` holds the tables, ``vocabulary`` the words, ``position`` the set-up,
``worth`` what bots go by.
"""

if __name__ != "enfilade.drill":
    raise ImportError(f"this folder is the package enfilade.drill: import that, not {__name__}")

from pathlib import Path

from enfilade.authoring import Family, LetteredSquares

from . import position
from .cards import CARD_SYSTEM, RALLY_SYSTEM
from .components import drill_tables
from .movement import MOVEMENT_SYSTEM
from .reaction import REACTION_SYSTEM
from .sequence import SEQUENCE_SYSTEM
from .shoving import SHOVING_SYSTEM
from .vocabulary import CARD_NAMES, DECISIONS, EVENTS, REASONS, RESULT_NAMES, TERRAIN_NAMES
from .worth import WORTH

FAMILY = Family(
    name="drill",
    revision=3,
    systems=(CARD_SYSTEM, RALLY_SYSTEM, MOVEMENT_SYSTEM, REACTION_SYSTEM, SHOVING_SYSTEM, SEQUENCE_SYSTEM),
    decisions=DECISIONS,
    events=EVENTS,
    reasons=REASONS,
    folders=(Path(__file__).parent,),
    notation=LetteredSquares(),
    terrain=TERRAIN_NAMES,
    default_legend=position.LEGEND,
    card_names=CARD_NAMES,
    results=RESULT_NAMES,
    tables=drill_tables,
    setup=position.set_up,
    placement_problem=position.placement_problem,
    options=(position.TOKENS, position.ROUNDS),
    values=(position.POWER, position.ALLOWANCE),
    rebuild=position.rebuild,
    hide=position.hide,
    invariants=position.broken_invariants,
    limits=position.limits,
    worth=WORTH,
)
