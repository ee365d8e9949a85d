"""What a designer wants to know of many games: who wins, whether it matters who begins, how long it takes, and why."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from .intervals import Mean, Share, Spread, mean_of, share_of, spread_of
from .run import Row, Run


class BotWins(msgspec.Struct, frozen=True):
    """Games that a bot won: those that every side won which it plays among the winners, and no side of another bot.

    Attributes:
        bot: its name.
        wins: how many of all games.
    """

    bot: str
    wins: Share


class Pairs(msgspec.Struct, frozen=True):
    """Pairs of games with one seed in which the bots change sides, by what the first bot makes of both.

    A game counts 1 for a win, a half for a draw or a win of both bots, 0 for a defeat.

    Attributes:
        counts: pairs in which the first bot has 0, a half, 1, one and a half, and 2 points.
        score: mean points of the first bot a game, its interval from the spread of the pairs; where all pairs are
            alike it has no width, whatever their number.
        won: pairs of which the first bot made more than one point, among those of which it made more or less.
    """

    counts: tuple[int, int, int, int, int]
    score: Mean
    won: Share


class Summary(msgspec.Struct, frozen=True):
    """What many games come to. Every share is of all games, unless it says otherwise.

    Attributes:
        games: how many.
        sides: wins of each side that plays; a win of several sides counts for each.
        bots: wins of each bot, in their order.
        draws: games that ended without a winner.
        unfinished: games that were not over after as many orders as they may have.
        first_side: wins of the first side among games that one side alone won; None when it may be the bots that make
            the difference, since they differ and do not change sides.
        orders, turns: how long games took.
        reasons: why games ended, the most frequent reason first.
        losses: mean losses a game, by side and type.
        forfeits: games that a bot forfeited, by the name of the bot.
        faults: how often bots failed.
        pairs: what pairs of games with one seed say of the bots; None unless the run has such.
    """

    games: int
    sides: dict[str, Share]
    bots: tuple[BotWins, ...]
    draws: Share
    unfinished: Share
    first_side: Share | None
    orders: Spread
    turns: Spread
    reasons: dict[str, Share]
    losses: dict[str, dict[str, float]]
    faults: int
    forfeits: int
    pairs: Pairs | None

    def __str__(self) -> str:
        return "\n".join(_lines(self))


class Tally:
    """Counts rows one by one."""

    def __init__(self, run: Run) -> None:
        """Count rows of a run."""
        self._run = run
        self._games = 0
        self._sides: Counter[str] = Counter()
        self._bots: Counter[int] = Counter()
        self._reasons: Counter[str] = Counter()
        self._losses: dict[str, Counter[str]] = {}
        self._alone: Counter[str] = Counter()
        self._draws = self._unfinished = self._faults = self._forfeits = 0
        self._orders, self._turns = array("q"), array("q")
        self._points: list[float] = []
        self._open_points = 0.0

    def add(self, row: Row) -> None:
        """Count a row; rows come in order."""
        self._games += 1
        self._sides.update(row.winners)
        self._reasons[row.reason] += 1
        self._draws += row.is_finished and not row.winners
        self._unfinished += not row.is_finished
        self._faults += row.faults
        self._forfeits += bool(row.forfeit)
        self._orders.append(row.orders)
        self._turns.append(row.turns)
        for side, kinds in row.losses.items():
            self._losses.setdefault(side, Counter()).update(kinds)
        if len(row.winners) == 1:
            self._alone[row.winners[0]] += 1
        winning = winning_bots(self._run, row)
        if len(winning) == 1:
            self._bots.update(winning)
        self._add_points(row)

    def _add_points(self, row: Row) -> None:
        """Add what the first bot makes of a game to its pair."""
        if row.swapped:
            self._points.append(self._open_points + points_of(self._run, row))
        else:
            self._open_points = points_of(self._run, row)

    def summary(self) -> Summary:
        """What the rows come to; at least one."""
        run, games = self._run, self._games
        return Summary(
            games,
            {side: share_of(self._sides[side], games) for side in run.sides},
            tuple(BotWins(name, share_of(self._bots[number], games)) for number, name in enumerate(run.bots)),
            share_of(self._draws, games),
            share_of(self._unfinished, games),
            self._first_side(),
            spread_of(self._orders),
            spread_of(self._turns),
            {reason: share_of(self._reasons[reason], games) for reason in _most_frequent(self._reasons)},
            {side: {kind: lost / games for kind, lost in kinds.items()} for side, kinds in self._losses.items()},
            self._faults,
            self._forfeits,
            self._pairs() if run.paired else None,
        )

    def _first_side(self) -> Share | None:
        """Wins of the first side among games that one side alone won."""
        if len(set(self._run.bots)) > 1 and not self._run.paired:
            return None
        return share_of(self._alone[self._run.sides[0]], self._alone.total())

    def _pairs(self) -> Pairs:
        """What the pairs say."""
        counts = Counter(int(2 * points) for points in self._points)
        fifths = (counts[0], counts[1], counts[2], counts[3], counts[4])
        lost, won = sum(fifths[:2]), sum(fifths[3:])
        score = mean_of([points / 2 for points in self._points])
        within = Mean(score.of, score.mean, max(score.low, 0.0), min(score.high, 1.0))
        return Pairs(fifths, within, share_of(won, lost + won))


def summary_of(run: Run, rows: Iterable[Row]) -> Summary:
    """What rows of a run come to; at least one, in order."""
    tally = Tally(run)
    for row in rows:
        tally.add(row)
    return tally.summary()


def winning_bots(run: Run, row: Row) -> set[int]:
    """The numbers of the bots that play a side among the winners."""
    return {run.bot_of(number, row.swapped) for number, side in enumerate(run.sides) if side in row.winners}


def points_of(run: Run, row: Row) -> float:
    """What the first bot makes of a game: 1, a half or 0."""
    winning = winning_bots(run, row)
    if len(winning) != 1:
        return 0.5
    return 1.0 if 0 in winning else 0.0


def _most_frequent(counts: Counter[str]) -> list[str]:
    """Names by how often they were counted, then by the alphabet."""
    return sorted(counts, key=lambda name: (-counts[name], name))


# In words


def _lines(summary: Summary) -> Iterator[str]:
    """A summary as lines of text."""
    yield f"{summary.games} games"
    yield "wins"
    for side, share in summary.sides.items():
        yield f"  {side:<20} {said_share(share)}"
    for wins in summary.bots if len(summary.bots) > 1 else ():
        yield f"  {'bot ' + wins.bot:<20} {said_share(wins.wins)}"
    yield f"  {'draw':<20} {said_share(summary.draws)}"
    if summary.unfinished.count:
        yield f"  {'unfinished':<20} {said_share(summary.unfinished)}"
    if summary.first_side is not None:
        yield f"first side, of games with one winner: {said_share(summary.first_side)}"
    if summary.pairs is not None:
        yield from _said_pairs(summary)
    yield f"orders: {_said_spread(summary.orders)}"
    yield f"turns: {_said_spread(summary.turns)}"
    yield "ended by"
    for reason, share in summary.reasons.items():
        yield f"  {reason:<20} {said_share(share)}"
    yield "mean losses"
    for side, kinds in summary.losses.items():
        told = ", ".join(f"{lost:.2f} {kind or 'units'}" for kind, lost in kinds.items())
        yield f"  {side:<20} {told or 'no units'}"
    if summary.faults:
        yield f"faults of bots: {summary.faults}, of which {summary.forfeits} forfeited a game"


def said_share(share: Share) -> str:
    """A share in words."""
    return f"{share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})  {share.count} of {share.of}"


def _said_spread(spread: Spread) -> str:
    """A distribution in words."""
    quartiles = f"{spread.first_quartile:g}, {spread.median:g}, {spread.third_quartile:g}"
    return f"{spread.least} to {spread.most}, quartiles {quartiles}, mean {spread.mean:.1f}"


def _said_pairs(summary: Summary) -> Iterator[str]:
    """The pairs in words."""
    assert summary.pairs is not None, "asked for where there are pairs"
    pairs, bot = summary.pairs, summary.bots[0].bot
    interval = f"{pairs.score.mean:.3f} a game ({pairs.score.low:.3f} to {pairs.score.high:.3f})"
    points = zip(("0", "1/2", "1", "3/2", "2"), pairs.counts, strict=True)
    yield f"points of {bot} with both sides: {interval}"
    yield f"  pairs with {', '.join(f'{of} points: {count}' for of, count in points)}"
    yield f"  pairs won by {bot}, of those that one bot won: {said_share(pairs.won)}"
