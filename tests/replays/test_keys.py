"""Dice keys in a log: committed to, revealed rightly, wrongly or never; keys of turns."""

from pathlib import Path

import msgspec
import pytest

import enfilade as ef
from enfilade.core.engine.hash import hash_row
from enfilade.core.engine.keys import commitment, commitment_to_key, key_of_seed
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.dump import dump_state
from enfilade.replays import DamagedReplay, HiddenKey, position, verify

from . import plain_log
from .games import CROSSROADS, Recording, by_scenario, recorded

SEED = b"a seed that nobody guesses"


def committed(scenario: Scenario = CROSSROADS, *, reveal: bool = True) -> Recording:
    """A whole game whose seed is committed to."""
    recording = Recording(scenario, SEED, commit=True, keyframes_every=4)
    recording.play()
    recording.recorder.end(reveal=reveal)
    return recording


@by_scenario
def test_committed_game_with_its_seed_revealed_verifies(scenario: Scenario) -> None:
    recording = committed(scenario)
    log = plain_log.split(recording.data)
    assert log.of(plain_log.KEY) == [[0, plain_log.SEED_REVEALED, SEED]]
    verification = verify(recording.data)
    assert verification
    assert verification.digest == recording.game.digest


@by_scenario
def test_committed_game_that_is_not_revealed_cannot_be_verified(scenario: Scenario) -> None:
    data = committed(scenario, reveal=False).data
    verification = verify(data)
    assert not verification
    assert verification.complete
    assert "the seed is committed to and not revealed" in verification.problem
    with pytest.raises(HiddenKey, match="the seed is committed to and not revealed"):
        position(data)


def test_committed_game_still_under_way_cannot_be_verified_and_says_why() -> None:
    recording = Recording(CROSSROADS, SEED, commit=True)
    recording.play(5)
    assert "the seed is committed to and not revealed" in verify(recording.data).problem


@pytest.mark.parametrize("other", [b"another seed", 7, key_of_seed(SEED), SEED + b"\0", b""])
def test_committed_game_with_another_seed_revealed_cannot_be_verified(other: int | bytes) -> None:
    log = plain_log.split(committed().data)
    index = log.kinds().index(plain_log.KEY)
    log.records[index][1][2] = other
    verification = verify(plain_log.join(log.header, log.records))
    assert not verification
    assert "the seed that is revealed is not the one committed to" in verification.problem


def test_game_played_with_other_dice_than_committed_to_does_not_verify() -> None:
    log = plain_log.split(committed().data)
    log.header["commitment"] = commitment(b"another seed")
    log.records[log.kinds().index(plain_log.KEY)][1][2] = b"another seed"
    verification = verify(plain_log.join(log.header, log.records))
    assert not verification
    assert verification.failing_step is not None


@by_scenario
def test_log_does_not_hold_the_key_before_it_is_revealed(scenario: Scenario) -> None:
    recording = Recording(scenario, SEED, commit=True, keyframes_every=1)
    recording.play(12)
    recording.recorder.restore()
    key = recording.game.key
    for half in (key & 0xFFFFFFFF, key >> 32):
        assert half.to_bytes(4, "little") not in recording.data
        assert half.to_bytes(4, "big") not in recording.data
    assert SEED not in recording.data
    log = plain_log.split(recording.data)
    _, digest, told = log.records[-1][1]
    assert told == commitment(SEED)
    assert digest != bytes.fromhex(recording.game.digest)


def test_checks_of_a_committed_game_are_hashes_without_the_key() -> None:
    recording = Recording(CROSSROADS, SEED, commit=True)
    recording.play(1)
    told = plain_log.split(recording.data).of(plain_log.CHECK)[-1][1]
    assert told != recording.game.hash()
    recording.game.set_key(0)
    assert told == hash_row(recording.game.store.arenas, 0)


def test_rows_after_the_seed_is_revealed_hold_the_key() -> None:
    recording = committed()
    row, _, told = plain_log.split(recording.data).records[-2][1]
    assert row == recording.game.snapshot()
    assert told is None


@by_scenario
def test_position_in_a_scenario_is_committed_without_its_key(scenario: Scenario) -> None:
    begun = Recording(scenario, SEED)
    begun.play(5)
    scenario = msgspec.structs.replace(scenario, state=dump_state(begun.game.store))
    recording = Recording(scenario, SEED, commit=True)
    clock = plain_log.split(recording.data).header["scenario"]["state"]["clock"][0]
    assert "key_low" not in clock
    assert "key_high" not in clock
    assert verify(recording.finish())


@by_scenario
def test_undo_restore_and_notes_of_a_committed_game_verify(scenario: Scenario) -> None:
    recording = Recording(scenario, SEED, commit=True)
    recording.play(6)
    row = recording.game.snapshot()
    recording.play(3)
    recording.back_to(row)
    recording.play(2)
    recording.game.restore(row)
    recording.recorder.restore()
    recording.finish()
    assert verify(recording.data)


def test_seed_revealed_twice_or_without_commitment_is_damage() -> None:
    log = plain_log.split(committed().data)
    index = log.kinds().index(plain_log.KEY)
    twice = [*log.records[:index], log.records[index], *log.records[index:]]
    with pytest.raises(DamagedReplay, match="expected one that was committed to, once"):
        verify(plain_log.join(log.header, twice))
    log = plain_log.split(recorded(CROSSROADS))
    with pytest.raises(DamagedReplay, match="expected one that was committed to, once"):
        verify(plain_log.join(log.header, [*log.records[:-1], (plain_log.KEY, [0, plain_log.SEED_REVEALED, 3])]))


def turn_by_turn(scenario: Scenario = CROSSROADS, *, reveal: bool) -> Recording:
    """A game with an open key for turn 1 and a secret one for turn 2."""
    recording = Recording(scenario, 3)
    recording.play(4)
    recording.game.set_key(111)
    recording.recorder.key(1, 111)
    recording.play(4)
    recording.game.set_key(1 << 63)
    recording.recorder.commit(2, 1 << 63)
    recording.play(8)
    if reveal:
        recording.recorder.key(2, 1 << 63)
    recording.play(4)
    recording.recorder.end(reveal=False)
    return recording


@by_scenario
def test_keys_of_turns_are_in_force_from_where_they_stand(scenario: Scenario) -> None:
    recording = turn_by_turn(scenario, reveal=True)
    log = plain_log.split(recording.data)
    assert log.of(plain_log.KEY) == [
        [1, plain_log.KEY_OPEN, 111],
        [2, plain_log.KEY_COMMITTED, commitment_to_key(1 << 63)],
        [2, plain_log.KEY_REVEALED, 1 << 63],
    ]
    verification = verify(recording.data)
    assert verification
    assert verification.digest == recording.game.digest


@by_scenario
def test_key_of_a_turn_that_is_not_revealed_ends_the_verification_there(scenario: Scenario) -> None:
    verification = verify(turn_by_turn(scenario, reveal=False).data)
    assert not verification
    assert verification.steps == 8
    assert "the key of turn 2 is committed to and not revealed" in verification.problem


def test_other_key_revealed_for_a_turn_ends_the_verification_there() -> None:
    log = plain_log.split(turn_by_turn(reveal=True).data)
    revealed = [index for index, kind in enumerate(log.kinds()) if kind == plain_log.KEY][-1]
    log.records[revealed][1][2] = (1 << 63) + 1
    verification = verify(plain_log.join(log.header, log.records))
    assert verification.steps == 8
    assert "the key of turn 2 that is revealed is not the one committed to" in verification.problem


def test_seed_and_key_of_the_same_number_have_different_commitments() -> None:
    assert commitment(7) != commitment_to_key(7)
    assert commitment(7) != commitment(b"7")


@by_scenario
def test_undo_past_a_new_key_brings_the_old_one_back(scenario: Scenario) -> None:
    recording = Recording(scenario, 3)
    recording.play(3)
    before = recording.game.snapshot()
    recording.play(1)
    recording.game.set_key(5)
    recording.recorder.key(1, 5)
    with_key = recording.game.snapshot()
    recording.play(1)
    recording.back_to(with_key)
    assert recording.game.key == 5
    recording.play(1)
    recording.back_to(with_key)
    recording.back_to(before)
    assert recording.game.key == key_of_seed(3)
    recording.finish()
    assert verify(recording.data)


def test_recorder_refuses_keys_that_are_not_the_games() -> None:
    recording = Recording(CROSSROADS, 3)
    with pytest.raises(ValueError, match="the game's dice key is another one"):
        recording.recorder.key(1, 5)
    with pytest.raises(ValueError, match="the game's dice key is another one"):
        recording.recorder.commit(1, 5)
    recording.game.set_key(5)
    recording.recorder.commit(1, 5)
    with pytest.raises(ValueError, match="expected the one that was committed to"):
        recording.recorder.key(1, 6)
    with pytest.raises(ValueError, match="expected the first to be revealed"):
        recording.recorder.commit(1, 5)


@pytest.mark.parametrize("fields", [[1, 0, -1], [1, 0, 1 << 63], [1, 0, b"x"], [1, 1, b"short"], [1, 1, 5], [1, 2, 5]])
def test_key_records_of_other_forms_are_damage(fields: list[object]) -> None:
    log = plain_log.split(recorded(CROSSROADS))
    records = [*log.records[:-1], (plain_log.KEY, fields)]
    if fields == [1, 0, 1 << 63]:
        assert not verify(plain_log.join(log.header, records))
    else:
        with pytest.raises(DamagedReplay):
            verify(plain_log.join(log.header, records))


def keyed_battle(path: Path, scenario: Scenario = CROSSROADS) -> ef.Battle:
    """A battle whose log holds one order."""
    battle = ef.Battle(scenario, 7)
    battle.record(path)
    battle.step(battle.legal[2])
    return battle


def keys_told(path: Path) -> list[list[object]]:
    """The KEY records of a log."""
    return plain_log.split(path.read_bytes()).of(plain_log.KEY)


def refuse_bad_end(battle: ef.Battle, path: Path) -> None:
    """The log, when it is ended here, verifies and ends in this position."""
    battle.stop_recording()
    verification = verify(path)
    assert verification, verification.problem
    assert verification.digest == battle.digest


FIVE = key_of_seed(5)
COMMITTED, REVEALED, OPEN = [1, 1, commitment_to_key(FIVE)], [1, 2, FIVE], [1, 0, FIVE]


@by_scenario
def test_key_committed_to_and_undone_is_set_when_it_is_revealed(scenario: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    battle = keyed_battle(path, scenario)
    battle.rekey(5, commit=True)
    battle.undo()
    battle.step(battle.legal[1])
    battle.rekey(5)
    battle.step(battle.legal[1])
    assert battle.game.key == FIVE
    refuse_bad_end(battle, path)
    assert keys_told(path) == [COMMITTED, REVEALED, OPEN]


@by_scenario
def test_key_committed_to_and_restored_away_is_set_when_it_is_revealed(scenario: Scenario, tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    battle = keyed_battle(path, scenario)
    before = battle.snapshot()
    battle.rekey(5, commit=True)
    battle.restore(before)
    battle.rekey(5)
    battle.step(battle.legal[1])
    refuse_bad_end(battle, path)
    assert keys_told(path) == [COMMITTED, REVEALED, OPEN]


def test_key_committed_to_and_still_in_force_is_only_revealed(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    battle = keyed_battle(path)
    battle.rekey(5, commit=True)
    with_key = battle.snapshot()
    battle.step("blue bid 1")
    battle.undo()
    battle.restore(with_key)
    battle.rekey(5)
    battle.step("blue bid 1")
    refuse_bad_end(battle, path)
    assert keys_told(path) == [COMMITTED, REVEALED]


@pytest.mark.parametrize("revealed", [False, True])
def test_key_committed_to_before_is_refused_and_the_log_stays_whole(tmp_path: Path, revealed: bool) -> None:
    path = tmp_path / "a.enf"
    battle = keyed_battle(path)
    battle.rekey(5, commit=True)
    if revealed:
        battle.rekey(5)
    else:
        battle.undo()
        battle.step("red bid 2")
    before, size = battle.digest, path.stat().st_size
    with pytest.raises(ValueError, match="a second commitment"):
        battle.rekey(5, commit=True)
    assert (battle.digest, path.stat().st_size) == (before, size)
    battle.step("blue bid 1")
    refuse_bad_end(battle, path)


def test_another_key_can_be_committed_to_after_one_is_revealed(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    battle = keyed_battle(path)
    battle.rekey(5, commit=True)
    battle.rekey(5)
    battle.rekey(6, commit=True)
    battle.step("blue bid 1")
    refuse_bad_end(battle, path)
    assert len(keys_told(path)) == 4


def test_key_of_the_seed_that_is_committed_to_is_not_committed_to_again(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    battle = ef.Battle(CROSSROADS, SEED)
    battle.record(path, commit=True)
    with pytest.raises(ValueError, match="a second commitment to the same key"):
        battle.rekey(SEED, commit=True)
    battle.step("red bid 1")
    refuse_bad_end(battle, path)
