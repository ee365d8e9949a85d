"""SKIR-1, SKIR-D1: bases. A round base is a circle, a long one all that lies within half its diameter of a core.

A base is given by its centre and half its core: the ends of the core lie so far east and south of the centre, and so
far west and north. The core of a round base is its centre.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Record, i16
from enfilade.core.engine.kernel import kernel

STEP = 100
COORDINATE_MAX = 32_767
DIAMETER_MAX = 16_383

SMALL = 93
MEDIUM = 100
LARGE = 140
HUGE = 240
"""SKIR-D1: diameters of round bases."""

EDGES = 0
CENTRES = 1
"""SKIR-D2: between what of two bases a distance runs."""


class Footprint(Record):
    """A base where it stands, as it is stored."""

    x: i16
    y: i16
    half_x: i16
    half_y: i16
    diameter: i16


class Base(NamedTuple):
    """A base where it stands."""

    x: int
    y: int
    half_x: int
    half_y: int
    diameter: int


class Segment(NamedTuple):
    """Two points and what lies straight between them; the points may be one."""

    x: int
    y: int
    to_x: int
    to_y: int


@kernel
def base_of(footprint: Footprint) -> Base:
    """A base as it is stored."""
    return Base(footprint.x, footprint.y, footprint.half_x, footprint.half_y, footprint.diameter)


@kernel
def core_of(base: Base) -> Segment:
    """SKIR-1.2, SKIR-1.3: the core of a base; both ends of a round one are its centre."""
    return Segment(base.x - base.half_x, base.y - base.half_y, base.x + base.half_x, base.y + base.half_y)


@kernel
def is_long(base: Base) -> bool:
    """SKIR-1.3: whether a base has a core of some length."""
    return base.half_x != 0 or base.half_y != 0


@kernel
def moved(base: Base, x: int, y: int) -> Base:
    """The same base, facing the same way, with its centre elsewhere."""
    return Base(x, y, base.half_x, base.half_y, base.diameter)


@kernel
def measured(base: Base, measure: int) -> Base:
    """SKIR-D2: what distances are measured from: the base, or its centre as a base without extent."""
    return base if measure == EDGES else Base(base.x, base.y, 0, 0, 0)
