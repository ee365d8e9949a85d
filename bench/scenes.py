"""What is played: drills and marches of any size on boards grown alike, and random games, the same on every machine."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

from enfilade.battle import Battle
from enfilade.core.engine.philox import MASK_32, Words, philox
from enfilade.core.orders.notation import GridCells, LetteredSquares
from enfilade.core.orders.said import Order
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.generate import SIZE_MIN, generate_scenario
from enfilade.library import load_scenario

SIDES = ("red", "blue", "green")
SQUARES_A_UNIT = 5
WALL_ONE_IN = 12
HALL_ONE_IN = 7
LAND_A_UNIT = 128
"""Squares to each unit of a march battle."""
LAND_SEED = 7
TYPES = {"guard": {"power": 3, "allowance": 1}, "runner": {"power": 1, "allowance": 2}}
CARDS = {"rally": 1, "hurry": 1, "blank": 2}


def words(seed: int, stream: int) -> Iterator[int]:
    """Random 32-bit words without end."""
    block = 0
    while True:
        yield from philox(Words(block & MASK_32, stream, 0, 0), seed, 0)
        block += 1


@functools.cache
def field(units: int, rounds: int = 99, seed: int = 1) -> Scenario:
    """A drill of so many units, sides mixed, ``SQUARES_A_UNIT`` squares to each, a wall on one in ``WALL_ONE_IN``."""
    width = math.isqrt(units * SQUARES_A_UNIT - 1) + 1
    squares = width * width
    drawn = words(seed, units)
    walls = set(_distinct(drawn, squares, squares // WALL_ONE_IN, set()))
    places = _distinct(drawn, squares, units, walls)
    notation = LetteredSquares()
    return Scenario(
        name=f"field of {units}",
        family="drill",
        sides=[SideEntry(name) for name in SIDES],
        board=BoardEntry("\n".join(_map_row(walls, width, y) for y in range(width))),
        units=[
            UnitEntry(
                f"U{slot}",
                SIDES[slot % len(SIDES)],
                notation.place_name(place % width, place // width),
                ("guard", "runner", "runner")[next(drawn) % 3],
            )
            for slot, place in enumerate(places)
        ],
        types=TYPES,
        cards=CARDS,
        options={"rounds": rounds},
    )


@functools.cache
def fords() -> Scenario:
    """The march scenario that is shipped."""
    return load_scenario("fords")


@functools.cache
def foundry() -> Scenario:
    """The mech scenario that is shipped, eight units against eight, bases of all sizes."""
    return load_scenario("foundry")


@functools.cache
def halls(wide: int) -> Scenario:
    """A mech board of so many large grids each way, one in ``HALL_ONE_IN`` of them a wall, and units of one cell.

    Four of a side stand in the middle of the quarters, an enemy in the north-western corner.
    """
    near, far = wide // 4, 3 * wide // 4
    places = [(near, near), (far, near), (near, far), (far, far), (0, 0)]
    drawn = words(3, wide)
    walls = {number for number in range(wide * wide) if next(drawn) % HALL_ONE_IN == 0}
    walls -= {y * wide + x for x, y in places}
    grid_rows = ["".join("###" if y * wide + x in walls else "..." for x in range(wide)) for y in range(wide)]
    notation = GridCells()
    return Scenario(
        name=f"halls of {wide}",
        family="mech",
        sides=[SideEntry(name) for name in SIDES[:2]],
        board=BoardEntry("\n".join(row for row in grid_rows for _ in range(3))),
        units=[
            UnitEntry(f"U{slot}", SIDES[places[slot] == (0, 0)], notation.place_name(3 * x + 1, 3 * y + 1))
            for slot, (x, y) in enumerate(places)
        ],
    )


@functools.cache
def land(units: int, squares_a_unit: int = LAND_A_UNIT) -> Scenario:
    """A march battle of so many units, so many squares to each."""
    width = max(math.isqrt(units * squares_a_unit - 1) + 1, SIZE_MIN)
    return generate_scenario(LAND_SEED, units=units, width=width, height=width)


def _distinct(drawn: Iterator[int], limit: int, count: int, taken: set[int]) -> list[int]:
    """So many different numbers below a limit, none of those taken."""
    found: dict[int, None] = {}
    while len(found) < count:
        number = next(drawn) % limit
        if number not in taken:
            found[number] = None
    return list(found)


def _map_row(walls: set[int], width: int, y: int) -> str:
    return "".join("#" if y * width + x in walls else "." for x in range(width))


def random_orders(battle: Battle, count: int, seed: int = 1) -> list[Order]:
    """Play so many orders (fewer when the battle ends), each drawn from all legal ones."""
    drawn = words(seed, 0)
    taken: list[Order] = []
    while battle.outcome is None and len(taken) < count:
        legal = battle.legal
        order = legal[next(drawn) % len(legal)]
        battle.step(order)
        taken.append(order)
    return taken


def opened(scenario: Scenario, orders: int = 0, seed: int = 1) -> Battle:
    """A battle, so many random orders after its start."""
    battle = Battle(scenario, seed=seed)
    random_orders(battle, orders, seed)
    return battle


def battle_at(units: int, orders: int = 0, seed: int = 1) -> Battle:
    """A battle on a field, so many random orders after its start."""
    return opened(field(units), orders, seed)
