"""``enfilade report``: what a report of a bug needs to say of the place where it happened."""

from __future__ import annotations

import argparse
import json
import os
import platform
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

import platformdirs

from enfilade._version import __version__
from enfilade.core.engine.hash import digest
from enfilade.core.engine.warm import policy
from enfilade.library import load_scenario, scenarios
from enfilade.systems.families import FAMILIES, PLUGINS, find_family, find_plugin, installed_names
from enfilade.systems.setup import completed

PACKAGES = ("numpy", "numba", "llvmlite", "esper", "msgspec")
ABSENT = "absent"


def report(chosen: argparse.Namespace) -> int:
    """Say what is installed, where it runs, and how rules run there. Nothing that is absent is an error."""
    found = found_here()
    print(json.dumps(found) if chosen.json else "\n".join(_lines(found)))
    return 0


def found_here() -> dict[str, Any]:
    """What is said, by topic."""
    return {
        "versions": {
            "enfilade": __version__,
            "python": f"{platform.python_version()} ({platform.python_implementation()})",
            **{package: _version(package) for package in PACKAGES},
        },
        "platform": {"system": platform.platform(), "machine": platform.machine(), "processors": os.cpu_count()},
        "kernels": {"policy": _policy(), **_cache()},
        "families": {name: _edition(FAMILIES, name) for name in installed_names(FAMILIES)},
        "plugins": {name: _edition(PLUGINS, name) for name in installed_names(PLUGINS)},
        "scenarios": {name: _content(name) for name in scenarios()},
    }


def _version(package: str) -> str:
    """The version of a package that is installed; it is not imported."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ABSENT


def _policy() -> str:
    """How rules run in a battle in Python."""
    try:
        return policy().value
    except ValueError as problem:
        return str(problem)


def _cache() -> dict[str, Any]:
    """The folder of compiled kernels, all versions together."""
    folder = Path(os.environ.get("ENFILADE_CACHE") or platformdirs.user_cache_dir("enfilade", appauthor=False))
    sizes = [_size(Path(place, name)) for place, _, names in os.walk(folder) for name in names]
    return {"folder": str(folder), "files": len(sizes), "bytes": sum(sizes), "writable": _is_writable(folder)}


def _size(path: Path) -> int:
    """Bytes of a file; none of one that has gone meanwhile."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_writable(folder: Path) -> bool:
    """Whether files can be written in a folder, or in what is there of the way to it."""
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), folder)
    try:
        tempfile.TemporaryFile(dir=there).close()
    except OSError:
        return False
    return True


def _edition(group: str, name: str) -> str:
    """The edition of a family or plug-in, or why it cannot be used."""
    try:
        if group == FAMILIES:
            return find_family(name).edition
        plugin = find_plugin(name)
    except Exception as problem:  # whatever a package of somebody else's raises when it is imported
        return f"unusable: {type(problem).__name__}: {problem}"
    return f"{plugin.name} {plugin.revision}"


def _content(name: str) -> str:
    """The digest of what a shipped scenario says, as logs and saves hold it; or why it cannot be read."""
    try:
        scenario = load_scenario(name)
        return digest(completed(scenario, find_family(scenario.family)).content())
    except (ValueError, OSError) as problem:
        return f"unusable: {type(problem).__name__}: {problem}"


def _lines(found: dict[str, dict[str, Any]]) -> list[str]:
    """What is said, as text."""
    lines = []
    for topic, entries in found.items():
        lines.append(f"{topic}:" if entries else f"{topic}: none")
        lines += [f"  {name}: {value}" for name, value in entries.items()]
    return lines
