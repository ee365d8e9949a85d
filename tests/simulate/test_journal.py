"""The journal of a run: cut, damaged, of another run, on a full disk."""

from __future__ import annotations

import errno
import os
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

import enfilade as ef
from enfilade.simulate import DamagedResults, OtherRun, Row
from enfilade.simulate import journal as journal_module
from enfilade.simulate.journal import Header, Journal, read_header, read_rows, survey
from tests.simulate.runs import DUEL, MEETING, lines_of, row_of, run_of

RUN = run_of(DUEL)
HEADER = Header.of(RUN)
ROWS = [row_of(index, "red") for index in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of four rows."""
    found = tmp_path / "games.jsonl"
    journal = Journal.begin(found, HEADER)
    journal.append(ROWS[:1])
    journal.append(ROWS[1:])
    journal.close()
    return found


def gone_on_with(path: Path, rows: list[Row] = ROWS, header: Header = HEADER) -> int:
    """Write the missing rows; how many were there."""
    journal = Journal.resume(path, header)
    there = journal.rows
    journal.append(rows[there:])
    journal.close()
    return there


def test_what_was_written_is_read(path: Path) -> None:
    assert list(read_rows(path)) == ROWS
    assert read_header(path) == HEADER
    assert survey(path)[1:3] == (4, path.stat().st_size)


def test_every_line_is_json_for_whoever_reads_it(path: Path) -> None:
    header, *rows = (msgspec.json.decode(line) for line in lines_of(path))
    assert header["run"]["bots"] == ["walker", "random"]
    assert [row["winners"] for row in rows] == [["red"]] * 4


def test_cut_at_any_byte_it_goes_on_to_the_same_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every byte of the first rows is tried, and some of the header."""
    monkeypatch.setattr("os.fsync", lambda file: None)
    whole = path.read_bytes()
    ends = [len(b"".join(lines_of(path)[:count])) for count in range(6)]
    for cut in (*range(0, ends[1], 29), *range(ends[1] - 3, ends[3] + 2), len(whole) - 1, len(whole)):
        path.write_bytes(whole[:cut])
        rows_left = sum(end <= cut for end in ends[2:])
        if cut >= ends[1]:
            assert list(read_rows(path)) == ROWS[:rows_left]
        assert gone_on_with(path) == rows_left
        assert path.read_bytes() == whole


def test_row_with_any_byte_changed_is_not_believed(path: Path) -> None:
    whole = path.read_bytes()
    start = len(b"".join(lines_of(path)[:4]))
    for place in range(start, len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert gone_on_with(path) == 3
        assert path.read_bytes() == whole


def test_damage_that_whole_rows_follow_is_refused_and_nothing_written(path: Path) -> None:
    lines = lines_of(path)
    lines[2] = lines[2].replace(b"red", b"rid")
    path.write_bytes(b"".join(lines))
    with pytest.raises(DamagedResults, match=r"line 3 is damaged and whole ones follow, expected the row of game 1"):
        Journal.resume(path, HEADER)
    assert lines_of(path) == lines


def test_zeros_that_a_failing_system_leaves_are_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-200] + bytes(4096))
    assert gone_on_with(path) == 3
    assert path.read_bytes() == whole


@pytest.mark.parametrize("change", ["missing", "twice", "swapped"])
def test_rows_out_of_order_are_refused(path: Path, change: str) -> None:
    head, first, second, *rest = lines_of(path)
    lines = {
        "missing": [head, first, *rest],
        "twice": [head, first, first, second, *rest],
        "swapped": [head, second, first, *rest],
    }[change]
    path.write_bytes(b"".join(lines))
    with pytest.raises(DamagedResults):
        Journal.resume(path, HEADER)


def test_row_of_another_run_is_not_believed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    journal = Journal.begin(other, Header.of(run_of(DUEL, seed=6)))
    journal.append(ROWS)
    journal.close()
    path.write_bytes(b"".join([*lines_of(path)[:4], lines_of(other)[4]]))
    assert gone_on_with(path) == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "seed 5, expected 6"),
        ({"bots": ("random", "random")}, "bots walker,random, expected random,random"),
        ({"paired": True}, "paired False, expected True"),
        ({"orders_max": 7}, "orders_max 1000000, expected 7"),
        ({"on_fault": "random"}, "on_fault forfeit, expected random"),
    ],
)
def test_journal_of_another_run_is_refused_with_what_differs(path: Path, change: dict[str, Any], said: str) -> None:
    whole = path.read_bytes()
    with pytest.raises(OtherRun, match=said) as refusal:
        Journal.resume(path, Header.of(run_of(DUEL, **change)))
    assert refusal.value.differences == [said]
    assert path.read_bytes() == whole


def test_journal_of_another_scenario_rules_or_engine_is_refused(path: Path) -> None:
    with pytest.raises(
        OtherRun, match=r"rules drill 3, expected march 1; scenario duel [0-9a-f]{32}, expected meeting"
    ):
        Journal.resume(path, Header.of(run_of(MEETING)))
    with pytest.raises(OtherRun, match=r"engine .*, expected 99"):
        Journal.resume(path, msgspec.structs.replace(HEADER, engine="99"))


def test_journal_of_another_position_of_the_scenario_is_refused(path: Path) -> None:
    position = ef.Battle(DUEL, 1).to_scenario()
    with pytest.raises(OtherRun, match=r"scenario duel ([0-9a-f]{32}), expected duel .* at [0-9a-f]{32}"):
        Journal.resume(path, Header.of(run_of(position)))


@pytest.mark.parametrize("text", ["x", '{"a": 1}\n', "index,seed\n0,1\n", "\x00" * 100])
def test_file_that_is_no_journal_is_refused_and_left(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    with pytest.raises(DamagedResults, match="first line"):
        Journal.resume(path, HEADER)
    with pytest.raises(DamagedResults):
        list(read_rows(path))
    assert path.read_text() == text


def test_journal_of_another_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    Journal.begin(path, msgspec.structs.replace(HEADER, form="enfilade games 99")).close()
    with pytest.raises(DamagedResults, match="form 'enfilade games 99', expected 'enfilade games 1'"):
        Journal.resume(path, HEADER)


def test_journal_is_written_by_one_process_at_a_time(path: Path) -> None:
    pytest.importorskip("fcntl")
    journal = Journal.resume(path, HEADER)
    with pytest.raises(OSError, match="another process is writing it"):
        Journal.resume(path, HEADER)
    journal.close()
    assert gone_on_with(path) == 4


class FullDisk(FileIO):
    """A file on a disk on which so many bytes are left."""

    left = 0

    def write(self, data: Any) -> int:
        """As much as there is room for."""
        if FullDisk.left == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = super().write(bytes(data)[: FullDisk.left])
        FullDisk.left -= written
        return written


class BrokenDisk(FullDisk):
    """One on which nothing can be taken back once it is full."""

    def truncate(self, size: int | None = None) -> int:
        """Only while there is room."""
        if FullDisk.left == 0:
            raise OSError(errno.EIO, "Input/output error")
        return super().truncate(size)


@pytest.mark.parametrize("room", [0.0, 0.1, 0.9, 1.0, 1.5, 2.9])
def test_full_disk_keeps_whole_rows_and_the_run_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: float
) -> None:
    """There is room for so many of three more rows, which are equally long."""
    path = tmp_path / "games.jsonl"
    monkeypatch.setattr(journal_module, "FileIO", FullDisk)
    FullDisk.left = 1 << 20
    journal = Journal.begin(path, HEADER)
    journal.append(ROWS[:1])
    FullDisk.left = int(room * len(lines_of(path)[1]))
    with pytest.raises(OSError, match=r"No space left on device.*games\.jsonl"):
        journal.append(ROWS[1:])
    journal.close()
    kept = 1 + int(room)
    assert list(read_rows(path)) == ROWS[:kept]
    assert path.read_bytes().endswith(b"\n")
    monkeypatch.undo()
    assert gone_on_with(path) == kept
    assert list(read_rows(path)) == ROWS


def refused(*arguments: object) -> int:
    """What a call of the system comes to on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


class UncutFile(FileIO):
    """A file that cannot be cut."""

    truncate = refused


@pytest.mark.parametrize(
    ("module", "name", "put"),
    [(os, "fsync", refused), (journal_module, "FileIO", UncutFile)],
    ids=["fsync", "truncate"],
)
def test_error_of_any_call_of_the_system_names_the_journal(
    path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, put: Any
) -> None:
    """A journal that is gone on with is cut first, and forced to the disk at last."""
    monkeypatch.setattr(module, name, put)
    with pytest.raises(OSError, match="No space left on device") as raised:
        gone_on_with(path)
    assert raised.value.filename == str(path)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file whose first byte cannot be read")
def test_journal_that_cannot_be_read_is_named(path: Path) -> None:
    path.unlink()
    path.symlink_to("/proc/self/mem")
    with pytest.raises(OSError, match="Input/output error") as raised:
        Journal.resume(path, HEADER)
    assert raised.value.filename == str(path)


def test_full_disk_on_which_nothing_can_be_taken_back_leaves_a_torn_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.jsonl"
    gone_on_with(path, ROWS[:1])
    whole = path.stat().st_size
    monkeypatch.setattr(journal_module, "FileIO", BrokenDisk)
    FullDisk.left = 100
    journal = Journal.resume(path, HEADER)
    with pytest.raises(OSError, match="No space left"):
        journal.append(ROWS[1:])
    journal.close()
    assert path.stat().st_size == whole + 100
    monkeypatch.undo()
    assert gone_on_with(path) == 1
    assert list(read_rows(path)) == ROWS
