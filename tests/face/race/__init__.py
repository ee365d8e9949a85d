"""Race: the smallest family, with one order kind and one rule.

- RACE-1.1: In turn each side moves one of its units one or two squares east; the first on the last column wins.
"""

from __future__ import annotations

from pathlib import Path

from enfilade.authoring import (
    FAMILY_EVENT,
    FAMILY_REASON,
    NOBODY,
    PLUGIN_KIND,
    SEQUENCE,
    DecisionKind,
    EventKind,
    Family,
    Kind,
    OrderRecord,
    Reason,
    System,
    World,
    emit,
    find,
    kernel,
)

RUN = Kind(PLUGIN_KIND, "run", answers=(1,), fields=("number",))
TURN = DecisionKind(1, "turn", elective=True)
RAN = EventKind(FAMILY_EVENT, "ran", ("steps",), ("unit", "steps"))
WRONG_STEPS = Reason(FAMILY_REASON, "wrong_steps", "RACE-1.1", ("steps", "most"), ("unit", "steps", "most"))
RAN_NUMBER, WRONG_STEPS_NUMBER = RAN.number, WRONG_STEPS.number


@kernel
def most_steps(world: World, unit: int) -> int:
    """RACE-1.1: how far a unit may run."""
    return min(2, world.rules[0].width - 1 - world.units[unit].position.x)


@kernel
def check(world: World, order: OrderRecord) -> None:
    """RACE-1.1: what forbids a run."""
    if order.number < 1 or order.number > most_steps(world, order.unit):
        finding = find(world, WRONG_STEPS_NUMBER, order.unit, NOBODY)
        finding.numbers[0] = order.number
        finding.numbers[1] = most_steps(world, order.unit)


@kernel
def count(world: World, side: int, unit: int, kind: int) -> int:
    """RACE-1.1: one run for every number of steps."""
    return most_steps(world, unit)


@kernel
def member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """RACE-1.1: the shortest run first."""
    out.number = index + 1


@kernel
def apply(world: World, order: OrderRecord) -> None:
    """RACE-1.1: the unit runs; then somebody else decides."""
    steps = max(0, min(int(order.number), most_steps(world, order.unit)))
    world.units[order.unit].position.x += steps
    emit(world, RAN_NUMBER, order.unit, NOBODY).numbers[0] = steps
    world.clock[0].owes = 0
    world.clock[0].phase = SEQUENCE


@kernel
def advance(world: World) -> None:
    """RACE-1.1: the race is won, or it is the next side's turn."""
    clock = world.clock[0]
    for unit in range(len(world.units)):
        if most_steps(world, unit) == 0:
            clock.over = True
            clock.winners = 1 << world.units[unit].allegiance.side
            clock.reason = 1
            return
    clock.turn += 1
    clock.side = (clock.side + 1) % world.rules[0].sides
    clock.decision = 1
    clock.owes = 1 << clock.side


FAMILY = Family(
    name="race",
    revision=1,
    systems=(
        System("race.run", "sequence", (RUN,), advance=advance, check=check, count=count, member=member, apply=apply),
    ),
    decisions=(TURN,),
    events=(RAN,),
    reasons=(WRONG_STEPS,),
    results=("", "first on the last column"),
    folders=(Path(__file__).parent,),
)
