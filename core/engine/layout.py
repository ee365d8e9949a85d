"""Where each table lies: computed once from what a scenario needs, read by kernels, written into every file.

A row of the world holds what is saved and hashed. A derived row can be rebuilt from it. A desk is one thread's block:
this layout as numbers, the rules and the board (frozen), memory (answers remembered) and scratch.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from enfilade.components.record import Record

from .arena import Ints
from .kernel import kernel

SLOTS = 96
EXTENSION_SLOT = 32
"""First slot of tables that are not the engine's own; the last one is 63."""
LAYOUT_BYTES = 16 * SLOTS


class Block(enum.Enum):
    """Which kind of data a table holds, and so in which array it lies."""

    WORLD = "world"
    DERIVED = "derived"
    RULES = "rules"
    MEMORY = "memory"
    SCRATCH = "scratch"


DESK_BLOCKS = (Block.RULES, Block.MEMORY, Block.SCRATCH)


@dataclass(frozen=True)
class TableSpec:
    """One table.

    Attributes:
        name: as files and goldens name it.
        slot: 0 to 95; 32 to 63 for extensions.
        block: the kind of data.
        record: class of its records.
        count: how many there are.
        per_unit: whether record n belongs to unit n, so that a view hides both together.
    """

    name: str
    slot: int
    block: Block
    record: type[Record]
    count: int
    per_unit: bool = False


@dataclass(frozen=True)
class Layout:
    """Byte offsets of all tables.

    Attributes:
        specs: the tables in the order of their slots.
        starts: first byte of each table in its row, by name.
        world_bytes, derived_bytes, desk_bytes: sizes of the rows, multiples of 8.
        rules_bytes: where the frozen part of a desk ends.
    """

    specs: tuple[TableSpec, ...]
    starts: dict[str, int] = field(default_factory=dict)
    world_bytes: int = 0
    derived_bytes: int = 0
    desk_bytes: int = 0
    rules_bytes: int = 0

    @classmethod
    def of(cls, specs: Iterable[TableSpec]) -> Layout:
        """Lay out tables, each at a multiple of 8 within its row, in the order of their slots.

        Raises:
            ValueError: a slot is taken twice or out of range, or a name is taken twice.
        """
        ordered = tuple(sorted(specs, key=lambda spec: spec.slot))
        _check_slots(ordered)
        starts: dict[str, int] = {}
        world_bytes = _place(ordered, (Block.WORLD,), 0, starts)
        derived_bytes = _place(ordered, (Block.DERIVED,), 0, starts)
        rules_bytes = _place(ordered, (Block.RULES,), LAYOUT_BYTES, starts)
        desk_bytes = _place(ordered, (Block.MEMORY, Block.SCRATCH), rules_bytes, starts)
        return cls(ordered, starts, world_bytes, max(derived_bytes, 8), desk_bytes, rules_bytes)

    def spec(self, name: str) -> TableSpec:
        """The table of that name.

        Raises:
            KeyError: there is none.
        """
        for spec in self.specs:
            if spec.name == name:
                return spec
        raise KeyError(f"no table {name!r}; there are {', '.join(spec.name for spec in self.specs)}")

    def numbers(self) -> bytes:
        """The layout as kernels read it: start and count of each slot, int64."""
        numbers = np.zeros((SLOTS, 2), "<i8")
        for spec in self.specs:
            numbers[spec.slot] = self.starts[spec.name], spec.count
        return numbers.tobytes()

    def in_block(self, block: Block) -> list[TableSpec]:
        """The tables of one block, in the order of their bytes."""
        return [spec for spec in self.specs if spec.block is block]


@kernel
def start_of(layout: Ints, slot: int) -> int:
    """First byte of the table in that slot, within its row."""
    return layout[2 * slot]


@kernel
def count_of(layout: Ints, slot: int) -> int:
    """Records of the table in that slot."""
    return layout[2 * slot + 1]


def _place(specs: tuple[TableSpec, ...], blocks: tuple[Block, ...], start: int, starts: dict[str, int]) -> int:
    """Give each table of these blocks its first byte; the end of the last one."""
    for spec in specs:
        if spec.block in blocks:
            starts[spec.name] = start
            start += -(-spec.record.dtype.itemsize * spec.count // 8) * 8
    return start


def _check_slots(specs: tuple[TableSpec, ...]) -> None:
    """Refuse tables that would share a slot or a name."""
    for earlier, later in itertools.pairwise(specs):
        if earlier.slot == later.slot:
            raise ValueError(f"tables {earlier.name!r} and {later.name!r} both want slot {later.slot}")
    names = [spec.name for spec in specs]
    for spec in specs:
        if not 0 <= spec.slot < SLOTS:
            raise ValueError(f"table {spec.name!r} wants slot {spec.slot}, expected 0 to {SLOTS - 1}")
        if names.count(spec.name) > 1:
            raise ValueError(f"two tables are named {spec.name!r}")
