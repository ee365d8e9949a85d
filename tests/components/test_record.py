"""Records as interpreted code sees them: windows that read, write, print, compare and refuse."""

from __future__ import annotations

import struct
import types
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade.components.record import (
    RECORD_OF_DTYPE,
    FieldError,
    Record,
    Table,
    Vector,
    flag,
    i8,
    i16,
    i32,
    i64,
)
from enfilade.components.unit import Unit


class Place(Record):
    x: i16
    y: i16


class Piece(Record):
    """A record with a field of every kind."""

    limit: ClassVar[int] = 5
    kind: i8
    place: Place
    strength: i32
    key: i64
    alive: flag
    path: Annotated[Vector, "<i2", 3]


def declare(namespace: dict[str, Any]) -> None:
    """Declare a record class named Bad."""
    types.new_class("Bad", (Record,), exec_body=lambda body: body.update(namespace))


BOUNDS = {"kind": 8, "strength": 32, "key": 64}


def test_fields_are_packed_without_gaps_in_the_order_of_their_declaration() -> None:
    assert Piece.field_names() == ("kind", "place", "strength", "key", "alive", "path")
    offsets = [Piece.dtype.fields[name][1] for name in Piece.field_names()]  # type: ignore[index]
    assert offsets == [0, 1, 5, 9, 17, 18]
    assert Piece.dtype.itemsize == 24


def test_window_reads_little_endian_integers_and_flags() -> None:
    packed = struct.pack("<b hh i q ? 3h".replace(" ", ""), -3, 4, -5, 70_000, -(1 << 40), True, 1, -2, 3)
    piece = Piece(memoryview(packed))
    assert (piece.kind, piece.place.x, piece.place.y, piece.strength, piece.key) == (-3, 4, -5, 70_000, -(1 << 40))
    assert piece.alive is True
    assert list(piece.path) == [1, -2, 3]
    assert type(piece.kind) is int


def test_window_writes_what_numpy_then_reads() -> None:
    rows = np.zeros(64, np.uint8)
    piece = Piece(rows.data, 8)
    piece.place.y = -7
    piece.path[2] = 9
    piece.alive = True
    seen = rows[8 : 8 + Piece.dtype.itemsize].view(Piece.dtype)[0]
    assert (seen["place"]["y"], seen["path"][2], seen["alive"]) == (-7, 9, True)
    assert not rows[:8].any()
    assert not rows[8 + Piece.dtype.itemsize :].any()


@pytest.mark.parametrize(("name", "bits"), BOUNDS.items())
def test_both_ends_of_a_field_s_range_are_kept_and_one_more_is_refused(name: str, bits: int) -> None:
    piece = Piece.zeros()
    for value in (-(1 << bits - 1), (1 << bits - 1) - 1):
        setattr(piece, name, value)
        assert getattr(piece, name) == value
    before = piece.tobytes()
    for value in (-(1 << bits - 1) - 1, 1 << bits - 1):
        with pytest.raises(FieldError, match=f"^{value} for Piece.{name}, expected an integer of -"):
            setattr(piece, name, value)
    assert piece.tobytes() == before


@pytest.mark.parametrize("value", [1.0, "1", None])
def test_value_that_is_no_integer_is_refused(value: object) -> None:
    with pytest.raises(FieldError, match=r"for Piece.strength, expected an integer of -2147483648 to 2147483647"):
        setattr(Piece.zeros(), "strength", value)  # noqa: B010 - the types forbid it


def test_vector_element_out_of_range_is_refused() -> None:
    piece = Piece.zeros()
    with pytest.raises(ValueError, match="invalid value"):
        piece.path[0] = 1 << 15
    with pytest.raises(IndexError):
        piece.path[3] = 0


def test_nested_record_or_vector_cannot_be_replaced() -> None:
    piece = Piece.zeros()
    with pytest.raises(FieldError, match=r"for Piece.place, expected its fields to be set one by one"):
        piece.place = Place.zeros()
    with pytest.raises(FieldError, match=r"for Piece.path, expected its elements to be set one by one"):
        piece.path = [1, 2, 3]


def test_misspelled_field_is_an_error_and_no_new_attribute() -> None:
    piece = Piece.zeros()
    with pytest.raises(AttributeError, match="strenght"):
        piece.strenght = 3  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="z"):
        piece.place.z = 3  # type: ignore[attr-defined]


def test_read_only_bytes_are_not_written() -> None:
    piece = Piece(memoryview(bytes(Piece.dtype.itemsize)))
    with pytest.raises(TypeError, match=r"read.only|read-write"):
        piece.kind = 1


def test_window_follows_the_bytes_below_it() -> None:
    rows = bytearray(Piece.dtype.itemsize)
    piece = Piece(memoryview(rows))
    place = piece.place
    rows[1] = 5
    assert place.x == piece.place.x == 5


def test_repr_names_every_field() -> None:
    piece = Piece.zeros()
    piece.place.x = -1
    piece.path[1] = 4
    assert repr(piece) == "Piece(kind=0, place=Place(x=-1, y=0), strength=0, key=0, alive=False, path=[0, 4, 0])"


def test_records_are_equal_when_their_class_and_all_bytes_are() -> None:
    class Other(Record):
        x: i16
        y: i16

    one, same, different = Place.zeros(), Place.zeros(), Place.zeros()
    different.y = 1
    assert one == same
    assert one != different
    assert one != Other.zeros()
    assert one != 0
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_first_class_of_a_structure_makes_its_windows() -> None:
    class Copy(Record):
        first: i64
        second: i8
        third: Annotated[Vector, "<i4", 7]

    class Again(Record):
        first: i64
        second: i8
        third: Annotated[Vector, "<i4", 7]

    assert Copy.dtype == Again.dtype
    assert RECORD_OF_DTYPE[Again.dtype] is Copy


def test_assign_takes_all_bytes_of_another_record() -> None:
    piece, other = Piece.zeros(), Piece.zeros()
    other.key = 77
    other.path[0] = -1
    piece.assign(other.tobytes())
    assert piece == other
    with pytest.raises(ValueError, match="23 bytes given for Piece, expected 24"):
        piece.assign(bytes(23))


def test_items_give_vectors_as_lists() -> None:
    values = dict(Piece.zeros().items())
    assert values["path"] == [0, 0, 0]
    assert values["place"] == Place.zeros()
    assert list(values) == list(Piece.field_names())


@pytest.mark.parametrize("name", ["items", "dtype", "zeros", "_bytes", "_hidden"])
def test_field_with_a_name_that_records_use_themselves_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"Bad has a field '{name}', a name that every record uses itself"):
        declare({"__annotations__": {name: i16}, "__module__": __name__})


@pytest.mark.parametrize(
    "hint", [int, float, "list[int]", Annotated[int, "<u2"], Annotated[Vector, "<f4", 2], Annotated[Vector, "?", 2]]
)
def test_field_of_no_known_type_is_refused(hint: object) -> None:
    with pytest.raises(
        TypeError, match=r"Bad.odd is annotated .*, expected a record class, one of i8 ... i64 and flag, or"
    ):
        declare({"__annotations__": {"odd": hint}, "__module__": __name__})


def test_subclass_keeps_the_fields_of_its_base_first() -> None:
    class Marked(Place):
        mark: i8

    assert Marked.field_names() == ("x", "y", "mark")
    assert Marked.dtype.itemsize == 5


def test_unit_is_96_bytes_at_most() -> None:
    assert Unit.dtype.itemsize <= 96


def test_table_gives_windows_by_index_and_in_order() -> None:
    rows = bytearray(4 + 3 * 4)
    table = Table(memoryview(rows), 4, 3, Place)
    for index in range(3):
        table[index].x = 10 + index
    assert len(table) == 3
    assert [place.x for place in table] == [10, 11, 12]
    assert rows[:4] == bytes(4)
    assert rows[8] == 11


@pytest.mark.parametrize("index", [-1, 3])
def test_table_refuses_an_index_outside(index: int) -> None:
    table = Table(memoryview(bytearray(12)), 0, 3, Place)
    with pytest.raises(IndexError, match=f"record {index} of 3 Place records"):
        table[index]


@given(st.binary(min_size=Piece.dtype.itemsize, max_size=Piece.dtype.itemsize))
def test_any_bytes_read_as_numpy_reads_them(data: bytes) -> None:
    piece = Piece(memoryview(data))
    seen = np.frombuffer(data, Piece.dtype)[0]
    assert (piece.kind, piece.strength, piece.key) == (seen["kind"], seen["strength"], seen["key"])
    assert (piece.place.x, piece.place.y) == (seen["place"]["x"], seen["place"]["y"])
    assert list(piece.path) == seen["path"].tolist()
    assert piece.alive is (data[17] != 0)
