"""A scenario as a designer writes it: one TOML file, decoded into structs and checked as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

OptionValue = int | bool | str
UnitValue = int | bool | str | list[str]


class SideEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A side.

    Attributes:
        name: as orders call it.
        hostile: the sides it is hostile to; without it every side that is neither neutral nor its ally.
        allied: its allies; an alliance is said by both.
        neutral: whether it only stands there: it gives no orders, and is nobody's enemy or ally.
    """

    name: str
    hostile: list[str] | None = None
    allied: list[str] = []
    neutral: bool = False


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The map, one character a cell, rows from north to south; the legend says which terrain a character is.

    Attributes:
        map: rows of characters; empty for the map of the family.
        legend: terrain by character, over the legend of the family.
        heights: height of each terrain.
        ratings: defensive rating of each terrain.
        banks: a map of the same size: letters for the banks of rivers, ``+`` for fords, ``.`` elsewhere.
    """

    map: str = ""
    legend: dict[str, str] = {}
    heights: dict[str, int] = {}
    ratings: dict[str, int] = {}
    banks: str = ""


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename={"values": "with"}):
    """A unit.

    Attributes:
        id: as orders call it.
        side: the name of its side.
        at: its place; empty for a unit that is not in play.
        type: the name of its type; without it every value is the default of the family.
        facing: a direction of the board, by number.
        known_to: the sides that know of it besides its own; without it all do.
        values: values of its own, over those of its type; ``with`` in files.
    """

    id: str
    side: str
    at: str
    type: str = ""
    facing: int = 0
    known_to: list[str] | None = None
    values: Mapping[str, UnitValue] = {}


class ExitEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A place from which units of a side may leave the board.

    Attributes:
        at: the place.
        side: whose units may leave there.
        name: what people call it.
        value: what each unit that leaves counts.
    """

    at: str
    side: str
    name: str = ""
    value: int = 1


class HazardEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A charge that lies in a place and goes off under whoever comes or leaves.

    Attributes:
        at: the place.
        power: its dice.
        to_hit: what each of them needs.
        trigger: ``enter`` or ``leave``.
        once: whether it is gone when it has gone off.
    """

    at: str
    power: int = 2
    to_hit: int = 4
    trigger: str = "enter"
    once: bool = True


class ObjectiveEntry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A place that counts for whoever holds it.

    Attributes:
        at: the place.
        name: what people call it.
        value: what it counts.
        holder: the side that holds it at the beginning; empty for nobody.
    """

    at: str
    name: str = ""
    value: int = 1
    holder: str = ""


class Scenario(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that is agreed before the first order; with ``state`` a position in the middle of a game.

    Attributes:
        name: how it is called where scenarios are listed.
        family: the rule family, a built-in one or one that a plug-in announces.
        sides: 1 to 8 sides, in the order of the rules.
        board: the map.
        units: at least one; their order is that of their slots.
        plugins: names of plug-ins that add to the family, in order.
        title: what people read; the name when empty.
        description: further text for people.
        type_files: files with further types, in the folder of the scenario or below it; reading a scenario puts them
            into ``types``.
        types: values that the units of a type share, by the name of the type.
        weapons: values of each weapon, by its name.
        objectives: places that count for whoever holds them.
        exits: places from which units leave the board.
        hazards: places with a charge.
        cards: how many cards of each name are in the deck.
        options: rule options by name.
        state: every table of the world by name, as lists of records; left out at the start of a game.
    """

    name: str
    family: str
    sides: list[SideEntry]
    board: BoardEntry
    units: list[UnitEntry]
    plugins: list[str] = []
    title: str = ""
    description: str = ""
    type_files: list[str] = []
    types: Mapping[str, Mapping[str, UnitValue]] = {}
    weapons: Mapping[str, Mapping[str, UnitValue]] = {}
    objectives: list[ObjectiveEntry] = []
    exits: list[ExitEntry] = []
    hazards: list[HazardEntry] = []
    cards: dict[str, int] = {}
    options: dict[str, OptionValue] = {}
    state: dict[str, Any] = {}

    def content(self) -> bytes:
        """Canonical bytes of all but the state, for digests. What is left at its default is not in them."""
        start = msgspec.structs.replace(self, state={})
        return msgspec.json.encode(start, order="deterministic")

    def side_names(self) -> list[str]:
        """Names of the sides, in order."""
        return [side.name for side in self.sides]

    def map_rows(self) -> list[str]:
        """The rows of the map, without empty lines around it."""
        return rows_of(self.board.map)

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the map."""
        rows = self.map_rows()
        return len(rows[0]), len(rows)


def rows_of(text: str) -> list[str]:
    """The rows of a map, without empty lines around it."""
    return text.strip("\n").split("\n")
