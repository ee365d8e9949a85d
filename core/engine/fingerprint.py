"""What the compiled code of a kernel depends on, as one hash: its own code, every kernel and constant that it reaches.

Numba's own cache looks at one file's age, and misses a constant that another file holds. Here a change of anything that
goes into the code gives another fingerprint, and a change of anything else, such as a docstring or another kernel, does
not. What is the same for all kernels (versions, the processor, this folder's sources) is not part of it.
"""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import hashlib
import threading
import types
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from enfilade.components.record import Record, Table

from .kernel import Kernel


class NoFingerprint(TypeError):
    """A kernel calls itself, or uses a value whose meaning for compiled code is not known."""


class UnknownValue(Exception):
    """A value that cannot be said as plain data."""


class _UnderWay(threading.local):
    """The kernels that a thread is describing, callers first; another thread may describe the same ones meanwhile."""

    def __init__(self) -> None:
        self.kernels: list[Kernel[..., Any]] = []


_UNDER_WAY = _UnderWay()


@functools.cache
def fingerprint(kernel: Kernel[..., Any]) -> str:
    """SHA-256 of everything that decides a kernel's compiled code, as 64 hexadecimal digits.

    Raises:
        NoFingerprint: the kernel, or one that it reaches, uses a value that cannot be described.
    """
    under_way = _UNDER_WAY.kernels
    if kernel in under_way:
        raise NoFingerprint(f"kernel {kernel.name} calls itself, expected loops with a bound")
    under_way.append(kernel)
    try:
        described = (
            kernel.is_entry,
            tuple(_annotation(hint) for hint in kernel.hints()),
            _code(kernel.__wrapped__.__code__, kernel.__doc__),
            tuple((name, _value_in(kernel, value)) for name, value in _used(kernel.__wrapped__)),
        )
    finally:
        under_way.remove(kernel)
    return hashlib.sha256(repr(described).encode()).hexdigest()


def reached(*kernels: Kernel[..., Any]) -> tuple[Kernel[..., Any], ...]:
    """These kernels and all that they call, each once, callers first."""
    found: dict[Kernel[..., Any], None] = {}
    left = list(kernels)
    while left:
        kernel = left.pop()
        if kernel not in found:
            found[kernel] = None
            left.extend(value for _, value in _used(kernel.__wrapped__) if isinstance(value, Kernel))
    return tuple(found)


def _used(function: Any) -> Iterator[tuple[str, Any]]:
    """Names and values of what a function takes from its module, from builtins and from the function around it."""
    names, attributes = _names(function.__code__)
    for name in sorted(names):
        value = function.__globals__.get(name, getattr(builtins, name, None))
        yield name, value
        if isinstance(value, types.ModuleType):
            yield from _read_from(value, attributes)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def _read_from(module: types.ModuleType, attributes: set[str]) -> Iterator[tuple[str, Any]]:
    """What a function may read from a module, and from modules in it, when it reads attributes of these names."""
    for name in sorted(attributes):
        if hasattr(module, name):
            value = getattr(module, name)
            yield name, value
            if isinstance(value, types.ModuleType):
                yield from _read_from(value, attributes - {name})


def _names(code: types.CodeType) -> tuple[set[str], set[str]]:
    """Names that code looks up in its module, and names of attributes that it reads."""
    names: set[str] = set()
    attributes: set[str] = set()
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            names.add(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(step.argval)
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            inner_names, inner_attributes = _names(part)
            names |= inner_names
            attributes |= inner_attributes
    return names, attributes


def _code(code: types.CodeType, doc: str | None = None) -> tuple[Any, ...]:
    """What a function does, without its names, its docstring and its place in a file."""
    constants = tuple(
        _code(constant) if isinstance(constant, types.CodeType) else _value(None if constant == doc else constant)
        for constant in code.co_consts
    )
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return code.co_code, code.co_exceptiontable, code.co_argcount, code.co_flags, names, constants


def _value_in(kernel: Kernel[..., Any], value: Any) -> Any:
    """A value that a kernel uses, as plain data; the kernel is named when it cannot be said."""
    try:
        return _value(value)
    except UnknownValue as problem:
        raise NoFingerprint(f"kernel {kernel.name} uses {problem}") from None


def _value(value: Any) -> Any:
    """A value as plain data."""
    if isinstance(value, Kernel):
        return fingerprint(value)
    if isinstance(value, tuple | frozenset):
        parts = [_value(part) for part in value]
        return type(value).__name__, parts if isinstance(value, tuple) else sorted(map(repr, parts))
    if isinstance(value, enum.Enum):
        return type(value).__qualname__, value.name, _value(value.value)
    if value is None or isinstance(value, bool | int | float | str | bytes | np.generic):
        return type(value).__name__, repr(value)
    if isinstance(value, np.dtype):
        return "dtype", repr(value.descr)
    if isinstance(value, types.ModuleType):
        return "module", getattr(value, "__version__", "")
    if isinstance(value, type):
        return _annotation(value) if _is_named_tuple(value) else f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, types.BuiltinFunctionType):
        return "builtin", value.__module__, value.__name__
    if isinstance(value, types.FunctionType):
        return "function", value.__module__, value.__qualname__, _code(value.__code__, value.__doc__)
    raise UnknownValue(f"{type(value).__name__} {value!r}, expected a kernel, a number, a string, a dtype or a class")


@functools.cache
def _annotation(hint: Any) -> Any:
    """An annotation, by the structure of what it stands for."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return "record", repr(hint.dtype.descr)
    if get_origin(hint) is Table:
        return "table", _annotation(get_args(hint)[0])
    if isinstance(hint, type) and _is_named_tuple(hint):
        fields = get_type_hints(hint, include_extras=True)
        return hint.__qualname__, tuple((name, _annotation(field)) for name, field in fields.items())
    return repr(hint)


def _is_named_tuple(kind: type) -> bool:
    """Whether a class is a tuple with names for its fields."""
    return issubclass(kind, tuple) and hasattr(kind, "_fields")
