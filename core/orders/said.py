"""What hosts are told and tell: orders, decisions, verdicts, events, outcomes, as frozen structs that are JSON as well.

Names stand for numbers here: units by their id, places as columns and rows or by name, sides by name.
"""

from __future__ import annotations

import msgspec

from .sentences import engine_sentence, sentence_of

Place = tuple[int, int]
SHOWN_MAX = 200
"""Characters of a value that messages quote at most."""


class Order(msgspec.Struct, frozen=True, tag="order", omit_defaults=True, repr_omit_defaults=True):
    """One order. Fields that its kind does not use are left as they are.

    Listed and recorded orders have one form: they say their side where no unit of its own does (orders of the side
    itself, and of kinds that any side may give to a unit), and not where it goes without saying.

    Attributes:
        kind: its word, such as ``move``.
        side: who gives it; may be left out, then it is the unit's own side, or the only one that owes the decision.
        unit: id of the unit it is given to; empty for orders of the side itself.
        place: (x, y) of where it leads.
        facing: a direction of the board.
        target: id of another unit.
        number: a count or an index, as the kind says.
        path: places in order, the destination included; empty for the canonical path.
        companions: ids of units that go along.
    """

    kind: str
    side: str = ""
    unit: str = ""
    place: Place | None = None
    facing: int | None = None
    target: str = ""
    number: int = 0
    path: tuple[Place, ...] = ()
    companions: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True, tag="decision", omit_defaults=True, repr_omit_defaults=True):
    """A decision that a side owes; ``unit`` is empty unless it is about one unit."""

    side: str
    kind: str
    unit: str = ""


class Finding(msgspec.Struct, frozen=True, tag="finding"):
    """One thing that forbids an order.

    Attributes:
        reason: name of the reason.
        rule: number of the rule it follows.
        names: what the sentence fills in, by name.
        family: whose reason it is.
    """

    reason: str
    rule: str
    names: dict[str, int | str]
    family: str

    def sentence(self, language: str = "en") -> str:
        """The finding as a sentence.

        Raises:
            ValueError: its family is not there, or has no such sentence in this language.
        """
        return sentence_of(self.family, language, "reasons", self.reason, self.names)


class Verdict(msgspec.Struct, frozen=True, tag="verdict"):
    """Whether an order is legal, and everything that speaks against it; the first finding decides."""

    order: Order
    text: str
    findings: tuple[Finding, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the order is legal."""
        return not self.findings

    @property
    def rule(self) -> str:
        """Number of the rule that decides, empty for a legal order."""
        return self.findings[0].rule if self.findings else ""

    @property
    def reason(self) -> str:
        """Name of the reason that decides, empty for a legal order."""
        return self.findings[0].reason if self.findings else ""

    def sentence(self, language: str = "en") -> str:
        """The verdict as a sentence with its rule."""
        if not self.findings:
            return f"{self.text}: legal"
        return f"{self.text}: {self.findings[0].sentence(language)} [{self.rule}]"

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return self.sentence()


class Event(msgspec.Struct, frozen=True, tag="event"):
    """One thing that happened, numbered by its step and its place in it.

    Attributes:
        known_to: sides that know of it, one bit a side.
        names: what happened to whom, by name; the sentence fills these in.
    """

    step: int
    index: int
    kind: str
    names: dict[str, int | str]
    known_to: int
    family: str

    def sentence(self, language: str = "en") -> str:
        """The event as a sentence.

        Raises:
            ValueError: its family is not there, or has no such sentence in this language.
        """
        return sentence_of(self.family, language, "events", self.kind, self.names)

    def __str__(self) -> str:
        return self.sentence()


class Outcome(msgspec.Struct, frozen=True, tag="outcome"):
    """How a battle ended: the sides that won, why it is over, and the score of each side."""

    winners: tuple[str, ...]
    reason: str
    scores: dict[str, int]


class Objective(msgspec.Struct, frozen=True, tag="objective", omit_defaults=True, repr_omit_defaults=True):
    """A place that counts for whoever holds it.

    Attributes:
        place: (x, y).
        value: what it is worth.
        name: as the scenario calls it, may be empty.
        holder: the side that holds it now, empty for nobody.
    """

    place: Place
    value: int
    name: str = ""
    holder: str = ""


Ratio = tuple[int, int]
"""An exact number: numerator and denominator, the latter above 0."""
Point = tuple[Ratio, Ratio]
"""An exact point (x, y)."""


class Sight(msgspec.Struct, frozen=True, tag="sight", omit_defaults=True, repr_omit_defaults=True):
    """Whether two places see each other, and why.

    Attributes:
        visible: whether they do.
        reason: name of what decides, such as ``sight_blocked``.
        rule: number of the rule that it follows.
        witness: when they see each other by a line, the two ends of such a line, exact.
        blockers: when they do not, what the line between the centres meets that blocks; never empty then.
        obstructed_by: places where terrain obstructs the line, whether they see each other or not.
        obstructing_units: ids of the units that do.
    """

    visible: bool
    reason: str
    rule: str
    witness: tuple[Point, Point] | None = None
    blockers: tuple[Place, ...] = ()
    obstructed_by: tuple[Place, ...] = ()
    obstructing_units: tuple[str, ...] = ()

    @property
    def obstructed(self) -> bool:
        """Whether anything obstructs the line."""
        return bool(self.obstructed_by or self.obstructing_units)

    def sentence(self, language: str = "en") -> str:
        """What decides, as a sentence.

        Raises:
            ValueError: there is no such sentence in this language.
        """
        return engine_sentence(language, self.reason)

    def __bool__(self) -> bool:
        return self.visible

    def __str__(self) -> str:
        return f"{self.sentence()} [{self.rule}]"


class OrderError(ValueError):
    """An order that says nothing the game understands: words, names or places that do not exist.

    Attributes:
        text: the offending order.
        expected: what would have been right.
    """

    def __init__(self, text: str, problem: str, expected: str) -> None:
        self.text = text
        self.expected = expected
        super().__init__(f"order {text!r}: {problem}, expected {expected}")


def order_of(value: object) -> Order:
    """An order from whatever a host gave as one: every field has its type, lists are tuples.

    Raises:
        OrderError: it is no order, or a field holds something else.
    """
    if not isinstance(value, Order):
        raise OrderError(_shown(value), f"it is of type {type(value).__name__}", "a line of text or an Order")
    try:
        return msgspec.convert(msgspec.to_builtins(value), Order)
    except (msgspec.ValidationError, TypeError, RecursionError) as problem:
        raise OrderError(_shown(value), f"a field holds something else ({problem})", "the fields of Order") from None


def _shown(value: object) -> str:
    """A value for messages, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN_MAX else text[:SHOWN_MAX] + "..."


class IllegalOrder(ValueError):
    """An order that the rules forbid; the game is unchanged.

    Attributes:
        verdict: why.
    """

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(str(verdict))
