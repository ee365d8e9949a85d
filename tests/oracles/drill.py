"""The drill as its rulebook page tells it, in plain Python: classes, lists and sets, nothing of the engine.

Written from ``docs/rulebook/drill.md`` and ``docs/rulebook/core.md`` alone, so that it can judge the engine. It plays
by copying whole positions and listing everything; boards are small.

Where the text leaves a choice of reading, the one taken here:

- After a shot that shakes the mover, the other units that see it may still fire: the move ends, and "one hit on a
  shaken unit" (DRILL-5.3) could not happen otherwise.
- A unit to move (DRILL-2.4) is one that has a legal move; a side is passed over while it has none, and may have its
  turn later in the round.
- A path may cross itself; squares that the mover itself has left are free (DRILL-3.1, DRILL-3.2).
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

Square = tuple[int, int]
"""Column and row, x east and y south, from 0."""
Order = tuple[int, str, int | None, Square | None, int | None]
"""Side, kind, unit, square, number; what the kind does not use is None."""

NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
SIGHT_SQUARES_MAX = 3
BIDS = (0, 1, 2)
DIE = 6
HIT_FROM = 5
ELECTIVE = ("bid", "act")


@dataclass
class Soldier:
    """A unit. ``square`` is None when it is lost."""

    side: int
    square: Square | None
    power: int = 2
    allowance: int = 2
    shaken: bool = False
    moved: bool = False
    fired: bool = False


@dataclass
class Team:
    """A side."""

    tokens: int = 3
    bid: int | None = None
    passed: bool = False
    drew: bool = False
    hurried: bool = False


@dataclass
class March:
    """A move under way: squares still to enter, the unit being shoved, the units that may still fire."""

    mover: int
    path: list[Square]
    victim: int | None = None
    watchers: list[int] = field(default_factory=list)


@dataclass
class Owed:
    """A decision: what kind, which sides owe it, which unit it is about."""

    kind: str
    sides: list[int]
    unit: int | None = None


@dataclass
class Position:
    """Everything that is true in a drill at one moment."""

    width: int
    height: int
    walls: set[Square]
    units: list[Soldier]
    teams: list[Team]
    cards: list[str]
    hostile: set[tuple[int, int]]
    rounds: int = 4
    round: int = 0
    starter: int | None = None  # who began this round, or the round before while bids are made
    turn: int = 0
    march: March | None = None
    owed: Owed | None = None
    told: list[Order] = field(default_factory=list)  # orders that were taken at once in the last step
    over: bool = False
    winners: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)


def all_hostile(sides: int) -> set[tuple[int, int]]:
    """DRILL-1.3 without anything else said."""
    return set(itertools.permutations(range(sides), 2))


# what is where


def neighbours(position: Position, square: Square) -> list[Square]:
    """Open squares beside a square, in the order north, east, south, west."""
    beside = [(square[0] + dx, square[1] + dy) for dx, dy in NEIGHBOURS]
    return [place for place in beside if is_open(position, place)]


def is_open(position: Position, square: Square) -> bool:
    """Whether a square is on the board and no wall."""
    x, y = square
    return 0 <= x < position.width and 0 <= y < position.height and square not in position.walls


def occupant(position: Position, square: Square) -> int | None:
    """The unit on a square."""
    for slot, unit in enumerate(position.units):
        if unit.square == square:
            return slot
    return None


def strength(position: Position, side: int) -> int:
    """How many units a side has left."""
    return sum(1 for unit in position.units if unit.side == side and unit.square is not None)


def row_by_row(squares: Iterable[Square]) -> list[Square]:
    """Squares from the north row to the south row, each from west to east."""
    return sorted(squares, key=lambda square: (square[1], square[0]))


# moving


def allowance(position: Position, slot: int) -> int:
    """DRILL-3.1, DRILL-6.2: steps that a unit may take."""
    unit = position.units[slot]
    return unit.allowance + (1 if position.teams[unit.side].hurried else 0)


def may_move(position: Position, slot: int) -> bool:
    """DRILL-3.1: in play, not shaken, not moved in this round."""
    unit = position.units[slot]
    return unit.square is not None and not unit.shaken and not unit.moved


def may_enter(position: Position, slot: int, square: Square) -> bool:
    """DRILL-3.2: no wall, and no unit that is not hostile."""
    other = occupant(position, square)
    if not is_open(position, square):
        return False
    if other is None or other == slot:
        return True
    return (position.units[slot].side, position.units[other].side) in position.hostile


def shortest_paths(position: Position, slot: int) -> dict[Square, list[Square]]:
    """DRILL-3.3: the path that stands for each square in reach.

    All paths are listed with shorter ones first, and those of one length in the order of their steps.
    """
    start = position.units[slot].square
    assert start is not None
    found: dict[Square, list[Square]] = {}
    paths: list[list[Square]] = [[]]
    for _ in range(allowance(position, slot)):
        longer = []
        for path in paths:
            here = path[-1] if path else start
            longer += [[*path, to] for to in neighbours(position, here) if may_enter(position, slot, to)]
        for path in longer:
            if path[-1] != start and path[-1] not in found:
                found[path[-1]] = path
        paths = longer
    return found


def path_is_legal(position: Position, slot: int, path: list[Square]) -> bool:
    """DRILL-3.1, DRILL-3.2: whether a unit that may move may take this path."""
    start = position.units[slot].square
    if start is None or not may_move(position, slot) or not 1 <= len(path) <= allowance(position, slot):
        return False
    here = start
    for square in path:
        if square not in neighbours(position, here) or not may_enter(position, slot, square):
            return False
        here = square
    return here != start


def sees(position: Position, watcher: int, target: int) -> bool:
    """DRILL-5.2: same row or column, at most three squares away, no wall between."""
    one, two = position.units[watcher].square, position.units[target].square
    if one is None or two is None or (one[0] != two[0] and one[1] != two[1]):
        return False
    steps = max(abs(one[0] - two[0]), abs(one[1] - two[1]))
    between = [
        (one[0] + (two[0] - one[0]) * part // steps, one[1] + (two[1] - one[1]) * part // steps)
        for part in range(1, steps)
    ]
    return steps <= SIGHT_SQUARES_MAX and not any(square in position.walls for square in between)


def retreats(position: Position, victim: int) -> list[Square]:
    """DRILL-4.1: free squares beside a shoved unit."""
    square = position.units[victim].square
    assert square is not None
    return row_by_row(place for place in neighbours(position, square) if occupant(position, place) is None)


# legal orders


def legal(position: Position) -> list[Order]:
    """Every legal order, without paths: by side, then its units by slot with their kinds, then the side's own."""
    if position.over or position.owed is None:
        return []
    answers = {"bid": bids, "act": actions, "react": reactions, "shove": shoves}[position.owed.kind]
    return [order for side in sorted(position.owed.sides) for order in answers(position, side)]


def bids(position: Position, side: int) -> list[Order]:
    """DRILL-2.1: 0, 1 or 2, but no more than the side has tokens."""
    return [(side, "bid", None, None, bid) for bid in BIDS if bid <= position.teams[side].tokens]


def actions(position: Position, side: int) -> list[Order]:
    """DRILL-2.3: moves one unit, draws a card, or passes."""
    orders: list[Order] = []
    for slot, unit in enumerate(position.units):
        if unit.side == side and may_move(position, slot):
            orders += [(side, "move", slot, square, None) for square in row_by_row(shortest_paths(position, slot))]
    if may_draw(position, side):
        orders.append((side, "draw", None, None, None))
    return [*orders, (side, "pass", None, None, None)]


def reactions(position: Position, side: int) -> list[Order]:
    """DRILL-5.1: to fire or to hold."""
    assert position.owed is not None
    return [(side, kind, position.owed.unit, None, None) for kind in ("fire", "hold")]


def shoves(position: Position, side: int) -> list[Order]:
    """DRILL-4.1: the free squares beside the shoved unit."""
    assert position.owed is not None
    assert position.owed.unit is not None
    return [(side, "shove", position.owed.unit, square, None) for square in retreats(position, position.owed.unit)]


def may_draw(position: Position, side: int) -> bool:
    """DRILL-6.1: once a round while cards are left."""
    return bool(position.cards) and not position.teams[side].drew


def may_act(position: Position, side: int) -> bool:
    """DRILL-2.3, DRILL-2.4: has not passed, and has a unit to move or a card to draw."""
    passed = position.teams[side].passed or not strength(position, side)
    return not passed and len(actions(position, side)) > 1


# steps


def begin(position: Position) -> Position:
    """The position after the passes before the first order."""
    after = copy.deepcopy(position)
    after.told = []
    if not is_decided(after):
        begin_round(after)
    settle(after)
    return after


def apply(position: Position, order: Order, faces: Iterable[int] = (), path: list[Square] | None = None) -> Position:
    """The position after a legal order, with the dice that it rolls; a drawn card is the face-th of those left."""
    after = copy.deepcopy(position)
    after.told = []
    carry_out(after, order, list(faces), path)
    settle(after)
    return after


def dice_of(position: Position, order: Order) -> list[int]:
    """Sides of each die that an order rolls."""
    if order[1] == "draw":
        return [len(position.cards)]
    if order[1] == "fire":
        assert order[2] is not None
        return [DIE] * position.units[order[2]].power
    return []


def outcomes(position: Position, order: Order) -> list[tuple[Fraction, tuple[int, ...], Position]]:
    """Every roll of the dice of an order, with its chance, the faces, and the position after it."""
    sides = dice_of(position, order)
    chance = Fraction(1)
    for count in sides:
        chance /= count
    rolls = itertools.product(*(range(1, count + 1) for count in sides))
    return [(chance, faces, apply(position, order, faces)) for faces in rolls]


def carry_out(position: Position, order: Order, faces: list[int], path: list[Square] | None = None) -> None:
    """Do what an order says."""
    side, kind, slot, square, number = order
    assert position.owed is not None
    if kind == "bid":
        position.teams[side].bid = number
        position.owed.sides.remove(side)
        if position.owed.sides:
            return
        position.owed = None
        open_round(position)
        return
    unit = position.owed.unit
    position.owed = None
    if kind == "pass":
        position.teams[side].passed = True
    elif kind == "draw":
        draw(position, side, faces[0])
    elif kind == "move":
        assert slot is not None
        assert square is not None
        position.units[slot].moved = True
        position.march = March(slot, list(path if path is not None else shortest_paths(position, slot)[square]))
    elif kind == "shove":
        assert unit is not None
        assert position.march is not None
        position.units[unit].square = square
        position.march.victim = None
        enter(position)
    elif kind == "fire":
        assert unit is not None
        fire(position, unit, faces)


def settle(position: Position) -> None:
    """CORE-2.1, CORE-2.2: go on until a side has a choice or the battle is over."""
    while not position.over:
        if position.owed is None:
            go_on(position)
        elif position.owed.kind not in ELECTIVE and len(legal(position)) == 1:
            (only,) = legal(position)
            position.told.append(only)
            carry_out(position, only, [])
        else:
            return


def go_on(position: Position) -> None:
    """One thing: of the move under way, or the end, or the next turn."""
    if position.march is not None:
        march(position, position.march)
        return
    if is_decided(position):
        return
    sides = len(position.teams)
    for offset in range(sides):
        side = (position.turn + offset) % sides
        if may_act(position, side):
            position.turn = (side + 1) % sides
            position.owed = Owed("act", [side])
            return
    end_round(position)


def begin_round(position: Position) -> None:
    """DRILL-2.1: who bids."""
    position.round += 1
    for unit in position.units:
        unit.moved = unit.fired = False
    for team in position.teams:
        team.bid = None
        team.passed = team.drew = team.hurried = False
    silent = position.starter if position.starter is not None else len(position.teams) - 1
    bidders = [side for side in range(len(position.teams)) if side != silent and strength(position, side)]
    if bidders:
        position.owed = Owed("bid", bidders)
    else:
        open_round(position)


def open_round(position: Position) -> None:
    """DRILL-2.2: bids are paid, the highest begins."""
    offers = [(team.bid, side) for side, team in enumerate(position.teams) if team.bid is not None]
    for bid, side in offers:
        position.teams[side].tokens -= bid
    if offers:
        highest = max(bid for bid, _ in offers)
        position.starter = min(side for bid, side in offers if bid == highest)
    else:
        position.starter = min(side for side in range(len(position.teams)) if strength(position, side))
    position.turn = position.starter


def end_round(position: Position) -> None:
    """DRILL-7.2 after the last round, else the next one."""
    if position.round < position.rounds:
        begin_round(position)
        return
    left = [strength(position, side) for side in range(len(position.teams))]
    finish(position, [side for side, units in enumerate(left) if units == max(left)])


def march(position: Position, under_way: March) -> None:
    """One thing of a move: a unit that may fire, a unit to shove, a square to enter, or its end."""
    mover = position.units[under_way.mover]
    while under_way.watchers and mover.square is not None:
        watcher = under_way.watchers.pop(0)
        if may_fire(position, watcher, under_way.mover):
            position.owed = Owed("react", [position.units[watcher].side], watcher)
            return
    if mover.square is None or mover.shaken or not under_way.path:
        position.march = None
        return
    victim = occupant(position, under_way.path[0])
    if victim is None or victim == under_way.mover:
        enter(position)
        return
    if retreats(position, victim):
        under_way.victim = victim
        position.owed = Owed("shove", [position.units[victim].side], victim)
        return
    lose(position, victim)


def enter(position: Position) -> None:
    """DRILL-3.1, DRILL-5.1: the mover enters the next square, and every hostile unit may fire in order of slots."""
    assert position.march is not None
    position.units[position.march.mover].square = position.march.path.pop(0)
    position.march.watchers = list(range(len(position.units)))


def may_fire(position: Position, watcher: int, mover: int) -> bool:
    """DRILL-5.1: hostile, not shaken, has not fired in this round, sees the mover."""
    unit = position.units[watcher]
    if (unit.side, position.units[mover].side) not in position.hostile or unit.shaken or unit.fired:
        return False
    return sees(position, watcher, mover)


def fire(position: Position, watcher: int, faces: list[int]) -> None:
    """DRILL-5.3: each 5 or 6 hits; one shakes, two or one on a shaken unit destroy."""
    assert position.march is not None
    assert len(faces) == position.units[watcher].power
    position.units[watcher].fired = True
    mover = position.units[position.march.mover]
    hits = sum(1 for face in faces if face >= HIT_FROM)
    if hits >= 2 or (hits == 1 and mover.shaken):
        lose(position, position.march.mover)
    elif hits == 1:
        mover.shaken = True


def draw(position: Position, side: int, face: int) -> None:
    """DRILL-6.1, DRILL-6.2: a card is drawn and does what it says."""
    position.teams[side].drew = True
    card = position.cards.pop(face - 1)
    if card == "hurry":
        position.teams[side].hurried = True
    elif card == "rally":
        for unit in position.units:
            if unit.side == side:
                unit.shaken = False


def lose(position: Position, slot: int) -> None:
    """DRILL-4.2, DRILL-5.3: a unit is lost."""
    position.units[slot].square = None


def is_decided(position: Position) -> bool:
    """DRILL-7.1: a side that alone has units left wins; when none has any, nobody does."""
    left = [side for side in range(len(position.teams)) if strength(position, side)]
    if len(left) <= 1:
        finish(position, left)
    return len(left) <= 1


def finish(position: Position, winners: list[int]) -> None:
    """The battle is over; a side's score is the number of its units."""
    position.over = True
    position.owed = None
    position.march = None
    position.winners = winners
    position.scores = [strength(position, side) for side in range(len(position.teams))]
