"""What is no argument of a ruling is refused by an error that says what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import enfilade as ef

FLAT = np.zeros((4, 4), np.int64)
BASE = ef.Base(500, 300)


@pytest.mark.parametrize(
    "ruling",
    [
        lambda: ef.sight_between(FLAT, (0, 0, 1), (2, 2, 1), lines=["any"]),  # type: ignore[arg-type]
        lambda: ef.in_front((0, 0, 1), 0, (0, 0, 1), same_grid_arc={}),  # type: ignore[arg-type]
        lambda: ef.hex_sight(ef.HexTerrain([[0, 0]]), (0, 0), (1, 0), spine=[]),  # type: ignore[arg-type]
        lambda: ef.march_contact((0, 0), (2, 2), neighbours=["corners"]),  # type: ignore[arg-type]
        lambda: ef.ground_distance(BASE, BASE, [5]),  # type: ignore[list-item]
        lambda: ef.ground_distance(BASE, BASE, 5),  # type: ignore[arg-type]
        lambda: ef.ground_sight((500, 300), BASE),  # type: ignore[arg-type]
        lambda: ef.path_length((0, 0), 5),  # type: ignore[arg-type]
        lambda: ef.Base(np.array([1, 2]), 3),  # type: ignore[arg-type]
    ],
)
def test_argument_of_another_kind_is_refused(ruling: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        ruling()
