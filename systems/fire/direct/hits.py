"""FORM-9.4, FORM-10: hits are saved, and what is left of them disrupts, reduces and destroys."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.state.dice import pool
from enfilade.core.state.grids import take_out
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .words import DESTROYED, DISRUPTED, REDUCED, SAVED, UNHARMED

SAVE_STREAM = 4
TRACK = 3
"""FORM-10.2: hits that destroy any unit."""


@kernel
def take_hits(world: World, unit: int, hits: int, dice: int, needed: int) -> None:
    """FORM-9.4, FORM-10.1, FORM-D8: roll the saves of a unit that is hit, and apply the hits that are left."""
    left = hits
    if hits > 0:
        saves = pool(world, SAVE_STREAM, unit, dice, needed)
        tell_saves(world, unit, dice, needed, saves)
        left = max(hits - saves, 0)
    if left == 0:
        emit(world, UNHARMED, unit, NOBODY)
    for _ in range(min(left, TRACK)):
        apply_hit(world, unit)


@kernel
def tell_saves(world: World, unit: int, dice: int, needed: int, saves: int) -> None:
    """Say how the saves were rolled."""
    event = emit(world, SAVED, unit, NOBODY)
    event.numbers[0] = dice
    event.numbers[1] = needed
    event.numbers[2] = saves


@kernel
def apply_hit(world: World, unit: int) -> None:
    """FORM-10.2, FORM-10.3, FORM-10.4, FORM-D9: the next step of the hit track: disrupted, reduced, out."""
    slot = world.units[unit]
    if not slot.status.alive:
        return
    if not slot.condition.disrupted:
        slot.condition.disrupted = True
        emit(world, DISRUPTED, unit, NOBODY)
    elif slot.status.steps > 1:
        slot.status.steps -= 1
        emit(world, REDUCED, unit, NOBODY)
    else:
        emit(world, DESTROYED, unit, NOBODY)
        take_out(world, unit)
