"""Straight marches: ``march`` is the system, ``ends`` where a unit can come to, ``blocks`` why it cannot.

The geometry is in ``core.relations.reach``: ``straight`` has the rules, ``shadows`` the same as bits.
"""
