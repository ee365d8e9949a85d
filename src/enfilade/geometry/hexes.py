"""Hexes: distances, lines and sight on boards of hexes. Hexes are axial where nothing else is said."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from enfilade.core.board.hexes import (
    BLOCKING,
    COORDINATE_MAX,
    DIRECTIONS,
    FEATURE_BITS,
    Q_STEPS,
    R_STEPS,
    SOUTH_EAST,
    Course,
    HexCell,
    axial_row,
    course_between,
    course_distance,
    crossed,
    distance_between,
    hex_row,
    nearest_step,
    opposite,
    runs_along_sides,
)
from enfilade.core.engine.warm import prepare
from enfilade.core.orders.reasons import ENGINE_REASONS, HEX_SIGHT
from enfilade.core.orders.said import Place, Point, Sight
from enfilade.core.relations.sight.hexes import (
    BOTH_SIDES,
    TWO_OR_MORE,
    Met,
    board_in,
    explained,
    flank_of,
    is_seen,
    seen_from,
)
from enfilade.core.relations.sight.hexes import (
    hex_sight as sight_kernel,
)

Hex = tuple[int, int]
"""Axial ``(q, r)``."""
SPINES = {"two_or_more": TWO_OR_MORE, "both_sides": BOTH_SIDES}
"""FORM-D17: the readings of ``spine``."""
TABLE_MAX = 1 << 30
"""Pairs of hexes that a table holds at most."""

HEIGHTS = range(-(2**15), 2**15)
KINDS = range(BLOCKING + 1)
KINDS_EXPECTED = "0 (open), 1 (obscuring) or 2 (blocking)"
HEIGHTS_EXPECTED = f"a whole number from {HEIGHTS[0]} to {HEIGHTS[-1]}"


class BadHex(ValueError):
    """What was given as a hex is none, or none of this board."""

    def __init__(self, given: object, expected: str) -> None:
        super().__init__(f"hex {given!r}, expected {expected}")


class BadTerrain(ValueError):
    """What was given as the terrain of a board is none."""

    def __init__(self, name: str, problem: str, expected: str) -> None:
        super().__init__(f"{name} {problem}, expected {expected}")


def hex_distance(start: Hex, end: Hex) -> int:
    """FORM-8.1, FORM-8.2: the range between two hexes, counted without the first and with the last.

    Args:
        start: axial (q, r), each -32,767 to 32,767.
        end: the same.

    Raises:
        BadHex: one is no pair of whole numbers in that range.

    >>> hex_distance((0, 0), (2, 1)), hex_distance((0, 0), (2, -1))
    (3, 2)
    """
    return distance_between(*_axial(start), *_axial(end))


def hex_neighbours(centre: Hex) -> list[Hex]:
    """The six adjacent hexes, clockwise from the northern one.

    Args:
        centre: as for ``hex_distance``; a neighbour may lie one beyond that range.

    Raises:
        BadHex: it is no pair of whole numbers in that range.

    >>> hex_neighbours((0, 0))
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    """
    q, r = _axial(centre)
    return [(q + east, r + south) for east, south in zip(Q_STEPS, R_STEPS, strict=True)]


def hex_ring(centre: Hex, radius: int) -> list[Hex]:
    """All hexes at a distance, clockwise from the northern one; the centre alone for distance 0.

    Args:
        centre: as for ``hex_distance``; the ring may reach beyond that range.
        radius: 0 to 32,767.

    Raises:
        BadHex: the centre is no pair of whole numbers in that range.
        ValueError: the radius is no whole number in its range.

    >>> hex_ring((0, 0), 1) == hex_neighbours((0, 0)), len(hex_ring((3, 1), 4))
    (True, 24)
    """
    q, r = _axial(centre)
    steps = _whole("radius", radius, COORDINATE_MAX)
    if steps == 0:
        return [(q, r)]
    r -= steps
    ring = []
    for side in range(DIRECTIONS):
        direction = (SOUTH_EAST + side) % DIRECTIONS
        for _ in range(steps):
            ring.append((q, r))
            q += Q_STEPS[direction]
            r += R_STEPS[direction]
    return ring


def hex_line(start: Hex, end: Hex) -> list[Hex]:
    """One line of hexes, each adjacent to the next: at each distance from the start the hex nearest to the centre line.

    Of two that are equally near it is the western one, of two in one column the northern one. So a line led back is
    the same line.

    Args:
        start: as for ``hex_distance``.
        end: the same.

    Returns:
        The hexes in order, start and end included.

    Raises:
        BadHex: one is no pair of whole numbers in that range.

    >>> hex_line((0, 0), (1, 1))
    [(0, 0), (0, 1), (1, 1)]
    """
    course = _course(start, end)
    return [_line_hex(course, distance) for distance in range(course_distance(course) + 1)]


def hex_crossed(start: Hex, end: Hex) -> list[Hex]:
    """FORM-11.1, FORM-D17: the hexes through whose interior the line between two centres passes.

    Args:
        start: as for ``hex_distance``.
        end: the same.

    Returns:
        The hexes in order along the line, start and end included. A hex that is touched only at a corner or along a
        side is not among them.

    Raises:
        BadHex: one is no pair of whole numbers in that range.

    >>> hex_crossed((0, 0), (1, 1)), hex_crossed((0, 0), (2, 1))
    ([(0, 0), (1, 1)], [(0, 0), (1, 0), (1, 1), (2, 1)])
    """
    return [(spot.q, spot.r) for spot in crossed(_course(start, end))]


def hex_flanks(start: Hex, end: Hex) -> list[tuple[Hex, Hex]]:
    """FORM-11.6, FORM-D17: the pairs of hexes along whose common side the line between two centres runs.

    Args:
        start: as for ``hex_distance``.
        end: the same.

    Returns:
        The pairs in order along the line, the same hand first in each; none unless the line leads equally far in two
        neighbouring directions.

    Raises:
        BadHex: one is no pair of whole numbers in that range.

    >>> hex_flanks((0, 0), (1, 1)), hex_flanks((0, 0), (2, 1))
    ([((1, 0), (0, 1))], [])
    """
    course = _course(start, end)
    if not runs_along_sides(course):
        return []
    flanks = []
    for spot in list(crossed(course))[:-1]:
        main, other = flank_of(course, spot, course.main), flank_of(course, spot, course.other)
        flanks.append(((main.q, main.r), (other.q, other.r)))
    return flanks


def hex_to_offset(hexagon: Hex) -> Place:
    """FORM-X1: column and row of a hex, odd columns half a hex lower.

    Args:
        hexagon: as for ``hex_distance``.

    Raises:
        BadHex: it is no pair of whole numbers in that range.

    >>> hex_to_offset((3, 1)), hex_to_offset((-1, 0))
    ((3, 2), (-1, -1))
    """
    q, r = _axial(hexagon)
    return q, hex_row(q, r)


def hex_from_offset(place: Place) -> Hex:
    """FORM-X1: the axial coordinates of a column and a row, odd columns half a hex lower.

    Args:
        place: (column, row), such that both axial coordinates are -32,767 to 32,767.

    Raises:
        BadHex: it is no pair of whole numbers, or out of that range.

    >>> hex_from_offset((3, 2)), hex_from_offset((-1, -1))
    ((3, 1), (-1, 0))
    """
    expected = f"(column, row), whole numbers whose axial coordinates are at most {COORDINATE_MAX} from 0"
    column, row = _pair(place, expected)
    r = axial_row(column, row)
    if max(abs(column), abs(r)) > COORDINATE_MAX:
        raise BadHex(place, expected)
    return column, r


class HexTerrain:
    """The terrain of a board of hexes, as far as it matters to sight. It never changes.

    All arrays are indexed ``[row, column]``.

    Attributes:
        columns: 1 to 32,767.
        rows: the same.
    """

    def __init__(
        self,
        kind: npt.ArrayLike,
        *,
        height: npt.ArrayLike = 0,
        elevation: npt.ArrayLike = 0,
        sides: npt.ArrayLike = 0,
    ) -> None:
        """Take terrain from arrays of whole numbers; one number stands for an array full of it.

        Args:
            kind: shape (rows, columns): 0 open, 1 obscuring, 2 blocking.
            height: shape (rows, columns): of what stands on the ground, -32,768 to 32,767.
            elevation: shape (rows, columns): of the ground, -32,768 to 32,767.
            sides: shape (rows, columns, 6): the feature of each side, 0 none, 1 obscuring, 2 blocking; sides in the
                order N, NE, SE, S, SW, NW. It is enough to say a feature at one of the two hexes that share the side;
                where they differ the greater number counts.

        Raises:
            BadTerrain: an array has another shape or holds something else; the message names it and the place in it.
        """
        kinds = _integers("kind", kind, None, KINDS, KINDS_EXPECTED)
        if kinds.ndim != 2 or not all(1 <= size <= COORDINATE_MAX for size in kinds.shape):
            raise BadTerrain("kind", f"has shape {kinds.shape}", f"(rows, columns), each 1 to {COORDINATE_MAX}")
        shape = kinds.shape
        self.rows, self.columns = shape
        cells = np.zeros(shape, HexCell.dtype)
        cells["kind"] = kinds
        cells["height"] = _integers("height", height, shape, HEIGHTS, HEIGHTS_EXPECTED)
        cells["elevation"] = _integers("elevation", elevation, shape, HEIGHTS, HEIGHTS_EXPECTED)
        cells["sides"] = _packed(_shared(_integers("sides", sides, (*shape, DIRECTIONS), KINDS, KINDS_EXPECTED)))
        self._cells = np.frombuffer(bytearray(cells.tobytes()), np.uint8).reshape(1, -1)

    def __repr__(self) -> str:
        return f"<HexTerrain of {self.columns} columns and {self.rows} rows>"


def hex_sight(terrain: HexTerrain, start: Place, end: Place, *, spine: str = "two_or_more") -> Sight:
    """FORM-11.1, FORM-D17, FORM-D18: whether two hexes of a board see each other, and why.

    Args:
        terrain: of the board.
        start: (column, row) on the board, from 0.
        end: the same.
        spine: FORM-D17, what blocks a line that runs along sides: ``two_or_more`` blocking hexes that touch it, or
            one on each side of it, ``both_sides``.

    Returns:
        A Sight whose places are columns and rows. Its witness is the two centres, x in columns and y in rows, those
        of odd columns half a row lower. Its blockers are everything on the line that blocks, in order, and its reason
        what blocks first; a side is told by the two hexes that share it.

    Raises:
        BadHex: a place is no hex of the board.
        ValueError: ``spine`` is neither of the two.

    >>> woods = HexTerrain([[0, 0, 0], [0, 2, 0], [0, 0, 0]])
    >>> print(hex_sight(woods, (1, 0), (1, 2)))
    the line between the centres crosses a hex that blocks [FORM-11.2]
    >>> hex_sight(woods, (1, 0), (1, 2)).blockers, hex_sight(woods, (0, 0), (2, 0)).visible
    (((1, 1),), True)
    """
    rule = _spine(spine)
    ends = (*_on_board(terrain, start), *_on_board(terrain, end))
    board = board_in(terrain._cells, terrain.columns, terrain.rows)
    decided = sight_kernel(board, *ends, rule)
    found = explained(board, *ends, rule)
    reason = HEX_REASONS[decided]
    return Sight(
        visible=is_seen(decided),
        reason=reason.name,
        rule=reason.rule,
        witness=(_centre(*ends[:2]), _centre(*ends[2:])) if is_seen(decided) else None,
        blockers=_places(found.blocks),
        obstructed_by=_places(found.obscures),
    )


def hex_sight_table(
    terrain: HexTerrain, *, within: int = 2 * COORDINATE_MAX, spine: str = "two_or_more"
) -> npt.NDArray[np.bool_]:
    """FORM-11.1: who sees whom on a whole board.

    Its code is compiled, or loaded, as ``ENFILADE_KERNELS`` says.

    Args:
        terrain: of the board.
        within: hexes further away than this are taken not to see each other.
        spine: as for ``hex_sight``.

    Returns:
        Shape (rows, columns, rows, columns), symmetric: ``table[y, x, to_y, to_x]``.

    Raises:
        ValueError: ``spine`` is neither of the two, ``within`` no whole number of 0 or more, or the board has more
            than 2^30 pairs of hexes.

    >>> int(hex_sight_table(HexTerrain([[0], [0], [2], [0], [0]])).sum())
    17
    """
    rule = _spine(spine)
    near = _whole("within", within, 2 * COORDINATE_MAX)
    hexes = terrain.rows * terrain.columns
    if hexes * hexes > TABLE_MAX:
        raise ValueError(f"{terrain!r} has {hexes}^2 pairs of hexes, expected at most {TABLE_MAX}")
    prepare((seen_from,))
    seen = np.zeros((hexes, hexes), np.uint8)
    for origin in range(hexes):
        seen_from(terrain._cells, terrain.columns, terrain.rows, seen, origin, near, rule)
    seen |= seen.T
    return seen.view(np.bool_).reshape(terrain.rows, terrain.columns, terrain.rows, terrain.columns)


HEX_REASONS = sorted(
    (reason for reason in ENGINE_REASONS if reason.number >= HEX_SIGHT), key=lambda reason: reason.number
)
"""Reasons by what the kernels say decides."""


def _pair(given: object, expected: str) -> tuple[int, int]:
    """Two whole numbers."""
    values: Any = given
    try:
        first, second = (operator.index(value) for value in values)
    except (TypeError, ValueError):
        raise BadHex(given, expected) from None
    return first, second


def _axial(hexagon: object) -> Hex:
    """Axial coordinates, if it is a hex."""
    expected = f"(q, r), whole numbers from {-COORDINATE_MAX} to {COORDINATE_MAX}"
    q, r = _pair(hexagon, expected)
    if max(abs(q), abs(r)) > COORDINATE_MAX:
        raise BadHex(hexagon, expected)
    return q, r


def _on_board(terrain: HexTerrain, place: object) -> Hex:
    """Axial coordinates of a place, if it is on the board."""
    expected = f"(column, row), whole numbers from 0, columns below {terrain.columns} and rows below {terrain.rows}"
    column, row = _pair(place, expected)
    if not (0 <= column < terrain.columns and 0 <= row < terrain.rows):
        raise BadHex(place, expected)
    return column, axial_row(column, row)


def _whole(name: str, given: object, most: int) -> int:
    """A whole number from 0 on."""
    value: Any = given
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if not 0 <= number <= most:
        raise ValueError(f"{name} {given!r}, expected a whole number from 0 to {most}")
    return number


def _spine(name: object) -> int:
    """FORM-D17: the reading of that name."""
    if not isinstance(name, str) or name not in SPINES:
        raise ValueError(f"spine {name!r}, expected one of {', '.join(SPINES)}")
    return SPINES[name]


def _course(start: object, end: object) -> Course:
    """The straight line between two hexes."""
    return course_between(*_axial(start), *_axial(end))


def _line_hex(course: Course, distance: int) -> Hex:
    """The hex of a line at a distance from its beginning."""
    steps = nearest_step(course, distance)
    rest = distance - steps
    return (
        course.q + steps * Q_STEPS[course.main] + rest * Q_STEPS[course.other],
        course.r + steps * R_STEPS[course.main] + rest * R_STEPS[course.other],
    )


def _centre(q: int, r: int) -> Point:
    """The centre of a hex: x in columns, y in rows."""
    return (q, 1), ((2 * r + q, 2) if q % 2 else (hex_row(q, r), 1))


def _places(things: tuple[Met, ...]) -> tuple[Place, ...]:
    """Columns and rows of hexes, each once, in order."""
    return tuple(dict.fromkeys((q, hex_row(q, r)) for thing in things for q, r in thing.hexes))


def _shared(sides: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """FORM-X3: features of sides, shape (rows, columns, 6), the same at both hexes that share one: the greater."""
    rows, columns, _ = sides.shape
    y, x = np.indices((rows, columns))
    for direction in range(DIRECTIONS // 2):
        to_x = x + Q_STEPS[direction]
        to_y = y - (x >> 1) + R_STEPS[direction] + (to_x >> 1)
        both = (to_x >= 0) & (to_x < columns) & (to_y >= 0) & (to_y < rows)
        here = y[both], x[both], direction
        there = to_y[both], to_x[both], opposite(direction)
        sides[here] = sides[there] = np.maximum(sides[here], sides[there])
    return sides


def _packed(sides: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Features of sides as bits, shape (rows, columns, 6) to (rows, columns)."""
    return np.asarray((sides << (FEATURE_BITS * np.arange(DIRECTIONS))).sum(axis=-1))


def _integers(
    name: str, given: npt.ArrayLike, shape: tuple[int, ...] | None, allowed: range, expected: str
) -> npt.NDArray[np.int64]:
    """An array of this shape, or full of one number, all of it allowed."""
    try:
        values = np.asarray(given)
    except ValueError as problem:
        raise BadTerrain(name, f"is no array ({problem})", "rows of one length") from None
    if values.dtype.kind not in "iu":
        raise BadTerrain(name, f"holds {values.dtype}", "whole numbers")
    if shape is not None and values.shape not in ((), shape):
        raise BadTerrain(name, f"has shape {values.shape}", f"{shape} like the other arrays, or one number")
    wrong = np.argwhere((values < allowed.start) | (values >= allowed.stop))
    if len(wrong) > 0:
        where = tuple(int(index) for index in wrong[0])
        raise BadTerrain(f"{name}{list(where) if where else ''}", f"is {values[where]}", expected)
    return np.broadcast_to(values, values.shape if shape is None else shape).astype(np.int64)
