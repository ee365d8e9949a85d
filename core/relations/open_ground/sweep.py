"""SKIR-1.4, SKIR-D8: a base moved along legs, and what it meets. It keeps its facing; touching is allowed."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Table
from enfilade.core.engine.kernel import kernel

from .bases import Base, Footprint, Segment, base_of, core_of, is_long, moved
from .distance import core_square, cross, edge, is_opposite, side_of
from .obstacles import Corner, Ground, Obstacle, contains, outline_edge
from .roots import integer_root

POINTS_MAX = 8
"""SKIR-D8: the points to which a move goes, the place where it begins not counted."""
NOTHING = -1
SWEPT_EDGES = 4


class Contact(NamedTuple):
    """The first leg on which something is in the way, and what: a base and an obstacle, NOTHING for none.

    Of several on one leg it is the one with the lowest number, which need not be met first.
    """

    leg: int
    base: int
    obstacle: int


class Leg(NamedTuple):
    """A base and how far east and south it moves."""

    base: Base
    dx: int
    dy: int


@kernel
def swept_edge(leg: Leg, number: int) -> Segment:
    """An edge of what a core sweeps: the ways of its two ends, then the core before and after the move."""
    core = core_of(leg.base)
    if number == 0:
        return Segment(core.x, core.y, core.x + leg.dx, core.y + leg.dy)
    if number == 1:
        return Segment(core.to_x, core.to_y, core.to_x + leg.dx, core.to_y + leg.dy)
    return core if number == 2 else core_of(moved(leg.base, leg.base.x + leg.dx, leg.base.y + leg.dy))


@kernel
def swept_edges(leg: Leg) -> int:
    """How many edges there are to look at: the core of a round base sweeps a line."""
    return SWEPT_EDGES if is_long(leg.base) else 1


@kernel
def is_swept(leg: Leg, x: int, y: int) -> bool:
    """Whether a point lies inside what a core sweeps, none of its edges counted."""
    if cross(leg.base.half_x, leg.base.half_y, leg.dx, leg.dy) == 0:
        return False
    if not is_opposite(side_of(swept_edge(leg, 0), x, y), side_of(swept_edge(leg, 1), x, y)):
        return False
    return is_opposite(side_of(swept_edge(leg, 2), x, y), side_of(swept_edge(leg, 3), x, y))


@kernel
def is_beyond(leg: Leg, left: int, top: int, right: int, bottom: int, diameters: int) -> bool:
    """Whether a moved core stays half a sum of diameters away from a box, on one side of it."""
    base = leg.base
    across = 2 * abs(base.half_x) + diameters
    along = 2 * abs(base.half_y) + diameters
    if 2 * (left - max(base.x, base.x + leg.dx)) >= across or 2 * (min(base.x, base.x + leg.dx) - right) >= across:
        return True
    return 2 * (top - max(base.y, base.y + leg.dy)) >= along or 2 * (min(base.y, base.y + leg.dy) - bottom) >= along


@kernel
def meets_segment(leg: Leg, other: Segment, diameters: int) -> bool:
    """Whether an edge of what a core sweeps comes nearer to a segment than half a sum of diameters."""
    for number in range(swept_edges(leg)):
        if core_square(swept_edge(leg, number), other) < edge(diameters):
            return True
    return False


@kernel
def meets_base(leg: Leg, other: Base) -> bool:
    """SKIR-1.4, SKIR-D8: whether a moved base overlaps another anywhere on a leg."""
    diameters = leg.base.diameter + other.diameter
    core = core_of(other)
    left = min(core.x, core.to_x)
    top = min(core.y, core.to_y)
    if is_beyond(leg, left, top, max(core.x, core.to_x), max(core.y, core.to_y), diameters):
        return False
    return meets_segment(leg, core, diameters) or is_swept(leg, other.x, other.y)


@kernel
def meets_obstacle(ground: Ground, obstacle: Obstacle, leg: Leg) -> bool:
    """SKIR-D8: whether a moved base, of a diameter above 0, overlaps an obstacle anywhere on a leg."""
    diameter = leg.base.diameter
    if is_beyond(leg, obstacle.left, obstacle.top, obstacle.right, obstacle.bottom, diameter):
        return False
    for number in range(obstacle.corners):
        if meets_segment(leg, outline_edge(ground, obstacle, number), diameter):
            return True
    corner = ground.corners[obstacle.first]
    return contains(ground, obstacle, leg.base.x, leg.base.y) or is_swept(leg, corner.x, corner.y)


@kernel
def base_in_way(leg: Leg, others: Table[Footprint]) -> int:
    """The first base that a moved one overlaps on a leg, or NOTHING."""
    for number in range(len(others)):
        if meets_base(leg, base_of(others[number])):
            return number
    return NOTHING


@kernel
def obstacle_in_way(ground: Ground, leg: Leg, kinds: int) -> int:
    """The first obstacle of these kinds that a moved base overlaps on a leg, or NOTHING."""
    for number in range(len(ground.obstacles)):
        obstacle = ground.obstacles[number]
        if obstacle.kind & kinds != 0 and meets_obstacle(ground, obstacle, leg):
            return number
    return NOTHING


@kernel
def contact_on(ground: Ground, leg: Leg, number: int, others: Table[Footprint], kinds: int) -> Contact:
    """What is in the way on one leg, ``number`` of its path; NOTHING three times when it is clear."""
    other = base_in_way(leg, others)
    obstacle = obstacle_in_way(ground, leg, kinds)
    return Contact(NOTHING if other == NOTHING and obstacle == NOTHING else number, other, obstacle)


@kernel
def first_contact(ground: Ground, base: Base, path: Table[Corner], others: Table[Footprint], kinds: int) -> Contact:
    """SKIR-1.4, SKIR-D8: the first leg on which a base moved along a path is not clear, and what is in its way.

    Without a path, whether it is clear where it stands, as leg 0.
    """
    if len(path) == 0:
        return contact_on(ground, Leg(base, 0, 0), 0, others, kinds)
    for number in range(len(path)):
        end = path[number]
        found = contact_on(ground, Leg(base, end.x - base.x, end.y - base.y), number, others, kinds)
        if found.leg != NOTHING:
            return found
        base = moved(base, end.x, end.y)
    return Contact(NOTHING, NOTHING, NOTHING)


@kernel
def path_length(x: int, y: int, path: Table[Corner]) -> int:
    """SKIR-D8: the length of a path from a place: the sum of its legs, each rounded down to 1/100 step."""
    length = 0
    for number in range(len(path)):
        dx = path[number].x - x
        dy = path[number].y - y
        length += integer_root(dx * dx + dy * dy)
        x += dx
        y += dy
    return length
