"""Movement, lock-on and crush on the square board in plain Python, written from the rule text alone.

Rules: MECH-1.2.0 to MECH-1.2.6 with MECH-D1, MECH-D5, MECH-D6, MECH-D8, MECH-D9, MECH-D17, MECH-D18 and MECH-D22.
Sight and adjacency are those of ``tests/oracles/squares.py``. Every placement is tried; boards are small.

A placement is the north-western cell of a base. A place is a set of placements of one grid that a base can shift
between inside that grid (MECH-D17). Paths are lists of the grids entered, without the grid of the start.

Where the text leaves a choice of reading, the one taken here:

- Only ground pieces make basic moves. Stances, orders and what a unit has done before are for the caller, a doubled
  allowance too; the mover's own shutdown is not looked at.
- A flying unit blocks and is crushed like a ground unit. A high-altitude unit with a melee action locks.
- A step may weave over the border of its two grids. A shift stays inside its grid all the time.
- A step to a grid off the board breaks MECH-1.2.1a. A grid without any free cell breaks MECH-1.2.1b, one with free
  cells but no room for the base MECH-1.2.1e, one with room that the base cannot slide to MECH-1.2.1c.
- A last placement on terrain or a unit, in a grid with room elsewhere, breaks MECH-1.2.1b; one outside the last grid
  breaks MECH-1.2.1e. Both are of the last step. A move of no steps is refused as step 0.
- The cost is too high (MECH-1.2.1h) at the step that takes the sum over the allowance.
- A crusher's path may end with the crush; a step after one that stops it breaks MECH-1.2.6c.
- With ``fragile_stops`` off a crusher passes through grids of fragile terrain alone. What it has crushed no longer
  blocks sight. Ends beyond them are in ``reach``; the grids themselves are in ``crush_entries``.
- Of two cheapest paths of which one begins with the whole other, the shorter is canonical.
- A flying unit's own placement is judged like any other end of its flight. A jump or teleport of 0 is none.
- A teleport is judged by cells for all kinds; for high-altitude units by each other's bases only.
- The room of a displaced flying unit (MECH-D9) is judged by cells, whatever ``flying_landing`` says.
- A victim that is to swap has not been displaced yet: it is in nobody's way.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from tests.oracles import squares
from tests.oracles.squares import GRID_CELLS, Base, Cell, Grid

Placement = tuple[int, int]
"""The north-western cell of a base."""
Place = frozenset[Placement]
Refusal = tuple[str, int]
"""Rule, number of the step from 1; 0 for a move of no steps."""

OPEN, LOW, WALL, FRAGILE = "open", "low", "wall", "fragile"
GROUND, FLYING, HIGH_ALTITUDE, INSTALLATION = "ground", "flying", "high_altitude", "installation"
LARGE = 3
NORTH_EAST_SOUTH_WEST = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""MECH-D22."""


@dataclass(frozen=True)
class Board:
    """A board of ``wide`` times ``high`` large grids. ``kinds`` and ``heights`` are rows of cells, north to south."""

    wide: int
    high: int
    kinds: tuple[tuple[str, ...], ...]
    heights: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Piece:
    """A unit; (x, y) is the north-western cell of its base, ``facing`` 0 to 3 is north, east, south, west."""

    name: str
    side: str
    x: int
    y: int
    size: int = 1
    facing: int = 0
    kind: str = GROUND
    has_melee: bool = False
    shutdown: bool = False
    allowance: int = 0
    jump: int = 0
    teleport: int = 0
    in_play: bool = True


@dataclass(frozen=True)
class Switches:
    """MECH-D5, MECH-D6, MECH-D8."""

    lock_on_exempts: str = "high_altitude"  # or "high_altitude_and_flying"
    flying_landing: str = "grid"  # or "cells"
    fragile_stops: bool = True


AS_PRINTED = Switches()


@dataclass(frozen=True)
class Stand:
    """Where a mover is on its way: a place of a grid, the grids whose fragile terrain it has crushed."""

    grid: Grid
    place: Place
    crushed: frozenset[Grid] = frozenset()
    stopped: bool = False  # MECH-1.2.6c


# Grids, placements and what takes them up


def on_board(board: Board, grid: Grid) -> bool:
    """MECH-X1."""
    return 0 <= grid[0] < board.wide and 0 <= grid[1] < board.high


def neighbours(board: Board, grid: Grid) -> list[Grid]:
    """MECH-1.2.1a: the grids one step away in the order of MECH-D22."""
    around = [(grid[0] + dx, grid[1] + dy) for dx, dy in NORTH_EAST_SOUTH_WEST]
    return [other for other in around if on_board(board, other)]


def grid_of_cell(cell: Cell) -> Grid:
    """MECH-X1."""
    return (cell[0] // GRID_CELLS, cell[1] // GRID_CELLS)


def cells_under(placement: Placement, size: int) -> set[Cell]:
    """MECH-D1."""
    return set(squares.cells((*placement, size, size)))


def cells_of_grid(grid: Grid) -> set[Cell]:
    """MECH-X1."""
    return cells_under((grid[0] * GRID_CELLS, grid[1] * GRID_CELLS), GRID_CELLS)


def grids_under(placement: Placement, size: int) -> set[Grid]:
    """The grids that a base lies in: one, or more in the middle of a step."""
    return {grid_of_cell(cell) for cell in cells_under(placement, size)}


def placements_in(grid: Grid, size: int) -> set[Placement]:
    """MECH-X5: nine of a small unit, four of a medium one, one of a large one."""
    return {cell for cell in cells_of_grid(grid) if grids_under(cell, size) == {grid}}


def others(pieces: Iterable[Piece], mover: Piece) -> list[Piece]:
    """The pieces in play but one."""
    return [piece for piece in pieces if piece.in_play and piece.name != mover.name]


def terrain_cells(board: Board, *kinds: str) -> set[Cell]:
    """The cells with terrain of some kinds."""
    return {(x, y) for y, row in enumerate(board.kinds) for x, kind in enumerate(row) if kind in kinds}


def unit_cells(pieces: Iterable[Piece]) -> set[Cell]:
    """The cells under some pieces."""
    return {cell for piece in pieces for cell in cells_under((piece.x, piece.y), piece.size)}


def blocking(pieces: Iterable[Piece], mover: Piece) -> list[Piece]:
    """MECH-D18: the units that are in the way of a mover."""
    return [piece for piece in others(pieces, mover) if piece.kind != HIGH_ALTITUDE]


def taken_cells(board: Board, pieces: Iterable[Piece], mover: Piece) -> set[Cell]:
    """MECH-1.2.1b, MECH-D17: the cells that no base may slide over, with any terrain whatever its height."""
    return terrain_cells(board, LOW, WALL, FRAGILE) | unit_cells(blocking(pieces, mover))


def without_fragile(board: Board, grids: Collection[Grid]) -> Board:
    """MECH-1.2.6f: the board when the fragile terrain of some grids is destroyed."""
    if not grids:
        return board
    gone = {cell for cell in terrain_cells(board, FRAGILE) if grid_of_cell(cell) in grids}

    def cleared(cell: Cell, kind: str, height: int) -> tuple[str, int]:
        return (OPEN, 0) if cell in gone else (kind, height)

    rows = [
        [cleared((x, y), board.kinds[y][x], board.heights[y][x]) for x in range(board.wide * GRID_CELLS)]
        for y in range(board.high * GRID_CELLS)
    ]
    return replace(
        board,
        kinds=tuple(tuple(kind for kind, _ in row) for row in rows),
        heights=tuple(tuple(height for _, height in row) for row in rows),
    )


# Lock-on


@cache
def bases_see(heights: tuple[tuple[int, ...], ...], a: Base, b: Base) -> bool:
    """MECH-D2 for bases on the plane, remembered."""
    return squares.sees(heights, a, b)


def lockers(
    board: Board, pieces: Iterable[Piece], mover: Piece, x: int, y: int, switches: Switches = AS_PRINTED
) -> set[str]:
    """MECH-1.2.5, MECH-D5: the names of the enemies that lock the mover with its base at (x, y)."""
    if mover.kind == HIGH_ALTITUDE:
        return set()
    if mover.kind == FLYING and switches.lock_on_exempts == "high_altitude_and_flying":
        return set()
    base = (x, y, mover.size)
    return {enemy.name for enemy in others(pieces, mover) if enemy.side != mover.side and locks(board, enemy, base)}


def locks(board: Board, enemy: Piece, base: Base) -> bool:
    """MECH-1.2.5a to MECH-1.2.5c."""
    if not enemy.has_melee or enemy.shutdown:
        return False
    own = (enemy.x, enemy.y, enemy.size)
    if not squares.adjacent(squares.grid_of(own), squares.grid_of(base)):
        return False
    return enemy.kind == HIGH_ALTITUDE or bases_see(board.heights, own, base)


# Sliding


def flood(taken: set[Cell], size: int, start: Placement, grids: Collection[Grid]) -> set[Placement]:
    """MECH-1.2.1c, MECH-D17: the placements a base can shift to, cell by cell, over free cells of some grids."""

    def fits(placement: Placement) -> bool:
        return grids_under(placement, size) <= set(grids) and not cells_under(placement, size) & taken

    found = {start} if fits(start) else set()
    waiting = list(found)
    while waiting:
        x, y = waiting.pop()
        for dx, dy in NORTH_EAST_SOUTH_WEST:
            shifted = (x + dx, y + dy)
            if shifted not in found and fits(shifted):
                found.add(shifted)
                waiting.append(shifted)
    return found


def slides(board: Board, pieces: Iterable[Piece], mover: Piece, start: Placement, end: Placement) -> bool:
    """MECH-1.2.1c, MECH-D17: continuity inside one grid, or over the border of two that are neighbours."""
    first, last = grids_under(start, mover.size), grids_under(end, mover.size)
    if len(first) != 1 or len(last) != 1:
        return False
    grids = first | last
    if not all(on_board(board, grid) for grid in grids) or squares.distance(min(grids), max(grids)) > 1:
        return False
    return end in flood(taken_cells(board, pieces, mover), mover.size, start, grids)


# Basic moves


def starting(board: Board, pieces: Iterable[Piece], mover: Piece) -> Stand:
    """MECH-1.2.1g: where a mover begins."""
    own = (mover.x, mover.y)
    grid = grid_of_cell(own)
    return Stand(grid, frozenset(flood(taken_cells(board, pieces, mover), mover.size, own, {grid})))


def leaving_cost(board: Board, pieces: Sequence[Piece], mover: Piece, stand: Stand, switches: Switches) -> int:
    """MECH-1.2.5f, MECH-D17: one, and one more for each locker where fewest lock."""
    now = without_fragile(board, stand.crushed)
    return 1 + min(len(lockers(now, pieces, mover, x, y, switches)) for x, y in stand.place)


def entered(
    board: Board, pieces: Sequence[Piece], mover: Piece, stand: Stand, grid: Grid, switches: Switches
) -> list[Stand]:
    """The places of a neighbouring grid that one step can come to, in the order of their first placements."""
    now = without_fragile(board, stand.crushed)
    if crushes(now, pieces, mover, grid):
        stops = switches.fragile_stops or any(
            squares.grid_of((p.x, p.y, p.size)) == grid for p in blocking(pieces, mover)
        )
        return [Stand(grid, frozenset(placements_in(grid, LARGE)), stand.crushed | {grid}, stops)]
    taken = taken_cells(now, pieces, mover)
    reached = flood(taken, mover.size, min(stand.place), {stand.grid, grid}) & placements_in(grid, mover.size)
    places = {frozenset(flood(taken, mover.size, placement, {grid})) for placement in reached}
    return [Stand(grid, place, stand.crushed) for place in sorted(places, key=min)]


def crushes(board: Board, pieces: Iterable[Piece], mover: Piece, grid: Grid) -> bool:
    """MECH-1.2.6, MECH-D9: whether entering a neighbouring grid is a crush: smaller units and fragile terrain alone."""
    if mover.size != LARGE or mover.kind != GROUND:
        return False
    cells = cells_of_grid(grid)
    victims = [piece for piece in blocking(pieces, mover) if cells_under((piece.x, piece.y), piece.size) & cells]
    if cells & terrain_cells(board, LOW, WALL) or any(victim.size >= LARGE for victim in victims):
        return False
    return bool(victims) or bool(cells & terrain_cells(board, FRAGILE))


def least_costs(
    board: Board, pieces: Sequence[Piece], mover: Piece, start: Stand, budget: int, switches: Switches
) -> dict[Stand, int]:
    """Every stand within a budget with its least cost. Each step costs at least one, so one pass up the costs does."""
    costs = {start: 0}
    for cost in range(budget + 1):
        for stand in [stand for stand, known in costs.items() if known == cost and not stand.stopped]:
            after = cost + leaving_cost(board, pieces, mover, stand, switches)
            if after > budget:
                continue
            for grid in neighbours(board, stand.grid):
                for onward in entered(board, pieces, mover, stand, grid, switches):
                    costs[onward] = min(after, costs.get(onward, after))
    return costs


def end_costs(
    board: Board, pieces: Sequence[Piece], mover: Piece, switches: Switches
) -> tuple[dict[Placement, int], dict[Placement, int]]:
    """The least costs of ends on cells that are free now, and of ends that crush."""
    plain: dict[Placement, int] = {}
    crushing: dict[Placement, int] = {}
    if mover.kind != GROUND:
        return plain, crushing
    taken = taken_cells(board, pieces, mover)
    start = starting(board, pieces, mover)
    for stand, cost in least_costs(board, pieces, mover, start, mover.allowance, switches).items():
        for placement in stand.place:
            ends = crushing if cells_under(placement, mover.size) & taken else plain
            ends[placement] = min(cost, ends.get(placement, cost))
    return plain, crushing


def reach(board: Board, pieces: Sequence[Piece], mover: Piece, switches: Switches = AS_PRINTED) -> dict[Placement, int]:
    """MECH-1.2.1, MECH-1.2.5f, MECH-D17: the ends of a basic move that does not end in a crush, with least costs."""
    return end_costs(board, pieces, mover, switches)[0]


def crush_entries(
    board: Board, pieces: Sequence[Piece], mover: Piece, switches: Switches = AS_PRINTED
) -> dict[Grid, int]:
    """MECH-1.2.6, MECH-D8, MECH-D9: the grids that a large mover can enter by crushing, with least costs."""
    crushing = end_costs(board, pieces, mover, switches)[1]
    return {grid_of_cell(placement): cost for placement, cost in crushing.items()}


def step_costs(
    board: Board,
    pieces: Sequence[Piece],
    mover: Piece,
    stands: dict[Stand, int],
    grid: Grid,
    switches: Switches,
) -> dict[Stand, int]:
    """The stands of a neighbouring grid after one step from any of some stands, with least costs."""
    after: dict[Stand, int] = {}
    for stand, cost in stands.items():
        if stand.stopped:
            continue
        total = cost + leaving_cost(board, pieces, mover, stand, switches)
        for onward in entered(board, pieces, mover, stand, grid, switches):
            after[onward] = min(total, after.get(onward, total))
    return after


def path_refusal(
    board: Board,
    pieces: Sequence[Piece],
    mover: Piece,
    grids: Sequence[Grid],
    end: Placement,
    switches: Switches = AS_PRINTED,
) -> Refusal | None:
    """MECH-1.2.1: the rule that a basic move breaks first, and the step that breaks it; None when it is legal."""
    assert mover.kind == GROUND
    start = starting(board, pieces, mover)
    here, stands = start.grid, {start: 0}
    for step, grid in enumerate(grids, start=1):
        if grid not in neighbours(board, here):
            return ("MECH-1.2.1a", step)
        if all(stand.stopped for stand in stands):
            return ("MECH-1.2.6c", step)
        crushed = next(iter(stands)).crushed  # of a large mover there is one stand, and no other crushes
        after = step_costs(board, pieces, mover, stands, grid, switches)
        last_end = end if step == len(grids) else None
        rule = entry_fault(without_fragile(board, crushed), pieces, mover, set(after), grid, last_end)
        if rule is not None:
            return (rule, step)
        stands = {stand: cost for stand, cost in after.items() if last_end is None or last_end in stand.place}
        if min(stands.values()) > mover.allowance:
            return ("MECH-1.2.1h", step)
        here = grid
    if grids:
        return None
    rule = entry_fault(board, pieces, mover, {start}, here, end)
    return None if rule is None else (rule, 0)


def entry_fault(
    board: Board, pieces: Sequence[Piece], mover: Piece, stands: set[Stand], grid: Grid, end: Placement | None
) -> str | None:
    """What keeps a mover from a grid, or from its last placement in it, when it can come to some stands there."""
    inside = placements_in(grid, mover.size)
    if any(grid in stand.crushed for stand in stands):
        return None if end is None or end in inside else "MECH-1.2.1e"
    taken = taken_cells(board, pieces, mover)
    room = {placement for placement in inside if not cells_under(placement, mover.size) & taken}
    if not room:
        return "MECH-1.2.1b" if cells_of_grid(grid) <= taken else "MECH-1.2.1e"
    if end in inside - room:
        return "MECH-1.2.1b"
    wanted = {end} if end in inside else inside
    if not any(wanted & stand.place for stand in stands):
        return "MECH-1.2.1c"
    return None if end is None or end in inside else "MECH-1.2.1e"


def canonical_path(
    board: Board, pieces: Sequence[Piece], mover: Piece, end: Placement, switches: Switches = AS_PRINTED
) -> list[Grid] | None:
    """MECH-D22: the grids of the cheapest path to an end, the first in the order of its steps; None out of reach."""
    plain, crushing = end_costs(board, pieces, mover, switches)
    if end not in plain and end not in crushing:
        return None
    best = plain[end] if end in plain else crushing[end]

    def finishes(stand: Stand, cost: int) -> bool:
        costs = least_costs(board, pieces, mover, stand, best - cost, switches)
        return any(end in onward.place for onward in costs)

    grids: list[Grid] = []
    start = starting(board, pieces, mover)
    here, stands = start.grid, {start: 0}
    while not any(end in stand.place for stand in stands):
        for grid in neighbours(board, here):
            after = step_costs(board, pieces, mover, stands, grid, switches)
            hopeful = {stand: cost for stand, cost in after.items() if cost <= best and finishes(stand, cost)}
            if hopeful:
                grids.append(grid)
                here, stands = grid, hopeful
                break
    return grids


# Flying and teleports


def within_range(board: Board, mover: Piece, distance: int) -> set[Placement]:
    """MECH-1.1.1: the placements in the grids up to a distance from the mover's own, each in one grid."""
    own = grid_of_cell((mover.x, mover.y))
    every = [(x, y) for x in range(board.wide) for y in range(board.high)]
    near = [grid for grid in every if squares.distance(own, grid) <= distance]
    return {placement for grid in near for placement in placements_in(grid, mover.size)}


def barred_cells(board: Board, pieces: Iterable[Piece], mover: Piece) -> set[Cell]:
    """MECH-1.2.2f, MECH-D18: the cells on which a flying movement or teleport may not end."""
    if mover.kind == HIGH_ALTITUDE:
        return unit_cells(piece for piece in others(pieces, mover) if piece.kind == HIGH_ALTITUDE)
    return taken_cells(board, pieces, mover)


def with_room(board: Board, pieces: Iterable[Piece], mover: Piece, candidates: Iterable[Placement]) -> set[Placement]:
    """MECH-1.2.2c: the placements on cells that are free for the mover."""
    barred = barred_cells(board, pieces, mover)
    return {placement for placement in candidates if not cells_under(placement, mover.size) & barred}


def landings(board: Board, pieces: Sequence[Piece], mover: Piece, switches: Switches = AS_PRINTED) -> set[Placement]:
    """MECH-1.2.2, MECH-D6: the ends of a flying movement; for a ground unit those of its jump."""
    if mover.kind == INSTALLATION or (mover.kind == GROUND and mover.jump == 0):
        return set()
    near = within_range(board, mover, mover.jump if mover.kind == GROUND else mover.allowance)
    ends = with_room(board, pieces, mover, near)
    if mover.kind == FLYING and switches.flying_landing == "grid":
        taken = taken_cells(board, pieces, mover)
        return {end for end in ends if not cells_of_grid(grid_of_cell(end)) & taken}
    return ends


def teleports(board: Board, pieces: Sequence[Piece], mover: Piece) -> set[Placement]:
    """MECH-1.2.3, MECH-D6."""
    if mover.kind == INSTALLATION or mover.teleport == 0:
        return set()
    return with_room(board, pieces, mover, within_range(board, mover, mover.teleport))


# Displacement


def displacements(
    board: Board,
    pieces: Sequence[Piece],
    crusher: Piece,
    previous: Grid,
    victim: Piece,
    undecided: Collection[str] = (),
) -> set[Placement] | Placement:
    """MECH-1.2.6d, MECH-D9: the placements that a victim may be given, or when there is none the one of its swap.

    ``undecided`` names the victims that have not been displaced yet, with those that are to swap. The fragile terrain
    and the installations of the entered grid may be given or left out: they count as destroyed.
    """
    assert victim.kind in (GROUND, FLYING)
    own = (victim.x, victim.y)
    grid = grid_of_cell(own)
    cleared = without_fragile(board, {grid})
    in_the_way = [
        piece
        for piece in others(pieces, victim)
        if piece.name != crusher.name
        and piece.name not in undecided
        and not (piece.kind == INSTALLATION and grid_of_cell((piece.x, piece.y)) == grid)
    ]
    found: set[Placement] = set()
    for target in neighbours(board, grid):
        if target == previous:
            continue
        candidates = placements_in(target, victim.size)
        if victim.kind == FLYING:
            found |= with_room(cleared, in_the_way, victim, candidates)
        else:
            found |= {end for end in candidates if slides(cleared, in_the_way, victim, own, end)}
    return found or swap_placement(victim, previous)


def swap_placement(victim: Piece, previous: Grid) -> Placement:
    """MECH-D9: the same cells in the crusher's previous grid."""
    return (previous[0] * GRID_CELLS + victim.x % GRID_CELLS, previous[1] * GRID_CELLS + victim.y % GRID_CELLS)
