"""Rows, tables and vectors: what compiled code reads and writes is what interpreted code does, and numpy sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.components.record import Arena, FieldError
from enfilade.core.engine.arena import copy_bytes, part, row, table, vector, wipe
from enfilade.core.engine.build import compile_kernel
from enfilade.core.engine.kernel import entry
from tests.core.engine import toys
from tests.core.engine.toys import Base, Odd, toy_arenas

pytestmark = pytest.mark.bounds

BITS = {0: 8, 1: 8, 2: 16, 3: 32, 4: 64, 6: 16}
"""Width of each integer field of an odd record, by its number."""
FLAGS = (5, 7, 8)
NAMES = ("first", "base", "size", "shape", "flags", "itemsize", "path", "done", "last")


def plain(entry: Any) -> Callable[..., Any]:
    """An entry as interpreted code."""
    function: Callable[..., Any] = entry.__wrapped__
    return function


def compiled(entry: Any) -> Callable[..., Any]:
    """An entry as compiled code, whatever the switch says."""
    dispatcher: Callable[..., Any] = entry.dispatcher
    return dispatcher


def numpy_value(rows: Any, game: int, index: int, field: int, at: int) -> Any:
    """The same field through numpy, which knows neither windows nor kernels."""
    odd = rows[game, 8 : 8 + 2 * Odd.dtype.itemsize].view(Odd.dtype)[index]
    place = odd if field in (0, 6, 7, 8) else odd["inner"]
    value = place[NAMES[field]]
    return int(value[at] if field == 6 else value)


@given(st.binary(min_size=toy_arenas(1).size, max_size=toy_arenas(1).size))
def test_any_bytes_read_alike_interpreted_compiled_and_in_numpy(data: bytes) -> None:
    rows = toy_arenas()
    rows[1] = np.frombuffer(data, np.uint8)
    for index in (0, 1):
        for field in range(9):
            for at in range(5 if field == 6 else 1):
                asked = (rows, 1, index, field, at)
                expected = numpy_value(*asked)
                if field in FLAGS:
                    expected = int(expected != 0)
                assert plain(toys.read)(*asked) == compiled(toys.read)(*asked) == expected


@pytest.mark.parametrize("field", [*BITS, *FLAGS])
@pytest.mark.parametrize("index", [0, 1])
def test_both_ends_of_a_field_s_range_are_written_alike(field: int, index: int) -> None:
    bits = BITS.get(field, 1)
    values = (0, 1) if field in FLAGS else (-(1 << bits - 1), -1, 0, 1, (1 << bits - 1) - 1)
    for value in values:
        both = []
        for write in (plain(toys.write), compiled(toys.write)):
            rows = toy_arenas()
            rows[:] = 0xA5
            write(rows, 1, index, field, 2, value)
            assert numpy_value(rows, 1, index, field, 2) == value
            both.append(rows.tobytes())
        assert both[0] == both[1]


@pytest.mark.parametrize("field", [field for field in BITS if BITS[field] < 64])
@pytest.mark.parametrize("beyond", [0, 1, 12345])
@pytest.mark.parametrize("sign", [-1, 1])
def test_value_beyond_a_field_is_refused_interpreted_and_cut_to_its_high_bits_compiled(
    field: int, beyond: int, sign: int
) -> None:
    limit = 1 << BITS[field] - 1
    value = limit + beyond if sign > 0 else -limit - 1 - beyond
    rows = toy_arenas()
    with pytest.raises((FieldError, ValueError)):
        plain(toys.write)(rows, 0, 0, field, 1, value)
    assert not rows.any()
    compiled(toys.write)(rows, 0, 0, field, 1, value)
    low = value & 2 * limit - 1
    assert numpy_value(rows, 0, 0, field, 1) == (low - 2 * limit if low >= limit else low)


@pytest.mark.parametrize("marks", range(8))
def test_flags_added_count_as_ones(marks: int) -> None:
    rows = toy_arenas()
    for bit, field in enumerate((8, 5, 7)):
        plain(toys.write)(rows, 0, 0, field, 0, marks >> bit & 1)
    a, b, c = (marks >> bit & 1 for bit in range(3))
    expected = (a + b + c) * 1000 + 16 * a + 100 * (a == b) + 10 * (a and not b) + 7 * (a - b)
    expected += (a > b) - (a & b) + (a | b)
    assert plain(toys.sum_of_flags)(rows, 0) == compiled(toys.sum_of_flags)(rows, 0) == expected


def test_flag_byte_that_is_neither_0_nor_1_counts_as_1() -> None:
    rows = toy_arenas()
    rows[0, 8 + Odd.dtype.itemsize - 1] = 0x80
    assert plain(toys.read)(rows, 0, 0, 8, 0) == compiled(toys.read)(rows, 0, 0, 8, 0) == 1
    assert plain(toys.sum_of_flags)(rows, 0) == compiled(toys.sum_of_flags)(rows, 0)


def test_lengths_are_those_of_the_layout() -> None:
    rows = toy_arenas()
    expected = 2 * 1000000 + 5 * 10000 + rows.shape[1]
    assert plain(toys.sizes)(rows, 1) == compiled(toys.sizes)(rows, 1) == expected


@given(left=st.integers(-(1 << 59), 1 << 59), right=st.integers(-(1 << 20), 1 << 20), shift=st.integers(0, 62))
def test_division_remainder_and_shifts_round_alike(left: int, right: int, shift: int) -> None:
    if right == 0:
        for run in (plain(toys.quotients), compiled(toys.quotients)):
            with pytest.raises(ZeroDivisionError):
                run(left, right, shift)
        return
    expected = (left // right) * 3 + (left % right) * 5 + (left >> shift) * 7 + (left & right) + (left ^ right)
    if -(1 << 63) <= expected < 1 << 63:
        assert compiled(toys.quotients)(left, right, shift) == plain(toys.quotients)(left, right, shift) == expected


@given(st.integers(0, (1 << 64) - 1))
def test_words_without_sign_keep_64_bits(word: int) -> None:
    assert compiled(toys.high_bits)(np.uint64(word)) == plain(toys.high_bits)(word) == word // (1 << 32)


def test_row_is_one_game_and_writes_through() -> None:
    rows = toy_arenas()
    data = row(rows, 1)
    data[3] = 9
    assert (rows[1, 3], rows[0].any()) == (9, False)
    assert len(data) == rows.shape[1]


def test_table_and_vector_are_views_of_a_row() -> None:
    rows = np.zeros((1, 40), np.uint8)
    data = row(rows, 0)
    numbers = vector(data, 8, 3)
    numbers[2] = -1
    assert rows[0].tolist() == [0] * 24 + [255] * 8 + [0] * 8
    bases = table(data, 23, 1, Base.dtype)
    assert (bases[0].base, bases[0].size, bases[0].shape, bases[0].flags) == (0, -1, -1, 0xFFFF)
    with pytest.raises(IndexError, match="record 1 of 1 Base records"):
        bases[1]


@entry
def wiped(arenas: Arena, game: int, start: int, size: int) -> int:
    """Wipe a part of a game's row; the length of the row."""
    data = row(arenas, game)
    wipe(data, start, size)
    return len(data)


@pytest.mark.parametrize("size", [1, 8, 9, 17])
def test_every_part_of_a_row_is_wiped_alike_and_nothing_else(size: int) -> None:
    full = np.arange(1, 3 * size + 1, dtype=np.uint8).reshape(3, size)
    for start in range(size + 1):
        for count in range(size - start + 1):
            expected = full.copy()
            expected[1, start : start + count] = 0
            for run in (plain(wiped), compiled(wiped)):
                rows = full.copy()
                assert run(rows, 1, start, count) == size
                assert np.array_equal(rows, expected), (start, count)


def test_large_row_is_wiped_whole() -> None:
    for run in (plain(wiped), compiled(wiped)):
        rows = np.full((2, 1 << 20), 0xA5, np.uint8)
        run(rows, 0, 0, 1 << 20)
        assert not rows[0].any()
        assert (rows[1] == 0xA5).all()
        run(rows, 1, 3, (1 << 20) - 5)
        assert rows[1].nonzero()[0].tolist() == [0, 1, 2, (1 << 20) - 2, (1 << 20) - 1]


@entry
def copied(arenas: Arena, start: int, first: int, size: int) -> int:
    """Copy from a part of row 0 that leaves out two bytes at its beginning to row 1; the length of the part."""
    inner = part(row(arenas, 0), 2, arenas.shape[1] - 2)
    copy_bytes(row(arenas, 1), start, inner, first, size)
    return len(inner)


@pytest.mark.parametrize("size", [3, 8, 11])
def test_bytes_of_a_part_are_copied_alike_and_nothing_else(size: int) -> None:
    full = np.arange(1, 2 * size + 1, dtype=np.uint8).reshape(2, size)
    for start in range(size + 1):
        for first in range(size - 1):
            for count in range(min(size - start, size - 2 - first) + 1):
                expected = full.copy()
                expected[1, start : start + count] = full[0, 2 + first : 2 + first + count]
                for run in (plain(copied), compiled(copied)):
                    rows = full.copy()
                    assert run(rows, start, first, count) == size - 2
                    assert np.array_equal(rows, expected), (start, first, count)


@entry
def element(arenas: Arena, game: int, index: int, at: int) -> int:
    """An element of a vector, with all that leads to it."""
    odd: toys.Odd = table(row(arenas, game), 8, 2, toys.ODD_DTYPE)[index]
    return odd.path[at]


@pytest.mark.parametrize("place", [(2, 0, 0), (-1, 0, 0), (0, 2, 0), (0, -1, 0), (0, 0, 5), (0, 0, -1)])
def test_index_outside_is_an_error_when_bounds_are_checked(
    place: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    monkeypatch.setenv("ENFILADE_CACHE", f"{__file__}/no-folder")
    checked = compile_kernel(element)
    assert checked(toy_arenas(), 1, 1, 4) == 0
    with pytest.raises(IndexError, match="index is out of bounds"):
        checked(toy_arenas(), *place)


def test_row_that_may_not_be_written_gives_a_table_that_may_not() -> None:
    rows = np.zeros((1, 40), np.uint8)
    rows.flags.writeable = False
    with pytest.raises(TypeError, match="read"):
        table(row(rows, 0), 0, 1, Base.dtype)[0].size = 1
