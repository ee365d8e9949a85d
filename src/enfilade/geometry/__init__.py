"""Rulings on boards without a battle. Whole numbers in, exact answers out."""

from .hexes import (
    BadHex,
    BadTerrain,
    HexTerrain,
    hex_crossed,
    hex_distance,
    hex_flanks,
    hex_from_offset,
    hex_line,
    hex_neighbours,
    hex_ring,
    hex_sight,
    hex_sight_table,
    hex_to_offset,
)
from .march import BadSquare, march_contact, march_squares

__all__ = [
    "BadHex",
    "BadSquare",
    "BadTerrain",
    "HexTerrain",
    "hex_crossed",
    "hex_distance",
    "hex_flanks",
    "hex_from_offset",
    "hex_line",
    "hex_neighbours",
    "hex_ring",
    "hex_sight",
    "hex_sight_table",
    "hex_to_offset",
    "march_contact",
    "march_squares",
]
