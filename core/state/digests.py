"""A digest a component, by name: what goldens hold, so that a new field does not break the old ones."""

from __future__ import annotations

import numpy as np

from enfilade.core.engine.hash import digest
from enfilade.core.engine.layout import Block
from enfilade.core.engine.store import Store


def component_digests(store: Store, game: int = 0) -> dict[str, str]:
    """The digest of each column of the world by its name, such as ``units.position`` or ``clock.turn``.

    A nested record is one column. A column that is zero throughout is left out: a golden made before the column
    existed agrees with a game in which nothing uses it.
    """
    found = {}
    for spec in store.layout.in_block(Block.WORLD):
        records = store.records(spec.name, game)
        for name in spec.record.field_names():
            data = np.ascontiguousarray(records[name]).tobytes()
            if any(data):
                found[f"{spec.name}.{name}"] = digest(data)
    return found
