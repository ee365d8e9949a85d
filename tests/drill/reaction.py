"""DRILL-5: reaction fire between two squares of a move."""

from __future__ import annotations

from enfilade.authoring import (
    FIRE,
    MOVEMENT,
    NOBODY,
    OrderRecord,
    System,
    World,
    emit,
    kernel,
    pool,
    top,
)

from .components import Drill, open_drill
from .losses import lose
from .squares import DIRECTIONS, SIGHT_RANGE, east_of, hostile_units, sees, south_of, unit_on
from .vocabulary import FIRE as FIRE_ORDER
from .vocabulary import FIRE_KINDS, FIRED, HELD_FIRE, REACTION, SHAKEN

FIRE_STREAM = 1
HIT_NEEDED = 5


@kernel
def may_react(world: World, drill: Drill, unit: int, mover: int) -> bool:
    """DRILL-5.1: whether a unit may fire at a mover that has just entered a square."""
    soldier = drill.soldiers[unit]
    if not world.units[unit].status.alive or soldier.shaken or soldier.fired or not hostile_units(world, unit, mover):
        return False
    own = world.units[unit].position
    there = world.units[mover].position
    return sees(world, own.x, own.y, there.x, there.y)


@kernel
def next_reactor(world: World, drill: Drill, mover: int, after: int) -> int:
    """DRILL-5.1: the lowest slot above ``after`` whose unit may fire at the mover, or -1."""
    best = NOBODY
    position = world.units[mover].position
    for direction in range(DIRECTIONS):
        for distance in range(1, SIGHT_RANGE + 1):
            x = position.x + distance * east_of(direction)
            y = position.y + distance * south_of(direction)
            if x >= 0 and y >= 0 and x < world.rules[0].width and y < world.rules[0].height:
                unit = unit_on(world, drill, x, y)
                if unit > after and (best == NOBODY or unit < best) and may_react(world, drill, unit, mover):
                    best = unit
    return best


@kernel
def advance_reaction(world: World) -> None:
    """DRILL-5.1: ask the next unit that may fire; when there is none, or the mover is stopped, the move goes on."""
    drill = open_drill(world)
    frame = top(world)
    clock = world.clock[0]
    reactor = NOBODY
    if world.units[frame.unit].status.alive:
        reactor = next_reactor(world, drill, frame.unit, frame.other)
    if reactor == NOBODY:
        clock.phase = MOVEMENT
        return
    frame.other = reactor
    clock.decision = REACTION
    clock.unit = reactor
    clock.owes = 1 << world.units[reactor].allegiance.side


@kernel
def count_reactions(world: World, side: int, unit: int, kind: int) -> int:
    """DRILL-5.1: a unit that is asked may fire or hold."""
    return 1


@kernel
def apply_reaction(world: World, order: OrderRecord) -> None:
    """DRILL-5.1: fire at the mover, or hold."""
    drill = open_drill(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.unit = NOBODY
    clock.phase = FIRE
    if order.kind == FIRE_ORDER:
        shoot(world, drill, order.unit, top(world).unit)
    else:
        emit(world, HELD_FIRE, order.unit, NOBODY)


@kernel
def shoot(world: World, drill: Drill, unit: int, mover: int) -> None:
    """DRILL-5.3: roll the firer's dice and apply the hits."""
    soldier = drill.soldiers[unit]
    soldier.fired = True
    hits = pool(world, FIRE_STREAM, unit, soldier.power, HIT_NEEDED)
    event = emit(world, FIRED, unit, mover)
    event.numbers[0] = soldier.power
    event.numbers[1] = hits
    if hits >= 2 or (hits == 1 and drill.soldiers[mover].shaken):
        lose(world, drill, mover)
    elif hits == 1:
        drill.soldiers[mover].shaken = True
        emit(world, SHAKEN, mover, NOBODY)


REACTION_SYSTEM = System(
    "drill.reaction",
    "fire",
    FIRE_KINDS,
    advance=advance_reaction,
    count=count_reactions,
    apply=apply_reaction,
)
