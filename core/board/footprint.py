"""The ground under a base: a square of whole cells."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.engine.kernel import kernel


class Footprint(NamedTuple):
    """MECH-X2, MECH-D1: the cells under a base, never parts of cells.

    A large grid, seen among large grids, is a footprint of size 1.
    """

    x: int  # of the north-western cell
    y: int
    size: int  # cells a side


@kernel
def end_x(base: Footprint) -> int:
    """The eastern edge of a footprint: the column after its last."""
    return base.x + base.size


@kernel
def end_y(base: Footprint) -> int:
    """The southern edge of a footprint: the row after its last."""
    return base.y + base.size


@kernel
def column_gap(a: Footprint, b: Footprint) -> int:
    """Columns between two footprints: 0 when their edges are on one line, below 0 when they have columns in common."""
    return max(b.x - end_x(a), a.x - end_x(b))


@kernel
def row_gap(a: Footprint, b: Footprint) -> int:
    """Rows between two footprints: 0 when their edges are on one line, below 0 when they have rows in common."""
    return max(b.y - end_y(a), a.y - end_y(b))


@kernel
def covers(base: Footprint, x: int, y: int) -> bool:
    """Whether a cell lies under a base."""
    return base.x <= x < end_x(base) and base.y <= y < end_y(base)
