"""Sentences for reasons and events: templates by language, read when someone asks."""

from __future__ import annotations

import functools
import string
import tomllib
from collections.abc import Callable
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
            ValueError: there are none in this language, or two of one name.
        """
        parts: dict[str, dict[str, str]] = {"reasons": {}, "events": {}}
        for source in (ENGINE_FOLDER, *folders):
            data = tomllib.loads(_file(source, language).read_text(encoding="utf-8"))
            for part, sentences in parts.items():
                _add(sentences, data.get(part, {}), f"{part} of {source}")
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


def names_in(template: str) -> set[str]:
    """The names that a template fills in.

    >>> sorted(names_in("{unit} bids {bid}"))
    ['bid', 'unit']
    """
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def _language_of(path: Path) -> str:
    """The language in a file name ``sentences.<language>.toml``."""
    return path.name.split(".")[1]
