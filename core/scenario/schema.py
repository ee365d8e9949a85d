"""A scenario as a designer writes it: one TOML file, decoded into structs and checked as a whole."""

from __future__ import annotations

from typing import Any

import msgspec

OptionValue = int | bool | str


class SideEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A side. Without ``hostile`` it is hostile to every other side."""

    name: str
    hostile: list[str] | None = None


class BoardEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The map, one character a cell, rows from north to south; the legend says which terrain a character is."""

    map: str
    legend: dict[str, str] = {}
    heights: dict[str, int] = {}


class UnitEntry(msgspec.Struct, forbid_unknown_fields=True, rename={"values": "with"}):
    """A unit: its name, its type, its side and place; ``with`` overrides values of its type.

    A unit with an empty place is not in play.
    """

    id: str
    side: str
    at: str
    type: str = ""
    facing: int = 0
    known_to: list[str] | None = None
    values: dict[str, int] = {}


class Scenario(msgspec.Struct, forbid_unknown_fields=True):
    """Everything that is agreed before the first order; with ``state`` a position in the middle of a game.

    Attributes:
        name: how it is called where scenarios are listed.
        family: the rule family, a built-in one or one that a plug-in announces.
        plugins: names of plug-ins that add to the family, in order.
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
    types: dict[str, dict[str, int]] = {}
    cards: dict[str, int] = {}
    options: dict[str, OptionValue] = {}
    state: dict[str, Any] = {}

    def content(self) -> bytes:
        """Canonical bytes of all but the state, for digests."""
        start = msgspec.structs.replace(self, state={})
        return msgspec.json.encode(start, order="deterministic")

    def side_names(self) -> list[str]:
        """Names of the sides, in order."""
        return [side.name for side in self.sides]
