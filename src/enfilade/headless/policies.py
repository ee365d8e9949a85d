"""How an order is chosen where nobody is asked: drawn by rank, every legal order equally likely.

The choice depends on the policy's key and on the step alone, in a stream that the rules' dice never use.
"""

from __future__ import annotations

from enfilade.core.engine.kernel import entry, kernel
from enfilade.core.engine.philox import MASK_32, Words
from enfilade.core.engine.uniform import uniform

POLICY_STREAM = 0x0B075


@kernel
def random_rank(key_low: int, key_high: int, step: int, count: int) -> int:
    """A rank below ``count`` (at least 1) for the order of this step."""
    return uniform(Words(0, step & MASK_32, POLICY_STREAM, 0), key_low, key_high, count)


@entry
def choose_rank(key_low: int, key_high: int, step: int, count: int) -> int:
    """The same choice, for a bot in Python."""
    return random_rank(key_low, key_high, step, count)
