"""Compiled kernels on disk: one file a kernel, in a folder named by everything the code depends on.

The folder's name hashes the sources of every module that can hold a kernel and the versions of numba, numpy and
Python, since numba's own cache does not notice a change in an imported file. A file that is cut, altered or made by
something else is a miss: the kernel is compiled again. Where nothing can be written, there is no cache.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import logging
import os
import pickle
import platform
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

if TYPE_CHECKING:
    from .kernel import Kernel

LOG = logging.getLogger("enfilade.kernels")
DIGEST_BYTES = 32
ENGINE_PACKAGES = ("enfilade.components", "enfilade.core", "enfilade.systems")


class KernelCache:
    """The cache of one kernel, in the form in which numba's dispatcher asks for it."""

    def __init__(self, path: Path) -> None:
        """Keep the kernel's code at ``path``."""
        self._path = path

    @classmethod
    def of(cls, kernel: Kernel[..., Any]) -> KernelCache | None:
        """The cache of this kernel, or None where no folder can be written."""
        folder = cache_folder(_packages_of(kernel))
        return cls(folder / _file_name(kernel.name)) if folder is not None else None

    @property
    def cache_path(self) -> str:
        """The folder, as numba's statistics show it."""
        return str(self._path.parent)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled result, or None when the file is missing or not whole."""
        from numba.core.compiler import CompileResult

        target.refresh()
        try:
            payload = read_checked(self._path)
            return CompileResult._rebuild(target, *pickle.loads(payload))
        except FileNotFoundError:
            return None
        except Exception as problem:  # whatever is wrong with the file, it is a miss
            LOG.warning("compiled kernel %s is unusable (%s); compiling it again", self._path.name, problem)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write the compiled result, all or nothing; failing to is no error."""
        from numba.core.serialize import dumps

        try:
            write_checked(self._path, dumps(result._reduce()))
        except OSError as problem:
            LOG.warning("compiled kernel %s could not be kept (%s)", self._path.name, problem)

    def enable(self) -> None:
        """Part of numba's interface; the cache is always on."""

    def disable(self) -> None:
        """Part of numba's interface; the cache is always on."""

    def flush(self) -> None:
        """Forget the compiled result."""
        self._path.unlink(missing_ok=True)


def read_checked(path: Path) -> bytes:
    """The payload of a file written by ``write_checked``.

    Raises:
        ValueError: the file is cut or altered.
    """
    data = path.read_bytes()
    digest, payload = data[:DIGEST_BYTES], data[DIGEST_BYTES:]
    if hashlib.blake2b(payload, digest_size=DIGEST_BYTES).digest() != digest:
        raise ValueError(f"{path.name} is damaged: its checksum differs")
    return payload


def write_checked(path: Path, payload: bytes) -> None:
    """Write a payload behind its checksum: to a temporary file, then renamed."""
    digest = hashlib.blake2b(payload, digest_size=DIGEST_BYTES).digest()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(digest + payload)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@functools.cache
def cache_folder(packages: tuple[str, ...]) -> Path | None:
    """The folder for kernels of these packages, made if need be; None when it cannot be written.

    ``ENFILADE_CACHE`` names the folder to use instead of the user's cache folder.
    """
    base = os.environ.get("ENFILADE_CACHE") or platformdirs.user_cache_dir("enfilade", appauthor=False)
    folder = Path(base) / "kernels" / sources_digest(packages)[:32]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as problem:
        LOG.warning("no kernel cache: %s (%s)", folder, problem)
        return None
    return folder


@functools.cache
def sources_digest(packages: tuple[str, ...]) -> str:
    """SHA-256 over all Python sources of the packages and the versions that compiled code depends on."""
    import llvmlite.binding
    import numba
    import numpy as np

    versions = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    digest = hashlib.sha256(repr((versions, processor, bounds)).encode())
    for package in sorted({*packages, *ENGINE_PACKAGES}):
        for name, source in _sources(package):
            digest.update(f"{package}/{name}\0".encode() + source + b"\0")
    return digest.hexdigest()


def _sources(package: str) -> Iterator[tuple[str, bytes]]:
    """Relative name and content of each Python file of a package (or of a lone module), in order of names."""
    module = importlib.import_module(package)
    assert module.__file__ is not None, f"{package} has no source file"
    path = Path(module.__file__)
    if path.name != "__init__.py":
        yield path.name, path.read_bytes()
        return
    for file in sorted(path.parent.rglob("*.py")):
        yield file.relative_to(path.parent).as_posix(), file.read_bytes()


def _packages_of(kernel: Kernel[..., Any]) -> tuple[str, ...]:
    """Packages whose sources the kernel may depend on besides the engine's: its own and those of its parts."""
    from .kernel import Kernel

    found = {_package_of(kernel.__module__)}
    for part in kernel.parts:
        if isinstance(part, Kernel):
            found.update(_packages_of(part))
    return tuple(sorted(found - set(ENGINE_PACKAGES)))


def _package_of(module: str) -> str:
    """The folder of sources that a module belongs to: a package, or a part of this one.

    >>> _package_of("enfilade.core.engine.dice"), _package_of("mygame.rules.moves")
    ('enfilade.core', 'mygame')
    """
    names = module.split(".")
    return ".".join(names[:2]) if names[0] == "enfilade" else names[0]


def _file_name(name: str) -> str:
    """A file name for a kernel: readable, bounded, one to one."""
    readable = re.sub(r"[^A-Za-z0-9_.]+", "_", name)[-60:]
    return f"{readable}-{hashlib.sha256(name.encode()).hexdigest()[:24]}.kernel"
