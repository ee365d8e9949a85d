"""How places are written. One class a board; orders as lines of text are put together in ``text``."""

from __future__ import annotations

import re
from typing import Protocol

from enfilade.core.board.grids import GRID

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Notation(Protocol):
    """Names of a board's places."""

    @property
    def example(self) -> str:
        """A place's name, for messages."""

    @property
    def block(self) -> int:
        """Places of a large grid, each way, that drawings set apart; 1 for a board without."""

    @property
    def facings(self) -> tuple[str, ...]:
        """Names of the directions, by number."""

    def place_name(self, x: int, y: int) -> str:
        """The name of a place."""

    def column_name(self, x: int) -> str:
        """What a drawing writes above a column."""

    def row_name(self, y: int) -> str:
        """What a drawing writes beside a row."""

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """The place of that name, on the board or not; None when the text is no name of a place."""


class NumberedSquares:
    """MARCH-D5, MARCH-X3: squares as ``column-row``, both from 0: ``11-4`` is column 11, row 4.

    >>> squares = NumberedSquares()
    >>> squares.place_name(11, 4), squares.parse_place("0-6"), squares.parse_place("1-")
    ('11-4', (0, 6), None)
    """

    example = "11-4"
    block = 1
    facings: tuple[str, ...] = ("N", "E", "S", "W")

    def place_name(self, x: int, y: int) -> str:
        """The name of a square."""
        return f"{x}-{y}"

    def column_name(self, x: int) -> str:
        """The number of a column."""
        return str(x)

    def row_name(self, y: int) -> str:
        """The number of a row."""
        return str(y)

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """Column and row of a square's name; None when it is none."""
        match = re.fullmatch(r"(0|[1-9][0-9]{0,4})-(0|[1-9][0-9]{0,4})", text)
        return (int(match[1]), int(match[2])) if match is not None else None


class LetteredSquares:
    """Squares by column letters and row number from 1: ``C7``; after ``Z7`` comes ``AA7``.

    >>> squares = LetteredSquares()
    >>> squares.place_name(2, 6), squares.parse_place("AA1"), squares.parse_place("7C")
    ('C7', (26, 0), None)
    """

    example = "C7"
    block = 1
    facings: tuple[str, ...] = ("N", "E", "S", "W")

    def place_name(self, x: int, y: int) -> str:
        """The name of a square."""
        return self.column_name(x) + self.row_name(y)

    def column_name(self, x: int) -> str:
        """The letters of a column."""
        letters = ""
        column = x + 1
        while column > 0:
            column, digit = divmod(column - 1, 26)
            letters = LETTERS[digit] + letters
        return letters

    def row_name(self, y: int) -> str:
        """The number of a row."""
        return str(y + 1)

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """Column and row of a square's name, either case; None when it is none."""
        match = re.fullmatch(r"([A-Za-z]{1,3})([1-9][0-9]{0,4})", text)
        if match is None:
            return None
        column = 0
        for letter in match[1].upper():
            column = column * 26 + LETTERS.index(letter) + 1
        return column - 1, int(match[2]) - 1


class GridCells:
    """MECH-X2: cells by the large grid of 3 by 3 that they lie in, ``C7``, and their number in it, ``C7.5``.

    The number goes from 1 in the north-west to 9, row by row; without it the first cell is meant.

    >>> cells = GridCells()
    >>> cells.place_name(7, 19), cells.place_name(6, 18), cells.parse_place("C7.9"), cells.parse_place("A1.0")
    ('C7.5', 'C7', (8, 20), None)
    """

    example = "C7.5"
    block = GRID
    facings: tuple[str, ...] = ("N", "E", "S", "W")

    def __init__(self) -> None:
        self._grids = LetteredSquares()

    def place_name(self, x: int, y: int) -> str:
        """The name of a cell."""
        cell = y % GRID * GRID + x % GRID
        return self._grids.place_name(x // GRID, y // GRID) + (f".{cell + 1}" if cell else "")

    def column_name(self, x: int) -> str:
        """The letters of the grid above its first column."""
        return "" if x % GRID else self._grids.column_name(x // GRID)

    def row_name(self, y: int) -> str:
        """The number of the grid beside its first row."""
        return "" if y % GRID else self._grids.row_name(y // GRID)

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """Column and row of a cell's name; None when it is none."""
        grid, dot, number = text.partition(".")
        place = self._grids.parse_place(grid)
        if place is None or (dot and re.fullmatch(r"[1-9]", number) is None):
            return None
        cell = int(number) - 1 if dot else 0
        return place[0] * GRID + cell % GRID, place[1] * GRID + cell // GRID


class NumberedHexes:
    """FORM-X2: hexes as ``CCRR``, column and row from 01 with two digits each, both with more where one needs more.

    >>> hexes = NumberedHexes()
    >>> hexes.place_name(2, 11), hexes.place_name(120, 6), hexes.parse_place("0312"), hexes.parse_place("003012")
    ('0312', '121007', (2, 11), None)
    """

    example = "0312"
    block = 1
    facings: tuple[str, ...] = ("N", "NE", "SE", "S", "SW", "NW")

    def place_name(self, x: int, y: int) -> str:
        """The name of a hex."""
        digits = max(2, len(str(x + 1)), len(str(y + 1)))
        return f"{x + 1:0{digits}}{y + 1:0{digits}}"

    def column_name(self, x: int) -> str:
        """The number of a column."""
        return f"{x + 1:02}"

    def row_name(self, y: int) -> str:
        """The number of a row."""
        return f"{y + 1:02}"

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """Column and row of a hex's name; None when it is none."""
        if re.fullmatch(r"([0-9]{2}){2,5}", text) is None:
            return None
        half = len(text) // 2
        x, y = int(text[:half]) - 1, int(text[half:]) - 1
        return (x, y) if min(x, y) >= 0 and self.place_name(x, y) == text else None


class GroundPlaces:
    """SKIR-X1: places on open ground as ``x,y`` in steps: ``12.5,3`` is 1,250 hundredths of a step east, 300 south.

    >>> places = GroundPlaces()
    >>> places.place_name(1250, 300), places.place_name(7, 32767)
    ('12.5,3', '0.07,327.67')
    >>> places.parse_place("0.10,12"), places.parse_place(".5,1")
    ((10, 1200), None)
    """

    example = "12.5,3"
    block = 1
    facings: tuple[str, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

    def place_name(self, x: int, y: int) -> str:
        """The name of a place given in 1/100 step."""
        return f"{self.column_name(x)},{self.row_name(y)}"

    def column_name(self, x: int) -> str:
        """Steps to the east."""
        whole, hundredths = divmod(x, 100)
        return f"{whole}.{hundredths:02}".removesuffix("0") if hundredths else str(whole)

    def row_name(self, y: int) -> str:
        """Steps to the south."""
        return self.column_name(y)

    def parse_place(self, text: str) -> tuple[int, int] | None:
        """East and south of a place's name in 1/100 step; None when it is none."""
        number = r"(0|[1-9][0-9]{0,4})(?:\.([0-9]{1,2}))?"
        match = re.fullmatch(f"{number},{number}", text)
        if match is None:
            return None
        x, x_hundredths, y, y_hundredths = (part or "" for part in match.groups())
        return int(x + x_hundredths.ljust(2, "0")), int(y + y_hundredths.ljust(2, "0"))


def place_of(notation: Notation, text: str) -> tuple[int, int]:
    """The place of a name that was found to be one."""
    place = notation.parse_place(text)
    assert place is not None, f"{text!r} is no place"
    return place
