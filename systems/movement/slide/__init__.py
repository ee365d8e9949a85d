"""Basic movement on large grids: ``move`` is the system, ``refusals`` say why a move cannot be.

Where a unit can come to is worked out in ``core.relations.reach``: ``slides`` and ``ways``.
"""
