"""Sight between hexes: situations by hand, the oracle on random boards, symmetry, bounds, bad input."""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from enfilade import BadHex, BadTerrain, HexTerrain, hex_sight, hex_sight_table
from enfilade.components.record import Arena
from enfilade.core.board.hexes import BLOCKING, OBSCURING, HexCell, axial_row
from enfilade.core.engine.kernel import entry
from enfilade.core.orders.reasons import ENGINE_REASONS, FAMILY_REASON, HEX_SIGHT
from enfilade.core.relations.sight import hexes as kernels
from enfilade.core.relations.sight.hexes import board_in, seen_from
from enfilade.core.relations.sight.hexes import hex_sight as sight_kernel
from enfilade.geometry.hexes import HEX_REASONS, SPINES
from tests.oracles import hexes
from tests.oracles.hexes import Ground, Hex

from .hex_boards import HEDGE, WALL, Board, disc, drawn, flat, rectangle, sees

ORIGIN = (0, 0)
BOTH = ("two_or_more", "both_sides")


@pytest.fixture
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle remember lines: they are the same on every board."""
    for name in ("crossed", "flanks", "crossed_sides"):
        monkeypatch.setattr(hexes, name, functools.cache(getattr(hexes, name)))


def ruled(ground: dict[Hex, Ground], one: Hex, other: Hex, **more: Any) -> tuple[bool, str, str]:
    """Visibility, reason and rule on a board wide enough, with this on it."""
    found = look(Board({place: Ground() for place in disc(6)} | ground, more.pop("features", {})), one, other, **more)
    return found.visible, found.reason, found.rule


def look(board: Board, one: Hex, other: Hex, **more: Any) -> Any:
    """The ruling on two hexes of a board."""
    terrain, place_of = board.terrain()
    return hex_sight(terrain, place_of(one), place_of(other), **more)


SEEN = (True, "hex_clear", "FORM-11.1")
SCREENED = (True, "hex_screened", "FORM-11.5")
ADJACENT = (True, "hex_adjacent", "FORM-11.4")
BLOCKED = (False, "hex_blocked", "FORM-11.2")
OBSCURED = (False, "hex_obscured", "FORM-11.5")
GROUND = (False, "hex_ground", "FORM-D18")
SIDE = (False, "hex_side", "FORM-X5")
SPINE = (False, "hex_spine", "FORM-11.6")


class TestTerrain:
    @pytest.mark.rule("FORM-11.1", "FORM-11.2")
    def test_a_blocking_hex_between_blocks_and_under_an_end_does_not(self) -> None:
        assert ruled({}, ORIGIN, (0, 3)) == SEEN
        assert ruled({(0, 2): WALL}, ORIGIN, (0, 3)) == BLOCKED
        assert ruled({(0, 0): WALL, (0, 3): WALL, (0, 4): WALL}, ORIGIN, (0, 3)) == SEEN

    @pytest.mark.rule("FORM-11.3")
    def test_sight_depends_on_terrain_alone_and_a_hex_has_no_units(self) -> None:
        assert HexCell.field_names() == ("kind", "height", "elevation", "sides")

    @pytest.mark.rule("FORM-11.4")
    def test_adjacent_hexes_always_see_each_other_and_a_hex_itself(self) -> None:
        cliff = Ground(blocking=True, height=9, elevation=9)
        features = {frozenset((ORIGIN, (1, 0))): BLOCKING}
        assert ruled({ORIGIN: cliff}, ORIGIN, (1, 0), features=features) == ADJACENT
        assert ruled({ORIGIN: cliff}, (1, 0), ORIGIN, features=features) == ADJACENT
        assert ruled({ORIGIN: cliff}, ORIGIN, ORIGIN) == ADJACENT

    @pytest.mark.rule("FORM-11.5")
    def test_one_obscuring_hex_is_seen_through_and_two_are_not(self) -> None:
        assert ruled({(0, 1): HEDGE}, ORIGIN, (0, 4)) == SCREENED
        assert ruled({(0, 1): HEDGE, (0, 3): HEDGE}, ORIGIN, (0, 4)) == OBSCURED
        assert ruled({(0, 0): HEDGE, (0, 1): HEDGE, (0, 4): HEDGE}, ORIGIN, (0, 4)) == SCREENED

    @pytest.mark.rule("FORM-11.5", "FORM-D17")
    def test_obscuring_hexes_along_whose_sides_the_line_runs_never_count(self) -> None:
        hedges = {(1, 0): HEDGE, (0, 1): HEDGE, (2, 1): HEDGE, (1, 2): HEDGE}
        for spine in BOTH:
            assert ruled(hedges, ORIGIN, (2, 2), spine=spine) == SEEN
            assert ruled(hedges | {(1, 1): HEDGE}, ORIGIN, (2, 2), spine=spine) == SCREENED

    @pytest.mark.rule("FORM-D17")
    def test_a_hex_that_the_line_touches_at_a_corner_is_nothing(self) -> None:
        # The line to (4, 1) goes through the corner of (1, 0), (2, 0) and (1, 1).
        assert ruled({(1, 1): WALL, (3, 0): WALL}, ORIGIN, (4, 1)) == SEEN
        assert ruled({(1, 1): WALL, (2, 1): WALL}, ORIGIN, (4, 1)) == BLOCKED


class TestAlongSides:
    @pytest.mark.rule("FORM-11.6", "FORM-D17")
    @pytest.mark.parametrize("steps", [1, 2, 3])
    def test_case_1_a_line_along_the_edge_between_two_hexes(self, steps: int) -> None:
        end = (steps, steps)
        assert ruled({}, ORIGIN, end) == SEEN
        for spine in BOTH:
            assert ruled({(1, 0): WALL}, ORIGIN, end, spine=spine) == SEEN
            assert ruled({(0, 1): WALL}, ORIGIN, end, spine=spine) == SEEN
            assert ruled({(1, 0): WALL, (0, 1): WALL}, ORIGIN, end, spine=spine) == SPINE

    @pytest.mark.rule("FORM-11.6", "FORM-D17")
    def test_two_blocking_hexes_on_one_hand_block_unless_both_sides_are_asked_for(self) -> None:
        hand, hands = {(1, 0): WALL, (3, 2): WALL}, {(1, 0): WALL, (2, 3): WALL}
        assert ruled(hand, ORIGIN, (3, 3)) == SPINE
        assert ruled(hand, ORIGIN, (3, 3), spine="both_sides") == SEEN
        assert ruled(hands, ORIGIN, (3, 3)) == SPINE
        assert ruled(hands, ORIGIN, (3, 3), spine="both_sides") == SPINE

    @pytest.mark.rule("FORM-11.2", "FORM-11.6")
    def test_a_blocking_hex_that_such_a_line_crosses_blocks_alone(self) -> None:
        for spine in BOTH:
            assert ruled({(1, 1): WALL}, ORIGIN, (2, 2), spine=spine) == BLOCKED

    @pytest.mark.rule("FORM-11.6", "FORM-D18")
    def test_a_hex_beside_the_line_whose_top_is_below_it_does_not_count(self) -> None:
        ends = {ORIGIN: Ground(elevation=2), (1, 1): Ground(elevation=2)}
        low, high = Ground(blocking=True, height=1), Ground(blocking=True, height=2)
        assert ruled(ends | {(1, 0): low, (0, 1): high}, ORIGIN, (1, 1)) == SEEN
        assert ruled(ends | {(1, 0): high, (0, 1): high}, ORIGIN, (1, 1)) == SPINE

    @pytest.mark.rule("FORM-D18")
    def test_high_ground_beside_the_line_does_not_block(self) -> None:
        assert ruled({(1, 0): Ground(elevation=9), (0, 1): Ground(elevation=9)}, ORIGIN, (1, 1)) == SEEN

    @pytest.mark.rule("FORM-X8")
    def test_a_line_along_the_edge_of_the_board_runs_beside_one_hex(self) -> None:
        # Hexes of one row, the odd ones half a hex lower: every second one is seen past those between.
        terrain = HexTerrain([[0, 2, 0, 2, 0]])
        assert hex_sight(terrain, (0, 0), (2, 0)).reason == "hex_clear"
        assert hex_sight(terrain, (0, 0), (4, 0)).reason == "hex_spine"
        assert hex_sight(terrain, (0, 0), (4, 0), spine="both_sides").reason == "hex_clear"


class TestHeights:
    @pytest.mark.rule("FORM-11.7", "FORM-D18")
    def test_woods_of_height_1_block_between_units_at_height_0_and_not_between_hills(self) -> None:
        woods = Ground(blocking=True, height=1)
        hills = {ORIGIN: Ground(elevation=2), (0, 3): Ground(elevation=2)}
        assert ruled({(0, 1): woods}, ORIGIN, (0, 3)) == BLOCKED
        assert ruled({(0, 1): WALL}, ORIGIN, (0, 3)) == BLOCKED
        assert ruled(hills | {(0, 1): woods}, ORIGIN, (0, 3)) == SEEN
        assert ruled(hills | {(0, 1): Ground(blocking=True, height=2)}, ORIGIN, (0, 3)) == BLOCKED
        assert ruled({(0, 1): Ground(blocking=True, elevation=-1)}, ORIGIN, (0, 3)) == SEEN

    @pytest.mark.rule("FORM-D18")
    def test_the_line_rises_evenly_with_the_distance(self) -> None:
        # From 0 to 4 over four hexes it is at 1, 2 and 3.
        hill = {(0, 4): Ground(elevation=4)}
        for distance, height in ((1, 1), (2, 2), (3, 3)):
            reaching = Ground(blocking=True, height=height)
            assert ruled(hill | {(0, distance): reaching}, ORIGIN, (0, 4)) == BLOCKED
            assert ruled(hill | {(0, distance): reaching}, (0, 4), ORIGIN) == BLOCKED
            below = Ground(blocking=True, height=height - 1)
            assert ruled(hill | {(0, distance): below}, ORIGIN, (0, 4)) == SEEN

    @pytest.mark.rule("FORM-D18")
    def test_a_third_of_the_way_is_exactly_a_third(self) -> None:
        hill = {(0, 3): Ground(elevation=1)}
        hedges = {(0, 1): Ground(obscuring=True), (0, 2): Ground(obscuring=True, height=1)}
        assert ruled(hill | hedges, ORIGIN, (0, 3)) == SCREENED
        assert ruled(hill | {(0, 1): Ground(obscuring=True, height=1)} | hedges, ORIGIN, (0, 3)) == SCREENED
        high = {place: Ground(obscuring=True, height=1) for place in hedges}
        assert ruled(hill | high, ORIGIN, (0, 3)) == OBSCURED

    @pytest.mark.rule("FORM-D18")
    def test_ground_above_the_line_blocks_and_ground_at_the_line_does_not(self) -> None:
        hill = {(0, 4): Ground(elevation=4)}
        assert ruled(hill | {(0, 2): Ground(elevation=2)}, ORIGIN, (0, 4)) == SEEN
        assert ruled(hill | {(0, 2): Ground(elevation=3)}, ORIGIN, (0, 4)) == GROUND
        assert ruled({(0, 1): Ground(elevation=1)}, ORIGIN, (0, 2)) == GROUND


class TestSides:
    """Features of sides on the way from (0, 0)."""

    @pytest.mark.rule("FORM-X3", "FORM-X5")
    def test_a_wall_that_the_line_crosses_blocks_and_two_hedges_do(self) -> None:
        sides = [frozenset(((0, row), (0, row + 1))) for row in range(4)]
        assert ruled({}, ORIGIN, (0, 4), features={sides[1]: BLOCKING}) == SIDE
        assert ruled({}, ORIGIN, (0, 4), features={sides[1]: OBSCURING}) == SCREENED
        assert ruled({}, ORIGIN, (0, 4), features={sides[1]: OBSCURING, sides[2]: OBSCURING}) == OBSCURED
        assert ruled({(0, 3): HEDGE}, ORIGIN, (0, 4), features={sides[1]: OBSCURING}) == OBSCURED

    @pytest.mark.rule("FORM-X4")
    def test_the_sides_of_both_ends_never_count(self) -> None:
        sides = {frozenset(((0, row), (0, row + 1))): BLOCKING for row in (0, 3)}
        assert ruled({}, ORIGIN, (0, 4), features=sides) == SEEN
        assert ruled({}, ORIGIN, (1, 1), features={frozenset((ORIGIN, (1, 0))): BLOCKING}) == SEEN

    @pytest.mark.rule("FORM-X5")
    def test_walls_that_meet_at_a_corner_leave_no_gap(self) -> None:
        # The line to (4, 1) goes from (1, 0) to (2, 0) through the end of their side.
        assert ruled({}, ORIGIN, (4, 1), features={frozenset(((1, 0), (2, 0))): BLOCKING}) == SIDE
        beside = {frozenset(((1, 0), (1, 1))): BLOCKING, frozenset(((1, 1), (2, 0))): BLOCKING}
        assert ruled({}, ORIGIN, (4, 1), features=beside) == SEEN

    @pytest.mark.rule("FORM-X6")
    def test_a_wall_along_the_line_is_one_of_two_and_on_neither_hand(self) -> None:
        wall = {frozenset(((1, 0), (0, 1))): BLOCKING}
        assert ruled({}, ORIGIN, (2, 2), features=wall) == SEEN
        assert ruled({(1, 0): WALL}, ORIGIN, (2, 2), features=wall) == SPINE
        assert ruled({(1, 0): WALL}, ORIGIN, (2, 2), features=wall, spine="both_sides") == SEEN
        assert ruled({}, ORIGIN, (2, 2), features=wall | {frozenset(((2, 1), (1, 2))): BLOCKING}) == SPINE
        hedges = {frozenset(((1, 0), (0, 1))): OBSCURING, frozenset(((2, 1), (1, 2))): OBSCURING}
        assert ruled({}, ORIGIN, (2, 2), features=hedges) == SEEN

    @pytest.mark.rule("FORM-X6")
    def test_a_wall_all_around_a_hex_on_such_a_line_hides_what_is_behind(self) -> None:
        around = {frozenset(((1, 1), place)): BLOCKING for place in hexes.neighbours((1, 1))}
        for spine in BOTH:
            assert ruled({}, ORIGIN, (2, 2), features=around, spine=spine) == SPINE
            assert ruled({}, ORIGIN, (1, 1), features=around, spine=spine) == SEEN
        one = {frozenset(((1, 1), (1, 0))): BLOCKING}
        assert ruled({}, ORIGIN, (2, 2), features=one) == SEEN

    @pytest.mark.rule("FORM-X7")
    def test_a_wall_counts_where_its_foot_is_at_or_above_the_line(self) -> None:
        wall = {frozenset(((0, 1), (0, 2))): BLOCKING}
        hill = {ORIGIN: Ground(elevation=1), (0, 3): Ground(elevation=1)}
        assert ruled(hill, ORIGIN, (0, 3), features=wall) == SEEN
        assert ruled(hill | {(0, 2): Ground(elevation=1)}, ORIGIN, (0, 3), features=wall) == SIDE
        # From 0 to 2 over four hexes the line is at 3/4 half way between the first and the second hex.
        slope = {(0, 4): Ground(elevation=2)}
        assert ruled(slope, ORIGIN, (0, 4), features=wall) == SEEN
        assert ruled(slope | {(0, 2): Ground(elevation=1)}, ORIGIN, (0, 4), features=wall) == SIDE

    @pytest.mark.rule("FORM-X3")
    def test_a_feature_said_at_one_hex_is_there_at_the_other_and_the_greater_counts(self) -> None:
        sides = np.zeros((5, 1, 6), int)
        sides[1, 0, 3] = 1
        sides[2, 0, 0] = 2
        assert hex_sight(HexTerrain(np.zeros((5, 1), int), sides=sides), (0, 0), (0, 4)).reason == "hex_side"
        for hexagon, direction in (((1, 0), 3), ((2, 0), 0)):
            sides = np.zeros((5, 1, 6), int)
            sides[(*hexagon, direction)] = 2
            assert hex_sight(HexTerrain(np.zeros((5, 1), int), sides=sides), (0, 0), (0, 4)).reason == "hex_side"

    @pytest.mark.rule("FORM-X8")
    def test_a_wall_on_the_edge_of_the_board_counts_as_one_along_the_line(self) -> None:
        sides = np.zeros((1, 7, 6), int)
        sides[0, 3, 0] = BLOCKING
        assert hex_sight(HexTerrain(np.zeros((1, 7), int), sides=sides), (0, 0), (6, 0)).reason == "hex_clear"
        sides[0, 1, 0] = BLOCKING
        assert hex_sight(HexTerrain(np.zeros((1, 7), int), sides=sides), (0, 0), (6, 0)).reason == "hex_spine"
        assert hex_sight(HexTerrain(np.zeros((1, 7), int), sides=sides), (2, 0), (6, 0)).reason == "hex_clear"


class TestRuling:
    """What a ruling tells beyond yes and no."""

    @pytest.mark.rule("FORM-11.1")
    def test_the_witness_is_the_two_centres_odd_columns_half_a_row_lower(self) -> None:
        terrain = HexTerrain(np.zeros((6, 6), int))
        assert hex_sight(terrain, (1, 0), (4, 3)).witness == (((1, 1), (1, 2)), ((4, 1), (3, 1)))
        assert hex_sight(terrain, (5, 2), (0, 5)).witness == (((5, 1), (5, 2)), ((0, 1), (5, 1)))

    @pytest.mark.rule("FORM-11.2", "FORM-11.5")
    def test_blockers_are_all_that_blocks_in_order_along_the_line(self) -> None:
        column = HexTerrain([[0], [1], [2], [1], [0], [0]], elevation=[[0], [0], [0], [0], [1], [0]])
        found = hex_sight(column, (0, 0), (0, 5))
        assert (found.reason, found.rule, found.witness) == ("hex_blocked", "FORM-11.2", None)
        assert found.blockers == ((0, 1), (0, 2), (0, 3), (0, 4))
        assert found.obstructed_by == ((0, 1), (0, 3))
        assert hex_sight(column, (0, 5), (0, 0)).reason == "hex_ground"
        assert hex_sight(column, (0, 5), (0, 1)).blockers == ((0, 4), (0, 2))
        assert str(found) == "the line between the centres crosses a hex that blocks [FORM-11.2]"

    @pytest.mark.rule("FORM-11.6")
    def test_blockers_along_sides_are_named_when_there_are_enough_of_them(self) -> None:
        row = HexTerrain([[0, 2, 0, 2, 0]])
        assert hex_sight(row, (0, 0), (4, 0)).blockers == ((1, 0), (3, 0))
        assert hex_sight(row, (0, 0), (4, 0), spine="both_sides").blockers == ()

    @pytest.mark.rule("FORM-X5")
    def test_a_side_is_told_by_its_two_hexes(self) -> None:
        sides = np.zeros((5, 1, 6), int)
        sides[2, 0, 0] = BLOCKING
        found = hex_sight(HexTerrain(np.zeros((5, 1), int), sides=sides), (0, 0), (0, 4))
        assert found.blockers == ((0, 1), (0, 2))

    def test_reasons_are_numbered_as_the_kernels_number_what_decides(self) -> None:
        names = ("CLEAR", "SCREENED", "ADJACENT", "OBSCURED", "BLOCKED", "GROUND", "SIDE", "ALONG")
        told = ("clear", "screened", "adjacent", "obscured", "blocked", "ground", "side", "spine")
        for name, reason in zip(names, told, strict=True):
            assert HEX_REASONS[getattr(kernels, name)].name == f"hex_{reason}"
        assert [reason.number for reason in HEX_REASONS] == [*range(HEX_SIGHT, FAMILY_REASON)]
        assert set(HEX_REASONS) <= set(ENGINE_REASONS)

    @pytest.mark.rule("FORM-11.1")
    @pytest.mark.parametrize("seed", range(12))
    def test_case_4_table_ruling_and_blockers_tell_one_thing(self, seed: int) -> None:
        board = drawn(random.Random(seed), disc(3), features=True)
        terrain, place_of = board.terrain()
        for spine in BOTH:
            table = hex_sight_table(terrain, spine=spine)
            for one, other in itertools.product(disc(3)[::4], disc(3)):
                found = hex_sight(terrain, place_of(one), place_of(other), spine=spine)
                back = hex_sight(terrain, place_of(other), place_of(one), spine=spine)
                (x, y), (to_x, to_y) = place_of(one), place_of(other)
                assert found.visible == back.visible == table[y, x, to_y, to_x]
                assert found.visible == (found.blockers == ()) == (found.witness is not None)
                assert set(found.blockers) == set(back.blockers)
                assert found.obstructed_by == back.obstructed_by[::-1] or features_repeat(found.obstructed_by, back)
                assert found.reason in {reason.name for reason in HEX_REASONS}


def features_repeat(places: tuple[Any, ...], back: Any) -> bool:
    """Whether places led back are the same, but for a hex that is told with two of its sides."""
    return set(places) == set(back.obstructed_by)


@pytest.mark.usefixtures("remembered")
class TestOracle:
    @pytest.mark.slow
    @pytest.mark.rule(
        "FORM-11.1", "FORM-11.2", "FORM-11.4", "FORM-11.5", "FORM-11.6", "FORM-11.7", "FORM-D17", "FORM-D18"
    )
    def test_thousands_of_random_boards_are_as_the_oracle_says(self) -> None:
        assert compare_with_oracle(random.Random(1), boards=1000, pairs=30, features=False) > 59_000

    @pytest.mark.slow
    @pytest.mark.rule("FORM-X3", "FORM-X4", "FORM-X5", "FORM-X6", "FORM-X7", "FORM-X8")
    def test_thousands_of_random_boards_with_features_of_sides_are_as_the_oracle_says(self) -> None:
        assert compare_with_oracle(random.Random(2), boards=1000, pairs=16, features=True) > 31_000

    @pytest.mark.bounds
    @pytest.mark.parametrize("features", [False, True])
    def test_some_random_boards_are_as_the_oracle_says(self, features: bool) -> None:
        assert compare_with_oracle(random.Random(3), boards=12, pairs=30, features=features) > 100


def compare_with_oracle(dice: random.Random, boards: int, pairs: int, *, features: bool) -> int:
    """Compare pairs of random boards, flat and hilly, by both readings of ``spine``; how many were compared."""
    places = rectangle(7, 6)
    ends = [pair for pair in itertools.product(places, places) if pair[0] != pair[1]]
    spines = [pair for pair in ends if hexes.flanks(*pair)]
    compared = 0
    for number in range(boards):
        board = drawn(dice, places, features=features)
        board = flat(board) if number % 3 == 0 else board
        terrain, place_of = board.terrain()
        for spine in BOTH:
            table = hex_sight_table(terrain, spine=spine)
            for one, other in dice.choices(ends, k=pairs // 2) + dice.choices(spines, k=pairs // 2):
                (x, y), (to_x, to_y) = place_of(one), place_of(other)
                assert table[y, x, to_y, to_x] == sees(board, one, other, spine), (board, one, other, spine)
                compared += 1
    return compared


def turned(place: Hex) -> Hex:
    """By 60 degrees about (0, 0)."""
    return -place[1], place[0] + place[1]


def turned_half(place: Hex) -> Hex:
    """By 180 degrees about (0, 0)."""
    return -place[0], -place[1]


def mirrored(place: Hex) -> Hex:
    """East and west exchanged."""
    return -place[0], place[0] + place[1]


def moved(place: Hex) -> Hex:
    """By an odd number of columns and some rows."""
    return place[0] + 3, place[1] - 8


def answers(board: Board, places: list[Hex], spine: str) -> list[bool]:
    """Who sees whom of some hexes, by pairs in their order."""
    terrain, place_of = board.terrain()
    table = hex_sight_table(terrain, spine=spine)
    columns, rows = zip(*(place_of(place) for place in places), strict=True)
    found = table[rows, columns][:, rows, columns]
    return [bool(answer) for answer in found.ravel()]


def drawn_boards(count: int, radius: int) -> Iterator[Board]:
    """Random boards, each second with features of sides."""
    for seed in range(count):
        yield drawn(random.Random(seed), disc(radius), features=seed % 2 == 1)


@pytest.mark.rule("FORM-11.1", "FORM-D17", "FORM-D18")
class TestMovedBoards:
    """CASE 2."""

    @pytest.mark.parametrize("change", [turned, turned_half, mirrored, moved])
    def test_case_2_a_board_turned_mirrored_or_moved_keeps_every_answer(self, change: Any) -> None:
        places = disc(3)
        for board in drawn_boards(6, 3):
            for spine in BOTH:
                expected = answers(board, places, spine)
                assert answers(board.moved(change), [change(place) for place in places], spine) == expected

    def test_case_2_a_board_cropped_around_a_pair_keeps_its_answer(self) -> None:
        for board in drawn_boards(4, 4):
            terrain, place_of = board.terrain()
            for one, other in itertools.product(disc(2)[::4], disc(4)[::3]):
                touched = {*hexes.crossed(one, other), *itertools.chain(*hexes.flanks(one, other))}
                cropped = Board({place: board.ground[place] for place in touched & {*board.ground}}, board.features)
                for spine in BOTH:
                    whole = hex_sight(terrain, place_of(one), place_of(other), spine=spine)
                    assert look(cropped, one, other, spine=spine).visible == whole.visible

    def test_case_2_two_boards_joined_keep_every_answer_within_each(self) -> None:
        places = rectangle(5, 5)
        far = [(q + 9, r - 3) for q, r in places]
        for seed in range(6):
            dice = random.Random(seed)
            west = drawn(dice, places, features=True)
            east = drawn(dice, far, features=True)
            joined = Board(west.ground | east.ground, west.features | east.features)
            for spine in BOTH:
                assert answers(joined, places, spine) == answers(west, places, spine)
                assert answers(joined, far, spine) == answers(east, far, spine)


@pytest.mark.rule("FORM-D18")
def test_case_3_a_sees_b_if_b_sees_a_for_every_pair_with_heights_and_along_hedges() -> None:
    hedges = Board({place: Ground(obscuring=True, elevation=place[0] % 2) for place in disc(3)})
    for board in (hedges, *drawn_boards(8, 3)):
        terrain, place_of = board.terrain()
        for spine in BOTH:
            for one, other in itertools.combinations(disc(3)[::2], 2):
                there = hex_sight(terrain, place_of(one), place_of(other), spine=spine)
                back = hex_sight(terrain, place_of(other), place_of(one), spine=spine)
                assert there.visible == back.visible


@entry
def sum_of_sights(boards: Arena, columns: int, rows: int, spine: int) -> int:
    """A number that depends on what decides between every two hexes of a board."""
    board = board_in(boards, columns, rows)
    total = 0
    for index in range(columns * rows):
        for to_index in range(columns * rows):
            q = index % columns
            to_q = to_index % columns
            r = axial_row(q, index // columns)
            to_r = axial_row(to_q, to_index // columns)
            total = (total * 31 + sight_kernel(board, q, r, to_q, to_r, spine)) % 1_000_003
    return total


@pytest.mark.slow
@pytest.mark.bounds
def test_compiled_sight_is_the_interpreted_one() -> None:
    compiled, marking = sum_of_sights.dispatcher, seen_from.dispatcher
    for seed in range(6):
        board = drawn(random.Random(seed), rectangle(8, 6), features=True)
        terrain, _ = board.terrain()
        size = terrain.columns, terrain.rows
        for spine in SPINES.values():
            assert compiled(terrain._cells, *size, spine) == sum_of_sights.__wrapped__(terrain._cells, *size, spine)
            marks = [np.zeros((48, 48), np.uint8) for _ in range(2)]
            for origin, within in itertools.product(range(0, 48, 5), (2, 99)):
                found = marking(terrain._cells, *size, marks[0], origin, within, spine)
                assert found == seen_from.__wrapped__(terrain._cells, *size, marks[1], origin, within, spine)
            assert (marks[0] == marks[1]).all()


class TestBounds:
    LONG = 32_767
    LOW, HIGH = -32_768, 32_767

    @pytest.mark.slow
    @pytest.mark.rule("FORM-D18")
    def test_the_longest_column_with_the_highest_and_lowest_ground_is_exact(self) -> None:
        kind = np.zeros((self.LONG, 1), int)
        elevation = np.full((self.LONG, 1), self.LOW)
        elevation[0], elevation[-1] = self.HIGH, self.LOW
        middle = self.LONG // 2
        line = self.HIGH + Fraction(middle, self.LONG - 1) * (self.LOW - self.HIGH)
        height = np.zeros((self.LONG, 1), int)
        kind[middle] = 2
        for top, visible in ((math.ceil(line), False), (math.ceil(line) - 1, True)):
            elevation[middle] = min(top, -1)
            height[middle] = top - min(top, -1)
            terrain = HexTerrain(kind, height=height, elevation=elevation)
            assert hex_sight(terrain, (0, 0), (0, self.LONG - 1)).visible == visible
            assert hex_sight(terrain, (0, self.LONG - 1), (0, 0)).visible == visible

    @pytest.mark.slow
    @pytest.mark.rule("FORM-X8", "FORM-11.6")
    def test_the_longest_row_is_seen_along_its_edge(self) -> None:
        kind = np.zeros((1, self.LONG), int)
        kind[0, [1, self.LONG - 2]] = 2
        assert hex_sight(HexTerrain(kind), (0, 0), (self.LONG - 1, 0)).blockers == ((1, 0), (self.LONG - 2, 0))


class TestTable:
    def test_within_leaves_out_what_is_further_away(self) -> None:
        terrain = HexTerrain(np.zeros((9, 8), int))
        everything = hex_sight_table(terrain)
        assert everything.shape == (9, 8, 9, 8)
        assert everything.all()
        near = hex_sight_table(terrain, within=2)
        assert near[4, 4].sum() == 19
        assert (near == near.transpose(2, 3, 0, 1)).all()
        assert hex_sight_table(terrain, within=0).sum() == 72

    def test_a_table_of_too_many_pairs_is_refused(self) -> None:
        with pytest.raises(
            ValueError, match=r"200 columns and 200 rows.* has 40000\^2 pairs of hexes, expected at most"
        ):
            hex_sight_table(HexTerrain(np.zeros((200, 200), int)))

    @pytest.mark.parametrize("bad", [-1, 1.5, "2"])
    def test_what_is_no_distance_is_refused(self, bad: Any) -> None:
        with pytest.raises(ValueError, match=f"within {bad!r}, expected a whole number from 0 to 65534"):
            hex_sight_table(HexTerrain([[0]]), within=bad)


class TestBadInput:
    @pytest.mark.parametrize("bad", [(-1, 0), (3, 0), (0, 2), (0, 1.0), (0,), None, "00", (1 << 70, 0)])
    def test_a_place_off_the_board_is_refused(self, bad: Any) -> None:
        terrain = HexTerrain([[0, 0, 0], [0, 0, 0]])
        for ends in ((bad, (0, 0)), ((0, 0), bad)):
            with pytest.raises(
                BadHex, match=r"expected \(column, row\), .* columns below 3 and rows below 2"
            ) as refused:
                hex_sight(terrain, *ends)
            assert repr(bad) in str(refused.value)

    @pytest.mark.parametrize("ruling", [lambda **more: hex_sight(HexTerrain([[0]]), (0, 0), (0, 0), **more)])
    def test_an_unknown_spine_is_refused(self, ruling: Any) -> None:
        with pytest.raises(ValueError, match="spine 'left', expected one of two_or_more, both_sides"):
            ruling(spine="left")
        with pytest.raises(ValueError, match="spine 'left', expected one of two_or_more, both_sides"):
            hex_sight_table(HexTerrain([[0]]), spine="left")

    @pytest.mark.parametrize(
        ("arrays", "message"),
        [
            ({"kind": [0, 1]}, r"kind has shape \(2,\), expected \(rows, columns\), each 1 to 32767"),
            ({"kind": []}, "kind holds float64, expected whole numbers"),
            ({"kind": np.zeros((0, 3), int)}, r"kind has shape \(0, 3\)"),
            ({"kind": np.zeros((1, 32_768), int)}, r"kind has shape \(1, 32768\)"),
            ({"kind": [[0, 1], [2]]}, "kind is no array .*, expected rows of one length"),
            ({"kind": [[0, 1], [3, 2]]}, r"kind\[1, 0\] is 3, expected 0 \(open\), 1 \(obscuring\) or 2 \(blocking\)"),
            ({"kind": [[0, -1]]}, r"kind\[0, 1\] is -1, expected 0"),
            ({"kind": [[True]]}, "kind holds bool, expected whole numbers"),
            ({"kind": "woods"}, "kind holds <U5, expected whole numbers"),
            ({"kind": [[0]], "height": [[0, 0]]}, r"height has shape \(1, 2\), expected \(1, 1\)"),
            ({"kind": [[0]], "height": [[32_768]]}, r"height\[0, 0\] is 32768, expected a whole number from -32768"),
            ({"kind": [[0]], "height": 1 << 63}, r"height is 9223372036854775808, expected"),
            ({"kind": [[0]], "elevation": [[0.5]]}, "elevation holds float64, expected whole numbers"),
            ({"kind": [[0]], "sides": [[[0, 0, 0]]]}, r"sides has shape \(1, 1, 3\), expected \(1, 1, 6\)"),
            ({"kind": [[0]], "sides": [[[0, 0, 7, 0, 0, 0]]]}, r"sides\[0, 0, 2\] is 7, expected 0"),
        ],
    )
    def test_what_is_no_terrain_is_refused_with_the_place_in_it(self, arrays: dict[str, Any], message: str) -> None:
        with pytest.raises(BadTerrain, match=message):
            HexTerrain(**arrays)
