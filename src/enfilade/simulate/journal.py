"""The journal of a run: a file of JSON lines, a header and then one row a game in the order of their numbers.

The header names the run, its whole scenario included. Each line ends with a CRC-32 of what stands before it; those of
rows begin with that of the header, so that no row of another run passes. The file only grows, by whole rows as far as
the system allows: what a killed process or a full disk leaves is a beginning of it and at most one torn line, which is
cut off when the run goes on.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from enfilade._version import __version__
from enfilade.core.engine.files import naming
from enfilade.core.engine.hash import digest
from enfilade.systems.families import family_of
from enfilade.systems.setup import completed

from .errors import DamagedResults, OtherRun
from .run import Row, Run

FORM = "enfilade games 1"
LINE_BYTES_MAX = 1 << 27
CHECK = b',"check":"'
CHECK_BYTES = len(CHECK) + 8 + len(b'"}')


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a journal.

    Attributes:
        form: of the journal.
        engine: version of the package that played.
        rules: edition of the rules.
        content: digest of what the scenario says.
        run: what was played.
    """

    form: str = FORM
    engine: str = __version__
    rules: str
    content: str
    run: Run

    @classmethod
    def of(cls, run: Run) -> Header:
        """The header of a run as it is played here and now.

        Raises:
            ScenarioError: with everything that is wrong with the scenario.
            UnknownFamily: the scenario names a family that is not there.
        """
        family = family_of(run.scenario)
        return cls(rules=family.edition, content=digest(completed(run.scenario, family).content()), run=run)

    def differences(self, other: Header) -> list[str]:
        """What differs from another one, each as ``name there, expected here``."""
        pairs = {
            "engine": (other.engine, self.engine),
            "rules": (other.rules, self.rules),
            "scenario": (_scenario_name(other), _scenario_name(self)),
            "bots": (",".join(other.run.bots), ",".join(self.run.bots)),
            **{name: (getattr(other.run, name), getattr(self.run, name)) for name in Run.__struct_fields__[2:]},
        }
        return [f"{name} {found}, expected {own}" for name, (found, own) in pairs.items() if found != own]


def _scenario_name(header: Header) -> str:
    """What tells a scenario from others: its name, what it says, and the position that it begins with."""
    state = header.run.scenario.state
    position = f" at {digest(msgspec.json.encode(state, order='deterministic'))}" if state else ""
    return f"{header.run.scenario.name} {header.content}{position}"


class Journal:
    """A journal that is written.

    Attributes:
        path: where.
        rows: how many it has.
    """

    def __init__(self, path: Path, file: FileIO, seed: int, rows: int, size: int) -> None:
        """Write on after ``size`` bytes, with checks that begin with ``seed``."""
        self.path = path
        self.rows = rows
        self._file = file
        self._seed = seed
        self._size = size

    @classmethod
    def begin(cls, path: Path, header: Header) -> Journal:
        """A new journal; a file of that name is emptied.

        Raises:
            OSError: it cannot be written, or another process is writing it.
        """
        file = _opened(path)
        journal = cls(path, file, 0, 0, 0)
        with journal._closed_on_error():
            file.truncate(0)
            line = _line(msgspec.json.encode(header), 0)
            journal._write(line)
        journal._seed = check_of(line)
        return journal

    @classmethod
    def resume(cls, path: Path, header: Header) -> Journal:
        """Go on with a journal; a torn end is cut off. One that is not there, or has no header yet, is begun.

        Raises:
            OtherRun: it is of another run.
            DamagedResults: it is no journal, or damaged elsewhere than at its end.
            OSError: it cannot be written, or another process is writing it.
        """
        begin = _line(msgspec.json.encode(header), 0)
        if _is_beginning(path, begin):
            return cls.begin(path, header)
        file = _opened(path)
        journal = cls(path, file, 0, 0, 0)
        with journal._closed_on_error():
            found = survey(path)
            differences = header.differences(found.header)
            if differences:
                raise OtherRun(path, differences)
            file.truncate(found.size)
            file.seek(found.size)
        return cls(path, file, found.seed, found.rows, found.size)

    def append(self, rows: Iterable[Row]) -> None:
        """Write the next rows.

        Raises:
            OSError: not all can be written; those that can are, and the journal ends with them.
        """
        lines = [_line(msgspec.json.encode(row), self._seed) for row in rows]
        with naming(self.path):
            self._write(b"".join(lines))
        self.rows += len(lines)

    def close(self) -> None:
        """See that everything is on the disk, and close the file.

        Raises:
            OSError: not everything could be written.
        """
        with naming(self.path), self._file:
            os.fsync(self._file.fileno())

    def _write(self, data: bytes) -> None:
        """Write whole lines, all of them or as many as the system allows."""
        left = memoryview(data)
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError:
            end = self._size + data.rfind(b"\n", 0, len(data) - len(left)) + 1
            with contextlib.suppress(OSError):
                self._file.truncate(end)
                self._file.seek(end)
            raise
        self._size += len(data)

    @contextlib.contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            with naming(self.path):
                yield
        except BaseException:
            self._file.close()
            raise


class Survey(NamedTuple):
    """What is in a journal: its header, how many rows, the bytes of both, and what the checks of rows begin with."""

    header: Header
    rows: int
    size: int
    seed: int


def survey(path: Path) -> Survey:
    """Look through a journal.

    Raises:
        DamagedResults: it is no journal, or damaged elsewhere than at its end.
        OSError: it cannot be read.
    """
    with naming(path), path.open("rb") as file:
        header, line = _header(path, file)
        seed = check_of(line)
        rows, size = 0, len(line)
        for line in _lines(file):
            if not is_whole(line, seed) or _row(path, line).index != rows:
                _refuse_more(path, file, seed, rows)
                break
            rows += 1
            size += len(line)
    return Survey(header, rows, size, seed)


def read_header(path: Path) -> Header:
    """The header of a journal.

    Raises:
        DamagedResults: it is no journal.
        OSError: it cannot be read.
    """
    with naming(path), path.open("rb") as file:
        return _header(path, file)[0]


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a journal, in order, up to a torn end; read as they are asked for.

    Raises:
        DamagedResults: it is no journal.
        OSError: it cannot be read.
    """
    with naming(path), path.open("rb") as file:
        _, first = _header(path, file)
        seed = check_of(first)
        for line in _lines(file):
            if not is_whole(line, seed):
                return
            yield _row(path, line)


def check_of(line: bytes) -> int:
    """The check that a whole line ends with."""
    return int(line[-11:-3], 16)


def is_whole(line: bytes, seed: int) -> bool:
    """Whether a line is whole: ends as one, and with the right check."""
    return line == _line(line[: -CHECK_BYTES - 1] + b"}", seed)


def _line(data: bytes, seed: int) -> bytes:
    """An object as a line with its check."""
    body = data[:-1]
    return b'%s%s%08x"}\n' % (body, CHECK, zlib.crc32(body, seed))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file from where it stands; one that is too long in pieces."""
    while line := file.readline(LINE_BYTES_MAX):
        yield line


def _header(path: Path, file: BinaryIO) -> tuple[Header, bytes]:
    """The first line of a journal, decoded and as it is."""
    line = file.readline(LINE_BYTES_MAX)
    if not is_whole(line, 0):
        raise DamagedResults(path, "the first line is not that of a run of games, or is damaged")
    try:
        found = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as problem:
        raise DamagedResults(path, f"the first line is not that of a run of games: {problem}") from None
    if found.form != FORM:
        raise DamagedResults(path, f"it has the form {found.form!r}, expected {FORM!r}")
    return found, line


def _row(path: Path, line: bytes) -> Row:
    """The row of a whole line."""
    try:
        return msgspec.json.decode(line, type=Row)
    except msgspec.DecodeError as problem:
        raise DamagedResults(path, f"a line is no row of a game: {problem}") from None


def _refuse_more(path: Path, file: BinaryIO, seed: int, rows: int) -> None:
    """Refuse a journal in which whole rows follow on a line that is none.

    Raises:
        DamagedResults: they do.
    """
    if any(is_whole(line, seed) for line in _lines(file)):
        raise DamagedResults(path, f"line {rows + 2} is damaged and whole ones follow, expected the row of game {rows}")


def _is_beginning(path: Path, line: bytes) -> bool:
    """Whether a file is not there, or has nothing but a torn beginning of a line."""
    if not path.exists():
        return True
    with naming(path), path.open("rb") as file:
        found = file.read(len(line))
    return len(found) < len(line) and line.startswith(found)


def _opened(path: Path) -> FileIO:
    """A file opened to be written by this process alone, where the system lets one say that; made when missing."""
    file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
    try:
        _lock(file, path)
    except BaseException:
        file.close()
        raise
    return file


def _lock(file: FileIO, path: Path) -> None:
    """Keep other processes from writing the same journal."""
    try:
        import fcntl
    except ImportError:  # not every system has it
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as problem:
        raise OSError(problem.errno, "another process is writing it", str(path)) from None
