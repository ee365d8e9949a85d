"""DRILL-6: a side draws a card."""

from __future__ import annotations

from enfilade.authoring import (
    DISRUPTION,
    IN_DECK,
    NOBODY,
    SEQUENCE,
    SPENT,
    OrderRecord,
    System,
    World,
    die,
    emit,
    find,
    kernel,
)

from .components import Drill, open_drill
from .vocabulary import ALREADY_DREW, DECK_EMPTY, DRAW_KINDS, DREW, HURRY, RALLY, RECOVERED

DECK_STREAM = 2


@kernel
def cards_left(world: World) -> int:
    """DRILL-6.1: how many cards are left in the deck."""
    count = 0
    for i in range(len(world.cards)):
        count += world.cards[i].place == IN_DECK
    return count


@kernel
def may_draw(world: World, drill: Drill, side: int) -> bool:
    """DRILL-6.1: whether a side may draw."""
    return not drill.parties[side].drew and cards_left(world) > 0


@kernel
def check_draw(world: World, order: OrderRecord) -> None:
    """DRILL-6.1: everything that forbids a draw."""
    if open_drill(world).parties[order.side].drew:
        find(world, ALREADY_DREW, NOBODY, NOBODY).numbers[0] = order.side
    if cards_left(world) == 0:
        find(world, DECK_EMPTY, NOBODY, NOBODY)


@kernel
def count_draws(world: World, side: int, unit: int, kind: int) -> int:
    """DRILL-6.1: one, when the side may draw."""
    return 1 if may_draw(world, open_drill(world), side) else 0


@kernel
def drawn_card(world: World, index: int) -> int:
    """The card with that index among those left, or -1."""
    left = index
    for i in range(len(world.cards)):
        if world.cards[i].place == IN_DECK:
            if left == 0:
                return i
            left -= 1
    return NOBODY


@kernel
def apply_draw(world: World, order: OrderRecord) -> None:
    """DRILL-6.1, DRILL-6.2: draw a card and do what it says."""
    drill = open_drill(world)
    clock = world.clock[0]
    clock.owes = 0
    clock.phase = SEQUENCE
    left = cards_left(world)
    if left == 0:
        return
    card = world.cards[drawn_card(world, die(world, DECK_STREAM, order.side, left) - 1)]
    card.place = SPENT
    card.side = order.side
    drill.parties[order.side].drew = True
    event = emit(world, DREW, NOBODY, NOBODY)
    event.numbers[0] = order.side
    event.numbers[1] = card.kind
    if card.kind == HURRY:
        drill.parties[order.side].hurry = 1
    if card.kind == RALLY:
        drill.round[0].rallying = order.side
        clock.phase = DISRUPTION


@kernel
def advance_rally(world: World) -> None:
    """DRILL-6.2: the next shaken unit of the rallying side recovers; after the last one the turn goes on."""
    drill = open_drill(world)
    side = drill.round[0].rallying
    for unit in range(len(world.units)):
        soldier = drill.soldiers[unit]
        if soldier.shaken and world.units[unit].status.alive and world.units[unit].allegiance.side == side:
            soldier.shaken = False
            emit(world, RECOVERED, unit, NOBODY)
            return
    drill.round[0].rallying = NOBODY
    world.clock[0].phase = SEQUENCE


CARD_SYSTEM = System(
    "drill.cards",
    "command",
    DRAW_KINDS,
    check=check_draw,
    count=count_draws,
    apply=apply_draw,
)
RALLY_SYSTEM = System("drill.rally", "disruption", advance=advance_rally)
