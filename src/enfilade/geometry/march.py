"""Straight marches on squares."""

from __future__ import annotations

import operator

from enfilade.core.relations.reach.shadows import contacts_of_step
from enfilade.core.relations.reach.straight import (
    COORDINATE_MAX,
    CORNERS,
    EDGES,
    Straight,
    path_column,
    path_row,
    step_count,
)

Square = tuple[int, int]
NEIGHBOURS = {"corners": CORNERS, "edges": EDGES}


class BadSquare(ValueError):
    """What was given as a square is none."""

    def __init__(self, square: object) -> None:
        super().__init__(f"square {square!r}, expected (column, row), whole numbers from 0 to {COORDINATE_MAX}")


def march_squares(start: Square, end: Square) -> list[Square]:
    """MARCH-4: the squares of a straight march, for terrain: one a step, halves rounded down.

    Args:
        start: (column, row), columns growing east and rows south, 0 to 32,767.
        end: the same.

    Returns:
        The squares in order, start and end included.

    Raises:
        BadSquare: a square is no pair of whole numbers in that range.

    >>> march_squares((3, 1), (7, 3))
    [(3, 1), (4, 1), (5, 2), (6, 2), (7, 3)]
    """
    move = _straight(start, end)
    return [(path_column(move, step), path_row(move, step)) for step in range(step_count(move) + 1)]


def march_contact(start: Square, end: Square, *, neighbours: str = "corners") -> list[Square]:
    """MARCH-5: the squares in which an enemy or neutral unit blocks a straight march.

    Args:
        start: as for ``march_squares``; its own square is never tested.
        end: as for ``march_squares``; its square is tested.
        neighbours: MARCH-D2, what counts as adjacent to a diagonal march: ``corners``, the two corner squares of each
            step, or ``edges``, every square that shares an edge with the path, the start's included.

    Returns:
        The squares in the order of the first step they block, row by row within a step; those off the map to the west
        or north are left out.

    Raises:
        BadSquare: a square is no pair of whole numbers in that range.
        ValueError: ``neighbours`` is neither of the two.

    >>> march_contact((8, 2), (12, 4))
    [(9, 2), (9, 3), (10, 3), (11, 3), (11, 4), (12, 4)]
    """
    if neighbours not in [*NEIGHBOURS]:
        raise ValueError(f"neighbours {neighbours!r}, expected one of {', '.join(NEIGHBOURS)}")
    move = _straight(start, end)
    found: dict[Square, None] = {}
    for step in range(1, step_count(move) + 1):
        found.update(dict.fromkeys(contacts_of_step(move, step, NEIGHBOURS[neighbours])))
    return [square for square in found if min(square) >= 0]


def _straight(start: Square, end: Square) -> Straight:
    """The straight move between two squares."""
    return Straight(*_checked(start), *_checked(end))


def _checked(square: Square) -> Square:
    """A square, if it is one."""
    try:
        column, row = (operator.index(value) for value in square)
    except (TypeError, ValueError):
        raise BadSquare(square) from None
    if not (0 <= column <= COORDINATE_MAX and 0 <= row <= COORDINATE_MAX):
        raise BadSquare(square)
    return column, row
