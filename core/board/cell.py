"""One cell of a board, as the scenario's map draws it."""

from enfilade.components.record import Record, i16


class Cell(Record):
    """Terrain of a cell; what the kinds mean is said by the family's legend."""

    kind: i16
    height: i16
