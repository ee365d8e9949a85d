"""The record of an answer remembered between steps, and how many there are room for."""

from __future__ import annotations

from enfilade.components.record import Record, flag, i64

MEMORIES = 4096
"""Answers remembered on a desk; a power of two. A new one takes the place of an old one."""


class Memory(Record):
    """One answer. The key says all that the answer depends on, so nothing is ever remembered wrongly."""

    used: flag
    key: i64
    mark: i64  # of what else the answer depends on, such as the terrain
    answer: i64
