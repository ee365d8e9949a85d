"""A unit: one packed record that holds all its components."""

from .activity import Activity
from .allegiance import Allegiance
from .base import Base
from .condition import Condition
from .facing import Facing
from .position import Position
from .record import Record, i16, i64
from .status import Status

UNIT_BYTES_MAX = 96


class Unit(Record):
    """One unit, at most 96 bytes; its slot in the table is its id. Absent components are zero."""

    components: i64  # bit n: the n-th component class of COMPONENTS is present
    type: i16  # index into the unit types of the scenario
    position: Position
    facing: Facing
    base: Base
    allegiance: Allegiance
    status: Status
    condition: Condition
    activity: Activity


COMPONENTS = (Position, Facing, Base, Allegiance, Status, Condition, Activity)
"""Component classes in the order of their bits in ``Unit.components``; each is the field of its name in lower case."""


def component_bits(*components: type[Record]) -> int:
    """The bit set of these component classes.

    >>> component_bits(Position, Status)
    17
    """
    return sum(1 << COMPONENTS.index(component) for component in components)
