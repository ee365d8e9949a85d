"""Square roots and fractions compared in whole numbers."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel

ROOT_BITS = 31
FRACTION_STEPS = 64
"""Steps of Euclid's algorithm, at most, on numbers of which one is below 2**32."""


@kernel
def integer_root(square: int) -> int:
    """The square root of 0 to 2**62 - 1, rounded down."""
    root = 0
    for place in range(ROOT_BITS):
        larger = root + (1 << (ROOT_BITS - 1 - place))
        if larger * larger <= square:
            root = larger
    return root


@kernel
def sign(number: int) -> int:
    """-1, 0 or 1."""
    return int(number > 0) - int(number < 0)


@kernel
def compare_with_root(over: int, under: int, square: int) -> int:
    """The sign of ``over / under - sqrt(square)``.

    Exact for 0 <= over < 2**63, 0 < under <= 2**31, 0 <= square < 2**60.
    """
    root = integer_root(square)
    whole = over // under
    if whole != root:
        return 1 if whole > root else -1
    rest = over - whole * under  # both squared: 2 * root * rest / under + (rest / under) ** 2, and square - root ** 2
    more = 2 * root * rest + rest * rest // under - (square - root * root) * under
    return 1 if more == 0 and rest * rest % under > 0 else sign(more)


@kernel
def sign_of_sum(number: int, times: int, square: int) -> int:
    """The sign of ``number + times * sqrt(square)``, in the bounds of ``compare_with_root``; square is above 0."""
    if number >= 0 and times >= 0:
        return int(number > 0 or times > 0)
    if number <= 0 and times <= 0:
        return -1
    order = compare_with_root(abs(number), abs(times), square)
    return order if number > 0 else -order


@kernel
def compare_fractions(over: int, under: int, other_over: int, other_under: int) -> int:
    """The sign of ``over / under - other_over / other_under``; nothing is negative, ``other_under`` below 2**32.

    Whole parts are compared first, then the reciprocals of what is left, the other way round.
    """
    direction = 1
    for _ in range(FRACTION_STEPS):
        whole = over // under
        other_whole = other_over // other_under
        if whole != other_whole:
            return direction if whole > other_whole else -direction
        rest = over - whole * under
        other_rest = other_over - other_whole * other_under
        if rest == 0 or other_rest == 0:
            return direction * (int(rest > 0) - int(other_rest > 0))
        over, under, other_over, other_under = under, rest, other_under, other_rest
        direction = -direction
    return 0
