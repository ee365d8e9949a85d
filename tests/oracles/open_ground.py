"""Distances, sweeps, ways around and sectors on open ground, exact, written from the rule text alone.

Rules: SKIR-1.4, SKIR-2.1 to SKIR-2.5, SKIR-3.5 to SKIR-3.7, SKIR-5.1, SKIR-D1 to SKIR-D3, SKIR-D8, SKIR-D14, SKIR-D16.
Positions are whole numbers of 1/100 step, x to the east and y to the south. Obstacles are convex polygons, their
corners in order, either way round. Bases are taken to lie clear of obstacles.

A base is a core, a point or a segment, and a radius around it. The square of a distance between cores is rational, or
a sum of roots where an oblique capsule is concerned (``tests/oracles/roots.py``); it is compared with the square of a
sum of radii and a threshold, so no root of it is ever taken.

Where the text leaves a choice of reading, the one taken here:

- A capsule's ``length`` is from tip to tip; its core is ``length - diameter`` long, with the base's position in the
  middle. The direction is any whole vector but (0, 0).
- Bases that overlap are at distance 0.
- Measured from centres, a base is its position alone, the capsule too.
- "Meets no obstacle" (SKIR-D14) is of closed obstacles: a touch is a meeting (``touching_blocks``). Where several
  segments are the shortest, as between parallel capsules, one that is clear is enough. Nothing is between bases whose
  cores cross.
- Ways around (SKIR-D16) may run along the sides of obstacles and through their corners. Each obstacle counts alone:
  where two share a side a way may run along it.
- When the straight line is clear it is the distance (SKIR-2.2), even if a detour by a corner has the lesser sum after
  rounding; ``straight_when_clear`` = False takes the least sum of all.
- A radius is subtracted from the exact length of the first and of the last leg, and the leg then rounded down, never
  below 0; so a clear straight line comes out as the exact distance from edge to edge, rounded down.
  ``radii_after_rounding`` rounds the legs first, subtracts both radii from their sum, and rounds that down.
- From a capsule's core a way starts at one of its ends, or at its point nearest to where the first leg goes.
- A creature at my own centre is in front.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cmp_to_key

from tests.oracles.roots import Number, divide, floor, root, sign

Place = tuple[int, int]
"""A whole position in 1/100 step."""
Vector = tuple[int, int]
Point = tuple[Number, Number]
Segment = tuple[Point, Point]
"""From a point to a point; both may be one."""
Obstacle = tuple[Place, ...]

STEP = 100


@dataclass(frozen=True)
class Round:
    """A round base."""

    x: int
    y: int
    diameter: int


@dataclass(frozen=True)
class Capsule:
    """A long base with round ends."""

    x: int
    y: int
    length: int
    diameter: int
    direction: Vector


Base = Round | Capsule


def core(base: Base) -> Segment:
    """The segment (or point) that all of a base is within a radius of."""
    if isinstance(base, Round) or base.length == base.diameter:
        return ((base.x, base.y), (base.x, base.y))
    dx, dy = base.direction
    norm = dx * dx + dy * dy
    half = root(norm) * Fraction(base.length - base.diameter, 2 * norm)
    return ((base.x - half * dx, base.y - half * dy), (base.x + half * dx, base.y + half * dy))


def radius(base: Base) -> Fraction:
    """Half the diameter."""
    return Fraction(base.diameter, 2)


def measured(base: Base, measure: str) -> tuple[Segment, Fraction]:
    """SKIR-D2: the core and radius that distances are taken from."""
    if measure == "edges":
        return core(base), radius(base)
    return ((base.x, base.y), (base.x, base.y)), Fraction(0)


# Squares of distances


def minus(one: Point, other: Point) -> Point:
    """The vector from the second point to the first."""
    return (one[0] - other[0], one[1] - other[1])


def dot(one: Point, other: Point) -> Number:
    """The inner product of two vectors."""
    return one[0] * other[0] + one[1] * other[1]


def turn(first: Point, middle: Point, last: Point) -> Number:
    """Twice the signed area of a triangle."""
    (one_x, one_y), (other_x, other_y) = minus(middle, first), minus(last, first)
    return one_x * other_y - one_y * other_x


def square_length(segment: Segment) -> Number:
    """The square of a segment's length."""
    way = minus(segment[1], segment[0])
    return dot(way, way)


def nearest(point: Point, segment: Segment) -> Point:
    """The point of a segment nearest to a point."""
    start, end = segment
    whole = square_length(segment)
    share = dot(minus(point, start), minus(end, start))
    if whole == 0 or share <= 0:
        return start
    if share >= whole:
        return end
    part = divide(share, whole)
    return (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))


def cross_over(one: Segment, other: Segment) -> bool:
    """Two segments cross at an inner point of both."""
    ours = sign(turn(*one, other[0])) * sign(turn(*one, other[1]))
    theirs = sign(turn(*other, one[0])) * sign(turn(*other, one[1]))
    return ours < 0 and theirs < 0


def links(one: Segment, other: Segment) -> list[Segment]:
    """From each end of either segment to the nearest point of the other; without a crossing the shortest is here."""
    ours = [(end, nearest(end, other)) for end in one]
    theirs = [(nearest(end, one), end) for end in other]
    return ours + theirs


def square_between(one: Segment, other: Segment) -> Number:
    """The square of the distance of two segments."""
    if cross_over(one, other):
        return 0
    return min((square_length(link) for link in links(one, other)), key=cmp_to_key(order))


def order(one: Number, other: Number) -> int:
    """-1, 0 or 1 as the first is less, equal or more."""
    return sign(one - other)


@cache
def sides(obstacle: Obstacle) -> list[Segment]:
    """The sides of an obstacle, its inside where ``turn`` is positive."""
    area = sum(turn((0, 0), here, then) for here, then in zip(obstacle, rolled(obstacle), strict=True))
    corners = obstacle if area > 0 else obstacle[::-1]
    return list(zip(corners, rolled(corners), strict=True))


def rolled(corners: Obstacle) -> Obstacle:
    """The corners, the first one last."""
    return corners[1:] + corners[:1]


def meets(segment: Segment, obstacle: Obstacle, *, touching: bool) -> bool:
    """A segment meets the inside of an obstacle, or, with ``touching``, the inside or the rim.

    Two convex sets are apart when a side of one of them shows it.
    """
    start, end = segment

    def beyond(values: Iterable[Number]) -> bool:
        return all(value < 0 if touching else value <= 0 for value in values)

    if any(beyond((turn(*side, start), turn(*side, end))) for side in sides(obstacle)):
        return False
    if start == end:
        return True
    turns = [turn(start, end, corner) for corner in obstacle]
    return not beyond(turns) and not beyond(-value for value in turns)


def square_to_obstacle(segment: Segment, obstacle: Obstacle) -> Number:
    """The square of the distance of a segment from an obstacle, 0 where they have a point in common."""
    if meets(segment, obstacle, touching=True):
        return 0
    return min((square_between(segment, side) for side in sides(obstacle)), key=cmp_to_key(order))


# Distances


def is_at_least(square: Number, reach: Number) -> bool:
    """A distance, given by its square, is at least ``reach``."""
    return reach <= 0 or square >= reach * reach


def whole_beyond(square: Number, reach: Fraction) -> int:
    """A distance, given by its square, less ``reach``, rounded down, at least 0."""
    found = max(0, math.isqrt(floor(square)) - math.ceil(reach) - 1)
    while is_at_least(square, found + 1 + reach):
        found += 1
    return found


def overlap(one: Base, other: Base) -> bool:
    """SKIR-1.4: more than a touch."""
    return not is_at_least(square_between(core(one), core(other)), radius(one) + radius(other))


def touch(one: Base, other: Base) -> bool:
    """The bases are exactly in contact."""
    reach = radius(one) + radius(other)
    return square_between(core(one), core(other)) == reach * reach


def overlaps_obstacle(base: Base, obstacle: Obstacle) -> bool:
    """SKIR-D8: more than a touch."""
    return not is_at_least(square_to_obstacle(core(base), obstacle), radius(base))


def touches_obstacle(base: Base, obstacle: Obstacle) -> bool:
    """The base is exactly in contact with an obstacle."""
    return square_to_obstacle(core(base), obstacle) == radius(base) ** 2


def closer_than(one: Base, other: Base, hundredths: int, measure: str = "edges") -> bool:
    """The straight distance is below a number of 1/100 steps."""
    (our_core, our_radius), (their_core, their_radius) = measured(one, measure), measured(other, measure)
    if hundredths <= 0:
        return False
    return not is_at_least(square_between(our_core, their_core), hundredths + our_radius + their_radius)


def gap(one: Base, other: Base, measure: str = "edges") -> int:
    """SKIR-D2: the straight distance in 1/100 step, rounded down."""
    (our_core, our_radius), (their_core, their_radius) = measured(one, measure), measured(other, measure)
    return whole_beyond(square_between(our_core, their_core), our_radius + their_radius)


def steps(hundredths: int) -> int:
    """SKIR-2.3."""
    return hundredths // STEP


def gap_steps(one: Base, other: Base, measure: str = "edges") -> int:
    """SKIR-2.2, SKIR-2.3: the straight distance in whole steps."""
    return steps(gap(one, other, measure))


def within_steps(
    one: Base, other: Base, count: int, obstacles: Sequence[Obstacle] = (), measure: str = "edges"
) -> bool:
    """SKIR-2.4, SKIR-D2: within so many steps, around obstacles."""
    found = length_around(one, other, obstacles, measure)
    return found is not None and steps(found) <= count


def adjacent(
    one: Base,
    other: Base,
    obstacles: Sequence[Obstacle] = (),
    measure: str = "edges",
    *,
    touching_blocks: bool = True,
) -> bool:
    """SKIR-2.5, SKIR-D14."""
    if not closer_than(one, other, STEP, measure):
        return False
    ours, theirs = measured(one, measure)[0], measured(other, measure)[0]
    if cross_over(ours, theirs):
        return True
    return any(
        not any(meets(link, obstacle, touching=touching_blocks) for obstacle in obstacles)
        for link in shortest_links(ours, theirs, obstacles)
    )


def shortest_links(one: Segment, other: Segment, obstacles: Sequence[Obstacle]) -> list[Segment]:
    """Shortest segments between two cores; of a row of parallel ones, enough to find a clear one.

    Whether a segment of the row is clear can change only where it passes a corner of an obstacle.
    """
    least = square_between(one, other)
    ends = [link for link in links(one, other) if square_length(link) == least]
    first, last = ends[0], max(ends, key=lambda link: key(square_length((ends[0][0], link[0]))))
    if first == last:
        return [first]
    way = minus(last[0], first[0])
    whole = square_length((first[0], last[0]))
    shares: list[Number] = [0, 1]
    for corner in itertools.chain.from_iterable(obstacles):
        share = divide(dot(minus(corner, first[0]), way), whole)
        if 0 < share < 1:
            shares.append(share)
    shares.sort(key=key)
    shares += [(here + then) * Fraction(1, 2) for here, then in itertools.pairwise(shares)]
    return [(moved(first[0], way, share), moved(first[1], way, share)) for share in shares]


key = cmp_to_key(order)


def moved(point: Point, way: Point, share: Number) -> Point:
    """A point moved by a share of a way."""
    return (point[0] + share * way[0], point[1] + share * way[1])


# Movement


def path_length(path: Sequence[Place]) -> int:
    """SKIR-D8: the sum of the legs, each rounded down to 1/100 step."""
    return sum(whole_beyond(square_length(leg), Fraction(0)) for leg in itertools.pairwise(path))


def is_leg_clear(leg: Segment, diameter: int, others: Iterable[Base], obstacles: Iterable[Obstacle]) -> bool:
    """SKIR-D8: a round base moved along a straight leg stays clear; touching is allowed."""
    own = Fraction(diameter, 2)
    clear_of_bases = all(is_at_least(square_between(leg, core(base)), own + radius(base)) for base in others)
    return clear_of_bases and all(is_at_least(square_to_obstacle(leg, obstacle), own) for obstacle in obstacles)


def first_blocked_leg(
    path: Sequence[Place], diameter: int, others: Sequence[Base] = (), obstacles: Sequence[Obstacle] = ()
) -> int | None:
    """SKIR-D8: the first leg, from 0, on which a round base meets something. A path of one point is one leg."""
    legs = list(itertools.pairwise(path)) or [(path[0], path[0])]
    blocked = (index for index, leg in enumerate(legs) if not is_leg_clear(leg, diameter, others, obstacles))
    return next(blocked, None)


def is_sweep_clear(
    path: Sequence[Place], diameter: int, others: Sequence[Base] = (), obstacles: Sequence[Obstacle] = ()
) -> bool:
    """SKIR-D8: a round base can be moved along a path."""
    return first_blocked_leg(path, diameter, others, obstacles) is None


# Ways around


def length_around(
    one: Base,
    other: Base,
    obstacles: Sequence[Obstacle] = (),
    measure: str = "edges",
    *,
    straight_when_clear: bool = True,
    radii_after_rounding: bool = False,
) -> int | None:
    """SKIR-D16: the length of the shortest way between two bases in 1/100 step. None when there is none."""
    (start, start_radius), (end, end_radius) = measured(one, measure), measured(other, measure)
    both = start_radius + end_radius
    if radii_after_rounding:
        start_radius = end_radius = Fraction(0)
    straight = leg_length(start, end, start_radius + end_radius, obstacles)
    if straight is not None and straight_when_clear:
        found: int | None = straight
    else:
        found = least_sum(start, end, (start_radius, end_radius), straight, obstacles)
    if found is None or not radii_after_rounding:
        return found
    return max(0, math.floor(found - both))


def is_clear(segment: Segment, obstacles: Sequence[Obstacle]) -> bool:
    """A way may go along a segment."""
    return not any(meets(segment, obstacle, touching=False) for obstacle in obstacles)


def leg_length(start: Segment, end: Segment, reach: Fraction, obstacles: Sequence[Obstacle]) -> int | None:
    """The shortest clear leg from core to core (a corner is a core too), less ``reach``, rounded down."""
    if cross_over(start, end):
        return 0
    candidates = links(start, end) + list(itertools.product(start, end))
    lengths = [whole_beyond(square_length(leg), reach) for leg in candidates if is_clear(leg, obstacles)]
    return min(lengths, default=None)


def least_sum(
    start: Segment,
    end: Segment,
    radii: tuple[Fraction, Fraction],
    straight: int | None,
    obstacles: Sequence[Obstacle],
) -> int | None:
    """The least sum of rounded legs, over corners or straight."""
    corners = sorted(set(itertools.chain.from_iterable(obstacles)))
    reached = {corner: leg_length(start, (corner, corner), radii[0], obstacles) for corner in corners}
    last = {corner: leg_length((corner, corner), end, radii[1], obstacles) for corner in corners}
    between = [
        (here, then, whole_beyond(square_length((here, then)), Fraction(0)))
        for here, then in itertools.combinations(corners, 2)
        if is_clear((here, then), obstacles)
    ]
    ways = between + [(then, here, length) for here, then, length in between]
    for _ in corners:
        for here, then, length in ways:
            so_far, known = reached[here], reached[then]
            if so_far is not None and (known is None or so_far + length < known):
                reached[then] = so_far + length
    sums = [] if straight is None else [straight]
    for corner in corners:
        so_far, rest = reached[corner], last[corner]
        if so_far is not None and rest is not None:
            sums.append(so_far + rest)
    return min(sums, default=None)


# Sectors


def sector(own: Place, facing: Vector, other: Place, front: int = 120, wide_front_rest: str = "rear") -> str:
    """SKIR-3.5 to SKIR-3.7, SKIR-D3: "front", "side" or "rear"; boundary rays belong nearer the front."""
    if front == 360 or own == other or is_within(own, facing, other, front // 2):
        return "front"
    if front == 120:
        return "side" if is_within(own, facing, other, 120) else "rear"
    return "side" if wide_front_rest == "sides" else "rear"


def is_within(own: Place, facing: Vector, other: Place, degrees: int) -> bool:
    """The angle from the facing to the other's centre is at most 60 or 120 degrees, whose cosines are 1/2 and -1/2."""
    away = (other[0] - own[0], other[1] - own[1])
    inner = facing[0] * away[0] + facing[1] * away[1]
    squares = (facing[0] ** 2 + facing[1] ** 2) * (away[0] ** 2 + away[1] ** 2)
    if degrees == 60:
        return inner > 0 and 4 * inner * inner >= squares
    return inner >= 0 or 4 * inner * inner <= squares


def hand(own: Place, facing: Vector, other: Place) -> str:
    """SKIR-3.6: "left", "right", or "" exactly ahead or behind, as seen on a map with y to the south."""
    outer = facing[0] * (other[1] - own[1]) - facing[1] * (other[0] - own[0])
    return "right" if outer > 0 else "left" if outer < 0 else ""
