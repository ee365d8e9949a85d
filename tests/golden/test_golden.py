import json

import pytest

from enfilade import scenarios
from enfilade.core.engine.hash import digest

from . import games

CASES = [(scenario, seed) for scenario in scenarios() for seed in games.SEEDS]


@pytest.mark.parametrize(("scenario", "seed"), CASES)
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


def test_the_signature_covers_every_file_and_its_name() -> None:
    files = sorted(games.FOLDER.iterdir())
    by_hand = digest(*(part for path in files for part in (path.name.encode(), path.read_bytes())))

    assert games.signature() == by_hand
    print(f"golden signature {by_hand}")
