"""The embedder's side: a private instance of esper for each battle, with an entity for every unit.

esper keeps its worlds in module globals, so the module is executed once more for each battle: its own functions, with
globals of their own. Any number of battles then live in any number of threads, and a host's own use of esper is never
touched. What a host adds to it, rules never see: they read records, not entities.
"""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Any

from enfilade.components.record import Record
from enfilade.components.unit import COMPONENTS, Unit
from enfilade.systems.game import Game


def private_esper() -> ModuleType:
    """The esper module, executed once more.

    Raises:
        ImportError: esper is not installed.
    """
    spec = importlib.util.find_spec("esper")
    if spec is None or spec.loader is None:
        raise ImportError("esper is not installed, expected esper 3.9 or later")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Stage:
    """The entities of one battle in one instance of esper.

    Attributes:
        ecs: the instance; a host adds its own components and processors to it.
        entities: entity of each unit, by slot.
    """

    def __init__(self, game: Game, ecs: Any = None) -> None:
        """Make an entity for each unit, with read-only windows on its record as components."""
        self.ecs: Any = ecs if ecs is not None else private_esper()
        self.entities = [self.ecs.create_entity(*components_of(unit)) for unit in game.store.table("units")]


def components_of(unit: Unit) -> list[Record]:
    """The windows that are a unit's components: the unit itself, and each component that it has."""
    windows: list[Record] = [unit]
    for bit, component in enumerate(COMPONENTS):
        if unit.components >> bit & 1:
            windows.append(getattr(unit, component.__name__.lower()))
    return windows
