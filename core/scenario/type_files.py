"""Files of types beside a scenario's own: read where the scenario lies, and nowhere else."""

from __future__ import annotations

import os
import re
from pathlib import Path, PureWindowsPath
from typing import Any

from enfilade.core.engine.files import read_file

from .errors import quoted
from .findings import FILE_END, Findings
from .form import read_form
from .schema import UnitValue
from .toml import NoToml, decoded, parsed

TYPE_FILES_MAX = 64
TYPES_BYTES_MAX = 1 << 20
"""Bytes of one file at most."""
SEPARATORS = re.compile(r"[/\\]")
Types = dict[str, dict[str, UnitValue]]


class NoTypes(Exception):
    """A file of types that cannot be read.

    Attributes:
        found, expected: as in a ``Problem``.
    """

    def __init__(self, found: str, expected: str) -> None:
        self.found = found
        self.expected = expected
        super().__init__(found)


def read_type_files(names: list[Any], folder: Path, findings: Findings) -> Types:
    """The types in files; ``findings.origins`` tells the file of each.

    Args:
        names: what the scenario says; what is no text was told before.
        folder: that of the scenario; the files lie in it or below.
        findings: where problems are told.
    """
    if len(names) > TYPE_FILES_MAX:
        findings.replace(("type_files",), f"{len(names)} files", f"at most {TYPE_FILES_MAX}")
        return {}
    types: Types = {}
    for index, name in enumerate(names):
        if not isinstance(name, str) or not findings.is_known("type_files", index):
            continue
        try:
            if name in names[:index]:
                raise NoTypes(quoted(name), "a file that is not named before")
            data = _bytes_of(name, folder)
        except NoTypes as problem:
            findings.replace(("type_files", index), problem.found, problem.expected)
            continue
        _add(types, name, data, index, findings)
    return types


def _add(types: Types, name: str, data: bytes, index: int, findings: Findings) -> None:
    """Add the types that the bytes of a file hold."""
    begin = name + FILE_END
    try:
        plain = parsed(decoded(data))
    except NoToml as problem:
        place = f"{findings.place((begin,))}: {problem.problem.place}"
        findings.replace(("type_files", index), problem.problem.found, problem.problem.expected, place=place)
        return
    for kind, values in read_form(plain, Types, findings, (begin,)).items():
        if kind in types:
            other = findings.origins[kind].removesuffix(FILE_END)
            findings.tell((begin, kind), f"the type {quoted(kind)}", f"a type that {other} does not define as well")
        else:
            types[kind] = values
            findings.origins[kind] = begin
            if not findings.is_sound(begin, kind):
                findings.doubt(("types", kind))


def _bytes_of(name: str, folder: Path) -> bytes:
    """The bytes of a file in a folder or below it.

    Raises:
        NoTypes: the path leads elsewhere, or the file cannot be read.
    """
    if not _stays_inside(name):
        raise NoTypes(quoted(name), "the path of a file in the folder of the scenario or below it")
    try:
        home = folder.resolve()
        path = (home / name).resolve()
        if not path.is_relative_to(home):
            raise NoTypes(f"{quoted(name)}, a link out of it", "a file in the folder of the scenario or below it")
        if not path.exists():
            raise NoTypes(f"{quoted(name)}, which is not there", "a file in the folder of the scenario or below it")
        if not path.is_file():
            raise NoTypes(f"{quoted(name)}, which is no file", "a file of types")
        data = read_file(path, TYPES_BYTES_MAX)
    except (OSError, RuntimeError) as problem:  # RuntimeError: links in a circle
        reason = os.strerror(problem.errno) if isinstance(problem, OSError) and problem.errno else str(problem)
        raise NoTypes(f"{quoted(name)} ({reason})", "a file that can be read") from None
    if data is None:
        raise NoTypes(f"{quoted(name)}, over {TYPES_BYTES_MAX} bytes", "a smaller file")
    return data


def _stays_inside(name: str) -> bool:
    """Whether a path, read as any system reads it, begins in a folder and does not go up."""
    is_relative = bool(name) and "\0" not in name and not PureWindowsPath(name).anchor
    return is_relative and ".." not in SEPARATORS.split(name)
