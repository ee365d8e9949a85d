"""Sentences for reasons and events: templates by language, read when someone asks."""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

ENGINE_FOLDER = Path(__file__).parent
PARTS = ("reasons", "events")
"""Sections of a file of sentences."""


class Spoken(Protocol):
    """A reason or an event, as far as its sentence goes."""

    @property
    def name(self) -> str:
        """Key of its sentence."""

    @property
    def uses(self) -> tuple[str, ...]:
        """Names that its sentence fills in."""


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
            ValueError: there are none in this language, two of one name, or a file that is none of sentences.
        """
        parts: dict[str, dict[str, str]] = {part: {} for part in PARTS}
        for source in (ENGINE_FOLDER, *folders):
            data = _read(_file(source, language))
            for part, sentences in parts.items():
                _add(sentences, data[part], f"{part} of {source}")
        return cls(language, parts["reasons"], parts["events"])


def _file(folder: Path, language: str) -> Path:
    """The file of a language in a folder.

    Raises:
        ValueError: there is none.
    """
    path = folder / f"sentences.{language}.toml"
    if not path.is_file():
        known = ", ".join(sorted(_language_of(other) for other in folder.glob("sentences.*.toml"))) or "none"
        raise ValueError(f"no sentences in language {language!r}, expected one of: {known} ({folder})")
    return path


def _read(path: Path) -> dict[str, dict[str, str]]:
    """The sections of a file of sentences, each of ``PARTS``.

    Raises:
        ValueError: it is no TOML, or has something in it that is no sentence; the message names file, section and key.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise ValueError(f"{path} cannot be read ({problem}), expected TOML in UTF-8") from None
    for section, sentences in data.items():
        if section not in PARTS or not isinstance(sentences, dict):
            raise ValueError(f"{path} has {section!r}, expected the sections {' and '.join(PARTS)}")
        for name, template in sentences.items():
            _refuse_template(f"{path}, section {section}, key {name!r}", template)
    return {part: data.get(part, {}) for part in PARTS}


def _refuse_template(where: str, template: object) -> None:
    """Refuse what is no sentence with names in braces.

    Raises:
        ValueError: it is none; ``where`` begins the message.
    """
    if not isinstance(template, str):
        raise ValueError(f"{where}: {template!r}, expected a sentence")
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError as problem:
        raise ValueError(f"{where}: {template!r} ({problem}), expected names in braces") from None
    if any(name is not None and (not name.isidentifier() or form or change) for _, name, form, change in fields):
        raise ValueError(f"{where}: {template!r}, expected nothing but names in braces")


@functools.cache
def refuse_sentences(folders: tuple[Path, ...], reasons: tuple[Spoken, ...], events: tuple[Spoken, ...]) -> None:
    """See that the files in these folders say each of these reasons and events, and nothing else, in its own names.

    A sentence is missed in every language in which all of the folders have a file, and in English.

    Raises:
        ValueError: they do not; the message names file, section and key.
    """
    files = {path: _read(path) for folder in folders for path in sorted(folder.glob("sentences.*.toml"))}
    languages = [{_language_of(path) for path in files if path.parent == folder} for folder in folders]
    whole = sorted(set.intersection(*languages) | {"en"}) if languages else ["en"]
    for section, words in zip(PARTS, (reasons, events), strict=True):
        uses = {word.name: set(word.uses) for word in words}
        for path, data in files.items():
            for name, template in data[section].items():
                _refuse_sentence(f"{path}, section {section}, key {name!r}", template, uses.get(name))
        for language in whole:
            _refuse_missing(
                section, uses, language, {path: files[path] for path in files if path.match(f"*.{language}.toml")}
            )


def _refuse_missing(
    section: str, uses: Iterable[str], language: str, files: dict[Path, dict[str, dict[str, str]]]
) -> None:
    """Refuse files of one language among which some sentence is not.

    Raises:
        ValueError: there is one that is not.
    """
    said = {name for data in files.values() for name in data[section]}
    missing = [name for name in uses if name not in said]
    if missing:
        where = ", ".join(map(str, files)) or f"no file sentences.{language}.toml in any folder"
        raise ValueError(f"{where}, section {section}: no key {missing[0]!r}, expected a sentence for it")


def _refuse_sentence(where: str, template: str, uses: set[str] | None) -> None:
    """Refuse a sentence of nothing that is known, or one that fills in other names than it shall.

    Raises:
        ValueError: it is one; ``where`` begins the message.
    """
    if uses is None:
        raise ValueError(f"{where}: nothing of this name is declared, expected a reason or an event that is")
    if names_in(template) != uses:
        raise ValueError(f"{where}: {template!r}, expected the names {', '.join(sorted(uses)) or 'of nothing'}")


def _add(sentences: dict[str, str], more: dict[str, str], whose: str) -> None:
    """Add sentences to those that are there.

    Raises:
        ValueError: one of them is there already.
    """
    again = [name for name in more if name in sentences]
    if again:
        raise ValueError(f"the {whose} say {', '.join(again)} again, expected names of their own")
    sentences.update(more)


class Editions:
    """Where each edition of a family keeps its sentences.

    Battles note it for the family they are played with. For events and findings that come from elsewhere it is looked
    up, in a way that is given by whoever knows families.
    """

    def __init__(self) -> None:
        self._folders: dict[str, tuple[Path, ...]] = {}
        self._look_up: Callable[[str], tuple[Path, ...]] | None = None

    def look_up_with(self, look_up: Callable[[str], tuple[Path, ...]]) -> None:
        """Set how the folders of an edition are found that has not been noted; it raises ValueError if they are not."""
        self._look_up = look_up

    def note(self, edition: str, folders: tuple[Path, ...]) -> None:
        """Note where an edition keeps its sentences.

        Raises:
            ValueError: it keeps them elsewhere already; two families or plug-ins go by the same name and revision.
        """
        noted = self._folders.setdefault(edition, folders)
        if noted is not folders and noted != folders:
            shown = [", ".join(map(str, paths)) for paths in (folders, noted)]
            raise ValueError(
                f"sentences of {edition!r} in {shown[0]}, expected another revision than that in {shown[1]}"
            )

    def folders(self, edition: str) -> tuple[Path, ...]:
        """Where an edition keeps its sentences.

        Raises:
            ValueError: nobody knows.
        """
        if edition not in self._folders:
            if self._look_up is None:
                raise ValueError(f"no sentences of {edition!r}, expected a family that is played here")
            self.note(edition, self._look_up(edition))
        return self._folders[edition]


EDITIONS = Editions()


def sentence_of(family: str, language: str, part: str, name: str, names: dict[str, int | str]) -> str:
    """The sentence of a reason or an event (``part`` is ``reasons`` or ``events``) with its names filled in.

    Raises:
        ValueError: the family is not there, has no sentences in this language or none of that name, or the sentence
            fills in other names.
    """
    sentences = Sentences.load(language, EDITIONS.folders(family))
    templates = sentences.reasons if part == "reasons" else sentences.events
    if name not in templates:
        raise ValueError(f"no sentence for {name!r} among the {part} of {family!r} in language {language!r}")
    try:
        return templates[name].format_map(names)
    except KeyError as missing:
        raise ValueError(f"{name!r} of {family!r} with {names}, expected {missing} among them") from None


def engine_sentence(language: str, name: str) -> str:
    """The sentence of one of the engine's own reasons that fills in no names.

    Raises:
        ValueError: there is none in this language.
    """
    reasons = Sentences.load(language, ()).reasons
    if name not in reasons:
        raise ValueError(f"no sentence for {name!r} in language {language!r}")
    return reasons[name]


def names_in(template: str) -> set[str]:
    """The names that a template fills in.

    >>> sorted(names_in("{unit} bids {bid}"))
    ['bid', 'unit']
    """
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def _language_of(path: Path) -> str:
    """The language in a file name ``sentences.<language>.toml``."""
    return path.name.split(".")[1]
