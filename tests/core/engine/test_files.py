"""Files are written whole or not at all, and read no further than they may be."""

from __future__ import annotations

import errno
import io
import os
import stat
from pathlib import Path

import pytest

from enfilade.core.engine.files import read_bounded, read_file, replacement, write_file


def test_a_file_written_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_file(path, b"old")
    write_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_until_it_is_complete_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with replacement(path) as other:
        other.write_bytes(b"half")
        assert path.read_bytes() == b"old"
        other.write_bytes(b"whole")
    assert path.read_bytes() == b"whole"


def test_a_block_that_raises_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def write() -> None:
        with replacement(path) as other:
            other.write_bytes(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        write()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)])
def test_its_mode_is_what_the_umask_leaves(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write_file(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == mode


def test_file_and_folder_are_synced_in_this_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(stat.S_ISDIR(os.fstat(handle).st_mode)))
    write_file(tmp_path / "a", b"new")
    assert synced == [False, True]


def test_a_link_stays_a_link_to_the_new_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "folder" / "a")
    write_file(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "a").read_bytes() == b"new"


def test_what_is_no_regular_file_is_written_itself() -> None:
    write_file(Path("/dev/null"), b"new")
    assert not Path("/dev/null").is_file()


FULL = Path("/dev/full")
"""A file that is always full."""
UNREADABLE = Path("/proc/self/mem")
"""A file whose first byte cannot be read."""


@pytest.mark.skipif(not FULL.exists(), reason="a file that is always full")
def test_an_error_of_writing_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.symlink_to(FULL)
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_file(path, b"new")
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))


@pytest.mark.skipif(not UNREADABLE.exists(), reason="a file that cannot be read")
def test_an_error_of_reading_names_the_file() -> None:
    with pytest.raises(OSError, match="/proc/self/mem") as raised:
        read_file(UNREADABLE, 8)
    assert (raised.value.errno, raised.value.filename) == (errno.EIO, str(UNREADABLE))


@pytest.mark.parametrize(("named", "told"), [(None, "a"), ("beside", "a"), ("b", "b")])
def test_an_error_that_comes_while_a_file_is_replaced_names_that_or_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OSError, match="broken") as raised, replacement(Path("a")) as other:
        raise OSError(errno.EIO, "broken", str(other) if named == "beside" else named)
    assert raised.value.filename == told


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_file(tmp_path / "missing" / "a", b"")
    with pytest.raises(OSError, match="directory"):
        write_file(tmp_path, b"")


@pytest.mark.parametrize(("limit", "expected"), [(4, None), (5, b"12345"), (6, b"12345")])
def test_a_file_is_read_up_to_a_limit(tmp_path: Path, limit: int, expected: bytes | None) -> None:
    (tmp_path / "a").write_bytes(b"12345")
    assert read_file(tmp_path / "a", limit) == expected


def test_an_endless_file_is_read_to_one_byte_beyond_the_limit() -> None:
    assert read_file(Path("/dev/zero"), 3_000_000) is None
    file = io.BytesIO(bytes(5_000_000))
    assert read_bounded(file, 3_000_000) is None
    assert file.tell() == 3_000_001
