"""How many steps lie between places of a board, for those who plan on it. No rule depends on it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

Distances = npt.NDArray[np.int32]

FAR = 1 << 30


def distances_to(
    targets: Iterable[tuple[int, int]], blocked: npt.NDArray[np.bool_], *, corners: bool = True
) -> Distances:
    """Steps to the nearest target over places that are not blocked; ``FAR`` where no way leads.

    Args:
        targets: places (x, y).
        blocked: shape (height, width).
        corners: whether a step goes to the places at the corners of one as well.

    Returns:
        Shape (height, width).
    """
    height, width = blocked.shape
    found = np.full((height + 2, width + 2), FAR, np.int32)
    inside = found[1:-1, 1:-1]
    wave = np.zeros((height + 2, width + 2), np.bool_)
    for x, y in targets:
        wave[y + 1, x + 1] = not blocked[y, x]
    steps = 0
    while wave.any():
        inside[wave[1:-1, 1:-1]] = steps
        steps += 1
        spread = wave[:-2] | wave[1:-1] | wave[2:]
        beside = spread if corners else wave[1:-1]
        around = spread[:, 1:-1] | beside[:, :-2] | beside[:, 2:]
        wave[1:-1, 1:-1] = around & ~blocked & (inside == FAR)
    return inside
