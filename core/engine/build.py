"""How kernels are compiled. Imported by the first compilation, with numba.

Numba would link, optimise and translate every kernel together with all that it calls, so that code deep down is
compiled once for each kernel above it. Here a kernel that others call is only lowered; an entry gathers all that it
reaches, and this is optimised and translated once. What an entry gathers is private to it, so that the optimiser may
inline it, drop unused parameters, and forget it.
"""

# mypy: disable-error-code="no-untyped-call, untyped-decorator, call-overload, attr-defined"

from __future__ import annotations

from typing import Any

import numba
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from .cache import KernelCache
from .compiled import numba_type
from .kernel import Kernel, Switch

COMPILER_LOCK = global_compiler_lock
"""Numba's own lock, held through every compilation: a second one could be taken in the other order."""


class _NoEnvironments:
    """Numba's code generator for functions that Python never calls: nothing of them is at an address."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Numba writes a function's environment into its code; here there is none."""


class _PartLibrary(JITCodeLibrary):
    """The code of one kernel, to be gathered by the entries that reach it."""

    @property
    def codegen(self) -> Any:
        return _NoEnvironments(self._codegen)

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._final_module.verify()
        self._shared_module = self._final_module
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0


class _EntryLibrary(JITCodeLibrary):
    """The code of an entry with everything that it reaches."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        own = {function.name for function in self._final_module.functions if not function.is_declaration}
        for library in self._reached():
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _reached(self) -> list[Any]:
        """Every library that this one calls into, directly or through others, each once."""
        found: list[Any] = []
        left = list(self._linking_libraries)
        while left:
            library = left.pop()
            if library not in found:
                found.append(library)
                if isinstance(library, _PartLibrary):
                    left.extend(library._linking_libraries)
        return found


def _compiler(library: type[JITCodeLibrary]) -> type[CompilerBase]:
    """Numba's compiler, putting code into libraries of this class."""

    @register_pass(mutates_CFG=False, analysis_only=False)
    class ChooseLibrary(LoweringPass):
        _name = f"choose_{library.__name__}"

        def __init__(self) -> None:
            LoweringPass.__init__(self)

        def run_pass(self, state: Any) -> bool:
            state.library = library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
            return True

    class Compiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(ChooseLibrary, NopythonTypeInference)
            passes.finalize()
            return [passes]

    return Compiler


_PART_COMPILER = _compiler(_PartLibrary)
_ENTRY_COMPILER = _compiler(_EntryLibrary)


def compile_kernel(kernel: Kernel[..., Any]) -> Any:
    """Numba's dispatcher for a kernel, with its one signature compiled or loaded from the cache.

    Raises:
        TypeError: an annotation is missing or no kernel type, the kernel returns something else than it says, or a
            variable of it would be a float.
        InterruptedError: the process is about to end.
    """
    if Switch.closing:
        raise InterruptedError(f"kernel {kernel.name} is not compiled: the process is about to end")
    hints = kernel.hints()
    parameters = tuple(numba_type(hint, from_python=kernel.is_entry) for hint in hints[:-1])
    dispatcher = numba.njit(
        nogil=True,
        no_cpython_wrapper=not kernel.is_entry,
        no_cfunc_wrapper=True,
        pipeline_class=_ENTRY_COMPILER if kernel.is_entry else _PART_COMPILER,
        _nrt=False,  # nothing in a kernel is allocated or counted
    )(kernel.__wrapped__)
    cache = KernelCache.of(kernel) if kernel.is_entry else None
    kept = cache.load(dispatcher.targetctx) if cache is not None else None
    if kept is not None:
        dispatcher.targetctx.insert_user_function(kept.entry_point, kept.fndesc, [kept.library])
        dispatcher.add_overload(kept)
    else:
        dispatcher.compile(parameters)
        result = dispatcher.overloads[parameters]
        _refuse_surprises(kernel, result, numba_type(hints[-1]))
        if cache is not None:
            cache.save(result)
    dispatcher.disable_compile()
    return dispatcher


def _refuse_surprises(kernel: Kernel[..., Any], result: Any, expected: Any) -> None:
    """Refuse a kernel that would not compute as its annotations say and as plain Python does."""
    returned = types.unliteral(result.signature.return_type)
    if returned != expected:
        raise TypeError(f"kernel {kernel.name} returns {returned}, expected {expected} as annotated")
    for variable, kind in result.type_annotation.typemap.items():
        if any(isinstance(part, types.Float | types.Complex) for part in _parts(kind)):
            raise TypeError(f"kernel {kernel.name} would compute {variable!r} as {kind}, expected integers alone")


def _parts(kind: Any) -> list[Any]:
    """A type, or the types in a tuple of them."""
    if not isinstance(kind, types.BaseTuple):
        return [kind]
    return [part for element in kind.types for part in _parts(element)]
