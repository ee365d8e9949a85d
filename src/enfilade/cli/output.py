"""Standard output, whose errors name it as those of files name these."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, cast

from enfilade.core.engine.files import naming

OUTPUT = "standard output"


class Output:
    """A stream of text whose errors name standard output; in all else it is the stream itself."""

    def __init__(self, stream: TextIO) -> None:
        """Write to this stream."""
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text."""
        with naming(OUTPUT):
            return self._stream.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts as they come."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """See that what was written is with the system."""
        with naming(OUTPUT):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextlib.contextmanager
def named_output() -> Iterator[None]:
    """Let errors of what is printed in the block name standard output."""
    with contextlib.redirect_stdout(cast(TextIO, Output(sys.stdout))):
        yield


def is_of_output(problem: BaseException) -> bool:
    """Whether an error is one of standard output."""
    return isinstance(problem, OSError) and problem.filename == OUTPUT


def print_nothing_more() -> None:
    """Let what is still to be printed go nowhere."""
    with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
