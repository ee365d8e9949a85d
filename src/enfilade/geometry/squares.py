"""Boards of squares and bases of 1 to 3 cells a side: sight, obstruction, distances, contact, front and rear."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade.core.board import grids
from enfilade.core.board.footprint import Footprint, end_x, end_y
from enfilade.core.engine.arena import row
from enfilade.core.engine.warm import prepare
from enfilade.core.orders.reasons import (
    CENTRE_LINE_BLOCKED,
    CENTRE_LINE_CLEAR,
    SEEN_FROM_ABOVE,
)
from enfilade.core.orders.said import Sight
from enfilade.core.relations import arcs, contact, distance
from enfilade.core.relations.sight.corridor import SIDE_MAX, SIZE_MAX
from enfilade.core.relations.sight.many import CENTRES, EXACT, Block, Survey, open_survey, survey_cells, survey_pairs
from enfilade.core.relations.sight.obstruction import obstructs
from enfilade.core.relations.sight.square import BLOCKING_HEIGHT
from enfilade.core.relations.sight.witness import centre_blockers, centre_ends, obstructing_cells
from enfilade.systems.sights import sight_of_bases, told_sight

from .hexes import BadTerrain

SquareBase = tuple[int, int, int]
"""(x, y, size): column and row of the north-western cell, and cells a side."""

LINES = {"any": EXACT, "centres": CENTRES}
"""Which lines count for sight: any from base to base, or the one between the centres."""
SAME_GRID_ARCS = {"any_cell": arcs.ANY_CELL, "every_cell": arcs.EVERY_CELL}
"""MECH-D4: how much of a base must lie in the arc when both stand in one large grid."""

NO_BASES = np.zeros((0, 3), np.int64)

Heights = npt.NDArray[np.integer]


class BadSquareBase(ValueError):
    """What was given as a base on squares is none, or does not fit the board."""

    def __init__(self, base: object, expected: str) -> None:
        super().__init__(f"base {base!r}, expected {expected}")


def sight_between(
    heights: npt.ArrayLike, a: SquareBase, b: SquareBase, *, lines: str = "any", high_altitude: bool = False
) -> Sight:
    """MECH-1.1.4a, MECH-1.1.4c, MECH-1.1.4e, MECH-D2: whether two bases see each other, and why.

    They do when some line from base to base touches no cell of height 3 or more, be it at an edge or a corner.

    Args:
        heights: whole numbers, shape (height, width), so ``heights[y, x]``; 1 to 16,383 cells a side.
        a: (x, y, size) of a base: its north-western cell, x east and y south, and 1 to 3 cells a side. Heights of less
            than 3 under a base do not count.
        b: the other base.
        lines: ``any`` line from base to base, or ``centres``, the one between the centres alone.
        high_altitude: MECH-1.1.4e, whether one of the two is a high-altitude unit: then they see each other, nothing
            obstructs, and ``lines`` makes no difference.

    Returns:
        The sight. ``witness`` has exact ends, one in ``a`` and one in ``b``. ``blockers`` are the cells of height 3 or
        more on the line between the centres, and ``obstructed_by`` the cells of any height above 0 that obstruct
        (MECH-D3), row by row.

    Raises:
        BadTerrain: the heights are no such array.
        BadSquareBase: a base is none, lies off the board, or on a cell of height 3 or more.
        ValueError: ``lines`` is neither of the two.

    >>> import numpy as np
    >>> heights = np.array([[0, 3, 2, 0], [0, 0, 0, 0]])
    >>> sight = sight_between(heights, (0, 1, 1), (3, 0, 1))
    >>> sight.visible, sight.obstructed_by, sight.rule
    (True, ((1, 0), (2, 0)), 'MECH-1.1.4a')
    >>> print(sight_between(heights, (0, 0, 1), (3, 0, 1)))
    every line from base to base touches terrain of height 3 or more [MECH-1.1.4a]
    """
    counted = _choice("lines", lines, LINES)
    ground = _heights(heights)
    first, second = _on_ground(ground, a, high_altitude), _on_ground(ground, b, high_altitude)
    if high_altitude:
        return told_sight(SEEN_FROM_ABOVE, visible=True)
    survey = _survey(ground >= BLOCKING_HEIGHT)
    terrain = _survey(ground > 0)
    obstructed = tuple(obstructing_cells(terrain.walls, first, second))
    if counted == CENTRES:
        blockers = tuple(centre_blockers(survey.walls, first, second))
        if blockers:
            return told_sight(CENTRE_LINE_BLOCKED, visible=False, blockers=blockers, obstructed_by=obstructed)
        ends = centre_ends(first, second)
        return told_sight(CENTRE_LINE_CLEAR, visible=True, witness=ends, obstructed_by=obstructed)
    return sight_of_bases(survey.walls, first, second, survey.corners, obstructed_by=obstructed)


def centre_sight(heights: npt.ArrayLike, a: SquareBase, b: SquareBase, *, high_altitude: bool = False) -> Sight:
    """MECH-1.1.4c: ``sight_between`` by one line alone, that between the centres of two bases.

    Args:
        heights: as for ``sight_between``.
        a: a base, as for ``sight_between``.
        b: the other base.
        high_altitude: as for ``sight_between``.

    Raises:
        BadTerrain, BadSquareBase: as for ``sight_between``.

    >>> import numpy as np
    >>> heights = np.array([[0, 0, 0], [0, 3, 0], [0, 0, 0]])
    >>> centre_sight(heights, (0, 0, 1), (2, 2, 1)).blockers, centre_sight(heights, (0, 0, 1), (2, 0, 1)).visible
    (((1, 1),), True)
    """
    return sight_between(heights, a, b, lines="centres", high_altitude=high_altitude)


def sight_table(
    heights: npt.ArrayLike, bases: Sequence[SquareBase] | npt.NDArray[np.integer], *, lines: str = "any"
) -> npt.NDArray[np.bool_]:
    """MECH-1.1.4a: which of some bases see each other; compiled, as ``ENFILADE_KERNELS`` says.

    Args:
        heights: as for ``sight_between``.
        bases: n of them; each sees itself.
        lines: as for ``sight_between``.

    Returns:
        Shape (n, n), symmetric.

    Raises:
        BadTerrain, BadSquareBase, ValueError: as for ``sight_between``.

    >>> import numpy as np
    >>> sight_table(np.array([[0, 0, 3, 0]]), [(0, 0, 1), (1, 0, 1), (3, 0, 1)])
    array([[ True,  True, False],
           [ True,  True, False],
           [False, False,  True]])
    """
    counted = _choice("lines", lines, LINES)
    ground = _heights(heights)
    standing = np.array([_on_ground(ground, base) for base in bases], np.int64).reshape(-1, 3)
    block = Block(ground >= BLOCKING_HEIGHT, standing)
    seen = np.zeros((len(standing), len(standing)), np.uint8)
    prepare((survey_pairs,))
    survey_pairs(block.data, block.numbers, seen, counted)
    return seen.view(np.bool_)


def field_of_view(heights: npt.ArrayLike, base: SquareBase, *, lines: str = "any") -> npt.NDArray[np.bool_]:
    """MECH-1.1.4a: the cells that a base sees; compiled, as ``ENFILADE_KERNELS`` says.

    It sees a cell where it would see a base of size 1; the cells under it are seen, those of height 3 or more are not.

    Args:
        heights: as for ``sight_between``.
        base: as for ``sight_between``.
        lines: as for ``sight_between``.

    Returns:
        Shape (height, width).

    Raises:
        BadTerrain, BadSquareBase, ValueError: as for ``sight_between``.

    >>> import numpy as np
    >>> field_of_view(np.array([[0, 3, 0], [0, 3, 0], [0, 0, 0]]), (0, 0, 1)).astype(int)
    array([[1, 0, 0],
           [1, 0, 0],
           [1, 1, 0]])
    """
    counted = _choice("lines", lines, LINES)
    ground = _heights(heights)
    standing = np.array([_on_ground(ground, base)], np.int64)
    block = Block(ground >= BLOCKING_HEIGHT, standing)
    seen = np.zeros(ground.shape, np.uint8)
    prepare((survey_cells,))
    survey_cells(block.data, block.numbers, seen, counted)
    return seen.view(np.bool_)


def obstructed_by(a: SquareBase, b: SquareBase, thing: SquareBase, *, high_altitude: bool = False) -> bool:
    """MECH-1.1.4b, MECH-1.1.4e, MECH-D3: whether an object obstructs the line of sight between two others.

    It does when some line between the two goes through it; touching its edge is not enough.

    Args:
        a: a base, as for ``sight_between``.
        b: the other base.
        thing: (x, y, size) of what may obstruct: a unit other than the two, or a piece of terrain.
        high_altitude: whether ``a`` or ``b`` is a high-altitude unit: then nothing obstructs.

    Raises:
        BadSquareBase: one is no base.

    >>> obstructed_by((0, 0, 1), (4, 0, 1), (2, 0, 1)), obstructed_by((0, 0, 1), (4, 0, 1), (2, 1, 1))
    (True, False)
    """
    first, second, other = _base(a), _base(b), _base(thing)
    return not high_altitude and obstructs(first, second, other)


def grid_distance(a: SquareBase, b: SquareBase) -> int:
    """MECH-1.1.1: how many large grids of 3 x 3 cells lie from one base's to the other's, across and along.

    Args:
        a: (x, y, size) as for ``sight_between``; inside one large grid.
        b: the other base.

    Raises:
        BadSquareBase: one is no base, or lies across two large grids.

    >>> grid_distance((6, 9, 3), (15, 3, 3)), grid_distance((6, 9, 1), (8, 11, 1))
    (5, 0)
    """
    return distance.grid_distance(_in_grid(a), _in_grid(b))


def grids_adjacent(a: SquareBase, b: SquareBase) -> bool:
    """MECH-1.1.2: whether the large grids of two bases are the same, or touch at a side or corner.

    Args and Raises as for ``grid_distance``.

    >>> grids_adjacent((6, 9, 3), (9, 12, 3)), grids_adjacent((6, 9, 3), (12, 9, 3))
    (True, False)
    """
    return distance.grids_adjacent(_in_grid(a), _in_grid(b))


def in_contact(a: SquareBase, b: SquareBase) -> bool:
    """MECH-1.1.3: whether two objects touch along the side of at least one cell.

    Args:
        a: (x, y, size) of a base or a piece of terrain, as for ``sight_between``.
        b: the other one.

    Raises:
        BadSquareBase: one is no base.

    >>> in_contact((0, 0, 2), (2, 1, 3)), in_contact((0, 0, 2), (2, 2, 1))
    (True, False)
    """
    return contact.in_contact(_base(a), _base(b))


def in_front(base: SquareBase, facing: int, target: SquareBase, *, same_grid_arc: str = "any_cell") -> bool:
    """MECH-1.1.5: whether a target is in front of a base, within 45 degrees: by large grids, or by cells within one.

    Args:
        base: (x, y, size), as for ``grid_distance``.
        facing: 0 to 3: north, east, south, west.
        target: as ``base``.
        same_grid_arc: MECH-D4, within one large grid ``any_cell`` of the target is enough, or ``every_cell`` is needed.

    Raises:
        BadSquareBase: one is no base, or lies across two large grids.
        ValueError: the facing or ``same_grid_arc`` is none of these.

    >>> in_front((15, 15, 3), 0, (12, 12, 1)), in_front((15, 15, 3), 0, (12, 15, 1))
    (True, False)
    """
    needed = _choice("same_grid_arc", same_grid_arc, SAME_GRID_ARCS)
    return arcs.in_front(_in_grid(base), _facing(facing), _in_grid(target), needed)


def in_rear(base: SquareBase, facing: int, attacker: SquareBase, *, same_grid_arc: str = "any_cell") -> bool:
    """MECH-1.1.6: whether an attacker is in the rear of a base; Args and Raises as for ``in_front``.

    >>> in_rear((15, 15, 3), 0, (12, 18, 1)), in_rear((15, 15, 3), 0, (12, 15, 1))
    (True, False)
    """
    needed = _choice("same_grid_arc", same_grid_arc, SAME_GRID_ARCS)
    return arcs.in_rear(_in_grid(base), _facing(facing), _in_grid(attacker), needed)


def _choice(name: str, given: object, choices: dict[str, int]) -> int:
    """What one of some words stands for."""
    if not isinstance(given, str) or given not in choices:
        raise ValueError(f"{name} {given!r}, expected one of {', '.join(choices)}")
    return choices[given]


def _heights(given: npt.ArrayLike) -> Heights:
    """Heights, if they are some."""
    try:
        heights = np.asarray(given)
    except ValueError as problem:
        raise BadTerrain("heights", f"is no array ({problem})", "rows of one length") from None
    if heights.dtype.kind not in "iu":
        raise BadTerrain("heights", f"holds {heights.dtype}", "whole numbers")
    if heights.ndim != 2 or not (0 < heights.shape[0] <= SIDE_MAX and 0 < heights.shape[1] <= SIDE_MAX):
        raise BadTerrain("heights", f"has shape {heights.shape}", f"(height, width), each 1 to {SIDE_MAX}")
    return heights


def _base(given: object) -> Footprint:
    """MECH-D1, MECH-X5: a base of 1 to 3 cells a side, if it is one."""
    expected = f"(x, y, size), whole numbers, size 1 to {SIZE_MAX}, x and y from 0, all of it below {SIDE_MAX}"
    values: Any = given
    try:
        x, y, size = (operator.index(value) for value in values)
    except (TypeError, ValueError):
        raise BadSquareBase(given, expected) from None
    if not (1 <= size <= SIZE_MAX and x >= 0 and y >= 0 and max(x, y) + size <= SIDE_MAX):
        raise BadSquareBase(given, expected)
    return Footprint(x, y, size)


def _on_ground(heights: Heights, given: object, high_altitude: bool = False) -> Footprint:
    """A base on the board; a ground unit's is not on terrain that blocks sight."""
    base = _base(given)
    if end_x(base) > heights.shape[1] or end_y(base) > heights.shape[0]:
        raise BadSquareBase(given, f"one on the board of {heights.shape[1]} columns and {heights.shape[0]} rows")
    if not high_altitude and heights[base.y : end_y(base), base.x : end_x(base)].max() >= BLOCKING_HEIGHT:
        raise BadSquareBase(given, f"no terrain of height {BLOCKING_HEIGHT} or more under it")
    return base


def _in_grid(given: object) -> Footprint:
    """MECH-X5: a base inside one large grid."""
    base = _base(given)
    if not distance.is_inside_grid(base):
        raise BadSquareBase(given, f"one inside a large grid of {grids.GRID} x {grids.GRID} cells")
    return base


def _facing(given: object) -> int:
    """A facing, if it is one."""
    value: Any = given
    try:
        facing = operator.index(value)
    except TypeError:
        facing = -1
    if not 0 <= facing < arcs.FACINGS:
        raise ValueError(f"facing {given!r}, expected 0 to 3 (north, east, south, west)")
    return facing


def _survey(cells: npt.NDArray[np.bool_]) -> Survey:
    """Cells with some property as interpreted kernels see them."""
    block = Block(cells, NO_BASES)
    return open_survey(row(block.data, 0), block.numbers)
