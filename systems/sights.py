"""Sight told with its reasons: the verdict of the kernels that fire and lock-on ask, and what shows it."""

from __future__ import annotations

from typing import Any

from enfilade.components.record import Table
from enfilade.core.board.footprint import Footprint, end_x, end_y
from enfilade.core.orders.names import Names
from enfilade.core.orders.reasons import (
    BASE_LINE_CLEAR,
    BASE_LINES_BLOCKED,
    BASES_TOUCH,
    ENGINE_REASON,
    SEEN_FROM_ABOVE,
)
from enfilade.core.orders.said import Place, Point, Sight
from enfilade.core.relations.sight.corridor import Walls
from enfilade.core.relations.sight.square import Corner
from enfilade.core.relations.sight.units import (
    cell_is_between,
    sees_unit,
    sight_corners,
    standing_walls,
    third_is_between,
)
from enfilade.core.relations.sight.witness import centre_blockers, sight_line
from enfilade.core.rulebook.chassis import HIGH
from enfilade.core.state.grids import Grids, footprint, grids_of
from enfilade.core.state.world import World


def told_sight(reason: int, *, visible: bool, **found: Any) -> Sight:
    """A sight with its reason, by its number."""
    return Sight(visible, reason=ENGINE_REASON[reason].name, rule=ENGINE_REASON[reason].rule, **found)


def sight_of_bases(walls: Walls, a: Footprint, b: Footprint, corners: Table[Corner], **obstructions: Any) -> Sight:
    """MECH-1.1.4a, MECH-D2: whether two bases on the ground see each other over some walls, and what shows it.

    Args:
        walls: cells that block sight; none of them lies under a base.
        a: a ground base on the board.
        b: another one.
        corners: scratch, as for ``square.sees``.
        **obstructions: fields of ``Sight`` that say what obstructs.
    """
    return shown_sight(walls, a, b, sight_line(walls, a, b, corners), **obstructions)


def shown_sight(
    walls: Walls, a: Footprint, b: Footprint, witness: tuple[Point, Point] | None, **obstructions: Any
) -> Sight:
    """MECH-1.1.4a, MECH-D2: the sight between two bases by a line that was found, or by none."""
    if witness is None:
        blockers = tuple(centre_blockers(walls, a, b))
        return told_sight(BASE_LINES_BLOCKED, visible=False, blockers=blockers, **obstructions)
    reason = BASES_TOUCH if witness[0] == witness[1] else BASE_LINE_CLEAR
    return told_sight(reason, visible=True, witness=witness, **obstructions)


def sight_of_units(world: World, names: Names, unit: int, other: int, *, by_high: bool) -> Sight:
    """MECH-1.1.4, MECH-D2, MECH-D3: whether two units in play see each other, and what obstructs the line.

    Args:
        world: the position; it is not changed.
        names: of its units.
        unit: slot of a unit.
        other: slot of another one.
        by_high: whether high-altitude units obstruct.
    """
    grids = grids_of(world)
    if HIGH in (grids.chassis[unit].kind, grids.chassis[other].kind):
        return told_sight(SEEN_FROM_ABOVE, visible=True)
    a, b = footprint(world, unit), footprint(world, other)
    thirds = [slot for slot in range(len(world.units)) if third_is_between(world, grids, unit, other, slot, by_high)]
    walls = standing_walls(world, grids)
    is_seen = sees_unit(world, grids, unit, other)
    witness = sight_line(walls, a, b, sight_corners(world)) if is_seen else None
    assert is_seen == (witness is not None), f"{a} and {b} see each other, and no line shows it"
    return shown_sight(
        walls,
        a,
        b,
        witness,
        obstructed_by=tuple(cells_between(world, grids, a, b)),
        obstructing_units=tuple(map(names.unit, thirds)),
    )


def cells_between(world: World, grids: Grids, a: Footprint, b: Footprint) -> list[Place]:
    """MECH-D3: the cells of terrain that stands now which obstruct the line between two bases, row by row."""
    return [
        (x, y)
        for y in range(min(a.y, b.y), max(end_y(a), end_y(b)))
        for x in range(min(a.x, b.x), max(end_x(a), end_x(b)))
        if cell_is_between(world, grids, a, b, x, y)
    ]
