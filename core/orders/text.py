"""Orders as one line of text: ``R1 move B3 via B1 B2 B3``, ``red bid 2``, ``R1 fire``.

A line is ``[SIDE] [UNIT] KIND ...``: who gives the order, to which unit, the word of its kind, and what that kind
needs, in the order in which the kind lists it. The side may be left out where it goes without saying: the unit's own,
or the only one that owes a decision. A path comes last, after ``via``, and companions after it, after ``with``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .kinds import Kind
from .said import Order, OrderError
from .words import VIA, WITH

if TYPE_CHECKING:
    from .names import Names

TEXT_MAX = 1_000
"""Characters of an order at most."""
NUMBERS = range(-(2**31), 2**31)
"""What the number of an order may be."""
SAID_BY = {"weapon": "number"}
"""Fields of a line that an order keeps under another name."""
NUMBER = re.compile(r"-?[0-9]{1,10}")


def order_text(order: Order, names: Names) -> str:
    """The line that says an order; reading it gives the same order.

    Raises:
        OrderError: it names what does not exist, or says more than its kind can say, so that no line says it.
    """
    kind = names.kind_of(order, repr(order))
    words = [word for word in (order.side, order.unit, order.kind) if word]
    for part in kind.fields:
        words += _field_words(part, order, names)
    return " ".join(words)


def _field_words(part: str, order: Order, names: Names) -> list[str]:
    """The words for one field of an order; none for an optional field that is empty."""
    if part == "place" and order.place is not None:
        return [names.notation.place_name(*order.place)]
    if part == "facing" and order.facing is not None:
        return [names.notation.facings[order.facing]]
    if part == "target" and order.target:
        return [order.target]
    if part == "number":
        return [str(order.number)]
    if part == "weapon":
        return [names.weapon_name(order.number, repr(order))]
    if part == "path" and order.path:
        return [VIA, *(names.notation.place_name(*place) for place in order.path)]
    if part == "companions" and order.companions:
        return [WITH, *order.companions]
    return []


def parse_order(text: str, names: Names) -> Order:
    """The order that a line says.

    Raises:
        OrderError: it says none; the message names the word that is wrong and what was expected.
    """
    if not isinstance(text, str):
        raise OrderError(repr(text)[:40], f"it is of type {type(text).__name__}", "a line of text")
    if len(text) > TEXT_MAX:
        raise OrderError(text[:40] + "...", f"{len(text)} characters", f"at most {TEXT_MAX}")
    return _Reader(text, names).order()


class _Reader:
    """Reads one order word by word."""

    def __init__(self, text: str, names: Names) -> None:
        self.text = text
        self.names = names
        self.words = text.split()

    def order(self) -> Order:
        """The whole order."""
        if not self.words:
            raise OrderError(self.text, "no words", "an order such as 'UNIT KIND PLACE'")
        side = self.words.pop(0) if self.words[0] in self.names.side_numbers else ""
        unit = self.words.pop(0) if self.words and self.words[0] in self.names.slots else ""
        if not self.words:
            raise OrderError(self.text, "no kind of order", "one of " + ", ".join(self.names.kind_of_word))
        self._refuse_unknown_giver(unit, side)
        kind = self.names.kind(self.words.pop(0), self.text)
        if kind.has_unit and not unit:
            raise OrderError(self.text, f"{kind.name!r} names no unit", f"'UNIT {kind.name} ...'")
        if unit and not kind.has_unit:
            raise OrderError(self.text, f"{kind.name!r} is given by a side, not to a unit", f"'SIDE {kind.name} ...'")
        fields = self._fields(kind)
        if self.words:
            raise OrderError(self.text, f"{' '.join(self.words)!r} is left over", "the end of the order")
        return Order(kind=kind.name, side=side, unit=unit, **fields)  # type: ignore[arg-type]

    def _refuse_unknown_giver(self, unit: str, side: str) -> None:
        """Say that the word before a kind of order, or before a unit and a kind, is no unit and no side."""
        word, *rest = self.words
        if unit or word in self.names.kind_of_word:
            return
        before_unit = not side and rest and rest[0] in self.names.slots
        if before_unit and len(rest) > 1 and rest[1] in self.names.kind_of_word:
            raise OrderError(self.text, f"{word!r} is no side", "one of " + ", ".join(self.names.sides))
        if rest and rest[0] in self.names.kind_of_word:
            known = ", ".join((*(() if side else self.names.sides), *self.names.units[:12]))
            what = "no unit" if side else "no unit and no side"
            raise OrderError(self.text, f"{word!r} is {what}", f"one of {known}")

    def _fields(self, kind: Kind) -> dict[str, object]:
        """What the kind needs beyond unit and side."""
        readers = {
            "place": self._place,
            "facing": self._facing,
            "target": self._target,
            "number": self._number,
            "weapon": self._weapon,
            "path": self._path,
            "companions": self._companions,
        }
        return {SAID_BY.get(part, part): readers[part]() for part in kind.fields}

    def _word(self, expected: str) -> str:
        """The next word."""
        if not self.words:
            raise OrderError(self.text, "it ends too early", expected)
        return self.words.pop(0)

    def _place(self) -> tuple[int, int]:
        expected = f"a place such as {self.names.notation.example}"
        word = self._word(expected)
        place = self.names.notation.parse_place(word)
        if place is None:
            raise OrderError(self.text, f"{word!r} is no place", expected)
        return place

    def _facing(self) -> int:
        facings = self.names.notation.facings
        expected = "a direction: " + " ".join(facings)
        word = self._word(expected)
        if word not in facings:
            raise OrderError(self.text, f"{word!r} is no direction", expected)
        return facings.index(word)

    def _target(self) -> str:
        word = self._word("the name of a unit")
        self.names.slot(word, self.text)
        return word

    def _weapon(self) -> int:
        return self.names.weapon(self._word("the name of a weapon"), self.text)

    def _number(self) -> int:
        word = self._word("a number")
        if NUMBER.fullmatch(word) is None or int(word) not in NUMBERS:
            expected = f"a whole number of {NUMBERS[0]} to {NUMBERS[-1]}"
            raise OrderError(self.text, f"{word!r} is no number", expected)
        return int(word)

    def _path(self) -> tuple[tuple[int, int], ...]:
        if not self.words or self.words[0] != VIA:
            return ()
        self.words.pop(0)
        places = [self._place()]
        while self.words and self.words[0] != WITH:
            places.append(self._place())
        return tuple(places)

    def _companions(self) -> tuple[str, ...]:
        if not self.words or self.words[0] != WITH:
            return ()
        self.words.pop(0)
        found = [self._target()]
        while self.words:
            found.append(self._target())
        return tuple(found)
