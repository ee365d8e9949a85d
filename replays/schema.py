"""What a row means, in words that outlive this engine: tables, fields, types, counts; and reading a row by them.

A field of a nested record is named by its path, such as ``position.x``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt

from enfilade.components.record import STRUCT_CODES, Record
from enfilade.core.engine.layout import Block, Layout

from .records import PAYLOAD_BYTES_MAX

ROW_BYTES_MAX = PAYLOAD_BYTES_MAX - 256
FIELDS_MAX = 4_096

Size = Annotated[int, msgspec.Meta(ge=0, le=ROW_BYTES_MAX)]


class FieldSchema(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A field: its path, its type as numpy writes it, how many values it has."""

    name: str
    type: str
    count: Size


class TableSchema(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A table: how many records, whether one for each unit, and their fields, packed in this order."""

    name: str
    count: Size
    per_unit: bool
    fields: Annotated[tuple[FieldSchema, ...], msgspec.Meta(max_length=FIELDS_MAX)]


Schema = tuple[TableSchema, ...]
"""The tables of a row in the order of their bytes, each at a multiple of 8."""


class FieldDifference(msgspec.Struct, frozen=True):
    """One field that differs between two rows.

    Attributes:
        table, index: which record; ``name`` is its unit's id where it has one.
        component: the nested record the field is in, empty for a field of the record itself.
        field: its name.
        first, second: its values, None in a row that has no such field.
    """

    table: str
    index: int
    name: str
    component: str
    field: str
    first: Any
    second: Any

    def __str__(self) -> str:
        record = f"{self.table}[{self.index}]" + (f" ({self.name})" if self.name else "")
        path = f"{self.component}.{self.field}" if self.component else self.field
        return f"{record} {path}: {self.first} / {self.second}"


def schema_of(layout: Layout) -> Schema:
    """The schema of a row of the world."""
    return tuple(
        TableSchema(spec.name, spec.count, spec.per_unit, _fields_in(spec.record))
        for spec in layout.in_block(Block.WORLD)
    )


@functools.cache
def _fields_in(record: type[Record]) -> tuple[FieldSchema, ...]:
    """The fields of the records of a class."""
    return tuple(_fields_of(record.dtype, ""))


def _fields_of(dtype: np.dtype[Any], path: str) -> Iterator[FieldSchema]:
    for name in dtype.names or ():
        field = dtype[name]
        if field.names:
            yield from _fields_of(field, f"{path}{name}.")
        else:
            element, shape = field.subdtype or (field, (1,))
            yield FieldSchema(path + name, _type_name(element), shape[0])


def _type_name(element: np.dtype[Any]) -> str:
    """The type of a number as records declare it."""
    return next(code for code in STRUCT_CODES if np.dtype(code) == element)


def check_schema(schema: Schema) -> int:
    """How many bytes a row has.

    Raises:
        ValueError: the schema describes no row.
    """
    size = 0
    for table in schema:
        for field in table.fields:
            if field.type not in STRUCT_CODES:
                raise ValueError(f"field {table.name}.{field.name} has type {field.type!r}, expected {[*STRUCT_CODES]}")
        width = sum(field.count * np.dtype(field.type).itemsize for field in table.fields)
        size += -(-width * table.count // 8) * 8
        if size > ROW_BYTES_MAX:
            raise ValueError(f"a row of over {ROW_BYTES_MAX} bytes (table {table.name})")
    return size


def read_row(schema: Schema, row: bytes) -> dict[str, npt.NDArray[Any]]:
    """The tables of a row by name: structured arrays of shape (records,), with the paths of fields as names.

    Raises:
        ValueError: the row has another length.
    """
    size = check_schema(schema)
    if len(row) != size:
        raise ValueError(f"a row of {len(row)} bytes, expected {size}")
    tables = {}
    start = 0
    for table in schema:
        dtype = np.dtype([(field.name, field.type, _shape(field)) for field in table.fields])
        tables[table.name] = np.frombuffer(row, dtype, table.count, start) if table.count else np.zeros(0, dtype)
        start += -(-dtype.itemsize * table.count // 8) * 8
    return tables


def _shape(field: FieldSchema) -> tuple[int, ...]:
    return () if field.count == 1 else (field.count,)


def plain_row(schema: Schema, row: bytes) -> dict[str, list[dict[str, Any]]]:
    """The tables of a row as plain data: a list of records, each a table of its fields.

    Raises:
        ValueError: the row has another length.
    """
    return {
        name: [dict(zip(table.dtype.names or (), _plain(record), strict=True)) for record in table]
        for name, table in read_row(schema, row).items()
    }


def _plain(record: Any) -> list[Any]:
    return [value.tolist() for value in record]


def differences(
    first: tuple[Schema, bytes], second: tuple[Schema, bytes], units: tuple[str, ...]
) -> Iterator[FieldDifference]:
    """Every field that differs between two rows, by name; a field that one of them lacks counts if it is not zero.

    Args:
        first: a row with its schema.
        second: another one; the schemas may differ.
        units: ids of the units, by slot.
    """
    tables = read_row(*first), read_row(*second)
    per_unit = {table.name for schema in (first[0], second[0]) for table in schema if table.per_unit}
    for name in {**tables[0], **tables[1]}:
        pair = tables[0].get(name), tables[1].get(name)
        for index in range(max(len(table) for table in pair if table is not None)):
            owner = units[index] if name in per_unit and index < len(units) else ""
            records = tuple(table[index] if table is not None and index < len(table) else None for table in pair)
            yield from _record_differences(name, index, owner, records)


def _record_differences(table: str, index: int, owner: str, records: tuple[Any, ...]) -> Iterator[FieldDifference]:
    if None not in records and records[0].dtype == records[1].dtype and records[0].tobytes() == records[1].tobytes():
        return
    values = [
        dict(zip(record.dtype.names, _plain(record), strict=True)) if record is not None else {} for record in records
    ]
    for path in {**values[0], **values[1]}:
        first, second = values[0].get(path), values[1].get(path)
        if first != second and (_says_something(first) or _says_something(second)):
            component, _, field = path.rpartition(".")
            yield FieldDifference(table, index, owner, component, field, first, second)


def _says_something(value: Any) -> bool:
    """Whether a value is there and not zero."""
    return any(value) if isinstance(value, list) else bool(value)
