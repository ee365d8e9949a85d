"""Rule families and plug-ins by name: those that come with the engine, and those that installed packages announce.

A package announces a family in the entry point group ``enfilade.families``, a plug-in in ``enfilade.plugins``. Only
what a scenario names is ever loaded, so what else is installed changes nothing.
"""

from __future__ import annotations

import functools
import importlib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from enfilade.core.orders.sentences import EDITIONS
from enfilade.core.scenario.schema import Scenario

from .family import JOIN, Family, Plugin
from .shipped import SHIPPED

FAMILIES = "enfilade.families"
PLUGINS = "enfilade.plugins"


class UnknownFamily(ValueError):
    """A scenario or file names a rule family or a plug-in that is not there."""


def family_of(scenario: Scenario) -> Family:
    """The family that a scenario names, joined with its plug-ins.

    Raises:
        UnknownFamily: no installed package announces one of them.
    """
    return find_family(scenario.family).with_plugins(tuple(find_plugin(name) for name in scenario.plugins))


def rules_of(scenario: Scenario, family: Family | None, systems: tuple[Plugin, ...]) -> Family:
    """A family, by default the one that a scenario names with its plug-ins, joined with further plug-ins.

    Raises:
        UnknownFamily: no installed package announces what the scenario names.
        ValueError: a plug-in does not go with the family.
        TypeError: what is given is no family, or are no plug-ins.
    """
    if family is not None and not isinstance(family, Family):
        raise TypeError(f"family {family!r}, expected a Family, see enfilade.authoring")
    return (family if family is not None else family_of(scenario)).with_plugins(systems)


@functools.cache
def find_family(name: str) -> Family:
    """The family with this name.

    One that comes with the engine goes before one that a package announces under its name.

    Raises:
        UnknownFamily: no installed package announces it, or what it announces is no family of that name.
    """
    family = importlib.import_module(SHIPPED[name]).FAMILY if name in SHIPPED else _announced(FAMILIES, name)
    if not isinstance(family, Family) or family.name != name:
        raise UnknownFamily(f"entry point {name!r} gives {family!r}, expected the family {name!r}")
    return family


@functools.cache
def find_plugin(name: str) -> Plugin:
    """The plug-in with this name.

    Raises:
        UnknownFamily: no installed package announces it, or what it announces is no plug-in of that name.
    """
    plugin = _announced(PLUGINS, name)
    if not isinstance(plugin, Plugin) or plugin.name != name:
        raise UnknownFamily(f"entry point {name!r} gives {plugin!r}, expected the plug-in {name!r}")
    return plugin


def _announced(group: str, name: str) -> Any:
    """What an entry point gives; of several with one name the first by its value."""
    found = sorted(entry_points(group=group, name=name), key=lambda point: point.value)
    if not found:
        known = ", ".join(installed_names(group)) or "none"
        raise UnknownFamily(f"nothing is announced as {name!r} in {group}, expected one of: {known}")
    return found[0].load()


def installed_names(group: str) -> list[str]:
    """Names of the families or plug-ins that come with the engine or that installed packages announce, sorted."""
    shipped = SHIPPED if group == FAMILIES else ()
    return sorted({*shipped, *(point.name for point in entry_points(group=group))})


def folders_of_edition(edition: str) -> tuple[Path, ...]:
    """Where the installed packages keep the sentences of an edition, such as ``drill 3``.

    Raises:
        UnknownFamily: a part of it is not installed, or is installed in another revision.
    """
    family, *plugins = (part.rpartition(" ")[0] for part in edition.split(JOIN))
    found = find_family(family).with_plugins(tuple(find_plugin(name) for name in plugins))
    if found.edition != edition:
        raise UnknownFamily(f"{found.edition!r} is installed, expected {edition!r}")
    return found.folders


EDITIONS.look_up_with(folders_of_edition)
