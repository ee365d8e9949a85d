"""Attacks on the mech board in plain Python, written from the rule text alone: may it, with what numbers, to what end.

Rules: MECH-1.1.1 to MECH-1.1.6, MECH-1.2.5 with MECH-D2 to MECH-D5, MECH-D11 to MECH-D16 and MECH-D19; FORM-8.1 to
FORM-8.7, FORM-9.3, FORM-9.4 and FORM-10.1 to FORM-10.4 with FORM-D7 to FORM-D9 and FORM-D21. Geometry is that of
``tests/oracles/squares.py``, lock-on that of ``tests/oracles/mech_moves.py``.

Numbers needed are "this or more on a d6": a lower one is better. Chances are exact fractions.

Where the text leaves a choice of reading, the one taken here:

- Any weapon without ``melee`` is for fire, one with it for melee. The keywords ``omnidirectional``, ``indirect`` and
  ``melee_fire`` are of fire: on a melee weapon they do nothing.
- Targets are enemies in play. Suitability of weapons (FORM-D21) is for formations.
- Indirect fire has the bands of FORM-8.7 and is obstructed as other fire is: MECH-D19 excepts it from sight alone.
- A steady weapon gains in melee as well, and so does attack stance: MECH-D19 marks both for no kind.
- Disruption keeps nobody from attacking: its effects come with formations (MECH-D13).
- The dice of a target's terrain (FORM-D8) are for the caller to say; a high-altitude unit may have some.
- A unit that has been in another grid in its activation has changed its grid, whether it is back or not.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from tests.oracles import mech_moves, squares
from tests.oracles.mech_moves import HIGH_ALTITUDE, Board, Piece
from tests.oracles.squares import FACINGS, Base

DEFENCE, MOBILITY, ATTACK, SHUTDOWN = "defence", "mobility", "attack", "shutdown"
POINT_BLANK, EFFECTIVE, LONG, MAXIMUM = "point blank", "effective", "long", "maximum"
BAND_MODIFIERS = {POINT_BLANK: -1, EFFECTIVE: 0, LONG: 1, MAXIMUM: 2}
"""FORM-D7."""
BEST, WORST = 2, 6
"""MECH-D16, FORM-D7: the limits of numbers needed."""


@dataclass(frozen=True)
class Weapon:
    """What a unit attacks with; ``reach`` is the printed range R, of no account in melee."""

    name: str
    power: int
    to_hit: int
    reach: int = 0
    melee: bool = False
    indirect: bool = False
    omnidirectional: bool = False
    melee_fire: bool = False
    steady: bool = False


@dataclass(frozen=True)
class Fighter:
    """A piece with all that attacks need to know of it."""

    piece: Piece
    weapons: tuple[Weapon, ...] = ()
    armour: int = 0
    terrain_dice: int = 0
    save: int = 6
    stance: str = ""
    has_front: bool = True
    steps: int = 2
    disrupted: bool = False
    changed_grid: bool = False
    stirred: bool = False
    """MECH-D15: it has moved, turned or shifted in its activation."""
    attacked: bool = False

    @property
    def base(self) -> Base:
        """Its base on the plane."""
        return (self.piece.x, self.piece.y, self.piece.size)


@dataclass(frozen=True)
class Switches:
    """MECH-D3, MECH-D4, MECH-D5, MECH-D11, FORM-D7, FORM-D8."""

    maximum_band: str = "twice_exact"  # or "none"
    obstructed_to_hit: int = 1
    high_altitude_obstructs: bool = True
    same_grid_arc: str = "any_cell"  # or "every_cell"
    lock_on_exempts: str = "high_altitude"  # or "high_altitude_and_flying"
    rear_attack_save: int = 1
    armour_terrain_dice: int = 0


AS_PRINTED = Switches()


@dataclass(frozen=True)
class Numbers:
    """What is known of an attack before its dice."""

    dice: int
    to_hit: int
    save_dice: int
    save: int


Result = tuple[int, bool]
"""The steps a target has left and whether it is disrupted; (0, False) is out."""
OUT: Result = (0, False)


# Who is where


def is_high(*fighters: Fighter) -> bool:
    """One of them is a high-altitude unit."""
    return any(fighter.piece.kind == HIGH_ALTITUDE for fighter in fighters)


def span(one: Fighter, other: Fighter) -> int:
    """MECH-1.1.1."""
    return squares.distance(squares.grid_of(one.base), squares.grid_of(other.base))


def sees(board: Board, one: Fighter, other: Fighter) -> bool:
    """MECH-D2."""
    return is_high(one, other) or mech_moves.bases_see(board.heights, one.base, other.base)


def fronts(attacker: Fighter, target: Fighter, switches: Switches = AS_PRINTED) -> bool:
    """MECH-1.1.5, MECH-D4."""
    facing = FACINGS[attacker.piece.facing]
    return squares.in_front(attacker.base, target.base, facing, switches.same_grid_arc, has_front=attacker.has_front)


def from_behind(attacker: Fighter, target: Fighter, switches: Switches = AS_PRINTED) -> bool:
    """MECH-1.1.6, MECH-D4."""
    facing = FACINGS[target.piece.facing]
    return squares.in_rear(target.base, attacker.base, facing, switches.same_grid_arc, has_front=target.has_front)


def obstructed(
    board: Board, fighters: Sequence[Fighter], attacker: Fighter, target: Fighter, switches: Switches = AS_PRINTED
) -> bool:
    """MECH-1.1.4b, MECH-D3: terrain of any height or a third unit lies between."""
    if is_high(attacker, target):
        return False
    if squares.obstructing_cells(board.heights, attacker.base, target.base):
        return True
    thirds = [
        fighter
        for fighter in fighters
        if fighter.piece.in_play and fighter.piece.name not in (attacker.piece.name, target.piece.name)
    ]
    return any(
        squares.obstructs(attacker.base, target.base, squares.square(third.base))
        for third in thirds
        if switches.high_altitude_obstructs or not is_high(third)
    )


def locked(board: Board, fighters: Sequence[Fighter], fighter: Fighter, switches: Switches = AS_PRINTED) -> bool:
    """MECH-1.2.5, MECH-D5: some enemy locks it where it stands."""
    piece = fighter.piece
    exempting = mech_moves.Switches(lock_on_exempts=switches.lock_on_exempts)
    return bool(mech_moves.lockers(board, [other.piece for other in fighters], piece, piece.x, piece.y, exempting))


# May it


def band(reach: int, distance: int, switches: Switches = AS_PRINTED) -> str | None:
    """FORM-8.3 to FORM-8.7, FORM-D7: the range band; None out of range."""
    if distance == 0:
        return POINT_BLANK
    if distance == 2 * reach and switches.maximum_band == "twice_exact":
        return MAXIMUM
    if 2 * distance <= reach:
        return POINT_BLANK
    if distance <= reach:
        return EFFECTIVE
    return LONG if distance <= 2 * reach else None


def refusals(
    board: Board,
    fighters: Sequence[Fighter],
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    switches: Switches = AS_PRINTED,
) -> set[str]:
    """MECH-D13, MECH-D14, MECH-D19: all the rules that an attack breaks; empty when it is allowed."""
    broken = set()
    if attacker.attacked:
        broken.add("MECH-D13")
    if attacker.stance == SHUTDOWN:
        broken.add("MECH-D14")
    seen, in_front = sees(board, attacker, target), fronts(attacker, target, switches)
    if weapon.melee:
        if not squares.adjacent(squares.grid_of(attacker.base), squares.grid_of(target.base)):
            broken.add("MECH-D19")
        needs_front, needs_sight = True, True
    else:
        if not weapon.melee_fire and locked(board, fighters, attacker, switches):
            broken.add("MECH-1.2.5e")
        if band(weapon.reach, span(attacker, target), switches) is None:
            broken.add("FORM-8.7")
        needs_front, needs_sight = not weapon.omnidirectional, not weapon.indirect
    if needs_front and not in_front:
        broken.add("MECH-1.1.5d")
    if needs_sight and not seen:
        broken.add("MECH-D2")
    if not broken and numbers(board, fighters, attacker, target, weapon, switches).dice == 0:
        broken.add("FORM-D7")
    return broken


def attacks(
    board: Board,
    fighters: Sequence[Fighter],
    attacker: Fighter,
    enemies: Sequence[Fighter],
    switches: Switches = AS_PRINTED,
) -> list[tuple[str, str]]:
    """The names of weapon and target of every attack that a fighter may make, by its weapons, then by its enemies."""
    return [
        (weapon.name, target.piece.name)
        for weapon in attacker.weapons
        for target in enemies
        if target.piece.in_play and not refusals(board, fighters, attacker, target, weapon, switches)
    ]


# With what numbers


def numbers(
    board: Board,
    fighters: Sequence[Fighter],
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    switches: Switches = AS_PRINTED,
) -> Numbers:
    """MECH-D19, MECH-D11, MECH-D14 to MECH-D16, FORM-D7, FORM-D8: all numbers of an attack that is in range."""
    needed = weapon.to_hit
    if not weapon.melee:
        at_range = band(weapon.reach, span(attacker, target), switches)
        assert at_range is not None
        needed += BAND_MODIFIERS[at_range]
        needed += 1 if attacker.changed_grid else 0
        needed += switches.obstructed_to_hit if obstructed(board, fighters, attacker, target, switches) else 0
    needed -= 1 if attacker.stance == ATTACK else 0
    needed -= 1 if weapon.steady and not attacker.stirred else 0
    dice = max(weapon.power - 1, 0) if needed > WORST else weapon.power
    save = target.save
    save += switches.rear_attack_save if from_behind(attacker, target, switches) else 0
    save -= 1 if target.stance == DEFENCE else 0
    return Numbers(dice, min(max(needed, BEST), WORST), save_dice(target, switches), min(max(save, BEST), WORST))


def save_dice(target: Fighter, switches: Switches = AS_PRINTED) -> int:
    """FORM-9.4, FORM-D8: those of its armour with some of its terrain's, or without armour all of its terrain's."""
    if target.armour == 0:
        return target.terrain_dice
    return target.armour + min(target.terrain_dice, switches.armour_terrain_dice)


# To what end


@cache
def successes(dice: int, needed: int) -> tuple[Fraction, ...]:
    """FORM-9.3: the chances of 0, 1, 2 ... of some d6 to come to a number or more."""
    chance = Fraction(7 - needed, 6)
    return tuple(math.comb(dice, count) * chance**count * (1 - chance) ** (dice - count) for count in range(dice + 1))


def unsaved(known: Numbers) -> dict[int, Fraction]:
    """FORM-9.4, FORM-D8: the chances of each number of unsaved hits."""
    chances: defaultdict[int, Fraction] = defaultdict(Fraction)
    for hits, of_hits in enumerate(successes(known.dice, known.to_hit)):
        for saves, of_saves in enumerate(successes(known.save_dice, known.save)):
            chances[max(0, hits - saves)] += of_hits * of_saves
    return dict(chances)


def after_hits(steps: int, disrupted: bool, hits: int) -> Result:
    """FORM-10.2 to FORM-10.4, FORM-D9: the first hit disrupts, each other one takes a step; what was there stays."""
    for _ in range(hits):
        if disrupted:
            steps -= 1
        disrupted = True
    return (steps, disrupted) if steps > 0 else OUT


def results(known: Numbers, target: Fighter) -> dict[Result, Fraction]:
    """FORM-10.1: the chances of each state of the target after an attack."""
    chances: defaultdict[Result, Fraction] = defaultdict(Fraction)
    for hits, chance in unsaved(known).items():
        chances[after_hits(target.steps, target.disrupted, hits)] += chance
    return {result: chance for result, chance in chances.items() if chance}
