"""Bases moved along paths on open ground: by hand, as the oracle says, and the same wherever they lie."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from enfilade import Base, Contact, Obstacle, ground_sweep, path_length
from tests.oracles import open_ground as oracle
from tests.relations.open_scenes import (
    COARSE,
    MOTIONS,
    SCALES,
    SMALL,
    Point,
    Scale,
    any_base,
    as_oracle,
    base_after,
    hull,
    outline,
    place,
    round_base,
    wall_after,
)

CASES = 250
WALL = Obstacle(((400, 0), (500, 0), (500, 300), (400, 300)), height=200)
DITCH = Obstacle(((400, 0), (500, 0), (500, 300), (400, 300)), "ditch", width=100)


@pytest.mark.rule("SKIR-D8", "SKIR-1.4")
@pytest.mark.parametrize(
    ("path", "others", "contact"),
    [
        ([(600, 300)], [Base(300, 400)], None),  # it passes in touch
        ([(600, 300)], [Base(300, 399)], Contact(0, 0, None)),
        ([(600, 300)], [Base(700, 300)], None),  # it ends in touch
        ([(601, 300)], [Base(700, 300)], Contact(0, 0, None)),
        ([(100, 600), (600, 600)], [Base(350, 300), Base(350, 650)], Contact(1, 1, None)),
        ([(100, 600), (600, 600)], [Base(350, 650), Base(200, 650)], Contact(1, 0, None)),
        ([(100, 300)], [Base(200, 300)], None),  # it stays where it is, in touch
        ([], [Base(199, 300)], Contact(0, 0, None)),
        ([], [Base(200, 300)], None),
        ([(500, 300)], [Base(300, 500, 50, 0, 125)], None),  # a long base beside the way, in touch
        ([(500, 300)], [Base(300, 500, 52, 0, 125)], Contact(0, 0, None)),
        ([(160, 380)], [Base(220, 460)], None),  # touches at 3, 4, 5
        ([(160, 381)], [Base(220, 460)], Contact(0, 0, None)),
    ],
)
def test_a_base_may_touch_others_and_not_overlap_them(
    path: list[Point], others: list[Base], contact: Contact | None
) -> None:
    assert ground_sweep(Base(100, 300), path, others) == contact


@pytest.mark.rule("SKIR-D8", "SKIR-X2")
@pytest.mark.parametrize("obstacle", [WALL, DITCH])
def test_walls_and_ditches_are_gone_around_in_touch(obstacle: Obstacle) -> None:
    assert ground_sweep(Base(100, 100), [(800, 100)], [], [obstacle]) == Contact(0, None, 0)
    around = [(350, 100), (350, 350), (800, 350)]
    assert ground_sweep(Base(100, 100), around, [], [obstacle]) is None
    assert ground_sweep(Base(100, 100), [(351, 100), (350, 350)], [], [obstacle]) == Contact(0, None, 0)
    assert ground_sweep(Base(100, 100), [(350, 100), (350, 340), (800, 349)], [], [obstacle]) == Contact(2, None, 0)
    assert ground_sweep(Base(430, 130), [(450, 150)], [], [obstacle]) == Contact(0, None, 0)  # inside all the way


@pytest.mark.rule("SKIR-D8")
def test_a_corner_is_passed_at_exactly_the_radius() -> None:
    # A leg along 4 east, 3 south, whose line passes (500, 300) at 50 on the lower left: from (470, 340) - (80, 60).
    assert ground_sweep(Base(390, 280), [(550, 400)], [], [Obstacle(((500, 300), (400, 0), (900, 0)))]) is None
    assert ground_sweep(Base(391, 280), [(551, 400)], [], [Obstacle(((500, 300), (400, 0), (900, 0)))]) is not None


@pytest.mark.rule("SKIR-D8", "SKIR-1.3")
def test_a_long_base_moves_sideways_over_all_that_its_core_sweeps() -> None:
    horse = Base(300, 300, 80, half_x=100)
    post = Base(300, 500, 20)
    assert ground_sweep(horse, [(300, 450)], [post]) is None  # 500 - 450 = 40 + 10
    assert ground_sweep(horse, [(300, 451)], [post]) == Contact(0, 0, None)
    assert ground_sweep(horse, [(300, 700)], [post]) == Contact(0, 0, None)
    assert ground_sweep(horse, [(150, 450), (150, 700)], [post]) is None  # 150 - 100 - 40 - 10: in touch
    assert ground_sweep(horse, [(151, 450), (151, 700)], [post]) == Contact(1, 0, None)
    swallowed = Obstacle(((290, 500), (310, 500), (300, 510)))
    assert ground_sweep(horse, [(300, 900)], [], [swallowed]) == Contact(0, None, 0)
    assert ground_sweep(horse, [(800, 300)], [], [swallowed]) is None


@pytest.mark.rule("SKIR-D8")
def test_the_length_of_a_path_is_the_sum_of_legs_each_rounded_down() -> None:
    assert path_length((0, 0), []) == 0
    assert path_length((100, 100), [(101, 101), (102, 102)]) == 2  # 1.41 and 1.41
    assert path_length((0, 0), [(30, 40), (30, 40), (0, 0)]) == 100
    assert path_length((0, 0), [(32_767, 32_767)]) == 46_339  # 46339.53


@pytest.mark.rule("SKIR-D8")
def test_random_paths_are_as_long_as_the_oracle_says() -> None:
    rng = random.Random("lengths")
    for scale in SCALES:
        for _ in range(CASES):
            points = [place(rng, scale) for _ in range(rng.randint(1, 9))]
            assert path_length(points[0], points[1:]) == oracle.path_length(points)


@pytest.mark.rule("SKIR-D8", "SKIR-1.4")
@pytest.mark.parametrize("scale", SCALES)
def test_random_round_bases_meet_things_on_the_leg_that_the_oracle_says(scale: Scale) -> None:
    rng = random.Random(f"sweep {scale}")
    legs = []
    for _ in range(CASES):
        base = round_base(rng, scale)
        path = [place(rng, scale) for _ in range(rng.randint(0, 4))]
        others = [any_base(rng, scale) for _ in range(2)]
        outlines = [outline(rng, scale) for _ in range(2)]
        found = ground_sweep(base, path, others, [Obstacle(corners) for corners in outlines])
        points = [(base.x, base.y), *path]
        theirs = [as_oracle(other) for other in others]
        expected = oracle.first_blocked_leg(points, base.diameter, theirs, outlines)
        assert (None if found is None else found.leg) == expected, (base, path, others, outlines)
        legs.append(expected)
        if found is not None:
            leg = points[found.leg], (points * 2)[found.leg + 1] if path else points[0]
            assert found.base == first_of([not oracle.is_leg_clear(leg, base.diameter, [it], []) for it in theirs])
            assert found.obstacle == first_of(
                [not oracle.is_leg_clear(leg, base.diameter, [], [it]) for it in outlines]
            )
    assert {None, 0, 1} <= {*legs}


def first_of(blocked: Sequence[bool]) -> int | None:
    """The index of the first that is true."""
    return blocked.index(True) if True in blocked else None


@pytest.mark.rule("SKIR-D8", "SKIR-1.3")
@pytest.mark.parametrize("scale", [SMALL, COARSE])
def test_random_long_bases_meet_what_would_meet_them_if_it_moved_the_other_way(scale: Scale) -> None:
    rng = random.Random(f"long sweep {scale}")
    met = 0
    for _ in range(CASES * 2):
        base, other, (x, y) = any_base(rng, scale), round_base(rng, scale), place(rng, scale)
        shape = outline(rng, scale)
        dx, dy = x - base.x, y - base.y
        if min(x - abs(base.half_x), y - abs(base.half_y)) < 0:
            continue
        back = (other.x, other.y), (other.x - dx, other.y - dy)
        is_clear = oracle.is_leg_clear(back, other.diameter, [as_oracle(base)], [])
        assert (ground_sweep(base, [(x, y)], [other]) is None) == is_clear, (base, x, y, other)
        swept = tuple(hull({*shape, *((corner[0] - dx, corner[1] - dy) for corner in shape)}))
        is_clear = not oracle.overlaps_obstacle(as_oracle(base), swept)
        assert (ground_sweep(base, [(x, y)], [], [Obstacle(shape)]) is None) == is_clear, (base, x, y, shape)
        met += not is_clear
    assert met > CASES // 10


@pytest.mark.rule("SKIR-D8")
@pytest.mark.parametrize("name", [*MOTIONS])
def test_a_move_meets_the_same_wherever_the_ground_is_turned_and_on_the_way_back(name: str) -> None:
    rng = random.Random(name)
    motion = MOTIONS[name]
    for _ in range(100):
        scale = rng.choice(SCALES)
        base, path = round_base(rng, scale), [place(rng, scale)]
        others = [any_base(rng, scale) for _ in range(3)]
        walls = [Obstacle(outline(rng, scale), rng.choice(("wall", "ditch"))) for _ in range(2)]
        found = ground_sweep(base, path, others, walls)
        moved = [base_after(motion, it) for it in others], [wall_after(motion, it) for it in walls]
        assert ground_sweep(base_after(motion, base), [motion(point) for point in path], *moved) == found
        assert ground_sweep(Base(*path[0], base.diameter), [(base.x, base.y)], others, walls) == found


def test_a_leg_is_clear_when_both_its_halves_are() -> None:
    rng = random.Random("halves")
    for _ in range(CASES):
        base = any_base(rng, Scale(150, 850, 50))
        x, y = place(rng, Scale(150, 850, 50))
        middle = (base.x + x) // 2, (base.y + y) // 2
        others = [any_base(rng, SMALL) for _ in range(2)]
        walls = [Obstacle(outline(rng, SMALL))]
        whole = ground_sweep(base, [(x, y)], others, walls)
        halves = [ground_sweep(base, [middle, (x, y)], [it], []) for it in others]
        halves += [ground_sweep(base, [middle, (x, y)], [], [it]) for it in walls]
        assert (whole is None) == (halves == [None] * 3)
