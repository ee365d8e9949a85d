"""Reasons: why an order is refused, each with its rule and the names of its numbers. Sentences are data beside this."""

from __future__ import annotations

from dataclasses import dataclass

from enfilade.core.state.messages import NUMBERS_MAX

from .kinds import RECORD_NAMES
from .words import I16_MAX, refuse_number, refuse_unknown_names, refuse_word

FAMILY_REASON = 32
"""Reasons below this are the engine's own."""

BATTLE_OVER = 1
NOT_OWED = 2
NOT_THE_ANSWER = 3
OTHER_UNIT_DECIDES = 4
NO_SUCH_UNIT = 5
UNIT_LOST = 6
UNIT_OF_ANOTHER_SIDE = 7
NO_SUCH_TARGET = 8
NOT_ON_BOARD = 9
NO_SUCH_KIND = 10
MALFORMED = 11
UNIT_DECIDES_FIRST = 12

BASES_TOUCH = 16
BASE_LINE_CLEAR = 17
BASE_LINES_BLOCKED = 18
CENTRE_LINE_CLEAR = 19
CENTRE_LINE_BLOCKED = 20
SEEN_FROM_ABOVE = 21
GROUND_CLEAR = 22
GROUND_BLOCKED = 23

HEX_SIGHT = 24
"""FORM-11: the first reason for sight, or none, between hexes, in the order of what decides in ``sight.hexes``."""


@dataclass(frozen=True)
class Reason:
    """One reason.

    Attributes:
        number: as kernels give it; 32 and up for a family's.
        name: key of its sentence.
        rule: number of the rule it follows.
        numbers: what the numbers of a finding mean, in order. A sentence uses exactly the names in ``uses``. Some are
            told by name: ``side``, ``owing`` (sides, one bit each), ``card``, ``decision``, ``terrain``, ``weapon``,
            and the places ``origin`` and ``waypoint``.
        uses: names that the sentence fills in: of numbers, and ``unit``, ``target``, ``place``.

    Raises:
        ValueError: its number is out of range, its name no word, or its sentence uses what it does not have.
    """

    number: int
    name: str
    rule: str
    numbers: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_word("reason", self.name)
        what = f"reason {self.name!r}"
        refuse_number(what, self.number, 1, I16_MAX)
        if len(self.numbers) > NUMBERS_MAX:
            raise ValueError(f"{what} has {len(self.numbers)} numbers, expected at most {NUMBERS_MAX}")
        refuse_unknown_names(what, self.uses, (*RECORD_NAMES, *self.numbers))


ENGINE_REASONS = (
    Reason(BATTLE_OVER, "battle_over", "CORE-1.2"),
    Reason(NOT_OWED, "not_owed", "CORE-1.2", ("side",), ("side",)),
    Reason(NOT_THE_ANSWER, "not_the_answer", "CORE-1.2", ("decision", "owing"), ("owing", "decision")),
    Reason(
        UNIT_DECIDES_FIRST, "unit_decides_first", "CORE-1.2", ("decision", "owing"), ("owing", "decision", "target")
    ),
    Reason(OTHER_UNIT_DECIDES, "other_unit_decides", "CORE-1.2", (), ("unit", "target")),
    Reason(NO_SUCH_UNIT, "no_such_unit", "CORE-1.3"),
    Reason(UNIT_LOST, "unit_lost", "CORE-1.3", (), ("unit",)),
    Reason(UNIT_OF_ANOTHER_SIDE, "unit_of_another_side", "CORE-1.3", ("side",), ("unit", "side")),
    Reason(NO_SUCH_TARGET, "no_such_target", "CORE-1.3"),
    Reason(NO_SUCH_KIND, "no_such_kind", "CORE-1.1", ("kind",), ("kind",)),
    Reason(NOT_ON_BOARD, "not_on_board", "CORE-1.4", (), ("place",)),
    Reason(MALFORMED, "malformed", "CORE-1.1"),
    Reason(BASES_TOUCH, "bases_touch", "MECH-D2"),
    Reason(BASE_LINE_CLEAR, "base_line_clear", "MECH-1.1.4a"),
    Reason(BASE_LINES_BLOCKED, "base_lines_blocked", "MECH-1.1.4a"),
    Reason(CENTRE_LINE_CLEAR, "centre_line_clear", "MECH-1.1.4c"),
    Reason(CENTRE_LINE_BLOCKED, "centre_line_blocked", "MECH-1.1.4c"),
    Reason(SEEN_FROM_ABOVE, "seen_from_above", "MECH-1.1.4e"),
    Reason(GROUND_CLEAR, "ground_clear", "SKIR-X4"),
    Reason(GROUND_BLOCKED, "ground_blocked", "SKIR-X4"),
    Reason(HEX_SIGHT, "hex_clear", "FORM-11.1"),
    Reason(HEX_SIGHT + 1, "hex_screened", "FORM-11.5"),
    Reason(HEX_SIGHT + 2, "hex_adjacent", "FORM-11.4"),
    Reason(HEX_SIGHT + 3, "hex_obscured", "FORM-11.5"),
    Reason(HEX_SIGHT + 4, "hex_blocked", "FORM-11.2"),
    Reason(HEX_SIGHT + 5, "hex_ground", "FORM-D18"),
    Reason(HEX_SIGHT + 6, "hex_side", "FORM-X5"),
    Reason(HEX_SIGHT + 7, "hex_spine", "FORM-11.6"),
)
ENGINE_REASON = {reason.number: reason for reason in ENGINE_REASONS}
"""The same, by number."""
