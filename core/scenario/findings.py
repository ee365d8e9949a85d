"""What is found wrong with a scenario while it is read and judged, and what can no longer be judged for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .errors import Problem, quoted, shortened

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of tables and indices of lists, from the outside in."""
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
FILE_END = ":"
"""Ends the first key of a way that begins in another file than the scenario's."""
PROBLEMS_MAX = 10_000
"""Problems of one scenario that are told."""


def place_text(path: KeyPath) -> str:
    """The way to a value as messages show it.

    >>> place_text(("units", 3, "with", "power")), place_text(())
    ('units[3].with.power', 'the file')
    >>> place_text(("board", "ratings", "high mountain")), place_text(("types/x.toml:", "foot"))
    ("board.ratings.'high mountain'", 'types/x.toml: foot')
    """
    if path and isinstance(path[0], str) and path[0].endswith(FILE_END):
        name = shortened(path[0])
        return f"{name} {place_text(path[1:])}" if path[1:] else name.removesuffix(FILE_END)
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += ("." if text else "") + (step if BARE_KEY.fullmatch(step) else quoted(step))
    return text or "the file"


class Findings:
    """The problems of a scenario, in the order in which they are found.

    A value that cannot be read is told once, and a neutral stand-in takes its place: what else would be told of it is
    dropped. Whoever judges a value by others asks first whether those are sound.

    Attributes:
        problems: what is wrong.
        units: names of the units by slot, for messages; empty where there is none.
        origins: first key of the way to each type that a file of types defines, by the name of the type.
    """

    def __init__(self, units: Sequence[str] = (), origins: Mapping[str, str] | None = None) -> None:
        self.problems: list[Problem] = []
        self.units = units
        self.origins = dict(origins or {})
        self._stand_ins: set[KeyPath] = set()
        self._above_stand_ins: set[KeyPath] = set()
        self._told: set[KeyPath] = set()
        self._with_strangers: set[KeyPath] = set()

    def tell(self, path: KeyPath, found: str, expected: str, *, place: str = "") -> None:
        """Note a problem, unless what stands there is a stand-in.

        Args:
            path: what is wrong, and no longer sound.
            found: the offending text.
            expected: what would have been right.
            place: what messages say instead of the path.
        """
        if len(self.problems) > PROBLEMS_MAX or self._is_stand_in(path):
            return
        if len(self.problems) == PROBLEMS_MAX:
            self.problems.append(Problem("the file", f"over {PROBLEMS_MAX} problems", "fewer; no more are told"))
            return
        self.problems.append(Problem(place or self.place(path), found, expected))
        self.doubt(path)

    def tell_stranger(self, path: KeyPath, key: str, known: str) -> None:
        """Note a key that the table at ``path`` does not have; it may be meant to be one that is not there."""
        self.tell((*path, key), f"the key {quoted(key)}", f"one of {known}", place=self.place(path))
        self._with_strangers.add(path)

    def replace(self, path: KeyPath, found: str, expected: str, *, place: str = "") -> None:
        """Note what cannot be read; a stand-in takes its place."""
        self.tell(path, found, expected, place=place)
        if len(self.problems) > PROBLEMS_MAX:
            return
        self._stand_ins.add(path)
        self._above_stand_ins.update(_beginnings(path))

    def doubt(self, path: KeyPath) -> None:
        """Note a value that is not sound, for a problem that is told elsewhere."""
        self._told.update(_beginnings(path))

    def place(self, path: KeyPath) -> str:
        """The way to a value, with the name of the unit, or the file of the type, that it belongs to."""
        if path[:1] == ("units",) and len(path) > 1 and isinstance(path[1], int) and path[1] < len(self.units):
            name = shortened(self.units[path[1]])
            rest = place_text(path[2:]) if path[2:] else ""
            return f"units[{path[1]}]" + (f" ({name})" if name else "") + (f".{rest}" if rest else "")
        if path[:1] == ("types",) and len(path) > 1 and path[1] in self.origins:
            return place_text((self.origins[str(path[1])], *path[1:]))
        return place_text(path)

    def is_sound(self, *path: str | int) -> bool:
        """Whether nothing is wrong with a value, or with anything in it, and no stand-in took its place."""
        return path not in self._told and not self._is_stand_in(path)

    def is_known(self, *path: str | int) -> bool:
        """Whether a value is as the file says it: neither a stand-in itself, nor in one, nor with one in it."""
        return path not in self._above_stand_ins and not self._is_stand_in(path)

    def has_stranger(self, *path: str | int) -> bool:
        """Whether the table at a place has a key that nobody knows."""
        return path in self._with_strangers

    def unsound_keys(self) -> set[str]:
        """Keys of the scenario in whose values something is wrong."""
        return {str(path[0]) for path in self._told if path}

    def _is_stand_in(self, path: KeyPath) -> bool:
        """Whether a value is a stand-in, or a part of one."""
        return not self._stand_ins.isdisjoint(_beginnings(path))


def _beginnings(path: KeyPath) -> list[KeyPath]:
    """The ways to a value and to everything that it is in."""
    return [path[:length] for length in range(len(path) + 1)]
