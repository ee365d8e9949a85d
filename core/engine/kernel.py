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
import threading
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar, get_type_hints

from .arena import U64 as U64
from .cache import KernelCache

P = ParamSpec("P")
R = TypeVar("R")


class Switch:
    """Whether entries run their compiled code, for the whole process."""

    compiled = False


class Kernel(Generic[P, R]):
    """A function of the rules that can be compiled.

    Attributes:
        name: module and qualified name, with those of its parts when it was made by a ``specialised`` factory.
    """

    is_entry = False

    def __init__(
        self, function: Callable[P, R], recipe: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
    ) -> None:
        functools.update_wrapper(self, function)
        self.__wrapped__ = function
        self._recipe = recipe
        self._dispatcher: Any = None
        self.name = f"{function.__module__}.{function.__qualname__}".replace(".<locals>", "")
        if recipe is not None:
            self.name += "(" + ", ".join(getattr(part, "name", repr(part)) for part in recipe[1]) + ")"
        KERNELS.append(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the kernel."""
        return self.__wrapped__(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<kernel {self.name}>"

    def __reduce__(self) -> Any:
        if self._recipe is not None:
            factory, parts = self._recipe
            return _remake, (factory.__module__, factory.__qualname__, parts)
        return _named, (self.__module__, self.__qualname__)

    @property
    def parts(self) -> tuple[Any, ...]:
        """What a ``specialised`` factory was given to make this kernel; empty for the others."""
        return self._recipe[1] if self._recipe is not None else ()

    @property
    def signature(self) -> tuple[Any, ...]:
        """Numba's types of the parameters, read from the annotations."""
        from .compiled import numba_type

        hints = get_type_hints(self.__wrapped__, include_extras=True)
        hints.pop("return", None)
        return tuple(numba_type(hint, from_python=self.is_entry) for hint in hints.values())

    @property
    def dispatcher(self) -> Any:
        """Numba's dispatcher with its one signature compiled, or loaded from the cache, on first use."""
        if self._dispatcher is None:
            with COMPILER_LOCK:
                if self._dispatcher is None:
                    self._dispatcher = self._compile()
        return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        return self.dispatcher._numba_type_

    def _compile(self) -> Any:
        import numba

        options = {"nogil": True, "no_cpython_wrapper": not self.is_entry, "no_cfunc_wrapper": True}
        dispatcher = numba.njit(**options)(self.__wrapped__)
        cache = KernelCache.of(self)
        if cache is not None:
            dispatcher._cache = cache
        dispatcher.compile(self.signature)
        dispatcher.disable_compile()
        return dispatcher


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
COMPILER_LOCK = threading.RLock()


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
        return type(made)(made.__wrapped__, (factory, parts))

    return functools.wraps(factory)(make)  # type: ignore[return-value]


def _named(module: str, name: str) -> Any:
    """The module-level kernel of that name."""
    return getattr(importlib.import_module(module), name)


def _remake(module: str, name: str, parts: tuple[Any, ...]) -> Any:
    """The kernel that a factory makes of these parts."""
    return getattr(importlib.import_module(module), name)(*parts)
