"""Where tables lie: at multiples of 8, apart, each in its row; clashes are refused by name."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.components.record import Record, Vector, i8, i64
from enfilade.core.engine.layout import (
    LAYOUT_BYTES,
    SLOTS,
    Block,
    Layout,
    TableSpec,
    count_of,
    start_of,
)


class Three(Record):
    a: i8
    b: Annotated[Vector, "i1", 2]


class Eight(Record):
    a: i64


SPECS = [
    TableSpec("threes", 5, Block.WORLD, Three, 3),
    TableSpec("eights", 2, Block.WORLD, Eight, 2),
    TableSpec("empty", 3, Block.WORLD, Three, 0),
    TableSpec("derived", 40, Block.DERIVED, Three, 1),
    TableSpec("frozen", 63, Block.RULES, Three, 1),
    TableSpec("memory", 0, Block.MEMORY, Eight, 1),
    TableSpec("scratch", 1, Block.SCRATCH, Three, 4),
]


def test_tables_lie_in_the_order_of_their_slots_each_in_its_row() -> None:
    layout = Layout.of(SPECS)
    assert [spec.name for spec in layout.in_block(Block.WORLD)] == ["eights", "empty", "threes"]
    world = {name: layout.starts[name] for name in ("eights", "empty", "threes")}
    assert world == {"eights": 0, "empty": 16, "threes": 16}
    assert layout.world_bytes == 16 + 16
    assert layout.starts["derived"] == 0
    assert layout.derived_bytes == 8


def test_desk_holds_the_layout_then_rules_then_memory_and_scratch() -> None:
    layout = Layout.of(SPECS)
    assert LAYOUT_BYTES == 16 * SLOTS
    assert layout.starts["frozen"] == LAYOUT_BYTES
    assert layout.rules_bytes == LAYOUT_BYTES + 8
    assert (layout.starts["memory"], layout.starts["scratch"]) == (layout.rules_bytes, layout.rules_bytes + 8)
    assert layout.desk_bytes == layout.rules_bytes + 8 + 16


def test_kernels_read_the_same_starts_and_counts() -> None:
    layout = Layout.of(SPECS)
    numbers: Any = memoryview(bytearray(layout.numbers())).cast("q")
    for spec in SPECS:
        assert (start_of(numbers, spec.slot), count_of(numbers, spec.slot)) == (layout.starts[spec.name], spec.count)
    assert np.frombuffer(layout.numbers(), "<i8").reshape(SLOTS, 2)[10].tolist() == [0, 0]


@given(
    st.lists(st.tuples(st.sampled_from(Block), st.sampled_from([Three, Eight]), st.integers(0, 40)), max_size=SLOTS),
)
def test_starts_are_multiples_of_8_and_tables_of_a_row_do_not_overlap(
    kinds: list[tuple[Block, type[Record], int]],
) -> None:
    specs = [TableSpec(f"t{slot}", slot, block, record, count) for slot, (block, record, count) in enumerate(kinds)]
    layout = Layout.of(reversed(specs))
    rows: dict[str, list[tuple[int, int]]] = {"world": [], "derived": [], "desk": [(0, LAYOUT_BYTES)]}
    sizes = {"world": layout.world_bytes, "derived": layout.derived_bytes, "desk": layout.desk_bytes}
    for spec in specs:
        row = spec.block.value if spec.block in (Block.WORLD, Block.DERIVED) else "desk"
        start = layout.starts[spec.name]
        assert start % 8 == 0
        rows[row].append((start, start + spec.record.dtype.itemsize * spec.count))
    for row, spans in rows.items():
        assert sizes[row] % 8 == 0
        end = 0
        for start, stop in sorted(spans):
            assert start >= end
            end = stop
        assert end <= sizes[row]


def test_one_slot_for_two_tables_is_refused_with_both_names() -> None:
    with pytest.raises(ValueError, match="tables 'a' and 'b' both want slot 7"):
        Layout.of([TableSpec("a", 7, Block.WORLD, Three, 1), TableSpec("b", 7, Block.RULES, Three, 1)])


@pytest.mark.parametrize("slot", [-1, SLOTS])
def test_slot_out_of_range_is_refused(slot: int) -> None:
    with pytest.raises(ValueError, match=f"table 'a' wants slot {slot}, expected 0 to 95"):
        Layout.of([TableSpec("a", slot, Block.WORLD, Three, 1)])


def test_one_name_for_two_tables_is_refused() -> None:
    with pytest.raises(ValueError, match="two tables are named 'a'"):
        Layout.of([TableSpec("a", 1, Block.WORLD, Three, 1), TableSpec("a", 2, Block.RULES, Three, 1)])


def test_unknown_table_is_an_error_that_lists_those_there_are() -> None:
    with pytest.raises(KeyError, match="no table 'units'; there are memory, scratch, eights"):
        Layout.of(SPECS).spec("units")
