"""MECH-1.1.3: which bases touch."""

from __future__ import annotations

from enfilade.core.board.footprint import Footprint, column_gap, row_gap
from enfilade.core.engine.kernel import kernel


@kernel
def in_contact(a: Footprint, b: Footprint) -> bool:
    """MECH-1.1.3, MECH-D18: whether two bases touch along a side of at least one cell.

    A base above another does not touch it by that.
    """
    columns, rows = column_gap(a, b), row_gap(a, b)
    return max(columns, rows) == 0 and min(columns, rows) < 0
