"""MARCH-1 to MARCH-5: straight moves on squares, the squares they cross, and the squares from which they are blocked.

A step goes one column or row along the longer way and a fraction along the other. All fractions are whole numbers over
the number of steps; a half is rounded down, toward west and north, whatever the direction of travel.

Coordinates are columns and rows from 0 to ``COORDINATE_MAX``, so that every product stays far inside 63 bits.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.engine.kernel import kernel

COORDINATE_MAX = 32_767

CORNERS = 0
EDGES = 1
"""MARCH-D2: what counts as adjacent to a diagonal path: the two corner squares of each step, or all edge neighbours."""


class Straight(NamedTuple):
    """A straight move from one square to another."""

    column: int
    row: int
    to_column: int
    to_row: int


@kernel
def step_count(move: Straight) -> int:
    """MARCH-1, MARCH-2: as many steps as columns or rows moved, whichever are more."""
    return max(abs(move.to_column - move.column), abs(move.to_row - move.row))


@kernel
def column_steps(move: Straight, step: int) -> int:
    """MARCH-3: the column after a step, times the number of steps."""
    return move.column * step_count(move) + step * (move.to_column - move.column)


@kernel
def row_steps(move: Straight, step: int) -> int:
    """MARCH-3: the row after a step, times the number of steps."""
    return move.row * step_count(move) + step * (move.to_row - move.row)


@kernel
def rounded_half_down(numerator: int, denominator: int) -> int:
    """MARCH-4: the nearest whole number to a fraction, a half rounded down; the denominator is above 0."""
    return (2 * numerator + denominator - 1) // (2 * denominator)


@kernel
def path_column(move: Straight, step: int) -> int:
    """MARCH-4: the column of the square that a step enters; step 0 is the start."""
    return rounded_half_down(column_steps(move, step), max(step_count(move), 1)) if step > 0 else move.column


@kernel
def path_row(move: Straight, step: int) -> int:
    """MARCH-4: the row of the square that a step enters; step 0 is the start."""
    return rounded_half_down(row_steps(move, step), max(step_count(move), 1)) if step > 0 else move.row


@kernel
def is_diagonal(move: Straight) -> bool:
    """MARCH-5.2: whether a move goes one row for each column."""
    columns = abs(move.to_column - move.column)
    return columns > 0 and columns == abs(move.to_row - move.row)


@kernel
def either_way(scaled: int, steps: int, value: int) -> bool:
    """MARCH-5.1, MARCH-5.3: whether a fraction rounded down or up is this number; a whole one is only itself."""
    return scaled // steps == value or -(-scaled // steps) == value


@kernel
def is_beside(move: Straight, step: int, column: int, row: int, neighbours: int) -> bool:
    """MARCH-5.2, MARCH-D2: whether a square is adjacent to a diagonal move at this step."""
    to_column = path_column(move, step)
    to_row = path_row(move, step)
    if neighbours == CORNERS:
        from_column = path_column(move, step - 1)
        from_row = path_row(move, step - 1)
        return (column == from_column and row == to_row) or (column == to_column and row == from_row)
    at_start = step == 1 and abs(column - move.column) + abs(row - move.row) == 1
    return at_start or abs(column - to_column) + abs(row - to_row) == 1


@kernel
def contacts(move: Straight, step: int, column: int, row: int, neighbours: int) -> bool:
    """MARCH-5: whether an enemy or neutral unit on a square blocks this step, 1 to ``step_count``, of a move."""
    steps = step_count(move)
    on_path = either_way(column_steps(move, step), steps, column) and either_way(row_steps(move, step), steps, row)
    return on_path or (is_diagonal(move) and is_beside(move, step, column, row, neighbours))
