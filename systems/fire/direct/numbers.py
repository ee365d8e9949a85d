"""FORM-8, FORM-9, MECH-D19: the numbers of an attack: range band, dice, what they must show, and the saves."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.core.board.footprint import end_x, end_y
from enfilade.core.engine.kernel import kernel
from enfilade.core.relations.arcs import ANY_CELL, EVERY_CELL, in_rear
from enfilade.core.relations.distance import grid_distance
from enfilade.core.relations.sight.units import is_obstructed
from enfilade.core.rulebook.arsenal import FireRules, Weapon
from enfilade.core.rulebook.chassis import ATTACK, DEFENCE
from enfilade.core.state.grids import Grids, footprint, has_terrain, is_fragile
from enfilade.core.state.world import World

from .tables import Arms

EASIEST, HARDEST = 2, 6
"""FORM-D7, MECH-D16: what a die must show at least and at most."""
CHANGED_GRID = 2


class Numbers(NamedTuple):
    """How an attack is rolled."""

    dice: int
    needed: int
    saves: int  # dice of the target
    save: int  # what these need


@kernel
def is_in_range(weapon: Weapon, distance: int) -> bool:
    """FORM-8.5, FORM-8.7: whether a distance is at most twice a weapon's range; hand to hand range is not asked."""
    return weapon.melee or distance <= 2 * weapon.range


@kernel
def band_modifier(weapon: Weapon, rules: FireRules, distance: int) -> int:
    """FORM-8.3, FORM-8.4, FORM-8.5, FORM-8.6, FORM-8.7, FORM-D7: the modifier of a range band."""
    if distance <= weapon.range // 2:
        return rules.point_blank
    if distance <= weapon.range:
        return 0
    return rules.maximum if rules.twice_exact and distance == 2 * weapon.range else rules.long


@kernel
def to_hit(world: World, grids: Grids, arms: Arms, unit: int, target: int, weapon: Weapon) -> int:
    """MECH-D19, MECH-D15, FORM-9.2: the number that each die needs, before it is kept within what a die can show."""
    rules = arms.rules[0]
    slot = world.units[unit]
    number = weapon.to_hit
    if not weapon.melee:
        number += band_modifier(weapon, rules, grid_distance(footprint(world, unit), footprint(world, target)))
        number += rules.moved if slot.activity.moved == CHANGED_GRID else 0
        if is_obstructed(world, grids, unit, target, rules.high_obstructs):
            number += rules.obstructed
    if slot.condition.stance == ATTACK:
        number -= 1
    if weapon.steady and slot.activity.moved == 0:
        number -= 1
    return number


@kernel
def arc_rule(arms: Arms) -> int:
    """MECH-D4: how much of a base must lie in an arc within one grid."""
    return EVERY_CELL if arms.rules[0].every_cell else ANY_CELL


@kernel
def is_from_rear(world: World, arms: Arms, unit: int, target: int) -> bool:
    """MECH-1.1.6, MECH-D4: whether an attack comes from the rear of a target that has one."""
    facing = world.units[target].facing.direction
    return arms.fighters[target].has_front and in_rear(
        footprint(world, target), facing, footprint(world, unit), arc_rule(arms)
    )


@kernel
def rating_at(world: World, grids: Grids, x: int, y: int) -> int:
    """FORM-9.4, MECH-1.2.6f: the defence dice of a cell; none of fragile terrain that is destroyed."""
    cell = world.cells[y * world.rules[0].width + x]
    return 0 if is_fragile(cell.kind) and not has_terrain(world, grids, x, y) else cell.rating


@kernel
def terrain_dice(world: World, grids: Grids, target: int) -> int:
    """FORM-9.4: the defence dice of the terrain that a target occupies: the best rating under its base."""
    base = footprint(world, target)
    best = 0
    for y in range(base.y, end_y(base)):
        for x in range(base.x, end_x(base)):
            best = max(best, rating_at(world, grids, x, y))
    return best


@kernel
def save_dice(world: World, grids: Grids, arms: Arms, target: int) -> int:
    """FORM-9.4, FORM-D8: the save dice of a target: of its armour, or of its terrain when it has none."""
    armour = arms.fighters[target].armour
    if armour == 0:
        return terrain_dice(world, grids, target)
    return armour + min(terrain_dice(world, grids, target), arms.rules[0].terrain_dice)


@kernel
def save_number(world: World, arms: Arms, unit: int, target: int) -> int:
    """MECH-D11, MECH-D14, MECH-D16, MECH-D19: what each save die needs."""
    number = arms.fighters[target].save
    if is_from_rear(world, arms, unit, target):
        number += arms.rules[0].rear
    if world.units[target].condition.stance == DEFENCE:
        number -= 1
    return min(max(number, EASIEST), HARDEST)


@kernel
def dice_for(weapon: Weapon, needed: int) -> int:
    """FORM-D7, FORM-D21: the dice of a weapon when each needs a number; one beyond 6 costs one die."""
    return max(weapon.power - 1 if needed > HARDEST else weapon.power, 0)


@kernel
def has_dice(world: World, grids: Grids, arms: Arms, unit: int, target: int, weapon: Weapon) -> bool:
    """FORM-D7: whether an attack has a die; with two the number that they need takes only one."""
    return weapon.power > 1 or dice_for(weapon, to_hit(world, grids, arms, unit, target, weapon)) > 0


@kernel
def numbers_of(world: World, grids: Grids, arms: Arms, unit: int, target: int, weapon: int) -> Numbers:
    """MECH-D19, FORM-D7, FORM-D21: how an attack is rolled; a number beyond 6 becomes 6 and costs one die."""
    used = arms.weapons[weapon]
    needed = to_hit(world, grids, arms, unit, target, used)
    return Numbers(
        dice_for(used, needed),
        min(max(needed, EASIEST), HARDEST),
        save_dice(world, grids, arms, target),
        save_number(world, arms, unit, target),
    )
