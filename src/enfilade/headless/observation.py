"""What the side to move may know of its game, as arrays of numbers for learning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.core.state.messages import NOBODY
from enfilade.core.state.pending import FRAMES_MAX

from .rows import GameRows

Array = npt.NDArray[Any]
Observation = dict[str, Array]
"""Arrays by name, those of the specification."""

UNIT_FIELDS: dict[str, tuple[str, ...]] = {
    "alive": ("status", "alive"),
    "side": ("allegiance", "side"),
    "type": ("type",),
    "x": ("position", "x"),
    "y": ("position", "y"),
    "facing": ("facing", "direction"),
    "slope": ("facing", "slope"),
    "size": ("base", "size"),
    "shape": ("base", "shape"),
    "strength": ("status", "steps"),
    "done": ("status", "done"),
    "stance": ("condition", "stance"),
    "disrupted": ("condition", "disrupted"),
    "immobilized": ("condition", "immobilized"),
    "moved": ("activity", "moved"),
    "attacked": ("activity", "attacked"),
}
UNIT_COLUMNS = ("known", "own", "hostile", *UNIT_FIELDS)
CLOCK_FIELDS = ("step", "turn", "phase", "decision", "unit", "over")
FRAME_FIELDS = ("kind", "stage", "unit", "other", "x", "y")
CLOCK_COLUMNS = ("side", *CLOCK_FIELDS, *(f"pending_{field}" for field in FRAME_FIELDS))
TERRAIN_PLANES = ("kind", "height", "rating", "bank")


class BadArray(ValueError):
    """An array has the wrong shape or type of numbers, or is missing."""


class ArraySpec(NamedTuple):
    """What one array of an observation holds.

    Attributes:
        shape: of the array.
        dtype: of its numbers.
        axes: what each axis counts.
        columns: what the last axis holds, by index; empty where that is said by ``axes``.
    """

    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    axes: tuple[str, ...]
    columns: tuple[str, ...] = ()


class Observer:
    """Writes observations of the games in rows.

    Attributes:
        spec: the arrays, by name.
    """

    def __init__(self, rows: GameRows, games: int) -> None:
        """Look at the first so many rows."""
        self._games = games
        rules = rows.store.table("rules")[0]
        self._hostile = np.array([rules.hostile[side] for side in range(rules.sides)], np.int64)
        self._has_rubble = any(table.name == "rubble" for table in rows.store.layout.specs)
        self._has_holdings = any(table.name == "holdings" for table in rows.store.layout.specs)
        self.spec = self._spec(rows)

    def _spec(self, rows: GameRows) -> dict[str, ArraySpec]:
        games, small, wide = self._games, np.dtype(np.int16), np.dtype(np.int32)
        scores = tuple(f"score_{side}" for side in rows.names.sides)
        columns = CLOCK_COLUMNS + scores
        units = rows.units.shape[1]
        found = {
            "units": ArraySpec((games, units, len(UNIT_COLUMNS)), small, ("game", "unit", "column"), UNIT_COLUMNS),
            "clock": ArraySpec((games, len(columns)), wide, ("game", "column"), columns),
        }
        if self._has_holdings:
            objectives = rows.rows_of("holdings").shape[1]
            found["objectives"] = ArraySpec((games, objectives), small, ("game", "objective"))
        if self._has_rubble:
            grids = rows.rows_of("rubble").shape[1]
            found["rubble"] = ArraySpec((games, grids), small, ("game", "large grid, row by row"))
        return found

    def arrays(self) -> Observation:
        """New arrays of the specification, all zero."""
        return {name: np.zeros(array.shape, array.dtype) for name, array in self.spec.items()}

    def refuse_arrays(self, out: object) -> None:
        """Refuse arrays that an observation cannot be written into.

        Raises:
            BadArray: they have no names, or one is missing, or has another shape or type than the specification says,
                or is read only.
        """
        if not isinstance(out, Mapping):
            raise BadArray(f"arrays {out!r:.60}, expected a dict of those named {', '.join(self.spec)}")
        for name, array in self.spec.items():
            given = out.get(name)
            if not isinstance(given, np.ndarray) or given.shape != array.shape or given.dtype != array.dtype:
                form = (
                    f"of {given.dtype} and shape {given.shape}" if isinstance(given, np.ndarray) else f"{given!r:.60}"
                )
                raise BadArray(f"array {name!r} is {form}, expected {array.dtype} of shape {array.shape}")
            if not given.flags.writeable:
                raise BadArray(f"array {name!r} is read only, expected one that can be written")

    def known(self, rows: GameRows, sides: Array) -> Array:
        """Which units sides know of in their games, shape (games, units); ``NOBODY`` knows all."""
        known_to = rows.units[: self._games]["allegiance"]["known_to"]
        known: Array = (known_to >> np.maximum(sides, 0)[:, None] & 1 == 1) | (sides == NOBODY)[:, None]
        return known

    def write(self, rows: GameRows, world: Array, known: Array, sides: Array, out: Mapping[str, Array]) -> None:
        """Write what sides may know of their games.

        Args:
            rows: whose layout says where what lies.
            world: shape (rows, world bytes): the games, without what a family itself hides.
            known: shape (games, units): which units they know.
            sides: shape (games,): who looks at each game; ``NOBODY`` sees everything.
            out: written into.
        """
        self._write_units(rows.rows_of("units", world)[: self._games], known, sides, out["units"])
        self._write_clock(rows, world, known, sides, out["clock"])
        if self._has_holdings:
            out["objectives"][...] = rows.rows_of("holdings", world)[: self._games]["side"]
        if self._has_rubble:
            out["rubble"][...] = rows.rows_of("rubble", world)[: self._games]["gone"]

    def _write_units(self, units: Array, known: Array, sides: Array, out: Array) -> None:
        """Fill in the columns of the units; the row of one that is unknown is zero."""
        own = units["allegiance"]["side"] == sides[:, None]
        hostile = np.where(sides == NOBODY, 0, self._hostile[sides])[:, None] >> units["allegiance"]["side"] & 1
        out[..., 0], out[..., 1], out[..., 2] = known, own, hostile
        for column, path in enumerate(UNIT_FIELDS.values(), start=3):
            values = units
            for name in path:
                values = values[name]
            out[..., column] = values
        if not known.all():
            out[~known] = 0

    def _write_clock(self, rows: GameRows, world: Array, known: Array, sides: Array, out: Array) -> None:
        """Fill in the columns of the clock, of what is under way last, and of the scores."""
        games = np.arange(self._games)
        clocks = rows.rows_of("clock", world)[: self._games, 0]
        depth = clocks["depth"].astype(np.int64)
        frames = rows.rows_of("pending", world)[games, np.clip(depth - 1, 0, FRAMES_MAX - 1)]
        is_there = depth > 0
        for unit in ("unit", "other"):
            is_there &= (frames[unit] < 0) | known[games, np.maximum(frames[unit], 0)]
        out[:, 0] = sides
        for column, name in enumerate(CLOCK_FIELDS, start=1):
            out[:, column] = clocks[name]
        unknown = (clocks["unit"] >= 0) & ~known[games, np.maximum(clocks["unit"], 0)]
        out[unknown, 1 + CLOCK_FIELDS.index("unit")] = NOBODY
        for column, name in enumerate(FRAME_FIELDS, start=1 + len(CLOCK_FIELDS)):
            shown = depth > 0 if name == "kind" else is_there
            out[:, column] = np.where(shown, frames[name], 0)
        first = len(CLOCK_COLUMNS)
        out[:, first:] = clocks["scores"][:, : out.shape[1] - first]


def terrain_planes(rows: GameRows) -> npt.NDArray[np.int16]:
    """The map that all games share, shape (4, height, width); the planes are those of ``TERRAIN_PLANES``."""
    rules = rows.store.table("rules")[0]
    cells = rows.store.records("cells").reshape(rules.height, rules.width)
    return np.stack([cells[plane].astype(np.int16) for plane in TERRAIN_PLANES])
