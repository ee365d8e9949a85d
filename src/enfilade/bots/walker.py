"""A bot that walks to objectives: each unit the shortest way to the nearest one that its side does not hold.

It looks one order ahead and knows no tactics. It is there to have a purpose that random play lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.battle import Battle
from enfilade.core.board.paces import FAR, Distances, distances_to
from enfilade.core.orders.said import Objective, Order
from enfilade.systems.movement.straight.ground import impassable_squares

from .bot import RandomBot, side_to_choose

Square = tuple[int, int]

UNITS_TRIED = 8
"""Units whose orders are looked at before the bot gives up and passes."""
GUARD_DISTANCE = 6
"""A unit on an objective of its side stays there while an enemy is so near."""


class Walker(NamedTuple):
    """A unit that may march, and how far it is from where it wants to be."""

    distance: int
    slot: int


class WalkerBot:
    """Marches units to objectives that its side does not hold, the nearest unit first; passes when none comes nearer.

    Where there are no objectives, or nothing can march, it plays at random.
    """

    def __init__(self, seed: int = 0) -> None:
        """Play at random by this seed where there is nowhere to go."""
        self._random = RandomBot(seed)
        self._fields: dict[int, Distances] = {}
        self._about: tuple[str, tuple[Square, ...]] = ("", ())

    def choose(self, view: Battle) -> Order:
        """One of the legal orders of the view's side."""
        if not view.objectives or not {"march", "pass"} <= view.names.kind_of_word.keys():
            return self._random.choose(view)
        side = side_to_choose(view)
        wanted = tuple(objective.place for objective in view.objectives if not _is_held(view, objective, side))
        self._forget_others(view, wanted)
        for walker in sorted(self._walkers(view, side, wanted))[:UNITS_TRIED]:
            order = self._nearest(view, side, walker, wanted)
            if order is not None:
                return order
        return view.legal.by(side).where("pass")[0]

    def _forget_others(self, view: Battle, wanted: tuple[Square, ...]) -> None:
        """Forget distances on another board or to other squares."""
        if self._about != (view.game.content_digest, wanted):
            self._about = (view.game.content_digest, wanted)
            self._fields.clear()

    def _walkers(self, view: Battle, side: str, wanted: tuple[Square, ...]) -> Iterator[Walker]:
        """The units that may march and have somewhere to go."""
        number = view.side_number(side)
        units = view.game.store.records("units")
        may_march = units["status"]["alive"] & ~units["status"]["done"] & (units["allegiance"]["side"] == number)
        held = {objective.place for objective in view.objectives if objective.place not in wanted}
        for slot in np.flatnonzero(may_march).tolist():
            square = _square_of(units, slot)
            distance = int(self._field(view, slot, wanted)[square[1], square[0]])
            if 0 < distance < FAR and not (square in held and _is_threatened(view, number, square)):
                yield Walker(distance, slot)

    def _nearest(self, view: Battle, side: str, walker: Walker, wanted: tuple[Square, ...]) -> Order | None:
        """The march of a unit that ends nearest to where it wants to be, the first of several; None without one."""
        field = self._field(view, walker.slot, wanted)
        best, best_distance = None, walker.distance
        for order in view.legal.by(side).of(view.names.units[walker.slot]).where("march"):
            assert order.place is not None, "a march has an end"
            distance = int(field[order.place[1], order.place[0]])
            if distance < best_distance:
                best, best_distance = order, distance
        return best

    def _field(self, view: Battle, slot: int, wanted: tuple[Square, ...]) -> Distances:
        """Steps from each square to the nearest wanted one, for a unit's footing; other units do not count."""
        footing = int(view.game.store.records("marchers")["footing"][slot])
        if footing not in self._fields:
            self._fields[footing] = distances_to(wanted, impassable_squares(view.game.world(), slot))
        return self._fields[footing]


def _square_of(units: npt.NDArray[np.void], slot: int) -> Square:
    """Where a unit stands."""
    position = units["position"][slot]
    return int(position["x"]), int(position["y"])


def _is_held(view: Battle, objective: Objective, side: str) -> bool:
    """Whether a side or an ally of it holds an objective."""
    allied = next(entry.allied for entry in view.scenario.sides if entry.name == side)
    return objective.holder in (side, *allied)


def _is_threatened(view: Battle, number: int, square: Square) -> bool:
    """Whether an enemy is so near to a square that it must be guarded."""
    units = view.game.store.records("units")
    hostile = view.game.store.table("rules")[0].hostile[number]
    is_enemy = units["status"]["alive"] & ((hostile >> units["allegiance"]["side"]) & 1 == 1)
    position = units["position"][is_enemy].astype([("x", np.int32), ("y", np.int32)])
    distance = np.maximum(abs(position["x"] - square[0]), abs(position["y"] - square[1]))
    return bool((distance <= GUARD_DISTANCE).any())
