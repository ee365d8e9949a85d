"""Scenarios written into files and read again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import enfilade as ef
from enfilade.core.scenario.load import parse_scenario
from enfilade.core.scenario.write import scenario_text

TEXTS = st.text(st.sampled_from("\r\n\t\\\"' a\0\x7f\x85\u2028") | st.characters(exclude_categories=["Cs"]))


@given(title=TEXTS, description=TEXTS)
def test_any_text_is_read_as_it_was_written(title: str, description: str) -> None:
    scenario = msgspec.structs.replace(
        ef.load_scenario("crossroads"), title=title, description=description, options={title: description}
    )
    assert parse_scenario(scenario_text(scenario)) == scenario


def test_a_position_saved_as_a_scenario_is_the_same_battle_when_loaded(tmp_path: Path) -> None:
    battle = ef.Battle(ef.load_scenario("crossroads"), 7)
    battle.step("red bid 2")
    ef.save_scenario(battle.to_scenario(), tmp_path / "position.toml")
    again = ef.Battle(ef.load_scenario(tmp_path / "position.toml"))
    assert again.digest == battle.digest
    assert again.legal_orders() == battle.legal_orders()


def test_a_scenario_that_no_file_can_hold_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("before", encoding="utf-8")
    scenario = msgspec.structs.replace(ef.load_scenario("crossroads"), title="\ud800")
    with pytest.raises(ef.ScenarioError, match="title"):
        ef.save_scenario(scenario, path)
    assert path.read_text(encoding="utf-8") == "before"


def test_a_folder_that_is_not_there_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        ef.save_scenario(ef.load_scenario("crossroads"), tmp_path / "missing" / "a.toml")


@pytest.mark.parametrize("name", ["nowhere.toml", "folder/nowhere", Path("nowhere")])
def test_a_path_at_which_there_is_no_file_is_both_unknown_and_missing(name: str | Path) -> None:
    with pytest.raises(ef.UnknownScenario) as caught:
        ef.load_scenario(name)
    assert isinstance(caught.value, FileNotFoundError)


@pytest.mark.parametrize("name", ["nowhere", "", "a\0b"])
def test_a_bare_name_is_only_unknown(name: str) -> None:
    with pytest.raises(ef.UnknownScenario) as caught:
        ef.load_scenario(name)
    assert not isinstance(caught.value, FileNotFoundError)


@pytest.mark.parametrize("magic", [b"\x89ENF\r\n\x1a\n", b"\x89ENS\r\n\x1a\n"])
def test_a_file_of_another_kind_is_called_by_its_name(tmp_path: Path, magic: bytes) -> None:
    (tmp_path / "a.toml").write_bytes(magic + b"\0")
    with pytest.raises(ef.ScenarioError, match=r"found a (replay log|save), expected a scenario"):
        ef.load_scenario(tmp_path / "a.toml")


def test_what_is_no_scenario_seed_or_snapshot_is_refused_by_its_type() -> None:
    scenario = ef.load_scenario("crossroads")
    with pytest.raises(TypeError, match="scenario 'crossroads', expected a Scenario, see load_scenario"):
        ef.Battle("crossroads")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed 'abc', expected a whole number or bytes"):
        ef.Battle(scenario, "abc")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="snapshot b'x', expected a Snapshot"):
        ef.Battle(scenario).restore(b"x")  # type: ignore[arg-type]
