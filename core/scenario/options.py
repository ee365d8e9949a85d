"""What a scenario may choose by name: rule options, and values of units and unit types.

Each has a default and the values it can take, so that every wrong name and value is told with its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .errors import quoted
from .findings import Findings, KeyPath
from .form import shown
from .schema import OptionValue, Scenario, UnitValue


@dataclass(frozen=True)
class Option:
    """One rule option, or one value of units.

    Attributes:
        name: as scenarios name it.
        default: its value when a scenario says nothing; its type is the option's. A tuple is for values of units that
            are lists of words.
        choices: the words it can take, for an option of words; numbers are bounded instead.
        least, greatest: bounds of a number, both included.
        of_weapons: whether the words it can take are the weapons of the scenario.
    """

    name: str
    default: OptionValue | tuple[str, ...]
    choices: tuple[str, ...] = ()
    least: int = 0
    greatest: int = 0
    of_weapons: bool = False

    def of(self, scenario: Scenario) -> OptionValue:
        """Its value in a scenario."""
        value = scenario.options.get(self.name, self.default)
        assert not isinstance(value, tuple), "only values of units are lists"
        return value

    def number(self, scenario: Scenario) -> int:
        """Its value in a scenario, where it is a number or a flag."""
        return int(self.of(scenario))

    def of_unit(self, scenario: Scenario, slot: int) -> int:
        """Its value for a unit: its own, else its type's, else the default; where it is a number or a flag."""
        value = self._of_unit(scenario, slot)
        assert isinstance(value, int), "checked before"
        return value

    def words_of_unit(self, scenario: Scenario, slot: int) -> tuple[str, ...]:
        """Its value for a unit, where it is a list of words."""
        value = self._of_unit(scenario, slot)
        assert isinstance(value, list | tuple), "checked before"
        return tuple(value)

    def word_of_unit(self, scenario: Scenario, slot: int) -> str:
        """Its value for a unit, where it is a word."""
        value = self._of_unit(scenario, slot)
        assert isinstance(value, str), "checked before"
        return value

    def of_weapon(self, scenario: Scenario, name: str) -> int:
        """Its value for a weapon, where it is a number or a flag."""
        value = scenario.weapons[name].get(self.name, self.default)
        assert isinstance(value, int), "checked before"
        return value

    def _of_unit(self, scenario: Scenario, slot: int) -> UnitValue | tuple[str, ...]:
        unit = scenario.units[slot]
        if self.name in unit.values:
            return unit.values[self.name]
        return scenario.types.get(unit.type, {}).get(self.name, self.default)

    def problem(self, value: UnitValue) -> str:
        """What would be right instead of this value; empty when it is right."""
        if isinstance(self.default, tuple):
            is_right = isinstance(value, list) and all(word in self.choices for word in value)
            expected = (
                f"a list of some of {', '.join(self.choices)}" if self.choices else "an empty list: there are none"
            )
            return "" if is_right else expected
        if isinstance(self.default, bool):
            return "" if isinstance(value, bool) else "true or false"
        if isinstance(self.default, str):
            return "" if value in self.choices else f"one of {', '.join(self.choices)}"
        if isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.greatest:
            return ""
        return f"{self.least} to {self.greatest}"


def tell_choices(
    path: KeyPath, chosen: Mapping[str, UnitValue], options: tuple[Option, ...], findings: Findings, *, all_known: bool
) -> None:
    """Tell what the rules do not know, or cannot take, of the options or values at one place.

    Args:
        path: the way to them.
        chosen: value by name.
        options: what there is to choose.
        findings: where problems are told.
        all_known: whether there is nothing else to choose.
    """
    known = {option.name: option for option in options}
    names = ", ".join(known) or "none: there is nothing to choose"
    for name, value in chosen.items():
        if name in known:
            expected = known[name].problem(value)
            if expected:
                findings.tell((*path, name), shown(value), expected)
        elif all_known:
            findings.tell((*path, name), quoted(name), f"one of {names}", place=findings.place(path))
