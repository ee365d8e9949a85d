"""Logs in words."""

import json

from enfilade.core.orders.text import order_text
from enfilade.core.scenario.load import parse_scenario
from enfilade.replays import json_lines, json_text, summary, transcript
from enfilade.systems.naming import names_of
from tests.face.games import meeting

from .games import CROSSROADS, Recording, choose, recorded

SKIRMISH = parse_scenario(
    """
name = "skirmish"
title = "A skirmish"
family = "drill"
board.map = "...\\n..."
sides = [{ name = "red" }, { name = "blue" }]
units = [
    { id = "R", side = "red", at = "A1", with = { allowance = 1 } },
    { id = "B", side = "blue", at = "C1", with = { power = 3 } },
]
options = { rounds = 1, tokens = 1 }
"""
)


def skirmish() -> bytes:
    """Red bids and begins, steps beside blue, is shot at with dice rolled at the table, and lost."""
    recording = Recording(SKIRMISH, 1)
    game = recording.game
    recording.recorder.note("well met")
    kinds = {kind.name: kind.number for kind in game.family.kinds}
    for name, faces in (("bid", ()), ("move", ()), ("fire", (6, 2, 5))):
        rank = 0
        choose(game, rank)
        while game.order.kind != kinds[name]:
            rank += 1
            choose(game, rank)
        recording.step(rank, faces)
    assert game.clock.over
    recording.recorder.end()
    return recording.data


def test_transcript_of_a_skirmish_reads_as_it_was_played() -> None:
    lines = list(transcript(skirmish()))
    digest = summary(skirmish()).digest
    assert lines == [
        "A skirmish (drill 3), seed 1",
        "      note: well met",
        "   1  red bid 0",
        "        red bids 0",
        "        round 1 begins with red",
        "   2  R move B1",
        "        R moves to B1",
        "        R enters B1",
        "   3  B fire  (rolled 6 2 5)",
        "        B fires at R (dice: 3, hits: 2)",
        "        R is lost",
        "        the battle ends in round 1",
        "The battle is won by blue (last side in play) after step 3.",
        f"Scores: red 0, blue 1. Digest {digest}.",
    ]


def test_transcript_of_a_meeting_reads_as_it_was_marched() -> None:
    recording = Recording(meeting(), 1)
    for line in ("R1 march 1-1", "blue pass"):
        orders = [line_of(recording, rank) for rank in range(recording.game.count())]
        recording.step(orders.index(line))
    recording.recorder.end()
    digest = summary(recording.data).digest
    assert list(transcript(recording.data)) == [
        "meeting (march 1), seed 1",
        "   1  R1 march 1-1",
        "        R1 marches from 0-0 to 1-1 (steps: 1)",
        "        red takes 1-1 (value: 1)",
        "   2  blue pass",
        "        blue passes",
        "        the battle ends in turn 1",
        "The battle is won by red (turns played) after step 2.",
        f"Scores: red 1, blue 0. Digest {digest}.",
    ]
    lines = [json.loads(line) for line in json_text(json_lines(recording.data))]
    assert [line["record"] for line in lines] == ["header", "order", "order", "end"]
    assert lines[1] == {
        "record": "order",
        "step": 1,
        "side": "red",
        "order": "R1 march 1-1",
        "events": ["R1 marches from 0-0 to 1-1 (steps: 1)", "red takes 1-1 (value: 1)"],
    }
    assert lines[3]["scores"] == {"red": 1, "blue": 0}


def line_of(recording: Recording, rank: int) -> str:
    """The legal order of a rank as text."""
    choose(recording.game, rank)
    names = names_of(recording.game.scenario, recording.game.family)
    return order_text(names.orders(recording.game.order.tobytes())[0], names)


def test_transcript_without_events_is_the_orders() -> None:
    lines = list(transcript(skirmish(), events=False))
    assert lines[2:5] == ["   1  red bid 0", "   2  R move B1", "   3  B fire  (rolled 6 2 5)"]


def test_json_lines_of_a_skirmish() -> None:
    lines = [json.loads(line) for line in json_text(json_lines(skirmish()))]
    assert [line["record"] for line in lines] == ["header", "note", "order", "order", "order", "end"]
    assert lines[0]["scenario"] == "skirmish"
    assert lines[0]["seed"] == 1
    assert lines[4] == {
        "record": "order",
        "step": 3,
        "side": "blue",
        "order": "B fire",
        "dice": [6, 2, 5],
        "events": ["B fires at R (dice: 3, hits: 2)", "R is lost", "the battle ends in round 1"],
    }
    assert lines[5]["over"] is True
    assert lines[5]["scores"] == {"red": 0, "blue": 1}


def test_undo_restore_and_keys_are_told() -> None:
    recording = Recording(CROSSROADS, 3)
    recording.play(2)
    row = recording.game.snapshot()
    recording.play(1)
    recording.back_to(row)
    recording.recorder.restore()
    recording.game.set_key(8)
    recording.recorder.key(1, 8)
    recording.game.set_key(9)
    recording.recorder.commit(2, 9)
    recording.play(1)
    recording.recorder.end()
    told = [line.strip() for line in transcript(recording.data, events=False)]
    assert "back to step 2" in told
    assert "a position is set up, step 2" in told
    assert "another dice key for turn 1" in told
    assert "a secret dice key for turn 2" in told
    assert "the dice key of turn 2 is revealed" in told
    assert told[-2] == "The battle is not over after step 3."
    objects = list(json_lines(recording.data))
    assert [line["what"] for line in objects if line["record"] == "key"] == ["open", "committed", "revealed"]


def test_log_that_breaks_off_is_told_as_far_as_it_goes() -> None:
    data = recorded(CROSSROADS)
    assert list(transcript(data[:-5], tail=True))[-1] == "The log breaks off here."


def test_summary_tells_the_facts_without_playing() -> None:
    facts = summary(recorded(CROSSROADS))
    assert (facts.rules, facts.scenario, facts.seed, facts.complete) == ("drill 3", "crossroads", 3, True)
    assert facts.counts["ORDER"] == facts.steps == 40
    assert facts.over is True
    assert summary(recorded(CROSSROADS)[:-5], tail=True).complete is False
