"""Remembering answers: a table on each desk, looked up by a complete key. Never part of the world."""

from __future__ import annotations

from enfilade.components.record import Table
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import count_of, start_of
from enfilade.core.engine.slots import MEMORY

from .memory import Memory
from .world import MEMORY_DTYPE, World

UNKNOWN = -(1 << 62)
"""What ``recall`` answers when it does not know."""


@kernel
def memories_of(world: World) -> Table[Memory]:
    """The answers remembered on this desk."""
    return table(world.desk, start_of(world.layout, MEMORY), count_of(world.layout, MEMORY), MEMORY_DTYPE)


@kernel
def place_of(key: int, mark: int, count: int) -> int:
    """Where an answer with this key is kept among ``count`` places, a power of two."""
    mixed = (key ^ (key >> 17) ^ (mark << 7) ^ (mark >> 11)) & 0x7FFFFFFF
    return ((mixed * 0x9E3779B1) >> 15) & (count - 1)


@kernel
def recall(world: World, key: int, mark: int) -> int:
    """The answer remembered under this key, or UNKNOWN."""
    memories = memories_of(world)
    memory = memories[place_of(key, mark, len(memories))]
    if memory.used and memory.key == key and memory.mark == mark:
        return memory.answer
    return UNKNOWN


@kernel
def remember(world: World, key: int, mark: int, answer: int) -> None:
    """Remember an answer; it may push out another one."""
    memories = memories_of(world)
    memory = memories[place_of(key, mark, len(memories))]
    memory.used = True
    memory.key = key
    memory.mark = mark
    memory.answer = answer
