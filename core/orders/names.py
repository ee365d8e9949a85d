"""Names for numbers: what units, sides, kinds, decisions and events of a game are called."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Any

import msgspec

from enfilade.components.record import STRUCT_CODES, FieldError, Record
from enfilade.core.state.messages import NOBODY, EventRecord, OrderRecord
from enfilade.core.state.pending import COMPANIONS_MAX, PATH_MAX

from .kinds import FORCED, DecisionKind, EventKind, Kind
from .notation import Notation
from .reasons import Reason
from .said import Decision, Event, Finding, Order, OrderError
from .text import order_text

MISSING = "?"
PLACE_NUMBERS = ("origin", "waypoint")
"""Numbers of events and findings that are places, row by row."""
EMPTY_ORDER = bytes(OrderRecord.dtype.itemsize)


def _numbers_of(record: type[Record], *, vectors: bool) -> struct.Struct:
    """How to unpack records side by side: the numbers of their fields in order, those of vectors if wanted."""
    fields = [descr for descr in record.dtype.descr if vectors or len(descr) == 2]
    codes = [f"{descr[2][0] if len(descr) == 3 else ''}{STRUCT_CODES[descr[1].lstrip('|')]}" for descr in fields]
    known = struct.calcsize("<" + "".join(codes))
    return struct.Struct("<" + "".join(codes) + f"{record.dtype.itemsize - known}x")


ORDER_HEAD = _numbers_of(OrderRecord, vectors=False)
"""An order's record up to its lists, which come last."""
EVENT_NUMBERS = _numbers_of(EventRecord, vectors=True)


@dataclass(frozen=True)
class Names:
    """The vocabulary of one game.

    Attributes:
        family: name and revision of the rule family and its plug-ins.
        units, sides: names by slot and by number.
        width, height: of the board; paths number its places row by row.
    """

    family: str
    units: tuple[str, ...]
    sides: tuple[str, ...]
    width: int
    height: int
    notation: Notation
    kinds: dict[int, Kind]
    decisions: dict[int, DecisionKind]
    events: dict[int, EventKind]
    reasons: dict[int, Reason]
    cards: tuple[str, ...]
    terrain: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    slots: dict[str, int] = field(init=False)
    side_numbers: dict[str, int] = field(init=False)
    kind_of_word: dict[str, Kind] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", {name: slot for slot, name in enumerate(self.units)})
        object.__setattr__(self, "side_numbers", {name: number for number, name in enumerate(self.sides)})
        object.__setattr__(self, "kind_of_word", {kind.name: kind for kind in self.kinds.values()})

    def unit(self, slot: int) -> str:
        """Name of a unit, empty for none."""
        return self.units[slot] if 0 <= slot < len(self.units) else ""

    def side(self, number: int) -> str:
        """Name of a side, empty for none."""
        return self.sides[number] if 0 <= number < len(self.sides) else ""

    def sides_in(self, bits: int) -> tuple[str, ...]:
        """Names of the sides in a bit set."""
        return tuple(name for number, name in enumerate(self.sides) if bits >> number & 1)

    def place_index(self, place: tuple[int, int], text: str) -> int:
        """A place as a path holds it: row by row.

        Raises:
            OrderError: it is not on the board.
        """
        if not (0 <= place[0] < self.width and 0 <= place[1] < self.height):
            last = self.notation.place_name(self.width - 1, self.height - 1)
            where = self.notation.place_name(*place) if min(place) >= 0 else f"{place}"
            raise OrderError(text, f"its path leaves the board at {where}", f"places up to {last}")
        return place[1] * self.width + place[0]

    def slot(self, name: str, text: str) -> int:
        """Slot of a unit.

        Raises:
            OrderError: no unit has this name.
        """
        if name not in self.slots:
            raise OrderError(text, f"there is no unit {name!r}", _some_of(self.units))
        return self.slots[name]

    def kind(self, word: str, text: str) -> Kind:
        """The order kind with this word.

        Raises:
            OrderError: there is none.
        """
        if word not in self.kind_of_word:
            raise OrderError(text, f"{word!r} is no kind of order", "one of " + ", ".join(self.kind_of_word))
        return self.kind_of_word[word]

    def kind_of(self, order: Order, text: str) -> Kind:
        """The kind of an order that has the form of it.

        Raises:
            OrderError: there is no such kind, or it says more than its kind can say, or less than it must.
        """
        kind = self.kind(order.kind, text)
        _refuse_misfit(order, kind, text)
        if order.facing is not None and not 0 <= order.facing < len(self.notation.facings):
            expected = f"0 to {len(self.notation.facings) - 1}: {' '.join(self.notation.facings)}"
            raise OrderError(text, f"there is no direction {order.facing}", expected)
        return kind

    def weapon_name(self, number: int, text: str) -> str:
        """Name of a weapon.

        Raises:
            OrderError: there is no weapon of this number.
        """
        if not 0 <= number < len(self.weapons):
            raise OrderError(text, f"there is no weapon {number}", f"0 to {len(self.weapons) - 1}")
        return self.weapons[number]

    def weapon(self, word: str, text: str) -> int:
        """Number of a weapon.

        Raises:
            OrderError: no weapon has this name.
        """
        if word not in self.weapons:
            raise OrderError(text, f"there is no weapon {word!r}", _some_of(self.weapons))
        return self.weapons.index(word)

    def decision(self, side: int, kind: int, unit: int) -> Decision:
        """A decision by its numbers."""
        return Decision(self.side(side), self.decisions[kind].name if kind in self.decisions else "", self.unit(unit))

    def orders(self, records: bytes) -> list[Order]:
        """Orders from their records, packed side by side."""
        size = OrderRecord.dtype.itemsize
        return [self._order(head, records, index * size) for index, head in enumerate(ORDER_HEAD.iter_unpack(records))]

    def _order(self, head: tuple[int, ...], records: bytes, start: int) -> Order:
        """An order from the values before its lists, and the record at ``start`` for those."""
        number, side, facing, companions, unit, target, x, y, count, length = head
        kind = self.kinds[number]
        fields = kind.fields
        record = OrderRecord(memoryview(records), start) if length or companions else None
        return Order(
            kind.name,
            self.side(side) if kind.says_side else "",
            self.unit(unit),
            (x, y) if "place" in fields else None,
            facing if "facing" in fields else None,
            self.unit(target),
            count,
            self._path(record) if record is not None else (),
            self._companions(record) if record is not None else (),
        )

    def _path(self, record: OrderRecord) -> tuple[tuple[int, int], ...]:
        return tuple((place % self.width, place // self.width) for place in record.path[: record.length])

    def _companions(self, record: OrderRecord) -> tuple[str, ...]:
        return tuple(self.unit(slot) for slot in record.companions[: record.companion_count])

    def write_order(self, order: Order, side: int, record: OrderRecord, text: str = "") -> None:
        """Write an order of a side into a record; ``text`` is what messages quote instead of the order itself.

        Raises:
            OrderError: it names something that does not exist, or does not fit into a record.
        """
        text = text or repr(order)
        kind = self.kind_of(order, text)
        record.assign(EMPTY_ORDER)
        record.kind = kind.number
        record.side = side
        record.unit = self.slot(order.unit, text) if order.unit else NOBODY
        record.target = self.slot(order.target, text) if order.target else NOBODY
        record.direction = order.facing if order.facing is not None else NOBODY
        try:
            record.x, record.y = order.place if order.place is not None else (0, 0)
            record.number = order.number
            self._write_lists(order, text, record)
        except FieldError as problem:
            raise OrderError(
                text, f"a number does not fit ({problem})", "numbers that the board and rules know"
            ) from None

    def _write_lists(self, order: Order, text: str, record: OrderRecord) -> None:
        if len(order.path) > PATH_MAX or len(order.companions) > COMPANIONS_MAX:
            limits = f"at most {PATH_MAX} places and {COMPANIONS_MAX} companions"
            raise OrderError(text, "too long a path or too many companions", limits)
        record.length = len(order.path)
        for index, place in enumerate(order.path):
            record.path[index] = self.place_index(place, text)
        record.companion_count = len(order.companions)
        for index, name in enumerate(order.companions):
            record.companions[index] = self.slot(name, text)

    def finding(self, row: tuple[Any, ...], fields: tuple[str, ...]) -> Finding:
        """A finding from the values of its record."""
        values = dict(zip(fields, row, strict=True))
        reason = self.reasons[values["reason"]]
        return Finding(reason.name, reason.rule, self._fill(reason.uses, reason.numbers, values), self.family)

    def told(self, step: int, records: bytes) -> list[Event]:
        """The events of a step from their records, packed side by side."""
        events = []
        for index, (kind, known_to, unit, target, x, y, *numbers) in enumerate(EVENT_NUMBERS.iter_unpack(records)):
            values = {"kind": kind, "known_to": known_to, "unit": unit, "target": target, "x": x, "y": y}
            events.append(self.event(step, index, {**values, "numbers": numbers}))
        return events

    def event(self, step: int, index: int, values: dict[str, Any]) -> Event:
        """An event from the values of its record."""
        kind = self.events[values["kind"]]
        if kind.number == FORCED:
            names: dict[str, int | str] = {"order": self._forced_order(values)}
        else:
            names = self._fill(kind.uses, kind.numbers, values)
        return Event(step, index, kind.name, names, values["known_to"], self.family)

    def _fill(self, uses: tuple[str, ...], numbers: tuple[str, ...], values: dict[str, Any]) -> dict[str, int | str]:
        """What a sentence fills in, from a record's units, place and numbers."""
        filled: dict[str, int | str] = {}
        for name in uses:
            if name in numbers:
                filled[name] = self._number(name, int(values["numbers"][numbers.index(name)]))
            elif name == "place":
                filled[name] = self.notation.place_name(int(values["x"]), int(values["y"]))
            else:
                filled[name] = self.unit(values[name]) or MISSING
        return filled

    def _number(self, name: str, value: int) -> int | str:
        """A number, or the name it stands for."""
        if name == "side":
            return self.side(value)
        if name == "owing":
            return " and ".join(self.sides_in(value)) or MISSING
        if name == "card":
            return self.cards[value]
        if name == "decision":
            return self.decisions[value].name if value in self.decisions else "none"
        if name == "weapon":
            return self.weapons[value]
        if name == "terrain":
            return self.terrain[value]
        if name in PLACE_NUMBERS:
            return self.notation.place_name(value % self.width, value // self.width)
        return value

    def _forced_order(self, values: dict[str, Any]) -> str:
        """The text of an order that was taken because it was the only one; such orders name no path."""
        number, side, count, facing, *companions = values["numbers"]
        head = (number, side, facing, 0, values["unit"], values["target"], values["x"], values["y"], count, 0)
        names = tuple(self.unit(slot) for slot in companions if slot != NOBODY)
        return order_text(msgspec.structs.replace(self._order(head, b"", 0), companions=names), self)


NEEDED = ("place", "facing", "target")
"""Fields that an order must fill in where its kind has them."""


def _refuse_misfit(order: Order, kind: Kind, text: str) -> None:
    """Refuse an order that says more than its kind can say, or less than it must.

    Raises:
        OrderError: it does.
    """
    said = {
        "place": order.place is not None,
        "facing": order.facing is not None,
        "target": bool(order.target),
        "number": order.number != 0 and "weapon" not in kind.fields,
        "path": bool(order.path),
        "companions": bool(order.companions),
    }
    for name, is_said in said.items():
        if is_said and name not in kind.fields:
            raise OrderError(text, f"{kind.name!r} takes no {name}", ", ".join(kind.fields) or "nothing more")
        if name in kind.fields and name in NEEDED and not is_said:
            raise OrderError(text, f"{kind.name!r} says no {name}", f"a {name}")
    if bool(order.unit) != kind.has_unit:
        expected = "a unit" if kind.has_unit else "no unit"
        raise OrderError(text, f"{kind.name!r} is given to {order.unit or 'no unit'}", expected)


def _some_of(names: tuple[str, ...]) -> str:
    """A few of many names, for messages."""
    shown = ", ".join(names[:12])
    return f"one of {shown}" + (f" ... ({len(names)} in all)" if len(names) > 12 else "")
