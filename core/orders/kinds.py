"""What a family declares of its order kinds, decisions and events."""

from __future__ import annotations

from dataclasses import dataclass, field

from enfilade.core.state.messages import EVENT_NUMBERS_MAX

from .words import I16_MAX, refuse_number, refuse_unknown_names, refuse_word

PLUGIN_KIND = 128
"""Order kinds from this number on belong to plug-ins."""
LAST_KIND = 255
LAST_DECISION = 31

LISTS = ("path", "companions")
"""Fields of several words, the last of a line, in this order."""
FIELDS = ("place", "facing", "target", "weapon", "number", *LISTS)
RECORD_NAMES = ("unit", "target", "place")
"""What sentences of findings and events may fill in beside the names of their numbers."""


@dataclass(frozen=True)
class Kind:
    """An order kind.

    Attributes:
        number: 1 to 127 for shipped families, 128 to 255 for plug-ins.
        name: its word in the notation, letters, digits and ``_``; neither ``via`` nor ``with``.
        answers: numbers of the decisions it may answer, 1 to 31.
        fields: what it says beyond unit and kind, in the order of the notation; of ``FIELDS``, the lists last.
        has_unit: whether it is given to a unit, else it is the side's own.
        any_side: whether that unit may belong to another side.
        says_side: whether its orders say whose they are, since no unit does.

    Raises:
        ValueError: one of these is out of its range.
    """

    number: int
    name: str
    answers: tuple[int, ...]
    fields: tuple[str, ...] = ()
    has_unit: bool = True
    any_side: bool = False
    says_side: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "says_side", self.any_side or not self.has_unit)
        refuse_word("order kind", self.name)
        what = f"order kind {self.name!r}"
        refuse_number(what, self.number, 1, LAST_KIND)
        for decision in self.answers:
            refuse_number(f"a decision that {what} answers", decision, 1, LAST_DECISION)
        for given in (self.answers, self.fields):
            if len(set(given)) < len(given):
                raise ValueError(f"{what} names {given}, expected each once")
        self._refuse_fields(what)

    def _refuse_fields(self, what: str) -> None:
        """Refuse fields that are unknown, or in an order in which a line could be read in two ways.

        Raises:
            ValueError: there are some.
        """
        unknown = [name for name in self.fields if name not in FIELDS]
        if unknown:
            raise ValueError(f"{what} has fields {unknown}, expected some of {FIELDS}")
        lists = tuple(name for name in LISTS if name in self.fields)
        if self.fields[len(self.fields) - len(lists) :] != lists:
            raise ValueError(f"{what} has fields {self.fields}, expected {' and '.join(lists)} last")


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision, numbered 1 to 31. An elective one is left to the side even when a single order is legal.

    Raises:
        ValueError: its number is out of range, or its name no word.
    """

    number: int
    name: str
    elective: bool = False

    def __post_init__(self) -> None:
        refuse_word("decision", self.name)
        refuse_number(f"decision {self.name!r}", self.number, 1, LAST_DECISION)


@dataclass(frozen=True)
class EventKind:
    """A kind of event: its number (16 and up for a family's), name, and the names of its numbers.

    ``uses`` are the names its sentence fills in, as in ``Reason``.

    Raises:
        ValueError: its number is out of range, its name no word, or its sentence uses what it does not have.
    """

    number: int
    name: str
    numbers: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_word("event", self.name)
        what = f"event {self.name!r}"
        refuse_number(what, self.number, 1, I16_MAX)
        if len(self.numbers) > EVENT_NUMBERS_MAX:
            raise ValueError(f"{what} has {len(self.numbers)} numbers, expected at most {EVENT_NUMBERS_MAX}")
        own = ("order",) if self.number == FORCED else ()
        refuse_unknown_names(what, self.uses, (*RECORD_NAMES, *self.numbers, *own))


FAMILY_EVENT = 16
"""Events below this are the engine's own."""
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
