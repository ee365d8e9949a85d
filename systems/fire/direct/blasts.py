"""MECH-D10: charges go off under a unit that enters or leaves a grid."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.relations.charges import next_charge
from enfilade.core.rulebook.charge import Charge
from enfilade.core.rulebook.chassis import DEFENCE
from enfilade.core.state.charges import Charges, charges_of
from enfilade.core.state.dice import pool
from enfilade.core.state.grids import grids_of, take_out
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.stack import pop, top
from enfilade.core.state.world import World
from enfilade.systems.interruptions import CHARGES_GO_OFF
from enfilade.systems.system import System

from .hits import take_hits
from .numbers import EASIEST, save_dice
from .tables import arms_of
from .words import CLEARED, WENT_OFF

BLAST_STREAM = 5


@kernel
def advance_blasts(world: World) -> None:
    """MECH-1.2.1i, MECH-D10: let the next charge go off under a unit that is still in play, or go on."""
    frame = top(world)
    if frame.kind != CHARGES_GO_OFF:
        return
    grids = grids_of(world)
    charges = charges_of(world)
    number = NOBODY
    if world.units[frame.unit].status.alive:
        number = next_charge(world, grids, charges, frame.unit, frame.path[0], frame.direction, frame.at)
    if number == NOBODY:
        world.clock[0].phase = frame.number
        pop(world)
    else:
        frame.at = number + 1
        blast(world, charges, number, frame.unit)


@kernel
def charge_of(charges: Charges, number: int) -> Charge:
    """A charge by its number."""
    if number < len(charges.mines):
        return charges.mines[number]
    return charges.hazards[number - len(charges.mines)]


@kernel
def blast(world: World, charges: Charges, number: int, unit: int) -> None:
    """MECH-D10, MECH-D12: roll the dice of a charge and the saves against it; one that goes off once is gone."""
    charge = charge_of(charges, number)
    hits = pool(world, BLAST_STREAM, unit, charge.power, charge.to_hit)
    tell_blast(world, charges, number, unit, hits)
    save = world_save(world, unit)
    take_hits(world, unit, hits, save_dice(world, grids_of(world), arms_of(world), unit), save)
    if charge.once:
        clear_charge(world, charges, number)


@kernel
def world_save(world: World, unit: int) -> int:
    """MECH-D14, MECH-D16: what each save die needs against a charge, which comes from no side."""
    save = arms_of(world).fighters[unit].save
    return max(save - 1, EASIEST) if world.units[unit].condition.stance == DEFENCE else save


@kernel
def tell_blast(world: World, charges: Charges, number: int, unit: int, hits: int) -> None:
    """Say that a charge goes off."""
    charge = charge_of(charges, number)
    event = emit(world, WENT_OFF, unit, number if number < len(charges.mines) else NOBODY)
    event.numbers[0] = charge.power
    event.numbers[1] = charge.to_hit
    event.numbers[2] = hits


@kernel
def clear_charge(world: World, charges: Charges, number: int) -> None:
    """MECH-D10: remove a mine that has gone off, or note that the charge of a grid is gone."""
    if number >= len(charges.mines):
        charges.spent[number - len(charges.mines)].gone = True
    elif world.units[number].status.alive:
        emit(world, CLEARED, number, NOBODY)
        take_out(world, number)


BLAST_SYSTEM = System("blast", "fire", advance=advance_blasts)
