"""MECH-D10: which charges a unit sets off that enters or leaves a grid.

A charge is numbered by the slot of the unit that carries it; those of grids come after, in the order of the scenario.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.rulebook.chassis import SHUTDOWN
from enfilade.core.state.charges import Charges
from enfilade.core.state.grids import Grids, footprint, grid_index
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.world import World

from .hostility import hostile


@kernel
def mine_goes_off(world: World, grids: Grids, charges: Charges, carrier: int, unit: int, index: int) -> bool:
    """MECH-D10, MECH-D14: whether a unit's charge is for an enemy in its grid; that of a unit shut down is not."""
    mine = charges.mines[carrier]
    slot = world.units[carrier]
    if mine.power == 0 or not slot.status.alive or slot.condition.stance == SHUTDOWN:
        return False
    is_here = grid_index(grids, footprint(world, carrier)) == index
    return is_here and hostile(world, slot.allegiance.side, world.units[unit].allegiance.side)


@kernel
def goes_off(world: World, grids: Grids, charges: Charges, number: int, unit: int, index: int, moment: int) -> bool:
    """MECH-D10, MECH-1.2.1i: whether a charge goes off under a unit that enters or leaves a grid."""
    if number < len(charges.mines):
        is_meant = charges.mines[number].trigger == moment
        return is_meant and mine_goes_off(world, grids, charges, number, unit, index)
    hazard = charges.hazards[number - len(charges.mines)]
    is_left = not charges.spent[number - len(charges.mines)].gone
    return hazard.grid == index and hazard.trigger == moment and is_left


@kernel
def next_charge(world: World, grids: Grids, charges: Charges, unit: int, index: int, moment: int, first: int) -> int:
    """MECH-D10: the number of the first charge from ``first`` on that goes off under a unit, -1 when none does."""
    for number in range(first, len(charges.mines) + len(charges.hazards)):
        if goes_off(world, grids, charges, number, unit, index, moment):
            return number
    return NOBODY
