"""Where units may begin, and positions from outside: what is refused, and that all else can be played."""

from __future__ import annotations

import contextlib
import random

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario, UnitEntry
from enfilade.systems.positions import PositionError
from tests.mech_rules.boards import battle_of, drawing, play, scenario_of
from tests.systems.outside import Change, changed, changes

ROWS = (
    *("AAA N.P ...", "AAA OO. ...", "AAA OO. .%."),
    *("... ... ...", ".#. .B. ...", "... ... ..Q"),
)
CHANGES = (16, 1500)
ORDERS = (2, 6)
"""Numbers of a position that are changed, and orders played after each change, interpreted and compiled."""


def problems(scenario: Scenario) -> list[str]:
    """What is wrong with a scenario, a line each."""
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(scenario)
    return [f"{problem.place}: {problem.found}, expected {problem.expected}" for problem in refused.value.problems]


def with_unit(at: str, *rows: str, **values: int | str) -> Scenario:
    """A board on which one more red unit begins somewhere."""
    scenario = scenario_of(*rows, "... ... ..N")
    return msgspec.structs.replace(scenario, units=[*scenario.units, UnitEntry("Z", "blue", at, values=values)])


# Where units begin


@pytest.mark.rule("MECH-X2", "MECH-X5")
@pytest.mark.parametrize(("at", "size"), [("A1.3", 2), ("A1.7", 2), ("A1.2", 3), ("B1.9", 2)])
def test_a_base_that_crosses_the_border_of_a_grid_is_refused(at: str, size: int) -> None:
    expected = f"units[2] (Z).at: '{at}', expected a cell from which {size} by {size} cells lie in one grid"
    assert problems(with_unit(at, "... ... ...", "... ... ...", size=size)) == [expected]


@pytest.mark.rule("MECH-X2", "MECH-D18")
@pytest.mark.parametrize("mark", ["#", "-", "%", "&"])
def test_a_base_on_terrain_is_refused_but_at_high_altitude(mark: str) -> None:
    rows = (f"... .{mark}. ...", "... ... ...")
    refused = ["units[2] (Z).at: 'B1', expected cells without terrain under the base"]
    assert problems(with_unit("B1", *rows, size=2)) == refused
    assert problems(with_unit("B1", *rows, size=2, kind="flying")) == refused
    assert ef.Battle(with_unit("B1", *rows, size=2, kind="high altitude")).decision
    assert ef.Battle(with_unit("B1", *rows, size=1)).decision


@pytest.mark.rule("MECH-1.2.1b", "MECH-D18")
def test_bases_that_overlap_are_refused_unless_one_is_at_high_altitude() -> None:
    rows = ("... AA. ...", "... AA. ...")
    refused = ["units[2] (Z).at: 'B1.5', expected cells on which no other unit stands; A does"]
    assert problems(with_unit("B1.5", *rows, size=2)) == refused
    assert ef.Battle(with_unit("B1.5", *rows, size=2, kind="high altitude")).decision
    scenario = with_unit("B1.5", *rows, size=2, kind="high altitude")
    above = UnitEntry("Y", "red", "B1.9", values={"kind": "high altitude"})
    refused = ["units[3] (Y).at: 'B1.9', expected cells on which no other unit stands; Z does"]
    assert problems(msgspec.structs.replace(scenario, units=[*scenario.units, above])) == refused


@pytest.mark.rule("MECH-X1")
def test_a_board_that_is_not_made_of_large_grids_is_refused() -> None:
    scenario = scenario_of("A.. N..", "... ...", "... ...")
    scenario = msgspec.structs.replace(scenario, board=BoardEntry(".......\n" * 4))
    assert problems(scenario) == ["board.map: 7 x 4, expected a multiple of 3 cells each way"]


# Positions from outside


def crushing() -> ef.Battle:
    """A battle in the middle of a crush: N was displaced, O will swap, where P and B go is to be decided."""
    battle = battle_of(*ROWS, P={"kind": "flying"})
    play(battle, "A move B1 N, red N displace C1 N")
    return battle


def put(battle: ef.Battle, *wrong: Change) -> str:
    """What is said of a position with some numbers changed; empty when it is taken."""
    begin = battle.snapshot()
    game = battle.game.copy()
    for change in wrong:
        game.store.arenas[0].data[:] = changed(game, change)
    try:
        battle.restore(msgspec.structs.replace(begin, row=game.snapshot()))
    except PositionError as problem:
        return str(problem)
    battle.restore(begin)
    return ""


def unit_change(battle: ef.Battle, unit: str, field: str, value: int) -> Change:
    """A change of a unit."""
    return Change("units", battle.names.slots[unit], field, 0, value)


@pytest.mark.rule("MECH-D9")
@pytest.mark.parametrize(
    ("table", "field", "value", "said"),
    [
        ("pending", "stage", 0, "MECH-D9: a displacement is decided, and no unit crushes"),
        ("pending", "stage", 11, "0 to 10"),
        ("pending", "stage", 3, "MECH-D9: a displacement is decided, and no unit crushes"),
        ("pending", "number", 512, "0 to 511"),
        ("pending", "number", 511, "MECH-D9: a displacement is decided, and no unit is left to be displaced"),
        ("pending", "direction", 0, "MECH-D9: a displacement is decided, and no unit is left to be displaced"),
        ("pending", "at", 1, "MECH-D9: the crusher does not enter a grid next to its own"),
        ("pending", "path", 6, "MECH-D9: the crusher does not enter a grid next to its own"),
        ("pending", "path", 4, "MECH-D9: the crusher does not enter a grid next to its own"),
        ("pending", "unit", 1, "MECH-1.2.6a: unit 1 crushes, and is no large ground unit in play"),
        ("clock", "owes", 2, "MECH-1.2.6d: side 0 crushes, and 0b10 owe the decision"),
        ("clock", "unit", 1, "MECH-1.2.6d: side 0 crushes"),
        ("units", "status.done", 1, "MECH-D13: unit 0 crushes, and is not on its move"),
        ("clock", "depth", 0, "a frame that is not empty"),
        ("clock", "decision", 2, "MECH-D13: 1 things are under way between two orders"),
    ],
)
def test_a_crush_that_cannot_be_under_way_is_refused(table: str, field: str, value: int, said: str) -> None:
    battle = crushing()
    assert battle.decision == ef.Decision("red", "displace")
    assert put(battle) == ""
    assert said in put(battle, Change(table, 0, field, 0, value))


@pytest.mark.rule("MECH-X2", "MECH-1.2.1b")
def test_bases_out_of_their_grid_on_terrain_or_together_are_refused() -> None:
    battle = battle_of(*ROWS)
    assert "MECH-X2: unit 0, 3 cells at (1, 0), is not in one grid" in put(
        battle, unit_change(battle, "A", "position.x", 1)
    )
    assert "unit 3, 0 cells" in put(battle, unit_change(battle, "O", "base.size", 0))
    assert "0 to 3" in put(battle, unit_change(battle, "O", "base.size", 4))
    on_wall = (unit_change(battle, "B", "position.x", 1), unit_change(battle, "B", "position.y", 4))
    assert "MECH-1.2.1b: unit 1 stands on terrain, on the cell (1, 4)" in put(battle, *on_wall)
    together = (unit_change(battle, "B", "position.x", 4), unit_change(battle, "B", "position.y", 2))
    assert "MECH-1.2.1b: units 1 and 3 stand on the cell (4, 2)" in put(battle, *together)


@pytest.mark.rule("MECH-D13")
def test_an_activation_is_owed_by_the_side_whose_turn_it_is_while_it_has_units_left() -> None:
    battle = battle_of(*ROWS)
    assert "it is the turn of side 0, and 0b10 owe an order" in put(battle, Change("clock", 0, "owes", 0, 2))
    done = [unit_change(battle, unit, "status.done", 1) for unit in "AB"]
    assert "MECH-D13: side 0 owes an order and has no unit left to activate" in put(battle, *done)
    acted = unit_change(battle, "B", "activity.moved", 1)
    assert "unit 1 has moved or attacked, and is not the one that is activated" in put(battle, acted)
    assert "the decision is about unit 2, expected any unit" in put(battle, Change("clock", 0, "unit", 0, 2))


@pytest.mark.rule("MECH-D9", "MECH-D13")
def test_any_number_changed_is_refused_or_the_position_can_be_played_with_all_that_must_hold(compiled: bool) -> None:
    taken = refused = 0
    for which, battle in enumerate((battle_of(*ROWS), crushing())):
        begin = battle.snapshot()
        chance = random.Random(which)
        for change in chance.sample(list(changes(battle.game)), CHANGES[compiled]):
            try:
                battle.restore(msgspec.structs.replace(begin, row=changed(battle.game, change)))
            except PositionError:
                refused += 1
                continue
            taken += 1
            play_on(battle, chance, change, ORDERS[compiled])
            battle.restore(begin)
    assert drawing(battle) == drawing(crushing())
    assert min(taken, refused) > CHANGES[compiled] // 4


def play_on(battle: ef.Battle, chance: random.Random, change: Change, orders: int) -> None:
    """Take random orders of a checked battle; that a step cannot be finished is a typed error."""
    try:
        with contextlib.suppress(ef.StepFault):
            for _ in range(orders):
                if len(battle.legal) == 0:
                    return
                battle.step(battle.legal[chance.randrange(len(battle.legal))])
    except Exception as problem:
        raise AssertionError(f"{change} was taken and led to {problem!r}") from problem
