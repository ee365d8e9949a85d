"""Two variants of a scenario, played with the same seeds and compared game by game."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from .intervals import Difference, mean_difference, paired_difference
from .run import Row, Run
from .summary import Summary, Tally, winning_bots

IsCounted = Callable[[Row], bool]


class Comparison(msgspec.Struct, frozen=True):
    """What changes from one variant of a scenario to another, with the same bots and seeds.

    Each difference is the second variant less the first. That of a share has Newcombe's interval for paired shares,
    that of a mean the interval of the mean of the differences.

    Attributes:
        first, second: what the games of each come to.
        sides: wins of each side that plays in both.
        bots: wins of each bot, by its number among the bots of the run.
        draws: games that ended without a winner.
        orders, turns: how long games took.
        same: games that were the same to the last position, or as good as that: same winners, reason and orders.
    """

    first: Summary
    second: Summary
    sides: dict[str, Difference]
    bots: tuple[Difference, ...]
    draws: Difference
    orders: Difference
    turns: Difference
    same: int

    def __str__(self) -> str:
        return "\n".join(_lines(self))


class Both:
    """Counts games of two runs side by side, as shares of paired games need it."""

    def __init__(self, first: IsCounted, second: IsCounted) -> None:
        """Count what one condition says of games of the first run, and another of those of the second."""
        self._first = first
        self._second = second
        self._cells: Counter[tuple[bool, bool]] = Counter()

    def add(self, one: Row, other: Row) -> None:
        """Count the same game of both runs."""
        self._cells[self._first(one), self._second(other)] += 1

    def difference(self) -> Difference:
        """How the shares differ."""
        cells = self._cells
        return paired_difference(cells[True, True], cells[True, False], cells[False, True], cells[False, False])


def comparison_of(first: Run, first_rows: Iterable[Row], second: Run, second_rows: Iterable[Row]) -> Comparison:
    """Compare as many games of two runs, at least one, with the same bots and seeds."""
    sides = [side for side in first.sides if side in second.sides]
    by_side = {side: Both(_won_by(side), _won_by(side)) for side in sides}
    by_bot = [Both(_won_by_bot(first, number), _won_by_bot(second, number)) for number in range(len(first.bots))]
    draws = Both(_is_draw, _is_draw)
    tallies = Tally(first), Tally(second)
    orders, turns = (array("q"), array("q")), (array("q"), array("q"))
    same = 0
    for one, other in zip(first_rows, second_rows, strict=True):
        for both in (*by_side.values(), *by_bot, draws):
            both.add(one, other)
        for number, row in enumerate((one, other)):
            tallies[number].add(row)
            orders[number].append(row.orders)
            turns[number].append(row.turns)
        same += (one.winners, one.reason, one.orders) == (other.winners, other.reason, other.orders)
    return Comparison(
        tallies[0].summary(),
        tallies[1].summary(),
        {side: both.difference() for side, both in by_side.items()},
        tuple(both.difference() for both in by_bot),
        draws.difference(),
        mean_difference(*orders),
        mean_difference(*turns),
        same,
    )


def _is_draw(row: Row) -> bool:
    """Whether a game ended without a winner."""
    return row.is_finished and not row.winners


def _won_by(side: str) -> IsCounted:
    """Whether a side is among the winners."""
    return lambda row: side in row.winners


def _won_by_bot(run: Run, number: int) -> IsCounted:
    """Whether one bot alone won."""
    return lambda row: winning_bots(run, row) == {number}


def _lines(comparison: Comparison) -> Iterator[str]:
    """A comparison as lines of text."""
    games = comparison.first.games
    yield f"{games} games of each variant with the same seeds, {comparison.same} with the same end"
    yield f"{'':<22} {'first':>8} {'second':>8} {'difference':>11}"
    for side, change in comparison.sides.items():
        yield f"{side + ' wins':<22} {_said_shares(change)}"
    yield from _alone(comparison)
    bots = comparison.first.bots
    for wins, change in zip(bots, comparison.bots, strict=True) if len(bots) > 1 else ():
        yield f"{'bot ' + wins.bot + ' wins':<22} {_said_shares(change)}"
    yield f"{'draws':<22} {_said_shares(comparison.draws)}"
    yield f"{'orders':<22} {_said_means(comparison.orders)}"
    yield f"{'turns':<22} {_said_means(comparison.turns)}"


def _alone(comparison: Comparison) -> Iterator[str]:
    """The sides that play in one variant only."""
    first, second = comparison.first.sides, comparison.second.sides
    for which, sides, others in (("first", first, second), ("second", second, first)):
        for side in sides:
            if side not in others:
                yield f"{side} plays in the {which} variant alone"


def _said_shares(change: Difference) -> str:
    """A difference of shares in words."""
    values = f"{change.first:8.1%} {change.second:8.1%} {change.difference:+11.1%}"
    return f"{values}  ({change.low:+.1%} to {change.high:+.1%}){_mark(change)}"


def _said_means(change: Difference) -> str:
    """A difference of means in words."""
    values = f"{change.first:8.1f} {change.second:8.1f} {change.difference:+11.2f}"
    return f"{values}  ({change.low:+.2f} to {change.high:+.2f}){_mark(change)}"


def _mark(change: Difference) -> str:
    """A star after a difference whose interval leaves out zero."""
    return " *" if change.is_clear else ""
