"""Who is hostile to whom, allied with whom, or neither: what scenarios say of it, and what rules then read."""

from __future__ import annotations

import pytest

import enfilade as ef
from enfilade.core.relations.hostility import allies, hostile, plays
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.core.state.world import World

FAMILIES = {"drill": ("A1", "B1"), "march": ("0-0", "1-0")}
"""Two places of each family's board."""


def scenario_of(*sides: SideEntry, family: str = "march") -> Scenario:
    """One unit of the first side and one of the last."""
    first, second = FAMILIES[family]
    return Scenario(
        name="sides",
        family=family,
        sides=list(sides),
        board=BoardEntry("..\n.."),
        units=[UnitEntry("U1", sides[0].name, first), UnitEntry("U2", sides[-1].name, second)],
    )


def world_of(*sides: SideEntry, family: str = "march") -> World:
    """The world of such a scenario."""
    return ef.Battle(scenario_of(*sides, family=family)).game.world()


def hostilities(world: World) -> set[tuple[int, int]]:
    """Pairs of sides of which the first is hostile to the second."""
    sides = range(world.rules[0].sides)
    return {(one, other) for one in sides for other in sides if hostile(world, one, other)}


def alliances(world: World) -> list[list[int]]:
    """For each side itself and its allies."""
    sides = range(world.rules[0].sides)
    return [[other for other in sides if allies(world, side) >> other & 1] for side in sides]


def refused(*sides: SideEntry) -> str:
    """What is wrong with a scenario of these sides."""
    with pytest.raises(ef.ScenarioError) as error:
        ef.Battle(scenario_of(*sides))
    return str(error.value)


RED, BLUE, GREEN = (SideEntry(name) for name in ("red", "blue", "green"))
TOWN = SideEntry("town", neutral=True)
RED_WITH_BLUE = (SideEntry("red", allied=["blue"]), SideEntry("blue", allied=["red"]))


@pytest.mark.rule("CORE-3.1")
@pytest.mark.parametrize("family", FAMILIES)
def test_a_side_that_says_nothing_is_hostile_to_all_the_others(family: str) -> None:
    world = world_of(RED, BLUE, GREEN, family=family)
    assert hostilities(world) == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)}


@pytest.mark.rule("CORE-3.1", "CORE-3.2", "CORE-3.3")
def test_a_side_that_says_nothing_is_hostile_neither_to_its_allies_nor_to_neutral_sides() -> None:
    world = world_of(*RED_WITH_BLUE, GREEN, TOWN)
    assert hostilities(world) == {(0, 2), (1, 2), (2, 0), (2, 1)}


@pytest.mark.rule("CORE-3.1")
def test_a_side_is_hostile_to_those_it_names_whether_they_are_hostile_to_it_or_not() -> None:
    world = world_of(SideEntry("red", hostile=["green"]), SideEntry("blue", hostile=[]), GREEN)
    assert hostilities(world) == {(0, 2), (2, 0), (2, 1)}


@pytest.mark.rule("CORE-3.1")
def test_no_side_is_hostile_to_itself_or_to_nobody() -> None:
    world = world_of(RED, BLUE)
    assert not hostile(world, 0, 0)
    for one, other in ((-1, 0), (0, -1), (-1, -1)):
        assert not hostile(world, one, other)


@pytest.mark.rule("CORE-3.1", "CORE-3.2")
@pytest.mark.parametrize("key", ["hostile", "allied"])
@pytest.mark.parametrize("name", ["purple", "red", ""])
def test_a_side_names_other_sides_that_are_there(key: str, name: str) -> None:
    problem = refused(SideEntry("red", **{key: [name]}), BLUE)  # type: ignore[arg-type]
    assert f"sides[0].{key}" in problem
    assert f"{name!r}, expected another of red, blue" in problem


@pytest.mark.rule("CORE-3.2")
def test_a_side_is_its_own_ally_and_an_alliance_holds_both_ways_and_no_further() -> None:
    middle = SideEntry("blue", allied=["red", "green"])
    world = world_of(SideEntry("red", allied=["blue"]), middle, SideEntry("green", allied=["blue"]))
    assert alliances(world) == [[0, 1], [0, 1, 2], [1, 2]]
    assert hostilities(world) == {(0, 2), (2, 0)}


@pytest.mark.rule("CORE-3.2")
def test_an_alliance_that_one_side_alone_says_is_refused() -> None:
    problem = refused(SideEntry("red", allied=["blue"]), BLUE)
    assert "sides[0].allied: found 'blue', expected a side that names 'red' as its ally" in problem


@pytest.mark.rule("CORE-3.2")
def test_an_ally_cannot_be_named_hostile() -> None:
    red, blue = SideEntry("red", hostile=["blue"], allied=["blue"]), SideEntry("blue", allied=["red"])
    assert "sides[0].allied: found 'blue', expected a side that is not named hostile as well" in refused(red, blue)


@pytest.mark.rule("CORE-3.3")
def test_a_neutral_side_does_not_play_and_is_nobodys_enemy_or_ally() -> None:
    world = world_of(RED, TOWN, BLUE)
    assert [plays(world, side) for side in range(3)] == [True, False, True]
    assert hostilities(world) == {(0, 2), (2, 0)}
    assert alliances(world) == [[0], [1], [2]]


@pytest.mark.rule("CORE-3.3")
@pytest.mark.parametrize("key", ["hostile", "allied"])
@pytest.mark.parametrize("neutral_one", ["says", "is named"])
def test_a_neutral_side_neither_says_nor_is_said_to_be_an_enemy_or_ally(key: str, neutral_one: str) -> None:
    named = {key: ["blue"]}
    red = SideEntry("red", neutral=neutral_one == "says", **named)
    problem = refused(red, SideEntry("blue", neutral=neutral_one == "is named"), GREEN)
    assert f"sides[0].{key}: found 'blue', expected sides that are not neutral, of one that is not neutral" in problem


@pytest.mark.rule("CORE-3.3")
def test_a_battle_has_a_side_that_is_not_neutral() -> None:
    assert "none but neutral ones, expected a side that is not neutral" in refused(TOWN)
    battle = ef.Battle(scenario_of(TOWN, RED))
    assert battle.decision == ef.Decision("red", "activate")


@pytest.mark.rule("CORE-3.3")
def test_a_neutral_side_gives_no_orders() -> None:
    battle = ef.Battle(scenario_of(TOWN, RED))
    assert {order.unit for order in battle.legal} == {"U2", ""}
    assert not battle.check("U1 march 0-1")
    assert not battle.check("town pass")
    assert battle.check("red pass")
