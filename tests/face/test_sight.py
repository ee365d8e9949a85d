"""``battle.sight``: what units see of each other, by hand, by the oracle, and by what attacks say.

Boards are those of ``tests/mech_rules/boards.py``.
"""

from __future__ import annotations

import random
from fractions import Fraction

import msgspec
import pytest

import enfilade as ef
from enfilade.core.orders.said import Point
from tests.face.games import crossroads, fords, untouched
from tests.mech_rules.arms import armed, needed
from tests.mech_rules.boards import battle_of, cell, play, scenario_of
from tests.oracles import squares as oracle

OPEN = ("... ... ...", "... ... ...")
WALL = ("A.. .#. N..", "... .#. ...", "... .#. ...")
HEIGHTS = {".": 0, "-": 1, "#": 3, "%": 1, "&": 3}


def exact(point: Point) -> tuple[Fraction, Fraction]:
    return Fraction(*point[0]), Fraction(*point[1])


def seen(battle: ef.Battle, first: str = "A", second: str = "N") -> ef.Sight:
    """The sight of one unit to another, which leaves the battle as it is and is the same the other way round."""
    with untouched(battle, "sight"):
        found, back = battle.sight(first, second), battle.sight(second, first)
    assert (found.visible, found.rule, found.obstructed_by) == (back.visible, back.rule, back.obstructed_by)
    assert found.obstructing_units == back.obstructing_units
    assert found.visible == (found.blockers == ())
    return found


@pytest.mark.rule("MECH-1.1.4a", "MECH-D2")
def test_nothing_between_two_units() -> None:
    found = seen(battle_of("A.. ... ..N", *OPEN))
    assert (found.visible, found.obstructed, found.rule) == (True, False, "MECH-1.1.4a")
    assert found.witness is not None
    (start_x, start_y), (end_x, end_y) = map(exact, found.witness)
    assert 0 <= start_x <= 1
    assert 8 <= end_x <= 9
    assert 0 <= min(start_y, end_y) <= max(start_y, end_y) <= 1


@pytest.mark.rule("MECH-1.1.4a", "MECH-D3")
def test_wall_across_the_board_is_named_as_what_blocks_and_obstructs() -> None:
    found = seen(battle_of(*WALL))
    assert (found.visible, found.witness, found.rule) == (False, None, "MECH-1.1.4a")
    assert found.blockers == (cell("B1.2"),)
    assert found.obstructed_by == (cell("B1.2"),)
    assert str(found) == "every line from base to base touches terrain of height 3 or more [MECH-1.1.4a]"


@pytest.mark.rule("MECH-1.1.4a", "MECH-D2", "MECH-D3")
def test_larger_base_looks_past_a_wall_that_obstructs_it() -> None:
    # From (2, 2), the corner of A, a line to the lower half of N passes below the wall, which ends at 1.
    found = seen(battle_of("AA. .#. ..N", "AA. ... ...", "... ... ..."))
    assert found.visible
    assert found.obstructed_by == (cell("B1.2"),)


@pytest.mark.rule("MECH-1.1.4b", "MECH-D3")
def test_low_terrain_and_a_third_unit_obstruct_and_do_not_block() -> None:
    found = seen(battle_of("A-. .B. ..N", *OPEN))
    assert (found.visible, found.obstructed) == (True, True)
    assert (found.obstructed_by, found.obstructing_units) == ((cell("A1.2"),), ("B",))


@pytest.mark.rule("MECH-1.1.4d", "MECH-D3")
def test_unit_and_terrain_beside_the_line_do_not_obstruct() -> None:
    found = seen(battle_of("A.. ... ..N", ".-. .B. ...", "... ... ..."))
    assert (found.obstructed, found.obstructed_by, found.obstructing_units) == (False, (), ())


@pytest.mark.rule("MECH-D3")
@pytest.mark.parametrize(("counts", "expected"), [(True, ("T",)), (False, ())])
def test_unit_at_high_altitude_between_obstructs_unless_the_switch_is_off(
    counts: bool, expected: tuple[str, ...]
) -> None:
    battle = battle_of(
        *("A.. ... ..N", *OPEN),
        over={"T": "B1.2"},
        T={"kind": "high altitude"},
        options={"high_altitude_obstructs": counts},
    )
    assert seen(battle).obstructing_units == expected


@pytest.mark.rule("MECH-1.1.4e", "MECH-D2", "MECH-D3")
def test_unit_at_high_altitude_is_seen_over_everything_by_no_line() -> None:
    found = seen(battle_of(*WALL, A={"kind": "high altitude"}))
    assert (found.visible, found.obstructed, found.witness) == (True, False, None)
    assert (found.reason, found.rule) == ("seen_from_above", "MECH-1.1.4e")


@pytest.mark.rule("MECH-D2")
def test_units_side_by_side_touch_and_see_each_other() -> None:
    found = seen(battle_of("AN. ...", "... ...", "... ..."))
    assert (found.reason, found.rule) == ("bases_touch", "MECH-D2")
    assert found.witness is not None
    assert found.witness[0] == found.witness[1]
    assert exact(found.witness[0])[0] == 1


@pytest.mark.rule("MECH-1.1.4c", "MECH-D2")
def test_units_that_touch_at_a_corner_beside_a_wall_do_not_see_each_other() -> None:
    found = seen(battle_of("A#. ...", "#N. ...", "... ..."))
    assert not found.visible
    assert set(found.blockers) == {cell("A1.2"), cell("A1.4")}


@pytest.mark.rule("MECH-1.2.6f", "MECH-D2")
def test_fragile_wall_that_is_crushed_blocks_no_more_and_the_crusher_only_obstructs() -> None:
    rows = ("AAA &&& N..", "AAA &&& ...", "AAA &&& ...", "B.. ... ...", "... ... ...", "... ... ...")
    battle = battle_of(*rows)
    before = seen(battle, "B", "N")
    # From (1/2, 7/2) to (13/2, 1/2) the line falls by half a row a column: 9/4 at 3, 7/4 at 4, 5/4 at 5, 3/4 at 6.
    assert set(before.blockers) == {cell("B1.7"), cell("B1.4"), cell("B1.5"), cell("B1.6"), cell("B1.3")}
    play(battle, "A move B1 E")
    after = seen(battle, "B", "N")
    assert (after.visible, after.obstructed_by, after.obstructing_units) == (True, (), ("A",))
    battle.undo()
    assert seen(battle, "B", "N") == before


@pytest.mark.rule("MECH-1.2.6e", "MECH-D3")
def test_unit_that_is_destroyed_obstructs_no_more_and_is_not_asked_about() -> None:
    battle = battle_of(
        *("O.. .NP ...", "... ... ...", "... ... ..."),
        *("... AAA ...", "... AAA ...", "... AAA ..."),
        N={"kind": "installation"},
        P={"kind": "installation"},
    )
    assert battle.sight("O", "P").obstructing_units == ("N",)
    play(battle, "A move B1 N")
    with pytest.raises(ef.OrderError, match="order 'N': N is not in play, expected a unit that is"):
        battle.sight("O", "N")


def test_unknown_unit_is_told_with_those_that_there_are() -> None:
    battle = battle_of(*WALL)
    with pytest.raises(ef.OrderError, match="order 'B9': there is no unit 'B9', expected one of A, N"):
        battle.sight("A", "B9")
    with pytest.raises(ef.OrderError, match="'B9'"):
        battle.sight("B9", "A")


@pytest.mark.rule("MECH-D3")
def test_view_rules_with_what_its_side_knows() -> None:
    plain = scenario_of("A.. OP. ..N", *OPEN)
    hidden = [msgspec.structs.replace(unit, known_to=[]) if unit.id in "OP" else unit for unit in plain.units]
    battle = ef.Battle(msgspec.structs.replace(plain, units=hidden), checked=True)
    assert seen(battle).obstructing_units == ("O", "P")
    assert seen(battle.view("blue")).obstructing_units == ("O", "P")
    view = battle.view("red")
    assert (seen(view).visible, seen(view).obstructing_units) == (True, ())
    with pytest.raises(ef.OrderError, match="there is no unit 'O', expected one of A, N, unknown1, unknown2"):
        view.sight("A", "O")
    with pytest.raises(ef.OrderError, match="unknown1 is not in play"):
        view.sight("A", "unknown1")


@pytest.mark.parametrize("battle", [crossroads(), ef.Battle(fords(2), 1)], ids=["drill", "march"])
def test_family_without_a_ruling_on_sight_says_so(battle: ef.Battle) -> None:
    first, second = list(battle.roster())[:2]
    with pytest.raises(ef.NoSight, match=f"'{first}' to '{second}'.*'{battle.family.edition}' has no rule of sight"):
        battle.sight(first, second)


def random_board(chance: random.Random) -> list[str]:
    """Three by three large grids with terrain, and six units of a cell or four that do not overlap."""
    cells = [[chance.choice("....#-") for _ in range(9)] for _ in range(9)]
    for letter in "ABCNOP":
        while True:
            size, x, y = chance.randint(1, 2), chance.randrange(9), chance.randrange(9)
            under = [(column, row) for row in range(y, y + size) for column in range(x, x + size)]
            if x % 3 + size > 3 or y % 3 + size > 3 or any(cells[row][column].isupper() for column, row in under):
                continue
            for column, row in under:
                cells[row][column] = letter
            break
    return ["".join(row) for row in cells]


def base_of(battle: ef.Battle, name: str) -> oracle.Base:
    """The base of a unit, as the oracle has it."""
    unit = battle.unit(name)
    return unit.position.x, unit.position.y, unit.base.size


def units_between(bases: dict[str, oracle.Base], first: str, second: str) -> list[str]:
    """The other units that obstruct, by the oracle."""
    others = [name for name in bases if name not in (first, second)]
    return [name for name in others if oracle.obstructs(bases[first], bases[second], oracle.square(bases[name]))]


@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4b", "MECH-D2", "MECH-D3", "MECH-D19")
def test_sight_is_as_the_oracle_says_and_attacks_go_by_it() -> None:
    chance = random.Random(11)
    gun = {"gun": {"range": 20, "omnidirectional": True, "to_hit": 3}}
    for _ in range(12):
        rows = random_board(chance)
        battle = armed(*rows, weapons=gun)
        heights = [[HEIGHTS.get(mark, 0) for mark in row] for row in rows]
        bases = {name: base_of(battle, name) for name in "ABCNOP"}
        for enemy in "NOP":
            found = seen(battle, "A", enemy)
            pair = (bases["A"], bases[enemy])
            assert found.visible == oracle.sees(heights, *pair), rows
            if found.witness is not None:
                assert oracle.segment_faults(heights, *pair, *map(exact, found.witness)) == [], rows
            else:
                assert oracle.blocker_faults(heights, *pair, found.blockers) == [], rows
            assert list(found.obstructed_by) == oracle.obstructing_cells(heights, *pair), rows
            assert list(found.obstructing_units) == units_between(bases, "A", enemy), rows
            verdict = battle.check(f"A fire {enemy} gun")
            assert ("not_seen" in [finding.reason for finding in verdict.findings]) != found.visible, rows
            if verdict.ok:  # at point-blank range
                assert needed(battle, verdict.text) == 3 - 1 + found.obstructed, rows
