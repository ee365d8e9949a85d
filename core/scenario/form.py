"""The form of a scenario: tables, keys and types of values. What does not have it is told, all of it at once."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import inspect

from .errors import quoted
from .findings import Findings, KeyPath, place_text

DEPTH_MAX = 16
"""Tables and lists within one another at most."""
NUMBER_MIN, NUMBER_MAX = -(1 << 63), (1 << 63) - 1
NO_VALUE: Any = object()
"""Of a value that cannot be read and is left out."""
KINDS: dict[type[inspect.Type], tuple[str, tuple[type, ...]]] = {
    inspect.StrType: ("a text", (str,)),
    inspect.IntType: ("a whole number", (int,)),
    inspect.BoolType: ("true or false", (bool,)),
    inspect.ListType: ("a list", (list,)),
    inspect.DictType: ("a table", (dict,)),
    inspect.StructType: ("a table", (dict,)),
}
"""What messages call each type, and what Python's reader of TOML gives for it."""
EMPTY: dict[type[inspect.Type], Callable[[], Any]] = {
    inspect.StrType: str,
    inspect.IntType: int,
    inspect.BoolType: bool,
    inspect.ListType: list,
    inspect.DictType: dict,
}
"""Makes the stand-in for a value that must be there."""


def read_form(data: Any, form: Any, findings: Findings, path: KeyPath = ()) -> Any:
    """What plain data say, in a form; what does not have it is told, and replaced by a stand-in or left out.

    Args:
        data: as the reader of TOML gives them.
        form: a type that msgspec knows: a struct, or tables and lists of texts, numbers and flags.
        findings: where problems are told.
        path: the way to the data.
    """
    kind = _type_of(form)
    value = _Reader(findings).value(path, data, kind)
    return msgspec.convert(value if value is not NO_VALUE else _stand_in(kind), form)


@functools.cache
def _type_of(form: Any) -> inspect.Type:
    return inspect.type_info(form)


class _Reader:
    """Reads plain data into what msgspec converts without a complaint."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def value(self, path: KeyPath, value: Any, form: inspect.Type) -> Any:
        """A value of a form, or none."""
        if isinstance(form, inspect.AnyType):
            return self._anything(path, value)
        chosen = _fitting(value, form)
        if chosen is None:
            self._findings.replace(path, shown(value), _expected(form))
            return NO_VALUE
        if isinstance(chosen, inspect.StructType):
            return self._table(path, value, chosen)
        if isinstance(chosen, inspect.DictType):
            return self._entries(path, value, chosen.value_type)
        if isinstance(chosen, inspect.ListType):
            return self._items(path, value, chosen.item_type)
        return self._scalar(path, value)

    def _table(self, path: KeyPath, table: dict[str, Any], form: inspect.StructType) -> dict[str, Any]:
        """A table whose keys are fixed; the others are told, and those that are missing."""
        known = ", ".join(field.encode_name for field in form.fields)
        names = {field.encode_name for field in form.fields}
        for key in table:
            if key not in names:
                self._findings.tell_stranger(path, key, known)
        found: dict[str, Any] = {}
        for field in form.fields:
            name = field.encode_name
            if name in table:
                found[name] = self.value((*path, name), table[name], field.type)
            elif field.required:
                self._findings.replace((*path, name), f"no key {name!r}", "one", place=self._findings.place(path))
            if field.required and found.get(name, NO_VALUE) is NO_VALUE:
                found[name] = _stand_in(field.type)
        return {name: value for name, value in found.items() if value is not NO_VALUE}

    def _entries(self, path: KeyPath, table: dict[str, Any], form: inspect.Type) -> dict[str, Any]:
        """A table whose keys are free."""
        found = {}
        for key, value in table.items():
            if is_text(key):
                found[key] = self._part((*path, key), value, form)
            else:
                self._findings.replace((*path, key), quoted(key), "text that UTF-8 can say", place=place_text(path))
        return {key: value for key, value in found.items() if value is not NO_VALUE}

    def _items(self, path: KeyPath, items: list[Any], form: inspect.Type) -> list[Any]:
        """A list; its tables keep their number, whatever is wrong with one."""
        found = [self._part((*path, index), item, form) for index, item in enumerate(items)]
        return [item for item in found if item is not NO_VALUE]

    def _part(self, path: KeyPath, value: Any, form: inspect.Type) -> Any:
        """A value in a list or table; the stand-in of a table is an empty one."""
        found = self.value(path, value, form)
        if found is NO_VALUE and isinstance(form, inspect.StructType | inspect.DictType):
            return _stand_in(form)
        return found

    def _scalar(self, path: KeyPath, value: Any) -> Any:
        """A text, number or flag that a scenario can hold."""
        problem = unfit(value)
        if problem is None:
            return value
        self._findings.replace(path, *problem)
        return NO_VALUE

    def _anything(self, path: KeyPath, value: Any) -> Any:
        """Data of any form, which whoever uses them judges."""
        problems = list(unfit_values(value, path))
        for place, found, expected in problems:
            self._findings.replace(place, found, expected)
        return NO_VALUE if problems else value


def unfit_values(data: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, str]]:
    """Values that no scenario can hold: text that UTF-8 cannot say, numbers beyond 64 bits, deep nests.

    Yields:
        The way to each, the offending text and what was expected.
    """
    waiting = [(path, data)]
    while waiting:
        here, value = waiting.pop()
        if not isinstance(value, dict | list):
            problem = unfit(value)
            if problem is not None:
                yield here, *problem
        elif len(here) >= DEPTH_MAX:
            yield here, "another table or list", f"at most {DEPTH_MAX} within one another"
        elif isinstance(value, dict):
            for key in value:
                if not is_text(key):
                    yield here, quoted(key), "text that UTF-8 can say"
            waiting += [((*here, key), value[key]) for key in reversed(value)]
        else:
            waiting += [((*here, index), value[index]) for index in reversed(range(len(value)))]


def unfit(value: Any) -> tuple[str, str] | None:
    """The offending text and what was expected, for a text or number that no scenario can hold."""
    if isinstance(value, str) and not is_text(value):
        return quoted(value), "text that UTF-8 can say"
    if isinstance(value, int) and not NUMBER_MIN <= value <= NUMBER_MAX:
        return f"a number of {value.bit_length()} bits", "a number of at most 64 bits"
    return None


def is_text(text: str) -> bool:
    """Whether UTF-8 can say a text: half of a surrogate pair it cannot."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def shown(value: Any) -> str:
    """A value of the file as messages show it.

    >>> shown(True), shown(1.5), shown(datetime.date(2020, 1, 31)), shown({"a": 1})
    ('true', '1.5', '2020-01-31', "the table {'a': 1}")
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.date | datetime.time):
        return str(value)
    if isinstance(value, dict | list):
        return f"the {'table' if isinstance(value, dict) else 'list'} {quoted(value)}"
    return quoted(value)


def _fitting(value: Any, form: inspect.Type) -> inspect.Type | None:
    """The type, of those that a form lets be, that a value has."""
    for option in _options(form):
        if isinstance(value, KINDS[type(option)][1]) and not (
            isinstance(value, bool) and isinstance(option, inspect.IntType)
        ):
            return option
    return None


def _expected(form: inspect.Type) -> str:
    """The types that a form lets be, as messages call them."""
    *others, last = (KINDS[type(option)][0] for option in _options(form))
    return f"{', '.join(others)}, or {last}" if others else last


def _options(form: inspect.Type) -> list[inspect.Type]:
    """The types that a form lets be; nothing at all cannot be said in a file."""
    types = form.types if isinstance(form, inspect.UnionType) else (form,)
    return [option for option in types if not isinstance(option, inspect.NoneType)]


def _stand_in(form: inspect.Type) -> Any:
    """A neutral value of a form."""
    if isinstance(form, inspect.StructType):
        return {field.encode_name: _stand_in(field.type) for field in form.fields if field.required}
    return EMPTY[type(form)]()
