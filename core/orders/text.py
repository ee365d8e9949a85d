"""Orders as one line of text: ``R1 move B3 via B1 B2``, ``red bid 2``, ``R1 fire``.

An order begins with the unit it is given to, or with the side (which may be left out when only one side owes a
decision); then comes the word of its kind, and what that kind needs, in the order in which the kind lists it. A path
comes last, after ``via``, without the destination if it is named already; companions follow ``with``.
"""

from __future__ import annotations

from .kinds import Kind
from .names import Names
from .said import Order, OrderError

TEXT_MAX = 1_000
"""Characters of an order at most."""


def order_text(order: Order, names: Names) -> str:
    """The line that says an order; reading it gives the same order."""
    kind = names.kind(order.kind, repr(order))
    words = [word for word in (order.unit or order.side, order.kind) if word]
    for part in kind.fields:
        words += _field_words(part, order, names)
    return " ".join(words)


def _field_words(part: str, order: Order, names: Names) -> list[str]:
    """The words for one field of an order; none for an optional field that is empty."""
    if part == "place" and order.place is not None:
        return [names.notation.place_name(*order.place)]
    if part == "facing" and order.facing is not None:
        return [_facing_word(order.facing, names)]
    if part == "target" and order.target:
        return [order.target]
    if part == "number":
        return [str(order.number)]
    if part == "path" and order.path:
        return ["via", *(names.notation.place_name(*place) for place in order.path)]
    if part == "companions" and order.companions:
        return ["with", *order.companions]
    return []


def _facing_word(facing: int, names: Names) -> str:
    """A direction by its letter, or by its number where it has none."""
    return names.notation.facings[facing] if 0 <= facing < len(names.notation.facings) else str(facing)


def parse_order(text: str, names: Names) -> Order:
    """The order that a line says.

    Raises:
        OrderError: it says none; the message names the word that is wrong and what was expected.
    """
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
        unit = self.words.pop(0) if self.words[0] in self.names.slots else ""
        side = self.words.pop(0) if not unit and self.words[0] in self.names.side_numbers else ""
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
        """Say that the first word is no unit, where the second is a kind of order."""
        giver_missing = not unit and not side and self.words[0] not in self.names.kind_of_word
        if giver_missing and len(self.words) > 1 and self.words[1] in self.names.kind_of_word:
            known = ", ".join((*self.names.sides, *self.names.units[:12]))
            raise OrderError(self.text, f"{self.words[0]!r} is no unit and no side", f"one of {known}")

    def _fields(self, kind: Kind) -> dict[str, object]:
        """What the kind needs beyond unit and side."""
        readers = {
            "place": self._place,
            "facing": self._facing,
            "target": self._target,
            "number": self._number,
            "path": self._path,
            "companions": self._companions,
        }
        return {part: readers[part]() for part in kind.fields}

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

    def _number(self) -> int:
        word = self._word("a number")
        digits = word[1:] if word[:1] == "-" else word
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise OrderError(self.text, f"{word!r} is no number", "a whole number of at most nine digits")
        return int(word)

    def _path(self) -> tuple[tuple[int, int], ...]:
        if not self.words or self.words[0] != "via":
            return ()
        self.words.pop(0)
        places = [self._place()]
        while self.words and self.words[0] != "with":
            places.append(self._place())
        return tuple(places)

    def _companions(self) -> tuple[str, ...]:
        if not self.words or self.words[0] != "with":
            return ()
        self.words.pop(0)
        found = [self._target()]
        while self.words:
            found.append(self._target())
        return tuple(found)
