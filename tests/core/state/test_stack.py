"""The stack of what is under way: four frames, nothing left behind, a fifth is a fault."""

import pytest

from enfilade.core.state.notes import TOO_MANY_FRAMES
from enfilade.core.state.pending import FRAMES_MAX, Frame
from enfilade.core.state.stack import pop, push, top
from tests.core.state.tables import Tables


def kinds(tables: Tables) -> list[int]:
    """Kinds of all frames, the lowest first."""
    return [frame.kind for frame in tables.world.pending]


def fill(frame: Frame) -> None:
    """Set every field of a frame but its kind."""
    for name in frame.field_names():
        value = getattr(frame, name)
        if isinstance(value, memoryview):
            for index in range(len(value)):
                value[index] = index + 1
        elif name != "kind":
            setattr(frame, name, 9)


def test_nothing_under_way_shows_an_empty_frame() -> None:
    tables = Tables()
    assert tables.clock.depth == 0
    assert top(tables.world).kind == 0


def test_the_frame_pushed_last_is_on_top() -> None:
    tables = Tables()
    for kind in (5, 6, 7):
        frame = push(tables.world, kind)
        frame.unit = kind
        assert (top(tables.world).kind, top(tables.world).unit) == (kind, kind)
    assert (tables.clock.depth, kinds(tables)) == (3, [5, 6, 7, 0])


def test_a_frame_taken_off_leaves_only_zeros_and_shows_the_one_below() -> None:
    tables = Tables()
    push(tables.world, 5)
    fill(push(tables.world, 6))
    pop(tables.world)
    assert (tables.clock.depth, top(tables.world).kind) == (1, 5)
    assert tables.world.pending[1].tobytes() == bytes(Frame.dtype.itemsize)


def test_a_pushed_frame_is_empty_whatever_lay_there() -> None:
    tables = Tables()
    fill(tables.world.pending[0])
    frame = push(tables.world, 3)
    empty = Frame.zeros()
    empty.kind = 3
    assert frame.tobytes() == empty.tobytes()


def test_taking_off_from_an_empty_stack_does_nothing() -> None:
    tables = Tables()
    before = tables.snapshot()
    pop(tables.world)
    assert tables.snapshot() == before


def test_a_fifth_frame_is_a_fault_that_names_its_kind() -> None:
    tables = Tables()
    for kind in range(1, FRAMES_MAX + 1):
        push(tables.world, kind)
    assert (tables.notes.fault, tables.clock.depth) == (0, 4)
    push(tables.world, 77)
    assert (tables.notes.fault, tables.notes.fault_number) == (TOO_MANY_FRAMES, 77)
    assert tables.clock.depth == 4


@pytest.mark.parametrize("pushes", range(FRAMES_MAX + 1))
def test_as_many_taken_off_as_put_on_leave_the_row_as_it_was(pushes: int) -> None:
    tables = Tables()
    before = tables.snapshot()
    for kind in range(pushes):
        fill(push(tables.world, kind + 1))
    for _ in range(pushes):
        pop(tables.world)
    assert tables.snapshot() == before
