"""Checking that derived data says what the world says."""

from __future__ import annotations

from collections.abc import Callable

from enfilade.core.engine.layout import Block
from enfilade.core.engine.store import Store


class DerivedMismatch(RuntimeError):
    """Derived data differs from its rebuild: a rule changed the world behind its back."""


def check_derived(store: Store, rebuild: Callable[[], None]) -> None:
    """Derive the first game's data anew and compare.

    Raises:
        DerivedMismatch: they differ; the message names the table and the first record.
    """
    before = store.derived[0].copy()
    rebuild()
    if (before == store.derived[0]).all():
        return
    for spec in store.layout.in_block(Block.DERIVED):
        start = store.layout.starts[spec.name]
        size = spec.record.dtype.itemsize
        for index, record in enumerate(store.table(spec.name)):
            kept = before[start + index * size : start + (index + 1) * size].tobytes()
            if kept != record.tobytes():
                raise DerivedMismatch(f"{spec.name}[{index}] was {kept.hex()}, rebuilt it is {record!r}")
