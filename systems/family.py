"""A rule family: systems, the words they use, their tables, and how a scenario becomes a position."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from enfilade.core.engine.kernel import Kernel, kernel
from enfilade.core.engine.layout import TableSpec
from enfilade.core.orders.kinds import ENGINE_EVENTS, DecisionKind, EventKind, Kind
from enfilade.core.orders.notation import Notation
from enfilade.core.orders.reasons import ENGINE_REASONS, Reason
from enfilade.core.orders.sentences import Sentences
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.world import World

from .system import System


@kernel
def nothing_derived(world: World) -> None:
    """A family without derived data."""


@kernel
def nothing_hidden(world: World, side: int) -> None:
    """A family that hides nothing of its own."""


def nothing_wrong(world: World) -> list[str]:
    """A family without invariants of its own."""
    return []


def anywhere(scenario: Scenario, place: tuple[int, int], taken: dict[tuple[int, int], str]) -> str:
    """A family that lets units begin on any place of the board."""
    return ""


@dataclass(frozen=True)
class Family:
    """Everything the engine needs to know of a set of rules.

    Attributes:
        name: as scenarios name it.
        revision: raised by every change of the rules that alters a game; a replay plays only on its own.
        folder: where ``sentences.<language>.toml`` lie.
        terrain: names of the kinds of terrain, by number.
        default_legend: terrain of each map character unless the scenario says otherwise.
        card_names: names of the kinds of cards, by number; 0 is a hidden card.
        results: why a battle may be over, by ``clock.reason``.
        tables: extension tables for a scenario, given its units, sides and cells.
        setup: fills in the family's own part of a position; the engine's part is there already.
        placement_problem: what must be at a unit's place instead of what is there, or nothing; given the places taken.
        problems: everything the family finds wrong with a scenario.
        rebuild: derives the derived tables from the world.
        hide: removes from a copied world what a side may not know.
        invariants: sentences on whatever must hold after every event but does not.
    """

    name: str
    revision: int
    systems: tuple[System, ...]
    decisions: tuple[DecisionKind, ...]
    events: tuple[EventKind, ...]
    reasons: tuple[Reason, ...]
    folder: Path
    notation: Notation
    terrain: tuple[str, ...]
    default_legend: dict[str, str]
    card_names: tuple[str, ...]
    results: tuple[str, ...]
    tables: Callable[[int, int, int], list[TableSpec]]
    setup: Callable[[Scenario, World], None]
    placement_problem: Callable[[Scenario, tuple[int, int], dict[tuple[int, int], str]], str] = anywhere
    problems: Callable[[Scenario], list[Problem]] = field(default=lambda scenario: [])
    rebuild: Kernel[[World], None] = nothing_derived
    hide: Kernel[[World, int], None] = nothing_hidden
    invariants: Callable[[World], list[str]] = nothing_wrong

    def __hash__(self) -> int:
        return hash((self.name, self.revision))

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """All order kinds, by number.

        Raises:
            ValueError: two systems claim one number or name.
        """
        found = sorted((kind for system in self.systems for kind in system.kinds), key=lambda kind: kind.number)
        for earlier, later in itertools.pairwise(found):
            if earlier.number == later.number:
                raise ValueError(f"order kinds {earlier.name!r} and {later.name!r} both have number {later.number}")
        names = [kind.name for kind in found]
        if len(set(names)) < len(names):
            raise ValueError(f"order kinds of family {self.name!r} are named {names}, expected different names")
        return tuple(found)

    def owner_of(self, kind: int) -> System:
        """The system that owns an order kind: the table that maps one to the other.

        Raises:
            KeyError: no system does.
        """
        for system in self.systems:
            if any(own.number == kind for own in system.kinds):
                return system
        raise KeyError(f"no system of family {self.name!r} owns order kind {kind}")

    @property
    def all_reasons(self) -> tuple[Reason, ...]:
        """The engine's reasons and the family's."""
        return ENGINE_REASONS + self.reasons

    @property
    def all_events(self) -> tuple[EventKind, ...]:
        """The engine's kinds of events and the family's."""
        return ENGINE_EVENTS + self.events

    def sentences(self, language: str = "en") -> Sentences:
        """The sentences in one language.

        Raises:
            ValueError: the language is not there.
        """
        return Sentences.load(language, self.folder)
