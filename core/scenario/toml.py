"""From the bytes of a file to plain data; what is no TOML is told with its place."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from .errors import Problem
from .form import DEPTH_MAX

LONG_NUMBER = re.compile(r"[0-9][0-9_]{999,}")


class NoToml(ValueError):
    """Bytes or text without TOML in them.

    Attributes:
        problem: why not.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def decoded(data: bytes) -> str:
    """The text of a file.

    Raises:
        NoToml: it is no UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        found = repr(data[problem.start : problem.end])
        raise NoToml(Problem(f"byte {problem.start}", found, "UTF-8 text")) from None


def parsed(text: str) -> dict[str, Any]:
    """The data that a text says.

    Raises:
        NoToml: it says none.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise NoToml(Problem("TOML", str(problem), "valid TOML")) from None
    except (ValueError, RecursionError) as problem:
        raise NoToml(_too_much(text, problem)) from None


def _too_much(text: str, problem: Exception) -> Problem:
    """What Python's own reader of TOML gave up on."""
    if isinstance(problem, RecursionError):
        return Problem("TOML", "tables or lists that are nested too deeply", f"at most {DEPTH_MAX} within one another")
    long = LONG_NUMBER.search(text)
    if long is None:
        return Problem("TOML", str(problem), "valid TOML")
    return Problem(f"line {text.count(chr(10), 0, long.start()) + 1}", long[0], "a number of at most 64 bits")
