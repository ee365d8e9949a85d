"""Rows about sight on squares: exact sight from base to base, and single lines beside what others make of them."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely
import tcod.los
import tcod.map

from enfilade import field_of_view, sight_table
from enfilade.components.record import Arena
from enfilade.core.board.footprint import Footprint
from enfilade.core.engine.arena import Ints
from enfilade.core.engine.arena import row as row_of
from enfilade.core.engine.kernel import entry
from enfilade.core.engine.warm import prepare
from enfilade.core.relations.sight.many import (
    CENTRES,
    EXACT,
    Block,
    base_of,
    open_survey,
    survey_cells,
    survey_pairs,
)
from enfilade.core.relations.sight.remembered import remembered_sight, sight_key
from enfilade.core.state.memory import MEMORIES
from enfilade.core.state.recall import place_of
from enfilade.core.state.world import open_world

from .kernels import interpreted
from .registry import Bar, Figure, Peer, row
from .scenes import battle_at, words
from .timing import Contender, Effort, Watch, interleaved

SIDE = 36
BASES = 40
SIZES = (1, 1, 2, 3)
BLOCKED = 15
"""Of a hundred cells."""
BOARDS = 20
PAIRS = BASES * (BASES - 1) // 2
KEPT = 10
"""Bases whose pairs are remembered."""
SUPERCOVER = "numba.njit: every cell that the line between the centres touches, looked up in bytes"
BRESENHAM = "tcod.los.bresenham between the middle cells, its cells looked up with numpy"
SHAPELY = "shapely: do the lines between the centres meet the prepared union of the walls, all in one call"


class Scene(NamedTuple):
    """A board and bases on it, shapes (height, width) and (bases, 3)."""

    heights: npt.NDArray[np.int64]
    bases: npt.NDArray[np.int64]

    @property
    def block(self) -> Block:
        """The same as kernels read it."""
        return Block(self.heights >= 3, self.bases)


@functools.cache
def scenes(count: int) -> tuple[Scene, ...]:
    """So many boards, the same each time."""
    return tuple(drawn_scene(board) for board in range(count))


def drawn_scene(board: int) -> Scene:
    """Walls at random, and bases apart, sizes in turn, no wall under them."""
    drawn = words(11, board)
    heights = np.array([[3 * (next(drawn) % 100 < BLOCKED) for _ in range(SIDE)] for _ in range(SIDE)])
    taken = np.zeros_like(heights)
    bases: list[tuple[int, int, int]] = []
    while len(bases) < BASES:
        size = SIZES[len(bases) % len(SIZES)]
        x, y = (next(drawn) % (SIDE - size + 1) for _ in range(2))
        under = slice(y, y + size), slice(x, x + size)
        if not taken[under].any():
            taken[under] = 1
            heights[under] = 0
            bases.append((x, y, size))
    return Scene(heights, np.array(bases))


def over_boards(boards: int, count_seen: Callable[[int], int]) -> Contender:
    """A contender that looks at all pairs of each board, and tells what it came to on the first."""

    def run(watch: Watch) -> str:
        with watch:
            seen = [count_seen(board) for board in range(boards)]
        watch.done = boards * PAIRS
        return f"{seen[0]} of {PAIRS} pairs"

    return run


def surveying(boards: int, lines: int) -> Contender:
    """Sight of all pairs in the compiled loop."""
    prepare((survey_pairs,))
    blocks = [scene.block for scene in scenes(boards)]
    seen = np.zeros((BASES, BASES), np.uint8)
    return over_boards(boards, lambda board: survey_pairs(blocks[board].data, blocks[board].numbers, seen, lines))


@row(
    "square-sight",
    f"exact sight from base to base by any line: all pairs of {BASES} bases (sizes 1, 1, 2, 3) on {SIDE} x {SIDE} "
    f"cells, {BLOCKED} % blocked, nothing remembered",
    "us",
    answer="294 of 780 pairs",
    bar=Bar(1.0),
)
def square_sight_row(effort: Effort) -> Figure:
    boards = effort.pick(1, BOARDS)
    ours, *others = interleaved(
        effort.pick(1, 21), surveying(boards, EXACT), supercover(boards), bresenham(boards), by_shapely(boards)
    )
    assert others[0].answer == others[2].answer, f"lines between centres: {others[0].answer}, {others[2].answer}"
    names = (f"{SUPERCOVER} (one line)", f"{BRESENHAM} (one line)", f"{SHAPELY} (one line)")
    peers = tuple(Peer(name, other.each) for name, other in zip(names, others, strict=True))
    return Figure(ours.each, ours.answer, peers)


@row(
    "square-sight-table",
    "the same by enfilade.sight_table: input checked, board laid out as bits, answers as an array",
    "us",
    answer="294 of 780 pairs",
)
def square_sight_table_row(effort: Effort) -> Figure:
    boards = effort.pick(1, BOARDS)

    def seen(board: int) -> int:
        return int(sight_table(*scenes(boards)[board]).sum() - BASES) // 2

    (ours,) = interleaved(effort.pick(1, 21), over_boards(boards, seen))
    return Figure(ours.each, ours.answer)


@row(
    "square-centres",
    "sight along the one line between the centres, the same pairs, time as a part of a plain supercover's",
    "of it",
    answer="115 of 780 pairs",
    bar=Bar(1.5),
)
def square_centres_row(effort: Effort) -> Figure:
    boards = effort.pick(1, BOARDS)
    ours, plain = interleaved(effort.pick(1, 41), surveying(boards, CENTRES), supercover(boards))
    assert ours.answer == plain.answer, f"the supercover came to {plain.answer}, the kernel to {ours.answer}"
    return Figure(
        ours.each / plain.each,
        ours.answer,
        (Peer(SUPERCOVER, 1.0),),
        f"{ours.each * 1000:.1f} ns a pair, the supercover {plain.each * 1000:.1f}",
    )


@row(
    "square-sight-remembered",
    f"exact sight of {KEPT * (KEPT - 1) // 2} pairs that is remembered, asked within a kernel",
    "ns",
    answer="15 of 45 pairs",
    bar=Bar(30),
)
def remembered_row(effort: Effort) -> Figure:
    prepare((remembered_pairs,))
    scene = scenes(1)[0]
    block = Scene(scene.heights, scene.bases[:KEPT]).block
    pairs = list(itertools.combinations([Footprint(*map(int, base)) for base in scene.bases[:KEPT]], 2))
    places = {place_of(sight_key(*pair), MARK, MEMORIES) for pair in pairs}
    assert len(places) == len(pairs), "two answers push one another out"
    game = battle_at(8).game.places
    times = effort.pick(2, 2_000)

    def asking(watch: Watch) -> str:
        with watch:
            seen = remembered_pairs(*game, block.data, block.numbers, times)
        watch.done = times * len(pairs)
        return f"{seen // times} of {len(pairs)} pairs"

    (ours,) = interleaved(effort.pick(1, 21), asking)
    return Figure(ours.each * 1000, ours.answer)


@row(
    "square-view",
    f"enfilade.field_of_view of a base of one cell on the board of {SIDE} x {SIDE}: every cell it sees, exactly",
    "us",
    answer="257 cells",
)
def square_view_row(effort: Effort) -> Figure:
    prepare((survey_cells,))
    heights, bases = scenes(1)[0]
    x, y, size = (int(number) for number in bases[0])
    clear = heights < 3
    calls = effort.pick(1, 20)

    def viewing(view: Callable[[], npt.NDArray[np.bool_]]) -> Contender:
        def run(watch: Watch) -> str:
            with watch:
                for _ in range(calls):
                    seen = view()
            watch.done = calls
            return f"{int(seen.sum())} cells"

        return run

    ours, shadows = interleaved(
        effort.pick(1, 41),
        viewing(lambda: field_of_view(heights, (x, y, size))),
        viewing(
            lambda: np.asarray(tcod.map.compute_fov(clear, (y, x), algorithm=tcod.constants.FOV_SYMMETRIC_SHADOWCAST))
        ),
    )
    peer = Peer("tcod.map.compute_fov, symmetric shadowcasting from the middle of a cell, walls included", shadows.each)
    return Figure(ours.each, ours.answer, (peer,), f"tcod {shadows.answer}")


MARK = 1
"""The walls' own number."""


@entry
def remembered_pairs(
    arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, data: Arena, numbers: Ints, times: int
) -> int:
    """Ask for all pairs of a block, so many times; how often they see each other."""
    world = open_world(arenas, derived, desks, game, desk)
    survey = open_survey(row_of(data, 0), numbers)
    found = 0
    for _ in range(times):
        for first in range(len(survey.bases)):
            a = base_of(survey, first)
            for second in range(first):
                found += remembered_sight(world, survey.walls, MARK, a, base_of(survey, second), survey.corners)
    return found


def clear_line(cells: Any, start_u: int, start_v: int, end_u: int, end_v: int, transposed: bool) -> bool:
    """Whether a line touches no wall: ends in half cells, u the longer way and growing."""
    run, rise = end_u - start_u, abs(end_v - start_v)
    falls = end_v < start_v
    height = (-start_v if falls else start_v) * run
    cell = height // (2 * run)
    rest = height - 2 * cell * run
    u = start_u
    while u < end_u:
        low = cell if rest > 0 else cell - 1
        after = min(u + 2 - u % 2, end_u)
        rest += rise * (after - u)
        while rest >= 2 * run:
            rest -= 2 * run
            cell += 1
        for v in range(low, cell + 1):
            across = -1 - v if falls else v
            if cells[u // 2, across] if transposed else cells[across, u // 2]:
                return False
        u = after
    return True


def all_lines(cells: Any, bases: Any, clear: Any) -> int:
    """How many of all pairs have a clear line between their centres."""
    seen = 0
    for first in range(len(bases)):
        x, y = 2 * bases[first, 0] + bases[first, 2], 2 * bases[first, 1] + bases[first, 2]
        for second in range(first):
            to_x, to_y = 2 * bases[second, 0] + bases[second, 2], 2 * bases[second, 1] + bases[second, 2]
            if abs(to_x - x) >= abs(to_y - y):
                ends = (x, y, to_x, to_y) if x < to_x else (to_x, to_y, x, y)
                seen += clear(cells, *ends, False)
            else:
                ends = (y, x, to_y, to_x) if y < to_y else (to_y, to_x, y, x)
                seen += clear(cells, *ends, True)
    return seen


@functools.cache
def line_kernels() -> tuple[Any, Any]:
    """``all_lines`` and ``clear_line``, compiled unless rules run interpreted."""
    if interpreted():
        return all_lines, clear_line
    import numba

    return numba.njit(all_lines), numba.njit(clear_line)


def supercover(boards: int) -> Contender:
    """A plain supercover with numba alone."""
    count, clear = line_kernels()
    walls = [(scene.heights >= 3).astype(np.uint8) for scene in scenes(boards)]
    return over_boards(boards, lambda board: int(count(walls[board], scenes(boards)[board].bases, clear)))


def bresenham(boards: int) -> Contender:
    """One line of cells a pair with tcod."""
    walls = [scene.heights >= 3 for scene in scenes(boards)]
    middles = [[(y + size // 2, x + size // 2) for x, y, size in scene.bases.tolist()] for scene in scenes(boards)]

    def seen(board: int) -> int:
        wall = walls[board]
        return sum(
            not wall[tuple(tcod.los.bresenham(start, end).T)].any()
            for start, end in itertools.combinations(middles[board], 2)
        )

    return over_boards(boards, seen)


def by_shapely(boards: int) -> Contender:
    """One line a pair with shapely."""
    unions, lines = [], []
    for heights, bases in scenes(boards):
        y, x = np.nonzero(heights >= 3)
        unions.append(shapely.union_all(shapely.box(x, y, x + 1, y + 1)))
        shapely.prepare(unions[-1])
        first, second = np.triu_indices(len(bases), 1)
        centres = bases[:, :2] + bases[:, 2:] / 2
        lines.append(shapely.linestrings(np.stack([centres[first], centres[second]], axis=1)))
    return over_boards(boards, lambda board: int((~shapely.intersects(unions[board], lines[board])).sum()))
