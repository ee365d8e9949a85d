"""What the face of open ground refuses, and its values."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
import numpy as np
import pytest

from enfilade import (
    BadBase,
    BadFacing,
    BadObstacle,
    BadPath,
    BadPlace,
    Base,
    Obstacle,
    bases_overlap,
    ground_adjacent,
    ground_distance,
    ground_sweep,
    ground_within,
    path_length,
    sector,
)
from enfilade.core.orders.notation import GroundPlaces
from tests.relations.open_scenes import EDGE

BASE = Base(1000, 1000)


@pytest.mark.rule("SKIR-D1", "SKIR-D16")
@pytest.mark.parametrize(
    "fields",
    [
        (-1, 0),
        (0, EDGE + 1),
        (1.0, 0),
        ("1", 0),
        (None, 0),
        (True, 0),
        (0, 0, 0),
        (0, 0, 16_384),
        (0, 0, 1 << 70),
        (100, 100, 50, 101, 0),
        (100, 100, 50, 0, -101),
        (EDGE - 10, 100, 50, 11, 0),
        (100, 100, 50, 0.5, 0),
        (1 << 70, 0),
    ],
)
def test_what_is_no_base_is_refused_with_what_was_expected(fields: Any) -> None:
    with pytest.raises(BadBase, match="expected"):
        Base(*fields)


def test_a_long_base_has_a_whole_place_as_its_middle() -> None:
    with pytest.raises(BadBase, match=r"ends \(0, 0\) and \(3, 2\), expected an even number between them"):
        Base.between((0, 0), (3, 2), 10)
    with pytest.raises(BadPlace, match=r"place \(0, 40000\), expected \(x, y\), whole numbers from 0 to 32767"):
        Base.between((0, 40_000), (3, 2), 10)


def test_an_unknown_size_is_refused() -> None:
    with pytest.raises(BadBase, match="size 'tiny', expected one of small, medium, large, huge"):
        Base.sized("tiny", 0, 0)


@pytest.mark.rule("SKIR-X2")
@pytest.mark.parametrize(
    "corners",
    [
        (),
        ((0, 0), (10, 0)),
        ((0, 0), (10, 0), (20, 0)),  # in one line
        ((0, 0), (10, 0), (20, 0), (0, 20)),  # three in one line
        ((0, 0), (10, 0), (10, 0), (0, 10)),  # one twice
        ((0, 0), (20, 0), (5, 5), (0, 20)),  # not convex
        ((0, 0), (10, 10), (10, 0), (0, 10)),  # crosses itself
        ((50, 0), (80, 90), (0, 35), (100, 35), (20, 90)),  # a star: it turns the same way at each corner
        ((0, 0), (10, 0), (0, 10), (0, 0), (10, 0), (0, 10)),  # twice around
        None,
        7,
    ],
)
def test_an_outline_that_is_not_convex_or_crosses_itself_is_refused(corners: Any) -> None:
    with pytest.raises(BadObstacle, match="expected three"):
        Obstacle(corners)


@pytest.mark.parametrize("corner", [(0,), (0, 1, 2), (0.5, 1), (-1, 0), (0, EDGE + 1), None, "12"])
def test_a_corner_that_is_no_place_is_refused(corner: Any) -> None:
    with pytest.raises(BadPlace, match=r"expected \(x, y\), whole numbers from 0 to 32767"):
        Obstacle(((0, 0), (100, 0), corner))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"kind": "hedge"}, "kind 'hedge' of an obstacle, expected one of wall, ditch"),
        ({"height": -1}, "height -1 of an obstacle, expected a whole number from 0 to 32767"),
        ({"height": 1.5}, "height 1.5 of an obstacle"),
        ({"kind": "ditch", "width": EDGE + 1}, "width 32768 of an obstacle"),
    ],
)
def test_other_wrong_fields_of_obstacles_are_refused(fields: Any, expected: str) -> None:
    with pytest.raises(BadObstacle, match=expected):
        Obstacle(((0, 0), (100, 0), (0, 100)), **fields)


def test_every_order_of_four_corners_is_taken_when_it_goes_round_the_square() -> None:
    square = (0, 0), (10, 0), (10, 10), (0, 10)
    taken = []
    for corners in itertools.permutations(square):
        try:
            taken.append(Obstacle(corners).corners)
        except BadObstacle:
            continue
    rounds = [square[start:] + square[:start] for start in range(4)]
    assert sorted(taken) == sorted(rounds + [it[::-1] for it in rounds])


@pytest.mark.rule("SKIR-X2")
def test_obstacles_have_256_corners_together_at_most() -> None:
    walls = [Obstacle(((x, 0), (x + 10, 0), (x + 10, 10), (x, 10))) for x in range(0, 64 * 20, 20)]
    assert ground_distance(BASE, Base(1200, 1000), walls) == 100
    for ruling in (ground_distance, ground_adjacent):
        with pytest.raises(BadObstacle, match="260 corners together, expected 256 at most"):
            ruling(BASE, Base(1200, 1000), [*walls, walls[0]])
    with pytest.raises(BadObstacle, match="260 corners together"):
        ground_sweep(BASE, [], [], [*walls, walls[0]])


@pytest.mark.rule("SKIR-D8")
def test_a_path_has_8_places_at_most() -> None:
    assert path_length((0, 0), [(0, 1), (0, 0)] * 4) == 8
    for ruling in (lambda path: path_length((0, 0), path), lambda path: ground_sweep(BASE, path)):
        with pytest.raises(BadPath, match="of 9 places, expected 8 at most"):
            ruling([(0, 0)] * 9)
        with pytest.raises(BadPlace, match=r"place \(0, -1\)"):
            ruling([(0, -1)])


def test_a_long_base_is_not_moved_off_the_ground() -> None:
    with pytest.raises(BadBase, match="expected its ends from 0 to 32767 on each axis"):
        ground_sweep(Base(1000, 1000, 100, 90, 0), [(89, 1000)])
    assert ground_sweep(Base(1000, 1000, 100, 90, 0), [(90, 1000)]) is None


@pytest.mark.rule("SKIR-D3", "SKIR-3.2")
@pytest.mark.parametrize(
    ("arguments", "named", "expected"),
    [
        (((0, 0), (1, 1)), {}, r"facing \(0, 0\), expected a way to look, not both 0"),
        (((0, 1.5), (1, 1)), {}, r"facing \(0, 1.5\), expected \(east, south\)"),
        (((0, EDGE + 1), (1, 1)), {}, "whole numbers from -32767 to 32767"),
        (((0, 1), (1,)), {}, r"offset \(1,\), expected \(east, south\)"),
        (((0, 1), None), {}, "offset None"),
        (((0, 1), (1, 1), 90), {}, "front 90, expected one of 120, 240, 360 degrees"),
        (((0, 1), (1, 1), None), {}, "front None"),
        (((0, 1), (1, 1), []), {}, r"front \[\]"),
        (((0, 1), (1, 1)), {"wide_front_rest": "back"}, "wide_front_rest 'back', expected one of rear, sides"),
        (((0, 1), (1, 1)), {"wide_front_rest": []}, r"wide_front_rest \[\]"),
    ],
)
def test_what_is_no_facing_offset_or_front_is_refused(arguments: Any, named: Any, expected: str) -> None:
    with pytest.raises(BadFacing, match=expected):
        sector(*arguments, **named)


@pytest.mark.rule("SKIR-D2", "SKIR-2.4")
def test_unknown_measures_and_steps_are_refused() -> None:
    for ruling in (ground_distance, ground_adjacent):
        with pytest.raises(ValueError, match="measure 'tips', expected one of edges, centres"):
            ruling(BASE, BASE, measure="tips")
    for steps in (-1, 1.5, None):
        with pytest.raises(ValueError, match="expected a whole number from 0"):
            ground_within(BASE, BASE, steps)  # type: ignore[arg-type]


def test_bases_and_obstacles_are_values_that_go_through_json() -> None:
    horse = Base.between((560, 300), (440, 300), 80)
    wall = Obstacle(((0, 0), (200, 0), (0, 300)), height=150)
    for value in (horse, wall):
        again = msgspec.json.decode(msgspec.json.encode(value), type=type(value))
        assert again == value
        assert hash(again) == hash(value)
        assert eval(repr(value)) == value
    with pytest.raises(msgspec.ValidationError, match="diameter 0 of a base, expected 1 to 16383"):
        msgspec.json.decode(b'{"type": "base", "x": 1, "y": 2, "diameter": 0}', type=Base)


def test_numbers_of_other_types_become_plain_ones() -> None:
    narrow = Base(np.int16(30_000), np.int16(30_000), np.int8(100))  # type: ignore[arg-type]
    assert narrow == Base(30_000, 30_000)
    assert type(narrow.x) is int
    assert ground_distance(narrow, Base(0, 0)) == 42_326  # 42426.4 - 100
    wall = Obstacle([[0, 0], [np.int16(200), 0], [0, 300]])  # type: ignore[arg-type]
    assert wall == Obstacle(((0, 0), (200, 0), (0, 300)))


@pytest.mark.rule("SKIR-1.4")
def test_a_base_overlaps_itself() -> None:
    assert bases_overlap(BASE, BASE)


@pytest.mark.rule("SKIR-X1")
def test_every_name_of_a_place_reads_as_that_place() -> None:
    places = GroundPlaces()
    for x in (0, 1, 9, 10, 99, 100, 101, 110, 1_000, 1_005, 1_050, EDGE):
        for y in (0, 7, 70, 700, EDGE):
            assert places.parse_place(places.place_name(x, y)) == (x, y)
    assert places.place_name(1_250, 300) == "12.5,3"
    assert places.parse_place("12.50,3.00") == (1_250, 300)
    assert places.parse_place(places.example) is not None


@pytest.mark.rule("SKIR-X1")
@pytest.mark.parametrize(
    "text", ["", "1", "1,", ",1", "1.,2", ".5,1", "01,2", "1.234,5", "-1,2", "1;2", "1,2,3", "1, 2"]
)
def test_what_is_no_name_of_a_place_is_none(text: str) -> None:
    assert GroundPlaces().parse_place(text) is None
