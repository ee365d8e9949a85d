"""Who stands where, after anything was done to the units, against a plain dictionary of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import entry
from enfilade.core.state.parties import finish, parties_of, refresh_all
from enfilade.core.state.presence import (
    move_to,
    presence_of,
    presence_tables,
    rebuild_presence,
    stands_on,
    take_off,
)
from enfilade.core.state.world import open_world
from tests.core.state.tables import Tables

pytestmark = pytest.mark.bounds

SIDES = 3
UNITS = 9
BOARDS = ((1, 1), (2, 3), (15, 2), (32, 2), (33, 1), (64, 2), (65, 2))
EDGES = (0, 31, 32, 63, 64)

MOVE, TAKE_OFF, FINISH, REFRESH, REBUILD, STANDS = range(6)
Act = Callable[[Tables, int, int, int, int], int]


@entry
def act(arenas: Arena, derived: Arena, desks: Arena, what: int, unit: int, x: int, y: int) -> int:
    """Do one thing to a unit, or ask whether side number ``unit`` stands on a square."""
    world = open_world(arenas, derived, desks, 0, 0)
    if what == MOVE:
        move_to(world, unit, x, y)
    elif what == TAKE_OFF:
        take_off(world, unit)
    elif what == FINISH:
        finish(world, unit)
    elif what == REFRESH:
        refresh_all(world)
    elif what == REBUILD:
        rebuild_presence(world)
    else:
        return stands_on(world, presence_of(world), unit, x, y)
    return 0


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=pytest.mark.slow)])
def acted(request: pytest.FixtureRequest) -> Act:
    """The entry on tables, plain or compiled."""
    kernel: Any = act.dispatcher if request.param == "compiled" else act.__wrapped__

    def call(tables: Tables, what: int, unit: int, x: int, y: int) -> int:
        return kernel(*tables.places, what, unit, x, y)  # type: ignore[no-any-return]

    return call


@dataclass
class Soldier:
    """What is known of a unit without the engine."""

    side: int
    square: tuple[int, int]
    alive: bool
    done: bool = False


def set_up(chance: random.Random, width: int, height: int) -> tuple[Tables, list[Soldier]]:
    """Units on any squares, now and then several on one, in tables whose derived part is not yet made."""
    tables = Tables(UNITS, extensions=tuple(presence_tables(SIDES, width, height)))
    rules = tables.store.table("rules", writable=True)[0]
    rules.sides, rules.width, rules.height = SIDES, width, height
    soldiers = [
        Soldier(chance.randrange(SIDES), a_square(chance, width, height), chance.random() < 0.9) for _ in range(UNITS)
    ]
    for unit, soldier in zip(tables.world.units, soldiers, strict=True):
        unit.allegiance.side = soldier.side
        unit.position.x, unit.position.y = soldier.square
        unit.status.alive = soldier.alive
    return tables, soldiers


def a_square(chance: random.Random, width: int, height: int) -> tuple[int, int]:
    """Any square of the board, mostly at the edges of words and of the board."""
    columns = [column for column in (*EDGES, width - 1) if column < width]
    return chance.choice([chance.randrange(width), *columns]), chance.randrange(height)


def refuse_other_presence(acted: Act, tables: Tables, soldiers: list[Soldier], width: int, height: int) -> None:
    """The tables say what is known of the units, and nothing else."""
    presence = presence_of(tables.world)
    in_play = [soldier for soldier in soldiers if soldier.alive]
    for side, party in enumerate(parties_of(tables.world)):
        own = [soldier for soldier in in_play if soldier.side == side]
        assert (party.units, party.fresh) == (len(own), sum(not soldier.done for soldier in own))
    expected = Counter((soldier.side, *soldier.square) for soldier in in_play)
    squares = [(side, x, y) for side in range(SIDES) for y in range(height) for x in range(width)]
    counts = [stack.units for stack in presence.stacks]
    assert counts == [expected[square] for square in squares]
    assert sum(word.bits.bit_count() for word in presence.occupied) == len(expected)
    for square in expected:
        assert acted(tables, STANDS, *square)
    for unit, soldier in zip(tables.world.units, soldiers, strict=True):
        assert (unit.position.x, unit.position.y) == soldier.square
        assert (unit.status.alive, unit.status.done) == (soldier.alive, soldier.done)


@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_whatever_is_done_to_units_presence_is_what_they_say(acted: Act, width: int, height: int) -> None:
    chance = random.Random(width)
    tables, soldiers = set_up(chance, width, height)
    tables.store.derived[:] = 0xA5
    acted(tables, REBUILD, 0, 0, 0)
    refuse_other_presence(acted, tables, soldiers, width, height)
    for number in range(120):
        index = chance.randrange(UNITS)
        soldier = soldiers[index]
        what = chance.choice((MOVE, MOVE, MOVE, FINISH, FINISH, TAKE_OFF if number % 7 == 0 else MOVE, REFRESH))
        if what == MOVE and soldier.alive:
            soldier.square = chance.choice([soldier.square, *[a_square(chance, width, height)] * 3])
            acted(tables, MOVE, index, *soldier.square)
        elif what == FINISH and soldier.alive:
            soldier.done = True
            acted(tables, FINISH, index, 0, 0)
        elif what == TAKE_OFF:
            soldier.alive = False
            acted(tables, TAKE_OFF, index, 0, 0)
        elif what == REFRESH and number % 5 == 0:
            for each in soldiers:
                each.done = False
            acted(tables, REFRESH, 0, 0, 0)
        refuse_other_presence(acted, tables, soldiers, width, height)
        kept = tables.store.derived.tobytes()
        acted(tables, REBUILD, 0, 0, 0)
        assert tables.store.derived.tobytes() == kept


def test_a_square_stays_occupied_until_the_last_of_a_stack_has_left(acted: Act) -> None:
    tables, _ = set_up(random.Random(1), 40, 2)
    for unit in tables.world.units:
        unit.allegiance.side, unit.status.alive = 1, True
        unit.position.x, unit.position.y = 32, 1
    acted(tables, REBUILD, 0, 0, 0)
    for index in range(UNITS):
        assert acted(tables, STANDS, 1, 32, 1)
        assert not acted(tables, STANDS, 0, 32, 1)
        if index % 2:
            acted(tables, MOVE, index, 31, 1)
        else:
            acted(tables, TAKE_OFF, index, 0, 0)
            acted(tables, TAKE_OFF, index, 0, 0)
    assert not acted(tables, STANDS, 1, 32, 1)
    assert acted(tables, STANDS, 1, 31, 1)


@pytest.mark.slow
def test_compiled_and_interpreted_presence_is_one_to_the_byte() -> None:
    compiled: Any = act.dispatcher
    plain: Any = act.__wrapped__
    for width, height in BOARDS:
        one, other = (set_up(random.Random(width), width, height)[0] for _ in range(2))
        chance = random.Random(7)
        for _ in range(60):
            alive = [index for index, unit in enumerate(one.world.units) if unit.status.alive]
            what = chance.choice((MOVE, FINISH, REFRESH, REBUILD, TAKE_OFF)) if alive else REBUILD
            order = (what, chance.choice(alive or [0]), *a_square(chance, width, height))
            if not one.store.derived.any():
                order = (REBUILD, 0, 0, 0)
            compiled(*one.places, *order)
            plain(*other.places, *order)
            assert one.store.arenas.tobytes() == other.store.arenas.tobytes()
            assert one.store.derived.tobytes() == other.store.derived.tobytes()
