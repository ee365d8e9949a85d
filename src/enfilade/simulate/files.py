"""Errors of files, in the name of the file."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Let an error of the system that names no file, as those of reading and writing do not, name this one.

    >>> with naming("games.csv"):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
        ...
    OSError: [Errno 28] No space left on device: 'games.csv'
    """
    try:
        yield
    except OSError as problem:
        if problem.filename is not None:
            raise
        raise OSError(problem.errno, problem.strerror or str(problem), str(path)) from None
