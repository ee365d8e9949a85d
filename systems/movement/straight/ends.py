"""Which squares a unit can march to, as rows of bits: all that it reaches but for the shadows of what is in the way."""

from __future__ import annotations

from enfilade.core.board.bits import bit_count, lowest_bit, span
from enfilade.core.board.ground import EAST, IMPASSABLE, LAYERS, ground_row
from enfilade.core.engine.kernel import kernel
from enfilade.core.relations.hostility import allies
from enfilade.core.relations.reach.shadows import UNIT, shadow_row
from enfilade.core.state.parties import parties_of
from enfilade.core.state.presence import Presence, presence_of, row_of
from enfilade.core.state.world import World

from .tables import March


@kernel
def others_in_play(world: World, side: int) -> int:
    """MARCH-X5, MARCH-5, MARCH-D4: the sides with units on the map that are enemies or neutral, one bit each."""
    bits = 0
    parties = parties_of(world)
    for other in range(world.rules[0].sides):
        if parties[other].units > 0:
            bits |= 1 << other
    return bits & ~allies(world, side)


@kernel
def find_ends(world: World, march: March, unit: int) -> None:
    """MARCH-6.4: fill in the rows of ends that a unit can march to."""
    presence = presence_of(world)
    others = others_in_play(world, world.units[unit].allegiance.side)
    reach_all(world, march, unit)
    if others == 0:
        keep_passable(world, march, unit)
    else:
        keep_free(world, march, presence, others, unit)


@kernel
def reach_all(world: World, march: March, unit: int) -> None:
    """MARCH-6.2: the ends on the board, as far as the allowance reaches."""
    position = world.units[unit].position
    reach = march.rules[0].reach
    allowance = march.marchers[unit].allowance
    west = max(-allowance, -position.x)
    east = min(allowance, world.rules[0].width - 1 - position.x)
    columns = ((1 << (east - west + 1)) - 1) << (reach + west)
    for dy in range(-allowance, allowance + 1):
        y = position.y + dy
        march.ends[reach + dy].ends = columns if y >= 0 and y < world.rules[0].height else 0


@kernel
def keep_passable(world: World, march: March, unit: int) -> None:
    """MARCH-D4: take away the ends that are impassable."""
    position = world.units[unit].position
    reach = march.rules[0].reach
    allowance = march.marchers[unit].allowance
    footing = march.marchers[unit].footing
    for dy in range(-min(allowance, position.y), min(allowance, world.rules[0].height - 1 - position.y) + 1):
        row = ground_row(march.rules[0].words, world.rules[0].height, footing, IMPASSABLE, position.y + dy)
        march.ends[reach + dy].ends &= ~span(march.ground, row, position.x - reach)
    march.ends[reach].ends |= 1 << reach


@kernel
def keep_free(world: World, march: March, presence: Presence, others: int, unit: int) -> None:
    """MARCH-4a, MARCH-5, MARCH-D3: take away the ends in the shadow of terrain and units on the board."""
    position = world.units[unit].position
    reach = march.rules[0].reach
    marcher = march.marchers[unit]
    west = position.x - reach - 1
    near = ((1 << (2 * marcher.allowance + 3)) - 1) << (reach - marcher.allowance)
    north = max(position.y - marcher.allowance - 1, 0)
    south = min(position.y + marcher.allowance + 1, world.rules[0].height - 1)
    for y in range(north, south + 1):
        row = y - position.y + reach + 1
        units = units_in_row(world, presence, others, west, y)
        take_shadows(march, marcher.allowance, UNIT, units & near, row)
        for layer in range(LAYERS if march.rules[0].barriers else EAST):
            first = ground_row(march.rules[0].words, world.rules[0].height, marcher.footing, layer, y)
            take_shadows(march, marcher.allowance, layer, span(march.ground, first, west) & near, row)


@kernel
def units_in_row(world: World, presence: Presence, others: int, west: int, y: int) -> int:
    """Bits of the squares of a row that units of these sides stand on."""
    bits = 0
    for other in range(world.rules[0].sides):
        if (others >> other) & 1:
            bits |= span(presence.occupied, row_of(world, other, y), west)
    return bits


@kernel
def take_shadows(march: March, allowance: int, thing: int, bits: int, row: int) -> None:
    """Take away the ends in the shadow of a thing on each of these squares of a row of the window."""
    reach = march.rules[0].reach
    while bits != 0:
        shadow = shadow_row(reach, thing, lowest_bit(bits), row)
        for way in range(reach - allowance, reach + allowance + 1):
            march.ends[way].ends &= ~march.shadows[shadow + way].ends
        bits &= bits - 1


@kernel
def count_ends(march: March, allowance: int) -> int:
    """How many ends a unit can march to."""
    reach = march.rules[0].reach
    count = 0
    for way in range(reach - allowance, reach + allowance + 1):
        count += bit_count(march.ends[way].ends)
    return count
