"""Turned and mirrored positions have the same moves at the same costs, turned and mirrored."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario
from tests.mech_rules.against_oracle import number, random_position
from tests.mech_rules.boards import Cell, cell, name_of

POSITIONS = (20, 300)
"""Positions, interpreted and compiled."""
COSTS = 3
"""Moves of a unit of which the costs are compared."""
FACINGS = 4

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
