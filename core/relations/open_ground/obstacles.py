"""SKIR-2.5, SKIR-D14: obstacles: convex outlines of a height, and ditches of a width; what lies in the way of a line.

Ways and moving bases may touch an outline: only what lies inside it is in the way. So where two obstacles merely
touch, a way of no width leads between them, though no base fits; obstacles that overlap leave no way. The line between
adjacent bases must miss outlines altogether.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, Table, i8, i16
from enfilade.core.engine.kernel import kernel

from .bases import Segment
from .distance import Stretch, cross, edge, side_of, stretch_square
from .roots import sign, sign_of_sum

CORNERS_MAX = 256
"""Corners of all obstacles of a ground together."""

WALL = 1
DITCH = 2
"""Kinds of obstacles, as bits: a wall stands in the way of lines and bases, a ditch of bases alone."""


MAY_TOUCH = 1
MUST_MISS = 0
"""How a line passes an outline."""


class Corner(Record):
    """A corner of an outline, or any place."""

    x: i16
    y: i16


class Obstacle(Record):
    """A convex outline: its corners side by side in the table of corners, clockwise as the map shows them."""

    first: i16
    corners: i16
    kind: i8
    height: i16  # of a wall, 1/100 step
    width: i16  # of a ditch, 1/100 step
    left: i16  # the least x of a corner; left, top, right and bottom save looking at most outlines
    top: i16
    right: i16
    bottom: i16


class Ground(NamedTuple):
    """The obstacles of a board."""

    obstacles: Table[Obstacle]
    corners: Table[Corner]


@kernel
def outline_edge(ground: Ground, obstacle: Obstacle, number: int) -> Segment:
    """An edge of an outline, from corner ``number`` to the next; the inside is to its right."""
    start = ground.corners[obstacle.first + number]
    end = ground.corners[obstacle.first + (number + 1 if number + 1 < obstacle.corners else 0)]
    return Segment(start.x, start.y, end.x, end.y)


@kernel
def contains(ground: Ground, obstacle: Obstacle, x: int, y: int) -> bool:
    """Whether a point lies in an outline or on its edge."""
    for number in range(obstacle.corners):
        if side_of(outline_edge(ground, obstacle, number), x, y) < 0:
            return False
    return True


@kernel
def side_at_start(outline: Segment, stretch: Stretch, diameter: int) -> int:
    """The sign of the side of an edge on which a stretch begins, half a diameter after its first point."""
    side = side_of(outline, stretch.x, stretch.y)
    if diameter == 0:
        return sign(side)
    turn = cross(outline.to_x - outline.x, outline.to_y - outline.y, stretch.dx, stretch.dy)
    square = stretch.dx * stretch.dx + stretch.dy * stretch.dy
    return sign_of_sum(diameter * turn, 2 * side, square)


@kernel
def side_at_end(outline: Segment, stretch: Stretch, diameter: int) -> int:
    """The sign of the side of an edge on which a stretch ends, half a diameter before its last point."""
    turn = cross(outline.to_x - outline.x, outline.to_y - outline.y, stretch.dx, stretch.dy)
    side = side_of(outline, stretch.x, stretch.y) * stretch.under + stretch.over * turn
    if diameter == 0:
        return sign(side)
    square = stretch.dx * stretch.dx + stretch.dy * stretch.dy
    if stretch.under == 1:
        return sign_of_sum(-diameter * turn, 2 * side, square)
    return sign_of_sum(2 * side, -turn, diameter * diameter * square)


@kernel
def is_apart(obstacle: Obstacle, stretch: Stretch, passing: int) -> bool:
    """Whether a stretch stays on one side of the box around an outline, so that nothing else need be asked."""
    x = stretch.x + stretch.dx * stretch.over // stretch.under
    y = stretch.y + stretch.dy * stretch.over // stretch.under
    if max(stretch.x, x + 1) < obstacle.left + passing or min(stretch.x, x) > obstacle.right - passing:
        return True
    return max(stretch.y, y + 1) < obstacle.top + passing or min(stretch.y, y) > obstacle.bottom - passing


@kernel
def is_in_way(
    ground: Ground, obstacle: Obstacle, stretch: Stretch, diameter: int, end_diameter: int, passing: int
) -> bool:
    """SKIR-D14, SKIR-D16: whether a stretch meets the inside of an outline (MAY_TOUCH), or all of it (MUST_MISS).

    It begins half of ``diameter`` after its first point and ends half of ``end_diameter`` before its last. It misses
    the outline when an edge has both its ends on the outer side, or when its line has all corners on one side.
    """
    if is_apart(obstacle, stretch, passing):
        return False
    has_left = has_right = False
    for number in range(obstacle.corners):
        outline = outline_edge(ground, obstacle, number)
        if (
            side_at_start(outline, stretch, diameter) < passing
            and side_at_end(outline, stretch, end_diameter) < passing
        ):
            return False
        side = cross(stretch.dx, stretch.dy, outline.x - stretch.x, outline.y - stretch.y)
        has_left = has_left or side <= -passing
        has_right = has_right or side >= passing
    return (has_left and has_right) or (stretch.dx == 0 and stretch.dy == 0)


@kernel
def is_free(ground: Ground, stretch: Stretch, diameter: int, end_diameter: int, passing: int) -> bool:
    """SKIR-2.5, SKIR-X2: whether no wall is in the way between a base at the start of a stretch and one at its end.

    Diameters are 0 for points. Bases that touch or overlap have nothing between them.
    """
    if stretch_square(stretch) <= edge(diameter + end_diameter):
        return True
    for number in range(len(ground.obstacles)):
        obstacle = ground.obstacles[number]
        if obstacle.kind == WALL and is_in_way(ground, obstacle, stretch, diameter, end_diameter, passing):
            return False
    return True
