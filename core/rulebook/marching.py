"""What was agreed about marches: allowances and footings of units, and the switches of the rules. Frozen."""

from __future__ import annotations

from enfilade.components.record import Record, flag, i16

STEPS_MAX = 14
"""Greatest allowance: it crosses the default map, and the squares around a march fit into one word a row."""


class Marcher(Record):
    """How a unit marches; the record of its slot."""

    allowance: i16  # steps a turn
    footing: i16  # which terrains are impassable to it: index of the ground


class MarchRules(Record):
    """The switches of the march rules, and the sizes of their tables."""

    reach: i16  # greatest allowance in the scenario
    neighbours: i16  # CORNERS or EDGES
    diagonal_corners: flag
    barriers: flag  # whether a step can be blocked between two passable squares
    words: i16  # of a row of the ground
