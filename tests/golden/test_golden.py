import json
import shutil
from pathlib import Path

import pytest

from enfilade import scenarios

from . import games

CASES = [(scenario, seed) for scenario in scenarios() for seed in games.SEEDS]
SLOW = [pytest.param(*case, marks=pytest.mark.slow if case[1] > 1 else ()) for case in CASES]
"""Golden games are checked throughout, which takes seconds when they run interpreted: one of each scenario must do."""


@pytest.mark.parametrize(("scenario", "seed"), SLOW)
def test_a_golden_game_plays_as_it_is_written_down(scenario: str, seed: int) -> None:
    facts, transcript = games.play(scenario, seed)
    kept = json.loads(games.facts_path(scenario, seed).read_text(encoding="utf-8"))

    assert transcript == games.transcript_path(scenario, seed).read_text(encoding="utf-8")
    pairs = zip(facts["digests"], kept["digests"], strict=False)
    first = next((step for step, (now, then) in enumerate(pairs) if now != then), None)
    assert first is None, f"the position after step {first} differs"
    assert facts == kept


def test_every_shipped_scenario_has_its_golden_games() -> None:
    expected = {
        path(scenario, seed).name for scenario, seed in CASES for path in (games.facts_path, games.transcript_path)
    }

    assert {path.name for path in games.FOLDER.iterdir()} == expected


def test_the_signature_covers_the_name_and_every_byte_of_every_file(tmp_path: Path) -> None:
    shutil.copytree(games.FOLDER, tmp_path / "same")
    assert games.signature(tmp_path / "same") == games.signature()
    print(f"golden signature {games.signature()}")
    for number, path in enumerate(sorted(games.FOLDER.iterdir())):
        other = tmp_path / f"altered{number}"
        shutil.copytree(games.FOLDER, other)
        (other / path.name).write_bytes(path.read_bytes()[:-1] + b"!")
        assert games.signature(other) != games.signature()
        (other / path.name).write_bytes(path.read_bytes())
        (other / path.name).rename(other / f"other-{path.name}")
        assert games.signature(other) != games.signature()
