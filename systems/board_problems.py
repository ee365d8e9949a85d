"""What is wrong with the map of a scenario, and the map as far as it is known."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import msgspec

from enfilade.core.scenario.errors import quoted
from enfilade.core.scenario.findings import Findings, KeyPath
from enfilade.core.scenario.schema import Scenario, rows_of

from .family import Family

BANKS_MAX = 1_024
"""Different banks at most."""
BOARD_MAX = 4_096
HEIGHT_MAX = 32_767
RATING_MAX = 4
CHARACTERS_TOLD = 100
"""Unknown characters of a map that are told one by one at most."""
NO_BANK, FORD_CHARACTER = ".", "+"
"""Characters of a map of banks that are no bank's letter."""
PRIVATE_USE = range(0xE000, 0xF900)
"""Code points of characters that mean nothing."""
MAP, LEGEND, BANKS = ("board", "map"), ("board", "legend"), ("board", "banks")

Place = tuple[int, int]


class Ground(NamedTuple):
    """The map as far as it is known.

    Attributes:
        columns, rows: what every reading of the map lies within.
        scenario: with a map that families can read; squares that are not known have the first terrain.
        hole: the character of squares that are not known; empty when all are.
        lines: the rows of that map; none when all squares are known.
    """

    columns: int
    rows: int
    scenario: Scenario
    hole: str = ""
    lines: tuple[str, ...] = ()

    def holds(self, place: Place) -> bool:
        """Whether a place may be on the map."""
        return 0 <= place[0] < self.columns and 0 <= place[1] < self.rows

    def knows(self, place: Place) -> bool:
        """Whether a place is on the map and its terrain is known."""
        return self.holds(place) and (not self.hole or self.lines[place[1]][place[0]] != self.hole)


def legend_of(scenario: Scenario, family: Family) -> dict[str, str]:
    """Terrain by map character: the scenario's legend over the family's."""
    return family.default_legend | scenario.board.legend


def survey(scenario: Scenario, family: Family, findings: Findings) -> Ground | None:
    """Tell what is wrong with the map; the map as far as it is known, None when its size is not."""
    has_family = findings.is_sound("family")
    if has_family:
        _tell_terrain(scenario, family, findings)
    _tell_legend(scenario, findings)
    _tell_ranges(scenario, findings)
    rows = scenario.map_rows()
    size = _size(scenario, rows, findings) if rows != [""] or has_family else None
    if size is not None:
        width = Counter(map(len, rows)).most_common(1)[0][0]
        _tell_ragged(MAP, rows, width, findings)
        if has_family and _legend_is_known(scenario, findings):
            _tell_characters(MAP, rows, sorted(legend_of(scenario, family)), "", findings)
        _tell_banks(scenario, len(rows), width, findings)
    _tell_bank_letters(scenario, findings)
    if size is None:
        return None
    if not has_family or (findings.is_sound(*MAP) and findings.is_sound(*LEGEND)):
        return Ground(*size, scenario)
    return _with_holes(scenario, family, rows, size)


def _size(scenario: Scenario, rows: list[str], findings: Findings) -> Place | None:
    """Columns and rows of the map at most, None when they are not known."""
    columns = max(map(len, rows))
    if not findings.is_known(*MAP) or (not scenario.board.map and findings.has_stranger("board")):
        return None
    if columns == 0:
        findings.tell(MAP, "an empty map", "rows of characters")
        return None
    if max(len(rows), columns) > BOARD_MAX:
        findings.tell(MAP, f"{columns} x {len(rows)}", f"at most {BOARD_MAX} each way")
        return None
    return columns, len(rows)


def _with_holes(scenario: Scenario, family: Family, rows: list[str], size: Place) -> Ground:
    """The map with one character for all squares of which the terrain is not known."""
    legend = {
        character: terrain
        for character, terrain in legend_of(scenario, family).items()
        if terrain in family.terrain and len(character) == 1
    }
    hole = next(chr(code) for code in PRIVATE_USE if chr(code) not in legend)
    unknown = str.maketrans(dict.fromkeys(set("".join(rows)) - legend.keys(), hole))
    lines = tuple(row.translate(unknown).ljust(size[0], hole) for row in rows)
    legend[hole] = family.terrain[0]
    board = msgspec.structs.replace(scenario.board, map="\n".join(lines), legend=legend)
    return Ground(*size, msgspec.structs.replace(scenario, board=board), hole, lines)


def _tell_ragged(path: KeyPath, rows: list[str], width: int, findings: Findings) -> None:
    """Rows that are longer or shorter than the others."""
    for index, line in enumerate(rows):
        if len(line) != width:
            place = f"{findings.place(path)} row {index + 1}"
            findings.tell(path, f"{len(line)} characters", f"{width}", place=place)


def _tell_banks(scenario: Scenario, rows: int, width: int, findings: Findings) -> None:
    """A map of banks that does not lie over the map."""
    if not scenario.board.banks:
        return
    banks = rows_of(scenario.board.banks)
    if len(banks) != rows:
        findings.tell(BANKS, f"{len(banks)} rows", f"{rows}, as the map has")
    if {len(line) for line in banks} == {len(banks[0])} != {width}:
        findings.tell(BANKS, f"{len(banks[0])} columns", f"{width}, as the map has")
    else:
        _tell_ragged(BANKS, banks, width, findings)


def _tell_bank_letters(scenario: Scenario, findings: Findings) -> None:
    """Characters of a map of banks that are neither letters nor marks."""
    banks = rows_of(scenario.board.banks)
    letters = {character for line in banks for character in line if character.isalpha()}
    if len(letters) > BANKS_MAX:
        findings.tell(BANKS, f"{len(letters)} different letters", f"at most {BANKS_MAX}")
    expected = f"letters, {NO_BANK!r} and {FORD_CHARACTER!r}"
    _tell_characters(BANKS, banks, [NO_BANK, FORD_CHARACTER, *sorted(letters)], expected, findings)


def _tell_characters(path: KeyPath, rows: list[str], known: list[str], expected: str, findings: Findings) -> None:
    """Characters of a map that are not known, each once with its first place."""
    text = "\n".join(rows)
    counts = Counter(text)
    expected = expected or f"one of {' '.join(known)}"
    unknown = [character for character in counts if character not in {*known, "\n"}]
    for character in unknown[:CHARACTERS_TOLD]:
        start = text.index(character)
        row, column = text.count("\n", 0, start), start - text.rfind("\n", 0, start) - 1
        times = f" ({counts[character]} times)" if counts[character] > 1 else ""
        place = f"{findings.place(path)} row {row + 1} column {column + 1}"
        findings.tell(path, quoted(character) + times, expected, place=place)
    if len(unknown) > CHARACTERS_TOLD:
        findings.tell(path, f"{len(unknown) - CHARACTERS_TOLD} further characters", expected)


def _legend_is_known(scenario: Scenario, findings: Findings) -> bool:
    """Whether the legend names every character that it is meant to."""
    if findings.has_stranger("board") or not findings.is_known(*LEGEND):
        return False
    return all(len(character) == 1 for character in scenario.board.legend)


def _tell_legend(scenario: Scenario, findings: Findings) -> None:
    """Keys of the legend that are no character."""
    for character in scenario.board.legend:
        if len(character) != 1:
            place = findings.place(LEGEND)
            findings.tell((*LEGEND, character), quoted(character), "one character", place=place)


def _tell_terrain(scenario: Scenario, family: Family, findings: Findings) -> None:
    """Terrains that the family does not know."""
    known = f"one of {', '.join(family.terrain)}"
    for character, terrain in scenario.board.legend.items():
        if terrain not in family.terrain:
            findings.tell((*LEGEND, character), quoted(terrain), known)
    for key, values in (("heights", scenario.board.heights), ("ratings", scenario.board.ratings)):
        for terrain in values:
            if terrain not in family.terrain:
                place = findings.place(("board", key))
                findings.tell(("board", key, terrain), quoted(terrain), known, place=place)


def _tell_ranges(scenario: Scenario, findings: Findings) -> None:
    """Heights and ratings that are none."""
    for key, values, least, greatest in (
        ("heights", scenario.board.heights, -HEIGHT_MAX, HEIGHT_MAX),
        ("ratings", scenario.board.ratings, 0, RATING_MAX),
    ):
        for terrain, value in values.items():
            if not least <= value <= greatest:
                findings.tell(("board", key, terrain), str(value), f"{least} to {greatest}")
