"""What happens to a unit that is lost."""

from __future__ import annotations

from enfilade.authoring import NOBODY, World, emit, kernel

from .components import Drill
from .squares import lift
from .vocabulary import LOST


@kernel
def lose(world: World, drill: Drill, unit: int) -> None:
    """DRILL-5.3, DRILL-4.2: take a unit out of play; its record stays."""
    if world.units[unit].status.alive:
        lift(world, drill, unit)
        world.units[unit].status.alive = False
        drill.parties[world.units[unit].allegiance.side].units -= 1
        emit(world, LOST, unit, NOBODY)
