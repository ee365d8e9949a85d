"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

CHUNK_BYTES = 1 << 20


@contextlib.contextmanager
def replacement(path: Path) -> Iterator[Path]:
    """An empty file beside ``path`` that takes its place when the block ends, and is removed when the block raises.

    Until then a file of that name stays as it was. What is no regular file, such as a pipe, is given out itself.

    Raises:
        OSError: it could not be made, synced or renamed.
    """
    target = path.resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        yield path
        return
    other = target.with_name(f".{target.name[:100]}-{secrets.token_hex(4)}")
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
    with path.open("rb") as file:
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
