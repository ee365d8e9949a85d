"""A scenario without what a side may not know."""

from __future__ import annotations

import itertools

import msgspec

from .schema import Scenario, UnitEntry


def redacted(scenario: Scenario, unknown: list[bool]) -> Scenario:
    """The scenario without its state, and without name, side, type and place of the units that are unknown.

    It is the same object when nothing of it has to go.
    """
    if not scenario.state and not any(unknown):
        return scenario
    taken = {unit.id for unit in scenario.units}
    names = (name for number in itertools.count(1) if (name := f"unknown{number}") not in taken)
    units = [
        UnitEntry(next(names), scenario.sides[0].name, "") if is_unknown else unit
        for unit, is_unknown in zip(scenario.units, unknown, strict=True)
    ]
    return msgspec.structs.replace(scenario, state={}, units=units)
