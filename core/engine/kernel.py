"""Kernels: plain functions whose annotations are their compiled signature.

A kernel runs as plain Python until compiled code is there. Kernels call one another by name; compiled, each finds the
others because a kernel object shows numba the type of its dispatcher. Only entries are called compiled from Python.

    @kernel
    def far(x: int, y: int) -> bool: ...

    @entry
    def count(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int: ...

Annotations: ``int`` is int64, ``bool`` boolean, ``U64`` uint64, a record class its record, ``Table[T]`` its table,
``Bytes`` a row, ``Ints`` a vector of int64, ``Arena`` a two-dimensional arena, a NamedTuple the tuple of its fields.
"""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar, get_type_hints

from .arena import U64 as U64

P = ParamSpec("P")
R = TypeVar("R")


class Switch:
    """What holds for all kernels of the process.

    Attributes:
        compiled: whether entries run their compiled code, those that have it.
        closing: whether the process is about to end, so that nothing more is compiled.
    """

    compiled = False
    closing = False


class Kernel(Generic[P, R]):
    """A function of the rules that can be compiled.

    Attributes:
        name: module and qualified name, with the names of its parts when a ``specialised`` factory made it.
        parts: what that factory was given; empty for the others.
    """

    is_entry = False
    __name__: str
    __qualname__: str

    def __init__(
        self, function: Callable[P, R], factory: Callable[..., Any] | None = None, parts: tuple[Any, ...] = ()
    ) -> None:
        functools.update_wrapper(self, function)
        self.__wrapped__ = function
        self.parts = parts
        self._factory = factory
        self._dispatcher: Any = None
        self._is_under_way = False
        self.name = f"{function.__module__}.{function.__qualname__}".replace(".<locals>", "")
        if factory is not None:
            self.name += "(" + ", ".join(getattr(part, "__name__", repr(part)) for part in parts) + ")"
        KERNELS.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the kernel."""
        return self.__wrapped__(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    def __reduce__(self) -> Any:
        if self._factory is None:
            return self.__qualname__
        return _remake, (self._factory.__module__, self._factory.__qualname__, self.parts)

    def hints(self) -> tuple[Any, ...]:
        """The annotations of its parameters, in their order, and of what it returns.

        Raises:
            TypeError: one is missing.
        """
        hints = get_type_hints(self.__wrapped__, include_extras=True)
        names = (*inspect.signature(self.__wrapped__).parameters, "return")
        for name in names:
            if name not in hints:
                raise TypeError(f"kernel {self.name} has no annotation for {name!r}, expected one")
        return tuple(hints[name] for name in names)

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher with its one signature compiled, or loaded from the cache, on first use.

        Raises:
            ImportError: numba is not installed.
            TypeError: the kernel cannot be compiled to what its annotations say.
        """
        if self._dispatcher is None:
            from .build import COMPILER_LOCK, compile_kernel

            with COMPILER_LOCK:
                if self._dispatcher is None:
                    self._dispatcher = self._compiled_by(compile_kernel)
        return self._dispatcher

    def _compiled_by(self, compile_kernel: Callable[[Kernel[..., Any]], Any]) -> Any:
        """What compiling gives, unless that is under way already."""
        if self._is_under_way:
            raise TypeError(f"kernel {self.name} calls itself, expected loops with a bound")
        self._is_under_way = True
        try:
            return compile_kernel(self)
        finally:
            self._is_under_way = False

    @property
    def _numba_type_(self) -> Any:
        try:
            return self.dispatcher._numba_type_
        except AttributeError as problem:  # numba would take it for an object without a type
            raise RuntimeError(f"kernel {self.name} cannot be compiled: {problem}") from problem


class Entry(Kernel[P, R]):
    """A kernel that Python calls: compiled when its code is loaded and the switch is on, plain until then."""

    is_entry = True

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the kernel, compiled or plain."""
        if Switch.compiled and self._dispatcher is not None:
            return self._dispatcher(*args, **kwargs)  # type: ignore[no-any-return]
        return self.__wrapped__(*args, **kwargs)

    @property
    def is_loaded(self) -> bool:
        """Whether its compiled code is there."""
        return self._dispatcher is not None


KERNELS: list[Kernel[..., Any]] = []
"""Every kernel of the process, in the order of definition."""


def kernel(function: Callable[P, R]) -> Kernel[P, R]:
    """Make a function a kernel that other kernels call."""
    return Kernel(function)


def entry(function: Callable[P, R]) -> Entry[P, R]:
    """Make a function a kernel that Python calls."""
    return Entry(function)


def specialised(factory: Callable[P, Kernel[..., Any]]) -> Callable[P, Any]:
    """Remember the kernels that a factory makes for given parts, and let them pickle by factory and parts.

    Parts are positional: kernels, integers, strings, or tuples of these.
    """

    @functools.cache
    def make(*parts: Any) -> Any:
        made = factory(*parts)  # type: ignore[call-arg]
        KERNELS.remove(made)
        return type(made)(made.__wrapped__, factory, parts)

    return functools.wraps(factory)(make)  # type: ignore[return-value]


def _remake(module: str, name: str, parts: tuple[Any, ...]) -> Any:
    """The kernel that a factory makes of these parts."""
    return getattr(importlib.import_module(module), name)(*parts)
