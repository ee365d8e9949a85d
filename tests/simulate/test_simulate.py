"""Runs of games: what a row tells, the same bytes whoever plays, going on, and what is refused."""

from __future__ import annotations

import errno
import itertools
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import enfilade as ef
from enfilade.bots import RandomBot, UnknownBot, find_bot, play_match
from enfilade.core.engine.kernel import Switch
from enfilade.core.scenario.schema import Scenario
from enfilade.simulate import (
    BadRun,
    GameFailed,
    MissingExtra,
    NotReproduced,
    OtherRun,
    Progress,
    ResultsError,
    ResultsExist,
    Row,
    Simulation,
    WorkersLost,
    compare,
    simulate,
)
from enfilade.simulate.engines import Engine, Processes, ThisProcess, Threads, engine_of
from enfilade.simulate.gather import TASKS_A_WORKER, TRIES_MAX, rows_in_order
from enfilade.simulate.play import Played, Table
from enfilade.simulate.run import whole_run
from enfilade.simulate.tables import TABLES
from tests.face.games import can_interrupt_here, crossroads, delta, duel, fords, in_each, meeting, open_delta, standoff
from tests.simulate.runs import DUEL, MEETING, FailingBot, known_bot, lines_of, row_of, run_of

by_kind = in_each((ef.load_scenario("crossroads"), open_delta()))


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that tests start need not load compiled code."""
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")


# Rows


@by_kind
def test_row_is_the_match_of_its_seed(scenario: Scenario) -> None:
    (row,) = simulate(scenario, 1, bots=("walker", "random"), seed=3)
    battle = ef.Battle(scenario, row.seed)
    match = play_match(battle, [find_bot("walker", row.seed), find_bot("random", row.seed + 1)])
    assert (row.winners, row.reason, row.orders, row.turns) == (match.winners, match.reason, match.orders, battle.turn)
    assert row.digest == battle.digest


@pytest.mark.parametrize(
    ("scenario", "bots"),
    [
        (ef.load_scenario("crossroads"), ("random", "random-unit")),
        (open_delta(), ("random", "random-unit")),
        (MEETING, ("greedy", "random")),
    ],
    ids=["drill at random", "march at random", "march greedy"],
)
def test_row_of_policies_is_that_of_the_same_policies_order_by_order(scenario: Scenario, bots: tuple[str, ...]) -> None:
    run = run_of(scenario, bots=bots, paired=True)
    table = Table(run)
    assert table.is_compiled
    for row in table.play(0, 4).rows:
        battle = ef.Battle(scenario, row.seed)
        assert table._games.play_in(battle, row.index) == row
        outcome = battle.outcome
        assert outcome is not None
        assert (row.winners, row.reason, row.digest) == (outcome.winners, outcome.reason, battle.digest)
        assert (row.orders, row.turns) == (battle.step_number, battle.turn)


def test_policies_do_not_play_where_a_side_has_units_to_hide() -> None:
    assert not run_of(delta(), bots=("random",)).is_of_policies
    assert run_of(open_delta(), bots=("random",)).is_of_policies
    assert not run_of(bots=("walker", "random")).is_of_policies


def test_losses_are_the_units_that_are_gone() -> None:
    """The units of the stand-off have no type."""
    for row in simulate(standoff(), 10, bots=("walker",), seed=1):
        battle = ef.Battle(standoff(), row.seed)
        play_match(battle, [find_bot("walker", row.seed)])
        gone = [unit["side"] for unit in battle.roster().values() if not unit["alive"]]
        assert row.losses == {side: {"": gone.count(side)} for side in ("red", "blue", "green")}


def test_seeds_are_all_different_and_fit_into_53_bits() -> None:
    run = run_of()
    seeds = {run.game_seed(index) for index in range(2000)}
    assert len(seeds) == 2000
    assert all(0 <= seed < 1 << 53 for seed in seeds)


def test_pair_has_one_seed_and_swapped_bots() -> None:
    one, other, third, _ = simulate(MEETING, 4, bots=("walker", "random"), paired=True, seed=2)
    assert one.seed == other.seed != third.seed
    assert (one.swapped, other.swapped) == (False, True)
    (swapped,) = simulate(MEETING, 1, bots=("random", "walker"), seed=2)
    assert msgspec.structs.replace(swapped, index=1, swapped=True) == other


def test_more_games_begin_as_fewer() -> None:
    assert list(simulate(DUEL, 3, seed=4)) == list(simulate(DUEL, 7, seed=4))[:3]


def test_position_in_the_middle_of_a_game_is_played_on() -> None:
    battle = crossroads()
    for _ in range(5):
        battle.step(battle.legal[0])
    position = battle.to_scenario()
    for bots in (("walker",), ("random",)):
        (row,) = simulate(position, 1, bots=bots)
        assert row.orders > 0
        assert row.seed >= 0


def test_game_that_is_too_long_is_told_as_unfinished() -> None:
    for bots in (("walker", "random"), ("random",)):
        rows = list(simulate(fords(3), 2, bots=bots, orders_max=5))
        assert [(row.reason, row.winners, row.orders) for row in rows] == [("unfinished", (), 5)] * 2


def test_bot_that_fails_forfeits_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with known_bot("failing", FailingBot, monkeypatch):
        simulation = simulate(MEETING, 3, bots=("random", "failing"))
        for row in simulation:
            assert (row.reason, row.winners, row.faults) == ("forfeit", ("red",), 1)
            assert row.forfeit == "the bot of blue raised RuntimeError: no idea, says <object object>"
        assert simulation.summary.forfeits == 3


def test_bot_that_fails_is_stood_in_for_when_so_wished(monkeypatch: pytest.MonkeyPatch) -> None:
    with known_bot("failing", FailingBot, monkeypatch):
        for row in simulate(MEETING, 3, bots=("random", "failing"), on_fault="random"):
            assert row.reason != "forfeit"
            assert row.forfeit == ""
            assert row.faults > 0


def test_faults_of_a_game_that_is_too_long_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot plays both sides and fails from the third decision on."""
    with known_bot("failing", FailingBot, monkeypatch):
        (row,) = simulate(MEETING, 1, bots=("failing",), on_fault="random", orders_max=4)
    assert (row.reason, row.orders, row.faults) == ("unfinished", 4, 2)


def test_bot_that_fails_ends_the_run_when_so_wished_and_games_before_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = itertools.count()

    def make(seed: int) -> Any:
        return FailingBot(seed) if next(made) > 3 else find_bot("random", seed)

    path = tmp_path / "games.jsonl"
    with known_bot("failing", make, monkeypatch), pytest.raises(GameFailed, match=r"game 3 of the run, seed [0-9]+: R"):
        simulate(MEETING, 9, bots=("random", "failing"), on_fault="raise", out=path)
    assert [row.index for row in Simulation.open(path)] == [0, 1, 2]


class SleepingBot:
    """A bot that never answers."""

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, view: ef.Battle) -> ef.Order:
        time.sleep(60)
        raise AssertionError


@can_interrupt_here
def test_bot_that_never_answers_forfeits_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with known_bot("sleeping", SleepingBot, monkeypatch):
        rows = list(simulate(MEETING, 4, bots=("sleeping", "random"), decision_seconds_max=0.02, paired=True))
    assert [row.winners for row in rows] == [("blue",), ("red",)] * 2
    assert [(row.reason, row.faults) for row in rows] == [("forfeit", 1)] * 4


# The same rows whoever plays


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_file_is_the_same_whatever_the_number_of_workers(tmp_path: Path, suffix: str) -> None:
    files = []
    for workers in (1, 2, 3):
        files.append(tmp_path / f"{workers}{suffix}")
        simulate(MEETING, 24, bots=("walker", "random"), workers=workers, paired=True, out=files[-1])
    assert len({file.read_bytes() for file in files}) == 1


def test_threads_play_the_same_games() -> None:
    run = run_of(DUEL, bots=("random", "random-unit"))
    expected = Table(run).play(0, 40).rows
    engine = Threads(run, 3)
    assert [row for rows in rows_in_order(engine, 0, 40) for row in rows] == expected
    engine.close()


def test_engine_is_chosen_by_what_is_to_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    policies, bots = run_of(DUEL, bots=("random",)), run_of(DUEL, bots=("walker",))
    monkeypatch.setattr(Switch, "compiled", True)
    chosen = [engine_of("local", policies, 1), engine_of("local", policies, 2), engine_of("local", bots, 2)]
    monkeypatch.setattr(Switch, "compiled", False)
    chosen.append(engine_of("local", policies, 2))
    assert [type(engine) for engine in chosen] == [ThisProcess, Threads, Processes, Processes]
    for engine in chosen:
        engine.close()


class Backwards:
    """An engine that has the latest range done first, and loses every range some times before that."""

    workers = 2
    lost: tuple[type[BaseException], ...] = (ConnectionError,)

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.times: dict[int, int] = {}
        self.under_way = self.most_under_way = 0

    def submit(self, start: int, stop: int) -> Future[Played]:
        """A future that is done when it is asked."""
        engine = self
        self.times[start] = self.times.get(start, 0) + 1
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)

        class Asked(Future[Played]):
            def result(self, timeout: float | None = None) -> Played:
                engine.under_way -= 1
                if engine.times[start] <= engine.losses:
                    raise ConnectionError("the other end is gone")
                return Played([row_of(index) for index in range(start, stop)], 0.25 * (stop - start))

        return Asked()

    def close(self) -> None:
        """Nothing is under way."""


def played_by(engine: Engine, games: int) -> list[int]:
    """The numbers of the rows, as they come."""
    return [row.index for rows in rows_in_order(engine, 0, games) for row in rows]


def test_rows_come_in_order_with_a_bounded_number_of_ranges_under_way() -> None:
    engine = Backwards(0)
    assert played_by(engine, 100) == list(range(100))
    assert engine.most_under_way == TASKS_A_WORKER * engine.workers


def test_lost_ranges_are_played_again() -> None:
    assert played_by(Backwards(TRIES_MAX - 1), 20) == list(range(20))


def test_ranges_that_are_lost_again_and_again_end_the_run() -> None:
    engine = Backwards(TRIES_MAX)
    with pytest.raises(WorkersLost, match=f"the workers of game 0 ended {TRIES_MAX} times: the other end is gone"):
        played_by(engine, 20)
    assert engine.times[0] == TRIES_MAX


# Going on


@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_run_goes_on_where_it_was_with_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    whole, parts = tmp_path / f"whole{suffix}", tmp_path / f"parts{suffix}"
    simulate(DUEL, 9, bots=("walker", "random"), out=whole)
    for games in (2, 5, 5, 9):
        simulation = simulate(DUEL, games, bots=("walker", "random"), out=parts, resume=True)
        assert len(simulation) == games == simulation.summary.games
    assert parts.read_bytes() == whole.read_bytes()


def test_games_that_are_there_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    simulate(DUEL, 5, out=path)
    told: list[Progress] = []
    simulate(DUEL, 8, out=path, resume=True, progress=told.append)
    assert (told[0].done, told[0].played, told[-1].done, told[-1].played) == (6, 1, 8, 3)
    told.clear()
    simulate(DUEL, 8, out=path, resume=True, progress=told.append)
    assert told == []


def test_interrupted_run_keeps_the_games_before_and_goes_on(tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done >= 3:
            raise KeyboardInterrupt

    whole, path = tmp_path / "whole.csv", tmp_path / "games.csv"
    simulate(DUEL, 8, bots=("walker",), out=whole)
    with pytest.raises(KeyboardInterrupt):
        simulate(DUEL, 8, bots=("walker",), out=path, progress=interrupt)
    assert not path.exists()
    assert len(Simulation.open(path)) >= 3
    simulate(DUEL, 8, bots=("walker",), out=path, resume=True)
    assert path.read_bytes() == whole.read_bytes()


def test_results_are_not_thrown_away_unasked(tmp_path: Path) -> None:
    for name in ("games.jsonl", "games.csv"):
        path = tmp_path / name
        simulate(DUEL, 3, out=path)
        before = path.read_bytes()
        with pytest.raises(ResultsExist, match="there already, expected resume to go on, overwrite to begin anew"):
            simulate(DUEL, 3, seed=9, out=path)
        with pytest.raises(OtherRun, match="seed 0, expected 9"):
            simulate(DUEL, 3, seed=9, out=path, resume=True)
        with pytest.raises(OtherRun, match="games 3, expected at most 2"):
            simulate(DUEL, 2, out=path, resume=True)
        assert path.read_bytes() == before
        simulate(DUEL, 2, seed=9, out=path, overwrite=True)
        assert path.read_bytes() != before


def test_table_without_its_journal_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine\n")
    with pytest.raises(ResultsExist, match=r"its journal .* is not there"):
        simulate(DUEL, 2, out=path, resume=True)
    assert path.read_text() == "mine\n"


# One game


@pytest.mark.parametrize("bots", [("walker", "random"), ("random", "random-unit")])
def test_any_row_is_recorded_in_a_log_that_verifies_to_its_digest(tmp_path: Path, bots: tuple[str, ...]) -> None:
    path = tmp_path / "games.csv"
    simulate(MEETING, 4, bots=bots, paired=True, out=path)
    for index in range(4):
        row = Simulation.open(path).record(index, tmp_path / "game.enf")
        verification = ef.replays.verify(tmp_path / "game.enf")
        assert verification.ok
        assert (verification.digest, verification.steps) == (row.digest, row.orders)


def test_forfeited_game_is_recorded_up_to_the_forfeit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with known_bot("failing", FailingBot, monkeypatch):
        row = simulate(MEETING, 1, bots=("failing",)).record(0, tmp_path / "game.enf")
    assert ef.replays.verify(tmp_path / "game.enf").digest == row.digest


def test_game_that_goes_otherwise_than_told_is_not_recorded(tmp_path: Path) -> None:
    run = run_of()
    (row,) = Table(run).play(0, 1).rows
    told = msgspec.structs.replace(row, digest="0" * 32)
    with pytest.raises(NotReproduced, match="game 0 was told with"):
        Table(run).record(told, tmp_path / "game.enf")
    assert not (tmp_path / "game.enf").exists()


def test_there_is_no_row_beyond_the_last(tmp_path: Path) -> None:
    simulation = simulate(DUEL, 2, out=tmp_path / "games.jsonl")
    assert [simulation.row(index).index for index in (0, 1)] == [0, 1]
    wrong: list[Any] = [-1, 2, 1.0, "a"]
    for index in wrong:
        with pytest.raises(BadRun, match=f"game {index!r}, expected a whole number of 0 to 1"):
            simulation.row(index)


@pytest.mark.parametrize("name", ["games.csv", "games.csv.journal", "other.jsonl", "other.parquet"])
def test_no_log_is_written_where_results_are(tmp_path: Path, name: str) -> None:
    simulation = simulate(DUEL, 2, out=tmp_path / "games.csv")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(BadRun, match=r"expected a name that does not end as results do: \.jsonl, "):
        simulation.record(0, tmp_path / name)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_is_no_file_of_results_is_not_opened(tmp_path: Path) -> None:
    for path in (".", "crossroads", tmp_path / "game.enf"):
        with pytest.raises(ResultsError, match="it is no file of results, expected one that ends in"):
            Simulation.open(path)
    simulate(DUEL, 2, out=tmp_path / "games.csv")
    (tmp_path / "games.csv.journal").unlink()
    with pytest.raises(ResultsError, match=r"its journal .* is not there"):
        Simulation.open(tmp_path / "games.csv")


def test_numbers_may_be_those_of_numpy() -> None:
    two: Any = np.int64(2)
    assert list(simulate(DUEL, two, seed=two)) == list(simulate(DUEL, 2, seed=2))


# Variants


def test_variants_are_played_with_the_same_seeds(tmp_path: Path) -> None:
    longer = duel(options={"rounds": 2})
    found = compare(DUEL, longer, 6, bots=("random", "random"), out=tmp_path / "games.csv")
    assert found.orders.difference > 0
    first, second = (Simulation.open(tmp_path / name) for name in ("games.csv", "games.against.csv"))
    assert [row.seed for row in first] == [row.seed for row in second]
    assert found.first == first.summary


@pytest.mark.parametrize(
    ("against", "bots", "problem"),
    [
        (delta(), ("random-unit", "random"), BadRun),
        (duel(family="of no package"), ("random",), ef.UnknownFamily),
        (duel(units=[]), ("random",), ef.ScenarioError),
        (duel(options={"rounds": 2}), ("random",), ResultsExist),
    ],
    ids=["not by these bots", "of no family", "no scenario", "with results"],
)
def test_second_variant_is_refused_before_the_first_is_played(
    tmp_path: Path, against: Scenario, bots: tuple[str, ...], problem: type[Exception]
) -> None:
    (tmp_path / "games.against.csv").touch()
    with pytest.raises(problem):
        compare(DUEL, against, 2, bots=bots, out=tmp_path / "games.csv")
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.against.csv"]


# What is refused


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ({"games": 0}, "games 0, expected a whole number of 1 to"),
        ({"games": -3}, "games -3, expected"),
        ({"games": 2.5}, r"games 2\.5, expected a whole number"),
        ({"games": True}, "games True, expected a whole number"),
        ({"games": "5"}, "games '5', expected a whole number"),
        ({"seed": 1.5}, r"seed 1\.5, expected a whole number"),
        ({"workers": 1.5}, r"workers 1\.5, expected a whole number"),
        ({"decision_seconds_max": "1"}, "'1' seconds for a decision"),
        ({"games": 3, "paired": True, "bots": ("random", "walker")}, "3 games in pairs, expected an even number"),
        ({"paired": True, "bots": ("random",)}, "expected two bots to swap"),
        ({"bots": ()}, "0 bots for 2 sides that play, expected 1 to 2"),
        ({"bots": ("random",) * 3}, "3 bots for 2 sides"),
        ({"bots": ("walker", "random-unit")}, "'random-unit' plays only where all bots are of random, "),
        ({"workers": 0}, "workers 0, expected a whole number of 1 to"),
        ({"engine": "cloud"}, "engine 'cloud', expected one of local, ray"),
        ({"seed": 1 << 53}, "seed 9007199254740992, expected"),
        ({"orders_max": 0}, "orders_max 0, expected a whole number of 1 to"),
        ({"on_fault": "cry"}, "on_fault 'cry', expected one of"),
        ({"decision_seconds_max": 1}, "1 seconds for a decision of policies, expected no limit: none is timed"),
        ({"decision_seconds_max": float("nan")}, "nan seconds for a decision"),
        ({"out": "games.xls"}, r"file 'games\.xls', expected a name that ends in one of \.csv, \.parquet, \.jsonl"),
        ({"resume": True}, "without a file of results"),
    ],
)
def test_run_that_cannot_be_played_is_refused(call: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRun, match=said):
        simulate(MEETING, **({"games": 4} | call))


def test_unknown_bot_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="no bot 'clever'"):
        simulate(MEETING, 2, bots=("random", "clever"), out=tmp_path / "games.jsonl")
    assert list(tmp_path.iterdir()) == []


BOT_NAMES = "greedy, monte-carlo, random, walker"
ALL_NAMES = "greedy, monte-carlo, random, random-unit, walker"


@pytest.mark.parametrize(
    ("scenario", "bots", "names"),
    [
        (MEETING, ("clever",), ALL_NAMES),
        (MEETING, ("greedy", "clever"), ALL_NAMES),
        (MEETING, ("random-unit", "clever"), "greedy, random, random-unit"),
        (MEETING, ("walker", "clever"), BOT_NAMES),
        (delta(), ("random", "clever"), BOT_NAMES),
    ],
    ids=["alone", "beside a bot and policy", "beside a policy", "beside a bot", "with units that are hidden"],
)
def test_unknown_bot_is_told_with_every_name_that_its_place_takes(
    scenario: Scenario, bots: tuple[str, ...], names: str
) -> None:
    with pytest.raises(
        UnknownBot, match=rf"there is no bot 'clever', expected one of: {names}, or another that an inst"
    ):
        simulate(scenario, 2, bots=bots)
    for name in names.split(", "):
        beside = [name if bot == "clever" else bot for bot in bots]
        run = whole_run(
            scenario, beside, seed=0, paired=False, on_fault="forfeit", decision_seconds_max=None, orders_max=1
        )
        assert run.bots == tuple(beside)


@pytest.mark.parametrize("bots", [RandomBot(1), [RandomBot(1)], ["random", RandomBot(1)], [RandomBot], 5, None, b"ab"])
def test_bot_that_is_given_itself_is_refused_with_how_bots_are_announced(bots: Any) -> None:
    with pytest.raises(
        BadRun,
        match=rf"bot (<.*RandomBot.*>|5|None|97), expected the name of one: {BOT_NAMES}, or another under which an "
        "installed package announces a bot in the entry point group 'enfilade.bots'",
    ):
        simulate(MEETING, 2, bots=bots)


def test_scenario_must_be_one_and_be_right(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="expected a Scenario"):
        simulate("crossroads", 2)  # type: ignore[arg-type]
    with pytest.raises(ef.ScenarioError):
        simulate(meeting(options={"turns": -1}), 2)
    with pytest.raises(ef.UnknownFamily):
        simulate(meeting(family="chess"), 2)


@pytest.mark.parametrize(("package", "call"), [("polars", {"out": "games.parquet"}), ("ray", {"engine": "ray"})])
def test_missing_package_is_named_with_its_extra(
    package: str, call: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=rf"needs the package '{package}', expected it installed: pip install enf"):
        simulate(MEETING, 2, **call)
    assert list(tmp_path.iterdir()) == []


def test_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        simulate(DUEL, 2, out=tmp_path / "nowhere" / "games.csv")
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(IsADirectoryError):
        simulate(DUEL, 2, out=tmp_path / "folder.csv")


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="a file that is always full")
@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".enf"])
def test_table_or_log_on_a_full_disk_is_named(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("polars")
    path = tmp_path / f"games{suffix}"
    path.symlink_to(FULL)
    with pytest.raises(OSError, match="No space left on device") as raised:
        simulate(DUEL, 2, out=path, overwrite=True) if suffix in TABLES else simulate(DUEL, 2).record(1, path)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOSPC, str(path))


def test_row_survives_its_way_through_the_file(tmp_path: Path) -> None:
    rows: list[Row] = list(simulate(MEETING, 3, bots=("walker", "random"), seed=2))
    assert list(simulate(MEETING, 3, bots=("walker", "random"), seed=2, out=tmp_path / "a.jsonl")) == rows
    assert len(lines_of(tmp_path / "a.jsonl")) == 4
