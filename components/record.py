"""One class is the packed dtype, the static type, the interpreted record and the object that clients hold.

A record class declares its fields once:

    class Position(Record):
        x: i16
        y: i16

Interpreted code sees a record as a *window* on the bytes of an arena: reading a field gives a Python int or bool,
writing one is range-checked. Compiled code sees the same bytes through ``Position.dtype``.

All integers have a sign: compiled, an unsigned one that meets a signed one can turn into a float without a word.
A value that does not fit its field is an error when interpreted; compiled, its low bits are kept without a word.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, MutableSequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

i8 = Annotated[int, "i1"]
i16 = Annotated[int, "<i2"]
i32 = Annotated[int, "<i4"]
i64 = Annotated[int, "<i8"]
flag = Annotated[bool, "?"]
Vector = MutableSequence[int]
"""Several integers in one field: ``path: Annotated[Vector, "<i2", 24]``."""

Buffer = memoryview
STRUCT_CODES = {"i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "?": "?"}
RECORD_OF_DTYPE: dict[Any, type[Record]] = {}
"""The first class that was declared with each structure: ``table`` makes its windows."""


class FieldError(ValueError):
    """A value that a field cannot hold."""


class _Scalar:
    """A field of one integer or flag."""

    def __init__(self, name: str, code: str, offset: int) -> None:
        packed = struct.Struct("<" + STRUCT_CODES[code])
        self._read = packed.unpack_from
        self._pack = packed.pack
        self._offset = offset
        self._size = packed.size
        self._name = name

    def __get__(self, window: Record | None, owner: type[Record]) -> Any:
        if window is None:
            return self
        return self._read(window._bytes, window._start + self._offset)[0]

    def __set__(self, window: Record, value: int) -> None:
        try:
            packed = self._pack(value)
        except struct.error:
            limit = 1 << (8 * self._size - 1)
            raise FieldError(f"{value!r} for {self._name}, expected an integer of {-limit} to {limit - 1}") from None
        start = window._start + self._offset
        window._bytes[start : start + self._size] = packed


class _Nested:
    """A field that is a record itself."""

    def __init__(self, name: str, record: type[Record], offset: int) -> None:
        self._name = name
        self._record = record
        self._offset = offset

    def __get__(self, window: Record | None, owner: type[Record]) -> Any:
        if window is None:
            return self
        return self._record(window._bytes, window._start + self._offset)

    def __set__(self, window: Record, value: object) -> None:
        raise FieldError(f"{value!r} for {self._name}, expected its fields to be set one by one")


class _Vector:
    """A field of several integers of one type."""

    def __init__(self, name: str, code: str, count: int, offset: int) -> None:
        self._name = name
        self._code: Any = STRUCT_CODES[code]
        self._size = count * np.dtype(code).itemsize
        self._offset = offset

    def __get__(self, window: Record | None, owner: type[Record]) -> Any:
        if window is None:
            return self
        start = window._start + self._offset
        return window._bytes[start : start + self._size].cast(self._code)

    def __set__(self, window: Record, value: object) -> None:
        raise FieldError(f"{value!r} for {self._name}, expected its elements to be set one by one")


class _RecordClass(type):
    """Gives record classes no room for attributes, so that a misspelled field is an error and not a new attribute."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        return super().__new__(cls, name, bases, {"__slots__": (), **namespace})


class Record(metaclass=_RecordClass):
    """A window on one packed, little-endian record of an arena.

    Subclasses declare fields with ``i8 i16 i32 i64 flag``, other record classes, or a vector
    (``Annotated[Vector, "<i2", 24]``). Never more than a view: it owns no data, so it follows undo and restore.
    Elements of a vector are read and written by index; negative indices must not be used in kernels.
    """

    __slots__ = ("_bytes", "_start")
    dtype: ClassVar[np.dtype[Any]] = np.dtype([])

    def __init__(self, data: memoryview, start: int = 0) -> None:
        """Look at the record that begins at byte ``start`` of ``data``."""
        self._bytes = data
        self._start = start

    def __init_subclass__(cls) -> None:
        fields: list[Any] = []
        offset = 0
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is ClassVar:
                continue
            if hasattr(Record, name) or name.startswith("_"):
                raise TypeError(f"{cls.__name__} has a field {name!r}, a name that every record uses itself")
            spec, descriptor, size = _field(f"{cls.__name__}.{name}", hint, offset)
            fields.append((name, *spec))
            setattr(cls, name, descriptor)
            offset += size
        cls.dtype = np.dtype(fields)
        RECORD_OF_DTYPE.setdefault(cls.dtype, cls)

    @classmethod
    def field_names(cls) -> tuple[str, ...]:
        """Names of the fields, in their order in the record."""
        names = cls.dtype.names
        assert names is not None
        return names

    @classmethod
    def zeros(cls: type[R]) -> R:
        """A window on a new record of its own, all zero."""
        return cls(memoryview(bytearray(cls.dtype.itemsize)))

    def tobytes(self) -> bytes:
        """The packed bytes of the record."""
        return bytes(self._bytes[self._start : self._start + type(self).dtype.itemsize])

    def assign(self, data: bytes) -> None:
        """Overwrite the record with packed bytes of the same length.

        Raises:
            ValueError: the length differs from the record's.
        """
        size = type(self).dtype.itemsize
        if len(data) != size:
            raise ValueError(f"{len(data)} bytes given for {type(self).__name__}, expected {size}")
        self._bytes[self._start : self._start + size] = data

    def items(self) -> Iterator[tuple[str, Any]]:
        """Pairs of a field's name and its value, nested records as windows, vectors as lists."""
        for name in self.field_names():
            value = getattr(self, name)
            yield name, list(value) if isinstance(value, memoryview) else value

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.tobytes() == self.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.items())})"


R = TypeVar("R", bound=Record)
T = TypeVar("T", bound=Record)


def _field(name: str, hint: Any, offset: int) -> tuple[tuple[Any, ...], Any, int]:
    """The dtype's description, the descriptor and the size of one annotated field."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return (hint.dtype,), _Nested(name, hint, offset), hint.dtype.itemsize
    details = get_args(hint)[1:]
    if not details or details[0] not in STRUCT_CODES or (len(details) == 2 and details[0] == "?"):
        expected = "a record class, one of i8 ... i64 and flag, or a vector of integers"
        raise TypeError(f"{name} is annotated {hint!r}, expected {expected}")
    if len(details) == 2:
        code, count = details
        return (code, (count,)), _Vector(name, code, count, offset), count * np.dtype(code).itemsize
    return (details[0],), _Scalar(name, details[0], offset), np.dtype(details[0]).itemsize


class Table(Generic[T]):
    """Records side by side in an arena, as interpreted code sees them: an index gives a window.

    Compiled code sees a one-dimensional array of the record's dtype instead. Negative indices are errors here and
    must not be used in kernels.
    """

    __slots__ = ("_bytes", "_count", "_record", "_size", "_start")

    def __init__(self, data: memoryview, start: int, count: int, record: type[T]) -> None:
        """Look at ``count`` records from byte ``start`` of ``data``."""
        self._bytes = data
        self._start = start
        self._count = count
        self._record = record
        self._size: int = record.dtype.itemsize

    def __getitem__(self, index: int) -> T:
        if not 0 <= index < self._count:
            raise IndexError(f"record {index} of {self._count} {self._record.__name__} records")
        return self._record(self._bytes, self._start + index * self._size)

    def __len__(self) -> int:
        return self._count

    def records(self) -> npt.NDArray[Any]:
        """The same records as a numpy structured array, shape (count,), for interpreted code that looks at them all."""
        return np.frombuffer(self._bytes, self._record.dtype, self._count, self._start)

    def __iter__(self) -> Iterator[T]:
        return (self[index] for index in range(self._count))


Arena = npt.NDArray[np.uint8]
"""Bytes of many games, shape (game, byte), C order, rows a multiple of 8."""
