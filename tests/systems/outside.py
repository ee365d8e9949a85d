"""Positions as they may come from outside: every number of a row at the ends of its field, and around small values."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import enfilade as ef
from enfilade.core.engine.layout import Block
from enfilade.systems.game import Game
from tests.face.games import red_to_move, standoff

ORDERS = 50


class Change(NamedTuple):
    """One number of a row, set to another value."""

    table: str
    record: int
    field: str
    element: int
    value: int


def bases() -> list[ef.Battle]:
    """A battle at each kind of decision, and one that is over."""
    bidding = ef.Battle(standoff(), 1)
    turn = red_to_move()
    reaction = red_to_move()
    reaction.step("R1 move B1")
    shove = red_to_move()
    shove.step("R1 move C1", dice=())
    while shove.decision is not None and shove.decision.kind == "react":
        shove.step(f"{shove.decision.unit} hold")
    over = ef.Battle(standoff(options={"rounds": 1}), 1)
    while over.outcome is None:
        over.step(over.legal[-1])
    battles = [bidding, turn, reaction, shove, over]
    decisions = [battle.decision.kind if battle.decision else "" for battle in battles]
    assert decisions == ["bid", "activate", "react", "displace", ""]
    return battles


def changes(game: Game) -> Iterator[Change]:
    """Every number of the world, set to each of a few values that it does not have."""
    for spec in game.store.layout.in_block(Block.WORLD):
        for field, kind in fields_of(spec.record.dtype):
            element, shape = kind.subdtype or (kind, (1,))
            bits = 8 * element.itemsize
            values = [-(1 << bits - 1), (1 << bits - 1) - 1, -1, 0, 1, 2, 4, 25, 99]
            for record in range(spec.count):
                for index in sorted({0, shape[0] - 1}):
                    yield from (Change(spec.name, record, field, index, value) for value in values)


def fields_of(dtype: np.dtype[Any], before: str = "") -> Iterator[tuple[str, np.dtype[Any]]]:
    """Name and type of each field of a record that is no record itself."""
    for name in dtype.names or ():
        kind = dtype[name]
        if kind.names:
            yield from fields_of(kind, f"{before}{name}.")
        else:
            yield before + name, kind


def changed(game: Game, change: Change) -> bytes:
    """The row with one change."""
    other = game.copy()
    records = other.store.records(change.table)
    for name in change.field.split("."):
        records = records[name]
    if records.dtype.kind == "b":
        records = records.view("i1")
    if records.ndim == 1:
        records[change.record] = change.value
    else:
        records[change.record, change.element] = change.value
    return other.snapshot()


def ask(battle: ef.Battle) -> None:
    """Ask everything that a client asks of a position."""
    orders = battle.legal_orders()
    assert len(orders) == len(battle.legal)
    for order in orders[:3]:
        assert battle.check(battle.text(order))
    for text in (
        "red bid 1",
        "R1 move B1",
        "R1 move D4 via B1 C1",
        "B1 shove D1",
        "B2 fire",
        "green pass",
        "blue draw",
    ):
        with contextlib.suppress(ef.OrderError):
            battle.check(text)
    assert battle.roster().keys() == set(battle.names.units)
    assert str(battle)
    assert repr(battle)
    assert battle.outcome is None or battle.outcome.reason
    for side in battle.names.sides:
        battle.view(side).legal_orders()


def play(battle: ef.Battle, orders: int, seed: int) -> None:
    """Take random legal orders; that a step cannot be finished is a typed error."""
    chance = random.Random(seed)
    with contextlib.suppress(ef.StepFault):
        for _ in range(orders):
            count = len(battle.legal)
            if count == 0:
                return
            battle.step(battle.legal[chance.randrange(count)])
