"""SKIR-2.2, SKIR-2.5, SKIR-D14, SKIR-D16: the free line between two bases, and the shortest way where there is none."""

from __future__ import annotations

from enfilade.components.record import Record, Table, flag, i32
from enfilade.core.engine.kernel import kernel

from .bases import Base, Segment, core_of
from .distance import (
    ENDS,
    Stretch,
    cross_over,
    length_less,
    square_over,
    straight_distance,
    stretch_square,
    way_between,
    way_from_end,
    way_to,
    whole_steps,
)
from .obstacles import MAY_TOUCH, MUST_MISS, WALL, Ground, is_free
from .roots import compare_fractions

FAR = 2**31 - 1
"""The length of no way."""
NO_WAY = -1


class Reached(Record):
    """How far it is to a corner: one for each corner of the ground, for ``way_length`` to write in."""

    length: i32
    is_settled: flag


@kernel
def shortest_end(first: Segment, second: Segment) -> int:
    """The end from which the other core is nearest; of several the first."""
    best = 0
    for end in range(1, ENDS):
        if is_shorter(way_from_end(first, second, end), way_from_end(first, second, best)):
            best = end
    return best


@kernel
def is_shorter(stretch: Stretch, other: Stretch) -> bool:
    """Whether a stretch is shorter than another."""
    return compare_fractions(square_over(stretch), stretch.under, square_over(other), other.under) < 0


@kernel
def is_line_free(ground: Ground, first: Base, second: Base, passing: int) -> bool:
    """SKIR-2.5, SKIR-X3: whether no wall is in the way of the shortest line between two bases.

    Between long bases side by side many lines are shortest; those from an end of a core count, one free is enough.
    """
    core = core_of(first)
    other = core_of(second)
    if cross_over(core, other):
        return True
    shortest = way_from_end(core, other, shortest_end(core, other))
    for end in range(ENDS):
        way = way_from_end(core, other, end)
        diameter = first.diameter if end < 2 else second.diameter
        end_diameter = second.diameter if end < 2 else first.diameter
        if not is_shorter(shortest, way) and is_free(ground, way, diameter, end_diameter, passing):
            return True
    return False


@kernel
def is_adjacent(ground: Ground, first: Base, second: Base) -> bool:
    """SKIR-2.5, SKIR-D14: whether two bases are less than a step apart, and the line between meets no wall."""
    return whole_steps(straight_distance(first, second)) == 0 and is_line_free(ground, first, second, MUST_MISS)


@kernel
def leg_length(leg: Stretch, diameter: int) -> int:
    """SKIR-D16: the length of a leg, less the radius of a base at its end, rounded down to 1/100 step."""
    return length_less(stretch_square(leg), diameter)


@kernel
def leg_to_corner(ground: Ground, number: int, base: Base) -> Stretch:
    """From a corner to the nearest point of a base's core."""
    corner = ground.corners[number]
    return way_to(corner.x, corner.y, core_of(base))


@kernel
def leg_between(ground: Ground, number: int, other: int) -> Stretch:
    """From a corner to a corner."""
    corner = ground.corners[number]
    end = ground.corners[other]
    return way_between(corner.x, corner.y, end.x, end.y)


@kernel
def nearest_unsettled(ground: Ground, reached: Table[Reached]) -> int:
    """The corner to which the way is shortest among those not settled, the first of several; or a settled one."""
    best = 0
    for number in range(len(ground.corners)):
        better = reached[best].is_settled or reached[number].length < reached[best].length
        if not reached[number].is_settled and better:
            best = number
    return best


@kernel
def begin(ground: Ground, first: Base, reached: Table[Reached]) -> None:
    """Write the lengths of all free legs from a base to a corner of a wall; no way leads by other corners."""
    for number in range(len(ground.corners)):
        reached[number].length = FAR
        reached[number].is_settled = True
    for number in range(len(ground.obstacles)):
        obstacle = ground.obstacles[number]
        if obstacle.kind == WALL:
            for corner in range(obstacle.first, obstacle.first + obstacle.corners):
                begin_at(ground, corner, first, reached[corner])


@kernel
def begin_at(ground: Ground, corner: int, first: Base, reached: Reached) -> None:
    """Write the length of the leg from a base to a corner, if it is free."""
    leg = leg_to_corner(ground, corner, first)
    reached.is_settled = False
    if is_free(ground, leg, 0, first.diameter, MAY_TOUCH):
        reached.length = leg_length(leg, first.diameter)


@kernel
def settle(ground: Ground, number: int, reached: Table[Reached]) -> None:
    """Go on from a corner to all others that are reached shorter by it."""
    reached[number].is_settled = True
    for other in range(len(ground.corners)):
        leg = leg_between(ground, number, other)
        length = reached[number].length + leg_length(leg, 0)
        if length < reached[other].length and is_free(ground, leg, 0, 0, MAY_TOUCH):
            reached[other].length = length


@kernel
def way_length(ground: Ground, first: Base, second: Base, reached: Table[Reached]) -> int:
    """SKIR-D16: the least sum of legs from edge to edge by way of corners, each rounded down; FAR without a way."""
    begin(ground, first, reached)
    best = FAR
    for _ in range(len(ground.corners)):
        number = nearest_unsettled(ground, reached)
        if reached[number].is_settled or reached[number].length >= best:
            break
        leg = leg_to_corner(ground, number, second)
        length = reached[number].length + leg_length(leg, second.diameter)
        if length < best and is_free(ground, leg, 0, second.diameter, MAY_TOUCH):
            best = length
        settle(ground, number, reached)
    return best


@kernel
def distance(ground: Ground, first: Base, second: Base, reached: Table[Reached]) -> int:
    """SKIR-2.2, SKIR-D2, SKIR-D16: straight where that line is free, else around the walls; NO_WAY without a way."""
    if is_line_free(ground, first, second, MAY_TOUCH):
        return straight_distance(first, second)
    length = way_length(ground, first, second, reached)
    return NO_WAY if length == FAR else length
