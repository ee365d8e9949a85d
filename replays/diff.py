"""Where two logs part: the first step that differs, and there every field that does, by name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from enfilade.systems.families import family_of as installed_family_of
from enfilade.systems.family import Plugin

from .errors import HiddenKey, RulesMismatch
from .fold import Fold
from .header import FamilyOf, Header, joined_with
from .reader import Log, Source, read_log
from .records import Check, Dice, KeyChange, Keyframe, Order, Record, Restore, Undo
from .schema import FieldDifference, differences

FIELDS_MAX = 64
"""Fields named in one comparison."""
HEADER_FACTS = ("rules", "dice", "content", "schema_digest", "systems", "seed", "commitment")


class Moment(msgspec.Struct):
    """One thing that a log tells, and the position after it.

    Attributes:
        record: what was done, None at the start; ``faces`` are the dice given for it.
        said: the same as a line of text.
        step: number of the position, -1 while it is not known.
        hash64: of the position as the log holds it; else as it was played, if that can be trusted.
        row: the position, from the log; else as it was played, if that can be trusted.
    """

    record: Record | None
    faces: tuple[int, ...]
    said: str
    step: int = -1
    hash64: int | None = None
    row: bytes | None = None


Pairs = Iterator[tuple[Moment | None, Moment | None]]
"""Moments of two logs, side by side; None for a log that has ended."""


class Difference(msgspec.Struct, frozen=True, tag="difference"):
    """Where two logs part.

    Attributes:
        step: number of the first position that differs, or that only one of them has.
        first, second: what the logs say led to it; empty for a log that has ended before.
        fields: the fields that differ, the first 64.
        fields_step: number of the position in which they do: ``step``, or, where a log does not hold that position, the
            next that both hold; None where there is none.
        header: facts of the headers that differ, by name.
    """

    step: int
    first: str
    second: str
    fields: tuple[FieldDifference, ...] = ()
    fields_step: int | None = None
    header: dict[str, tuple[Any, Any]] = {}

    def __str__(self) -> str:
        lines = [f"the logs part at step {self.step}"]
        lines += [f"  {name}: {first} / {second}" for name, (first, second) in self.header.items()]
        if self.first != self.second:
            lines.append(f"  {self.first or 'the log ends'} / {self.second or 'the log ends'}")
        else:
            lines.append(f"  after {self.first}")
        if self.fields_step not in (None, self.step):
            lines.append(f"  in the next position that both hold, step {self.fields_step}:")
        lines += [f"  {field}" for field in self.fields]
        return "\n".join(lines)


def diff(
    first: Source,
    second: Source,
    family_of: FamilyOf = installed_family_of,
    *,
    systems: tuple[Plugin, ...] = (),
    tail: bool = False,
) -> Difference | None:
    """Where two logs part; None when they tell the same game.

    A log of other rules than those installed is compared by what it holds, without playing it.

    Args:
        first: path or bytes of a log.
        second: path or bytes of the other one.
        family_of: finds the rules of a scenario; by default among those installed.
        systems: further plug-ins, as given to the battle that was recorded.
        tail: cut torn ends off.

    Raises:
        DamagedReplay: a log is damaged.
        UnknownContainer: one is of another container version.
        OSError: a file cannot be read.
    """
    logs = read_log(first, tail=tail), read_log(second, tail=tail)
    rules = joined_with(systems, family_of)
    pairs: Pairs = itertools.zip_longest(moments(logs[0], rules), moments(logs[1], rules))
    for one, other in pairs:
        if one is None or other is None or _differ(logs, (one, other)):
            return _described(logs, (one, other), pairs)
    facts = _header_facts(logs[0].header, logs[1].header)
    return Difference(0, "", "", header=facts) if facts else None


def moments(log: Log, family_of: FamilyOf = installed_family_of) -> Iterator[Moment]:
    """What a log tells, moment by moment, played where it can be."""
    try:
        fold: Fold | None = Fold(log, family_of, legality=False)
    except (RulesMismatch, HiddenKey):
        fold = None
    teller = _Teller(log, fold)
    for entry in log.entries():
        yield from teller.tell(entry.record)
    yield teller.finished()


class _Teller:
    """Puts records together into moments and keeps track of what can be trusted."""

    def __init__(self, log: Log, fold: Fold | None) -> None:
        self.fold = fold
        self.trusted = True
        self.faces: tuple[int, ...] = ()
        self.moment = Moment(None, (), "the start")

    def tell(self, record: Record) -> Iterator[Moment]:
        """Follow a record; the moment before it, if it begins a new one."""
        if isinstance(record, Dice):
            self.faces = record.faces
        if isinstance(record, (Order, Undo, Restore, KeyChange)):
            yield self.finished()
            self.moment = Moment(record, self.faces, self.words(record))
            self.faces = ()
        self.follow(record)
        if isinstance(record, Check):
            self.moment.step, self.moment.hash64 = record.step, record.hash64
        elif isinstance(record, (Keyframe, Restore)):
            self.moment.row = record.row

    def finished(self) -> Moment:
        """The present moment, what the log does not hold of it filled in from the game."""
        moment = self.moment
        if self.fold is not None:
            moment.step = self.fold.game.clock.step if moment.step < 0 else moment.step
            if self.trusted:
                moment.row = moment.row if moment.row is not None else self.fold.witness.telling().row
                moment.hash64 = moment.hash64 if moment.hash64 is not None else self.fold.witness.hash64()
        return moment

    def follow(self, record: Record) -> None:
        """Let the game follow; after a position that differs it is trusted again from the next row on."""
        if self.fold is None:
            return
        try:
            divergence = self.fold.take(record)
            if divergence is not None and isinstance(record, Keyframe):
                self.fold.adopt(record.row, record.commitment)
        except ValueError:
            self.fold = None
            return
        if isinstance(record, (Keyframe, Restore)):
            self.trusted = True
        elif divergence is not None:
            self.trusted = False
        if divergence is not None and divergence.final:
            self.fold = None

    def words(self, record: Record) -> str:
        """What a record does, as a line of text."""
        match record:
            case Order():
                dice = " with dice " + " ".join(map(str, self.faces)) if self.faces else ""
                return (self.fold.order_text(record) if self.fold is not None else f"{record!r}") + dice
            case Undo():
                return f"undo to step {record.step}"
            case Restore():
                return "a position is restored"
            case _:
                return "another dice key"


def _differ(logs: tuple[Log, Log], pair: tuple[Moment, Moment]) -> bool:
    """Whether two moments tell different things."""
    first, second = pair
    if type(first.record) is not type(second.record) or first.faces != second.faces:
        return True
    if first.record != second.record and not isinstance(first.record, Restore):
        return True
    if first.hash64 is not None and second.hash64 is not None:
        return first.hash64 != second.hash64
    return any(True for _ in _fields(logs, pair))


def _fields(logs: tuple[Log, Log], pair: tuple[Moment, Moment]) -> Iterator[FieldDifference]:
    first, second = pair
    if first.row is None or second.row is None:
        return iter(())
    units = max(logs[0].header.units, logs[1].header.units, key=len)
    return differences((logs[0].header.schema, first.row), (logs[1].header.schema, second.row), units)


def _described(logs: tuple[Log, Log], pair: tuple[Moment | None, Moment | None], rest: Pairs) -> Difference:
    """The difference that begins with a pair of moments."""
    step = max(moment.step for moment in pair if moment is not None)
    fields: tuple[FieldDifference, ...] = ()
    fields_step = None
    for one, other in itertools.chain([pair], rest):
        if one is None or other is None:
            break
        if one.row is not None and other.row is not None:
            fields = tuple(itertools.islice(_fields(logs, (one, other)), FIELDS_MAX))
            fields_step = one.step
            break
    said = [moment.said if moment is not None else "" for moment in pair]
    return Difference(step, said[0], said[1], fields, fields_step, _header_facts(logs[0].header, logs[1].header))


def _header_facts(first: Header, second: Header) -> dict[str, tuple[Any, Any]]:
    """What the headers say differently."""
    found = {}
    for name in HEADER_FACTS:
        pair = tuple(_plain(getattr(header, name)) for header in (first, second))
        if pair[0] != pair[1]:
            found[name] = (pair[0], pair[1])
    return found


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value
