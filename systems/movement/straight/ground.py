"""The ground of a battle as a whole, for those who plan on it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from enfilade.core.board.bits import WORD_BITS
from enfilade.core.board.ground import LAYERS
from enfilade.core.state.world import World

from .tables import march_of


def impassable_squares(world: World, unit: int) -> npt.NDArray[np.bool_]:
    """MARCH-X4: where a unit cannot set its foot, shape (height, width)."""
    rules = world.rules[0]
    march = march_of(world)
    words = march.rules[0].words
    first = march.marchers[unit].footing * LAYERS * rules.height * words
    layer = march.ground.records()["bits"][first : first + rules.height * words].reshape(rules.height, words)
    bits = (layer[:, :, None] >> np.arange(WORD_BITS)) & 1
    return bits.reshape(rules.height, -1)[:, WORD_BITS : WORD_BITS + rules.width].astype(np.bool_)
