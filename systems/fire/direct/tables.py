"""What attacks look at: weapons, fighters, modifiers."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Table
from enfilade.core.engine.arena import table
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.layout import Block, TableSpec, count_of, start_of
from enfilade.core.engine.slots import ARSENAL, FIGHTERS, FIRE_RULES
from enfilade.core.rulebook.arsenal import Fighter, FireRules, Weapon
from enfilade.core.state.world import World

WEAPON_DTYPE = Weapon.dtype
FIGHTER_DTYPE = Fighter.dtype
FIRE_RULES_DTYPE = FireRules.dtype


class Arms(NamedTuple):
    """The tables of attacks."""

    weapons: Table[Weapon]  # (weapons,), frozen
    fighters: Table[Fighter]  # (units,), frozen
    rules: Table[FireRules]  # (1,), frozen


def arms_tables(units: int, weapons: int) -> list[TableSpec]:
    """The tables for so many units and weapons."""
    return [
        TableSpec("arsenal", ARSENAL, Block.RULES, Weapon, weapons),
        TableSpec("fighters", FIGHTERS, Block.RULES, Fighter, units, per_unit=True),
        TableSpec("fire_rules", FIRE_RULES, Block.RULES, FireRules, 1),
    ]


@kernel
def arms_of(world: World) -> Arms:
    """The tables of attacks."""
    layout = world.layout
    return Arms(
        table(world.desk, start_of(layout, ARSENAL), count_of(layout, ARSENAL), WEAPON_DTYPE),
        table(world.desk, start_of(layout, FIGHTERS), count_of(layout, FIGHTERS), FIGHTER_DTYPE),
        table(world.desk, start_of(layout, FIRE_RULES), 1, FIRE_RULES_DTYPE),
    )
