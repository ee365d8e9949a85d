"""Sight of many pairs in one compiled call, on a block of memory that holds a board and the bases."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enfilade.components.record import Arena, Record, Table, i16
from enfilade.core.board.bits import Word, words_per_row
from enfilade.core.board.footprint import Footprint, covers
from enfilade.core.board.ground import packed
from enfilade.core.engine.arena import Bytes, Ints, row, table
from enfilade.core.engine.kernel import entry, kernel

from .corridor import Walls, is_wall
from .square import CORNERS_MAX, Corner, centres_see, sees

EXACT, CENTRES = 0, 1
"""Which lines count: any from base to base, or the one between the centres."""


class Standing(Record):
    """A base on the board."""

    x: i16
    y: i16
    size: i16


WORD_DTYPE = Word.dtype
CORNER_DTYPE = Corner.dtype
STANDING_DTYPE = Standing.dtype
SECTIONS = (Word, Word, Corner, Standing)
"""What a block holds: walls by columns and by rows, scratch, bases."""


class Survey(NamedTuple):
    """A block as kernels see it."""

    walls: Walls
    corners: Table[Corner]  # (CORNERS_MAX,), scratch
    bases: Table[Standing]


def wall_bits(cells: npt.NDArray[np.bool_]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The words of ``Walls`` for the cells that have the property.

    Args:
        cells: shape (height, width).

    Returns:
        By columns, shape (width * column_words,), and by rows, shape (height * row_words,).
    """
    return packed(np.ascontiguousarray(cells.T)).reshape(-1), packed(cells).reshape(-1)


class Block:
    """The memory of a survey.

    Attributes:
        data: shape (1, bytes).
        numbers: words of a column and of a row, then start and count of each section; int64.
    """

    def __init__(self, cells: npt.NDArray[np.bool_], bases: npt.NDArray[np.int64]) -> None:
        """Lay out a block for these walls, shape (height, width), and these bases, shape (n, 3)."""
        height, width = cells.shape
        columns, rows = wall_bits(cells)
        counts = (len(columns), len(rows), CORNERS_MAX, len(bases))
        numbers = [words_per_row(height), words_per_row(width)]
        start = 0
        for count, record in zip(counts, SECTIONS, strict=True):
            numbers += [start, count]
            start += -(-count * record.dtype.itemsize // 8) * 8
        self.numbers: Any = np.array(numbers, np.int64)
        self.data = np.zeros((1, start), np.uint8)
        self._section(0)["bits"] = columns
        self._section(1)["bits"] = rows
        for name, values in zip(Standing.field_names(), bases.T, strict=True):
            self._section(3)[name] = values

    def _section(self, index: int) -> npt.NDArray[np.void]:
        """One of ``SECTIONS`` as a structured array."""
        start, count = self.numbers[2 + 2 * index : 4 + 2 * index]
        return np.frombuffer(self.data, SECTIONS[index].dtype, count, start)


@kernel
def open_survey(data: Bytes, numbers: Ints) -> Survey:
    """The tables of a block."""
    columns = table(data, numbers[2], numbers[3], WORD_DTYPE)
    rows = table(data, numbers[4], numbers[5], WORD_DTYPE)
    corners = table(data, numbers[6], numbers[7], CORNER_DTYPE)
    bases = table(data, numbers[8], numbers[9], STANDING_DTYPE)
    return Survey(Walls(columns, rows, numbers[0], numbers[1]), corners, bases)


@kernel
def base_of(survey: Survey, index: int) -> Footprint:
    """One of the bases."""
    standing = survey.bases[index]
    return Footprint(standing.x, standing.y, standing.size)


@kernel
def pair_sees(survey: Survey, lines: int, a: Footprint, b: Footprint) -> bool:
    """Whether two bases see each other, by the lines that count."""
    if lines == CENTRES:
        return centres_see(survey.walls, a, b)
    return sees(survey.walls, a, b, survey.corners)


@entry
def survey_pairs(data: Arena, numbers: Ints, seen: Arena, lines: int) -> int:
    """MECH-1.1.4a: fill in which of the bases see each other; how many pairs do.

    Args:
        data: of a block with n bases.
        numbers: of the block.
        seen: shape (n, n).
        lines: EXACT or CENTRES.
    """
    survey = open_survey(row(data, 0), numbers)
    found = 0
    for first in range(len(survey.bases)):
        seen[first, first] = 1
        for second in range(first):
            answer = pair_sees(survey, lines, base_of(survey, first), base_of(survey, second))
            seen[first, second] = seen[second, first] = answer
            found += answer
    return found


@entry
def survey_cells(data: Arena, numbers: Ints, seen: Arena, lines: int) -> int:
    """MECH-1.1.4a: fill in which cells the first base sees; how many.

    A cell under the base is seen, a wall is not, and any other is when a base of size 1 there would be.

    Args:
        data: of a block with a base.
        numbers: of the block.
        seen: shape (height, width).
        lines: EXACT or CENTRES.
    """
    survey = open_survey(row(data, 0), numbers)
    base = base_of(survey, 0)
    found = 0
    for y in range(seen.shape[0]):
        for x in range(seen.shape[1]):
            answer = covers(base, x, y)
            if not answer and not is_wall(survey.walls, x, y):
                answer = pair_sees(survey, lines, base, Footprint(x, y, 1))
            seen[y, x] = answer
            found += answer
    return found
