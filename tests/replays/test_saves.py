"""Saves: exact, atomic, checked before use, read by names when the layout is another."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import saves
from enfilade.replays.saves import CHECKSUM_BYTES, HEAD, DamagedSave, SaveError, SaveMismatch
from enfilade.replays.schema import read_row
from tests.face.games import DRILL, MARCH, MECH, in_each

from .games import CROSSROADS, DELTA, YARD, by_scenario

SCENARIOS = (*DRILL, *MARCH, *MECH)


def battle_under_way(orders: int = 9, scenario: Scenario = CROSSROADS) -> ef.Battle:
    battle = ef.Battle(scenario, 7)
    play_on(battle, orders)
    return battle


def play_on(battle: ef.Battle, orders: int) -> list[str]:
    digests = []
    for _ in range(orders):
        if battle.outcome is None:
            battle.step(battle.legal[(battle.step_number * 7919) % len(battle.legal)])
            digests.append(battle.digest)
    return digests


@pytest.fixture(scope="module", params=[CROSSROADS, DELTA, YARD], ids=["drill", "march", "mech"])
def good(request: pytest.FixtureRequest) -> bytes:
    return saves.save_bytes(battle_under_way(scenario=request.param).game)


def sealed(save: saves.Save) -> bytes:
    """A save with a right checksum around any payload."""
    payload = saves.ENCODER.encode(save)
    head = HEAD.pack(saves.MAGIC, saves.CONTAINER_VERSION, 0, len(payload))
    return head + payload + saves._checksum(head + payload)


def load(data: bytes, folder: Path) -> ef.Battle:
    path = folder / "game.sav"
    path.write_bytes(data)
    return ef.Battle.load(path)


@in_each(SCENARIOS)
def test_loading_and_going_on_equals_going_on_at_every_step(scenario: Scenario, tmp_path: Path) -> None:
    battle = battle_under_way(0, scenario)
    while battle.outcome is None:
        battle.save(tmp_path / "a.sav")
        loaded = ef.Battle.load(tmp_path / "a.sav")
        loaded.save(tmp_path / "b.sav")
        assert loaded.digest == battle.digest
        assert (tmp_path / "a.sav").read_bytes() == (tmp_path / "b.sav").read_bytes()
        assert play_on(battle, 1) == play_on(loaded, 1)


def test_a_cut_save_is_refused_at_every_byte(good: bytes) -> None:
    for length in range(len(good)):
        with pytest.raises(DamagedSave):
            saves.parse_save(good[:length], "game.sav")


def test_a_save_with_any_bit_flipped_is_refused(good: bytes) -> None:
    for position in range(len(good)):
        for bit in range(8):
            bad = bytearray(good)
            bad[position] ^= 1 << bit
            with pytest.raises(DamagedSave):
                saves.parse_save(bytes(bad), "game.sav")


def test_bytes_after_the_end_are_refused(good: bytes) -> None:
    with pytest.raises(DamagedSave, match="the file holds"):
        saves.parse_save(good + b"\0", "game.sav")


def test_an_empty_file_is_refused_with_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(DamagedSave, match="it has 0 bytes, expected at least 52"):
        load(b"", tmp_path)


def test_a_declared_length_of_two_to_the_32_is_refused_without_reserving_it(good: bytes) -> None:
    head = HEAD.pack(saves.MAGIC, saves.CONTAINER_VERSION, 0, 1 << 32)
    with pytest.raises(DamagedSave, match="declared with 4294967296 bytes"):
        saves.parse_save(head + good[HEAD.size :], "game.sav")


def test_a_save_of_another_rules_revision_is_refused_with_both(good: bytes, tmp_path: Path) -> None:
    save = saves.parse_save(good, "game.sav")
    family = save.rules.split()[0]
    with pytest.raises(SaveMismatch, match=f"under the rules '{family} 0', installed are '{save.rules}'"):
        load(sealed(msgspec.structs.replace(save, rules=f"{family} 0")), tmp_path)


def test_a_row_that_does_not_have_the_digest_is_refused(good: bytes, tmp_path: Path) -> None:
    save = saves.parse_save(good, "game.sav")
    with pytest.raises(SaveMismatch, match="do not have the digest"):
        load(sealed(msgspec.structs.replace(save, digest="0" * 32)), tmp_path)


@pytest.mark.parametrize("is_other_layout", [False, True])
@by_scenario
def test_a_row_that_is_no_position_is_refused_before_any_rule_reads_it(
    scenario: Scenario, tmp_path: Path, is_other_layout: bool
) -> None:
    battle = battle_under_way(scenario=scenario)
    battle.game.store.records("units")["position"]["x"][0] = 32_767
    save = saves.parse_save(saves.save_bytes(battle.game), "game.sav")
    with pytest.raises(SaveMismatch, match=r"state\.units\[0\]\.position\.x: found 32767, expected 0 to (3|6|11)"):
        load(sealed(other_layout(save) if is_other_layout else save), tmp_path)


def test_a_row_of_another_length_is_refused(good: bytes, tmp_path: Path) -> None:
    save = saves.parse_save(good, "game.sav")
    with pytest.raises(SaveMismatch, match="its row has"):
        load(sealed(msgspec.structs.replace(save, row=save.row[:-8])), tmp_path)


@by_scenario
def test_a_save_of_another_layout_is_read_by_names(scenario: Scenario, tmp_path: Path) -> None:
    battle = battle_under_way(scenario=scenario)
    save = saves.parse_save(saves.save_bytes(battle.game), "game.sav")
    reversed_save = other_layout(save)

    assert reversed_save.row != save.row
    assert load(sealed(reversed_save), tmp_path).digest == battle.digest


def other_layout(save: saves.Save) -> saves.Save:
    """The same position with its tables in the opposite order and the fields of each reversed."""
    tables = read_row(save.schema, save.row)
    schema, rows = [], []
    for table in reversed(save.schema):
        fields = tuple(reversed(table.fields))
        schema.append(msgspec.structs.replace(table, fields=fields))
        packed = b"".join(record[field.name].tobytes() for record in tables[table.name] for field in fields)
        rows.append(packed + bytes(-len(packed) % 8))
    return msgspec.structs.replace(save, schema=tuple(schema), row=b"".join(rows))


def test_a_field_that_is_gone_may_be_lost_only_when_it_is_zero(good: bytes, tmp_path: Path) -> None:
    save = saves.parse_save(good, "game.sav")
    clock = save.schema[0]
    assert clock.name == "clock"
    for old, new, is_refused in (("over", "ended", False), ("turn", "round", True)):
        fields = tuple(msgspec.structs.replace(f, name=new) if f.name == old else f for f in clock.fields)
        renamed = (msgspec.structs.replace(clock, fields=fields), *save.schema[1:])
        data = sealed(msgspec.structs.replace(save, schema=renamed))
        if is_refused:
            with pytest.raises(SaveMismatch, match=r"field clock\.round is not known here, and it is not zero"):
                load(data, tmp_path)
        else:
            load(data, tmp_path)


def test_a_failed_save_leaves_the_old_one_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_under_way()
    path = tmp_path / "game.sav"
    battle.save(path)
    before = path.read_bytes()
    play_on(battle, 1)

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left") as raised:
        battle.save(path)
    assert raised.value.filename == str(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.sav"]


def test_a_log_is_no_save(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="it is a replay log, expected a save"):
        load(b"\x89ENF\r\n\x1a\n" + bytes(100 + CHECKSUM_BYTES), tmp_path)


def test_random_bytes_behind_a_right_checksum_are_refused(tmp_path: Path) -> None:
    for payload in (b"", b"\xc1", b"\x93\x01\x02\x03", b"\xdf\xff\xff\xff\xff", b"\x91" * 10_000):
        head = HEAD.pack(saves.MAGIC, saves.CONTAINER_VERSION, 0, len(payload))
        with pytest.raises(DamagedSave, match="cannot be read"):
            saves.parse_save(head + payload + saves._checksum(head + payload), "game.sav")
