"""A position as plain data by names of tables and fields, and back: the same bytes."""

from __future__ import annotations

from typing import Any

from enfilade.components.record import Record
from enfilade.core.engine.layout import Block, TableSpec
from enfilade.core.engine.store import Store
from enfilade.core.scenario.errors import Problem, ScenarioError, quoted


def dump_state(store: Store, game: int = 0) -> dict[str, Any]:
    """Every table of the world as a list of records; a record holds only the fields that are not zero."""
    state: dict[str, Any] = {}
    for spec in store.layout.in_block(Block.WORLD):
        state[spec.name] = [dump_record(record) for record in store.table(spec.name, game)]
    return state


def dump_record(record: Record) -> dict[str, Any]:
    """The fields of a record that are not zero, nested records as tables, vectors without the zeros at their end."""
    found: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, Record):
            value = dump_record(value)
        elif isinstance(value, list):
            while value and value[-1] == 0:
                value.pop()
        if value:
            found[name] = value
    return found


def read_state(store: Store, state: dict[str, Any], source: str) -> None:
    """Set every table of the first game to what ``dump_state`` gave.

    Raises:
        ScenarioError: with every table, record or field that does not fit.
    """
    reader = _Reader()
    specs = store.layout.in_block(Block.WORLD)
    reader.names("state", state, [spec.name for spec in specs])
    store.arenas[0] = 0
    for spec in specs:
        reader.table(store, spec, state.get(spec.name))
    if reader.problems:
        raise ScenarioError(source, reader.problems)


class _Reader:
    """Fills records from plain data and notes everything that does not fit."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def names(self, place: str, found: dict[str, Any], expected: list[str]) -> None:
        """Note names that are not expected."""
        for name in found:
            if name not in expected:
                self.problems.append(Problem(place, quoted(name), f"one of {', '.join(expected)}"))

    def table(self, store: Store, spec: TableSpec, rows: Any) -> None:
        """Fill one table."""
        place = f"state.{spec.name}"
        if not isinstance(rows, list) or len(rows) != spec.count:
            found = f"{len(rows)} records" if isinstance(rows, list) else quoted(rows)
            self.problems.append(Problem(place, found, f"a list of {spec.count} records"))
            return
        for index, record in enumerate(store.table(spec.name, writable=True)):
            self.record(f"{place}[{index}]", record, rows[index])

    def record(self, place: str, record: Record, values: Any) -> None:
        """Fill one record."""
        if not isinstance(values, dict):
            self.problems.append(Problem(place, quoted(values), "a table of fields"))
            return
        self.names(place, values, list(record.field_names()))
        for name in record.field_names():
            if name in values:
                self.field(f"{place}.{name}", record, name, values[name])

    def field(self, place: str, record: Record, name: str, value: Any) -> None:
        """Fill one field: a number or flag, a nested record, or a vector."""
        current = getattr(record, name)
        if isinstance(current, Record):
            self.record(place, current, value)
        elif isinstance(current, memoryview):
            self.vector(place, current, value)
        elif type(value) is not type(current):
            self.problems.append(Problem(place, quoted(value), f"a value like {current!r}"))
        else:
            self.write(place, lambda: setattr(record, name, value), value)

    def vector(self, place: str, current: memoryview, values: Any) -> None:
        """Fill a vector; what is left out at its end is zero."""
        if (
            not isinstance(values, list)
            or len(values) > len(current)
            or any(type(value) is not int for value in values)
        ):
            self.problems.append(Problem(place, quoted(values), f"at most {len(current)} numbers"))
            return
        for index, value in enumerate(values):
            self.write(f"{place}[{index}]", lambda i=index, v=value: current.__setitem__(i, v), value)

    def write(self, place: str, action: Any, value: Any) -> None:
        """Write a value, or note that it is out of the field's range."""
        try:
            action()
        except (ValueError, OverflowError, TypeError):
            self.problems.append(Problem(place, quoted(value), "a value within the field's range"))
