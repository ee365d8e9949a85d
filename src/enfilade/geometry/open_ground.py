"""Bases, walls and ditches on open ground. All lengths are whole numbers of 1/100 step, x east, y south."""

from __future__ import annotations

import enum
import operator
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from enfilade.components.record import Record, Table
from enfilade.core.orders.reasons import ENGINE_REASON, GROUND_BLOCKED, GROUND_CLEAR
from enfilade.core.orders.said import Point as ExactPoint
from enfilade.core.orders.said import Sight
from enfilade.core.relations.open_ground import around, bases, distance, obstacles, outlines, sectors, sweep

Point = tuple[int, int]
R = TypeVar("R", bound=Record)

SIZES = {"small": bases.SMALL, "medium": bases.MEDIUM, "large": bases.LARGE, "huge": bases.HUGE}
"""SKIR-D1: diameters of round bases by size."""
KINDS = {"wall": obstacles.WALL, "ditch": obstacles.DITCH}
MEASURES = {"edges": bases.EDGES, "centres": bases.CENTRES}
FRONTS = (sectors.NARROW_FRONT, sectors.WIDE_FRONT, sectors.ALL_ROUND_FRONT)
RESTS = {"rear": sectors.REST_IS_REAR, "sides": sectors.REST_IS_SIDES}


class BadPlace(ValueError):
    """What was given as a place on open ground is none."""

    def __init__(self, place: object) -> None:
        super().__init__(f"place {place!r}, expected (x, y), whole numbers from 0 to {bases.COORDINATE_MAX}")


class BadBase(ValueError):
    """What was given as a base is none."""


class BadPath(ValueError):
    """What was given as a path has too many places."""


class BadObstacle(ValueError):
    """What was given as an obstacle is none."""


class BadFacing(ValueError):
    """What was given as a facing, an offset or a front is none."""


class Sector(enum.Enum):
    """SKIR-3.1: where something lies, as a creature sees it."""

    FRONT = "front"
    LEFT = "left"
    RIGHT = "right"
    REAR = "rear"


SECTORS = {
    sectors.FRONT: Sector.FRONT,
    sectors.LEFT: Sector.LEFT,
    sectors.RIGHT: Sector.RIGHT,
    sectors.REAR: Sector.REAR,
}


class Base(msgspec.Struct, frozen=True, tag="base", omit_defaults=True, repr_omit_defaults=True):
    """SKIR-1.1, SKIR-1.2, SKIR-1.3, SKIR-D1: a base where it stands, round or long.

    A long base is all that lies within half its diameter of the core between its two ends. The ends lie ``half_x`` east
    and ``half_y`` south of the centre, and as far on the other side.

    Attributes:
        x: of the centre, 0 to 32,767.
        y: of the centre.
        diameter: 1 to 16,383.
        half_x: half the core of a long base, 0 for a round one; either sign.
        half_y: the same.

    Raises:
        BadBase: a field is no whole number in its range, or an end lies off the ground.

    >>> Base(500, 300).diameter
    100
    """

    x: int
    y: int
    diameter: int = bases.MEDIUM
    half_x: int = 0
    half_y: int = 0

    def __post_init__(self) -> None:
        for name, number in msgspec.structs.asdict(self).items():
            if not _is_whole(number):
                raise BadBase(f"{name} {number!r} of a base, expected a whole number")
            msgspec.structs.force_setattr(self, name, operator.index(number))
        if not 1 <= self.diameter <= bases.DIAMETER_MAX:
            raise BadBase(f"diameter {self.diameter!r} of a base, expected 1 to {bases.DIAMETER_MAX}")
        for centre, half in ((self.x, self.half_x), (self.y, self.half_y)):
            if not 0 <= centre - abs(half) <= centre + abs(half) <= bases.COORDINATE_MAX:
                raise BadBase(f"{self!r}, expected its ends from 0 to {bases.COORDINATE_MAX} on each axis")

    @classmethod
    def sized(cls, size: str, x: int, y: int) -> Base:
        """SKIR-1.2, SKIR-1.5, SKIR-D1: a round base of a named size.

        Args:
            size: small, medium, large or huge.
            x: of the centre.
            y: of the centre.

        Raises:
            BadBase: there is no such size, or the place is none.

        >>> Base.sized("large", 500, 300)
        Base(x=500, y=300, diameter=140)
        """
        if size not in [*SIZES]:
            raise BadBase(f"size {size!r}, expected one of {', '.join(SIZES)}")
        return cls(x, y, SIZES[size])

    @classmethod
    def between(cls, end: Point, other: Point, diameter: int) -> Base:
        """SKIR-1.3, SKIR-D1: a long base by the ends of its core, which faces from the other end to the first.

        Args:
            end: (x, y).
            other: (x, y), an even number away on each axis, so that the centre is a place.
            diameter: 1 to 16,383.

        Raises:
            BadPlace: an end is no place.
            BadBase: the centre is no place, or the diameter none.

        >>> Base.between((560, 300), (440, 300), 80)
        Base(x=500, y=300, diameter=80, half_x=60)
        """
        (x, y), (to_x, to_y) = _place(other), _place(end)
        if (to_x - x) % 2 or (to_y - y) % 2:
            raise BadBase(f"ends {end!r} and {other!r}, expected an even number between them on each axis")
        return cls((x + to_x) // 2, (y + to_y) // 2, diameter, (to_x - x) // 2, (to_y - y) // 2)


class Obstacle(msgspec.Struct, frozen=True, tag="obstacle", omit_defaults=True, repr_omit_defaults=True):
    """SKIR-2.5, SKIR-D16: a convex wall, or a ditch.

    A wall stands in the way of lines and of moving bases, a ditch of bases alone. Lines and bases may touch either.

    Attributes:
        corners: three or more, in order round the outline, either way round; each turns the same way.
        kind: ``wall`` or ``ditch``.
        height: of a wall, 0 to 32,767.
        width: of a ditch, 0 to 32,767.

    Raises:
        BadPlace: a corner is no place.
        BadObstacle: the outline is not convex, crosses itself, or has corners in one line; or another field is wrong.

    >>> Obstacle(((0, 0), (200, 0), (0, 300)), height=150).kind
    'wall'
    """

    corners: tuple[Point, ...]
    kind: str = "wall"
    height: int = 0
    width: int = 0

    def __post_init__(self) -> None:
        if self.kind not in [*KINDS]:
            raise BadObstacle(f"kind {self.kind!r} of an obstacle, expected one of {', '.join(KINDS)}")
        for name, size in (("height", self.height), ("width", self.width)):
            if not _is_whole(size) or not 0 <= size <= bases.COORDINATE_MAX:
                expected = f"a whole number from 0 to {bases.COORDINATE_MAX}"
                raise BadObstacle(f"{name} {size!r} of an obstacle, expected {expected}")
            msgspec.structs.force_setattr(self, name, operator.index(size))
        if not isinstance(self.corners, Iterable):
            raise BadObstacle(f"corners {self.corners!r}, expected three places or more")
        corners = tuple(_place(corner) for corner in self.corners)
        msgspec.structs.force_setattr(self, "corners", corners)
        if not outlines.is_convex(corners):
            expected = "three or more in order round a convex outline, no three in one line"
            raise BadObstacle(f"corners {self.corners!r}, expected {expected}")


class Contact(msgspec.Struct, frozen=True, tag="contact"):
    """SKIR-D8: where a move is not clear.

    Of several things on one leg the one given first is named, which need not be the one that is met first.

    Attributes:
        leg: the first leg on which something is in the way, from 0.
        base: index of a base that is overlapped there, or None.
        obstacle: index of an obstacle that is overlapped there, or None.
    """

    leg: int
    base: int | None
    obstacle: int | None


class _Board(NamedTuple):
    """Obstacles as kernels see them, and a place for them to note ways."""

    ground: obstacles.Ground
    reached: Table[around.Reached]


def sector(facing: Point, offset: Point, front: int = 120, *, wide_front_rest: str = "rear") -> Sector:
    """SKIR-3.1, SKIR-D3: the sector of a creature in which something lies.

    Args:
        facing: (east, south), the way it looks, whole numbers to 32,767 either way, not both 0.
        offset: (east, south), from its centre to the centre of the other. What lies at no distance is in front.
        front: degrees: 120, 240 or 360.
        wide_front_rest: what the 120 degrees behind a front of 240 are: ``rear``, or ``sides``, straight behind then
            being right.

    Raises:
        BadFacing: one of these is none.

    >>> sector((0, -1), (300, -100)), sector((0, -1), (-300, 100)), sector((0, -1), (100, 300))
    (<Sector.RIGHT: 'right'>, <Sector.LEFT: 'left'>, <Sector.REAR: 'rear'>)
    """
    if not _is_whole(front) or front not in FRONTS:
        raise BadFacing(f"front {front!r}, expected one of {', '.join(map(str, FRONTS))} degrees")
    if wide_front_rest not in [*RESTS]:
        raise BadFacing(f"wide_front_rest {wide_front_rest!r}, expected one of {', '.join(RESTS)}")
    facing_x, facing_y = _vector("facing", facing)
    if facing_x == 0 == facing_y:
        raise BadFacing(f"facing {facing!r}, expected a way to look, not both 0")
    return SECTORS[sectors.sector(facing_x, facing_y, *_vector("offset", offset), front, RESTS[wide_front_rest])]


def ground_distance(first: Base, second: Base, walls: Iterable[Obstacle] = (), *, measure: str = "edges") -> int | None:
    """SKIR-2.2, SKIR-D2, SKIR-D16: the distance between two bases, by the shortest way around walls.

    Args:
        first: a base.
        second: another.
        walls: obstacles, of at most 256 corners together; ditches count for nothing here.
        measure: ``edges``, from base edge to base edge, or ``centres``.

    Returns:
        1/100 steps, rounded down; 0 when the bases touch or overlap; None when there is no way.

    Raises:
        BadObstacle: there are too many corners.
        ValueError: ``measure`` is neither of the two.

    >>> here, there = Base(100, 300), Base(400, 300)
    >>> ground_distance(here, there), ground_distance(here, there, measure="centres")
    (200, 300)
    >>> ground_distance(here, there, [Obstacle(((200, 0), (300, 0), (300, 400), (200, 400)))])
    282
    """
    board = _board(walls)
    length = around.distance(board.ground, _measured(first, measure), _measured(second, measure), board.reached)
    return None if length == around.NO_WAY else length


def ground_steps(first: Base, second: Base, walls: Iterable[Obstacle] = (), *, measure: str = "edges") -> int | None:
    """SKIR-2.1, SKIR-2.3: ``ground_distance`` in whole steps, fractions ignored.

    >>> ground_steps(Base(100, 300), Base(399, 300))
    1
    """
    length = ground_distance(first, second, walls, measure=measure)
    return None if length is None else distance.whole_steps(length)


def ground_within(
    first: Base, second: Base, steps: int, walls: Iterable[Obstacle] = (), *, measure: str = "edges"
) -> bool:
    """SKIR-2.4: whether ``ground_distance`` is within so many steps, fractions ignored.

    Raises:
        ValueError: ``steps`` is no whole number from 0; and as ``ground_distance`` does.

    >>> ground_within(Base(100, 300), Base(399, 300), 1), ground_within(Base(100, 300), Base(400, 300), 1)
    (True, False)
    """
    if not _is_whole(steps) or steps < 0:
        raise ValueError(f"steps {steps!r}, expected a whole number from 0")
    length = ground_distance(first, second, walls, measure=measure)
    return length is not None and distance.is_within(length, steps)


def ground_adjacent(first: Base, second: Base, walls: Iterable[Obstacle] = (), *, measure: str = "edges") -> bool:
    """SKIR-2.5, SKIR-D14: whether two bases are less than a step apart, and the line between them meets no wall.

    Args:
        first: a base.
        second: another.
        walls: obstacles, of at most 256 corners together; ditches count for nothing here. A line that touches a wall
            meets it.
        measure: ``edges``, from base edge to base edge, or ``centres``.

    Raises:
        BadObstacle: there are too many corners.
        ValueError: ``measure`` is neither of the two.

    >>> ground_adjacent(Base(100, 300), Base(299, 300)), ground_adjacent(Base(100, 300), Base(300, 300))
    (True, False)
    """
    return around.is_adjacent(_board(walls).ground, _measured(first, measure), _measured(second, measure))


def ground_sight(first: Base, second: Base, walls: Iterable[Obstacle] = ()) -> Sight:
    """SKIR-X4: whether two bases see each other: whether the line between their centres leads through no wall.

    Args:
        first: a base.
        second: another.
        walls: obstacles, of at most 256 corners together; ditches count for nothing here.

    Returns:
        The sight. Its witness is the two centres; its blockers are the first corners of the walls in the way, in the
        order in which these are given.

    Raises:
        BadObstacle: there are too many corners.

    >>> wall = Obstacle(((200, 100), (300, 100), (300, 200), (200, 200)))
    >>> print(ground_sight(Base(100, 150), Base(400, 150), [wall]))
    the line between the centres leads through a wall [SKIR-X4]
    >>> ground_sight(Base(100, 200), Base(400, 200), [wall]).witness
    (((100, 1), (200, 1)), ((400, 1), (200, 1)))
    """
    ground = _board(walls).ground
    start, end = _plain(first), _plain(second)
    line = distance.way_between(start.x, start.y, end.x, end.y)
    blockers = [
        (ground.corners[wall.first].x, ground.corners[wall.first].y)
        for wall in ground.obstacles
        if wall.kind == obstacles.WALL and obstacles.is_in_way(ground, wall, line, 0, 0, obstacles.MAY_TOUCH)
    ]
    reason = ENGINE_REASON[GROUND_BLOCKED if blockers else GROUND_CLEAR]
    centres = (_point(start.x, start.y), _point(end.x, end.y))
    return Sight(not blockers, reason.name, reason.rule, None if blockers else centres, tuple(blockers))


def _point(x: int, y: int) -> ExactPoint:
    """A place as an exact point."""
    return (x, 1), (y, 1)


def bases_touch(first: Base, second: Base) -> bool:
    """SKIR-D8: whether two bases meet at their edges alone, exactly.

    >>> bases_touch(Base(100, 300), Base(160, 380)), bases_touch(Base(100, 300), Base(161, 380))
    (True, False)
    """
    return distance.touch(_plain(first), _plain(second))


def bases_overlap(first: Base, second: Base) -> bool:
    """SKIR-1.4: whether two bases share more than their edges.

    >>> bases_overlap(Base(100, 300), Base(160, 380)), bases_overlap(Base(100, 300), Base(160, 379))
    (False, True)
    """
    return distance.overlap(_plain(first), _plain(second))


def ground_sweep(
    base: Base, path: Iterable[Point], others: Iterable[Base] = (), obstructions: Iterable[Obstacle] = ()
) -> Contact | None:
    """SKIR-1.4, SKIR-D8: what a base meets on its way along a path; touching is allowed.

    Args:
        base: where it begins; a long one keeps its facing.
        path: the places to which its centre goes one after another, at most 8. Without any it is tested where it is.
        others: bases that it must not overlap.
        obstructions: walls and ditches that it must not overlap, of at most 256 corners together.

    Returns:
        The first leg on which something is in the way, and what; None when the way is clear.

    Raises:
        BadPlace: a place of the path is none.
        BadPath: there are more than 8.
        BadBase: an end of a long base would come off the ground.
        BadObstacle: the obstructions have too many corners.

    >>> ground_sweep(Base(100, 300), [(100, 500), (400, 500)], [Base(300, 401)])
    Contact(leg=1, base=0, obstacle=None)
    >>> ground_sweep(Base(100, 300), [(100, 500), (400, 500)], [Base(300, 400)])
    """
    points = _path(path)
    for point in points:
        msgspec.structs.replace(base, x=point.x, y=point.y)
    footprints = _table(bases.Footprint, np.array([_plain(other) for other in others], bases.Footprint.dtype))
    stops = obstacles.WALL | obstacles.DITCH
    found = sweep.first_contact(_board(obstructions).ground, _plain(base), points, footprints, stops)
    return None if found.leg == sweep.NOTHING else Contact(found.leg, _index(found.base), _index(found.obstacle))


def path_length(start: Point, path: Iterable[Point]) -> int:
    """SKIR-D8: the length of a path, each leg rounded down to 1/100 step.

    Args:
        start: (x, y).
        path: the places to which it goes one after another, at most 8.

    Returns:
        1/100 steps.

    Raises:
        BadPlace: a place is none.
        BadPath: there are more than 8.

    >>> path_length((0, 0), [(1, 1), (2, 2), (32, 42)])
    52
    """
    return sweep.path_length(*_place(start), _path(path))


def _plain(base: Base) -> bases.Base:
    """A base as kernels see it.

    Raises:
        BadBase: it is none.
    """
    if not isinstance(base, Base):
        raise BadBase(f"base {base!r}, expected a Base, such as Base(500, 300)")
    return bases.Base(base.x, base.y, base.half_x, base.half_y, base.diameter)


def _measured(base: Base, measure: str) -> bases.Base:
    """What distances are measured from, as kernels see it."""
    if measure not in [*MEASURES]:
        raise ValueError(f"measure {measure!r}, expected one of {', '.join(MEASURES)}")
    return bases.measured(_plain(base), MEASURES[measure])


def _board(walls: Iterable[Obstacle]) -> _Board:
    """Obstacles as kernels see them."""
    shapes = [_outline(wall) for wall in _several("obstacles", walls)]
    records, corners = outlines.ground_records(shapes)
    if len(corners) > obstacles.CORNERS_MAX:
        raise BadObstacle(f"obstacles with {len(corners)} corners together, expected {obstacles.CORNERS_MAX} at most")
    ground = obstacles.Ground(_table(obstacles.Obstacle, records), _table(obstacles.Corner, corners))
    return _Board(ground, _table(around.Reached, np.zeros(len(corners), around.Reached.dtype)))


def _several(name: str, given: object) -> Iterable[Any]:
    """What is given one after another.

    Raises:
        BadObstacle: it is a single thing.
    """
    if not isinstance(given, Iterable):
        raise BadObstacle(f"{name} {given!r}, expected several, such as a list")
    return given


def _outline(wall: object) -> outlines.Outline:
    """An obstacle as it is laid out for kernels.

    Raises:
        BadObstacle: it is none.
    """
    if not isinstance(wall, Obstacle):
        raise BadObstacle(f"obstacle {wall!r}, expected an Obstacle")
    return outlines.Outline(wall.corners, KINDS[wall.kind], wall.height, wall.width)


def _table(record: type[R], records: npt.NDArray[Any]) -> Table[R]:
    """A table of its own with these records."""
    return Table(memoryview(bytearray(records.tobytes())), 0, len(records), record)


def _path(path: Iterable[Point]) -> Table[obstacles.Corner]:
    """The places of a path, if there are not too many."""
    if not hasattr(path, "__iter__"):
        raise BadPath(f"path {path!r}, expected places one after another")
    points = [_place(point) for point in path]
    if len(points) > sweep.POINTS_MAX:
        raise BadPath(f"path {points!r} of {len(points)} places, expected {sweep.POINTS_MAX} at most")
    return _table(obstacles.Corner, np.array(points, obstacles.Corner.dtype))


def _index(number: int) -> int | None:
    """An index, if it is one."""
    return None if number == sweep.NOTHING else number


def _is_whole(number: object) -> bool:
    """Whether it is a whole number, and no flag."""
    try:
        operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        return False
    return not isinstance(number, bool)


def _place(place: Point) -> Point:
    """A place, if it is one."""
    try:
        x, y = (operator.index(value) for value in place)
    except (TypeError, ValueError):
        raise BadPlace(place) from None
    if not (0 <= x <= bases.COORDINATE_MAX and 0 <= y <= bases.COORDINATE_MAX):
        raise BadPlace(place)
    return x, y


def _vector(name: str, vector: Point) -> Point:
    """A vector, if it is one."""
    expected = f"(east, south), whole numbers from {-bases.COORDINATE_MAX} to {bases.COORDINATE_MAX}"
    try:
        dx, dy = (operator.index(value) for value in vector)
    except (TypeError, ValueError):
        raise BadFacing(f"{name} {vector!r}, expected {expected}") from None
    if max(abs(dx), abs(dy)) > bases.COORDINATE_MAX:
        raise BadFacing(f"{name} {vector!r}, expected {expected}")
    return dx, dy
