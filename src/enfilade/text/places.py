"""What lies on a board beside terrain and units: objectives, exits and charges, as signs and in lines of words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from enfilade.battle import Battle
from enfilade.core.orders.notation import place_of
from enfilade.core.orders.said import Objective
from enfilade.core.scenario.schema import ExitEntry, HazardEntry

Square = tuple[int, int]

NOTE_WIDTH = 100
TOLD_MAX = 12
"""Of each kind of place, as many are told in words."""
UNBROKEN = "\N{NO-BREAK SPACE}"
OBJECTIVE = "*"
EXIT = ">"
HAZARD = "^"


def place_signs(battle: Battle) -> dict[Square, str]:
    """The signs of each place that has any, each sign once: objectives, exits, charges that have not gone off."""
    notation, scenario = battle.names.notation, battle.scenario
    found = [
        *((objective.place, OBJECTIVE) for objective in battle.objectives),
        *((place_of(notation, way.at), EXIT) for way in scenario.exits),
        *((place_of(notation, hazard.at), HAZARD) for hazard in hazards_left(battle)),
    ]
    signs: dict[Square, str] = {}
    for place, sign in dict.fromkeys(found):
        signs[place] = signs.get(place, "") + sign
    return signs


def hazards_left(battle: Battle) -> list[HazardEntry]:
    """The charges of places that can still go off, in the order of the scenario."""
    hazards = battle.scenario.hazards
    if not hazards:
        return []
    spent = battle.game.store.table("spent")
    return [hazard for hazard, spent_one in zip(hazards, spent, strict=True) if not spent_one.gone]


def place_notes(battle: Battle) -> list[str]:
    """The objectives, exits and charges in lines of words, those of a kind that there are."""
    hazards = hazards_left(battle)
    return [
        *listed(
            "objectives", [objective_note(battle, each) for each in battle.objectives[:TOLD_MAX]], battle.objectives
        ),
        *listed("exits", [exit_note(way) for way in battle.scenario.exits[:TOLD_MAX]], battle.scenario.exits),
        *listed("hazards", [hazard_note(hazard) for hazard in hazards[:TOLD_MAX]], hazards),
    ]


def listed(title: str, told: list[str], every: Sequence[object]) -> list[str]:
    """Lines that list what is told, and say how many more there are; none when there is nothing."""
    if not every:
        return []
    more = [f"and {len(every) - len(told)} more"] if len(every) > len(told) else []
    text = ", ".join(each.replace(" ", UNBROKEN) for each in [*told, *more])
    lines = textwrap.wrap(f"{title}: {text}", NOTE_WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


def objective_note(battle: Battle, objective: Objective) -> str:
    """An objective in words: where it is, what it counts, who holds it."""
    place = battle.names.notation.place_name(*objective.place)
    name = f"{objective.name} " if objective.name else ""
    return f"{name}{place} ({objective.value}, {objective.holder or 'nobody'})"


def exit_note(way: ExitEntry) -> str:
    """An exit in words: where it is, what each unit counts that leaves there, whose units may."""
    name = f"{way.name} " if way.name else ""
    return f"{name}{way.at} ({way.value}, {way.side})"


def hazard_note(hazard: HazardEntry) -> str:
    """A charge of a place in words: where it is, when it goes off, its dice and what they need."""
    again = "" if hazard.once else ", each time"
    return f"{hazard.at} (on {hazard.trigger}, dice {hazard.power}, needed {hazard.to_hit}{again})"
