"""One cell of a board, as the scenario's map draws it."""

from enfilade.components.record import Record, i16

OPEN, LOW, WALL, FRAGILE, FRAGILE_WALL = 0, 1, 2, 3, 4
"""MECH-X4: kinds of terrain on large grids; the fragile ones can be destroyed."""

BLOCKING_HEIGHT = 3
"""MECH-D2: terrain of this height or more blocks sight."""

FORD = -1
"""The bank of a square that lies on both sides of a river."""


class Cell(Record):
    """MARCH-X2: terrain and defensive rating of a cell; what the kinds mean is said by the family's legend."""

    kind: i16
    height: i16
    rating: i16  # of defence
    bank: i16  # of a river: a number from 1, FORD, or 0 for none
