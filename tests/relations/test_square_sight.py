"""Squares: exact sight between bases. Text boards with known answers, an oracle, symmetry, samples of lines."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import enfilade as ef
from enfilade.core.engine.warm import compile_now
from enfilade.core.orders.said import Point
from enfilade.core.relations.sight.corridor import SIDE_MAX
from enfilade.core.relations.sight.many import CENTRES, EXACT, Block, survey_cells, survey_pairs
from enfilade.geometry.squares import LINES
from tests.oracles import squares as oracle
from tests.relations.square_boards import (
    SAME_POSITION,
    Board,
    Sighting,
    board,
    mirrored,
    random_field,
    random_sighting,
    running,
    turned,
)

DENSITIES = (0.0, 0.05, 0.15, 0.3, 0.5, 0.8)


def seen(text: str) -> bool:
    """Whether A sees B on a text board, the same from B and in every mirror image."""
    answers = {sees(change(board(text).pair)) for change in SAME_POSITION.values()}
    assert len(answers) == 1
    return answers.pop()


def sees(sighting: Sighting) -> bool:
    """Whether two bases see each other."""
    heights, a, b = sighting
    return ef.sight_between(heights, a, b).visible


def exact(point: Point) -> oracle.Point:
    """A point as fractions."""
    return Fraction(*point[0]), Fraction(*point[1])


SEEN = {
    "nothing in between": "A..B",
    "past the end of a wall": "A#. ..B",
    "terrain of height 2 does not block": "A2B",
    "a gap of two cells in a long wall": "A... #..# ...B",
    "one wall at the corner of a diagonal": "A#. ... ..B",
    "a corridor of one cell": "##### A...B #####",
    "into a corridor from its end": "A#### ....B #####",
    "across the open side between two walls": "A..## ##..B",
    "bases with a side in common, between walls": "#### #AB# ####",
    "bases at a corner, one of the cells beside it open": "A# .B",
    "bases at a corner between walls, around a wall": "AAA.. AAA.. AAA#. ..#BB ...BB",
    "one cell on the side of a large target": "###BBB A..BBB ###BBB",
    "one cell on the side of a large target, its back to a wall": "####BBB# A...BBB# ####BBB#",
    "a large shooter over a wall that hides its centre": "AAA...... AAA.#...B AAA......",
    "the only free lines leave by the upper side": "....B ..... A####",
}
BLOCKED = {
    "a wall in a corridor": "A#B",
    "a wall between, and the edge of the board": "..A#B",
    "a wall just as long as the bases are wide": "A.#.B ##### .....",
    "the only line runs along a wall": "A##B ....",
    "a gap of one cell, too far aside": "A.... ##.## ....B",
    "around a corner into a passage": "....B .#### A####",
    "the only line runs between two walls": "#### A### ###B ####",
    "only the corner where two walls meet is left": "A.## ##.B",
    "bases at a corner between two walls": "A# #B",
    "the corner where two walls meet, a cell away from both": "A#. #.. ..B",
    "a diagonal wall": "A..# ..#. .#.. #..B",
    "chequered walls": "A.#.#. .#.#.# #.#.#. .#.#.B",
    "chequered walls, along a row": ".#.#. A.#.B .#.#.",
    "a large target behind a closed corridor": "###BBB A#.BBB ###BBB",
    "into a corridor by a corner alone": "A#### #...B #####",
    "a cell around which no straight line leads": "##### #A..# ###.# ###B# #####",
}


@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4c", "MECH-D2")
@pytest.mark.parametrize("text", SEEN.values(), ids=SEEN.keys())
def test_seen(text: str) -> None:
    assert seen(text)


@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4c", "MECH-D2")
@pytest.mark.parametrize("text", BLOCKED.values(), ids=BLOCKED.keys())
def test_not_seen(text: str) -> None:
    assert not seen(text)


@pytest.mark.rule("MECH-1.1.4c")
@pytest.mark.parametrize("distance", [8, 9, 20, 33])
def test_nothing_is_seen_through_a_chequer_pattern_at_any_distance(distance: int) -> None:
    y, x = np.indices((7, distance + 1))
    heights = np.where((x + y) % 2 == 1, 3, 0)
    assert not sees((heights.tolist(), (0, 2, 1), (distance, 2 + distance % 2, 1)))
    heights[:, 3:-3] = np.where((x + y)[:, 3:-3] % 2 == 1, 3, 0)
    heights[:, :3] = heights[:, -3:] = 0
    assert not sees((heights.tolist(), (0, 2, 3), (distance - 2, 2, 3)))


@pytest.mark.rule("MECH-1.1.4a", "MECH-D2")
def test_a_line_through_a_slit_is_found_across_a_long_board() -> None:
    # Slits one cell wide on the line from (0, 0) to (62, 31): rows x // 2 are free in each column.
    heights = np.full((32, 64), 3)
    for x in range(64):
        heights[x // 2, x] = 0
    heights[1::1, 1] = 3
    below = heights.copy()
    for x in range(2, 64):
        below[x // 2 - 1, x] = 0
    assert sees((below.tolist(), (0, 0, 1), (63, 31, 1)))
    assert not sees((heights.tolist(), (0, 0, 1), (63, 31, 1)))


@pytest.mark.rule("MECH-1.1.4a")
def test_the_longest_board_is_seen_along() -> None:
    heights = np.zeros((1, SIDE_MAX), np.int8)
    ends = [(0, 0, 1), (SIDE_MAX - 1, 0, 1)]
    assert ef.sight_table(heights, ends)[0, 1]
    heights[0, SIDE_MAX // 2] = 3
    assert not ef.sight_table(heights, ends)[0, 1]


@pytest.mark.rule("MECH-1.1.4e")
def test_a_high_altitude_unit_sees_over_everything_and_nothing_obstructs() -> None:
    sight = ef.sight_between(*board("A#2#B").pair, high_altitude=True)
    assert (sight.visible, sight.obstructed, sight.witness, sight.rule) == (True, False, None, "MECH-1.1.4e")


@pytest.mark.rule("MECH-D2")
def test_bases_that_overlap_see_each_other() -> None:
    for a, b in [((0, 0, 2), (1, 1, 2)), ((0, 0, 3), (1, 1, 1)), ((1, 1, 2), (1, 1, 2))]:
        sight = ef.sight_between(np.zeros((3, 3), np.int64), a, b)
        assert (sight.visible, sight.reason) == (True, "bases_touch")


@pytest.mark.rule("MECH-1.1.4a", "MECH-D2", "MECH-1.1.4c")
def test_a_sight_says_what_decides_in_a_sentence() -> None:
    said = {text: str(ef.sight_between(*board(text).pair)) for text in ("A.B", "A#B", "AB")}
    assert said == {
        "A.B": "a line from base to base touches no terrain of height 3 or more [MECH-1.1.4a]",
        "A#B": "every line from base to base touches terrain of height 3 or more [MECH-1.1.4a]",
        "AB": "the bases touch where no terrain of height 3 or more does [MECH-D2]",
    }
    centres = {text: ef.sight_between(*board(text).pair, lines="centres").reason for text in ("A.B", "A#B")}
    assert centres == {"A.B": "centre_line_clear", "A#B": "centre_line_blocked"}


@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4c", "MECH-D2")
@pytest.mark.parametrize("density", DENSITIES)
def test_sight_its_witness_and_its_blockers_agree_with_the_oracle(density: float) -> None:
    chance = random.Random(int(density * 100))
    for _ in range(250):
        position = random_sighting(chance, 9, density)
        sight = ef.sight_between(*position)
        assert sight.visible == oracle.sees(*position), position
        if sight.witness is not None:
            start, end = (exact(point) for point in sight.witness)
            assert oracle.segment_faults(*position, start, end) == [], position
        else:
            assert len(sight.blockers) > 0, position
            assert oracle.blocker_faults(*position, sight.blockers) == [], position


@pytest.mark.rule("MECH-1.1.4c")
@pytest.mark.parametrize("density", DENSITIES)
def test_sight_along_the_line_of_the_centres_agrees_with_the_oracle(density: float) -> None:
    chance = random.Random(int(density * 100) + 1)
    for _ in range(150):
        heights, a, b = random_sighting(chance, 12, density)
        sight = ef.sight_between(heights, a, b, lines="centres")
        assert sight.visible == oracle.centre_sees(heights, a, b), (heights, a, b)
        assert oracle.blocker_faults(heights, a, b, sight.blockers) == []
        assert sight.visible == (sight.witness is not None) == (sight.blockers == ())
        if sight.witness is not None:
            assert [exact(point) for point in sight.witness] == [oracle.centre(a), oracle.centre(b)]


@pytest.mark.slow
@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4c", "MECH-D2")
def test_all_pairs_agree_with_the_oracle_on_longer_boards() -> None:
    chance = random.Random(7)
    for _ in range(10):
        heights, bases = random_field(chance, chance.randint(9, 24), chance.randint(9, 18), chance.random() / 3, 8)
        table = ef.sight_table(heights, bases)
        rows = heights.tolist()
        assert table.tolist() == [[oracle.sees(rows, a, b) for b in bases] for a in bases], (rows, bases)


@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4b", "MECH-1.1.4c")
@pytest.mark.parametrize("change", SAME_POSITION.values(), ids=SAME_POSITION.keys())
@pytest.mark.parametrize("lines", LINES)
def test_the_answer_does_not_change_when_the_position_is(lines: str, change: Callable[[Sighting], Sighting]) -> None:
    chance = random.Random(5)
    for density in DENSITIES:
        for _ in range(15):
            position = random_sighting(chance, 14, density)
            sight = ef.sight_between(*position, lines=lines)
            other = ef.sight_between(*change(position), lines=lines)
            assert (other.visible, len(other.blockers)) == (sight.visible, len(sight.blockers)), position
            assert len(other.obstructed_by) == len(sight.obstructed_by), position


@pytest.mark.rule("MECH-1.1.4a")
def test_blockers_come_in_order_from_the_first_base_to_the_second() -> None:
    text = "A#.##B"
    assert ef.sight_between(*board(text).pair).blockers == ((1, 0), (3, 0), (4, 0))
    heights, a, b = board(text).pair
    assert ef.sight_between(heights, b, a).blockers == ((4, 0), (3, 0), (1, 0))
    column = ef.sight_between(*turned(board(text).pair))
    assert column.blockers == ((0, 1), (0, 3), (0, 4))
    assert ef.sight_between(*mirrored(board(text).pair)).blockers == ((4, 0), (2, 0), (1, 0))


@pytest.mark.rule("MECH-1.1.4a")
def test_no_sampled_line_sees_more_than_the_exact_answer() -> None:
    chance = random.Random(11)
    for _ in range(60):
        position = random_sighting(chance, 10, 0.25)
        heights, a, b = position
        if sees(position):
            continue
        for _ in range(25):
            start, end = (
                (x + size * Fraction(chance.randint(0, 24), 24), y + size * Fraction(chance.randint(0, 24), 24))
                for x, y, size in (a, b)
            )
            assert oracle.segment_faults(heights, a, b, start, end) != [], position


@pytest.mark.rule("MECH-1.1.4a")
def test_more_walls_never_show_more_and_larger_bases_never_see_less() -> None:
    chance = random.Random(13)
    for _ in range(40):
        heights, bases = random_field(chance, 20, 20, 0.15, 10, sizes=(1,))
        fewer = np.where(np.array([[chance.random() < 0.3 for _ in row] for row in heights]), 0, heights)
        table = ef.sight_table(heights, bases)
        assert not (table & ~ef.sight_table(fewer, bases)).any()
        larger = [(min(x, 18), min(y, 18), 2) for x, y, _ in bases]
        for x, y, size in larger:
            heights[y : y + size, x : x + size] = 0
        assert not (table & ~ef.sight_table(heights, larger)).any()


@pytest.mark.rule("MECH-1.1.4a")
def test_two_boards_joined_keep_the_answers_of_each() -> None:
    chance = random.Random(17)
    for _ in range(10):
        (west, west_bases), (east, east_bases) = (random_field(chance, 33, 12, 0.2, 8) for _ in range(2))
        moved = [(x + 33, y, size) for x, y, size in east_bases]
        table = ef.sight_table(np.hstack([west, east]), west_bases + moved)
        assert (table[:8, :8] == ef.sight_table(west, west_bases)).all()
        assert (table[8:, 8:] == ef.sight_table(east, east_bases)).all()


@pytest.mark.rule("MECH-1.1.4a")
@pytest.mark.parametrize("lines", LINES)
def test_the_table_and_the_field_of_view_say_what_single_questions_say(lines: str) -> None:
    chance = random.Random(19)
    for _ in range(4):
        heights, bases = random_field(chance, 13, 11, 0.2, 6)
        single = [[ef.sight_between(heights, a, b, lines=lines).visible for b in bases] for a in bases]
        assert ef.sight_table(heights, bases, lines=lines).tolist() == single
        view = ef.field_of_view(heights, bases[3], lines=lines)
        assert view.shape == heights.shape
        for y in range(11):
            for x in range(13):
                wall = heights[y, x] >= 3
                assert view[y, x] == (not wall and ef.sight_between(heights, bases[3], (x, y, 1), lines=lines).visible)


@pytest.mark.rule("MECH-1.1.4a")
def test_a_field_of_view_as_a_picture() -> None:
    picture = board("....... ..#.... .A.....")
    seen = ef.field_of_view(np.array(picture.heights), picture.bases["A"])
    assert ["".join(".*"[cell] for cell in row) for row in seen.astype(int)] == ["***.***", "**.****", "*******"]


@pytest.mark.bounds
@pytest.mark.slow
@pytest.mark.rule("MECH-1.1.4a", "MECH-1.1.4c")
def test_compiled_and_interpreted_agree_on_boards_of_all_densities() -> None:
    compile_now((survey_pairs, survey_cells))
    chance = random.Random(23)
    for density in (0.02, 0.06, 0.12, 0.2, 0.35, 0.6):
        width, height = chance.randint(6, 70), chance.randint(6, 70)
        heights, bases = random_field(chance, width, height, density, 24 if width * height > 400 else 3)
        for lines in (EXACT, CENTRES):
            found = [answers(heights, bases, lines, compiled) for compiled in (True, False)]
            assert found[0] == found[1]


def answers(heights: np.ndarray, bases: list[oracle.Base], lines: int, compiled: bool) -> tuple[bytes, int, bytes, int]:
    """What the entries fill in and count."""
    block = Block(heights >= 3, np.array(bases))
    pairs = np.zeros((len(bases), len(bases)), np.uint8)
    cells = np.zeros((3, heights.shape[1]), np.uint8)  # three rows are enough
    with running(compiled):
        found = survey_pairs(block.data, block.numbers, pairs, lines)
        view = survey_cells(block.data, block.numbers, cells, lines)
    return pairs.tobytes(), found, cells.tobytes(), view


def test_text_boards_are_read_as_drawn() -> None:
    assert board("AA# AA2 ..B") == Board([[0, 0, 3], [0, 0, 2], [0, 0, 0]], {"A": (0, 0, 2), "B": (2, 2, 1)})
