"""Positions turned, mirrored, moved, cut out of larger boards and with units in another order have the same orders.

They have the same moves at the same costs, the same lines of sight and the same attacks.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario
from tests.mech_rules.against_oracle import number, random_position
from tests.mech_rules.boards import Cell, cell, name_of
from tests.mech_rules.fire_cases import random_armed

POSITIONS = (20, 300)
"""Positions, interpreted and compiled."""
ARMED = (10, 150)
"""Positions with weapons, interpreted and compiled."""
COSTS = 3
"""Moves of a unit of which the costs are compared."""
FACINGS = 4
PLACES = ("origin", "place")
"""Names of places in events."""

Turn = Callable[[Cell, int, int], Cell]
"""The new place of a base's north-western cell, given its size and the side of the square board."""


def quarter(place: Cell, size: int, side: int) -> Cell:
    """A quarter turn to the right."""
    return side - place[1] - size, place[0]


def mirrored(place: Cell, size: int, side: int) -> Cell:
    """West and east changed."""
    return side - place[0] - size, place[1]


def square_position(seed: int) -> Scenario:
    """A random position on a board that is as wide as it is high."""
    chance = random.Random(seed)
    while True:
        scenario = random_position(chance, 4)
        width, height = scenario.board_size()
        if width == height:
            return scenario


def turned(scenario: Scenario, turn: Turn) -> Scenario:
    """A position turned as a whole; every unit faces north again."""
    rows = scenario.map_rows()
    side = len(rows)
    cells = {turn((x, y), 1, side): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    board = BoardEntry("\n".join("".join(cells[x, y] for x in range(side)) for y in range(side)))
    units = [
        msgspec.structs.replace(unit, at=name_of(turn(cell(unit.at), number(unit.values["size"]), side)))
        for unit in scenario.units
    ]
    return msgspec.structs.replace(scenario, board=board, units=units)


def ends_of(battle: ef.Battle) -> dict[tuple[str, str], set[Cell]]:
    """The cells on which each unit may come to stand, by unit and kind of move."""
    ends: dict[tuple[str, str], set[Cell]] = {}
    for order in battle.legal_orders():
        if order.place is not None and order.facing == FACINGS - 1:
            ends.setdefault((order.unit, order.kind), set()).add(order.place)
    return ends


def cost_of(battle: ef.Battle, unit: str, place: Cell) -> int:
    """What a move costs."""
    events = battle.clone().step(ef.Order("move", unit=unit, place=place, facing=FACINGS - 1))
    return next((int(event.names["cost"]) for event in events if event.kind == "moved"), 0)


@pytest.mark.rule("MECH-D17", "MECH-D22")
@pytest.mark.parametrize("turn", [quarter, mirrored])
def test_turned_and_mirrored_positions_have_the_same_moves_and_costs(compiled: bool, turn: Turn) -> None:
    compared = 0
    for seed in range(POSITIONS[compiled]):
        scenario = square_position(seed)
        side = scenario.board_size()[0]
        sizes = {unit.id: number(unit.values["size"]) for unit in scenario.units}
        battle, other = ef.Battle(scenario), ef.Battle(turned(scenario, turn))
        expected = {
            (unit, kind): {turn(place, sizes[unit], side) for place in places}
            for (unit, kind), places in ends_of(battle).items()
        }
        assert ends_of(other) == expected, seed
        chance = random.Random(seed)
        for (unit, kind), places in ends_of(battle).items():
            for place in chance.sample(sorted(places), min(COSTS, len(places))) if kind == "move" else ():
                there = turn(place, sizes[unit], side)
                assert cost_of(battle, unit, place) == cost_of(other, unit, there), (seed, unit, place)
                compared += 1
    assert compared > POSITIONS[compiled]


def placed_on(scenario: Scenario, west: int, north: int, east: int, south: int, around: str) -> Scenario:
    """A position on a larger board, with so many grids more on each side, all of one terrain."""
    rows = scenario.map_rows()
    width = 3 * (west + east) + len(rows[0])
    lines = [around * 3 * west + row + around * 3 * east for row in rows]
    board = "\n".join([around * width] * 3 * north + lines + [around * width] * 3 * south)
    units = [msgspec.structs.replace(unit, at=shifted(unit.at, west, north)) for unit in scenario.units]
    return msgspec.structs.replace(scenario, board=msgspec.structs.replace(scenario.board, map=board), units=units)


def shifted(place: str, columns: int, rows: int) -> str:
    """The name of the cell so many grids further east and south."""
    x, y = cell(place)
    return name_of((x + 3 * columns, y + 3 * rows))


def orders_within(battle: ef.Battle, west: int, north: int, wide: int, high: int) -> list[ef.Order]:
    """The legal orders that end in a part of the board, as if it began in the north-west; those without an end too."""
    found = []
    for order in battle.legal_orders():
        if order.place is None:
            found.append(order)
            continue
        x, y = order.place[0] - 3 * west, order.place[1] - 3 * north
        if 0 <= x < wide and 0 <= y < high:
            found.append(msgspec.structs.replace(order, place=(x, y)))
    return found


def sights(battle: ef.Battle) -> list[tuple[bool, tuple[str, ...], int]]:
    """What each pair of units sees: whether, and what obstructs, of terrain how much."""
    names = battle.names.units
    told = [battle.sight(one, other) for one in names for other in names if one != other]
    return [(sight.visible, sight.obstructing_units, len(sight.obstructed_by)) for sight in told]


@pytest.mark.rule("MECH-X1", "MECH-D2", "MECH-D3", "MECH-D6", "MECH-D17", "MECH-D19", "MECH-D22")
@pytest.mark.parametrize(
    ("west", "north", "east", "south"), [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 1), (2, 1, 1, 2), (10, 11, 0, 1)]
)
def test_a_board_cut_out_of_a_larger_one_with_walls_around_has_the_same_orders_costs_and_sights(
    compiled: bool, west: int, north: int, east: int, south: int
) -> None:
    compared = 0
    for seed in range(ARMED[compiled] // 2):
        chance = random.Random(seed)
        scenario = random_armed(chance, 3)
        battle = ef.Battle(scenario)
        other = ef.Battle(placed_on(scenario, west, north, east, south, "#"))
        orders = battle.legal_orders()
        assert orders_within(other, west, north, *scenario.board_size()) == orders, seed
        assert sights(other) == sights(battle), seed
        moves = [order for order in orders if order.kind == "move"]
        for order in chance.sample(moves, min(COSTS, len(moves))):
            assert order.place is not None
            x, y = order.place
            there = msgspec.structs.replace(order, place=(x + 3 * west, y + 3 * north))
            events, others = battle.clone().step(order), other.clone().step(there)
            assert [event.kind for event in others] == [event.kind for event in events], seed
            for event, same in zip(events, others, strict=True):
                assert same.names == moved_names(event, west, north), seed
            compared += 1
    assert compared > ARMED[compiled] // 4


def moved_names(event: ef.Event, columns: int, rows: int) -> dict[str, int | str]:
    """What an event names when the board begins so many grids further west and north."""
    places = {key: shifted(str(event.names[key]), columns, rows) for key in PLACES if key in event.names}
    return event.names | places


@pytest.mark.rule("CORE-1.2", "MECH-D2", "MECH-D17", "MECH-D19", "MECH-D22")
def test_units_in_another_order_have_the_same_orders_costs_and_sights(compiled: bool) -> None:
    compared = 0
    for seed in range(ARMED[compiled]):
        chance = random.Random(seed)
        scenario = random_armed(chance, 3)
        units = chance.sample(scenario.units, len(scenario.units))
        battle, other = ef.Battle(scenario), ef.Battle(msgspec.structs.replace(scenario, units=units))
        first, second = ([each.text(order) for order in each.legal_orders()] for each in (battle, other))
        assert sorted(first) == sorted(second), seed
        givers = [line.split()[0] for line in second if line.split()[0] in other.names.slots]
        assert givers == sorted(givers, key=other.names.units.index), seed
        for one in battle.names.units:
            for third in battle.names.units:
                if one != third:
                    seen, again = battle.sight(one, third), other.sight(one, third)
                    assert (seen.visible, seen.obstructed_by, seen.witness) == (
                        *(again.visible, again.obstructed_by, again.witness),
                    )
                    assert set(seen.obstructing_units) == set(again.obstructing_units)
        moves = [line for line in first if " move " in line]
        for line in chance.sample(moves, min(COSTS, len(moves))):
            assert [event.names for event in battle.clone().step(line)] == [
                event.names for event in other.clone().step(line)
            ], (seed, line)
            compared += 1
    assert compared > ARMED[compiled] // 2
