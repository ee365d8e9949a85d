"""What a family declares of its order kinds, decisions and events."""

from __future__ import annotations

from dataclasses import dataclass

PLUGIN_KIND = 128
"""Order kinds from this number on belong to plug-ins."""

FIELDS = ("place", "facing", "target", "number", "path", "companions")


@dataclass(frozen=True)
class Kind:
    """An order kind.

    Attributes:
        number: 1 to 127 for shipped families, 128 to 255 for plug-ins.
        name: its word in the notation.
        answers: numbers of the decisions it may answer, 1 to 31.
        fields: what it says beyond unit and kind, in the order of the notation; of ``FIELDS``.
        has_unit: whether it is given to a unit, else it is the side's own.
        any_side: whether that unit may belong to another side.
    """

    number: int
    name: str
    answers: tuple[int, ...]
    fields: tuple[str, ...] = ()
    has_unit: bool = True
    any_side: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 255:
            raise ValueError(f"order kind {self.name!r} has number {self.number}, expected 1 to 255")
        unknown = [name for name in self.fields if name not in FIELDS]
        if unknown:
            raise ValueError(f"order kind {self.name!r} has fields {unknown}, expected some of {FIELDS}")


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision. An elective one is left to the side even when a single order is legal."""

    number: int
    name: str
    elective: bool = False


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its number (16 and up for a family's), name, and the names of its numbers.

    ``uses`` are the names its sentence fills in, as in ``Reason``.
    """

    number: int
    name: str
    numbers: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


FAMILY_EVENT = 16
FORCED = 1
UNDONE = 2
REDONE = 3
RESTORED = 4
ENGINE_EVENTS = (
    EventKind(FORCED, "forced", (), ("order",)),
    EventKind(UNDONE, "undone", ("step",), ("step",)),
    EventKind(REDONE, "redone", ("step",), ("step",)),
    EventKind(RESTORED, "restored", ("step",), ("step",)),
)
