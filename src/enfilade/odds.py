"""The exact chances of what an order leads to, by enumeration through the kernels that resolve it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from enfilade.core.orders.names import MISSING, PLACE_NUMBERS, Names
from enfilade.core.orders.said import Event

SHOWN_MAX = 20
"""Words that a message lists at most."""
NOTHING = {"unit": (MISSING,), "target": (MISSING,), "side": ("",), "decision": ("none",)}
"""What events say where there is no unit, no side or no decision."""


class Chance(NamedTuple):
    """One result of an order.

    Attributes:
        probability: exact.
        events: what happens, up to the next decision.
        hash: 64-bit hash of the position it leads to.
    """

    probability: Fraction
    events: tuple[Event, ...]
    hash: int


class UnknownEvent(ValueError):
    """Odds were asked for an event that no battle of this scenario tells of."""


class Odds(tuple[Chance, ...]):
    """All results of an order, the most likely first, those of equal chance in the order of the dice.

    Attributes:
        names: the vocabulary of the battle.
    """

    names: Names

    def __new__(cls, chances: Iterable[Chance], names: Names) -> Odds:
        """Results in their order, told in these words."""
        odds = super().__new__(cls, chances)
        odds.names = names
        return odds

    def __getnewargs__(self) -> tuple[tuple[Chance, ...], Names]:
        return tuple(self), self.names

    def of(self, kind: str, **names: int | str) -> Fraction:
        """The chance that an event of this kind happens, with these names where they are given.

        Args:
            kind: name of an event, such as ``lost``.
            names: what its sentence fills in, as in ``Event.names``.

        Raises:
            UnknownEvent: there is no such event, it has no such name, or nothing is called so.
        """
        _refuse_unknown(kind, names, self.names)
        return sum((chance.probability for chance in self if _has(chance, kind, names)), Fraction(0))


def _has(chance: Chance, kind: str, names: dict[str, int | str]) -> bool:
    """Whether such an event is among those of a result."""
    return any(event.kind == kind and names.items() <= event.names.items() for event in chance.events)


def _refuse_unknown(kind: str, names: dict[str, int | str], known: Names) -> None:
    """Refuse an event that can never be told, whatever the dice show.

    Raises:
        UnknownEvent: it is one.
    """
    uses = {event.name: event.uses for event in known.events.values()}
    if kind not in uses:
        raise UnknownEvent(f"there is no event {kind!r}, expected {_one_of(sorted(uses))}")
    for name, value in names.items():
        if name not in uses[kind]:
            raise UnknownEvent(f"event {kind!r} has no {name!r}, expected {_one_of(uses[kind])}")
        expected = _expected(name, value, known)
        if expected:
            raise UnknownEvent(f"event {kind!r} is asked for with {name} {value!r}, expected {expected}")


def _expected(name: str, value: int | str, known: Names) -> str:
    """What a name of an event stands for, empty when the value is such a thing."""
    words = {
        "unit": known.units,
        "target": known.units,
        "side": known.sides,
        "card": known.cards,
        "weapon": known.weapons,
        "terrain": known.terrain,
        "decision": tuple(decision.name for decision in known.decisions.values()),
    }
    if name in words:
        return "" if value in (*words[name], *NOTHING.get(name, ())) else _one_of(words[name])
    if name in ("place", *PLACE_NUMBERS):
        return "" if _is_place(value, known) else f"a place of the board, such as {known.notation.place_name(0, 0)}"
    return "" if isinstance(value, str if name == "order" else int) else f"a {'line' if name == 'order' else 'number'}"


def _is_place(value: int | str, known: Names) -> bool:
    """Whether events name a place of the board so."""
    at = known.notation.parse_place(value) if isinstance(value, str) else None
    on_board = at is not None and 0 <= at[0] < known.width and 0 <= at[1] < known.height
    return at is not None and on_board and known.notation.place_name(*at) == value


def _one_of(words: Sequence[str]) -> str:
    """Some of the words that there are, for messages."""
    if not words:
        return "none"
    more = f" ... ({len(words)} in all)" if len(words) > SHOWN_MAX else ""
    return "one of: " + ", ".join(words[:SHOWN_MAX]) + more


def merged(chances: list[Chance], names: Names) -> Odds:
    """Results that tell the same events and lead to the same position as one, the most likely first."""
    found: dict[tuple[int, tuple[str, ...]], Chance] = {}
    for chance in chances:
        key = (chance.hash, tuple(repr(event) for event in chance.events))
        earlier = found.get(key)
        if earlier is not None:
            chance = earlier._replace(probability=earlier.probability + chance.probability)
        found[key] = chance
    return Odds(sorted(found.values(), key=lambda chance: -chance.probability), names)
