"""Legal orders in canonical order, counted and picked without listing them all.

Canonical order: owing side, unit by slot, order kind, then the kind's own order (places row by row, facings); orders
of the side itself come after those of its units.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.state.messages import NOBODY, KindRecord, OrderRecord
from enfilade.core.state.world import World

from .system import Count, Member

ANY = -1
"""Stands for any side, unit or kind in a filter."""


class Filter(NamedTuple):
    """Which legal orders are meant; ANY in a field means all."""

    side: int
    unit: int
    kind: int


@kernel
def owes(world: World, side: int) -> bool:
    """Whether a side owes the decision."""
    return (world.clock[0].owes >> side) & 1 == 1


@kernel
def admits(world: World, chosen: Filter, side: int, kind: KindRecord) -> bool:
    """Whether orders of this kind may answer the decision and pass the filter."""
    if chosen.kind != ANY and chosen.kind != kind.number:
        return False
    return (kind.answers >> world.clock[0].decision) & 1 == 1 and not world.clock[0].over


@kernel
def may_command(world: World, side: int, unit: int, kind: KindRecord) -> bool:
    """Whether a side may give orders of this kind to a unit, as CORE-1.2 and CORE-1.3 say."""
    clock = world.clock[0]
    if clock.unit != NOBODY and clock.unit != unit:
        return False
    slot = world.units[unit]
    return slot.status.alive and (kind.any_side or slot.allegiance.side == side)


@kernel
def first_unit(world: World, chosen: Filter) -> int:
    """First slot to look at: of all, or the one that the decision is about."""
    if chosen.unit != ANY:
        return chosen.unit
    return 0 if world.clock[0].unit == NOBODY else world.clock[0].unit


@kernel
def end_unit(world: World, chosen: Filter) -> int:
    """One past the last slot to look at."""
    return len(world.units) + 1 if chosen.unit == ANY else chosen.unit + 1


@kernel
def next_unit(world: World, slot: int) -> int:
    """The slot to look at after this one; after the unit that the decision is about comes the side itself."""
    last = len(world.units)
    return slot + 1 if world.clock[0].unit == NOBODY or slot == last else last


@kernel
def is_for_all_sides(world: World, chosen: Filter, side: int) -> bool:
    """CORE-1.3: whether an order that may answer the decision can be about units of any side."""
    for index in range(world.rules[0].kinds):
        if world.kinds[index].any_side and admits(world, chosen, side, world.kinds[index]):
            return True
    return False


@kernel
def is_in_question(world: World, side: int, slot: int, for_all: bool) -> bool:
    """CORE-1.2, CORE-1.3: whether there may be orders for a slot at all: most units are passed over at once."""
    if slot == len(world.units):
        return True
    unit = world.units[slot]
    return unit.status.alive and (for_all or unit.allegiance.side == side)


CountSlot = Kernel[[World, int, int, int], int]
"""As ``Count``, but of a slot (the number of units stands for the side itself) and a place in the table of kinds."""


@specialised
def counted(count: Count) -> CountSlot:
    """The number of legal orders of one side, slot and kind; slot ``len(units)`` is the side itself."""

    @kernel
    def count_slot(world: World, side: int, slot: int, index: int) -> int:
        kind = world.kinds[index]
        if slot == len(world.units):
            return 0 if kind.needs_unit else count(world, side, NOBODY, kind.number)
        if not kind.needs_unit or not may_command(world, side, slot, kind):
            return 0
        return count(world, side, slot, kind.number)

    return count_slot


CountLegal = Kernel[[World, Filter, int], int]
ListLegal = Kernel[[World, Filter, int, int], int]


@specialised
def count_all(count_slot: CountSlot) -> CountLegal:
    """The number of legal orders that pass a filter, counted no further than ``limit``."""

    @kernel
    def count_kinds(world: World, chosen: Filter, side: int, slot: int) -> int:
        total = 0
        for index in range(world.rules[0].kinds):
            if admits(world, chosen, side, world.kinds[index]):
                total += count_slot(world, side, slot, index)
        return total

    @kernel
    def count_legal(world: World, chosen: Filter, limit: int) -> int:
        total = 0
        for side in range(world.rules[0].sides):
            if owes(world, side) and (chosen.side == ANY or chosen.side == side):
                for_all = is_for_all_sides(world, chosen, side)
                slot = first_unit(world, chosen)
                while slot < end_unit(world, chosen) and total < limit:
                    if is_in_question(world, side, slot, for_all):
                        total += count_kinds(world, chosen, side, slot)
                    slot = next_unit(world, slot)
        return total

    return count_legal


@specialised
def count_few(count_slot: CountSlot) -> CountLegal:
    """Whether there are so few legal orders that pass a filter: their number, or ``limit`` or more.

    Kinds are counted from the last one on, which are the ones that end something and cost least to count; those that
    are searched for, such as moves, are asked only where the others do not come to the limit.
    """

    @kernel
    def count_up_to(world: World, chosen: Filter, limit: int) -> int:
        total = 0
        for side in range(world.rules[0].sides):
            if owes(world, side) and (chosen.side == ANY or chosen.side == side):
                for index in range(world.rules[0].kinds - 1, -1, -1):
                    if admits(world, chosen, side, world.kinds[index]):
                        for_all = world.kinds[index].any_side
                        slot = first_unit(world, chosen)
                        while slot < end_unit(world, chosen) and total < limit:
                            if is_in_question(world, side, slot, for_all):
                                total += count_slot(world, side, slot, index)
                            slot = next_unit(world, slot)
        return total

    return count_up_to


@kernel
def begin_order(order: OrderRecord, kind: int, side: int, unit: int) -> None:
    """Set the fields that are common to all orders; the others are left empty."""
    order.kind = kind
    order.side = side
    order.direction = NOBODY
    order.companion_count = 0
    order.unit = unit
    order.target = NOBODY
    order.x = 0
    order.y = 0
    order.number = 0
    order.length = 0


@specialised
def list_all(count_slot: CountSlot, member: Member) -> ListLegal:
    """Legal orders from rank ``start`` on, written into ``world.orders``; how many were written."""

    @kernel
    def list_legal(world: World, chosen: Filter, start: int, room: int) -> int:
        skip = start
        written = 0
        for side in range(world.rules[0].sides):
            if not owes(world, side) or (chosen.side != ANY and chosen.side != side):
                continue
            for_all = is_for_all_sides(world, chosen, side)
            slot = first_unit(world, chosen)
            while slot < end_unit(world, chosen) and written < room:
                for index in range(world.rules[0].kinds if is_in_question(world, side, slot, for_all) else 0):
                    if written >= room or not admits(world, chosen, side, world.kinds[index]):
                        continue
                    count = count_slot(world, side, slot, index)
                    unit = slot if slot < len(world.units) else NOBODY
                    kind = world.kinds[index].number
                    for rank in range(skip, min(count, skip + room - written)):
                        begin_order(world.orders[written], kind, side, unit)
                        member(world, side, unit, kind, rank, world.orders[written])
                        written += 1
                    skip = max(0, skip - count)
                slot = next_unit(world, slot)
        return written

    return list_legal
