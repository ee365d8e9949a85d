"""Boards of large grids as text: grids apart, bases of all sizes, marks of rulings, the list of units."""

from __future__ import annotations

from typing import Any

import msgspec

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, ExitEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry
from enfilade.text import draw_board
from enfilade.text.overlay import Overlay, orders_overlay, sight_overlay, verdict_overlay
from tests.face.games import untouched
from tests.mech_rules.boards import battle_of, play, scenario_of
from tests.mech_rules.forces import charged, charged_scenario, hazard, step


def lines_of(battle: ef.Battle, over: Overlay | None = None) -> list[str]:
    with untouched(battle, "drawing"):
        return draw_board(battle, over=over).splitlines()


def test_bases_of_all_sizes_terrain_and_objectives_with_the_grids_apart() -> None:
    battle = battle_of(
        *("AAA .N. ...", "AAA #.- .OO", "AAA ... .OO"),
        *("... ... ...", "... ... ...", "... ... ..."),
        objectives=[ObjectiveEntry("B1"), ObjectiveEntry("A1", "yard", 2)],
    )
    assert lines_of(battle) == [
        "      A       B       C",
        "    A*A A   * N .   . . .",
        " 1  A A A   # . -   . O O",
        "    A A A   . . .   . O O",
        "",
        "    . . .   . . .   . . .",
        " 2  . . .   . . .   . . .",
        "    . . .   . . .   . . .",
        "",
        "terrain: - low (height 1), # wall (height 3)",
        "objectives: B1 (1, blue), yard A1 (2, red)",
        "units:",
        "  A  red   A1    facing N  steps 2",
        "  N  blue  B1.2  facing N  steps 2",
        "  O  blue  C1.5  facing N  steps 2",
    ]


EXITS = [ExitEntry("A1", "red", "gate", 2), ExitEntry("A1", "blue"), ExitEntry("B2.5", "blue", value=3)]


def test_exits_and_charges_that_can_still_go_off_with_objectives_and_units_on_the_same_cells() -> None:
    hazards = [
        hazard("A1", 2),
        hazard("B1", 1, to_hit=6, trigger="leave", once=False),
        hazard("C2", 3),
        hazard("C2", 1),
    ]
    scenario = charged_scenario(
        *("A.. ... ...", "... ... ...", "... ... ..N", "... ... #..", "... ... ...", "... ... ..."),
        hazards=hazards,
        objectives=[ObjectiveEntry("A1"), ObjectiveEntry("B2.5")],
    )
    battle = ef.Battle(msgspec.structs.replace(scenario, exits=EXITS))
    lines = lines_of(battle)
    assert lines[:8] == [
        "        A             B             C",
        "    A*>^.   .     ^   .   .     .   .   .",
        " 1  .   .   .     .   .   .     .   .   .",
        "    .   .   .     .   .   .     .   .   N",
        "",
        "    .   .   .     .   .   .     ^   .   .",
        " 2  .   .   .     .   *>  .     .   .   .",
        "    .   .   .     .   .   .     .   .   .",
    ]
    assert [line for line in lines if line.split(":")[0] in ("objectives", "exits", "hazards")] == [
        "objectives: A1 (1, red), B2.5 (1, nobody)",
        "exits: gate A1 (2, red), A1 (1, blue), B2.5 (3, blue)",
        "hazards: A1 (on enter, dice 2, needed 4), B1 (on leave, dice 1, needed 6, each time),",
    ]
    assert lines[lines.index("units:") - 1] == "  C2 (on enter, dice 3, needed 4), C2 (on enter, dice 1, needed 4)"


def test_charge_that_has_gone_off_is_drawn_no_more_and_is_back_after_an_undo() -> None:
    rows = ("A.. ... ...", "... ... ...", "... ... ..N")
    battle = charged(*rows, hazards=[hazard("B1", 1), hazard("C1", 1, once=False, trigger="leave")])
    assert lines_of(battle)[1] == "    A . .   ^ . .   ^ . ."
    step(battle, "A move B1.5 E", 1)
    assert lines_of(battle)[1] == "    o . .   . . .   ^ . ."
    assert "hazards: C1 (on leave, dice 1, needed 4, each time)" in lines_of(battle)
    battle.undo()
    assert lines_of(battle)[1] == "    A . .   ^ . .   ^ . ."


def test_middle_cell_of_a_grid_is_below_its_letter_and_beside_its_number() -> None:
    lines = lines_of(battle_of(*["... ... ..."] * 7, "... .N. ...", "..A ... ..."))
    row = next(line for line in lines if line.startswith(" 3"))
    assert row[lines[0].index("B")] == "N"  # N stands on B3.5


def test_smaller_unit_is_drawn_over_a_larger_one_and_both_are_listed() -> None:
    battle = battle_of("AAA ...", "AAA ...", "AAA ..N", over={"T": "A1.6"}, T={"kind": "high altitude"})
    assert lines_of(battle)[1:4] == ["    A A A   . . .", " 1  A A T   . . .", "    A A A   . . N"]
    assert [line for line in lines_of(battle) if "one cell" in line] == [
        "  A  red   A1    facing N  steps 2, on one cell with T",
        "  T  blue  A1.6  facing N  steps 2, on one cell with A",
    ]


def test_last_move_shows_where_it_began_and_each_grid_it_entered() -> None:
    battle = battle_of("AA. ... ...", "AA. ... ...", "... ... ..N")
    play(battle, "A move C1 E")
    assert lines_of(battle)[1:4] == [
        "    o o .   + + .   A A .",
        " 1  o o .   + + .   A A .",
        "    . . .   . . .   . . N",
    ]
    assert lines_of(battle)[-1] == "last: A moves from A1 to C1 (cost: 2)"
    battle.undo()
    assert "last" not in str(battle)


def test_terrain_that_is_crushed_is_drawn_as_open_ground_and_is_back_after_an_undo() -> None:
    battle = battle_of("AAA %&. ...", "AAA ... ...", "AAA ... .&N")
    play(battle, "A move B1 E")
    assert lines_of(battle)[1:4] == [
        "    o o o   A A A   . . .",
        " 1  o o o   A A A   . . .",
        "    o o o   A A A   . & N",
    ]
    assert "terrain: & fragile wall (height 3)" in lines_of(battle)
    battle.undo()
    assert lines_of(battle)[1] == "    A A A   % & .   . . ."


def test_units_with_long_ids_are_drawn_as_letters_that_the_list_explains() -> None:
    scenario = Scenario(
        name="long",
        family="mech",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry("......\n......\n......"),
        units=[
            UnitEntry("vanguard", "red", "A1", facing=1, values={"size": 2}),
            UnitEntry("B1", "blue", "B1.9", facing=3),
        ],
    )
    lines = lines_of(ef.Battle(scenario))
    assert lines[1:4] == ["    A A .   . . .", " 1  A A .   . . .", "    . . .   . . B"]
    assert lines[-2:] == [
        "  A  vanguard  red   A1    facing E  steps 2",
        "  B  B1        blue  B1.9  facing W  steps 2",
    ]


def test_unit_that_is_not_in_play_or_not_known_is_neither_drawn_nor_listed() -> None:
    plain = scenario_of("A.. BNO", "... ...", "... ...")
    units = [msgspec.structs.replace(unit, known_to=[]) if unit.id == "N" else unit for unit in plain.units]
    units = [msgspec.structs.replace(unit, at="") if unit.id == "B" else unit for unit in units]
    battle = ef.Battle(msgspec.structs.replace(plain, units=units))
    assert lines_of(battle)[1] == "    A . .   . N O"
    view = battle.view("red")
    assert [line.split()[:3] for line in lines_of(view) if "facing" in line] == [
        ["A", "red", "A1"],
        ["O", "blue", "B1.3"],
    ]


def shown(battle: ef.Battle, over: Overlay, count: int = 3) -> list[str]:
    return lines_of(battle, over)[1 : count + 1]


def test_clear_line_and_what_obstructs_it() -> None:
    battle = battle_of("A-. .B. ..N", "... ... ...", "... ... ...")
    over = sight_overlay(battle, "A", "N", battle.sight("A", "N"))
    assert shown(battle, over)[0] == "    A!x +   + B!+   + + N!"
    assert lines_of(battle, over)[-1] == "+ on the line, x obstructs it, ! A and N, and units that obstruct"


def test_blocked_line_is_that_between_the_centres_with_what_blocks_it() -> None:
    battle = battle_of("A.. .#. ..N", "... .#. ...", "... .#. ...")
    over = sight_overlay(battle, "A", "N", battle.sight("A", "N"))
    assert shown(battle, over) == [
        "    A!+ +   + X +   + + N!",
        " 1  . . .   . # .   . . .",
        "    . . .   . # .   . . .",
    ]
    assert lines_of(battle, over)[-1] == "+ on the line, X blocks it, ! A and N"


def test_sight_by_no_line_shows_the_two_units() -> None:
    battle = battle_of("A.. .#. ..N", "... .#. ...", "... .#. ...", A={"kind": "high altitude"})
    over = sight_overlay(battle, "A", "N", battle.sight("A", "N"))
    assert shown(battle, over)[0] == "    A!. .   . # .   . . N!"


def test_refused_path_shows_its_steps_the_blocked_grid_and_who_stands_in_it() -> None:
    battle = battle_of("AA. ... .N.", "AA. .#. ...", "... ... ...")
    verdict = battle.check("A move C1.5 N via B1 C1")
    assert verdict.rule == "MECH-1.2.1e"  # no four free cells in B1
    over = verdict_overlay(battle, verdict)
    assert shown(battle, over) == [
        "    A!A!.   X X X   . N .",
        " 1  A!A!.   X X X   . + +",
        "    . . .   X X X   2 + +",
    ]
    assert lines_of(battle, over)[-1] == (
        "+ where the order leads, numbers are the steps of its path, X what the findings name"
    )
    battle = battle_of("AA. ... ...", "AA. .N. ...", "... ... ...")
    over = verdict_overlay(battle, battle.check("A move C1.5 N via B1 C1"))
    assert over.units == {"A", "N"}


def test_refused_end_shows_the_cells_under_the_base() -> None:
    battle = battle_of("AA. ... ...", "AA. ..N ...", "... ... ...")
    over = verdict_overlay(battle, battle.check("A move B1.2 N"))
    assert shown(battle, over) == [
        "    A!A!.   . X X   . . .",
        " 1  A!A!.   . X N!  . . .",
        "    . . .   . . .   . . .",
    ]


def test_order_against_a_target_shows_the_line_of_sight() -> None:
    weapons: Any = {"gun": {"range": 4}}
    scenario = msgspec.structs.replace(scenario_of("A.. .#. ..N", "... .#. ...", "... .#. ..."), weapons=weapons)
    units = [msgspec.structs.replace(unit, values={**unit.values, "weapons": ["gun"]}) for unit in scenario.units]
    battle = ef.Battle(msgspec.structs.replace(scenario, units=units))
    verdict = battle.check("A fire N gun")
    assert "not_seen" in [finding.reason for finding in verdict.findings]
    assert shown(battle, verdict_overlay(battle, verdict))[0] == "    A!+ +   + X +   + + N!"


def test_listed_orders_show_their_ends_and_targets() -> None:
    battle = battle_of("A.# ...", "..# ...", "### ..N", A={"allowance": 0})
    over = orders_overlay(battle, battle.legal.of("A"))
    assert shown(battle, over) == ["    A + #   . . .", " 1  + + #   . . .", "    # # #   . . N"]
    assert lines_of(battle, over)[-1] == "+ where listed orders lead, by the north-western cell of the base (4)"


def test_part_of_a_large_board_ends_between_grids() -> None:
    rows = ["A" + "." * 59, *["." * 60] * 58, "." * 59 + "N"]
    lines = lines_of(battle_of(*rows))
    assert lines[0].split() == [chr(ord("A") + column) for column in range(13)]
    assert "columns 0 to 38 of 60, rows 0 to 38 of 60" in lines
    lines = draw_board(battle_of(*rows), (59, 59)).splitlines()
    assert lines[0].split()[-1] == "T"
    assert "columns 21 to 59 of 60, rows 21 to 59 of 60" in lines
