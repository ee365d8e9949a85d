"""The recorder: the same game gives the same file, and whatever happens to it the file is whole."""

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.dump import dump_state
from enfilade.replays import Recorder, RecorderClosed, transcript, verify
from enfilade.replays.reader import read_log
from enfilade.systems.game import Game

from . import plain_log
from .games import CROSSROADS, DELTA, DUEL, Recording, by_scenario, choose, new_game, play_some, recorded


@pytest.mark.parametrize(
    ("scenario", "seed"), [*[(CROSSROADS, seed) for seed in range(30)], *[(DELTA, seed) for seed in range(20)]]
)
def test_random_games_verify(scenario: Scenario, seed: int) -> None:
    recording = Recording(scenario, seed, checks_every=1 + seed % 3, keyframes_every=1 + seed % 7, draws=seed)
    verification = verify(recording.finish())
    assert verification
    assert verification.steps == recording.game.clock.step
    assert verification.digest == recording.game.digest


@by_scenario
def test_same_game_gives_the_same_file(scenario: Scenario) -> None:
    assert recorded(scenario, 5) == recorded(scenario, 5)


def test_second_game_in_one_process_gives_the_file_it_gives_alone() -> None:
    games = "recorded(CROSSROADS, 6) + recorded(DELTA, 6)"
    script = f"from tests.replays.games import *; import sys; sys.stdout.buffer.write({games})"
    recorded(CROSSROADS, 5), recorded(DELTA, 5)
    here = recorded(CROSSROADS, 6) + recorded(DELTA, 6)
    for hash_seed in ("0", "77"):
        assert run(script, PYTHONHASHSEED=hash_seed) == here


@pytest.mark.parametrize(("one", "other"), [(CROSSROADS, DUEL), (CROSSROADS, DELTA), (DELTA, DELTA)])
def test_two_games_recorded_in_turn_give_the_files_they_give_alone(one: Scenario, other: Scenario) -> None:
    first, second = Recording(one, 5), Recording(other, 6)
    while not (first.game.clock.over and second.game.clock.over):
        first.play(1)
        second.play(1)
    assert first.finish() == recorded(one, 5)
    assert second.finish() == recorded(other, 6)


@by_scenario
def test_recorder_leaves_the_game_as_it_is(scenario: Scenario) -> None:
    recording = Recording(scenario, 5, commit=True, keyframes_every=1)
    alone = new_game(scenario, 5)
    while not recording.game.clock.over:
        assert recording.game.snapshot() == alone.snapshot()
        recording.step(0)
        choose(alone, 0)
        alone.step()
    recording.recorder.note("a note")
    recording.recorder.end()
    assert recording.game.snapshot() == alone.snapshot()


def test_order_is_in_the_file_when_its_step_stands_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    game = new_game(CROSSROADS, 3)
    recorder = Recorder.open(path, game, seed=3)
    choose(game, 0)
    before = path.read_bytes()
    recorder.order(game.order)
    assert path.read_bytes() == before
    game.step()
    recorder.stepped()
    assert plain_log.split(path.read_bytes()).kinds() == [plain_log.KEYFRAME, plain_log.ORDER, plain_log.CHECK]
    recorder.close()


def test_order_whose_step_failed_leaves_nothing_behind() -> None:
    recording = Recording(CROSSROADS)
    choose(recording.game, 0)
    recording.recorder.dice((1, 2))
    recording.recorder.order(recording.game.order)
    recording.recorder.note("the step failed")
    recording.step(1)
    recording.play()
    recording.recorder.end()
    log = plain_log.split(recording.data)
    assert log.kinds()[:4] == [plain_log.KEYFRAME, plain_log.NOTE, plain_log.DICE, plain_log.ORDER]


def test_step_without_an_order_is_refused() -> None:
    with pytest.raises(ValueError, match="expected the order first"):
        Recording(CROSSROADS).recorder.stepped()


@by_scenario
def test_recording_begun_in_the_middle_holds_the_start_and_the_position(scenario: Scenario) -> None:
    recording = Recording(scenario, 3, before=lambda game: play_some(game, 2))
    row = recording.game.snapshot()
    log = plain_log.split(recording.data)
    assert log.records == [(plain_log.RESTORE, [row, bytes.fromhex(recording.game.digest), None])]
    verification = verify(recording.finish())
    assert verification
    assert verification.steps == recording.game.clock.step > 2


def test_recording_of_a_game_with_another_key_than_its_seed_holds_the_position() -> None:
    recording = Recording(CROSSROADS, 3, before=lambda game: game.set_key(99))
    assert plain_log.split(recording.data).kinds() == [plain_log.RESTORE]
    assert verify(recording.finish())


@by_scenario
def test_game_from_a_scenario_with_a_state_is_recorded_from_its_start(scenario: Scenario) -> None:
    before = new_game(scenario, 3)
    play_some(before, 3)
    scenario = msgspec.structs.replace(scenario, state=dump_state(before.store))
    game = Game(scenario, before.family)
    file = io.BytesIO()
    recorder = Recorder(game)
    recorder.write_to(file)
    while not game.clock.over:
        choose(game, 0)
        recorder.order(game.order)
        game.step()
        recorder.stepped()
    recorder.end()
    assert plain_log.split(file.getvalue()).kinds()[0] == plain_log.KEYFRAME
    assert verify(file.getvalue())


@by_scenario
def test_intervals_of_checks_and_keyframes(scenario: Scenario) -> None:
    recording = Recording(scenario, 3, checks_every=5, keyframes_every=8)
    recording.finish()
    log = plain_log.split(recording.data)
    last = recording.game.clock.step
    assert [fields[0] for fields in log.of(plain_log.CHECK)] == list(range(5, last + 1, 5))
    assert len(log.of(plain_log.KEYFRAME)) == 1 + last // 8 + 1
    assert verify(recording.data)
    with pytest.raises(ValueError, match="expected 1 or more"):
        Recording(CROSSROADS, 3, checks_every=0)


def test_draws_of_a_check_are_the_dice_rolled_since_the_last_one() -> None:
    each, some = Recording(CROSSROADS, 8), Recording(CROSSROADS, 8, checks_every=4)
    rolled = []
    for recording in (each, some):
        while not recording.game.clock.over:
            recording.play(1)
            if recording is each:
                rolled.append(recording.game.notes.rolls)
    assert sum(rolled) > 0
    assert [fields[2] for fields in plain_log.split(each.data).of(plain_log.CHECK)] == rolled
    sums = [sum(rolled[start : start + 4]) for start in range(0, len(rolled) - 3, 4)]
    assert [fields[2] for fields in plain_log.split(some.data).of(plain_log.CHECK)] == sums


def test_what_happens_after_the_battle_is_decided_is_recorded_until_the_log_ends() -> None:
    recording = Recording(CROSSROADS, 3)
    recording.play(4)
    row = recording.game.snapshot()
    recording.play()
    assert recording.game.clock.over
    recording.recorder.note("it is over")
    recording.back_to(row)
    recording.step(0)
    recording.recorder.end()
    verification = verify(recording.data)
    assert verification
    assert verification.steps == 5


def test_ended_log_takes_nothing_more() -> None:
    recording = Recording(DUEL)
    recording.finish()
    size = len(recording.data)
    for action in (recording.recorder.end, recording.recorder.restore, lambda: recording.recorder.note("late")):
        with pytest.raises(RecorderClosed, match="the log has ended"):
            action()
    recording.recorder.close()
    assert len(recording.data) == size


def test_log_closed_without_end_is_an_incomplete_one(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    with Recorder.open(path, new_game(DUEL, 3), seed=3):
        pass
    verification = verify(path)
    assert not verification
    assert "it has no END record" in verification.problem


def test_refused_recording_makes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "a.enf"
    path.write_bytes(b"something else")
    game = new_game(DUEL, 3)
    game.set_key(1)
    with pytest.raises(ValueError, match="not that of the seed to commit to"):
        Recorder.open(path, game, seed=3, commit=True)
    with pytest.raises(ValueError, match="no seed to commit to"):
        Recorder.open(path, game, commit=True)
    assert path.read_bytes() == b"something else"


def test_note_is_told_and_changes_nothing() -> None:
    recording = Recording(DUEL)
    recording.recorder.note("well met")
    recording.finish()
    assert verify(recording.data)
    assert verify(recording.data).digest == verify(recorded(DUEL)).digest
    assert any("well met" in line for line in transcript(recording.data))
    with pytest.raises(ValueError, match="a note of 16385 characters"):
        Recording(DUEL).recorder.note("x" * 16_385)


class FullDisk(io.BytesIO):
    """A file with little room left: it takes part of a write, then fails."""

    room = 0

    def write(self, data: object) -> int:
        part = bytes(data)[: self.room]  # type: ignore[call-overload]
        if not part:
            raise OSError(28, "No space left on device")
        self.room -= len(part)
        return super().write(part)


@pytest.mark.parametrize("room", range(0, 57, 3))
def test_full_disk_leaves_a_whole_log_and_ends_the_recording(room: int) -> None:
    game = new_game(CROSSROADS, 3)
    file = FullDisk()
    file.room = 1 << 20
    recorder = Recorder(game, seed=3)
    recorder.write_to(file)
    whole = file.getvalue()
    file.room = room
    choose(game, 0)
    recorder.order(game.order)
    game.step()
    with pytest.raises(OSError, match="No space left"):
        recorder.stepped()
    assert file.getvalue() == whole
    with pytest.raises(RecorderClosed):
        recorder.note("more")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a file that is always full")
def test_error_of_writing_a_log_names_it() -> None:
    with pytest.raises(OSError, match="No space left") as raised:
        Recorder.open("/dev/full", new_game(CROSSROADS, 3), seed=3)
    assert raised.value.filename == "/dev/full"


def test_file_that_takes_nothing_ends_the_recording() -> None:
    class Closed(io.BytesIO):
        def write(self, data: object) -> int:
            return 0

    with pytest.raises(OSError, match="it takes no more after record 1: 'the log'"):
        Recorder(new_game(DUEL, 3), seed=3).write_to(Closed())


def test_write_in_parts_is_carried_on() -> None:
    class Slow(io.BytesIO):
        def write(self, data: object) -> int:
            return super().write(bytes(data)[:7])  # type: ignore[call-overload]

    game = new_game(DUEL, 3)
    file = Slow()
    recorder = Recorder(game, seed=3)
    recorder.write_to(file)
    assert plain_log.split(file.getvalue()).kinds() == [plain_log.KEYFRAME]


RECORD_FOR_EVER = """
import sys
from enfilade.replays import Recorder
from tests.replays.games import choose, long_game, new_game
game = new_game(long_game(99), 3)
recorder = Recorder.open(sys.argv[1], game, seed=3, keyframes_every=5)
while not game.clock.over:
    choose(game, game.clock.step % game.count())
    recorder.order(game.order)
    game.step()
    recorder.stepped()
    print(game.clock.step, game.digest, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="a process cannot be killed so here")
def test_killed_process_loses_at_most_the_order_it_was_about(tmp_path: Path) -> None:
    path = tmp_path / "killed.enf"
    process = subprocess.Popen(
        [sys.executable, "-c", RECORD_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None
    digests = {}
    for line in process.stdout:
        step, digest = line.split()
        digests[int(step)] = digest
        if int(step) == 23:
            process.send_signal(signal.SIGKILL)
    process.wait()
    verification = verify(path, tail=True)
    assert not verification.complete
    assert verification.failing_step is None
    assert verification.steps - max(digests) in (0, 1)
    if verification.steps in digests:
        assert verification.digest == digests[verification.steps]
    assert read_log(path, tail=True).records > 46


ROOT = Path(__file__).parents[2]


def run(script: str, **environment: str) -> bytes:
    """What a script writes, run by a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, cwd=ROOT, env=os.environ | environment
    ).stdout


@by_scenario
def test_game_played_on_from_a_snapshot_writes_a_log_that_plays(scenario: Scenario) -> None:
    first = Recording(scenario, 3)
    first.play(6)
    row = first.game.snapshot()
    second = Recording(scenario, 3, before=lambda game: game.restore(row))
    for recording in (first, second):
        while not recording.game.clock.over:
            recording.step(0)
        recording.recorder.end()
        assert verify(recording.data)
    assert verify(first.data).digest == verify(second.data).digest
