"""Compiled entries on disk: one file an entry, named by its name and its fingerprint.

The folder is named by what all kernels depend on: the versions of numba, llvmlite, numpy and Python, the processor,
numba's settings, and the sources that say how kernels are compiled. A file that is cut, altered or made for something
else is a miss: the entry is compiled again. Where nothing can be written, there is no cache.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import pickle
import platform
import re
import tempfile
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from enfilade.components import record

if TYPE_CHECKING:
    from .kernel import Kernel

LOG = logging.getLogger("enfilade.kernels")
DIGEST_BYTES = 32
KEPT_BYTES_MAX = 512 * 1024 * 1024
"""Bytes of compiled entries kept in all; beyond it those that were not used for longest are removed."""
UNRELATED_SETTINGS = ("NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR")


class KernelCache:
    """The file of one compiled entry."""

    def __init__(self, path: Path) -> None:
        """Keep the entry's code at ``path``."""
        self.path = path

    @classmethod
    def of(cls, kernel: Kernel[..., Any]) -> KernelCache | None:
        """The cache of this entry, or None where no folder can be written or the entry has no fingerprint."""
        from .fingerprint import NoFingerprint, fingerprint

        folder = cache_folder()
        if folder is None:
            return None
        try:
            return cls(folder / f"{_readable(kernel.name)}-{fingerprint(kernel)[:32]}.kernel")
        except NoFingerprint as problem:
            say_once(f"fingerprint {kernel.name}", f"a kernel is compiled anew in each process: {problem}")
            return None

    @property
    def is_filled(self) -> bool:
        """Whether the compiled code is there and whole."""
        try:
            read_checked(self.path)
        except (OSError, ValueError):
            return False
        return True

    def load(self, target: Any) -> Any:
        """Numba's compile result for its target context, or None when the file is missing or not whole."""
        from numba.core.compiler import CompileResult

        target.refresh()
        try:
            result = CompileResult._rebuild(target, *pickle.loads(read_checked(self.path)))  # type: ignore[no-untyped-call]
            os.utime(self.path)
        except FileNotFoundError:
            return None
        except Exception as problem:  # whatever is wrong with the file, it is a miss
            say_once(
                f"load {self.path}", f"compiled kernel {self.path.name} is unusable ({problem}), compiling it again"
            )
            return None
        return result

    def save(self, result: Any) -> None:
        """Write a compile result, all or nothing; failing to is no error."""
        from numba.core.serialize import dumps

        try:
            write_checked(self.path, dumps(result._reduce()))  # type: ignore[no-untyped-call]
            drop_oldest(self.path.parent.parent)
        except OSError as problem:
            say_once("save", f"compiled kernel {self.path.name} could not be kept ({problem})")


_SAID: set[str] = set()


def say_once(topic: str, message: str) -> None:
    """Warn through the logger ``enfilade.kernels``, once a process for each topic."""
    if topic not in _SAID:
        _SAID.add(topic)
        LOG.warning("%s", message)


def read_checked(path: Path) -> bytes:
    """The payload of a file written by ``write_checked``.

    Raises:
        ValueError: the file is cut or altered, or was written under another name.
    """
    data = path.read_bytes()
    if data[:DIGEST_BYTES] != _checksum(path, data[DIGEST_BYTES:]):
        raise ValueError("its checksum differs")
    return data[DIGEST_BYTES:]


def write_checked(path: Path, payload: bytes) -> None:
    """Write a payload behind a checksum of the file's name and the payload: to a temporary file, then renamed."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_checksum(path, payload) + payload)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def drop_oldest(folder: Path) -> None:
    """Remove the files below a folder that were not used for longest, until KEPT_BYTES_MAX are left."""
    found = [(path, path.stat()) for path in folder.rglob("*") if path.is_file()]
    excess = sum(status.st_size for _, status in found) - KEPT_BYTES_MAX
    for path, status in sorted(found, key=lambda pair: pair[1].st_mtime_ns):
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= status.st_size


def cache_folder() -> Path | None:
    """The folder for compiled entries, made if need be; None when it cannot be written.

    ``ENFILADE_CACHE`` names the folder to use instead of the user's cache folder.
    """
    return _folder_below(os.environ.get("ENFILADE_CACHE") or platformdirs.user_cache_dir("enfilade", appauthor=False))


@functools.cache
def _folder_below(base: str) -> Path | None:
    """The folder for compiled entries below a base folder."""
    folder = Path(base) / "kernels" / common_digest()[:32]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as problem:
        say_once(f"folder {base}", f"compiled kernels are not kept: {folder} cannot be written ({problem})")
        return None
    return folder


@functools.cache
def common_digest() -> str:
    """SHA-256 of what the code of every kernel depends on."""
    import llvmlite.binding

    versions = [(name, metadata.version(name)) for name in ("numba", "llvmlite", "numpy")]
    processor = (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten())
    settings = sorted(
        pair for pair in os.environ.items() if pair[0].startswith("NUMBA_") and pair[0] not in UNRELATED_SETTINGS
    )
    digest = hashlib.sha256(
        repr((versions, platform.python_version(), platform.machine(), processor, settings)).encode()
    )
    for name in ("arena", "build", "cache", "compiled", "fingerprint", "kernel"):
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    digest.update(Path(record.__file__).read_bytes())
    return digest.hexdigest()


def _checksum(path: Path, payload: bytes) -> bytes:
    """A digest of a file's name and content."""
    return hashlib.blake2b(path.name.encode() + b"\0" + payload, digest_size=DIGEST_BYTES).digest()


def _readable(name: str) -> str:
    """A kernel's name as part of a file name; different names may become one."""
    return re.sub(r"[^A-Za-z0-9_.]+", "_", name)[:60]
