"""The same position moved, cropped, with columns and rows exchanged, mirrored, run backwards or renumbered.

A field is a random map with some enemy and neutral units; a red unit stands on every square that they leave free, since
allied units do not stand in each other's way. So one battle answers for every march on the map.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, OptionValue, Scenario, SideEntry, UnitEntry
from tests.march_rules.against_oracle import SMALL, placed, random_scenario
from tests.march_rules.boards import Square, legal, name_of

Refusals = dict[tuple[Square, Square], str]
"""For each march, by start and end, the rule that forbids it; empty when it is legal."""
PASSABLE = ".hfFmD="
IMPASSABLE = "~M%"
SEEDS = range(3)


class Field(NamedTuple):
    """A map with units that are not red, and the rules by which it is marched on."""

    width: int
    height: int
    terrain: dict[Square, str]
    banks: dict[Square, str]
    others: dict[Square, str]
    options: dict[str, OptionValue]


def random_field(chance: random.Random, *, open_ground: bool = False) -> Field:
    """A field of at most 5 by 6 squares."""
    width, height = chance.randint(3, 5), chance.randint(3, 6)
    places = [(column, row) for row in range(height) for column in range(width)]
    palette = PASSABLE if open_ground else PASSABLE + IMPASSABLE
    return Field(
        width,
        height,
        {place: chance.choice(palette) for place in places},
        {place: chance.choice("ab+....") for place in places},
        {place: chance.choice(("blue", "town")) for place in chance.sample(places, chance.randint(1, 3))},
        {
            "diagonal_corners": chance.random() < 0.5,
            "river_banks": not open_ground and chance.random() < 0.5,
            "case2_neighbours": chance.choice(("corners", "edges")),
        },
    )


def placed_on(field: Field, width: int, height: int, place: Callable[[Square], Square], around: str = ".") -> Field:
    """The field on a map of another size, each square put to another place; ``around`` is what lies there else."""
    squares = [(column, row) for row in range(height) for column in range(width)]
    return Field(
        width,
        height,
        dict.fromkeys(squares, around) | {place(old): kind for old, kind in field.terrain.items()},
        dict.fromkeys(squares, ".") | {place(old): bank for old, bank in field.banks.items()},
        {place(old): side for old, side in field.others.items()},
        field.options,
    )


def rows(field: Field, squares: dict[Square, str]) -> str:
    """Characters by square as a map."""
    return "\n".join("".join(squares[column, row] for column in range(field.width)) for row in range(field.height))


def refusals(field: Field, marched_on: list[Square]) -> Refusals:
    """What forbids each march between two of these squares; none of them begins where a unit stands in the way."""
    free = [place for place in marched_on if place not in field.others]
    units = [UnitEntry(f"R{slot}", "red", name_of(place)) for slot, place in enumerate(free)]
    others = [UnitEntry(f"X{slot}", side, name_of(place)) for slot, (place, side) in enumerate(field.others.items())]
    scenario = Scenario(
        name="field",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue"), SideEntry("town", neutral=True)],
        board=BoardEntry(rows(field, field.terrain), banks=rows(field, field.banks)),
        units=units + others,
        options=field.options,
    )
    battle = ef.Battle(scenario)
    return {
        (start, end): battle.check(ef.Order("march", unit=f"R{slot}", place=end)).rule
        for slot, start in enumerate(free)
        for end in marched_on
    }


def moved(field: Field, width: int, height: int, place: Callable[[Square], Square], around: str = ".") -> Refusals:
    """What forbids each march of the field when it is placed on another map, told for the squares of the field."""
    back = {place(old): old for old in field.terrain}
    there = refusals(placed_on(field, width, height, place, around), list(back))
    return {(back[start], back[end]): rule for (start, end), rule in there.items()}


@pytest.mark.rule("MARCH-5", "MARCH-T1", "MARCH-T2", "MARCH-T3", "MARCH-D3", "MARCH-X2")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("columns", "rows"), [(1, 0), (4, 7), (29, 2), (62, 1)])
def test_a_map_cut_out_of_a_larger_one_has_the_same_marches(columns: int, rows: int, seed: int) -> None:
    chance = random.Random(seed)
    field = random_field(chance)

    def place(old: Square) -> Square:
        return old[0] + columns, old[1] + rows

    expected = refusals(field, list(field.terrain))
    size = columns + field.width + chance.randint(0, 3), rows + field.height + chance.randint(0, 3)
    assert moved(field, *size, place, chance.choice(".~")) == expected
    assert "" in expected.values()


@pytest.mark.rule("MARCH-3", "MARCH-4", "MARCH-5")
@pytest.mark.parametrize("seed", range(3 * len(SEEDS)))
def test_columns_and_rows_exchanged_exchange_the_marches(seed: int) -> None:
    field = random_field(random.Random(seed))

    def exchanged(old: Square) -> Square:
        return old[1], old[0]

    assert moved(field, field.height, field.width, exchanged) == refusals(field, list(field.terrain))


@pytest.mark.rule("MARCH-5.1", "MARCH-5.2", "MARCH-5.3", "MARCH-D2")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("axis", ["east-west", "north-south", "both"])
def test_on_passable_ground_a_mirrored_map_has_the_mirrored_marches(axis: str, seed: int) -> None:
    field = random_field(random.Random(seed), open_ground=True)
    assert moved(field, field.width, field.height, mirror(field, axis)) == refusals(field, list(field.terrain))


@pytest.mark.rule("MARCH-5.1", "MARCH-5.2", "MARCH-T1", "MARCH-T2", "MARCH-T3")
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("axis", ["east-west", "north-south", "both"])
def test_marches_due_in_one_of_the_eight_directions_are_mirrored_on_any_ground(axis: str, seed: int) -> None:
    field = random_field(random.Random(seed))
    there = moved(field, field.width, field.height, mirror(field, axis))
    here = refusals(field, list(field.terrain))
    due = [march for march in here if is_due(*march)]
    assert {march: there[march] for march in due} == {march: here[march] for march in due}
    assert len(due) > len(field.terrain)


def mirror(field: Field, axis: str) -> Callable[[Square], Square]:
    """Where a square of the field lies in the mirror."""

    def place(old: Square) -> Square:
        column = field.width - 1 - old[0] if axis != "north-south" else old[0]
        row = field.height - 1 - old[1] if axis != "east-west" else old[1]
        return column, row

    return place


def is_due(start: Square, end: Square) -> bool:
    """Whether a march leads due north, north-east, east and so on."""
    columns, rows = abs(end[0] - start[0]), abs(end[1] - start[1])
    return columns == 0 or rows == 0 or columns == rows


@pytest.mark.rule("MARCH-4", "MARCH-5", "MARCH-T1", "MARCH-T2", "MARCH-T3")
@pytest.mark.parametrize("seed", range(3 * len(SEEDS)))
def test_a_march_between_two_passable_squares_is_legal_when_and_only_when_the_march_back_is(seed: int) -> None:
    field = random_field(random.Random(seed))
    found = refusals(field, list(field.terrain))
    passable = {place for place, kind in field.terrain.items() if kind in PASSABLE and place not in field.others}
    between = [march for march in found if passable.issuperset(march)]
    assert all((found[start, end] == "") == (found[end, start] == "") for start, end in between)
    assert len(between) > 10


@pytest.mark.rule("MARCH-6.4", "CORE-1.2")
@pytest.mark.parametrize("seed", range(3 * len(SEEDS)))
def test_units_in_another_order_have_the_same_marches(seed: int) -> None:
    chance = random.Random(seed)
    scenario = placed(random_scenario(chance, SMALL), chance)
    first = legal(ef.Battle(scenario))
    chance.shuffle(scenario.units)
    second = legal(ef.Battle(scenario))
    assert sorted(first) == sorted(second)
    by_slot = [unit.id for unit in scenario.units]
    givers = [line.split()[0] for line in second[:-1]]
    assert givers == sorted(givers, key=by_slot.index)
