"""Logs followed in runs and record by record: the same results, the same errors, the same positions to go back to."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enfilade.core.engine.warm import compile_now
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import packed, runs, verify
from enfilade.replays.fold import Fold
from enfilade.replays.reader import read_log

from . import plain_log
from .games import CROSSROADS, DELTA, DUEL, MEETING, Recording, by_scenario, choose, long_game, recorded

DUEL_LOG = recorded(DUEL)
DUEL_PLAIN = plain_log.split(DUEL_LOG)
LOG = recorded(CROSSROADS)
PLAIN = plain_log.split(LOG)
ORDERS = [index for index, kind in enumerate(PLAIN.kinds()) if kind == plain_log.ORDER]
CHECKS = [index for index, kind in enumerate(PLAIN.kinds()) if kind == plain_log.CHECK]


def outcome(data: bytes, *, tail: bool, legality: bool) -> Any:
    """What verification says of a log, or the error that it raises."""
    try:
        return verify(data, tail=tail, legality=legality)
    except ValueError as problem:
        return type(problem), str(problem)


def both_ways(data: bytes, *, tail: bool = False, legality: bool = True) -> Any:
    """What verification says, which must be the same in runs and record by record."""
    said = []
    for in_runs in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            for module in (packed, runs):
                patch.setattr(module, "is_ready", lambda made, in_runs=in_runs: in_runs)
            said.append(outcome(data, tail=tail, legality=legality))
    assert said[0] == said[1]
    return said[0]


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Load the compiled code first, where there is to be any."""
    for scenario in (CROSSROADS, DELTA):
        compile_now(runs.run_entries(Recording(scenario).game))


def test_no_order_check_or_keyframe_of_a_sound_log_is_read_record_by_record(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (packed, runs):
        monkeypatch.setattr(module, "is_ready", lambda made: True)
    surveyor = packed.Surveyor(LOG, plain_log.crc_seed(plain_log.salt_of(LOG[24 : plain_log.header_end(LOG) - 4])))
    assert surveyor.run(PLAIN.starts[0], 0) == PLAIN.starts[-1]
    assert [int(count) for count in surveyor.tally[1:4]] == [len(PLAIN.of(kind)) for kind in (1, 2, 3)]
    fold = Fold(read_log(LOG))
    left = [entry.kind for entry in runs.entries_for(fold) if fold.take(entry.record) is None]
    assert left == [plain_log.KEYFRAME, plain_log.KEYFRAME, plain_log.END]


def test_sound_logs() -> None:
    for log in (DUEL_LOG, LOG, recorded(CROSSROADS, b"seed"), recorded(DELTA), recorded(MEETING, b"seed")):
        assert both_ways(log)


@pytest.mark.slow
def test_long_log_with_few_keyframes() -> None:
    assert both_ways(Recording(long_game(99), keyframes_every=10_000).finish()).steps > runs.ORDERS_MAX


@pytest.mark.parametrize("every", [1, 3, 7])
@by_scenario
def test_checks_and_keyframes_at_other_intervals(scenario: Scenario, every: int) -> None:
    assert both_ways(Recording(scenario, checks_every=every, keyframes_every=every).finish())


@pytest.mark.bounds
@pytest.mark.parametrize("size", [40, 60, 97, 300, 1_000])
def test_any_window_will_do(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "WINDOW_BYTES", size)
    assert both_ways(LOG)


def test_cut_at_every_third_byte() -> None:
    for size in range(plain_log.header_end(DUEL_LOG), len(DUEL_LOG), 3):
        both_ways(DUEL_LOG[:size])
        both_ways(DUEL_LOG[:size], tail=True)


def test_bits_flipped() -> None:
    damaged = bytearray(DUEL_LOG)
    for bit in range(8 * plain_log.header_end(DUEL_LOG), 8 * len(DUEL_LOG), 11):
        damaged[bit // 8] ^= 1 << bit % 8
        for tail in (False, True):
            both_ways(bytes(damaged), tail=tail)
        damaged[bit // 8] ^= 1 << bit % 8


def test_records_left_out_twice_and_in_another_order() -> None:
    bounds = [*DUEL_PLAIN.starts, len(DUEL_LOG)]
    pieces = [DUEL_LOG[start:end] for start, end in itertools.pairwise(bounds)]
    head = DUEL_LOG[: bounds[0]]
    for place in range(len(pieces)):
        both_ways(head + b"".join(pieces[:place] + pieces[place + 1 :]))
        both_ways(head + b"".join(pieces[: place + 1] + pieces[place:]), tail=True)
        both_ways(head + b"".join(pieces[:place] + pieces[place : place + 2][::-1] + pieces[place + 2 :]))


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("change", [1, -1, 1 << 20])
def test_check_that_says_something_else_at_some_steps(place: int, change: int) -> None:
    for step, index in list(enumerate(CHECKS, 1))[::7]:
        records = [(kind, list(fields)) for kind, fields in PLAIN.records]
        records[index][1][place] = max(records[index][1][place] + change, 0)
        if records != PLAIN.records:
            verification = both_ways(plain_log.join(PLAIN.header, records))
            assert (verification.failing_step, verification.steps) == (step, step - 1)


@pytest.mark.parametrize("legality", [True, False])
@pytest.mark.parametrize(
    ("place", "value"), [(0, 99), (1, 2), (1, 7), (2, 500), (3, -2), (5, 4_000), (8, [77]), (9, [-5]), (9, [0] * 24)]
)
def test_order_that_says_something_else_at_every_fifth_step(place: int, value: object, *, legality: bool) -> None:
    for index in ORDERS[::5]:
        records = [(kind, list(fields)) for kind, fields in PLAIN.records]
        records[index][1][place] = value
        both_ways(plain_log.join(PLAIN.header, records), legality=legality)


@pytest.mark.slow
@pytest.mark.parametrize("legality", [True, False])
@pytest.mark.parametrize(
    ("place", "value"),
    [(0, 60), (1, 3), (1, 4), (2, 8), (2, 9), (5, 6), (5, 7), (6, -1), (9, [41]), (9, [42]), (9, [0, 0]), (9, [-1])],
)
def test_march_that_says_something_else_at_every_third_step(place: int, value: object, *, legality: bool) -> None:
    log = plain_log.split(recorded(DELTA))
    orders = [index for index, kind in enumerate(log.kinds()) if kind == plain_log.ORDER]
    for index in orders[::3]:
        records = [(kind, list(fields)) for kind, fields in log.records]
        records[index][1][place] = value
        both_ways(plain_log.join(log.header, records), legality=legality)


def test_order_that_cannot_stand_leaves_what_was_before_it() -> None:
    records = [record for record in PLAIN.records[: ORDERS[20]] if record[0] != plain_log.KEYFRAME]
    lost = (plain_log.ORDER, [99, 0, 0, -1, -1, 0, 0, 0, [], []])
    verification = both_ways(plain_log.join(PLAIN.header, [*records, lost]), legality=False)
    assert not verification
    assert verification.steps == 20
    assert "cannot be carried out" in verification.problem


SMALL = st.integers(-3, 8)
ANY_ORDER = st.tuples(*[SMALL | st.integers(-128, 127)] * 8, st.lists(SMALL, max_size=4), st.lists(SMALL, max_size=24))


@pytest.mark.bounds
@given(st.lists(ANY_ORDER.map(list), min_size=1, max_size=6), st.sampled_from(ORDERS[:30]), st.booleans())
def test_random_orders_after_some_of_a_game(orders: list[list[object]], start: int, legality: bool) -> None:
    records = [*PLAIN.records[:start], *[(plain_log.ORDER, order) for order in orders]]
    assert not both_ways(plain_log.join(PLAIN.header, records), legality=legality)


@pytest.mark.bounds
@given(st.data())
def test_any_damage(data: st.DataObject) -> None:
    damaged = bytearray(DUEL_LOG)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(damaged)))
        damaged[start : start + data.draw(st.integers(0, 60))] = data.draw(st.binary(max_size=40))
    both_ways(bytes(damaged), tail=data.draw(st.booleans()))


@given(st.permutations(range(1, 12)), st.integers(1, 11))
def test_records_of_a_log_shuffled_under_good_checksums(places: list[int], count: int) -> None:
    records = [PLAIN.records[0], *[PLAIN.records[place] for place in places[:count]]]
    both_ways(plain_log.join(PLAIN.header, records))


def wandering(choice: random.Random, steps: int, scenario: Scenario = CROSSROADS) -> Recording:
    """A game with undo, other orders, keys of turns, restored rows and notes."""
    recording = Recording(scenario, choice.randrange(1 << 60), checks_every=choice.choice([1, 1, 2, 5]))
    rows = [recording.game.snapshot()]
    for number in range(steps):
        if recording.game.clock.over or (choice.random() < 0.1 and len(rows) > 2):
            del rows[choice.randrange(1, len(rows)) :]
            recording.back_to(rows[-1])
        what = choice.random()
        if what < 0.08:
            recording.game.set_key(choice.randrange(1 << 64))
            recording.recorder.key(1_000 + number, recording.game.key)
            rows[-1] = recording.game.snapshot()
        elif what < 0.12:
            recording.game.set_key(choice.randrange(1 << 64))
            recording.recorder.commit(2_000 + number, recording.game.key)
            rows[-1] = recording.game.snapshot()
        elif what < 0.16:
            recording.recorder.note(f"at {number}")
        elif what < 0.18:
            recording.recorder.reveal()
        elif what < 0.22:
            recording.game.restore(choice.choice(rows))
            recording.recorder.restore()
            rows = [recording.game.snapshot()]
        recording.step(choice.randrange(recording.game.count()))
        rows.append(recording.game.snapshot())
    recording.recorder.end()
    return recording


@pytest.mark.parametrize("seed", range(4))
@by_scenario
def test_games_with_undo_keys_commitments_notes_and_restored_rows(scenario: Scenario, seed: int) -> None:
    recording = wandering(random.Random(seed), 80, scenario)
    verification = both_ways(recording.data)
    assert verification
    assert verification.digest == recording.game.digest


@pytest.mark.parametrize("commit", [False, True])
def test_seed_and_key_that_stay_secret(commit: bool) -> None:
    recording = Recording(CROSSROADS, 9, commit=commit)
    recording.play(8)
    recording.game.set_key(77)
    recording.recorder.commit(3, 77)
    recording.play(8)
    kept = recording.data
    recording.recorder.reveal()
    assert not both_ways(kept)
    recording.finish()
    assert both_ways(recording.data)


def test_orders_with_rolled_dice_between_orders_without() -> None:
    recording = Recording(CROSSROADS, 4)
    game = recording.game
    given_faces = 0
    while not game.clock.over:
        row = game.snapshot()
        choose(game, 0)
        game.step()
        rolls = game.notes.rolls
        game.restore(row)
        faces = (1,) * rolls if given_faces % 2 else ()
        given_faces += rolls > 0
        try:
            recording.step(0, faces)
        except ValueError:
            game.give_dice(())
            game.restore(row)
            recording.recorder.dice(())
            recording.step(0)
    assert both_ways(recording.finish())
    log = plain_log.split(recording.data)
    dice = log.kinds().index(plain_log.DICE)
    without = [*log.records[:dice], *log.records[dice + 1 :]]
    early = [*log.records[: dice - 2], log.records[dice], *log.records[dice - 2 : dice], *log.records[dice + 1 :]]
    both_ways(plain_log.join(log.header, without))
    assert not both_ways(plain_log.join(log.header, early))


@by_scenario
def test_row_to_restore_that_is_no_position_ends_the_game(scenario: Scenario) -> None:
    recording = Recording(scenario)
    recording.play(4)
    recording.game.world().clock[0].unit = 1_000
    recording.recorder.restore()
    verification = both_ways(recording.data)
    assert (verification.failing_step, verification.records) == (4, len(plain_log.split(recording.data).records) - 1)
    assert "a row to restore that is no position of this game" in verification.problem


def test_dice_are_counted_anew_from_a_restored_row() -> None:
    recording = Recording(CROSSROADS, 4, checks_every=1_000)
    while not recording.game.notes.rolls:
        recording.play(1)
    recording.recorder.restore()
    row = recording.game.snapshot()
    recording.play(1)
    rolls = recording.game.notes.rolls
    recording.back_to(row)
    recording.recorder.end()
    assert plain_log.split(recording.data).of(plain_log.CHECK)[-1][2] == rolls
    assert both_ways(recording.data)


def followed(data: bytes, follow: Callable[[Fold], Any]) -> Fold:
    """The fold of a whole log."""
    fold = Fold(read_log(data))
    for entry in follow(fold):
        assert fold.take(entry.record) is None
    return fold


@by_scenario
def test_every_position_of_a_run_can_be_gone_back_to(scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (packed, runs):
        monkeypatch.setattr(module, "is_ready", lambda made: True)
    recording = Recording(scenario)
    rows = [recording.game.snapshot()]
    while not recording.game.clock.over:
        recording.play(1)
        rows.append(recording.game.snapshot())
    in_runs = followed(recording.data, runs.entries_for)
    assert len(in_runs.line) == len(rows)
    for step, expected in enumerate(rows):
        way = in_runs.line.way_to_step(step)
        assert way is not None
        in_runs.go_to(way)
        assert in_runs.game.snapshot() == expected
    for step in (len(rows) - 3, len(rows) - 4, 7, 3, 0):
        way = in_runs.line.go_back(step)
        assert way is not None
        in_runs.go_to(way)
        assert in_runs.game.snapshot() == rows[step]
        assert len(in_runs.line) == step + 1


@settings(max_examples=15)
@given(st.integers(0, 1 << 30))
def test_random_wanderings(seed: int) -> None:
    assert both_ways(wandering(random.Random(seed), 25).data)
