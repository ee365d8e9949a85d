"""The ends of a unit's move, cells and facing, in their order: counted, and listed from anywhere on.

Ends go by cells, row by row, then by facing. A list goes on from where the last one asked for was found.
"""

from __future__ import annotations

from enfilade.components.record import Table
from enfilade.core.board.grids import GRID, placement_at, placement_count
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import count_of, start_of
from enfilade.core.engine.slots import END_COUNTS
from enfilade.core.state.grids import Grids
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.world import World

from .slides import END_COUNT_DTYPE, WAYS_TO_MOVE, EndCount, Search, begin_list, ends_in, how_of

FACINGS = 4


@kernel
def end_count_of(world: World, unit: int, way: int) -> EndCount:
    """What is remembered of the ends of a unit that moves in a way."""
    layout = world.layout
    counts: Table[EndCount] = table(
        world.desk, start_of(layout, END_COUNTS), count_of(layout, END_COUNTS), END_COUNT_DTYPE
    )
    return counts[unit * WAYS_TO_MOVE + way]


@kernel
def known_ends(world: World, grids: Grids, unit: int, way: int, allowance: int) -> int:
    """How many ends, cells and facing, a unit's move has, if that is remembered; otherwise -1."""
    count = end_count_of(world, unit, way)
    mark = grids.mark[0]
    if count.known and count.how == how_of(way, allowance) and count.terrain == mark.terrain:
        return count.ends if count.units == mark.units else NOBODY
    return NOBODY


@kernel
def count_ends(world: World, grids: Grids, search: Search, unit: int, way: int, allowance: int) -> int:
    """How many ends, cells and facing, a search has found; remembered. Staying as it is is no end."""
    count = end_count_of(world, unit, way)
    count.known = True
    count.how = how_of(way, allowance)
    count.terrain = grids.mark[0].terrain
    count.units = grids.mark[0].units
    count.ends = FACINGS * search.reach[0].ends - stays_among(world, grids, search, unit)
    return count.ends


@kernel
def stays_among(world: World, grids: Grids, search: Search, unit: int) -> int:
    """1 when where a unit stands is an end, which it has with one facing less; otherwise 0."""
    position = world.units[unit].position
    own = ends_in(search, position.y // GRID * grids.wide + position.x // GRID)
    return (own >> placement_at(position.x, position.y)) & 1


@kernel
def cells_of_row(grids: Grids, search: Search, row: int, column: int) -> int:
    """The ends in one row of cells of a grid: three bits; the row in cells, the column in grids."""
    return (ends_in(search, row // GRID * grids.wide + column) >> (row % GRID * GRID)) & 0b111


@kernel
def ends_of_row(world: World, grids: Grids, search: Search, unit: int, row: int, column: int) -> int:
    """How many ends, cells and facing, are in one row of cells of a grid."""
    cells = cells_of_row(grids, search, row, column)
    position = world.units[unit].position
    stays = 0
    if row == position.y and column == position.x // GRID:
        stays = (cells >> position.x % GRID) & 1
    return FACINGS * placement_count(cells) - stays


@kernel
def ends_of_grids(world: World, grids: Grids, search: Search, unit: int, row: int) -> int:
    """How many ends, cells and facing, are in one row of grids."""
    count = 0
    for column in range(search.reach[0].west, search.reach[0].east):
        count += FACINGS * placement_count(ends_in(search, row * grids.wide + column))
    return count - (stays_among(world, grids, search, unit) if row == world.units[unit].position.y // GRID else 0)


@kernel
def write_nth_end(world: World, grids: Grids, search: Search, unit: int, index: int, out: OrderRecord) -> None:
    """Write the end with that index, if there are so many."""
    reach = search.reach[0]
    if index < reach.before:
        begin_list(reach)
    skip_grids(world, grids, search, unit, index)
    while reach.row < reach.south * GRID:
        count = ends_of_row(world, grids, search, unit, reach.row, reach.column)
        if index < reach.before + count:
            write_in_row(world, grids, search, unit, index - reach.before, out)
            return
        reach.before += count
        reach.column += 1
        if reach.column == reach.east:
            reach.column = reach.west
            reach.row += 1


@kernel
def skip_grids(world: World, grids: Grids, search: Search, unit: int, index: int) -> None:
    """Pass over rows of grids, while the list is at the beginning of one, that come before an end."""
    reach = search.reach[0]
    while reach.row < reach.south * GRID and reach.row % GRID == 0 and reach.column == reach.west:
        count = ends_of_grids(world, grids, search, unit, reach.row // GRID)
        if index < reach.before + count:
            return
        reach.before += count
        reach.row += GRID


@kernel
def write_in_row(world: World, grids: Grids, search: Search, unit: int, index: int, out: OrderRecord) -> None:
    """Write the end with that index among those in the row of cells at which the list is."""
    reach = search.reach[0]
    cells = cells_of_row(grids, search, reach.row, reach.column)
    position = world.units[unit].position
    left = index
    for cell in range(GRID):
        x = reach.column * GRID + cell
        facings = FACINGS - (x == position.x and reach.row == position.y)
        if (cells >> cell) & 1:
            if left < facings:
                write_end(world, unit, x, reach.row, left, out)
                return
            left -= facings


@kernel
def write_end(world: World, unit: int, x: int, y: int, facing: int, out: OrderRecord) -> None:
    """MECH-1.2.1d: write an end; where a unit stays the facing that it has is left out."""
    out.x = x
    out.y = y
    out.direction = facing
    position = world.units[unit].position
    if x == position.x and y == position.y and facing >= world.units[unit].facing.direction:
        out.direction = facing + 1
