"""A rule family: systems, the words they use, their tables, and how a scenario becomes a position."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from enfilade.components.allegiance import Allegiance
from enfilade.components.base import Base
from enfilade.components.facing import Facing
from enfilade.components.position import Position
from enfilade.components.record import Record
from enfilade.components.status import Status
from enfilade.core.engine.kernel import Kernel, kernel, specialised
from enfilade.core.engine.layout import TableSpec
from enfilade.core.orders.kinds import (
    ENGINE_EVENTS,
    FAMILY_EVENT,
    LAST_KIND,
    PLUGIN_KIND,
    DecisionKind,
    EventKind,
    Kind,
)
from enfilade.core.orders.names import Names
from enfilade.core.orders.notation import LetteredSquares, Notation
from enfilade.core.orders.reasons import ENGINE_REASONS, FAMILY_REASON, Reason
from enfilade.core.orders.said import Sight
from enfilade.core.orders.sentences import ENGINE_FOLDER, Sentences, refuse_sentences
from enfilade.core.orders.words import I16_MAX, refuse_number, refuse_package_name, refuse_same
from enfilade.core.scenario.errors import Problem
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.core.state.world import World

from .kinds import kind_table
from .system import System
from .worth import PLAIN_WORTH, Worth


@kernel
def nothing_derived(world: World) -> None:
    """A family without derived data."""


@kernel
def nothing_hidden(world: World, side: int) -> None:
    """A family that hides nothing of its own."""


def nothing_wrong(world: World) -> list[str]:
    """A family without invariants of its own."""
    return []


Limits = dict[str, tuple[int, int]]
"""Least and greatest value of fields, by ``table.field``, such as ``drill_soldiers.power``."""


def no_limits(scenario: Scenario) -> Limits:
    """No fields of one's own that have limits."""
    return {}


def joined_limits(first: Limits, second: Limits) -> Limits:
    """Both limits of every field.

    >>> joined_limits({"clock.turn": (0, 100)}, {"clock.turn": (1, 200), "party.bid": (-1, 2)})
    {'clock.turn': (1, 100), 'party.bid': (-1, 2)}
    """
    joined = dict(first)
    for name, (least, greatest) in second.items():
        before = first.get(name, (least, greatest))
        joined[name] = max(least, before[0]), min(greatest, before[1])
    return joined


def no_problems(scenario: Scenario) -> list[Problem]:
    """Nothing of one's own can be wrong with a scenario."""
    return []


def no_tables(scenario: Scenario) -> list[TableSpec]:
    """No tables of one's own."""
    return []


def no_setup(scenario: Scenario, world: World) -> None:
    """Nothing of one's own to set up."""


def nothing_cleared(world: World, x: int, y: int) -> bool:
    """A family whose terrain stays as it is."""
    return False


def open_ground() -> dict[str, str]:
    """A legend for boards that are all of one terrain."""
    return {".": "open"}


def anywhere(scenario: Scenario, unit: UnitEntry, place: tuple[int, int], there: list[UnitEntry]) -> str:
    """A family that lets units begin on any place of the board."""
    return ""


SELDOM_READ = (
    "weapons",
    "objectives",
    "exits",
    "hazards",
    "board.ratings",
    "board.banks",
    "sides.allied",
    "sides.neutral",
)
"""Keys of a scenario that mean nothing to a family unless it says that it reads them."""

JOIN = " + "
"""Between the parts of an edition."""


@dataclass(frozen=True)
class Plugin:
    """What a third party adds to a family: systems, the words they use, extension tables. Fields as in ``Family``.

    Raises:
        ValueError: its name is none, or an order kind has a number that is not left to plug-ins.
    """

    name: str
    revision: int
    systems: tuple[System, ...]
    decisions: tuple[DecisionKind, ...] = ()
    events: tuple[EventKind, ...] = ()
    reasons: tuple[Reason, ...] = ()
    folders: tuple[Path, ...] = ()
    tables: Callable[[Scenario], list[TableSpec]] = no_tables
    setup: Callable[[Scenario, World], None] = no_setup
    problems: Callable[[Scenario], list[Problem]] = no_problems
    rebuild: Kernel[[World], None] = nothing_derived
    hide: Kernel[[World, int], None] = nothing_hidden
    invariants: Callable[[World], list[str]] = nothing_wrong
    limits: Callable[[Scenario], Limits] = no_limits
    options: tuple[Option, ...] = ()
    values: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        refuse_package_name("plug-in", self.name)
        for kind in kind_table(self.systems).values():
            refuse_number(
                f"order kind {kind.kind.name!r} of plug-in {self.name!r}", kind.kind.number, PLUGIN_KIND, LAST_KIND
            )


class UnknownResult(ValueError):
    """A battle is over for a reason that its family does not have."""


@dataclass(frozen=True)
class Family:
    """Everything the engine needs to know of a set of rules.

    Attributes:
        name: as scenarios name it.
        revision: raised by every change of the rules that alters a game; a replay plays only on its own.
        results: why a battle may be over, by ``clock.reason``; the first, of a battle that goes on, is empty.
        folders: where ``sentences.<language>.toml`` lie; needed as soon as there are events or reasons.
        notation: how places are written.
        terrain: names of the kinds of terrain, by number.
        default_legend: terrain of each map character unless the scenario says otherwise.
        default_heights: height of each kind of terrain unless the scenario says otherwise, 0 for those not named.
        components: what its units have.
        default_map: the map of a scenario that draws none; empty when it must draw one.
        reads: keys of a scenario that not every family has a use for and this one has: of ``SELDOM_READ``.
        card_names: names of the kinds of cards, by number; 0 is a hidden card.
        tables: extension tables for a scenario that has no problems.
        setup: fills in the family's own part of a position; the engine's part is there already.
        placement_problem: what must be at a unit's place instead of what is there, or nothing; given of the
            units that begin there and come before it the first of each side.
        problems: everything the family finds wrong with a scenario.
        rebuild: derives the derived tables from the world.
        hide: removes from a copied world what a side may not know.
        invariants: sentences on whatever must hold after every event but does not; also asked of every position that
            comes from outside, once each of its fields is within its limits.
        options: what a scenario may choose by name.
        values: what units and unit types may set by name.
        weapon_values: what weapons may set by name.
        limits: least and greatest value of the family's own fields for a scenario; those of engine fields may be
            narrowed too. Every field that rules use as an index, a count or a bit set needs them.
        sight: whether two units in play, by slot, see each other, and why; None of rules that have no such sight.
        worth: what positions are worth to a side, for bots that compare them; no rule depends on it.
        is_cleared: whether the terrain that the map has on a place, by column and row, is gone.
        frames: numbers of frames of ``pending`` that no order begins and is numbered by.
        plugins: name and revision of each plug-in that was joined to the family.

    Raises:
        ValueError: its name is none; two order kinds, decisions, events or reasons, the engine's among them, have one
            number or one name; an event or a reason has a number of the engine's; or a system counts orders of a kind
            with fields but gives no ``member``.
    """

    name: str
    revision: int
    systems: tuple[System, ...]
    decisions: tuple[DecisionKind, ...]
    events: tuple[EventKind, ...]
    reasons: tuple[Reason, ...]
    results: tuple[str, ...]
    folders: tuple[Path, ...] = ()
    notation: Notation = field(default_factory=LetteredSquares)
    terrain: tuple[str, ...] = ("open",)
    default_legend: dict[str, str] = field(default_factory=open_ground)
    default_map: str = ""
    default_heights: dict[str, int] = field(default_factory=dict)
    components: tuple[type[Record], ...] = (Position, Facing, Base, Allegiance, Status)
    reads: tuple[str, ...] = ()
    card_names: tuple[str, ...] = ("",)
    tables: Callable[[Scenario], list[TableSpec]] = no_tables
    setup: Callable[[Scenario, World], None] = no_setup
    placement_problem: Callable[[Scenario, UnitEntry, tuple[int, int], list[UnitEntry]], str] = anywhere
    problems: Callable[[Scenario], list[Problem]] = no_problems
    rebuild: Kernel[[World], None] = nothing_derived
    hide: Kernel[[World, int], None] = nothing_hidden
    invariants: Callable[[World], list[str]] = nothing_wrong
    limits: Callable[[Scenario], Limits] = no_limits
    options: tuple[Option, ...] = ()
    values: tuple[Option, ...] = ()
    weapon_values: tuple[Option, ...] = ()
    sight: Callable[[World, Names, int, int], Sight] | None = None
    worth: Worth = PLAIN_WORTH
    is_cleared: Callable[[World, int, int], bool] = nothing_cleared
    frames: tuple[int, ...] = ()
    plugins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_package_name("family", self.name)
        kind_table(self.systems)
        for event in self.events:
            refuse_number(f"event {event.name!r}", event.number, FAMILY_EVENT, I16_MAX)
        for reason in self.reasons:
            refuse_number(f"reason {reason.name!r}", reason.number, FAMILY_REASON, I16_MAX)
        refuse_same("decisions", self.decisions)
        refuse_same("events", self.all_events)
        refuse_same("reasons", self.all_reasons)

    def __hash__(self) -> int:
        return hash(self.edition)

    @functools.cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """All order kinds, by number.

        Raises:
            ValueError: two kinds have one number or one name.
        """
        return tuple(owned.kind for owned in kind_table(self.systems).values())

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
        return Sentences.load(language, self.folders)

    def result(self, reason: int) -> str:
        """Why a battle is over, by ``clock.reason``.

        Raises:
            UnknownResult: it is none of the family's results.
        """
        if not 0 <= reason < len(self.results):
            expected = f"0 to {len(self.results) - 1}: {', '.join(map(repr, self.results))}"
            raise UnknownResult(f"clock.reason is {reason} under {self.edition!r}, expected {expected}")
        return self.results[reason]

    def refuse_sentences(self) -> None:
        """See that every reason and every event has its sentence with its own names, and no sentence is left over.

        Raises:
            ValueError: it is not so; the message names file, section and key.
        """
        refuse_sentences((ENGINE_FOLDER,), ENGINE_REASONS, ENGINE_EVENTS)
        refuse_sentences(self.folders, self.reasons, self.events)

    @property
    def edition(self) -> str:
        """Name and revision, those of the plug-ins included: what two games must share to be played alike.

        >>> import enfilade.drill
        >>> enfilade.drill.FAMILY.edition
        'drill 3'
        """
        return JOIN.join([f"{self.name} {self.revision}", *self.plugins])

    def with_plugins(self, plugins: Sequence[Plugin]) -> Family:
        """This family with further systems, words and tables; plug-ins act after the family, in their order.

        Raises:
            ValueError: a plug-in is there already, claims a number, a word or a sentence that is taken, or lacks one.
            TypeError: what is given are no plug-ins.
        """
        if not isinstance(plugins, tuple | list) or not all(isinstance(plugin, Plugin) for plugin in plugins):
            raise TypeError(f"systems {plugins!r}, expected a tuple of Plugins, see enfilade.authoring")
        family = self
        for plugin in plugins:
            try:
                joined = _joined(family, plugin)
                joined.sentences()
                refuse_sentences(plugin.folders, plugin.reasons, plugin.events)
            except ValueError as problem:
                raise ValueError(f"plug-in {plugin.name!r} does not go with {family.edition!r}: {problem}") from None
            family = joined
        return family


@specialised
def rebuild_both(first: Kernel[[World], None], second: Kernel[[World], None]) -> Kernel[[World], None]:
    """Derive the data of a family, then that of a plug-in."""

    @kernel
    def rebuild(world: World) -> None:
        first(world)
        second(world)

    return rebuild


@specialised
def hide_both(first: Kernel[[World, int], None], second: Kernel[[World, int], None]) -> Kernel[[World, int], None]:
    """Hide what a family hides, then what a plug-in does."""

    @kernel
    def hide(world: World, side: int) -> None:
        first(world, side)
        second(world, side)

    return hide


def _joined(family: Family, plugin: Plugin) -> Family:
    """A family with one plug-in."""
    if plugin.name in (other.rpartition(" ")[0] for other in family.plugins):
        raise ValueError("it is there already")

    def tables(scenario: Scenario) -> list[TableSpec]:
        return family.tables(scenario) + plugin.tables(scenario)

    def limits(scenario: Scenario) -> Limits:
        return joined_limits(family.limits(scenario), plugin.limits(scenario))

    def setup(scenario: Scenario, world: World) -> None:
        family.setup(scenario, world)
        plugin.setup(scenario, world)

    return replace(
        family,
        systems=family.systems + plugin.systems,
        decisions=family.decisions + plugin.decisions,
        events=family.events + plugin.events,
        reasons=family.reasons + plugin.reasons,
        folders=family.folders + plugin.folders,
        tables=tables,
        limits=limits,
        options=family.options + plugin.options,
        values=family.values + plugin.values,
        setup=setup,
        problems=lambda scenario: family.problems(scenario) + plugin.problems(scenario),
        rebuild=rebuild_both(family.rebuild, plugin.rebuild),
        hide=hide_both(family.hide, plugin.hide),
        invariants=lambda world: family.invariants(world) + plugin.invariants(world),
        plugins=(*family.plugins, f"{plugin.name} {plugin.revision}"),
    )
