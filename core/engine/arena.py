"""Bytes of many games in one array, and the tables that kernels open in a row of it.

``row``, ``table`` and ``vector`` are the only functions whose compiled form differs from the plain one: interpreted
they give memory views and windows, compiled they give arrays that carry no reference count (about 1 ns each).
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated, Any

import numpy as np

from enfilade.components.record import RECORD_OF_DTYPE, Arena, Table

Bytes = memoryview
"""One row of an arena, as kernels pass it on."""


Ints = Annotated[MutableSequence[int], "int64"]
"""A vector of int64 in a row, as kernels pass it on; interpreted it is a memory view."""


def row(arenas: Arena, game: int) -> Bytes:
    """The bytes of one game."""
    return memoryview(arenas[game])


def table(data: Bytes, start: int, count: int, dtype: Any) -> Table[Any]:
    """``count`` records of ``dtype`` from byte ``start`` of a row."""
    return Table(data, start, count, RECORD_OF_DTYPE[dtype])


def vector(data: Bytes, start: int, count: int) -> Any:
    """``count`` int64 numbers from byte ``start`` of a row."""
    return data[start : start + 8 * count].cast("q")


def install_compiled_forms() -> None:
    """Tell numba what ``row``, ``table`` and ``vector`` are in compiled code. Called once, by the first compilation."""
    from numba import carray, types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    @intrinsic
    def address(context: Any, array: Any, offset: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            struct = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.gep(builder.bitcast(struct.data, cgutils.voidptr_t), [arguments[1]])

        return types.voidptr(array, types.int64), generate

    @overload(row)
    def compiled_row(arenas: Any, game: Any) -> Any:
        def implementation(arenas: Any, game: Any) -> Any:
            return carray(address(arenas, game * arenas.strides[0]), (arenas.shape[1],), np.uint8)

        return implementation

    @overload(table)
    def compiled_table(data: Any, start: Any, count: Any, dtype: Any) -> Any:
        def implementation(data: Any, start: Any, count: Any, dtype: Any) -> Any:
            return carray(address(data, start), (count,), dtype)

        return implementation

    @overload(vector)
    def compiled_vector(data: Any, start: Any, count: Any) -> Any:
        def implementation(data: Any, start: Any, count: Any) -> Any:
            return carray(address(data, start), (count,), np.int64)

        return implementation
