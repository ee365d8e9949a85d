"""Lines of sight drawn over a map: who looks, the way of the line, and what is in it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from enfilade.core.orders.notation import Notation
from enfilade.core.orders.said import Point, Sight

Place = tuple[int, int]
Marks = dict[Place, str]

WAY = "+"
BLOCKER = "X"
OBSTRUCTION = "x"


def sight_marks(sight: Sight, first: Iterable[Place], second: Iterable[Place], way: Iterable[Place]) -> Marks:
    """What is drawn on a map: ``A`` and ``B``, ``+`` on the line, ``X`` on what blocks, ``x`` on what obstructs."""
    marks = dict.fromkeys(way, WAY)
    marks |= dict.fromkeys(sight.obstructed_by, OBSTRUCTION)
    marks |= dict.fromkeys(sight.blockers, BLOCKER)
    return marks | dict.fromkeys(first, "A") | dict.fromkeys(second, "B")


def draw_cells(rows: Sequence[str], marks: Marks, notation: Notation) -> str:
    """A map of squares with marks, as lines of text, without a newline at the end.

    >>> from enfilade.core.orders.notation import LetteredSquares
    >>> print(draw_cells(["..#", "..."], {(0, 0): "A", (2, 1): "B", (1, 0): "+"}, LetteredSquares()))
        A B C
     1  A + #
     2  . . B
    """
    above = [notation.column_name(column) for column in range(len(rows[0]))]
    beside = [notation.row_name(number) for number in range(len(rows))]
    space, margin = max(map(len, above)) + 1, max(2, *map(len, beside))
    lines = [" " * (margin + 2) + _spaced(above, space)]
    for number, row in enumerate(rows):
        cells = [marks.get((column, number), character) for column, character in enumerate(row)]
        lines.append(f"{beside[number]:>{margin}}  {_spaced(cells, space)}")
    return "\n".join(lines)


def draw_hexes(rows: Sequence[str], marks: Marks, notation: Notation) -> str:
    """A map of hexes with marks: each row on two lines, the odd columns, counted from 0, half a hex lower.

    >>> from enfilade.core.orders.notation import NumberedHexes
    >>> print(draw_hexes(["..#", "..."], {(0, 0): "A", (2, 1): "B", (1, 0): "+"}, NumberedHexes()))
        01 02 03
    01  A     #
           +
    02  .     B
           .
    """
    above = [notation.column_name(column) for column in range(len(rows[0]))]
    space, margin = max(map(len, above)) + 1, max(2, len(notation.row_name(len(rows) - 1)))
    lines = [" " * (margin + 2) + _spaced(above, space)]
    for number, row in enumerate(rows):
        for odd in range(2):
            cells = [
                marks.get((column, number), character) if column % 2 == odd else ""
                for column, character in enumerate(row)
            ]
            name = notation.row_name(number) if odd == 0 else ""
            lines.append(f"{name:>{margin}}  {_spaced(cells, space)}".rstrip())
    return "\n".join(line for line in lines if line)


def _spaced(cells: Iterable[str], space: int) -> str:
    """Cells side by side, each so wide."""
    return "".join(cell.ljust(space) for cell in cells).rstrip()


def cells_crossed(start: Point, end: Point) -> list[Place]:
    """The cells whose inside a segment crosses, row by row; of one along their edges those south or east of it.

    >>> cells_crossed(((1, 2), (1, 2)), ((7, 2), (3, 2)))
    [(0, 0), (1, 0), (2, 1), (3, 1)]
    """
    scale = math.lcm(*(denominator for point in (start, end) for _, denominator in point))
    (x, y), (to_x, to_y) = (tuple(over * (scale // under) for over, under in point) for point in (start, end))
    columns = range(min(x, to_x) // scale, -(-max(x, to_x) // scale) + 1)
    rows = range(min(y, to_y) // scale, -(-max(y, to_y) // scale) + 1)
    along = int(x == to_x and x % scale == 0), int(y == to_y and y % scale == 0)
    ends = (2 * x + along[0], 2 * y + along[1], 2 * to_x + along[0], 2 * to_y + along[1])
    size = 2 * scale
    return [(column, row) for row in rows for column in columns if _crosses(ends, column * size, row * size, size)]


def _crosses(ends: tuple[int, int, int, int], west: int, north: int, size: int) -> bool:
    """Whether a segment crosses the inside of a square."""
    x, y, to_x, to_y = ends
    if max(x, to_x) <= west or min(x, to_x) >= west + size or max(y, to_y) <= north or min(y, to_y) >= north + size:
        return False
    sides = list(_sides(ends, west, north, size))
    return min(sides) < 0 < max(sides)


def _sides(ends: tuple[int, int, int, int], west: int, north: int, size: int) -> Iterator[int]:
    """On which side of a line each corner of a square lies."""
    x, y, to_x, to_y = ends
    for corner_x in (west, west + size):
        for corner_y in (north, north + size):
            yield (to_x - x) * (corner_y - y) - (to_y - y) * (corner_x - x)
