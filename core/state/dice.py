"""Dice: three primitives over three sources.

A die is ``die(sides)``, a sum of dice ``dice(count, sides)``, a pool ``pool(count, needed)``: how many of ``count``
six-sided dice show ``needed`` or more. The source is a mark on the desk:

- keyed: Philox under the game's key; the counter is (draw, step, stream, subject). No position is saved, and one more
  die in one stream never shifts a die in another.
- given: faces rolled by players, used up in order.
- enumerated: an odometer. Each roll has some outcomes with integer weights; whoever drives the odometer sees them all
  (``enumerate``).

A stream is 0 to 7 and counts its own draws in a step; a subject is any number, such as a unit's slot.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform

from .fault import fail
from .notes import (
    ENUMERATED,
    FACE_OUT_OF_RANGE,
    GIVEN,
    NO_FACE_LEFT,
    NO_SUCH_DIE,
    POOL_TOO_LARGE,
    STREAMS,
    TOO_MANY_ROLLS,
)
from .world import World, rolls_of

POOL_MAX = 24
"""Dice in one roll at most: the weights of all its outcomes, 6 to this power in all, stay inside 63 bits."""
FACES_MAX = 1 << 32
"""Sides of a die at most: a 32-bit word stands for a face."""
DRAWS_MAX = 1 << 24
WAYS_MAX = 1 << 40
"""Ways of a sum of dice at most, so that they are counted exactly in 63 bits."""


@kernel
def die(world: World, stream: int, subject: int, sides: int) -> int:
    """One roll of a die: 1 to ``sides``."""
    if no_such_die(world, sides):
        return 1
    source = world.notes[0].source
    if source == GIVEN:
        return given_face(world, sides)
    if source == ENUMERATED:
        return 1 + outcome(world, sides, 1, sides)
    return keyed_face(world, stream, subject, sides)


@kernel
def dice(world: World, stream: int, subject: int, count: int, sides: int) -> int:
    """The sum of ``count`` dice."""
    if count <= 0 or no_such_die(world, sides) or sum_too_large(world, count, sides):
        return 0
    if world.notes[0].source == ENUMERATED:
        extra = outcome(world, count * (sides - 1) + 1, 0, power(sides, count))
        weigh(world, ways_to_sum(count, sides, extra))
        return count + extra
    total = 0
    for _ in range(count):
        total += die(world, stream, subject, sides)
    return total


@kernel
def pool(world: World, stream: int, subject: int, count: int, needed: int) -> int:
    """How many of ``count`` six-sided dice show ``needed`` or more."""
    if count <= 0 or pool_too_large(world, count):
        return 0
    if world.notes[0].source == ENUMERATED:
        successes = outcome(world, count + 1, 0, power(6, count))
        weigh(world, ways_to_succeed(count, needed, successes))
        return successes
    successes = 0
    for _ in range(count):
        if die(world, stream, subject, 6) >= needed:
            successes += 1
    return successes


@kernel
def no_such_die(world: World, sides: int) -> bool:
    """Whether a die has no sides or too many; that is a fault."""
    wrong = sides < 1 or sides > FACES_MAX
    if wrong:
        fail(world, NO_SUCH_DIE, sides)
    return wrong


@kernel
def pool_too_large(world: World, count: int) -> bool:
    """Whether a roll has more dice than can be weighed exactly; that is a fault."""
    if count > POOL_MAX:
        fail(world, POOL_TOO_LARGE, count)
    return count > POOL_MAX


@kernel
def sum_too_large(world: World, count: int, sides: int) -> bool:
    """Whether a sum comes about in more ways than can be counted exactly; that is a fault."""
    ways = 1
    for _ in range(min(count, POOL_MAX + 1)):
        ways = ways * sides if ways <= WAYS_MAX // sides else WAYS_MAX + 1
    if count > POOL_MAX or ways > WAYS_MAX:
        fail(world, POOL_TOO_LARGE, count)
        return True
    return False


@kernel
def keyed_face(world: World, stream: int, subject: int, sides: int) -> int:
    """The face that the game's key gives to the next draw of a stream."""
    clock = world.clock[0]
    draws = world.notes[0].draws
    draw = draws[stream % STREAMS]
    draws[stream % STREAMS] = draw + 1
    world.notes[0].rolls += 1
    counter = Words(draw % DRAWS_MAX, clock.step & MASK_32, stream & MASK_32, subject & MASK_32)
    return 1 + uniform(counter, clock.key_low, clock.key_high, sides)


@kernel
def given_face(world: World, sides: int) -> int:
    """The next face that was supplied; none left or one that the die does not have is a fault."""
    notes = world.notes[0]
    if notes.rolls >= notes.faces:
        fail(world, NO_FACE_LEFT, notes.faces)
        return 1
    face = rolls_of(world)[notes.rolls].value
    notes.rolls += 1
    if face < 1 or face > sides:
        fail(world, FACE_OUT_OF_RANGE, face)
        return 1
    return face


@kernel
def outcome(world: World, outcomes: int, weight: int, total: int) -> int:
    """The outcome at which the odometer stands for the next roll; ``weight`` of ``total`` ways lead to it."""
    notes = world.notes[0]
    rolls = rolls_of(world)
    if notes.rolls >= len(rolls):
        fail(world, TOO_MANY_ROLLS, notes.rolls)
        return 0
    roll = rolls[notes.rolls]
    if notes.rolls >= notes.faces:
        roll.value = 0
        notes.faces = notes.rolls + 1
    roll.outcomes = outcomes
    roll.weight = weight
    roll.total = total
    notes.rolls += 1
    return roll.value


@kernel
def weigh(world: World, weight: int) -> None:
    """Say in how many ways the last outcome comes about."""
    notes = world.notes[0]
    if notes.rolls > 0:
        rolls_of(world)[notes.rolls - 1].weight = weight


@kernel
def choose(count: int, taken: int) -> int:
    """Binomial coefficient, for counts up to POOL_MAX."""
    ways = 1
    for i in range(taken):
        ways = ways * (count - i) // (i + 1)
    return ways


@kernel
def power(base: int, exponent: int) -> int:
    """An integer power, for exponents up to POOL_MAX."""
    result = 1
    for _ in range(exponent):
        result *= base
    return result


@kernel
def ways_to_succeed(count: int, needed: int, successes: int) -> int:
    """Rolls of ``count`` six-sided dice, of 6 to the power of count, with just so many showing ``needed`` or more."""
    good = max(0, min(6, 7 - needed))
    return choose(count, successes) * power(good, successes) * power(6 - good, count - successes)


@kernel
def ways_to_sum(count: int, sides: int, extra: int) -> int:
    """Rolls of ``count`` dice whose sum is ``count + extra``, by inclusion and exclusion on the smaller half."""
    ways = 0
    sign = 1
    extra = min(extra, count * (sides - 1) - extra)
    for over in range(count + 1):
        rest = extra - over * sides
        if rest >= 0:
            ways += sign * choose(count, over) * choose(rest + count - 1, count - 1)
        sign = -sign
    return ways
