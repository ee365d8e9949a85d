"""What verification says: the first step that fails, and rules that are not installed."""

import re
from dataclasses import replace

import pytest

import enfilade.drill
from enfilade.components.record import Record, i32
from enfilade.core.engine.hash import digest
from enfilade.core.engine.layout import Block, TableSpec
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import HiddenKey, RulesMismatch, position, stored_positions, summary, transcript, verify
from enfilade.replays.header import FamilyOf
from enfilade.systems.families import UnknownFamily
from enfilade.systems.family import Family

from . import plain_log
from .games import CROSSROADS, DELTA, Recording, by_scenario, recorded

LOG = recorded(CROSSROADS)
PLAIN = plain_log.split(LOG)


def changed(index: int, place: int, value: object) -> bytes:
    """The log with one field of one record changed, under good checksums."""
    records = [(kind, list(fields)) for kind, fields in PLAIN.records]
    records[index][1][place] = value
    return plain_log.join(PLAIN.header, records)


def always(family: Family) -> FamilyOf:
    """Finds this family for every scenario."""
    return lambda scenario: family


@by_scenario
def test_first_failing_step_of_a_game_of_either_family_is_named(scenario: Scenario) -> None:
    log = plain_log.split(recorded(scenario))
    checks = [index for index, kind in enumerate(log.kinds()) if kind == plain_log.CHECK]
    for step, index in enumerate(checks, 1):
        records = [(kind, list(fields)) for kind, fields in log.records]
        records[index][1][1] ^= 1 << 40
        verification = verify(plain_log.join(log.header, records))
        assert (verification.ok, verification.failing_step, verification.steps) == (False, step, step - 1)


def test_march_that_is_illegal_under_good_hashes_is_named_with_its_rule() -> None:
    recording = Recording(DELTA, 3)
    recording.play(1)
    log = plain_log.split(recording.data)
    (order,) = log.of(plain_log.ORDER)
    for place, value, rule in ((1, 1, "CORE-1.2"), (2, 3, "CORE-1.3"), (5, 3, "MARCH"), (9, [3, 3], "MARCH-X1")):
        records = [(kind, list(fields)) for kind, fields in log.records]
        records[1][1][2], records[1][1][5], records[1][1][6] = 1, 0, 0  # R2 to 0-0
        records[1][1][place] = value
        verification = verify(plain_log.join(log.header, records))
        assert (verification.ok, verification.failing_step) == (False, 1)
        assert "is illegal" in verification.problem
        assert f"[{rule}" in verification.problem, order


def test_end_of_a_march_that_says_something_else_is_named() -> None:
    log = plain_log.split(recorded(DELTA))
    over, reason, winners, scores = log.records[-1][1][0]
    assert (over, len(scores)) == (True, 8)
    for result in ([False, 0, 0, [0] * 8], [over, 3 - reason, winners, scores], [over, reason, winners ^ 1, scores]):
        records = [(kind, list(fields)) for kind, fields in log.records]
        records[-1][1][0] = result
        verification = verify(plain_log.join(log.header, records))
        assert not verification
        assert "the game ends" in verification.problem


def test_position_of_a_march_under_another_field_is_named() -> None:
    recording = Recording(DELTA, 3)
    recording.play(6)
    recording.game.store.records("holdings")["side"][0] = 1
    told = recording.game.snapshot()
    log = plain_log.split(recording.data)
    fields = [told, bytes.fromhex(digest(told, recording.game.content)), None]
    verification = verify(plain_log.join(log.header, [*log.records, (plain_log.KEYFRAME, fields)]))
    assert verification.failing_step == 6
    assert re.search(r"holdings\[0\] side: -?[0-9] / 1", verification.problem)


def test_verification_is_true_and_says_what_was_verified() -> None:
    verification = verify(LOG)
    assert verification
    assert str(verification) == f"40 steps, 83 records, digest {verification.digest}"
    assert verification.failing_step is None


@pytest.mark.parametrize("step", [1, 2, 17, 40])
def test_first_failing_step_is_named(step: int) -> None:
    index = [i for i, kind in enumerate(PLAIN.kinds()) if kind == plain_log.CHECK][step - 1]
    hash64 = PLAIN.records[index][1][1]
    verification = verify(changed(index, 1, hash64 ^ 1 << 40))
    assert not verification
    assert verification.failing_step == step
    assert verification.steps == step - 1
    assert f"step {step}: the position has the hash {hash64:#018x}, the log says" in str(verification)


def test_other_number_of_dice_is_named() -> None:
    assert "0 dice were rolled, the log says 1" in verify(changed(2, 2, 1)).problem


def test_other_step_number_is_named() -> None:
    assert "the game stands at step 1, the log says 2" in verify(changed(2, 0, 2)).problem


def test_keyframe_that_differs_in_one_field_names_the_field() -> None:
    recording = Recording(CROSSROADS, 3)
    recording.play(6)
    recording.game.world().units[3].status.steps = 9
    told = recording.game.snapshot()
    log = plain_log.split(recording.data)
    fields = [told, bytes.fromhex(digest(told, recording.game.content)), None]
    verification = verify(plain_log.join(log.header, [*log.records, (plain_log.KEYFRAME, fields)]))
    assert verification.failing_step == 6
    assert "units[3] (B2) status.steps: 1 / 9" in verification.problem


def test_keyframe_with_another_digest_is_named() -> None:
    assert "with the digest it has" in verify(changed(0, 1, bytes(16))).problem


@pytest.mark.parametrize(
    ("place", "value"), [(0, [True, 7, 2, [0] * 8]), (0, [False, 0, 0, [0] * 8]), (1, 39), (2, bytes(16))]
)
def test_end_that_says_something_else_is_named(place: int, value: object) -> None:
    verification = verify(changed(len(PLAIN.records) - 1, place, value))
    assert not verification
    assert verification.failing_step == 40
    assert "the game ends" in verification.problem


@pytest.mark.rule("CORE-1.2")
def test_illegal_order_under_good_hashes_is_named_with_its_rule() -> None:
    recording = Recording(CROSSROADS, 3)
    game = recording.game
    owed = next(side for side in range(3) if game.clock.owes >> side & 1)
    other = next(side for side in range(3) if not game.clock.owes >> side & 1)
    assert owed != other
    recording.step(0)
    log = plain_log.split(recording.data)
    log.records[1][1][1] = other
    verification = verify(plain_log.join(log.header, log.records))
    assert not verification
    assert verification.failing_step == 1
    assert "is illegal" in verification.problem
    assert "[CORE-1.2]" in verification.problem


def test_other_revision_of_the_rules_is_refused_before_the_log_is_played() -> None:
    newer = always(replace(enfilade.drill.FAMILY, revision=4))
    with pytest.raises(RulesMismatch, match="recorded under the rules 'drill 3', installed are 'drill 4'"):
        verify(LOG, newer)
    with pytest.raises(RulesMismatch):
        position(LOG, 3, newer)
    with pytest.raises(RulesMismatch):
        list(transcript(LOG, newer))


def test_rules_that_are_not_installed_are_named() -> None:
    def unknown(scenario: Scenario) -> Family:
        raise UnknownFamily(f"nothing is announced as {scenario.family!r}")

    with pytest.raises(RulesMismatch, match="recorded under the rules 'drill 3': nothing is announced as 'drill'"):
        verify(LOG, unknown)
    other = plain_log.join(PLAIN.header | {"scenario": PLAIN.header["scenario"] | {"family": "chess"}}, [])
    with pytest.raises(RulesMismatch, match="'chess'"):
        verify(other)


class Tally(Record):
    """A table that the recorded game did not have."""

    count: i32


def test_other_schema_is_refused_before_the_log_is_played() -> None:
    family = enfilade.drill.FAMILY

    def tables(scenario: Scenario) -> list[TableSpec]:
        return [*family.tables(scenario), TableSpec("tally", 50, Block.WORLD, Tally, 1)]

    with pytest.raises(RulesMismatch, match="differs in: the tables and fields of a position"):
        verify(LOG, always(replace(family, tables=tables)))


def test_other_order_of_systems_is_refused_before_the_log_is_played() -> None:
    family = enfilade.drill.FAMILY
    renamed = (*family.systems[:-1], replace(family.systems[-1], name="drill.other"))
    with pytest.raises(RulesMismatch, match="differs in: the order of the systems"):
        verify(LOG, always(replace(family, systems=renamed)))


def test_other_dice_and_other_content_are_refused_before_the_log_is_played() -> None:
    header = PLAIN.header | {"dice": "d6 by hand", "content": bytes(16)}
    with pytest.raises(RulesMismatch, match="differs in: the dice, the scenario's content"):
        verify(plain_log.join(header, PLAIN.records))


@pytest.mark.parametrize("change", [{"units": []}, {"board": {"map": ""}}, {"name": 5}, {"more": 1}])
def test_scenario_that_cannot_be_set_up_is_refused_before_the_log_is_played(change: dict[str, object]) -> None:
    header = PLAIN.header | {"scenario": PLAIN.header["scenario"] | change}
    with pytest.raises(RulesMismatch, match="scenario"):
        verify(plain_log.join(header, PLAIN.records))


def test_positions_of_a_log_of_other_rules_can_be_looked_at() -> None:
    header = PLAIN.header | {"rules": "drill 99", "scenario": PLAIN.header["scenario"] | {"family": "lost"}}
    log = plain_log.join(header, PLAIN.records)
    with pytest.raises(RulesMismatch):
        verify(log)
    assert summary(log).rules == "drill 99"
    first, last = stored_positions(log)
    assert (first.step, last.step) == (0, 40)
    assert first.tables["units"][0]["position.x"] == 0
    assert first.tables["units"][2]["position.x"] == 3
    assert first.tables["clock"][0]["scores"] == [0] * 8
    assert last.tables["clock"][0]["over"] is True


def test_hidden_key_is_an_error_where_a_position_is_wanted() -> None:
    recording = Recording(CROSSROADS, 3, commit=True)
    with pytest.raises(HiddenKey):
        list(transcript(recording.data))
