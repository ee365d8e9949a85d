"""``enfilade sight`` on a map of characters: a line of sight, ruled and drawn."""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from enfilade.core.orders.notation import GroundPlaces, LetteredSquares, Notation, NumberedHexes
from enfilade.core.orders.said import Point, Sight
from enfilade.core.relations.open_ground.obstacles import CORNERS_MAX
from enfilade.core.relations.sight.square import BLOCKING_HEIGHT
from enfilade.core.scenario.errors import Problem, ScenarioError
from enfilade.core.scenario.schema import rows_of
from enfilade.geometry import (
    Base,
    HexTerrain,
    Obstacle,
    ground_sight,
    hex_crossed,
    hex_from_offset,
    hex_sight,
    hex_to_offset,
    sight_between,
)
from enfilade.text.lines import Marks, cells_crossed, draw_cells, draw_hexes, sight_marks

from .failures import NO
from .sources import text_at

Place = tuple[int, int]

SQUARES, HEXES, GROUND = LetteredSquares(), NumberedHexes(), GroundPlaces()
HEIGHTS = {".": 0, "#": 3} | {str(height): height for height in range(10)}
"""Characters of a map of squares: the height of a cell."""
HEX_KINDS = {".": 0, "o": 1, "#": 2} | {str(elevation): 0 for elevation in range(10)}
"""Characters of a map of hexes: open, obscuring, blocking; a digit is open ground so high."""
GROUND_SIGNS = {".": "", "#": "wall", "~": "ditch"}
"""Characters of a map of open ground, each a square of one step."""
STEP = 100
WIDTH_MAX, HEIGHT_MAX = 512, 512
GROUND_MAX = 327
"""Steps of open ground each way, at most."""


class Standing(NamedTuple):
    """Who looks, or is looked at."""

    x: int
    y: int
    size: int


class MapError(ScenarioError):
    """A map that cannot be read."""

    what = "map"


class BadStanding(ValueError):
    """What was given as a place on a map is none."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"place {text!r}, expected {expected}")


class Ruling(NamedTuple):
    """What a ruling came to, and the map with the line drawn on it."""

    sight: Sight
    drawing: str


def map_sight(chosen: argparse.Namespace) -> int:
    """Say whether two places of a map see each other, and draw the line."""
    board = BOARDS[chosen.board or "square"]
    ruling = board.rule(map_rows(text_at(chosen.source), chosen.source, board.signs), chosen)
    if chosen.json:
        told = {**msgspec.to_builtins(ruling.sight), "sentence": ruling.sight.sentence(), "drawing": ruling.drawing}
        print(json.dumps(told))
    else:
        print(f"{ruling.drawing}\n")
        print(f"{'visible' if ruling.sight else 'not visible'}: {ruling.sight}")
    return 0 if ruling.sight else NO


def map_rows(text: str, source: str, signs: str) -> list[str]:
    """The rows of a map.

    Raises:
        MapError: it is empty, too large or ragged, or has other characters than these.
    """
    rows = rows_of(text.replace("\r\n", "\n"))
    problems = list(_map_problems(rows, signs))
    if problems:
        raise MapError(source, problems)
    return rows


def _map_problems(rows: list[str], signs: str) -> Iterator[Problem]:
    """Everything that is wrong with a map; a character that means nothing is told once, with its first place."""
    if not rows[0]:
        yield Problem("row 1", "an empty row", "rows of characters")
    if len(rows) > HEIGHT_MAX or len(rows[0]) > WIDTH_MAX:
        yield Problem("the map", f"{len(rows[0])} x {len(rows)}", f"at most {WIDTH_MAX} x {HEIGHT_MAX}")
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            yield Problem(f"row {number}", f"{len(row)} characters", f"{len(rows[0])}")
    unknown = Counter(character for row in rows for character in row if character not in signs)
    for character, count in unknown.items():
        number = next(number for number, row in enumerate(rows) if character in row)
        place = f"row {number + 1} column {rows[number].index(character) + 1}"
        times = f" ({count} times)" if count > 1 else ""
        yield Problem(place, repr(character) + times, f"one of {' '.join(signs)}")


def standing(text: str, notation: Notation, default: int, sizes: range) -> Standing:
    """A place with the size of what stands there, as in ``C7`` or ``C7:2``.

    Raises:
        BadStanding: the text says none.
    """
    match = re.fullmatch(r"([^:]+)(?::([0-9]{1,5}))?", text)
    place = notation.parse_place(match[1]) if match is not None else None
    if match is None or place is None:
        example = f"a place such as {notation.example}"
        raise BadStanding(text, example + (f", or with a size {notation.example}:{sizes[-1]}" if sizes else ""))
    size = int(match[2]) if match[2] else default
    if match[2] and size not in sizes:
        raise BadStanding(text, f"a size from {sizes[0]} to {sizes[-1]}" if sizes else "no size")
    return Standing(*place, size)


def refuse_off_map(base: Standing, text: str, last: Place, notation: Notation) -> None:
    """Refuse a base that does not lie on the map.

    Raises:
        BadStanding: it does not.
    """
    if base.x > last[0] or base.y > last[1]:
        raise BadStanding(text, f"a place on the map, up to {notation.place_name(*last)}")


def rule_squares(rows: list[str], chosen: argparse.Namespace) -> Ruling:
    """Sight between two bases on squares."""
    heights = np.array([[HEIGHTS[character] for character in row] for row in rows])
    a, b = (square_base(rows, text) for text in (chosen.a, chosen.b))
    found = sight_between(heights, (a.x, a.y, a.size), (b.x, b.y, b.size), lines=chosen.lines or "any")
    start, end = found.witness or (_centre(a), _centre(b))
    marks = sight_marks(found, _cells(a), _cells(b), cells_crossed(start, end))
    return Ruling(found, draw_cells(rows, marks, SQUARES))


def square_base(rows: list[str], text: str) -> Standing:
    """A base on a map of squares.

    Raises:
        BadStanding: the text says none, or one that cannot stand there.
    """
    base = standing(text, SQUARES, 1, range(1, 4))
    refuse_off_map(base, text, (len(rows[0]) - base.size, len(rows) - base.size), SQUARES)
    if any(HEIGHTS[rows[y][x]] >= BLOCKING_HEIGHT for x, y in _cells(base)):
        raise BadStanding(text, f"no terrain of height {BLOCKING_HEIGHT} or more under it")
    return base


def _cells(base: Standing) -> list[Place]:
    """The cells under a base."""
    return [(base.x + column, base.y + row) for row in range(base.size) for column in range(base.size)]


def _centre(base: Standing) -> Point:
    """The middle of a base."""
    return (2 * base.x + base.size, 2), (2 * base.y + base.size, 2)


def rule_hexes(rows: list[str], chosen: argparse.Namespace) -> Ruling:
    """Sight between two hexes."""
    kinds = np.array([[HEX_KINDS[character] for character in row] for row in rows])
    ground = np.array([[int(character) if character.isdigit() else 0 for character in row] for row in rows])
    terrain = HexTerrain(kinds, height=np.where(kinds > 0, 1, 0), elevation=ground)
    start, end = (hex_place(rows, text) for text in (chosen.a, chosen.b))
    found = hex_sight(terrain, start, end, spine=chosen.spine or "two_or_more")
    way = [hex_to_offset(crossed) for crossed in hex_crossed(hex_from_offset(start), hex_from_offset(end))]
    return Ruling(found, draw_hexes(rows, sight_marks(found, [start], [end], way), HEXES))


def hex_place(rows: list[str], text: str) -> Place:
    """A hex of a map.

    Raises:
        BadStanding: the text says none.
    """
    hexagon = standing(text, HEXES, 1, range(0))
    refuse_off_map(hexagon, text, (len(rows[0]) - 1, len(rows) - 1), HEXES)
    return hexagon.x, hexagon.y


def rule_ground(rows: list[str], chosen: argparse.Namespace) -> Ruling:
    """Sight between two bases on open ground."""
    walls = obstacles_of(rows)
    corners = sum(len(wall.corners) for wall in walls)
    if corners > CORNERS_MAX or len(rows[0]) > GROUND_MAX or len(rows) > GROUND_MAX:
        found = f"{len(walls)} rectangles of walls and ditches on {len(rows[0])} x {len(rows)} steps"
        expected = f"at most {CORNERS_MAX // 4} on {GROUND_MAX} x {GROUND_MAX}"
        raise MapError(chosen.source, [Problem("the map", found, expected)])
    a, b = (ground_base(rows, text) for text in (chosen.a, chosen.b))
    ruled = ground_sight(Base(*a), Base(*b), walls)
    start, end = (((base.x, STEP), (base.y, STEP)) for base in (a, b))
    way = [place for place in cells_crossed(start, end) if _is_on(rows, place)]
    met = [(x, y) for x, y in way if rows[y][x] == "#"]
    shown = msgspec.structs.replace(ruled, blockers=() if ruled else tuple(met))
    clear = [place for place in way if place not in met]
    marks: Marks = sight_marks(shown, [_step_of(rows, a)], [_step_of(rows, b)], clear)
    return Ruling(ruled, draw_cells(rows, marks, _Steps()))


def _is_on(rows: list[str], place: Place) -> bool:
    """Whether a place is one of a map's characters."""
    return 0 <= place[1] < len(rows) and 0 <= place[0] < len(rows[0])


def ground_base(rows: list[str], text: str) -> Standing:
    """A round base on a map of open ground.

    Raises:
        BadStanding: the text says none, or one whose centre lies in a wall or off the map.
    """
    base = standing(text, GROUND, STEP, range(1, 16_384))
    refuse_off_map(base, text, (STEP * len(rows[0]), STEP * len(rows)), GROUND)
    is_inside = base.x % STEP and base.y % STEP
    if is_inside and rows[base.y // STEP][base.x // STEP] == "#":
        raise BadStanding(text, "a centre that lies in no wall")
    return base


def _step_of(rows: list[str], base: Standing) -> Place:
    """The character of a map in which the centre of a base lies; at the far edges the last one."""
    return min(base.x // STEP, len(rows[0]) - 1), min(base.y // STEP, len(rows) - 1)


class _Steps(GroundPlaces):
    """Whole steps beside a map of open ground."""

    def column_name(self, x: int) -> str:
        """The steps west of a column."""
        return str(x)


class Span(NamedTuple):
    """A rectangle of characters; the last column and row are not in it."""

    west: int
    north: int
    east: int
    south: int


def obstacles_of(rows: list[str]) -> list[Obstacle]:
    """Walls and ditches of a map of open ground, as rectangles that overlap where equal characters touch.

    No line then leads along the seam of two rectangles: every run of equal characters, along a row or a column, lies
    in one of them.

    >>> [obstacle.corners for obstacle in obstacles_of([".##", ".##"])]
    [((100, 0), (300, 0), (300, 200), (100, 200))]
    >>> len(obstacles_of(["###", "##."]))
    2
    """
    spans = dict.fromkeys([*_widest(rows), *_tallest(rows)])
    outer = [span for span in spans if not any(_lies_in(span, other) for other in spans)]
    return [_obstacle(span, GROUND_SIGNS[rows[span.north][span.west]]) for span in outer]


def _lies_in(span: Span, other: Span) -> bool:
    """Whether a rectangle is part of another one."""
    is_within = other.west <= span.west and other.north <= span.north
    return span != other and is_within and span.east <= other.east and span.south <= other.south


def _obstacle(span: Span, kind: str) -> Obstacle:
    """The obstacle that fills a rectangle."""
    corners = ((span.west, span.north), (span.east, span.north), (span.east, span.south), (span.west, span.south))
    return Obstacle(tuple((STEP * x, STEP * y) for x, y in corners), kind)


def _widest(rows: list[str]) -> Iterator[Span]:
    """Each run along a row, as far down as the rows below have the same characters there."""
    for north, row in enumerate(rows):
        for run in re.finditer(r"(.)\1*", row):
            west, east = run.span()
            if GROUND_SIGNS[run[1]]:
                south = north + 1
                while south < len(rows) and rows[south][west:east] == run[0]:
                    south += 1
                yield Span(west, north, east, south)


def _tallest(rows: list[str]) -> Iterator[Span]:
    """The same along the columns."""
    for span in _widest(["".join(column) for column in zip(*rows, strict=True)]):
        yield Span(span.north, span.west, span.south, span.east)


class Board(NamedTuple):
    """How maps of a board are read and ruled on."""

    signs: str
    rule: Callable[[list[str], argparse.Namespace], Ruling]


BOARDS = {
    "square": Board("".join(HEIGHTS), rule_squares),
    "hex": Board("".join(HEX_KINDS), rule_hexes),
    "ground": Board("".join(GROUND_SIGNS), rule_ground),
}
