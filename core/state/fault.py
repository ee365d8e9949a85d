"""Faults: what makes a step impossible to finish. Kernels note one; the caller undoes the step and raises."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel

from .notes import NO_FAULT
from .world import World


@kernel
def fail(world: World, fault: int, number: int) -> None:
    """Note the first fault of a step with a number that tells more."""
    notes = world.notes[0]
    if notes.fault == NO_FAULT:
        notes.fault = fault
        notes.fault_number = number
