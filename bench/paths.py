"""Two ways, as kernels, to count the ends that units may march to: by the squares around a unit, and step by step."""

from __future__ import annotations

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import entry, kernel
from enfilade.core.state.world import World, open_world
from enfilade.systems.legal import begin_order
from enfilade.systems.movement.straight.march import check_march, count_marches
from enfilade.systems.movement.straight.tables import march_of
from enfilade.systems.movement.straight.words import MARCH


@entry
def ends_counted(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, times: int) -> int:
    """The ends of all units, as legal orders are counted, so many times."""
    world = open_world(arenas, derived, desks, game, desk)
    count = 0
    for _ in range(times):
        for unit in range(len(world.units)):
            count += count_marches(world, world.units[unit].allegiance.side, unit, MARCH)
    return count


@kernel
def walk_to_all(world: World, unit: int) -> int:
    """The ends of a unit, each order checked as one that is given."""
    order = world.orders[0]
    position = world.units[unit].position
    allowance = march_of(world).marchers[unit].allowance
    begin_order(order, MARCH, world.units[unit].allegiance.side, unit)
    count = 0
    for y in range(max(position.y - allowance, 0), min(position.y + allowance, world.rules[0].height - 1) + 1):
        for x in range(max(position.x - allowance, 0), min(position.x + allowance, world.rules[0].width - 1) + 1):
            order.x = x
            order.y = y
            world.notes[0].findings = 0
            check_march(world, order)
            count += world.notes[0].findings == 0
    return count


@entry
def ends_walked(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, times: int) -> int:
    """The ends of all units, each march walked step by step, so many times."""
    world = open_world(arenas, derived, desks, game, desk)
    count = 0
    for _ in range(times):
        for unit in range(len(world.units)):
            count += walk_to_all(world, unit)
    return count
