"""Who is hostile to whom."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel
from enfilade.core.state.world import World


@kernel
def hostile(world: World, side: int, other: int) -> bool:
    """Whether a side is hostile to another, as the scenario's matrix says. A neutral side is -1 and hostile to none."""
    if side < 0 or other < 0:
        return False
    return (world.rules[0].hostile[side] >> other) & 1 == 1
