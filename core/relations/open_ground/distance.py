"""SKIR-2, SKIR-D2: distances straight between two bases.

A squared distance is a fraction. It is kept as ``rounded`` gives it: twice the whole part of its fourfold, and one more
when a fraction was dropped. So it compares exactly with ``edge``, which says the same of half a sum of diameters.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.engine.kernel import kernel

from .bases import STEP, Base, Segment, core_of
from .roots import integer_root

ENDS = 4
"""The ends of two cores."""


class Stretch(NamedTuple):
    """Straight from a point so far along a vector: ``over / under`` times the vector.

    Either the whole vector (1 / 1), or the perpendicular to a core: then ``under`` is the squared length of the vector,
    2 at least.
    """

    x: int
    y: int
    dx: int
    dy: int
    over: int
    under: int


@kernel
def cross(dx: int, dy: int, to_dx: int, to_dy: int) -> int:
    """Cross product of two vectors: above 0 when the second points to the right of the first."""
    return dx * to_dy - dy * to_dx


@kernel
def side_of(segment: Segment, x: int, y: int) -> int:
    """Twice the area between a segment and a point: above 0 to its right, below 0 to its left, 0 in its line."""
    return cross(segment.to_x - segment.x, segment.to_y - segment.y, x - segment.x, y - segment.y)


@kernel
def rounded(over: int, under: int) -> int:
    """Twice the whole part of a fraction, and one more when it is not whole."""
    whole = over // under
    return 2 * whole + int(whole * under != over)


@kernel
def edge(diameters: int) -> int:
    """What ``stretch_square`` gives when a distance is half this sum of diameters."""
    return 2 * diameters * diameters


@kernel
def way_between(x: int, y: int, to_x: int, to_y: int) -> Stretch:
    """Straight from a point to a point."""
    return Stretch(x, y, to_x - x, to_y - y, 1, 1)


@kernel
def way_to(x: int, y: int, core: Segment) -> Stretch:
    """Straight from a point to the nearest point of a core."""
    dx = core.to_x - core.x
    dy = core.to_y - core.y
    along = dx * (x - core.x) + dy * (y - core.y)
    length = dx * dx + dy * dy
    if along <= 0:
        return way_between(x, y, core.x, core.y)
    if along >= length:
        return way_between(x, y, core.to_x, core.to_y)
    side = side_of(core, x, y)
    return Stretch(x, y, dy, -dx, side, length) if side > 0 else Stretch(x, y, -dy, dx, -side, length)


@kernel
def square_over(stretch: Stretch) -> int:
    """The numerator of the squared length of a stretch, over its ``under``."""
    if stretch.under == 1:
        return stretch.dx * stretch.dx + stretch.dy * stretch.dy
    return stretch.over * stretch.over


@kernel
def stretch_square(stretch: Stretch) -> int:
    """The squared length of a stretch, as ``rounded`` keeps its fourfold."""
    return rounded(4 * square_over(stretch), stretch.under)


@kernel
def way_from_end(first: Segment, second: Segment, end: int) -> Stretch:
    """From an end of either core, the first core's two first, to the nearest point of the other core."""
    if end == 0:
        return way_to(first.x, first.y, second)
    if end == 1:
        return way_to(first.to_x, first.to_y, second)
    return way_to(second.x, second.y, first) if end == 2 else way_to(second.to_x, second.to_y, first)


@kernel
def is_opposite(side: int, other: int) -> bool:
    """Whether one of two sides is left and the other right."""
    return (side < 0 < other) or (other < 0 < side)


@kernel
def cross_over(first: Segment, second: Segment) -> bool:
    """Whether two segments cross within both, at none of their ends."""
    if not is_opposite(side_of(first, second.x, second.y), side_of(first, second.to_x, second.to_y)):
        return False
    return is_opposite(side_of(second, first.x, first.y), side_of(second, first.to_x, first.to_y))


@kernel
def core_square(first: Segment, second: Segment) -> int:
    """The squared distance between two cores, as ``rounded`` keeps its fourfold."""
    if cross_over(first, second):
        return 0
    least = stretch_square(way_from_end(first, second, 0))
    for end in range(1, ENDS):
        least = min(least, stretch_square(way_from_end(first, second, end)))
    return least


@kernel
def base_square(first: Base, second: Base) -> int:
    """The squared distance between the cores of two bases, as ``rounded`` keeps its fourfold."""
    return core_square(core_of(first), core_of(second))


@kernel
def overlap(first: Base, second: Base) -> bool:
    """SKIR-1.4: whether two bases share more than their edges."""
    return base_square(first, second) < edge(first.diameter + second.diameter)


@kernel
def touch(first: Base, second: Base) -> bool:
    """SKIR-D8: whether two bases meet at their edges alone."""
    return base_square(first, second) == edge(first.diameter + second.diameter)


@kernel
def length_less(square: int, diameters: int) -> int:
    """A length, its square as ``rounded`` gives it, less half a sum of diameters; rounded down, and at least 0."""
    return max((integer_root(square // 2) - diameters) // 2, 0)


@kernel
def straight_distance(first: Base, second: Base) -> int:
    """SKIR-2.2, SKIR-D2: from edge to edge, straight, rounded down to 1/100 step; 0 when bases touch or overlap."""
    return length_less(base_square(first, second), first.diameter + second.diameter)


@kernel
def whole_steps(length: int) -> int:
    """SKIR-2.1, SKIR-2.3: steps in a length of 1/100 step, what is below one step ignored."""
    return length // STEP


@kernel
def is_within(length: int, steps: int) -> bool:
    """SKIR-2.4: whether a length is within so many steps, fractions ignored: below one step more."""
    return whole_steps(length) <= steps
