"""Large battles made from a seed: rivers with fords, woods, hills and mountains, two sides, objectives between them.

They are for trying things at size, not for fun. The same seed makes the same scenario, on every machine.
"""

from __future__ import annotations

import operator

import numpy as np
import numpy.typing as npt

from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.philox import Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry
from enfilade.library import load_scenario
from enfilade.systems.problems import BOARD_MAX, OBJECTIVES_MAX, UNITS_MAX
from enfilade.systems.shipped.march import LEGEND, NOTATION, TURNS

Square = tuple[int, int]
Map = npt.NDArray[np.str_]

LAND_STREAM, UNIT_STREAM, OBJECTIVE_STREAM = 1, 2, 3
SIZE_MIN = 16
SIDES = ("red", "blue")
PATCHES = ("f", "f", "h", "h", "F", "m", "=", "%", "M", "~")
"""What lies in patches on the open land, each as likely as its share of this list."""
PATCH_SQUARES = 160
"""Squares of the board to each patch."""
RADIUS_MAX = 5
RIVER_SPACING = 96
"""Columns of the board to each river."""
FORD_SPACING = 12
"""Rows of a river to each ford."""
FORD_ROWS = 2
OBJECTIVE_SQUARES = 4_096
"""Squares of the board to each objective, as far as there may be so many."""
TURN_COLUMNS = 8
"""Columns or rows of the board, whichever are more, to each turn."""
TURNS_MIN = 8
TRIES = 200
"""Squares that are tried for a unit or an objective."""


class BadSize(ValueError):
    """A battle of this size cannot be made."""


class Drawn:
    """Numbers drawn from a seed in a stream of their own, one after another."""

    def __init__(self, seed: int, stream: int) -> None:
        """Begin a stream."""
        key = key_of_seed(seed)
        self._low, self._high = key & 0xFFFFFFFF, key >> 32
        self._stream = stream
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 on, below a limit of at least 1."""
        self._count += 1
        return uniform(Words(self._count & 0xFFFFFFFF, 0, self._stream, 0), self._low, self._high, limit)


def generate_scenario(seed: int, *, units: int = 2_000, width: int = 512, height: int = 512) -> Scenario:
    """A large march battle between two sides, made from a seed.

    Args:
        seed: the same one makes the same scenario.
        units: of both sides together, 2 to a quarter of the squares and at most 32,767.
        width: columns, 16 to 4,096.
        height: rows, 16 to 4,096.

    Raises:
        BadSize: a number is out of its range, or the land has no room for so many units.

    >>> scenario = generate_scenario(7, units=20, width=32, height=24)
    >>> len(scenario.units), scenario.board_size(), scenario.name
    (20, (32, 24), 'march_20_32x24_7')
    """
    seed, units, width, height = _whole("seed", seed), *_refuse_size(units, width, height)
    land = draw_land(Drawn(seed, LAND_STREAM), width, height)
    free = np.isin(land, PASSABLE)
    return Scenario(
        name=f"march_{units}_{width}x{height}_{seed}",
        family="march",
        title=f"{units} units on {width} by {height} squares, from seed {seed}",
        sides=[SideEntry(name) for name in SIDES],
        board=BoardEntry("\n".join("".join(row) for row in land.tolist())),
        types=load_scenario("fords").types,
        objectives=_objectives(Drawn(seed, OBJECTIVE_STREAM), free),
        units=_units(Drawn(seed, UNIT_STREAM), free, units),
        options={"turns": min(max(max(width, height) // TURN_COLUMNS, TURNS_MIN), TURNS.greatest)},
    )


PASSABLE = tuple(sign for sign, terrain in LEGEND.items() if terrain in ("open", "hill", "high desert"))
"""Land on which every type of unit may begin."""


def _whole(name: str, number: int) -> int:
    """A whole number as Python has it.

    Raises:
        BadSize: it is none.
    """
    try:
        return int(operator.index(number))
    except TypeError:
        raise BadSize(f"{name} {number!r}, expected a whole number") from None


def _refuse_size(units: int, width: int, height: int) -> tuple[int, int, int]:
    """Refuse a battle that is too small or too large.

    Raises:
        BadSize: it is.
    """
    units, width, height = _whole("units", units), _whole("width", width), _whole("height", height)
    for name, size in (("width", width), ("height", height)):
        if not SIZE_MIN <= size <= BOARD_MAX:
            raise BadSize(f"{name} {size}, expected {SIZE_MIN} to {BOARD_MAX}")
    most = min(width * height // 4, UNITS_MAX)
    if not len(SIDES) <= units <= most:
        raise BadSize(f"{units} units, expected {len(SIDES)} to {most} on {width} x {height} squares")
    return units, width, height


def draw_land(drawn: Drawn, width: int, height: int) -> Map:
    """A map as characters, shape (height, width)."""
    land = np.full((height, width), ".", np.str_)
    for _ in range(max(width * height // PATCH_SQUARES, 1)):
        _draw_patch(land, drawn)
    for river in range(max(width // RIVER_SPACING, 1)):
        _draw_river(land, drawn, (2 * river + 1) * width // (2 * max(width // RIVER_SPACING, 1)))
    return land


def _draw_patch(land: Map, drawn: Drawn) -> None:
    """A diamond of one terrain."""
    height, width = land.shape
    sign = PATCHES[drawn.below(len(PATCHES))]
    x, y, radius = drawn.below(width), drawn.below(height), 1 + drawn.below(RADIUS_MAX)
    for dy in range(-radius, radius + 1):
        half = radius - abs(dy)
        if 0 <= y + dy < height:
            land[y + dy, max(x - half, 0) : x + half + 1] = sign


def _draw_river(land: Map, drawn: Drawn, x: int) -> None:
    """A river from north to south that winds by a column at most from row to row, with fords."""
    height, width = land.shape
    for y in range(height):
        bend = drawn.below(3) - 1
        end = min(max(x + bend, 0), width - 1)
        is_ford = y % FORD_SPACING >= FORD_SPACING - FORD_ROWS
        land[y, min(x, end) : max(x, end) + 1] = "." if is_ford else "~"
        x = end


def _objectives(drawn: Drawn, free: npt.NDArray[np.bool_]) -> list[ObjectiveEntry]:
    """Objectives on passable squares all over the board."""
    height, width = free.shape
    count = min(max(width * height // OBJECTIVE_SQUARES, 3), OBJECTIVES_MAX)
    places = dict.fromkeys(_free_square(drawn, free, 0, width) for _ in range(count))
    return [ObjectiveEntry(NOTATION.place_name(*place), value=1 + drawn.below(3)) for place in places]


def _units(drawn: Drawn, free: npt.NDArray[np.bool_], count: int) -> list[UnitEntry]:
    """Units of both sides, the first in the west, the second in the east, no two on one square."""
    width = free.shape[1]
    open_squares = free.copy()
    types = sorted(load_scenario("fords").types)
    entries = []
    for number in range(count):
        side = number % len(SIDES)
        west = side * (width - width // 3)
        x, y = _free_square(drawn, open_squares, west, west + width // 3)
        open_squares[y, x] = False
        entries.append(
            UnitEntry(
                f"{SIDES[side][0].upper()}{number // len(SIDES) + 1}",
                SIDES[side],
                NOTATION.place_name(x, y),
                types[drawn.below(len(types))],
            )
        )
    return entries


def _free_square(drawn: Drawn, free: npt.NDArray[np.bool_], west: int, east: int) -> Square:
    """A free square between two columns: one that is drawn, or after many tries the first one, row by row.

    Raises:
        BadSize: there is none.
    """
    for _ in range(TRIES):
        x, y = west + drawn.below(east - west), drawn.below(free.shape[0])
        if free[y, x]:
            return x, y
    rows, columns = np.nonzero(free[:, west:east])
    if len(rows) == 0:
        raise BadSize(f"no free square from column {west} to {east - 1}, expected fewer units or a larger board")
    return west + int(columns[0]), int(rows[0])
