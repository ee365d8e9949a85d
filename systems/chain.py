"""Systems joined into one kernel each for checking, counting, listing, applying and passing.

Compiled code cannot loop over different functions, so each system is wrapped around the rest: it answers for its own
order kinds, or in its own phase, and hands everything else on. The order of the systems is the order of the wrapping.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import World

from .kinds import Span, spans
from .system import (
    Advance,
    Apply,
    Check,
    Count,
    Member,
    System,
    no_advance,
    no_apply,
    no_check,
    no_count,
    no_member,
)

K = TypeVar("K", bound=Kernel[..., Any])


@specialised
def check_or_rest(first: int, last: int, check: Check, rest: Check) -> Check:
    """``check`` for order kinds from first to last, ``rest`` for the others."""

    @kernel
    def chained(world: World, order: OrderRecord) -> None:
        if order.kind >= first and order.kind <= last:
            check(world, order)
        else:
            rest(world, order)

    return chained


@specialised
def count_or_rest(first: int, last: int, count: Count, rest: Count) -> Count:
    """``count`` for order kinds from first to last, ``rest`` for the others."""

    @kernel
    def chained(world: World, side: int, unit: int, kind: int) -> int:
        if kind >= first and kind <= last:
            return count(world, side, unit, kind)
        return rest(world, side, unit, kind)

    return chained


@specialised
def member_or_rest(first: int, last: int, member: Member, rest: Member) -> Member:
    """``member`` for order kinds from first to last, ``rest`` for the others."""

    @kernel
    def chained(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
        if kind >= first and kind <= last:
            member(world, side, unit, kind, index, out)
        else:
            rest(world, side, unit, kind, index, out)

    return chained


@specialised
def apply_or_rest(first: int, last: int, apply: Apply, rest: Apply) -> Apply:
    """``apply`` for order kinds from first to last, ``rest`` for the others."""

    @kernel
    def chained(world: World, order: OrderRecord) -> None:
        if order.kind >= first and order.kind <= last:
            apply(world, order)
        else:
            rest(world, order)

    return chained


@specialised
def advance_then_rest(phase: int, advance: Advance, rest: Advance) -> Advance:
    """One thing of the system if the phase is its own and nothing is owed, then the later systems."""

    @kernel
    def chained(world: World) -> None:
        clock = world.clock[0]
        if clock.phase == phase and clock.owes == 0 and not clock.over and world.notes[0].fault == NO_FAULT:
            advance(world)
        rest(world)

    return chained


def in_pass_order(systems: tuple[System, ...]) -> tuple[System, ...]:
    """Systems by their place in the pass; those of one place keep the order in which they are given."""
    return tuple(sorted(systems, key=lambda system: system.phase))


def acting_systems(systems: tuple[System, ...]) -> tuple[System, ...]:
    """The systems that do something in a pass, in its order."""
    return tuple(system for system in in_pass_order(systems) if system.advance is not no_advance)


def chain_checks(systems: tuple[System, ...]) -> Check:
    """One check for all order kinds."""
    return _chained(systems, no_check, lambda span, rest: check_or_rest(*span[:2], span.system.check, rest))


def chain_counts(systems: tuple[System, ...]) -> Count:
    """One count for all order kinds."""
    return _chained(systems, no_count, lambda span, rest: count_or_rest(*span[:2], span.system.count, rest))


def chain_members(systems: tuple[System, ...]) -> Member:
    """One list of members for all order kinds."""
    return _chained(systems, no_member, lambda span, rest: member_or_rest(*span[:2], span.system.member, rest))


def chain_applies(systems: tuple[System, ...]) -> Apply:
    """One effect for all order kinds."""
    return _chained(systems, no_apply, lambda span, rest: apply_or_rest(*span[:2], span.system.apply, rest))


def chain_passes(systems: tuple[System, ...]) -> Advance:
    """One pass over all systems in order."""
    chained: Advance = no_advance
    for system in reversed(acting_systems(systems)):
        chained = advance_then_rest(system.phase, system.advance, chained)
    return chained


def _chained(systems: tuple[System, ...], last: K, link: Callable[[Span, K], K]) -> K:
    """The systems' kernels linked by the order kinds they own, the lowest kinds outermost."""
    for span in reversed(spans(systems)):
        last = link(span, last)
    return last
