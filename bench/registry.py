"""What is measured: rows by name, each with its unit, the bar it is held to, and the answer it must give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .timing import Effort


class WrongAnswer(AssertionError):
    """A benchmark came to another answer than it must; its figure counts for nothing."""


@dataclass(frozen=True)
class Bar:
    """A figure to reach: at most so much, or at least.

    Attributes:
        of_peers: the figure that is held to it is the ratio to the fastest peer, not the row's own.
    """

    limit: float
    at_least: bool = False
    of_peers: bool = False

    def met(self, figure: float) -> bool:
        """Whether a figure reaches it."""
        return figure >= self.limit if self.at_least else figure <= self.limit

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.limit:g}{'x the peers' if self.of_peers else ''}"


@dataclass(frozen=True)
class Peer:
    """The same work done by something else, in the row's unit."""

    name: str
    figure: float


@dataclass(frozen=True)
class Figure:
    """What was measured, and the answer that the measured code came to."""

    figure: float
    answer: str
    peers: tuple[Peer, ...] = ()
    note: str = ""


Measure = Callable[[Effort], Figure]


@dataclass(frozen=True)
class Row:
    """One line of the table.

    Attributes:
        name: for ``--only``.
        what: what is computed.
        unit: of the figure.
        answer: what the measured code must come to, the same for quick and whole runs; None when the measure itself
            compares two ways to it.
        bar: the figure to reach, None where there is none.
        rate: whether more is better.
        missed: told where the bar is missed: where the time goes, and what would be done about it next.
    """

    name: str
    what: str
    unit: str
    measure: Measure
    answer: str | None
    bar: Bar | None = None
    rate: bool = False
    missed: str = ""

    def run(self, effort: Effort) -> Result:
        """Measure.

        Raises:
            WrongAnswer: the answer is not the expected one.
        """
        found = self.measure(effort)
        if self.answer is not None and found.answer != self.answer:
            raise WrongAnswer(f"row {self.name!r} came to {found.answer!r}, expected {self.answer!r}")
        return Result(self, found)


@dataclass(frozen=True)
class Result:
    """A row and what it came to."""

    row: Row
    found: Figure

    @property
    def met(self) -> bool | None:
        """Whether the bar is reached, None without a bar and without the peers that it is about."""
        bar = self.row.bar
        if bar is None or (bar.of_peers and not self.found.peers):
            return None
        return bar.met(min(map(self.ratio, self.found.peers)) if bar.of_peers else self.found.figure)

    def ratio(self, peer: Peer) -> float:
        """How many times as fast as a peer."""
        ours, theirs = self.found.figure, peer.figure
        return ours / theirs if self.row.rate else theirs / ours


@dataclass
class Registry:
    """Rows in the order in which they are shown."""

    rows: dict[str, Row] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Add a row under a name of its own."""
        assert row.name not in self.rows, f"two rows are named {row.name!r}"
        self.rows[row.name] = row


ROWS = Registry()


def row(
    name: str,
    what: str,
    unit: str,
    *,
    answer: str | None,
    bar: Bar | None = None,
    rate: bool = False,
    missed: str = "",
) -> Callable[[Measure], Measure]:
    """Make a function a row of the table."""

    def added(measure: Measure) -> Measure:
        ROWS.add(Row(name, what, unit, measure, answer, bar, rate, missed))
        return measure

    return added
