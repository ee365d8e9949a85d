"""Enfilade: a rules core for tactical wargames."""

from enfilade._version import __version__

__all__ = ["__version__"]
