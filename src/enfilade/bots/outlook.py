"""What a side wants of its units: where they should stand, and which way they should look.

Worth is a whole number. Three of it are one square or large grid nearer to where a unit should go.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.battle import Battle
from enfilade.core.board.cell import OPEN
from enfilade.core.board.grids import GRID
from enfilade.core.board.paces import Distances, distances_to
from enfilade.core.orders.notation import GridCells, place_of
from enfilade.systems.movement.straight.ground import impassable_squares

from .walker import Square

PACES = 3
"""Paces of a square or large grid: what coming nearer by one is worth."""
GOALS_MAX = 6
"""Objectives that a unit thinks of: those nearest to it."""
PACES_MAX = 1000
"""How far away counts what no way leads to."""
OBJECTIVE_WORTH = 30
"""A point of an objective that is not held: as much as ten squares of way."""
LEAVING_COST = 20
"""What a unit that leaves the board by an exit would be worth on it."""
THREAT_DISTANCE = 6
"""An objective of the side is in danger while an enemy is within so many squares."""
RANGE = 6
"""Squares from which having an enemy in front is worth something."""
ADJACENT_WORTH = 6
CROWD_DISTANCE = 2
CROWD_WORTH = 3
"""What each enemy within ``CROWD_DISTANCE`` squares costs, but for the first."""
AHEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The square in front, by facing, where there are four."""


class Goal(NamedTuple):
    """An objective, or an exit of the side, as a side sees it."""

    square: Square  # in squares or large grids
    worth: int
    is_held: bool  # by the side or an ally; an exit is not


class Ways:
    """Steps to squares of one board, remembered from choice to choice."""

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._board = ""
        self._found: dict[tuple[Square, int], Distances] = {}

    def paces_to(self, view: Battle, square: Square, slot: int) -> Distances:
        """Paces to a square or large grid from each place of the board, shape (height, width); units do not count."""
        if self._board != view.game.content_digest:
            self._board = view.game.content_digest
            self._found.clear()
        key = (square, footing_of(view, slot))
        if key not in self._found:
            side = stride_of(view)
            targets = [(square[0] * side + x, square[1] * side + y) for x in range(side) for y in range(side)]
            steps = distances_to(targets, blocked_places(view, slot))
            self._found[key] = np.minimum(steps, PACES_MAX // PACES) * PACES // side
        return self._found[key]


def stride_of(view: Battle) -> int:
    """Places across what a battle counts distance in: the cells of a large grid, or one square."""
    return GRID if isinstance(view.names.notation, GridCells) else 1


def marches(view: Battle) -> bool:
    """Whether units have a footing, by which squares are impassable to some and not to others."""
    return "march" in view.names.kind_of_word


def footing_of(view: Battle, slot: int) -> int:
    """What a unit has in common with all to which the same places are blocked."""
    return int(view.game.store.records("marchers")["footing"][slot]) if marches(view) else 0


def blocked_places(view: Battle, slot: int) -> npt.NDArray[np.bool_]:
    """Where terrain keeps a unit out, shape (height, width)."""
    if marches(view):
        return impassable_squares(view.game.world(), slot)
    kinds = view.game.store.records("cells")["kind"]
    blocked: npt.NDArray[np.bool_] = kinds.reshape(view.names.height, view.names.width) != OPEN
    return blocked


def armed_units(view: Battle) -> list[bool]:
    """Whether each unit can attack at all, by slot."""
    units = len(view.names.units)
    if not any("target" in kind.fields for kind in view.names.kinds.values()):
        return [False] * units
    store = view.game.store
    if "fighters" not in store.layout.starts:
        return [True] * units
    return [count > 0 for count in store.records("fighters")["weapon_count"].tolist()]


class Outlook:
    """What a side wants in one position, as far as a view shows it."""

    def __init__(self, view: Battle, number: int, ways: Ways) -> None:
        """Look at a view for the side of this number."""
        self._view = view
        self._ways = ways
        self._units = view.game.store.table("units")
        self._stride = stride_of(view)
        rules = view.game.store.table("rules")[0]
        self._friends = self._squares_of(rules.allied[number])
        self._enemies = self._squares_of(rules.hostile[number])
        self._goals = self._goals_of(number, rules.allied[number])
        self._armed = armed_units(view)
        self._looks = len(view.names.notation.facings) == len(AHEAD)
        self._draws: dict[int, list[tuple[int, Distances]]] = {}
        self._standing: dict[tuple[int, Square], int] = {}
        self._seen: dict[tuple[Square, int | None], int] = {}
        self._now: dict[int, int] = {}

    def _squares_of(self, sides: int) -> dict[int, Square]:
        """Where the units in play of some sides stand, by slot."""
        units = self._view.game.store.records("units")
        chosen = units["status"]["alive"] & ((sides >> units["allegiance"]["side"]) & 1 == 1)
        places = units["position"]
        return {
            slot: self._square((int(places["x"][slot]), int(places["y"][slot])))
            for slot in np.flatnonzero(chosen).tolist()
        }

    def _square(self, place: Square) -> Square:
        """The square or large grid of a place."""
        return place[0] // self._stride, place[1] // self._stride

    def _goals_of(self, number: int, allied: int) -> list[Goal]:
        """The objectives, in their order, and then the exits of the side."""
        own = self._view.names.sides_in(allied | 1 << number)
        objectives = [
            Goal(self._square(it.place), OBJECTIVE_WORTH * it.value, it.holder in own) for it in self._view.objectives
        ]
        exits = [
            Goal(self._square(place_of(self._view.names.notation, it.at)), leaving_worth(it.value), is_held=False)
            for it in self._view.scenario.exits
            if it.side == self._view.names.sides[number]
        ]
        return objectives + exits

    def worth_now(self, slot: int) -> int:
        """What it is worth that a unit stands where it does and looks as it does."""
        if slot not in self._now:
            unit = self._units[slot]
            self._now[slot] = self.worth(slot, (unit.position.x, unit.position.y), unit.facing.direction)
        return self._now[slot]

    def _square_now(self, slot: int) -> Square:
        """Where a unit stands."""
        position = self._units[slot].position
        return self._square((position.x, position.y))

    def worth(self, slot: int, place: Square, facing: int | None) -> int:
        """What it is worth to have a unit at a place, looking that way; without a facing it looks all round."""
        if (slot, place) not in self._standing:
            self._standing[slot, place] = self._standing_worth(slot, place)
        seen = (self._square(place), facing)
        if seen not in self._seen:
            self._seen[seen] = self._view_worth(*seen)
        return self._standing[slot, place] + self._seen[seen] * self._armed[slot]

    def is_there(self, slot: int) -> bool:
        """Whether a unit stands on an objective."""
        return any(self._square_now(slot) == goal.square for goal in self._goals)

    def _standing_worth(self, slot: int, place: Square) -> int:
        """What a place is worth to a unit, whichever way it looks."""
        square = self._square(place)
        return self._goal_worth(slot, place) + self._guard_worth(slot, square) - self._crowd_cost(square)

    def _goal_worth(self, slot: int, place: Square) -> int:
        """The objective that draws most from here; without any, how near the enemy is."""
        if self._goals:
            return max(worth - int(paces[place[1], place[0]]) for worth, paces in self._draws_on(slot))
        if not self._armed[slot] or not self._enemies:
            return 0
        square = self._square(place)
        return -PACES * min(squares_apart(square, enemy) for enemy in self._enemies.values())

    def _draws_on(self, slot: int) -> list[tuple[int, Distances]]:
        """What each objective is worth to a unit that stands on it, and the paces to it."""
        if slot not in self._draws:
            self._draws[slot] = [
                (self._worth_of(goal, slot), self._ways.paces_to(self._view, goal.square, slot))
                for goal in self._nearest_goals(slot)
            ]
        return self._draws[slot]

    def _nearest_goals(self, slot: int) -> list[Goal]:
        """The objectives that a unit thinks of."""
        square = self._square_now(slot)
        return sorted(self._goals, key=lambda goal: squares_apart(square, goal.square))[:GOALS_MAX]

    def _guard_worth(self, slot: int, square: Square) -> int:
        """What it is worth to be the one unit on an objective of the side that is in danger."""
        guarded = [goal.worth for goal in self._goals if goal.square == square and self._needs_guard(goal, slot)]
        return sum(guarded) * 3 // 2  # more than what is gained by leaving one for another

    def _needs_guard(self, goal: Goal, slot: int) -> bool:
        """Whether an objective is the side's and in danger, and no other unit stands on it."""
        return goal.is_held and self._is_threatened(goal) and self._nearest(goal, slot) > 0

    def _nearest(self, goal: Goal, slot: int) -> int:
        """How near to an objective the nearest other unit of the side is."""
        others = (square for other, square in self._friends.items() if other != slot)
        return min((squares_apart(square, goal.square) for square in others), default=PACES_MAX)

    def _worth_of(self, goal: Goal, slot: int) -> int:
        """What an objective is worth to a unit: nothing where another stands, half where another is nearer."""
        nearest = self._nearest(goal, slot)
        if nearest == 0 or (goal.is_held and not self._needs_guard(goal, slot)):
            return 0
        is_second = nearest < squares_apart(self._square_now(slot), goal.square)
        return goal.worth // (2 if goal.is_held or is_second else 1)

    def _is_threatened(self, goal: Goal) -> bool:
        """Whether an enemy is near to an objective."""
        return any(squares_apart(enemy, goal.square) <= THREAT_DISTANCE for enemy in self._enemies.values())

    def _crowd_cost(self, square: Square) -> int:
        """What it costs to be near to several enemies at once."""
        near = sum(squares_apart(square, enemy) <= CROWD_DISTANCE for enemy in self._enemies.values())
        return CROWD_WORTH * max(near - 1, 0)

    def _view_worth(self, square: Square, facing: int | None) -> int:
        """What it is worth to have enemies in front: the nearest one counts."""
        return max((self._target_worth(square, facing, enemy) for enemy in self._enemies.values()), default=0)

    def _target_worth(self, square: Square, facing: int | None, enemy: Square) -> int:
        """What one enemy in front is worth, the nearer the more."""
        across, along = enemy[0] - square[0], enemy[1] - square[1]
        if self._looks and facing is not None and not is_ahead(across, along, facing):
            return 0
        is_adjacent = max(abs(across), abs(along)) <= 1
        return 1 + max(RANGE - abs(across) - abs(along), 0) + ADJACENT_WORTH * is_adjacent


def leaving_worth(value: int) -> int:
    """What it is worth to leave the board by an exit of this value."""
    return OBJECTIVE_WORTH * value - LEAVING_COST


def squares_apart(one: Square, other: Square) -> int:
    """Steps between two squares, corners included."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def is_ahead(across: int, along: int, facing: int) -> bool:
    """Whether what lies so far east and south is in front, 45 degrees to each side; one's own square is.

    >>> is_ahead(1, -1, 0), is_ahead(2, -1, 0), is_ahead(0, 1, 2)
    (True, False, True)
    """
    x, y = AHEAD[facing]
    forward = across * x + along * y
    return abs(across * y) + abs(along * x) <= forward
