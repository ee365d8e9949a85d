"""What a log holds, without playing it, and any position of it, with playing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from enfilade.systems.families import family_of as installed_family_of
from enfilade.systems.family import Plugin
from enfilade.systems.game import Game

from .errors import DivergedReplay, ReplayError
from .fold import Fold
from .header import FamilyOf, joined_with
from .reader import Source, read_log
from .records import Keyframe, Restore
from .schema import plain_row


class Summary(msgspec.Struct, frozen=True, tag="replay"):
    """The facts of a log.

    Attributes:
        source: file name, or what stands for it.
        engine, rules, dice: by what it was recorded.
        scenario: name of the scenario.
        seed: of the dice, bytes as hexadecimal digits; None when there is none or it is not known.
        secret: what is committed to and not, or wrongly, revealed.
        counts: records by kind.
        complete: whether there is an END record.
        steps, digest: of the last position, as END says; None without one.
        over: whether the battle is, as END says; None without one.
        bytes_cut: size of the torn end that was cut off.
    """

    source: str
    engine: str
    rules: str
    dice: str
    scenario: str
    seed: int | str | None
    secret: tuple[str, ...]
    counts: dict[str, int]
    complete: bool
    steps: int | None
    digest: str | None
    over: bool | None
    bytes_cut: int = 0


class StoredPosition(msgspec.Struct, frozen=True, tag="position"):
    """A position that a log holds whole, read by the names of the log's own schema.

    Attributes:
        record: number of the record.
        step: number of the step.
        digest: as the log says, 32 hexadecimal digits.
        tables: records of each table by name, as tables of their fields.
    """

    record: int
    step: int
    digest: str
    tables: dict[str, list[dict[str, Any]]]


def summary(source: Source, *, tail: bool = False) -> Summary:
    """The facts of a log; it is not played, so its rules need not be installed.

    Args:
        source: path or bytes of the log.
        tail: cut a torn end off.

    Raises:
        DamagedReplay: it is damaged.
        UnknownContainer: it is of another container version.
        OSError: the file cannot be read.
    """
    log = read_log(source, tail=tail)
    header, end = log.header, log.ending
    return Summary(
        source=log.source,
        engine=header.engine,
        rules=header.rules,
        dice=header.dice,
        scenario=str(header.scenario.get("name", "")),
        seed=header.seed.hex() if isinstance(header.seed, bytes) else header.seed,
        secret=tuple(log.keys.wrong.values()),
        counts={kind.name: count for kind, count in log.counts.items()},
        complete=end is not None and log.cut is None,
        steps=end.steps if end is not None else None,
        digest=end.digest.hex() if end is not None else None,
        over=end.result.over if end is not None else None,
        bytes_cut=log.cut.size if log.cut is not None else 0,
    )


def stored_positions(source: Source, *, tail: bool = False) -> Iterator[StoredPosition]:
    """The positions that a log holds whole, in order; its rules need not be installed.

    Arguments and errors as for ``summary``.
    """
    log = read_log(source, tail=tail)
    for entry in log.entries():
        record = entry.record
        if isinstance(record, (Keyframe, Restore)):
            try:
                tables = plain_row(log.header.schema, record.row)
            except ValueError as problem:
                raise ReplayError(log.source, f"record {entry.seq}: {problem}") from None
            yield StoredPosition(entry.seq, _step_in(tables), record.digest.hex(), tables)


def _step_in(tables: dict[str, list[dict[str, Any]]]) -> int:
    """The step number of a position; 0 where its schema has none."""
    clock = tables.get("clock") or [{}]
    return int(clock[0].get("step", 0))


def position(
    source: Source,
    step: int | None = None,
    family_of: FamilyOf = installed_family_of,
    *,
    systems: tuple[Plugin, ...] = (),
    tail: bool = False,
) -> Game:
    """The game of a log at its end, or after a step.

    Args:
        source: path or bytes of the log.
        step: the latest position with this number that was not taken back; by default the last one.
        family_of: finds the rules of a scenario; by default among those installed.
        systems: further plug-ins, as given to the battle that was recorded.
        tail: cut a torn end off.

    Raises:
        DamagedReplay, UnknownContainer, RulesMismatch, HiddenKey: the log cannot be played.
        DivergedReplay: it does not play to what it says.
        ReplayError: the game has no position with this number.
        OSError: the file cannot be read.
    """
    log = read_log(source, tail=tail)
    fold = Fold(log, joined_with(systems, family_of))
    for entry in log.entries():
        divergence = fold.take(entry.record)
        if divergence is not None:
            raise DivergedReplay(log.source, f"step {divergence.step}: {divergence.problem}", divergence.step)
    if step is not None:
        way = fold.line.way_to_step(step)
        if way is None:
            raise ReplayError(log.source, f"the game has no step {step}; it ends at step {fold.game.clock.step}")
        fold.go_to(way)
    return fold.game
