"""CORE-1: whether an order may be given at all, before any system looks at what it would do."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.state.messages import NOBODY, KindRecord, OrderRecord
from enfilade.core.state.pending import PATH_MAX
from enfilade.core.state.world import World

from .reasons import (
    BATTLE_OVER,
    NO_SUCH_TARGET,
    NO_SUCH_UNIT,
    NOT_ON_BOARD,
    NOT_OWED,
    NOT_THE_ANSWER,
    OTHER_UNIT_DECIDES,
    UNIT_DECIDES_FIRST,
    UNIT_LOST,
    UNIT_OF_ANOTHER_SIDE,
)
from .say import find


@kernel
def kind_index(world: World, number: int) -> int:
    """Place of an order kind in the table of kinds, or -1."""
    for i in range(world.rules[0].kinds):
        if world.kinds[i].number == number:
            return i
    return NOBODY


@kernel
def is_unit(world: World, unit: int) -> bool:
    """Whether this is the slot of a unit."""
    return unit >= 0 and unit < len(world.units)


@kernel
def on_board(world: World, x: int, y: int) -> bool:
    """Whether a place lies on the board."""
    return x >= 0 and y >= 0 and x < world.rules[0].width and y < world.rules[0].height


@kernel
def is_side(world: World, side: int) -> bool:
    """Whether this is the number of a side."""
    return side >= 0 and side < world.rules[0].sides


@kernel
def names_unit(world: World, needed: bool, unit: int) -> bool:
    """CORE-1.1: a unit is named where the kind needs one, and none where it does not."""
    return is_unit(world, unit) if needed else unit == NOBODY


@kernel
def well_formed(world: World, order: OrderRecord) -> bool:
    """CORE-1.1: an order names a kind, a side, units, places and directions that exist, whatever it asks of them."""
    index = kind_index(world, order.kind)
    if index < 0 or not is_side(world, order.side):
        return False
    kind = world.kinds[index]
    if not names_unit(world, kind.needs_unit, order.unit) or not names_unit(world, kind.needs_target, order.target):
        return False
    if kind.has_place and not on_board(world, order.x, order.y):
        return False
    if kind.facings > 0 and not 0 <= order.direction < kind.facings:
        return False
    return well_formed_lists(world, order)


@kernel
def well_formed_lists(world: World, order: OrderRecord) -> bool:
    """CORE-1.1: companions are units, and the path is no longer than a path can be and stays on the board."""
    if order.length < 0 or order.length > PATH_MAX:
        return False
    if order.companion_count < 0 or order.companion_count > len(order.companions):
        return False
    for i in range(order.length):
        if order.path[i] < 0 or order.path[i] >= world.rules[0].width * world.rules[0].height:
            return False
    for i in range(order.companion_count):
        if not is_unit(world, order.companions[i]):
            return False
    return True


@kernel
def check_standing(world: World, order: OrderRecord, kind: KindRecord) -> None:
    """CORE-1.2: an order answers the decision that is owed, and comes from the side that owes it."""
    clock = world.clock[0]
    if clock.over:
        find(world, BATTLE_OVER, order.unit, order.target)
        return
    if (clock.owes >> order.side) & 1 == 0:
        find(world, NOT_OWED, order.unit, order.target).numbers[0] = order.side
    if (kind.answers >> clock.decision) & 1 == 0:
        find_unanswered(world, order.unit)
    elif kind.needs_unit and clock.unit != NOBODY and clock.unit != order.unit:
        find(world, OTHER_UNIT_DECIDES, order.unit, clock.unit)


@kernel
def find_unanswered(world: World, unit: int) -> None:
    """CORE-1.2: a finding about an order that leaves the decision owed unanswered: who owes it, about which unit."""
    clock = world.clock[0]
    reason = NOT_THE_ANSWER if clock.unit == NOBODY else UNIT_DECIDES_FIRST
    finding = find(world, reason, unit, clock.unit)
    finding.numbers[0] = clock.decision
    finding.numbers[1] = clock.owes


@kernel
def check_units(world: World, order: OrderRecord, kind: KindRecord) -> None:
    """CORE-1.3: the units an order names exist and live, and its own unit belongs to the side that gives it."""
    if kind.needs_unit:
        if not is_unit(world, order.unit):
            find(world, NO_SUCH_UNIT, NOBODY, NOBODY)
        else:
            unit = world.units[order.unit]
            if not unit.status.alive:
                find(world, UNIT_LOST, order.unit, NOBODY)
            if unit.allegiance.side != order.side and not kind.any_side:
                find(world, UNIT_OF_ANOTHER_SIDE, order.unit, NOBODY).numbers[0] = unit.allegiance.side
    if kind.needs_target:
        if not is_unit(world, order.target):
            find(world, NO_SUCH_TARGET, order.unit, NOBODY)
        elif not world.units[order.target].status.alive:
            find(world, UNIT_LOST, order.target, NOBODY)


@kernel
def check_place(world: World, order: OrderRecord, kind: KindRecord) -> None:
    """CORE-1.4: the place an order names lies on the board."""
    if kind.has_place and not on_board(world, order.x, order.y):
        finding = find(world, NOT_ON_BOARD, order.unit, NOBODY)
        finding.x = order.x
        finding.y = order.y
