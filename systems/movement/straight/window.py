"""Which squares a unit can march to: the squares around it as bits, against the lines of all marches."""

from __future__ import annotations

from enfilade.core.board.bits import span
from enfilade.core.board.ground import EAST, FALLING, IMPASSABLE, RISING, SOUTH, ground_row
from enfilade.core.engine.kernel import kernel
from enfilade.core.relations.hostility import allies
from enfilade.core.relations.reach.lines import line_row, window_size
from enfilade.core.state.presence import Presence, presence_of, row_of
from enfilade.core.state.world import World

from .tables import March


@kernel
def others_in_play(world: World, presence: Presence, side: int) -> int:
    """MARCH-X5, MARCH-5, MARCH-D4: the sides with units on the map that are enemies or neutral, one bit each."""
    bits = 0
    for other in range(world.rules[0].sides):
        if presence.parties[other].units > 0:
            bits |= 1 << other
    return bits & ~allies(world, side)


@kernel
def look_around(world: World, march: March, unit: int) -> int:
    """Fill the window around a unit; the sides whose units may block it, one bit each."""
    presence = presence_of(world)
    slot = world.units[unit]
    others = others_in_play(world, presence, slot.allegiance.side)
    west = slot.position.x - march.rules[0].reach - 1
    north = slot.position.y - march.rules[0].reach - 1
    for row in range(window_size(march.rules[0].reach)):
        y = north + row
        if y < 0 or y >= world.rules[0].height:
            clear_row(march, row)
        else:
            march.window[row].units = units_in_row(world, presence, others, west, y)
            look_at_ground(world, march, march.marchers[unit].footing, row, west, y)
    return others


@kernel
def clear_row(march: March, row: int) -> None:
    """MARCH-D3: a row off the map holds nothing."""
    here = march.window[row]
    here.impassable = 0
    here.units = 0
    here.east = 0
    here.south = 0
    here.falling = 0
    here.rising = 0


@kernel
def units_in_row(world: World, presence: Presence, others: int, west: int, y: int) -> int:
    """Bits of the squares of a row that units of these sides stand on."""
    bits = 0
    for other in range(world.rules[0].sides):
        if (others >> other) & 1:
            bits |= span(presence.occupied, row_of(world, presence, other, y), west)
    return bits


@kernel
def look_at_ground(world: World, march: March, footing: int, row: int, west: int, y: int) -> None:
    """Note what the ground of a row is for a footing."""
    rules = march.rules[0]
    height = world.rules[0].height
    here = march.window[row]
    here.impassable = span(march.ground, ground_row(rules.words, height, footing, IMPASSABLE, y), west)
    if rules.barriers:
        here.east = span(march.ground, ground_row(rules.words, height, footing, EAST, y), west)
        here.south = span(march.ground, ground_row(rules.words, height, footing, SOUTH, y), west)
        here.falling = span(march.ground, ground_row(rules.words, height, footing, FALLING, y), west)
        here.rising = span(march.ground, ground_row(rules.words, height, footing, RISING, y), west)


@kernel
def can_march(march: March, others: int, dx: int, dy: int) -> bool:
    """MARCH-4a, MARCH-5, MARCH-D3, MARCH-D4: whether a unit can march so far east and south, as the window shows."""
    if others == 0:
        middle = march.rules[0].reach + 1
        is_passable = (march.window[middle + dy].impassable >> (middle + dx)) & 1 == 0
        return is_passable or (dx == 0 and dy == 0)
    if march.rules[0].barriers and meets_barrier(march, dx, dy):
        return False
    return is_free(march, dx, dy)


@kernel
def is_free(march: March, dx: int, dy: int) -> bool:
    """MARCH-4, MARCH-5: whether nothing impassable lies on a line and no unit where it would block."""
    reach = march.rules[0].reach
    for row in range(min(dy, 0) + reach, max(dy, 0) + reach + 3):
        here = march.window[row]
        line = march.lines[line_row(reach, dx, dy, row)]
        if (here.impassable & line.squares) | (here.units & line.contacts):
            return False
    return True


@kernel
def meets_barrier(march: March, dx: int, dy: int) -> bool:
    """MARCH-T2, MARCH-T3: whether a barrier lies between two squares of a line."""
    reach = march.rules[0].reach
    eastward = abs(dx) >= abs(dy)
    falling = (dx < 0) == (dy < 0)
    for row in range(min(dy, 0) + reach + 1, max(dy, 0) + reach + 2):
        here = march.window[row]
        line = march.lines[line_row(reach, dx, dy, row)]
        level = here.east if eastward else here.south
        diagonal = here.falling if falling else here.rising
        if (level & line.level) | (diagonal & line.diagonal):
            return True
    return False
