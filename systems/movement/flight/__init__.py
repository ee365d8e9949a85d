"""Flights, jumps and teleports on large grids: movement without a path. Landings are in ``core.relations.reach``."""
