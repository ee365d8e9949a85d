"""The enumerated dice source driven inside a kernel: all outcomes of a step, each with its share of the chances.

``enumerate`` is the same for Python, with fractions. Here a chance is a share of ``WHOLE``, rounded down.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel

from .notes import ENUMERATED
from .world import World, rolls_of

WHOLE_BITS = 40
WHOLE = 1 << WHOLE_BITS
"""The share of all outcomes together."""
TOTAL_BITS_MAX = 22
"""Ways of one roll are counted in so many bits, so that a share times some of them fits 63."""


@kernel
def begin_outcomes(world: World) -> None:
    """Let the next step come out as the first outcome of each of its rolls."""
    world.notes[0].source = ENUMERATED
    world.notes[0].faces = 0


@kernel
def last_to_turn(world: World) -> int:
    """The last roll of the step that may turn: after an impossible one nothing that follows it is visited."""
    rolls = rolls_of(world)
    for index in range(world.notes[0].rolls):
        if rolls[index].weight == 0:
            return index
    return world.notes[0].rolls - 1


@kernel
def next_outcome(world: World) -> bool:
    """Let the next step come out as the outcome after that of the last step; false when there is none."""
    rolls = rolls_of(world)
    for index in range(last_to_turn(world), -1, -1):
        if rolls[index].value + 1 < rolls[index].outcomes:
            rolls[index].value += 1
            world.notes[0].faces = index + 1
            return True
    return False


@kernel
def share_of_rolls(world: World) -> int:
    """The chance that the rolls of the last step come out as they did, of ``WHOLE``."""
    rolls = rolls_of(world)
    share = WHOLE
    for index in range(world.notes[0].rolls):
        weight, total = rolls[index].weight, rolls[index].total
        while total >> TOTAL_BITS_MAX > 0:
            weight >>= 1
            total >>= 1
        share = share * weight // total
    return share


@kernel
def outcomes_at_least(world: World, limit: int) -> int:
    """The outcomes of the last step's rolls taken together, counted no further than ``limit``."""
    rolls = rolls_of(world)
    count = 1
    for index in range(world.notes[0].rolls):
        count = min(count * rolls[index].outcomes, limit)
    return count
