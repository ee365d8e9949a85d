"""Rule families by name: the built-in ones, and those that installed packages announce as entry points.

A package announces a family in the entry point group ``enfilade.families``. Only a family that a scenario names is
ever loaded, so what else is installed changes nothing.
"""

from __future__ import annotations

import functools
from importlib.metadata import entry_points

from enfilade.systems.family import Family

GROUP = "enfilade.families"


class UnknownFamily(ValueError):
    """A scenario or file names a rule family that is not there."""


@functools.cache
def find_family(name: str) -> Family:
    """The family with this name.

    Raises:
        UnknownFamily: no installed package announces it, or what it announces is no family of that name.
    """
    found = sorted(entry_points(group=GROUP, name=name), key=lambda point: point.value)
    if not found:
        known = sorted({point.name for point in entry_points(group=GROUP)})
        raise UnknownFamily(f"there is no rule family {name!r}, expected one of: {', '.join(known)}")
    family = found[0].load()
    if not isinstance(family, Family) or family.name != name:
        raise UnknownFamily(f"entry point {found[0].value!r} gives {family!r}, expected the family {name!r}")
    return family
