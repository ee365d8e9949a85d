"""The stack of frames: the top one says what is under way."""

from __future__ import annotations

from enfilade.core.engine.kernel import kernel

from .fault import fail
from .notes import TOO_MANY_FRAMES
from .pending import Frame
from .world import World


@kernel
def top(world: World) -> Frame:
    """The frame on top; the lowest one when nothing is under way (its kind is then 0)."""
    return world.pending[max(world.clock[0].depth - 1, 0)]


@kernel
def push(world: World, kind: int) -> Frame:
    """Put an empty frame of this kind on top. A fifth frame is a fault of the rules and voids the step."""
    clock = world.clock[0]
    if clock.depth >= len(world.pending):
        fail(world, TOO_MANY_FRAMES, kind)
    else:
        clock.depth += 1
    frame = world.pending[clock.depth - 1]
    clear(frame)
    frame.kind = kind
    return frame


@kernel
def pop(world: World) -> None:
    """Take the top frame off, leaving nothing of it behind."""
    clock = world.clock[0]
    if clock.depth > 0:
        clear(world.pending[clock.depth - 1])
        clock.depth -= 1


@kernel
def clear(frame: Frame) -> None:
    """Set every field of a frame to zero."""
    frame.kind = 0
    frame.stage = 0
    frame.side = 0
    frame.direction = 0
    frame.unit = 0
    frame.other = 0
    frame.x = 0
    frame.y = 0
    frame.number = 0
    frame.length = 0
    frame.at = 0
    for i in range(len(frame.path)):
        frame.path[i] = 0
    for i in range(len(frame.companions)):
        frame.companions[i] = 0
