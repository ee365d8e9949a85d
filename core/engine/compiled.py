"""What compiled code makes of rows, records, tables and vectors. Imported by the first compilation, with numba.

A record is the address of its first byte; a table, a vector or a row an address and a count: nothing that is counted,
boxed or copied, and at most two machine words each in every call. Reading a field gives int64 or boolean, as
interpreted code gets an int or a bool. Writing one keeps the low bits that fit; interpreted code refuses a value that
does not fit. Indices are checked only under numba's bounds checks, and a negative one never counts from the end.
"""

# mypy: disable-error-code="no-untyped-call, untyped-decorator, attr-defined, override"

from __future__ import annotations

import hashlib
import operator
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import (
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    type_callable,
)
from numba.np.numpy_support import as_dtype

from enfilade.components.record import RECORD_OF_DTYPE, Arena, Record, Table

from .arena import U64, Bytes, Ints, copy_bytes, part, row, table, vector, wipe

BYTE = ir.IntType(8)
WORD = ir.IntType(64)
ADDRESS = BYTE.as_pointer()
NUMBER_TYPES = {"b": types.boolean, "i": types.int64, "u": types.int64}
"""What a field or element is in compiled code, by the kind of its dtype."""


class WindowType(types.Type):
    """A record of one structure.

    Attributes:
        layout: the packed dtype; record classes with the same fields are one type here.
        digest: of that structure.
    """

    def __init__(self, layout: np.dtype[Any]) -> None:
        self.layout = layout
        self.digest = hashlib.sha256(repr(layout.descr).encode()).hexdigest()[:16]
        record = RECORD_OF_DTYPE.get(layout)
        super().__init__(f"{record.__name__ if record else 'Record'}_{self.digest}")

    @property
    def key(self) -> str:
        """What makes two of these one type."""
        return self.digest

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """The name in symbols: short, since a symbol names all its parameters."""
        return f"W{self.digest}", ()

    def field(self, name: str) -> Any:
        """The type that reading a field gives, or None when there is no such field."""
        if name not in (self.layout.names or ()):
            return None
        layout, _ = _field_of(self.layout, name)
        return ViewType(layout.subdtype[0]) if layout.subdtype is not None else _element_type(layout)


class ViewType(types.Type):
    """Records or numbers side by side.

    Attributes:
        layout: the dtype of one of them.
        element: the type that an index gives.
        digest: of that dtype.
    """

    def __init__(self, layout: np.dtype[Any]) -> None:
        self.layout = layout
        self.element = _element_type(layout)
        self.digest = self.element.digest if layout.names else layout.name
        super().__init__(f"View({self.element.name if layout.names else layout.name})")

    @property
    def key(self) -> str:
        """What makes two of these one type."""
        return self.digest

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """The name in symbols: short, since a symbol names all its parameters."""
        return f"V{self.digest}", ()

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        """An array that Python gave to an entry can be passed on as a vector."""
        return Conversion.safe if other == types.Array(types.int64, 1, "C") and self == INTS else None


@register_model(WindowType)
class _WindowModel(models.PrimitiveModel):
    """A window is the address of its first byte."""

    def __init__(self, manager: Any, window: WindowType) -> None:
        super().__init__(manager, window, ADDRESS)


@register_model(ViewType)
class _ViewModel(models.StructModel):
    """A view is the address of its first element, and how many there are."""

    def __init__(self, manager: Any, view: ViewType) -> None:
        super().__init__(manager, view, [("first", types.voidptr), ("count", types.int64)])


def _field_of(layout: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """The dtype of a field and its offset in bytes."""
    assert layout.fields is not None
    dtype, offset = layout.fields[name][:2]
    return dtype, offset


def _element_type(layout: np.dtype[Any]) -> Any:
    """The type of a value of this dtype in compiled code: a window, int64 or boolean."""
    return WindowType(layout) if layout.names else NUMBER_TYPES[layout.kind]


INTS = ViewType(np.dtype("<i8"))
BYTES = ViewType(np.dtype("u1"))


def numba_type(hint: Any, *, from_python: bool = False) -> Any:
    """Numba's type of an annotation; that of a vector differs when Python hands it in.

    Raises:
        TypeError: the annotation stands for no kernel type.
    """
    plain = {int: types.int64, bool: types.boolean, U64: types.uint64, type(None): types.none}
    if hint is Bytes:
        return BYTES
    if hint == Arena:
        return types.Array(types.uint8, 2, "C")
    if hint == Ints:
        return types.Array(types.int64, 1, "C") if from_python else INTS
    if hint in plain:
        return plain[hint]
    if isinstance(hint, type) and issubclass(hint, Record):
        return WindowType(hint.dtype)
    if get_origin(hint) is Table:
        return ViewType(get_args(hint)[0].dtype)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True).values()
        return types.BaseTuple.from_types(tuple(numba_type(field) for field in fields), hint)
    raise TypeError(f"annotation {hint!r} has no kernel type")


@type_callable(row)
def _type_row(context: Any) -> Any:
    def resolve(arenas: Any, game: Any) -> Any:
        return BYTES if numba_type(Arena) == arenas and isinstance(game, types.Integer) else None

    return resolve


@type_callable(part)
def _type_part(context: Any) -> Any:
    def resolve(data: Any, start: Any, size: Any) -> Any:
        return BYTES if data == BYTES else None

    return resolve


@type_callable(copy_bytes)
def _type_copy_bytes(context: Any) -> Any:
    def resolve(target: Any, start: Any, source: Any, first: Any, size: Any) -> Any:
        return types.none if target == source == BYTES else None

    return resolve


@type_callable(table)
def _type_table(context: Any) -> Any:
    def resolve(data: Any, start: Any, count: Any, dtype: Any) -> Any:
        return ViewType(as_dtype(dtype.dtype)) if data == BYTES and isinstance(dtype, types.DType) else None

    return resolve


@type_callable(vector)
def _type_vector(context: Any) -> Any:
    def resolve(data: Any, start: Any, count: Any) -> Any:
        return INTS if data == BYTES else None

    return resolve


@type_callable(wipe)
def _type_wipe(context: Any) -> Any:
    def resolve(data: Any, start: Any, size: Any) -> Any:
        return types.none if data == BYTES else None

    return resolve


@infer_global(len)
class _ViewLength(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        view = arguments[0]
        return signature(types.int64, view) if isinstance(view, ViewType) else None


@infer_global(operator.getitem)
class _ViewItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        view, index = arguments
        if isinstance(view, ViewType) and isinstance(index, types.Integer):
            return signature(view.element, view, types.int64)
        return None


@infer_global(operator.setitem)
class _ViewSetItem(AbstractTemplate):
    def generic(self, arguments: Any, keywords: Any) -> Any:
        view, index, value = arguments
        if isinstance(view, ViewType) and isinstance(index, types.Integer) and _is_number(value):
            return signature(types.void, view, types.int64, view.element)
        return None


@infer_getattr
class _WindowFields(AttributeTemplate):
    key = WindowType

    def generic_resolve(self, window: WindowType, name: str) -> Any:
        return window.field(name)


def _is_number(value: Any) -> bool:
    """Whether a type is one of those that fields hold."""
    return isinstance(value, types.Integer | types.Boolean)


def _offset_address(builder: Any, first: Any, offset: Any) -> Any:
    """The address so many bytes further on."""
    return builder.gep(builder.bitcast(first, ADDRESS), [offset])


def _load(builder: Any, address: Any, layout: np.dtype[Any]) -> Any:
    """The value at an address: the address itself for a record, else a number or flag."""
    if layout.names:
        return address
    kind = ir.IntType(8 * layout.itemsize)
    value = builder.load(builder.bitcast(address, kind.as_pointer()), align=1)
    if layout.kind == "b":
        return builder.icmp_unsigned("!=", value, kind(0))
    if kind == WORD:
        return value
    return builder.zext(value, WORD) if layout.kind == "u" else builder.sext(value, WORD)


def _store(builder: Any, address: Any, layout: np.dtype[Any], value: Any) -> None:
    """Write a number or flag to an address, its low bits as far as they fit."""
    if layout.names:
        raise TypeError("a record cannot be assigned; set its fields")
    kind = ir.IntType(8 * layout.itemsize)
    if layout.kind == "b":
        value = builder.zext(value, kind)
    elif kind != WORD:
        value = builder.trunc(value, kind)
    builder.store(value, builder.bitcast(address, kind.as_pointer()), align=1)


def _view_of(context: Any, builder: Any, view: ViewType, first: Any, count: Any) -> Any:
    """The value of a view."""
    made = cgutils.create_struct_proxy(view)(context, builder)
    made.first = first
    made.count = count
    return made._getvalue()


def _item_address(context: Any, builder: Any, view: ViewType, value: Any, index: Any) -> Any:
    """The address of one element of a view."""
    parts = cgutils.create_struct_proxy(view)(context, builder, value)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, parts.count)
    return _offset_address(builder, parts.first, builder.mul(index, WORD(view.layout.itemsize)))


@lower_builtin(row, types.Array, types.Integer)
def _make_row(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    arenas, game = signature.args
    array = context.make_array(arenas)(context, builder, arguments[0])
    index = context.cast(builder, arguments[1], game, types.int64)
    if context.enable_boundscheck:
        cgutils.do_boundscheck(context, builder, index, builder.extract_value(array.shape, 0))
    offset = builder.mul(index, builder.extract_value(array.strides, 0))
    return _view_of(
        context, builder, BYTES, _offset_address(builder, array.data, offset), builder.extract_value(array.shape, 1)
    )


@lower_builtin(table, ViewType, types.Integer, types.Integer, types.DType)
@lower_builtin(vector, ViewType, types.Integer, types.Integer)
@lower_builtin(part, ViewType, types.Integer, types.Integer)
def _make_view(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = cgutils.create_struct_proxy(BYTES)(context, builder, arguments[0])
    start, count = (context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 2))
    return _view_of(context, builder, signature.return_type, _offset_address(builder, data.first, start), count)


@lower_builtin(wipe, ViewType, types.Integer, types.Integer)
def _wipe(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = cgutils.create_struct_proxy(BYTES)(context, builder, arguments[0])
    start, size = (context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 2))
    cgutils.memset(builder, _offset_address(builder, data.first, start), size, 0)
    return context.get_dummy_value()


@lower_builtin(copy_bytes, ViewType, types.Integer, ViewType, types.Integer, types.Integer)
def _copy_bytes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    target, source = (cgutils.create_struct_proxy(BYTES)(context, builder, arguments[i]) for i in (0, 2))
    start, first, size = (context.cast(builder, arguments[i], signature.args[i], types.int64) for i in (1, 3, 4))
    cgutils.raw_memcpy(
        builder,
        _offset_address(builder, target.first, start),
        _offset_address(builder, source.first, first),
        size,
        1,
    )
    return context.get_dummy_value()


@lower_builtin(len, ViewType)
def _view_length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return cgutils.create_struct_proxy(signature.args[0])(context, builder, arguments[0]).count


@lower_builtin(operator.getitem, ViewType, types.Integer)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    view = signature.args[0]
    return _load(builder, _item_address(context, builder, view, *arguments), view.layout)


@lower_builtin(operator.setitem, ViewType, types.Integer, types.Any)
def _set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    view = signature.args[0]
    value = context.cast(builder, arguments[2], signature.args[2], view.element)
    _store(builder, _item_address(context, builder, view, *arguments[:2]), view.layout, value)
    return context.get_dummy_value()


@lower_getattr_generic(WindowType)
def _get_field(context: Any, builder: Any, window: WindowType, first: Any, name: str) -> Any:
    layout, offset = _field_of(window.layout, name)
    address = _offset_address(builder, first, WORD(offset))
    if layout.subdtype is not None:
        return _view_of(context, builder, window.field(name), address, WORD(layout.shape[0]))
    return _load(builder, address, layout)


@lower_setattr_generic(WindowType)
def _set_field(context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    window = signature.args[0]
    layout, offset = _field_of(window.layout, name)
    if layout.subdtype is not None:
        raise TypeError(f"field {name!r} is a vector; set its elements")
    value = context.cast(builder, arguments[1], signature.args[1], window.field(name))
    _store(builder, _offset_address(builder, arguments[0], WORD(offset)), layout, value)


@lower_cast(types.Array, ViewType)
def _array_to_view(context: Any, builder: Any, array: Any, view: ViewType, value: Any) -> Any:
    parts = context.make_array(array)(context, builder, value)
    first = builder.bitcast(parts.data, ADDRESS)
    return _view_of(context, builder, view, first, builder.extract_value(parts.shape, 0))
