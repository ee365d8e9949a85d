"""Weapons of the mech family: what scenarios say of them, and how that becomes the tables of attacks."""

from __future__ import annotations

from collections.abc import Mapping

from enfilade.core.engine.layout import TableSpec
from enfilade.core.orders.notation import GridCells, place_of
from enfilade.core.rulebook.arsenal import ARSENAL_MAX, WEAPONS_MAX, Weapon
from enfilade.core.rulebook.charge import TRIGGERS
from enfilade.core.rulebook.chassis import ATTACK, DEFENCE, MOBILITY, SHUTDOWN
from enfilade.core.scenario.errors import Problem, quoted
from enfilade.core.scenario.findings import place_text
from enfilade.core.scenario.options import Option
from enfilade.core.scenario.schema import Scenario, UnitValue
from enfilade.core.state.charges import charge_tables, charges_of
from enfilade.core.state.grids import grid_at, grids_of
from enfilade.core.state.world import World
from enfilade.systems.fire.direct.tables import Arms, arms_of, arms_tables

STANCES = {"none": 0, "shutdown": SHUTDOWN, "defence": DEFENCE, "mobility": MOBILITY, "attack": ATTACK}
POWER_MAX = 12
NOTATION = GridCells()

MELEE = Option("melee", False)
POWER = Option("power", 3, least=1, greatest=POWER_MAX)
TO_HIT = Option("to_hit", 4, least=2, greatest=6)
RANGE = Option("range", 4, least=1, greatest=50)
INDIRECT = Option("indirect", False)
OMNIDIRECTIONAL = Option("omnidirectional", False)
MELEE_FIRE = Option("melee_fire", False)
STEADY = Option("steady", False)
KNOCKBACK = Option("knockback", 0, least=0, greatest=12)
DRAG = Option("drag", False)
SUPPRESSION = Option("suppression", False)
FIRE_KEYWORDS = (INDIRECT, OMNIDIRECTIONAL, MELEE_FIRE)
"""MECH-X8, MECH-D19: what only weapons for fire can be."""
WEAPON_VALUES = (
    MELEE,
    POWER,
    TO_HIT,
    RANGE,
    INDIRECT,
    OMNIDIRECTIONAL,
    MELEE_FIRE,
    STEADY,
    KNOCKBACK,
    DRAG,
    SUPPRESSION,
)

WEAPONS = Option("weapons", (), of_weapons=True)
ARMOUR = Option("armour", 2, least=0, greatest=12)
SAVE = Option("save", 4, least=2, greatest=6)
STRENGTH = Option("strength", 2, least=1, greatest=2)
HAS_FRONT = Option("has_front", True)
STANCE = Option("stance", "none", choices=tuple(STANCES))
MINE_POWER = Option("mine_power", 0, least=0, greatest=POWER_MAX)
MINE_TO_HIT = Option("mine_to_hit", 4, least=2, greatest=6)
MINE_TRIGGER = Option("mine_trigger", "enter", choices=tuple(TRIGGERS))
MINE_ONCE = Option("mine_once", True)
UNIT_VALUES = (
    WEAPONS,
    ARMOUR,
    SAVE,
    STRENGTH,
    HAS_FRONT,
    STANCE,
    MINE_POWER,
    MINE_TO_HIT,
    MINE_TRIGGER,
    MINE_ONCE,
)

POINT_BLANK_TO_HIT = Option("point_blank_to_hit", -1, least=-4, greatest=4)
LONG_TO_HIT = Option("long_to_hit", 1, least=-4, greatest=4)
MAXIMUM_TO_HIT = Option("maximum_to_hit", 2, least=-4, greatest=4)
MAXIMUM_BAND = Option("maximum_band", "twice_exact", choices=("twice_exact", "none"))
OBSTRUCTED_TO_HIT = Option("obstructed_to_hit", 1, least=0, greatest=4)
MOVED_TO_HIT = Option("moved_to_hit", 1, least=0, greatest=4)
REAR_ATTACK_SAVE = Option("rear_attack_save", 1, least=0, greatest=4)
ARMOUR_TERRAIN_DICE = Option("armour_terrain_dice", 0, least=0, greatest=4)
SAME_GRID_ARC = Option("same_grid_arc", "any_cell", choices=("any_cell", "every_cell"))
HIGH_ALTITUDE_OBSTRUCTS = Option("high_altitude_obstructs", True)
RULE_OPTIONS = (
    POINT_BLANK_TO_HIT,
    LONG_TO_HIT,
    MAXIMUM_TO_HIT,
    MAXIMUM_BAND,
    OBSTRUCTED_TO_HIT,
    MOVED_TO_HIT,
    REAR_ATTACK_SAVE,
    ARMOUR_TERRAIN_DICE,
    SAME_GRID_ARC,
    HIGH_ALTITUDE_OBSTRUCTS,
)


def weapon_names(scenario: Scenario) -> list[str]:
    """The weapons in the order of their numbers."""
    return sorted(scenario.weapons)


def arms_specs(scenario: Scenario) -> list[TableSpec]:
    """The tables of attacks and charges for a scenario."""
    units = len(scenario.units)
    return [*arms_tables(units, len(scenario.weapons)), *charge_tables(units, len(scenario.hazards))]


def set_up_arms(scenario: Scenario, world: World) -> None:
    """MECH-D4, MECH-D11, MECH-D14, MECH-D19, FORM-D7, FORM-D8: weapons, fighters and modifiers."""
    arms = arms_of(world)
    for name, weapon in zip(weapon_names(scenario), arms.weapons, strict=True):
        set_up_weapon(scenario, name, weapon)
    for slot in range(len(scenario.units)):
        set_up_fighter(scenario, world, arms, slot)
    set_up_charges(scenario, world)
    rules = arms.rules[0]
    rules.point_blank = POINT_BLANK_TO_HIT.number(scenario)
    rules.long = LONG_TO_HIT.number(scenario)
    rules.maximum = MAXIMUM_TO_HIT.number(scenario)
    rules.twice_exact = MAXIMUM_BAND.of(scenario) == "twice_exact"
    rules.obstructed = OBSTRUCTED_TO_HIT.number(scenario)
    rules.moved = MOVED_TO_HIT.number(scenario)
    rules.rear = REAR_ATTACK_SAVE.number(scenario)
    rules.terrain_dice = ARMOUR_TERRAIN_DICE.number(scenario)
    rules.every_cell = SAME_GRID_ARC.of(scenario) == "every_cell"
    rules.high_obstructs = bool(HIGH_ALTITUDE_OBSTRUCTS.of(scenario))


def set_up_charges(scenario: Scenario, world: World) -> None:
    """MECH-D10: the charges that units carry, and those of grids."""
    charges = charges_of(world)
    for slot, mine in enumerate(charges.mines):
        mine.power = MINE_POWER.of_unit(scenario, slot)
        mine.to_hit = MINE_TO_HIT.of_unit(scenario, slot)
        mine.trigger = TRIGGERS[MINE_TRIGGER.word_of_unit(scenario, slot)]
        mine.once = bool(MINE_ONCE.of_unit(scenario, slot))
    grids = grids_of(world)
    for entry, hazard in zip(scenario.hazards, charges.hazards, strict=True):
        hazard.power = entry.power
        hazard.to_hit = entry.to_hit
        hazard.trigger = TRIGGERS[entry.trigger]
        hazard.once = entry.once
        hazard.grid = grid_at(grids, *place_of(NOTATION, entry.at))


def set_up_weapon(scenario: Scenario, name: str, weapon: Weapon) -> None:
    """One weapon, as the scenario says it."""
    weapon.melee = bool(MELEE.of_weapon(scenario, name))
    weapon.power = POWER.of_weapon(scenario, name)
    weapon.to_hit = TO_HIT.of_weapon(scenario, name)
    weapon.range = RANGE.of_weapon(scenario, name)
    weapon.indirect = bool(INDIRECT.of_weapon(scenario, name))
    weapon.omnidirectional = bool(OMNIDIRECTIONAL.of_weapon(scenario, name))
    weapon.melee_fire = bool(MELEE_FIRE.of_weapon(scenario, name))
    weapon.steady = bool(STEADY.of_weapon(scenario, name))
    weapon.knockback = KNOCKBACK.of_weapon(scenario, name)
    weapon.drag = bool(DRAG.of_weapon(scenario, name))
    weapon.suppression = bool(SUPPRESSION.of_weapon(scenario, name))


def set_up_fighter(scenario: Scenario, world: World, arms: Arms, slot: int) -> None:
    """How one unit fights, its strength and its stance."""
    fighter = arms.fighters[slot]
    names = weapon_names(scenario)
    carried = WEAPONS.words_of_unit(scenario, slot)
    fighter.armour = ARMOUR.of_unit(scenario, slot)
    fighter.save = SAVE.of_unit(scenario, slot)
    fighter.has_front = bool(HAS_FRONT.of_unit(scenario, slot))
    fighter.weapon_count = len(carried)
    for index, name in enumerate(carried):
        fighter.weapons[index] = names.index(name)
    world.units[slot].status.steps = STRENGTH.of_unit(scenario, slot)
    world.units[slot].condition.stance = STANCES[STANCE.word_of_unit(scenario, slot)]


def fights_hand_to_hand(scenario: Scenario, slot: int) -> bool:
    """MECH-1.2.5a: whether a unit has a melee weapon."""
    return any(MELEE.of_weapon(scenario, name) for name in WEAPONS.words_of_unit(scenario, slot))


def arms_problems(scenario: Scenario) -> list[Problem]:
    """MECH-X8, MECH-D19: too many weapons, keywords that do not go together, weapons that a unit cannot carry."""
    found = []
    if len(scenario.weapons) > ARSENAL_MAX:
        found.append(Problem("weapons", f"{len(scenario.weapons)} weapons", f"at most {ARSENAL_MAX}"))
    found += [
        Problem(f"weapons.{name}.{keyword.name}", "true", "false: it is a keyword of fire, and this is a melee weapon")
        for name in scenario.weapons
        for keyword in FIRE_KEYWORDS
        if MELEE.of_weapon(scenario, name) and keyword.of_weapon(scenario, name)
    ]
    found += [
        Problem(f"weapons.{name}.{DRAG.name}", "true", "false: the weapon has knockback, which moves its target away")
        for name in scenario.weapons
        if DRAG.of_weapon(scenario, name) and KNOCKBACK.of_weapon(scenario, name)
    ]
    for name, values in scenario.types.items():
        found += carrying_problems(place_text(("types", name)), values)
    for slot, unit in enumerate(scenario.units):
        found += carrying_problems(f"units[{slot}] ({unit.id}).with", unit.values)
    return found


def carrying_problems(place: str, values: Mapping[str, UnitValue]) -> list[Problem]:
    """More weapons among the values of a type or a unit than there is room for, and one of them twice."""
    carried = values.get(WEAPONS.name)
    if not isinstance(carried, list):
        return []
    found = []
    if len(carried) > WEAPONS_MAX:
        found.append(Problem(f"{place}.{WEAPONS.name}", f"{len(carried)} weapons", f"at most {WEAPONS_MAX}"))
    for name in dict.fromkeys(carried):
        if carried.count(name) > 1:
            found.append(Problem(f"{place}.{WEAPONS.name}", f"{quoted(name)} more than once", "each weapon once"))
    return found
