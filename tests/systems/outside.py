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
from tests.face.games import bout, delta, meeting, red_to_move, standoff, yard

ORDERS = 50


class Change(NamedTuple):
    """One number of a row, set to another value."""

    table: str
    record: int
    field: str
    element: int
    value: int


def bases() -> list[ef.Battle]:
    """Battles of each family at every kind of decision, and over."""
    return [*drill_bases(), *march_bases(), *mech_bases()]


def march_bases() -> list[ef.Battle]:
    """A battle at its begin, one in which a side has passed, one in its last turn, two that are over."""
    begin, passed, last = (ef.Battle(delta(), 1) for _ in range(3))
    for line in ("R1 march 1-2", "blue pass", "green pass"):
        passed.step(line)
    while last.turn < 3:
        last.step(last.legal[last.step_number % len(last.legal)])
    played = ef.Battle(meeting(), 1)
    won = ef.Battle(meeting(options={"turns": 9, "points": 1}), 1)
    for battle in (played, won):
        battle.step("R1 march 1-1")
        battle.step("blue pass")
    battles = [begin, passed, last, played, won]
    assert [battle.turn for battle in battles] == [1, 1, 3, 1, 1]
    outcomes = [battle.outcome.reason if battle.outcome is not None else "" for battle in battles]
    assert outcomes == ["", "", "", "turns played", "points reached"]
    return battles


def mech_bases() -> list[ef.Battle]:
    """A battle at each kind of decision, and two that are over."""
    begin, reaction, moved, crushing, pushing = (ef.Battle(yard(), 1) for _ in range(5))
    reaction.step("R2 move C1.4 S")
    for line in ("R2 move C1.4 S", "green hold"):
        moved.step(line)
    for line in ("R1 move B1 E", "blue hold", "green hold"):
        crushing.step(line)
    pushing.step("R2 done")
    pushing.step("B2 fire R2 hook", dice=(1,))
    played = ef.Battle(bout(), 1)
    played.step("R done")
    played.step("B done")
    last = ef.Battle(bout(), 1)
    put_one_hit_from_loss(last)
    last.step("R strike B blade", dice=(6, 1))
    battles = [begin, reaction, moved, crushing, pushing, played, last]
    decisions = [battle.decision.kind if battle.decision else "" for battle in battles]
    assert decisions == ["activate", "react", "attack", "displace", "push", "", ""]
    outcomes = [battle.outcome.reason if battle.outcome is not None else "" for battle in battles]
    assert outcomes == [*[""] * 5, "turns played", "last side in play"]
    return battles


def put_one_hit_from_loss(battle: ef.Battle) -> None:
    """Leave the second unit one step, and disrupted."""
    unit = battle.game.world().units[1]
    unit.status.steps = 1
    unit.condition.disrupted = True


def drill_bases() -> list[ef.Battle]:
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


ASKED = {
    "drill": ("red bid 1", "R1 move B1", "R1 move D4 via B1 C1", "B1 shove D1", "B2 fire", "green pass", "blue draw"),
    "march": (
        *("R1 march 0-1", "R1 march 3-5 via 1-2", "R2 march 6-0", "R3 march 2-2", "R4 march 0-0", "B1 march 1-1"),
        *("G1 march 2-2 via 5-1", "T1 march 4-4", "red pass", "green pass", "town pass"),
    ),
    "mech": (
        *("R1 move A3 N", "R1 move D1 N via B1 C1 D1", "R2 move C1.4 S", "R3 fly B3 N", "R4 move A1 N", "B1 move A1 S"),
        *("B2 fly A1 N", "G1 teleport D2 N", "G2 fly A1 N", "R2 displace C1.1 N", "T1 done", "R done", "B done"),
        *(
            "R1 fire B1 cannon",
            "R1 strike R2 ram",
            "R2 push C1.1 N",
            "R1 exit",
            "blue hold",
            "G1 fire T1 mortar",
            "R strike B blade",
            "R1 fire B1 mortar",
        ),
    ),
}


def ask(battle: ef.Battle) -> None:
    """Ask everything that a client asks of a position."""
    orders = battle.legal_orders()
    assert len(orders) == len(battle.legal)
    for order in orders[:3]:
        assert battle.check(battle.text(order))
    for text in ASKED[battle.family.name]:
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
