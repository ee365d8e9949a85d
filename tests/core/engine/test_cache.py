"""Compiled entries on disk: damage is a miss, a change of what an entry depends on is another file."""

from __future__ import annotations

import importlib
import logging
import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from enfilade.core.engine import cache
from enfilade.core.engine.cache import KernelCache, cache_folder, drop_oldest, read_checked, write_checked
from enfilade.core.engine.fingerprint import NoFingerprint, fingerprint
from enfilade.core.engine.kernel import Entry, entry
from tests.core.engine import toys


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache lies in a folder of this test alone."""
    monkeypatch.setenv("ENFILADE_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def warnings() -> Iterator[list[str]]:
    """Messages of the kernels' logger, as they come."""
    messages: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: messages.append(record.getMessage())  # type: ignore[method-assign]
    cache.LOG.addHandler(handler)
    yield messages
    cache.LOG.removeHandler(handler)


def fresh(made: Entry[..., Any] = toys.summed) -> Entry[..., Any]:
    """The same entry without its code."""
    return Entry(made.__wrapped__)


def file_of(made: Entry[..., Any]) -> Path:
    """Where an entry is kept."""
    kept = KernelCache.of(made)
    assert kept is not None
    return kept.path


def is_loaded_from_file(made: Entry[..., Any]) -> bool:
    """Whether an entry's code comes from its file: of its types no more than the text is left then."""
    (result,) = made.dispatcher.overloads.values()
    return isinstance(result.type_annotation, str)


def test_entry_is_compiled_once_and_then_loaded() -> None:
    first, second = fresh(), fresh()
    assert not is_loaded_from_file(first)
    assert file_of(first) == file_of(second)
    assert is_loaded_from_file(second)
    assert first.dispatcher(5) == second.dispatcher(5) == 20


@entry
def wrong(number: int) -> int:
    return int(number * 0.5)


def test_entry_that_is_refused_leaves_no_file() -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="expected integers alone"):
            _ = wrong.dispatcher
    assert not file_of(wrong).exists()


def test_inner_kernels_have_no_files() -> None:
    assert fresh().dispatcher
    assert [path.name for path in file_of(toys.summed).parent.iterdir()] == [file_of(toys.summed).name]


CUTS = (0, 1, 31, 32, 33, 1000, -1)


@pytest.mark.parametrize("length", CUTS)
def test_cut_file_is_a_miss_rebuilt_and_said_once(length: int, warnings: list[str]) -> None:
    assert fresh().dispatcher
    path = file_of(toys.summed)
    whole = path.read_bytes()
    path.write_bytes(whole[:length])
    assert not KernelCache(path).is_filled
    assert_rebuilt(path, warnings, said=1)


@pytest.mark.parametrize("place", [0, 31, 32, 500, -1])
def test_altered_byte_is_a_miss_rebuilt_and_said_once(place: int, warnings: list[str]) -> None:
    assert fresh().dispatcher
    path = file_of(toys.summed)
    data = bytearray(path.read_bytes())
    data[place] ^= 0x40
    path.write_bytes(data)
    assert not KernelCache(path).is_filled
    assert_rebuilt(path, warnings, said=1)


def test_file_of_another_kernel_under_this_name_is_a_miss(warnings: list[str]) -> None:
    assert fresh().dispatcher
    assert fresh(toys.quotients).dispatcher
    path = file_of(toys.summed)
    path.write_bytes(file_of(toys.quotients).read_bytes())
    assert_rebuilt(path, warnings, said=1)


def test_whole_file_that_holds_no_code_is_a_miss(warnings: list[str]) -> None:
    path = file_of(toys.summed)
    write_checked(path, b"no pickle")
    assert_rebuilt(path, warnings, said=1)


def test_missing_file_is_a_miss_without_a_word(warnings: list[str]) -> None:
    assert fresh().dispatcher
    path = file_of(toys.summed)
    path.unlink()
    assert_rebuilt(path, warnings, said=0)


def assert_rebuilt(path: Path, warnings: list[str], *, said: int) -> None:
    """An entry whose file this is compiles, works, and leaves a whole file; so many warnings name it."""
    kept = KernelCache(path)
    again = fresh()
    assert not is_loaded_from_file(again)
    assert again.dispatcher(4) == 12
    assert kept.is_filled
    assert is_loaded_from_file(fresh())
    assert len([message for message in warnings if path.name in message]) == said


def test_checked_file_gives_back_its_payload_and_only_under_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_checked(path, b"payload")
    assert read_checked(path) == b"payload"
    path.rename(tmp_path / "b")
    with pytest.raises(ValueError, match="its checksum differs"):
        read_checked(tmp_path / "b")


def test_nothing_is_left_of_a_file_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        write_checked(tmp_path / "a", b"payload")
    assert not list(tmp_path.iterdir())


def test_entry_that_cannot_be_kept_still_runs_and_says_so(monkeypatch: pytest.MonkeyPatch, warnings: list[str]) -> None:
    def refuse(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", refuse)
    monkeypatch.setattr(cache, "_SAID", set())
    assert fresh().dispatcher(3) == 6
    assert fresh().dispatcher(3) == 6
    assert [message for message in warnings if "could not be kept (disk full)" in message] == warnings[:1]


def test_without_a_folder_to_write_kernels_compile_and_that_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warnings: list[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ENFILADE_CACHE", str(tmp_path / "file" / "below"))
    assert cache_folder() is None
    assert KernelCache.of(toys.summed) is None
    for _ in range(2):
        assert not is_loaded_from_file(made := fresh())
        assert made.dispatcher(5) == 20
    assert len([message for message in warnings if "are not kept" in message]) == 1


def test_files_not_used_for_longest_are_dropped_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEPT_BYTES_MAX", 250)
    for age, name in enumerate(("new", "old", "oldest")):
        path = tmp_path / name / "kernel"
        path.parent.mkdir()
        path.write_bytes(bytes(100))
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    drop_oldest(tmp_path)
    assert sorted(path.parent.name for path in tmp_path.glob("*/kernel")) == ["new", "old"]


SOURCES = {
    "numbers": "LIMIT = 7\nOTHER = 1\n",
    "fields": """
        from enfilade.components.record import Record, i16
        class Spot(Record):
            x: i16
        SPOT = Spot.dtype
        """,
    "parts": """
        from typing import NamedTuple
        from enfilade.core.engine.kernel import kernel
        from . import numbers
        from .numbers import LIMIT
        class Pair(NamedTuple):
            left: int
            right: int
        @kernel
        def part(pair: Pair) -> int:
            '''What it does.'''
            return pair.left + LIMIT + numbers.LIMIT
        @kernel
        def unused(x: int) -> int:
            return x
        """,
    "rules": """
        from enfilade.components.record import Arena
        from enfilade.core.engine.arena import row, table
        from enfilade.core.engine.kernel import entry
        from .fields import SPOT
        from .parts import Pair, part
        @entry
        def rule(arenas: Arena, left: int) -> int:
            '''A rule.'''
            return part(Pair(left, 1)) + table(row(arenas, 0), 0, 1, SPOT)[0].x
        """,
}


def rules_of(folder: Path, name: str, changed: str = "", old: str = "", new: str = "") -> Entry[..., Any]:
    """The entry of a package written from SOURCES, with one text replaced in one of its modules."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").touch()
    for module, text in SOURCES.items():
        if module == changed:
            assert old in text
            text = text.replace(old, new)
        (package / f"{module}.py").write_text(textwrap.dedent(text))
    made: ModuleType = importlib.import_module(f"{name}.rules")
    rule: Entry[..., Any] = made.rule
    return rule


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path for packages of a test."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("numbers", "LIMIT = 7", "LIMIT = 8"),
        ("fields", "x: i16", "x: i16; y: i16"),
        ("parts", "pair.left +", "pair.right +"),
        ("parts", "right: int", "right: bool"),
        ("rules", "Pair(left, 1)", "Pair(left, 2)"),
        (
            "rules",
            "@entry\n        def rule",
            "from enfilade.core.engine.kernel import kernel\n        @kernel\n        def rule",
        ),
    ],
)
def test_change_of_what_an_entry_depends_on_is_another_file(packages: Path, module: str, old: str, new: str) -> None:
    name = f"changed_{module}_{len(old)}_{len(new)}"
    before = rules_of(packages, f"{name}_before")
    after = rules_of(packages, f"{name}_after", module, old, new)
    assert fingerprint(before) != fingerprint(after)


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("numbers", "OTHER = 1", "OTHER = 2"),
        ("parts", "What it does.", "What it does, said better."),
        ("parts", "return x", "return x + 1"),
        ("parts", "@kernel\n        def part", "# a comment\n        @kernel\n        def part"),
    ],
)
def test_change_of_anything_else_is_the_same_file(packages: Path, module: str, old: str, new: str) -> None:
    name = f"same_{module}_{len(old)}_{len(new)}"
    before = rules_of(packages, f"{name}_before")
    after = rules_of(packages, f"{name}_after", module, old, new)
    assert fingerprint(before) == fingerprint(after)


def test_code_of_a_changed_constant_elsewhere_is_not_the_old_one(packages: Path) -> None:
    arenas = toys.toy_arenas()
    before = rules_of(packages, "constant_before")
    after = rules_of(packages, "constant_after", "numbers", "LIMIT = 7", "LIMIT = 100")
    assert before.dispatcher(arenas, 3) == before.__wrapped__(arenas, 3) == 17
    assert after.dispatcher(arenas, 3) == after.__wrapped__(arenas, 3) == 203


def test_settings_of_numba_are_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    without = cache.common_digest.__wrapped__()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0" if os.environ.get("NUMBA_BOUNDSCHECK") else "1")
    assert cache.common_digest.__wrapped__() != without


UNSAID = object()


@entry
def uses_an_object(number: int) -> int:
    return number if UNSAID is None else 0


def test_entry_whose_dependencies_cannot_be_said_is_not_kept(warnings: list[str]) -> None:
    with pytest.raises(NoFingerprint, match=r"kernel .*uses_an_object uses object <object"):
        fingerprint(uses_an_object)
    assert KernelCache.of(uses_an_object) is None
    assert KernelCache.of(uses_an_object) is None
    assert len([message for message in warnings if "compiled anew in each process" in message]) <= 1


FILL = """
from tests.core.engine import toys
for made in (toys.read, toys.write, toys.summed, toys.SIX_TIMES, toys.sum_of_flags):
    assert made.dispatcher
assert toys.summed.dispatcher(5) == 20
"""


@pytest.mark.slow
def test_two_processes_fill_one_cache_at_once(own_folder: Path) -> None:
    both = [subprocess.Popen([sys.executable, "-c", FILL], stderr=subprocess.PIPE) for _ in range(2)]
    for process in both:
        _, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, b"")
    files = list(own_folder.rglob("*.kernel"))
    assert len(files) == 5
    assert all(KernelCache(path).is_filled for path in files)
    assert not list(own_folder.rglob(".new-*"))
