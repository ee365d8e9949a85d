"""Why a march is blocked: step by step along its way, terrain before units."""

from __future__ import annotations

from enfilade.core.board.bits import has_bit
from enfilade.core.board.ground import FALLING, IMPASSABLE, RISING, ground_row, has_barrier, layer_between
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import find
from enfilade.core.orders.standing import on_board
from enfilade.core.relations.reach.shadows import contact_distance
from enfilade.core.relations.reach.straight import Straight, contacts, is_diagonal, path_column, path_row, step_count
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.presence import presence_of, stands_on
from enfilade.core.state.world import World

from .tables import March
from .words import (
    BETWEEN_CORNERS,
    IMPASSABLE_END,
    IMPASSABLE_SQUARE,
    OTHER_BANK,
    UNIT_BESIDE_WAY,
    UNIT_NEAR_WAY,
    UNIT_ON_WAY,
)


@kernel
def is_impassable(world: World, march: March, unit: int, x: int, y: int) -> bool:
    """MARCH-X4: whether a unit cannot enter a square of the map."""
    words = march.rules[0].words
    return has_bit(
        march.ground, ground_row(words, world.rules[0].height, march.marchers[unit].footing, IMPASSABLE, y), x
    )


@kernel
def check_leg(world: World, march: March, unit: int, others: int, leg: Straight, before: int) -> None:
    """MARCH-D7: a finding for everything that blocks a straight part of a march, of which so many steps come before."""
    for step in range(1, step_count(leg) + 1):
        check_terrain(world, march, unit, leg, step, before)
        check_contacts(world, march, unit, others, leg, step, before)


@kernel
def check_terrain(world: World, march: March, unit: int, leg: Straight, step: int, before: int) -> None:
    """MARCH-T1, MARCH-4a: a finding when terrain blocks a step."""
    x = path_column(leg, step)
    y = path_row(leg, step)
    reason = barrier_before(world, march, unit, path_column(leg, step - 1), path_row(leg, step - 1), x, y)
    if is_impassable(world, march, unit, x, y):
        find_impassable(world, IMPASSABLE_SQUARE, unit, before + step, x, y)
    elif reason != 0:
        find_at(world, reason, unit, NOBODY, before + step, x, y)


@kernel
def barrier_before(world: World, march: March, unit: int, x: int, y: int, to_x: int, to_y: int) -> int:
    """MARCH-T2, MARCH-T3: the reason why a unit cannot step between two squares that touch, 0 when it can."""
    rules = march.rules[0]
    layer = layer_between(to_x - x, to_y - y)
    first = ground_row(rules.words, world.rules[0].height, march.marchers[unit].footing, layer, 0)
    if not rules.barriers or not has_barrier(march.ground, first, rules.words, x, y, to_x, to_y):
        return 0
    is_corner = rules.diagonal_corners and layer in (FALLING, RISING)
    if is_corner and is_impassable(world, march, unit, x, to_y) and is_impassable(world, march, unit, to_x, y):
        return BETWEEN_CORNERS
    return OTHER_BANK


@kernel
def check_contacts(world: World, march: March, unit: int, others: int, leg: Straight, step: int, before: int) -> None:
    """MARCH-5: a finding for every square from which an enemy or neutral unit blocks a step, row by row."""
    around = contact_distance(march.rules[0].neighbours)
    column = path_column(leg, step)
    row = path_row(leg, step)
    for y in range(row - around, row + around + 1):
        for x in range(column - around, column + around + 1):
            if not on_board(world, x, y) or (x == leg.column and y == leg.row):
                continue
            if contacts(leg, step, x, y, march.rules[0].neighbours):
                blocker = unit_of(world, others, x, y)
                if blocker != NOBODY:
                    find_at(world, contact_reason(leg), unit, blocker, before + step, x, y)


@kernel
def unit_of(world: World, sides: int, x: int, y: int) -> int:
    """The first unit of these sides on a square, or -1."""
    presence = presence_of(world)
    is_there = False
    for side in range(world.rules[0].sides):
        is_there |= (sides >> side) & 1 == 1 and stands_on(world, presence, side, x, y)
    if not is_there:
        return NOBODY
    for unit in range(len(world.units)):
        slot = world.units[unit]
        if slot.status.alive and (sides >> slot.allegiance.side) & 1 and slot.position.x == x and slot.position.y == y:
            return unit
    return NOBODY


@kernel
def contact_reason(leg: Straight) -> int:
    """MARCH-5.1, MARCH-5.2, MARCH-5.3: the case that a straight march belongs to."""
    if leg.column == leg.to_column or leg.row == leg.to_row:
        return UNIT_ON_WAY
    return UNIT_BESIDE_WAY if is_diagonal(leg) else UNIT_NEAR_WAY


@kernel
def check_end(world: World, march: March, unit: int, steps: int, x: int, y: int) -> None:
    """MARCH-D4: with none but allies on the map, a finding when the end is impassable to the unit."""
    if steps > 0 and is_impassable(world, march, unit, x, y):
        find_impassable(world, IMPASSABLE_END, unit, steps, x, y)


@kernel
def find_impassable(world: World, reason: int, unit: int, step: int, x: int, y: int) -> None:
    """A finding about a square that cannot be entered."""
    finding = find(world, reason, unit, NOBODY)
    finding.numbers[0] = step
    finding.numbers[1] = world.cells[y * world.rules[0].width + x].kind
    finding.x = x
    finding.y = y


@kernel
def find_at(world: World, reason: int, unit: int, target: int, step: int, x: int, y: int) -> None:
    """A finding about a step and a square."""
    finding = find(world, reason, unit, target)
    finding.numbers[0] = step
    finding.x = x
    finding.y = y
