"""Whether a log is whole and plays to its digests."""

from __future__ import annotations

import msgspec

from enfilade.core.engine.warm import prepare
from enfilade.systems.families import family_of as installed_family_of
from enfilade.systems.family import Plugin

from .errors import HiddenKey
from .fold import Fold
from .header import FamilyOf, joined_with
from .packed import survey_run
from .reader import Log, Source, read_log
from .runs import entries_for, run_entries


class Verification(msgspec.Struct, frozen=True, tag="verification"):
    """What came of verifying a log. True when the log is complete and plays to its digests.

    Attributes:
        ok: whether it is and does.
        complete: whether it ends with END, and nothing was cut off.
        steps: number of the last step that was verified.
        records: records that were verified.
        digest: of the position after them, 32 hexadecimal digits.
        problem: why it is not ok, as a sentence; empty when it is.
        failing_step: the first step that does not play as the log says, None when all do.
        bytes_cut: size of the torn end that was cut off.
    """

    ok: bool
    complete: bool
    steps: int
    records: int
    digest: str
    problem: str = ""
    failing_step: int | None = None
    bytes_cut: int = 0

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"{self.steps} steps, {self.records} records, digest {self.digest}"
        return f"plays as told up to step {self.steps}, but {self.problem}"


def verify(
    source: Source,
    family_of: FamilyOf = installed_family_of,
    *,
    systems: tuple[Plugin, ...] = (),
    tail: bool = False,
    legality: bool = True,
) -> Verification:
    """Play a log and compare every position that it holds.

    Args:
        source: path or bytes of the log.
        family_of: finds the rules of a scenario; by default among those installed.
        systems: further plug-ins, as given to the battle that was recorded.
        tail: cut a torn end off, as a process leaves it that was killed; what remains is verified, and incomplete.
        legality: also see that the rules allow every order.

    Raises:
        DamagedReplay: the log is damaged.
        UnknownContainer: it is of another container version.
        RulesMismatch: it was recorded under rules other than those installed.
        OSError: the file cannot be read.
    """
    prepare((survey_run,))
    return verify_log(read_log(source, tail=tail), joined_with(systems, family_of), legality=legality)


def verify_log(log: Log, family_of: FamilyOf = installed_family_of, *, legality: bool = True) -> Verification:
    """Play a log that has been read; as ``verify``."""
    try:
        fold = Fold(log, family_of, legality=legality)
    except HiddenKey as problem:
        return Verification(False, _is_complete(log), 0, 0, "", str(problem))
    prepare((*run_entries(fold.game), *fold.game.entries()))
    for entry in entries_for(fold):
        steps = fold.game.clock.step
        try:
            divergence = fold.take(entry.record)
        except HiddenKey as problem:
            return _failed(log, fold, steps, entry.seq, str(problem))
        if divergence is not None:
            problem_found = f"step {divergence.step}: {divergence.problem}"
            return _failed(log, fold, steps, entry.seq, problem_found, divergence.step)
    return _passed(log, fold)


def _is_complete(log: Log) -> bool:
    """Whether a log ends with END, and nothing was cut off."""
    return log.ending is not None and log.cut is None


def _failed(log: Log, fold: Fold, steps: int, records: int, problem: str, step: int | None = None) -> Verification:
    """A log that cannot be played to its end."""
    cut = log.cut.size if log.cut else 0
    before = steps if step is None else min(steps, max(step - 1, 0))
    digest = fold.game.digest if step is None else ""
    return Verification(False, _is_complete(log), before, records, digest, problem, step, cut)


def _passed(log: Log, fold: Fold) -> Verification:
    """A log that plays to its end: ok, unless it is incomplete or a key stays secret."""
    problem = ""
    if log.cut is not None:
        problem = f"the last {log.cut.size} bytes are no whole record ({log.cut.problem})"
    elif log.ending is None:
        problem = "the log was not ended: it has no END record"
    elif log.keys.wrong:
        problem = next(iter(log.keys.wrong.values()))
    return Verification(
        ok=not problem,
        complete=_is_complete(log),
        steps=fold.game.clock.step,
        records=log.records,
        digest=fold.game.digest,
        problem=problem,
        bytes_cut=log.cut.size if log.cut else 0,
    )
