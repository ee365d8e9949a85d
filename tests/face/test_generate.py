"""Large battles from a seed: the same everywhere, valid, playable, of the size asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import enfilade as ef
from enfilade.bots import RandomBot, WalkerBot, play_match
from enfilade.cli import main
from enfilade.core.engine.hash import digest

SMALL = {"units": 40, "width": 48, "height": 40}


def generated(seed: int, **changes: int) -> ef.Scenario:
    return ef.generate_scenario(seed, **(SMALL | changes))


def test_same_seed_makes_the_same_scenario_and_another_seed_another() -> None:
    contents = [generated(seed).content() for seed in (1, 1, 2, -3)]
    assert contents[0] == contents[1]
    assert len(set(contents)) == 3


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_seed_makes_the_same_scenario_in_a_fresh_process(hash_seed: str) -> None:
    code = "import enfilade as ef; print(ef.generate_scenario(5, units=40, width=48, height=40).content().decode())"
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "ENFILADE_KERNELS": "interpreted"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert done.stdout.strip() == generated(5).content().decode()


def test_large_battle_of_the_default_size_begins_and_can_be_told_from_others_by_its_digest() -> None:
    scenario = ef.generate_scenario(7)
    assert (len(scenario.units), scenario.board_size()) == (2_000, (512, 512))
    battle = ef.Battle(scenario, 1)
    first = digest(battle.snapshot().row)
    unit = next(name for name in battle.names.units if battle.unit(name).allegiance.side == 0)
    events = battle.step(battle.legal.of(unit)[0])
    assert events[0].kind == "marched"
    battle.undo()
    assert digest(battle.snapshot().row) == first


@pytest.mark.parametrize("seed", range(5))
def test_sides_begin_apart_with_as_many_units_and_no_two_units_on_a_square(seed: int) -> None:
    scenario = generated(seed)
    squares = {unit.id: unit.at for unit in scenario.units}
    assert len(set(squares.values())) == len(squares) == 40
    columns = {
        side: [int(unit.at.split("-")[0]) for unit in scenario.units if unit.side == side] for side in ("red", "blue")
    }
    assert len(columns["red"]) == len(columns["blue"]) == 20
    assert max(columns["red"]) < 16
    assert min(columns["blue"]) >= 32


@pytest.mark.parametrize("seed", range(5))
def test_rivers_run_from_edge_to_edge_without_a_gap_but_their_fords(seed: int) -> None:
    rows = generated(seed, width=32).map_rows()
    water = np.array([list(row) for row in rows]) == "~"
    without_river = [y for y in range(len(rows)) if not water[y].any()]
    assert all(y % 12 >= 10 for y in without_river)
    assert len(without_river) <= 6


def test_objectives_lie_on_squares_of_their_own() -> None:
    places = [objective.at for objective in generated(3).objectives]
    assert len(places) >= 2
    assert all(one != other for one, other in combinations(places, 2))


def test_generated_battle_is_played_to_its_end_by_bots() -> None:
    scenario = msgspec.structs.replace(generated(4), options={"turns": 2})
    battle = ef.Battle(scenario, 1)
    play_match(battle, [WalkerBot(1), RandomBot(2)])
    assert battle.outcome is not None
    assert battle.turn == 2


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"units": 1}, "1 units, expected 2 to 480 on 48 x 40 squares"),
        ({"units": 481}, "481 units, expected 2 to 480 on 48 x 40 squares"),
        ({"width": 15}, "width 15, expected 16 to 4096"),
        ({"height": 4097}, "height 4097, expected 16 to 4096"),
    ],
)
def test_size_that_cannot_be_made_is_refused(changes: dict[str, int], expected: str) -> None:
    with pytest.raises(ef.BadSize, match=expected):
        generated(1, **changes)


@pytest.mark.parametrize("changes", [{"units": "4"}, {"width": 16.0}, {"height": None}])
def test_size_that_is_no_whole_number_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ef.BadSize, match="expected a whole number"):
        generated(1, **changes)


def test_size_given_in_numpy_s_numbers_is_one() -> None:
    sizes: Any = {"units": np.int64(40), "width": np.int32(48), "height": np.int16(40)}
    made = ef.generate_scenario(5, **sizes)
    assert made == generated(5)
    assert ef.Battle(made).outcome is None


def test_as_many_units_as_are_allowed_find_squares_of_their_own() -> None:
    for seed in range(4):
        assert len({unit.at for unit in generated(seed, units=480).units}) == 480


def test_land_without_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enfilade.generate.PATCHES", ("~",))
    monkeypatch.setattr("enfilade.generate.PATCH_SQUARES", 1)
    with pytest.raises(ef.BadSize, match="no free square from column 0 to 15, expected fewer units or a larger board"):
        generated(1, units=480)


def test_command_writes_a_scenario_that_validates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "large.toml"
    arguments = ["generate", "--seed", "9", "--units", "40", "--size", "48x40"]
    assert main([*arguments, "--out", str(file)]) == 0
    assert ef.load_scenario(file) == generated(9)
    assert main(["validate", str(file)]) == 0
    capsys.readouterr()
    assert main([*arguments, "--out", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"name": "march_40_48x40_9", "units": 40, "columns": 48, "rows": 40, "file": str(file)}


def test_command_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--seed", "9", "--units", "40", "--size", "48x40"]) == 0
    assert capsys.readouterr().out.startswith('name = "march_40_48x40_9"')
    assert main(["generate", "--seed", "9", "--units", "40", "--size", "48x40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "march_40_48x40_9"


@pytest.mark.parametrize("size", ["48", "48x", "x40", "48X40", "-48x40", "48x40x2", "9999999x40"])
def test_command_refuses_a_size_that_is_none(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", f"--size={size}"]) == 2
    assert f"size {size!r}, expected columns and rows such as 512x512" in capsys.readouterr().err
