"""One step: take the order, then passes over the systems until a side owes a decision or the battle is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.orders.kinds import FORCED
from enfilade.core.orders.reasons import MALFORMED, NO_SUCH_KIND
from enfilade.core.orders.say import emit, find
from enfilade.core.orders.standing import check_place, check_standing, check_units, is_side, kind_index, well_formed
from enfilade.core.state.fault import fail
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.notes import MALFORMED_ORDER, NO_FAULT, NO_LEGAL_ORDER, TOO_MANY_PASSES
from enfilade.core.state.pending import COMPANIONS_MAX
from enfilade.core.state.world import World, open_world

from .chain import acting_systems, chain_applies, chain_checks, chain_counts, chain_members, chain_passes, in_pass_order
from .legal import ANY, CountLegal, Filter, ListLegal, count_all, count_few, counted, list_all, owes
from .system import Advance, Apply, Check, System

PASSES_MAX = 8192
"""Passes of one step at most, forced decisions included; more is a fault of the rules and voids the step."""

PASS_ON = 0
DECIDE = 1
FINISHED = 2
"""What a step waits for: another pass, a side's decision, nothing (over, or a fault)."""


@specialised
def evaluation(check: Check) -> Kernel[[World, OrderRecord], int]:
    """CORE-1.1, CORE-1.2, CORE-1.3, CORE-1.4: everything that forbids an order, as findings; how many there are."""

    @kernel
    def evaluate(world: World, order: OrderRecord) -> int:
        world.notes[0].findings = 0
        index = kind_index(world, order.kind)
        if index < 0:
            find(world, NO_SUCH_KIND, order.unit, order.target).numbers[0] = order.kind
            return 1
        if not is_side(world, order.side):
            find(world, MALFORMED, order.unit, order.target)
            return 1
        kind = world.kinds[index]
        check_standing(world, order, kind)
        check_units(world, order, kind)
        check_place(world, order, kind)
        if well_formed(world, order):
            check(world, order)
        elif world.notes[0].findings == 0:
            find(world, MALFORMED, order.unit, order.target)
        return world.notes[0].findings

    return evaluate


@kernel
def begin_step(world: World) -> None:
    """Clear the counters of the last step; the dice source stays as it is set."""
    notes = world.notes[0]
    notes.fault = NO_FAULT
    notes.events = 0
    notes.passes = 0
    notes.rolls = 0
    for stream in range(len(notes.draws)):
        notes.draws[stream] = 0
    world.clock[0].step += 1


@specialised
def taking(apply: Apply) -> Kernel[[World], int]:
    """Take the order in hand if it is well formed; whether it was."""

    @kernel
    def take(world: World) -> int:
        begin_step(world)
        if not well_formed(world, world.orders[0]):
            fail(world, MALFORMED_ORDER, world.orders[0].kind)
            return 0
        apply(world, world.orders[0])
        return 1

    return take


@kernel
def is_forced_kind(world: World) -> bool:
    """CORE-2.2, CORE-2.3: whether a single answer is taken at once: one side owes it, and it is not elective."""
    clock = world.clock[0]
    one_side = clock.owes & (clock.owes - 1) == 0
    return one_side and (world.rules[0].elective >> clock.decision) & 1 == 0


@specialised
def answering(count_up_to: CountLegal) -> Kernel[[World], bool]:
    """Whether every side that owes the decision has a legal order to answer it with."""

    @kernel
    def every_side_can(world: World) -> bool:
        for side in range(world.rules[0].sides):
            if owes(world, side) and count_up_to(world, Filter(side, ANY, ANY), 1) == 0:
                return False
        return True

    return every_side_can


@specialised
def waiting(count_up_to: CountLegal, list_legal: ListLegal, apply: Apply) -> Kernel[[World], int]:
    """CORE-2.2: a decision with a single legal answer is taken at once and told, unless it is elective."""
    every_side_can = answering(count_up_to)

    @kernel
    def wait(world: World) -> int:
        clock = world.clock[0]
        notes = world.notes[0]
        if notes.fault != NO_FAULT or clock.over:
            return FINISHED
        notes.passes += 1
        if notes.passes > PASSES_MAX:
            fail(world, TOO_MANY_PASSES, clock.phase)
            return FINISHED
        if clock.owes == 0:
            return PASS_ON
        if not every_side_can(world):
            fail(world, NO_LEGAL_ORDER, clock.decision)
            return FINISHED
        if is_forced_kind(world) and count_up_to(world, Filter(ANY, ANY, ANY), 2) == 1:
            list_legal(world, Filter(ANY, ANY, ANY), 0, 1)
            tell_forced(world, world.orders[0])
            apply(world, world.orders[0])
            return PASS_ON
        return DECIDE

    return wait


@kernel
def tell_forced(world: World, order: OrderRecord) -> None:
    """Say which order was the only one possible; orders that are listed name no path."""
    event = emit(world, FORCED, order.unit, order.target)
    event.x = order.x
    event.y = order.y
    event.numbers[0] = order.kind
    event.numbers[1] = order.side
    event.numbers[2] = order.number
    event.numbers[3] = order.direction
    for i in range(COMPANIONS_MAX):
        event.numbers[4 + i] = order.companions[i] if i < order.companion_count else NOBODY


@specialised
def settling(wait: Kernel[[World], int], one_pass: Advance) -> Kernel[[World], int]:
    """CORE-2.1: passes until a side owes a decision or the battle is over; what the step then waits for."""

    @kernel
    def settle(world: World) -> int:
        state = wait(world)
        for _ in range(PASSES_MAX):
            if state != PASS_ON:
                return state
            one_pass(world)
            state = wait(world)
        return state

    return settle


@specialised
def check_entry(evaluate: Kernel[[World, OrderRecord], int]) -> Entry[..., int]:
    """Findings about the order in hand."""

    @entry
    def check(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        return evaluate(world, world.orders[0])

    return check


@specialised
def take_entry(take: Kernel[[World], int], wait: Kernel[[World], int]) -> Entry[..., int]:
    """Take the order in hand; what the step then waits for."""

    @entry
    def take_order(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        take(world)
        return wait(world)

    return take_order


@specialised
def wait_entry(wait: Kernel[[World], int]) -> Entry[..., int]:
    """What the step waits for after a pass."""

    @entry
    def after_pass(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
        return wait(open_world(arenas, derived, desks, game, desk))

    return after_pass


@specialised
def advance_entry(advance: Advance) -> Entry[..., None]:
    """One thing of one system."""

    @entry
    def advance_system(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> None:
        advance(open_world(arenas, derived, desks, game, desk))

    return advance_system


@specialised
def start_entry(settle: Kernel[[World], int]) -> Entry[..., int]:
    """The passes before the first order; what the game then waits for."""

    @entry
    def start_battle(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        begin_step(world)
        world.clock[0].step -= 1
        return settle(world)

    return start_battle


@specialised
def step_entry(take: Kernel[[World], int], settle: Kernel[[World], int]) -> Entry[..., int]:
    """A whole step without checking the order; what the game then waits for."""

    @entry
    def step_unchecked(arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        take(world)
        return settle(world)

    return step_unchecked


@specialised
def count_entry(count_legal: CountLegal) -> Entry[..., int]:
    """The number of legal orders that pass a filter."""

    @entry
    def count(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, side: int, unit: int, kind: int, limit: int
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        return count_legal(world, Filter(side, unit, kind), limit)

    return count


@specialised
def list_entry(list_legal: ListLegal) -> Entry[..., int]:
    """Legal orders from a rank on, into the desk's orders; how many."""

    @entry
    def list_orders(
        arenas: Arena,
        derived: Arena,
        desks: Arena,
        game: int,
        desk: int,
        side: int,
        unit: int,
        kind: int,
        start: int,
        room: int,
    ) -> int:
        world = open_world(arenas, derived, desks, game, desk)
        return list_legal(world, Filter(side, unit, kind), start, min(room, len(world.orders)))

    return list_orders


@dataclass(frozen=True)
class Pipeline:
    """The systems of a family, joined, with the entries that a battle calls and the kernels that a loop calls.

    Attributes:
        systems: all of them, in the order of a pass.
        acting: those that do something in a pass.
        advances: what these do, one entry each.
    """

    systems: tuple[System, ...]
    acting: tuple[System, ...]
    check: Entry[..., int]
    take: Entry[..., int]
    after_pass: Entry[..., int]
    advances: tuple[Entry[..., None], ...]
    start: Entry[..., int]
    step: Entry[..., int]
    count: Entry[..., int]
    list: Entry[..., int]
    evaluate_kernel: Kernel[[World, OrderRecord], int]
    count_legal: CountLegal
    list_legal: ListLegal
    take_kernel: Kernel[[World], int]
    settle_kernel: Kernel[[World], int]

    @classmethod
    def of(cls, systems: tuple[System, ...]) -> Pipeline:
        """Join systems into a pipeline; the same systems give the same kernels."""
        ordered = in_pass_order(systems)
        acting = acting_systems(systems)
        evaluate = evaluation(chain_checks(ordered))
        apply = chain_applies(ordered)
        count_slot = counted(chain_counts(ordered))
        count_legal = count_all(count_slot)
        list_legal = list_all(count_slot, chain_members(ordered))
        take = taking(apply)
        wait = waiting(count_few(count_slot), list_legal, apply)
        settle = settling(wait, chain_passes(ordered))
        return cls(
            systems=ordered,
            acting=acting,
            check=check_entry(evaluate),
            take=take_entry(take, wait),
            after_pass=wait_entry(wait),
            advances=tuple(advance_entry(system.advance) for system in acting),
            start=start_entry(settle),
            step=step_entry(take, settle),
            count=count_entry(count_legal),
            list=list_entry(list_legal),
            evaluate_kernel=evaluate,
            count_legal=count_legal,
            list_legal=list_legal,
            take_kernel=take,
            settle_kernel=settle,
        )

    def entries(self) -> tuple[Entry[..., Any], ...]:
        """Every entry, for whoever compiles them ahead."""
        return (self.check, self.take, self.after_pass, *self.advances, self.start, self.step, self.count, self.list)
