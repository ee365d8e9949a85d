"""Rule families and plug-ins by name."""

from enfilade.systems.families import UnknownFamily, family_of, find_family, find_plugin

__all__ = ["UnknownFamily", "family_of", "find_family", "find_plugin"]
