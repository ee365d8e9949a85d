"""What must hold in a position that comes from outside before any rule reads it or anything is derived from it.

Interpreted, an index that leads nowhere is an error in the middle of a rule; compiled, it reads and writes what lies
beside the table. So every field that rules use as an index, a count or a bit set has a least and a greatest value:
the engine's fields here, a family's own in ``Family.limits``. What must hold between fields comes after.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena
from enfilade.components.unit import COMPONENTS
from enfilade.core.engine.layout import Block
from enfilade.core.engine.store import Store
from enfilade.core.scenario.errors import Problem, listed
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.cards import IN_DECK, SPENT
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.pending import FRAMES_MAX, PATH_MAX
from enfilade.core.state.world import World, open_world

from .family import Family, Limits, joined_limits
from .system import COMMAND, SEQUENCE

STEP_MAX = 1 << 30
"""Greatest step and turn of a position from outside; so many more can follow before the field is full."""
KEY_WORD_MAX = (1 << 32) - 1


class PositionError(ValueError):
    """A row that is no position of its scenario.

    Attributes:
        problems: everything that is wrong with it.
    """

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__(f"the position has {len(problems)} problem(s):\n{listed(problems)}")


def position_problems(store: Store, scenario: Scenario, family: Family) -> list[Problem]:
    """Everything that is wrong with the first game of a store, before anything is derived from it."""
    return PositionCheck(store, scenario, family).problems(store)


def engine_limits(store: Store, scenario: Scenario, family: Family) -> Limits:
    """Least and greatest value of the engine's own fields, by ``table.field``."""
    rules = store.table("rules")[0]
    sides, units = rules.sides, store.layout.spec("units").count
    facings = len(family.notation.facings)
    some_side, any_side = (0, sides - 1), (NOBODY, sides - 1)
    any_unit = (NOBODY, units - 1)
    side_bits = (0, (1 << sides) - 1)
    limits = {
        "clock.step": (0, STEP_MAX),
        "clock.turn": (0, STEP_MAX),
        "clock.phase": (COMMAND, SEQUENCE),
        "clock.decision": (0, max((decision.number for decision in family.decisions), default=0)),
        "clock.owes": side_bits,
        "clock.side": any_side,
        "clock.unit": any_unit,
        "clock.depth": (0, FRAMES_MAX),
        "clock.winners": side_bits,
        "clock.reason": (0, len(family.results) - 1),
        "clock.key_low": (0, KEY_WORD_MAX),
        "clock.key_high": (0, KEY_WORD_MAX),
        "pending.side": any_side,
        "pending.unit": any_unit,
        "pending.other": any_unit,
        "pending.length": (0, PATH_MAX),
        "pending.at": (0, PATH_MAX),
        "pending.path": (0, store.layout.spec("cells").count - 1),
        "pending.companions": any_unit,
        "units.components": (0, (1 << len(COMPONENTS)) - 1),
        "units.type": (0, len(scenario.types)),
        "units.position.x": (0, rules.width - 1),
        "units.position.y": (0, rules.height - 1),
        "units.allegiance.side": some_side,
        "units.allegiance.known_to": side_bits,
        "cards.kind": (0, len(family.card_names) - 1),
        "cards.place": (IN_DECK, SPENT),
        "cards.side": any_side,
    }
    if facings:
        limits["units.facing.direction"] = (0, facings - 1)
    return limits


class _Column(NamedTuple):
    """A field of all records of a table, with its limits."""

    table: str
    field: str
    records: int
    elements: int  # of the field's vector; 1 for a number
    start: int  # first byte in the row
    stride: int  # bytes from record to record
    size: int  # bytes of one number
    least: int
    greatest: int

    def bytes(self) -> npt.NDArray[np.int64]:
        """The bytes of its numbers in the row, shape (records * elements, size)."""
        starts = self.start + np.arange(self.records, dtype=np.int64)[:, None] * self.stride
        numbers = starts + np.arange(self.elements, dtype=np.int64) * self.size
        found: npt.NDArray[np.int64] = numbers.reshape(-1, 1) + np.arange(self.size, dtype=np.int64)
        return found

    def place(self, index: int) -> str:
        """Where a number of it stands."""
        record, element = divmod(index, self.elements)
        return f"state.{self.table}[{record}].{self.field}" + (f"[{element}]" if self.elements > 1 else "")


class _Numbers:
    """All numbers of one size that have limits, looked at together."""

    def __init__(self, size: int, columns: list[_Column]) -> None:
        kind = np.dtype(f"<i{size}")
        counts = [column.records * column.elements for column in columns]
        self.columns = columns
        self.kind = kind
        self.bytes = np.concatenate([column.bytes() for column in columns])  # (numbers, size)
        self.least = np.repeat(np.array([column.least for column in columns], kind), counts)
        self.greatest = np.repeat(np.array([column.greatest for column in columns], kind), counts)
        self.ends = np.cumsum(counts)

    def problems(self, row: Arena) -> Iterator[Problem]:
        """Every number that is out of its limits."""
        values = row[self.bytes].view(self.kind)[:, 0]
        outside = (values < self.least) | (values > self.greatest)
        if not outside.any():
            return
        for index in np.flatnonzero(outside).tolist():
            which = int(np.searchsorted(self.ends, index, side="right"))
            column = self.columns[which]
            first = int(self.ends[which]) - column.records * column.elements
            expected = f"{column.least} to {column.greatest}"
            yield Problem(column.place(index - first), str(values[index]), expected)


class PositionCheck:
    """Looks at positions of one scenario; made once, used often."""

    def __init__(self, store: Store, scenario: Scenario, family: Family) -> None:
        """Lay out what to look at.

        Raises:
            ValueError: the family has limits for a field that does not exist.
        """
        limits = joined_limits(engine_limits(store, scenario, family), family.limits(scenario))
        columns = list(_columns(store, limits))
        unknown = limits.keys() - {f"{column.table}.{column.field}" for column in columns}
        if unknown:
            raise ValueError(f"family {family.name!r} has limits for {sorted(unknown)}, expected fields of its tables")
        self._family = family
        self._decisions = {decision.number for decision in family.decisions}
        self._kinds = {*family.frames, *(kind.number for kind in family.kinds)}
        self._numbers = [
            _Numbers(size, [column for column in columns if column.size == size])
            for size in sorted({column.size for column in columns})
        ]

    def problems(self, store: Store, world: World | None = None) -> list[Problem]:
        """Everything that is wrong with the first game of a store; between fields only when each is within its limits.

        Args:
            store: arrays of the scenario for which this was made.
            world: the tables of its first game, for a caller that has them open.
        """
        found = [problem for numbers in self._numbers for problem in numbers.problems(store.arenas[0])]
        if found:
            return found
        if world is None:
            world = open_world(store.arenas, store.derived, store.desks, 0, 0)
        found = [*self._clock_problems(world), *self._frame_problems(world)]
        return found or [
            Problem("state", sentence, "what holds in every position") for sentence in self._family.invariants(world)
        ]

    def _clock_problems(self, world: World) -> Iterator[Problem]:
        """The battle is over, or a side owes a decision that the rules know."""
        clock = world.clock[0]
        if clock.over and clock.owes:
            yield Problem("state.clock[0].owes", str(clock.owes), "0, since the battle is over")
        if clock.over and not self._family.results[clock.reason]:
            yield Problem("state.clock[0].reason", str(clock.reason), "why the battle is over")
        if not clock.over and (clock.winners or clock.reason):
            found = f"winners {clock.winners:#b}, reason {clock.reason}"
            yield Problem("state.clock[0].winners", found, "none, since the battle is not over")
        if not clock.over and not clock.owes:
            yield Problem("state.clock[0].owes", "0", "a side that owes a decision, since the battle is not over")
        if clock.decision not in self._decisions and not (clock.over and clock.decision == 0):
            known = ", ".join(map(str, sorted(self._decisions)))
            yield Problem("state.clock[0].decision", str(clock.decision), f"one of {known}")

    def _frame_problems(self, world: World) -> Iterator[Problem]:
        """Frames in use were begun by a kind of order and are not past the end of their path; the others are empty."""
        depth = world.clock[0].depth
        for index in range(depth):
            frame = world.pending[index]
            if frame.kind not in self._kinds:
                expected = "the number of a kind of order or of a frame"
                yield Problem(f"state.pending[{index}].kind", str(frame.kind), expected)
            if frame.at > frame.length:
                yield Problem(f"state.pending[{index}].at", str(frame.at), f"0 to {frame.length}")
        if world.pending.records()[depth:].tobytes().strip(b"\0"):
            yield Problem(f"state.pending[{depth}]", "a frame that is not empty", f"no more than {depth} frames in use")


def _columns(store: Store, limits: Limits) -> Iterator[_Column]:
    """Every field of the world that has limits; a flag is 0 or 1."""
    for spec in store.layout.in_block(Block.WORLD):
        stride = spec.record.dtype.itemsize
        for field, kind, offset in _leaves(spec.record.dtype):
            element, shape = kind.subdtype or (kind, (1,))
            within = (0, 1) if element.kind == "b" else limits.get(f"{spec.name}.{field}")
            if within is None:
                continue
            size = element.itemsize
            fits = 1 << 8 * size - 1
            least, greatest = max(within[0], -fits), min(within[1], fits - 1)
            start = store.layout.starts[spec.name] + offset
            yield _Column(spec.name, field, spec.count, shape[0], start, stride, size, least, greatest)


def _leaves(dtype: np.dtype[Any], before: str = "", start: int = 0) -> Iterator[tuple[str, np.dtype[Any], int]]:
    """Name, type and first byte of each field of a record that is no record itself."""
    for name in dtype.names or ():
        assert dtype.fields is not None, "it has names"
        kind, offset = dtype.fields[name][:2]
        if kind.names:
            yield from _leaves(kind, f"{before}{name}.", start + offset)
        else:
            yield f"{before}{name}", kind, start + offset
