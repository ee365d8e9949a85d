"""Rows about open ground: bases moved past bases and walls, and sectors, beside shapely."""

from __future__ import annotations

import functools
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import shapely

from enfilade.components.record import Arena, Record, Table, i16
from enfilade.core.engine.arena import row as row_of
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import entry, kernel
from enfilade.core.engine.warm import prepare
from enfilade.core.relations.open_ground.bases import Base, Footprint, base_of
from enfilade.core.relations.open_ground.obstacles import WALL, Corner, Ground, Obstacle
from enfilade.core.relations.open_ground.outlines import Outline, ground_records
from enfilade.core.relations.open_ground.sectors import FRONT, NARROW_FRONT, REAR, REST_IS_REAR, sector
from enfilade.core.relations.open_ground.sweep import Leg, meets_base, meets_obstacle

from .registry import Figure, Peer, row
from .scenes import words
from .timing import Contender, Effort, Watch, interleaved

LOW = 400
WIDE, NARROW = 3_000, 500
"""How far the ground that is used reaches: little is near, or nearly all."""
DIAMETERS = (93, 100, 140, 240)
MOVES, REACH, OTHERS, WALLS, CORNERS = 40, 400, 64, 36, 4
POINTS = 600
OTHERS_FROM, WALLS_FROM, CORNERS_FROM, MOVES_FROM, SCENE_BYTES = 0, 1_000, 2_000, 3_000, 4_000
FACING = (3, -4)
FAR = 100_000
"""How far the wedges of shapely reach."""


class Move(Record):
    """A round base and where it moves."""

    x: i16
    y: i16
    to_x: i16
    to_y: i16
    diameter: i16


class Scene(NamedTuple):
    """Bases, walls and moves, as rows of numbers."""

    others: npt.NDArray[np.int64]  # (OTHERS, 5), the fields of Footprint
    walls: list[list[tuple[int, int]]]  # corners of each
    moves: npt.NDArray[np.int64]  # (MOVES, 5), the fields of Move


FOOTPRINT, OBSTACLE, CORNER, MOVE = Footprint.dtype, Obstacle.dtype, Corner.dtype, Move.dtype


@kernel
def met_by(ground: Ground, others: Table[Footprint], move: Move) -> int:
    """How many bases and walls a move meets; each is tested."""
    leg = Leg(Base(move.x, move.y, 0, 0, move.diameter), move.to_x - move.x, move.to_y - move.y)
    met = 0
    for number in range(OTHERS):
        met += int(meets_base(leg, base_of(others[number])))
    for number in range(WALLS):
        met += int(meets_obstacle(ground, ground.obstacles[number], leg))
    return met


@entry
def met_by_all(arenas: Arena, game: int) -> int:
    """How many pairs there are of a move and something that it meets."""
    data = row_of(arenas, game)
    others = table(data, OTHERS_FROM, OTHERS, FOOTPRINT)
    ground = Ground(table(data, WALLS_FROM, WALLS, OBSTACLE), table(data, CORNERS_FROM, WALLS * CORNERS, CORNER))
    moves = table(data, MOVES_FROM, MOVES, MOVE)
    met = 0
    for number in range(MOVES):
        met += met_by(ground, others, moves[number])
    return met


@entry
def in_sectors(arenas: Arena, game: int) -> int:
    """How many places, given as corners, lie in front, and how many in the rear, times 10,000."""
    places = table(row_of(arenas, game), 0, POINTS, CORNER)
    ahead = behind = 0
    for number in range(POINTS):
        found = sector(FACING[0], FACING[1], places[number].x, places[number].y, NARROW_FRONT, REST_IS_REAR)
        ahead += int(found == FRONT)
        behind += int(found == REAR)
    return behind * 10_000 + ahead


@functools.cache
def scene(width: int) -> Scene:
    """A scene at random, the same each time; every fourth base is long."""
    drawn = words(11, 200)
    high = LOW + width

    def between(low: int, high: int) -> int:
        return low + next(drawn) % (high - low)

    others, walls, moves = [], [], []
    for number in range(OTHERS):
        half = (between(-90, 90), between(-90, 90)) if number % 4 == 0 else (0, 0)
        others.append((between(LOW, high), between(LOW, high), *half, DIAMETERS[next(drawn) % 4]))
    for _ in range(WALLS):
        x, y = between(LOW, high), between(LOW, high)
        west, north, east, south = (between(20, 150) for _ in range(4))
        walls.append([(x - west, y), (x, y - north), (x + east, y), (x, y + south)])
    for _ in range(MOVES):
        x, y = between(LOW, high), between(LOW, high)
        to_x, to_y = x + between(-REACH, REACH + 1), y + between(-REACH, REACH + 1)
        moves.append((x, y, to_x, to_y, DIAMETERS[next(drawn) % 4]))
    return Scene(np.array(others), walls, np.array(moves))


def arena_of(*parts: tuple[int, Any, np.dtype[Any]]) -> Arena:
    """A row with records from given bytes on."""
    arena = np.zeros((1, SCENE_BYTES), np.uint8)
    for start, fields, dtype in parts:
        packed = np.array([tuple(each) for each in fields], dtype).tobytes()
        arena[0, start : start + len(packed)] = np.frombuffer(packed, np.uint8)
    return arena


@row(
    "ground-sweep",
    "tests of a base moved along a leg against a base or wall, exact, on ground 30 steps across",
    "tests/s",
    answer="80 met",
    rate=True,
)
def sweep_wide(effort: Effort) -> Figure:
    return sweep_figure(effort, WIDE)


@row(
    "ground-sweep-near",
    "the same on ground 5 steps across, where most are near the leg",
    "tests/s",
    answer="1509 met",
    rate=True,
)
def sweep_narrow(effort: Effort) -> Figure:
    return sweep_figure(effort, NARROW)


def sweep_figure(effort: Effort, width: int) -> Figure:
    """All moves of a scene against all bases and walls."""
    passes = effort.pick(1, 20)
    drawn = scene(width)
    records, corners = ground_records(Outline(wall, WALL) for wall in drawn.walls)
    arena = arena_of(
        (OTHERS_FROM, drawn.others, FOOTPRINT),
        (WALLS_FROM, records, OBSTACLE),
        (CORNERS_FROM, corners, CORNER),
        (MOVES_FROM, drawn.moves, MOVE),
    )
    prepare((met_by_all,))

    def exact(watch: Watch) -> str:
        with watch:
            for _ in range(passes):
                met = met_by_all(arena, 0)
        watch.done = passes * MOVES * (OTHERS + WALLS)
        return f"{met} met"

    ours, peer = interleaved(effort.pick(3, 21), exact, shapely_sweep(drawn))
    assert ours.answer == peer.answer, f"{ours.answer}, by shapely {peer.answer}"
    return Figure(ours.rate, ours.answer, (Peer("shapely.dwithin, all things of a leg in one call", peer.rate),))


def shapely_sweep(drawn: Scene) -> Contender:
    """The same tests by shapely, in floats."""
    x, y, half_x, half_y, diameters = drawn.others.T
    ends = np.stack([np.stack([x - half_x, y - half_y], -1), np.stack([x + half_x, y + half_y], -1)], 1)
    things = np.array([*shapely.linestrings(ends), *(shapely.Polygon(wall) for wall in drawn.walls)])
    radii = np.concatenate([diameters, np.zeros(WALLS)]) / 2
    legs = shapely.linestrings(drawn.moves[:, :4].reshape(-1, 2, 2))

    def run(watch: Watch) -> str:
        with watch:
            met = sum(
                int(shapely.dwithin(leg, things, radii + diameter / 2).sum())
                for leg, diameter in zip(legs, drawn.moves[:, 4], strict=True)
            )
        watch.done = MOVES * len(things)
        return f"{met} met"

    return run


@row(
    "ground-sector",
    "tests in which sector of 120, 60 and 120 degrees a place lies, exact",
    "tests/s",
    answer="161 in front, 206 in the rear",
    rate=True,
)
def ground_sector(effort: Effort) -> Figure:
    passes = effort.pick(1, 200)
    drawn = words(12, 201)
    offsets = [(next(drawn) % 6_001 - 3_000, next(drawn) % 6_001 - 3_000) for _ in range(POINTS)]
    arena = arena_of((0, offsets, CORNER))
    prepare((in_sectors,))

    def exact(watch: Watch) -> str:
        with watch:
            for _ in range(passes):
                found = in_sectors(arena, 0)
        watch.done = passes * POINTS
        return f"{found % 10_000} in front, {found // 10_000} in the rear"

    ours, peer = interleaved(effort.pick(3, 21), exact, shapely_sectors(offsets))
    assert ours.answer == peer.answer, f"{ours.answer}, by shapely {peer.answer}"
    return Figure(
        ours.rate, ours.answer, (Peer("shapely.contains_xy of two wedges, all places in one call", peer.rate),)
    )


def shapely_sectors(offsets: list[tuple[int, int]]) -> Contender:
    """The same tests by shapely, in floats."""
    middle = math.atan2(FACING[1], FACING[0])
    front, rear = (wedge(middle), wedge(middle + math.pi))
    xs, ys = np.array(offsets, float).T

    def run(watch: Watch) -> str:
        with watch:
            ahead, behind = (int(shapely.contains_xy(sides, xs, ys).sum()) for sides in (front, rear))
        watch.done = len(offsets)
        return f"{ahead} in front, {behind} in the rear"

    return run


def wedge(middle: float) -> shapely.Polygon:
    """A triangle 60 degrees to either side of a direction."""
    tips = [(FAR * math.cos(middle + side), FAR * math.sin(middle + side)) for side in (-math.pi / 3, math.pi / 3)]
    polygon = shapely.Polygon([(0, 0), *tips])
    shapely.prepare(polygon)
    return polygon
