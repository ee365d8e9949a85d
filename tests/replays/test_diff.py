"""Where two logs part, to the field."""

import io

import msgpack
import pytest

from enfilade.core.scenario.schema import Scenario
from enfilade.replays import Recorder, diff
from enfilade.replays.header import DECODER, schema_digest
from enfilade.replays.schema import FieldDifference

from . import plain_log
from .games import CROSSROADS, DELTA, Recording, by_scenario, choose, new_game, recorded

LOG = recorded(CROSSROADS)


def poked(step: int, keyframes_every: int) -> bytes:
    """The log of a game in which unit G1 was moved by hand after a step, and nothing says so."""
    game = new_game(CROSSROADS, 3)
    file = io.BytesIO()
    recorder = Recorder(game, seed=3, keyframes_every=keyframes_every)
    recorder.write_to(file)
    for _ in range(20):
        choose(game, 0)
        recorder.order(game.order)
        game.step()
        if game.clock.step == step:
            game.world().units[4].status.steps = 9
        recorder.stepped()
    recorder.end()
    return file.getvalue()


@by_scenario
def test_log_does_not_differ_from_itself(scenario: Scenario) -> None:
    log = recorded(scenario)
    assert diff(log, log) is None


@by_scenario
def test_logs_of_one_game_with_other_intervals_and_notes_do_not_differ(scenario: Scenario) -> None:
    recording = Recording(scenario, 3, checks_every=3, keyframes_every=5)
    recording.recorder.note("a note")
    assert diff(recorded(scenario), recording.finish()) is None


def test_holder_of_an_objective_changed_by_hand_is_named() -> None:
    logs = []
    for holder in (1, 0):
        recording = Recording(DELTA)
        recording.play(1)
        recording.game.store.records("holdings")["side"][1] = holder
        recording.recorder.restore()
        recording.play(2)
        logs.append(recording.data)
    difference = diff(logs[0], logs[1])
    assert difference is not None
    assert difference.step == 1
    assert difference.fields == (FieldDifference("holdings", 1, "", "", "side", 1, 0),)
    assert "holdings[1] side: 1 / 0" in str(difference)


def test_another_march_is_named_with_what_it_changed() -> None:
    first, second = Recording(DELTA), Recording(DELTA)
    first.step(0)
    second.step(1)
    difference = diff(first.data, second.data)
    assert difference is not None
    assert difference.step == 1
    assert (difference.first, difference.second) == ("R1 march 0-0", "R1 march 1-0")
    assert difference.fields == (FieldDifference("units", 0, "R1", "position", "x", 0, 1),)


@pytest.mark.parametrize("step", [1, 8, 13])
def test_one_field_changed_is_named_where_the_log_holds_the_position(step: int) -> None:
    difference = diff(poked(0, 1), poked(step, 1))
    assert difference is not None
    assert difference.step == step
    assert difference.first == difference.second
    assert difference.fields_step == step
    assert difference.fields == (FieldDifference("units", 4, "G1", "status", "steps", 1, 9),)
    assert "units[4] (G1) status.steps: 1 / 9" in str(difference)


def test_one_field_changed_is_named_in_the_next_position_that_the_log_holds() -> None:
    difference = diff(poked(0, 64), poked(13, 7))
    assert difference is not None
    assert difference.step == 13
    assert difference.fields_step == 14
    assert FieldDifference("units", 4, "G1", "status", "steps", 1, 9) in difference.fields
    assert "in the next position that both hold, step 14" in str(difference)


def test_another_order_is_named_with_what_it_changed() -> None:
    first, second = Recording(CROSSROADS), Recording(CROSSROADS)
    for recording, rank in ((first, 0), (second, 1)):
        recording.step(0)
        recording.step(rank)
    difference = diff(first.data, second.data)
    assert difference is not None
    assert difference.step == 2
    assert difference.first != difference.second
    assert any(field.table == "drill_parties" for field in difference.fields)


def test_restored_row_that_differs_is_named() -> None:
    logs = []
    for strength in (1, 3):
        recording = Recording(CROSSROADS)
        recording.play(5)
        recording.game.world().units[0].status.steps = strength
        recording.recorder.restore()
        recording.play(2)
        logs.append(recording.data)
    difference = diff(logs[0], logs[1])
    assert difference is not None
    assert difference.step == 5
    assert difference.fields == (FieldDifference("units", 0, "R1", "status", "steps", 1, 3),)


def test_log_that_ends_before_the_other_is_named() -> None:
    recording = Recording(CROSSROADS)
    recording.play(10)
    difference = diff(LOG, recording.data)
    assert difference is not None
    assert difference.step == 11
    assert difference.second == ""
    assert "/ the log ends" in str(difference)


def test_undo_in_one_log_is_a_difference() -> None:
    recording = Recording(CROSSROADS)
    recording.play(4)
    row = recording.game.snapshot()
    recording.play(1)
    recording.back_to(row)
    recording.finish()
    difference = diff(LOG, recording.data)
    assert difference is not None
    assert difference.second == "undo to step 4"


def test_other_seed_is_told_as_a_fact_of_the_header() -> None:
    difference = diff(LOG, recorded(CROSSROADS, 4))
    assert difference is not None
    assert difference.header == {"seed": (3, 4)}
    assert {field.field for field in difference.fields} == {"key_low", "key_high"}
    assert difference.step == 0


def test_log_of_rules_that_are_not_installed_is_compared_by_what_it_holds() -> None:
    log = plain_log.split(poked(13, 7))
    other = plain_log.join(log.header | {"rules": "drill 99"}, log.records)
    difference = diff(poked(0, 7), other)
    assert difference is not None
    assert difference.step == 13
    assert difference.fields_step == 14
    assert difference.header["rules"] == ("drill 3", "drill 99")
    assert FieldDifference("units", 4, "G1", "status", "steps", 1, 9) in difference.fields


def test_field_that_only_one_schema_has_is_named_when_it_is_not_zero() -> None:
    log = plain_log.split(LOG)
    schema = [list(table) for table in log.header["schema"]]
    clock = [list(field) for field in schema[0][3]]
    clock[1][0] = "round"
    schema[0][3] = clock
    header = log.header | {"schema": schema, "rules": "drill 3"}
    decoded = DECODER.decode(msgpack.packb(header))
    header["schema_digest"] = schema_digest(decoded.schema)
    difference = diff(LOG, plain_log.join(header, log.records))
    assert difference is not None
    named = {(field.field, field.first, field.second) for field in difference.fields if field.table == "clock"}
    assert ("turn", 1, None) in named
    assert ("round", None, 1) in named
