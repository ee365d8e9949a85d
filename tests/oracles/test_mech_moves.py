"""The oracle of moves on the square board, on positions that the rule text or a hand works out."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tests.oracles.mech_moves import (
    FLYING,
    FRAGILE,
    GROUND,
    HIGH_ALTITUDE,
    INSTALLATION,
    LOW,
    OPEN,
    WALL,
    Board,
    Piece,
    Placement,
    Switches,
    canonical_path,
    cells_under,
    crush_entries,
    displacements,
    landings,
    lockers,
    path_refusal,
    placements_in,
    reach,
    slides,
    teleports,
)
from tests.oracles.squares import Grid

EVERY_FLYER = Switches(lock_on_exempts="high_altitude_and_flying")
BY_CELLS = Switches(flying_landing="cells")
ROLLING = Switches(fragile_stops=False)


def ground(mark: str) -> tuple[str, int]:
    """A digit is terrain of that height, + fragile terrain of height 1, # of height 3, all else is open."""
    if mark.isdigit():
        return (WALL if int(mark) >= 3 else LOW, int(mark))
    return {"+": (FRAGILE, 1), "#": (FRAGILE, 3)}.get(mark, (OPEN, 0))


def position(*rows: str, **traits: dict[str, Any]) -> tuple[Board, dict[str, Piece]]:
    """A board from text. A letter is the base of a unit: A to M are red, N to Z are blue. Spaces are left out."""
    lines = [row.replace(" ", "") for row in rows]
    cells = [[ground(mark) for mark in line] for line in lines]
    board = Board(
        wide=len(lines[0]) // 3,
        high=len(lines) // 3,
        kinds=tuple(tuple(kind for kind, _ in row) for row in cells),
        heights=tuple(tuple(height for _, height in row) for row in cells),
    )
    pieces = {}
    for letter in sorted(set("".join(lines)) & set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")):
        found = [(x, y) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == letter]
        x, y = min(found)
        size = max(x for x, _ in found) - x + 1
        side = "red" if letter <= "M" else "blue"
        pieces[letter] = Piece(letter, side, x, y, size, **traits.get(letter, {}))
    return board, pieces


def in_grids(*grids: Grid, size: int = 1) -> set[Placement]:
    """All placements in some grids."""
    return {placement for grid in grids for placement in placements_in(grid, size)}


def can_reach(board: Board, pieces: dict[str, Piece], switches: Switches | None = None) -> dict[Placement, int]:
    """The reach of A."""
    return reach(board, list(pieces.values()), pieces["A"], switches or Switches())


def refused(
    board: Board, pieces: dict[str, Piece], grids: list[Grid], end: Placement, switches: Switches | None = None
) -> tuple[str, int] | None:
    """The refusal of a path of A."""
    return path_refusal(board, list(pieces.values()), pieces["A"], grids, end, switches or Switches())


def displaced(
    board: Board, pieces: dict[str, Piece], name: str, previous: Grid, undecided: str = ""
) -> set[Placement] | Placement:
    """What A's crush leaves to a victim."""
    return displacements(board, list(pieces.values()), pieces["A"], previous, pieces[name], set(undecided))


def test_a_small_base_has_nine_placements_in_a_grid_a_medium_one_four_a_large_one_one() -> None:
    assert [len(placements_in((1, 2), size)) for size in (1, 2, 3)] == [9, 4, 1]
    assert placements_in((1, 2), 2) == {(3, 6), (4, 6), (3, 7), (4, 7)}


@pytest.mark.parametrize(
    ("mover", "locker", "switches", "locked"),
    [
        ({}, {"has_melee": True}, Switches(), True),
        ({}, {}, Switches(), False),
        ({}, {"has_melee": True, "shutdown": True}, Switches(), False),
        ({}, {"has_melee": True, "in_play": False}, Switches(), False),
        ({}, {"has_melee": True, "side": "red"}, Switches(), False),
        ({"kind": FLYING}, {"has_melee": True}, Switches(), True),
        ({"kind": FLYING}, {"has_melee": True}, EVERY_FLYER, False),
        ({"kind": HIGH_ALTITUDE}, {"has_melee": True}, Switches(), False),
        ({"kind": HIGH_ALTITUDE}, {"has_melee": True}, EVERY_FLYER, False),
    ],
)
def test_who_locks_whom_in_diagonal_grids(
    mover: dict[str, Any], locker: dict[str, Any], switches: Switches, locked: bool
) -> None:
    rows = ("A.. ...", "... ...", "... ...", "... ...", "... ...", "... ..N")
    board, pieces = position(*rows, A=mover)
    enemy = Piece("N", **{"side": "blue", "x": 5, "y": 5, **locker})
    assert lockers(board, [pieces["A"], enemy], pieces["A"], 0, 0, switches) == ({"N"} if locked else set())


def test_a_wall_or_two_grids_of_distance_hide_from_lock_on_but_low_terrain_does_not() -> None:
    melee = {"has_melee": True}
    for column, expected in (("3", set()), ("2", {"N"})):
        board, pieces = position(*[f"..{column} {mark}.. ..." for mark in "N.."], N=melee)
        mover = Piece("A", "red", 0, 0)
        assert lockers(board, [*pieces.values(), mover], mover, 0, 1) == expected
        assert lockers(board, [*pieces.values(), mover], mover, 8, 1) == {"N"}
    board, pieces = position("A.. ... N..", "... ... ...", "... ... ...", N=melee)
    assert lockers(board, list(pieces.values()), pieces["A"], 2, 0) == set()
    assert lockers(board, list(pieces.values()), pieces["A"], 3, 0) == {"N"}


def test_leaving_a_grid_locked_by_two_costs_three_and_shifting_in_it_nothing() -> None:
    rows = ("N.. A.. ..O", "... ... ...", "... ... ...", "... ... ...", "... ... ...", "... ... ...")
    melee = {"has_melee": True}
    board, pieces = position(*rows, A={"allowance": 3}, N=melee, O=melee)
    costs = can_reach(board, pieces)
    assert {costs[end] for end in in_grids((1, 1))} == {3}
    assert {costs[end] for end in in_grids((1, 0))} == {0}
    assert len(costs) == 18 + 8 + 8  # the grids of N and O without their own cells
    assert refused(board, pieces, [(1, 1)], (4, 4)) is None
    assert refused(board, pieces, [], (5, 2)) is None

    board, pieces = position(*rows, A={"allowance": 2}, N=melee, O=melee)
    assert set(can_reach(board, pieces)) == in_grids((1, 0))
    assert refused(board, pieces, [(1, 1)], (4, 4)) == ("MECH-1.2.1h", 1)


def test_two_steps_locked_by_one_in_both_grids_left_cost_four_and_a_jump_two() -> None:
    rows = ("A.. ... ...", "... ... ...", "... ... ...", "... N.. ...", "... ... ...", "... ... ...")
    board, pieces = position(*rows, A={"allowance": 4, "jump": 2}, N={"has_melee": True})
    costs = can_reach(board, pieces)
    assert (costs[3, 0], costs[8, 2]) == (2, 4)
    assert (8, 2) in landings(board, list(pieces.values()), pieces["A"])
    board, pieces = position(*rows, A={"allowance": 3}, N={"has_melee": True})
    assert refused(board, pieces, [(1, 0), (2, 0)], (8, 2)) == ("MECH-1.2.1h", 2)


def test_the_longer_path_out_of_the_lock_is_found_where_it_is_cheaper() -> None:
    rows = ("... NOP ...", *["... ... ..."] * 2, "A.. ... ...", *["... ... ..."] * 5)
    melee = {"has_melee": True}
    board, pieces = position(*rows, A={"allowance": 9}, N=melee, O=melee, P=melee)
    assert can_reach(board, pieces)[6, 3] == 7  # 4 + 1 + 1 + 1, while straight on it is 4 + 4
    path = [(0, 2), (1, 2), (2, 2), (2, 1)]
    assert canonical_path(board, list(pieces.values()), pieces["A"], (6, 3)) == path
    assert refused(board, pieces, path, (6, 3)) is None


@pytest.mark.parametrize(
    ("start", "end", "path"),
    [
        ((0, 3), (5, 0), [(0, 0), (1, 0)]),  # north before east
        ((0, 0), (5, 5), [(1, 0), (1, 1)]),  # east before south
        ((5, 0), (0, 5), [(1, 1), (0, 1)]),  # south before west
        ((5, 5), (0, 0), [(1, 0), (0, 0)]),  # north before west
        ((0, 0), (2, 2), []),
    ],
)
def test_of_two_equal_paths_the_one_that_turns_first_to_north_east_south_west(
    start: Placement, end: Placement, path: list[Grid]
) -> None:
    board, _ = position(*["... ..."] * 6)
    mover = Piece("A", "red", *start, allowance=2)
    assert canonical_path(board, [mover], mover, end) == path


def test_no_canonical_path_out_of_reach() -> None:
    board, pieces = position("A.. ... ...", "... ... ...", "... ... ...", A={"allowance": 1})
    assert canonical_path(board, list(pieces.values()), pieces["A"], (6, 0)) is None


def test_no_base_passes_the_gap_between_two_blockers_that_touch_at_a_corner() -> None:
    board, pieces = position("A1. ...", "1.. ...", "... ...")
    assert not slides(board, list(pieces.values()), pieces["A"], (0, 0), (1, 1))
    for rows in ((".1A 1..", ".11 ...", "... ..."), (".OA N..", ".PQ ...", "... ...")):
        board, pieces = position(*rows)
        assert not slides(board, list(pieces.values()), pieces["A"], (2, 0), (3, 1))
    board, pieces = position("..A 1..", "..1 ...", "... ...")
    assert slides(board, list(pieces.values()), pieces["A"], (2, 0), (3, 1))  # round by the west


def test_a_medium_base_before_a_gap_one_cell_wide_cannot_slide_where_a_small_one_can() -> None:
    board, pieces = position("AA1 ...", "AA1 ...", "... ...", A={"allowance": 1})
    assert refused(board, pieces, [(1, 0)], (3, 0)) == ("MECH-1.2.1c", 1)
    assert set(can_reach(board, pieces)) == {(0, 0), (0, 1)}
    small = Piece("A", "red", 0, 0, allowance=1)
    assert path_refusal(board, [small], small, [(1, 0)], (3, 0)) is None


@pytest.mark.parametrize(
    ("rows", "grids", "end", "refusal"),
    [
        (("AA. ...", "AA. ...", "... ..."), [(1, 0)], (4, 1), None),
        (("AA. 111", "AA. 1N1", "... 111"), [(1, 0)], (3, 0), ("MECH-1.2.1b", 1)),
        (("AA. ...", "AA. .1.", "... ..."), [(1, 0)], (3, 0), ("MECH-1.2.1e", 1)),
        (("AA. ..1", "AA. ...", "... ..."), [(1, 0)], (4, 0), ("MECH-1.2.1b", 1)),
        (("AA. ...", "AA. ...", "... ..."), [(1, 0)], (2, 0), ("MECH-1.2.1e", 1)),
        (("AA. ...", "AA. ...", "... ..."), [(1, 0), (1, 1)], (3, 3), ("MECH-1.2.1a", 2)),
        (("AA. ...", "AA. ...", "... ..."), [(0, 0)], (0, 0), ("MECH-1.2.1a", 1)),
        (("AA. ...", "AA. ...", "... ..."), [(1, 0), (0, 0)], (0, 0), ("MECH-1.2.1h", 2)),
        (("AA. ...", "AA. ...", ".1. ..."), [], (1, 1), ("MECH-1.2.1b", 0)),
        (("AA. ...", "AA. ...", "... ..."), [], (3, 0), ("MECH-1.2.1e", 0)),
        (("AA. ...", "AA. ...", "... ..."), [], (1, 1), None),
    ],
)
def test_which_rule_refuses_a_medium_mover_and_at_which_step(
    rows: tuple[str, ...], grids: list[Grid], end: Placement, refusal: tuple[str, int] | None
) -> None:
    board, pieces = position(*rows, A={"allowance": 1})
    assert refused(board, pieces, grids, end) == refusal


def test_lock_is_judged_where_fewest_lock_among_the_placements_shifting_reaches() -> None:
    # N sees the lower row of the middle grid, and neither (3, 0) nor (4, 0).
    whole = ("..3 ... ...", "..3 ... ...", "N.. .A. ...")
    split = ("..3 ... ...", "..3 111 ...", "N.. .A. ...")
    for rows, leaving in ((whole, 1), (split, 2)):
        board, pieces = position(*rows, A={"allowance": 3}, N={"has_melee": True})
        everyone = list(pieces.values())
        assert [lockers(board, everyone, pieces["A"], x, 2) for x in (3, 4, 5)] == [{"N"}] * 3
        assert [lockers(board, everyone, pieces["A"], x, 0) for x in (3, 4)] == [set()] * 2
        assert can_reach(board, pieces)[6, 2] == leaving


def test_two_placements_of_a_grid_that_cannot_reach_each_other_are_different_places() -> None:
    board, pieces = position("..3 ... ...", "..3 111 ...", "N.. .A. ...", A={"allowance": 3}, N={"has_melee": True})
    costs = can_reach(board, pieces)
    assert [costs[end] for end in ((3, 2), (4, 2), (5, 2))] == [0, 0, 0]
    assert [costs[end] for end in ((3, 0), (4, 0), (5, 0))] == [3, 3, 3]
    assert canonical_path(board, list(pieces.values()), pieces["A"], (3, 0)) == [(2, 0), (1, 0)]
    assert refused(board, pieces, [], (3, 0)) == ("MECH-1.2.1c", 0)
    assert refused(board, pieces, [(2, 0), (1, 0)], (3, 0)) is None


def test_units_and_terrain_of_any_height_block_and_a_high_altitude_unit_does_not() -> None:
    rows = ("AAA NNN", "AAA NNN", "AAA NNN")
    for kind, expected in ((GROUND, {(0, 0)}), (FLYING, {(0, 0)}), (HIGH_ALTITUDE, {(0, 0), (3, 0)})):
        board, pieces = position(*rows, A={"allowance": 1}, N={"kind": kind})
        assert set(can_reach(board, pieces)) == expected
    board, pieces = position("AAA ...", "AAA .1.", "AAA ...", A={"allowance": 1})
    assert set(can_reach(board, pieces)) == {(0, 0)}


def test_flying_over_walls_and_units_needs_free_cells_or_a_free_grid() -> None:
    rows = ("A.. N.. 3.. ...", "... ... 3.. ...", "... ... 3.. ...")
    board, pieces = position(*rows, A={"kind": FLYING, "allowance": 3})
    everyone = list(pieces.values())
    assert landings(board, everyone, pieces["A"]) == in_grids((0, 0), (3, 0))
    taken = {(3, 0), (6, 0), (6, 1), (6, 2)}
    assert landings(board, everyone, pieces["A"], BY_CELLS) == in_grids((0, 0), (1, 0), (2, 0), (3, 0)) - taken

    board, pieces = position(*rows, A={"jump": 1, "teleport": 2})
    everyone = list(pieces.values())
    assert landings(board, everyone, pieces["A"]) == in_grids((0, 0), (1, 0)) - taken
    assert teleports(board, everyone, pieces["A"]) == in_grids((0, 0), (1, 0), (2, 0)) - taken
    board, pieces = position(*rows)
    assert landings(board, list(pieces.values()), pieces["A"]) == set()
    assert teleports(board, list(pieces.values()), pieces["A"]) == set()


def test_a_high_altitude_unit_ends_above_units_and_terrain_but_not_on_another() -> None:
    rows = ("AA. 3.3 ...", "AA. .N. .O.", "... ... ...")
    flyer = {"kind": HIGH_ALTITUDE}
    board, pieces = position(*rows, A={**flyer, "allowance": 2}, O=flyer)
    ends = landings(board, list(pieces.values()), pieces["A"])
    assert ends == in_grids((0, 0), (1, 0), size=2)
    walker = Piece("B", "red", 0, 2, jump=2)
    assert (7, 1) in landings(board, [*pieces.values(), walker], walker)


def test_flying_range_is_counted_across_and_down() -> None:
    board, pieces = position("A.. ...", *["... ..."] * 5, A={"kind": FLYING, "allowance": 1})
    assert landings(board, list(pieces.values()), pieces["A"]) == in_grids((0, 0), (1, 0), (0, 1))


@pytest.mark.parametrize(
    ("second", "traits", "entries"),
    [
        (("N.O", ".P.", "..."), {}, {(1, 0): 1}),
        (("B..", "...", "..."), {}, {(1, 0): 1}),
        (("NN.", "NN.", "+.."), {}, {(1, 0): 1}),
        (("+..", "...", "..#"), {}, {(1, 0): 1}),
        (("N..", "...", "..1"), {}, {}),
        (("NNN", "NNN", "NNN"), {}, {}),
        (("N..", "...", "..."), {"kind": HIGH_ALTITUDE}, {}),
        (("N..", "...", "..."), {"kind": INSTALLATION}, {(1, 0): 1}),
        (("N..", "...", "..."), {"has_melee": True}, {(1, 0): 2}),
    ],
)
def test_a_large_mover_crushes_smaller_units_and_fragile_terrain_alone_and_stops(
    second: tuple[str, ...], traits: dict[str, Any], entries: dict[Grid, int]
) -> None:
    board, pieces = position(*[f"AAA {row} ..." for row in second], A={"allowance": 3}, N=traits)
    assert crush_entries(board, list(pieces.values()), pieces["A"]) == entries
    if entries:
        assert set(can_reach(board, pieces)) == {(0, 0)}
        assert refused(board, pieces, [(1, 0)], (3, 0)) is None
        assert refused(board, pieces, [(1, 0), (2, 0)], (6, 0)) == ("MECH-1.2.6c", 2)
        assert canonical_path(board, list(pieces.values()), pieces["A"], (3, 0)) == [(1, 0)]


def test_a_medium_mover_crushes_nothing() -> None:
    board, pieces = position("AA. ...", "AA. .N.", "... ...", A={"allowance": 3})
    assert crush_entries(board, list(pieces.values()), pieces["A"]) == {}
    assert refused(board, pieces, [(1, 0)], (3, 0)) == ("MECH-1.2.1e", 1)


def test_fragile_terrain_stops_the_crusher_or_lets_it_roll_on_by_switch() -> None:
    board, pieces = position(*["AAA +.# ..."] * 3, A={"allowance": 3})
    everyone = list(pieces.values())
    assert can_reach(board, pieces) == {(0, 0): 0}
    assert can_reach(board, pieces, ROLLING) == {(0, 0): 0, (6, 0): 2}
    assert crush_entries(board, everyone, pieces["A"], ROLLING) == {(1, 0): 1}
    assert canonical_path(board, everyone, pieces["A"], (6, 0), ROLLING) == [(1, 0), (2, 0)]
    assert refused(board, pieces, [(1, 0), (2, 0)], (6, 0), ROLLING) is None


def test_fragile_terrain_crushed_on_the_way_no_longer_hides_the_mover() -> None:
    # N looks out to the north alone. With the fragile grid gone it sees A there, and in the grid after it.
    rows = (*["AAA ### ... ..."] * 3, "333 N33 333 333", *["333 333 333 333"] * 2)
    board, pieces = position(*rows, A={"allowance": 6}, N={"has_melee": True})
    everyone = list(pieces.values())
    assert lockers(board, everyone, pieces["A"], 6, 0) == set()
    assert can_reach(board, pieces, ROLLING)[9, 0] == 5  # 1 + 2 + 2


def test_three_victims_are_displaced_one_after_another_to_free_cells_of_other_grids() -> None:
    rows = (
        "... ... ...",
        "... ... ...",
        "... ... ...",
        "AAA NO. ...",
        "AAA .P. ...",
        "AAA ... ...",
        *["... ... ..."] * 3,
    )
    board, pieces = position(*rows)
    assert displaced(board, pieces, "N", (0, 1), "OP") == in_grids((1, 0), (2, 1), (1, 2))
    pieces["N"] = Piece("N", "blue", 4, 2)
    assert displaced(board, pieces, "O", (0, 1), "P") == in_grids((1, 0), (2, 1), (1, 2)) - {(4, 2)}


def test_a_victim_slides_over_the_cells_of_those_not_displaced_yet_and_of_destroyed_ones() -> None:
    rows = ("AAA .NO ...", "AAA .QP ...", "AAA .+R ...")
    board, pieces = position(*rows, P={"kind": INSTALLATION})
    assert displaced(board, pieces, "N", (0, 0), "OQR") == in_grids((2, 0))


def test_a_victim_with_nowhere_to_go_takes_the_same_cells_in_the_crushers_former_grid() -> None:
    board, pieces = position("AAA ...", "AAA ..N", "AAA ...")
    assert displaced(board, pieces, "N", (0, 0)) == (2, 1)
    walled = ("AAA ..N 1..", "AAA ... 1..", "AAA ... 1..")
    board, pieces = position(*walled)
    assert displaced(board, pieces, "N", (0, 0)) == (2, 0)
    board, pieces = position(*walled, N={"kind": FLYING})
    assert displaced(board, pieces, "N", (0, 0)) == in_grids((2, 0)) - {(6, 0), (6, 1), (6, 2)}


def test_a_victim_is_not_pushed_through_a_diagonal_gap_and_a_friend_goes_like_an_enemy() -> None:
    board, pieces = position("AAA ... .1.", "AAA .B. 1..", "AAA ... 1..")
    assert displaced(board, pieces, "B", (0, 0)) == {(6, 0)}


def test_a_medium_victim_needs_room_for_its_whole_base() -> None:
    board, pieces = position("AAA NN. ...", "AAA NN. ...", "AAA ... ..O")
    found = displaced(board, pieces, "N", (0, 0))
    assert found == {(6, 0), (7, 0), (6, 1)}
    assert isinstance(found, set)
    assert all((8, 2) not in cells_under(end, 2) for end in found)


def random_position(chance: random.Random) -> tuple[Board, list[Piece]]:
    """Three grids by two, the mover first, with a little terrain and some units that do not overlap."""
    rows = [[chance.choice("." * 18 + "13+#") for _ in range(9)] for _ in range(6)]
    pieces: list[Piece] = []
    taken: set[Placement] = set()
    for name in "ANOPB":
        size = chance.choice((1, 2, 3) if name == "A" else (1, 1, 2))
        grid = (chance.randrange(3), chance.randrange(2))
        x, y = chance.choice(sorted(placements_in(grid, size)))
        cells = cells_under((x, y), size)
        if cells & taken:
            continue
        taken |= cells
        side = "red" if name in "AB" else "blue"
        pieces.append(Piece(name, side, x, y, size, has_melee=chance.random() < 0.7, allowance=4))
        for column, row in cells:
            rows[row][column] = "."
    return position(*["".join(row) for row in rows])[0], pieces


def cheapest_of_all_paths(
    board: Board, pieces: list[Piece], switches: Switches, end: Placement
) -> tuple[int, list[Grid]] | None:
    """The least allowance with which some path is legal, and the first such path; found by trying all of them."""
    mover = pieces[0]
    orders = [ways for length in range(mover.allowance + 1) for ways in itertools.product(range(4), repeat=length)]
    target = (end[0] // 3, end[1] // 3)
    paths = [grids for ways in sorted(orders) if (grids := walked(mover, ways))[-1] == target]
    for allowance in range(mover.allowance + 1):
        poorer = replace(mover, allowance=allowance)
        for _, *grids in paths:
            if path_refusal(board, pieces, poorer, grids, end, switches) is None:
                return allowance, grids
    return None


def walked(mover: Piece, ways: Iterable[int]) -> list[Grid]:
    """The grids of a walk, the start included; ways are 0 to 3 for north, east, south, west."""
    grids = [(mover.x // 3, mover.y // 3)]
    for way in ways:
        dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[way]
        grids.append((grids[-1][0] + dx, grids[-1][1] + dy))
    return grids


@pytest.mark.parametrize("seed", range(12))
def test_reach_and_canonical_paths_are_those_of_trying_every_path(seed: int) -> None:
    chance = random.Random(seed)
    board, pieces = random_position(chance)
    switches = Switches(fragile_stops=chance.random() < 0.5)
    mover = pieces[0]
    plain = reach(board, pieces, mover, switches)
    crushing = {(x * 3, y * 3): cost for (x, y), cost in crush_entries(board, pieces, mover, switches).items()}
    every = in_grids(*itertools.product(range(3), range(2)), size=mover.size)
    for end in chance.sample(sorted(every), min(len(every), 8)):
        found = cheapest_of_all_paths(board, pieces, switches, end)
        assert (plain | crushing).get(end) == (None if found is None else found[0])
        assert canonical_path(board, pieces, mover, end, switches) == (None if found is None else found[1])
