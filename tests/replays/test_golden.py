"""Logs of released container versions stay readable, and a change of rules, layout or format shows."""

import json

import msgspec
import pytest

import enfilade.drill
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import RulesMismatch, header, stored_positions, summary, transcript, verify

from . import golden_game, plain_log

DATA = golden_game.LOG.read_bytes()
FACTS = json.loads(golden_game.FACTS.read_text(encoding="utf-8"))
SAME_RULES = enfilade.drill.FAMILY.edition == FACTS["rules"]


def test_golden_log_is_read_by_the_second_reader() -> None:
    assert golden_game.facts(DATA) == FACTS
    assert all(count > 0 for count in FACTS["kinds"])


def test_golden_log_is_read() -> None:
    facts = summary(DATA)
    assert facts.complete
    assert list(facts.counts.values()) == FACTS["kinds"]
    assert (facts.steps, facts.digest) == (FACTS["steps"], FACTS["digest"])
    positions = list(stored_positions(DATA))
    assert [position.digest for position in positions] == FACTS["digests"]
    assert positions[-1].tables["clock"][0]["step"] == FACTS["steps"]


def test_golden_log_plays_on_its_own_rules_and_no_others() -> None:
    if SAME_RULES:
        verification = verify(DATA)
        assert verification, str(verification)
        assert (verification.steps, verification.digest) == (FACTS["steps"], FACTS["digest"])
    else:
        with pytest.raises(RulesMismatch, match=FACTS["rules"]):
            verify(DATA)


@pytest.mark.skipif(not SAME_RULES, reason="the golden log is of other rules")
def test_golden_log_tells_the_game_it_told() -> None:
    assert "".join(f"{line}\n" for line in transcript(DATA)) == golden_game.TRANSCRIPT.read_text(encoding="utf-8")


@pytest.fixture
def engine_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version of the engine that recorded the golden log."""
    monkeypatch.setattr(header, "engine_version", lambda: FACTS["engine"])


@pytest.mark.skipif(not SAME_RULES, reason="the golden log is of other rules")
@pytest.mark.usefixtures("engine_of_the_log")
def test_golden_game_played_again_gives_the_same_file() -> None:
    scenario = msgspec.convert(plain_log.split(DATA).header["scenario"], Scenario)
    assert golden_game.play(scenario) == DATA
