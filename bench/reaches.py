"""Rows about where units can slide to on large grids, beside plain searches over boards of whole grids."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt
import tcod.path

from enfilade.battle import Battle
from enfilade.core.engine.warm import prepare

from .kernels import interpreted
from .registry import Bar, Figure, Peer, row
from .scenes import foundry, halls, opened
from .searches import grids_searched
from .timing import Contender, Effort, Timing, Watch, interleaved

OPENING = 24
"""Orders before the units of the foundry are looked at, so that some are near enemies."""
WIDE, UNITS = 100, 4
ALLOWANCE = 24
"""The most that a unit can have."""
PLAIN = "numba.njit: Dijkstra's search with a heap over whole grids, four neighbours, as far"
TCOD = "tcod.path.dijkstra2d over the whole board, four neighbours"
TCOD_TIME = (
    "a grid is searched with all nine cells of it, their terrain and units, where the library knows whole grids that "
    "are free or not; next would be to pass whole rows of grids in which nothing stands"
)
FOUND = "3805 grids in reach of 4 units"

Costs = npt.NDArray[np.int32]


def small_units(battle: Battle) -> int:
    """The ground units of one cell that are in play, one bit each."""
    chassis = battle.game.store.table("chassis")
    return sum(
        1 << slot
        for slot, unit in enumerate(battle.game.store.table("units"))
        if unit.status.alive and unit.base.size == 1 and chassis[slot].kind == 0
    )


def searching(battle: Battle, units: int, allowance: int, times: int) -> Contender:
    """A contender that searches for these units so many times; its answer is the placements found at each time."""
    prepare((grids_searched,))
    places = battle.game.places

    def run(watch: Watch) -> str:
        with watch:
            found = grids_searched(*places, units, allowance, times)
        watch.done = times * units.bit_count()
        return str(found // times)

    return run


@row(
    "mech-reach",
    "where a unit of one cell can slide to with 6 movement: 12 x 12 large grids, every cell, exact continuity and "
    f"locks, nothing remembered; the scouts of the foundry after {OPENING} random orders",
    "us",
    answer="1633 placements in reach of 4 units",
    bar=Bar(3.0),
)
def reach(effort: Effort) -> Figure:
    battle = opened(foundry(), OPENING)
    units = small_units(battle)
    (ours,) = interleaved(effort.pick(1, 41), searching(battle, units, 6, effort.pick(1, 500)))
    return Figure(ours.each, f"{ours.answer} placements in reach of {units.bit_count()} units")


@functools.cache
def large_timings(effort: Effort) -> list[Timing]:
    """Searches on a board of 100 x 100 large grids, ours, a plain one and tcod's; microseconds a grid in reach."""
    battle = Battle(halls(WIDE), seed=1)
    open_grids = np.array([list(line[::3]) for line in battle.scenario.map_rows()[::3]]) == "."
    units = list(battle.game.store.table("units"))
    starts = [(unit.position.y // 3, unit.position.x // 3) for unit in units[:UNITS]]
    times = effort.pick(1, 20)
    return interleaved(
        effort.pick(1, 41),
        over_grids(searching(battle, (1 << UNITS) - 1, ALLOWANCE, times), times),
        plainly(open_grids, starts, times),
        by_tcod(open_grids, starts, times),
    )


def over_grids(searched: Contender, times: int) -> Contender:
    """A contender of which each grid in reach counts, nine placements in each, at each of so many times."""

    def run(watch: Watch) -> str:
        found = int(searched(watch)) // 9
        watch.done = times * found
        return f"{found} grids in reach of {UNITS} units"

    return run


@row(
    "mech-reach-large",
    f"the same with {ALLOWANCE} movement on {WIDE} x {WIDE} large grids, one in 7 of them walls: time for each grid "
    "that is in reach",
    "ns",
    answer=FOUND,
    bar=Bar(0.5, at_least=True, of_peers=True),
)
def reach_large(effort: Effort) -> Figure:
    ours, plain, _ = large_timings(effort)
    assert ours.answer == plain.answer, f"the plain search came to {plain.answer}, the kernel to {ours.answer}"
    return Figure(ours.each * 1e3, ours.answer, (Peer(PLAIN, plain.each * 1e3),))


@row(
    "mech-reach-tcod",
    "the same searches beside those of a library for games",
    "ns",
    answer=FOUND,
    bar=Bar(5, at_least=True, of_peers=True),
    missed=TCOD_TIME,
)
def reach_tcod(effort: Effort) -> Figure:
    ours, _, tcod_search = large_timings(effort)
    return Figure(ours.each * 1e3, ours.answer, (Peer(TCOD, tcod_search.each * 1e3),), tcod_search.answer)


def dijkstra(open_grids: Any, start: int, limit: int, costs: Any, heap: Any) -> int:
    """How many grids are at most so many steps away: a search with a binary heap of costs and places."""
    high, wide = open_grids.shape
    costs[:] = limit + 1
    costs[start] = 0
    heap[0] = start
    size, found = 1, 0
    while size > 0:
        top = heap[0]
        size -= 1
        last = heap[size]
        at = 0
        while 2 * at + 1 < size:
            child = 2 * at + 1
            if child + 1 < size and heap[child + 1] < heap[child]:
                child += 1
            if last <= heap[child]:
                break
            heap[at] = heap[child]
            at = child
        heap[at] = last
        cost, place = top >> 32, top & 0xFFFFFFFF
        if cost > costs[place]:
            continue
        found += 1
        y, x = place // wide, place % wide
        for step_x, step_y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            to_x, to_y = x + step_x, y + step_y
            if 0 <= to_x < wide and 0 <= to_y < high and open_grids[to_y, to_x]:
                to = to_y * wide + to_x
                if cost + 1 < costs[to]:
                    costs[to] = cost + 1
                    at = size
                    size += 1
                    entry = ((cost + 1) << 32) | to
                    while at > 0 and heap[(at - 1) // 2] > entry:
                        heap[at] = heap[(at - 1) // 2]
                        at = (at - 1) // 2
                    heap[at] = entry
    return found


@functools.cache
def plain_kernel() -> Any:
    """The plain search, compiled unless rules run interpreted."""
    if interpreted():
        return dijkstra
    import numba

    return numba.njit(dijkstra)


def plainly(open_grids: npt.NDArray[np.bool_], starts: list[tuple[int, int]], times: int) -> Contender:
    """The same searches with numba alone."""
    search = plain_kernel()
    costs = np.zeros(open_grids.size, np.int64)
    heap = np.zeros(4 * open_grids.size, np.int64)

    def run(watch: Watch) -> str:
        with watch:
            for _ in range(times):
                found = sum(search(open_grids, y * WIDE + x, ALLOWANCE, costs, heap) for y, x in starts)
        watch.done = times * found
        return f"{found} grids in reach of {len(starts)} units"

    return run


def by_tcod(open_grids: npt.NDArray[np.bool_], starts: list[tuple[int, int]], times: int) -> Contender:
    """Searches from the same places with tcod, which go on to the edges of the board."""
    cost = open_grids.astype(np.int32)
    edges = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]

    def run(watch: Watch) -> str:
        reached = 0
        for start in times * starts:
            distance: Costs = tcod.path.maxarray(open_grids.shape, dtype=np.int32)
            distance[start] = 0
            with watch:
                tcod.path.dijkstra2d(distance, cost, edge_map=edges, out=distance)
            reached += int((distance < np.iinfo(np.int32).max).sum())
        watch.done = reached
        return f"tcod comes to {reached // times} grids"

    return run
