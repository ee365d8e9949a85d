"""A log in words, as a transcript for people or as JSON lines for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from enfilade.core.state.messages import EventRecord
from enfilade.systems.families import family_of as installed_family_of
from enfilade.systems.family import Plugin

from .errors import DivergedReplay
from .fold import Fold
from .header import FamilyOf, joined_with
from .reader import Log, Source, read_log
from .records import End, Key, KeyChange, Note, Order, Record, Restore, Result, Undo

EVENT_FIELDS = EventRecord.field_names()


def transcript(
    source: Source,
    family_of: FamilyOf = installed_family_of,
    *,
    systems: tuple[Plugin, ...] = (),
    tail: bool = False,
    events: bool = True,
) -> Iterator[str]:
    """Lines that tell a log: a title, each order with its step number, below it what happened, the result.

    Args:
        source: path or bytes of the log.
        family_of: finds the rules of a scenario; by default among those installed.
        systems: further plug-ins, as given to the battle that was recorded.
        tail: cut a torn end off.
        events: tell what happened, not only the orders.

    Raises:
        DamagedReplay, UnknownContainer, RulesMismatch, HiddenKey: the log cannot be played.
        DivergedReplay: it does not play to what it says.
        OSError: the file cannot be read.
    """
    log = read_log(source, tail=tail)
    teller = _Teller(log, joined_with(systems, family_of))
    words = _Words(teller, events)
    yield teller.title()
    for record in teller.records():
        yield from words.lines(record)
    if log.ending is None:
        yield "The log breaks off here."


def json_lines(
    source: Source,
    family_of: FamilyOf = installed_family_of,
    *,
    systems: tuple[Plugin, ...] = (),
    tail: bool = False,
) -> Iterator[dict[str, Any]]:
    """A log as plain data: the header's facts, then one object a record, checks and keyframes left out.

    Arguments and errors as for ``transcript``.
    """
    log = read_log(source, tail=tail)
    teller = _Teller(log, joined_with(systems, family_of))
    yield teller.facts()
    for record in teller.records():
        fields = teller.plain(record)
        if fields:
            yield fields


class _Teller:
    """Plays a log and knows the names of what it holds."""

    def __init__(self, log: Log, family_of: FamilyOf) -> None:
        self.log = log
        self.fold = Fold(log, family_of)
        self.faces: tuple[int, ...] = ()

    def records(self) -> Iterator[Record]:
        """The records, each after the game has followed it."""
        for entry in self.log.entries():
            divergence = self.fold.take(entry.record)
            if divergence is not None:
                raise DivergedReplay(self.log.source, f"step {divergence.step}: {divergence.problem}", divergence.step)
            yield entry.record

    def title(self) -> str:
        """The first line of a transcript."""
        header, scenario = self.log.header, self.fold.game.scenario
        dice = (
            f"seed {header.seed!r}" if header.seed is not None else "a secret seed" if header.commitment else "no seed"
        )
        return f"{scenario.title or scenario.name} ({header.rules}), {dice}"

    def facts(self) -> dict[str, Any]:
        """What the header tells, as plain data."""
        header = self.log.header
        seed = header.seed.hex() if isinstance(header.seed, bytes) else header.seed
        facts = {"record": "header", "engine": header.engine, "rules": header.rules, "dice": header.dice}
        return facts | {"scenario": header.scenario.get("name"), "seed": seed, "content": header.content.hex()}

    def events(self) -> list[str]:
        """What happened in the step that the game has just taken, as sentences."""
        game = self.fold.game
        rows = game.store.records("events")[: game.notes.events].tolist()
        step = game.clock.step
        return [
            self.fold.names.event(step, index, dict(zip(EVENT_FIELDS, row, strict=True))).sentence()
            for index, row in enumerate(rows)
        ]

    def result(self, result: Result) -> str:
        """How the battle ended, or that it did not."""
        if not result.over:
            return "not over"
        winners = " and ".join(self.fold.names.sides_in(result.winners)) or "nobody"
        return f"won by {winners} ({self.fold.game.family.result(result.reason)})"

    def scores(self, result: Result) -> dict[str, int]:
        """The score of each side."""
        return dict(zip(self.fold.names.sides, result.scores, strict=False))

    def plain(self, record: Record) -> dict[str, Any]:
        """A record as plain data; empty for those that hold positions only."""
        step = self.fold.game.clock.step
        match record:
            case Order():
                side = self.fold.names.side(record.side)
                line = {"record": "order", "step": step, "side": side, "order": self.fold.order_text(record)}
                dice = {"dice": list(self.fold.faces)} if self.fold.faces else {}
                return line | dice | {"events": self.events()}
            case Undo():
                return {"record": "undo", "step": step}
            case Restore():
                return {"record": "restore", "step": step, "digest": record.digest.hex()}
            case KeyChange():
                value = record.value.hex() if isinstance(record.value, bytes) else record.value
                return {"record": "key", "turn": record.turn, "what": Key(record.what).name.lower(), "value": value}
            case Note():
                return {"record": "note", "text": record.text}
            case End():
                result = {"over": record.result.over, "result": self.result(record.result)}
                scores = {"scores": self.scores(record.result)} if record.result.over else {}
                return {"record": "end", "step": step, **result, **scores, "digest": record.digest.hex()}
        return {}


class _Words:
    """Says a record in lines of text."""

    def __init__(self, teller: _Teller, events: bool) -> None:
        self.teller = teller
        self.events = events

    def lines(self, record: Record) -> Iterator[str]:
        """The lines for one record; none for those that hold positions only."""
        fold = self.teller.fold
        step = fold.game.clock.step
        match record:
            case Order():
                dice = f"  (rolled {' '.join(map(str, fold.faces))})" if fold.faces else ""
                yield f"{step:>4}  {fold.order_text(record)}{dice}"
                if self.events:
                    yield from (f"        {event}" for event in self.teller.events())
            case Undo():
                yield f"      back to step {step}"
            case Restore():
                yield f"      a position is set up, step {step}"
            case KeyChange():
                yield f"      {_KEY_WORDS[record.what].format(turn=record.turn)}"
            case Note():
                yield f"      note: {record.text}"
            case End():
                yield f"The battle is {self.teller.result(record.result)} after step {record.steps}."
                if not record.result.over:
                    yield f"Digest {record.digest.hex()}."
                    return
                scores = ", ".join(f"{side} {score}" for side, score in self.teller.scores(record.result).items())
                yield f"Scores: {scores}. Digest {record.digest.hex()}."


_KEY_WORDS = {
    Key.OPEN: "another dice key for turn {turn}",
    Key.COMMITTED: "a secret dice key for turn {turn}",
    Key.REVEALED: "the dice key of turn {turn} is revealed",
    Key.SEED: "the seed is revealed",
}


def json_text(lines: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Objects as lines of JSON."""
    for line in lines:
        yield msgspec.json.encode(line).decode()
