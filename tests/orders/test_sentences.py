"""Every reason and every event has a sentence in every language, with exactly the names that it fills in."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import enfilade as ef
from enfilade.authoring import Plugin
from enfilade.core.orders.kinds import ENGINE_EVENTS, EventKind
from enfilade.core.orders.reasons import ENGINE_REASONS, FAMILY_REASON, Reason
from enfilade.core.orders.sentences import ENGINE_FOLDER, Editions, Sentences, names_in
from enfilade.drill import FAMILY
from tests.face.games import crossroads, play, red_to_move, standoff

RULE_NUMBER = re.compile(r"[A-Z]+-[DTX]?\d+(\.\d+)*[a-z]?")
SIGHT_REASONS = range(16, FAMILY_REASON)
"""What rulings on sight say, and no finding."""
RECORD_NAMES = {"unit", "target", "place"}
"""Names that are not numbers: what findings and events have fields for."""


def languages(folder: Path) -> list[str]:
    return sorted(path.name.split(".")[1] for path in folder.glob("sentences.*.toml"))


def folders() -> list[Path]:
    return [ENGINE_FOLDER, *FAMILY.folders]


def rule_texts() -> str:
    pages = (Path(__file__).parents[2] / "docs" / "rulebook").glob("*.md")
    return "".join(page.read_text(encoding="utf-8") for page in pages)


def test_engine_and_family_have_the_same_languages_english_among_them() -> None:
    assert len({tuple(languages(folder)) for folder in folders()}) == 1
    assert "en" in languages(ENGINE_FOLDER)


@pytest.mark.parametrize("language", languages(ENGINE_FOLDER))
@pytest.mark.parametrize("reason", FAMILY.all_reasons, ids=lambda reason: reason.name)
def test_sentence_of_a_reason_fills_in_exactly_its_names(reason: Reason, language: str) -> None:
    template = Sentences.load(language, FAMILY.folders).reasons[reason.name]
    assert names_in(template) == set(reason.uses)
    assert set(reason.uses) <= set(reason.numbers) | RECORD_NAMES
    assert template.strip() == template
    assert not template.endswith(".")


@pytest.mark.parametrize("language", languages(ENGINE_FOLDER))
@pytest.mark.parametrize("event", FAMILY.all_events, ids=lambda event: event.name)
def test_sentence_of_an_event_fills_in_exactly_its_names(event: EventKind, language: str) -> None:
    template = Sentences.load(language, FAMILY.folders).events[event.name]
    assert names_in(template) == set(event.uses)
    assert set(event.uses) <= set(event.numbers) | RECORD_NAMES | {"order"}


@pytest.mark.parametrize("language", languages(ENGINE_FOLDER))
def test_there_is_no_sentence_without_a_reason_or_an_event(language: str) -> None:
    sentences = Sentences.load(language, FAMILY.folders)
    assert set(sentences.reasons) == {reason.name for reason in FAMILY.all_reasons}
    assert set(sentences.events) == {event.name for event in FAMILY.all_events}


@pytest.mark.parametrize("reason", FAMILY.all_reasons, ids=lambda reason: reason.name)
def test_reason_cites_a_rule_that_the_rulebook_has(reason: Reason) -> None:
    assert RULE_NUMBER.fullmatch(reason.rule)
    assert f"**{reason.rule}**" in rule_texts()


def test_numbers_and_names_of_reasons_and_events_are_told_apart() -> None:
    for things in (FAMILY.all_reasons, FAMILY.all_events):
        assert len({thing.number for thing in things}) == len(things)
        assert len({thing.name for thing in things}) == len(things)
    assert all(reason.number < FAMILY_REASON for reason in ENGINE_REASONS)
    assert all(reason.number >= FAMILY_REASON for reason in FAMILY.reasons)
    assert not {event.number for event in ENGINE_EVENTS} & {event.number for event in FAMILY.events}


def test_language_that_is_not_there_is_refused() -> None:
    battle = red_to_move()
    with pytest.raises(ValueError, match="no sentences in language 'xx', expected one of: en"):
        battle.events_since(0)[0].sentence("xx")
    with pytest.raises(ValueError, match="no sentences in language 'xx'"):
        battle.check("blue pass").sentence("xx")


def test_every_event_of_games_says_a_whole_sentence() -> None:
    kinds = set()
    for seed in range(8):
        battle = crossroads(seed)
        list(play(battle))
        battle.undo()
        battle.redo()
        battle.restore(battle.snapshot())
        for event in battle.events_since(0):
            kinds.add(event.kind)
            assert str(event) == event.sentence()
            assert "{" not in event.sentence()
            assert "?" not in event.sentence()
    assert kinds >= {event.name for event in FAMILY.all_events} - {"forced", "recovered"}


def lines_of_all_sorts() -> list[ef.Order | str]:
    """Orders that are wrong in one way or another, wherever a game of the crossroads stands."""
    squares = [f"{column}{row}" for column in "ABCDE" for row in "12345"]
    lines: list[ef.Order | str] = []
    for square in squares:
        lines += [f"R1 move {square}", f"B2 move {square}", f"R1 shove {square}", f"B2 shove {square}"]
    for first in ("B1", "A2", "C3", "B2"):
        lines += [f"R1 move {square} via {first} A3 {square}" for square in ("A1", "B2", "C4", "D2")]
    lines += ["R1 move A2 via B1", "red bid 9", "blue draw", "green pass", "R1 fire", "G1 hold", "red draw"]
    return [*lines, ef.Order("move", side="blue", unit="R1", place=(0, 1))]


def test_every_finding_about_any_order_says_a_whole_sentence() -> None:
    said = set()
    templates = FAMILY.sentences().reasons
    for seed in range(3):
        battle = crossroads(seed)
        for number, _ in enumerate(play(battle)):
            for line in lines_of_all_sorts() if number % 4 == 0 else []:
                for finding in battle.check(line).findings:
                    said.add(finding.reason)
                    assert not set("{}?") & set(finding.sentence())
                    assert set(finding.names) == names_in(templates[finding.reason])
    unsaid = {reason.name for reason in FAMILY.all_reasons if reason.number not in SIGHT_REASONS} - said
    assert unsaid <= {"no_such_unit", "no_such_target", "no_such_kind", "malformed", "movers_square", "battle_over"}


def test_event_and_finding_sent_elsewhere_say_their_sentences_there() -> None:
    battle = red_to_move()
    sent: list[ef.Event | ef.Finding] = [battle.events_since(0)[0], battle.check("blue pass").findings[0]]
    program = (
        "import sys, enfilade as ef, msgspec\n"
        "for value in msgspec.json.decode(sys.stdin.read(), type=list[ef.Event | ef.Finding]):\n"
        "    print(value.sentence())"
    )
    data = msgspec.json.encode(sent).decode()
    printed = subprocess.run([sys.executable, "-c", program], input=data, capture_output=True, text=True, check=True)
    assert printed.stdout.splitlines() == [value.sentence() for value in sent]


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        (ef.Event(1, 0, "moved", {}, 1, "chess 1"), "nothing is announced as 'chess' in enfilade.families"),
        (ef.Event(1, 0, "moved", {}, 1, "drill 99"), "'drill 3' is installed, expected 'drill 99'"),
        (ef.Event(1, 0, "moved", {}, 1, "drill 3 + smoke 1"), "nothing is announced as 'smoke' in enfilade.plugins"),
        (ef.Event(1, 0, "moved", {}, 1, ""), "nothing is announced as ''"),
        (ef.Event(1, 0, "flew", {}, 1, "drill 3"), "no sentence for 'flew' among the events of 'drill 3'"),
        (ef.Event(1, 0, "moved", {"unit": "R1"}, 1, "drill 3"), "expected 'place' among them"),
    ],
)
def test_sentence_that_cannot_be_said_is_a_typed_error(event: ef.Event, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        event.sentence()


def test_edition_keeps_its_sentences_in_one_place() -> None:
    editions = Editions()
    with pytest.raises(ValueError, match="no sentences of 'march 1', expected a family that is played here"):
        editions.folders("march 1")
    editions.note("march 1", (Path("here"),))
    editions.note("march 1", (Path("here"),))
    with pytest.raises(ValueError, match="of 'march 1' in there, expected another revision than that in here"):
        editions.note("march 1", (Path("there"),))
    assert editions.folders("march 1") == (Path("here"),)
    editions.look_up_with(lambda edition: (Path(edition),))
    assert editions.folders("mech 2") == (Path("mech 2"),)


def test_sentence_is_said_once_among_all_folders(tmp_path: Path) -> None:
    path = tmp_path / "sentences.en.toml"
    path.write_text('[reasons]\nnot_owed = "no"\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"the reasons of .* say not_owed again, expected names of their own"):
        Sentences.load("en", (tmp_path,))
    path.write_text('[events]\nflew = "{unit} flew"\n', encoding="utf-8")
    assert Sentences.load("en", (tmp_path,)).events["flew"] == "{unit} flew"


HALTED, TOO_LATE = EventKind(100, "halted", (), ("unit",)), Reason(100, "too_late", "X-1", ("turn",), ("turn",))
RIGHT = '[reasons]\ntoo_late = "not after turn {turn}"\n[events]\nhalted = "{unit} halts"\n'
WRONG = [
    (RIGHT.replace("too_late", "late"), "section reasons, key 'late': nothing of this name is declared"),
    (
        RIGHT.replace("{turn}", "{unit}"),
        "section reasons, key 'too_late': 'not after turn {unit}', expected the names turn",
    ),
    (RIGHT.replace("{unit} halts", "halt"), "section events, key 'halted': 'halt', expected the names unit"),
    (RIGHT.replace("{turn}", "{turn"), "section reasons, key 'too_late': 'not after turn {turn' ("),
    (
        RIGHT.replace("{turn}", "{turn!r}"),
        "section reasons, key 'too_late': 'not after turn {turn!r}', expected nothing but",
    ),
    (RIGHT.replace("{turn}", "{}"), "section reasons, key 'too_late': 'not after turn {}', expected nothing but names"),
    (RIGHT.replace('"{unit} halts"', "3"), "section events, key 'halted': 3, expected a sentence"),
    (RIGHT.partition("[events]")[0], "section events: no key 'halted', expected a sentence for it"),
    (RIGHT.replace("[events]", "[event]"), "has 'event', expected the sections reasons and events"),
    ("reasons = 3\n", "has 'reasons', expected the sections reasons and events"),
    ("[reasons", "cannot be read ("),
]


@pytest.mark.parametrize(("text", "problem"), WRONG)
@pytest.mark.parametrize("language", ["en", "de"])
def test_sentences_that_are_not_those_declared_are_refused_before_anything_is_played(
    tmp_path: Path, language: str, text: str, problem: str
) -> None:
    (tmp_path / "sentences.en.toml").write_text(RIGHT, encoding="utf-8")
    path = tmp_path / f"sentences.{language}.toml"
    path.write_text(text, encoding="utf-8")
    plugin = Plugin("late", 1, (), events=(HALTED,), reasons=(TOO_LATE,), folders=(tmp_path,))
    with pytest.raises(ValueError, match="plug-in 'late' does not go with 'drill 3'") as refusal:
        FAMILY.with_plugins((plugin,))
    family = dataclasses.replace(FAMILY, name="late", events=(HALTED,), reasons=(TOO_LATE,), folders=(tmp_path,))
    with pytest.raises(ValueError, match=re.escape(str(path))) as other:
        ef.Battle(standoff(), family=family)
    for message in (str(refusal.value), str(other.value)):
        assert f"{path}" in message
        assert problem in message


def test_sentences_that_are_those_declared_are_taken(tmp_path: Path) -> None:
    (tmp_path / "sentences.en.toml").write_text(RIGHT, encoding="utf-8")
    plugin = Plugin("late", 1, (), events=(HALTED,), reasons=(TOO_LATE,), folders=(tmp_path,))
    assert FAMILY.with_plugins((plugin,)).sentences().events["halted"] == "{unit} halts"


def test_reasons_without_any_file_of_sentences_are_refused() -> None:
    plugin = Plugin("mute", 1, (), reasons=(TOO_LATE,))
    with pytest.raises(
        ValueError, match=r"no file sentences\.en\.toml in any folder, section reasons: no key 'too_late'"
    ):
        FAMILY.with_plugins((plugin,))


def test_verdict_of_a_legal_order_says_so() -> None:
    verdict = red_to_move().check("R1 move A2")
    assert verdict
    assert (verdict.ok, verdict.rule, verdict.reason, verdict.findings) == (True, "", "", ())
    assert str(verdict) == "R1 move A2: legal"


def test_finding_is_about_the_names_a_reader_sees_on_the_board() -> None:
    verdict = red_to_move().check("R1 move D1")
    assert verdict.findings == (
        ef.Finding("too_far", "DRILL-3.1", {"unit": "R1", "steps": 3, "allowance": 2}, "drill 3"),
    )
    assert str(verdict) == "R1 move D1: too far for R1 (steps: 3, allowance: 2) [DRILL-3.1]"
