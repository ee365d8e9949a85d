"""CORE-3: who is hostile to whom, allied with whom, or neither."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.state.world import World


@kernel
def hostile(world: World, side: int, other: int) -> bool:
    """CORE-3.1: whether a side is hostile to another, as the scenario says; no side (-1) is hostile to none."""
    if side < 0 or other < 0:
        return False
    return (world.rules[0].hostile[side] >> other) & 1 == 1


@kernel
def allies(world: World, side: int) -> int:
    """CORE-3.2: a side and its allies, one bit each."""
    return world.rules[0].allied[side]


@kernel
def plays(world: World, side: int) -> bool:
    """CORE-3.3: whether a side gives orders; a neutral one does not."""
    return (world.rules[0].neutral >> side) & 1 == 0
