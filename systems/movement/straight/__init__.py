"""Straight marches: ``march`` is the system, ``window`` where a unit can come to, ``blocks`` why it cannot.

The geometry is in ``core.relations.reach``: ``straight`` has the rules, ``lines`` the same as bits.
"""
