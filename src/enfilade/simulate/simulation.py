"""Runs of many games: played, written, gone on with, summed up, compared, and looked at one by one."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

import msgspec

from enfilade.bots import OnFault
from enfilade.core.engine.files import replacement
from enfilade.core.engine.warm import Compiled
from enfilade.core.scenario.schema import Scenario

from .comparison import Comparison, comparison_of
from .engines import engine_of, refuse_engine
from .errors import BadRun, OtherRun, ResultsError, ResultsExist
from .gather import rows_in_order
from .journal import Header, Journal, read_header, read_rows, survey
from .play import Table
from .run import ORDERS_MAX, Row, Run, games_of_run, whole_number, whole_run
from .summary import Summary, summary_of
from .tables import LINES, TABLES, refuse_suffix

GAMES = 1_000
JOURNAL = ".journal"
RESULTS = (LINES, *TABLES, JOURNAL)
"""How the names of files end that hold rows."""


class Progress(msgspec.Struct, frozen=True):
    """How far a run has come.

    Attributes:
        scenario: its name.
        done: games that are written or in hand, those of an earlier call included.
        games: games in all.
        played: games of this call.
        seconds: that this call has taken.
    """

    scenario: str
    done: int
    games: int
    played: int
    seconds: float

    @property
    def rate(self) -> float:
        """Games a second."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest takes at this rate; None while nothing was played."""
        return (self.games - self.done) / self.rate if self.rate > 0 else None


class Simulation:
    """The games of a run: rows in order, and what they come to.

    Attributes:
        run: what was played.
        path: the journal that the rows are read from; None when they are held in memory.
    """

    def __init__(self, run: Run, games: int, rows: list[Row] | None, path: Path | None) -> None:
        """The first so many games of a run, in memory or in a journal."""
        self.run = run
        self.path = path
        self._games = games
        self._rows = rows
        self._summary: Summary | None = None

    @classmethod
    def open(cls, path: str | Path) -> Simulation:
        """The games that are in a file of results, as far as the run has come.

        Args:
            path: as given to ``simulate`` as ``out``; of a table the journal is read that lies beside it.

        Raises:
            ResultsError: the file cannot be used, or has no game.
            OSError: it could not be read.
        """
        journal = _journal_to_read(Path(path))
        found = survey(journal)
        return cls(found.header.run, found.rows, None, journal)

    def __len__(self) -> int:
        return self._games

    def __iter__(self) -> Iterator[Row]:
        if self._rows is not None:
            return iter(self._rows)
        assert self.path is not None, "rows are in memory or in a file"
        return itertools.islice(read_rows(self.path), self._games)

    def row(self, index: int) -> Row:
        """The row of a game.

        Raises:
            BadRun: there is no game of this number.
        """
        return next(itertools.islice(self, whole_number("game", index, 0, self._games - 1), None))

    @property
    def summary(self) -> Summary:
        """What the games come to.

        Raises:
            BadRun: there is no game.
        """
        if self._games == 0:
            raise BadRun(f"{str(self.path)!r} has no game, expected one or more")
        if self._summary is None:
            self._summary = summary_of(self.run, self)
        return self._summary

    def record(self, index: int, path: str | Path) -> Row:
        """Play a game again and record it.

        Args:
            index: number of the game.
            path: of the log, written whole or not at all.

        Returns:
            The row of the game.

        Raises:
            BadRun: there is no game of this number, or the log would be named as results are.
            OtherRun: it was played by other rules or by another version of the package; nothing is written.
            NotReproduced: it goes otherwise than told; nothing is written.
            OSError: the log could not be written; a file of that name is as it was.
        """
        row = self.row(index)
        if Path(path).suffix in RESULTS:
            raise BadRun(
                f"a log in {str(path)!r}, expected a name that does not end as results do: {', '.join(RESULTS)}"
            )
        if self.path is not None:
            differences = Header.of(self.run).differences(read_header(self.path))
            if differences:
                raise OtherRun(self.path, differences)
        Table(self.run).record(row, Path(path))
        return row

    def __repr__(self) -> str:
        return f"<{self._games} games of {self.run.scenario.name!r}, bots {','.join(self.run.bots)}>"


def simulate(
    scenario: Scenario,
    games: int = GAMES,
    *,
    bots: Sequence[str] = ("random",),
    seed: int = 0,
    workers: int = 1,
    engine: str = "local",
    paired: bool = False,
    on_fault: OnFault = "forfeit",
    decision_seconds_max: float | None = None,
    orders_max: int = ORDERS_MAX,
    out: str | Path | None = None,
    resume: bool = False,
    overwrite: bool = False,
    progress: Callable[[Progress], None] = lambda progress: None,
    compiling: Callable[[Compiled], None] = lambda entry: None,
) -> Simulation:
    """Play many games of a scenario between bots.

    What a game is depends on the scenario, the bots, the seed and its number alone. So the rows, and every byte of a
    file of them, are the same whoever plays, and a run that was interrupted goes on where it was.

    Args:
        scenario: what is played; one with a state is played on from there.
        games: how many.
        bots: names of the bots, one a side that plays; the last one plays all further sides.
        seed: of the run.
        workers: games that are played at the same time: between policies in threads, where they are compiled, else in
            as many processes; 1 plays in this process.
        engine: ``local``, or ``ray`` for a cluster.
        paired: play every seed twice, with the two bots swapped the second time.
        on_fault: what follows when a bot fails, see ``enfilade.bots.play_match``.
        decision_seconds_max: that a bot in Python may take for a decision; with a limit results depend on the machine.
        orders_max: orders of a game at most; one that is longer is told as unfinished.
        out: a file for the rows, ``.jsonl``, ``.csv`` or ``.parquet``. The first grows as games end. Beside a table
            such a file grows too, its journal, and the table is written from it at the end.
        resume: go on with the results that are in ``out``, or begin them.
        overwrite: begin anew where there are results.
        progress: called whenever games have ended.
        compiling: called after each entry that is compiled or loaded here, before the first game.

    Returns:
        The games.

    Raises:
        BadRun: what is asked for cannot be played, or not written in this form.
        MissingExtra: a package that it needs is not installed.
        UnknownBot: there is no bot of a name.
        ScenarioError, UnknownFamily: something is wrong with the scenario.
        ResultsError: the file of results cannot be used.
        GameFailed: a game cannot be played to its end. Those before it are written.
        WorkersLost: workers ended again and again. Games before those they played are written.
        WorkersNotStarted: worker processes cannot start: the script is not in a file, or has no guard.
        OSError: results cannot be written. The same run goes on with ``resume``.
        TypeError: the scenario is no ``Scenario``.
    """
    run = whole_run(
        scenario,
        bots,
        seed=seed,
        paired=paired,
        on_fault=on_fault,
        decision_seconds_max=decision_seconds_max,
        orders_max=orders_max,
    )
    games = games_of_run(games, paired)
    refuse_engine(engine, workers)
    played = _Playing(run, games, workers, engine, progress, compiling)
    if out is None:
        _refuse_without_file(resume, overwrite)
        rows: list[Row] = []
        played.go_on(0, rows.extend)
        return Simulation(run, games, rows, None)
    path = Path(out)
    journal = _written(played, path, resume, overwrite)
    return Simulation(run, games, None, journal)


class _Playing:
    """A run that is played, from any game on."""

    def __init__(
        self,
        run: Run,
        games: int,
        workers: int,
        engine: str,
        progress: Callable[[Progress], None],
        compiling: Callable[[Compiled], None],
    ) -> None:
        self.run = run
        self.games = games
        self._workers = workers
        self._engine = engine
        self._progress = progress
        self._compiling = compiling

    def go_on(self, done: int, take: Callable[[list[Row]], None]) -> None:
        """Play the games from a number on, and hand over their rows in order."""
        if done == self.games:
            return
        with contextlib.closing(engine_of(self._engine, self.run, self._workers, self._compiling)) as engine:
            began = time.monotonic()
            count = done
            for rows in rows_in_order(engine, done, self.games):
                take(rows)
                count += len(rows)
                seconds = time.monotonic() - began
                self._progress(Progress(self.run.scenario.name, count, self.games, count - done, seconds))


def _written(played: _Playing, path: Path, resume: bool, overwrite: bool) -> Path:
    """Play a run into a file; the journal of it."""
    refuse_suffix(path)
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    journal = _opened(path, Header.of(played.run), resume, overwrite)
    with contextlib.closing(journal):
        if journal.rows > played.games:
            raise OtherRun(journal.path, [f"games {journal.rows}, expected at most {played.games}"])
        played.go_on(journal.rows, journal.append)
    if path.suffix in TABLES:
        with replacement(path) as other:
            TABLES[path.suffix](read_rows(journal.path), other)
    return journal.path


def _opened(path: Path, header: Header, resume: bool, overwrite: bool) -> Journal:
    """The journal of a file of results, to be written on.

    Raises:
        BadRun: it is to be gone on with and begun anew.
        ResultsExist: there are results, and nothing was said of them, or their journal is gone.
        OtherRun, DamagedResults, OSError: as ``Journal`` says.
    """
    if resume and overwrite:
        raise BadRun("resume and overwrite, expected one of them")
    journal = journal_of(path)
    if overwrite:
        return Journal.begin(journal, header)
    if resume and (journal.exists() or not path.exists()):
        return Journal.resume(journal, header)
    if resume:
        raise ResultsExist(path, f"its journal {str(journal)!r} is not there, expected it, or overwrite to begin anew")
    _refuse_results(path)
    return Journal.begin(journal, header)


def _refuse_results(path: Path) -> None:
    """Refuse a file of results that is there.

    Raises:
        ResultsExist: it is, or its journal.
    """
    for file in (path, journal_of(path)):
        if file.exists():
            raise ResultsExist(file, "it is there already, expected resume to go on, overwrite to begin anew")


def _refuse_without_file(resume: bool, overwrite: bool) -> None:
    """Refuse what has no sense without a file.

    Raises:
        BadRun: it is asked for.
    """
    if resume or overwrite:
        raise BadRun("resume or overwrite without a file of results, expected out")


def journal_of(path: Path) -> Path:
    """The journal of a file of results: the file itself, or of a table the one beside it."""
    return path if path.suffix in (LINES, JOURNAL) else path.with_name(path.name + JOURNAL)


def _journal_to_read(path: Path) -> Path:
    """The journal of a file of results that is there.

    Raises:
        ResultsError: it is no file of results, or its journal is gone.
        FileNotFoundError: neither is there.
    """
    if path.suffix not in RESULTS:
        raise ResultsError(path, f"it is no file of results, expected one that ends in {', '.join(RESULTS)}")
    journal = journal_of(path)
    if journal.exists():
        return journal
    if path.exists():
        raise ResultsError(path, f"its journal {str(journal)!r} is not there, expected it beside the table")
    raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


class RunOptions(TypedDict, total=False):
    """The options of ``simulate`` that two variants share."""

    bots: Sequence[str]
    seed: int
    workers: int
    engine: str
    paired: bool
    on_fault: OnFault
    decision_seconds_max: float | None
    orders_max: int
    resume: bool
    overwrite: bool
    progress: Callable[[Progress], None]
    compiling: Callable[[Compiled], None]


def compare(
    scenario: Scenario,
    against: Scenario,
    games: int = GAMES,
    *,
    out: str | Path | None = None,
    **options: Unpack[RunOptions],
) -> Comparison:
    """Play two variants of a scenario with the same bots and seeds, and compare them game by game.

    What cannot be played of the second one is refused before the first one is played.

    Args:
        scenario: the first variant.
        against: the second one.
        games: of each.
        out: a file for the rows of the first; those of the second go beside it, see ``against_path``.
        options: as for ``simulate``.

    Raises:
        ValueError, OSError, TypeError: as for ``simulate``.
    """
    other = None if out is None else against_path(Path(out))
    _refuse_second(against, other, options)
    first = simulate(scenario, games, out=out, **options)
    second = simulate(against, games, out=other, **options)
    return comparison_of(first.run, first, second.run, second)


def _refuse_second(scenario: Scenario, path: Path | None, options: RunOptions) -> None:
    """Refuse the second of two variants where it cannot be played, or where its results are there already.

    Raises:
        ValueError, TypeError: as for ``simulate``.
    """
    told: dict[str, Any] = {name: value for name, value in options.items() if name in Run.__struct_fields__}
    Table(whole_run(scenario, **told))
    if path is not None and not options.get("resume") and not options.get("overwrite"):
        _refuse_results(path)


def against_path(path: Path) -> Path:
    """Where the rows of the second of two variants go.

    >>> against_path(Path("games.csv")).name
    'games.against.csv'
    """
    return path.with_name(f"{path.stem}.against{path.suffix}")
