"""Words that are made up: what units, sides, order kinds, decisions, events and reasons may be called.

A line of text is read word by word, so a name is one word, in letters that everybody can type and tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

NAME_MAX = 64
"""Characters of a name at most; an order that says everything then still fits into a line."""
VIA = "via"
WITH = "with"
KEYWORDS = (VIA, WITH)
"""Words of the notation itself, which nothing else may be called."""
I16_MAX = 32_767

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PACKAGE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")


class Word(Protocol):
    """Something with a number and a name that a family declares."""

    @property
    def number(self) -> int:
        """Its number in records."""

    @property
    def name(self) -> str:
        """Its name."""


def name_problem(text: str, kinds: Iterable[Word] = ()) -> str:
    """What a name of a unit or a side must be instead, empty when it is right.

    It may look like a place: a unit stands in a line where no place can.

    Args:
        text: the name.
        kinds: the order kinds of the game, whose words it must not be.

    >>> name_problem("B1"), name_problem("via")
    ('', "another word than 'via', which the notation uses")
    """
    if _NAME.fullmatch(text) is None:
        return "a name of letters A to Z, digits and '_', beginning with no digit"
    if len(text) > NAME_MAX:
        return f"a name of at most {NAME_MAX} characters"
    if text in KEYWORDS:
        return f"another word than {text!r}, which the notation uses"
    if any(kind.name == text for kind in kinds):
        return f"another word than {text!r}, which is an order kind"
    return ""


def refuse_word(what: str, name: str) -> None:
    """Refuse a name that is no word of its own, such as ``lay down`` or ``via``.

    Raises:
        ValueError: it is none; ``what`` begins the message.
    """
    problem = name_problem(name)
    if problem:
        raise ValueError(f"{what} {name!r}, expected {problem}")


def refuse_package_name(what: str, name: str) -> None:
    """Refuse a name that a family or a plug-in cannot have, since editions could not be told apart.

    Raises:
        ValueError: it is one; ``what`` begins the message.
    """
    if _PACKAGE.fullmatch(name) is None:
        raise ValueError(f"{what} {name!r}, expected a name of letters, digits, '_', '-' and '.'")


def refuse_number(what: str, number: int, first: int, last: int) -> None:
    """Refuse a number outside the range that is left to it.

    Raises:
        ValueError: it is; ``what`` begins the message.
    """
    if not first <= number <= last:
        raise ValueError(f"{what} has number {number}, expected {first} to {last}")


def refuse_same(what: str, words: Sequence[Word]) -> None:
    """Refuse two words with one number or one name.

    Raises:
        ValueError: there are two; ``what`` names their sort, in the plural.
    """
    names: dict[int, str] = {}
    numbers: dict[str, int] = {}
    for word in words:
        if word.number in names:
            both = f"{names[word.number]!r} and {word.name!r}"
            raise ValueError(f"{what} {both} both have number {word.number}, expected numbers of their own")
        if word.name in numbers:
            both = f"{numbers[word.name]} and {word.number}"
            raise ValueError(f"{what} {both} are both named {word.name!r}, expected names of their own")
        names[word.number] = word.name
        numbers[word.name] = word.number


def refuse_unknown_names(what: str, uses: tuple[str, ...], known: tuple[str, ...]) -> None:
    """Refuse a sentence that fills in names which its record does not have.

    Raises:
        ValueError: it does; ``what`` begins the message.
    """
    unknown = [name for name in uses if name not in known]
    if unknown:
        raise ValueError(f"{what} uses {', '.join(unknown)}, expected some of: {', '.join(known)}")
