"""Files written whole or not at all, and by which first bytes the project's own are known."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

CHUNK_BYTES = 1 << 20
LOG_MAGIC = b"\x89ENF\r\n\x1a\n"
SAVE_MAGIC = b"\x89ENS\r\n\x1a\n"
MAGIC_BYTES = 8


@contextlib.contextmanager
def naming(path: str | Path, beside: Path | None = None) -> Iterator[None]:
    """Let errors of the system name a file that name none, as those of reading and writing do, or the one beside it.

    >>> with naming("games.csv"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
        ...
    OSError: [Errno 28] No space left on device: 'games.csv'
    """
    try:
        yield
    except OSError as problem:
        if problem.filename is not None and (beside is None or Path(problem.filename) != beside):
            raise
        raise OSError(problem.errno, problem.strerror or str(problem), str(path)) from None


@contextlib.contextmanager
def replacement(path: Path) -> Iterator[Path]:
    """An empty file beside ``path`` that takes its place when the block ends, and is removed when the block raises.

    Until then a file of that name stays as it was. What is no regular file, such as a pipe, is given out itself.

    Raises:
        OSError: it could not be made, written, synced or renamed; the error names ``path``.
    """
    target = path.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        with naming(path):
            yield path
        return
    other = target.with_name(f".{target.name[:100]}-{secrets.token_hex(4)}")
    with naming(path, other):
        yield from _replaced(other, target)


def _replaced(other: Path, target: Path) -> Iterator[Path]:
    """Give out a new file, and let it take the place of the target afterwards."""
    os.close(os.open(other, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    try:
        yield other
        _sync(other)
        os.replace(other, target)
    except BaseException:
        with contextlib.suppress(OSError):
            other.unlink()
        raise
    with contextlib.suppress(OSError):  # not every system can sync a folder
        _sync(target.parent)


def write_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        OSError: it could not be written; a file of that name is as it was.
    """
    with replacement(path) as other:
        other.write_bytes(data)


def read_file(path: Path, limit: int) -> bytes | None:
    """The bytes of a file, None when there are more than ``limit``; never more than that are read.

    Raises:
        OSError: it could not be read.
    """
    with naming(path), path.open("rb") as file:
        return read_bounded(file, limit, os.fstat(file.fileno()).st_size)


def read_bounded(file: BinaryIO, limit: int, expected: int = 0) -> bytes | None:
    """The rest of a file or pipe, None when it has more than ``limit`` bytes; never more than one beyond are read.

    Args:
        file: where to read.
        limit: bytes at most.
        expected: how many there seem to be; they are read at once.
    """
    parts = []
    left = limit + 1
    part = file.read(min(max(expected, CHUNK_BYTES), left))
    while part:
        parts.append(part)
        left -= len(part)
        part = file.read(min(CHUNK_BYTES, left))
    return b"".join(parts) if left > 0 else None


def _sync(path: Path) -> None:
    """See that what was written is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
