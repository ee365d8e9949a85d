"""The exact chances of what an order leads to, by enumeration through the kernels that resolve it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from enfilade.core.orders.said import Event


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


class Odds(tuple[Chance, ...]):
    """All results of an order, the most likely first, those of equal chance in the order of the dice."""

    def of(self, kind: str, **names: int | str) -> Fraction:
        """The chance that an event of this kind happens, with these names where they are given.

        >>> Odds().of("lost", unit="R1")
        Fraction(0, 1)
        """
        return sum((chance.probability for chance in self if _has(chance, kind, names)), Fraction(0))


def _has(chance: Chance, kind: str, names: dict[str, int | str]) -> bool:
    """Whether such an event is among those of a result."""
    return any(event.kind == kind and names.items() <= event.names.items() for event in chance.events)


def merged(chances: list[Chance]) -> Odds:
    """Results that tell the same events and lead to the same position as one, the most likely first."""
    found: dict[tuple[int, tuple[str, ...]], Chance] = {}
    for chance in chances:
        key = (chance.hash, tuple(repr(event) for event in chance.events))
        earlier = found.get(key)
        if earlier is not None:
            chance = earlier._replace(probability=earlier.probability + chance.probability)
        found[key] = chance
    return Odds(sorted(found.values(), key=lambda chance: -chance.probability))
