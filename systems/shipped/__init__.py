"""The rule families that come with the engine: which systems, words, tables and options each is made of."""

SHIPPED = {"march": "enfilade.systems.shipped.march", "mech": "enfilade.systems.shipped.mech"}
"""Module of each, whose ``FAMILY`` it is, by name."""
