"""FORM-11: sight between the centres of two hexes, exact and the same from both ends.

Heights are compared as whole numbers: the line between two elevations, times the distance of the two hexes.
Elevations and heights are those of ``HexCell``, distances below 2^18, so that every product stays below 2^40.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from enfilade.components.record import Arena
from enfilade.core.board.hexes import (
    BLOCKING,
    OPEN,
    Q_STEPS,
    R_STEPS,
    Course,
    HexBoard,
    HexCell,
    Spot,
    across,
    axial_row,
    course_between,
    course_distance,
    crossed,
    distance_between,
    hex_index,
    is_on_board,
    next_direction,
    opposite,
    past_side,
    runs_along_sides,
    side_feature,
    start_of,
    stepped,
)
from enfilade.core.engine.arena import row, table
from enfilade.core.engine.kernel import entry, kernel

CELL_DTYPE = HexCell.dtype

TWO_OR_MORE = 0
BOTH_SIDES = 1
"""FORM-D17: how many blocking hexes along a line block it: two, or one on each side."""

CLEAR = 0
SCREENED = 1
ADJACENT = 2
OBSCURED = 3
BLOCKED = 4
GROUND = 5
SIDE = 6
ALONG = 7
"""What decides on sight; up to ADJACENT two hexes see each other. Of one hex or side alone: CLEAR, SCREENED when it is
one of two that block, or what it blocks by."""
ALONG_MAX = 1
"""FORM-11.6: so many blocking hexes and sides along a line do not block."""


class Eyes(NamedTuple):
    """The elevations between which a line of sight goes, and the distance of its ends."""

    near: int
    far: int
    distance: int


class Touched(NamedTuple):
    """What blocks of what a line that runs along sides has touched: on either hand, and the sides themselves."""

    main: int
    other: int
    between: int


@kernel
def line_height(eyes: Eyes, distance: int) -> int:
    """FORM-D18: the height of a line at a distance from its beginning, times the whole distance."""
    return eyes.near * (eyes.distance - distance) + eyes.far * distance


@kernel
def reaches_line(cell: HexCell, eyes: Eyes, distance: int) -> bool:
    """FORM-11.7, FORM-D18: whether the top of a hex is at or above the line."""
    return (cell.elevation + cell.height) * eyes.distance >= line_height(eyes, distance)


@kernel
def effect_of_hex(cell: HexCell, eyes: Eyes, distance: int) -> int:
    """FORM-11.2, FORM-11.5, FORM-D18: what a hex does to a line that crosses its interior."""
    if cell.elevation * eyes.distance > line_height(eyes, distance):
        return GROUND
    if cell.kind == OPEN or not reaches_line(cell, eyes, distance):
        return CLEAR
    return BLOCKED if cell.kind == BLOCKING else SCREENED


@kernel
def foot_reaches_line(foot: int, eyes: Eyes, distances: int) -> bool:
    """FORM-X7: whether the ground under a side is at or above the line; ``distances`` of its two hexes are added."""
    return 2 * foot * eyes.distance >= eyes.near * (2 * eyes.distance - distances) + eyes.far * distances


@kernel
def side_in_line(cell: HexCell, direction: int, foot: int, eyes: Eyes, distances: int) -> int:
    """FORM-X7: the feature of the side of a hex in a direction, OPEN when the line passes over it."""
    feature = side_feature(cell, direction)
    return feature if feature != OPEN and foot_reaches_line(foot, eyes, distances) else OPEN


@kernel
def effect_of_side(board: HexBoard, spot: Spot, beyond: Spot, direction: int, eyes: Eyes) -> int:
    """FORM-X4, FORM-X5: what a side does to a line that crosses it from one hex to the next."""
    if spot.distance == 0 or beyond.distance == eyes.distance:
        return CLEAR
    cell = board.cells[hex_index(board, spot.q, spot.r)]
    foot = max(cell.elevation, board.cells[hex_index(board, beyond.q, beyond.r)].elevation)
    feature = side_in_line(cell, direction, foot, eyes, spot.distance + beyond.distance)
    if feature == OPEN:
        return CLEAR
    return SIDE if feature == BLOCKING else SCREENED


@kernel
def flank_of(course: Course, spot: Spot, direction: int) -> Spot:
    """FORM-D17: the hex on one hand of the side along which a line runs after a hex."""
    return Spot(spot.q + Q_STEPS[direction], spot.r + R_STEPS[direction], spot.distance + 1, spot.drift)


@kernel
def flank_blocks(board: HexBoard, flank: Spot, eyes: Eyes) -> int:
    """FORM-11.6, FORM-X8, FORM-D17: 1 for a blocking hex that a line touches along a side, else 0."""
    if not is_on_board(board, flank.q, flank.r):
        return 0
    cell = board.cells[hex_index(board, flank.q, flank.r)]
    return 1 if cell.kind == BLOCKING and reaches_line(cell, eyes, flank.distance) else 0


@kernel
def side_blocks(board: HexBoard, spot: Spot, beyond: Spot, direction: int, eyes: Eyes) -> int:
    """FORM-X4, FORM-X6, FORM-X8: 1 for a side beside a line with a feature that blocks, else 0.

    It leads in a direction from one hex to one at least as far along the line; one of the two is on the board.
    """
    if spot.distance == 0 or beyond.distance == eyes.distance:
        return 0
    inner = spot if is_on_board(board, spot.q, spot.r) else beyond
    outer = beyond if is_on_board(board, beyond.q, beyond.r) else spot
    cell = board.cells[hex_index(board, inner.q, inner.r)]
    foot = max(cell.elevation, board.cells[hex_index(board, outer.q, outer.r)].elevation)
    way = direction if is_on_board(board, spot.q, spot.r) else opposite(direction)
    return 1 if side_in_line(cell, way, foot, eyes, spot.distance + beyond.distance) == BLOCKING else 0


@kernel
def touched_after(board: HexBoard, course: Course, spot: Spot, eyes: Eyes, before: Touched) -> Touched:
    """FORM-11.6, FORM-X6: what a line has touched that blocks, with the side along which it runs after a hex."""
    main = flank_of(course, spot, course.main)
    other = flank_of(course, spot, course.other)
    beyond = past_side(course, spot)
    return Touched(
        before.main
        + side_blocks(board, spot, main, course.main, eyes)
        + flank_blocks(board, main, eyes)
        + side_blocks(board, main, beyond, course.other, eyes),
        before.other
        + side_blocks(board, spot, other, course.other, eyes)
        + flank_blocks(board, other, eyes)
        + side_blocks(board, other, beyond, course.main, eyes),
        before.between + side_blocks(board, other, main, across(course), eyes),
    )


@kernel
def blocks_along(touched: Touched, spine: int) -> bool:
    """FORM-11.6, FORM-X6, FORM-D17: whether what a line has touched blocks it."""
    if spine == BOTH_SIDES:
        return touched.main > 0 and touched.other > 0
    return touched.main + touched.other + touched.between > ALONG_MAX


@kernel
def is_seen(decided: int) -> bool:
    """Whether two hexes see each other, from what decides."""
    return decided <= ADJACENT


@kernel
def decided_by(before: int, effect: int) -> int:
    """FORM-11.5: what decides after one more hex or side on the line; what blocks first stays."""
    if before == SCREENED and effect == SCREENED:
        return OBSCURED
    return max(before, effect) if before <= SCREENED else before


@kernel
def effect_at(board: HexBoard, spot: Spot, eyes: Eyes) -> int:
    """FORM-11.2: what the hex at a spot does to a line that crosses it; its two ends do nothing."""
    if spot.distance == 0 or spot.distance == eyes.distance:
        return CLEAR
    return effect_of_hex(board.cells[hex_index(board, spot.q, spot.r)], eyes, spot.distance)


@kernel
def sight_along_sides(board: HexBoard, course: Course, eyes: Eyes, spine: int) -> int:
    """FORM-11.6: what decides on a line that runs along sides."""
    spot = start_of(course)
    touched = Touched(0, 0, 0)
    decided = CLEAR
    for _ in range(course.along):
        touched = touched_after(board, course, spot, eyes, touched)
        if blocks_along(touched, spine):
            return ALONG
        spot = past_side(course, spot)
        decided = decided_by(decided, effect_at(board, spot, eyes))
        if not is_seen(decided):
            return decided
    return decided


@kernel
def sight_across_sides(board: HexBoard, course: Course, eyes: Eyes) -> int:
    """FORM-11.2, FORM-11.5: what decides on a line that crosses sides alone."""
    spot = start_of(course)
    decided = CLEAR
    for _ in range(2 * eyes.distance):
        direction = next_direction(course, spot.drift)
        beyond = stepped(course, spot, direction)
        decided = decided_by(decided, effect_of_side(board, spot, beyond, direction, eyes))
        decided = decided_by(decided, effect_at(board, beyond, eyes))
        if not is_seen(decided) or beyond.distance == eyes.distance:
            return decided
        spot = beyond
    return decided


@kernel
def eyes_of(board: HexBoard, course: Course, to_q: int, to_r: int) -> Eyes:
    """FORM-D18: the elevations of the two ends of a line."""
    near = board.cells[hex_index(board, course.q, course.r)].elevation
    far = board.cells[hex_index(board, to_q, to_r)].elevation
    return Eyes(near, far, course_distance(course))


@kernel
def hex_sight(board: HexBoard, q: int, r: int, to_q: int, to_r: int, spine: int) -> int:
    """FORM-11.1, FORM-11.3, FORM-11.4: what decides whether two hexes of a board see each other.

    It depends on the terrain alone. If they do not, it is what blocks first on the line.
    """
    course = course_between(q, r, to_q, to_r)
    eyes = eyes_of(board, course, to_q, to_r)
    if eyes.distance <= 1:
        return ADJACENT
    if runs_along_sides(course):
        return sight_along_sides(board, course, eyes, spine)
    return sight_across_sides(board, course, eyes)


@kernel
def board_in(boards: Arena, columns: int, rows: int) -> HexBoard:
    """The board whose cells are row 0 of an arena."""
    return HexBoard(table(row(boards, 0), 0, columns * rows, CELL_DTYPE), columns, rows)


@entry
def seen_from(boards: Arena, columns: int, rows: int, seen: Arena, origin: int, within: int, spine: int) -> int:
    """Mark the hexes from one on, row by row, that it sees; how many there are.

    Args:
        boards: the cells in row 0, shape (1, bytes).
        columns: of the board.
        rows: of the board.
        seen: shape (hexes, hexes); 1 is set in the row of the origin for each hex seen.
        origin: index of the hex that sees; itself is one of those seen.
        within: hexes further away are not looked at.
        spine: TWO_OR_MORE or BOTH_SIDES.
    """
    board = board_in(boards, columns, rows)
    marks = row(seen, origin)
    column = origin % columns
    r = axial_row(column, origin // columns)
    found = 0
    for to_row in range(origin // columns, min(rows, origin // columns + within + 1)):
        for to_column in range(max(0, column - within), min(columns, column + within + 1)):
            to_r = axial_row(to_column, to_row)
            index = to_row * columns + to_column
            near = index >= origin and distance_between(column, r, to_column, to_r) <= within
            if near and is_seen(hex_sight(board, column, r, to_column, to_r, spine)):
                marks[index] = 1
                found += 1
    return found


class Met(NamedTuple):
    """A hex, or a side told by the hexes that share it, that does something to a line."""

    effect: int
    hexes: tuple[tuple[int, int], ...]  # axial


class Explained(NamedTuple):
    """FORM-11.2, FORM-11.5, FORM-11.6: what is on a line that blocks, and what obscures, in order along it."""

    blocks: tuple[Met, ...]
    obscures: tuple[Met, ...]


def explained(board: HexBoard, q: int, r: int, to_q: int, to_r: int, spine: int) -> Explained:
    """What is on the line between two hexes; nothing between adjacent ones."""
    course = course_between(q, r, to_q, to_r)
    eyes = eyes_of(board, course, to_q, to_r)
    met = list(_met(board, course, eyes, spine)) if eyes.distance > 1 else []
    obscures = tuple(thing for thing in met if thing.effect == SCREENED)
    powerless = {SCREENED} if len(obscures) == 1 else set()
    beside = any(thing.effect == ALONG for thing in met)
    if beside and not blocks_along(_touched(board, course, eyes), spine):
        powerless.add(ALONG)
    return Explained(tuple(thing for thing in met if thing.effect not in powerless), obscures)


def _touched(board: HexBoard, course: Course, eyes: Eyes) -> Touched:
    """What a line touches that blocks, on all sides along which it runs."""
    touched = Touched(0, 0, 0)
    if runs_along_sides(course):
        for spot in crossed(course):
            if spot.distance < eyes.distance:
                touched = touched_after(board, course, spot, eyes, touched)
    return touched


def _met(board: HexBoard, course: Course, eyes: Eyes, spine: int) -> Iterator[Met]:
    """Hexes and sides on a line that do something to it by themselves or together, in order."""
    before = start_of(course)
    for spot in crossed(course):
        if spot.distance > 0:
            yield from (
                _met_beside(board, course, before, eyes, spine)
                if runs_along_sides(course)
                else _met_on_the_way(board, course, before, spot, eyes)
            )
        effect = effect_at(board, spot, eyes)
        if effect != CLEAR:
            yield Met(effect, ((spot.q, spot.r),))
        before = spot


def _met_on_the_way(board: HexBoard, course: Course, before: Spot, spot: Spot, eyes: Eyes) -> Iterator[Met]:
    """FORM-X5: the side that a line crosses between two hexes, if it does something."""
    effect = effect_of_side(board, before, spot, next_direction(course, before.drift), eyes)
    if effect != CLEAR:
        yield Met(effect, ((before.q, before.r), (spot.q, spot.r)))


def _met_beside(board: HexBoard, course: Course, before: Spot, eyes: Eyes, spine: int) -> Iterator[Met]:
    """FORM-11.6, FORM-X6: what blocks beside the line where it runs along the side after a hex."""
    main = flank_of(course, before, course.main)
    other = flank_of(course, before, course.other)
    beyond = past_side(course, before)
    yield from _side_met(board, before, main, course.main, eyes)
    yield from _side_met(board, before, other, course.other, eyes)
    yield from _flank_met(board, main, eyes)
    if spine == TWO_OR_MORE:
        yield from _side_met(board, other, main, across(course), eyes)
    yield from _flank_met(board, other, eyes)
    yield from _side_met(board, main, beyond, course.other, eyes)
    yield from _side_met(board, other, beyond, course.main, eyes)


def _flank_met(board: HexBoard, flank: Spot, eyes: Eyes) -> Iterator[Met]:
    """FORM-11.6: a hex beside a line, if it blocks."""
    if flank_blocks(board, flank, eyes):
        yield Met(ALONG, ((flank.q, flank.r),))


def _side_met(board: HexBoard, spot: Spot, beyond: Spot, direction: int, eyes: Eyes) -> Iterator[Met]:
    """FORM-X6: a side beside a line, if it blocks, told by those of its hexes that are on the board."""
    if side_blocks(board, spot, beyond, direction, eyes):
        shared = ((spot.q, spot.r), (beyond.q, beyond.r))
        yield Met(ALONG, tuple(place for place in shared if is_on_board(board, *place)))
