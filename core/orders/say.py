"""How kernels say things: events of a step and findings of an evaluation."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.state.fault import fail
from enfilade.core.state.messages import NOBODY, NUMBERS_MAX, EventRecord, FindingRecord
from enfilade.core.state.notes import TOO_MANY_EVENTS
from enfilade.core.state.world import World

EVERYBODY = 0xFF


@kernel
def known_to(world: World, unit: int) -> int:
    """The sides that know of a unit, one bit each; of no unit everybody knows."""
    if unit < 0 or unit >= len(world.units):
        return EVERYBODY
    return world.units[unit].allegiance.known_to


@kernel
def emit(world: World, kind: int, unit: int, target: int) -> EventRecord:
    """Append an event; its place and numbers are zero until set. Too many events void the step.

    It is known to the sides that know of all the units it names.
    """
    notes = world.notes[0]
    if notes.events >= len(world.events):
        fail(world, TOO_MANY_EVENTS, kind)
    else:
        notes.events += 1
    event = world.events[notes.events - 1]
    event.kind = kind
    event.known_to = EVERYBODY & known_to(world, unit) & known_to(world, target)
    event.unit = unit
    event.target = target
    event.x = 0
    event.y = 0
    for i in range(len(event.numbers)):
        event.numbers[i] = 0
    return event


@kernel
def find(world: World, reason: int, unit: int, target: int) -> FindingRecord:
    """Append a finding; beyond the room for them the last one is overwritten."""
    notes = world.notes[0]
    notes.findings = min(notes.findings + 1, len(world.findings))
    finding = world.findings[notes.findings - 1]
    finding.reason = reason
    finding.unit = unit
    finding.target = target
    finding.x = NOBODY
    finding.y = NOBODY
    for i in range(NUMBERS_MAX):
        finding.numbers[i] = 0
    return finding
