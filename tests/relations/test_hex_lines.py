"""Coordinates and lines of hexes: against the oracle, moved and turned, at their bounds, and bad input."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfilade import (
    BadHex,
    hex_crossed,
    hex_distance,
    hex_flanks,
    hex_from_offset,
    hex_line,
    hex_neighbours,
    hex_ring,
    hex_to_offset,
)
from enfilade.components.record import Arena
from enfilade.core.board.hexes import (
    COORDINATE_MAX,
    DIRECTIONS,
    NORTH,
    SOUTH_EAST,
    axial_row,
    course_between,
    course_distance,
    hex_row,
    nearest_step,
    next_crossed,
    opposite,
    start_of,
)
from enfilade.core.engine.kernel import entry
from tests.oracles import hexes
from tests.oracles.hexes import Hex

from .hex_boards import disc

ORIGIN = (0, 0)
COORDINATE = st.integers(-300, 300)
HEX = st.tuples(COORDINATE, COORDINATE)


@pytest.mark.rule("FORM-8.1", "FORM-8.2")
@pytest.mark.parametrize(
    ("end", "expected"),
    [((0, 0), 0), ((0, -1), 1), ((1, -1), 1), ((1, 1), 2), ((2, -1), 2), ((3, -3), 3), ((-2, -2), 4), ((-4, 1), 4)],
)
def test_the_hex_of_the_attacker_is_not_counted_and_that_of_the_target_is(end: Hex, expected: int) -> None:
    assert hex_distance(ORIGIN, end) == hex_distance(end, ORIGIN) == expected


@pytest.mark.rule("FORM-8.1", "FORM-8.2")
def test_distances_neighbours_and_rings_are_as_the_oracle_says() -> None:
    for place in disc(6):
        assert hex_distance((2, -1), place) == hexes.distance((2, -1), place)
        assert sorted(hex_neighbours(place)) == sorted(hexes.neighbours(place))
    for radius in range(5):
        assert sorted(hex_ring((3, -5), radius)) == hexes.ring((3, -5), radius)


@pytest.mark.rule("FORM-X1")
def test_a_ring_goes_clockwise_from_its_northern_hex() -> None:
    assert hex_ring(ORIGIN, 2)[:4] == [(0, -2), (1, -2), (2, -2), (2, -1)]
    for radius in range(1, 6):
        ring = hex_ring((1, 2), radius)
        assert ring[0] == (1, 2 - radius)
        assert all(hex_distance(*pair) == 1 for pair in itertools.pairwise([*ring, ring[0]]))


@pytest.mark.rule("FORM-X1")
def test_odd_columns_lie_half_a_hex_lower() -> None:
    def around(column: int, row: int) -> list[tuple[int, int]]:
        return [hex_to_offset(place) for place in hex_neighbours(hex_from_offset((column, row)))]

    assert around(2, 2) == [(2, 1), (3, 1), (3, 2), (2, 3), (1, 2), (1, 1)]
    assert around(3, 2) == [(3, 1), (4, 2), (4, 3), (3, 3), (2, 3), (2, 2)]
    assert around(-3, -2) == [(-3, -3), (-2, -2), (-2, -1), (-3, -1), (-4, -1), (-4, -2)]


@pytest.mark.rule("FORM-X1")
@given(HEX)
def test_columns_and_rows_read_back_as_the_hex(place: Hex) -> None:
    assert hex_from_offset(hex_to_offset(place)) == place


@pytest.mark.rule("FORM-X1")
@pytest.mark.parametrize("start", [(-7, -5), (-7, 4), (6, -9), (-1, -1)])
def test_case_31_steps_from_a_negative_odd_column_land_on_the_ray_in_all_directions(start: Hex) -> None:
    column, row = hex_to_offset(start)
    half = column % 2
    for direction, neighbour in enumerate(hex_neighbours(start)):
        east, south = neighbour[0] - start[0], neighbour[1] - start[1]
        for steps in range(1, 12):
            place = (start[0] + steps * east, start[1] + steps * south)
            assert hex_line(start, place)[1] == neighbour
            assert len(hex_crossed(start, place)) == steps + 1
            to_column, to_row = hex_to_offset(place)
            assert to_column == column + steps * east
            halves = 2 * to_row + to_column % 2 - (2 * row + half)
            assert halves == steps * {0: -2, 1: -1, 2: 1, 3: 2, 4: 1, 5: -1}[direction]


@pytest.mark.rule("FORM-11.1", "FORM-11.6", "FORM-D17")
@pytest.mark.parametrize(
    ("end", "crossed", "flanks"),
    [
        ((1, 1), [(0, 0), (1, 1)], [((1, 0), (0, 1))]),
        ((2, 2), [(0, 0), (1, 1), (2, 2)], [((1, 0), (0, 1)), ((2, 1), (1, 2))]),
        ((2, -1), [(0, 0), (2, -1)], [((1, -1), (1, 0))]),
        ((3, 0), [(0, 0), (1, 0), (2, 0), (3, 0)], []),
        ((2, 1), [(0, 0), (1, 0), (1, 1), (2, 1)], []),
        ((4, 1), [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)], []),
        ((0, 0), [(0, 0)], []),
    ],
)
def test_the_hexes_of_a_line_worked_out_by_hand(end: Hex, crossed: list[Hex], flanks: list[tuple[Hex, Hex]]) -> None:
    assert hex_crossed(ORIGIN, end) == crossed
    assert [set(pair) for pair in hex_flanks(ORIGIN, end)] == [set(pair) for pair in flanks]


@pytest.mark.rule("FORM-11.1", "FORM-11.6", "FORM-D17")
def test_every_line_of_at_most_12_hexes_is_as_the_oracle_says() -> None:
    for end in disc(12):
        assert hex_crossed(ORIGIN, end) == hexes.crossed(ORIGIN, end)
        pairs = [frozenset(pair) for pair in hexes.flanks(ORIGIN, end)]
        assert [frozenset(pair) for pair in hex_flanks(ORIGIN, end)] == pairs


@pytest.mark.rule("FORM-D17")
@given(HEX, HEX)
def test_a_line_led_back_or_moved_has_the_same_hexes(start: Hex, end: Hex) -> None:
    assert hex_crossed(end, start) == hex_crossed(start, end)[::-1]
    assert hex_flanks(end, start) == [pair[::-1] for pair in reversed(hex_flanks(start, end))]
    assert hex_line(end, start) == hex_line(start, end)[::-1]
    moved = hex_crossed(*((q + 41, r - 23) for q, r in (start, end)))
    assert moved == [(q + 41, r - 23) for q, r in hex_crossed(start, end)]


@pytest.mark.rule("FORM-D17")
@given(HEX, HEX)
def test_a_line_turned_or_mirrored_has_its_hexes_turned_or_mirrored(start: Hex, end: Hex) -> None:
    crossed = hex_crossed(start, end)
    for change in (turned, mirrored):
        assert hex_crossed(change(start), change(end)) == [change(place) for place in crossed]
        flanks = [{change(place) for place in pair} for pair in hex_flanks(start, end)]
        assert [set(pair) for pair in hex_flanks(change(start), change(end))] == flanks


def turned(place: Hex) -> Hex:
    """By 60 degrees about (0, 0)."""
    return -place[1], place[0] + place[1]


def mirrored(place: Hex) -> Hex:
    """East and west exchanged."""
    return -place[0], place[0] + place[1]


@pytest.mark.rule("FORM-D17")
@given(HEX, HEX)
def test_flanks_of_one_hand_are_on_one_hand_of_the_line(start: Hex, end: Hex) -> None:
    for hand in (0, 1):
        turns = [hexes.turn(start, end, (3 * pair[hand][0], 3 * pair[hand][1])) for pair in hex_flanks(start, end)]
        assert min(turns, default=1) > 0 or max(turns, default=-1) < 0


@given(HEX, HEX)
def test_one_line_of_hexes_is_the_nearest_at_each_distance_the_western_then_northern_of_two(
    start: Hex, end: Hex
) -> None:
    line = hex_line(start, end)
    assert [hex_distance(start, place) for place in line] == [*range(hex_distance(start, end) + 1)]
    assert all(hex_distance(*pair) == 1 for pair in itertools.pairwise(line))
    for place in line[1:-1]:
        rivals = [other for other in hex_neighbours(place) if hex_distance(start, other) == hex_distance(start, place)]
        chosen = min([place, *rivals], key=lambda hexagon: (off_line(start, end, hexagon), *hexagon))
        assert chosen == place


def off_line(start: Hex, end: Hex, place: Hex) -> int:
    """How far a centre is off a line, in some measure."""
    return abs(hexes.turn(start, end, (3 * place[0], 3 * place[1])))


FAR = COORDINATE_MAX


@pytest.mark.parametrize(
    ("start", "end"),
    [((-FAR, -FAR), (FAR, FAR)), ((-FAR, FAR), (FAR, 1 - FAR)), ((-FAR, -FAR), (FAR, FAR - 1)), ((FAR, 0), (-FAR, 1))],
)
def test_lines_between_the_furthest_hexes_are_exact(start: Hex, end: Hex) -> None:
    distance = hex_distance(start, end)
    crossed = hex_crossed(start, end)
    assert distance == hexes.distance(start, end)
    assert (crossed[0], crossed[-1]) == (start, end)
    flanks = hex_flanks(start, end)
    touched = {hex_distance(start, place) for place in (*crossed, *(pair[0] for pair in flanks))}
    assert touched == set(range(distance + 1))
    for place in crossed[:: len(crossed) // 97]:
        assert hexes.inside(start, end, place) is not None
    for left, right in flanks[:: len(flanks) // 97 + 1]:
        assert hexes.turn(start, end, scaled(left)) == -hexes.turn(start, end, scaled(right)) != 0
        assert hex_distance(left, right) == 1
    line = hex_line(start, end)
    assert (len(line), line[0], line[-1]) == (distance + 1, start, end)


def scaled(place: Hex) -> tuple[int, int]:
    return 3 * place[0], 3 * place[1]


NO_HEXES = [(1,), (1, 2, 3), ("a", 2), (1.0, 2), (0, 32_768), (-32_768, 0), None, 5, "12", (1 << 80, 0)]
RULINGS = [hex_distance, hex_line, hex_crossed, hex_flanks]


@pytest.mark.parametrize("bad", NO_HEXES)
def test_what_is_no_hex_is_refused_with_what_was_expected(bad: Any) -> None:
    for ruling in RULINGS:
        for arguments in ((bad, (1, 1)), ((1, 1), bad)):
            with pytest.raises(BadHex, match=r"expected \(q, r\), whole numbers from -32767 to 32767") as refused:
                ruling(*arguments)
            assert repr(bad) in str(refused.value)
    for single in (hex_neighbours, hex_to_offset):
        with pytest.raises(BadHex, match=r"expected \(q, r\)"):
            single(bad)
    with pytest.raises(BadHex, match=r"expected \(q, r\)"):
        hex_ring(bad, 1)
    with pytest.raises(BadHex, match=r"expected \(column, row\), whole numbers whose axial coordinates"):
        hex_from_offset(bad if bad != (0, 32_768) else (2, 32_769))


@pytest.mark.parametrize("bad", [-1, 32_768, 1.5, "2", None])
def test_what_is_no_radius_is_refused(bad: Any) -> None:
    with pytest.raises(ValueError, match=rf"radius {bad!r}, expected a whole number from 0 to 32767"):
        hex_ring(ORIGIN, bad)


@entry
def sum_of_hexes(bits: Arena, q: int, r: int, to_q: int, to_r: int) -> int:
    """A number that depends on every hex of a line, on its columns and rows, and on the directions."""
    course = course_between(q, r, to_q, to_r)
    spot = start_of(course)
    total = opposite(course.main) * DIRECTIONS + course.other + SOUTH_EAST - NORTH
    for distance in range(2 * course_distance(course)):
        if distance <= course_distance(course):
            total = (total * 7 + nearest_step(course, distance)) % 1_000_003
        if spot.distance < course_distance(course):
            spot = next_crossed(course, spot)
            row = hex_row(spot.q, spot.r)
            total = (total * 31 + spot.q * 11 + row * 5 + axial_row(spot.q, row)) % 1_000_003
    return total


@pytest.mark.slow
@pytest.mark.bounds
def test_case_31_compiled_lines_are_the_interpreted_ones_in_all_directions() -> None:
    import numpy as np

    bits = np.zeros((1, 8), np.uint8)
    compiled = sum_of_hexes.dispatcher
    for start in ((0, 0), (-7, -5), (-FAR, FAR)):
        for q, r in disc(9):
            ends = max(-FAR, start[0] + q), min(FAR, start[1] + r)
            assert compiled(bits, *start, *ends) == sum_of_hexes.__wrapped__(bits, *start, *ends)
