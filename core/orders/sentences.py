"""Sentences for reasons and events: templates by language, read when someone asks."""

from __future__ import annotations

import functools
import string
import tomllib
from dataclasses import dataclass
from pathlib import Path

ENGINE_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Sentences:
    """Templates by name, in one language."""

    language: str
    reasons: dict[str, str]
    events: dict[str, str]

    @classmethod
    @functools.cache
    def load(cls, language: str, folders: tuple[Path, ...]) -> Sentences:
        """The engine's sentences and those in the folders of a family and its plug-ins.

        Raises:
            ValueError: there are none in this language.
        """
        reasons: dict[str, str] = {}
        events: dict[str, str] = {}
        for source in (ENGINE_FOLDER, *folders):
            path = source / f"sentences.{language}.toml"
            if not path.is_file():
                known = ", ".join(sorted(_language_of(other) for other in source.glob("sentences.*.toml")))
                raise ValueError(f"no sentences in language {language!r}, expected one of: {known}")
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            reasons.update(data["reasons"])
            events.update(data["events"])
        return cls(language, reasons, events)


FOLDERS: dict[str, tuple[Path, ...]] = {}
"""Where each edition of a family keeps its sentences, noted when a battle of it is set up."""


def sentence_of(family: str, language: str, part: str, name: str, names: dict[str, int | str]) -> str:
    """The sentence of a reason or an event (``part`` is ``reasons`` or ``events``) with its names filled in.

    Raises:
        ValueError: the family has no sentences in this language.
    """
    sentences = Sentences.load(language, FOLDERS.get(family, ()))
    templates = sentences.reasons if part == "reasons" else sentences.events
    return templates[name].format_map(names)


def names_in(template: str) -> set[str]:
    """The names that a template fills in.

    >>> sorted(names_in("{unit} bids {bid}"))
    ['bid', 'unit']
    """
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def _language_of(path: Path) -> str:
    """The language in a file name ``sentences.<language>.toml``."""
    return path.name.split(".")[1]
