"""Sight that is worked out once: answers are kept in the desk's memory, under a key that says all they depend on."""

from __future__ import annotations

from enfilade.components.record import Table
from enfilade.core.board.footprint import Footprint
from enfilade.core.engine.kernel import kernel
from enfilade.core.state.recall import UNKNOWN, recall, remember
from enfilade.core.state.world import World

from .corridor import Walls
from .square import Corner, sees

SIGHT = 1 << 60
"""What sets these keys apart from those of other answers in the same memory: they lie from here to twice this."""
VIEW = 1 << 61
"""The same for what a base sees of a whole grid."""
PLACEMENT_BITS = 30


@kernel
def placement_number(base: Footprint) -> int:
    """A base as a number below 2 ** 30, another for each place and size."""
    return (base.y << 16) | (base.x << 2) | base.size


@kernel
def sight_key(a: Footprint, b: Footprint) -> int:
    """The key of a pair, the same both ways round and another for each pair.

    The lower half is mixed with the upper one, which can be undone, so that memory is filled evenly.
    """
    first, second = placement_number(a), placement_number(b)
    return SIGHT | mixed(min(first, second), max(first, second))


@kernel
def view_key(a: Footprint, b: Footprint) -> int:
    """The key of what one base sees of another that may lie anywhere in its grid: by the grid's first cell."""
    return VIEW | mixed(placement_number(b), placement_number(a))


@kernel
def mixed(low: int, high: int) -> int:
    """Two placement numbers as one."""
    return (high << PLACEMENT_BITS) | (low ^ ((high * 0x2545F491) & ((1 << PLACEMENT_BITS) - 1)))


@kernel
def remembered_sight(world: World, walls: Walls, mark: int, a: Footprint, b: Footprint, corners: Table[Corner]) -> bool:
    """MECH-1.1.4a: whether two ground bases see each other, as ``square.sees`` says, worked out at most now and then.

    Args:
        world: whose desk remembers.
        walls: cells that block sight.
        mark: a number that is another one whenever the walls are.
        a: one base.
        b: the other one.
        corners: scratch.
    """
    key = sight_key(a, b)
    answer = recall(world, key, mark)
    if answer == UNKNOWN:
        answer = int(sees(walls, a, b, corners))
        remember(world, key, mark, answer)
    return answer == 1
