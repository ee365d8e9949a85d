"""SKIR-3, SKIR-D3: in which sector of a creature something lies.

With c the cosine and s the sine of the angle, times the lengths of facing and offset, an angle is at most 60 degrees
when c >= 0 and s * s <= 3 * c * c, and at most 120 degrees when c >= 0 or s * s >= 3 * c * c. Both are whole numbers
and the root of 3 is none, so s * s == 3 * c * c never holds: no place lies exactly on a ray of 60 or 120 degrees.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel

from .distance import cross

FRONT = 0
LEFT = 1
RIGHT = 2
REAR = 3
"""Sectors."""

NARROW_FRONT = 120
WIDE_FRONT = 240
ALL_ROUND_FRONT = 360
"""SKIR-3.2: degrees of a front."""

REST_IS_REAR = 0
REST_IS_SIDES = 1
"""SKIR-D3: what the 120 degrees behind a wide front are."""


@kernel
def dot(dx: int, dy: int, to_dx: int, to_dy: int) -> int:
    """Dot product of two vectors."""
    return dx * to_dx + dy * to_dy


@kernel
def is_steep(cosine: int, sine: int) -> bool:
    """Whether a line is more than 60 degrees off another, either way along it.

    ``sine * sine > 3 * cosine * cosine``, written so that no side exceeds 2**63 - 1.
    """
    return sine * sine - cosine * cosine > 2 * cosine * cosine


@kernel
def is_ahead(front: int, cosine: int, sine: int) -> bool:
    """SKIR-3.2, SKIR-3.5: whether something lies in the front, at most half its degrees off the facing."""
    if front == ALL_ROUND_FRONT:
        return True
    if front == WIDE_FRONT:
        return cosine >= 0 or is_steep(cosine, sine)
    return cosine >= 0 and not is_steep(cosine, sine)


@kernel
def sector(facing_x: int, facing_y: int, dx: int, dy: int, front: int, rest: int) -> int:
    """SKIR-3.1, SKIR-3.5, SKIR-3.6, SKIR-3.7, SKIR-D3: the sector in which something lies.

    Args:
        facing_x: how far east the facing points, at most 32,767 either way, not 0 together with ``facing_y``.
        facing_y: how far south.
        dx: how far east of the creature's centre the other's lies, at most 32,767 either way.
        dy: how far south. What lies at no distance is in front.
        front: NARROW_FRONT, WIDE_FRONT or ALL_ROUND_FRONT.
        rest: REST_IS_REAR or REST_IS_SIDES; straight behind is then to the right.
    """
    cosine = dot(facing_x, facing_y, dx, dy)
    sine = cross(facing_x, facing_y, dx, dy)
    if is_ahead(front, cosine, sine):
        return FRONT
    has_sides = front == NARROW_FRONT or rest == REST_IS_SIDES
    if not has_sides or (front == NARROW_FRONT and cosine < 0 and not is_steep(cosine, sine)):
        return REAR
    return LEFT if sine < 0 else RIGHT
