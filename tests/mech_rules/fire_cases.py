"""Attacks in the engine and in the oracle side by side: random positions with weapons, and both answers in one form."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

import enfilade as ef
from enfilade.core.scenario.schema import Scenario, UnitEntry, UnitValue
from enfilade.systems.shipped.mech import LEGEND
from tests.mech_rules.against_oracle import board_of, grid_of, pieces_of, random_position
from tests.oracles import mech_fire, mech_moves
from tests.oracles.mech_fire import Fighter, Weapon

STANCES = ("none", "none", "none", "defence", "mobility", "attack", "shutdown")
NAMES = ("axe", "bow", "cannon", "dart", "elephant")
MOVES = ("move", "fly", "teleport")
ENTERING = ("entered", "crushed_in")
FIRE_OPTIONS = tuple(field.name for field in dataclasses.fields(mech_fire.Switches))


# Random positions


def random_armed(chance: random.Random, most_grids: int = 4) -> Scenario:
    """A random position of ``against_oracle`` in which units look anywhere and fight with random weapons."""
    plain = random_position(chance, most_grids)
    weapons = {name: random_weapon(chance) for name in NAMES[: chance.randint(1, len(NAMES))]}
    units = [random_fighter(chance, unit, list(weapons)) for unit in plain.units]
    terrain = [*dict.fromkeys(LEGEND.values())]
    ratings = {name: chance.randint(1, 3) for name in terrain if chance.random() < 0.3}
    options = {
        "lock_on_exempts": plain.options["lock_on_exempts"],
        "maximum_band": chance.choice(("twice_exact", "none")),
        "obstructed_to_hit": chance.choice((0, 1, 1, 2)),
        "high_altitude_obstructs": chance.random() < 0.5,
        "same_grid_arc": chance.choice(("any_cell", "every_cell")),
        "rear_attack_save": chance.choice((0, 1, 1, 2)),
        "armour_terrain_dice": chance.choice((0, 0, 1, 2)),
    }
    board = msgspec.structs.replace(plain.board, ratings=ratings)
    return msgspec.structs.replace(plain, board=board, units=units, weapons=weapons, options=options)


def random_weapon(chance: random.Random) -> dict[str, UnitValue]:
    """Values of a weapon, one of four of them for melee."""
    common: dict[str, UnitValue] = {
        "power": chance.choice((1, 1, 2, 3, 4)),
        "to_hit": chance.randint(2, 6),
        "steady": chance.random() < 0.3,
    }
    if chance.random() < 0.25:
        return {"melee": True, **common}
    keywords = {name: chance.random() < 0.25 for name in ("indirect", "omnidirectional", "melee_fire")}
    return {"range": chance.choice((1, 1, 2, 3, 4)), **common, **keywords}


def random_fighter(chance: random.Random, unit: UnitEntry, weapons: list[str]) -> UnitEntry:
    """A unit with some weapons in any order, and values of its own."""
    fighting: dict[str, UnitValue] = {
        "weapons": chance.sample(weapons, chance.randint(0, len(weapons))),
        "armour": chance.randint(0, 4),
        "save": chance.randint(2, 6),
        "strength": chance.randint(1, 2),
        "has_front": chance.random() < 0.85,
        "stance": chance.choice(STANCES),
    }
    return msgspec.structs.replace(unit, facing=chance.randrange(4), values={**unit.values, **fighting})


def battle_of(chance: random.Random, most_grids: int = 4) -> ef.Battle:
    """A battle at a random position in which some units have been hit before."""
    battle = ef.Battle(random_armed(chance, most_grids), chance.getrandbits(32))
    for unit in battle.game.world().units:
        unit.condition.disrupted = chance.random() < 0.3
        unit.status.steps = chance.randint(1, unit.status.steps)
    battle.game.rebuild()
    return battle


# The same for the oracle


class Stir(NamedTuple):
    """What the unit that is about to attack has done in its activation."""

    stirred: bool = False
    changed_grid: bool = False


STILL = Stir()


def weapon_of(scenario: Scenario, name: str) -> Weapon:
    """A weapon for the oracle."""
    values: dict[str, Any] = dict(scenario.weapons[name])
    return Weapon(name, values.pop("power"), values.pop("to_hit"), values.pop("range", 0), **values)


def rating_under(battle: ef.Battle, piece: mech_moves.Piece) -> int:
    """The best defence dice of the terrain under a base; none of what is destroyed."""
    rows = battle.scenario.map_rows()
    kinds = board_of(battle).kinds
    found = [0]
    for x, y in mech_moves.cells_under((piece.x, piece.y), piece.size):
        terrain = LEGEND[rows[y][x]]
        if terrain == "open" or kinds[y][x] != mech_moves.OPEN:
            found.append(battle.scenario.board.ratings.get(terrain, 0))
    return max(found)


class Case(NamedTuple):
    """One unit that may attack, in both forms.

    Attributes:
        fighters: all units by name; those hostile to the attacker are of another side.
        enemies: the units that the attacker is hostile to, in their order.
    """

    battle: ef.Battle
    board: mech_moves.Board
    fighters: dict[str, Fighter]
    attacker: Fighter
    enemies: list[Fighter]
    switches: mech_fire.Switches

    @property
    def everyone(self) -> list[Fighter]:
        """All units."""
        return list(self.fighters.values())


def case_of(battle: ef.Battle, name: str, stir: Stir) -> Case:
    """A unit as an attacker."""
    world = battle.game.world()
    pieces = pieces_of(battle, name)
    fighters = {}
    for entry, unit in zip(battle.scenario.units, world.units, strict=True):
        values: dict[str, Any] = dict(entry.values)
        weapons = tuple(weapon_of(battle.scenario, weapon) for weapon in values["weapons"])
        has_melee = values["fights"] or any(weapon.melee for weapon in weapons)
        piece = dataclasses.replace(pieces[entry.id], has_melee=has_melee)
        is_acting = entry.id == name
        fighters[entry.id] = Fighter(
            piece,
            weapons,
            armour=values["armour"],
            terrain_dice=rating_under(battle, piece),
            save=values["save"],
            stance=values["stance"],
            has_front=values["has_front"],
            steps=unit.status.steps,
            disrupted=bool(unit.condition.disrupted),
            changed_grid=is_acting and stir.changed_grid,
            stirred=is_acting and stir.stirred,
            attacked=bool(unit.status.done),
        )
    own = world.units[battle.names.slots[name]].allegiance.side
    hostile = world.rules[0].hostile[own]
    enemies = [
        fighters[entry.id]
        for entry, unit in zip(battle.scenario.units, world.units, strict=True)
        if hostile >> unit.allegiance.side & 1
    ]
    chosen = {name: value for name, value in battle.scenario.options.items() if name in FIRE_OPTIONS}
    return Case(battle, board_of(battle), fighters, fighters[name], enemies, mech_fire.Switches(**chosen))  # type: ignore[arg-type]


def cases(battle: ef.Battle, stir: Stir = STILL) -> list[Case]:
    """The units that may be asked for an attack now: the active one, or all of the side that activates one."""
    decision = battle.decision
    if decision is None or decision.kind not in ("activate", "attack"):
        return []
    names = [entry.id for entry in battle.scenario.units if entry.side == decision.side]
    if decision.kind == "attack":
        names = [str(decision.unit)]
    alive = battle.roster()
    return [case_of(battle, name, stir) for name in names if alive[name]["alive"]]


def play(chance: random.Random, battle: ef.Battle, orders: int) -> Iterator[Stir]:
    """Plays orders of a unit drawn first; before each gives out what the unit that is active has done."""
    stir = STILL
    for _ in range(orders):
        yield stir
        if battle.outcome is not None:
            return
        legal = battle.legal
        unit = chance.choice([name for name in battle.names.units if len(legal.of(name))])
        own = legal.of(unit)
        order = own[chance.randrange(len(own))]
        before = pieces_of(battle, unit)[unit]
        events = battle.step(order)
        after = pieces_of(battle, unit)[unit]
        if order.kind in MOVES:
            moved_on = grid_of((before.x, before.y)) != grid_of((after.x, after.y))
            entered = any(event.kind in ENTERING and event.names.get("unit") == unit for event in events)
            stir = Stir(True, moved_on or entered)
        elif order.kind == "displace":
            entered = any(event.kind in ENTERING for event in events)
            stir = Stir(True, stir.changed_grid or entered)
        is_active = battle.decision is not None and battle.decision.kind != "activate"
        stir = stir if is_active else STILL


# Attacks


def oracle_attacks(case: Case) -> list[tuple[str, str, str]]:
    """The attacks in the engine's order: fire before melee, by the weapons of the unit, then by the target."""
    found = mech_fire.attacks(case.board, case.everyone, case.attacker, case.enemies, case.switches)
    melee = {weapon.name for weapon in case.attacker.weapons if weapon.melee}
    fire = [("fire", *attack) for attack in found if attack[0] not in melee]
    return [*fire, *(("strike", *attack) for attack in found if attack[0] in melee)]


def engine_attacks(case: Case) -> list[tuple[str, str, str]]:
    """The engine's attacks of a unit in its order."""
    own = case.battle.legal.of(case.attacker.piece.name)
    return [
        (kind, case.battle.names.weapons[order.number], order.target)
        for kind in ("fire", "strike")
        for order in own.where(kind)
    ]


def attack_order(case: Case, weapon: Weapon, target: str) -> ef.Order:
    """An attack of the case's unit."""
    number = case.battle.names.weapons.index(weapon.name)
    kind = "strike" if weapon.melee else "fire"
    return ef.Order(kind, unit=case.attacker.piece.name, target=target, number=number)
