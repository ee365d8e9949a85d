"""One table: which system owns which order kind. Checking, listing and applying all go by it."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.orders.kinds import LISTS, Kind
from enfilade.core.orders.words import refuse_same

from .system import System, no_count, no_member


class Owned(NamedTuple):
    """An order kind and the system that owns it."""

    kind: Kind
    system: System


class Span(NamedTuple):
    """Neighbouring order kinds of one system, by number."""

    first: int
    last: int
    system: System


def kind_table(systems: tuple[System, ...]) -> dict[int, Owned]:
    """The order kinds of these systems, by number, lowest first.

    Raises:
        ValueError: two kinds have one number or one name, or a system counts orders that it cannot write.
    """
    found = sorted(
        (Owned(kind, system) for system in systems for kind in system.kinds), key=lambda own: own.kind.number
    )
    refuse_same("order kinds", [own.kind for own in found])
    for kind, system in found:
        _refuse_unwritten(kind, system)
    return {own.kind.number: own for own in found}


def _refuse_unwritten(kind: Kind, system: System) -> None:
    """Refuse a system that says how many orders there are, but not what is in them.

    Raises:
        ValueError: it is one.
    """
    fields = [name for name in kind.fields if name not in LISTS]
    if fields and system.count is not no_count and system.member is no_member:
        what = f"system {system.name!r} counts the orders of kind {kind.name!r}"
        raise ValueError(f"{what}, expected a kernel 'member' that writes their {' and '.join(fields)}")


def spans(systems: tuple[System, ...]) -> list[Span]:
    """The same table with neighbouring kinds of one system put together, for compiled code to go by."""
    found: list[Span] = []
    for number, (_, system) in kind_table(systems).items():
        if found and found[-1].system is system:
            found[-1] = found[-1]._replace(last=number)
        else:
            found.append(Span(number, number, system))
    return found
