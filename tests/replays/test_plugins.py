"""Logs of battles with plug-ins of their own are read with the same plug-ins given."""

from pathlib import Path

import pytest

import enfilade as ef
from enfilade.replays import RulesMismatch, diff, json_lines, position, transcript, verify
from tests.face.games import crossroads, play, running_interpreted
from tests.face.resting import PLUGIN

SYSTEMS = (PLUGIN,)


def recorded_battle(path: Path, orders: int) -> ef.Battle:
    """A battle with resting, recorded for so many orders."""
    battle = crossroads(systems=SYSTEMS)
    battle.record(path)
    for _ in play(battle, orders):
        pass
    battle.stop_recording()
    return battle


def test_log_of_a_plug_in_given_to_one_battle_is_read_with_it(tmp_path: Path) -> None:
    path, other = tmp_path / "a.enf", tmp_path / "b.enf"
    with running_interpreted():
        battle = recorded_battle(path, 8)
        recorded_battle(other, 7)
        verification = verify(path, systems=SYSTEMS)
        assert verification
        assert verification.digest == battle.digest
        assert position(path, systems=SYSTEMS).digest == battle.digest
        told = "\n".join(transcript(path, systems=SYSTEMS))
        assert all(battle.text(order) in told for order in battle.orders)
        lines = list(json_lines(path, systems=SYSTEMS))
        assert lines[0]["rules"] == "drill 3 + resting 1"
        assert lines[-1]["digest"] == battle.digest
        assert diff(path, path, systems=SYSTEMS) is None
        found = diff(path, other, systems=SYSTEMS)
        assert found is not None
        assert found.first == battle.text(battle.orders[-1])


def test_log_of_a_plug_in_is_refused_without_it_or_with_one_too_many(tmp_path: Path) -> None:
    path, plain = tmp_path / "a.enf", tmp_path / "b.enf"
    with running_interpreted():
        recorded_battle(path, 2)
        with pytest.raises(RulesMismatch, match=r"'drill 3 \+ resting 1', installed are 'drill 3'"):
            verify(path)
        battle = crossroads()
        battle.record(plain)
        battle.stop_recording()
        with pytest.raises(RulesMismatch, match=r"'drill 3', installed are 'drill 3 \+ resting 1'"):
            verify(plain, systems=SYSTEMS)
        with pytest.raises(ValueError, match="plug-in 'resting' does not go with"):
            verify(path, systems=SYSTEMS * 2)
