"""What comes between two things that happen: frames that one system pushes and another one answers.

A journey stops at each grid that it leaves or enters until charges there have gone off and enemies have had their
chance to fire; a crush does so for each unit that it displaces.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.relations.charges import next_charge
from enfilade.core.state.charges import charges_of
from enfilade.core.state.grids import Grids
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.stack import push, top
from enfilade.core.state.world import World

from .system import FIRE, MOVEMENT

CHARGES_GO_OFF = 120
"""A frame: charges of the grid ``path[0]`` go off under ``unit``, which enters or leaves it, as ``direction`` says.

Then comes the phase ``number``."""
REACTIONS = 42
"""A frame, numbered as the order to hold: enemies may fire at ``unit``, which has entered a grid."""
PUSH = 34
"""A frame, numbered as the order that answers: ``other`` moves ``unit`` by force; then comes the phase ``number``."""

STANDING, LEFT, ENTERED, ANSWERED = 0, 1, 2, 3
"""Stages of a journey, in each grid: it stands there, leaves, has entered the next one, and enemies have reacted."""
AT_THE_BORDER, BEFORE_CRUSH, CRUSHING, DISPLACING, LIFTED, SWAPPING = 4, 5, 6, 7, 8, 9
"""Stages instead of the last two where a grid is entered by crushing: MECH-D9, the crusher still stands before it."""
PUSHING = 10
"""The stage of a forced move whose end is not decided."""


@kernel
def charges_go_off(world: World, grids: Grids, unit: int, index: int, moment: int, phase: int) -> bool:
    """MECH-1.2.1i, MECH-D10: let the charges go off that a unit sets off; whether there is any."""
    if next_charge(world, grids, charges_of(world), unit, index, moment, 0) == NOBODY:
        return False
    frame = push(world, CHARGES_GO_OFF)
    frame.unit = unit
    frame.path[0] = index
    frame.direction = moment
    frame.number = phase
    world.clock[0].phase = FIRE
    return True


@kernel
def let_move_by_force(world: World, unit: int, target: int, grids: int) -> None:
    """MECH-1.2.4a, MECH-D21: let a unit move another one by force so many grids away, or with 0 drag it to itself."""
    clock = world.clock[0]
    phase = clock.phase
    frame = push(world, PUSH)
    frame.stage = PUSHING
    frame.unit = target
    frame.other = unit
    frame.side = world.units[unit].allegiance.side
    frame.length = grids
    frame.number = phase
    clock.phase = MOVEMENT


@kernel
def stop_journey(world: World) -> None:
    """MECH-D20, FORM-D12: end the journey on top where the unit is; a crush that it has begun is the last thing."""
    frame = top(world)
    if frame.stage == BEFORE_CRUSH:
        frame.length = frame.at + 1
    else:
        frame.at = frame.length


@kernel
def let_enemies_react(world: World, unit: int) -> None:
    """MECH-D20, FORM-D12: let enemies fire at a unit that has entered a grid."""
    frame = push(world, REACTIONS)
    frame.unit = unit
    frame.x = world.units[unit].position.x
    frame.y = world.units[unit].position.y
    frame.stage = world.units[unit].condition.disrupted
    world.clock[0].phase = FIRE
