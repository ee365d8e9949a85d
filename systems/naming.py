"""The vocabulary of a game: what a scenario and its family call things."""

from __future__ import annotations

from enfilade.core.orders.names import Names
from enfilade.core.scenario.schema import Scenario

from .family import Family


def names_of(scenario: Scenario, family: Family) -> Names:
    """The vocabulary of a scenario under a family's rules."""
    width, height = scenario.board_size()
    return Names(
        family=family.edition,
        units=tuple(unit.id for unit in scenario.units),
        sides=tuple(scenario.side_names()),
        width=width,
        height=height,
        notation=family.notation,
        kinds={kind.number: kind for kind in family.kinds},
        decisions={decision.number: decision for decision in family.decisions},
        events={event.number: event for event in family.all_events},
        reasons={reason.number: reason for reason in family.all_reasons},
        cards=family.card_names,
        terrain=family.terrain,
        weapons=tuple(sorted(scenario.weapons)),
    )
