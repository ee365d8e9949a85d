"""Lines of sight on the hex board, in exact integers, written from the rule text alone.

Rules: FORM-8.1, FORM-8.2, FORM-11.1 to FORM-11.7, FORM-D17, FORM-D18.

A hex is (q, r), axial; its third coordinate is s = -q - r. Positions are kept in thirds of a hex: the centre of (q, r)
is (3q, 3r), and its corners stand at (2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2) from there. On the table that
is x = q + r / 2, y = r * sqrt(3) / 2 in widths of a hex; the map is linear, so lines, sides and order along a line are
the same in both, and no root is needed. It does not matter whether the hexes are flat or pointed.

Where the text leaves a choice of reading, the one taken here:

- Only hexes between the two count, never the hexes of the two units: not for terrain, not for height.
- A hex that the line only touches at a corner is neither crossed nor run along, and counts for nothing.
- Flanks are counted over the whole line: two blocking hexes anywhere on it block, on one side or on both. A crossed
  blocking hex on such a line blocks alone. Obscuring hexes on a flank never count.
- FORM-D18 drops a low blocking hex on a flank as it does a crossed one. Its last sentence, ground above the line, is
  for crossed hexes alone, and "above" is strict; a top exactly at the line counts.
- The share of the distance is the hex distance from the firer over the total, by the letter. Every hex that the line
  crosses or runs along lies on a shortest path, so the share from the other end is the rest of it.
- The elevation of a unit is that of the ground of its hex, without the terrain on it.
- A hex that is not given is open ground at elevation 0, off the map too.
- A blocking hexside blocks whatever the heights when the line crosses it at a point strictly inside the side. Running
  along it, and passing its end, is no crossing (``hexside_ends`` counts the end of the side between two hexes that the
  line goes through one after the other). Adjacent hexes always see each other, across a blocking hexside too.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction

Hex = tuple[int, int]
Point = tuple[int, int]
"""In thirds of a hex."""
Side = frozenset[Hex]
"""The two hexes of a hexside."""

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CORNERS = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))


@dataclass(frozen=True)
class Ground:
    """What a hex is: its elevation is that of the ground, ``height`` that of the terrain above it."""

    blocking: bool = False
    obscuring: bool = False
    height: int = 0
    elevation: int = 0


OPEN = Ground()


def distance(one: Hex, other: Hex) -> int:
    """FORM-8.2: hexes from one to the other, the first left out, the last counted."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def neighbours(middle: Hex) -> list[Hex]:
    """The six hexes around one."""
    return [(middle[0] + q, middle[1] + r) for q, r in NEIGHBOURS]


def ring(middle: Hex, radius: int) -> list[Hex]:
    """The hexes at exactly a distance, sorted."""
    spread = range(-radius, radius + 1)
    hexes = [(middle[0] + q, middle[1] + r) for q in spread for r in spread]
    return sorted(place for place in hexes if distance(middle, place) == radius)


def around(one: Hex, other: Hex) -> list[Hex]:
    """Every hex that the line between two centres can touch, and more."""
    columns = range(min(one[0], other[0]) - 1, max(one[0], other[0]) + 2)
    rows = range(min(one[1], other[1]) - 1, max(one[1], other[1]) + 2)
    return [(q, r) for q in columns for r in rows]


def inside(one: Hex, other: Hex, place: Hex) -> tuple[Fraction, Fraction] | None:
    """The shares of the line between two centres that lie in the interior of a hex. None for no length.

    The interior is where q - r, r - s and s - q, in thirds and from the centre, are all between -3 and 3.
    """
    first, last = Fraction(0), Fraction(1)
    for at_start, at_end in zip(differences(one, place), differences(other, place), strict=True):
        start, change = 3 * at_start, 3 * (at_end - at_start)
        if change == 0:
            if not -3 < start < 3:
                return None
            continue
        enter, leave = sorted((Fraction(-3 - start, change), Fraction(3 - start, change)))
        first, last = max(first, enter), min(last, leave)
    return (first, last) if first < last else None


def differences(centre: Hex, origin: Hex) -> tuple[int, int, int]:
    """The values of q - r, r - s and s - q at a centre, seen from another."""
    q, r = centre[0] - origin[0], centre[1] - origin[1]
    s = -q - r
    return (q - r, r - s, s - q)


def crossed(one: Hex, other: Hex) -> list[Hex]:
    """FORM-11.1, FORM-D17: the hexes whose interior the line crosses, in order, both ends included."""
    if one == other:
        return [one]
    spans = [(span, place) for place in around(one, other) if (span := inside(one, other, place)) is not None]
    return [place for _, place in sorted(spans)]


def corners(place: Hex) -> set[Point]:
    """The six corners of a hex."""
    return {(3 * place[0] + q, 3 * place[1] + r) for q, r in CORNERS}


def turn(one: Hex, other: Hex, point: Point) -> int:
    """Which side of the line through two centres a point is on: 0 on the line, else a sign for each side."""
    (start_q, start_r), (end_q, end_r) = (3 * one[0], 3 * one[1]), (3 * other[0], 3 * other[1])
    return (end_q - start_q) * (point[1] - start_r) - (end_r - start_r) * (point[0] - start_q)


def along(one: Hex, other: Hex, point: Point) -> Fraction:
    """The share of the line between two centres at a point on it."""
    axis = 0 if one[0] != other[0] else 1
    return Fraction(point[axis] - 3 * one[axis], 3 * (other[axis] - one[axis]))


def flanks(one: Hex, other: Hex) -> list[tuple[Hex, Hex]]:
    """FORM-11.6: the pairs of hexes whose common side the line runs along, in order.

    The first of each pair is on the side where ``turn`` is positive; asked from the other end the pairs turn round.
    """
    found: list[tuple[Fraction, Hex, Hex]] = []
    if one == other:
        return []
    places = around(one, other)
    for place in places:
        if turn(one, other, (3 * place[0], 3 * place[1])) <= 0:
            continue
        for beside in neighbours(place):
            side = corners(place) & corners(beside)
            shares = [along(one, other, corner) for corner in side if turn(one, other, corner) == 0]
            if len(shares) == 2 and min(shares) >= 0 and max(shares) <= 1:
                found.append((min(shares), place, beside))
    return [(place, beside) for _, place, beside in sorted(found)]


def crossed_sides(one: Hex, other: Hex, *, hexside_ends: bool = False) -> list[Side]:
    """The hexsides that the line crosses, in order."""
    found = []
    for here, then in itertools.pairwise(crossed(one, other)):
        side = corners(here) & corners(then)
        if not side:
            continue  # the line came here along a side of others
        turns = [turn(one, other, corner) for corner in side]
        if hexside_ends or min(turns) < 0 < max(turns):
            found.append(frozenset((here, then)))
    return found


def line_height(board: Mapping[Hex, Ground], one: Hex, other: Hex, place: Hex) -> Fraction:
    """FORM-D18: the height of the straight line between two units at a hex."""
    start, end = board.get(one, OPEN).elevation, board.get(other, OPEN).elevation
    return start + Fraction(distance(one, place), distance(one, other)) * (end - start)


def reaches_line(board: Mapping[Hex, Ground], one: Hex, other: Hex, place: Hex) -> bool:
    """FORM-D18: the top of a hex is at or above the line."""
    ground = board.get(place, OPEN)
    return ground.elevation + ground.height >= line_height(board, one, other, place)


def obscuring_count(board: Mapping[Hex, Ground], one: Hex, other: Hex) -> int:
    """FORM-11.5, FORM-D17, FORM-D18: obscuring hexes between two hexes that count."""
    between = crossed(one, other)[1:-1]
    return sum(board.get(place, OPEN).obscuring and reaches_line(board, one, other, place) for place in between)


def crossed_blockers(board: Mapping[Hex, Ground], one: Hex, other: Hex) -> list[Hex]:
    """FORM-11.2, FORM-D18: the crossed hexes that each block alone, by terrain or by ground, in order."""
    return [
        place
        for place in crossed(one, other)[1:-1]
        if (board.get(place, OPEN).blocking and reaches_line(board, one, other, place))
        or board.get(place, OPEN).elevation > line_height(board, one, other, place)
    ]


def flank_blockers(board: Mapping[Hex, Ground], one: Hex, other: Hex) -> tuple[set[Hex], set[Hex]]:
    """FORM-11.6, FORM-D18: the blocking hexes that count on each flank of the line."""

    def counts(place: Hex) -> bool:
        return board.get(place, OPEN).blocking and reaches_line(board, one, other, place)

    pairs = flanks(one, other)
    return {place for place, _ in pairs if counts(place)}, {place for _, place in pairs if counts(place)}


def sees(
    board: Mapping[Hex, Ground],
    one: Hex,
    other: Hex,
    *,
    spine: str = "two_or_more",
    blocking_sides: AbstractSet[Side] = frozenset(),
    hexside_ends: bool = False,
) -> bool:
    """FORM-D17, FORM-D18, with blocking hexsides."""
    if distance(one, other) <= 1:
        return True
    if crossed_blockers(board, one, other):
        return False
    if obscuring_count(board, one, other) >= 2:
        return False
    if any(side in blocking_sides for side in crossed_sides(one, other, hexside_ends=hexside_ends)):
        return False
    first, second = flank_blockers(board, one, other)
    if spine == "both_sides":
        return not (first and second)
    return len(first | second) < 2
