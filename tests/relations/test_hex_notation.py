"""Names of hexes: CCRR, both from 01."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.core.orders.notation import NumberedHexes

HEXES = NumberedHexes()


@pytest.mark.rule("FORM-X2")
@pytest.mark.parametrize(
    ("place", "name"),
    [
        ((0, 0), "0101"),
        ((2, 11), "0312"),
        ((98, 98), "9999"),
        ((99, 0), "100001"),
        ((0, 99), "001100"),
        ((120, 6), "121007"),
        ((999, 1233), "10001234"),
        ((32_766, 0), "3276700001"),
    ],
)
def test_a_hex_is_written_by_column_and_row_with_as_many_digits_each(place: tuple[int, int], name: str) -> None:
    assert HEXES.place_name(*place) == name
    assert HEXES.parse_place(name) == place


@pytest.mark.rule("FORM-X2")
@given(st.integers(0, 32_766), st.integers(0, 32_766))
def test_every_name_reads_as_its_hex(column: int, row: int) -> None:
    assert HEXES.parse_place(HEXES.place_name(column, row)) == (column, row)


@pytest.mark.rule("FORM-X2")
@pytest.mark.parametrize(
    "text", ["", "1", "12", "112", "0001", "0100", "00101", "001001", "C7", "3-12", "03 12", "-312", "١٢١٢", "0" * 12]
)
def test_other_text_is_no_hex(text: str) -> None:
    assert HEXES.parse_place(text) is None


@pytest.mark.rule("FORM-X1")
def test_directions_go_clockwise_from_north() -> None:
    assert HEXES.facings == ("N", "NE", "SE", "S", "SW", "NW")
    assert (HEXES.column_name(2), HEXES.row_name(11), HEXES.parse_place(HEXES.example)) == ("03", "12", (2, 11))
