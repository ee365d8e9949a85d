"""Derived: what lies and stands in each large grid, and where units can lock enemies.

Bits are those of ``core.board.grids``. Whatever puts a unit in play on a grid, takes it off or changes whether it can
lock does it through the functions here, so that the tables stay what the units say.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, flag, i16, i64
from enfilade.core.board.bits import Word, clear_bit, set_bit, words_per_row
from enfilade.core.board.cell import BLOCKING_HEIGHT, FRAGILE, FRAGILE_WALL, OPEN
from enfilade.core.board.footprint import Footprint
from enfilade.core.board.grids import FULL, GRID, PLACEMENTS, base_mask, placement_at
from enfilade.core.engine.arena import table, wipe
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.scatter import scattered
from enfilade.core.engine.slots import CHASSIS, GRIDS, LINKS, RUBBLE, TERRAIN_MARK, THREATS, WALL_COLUMNS, WALL_ROWS
from enfilade.core.rulebook.chassis import HIGH, SHUTDOWN, Chassis

from .messages import NOBODY
from .parties import count_unit
from .world import World


class Grid(Record):
    """One large grid."""

    terrain: i16  # cells with terrain
    firm: i16  # those of them that cannot be crushed
    tall: i16  # those of them that block sight
    units: i16  # cells under units that take room: all but high-altitude ones
    first: i16  # the unit in it with the lowest slot, high-altitude ones included, -1 none


class Link(Record):
    """A unit's place in the list of its grid; the record of its slot."""

    after: i16  # the unit with the next slot in the same grid, -1 none


class Rubble(Record):
    """Whether the fragile terrain of a large grid is destroyed."""

    gone: flag


class Mark(Record):
    """Numbers that are others whenever the terrain is, and whenever units stand elsewhere or can lock no more."""

    terrain: i64
    units: i64


class Threat(Record):
    """How many units of a side that can lock stand in a grid or the eight around it."""

    units: i16


CHASSIS_DTYPE = Chassis.dtype
GRID_DTYPE = Grid.dtype
LINK_DTYPE = Link.dtype
RUBBLE_DTYPE = Rubble.dtype
MARK_DTYPE = Mark.dtype
WORD_DTYPE = Word.dtype
THREAT_DTYPE = Threat.dtype
WORD_BYTES = Word.dtype.itemsize
THREAT_BYTES = Threat.dtype.itemsize


class Grids(NamedTuple):
    """The large grids of one game."""

    grids: Table[Grid]  # (high * wide,), row by row
    links: Table[Link]  # (units,)
    threats: Table[Threat]  # (sides * high * wide,), side by side
    rubble: Table[Rubble]  # (high * wide,)
    mark: Table[Mark]  # (1,)
    wall_rows: Table[Word]  # (height * words,), cells of height 3 or more
    wall_columns: Table[Word]  # (width * words,), the same by columns
    chassis: Table[Chassis]  # (units,), frozen
    wide: int
    high: int


def grid_tables(units: int, sides: int, wide: int, high: int) -> list[TableSpec]:
    """The tables for so many units and sides on a board of so many large grids."""
    return [
        TableSpec("grids", GRIDS, Block.DERIVED, Grid, wide * high),
        TableSpec("links", LINKS, Block.DERIVED, Link, units),
        TableSpec("threats", THREATS, Block.DERIVED, Threat, sides * wide * high),
        TableSpec("rubble", RUBBLE, Block.WORLD, Rubble, wide * high),
        TableSpec("terrain_mark", TERRAIN_MARK, Block.DERIVED, Mark, 1),
        TableSpec("wall_rows", WALL_ROWS, Block.DERIVED, Word, GRID * high * words_per_row(GRID * wide)),
        TableSpec("wall_columns", WALL_COLUMNS, Block.DERIVED, Word, GRID * wide * words_per_row(GRID * high)),
        TableSpec("chassis", CHASSIS, Block.RULES, Chassis, units, per_unit=True),
    ]


@kernel
def grids_of(world: World) -> Grids:
    """The large grids of a game."""
    layout = world.layout
    return Grids(
        table(world.derived, start_of(layout, GRIDS), count_of(layout, GRIDS), GRID_DTYPE),
        table(world.derived, start_of(layout, LINKS), count_of(layout, LINKS), LINK_DTYPE),
        table(world.derived, start_of(layout, THREATS), count_of(layout, THREATS), THREAT_DTYPE),
        table(world.data, start_of(layout, RUBBLE), count_of(layout, RUBBLE), RUBBLE_DTYPE),
        table(world.derived, start_of(layout, TERRAIN_MARK), 1, MARK_DTYPE),
        table(world.derived, start_of(layout, WALL_ROWS), count_of(layout, WALL_ROWS), WORD_DTYPE),
        table(world.derived, start_of(layout, WALL_COLUMNS), count_of(layout, WALL_COLUMNS), WORD_DTYPE),
        table(world.desk, start_of(layout, CHASSIS), count_of(layout, CHASSIS), CHASSIS_DTYPE),
        world.rules[0].width // GRID,
        world.rules[0].height // GRID,
    )


@kernel
def footprint(world: World, unit: int) -> Footprint:
    """MECH-D1: the cells under a unit."""
    slot = world.units[unit]
    return Footprint(slot.position.x, slot.position.y, slot.base.size)


@kernel
def grid_index(grids: Grids, base: Footprint) -> int:
    """Index of the large grid in which a base lies."""
    return base.y // GRID * grids.wide + base.x // GRID


@kernel
def grid_at(grids: Grids, x: int, y: int) -> int:
    """Index of the large grid in which a cell lies."""
    return y // GRID * grids.wide + x // GRID


@kernel
def placement_of(base: Footprint) -> int:
    """The number of a base's placement in its grid."""
    return placement_at(base.x, base.y)


@kernel
def mask_of(base: Footprint) -> int:
    """The cells under a base, as bits of its grid."""
    return base_mask(base.size, placement_of(base))


@kernel
def takes_room(grids: Grids, unit: int) -> bool:
    """MECH-D18: whether a unit takes its cells from others; a high-altitude unit does not."""
    return grids.chassis[unit].kind != HIGH


@kernel
def free_cells(world: World, grids: Grids, unit: int, index: int) -> int:
    """MECH-1.2.1b: the cells of a grid without terrain and other units; a unit's own are free to it."""
    grid = grids.grids[index]
    if grid.units == 0:
        return ~grid.terrain & FULL
    taken = grid.units
    own = footprint(world, unit)
    if takes_room(grids, unit) and grid_index(grids, own) == index and world.units[unit].status.alive:
        taken &= ~mask_of(own)
    return ~(taken | grid.terrain) & FULL


@kernel
def holds_grid(world: World, side: int, x: int, y: int) -> bool:
    """Whether a side has a unit in the large grid of a cell."""
    grids = grids_of(world)
    unit = grids.grids[y // GRID * grids.wide + x // GRID].first
    while unit != NOBODY:
        if world.units[unit].allegiance.side == side:
            return True
        unit = grids.links[unit].after
    return False


@kernel
def can_lock(world: World, grids: Grids, unit: int) -> bool:
    """MECH-1.2.5a, MECH-D14: whether a unit in play has a melee weapon and is not shut down."""
    slot = world.units[unit]
    return slot.status.alive and grids.chassis[unit].fights and slot.condition.stance != SHUTDOWN


@kernel
def add_threat(grids: Grids, side: int, index: int, change: int) -> None:
    """Count one unit that can lock more or less in a grid and the eight around it."""
    x = index % grids.wide
    y = index // grids.wide
    for row in range(max(y - 1, 0), min(y + 2, grids.high)):
        for column in range(max(x - 1, 0), min(x + 2, grids.wide)):
            grids.threats[(side * grids.high + row) * grids.wide + column].units += change


@kernel
def add_link(grids: Grids, unit: int, index: int) -> None:
    """Put a unit into the list of a grid, which goes by slots."""
    grid = grids.grids[index]
    before = NOBODY
    after = grid.first
    while after != NOBODY and after < unit:
        before = after
        after = grids.links[after].after
    grids.links[unit].after = after
    if before == NOBODY:
        grid.first = unit
    else:
        grids.links[before].after = unit


@kernel
def drop_link(grids: Grids, unit: int, index: int) -> None:
    """Take a unit out of the list of its grid."""
    grid = grids.grids[index]
    if grid.first == unit:
        grid.first = grids.links[unit].after
    else:
        before = grid.first
        while before != NOBODY and grids.links[before].after != unit:
            before = grids.links[before].after
        if before != NOBODY:
            grids.links[before].after = grids.links[unit].after
    grids.links[unit].after = NOBODY


@kernel
def unit_mark(world: World, grids: Grids, unit: int) -> int:
    """What a unit in play where it stands changes in the mark of the units."""
    slot = world.units[unit]
    packed = ((unit << 16) | slot.position.y) << 16 | slot.position.x
    packed = (packed << 2 | slot.base.size) << 3 | slot.allegiance.side
    return scattered((packed << 1 | int(can_lock(world, grids, unit))) + 1)


@kernel
def set_down(world: World, grids: Grids, unit: int, x: int, y: int) -> None:
    """Put a unit in play, which stands nowhere, on cells of the board."""
    slot = world.units[unit]
    slot.position.x = x
    slot.position.y = y
    base = footprint(world, unit)
    index = grid_index(grids, base)
    if takes_room(grids, unit):
        grids.grids[index].units |= mask_of(base)
    add_link(grids, unit, index)
    grids.mark[0].units ^= unit_mark(world, grids, unit)
    if can_lock(world, grids, unit):
        add_threat(grids, slot.allegiance.side, index, 1)


@kernel
def lift(world: World, grids: Grids, unit: int) -> None:
    """Take a unit in play from its cells; it stands nowhere until it is set down, or is out of play."""
    base = footprint(world, unit)
    index = grid_index(grids, base)
    if takes_room(grids, unit):
        grids.grids[index].units &= ~mask_of(base)
    drop_link(grids, unit, index)
    grids.mark[0].units ^= unit_mark(world, grids, unit)
    if can_lock(world, grids, unit):
        add_threat(grids, world.units[unit].allegiance.side, index, -1)


@kernel
def take_out(world: World, unit: int) -> None:
    """Take a unit out of play."""
    lift(world, grids_of(world), unit)
    count_unit(world, unit, -1)
    world.units[unit].status.alive = False


@kernel
def stands_in_grid(world: World, unit: int, x: int, y: int) -> bool:
    """Whether a unit stands in the large grid of a cell."""
    position = world.units[unit].position
    return position.x // GRID == x // GRID and position.y // GRID == y // GRID


@kernel
def has_terrain(world: World, grids: Grids, x: int, y: int) -> bool:
    """Whether a cell has terrain now: fragile terrain may be gone."""
    kind = world.cells[y * world.rules[0].width + x].kind
    return kind != OPEN and not (is_fragile(kind) and grids.rubble[y // GRID * grids.wide + x // GRID].gone)


@kernel
def is_fragile(kind: int) -> bool:
    """MECH-X4: whether a kind of terrain can be destroyed."""
    return kind in (FRAGILE, FRAGILE_WALL)


@kernel
def clear_terrain(world: World, grids: Grids, index: int) -> None:
    """MECH-1.2.6f: destroy the fragile terrain of a grid."""
    if not grids.rubble[index].gone:
        grids.rubble[index].gone = True
        grids.mark[0].terrain ^= rubble_mark(index)
    tall = grids.grids[index].tall
    rebuild_terrain(world, grids, index)
    lower_walls(world, grids, index, tall & ~grids.grids[index].tall)


@kernel
def column_of(grids: Grids, index: int, cell: int) -> int:
    """The column of a cell, 0 to 8 in its grid, on the board."""
    return index % grids.wide * GRID + cell % GRID


@kernel
def row_of(grids: Grids, index: int, cell: int) -> int:
    """The row of a cell, 0 to 8 in its grid, on the board."""
    return index // grids.wide * GRID + cell // GRID


@kernel
def rebuild_terrain(world: World, grids: Grids, index: int) -> None:
    """MECH-D2: derive which cells of a grid have terrain, and which of them cannot be crushed or block sight."""
    terrain = firm = tall = 0
    for cell in range(PLACEMENTS):
        x, y = column_of(grids, index, cell), row_of(grids, index, cell)
        if has_terrain(world, grids, x, y):
            kind = world.cells[y * world.rules[0].width + x]
            terrain |= 1 << cell
            firm |= int(not is_fragile(kind.kind)) << cell
            tall |= int(kind.height >= BLOCKING_HEIGHT) << cell
    grids.grids[index].terrain = terrain
    grids.grids[index].firm = firm
    grids.grids[index].tall = tall


@kernel
def rubble_mark(index: int) -> int:
    """What the destroyed terrain of a grid changes in the mark of the terrain."""
    return scattered(index + 1)


@kernel
def rebuild_walls(world: World, grids: Grids) -> None:
    """MECH-D2: derive which cells block sight from those of each grid, and the mark of this terrain."""
    layout = world.layout
    wipe(world.derived, start_of(layout, WALL_ROWS), len(grids.wall_rows) * WORD_BYTES)
    wipe(world.derived, start_of(layout, WALL_COLUMNS), len(grids.wall_columns) * WORD_BYTES)
    mark = 0
    for index in range(len(grids.grids)):
        if grids.grids[index].tall != 0:
            raise_walls(world, grids, index, grids.grids[index].tall)
        if grids.rubble[index].gone:
            mark ^= rubble_mark(index)
    grids.mark[0].terrain = mark


@kernel
def raise_walls(world: World, grids: Grids, index: int, cells: int) -> None:
    """MECH-D2: these cells of a grid block sight: bits of their rows and columns."""
    for cell in range(PLACEMENTS):
        if (cells >> cell) & 1:
            x, y = column_of(grids, index, cell), row_of(grids, index, cell)
            set_bit(grids.wall_rows, y * words_per_row(world.rules[0].width), x)
            set_bit(grids.wall_columns, x * words_per_row(world.rules[0].height), y)


@kernel
def lower_walls(world: World, grids: Grids, index: int, cells: int) -> None:
    """MECH-1.2.6f: these cells of a grid block sight no more."""
    for cell in range(PLACEMENTS):
        if (cells >> cell) & 1:
            x, y = column_of(grids, index, cell), row_of(grids, index, cell)
            clear_bit(grids.wall_rows, y * words_per_row(world.rules[0].width), x)
            clear_bit(grids.wall_columns, x * words_per_row(world.rules[0].height), y)


@kernel
def rebuild_grids(world: World) -> None:
    """Derive what lies and stands in each large grid from the terrain and the units."""
    layout = world.layout
    grids = grids_of(world)
    wipe(world.derived, start_of(layout, THREATS), len(grids.threats) * THREAT_BYTES)
    for index in range(len(grids.grids)):
        grids.grids[index].units = 0
        grids.grids[index].first = NOBODY
        rebuild_terrain(world, grids, index)
    rebuild_walls(world, grids)
    grids.mark[0].units = 0
    for unit in range(len(world.units)):
        grids.links[unit].after = NOBODY
        if world.units[unit].status.alive:
            set_down(world, grids, unit, world.units[unit].position.x, world.units[unit].position.y)
