"""Battles drawn at random: compiled, interpreted and in the compiled loop they are one game after every order."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest

import enfilade as ef
from enfilade.core.engine.kernel import Switch
from enfilade.core.engine.warm import Policy, compile_now, policy
from enfilade.core.scenario.schema import BoardEntry, ExitEntry, HazardEntry, Scenario, SideEntry, UnitEntry, UnitValue
from enfilade.headless.loop import loop_entries, take_random_orders
from enfilade.systems.family import Plugin
from enfilade.systems.game import Game
from tests.face.games import drawn_order, running_interpreted
from tests.face.resting import PLUGIN
from tests.march_rules.against_oracle import MIDDLE, SMALL, TALL, WIDE, placed, random_scenario
from tests.mech_rules.fire_cases import random_armed

pytestmark = pytest.mark.bounds

ORDERS_MAX = 120
"""Orders of one game at most; six sides can go on for long."""


def drawn_drill(chance: random.Random) -> Scenario:
    """A drill: two to eight squares a side with walls among them, two to six sides, one to three units each."""
    rows, squares = drawn_board(chance)
    sides = [f"s{number}" for number in range(min(chance.randint(2, 6), len(squares)))]
    units = min(len(squares), chance.randint(len(sides), 3 * len(sides)))
    return Scenario(
        name="drawn",
        family="drill",
        sides=[SideEntry(side, drawn_enemies(chance, side, sides)) for side in sides],
        board=BoardEntry("\n".join(rows)),
        units=[drawn_unit(chance, number, sides, squares[number]) for number in range(units)],
        cards={card: chance.randint(0, 2) for card in ("hurry", "rally", "blank")},
        options={"rounds": chance.randint(1, 4), "tokens": chance.randint(0, 9)},
    )


def drawn_board(chance: random.Random) -> tuple[list[str], list[str]]:
    """A board and its open squares, which are at least two, in any order."""
    width, height = chance.randint(2, 8), chance.randint(2, 8)
    walls = chance.choice((0, 0.1, 0.3))
    rows = ["".join("#" if chance.random() < walls else "." for _ in range(width)) for _ in range(height)]
    rows[-1] = ".." + rows[-1][2:]
    places = product(range(width), range(height))
    squares = [f"{chr(ord('A') + x)}{y + 1}" for x, y in places if rows[y][x] == "."]
    chance.shuffle(squares)
    return rows, squares


def drawn_enemies(chance: random.Random, side: str, sides: list[str]) -> list[str] | None:
    """Mostly everybody else."""
    if chance.random() < 0.6:
        return None
    return [other for other in sides if other != side and chance.random() < 0.5]


def drawn_unit(chance: random.Random, number: int, sides: list[str], square: str) -> UnitEntry:
    """A unit, now and then out of play, or not known to everybody."""
    return UnitEntry(
        f"U{number}",
        sides[number % len(sides)],
        square if chance.random() < 0.95 else "",
        facing=chance.randint(0, 3),
        known_to=None if chance.random() < 0.8 else [side for side in sides if chance.random() < 0.5],
        values={"power": chance.randint(0, 6), "allowance": chance.randint(0, 2)},
    )


def drawn_march(chance: random.Random) -> Scenario:
    """A march: any terrain and banks, one to five sides, alliances, stacks, any options; units not everybody knows."""
    scenario = placed(random_scenario(chance, chance.choice(MARCH_SIZES)), chance)
    sides = scenario.side_names()
    for unit in scenario.units:
        if chance.random() < 0.2:
            unit.known_to = [side for side in sides if chance.random() < 0.5]
    return scenario


def drawn_mech(chance: random.Random) -> Scenario:
    """A mech battle: up to three grids each way, any terrain, units and weapons, charges, exits, any options."""
    scenario = random_armed(chance, 3)
    wide, high = (cells // 3 for cells in scenario.board_size())
    grids = [f"{'ABC'[column]}{row + 1}" for row in range(high) for column in range(wide)]
    weapons = {name: {**values, **drawn_effects(chance)} for name, values in scenario.weapons.items()}
    charges = [
        HazardEntry(chance.choice(grids), 1, trigger=chance.choice(("enter", "leave")), once=chance.random() < 0.5)
        for _ in range(chance.randint(0, 3))
    ]
    playing = [side.name for side in scenario.sides if not side.neutral]
    exits = [ExitEntry(grid, chance.choice(playing)) for grid in chance.sample(grids, min(len(grids), 2))]
    units = [unit if chance.random() < 0.8 else hidden(chance, unit, scenario) for unit in scenario.units]
    options = {"turns": chance.randint(1, 3), "opportunity_fire": chance.random() < 0.5}
    return msgspec.structs.replace(
        scenario, units=units, weapons=weapons, hazards=charges, exits=exits, options=scenario.options | options
    )


def drawn_effects(chance: random.Random) -> dict[str, UnitValue]:
    """What a weapon does to its target beside harming it."""
    moving: tuple[dict[str, UnitValue], ...] = ({}, {}, {"knockback": chance.randint(1, 3)}, {"drag": True})
    return {**chance.choice(moving), "suppression": chance.random() < 0.2}


def hidden(chance: random.Random, unit: UnitEntry, scenario: Scenario) -> UnitEntry:
    """The same unit, which not everybody knows."""
    return msgspec.structs.replace(unit, known_to=[side for side in scenario.side_names() if chance.random() < 0.5])


MARCH_SIZES = (SMALL, SMALL, MIDDLE, WIDE, TALL)
DRAWN = {"drill": drawn_drill, "march": drawn_march, "mech": drawn_mech}


class Trio:
    """One game three times: in a battle with what code there is, in a battle that is interpreted, in the loop.

    Attributes:
        battle, mirror, loop: those three.
    """

    def __init__(self, scenario: Scenario, seed: int, systems: tuple[Plugin, ...], *, checked: bool) -> None:
        self.battle = ef.Battle(scenario, seed, systems=systems, checked=checked)
        compile_now((*self.battle.game.entries(), *loop_entries(self.battle.game)))
        assert Switch.compiled is (policy() is not Policy.INTERPRETED)
        self.loop = ef.Battle(scenario, seed, systems=systems).game
        with running_interpreted():
            self.mirror = ef.Battle(scenario, seed, systems=systems)
        self.refuse_differences()

    def step(self, key: int) -> None:
        """Take an order drawn from all legal ones, each of the three in its own way."""
        compiled = Switch.compiled
        order, count = drawn_order(self.battle, key), len(self.battle.legal)
        events = self.battle.step(order)
        assert take_random_orders(self.loop, key, 1) == 1
        with running_interpreted():
            assert len(self.mirror.legal) == count
            assert drawn_order(self.mirror, key) == order
            assert self.mirror.step(order) == events
            assert Switch.compiled is False
        assert Switch.compiled is compiled
        self.refuse_differences()

    def refuse_differences(self) -> None:
        """All three have one hash and one set of derived data."""
        game = self.battle.game
        with running_interpreted():
            mirrored = self.mirror.game.hash()
        assert game.hash() == mirrored == self.loop.hash()
        assert derived_of(game) == derived_of(self.mirror.game) == derived_of(self.loop)

    def compare_all_legal_orders(self) -> None:
        """The interpreted battle lists the same orders, and its check finds nothing against them."""
        orders = self.battle.legal_orders()
        with running_interpreted():
            assert self.mirror.legal_orders() == orders
            assert all(self.mirror.check(order) for order in orders)


def derived_of(game: Game) -> bytes:
    """What a game derives from its position."""
    return game.store.derived.tobytes()


def trios(family: str, first: int, count: int) -> Iterator[tuple[int, random.Random, Trio]]:
    """So many games at their beginning, every fourth of the drill with a plug-in."""
    for number in range(first, first + count):
        chance = random.Random(number)
        systems = (PLUGIN,) if family == "drill" and number % 4 == 3 else ()
        yield number, chance, Trio(DRAWN[family](chance), number, systems, checked=number % 3 == 0)


def play_alike(family: str, first: int, count: int) -> int:
    """Play so many games; the orders taken."""
    orders = 0
    for number, chance, trio in trios(family, first, count):
        key = chance.getrandbits(64)
        while trio.battle.outcome is None and trio.battle.step_number < ORDERS_MAX:
            try:
                if chance.random() < 0.05:
                    trio.compare_all_legal_orders()
                trio.step(key)
            except Exception as problem:
                problem.add_note(f"game {number}, step {trio.battle.step_number}")
                raise
            orders += 1
    return orders


@pytest.mark.rule("CORE-2.1", "CORE-2.2")
@pytest.mark.parametrize(("family", "games"), [("drill", 40), ("march", 12), ("mech", 12)])
def test_drawn_battles_are_one_game_compiled_interpreted_and_in_the_loop(family: str, games: int) -> None:
    assert play_alike(family, 0, games) > games * 4


@pytest.mark.slow
@pytest.mark.rule("CORE-2.1", "CORE-2.2")
@pytest.mark.parametrize(("family", "games"), [("drill", 160), ("march", 60), ("mech", 60)])
def test_many_more_drawn_battles_are_one_game_compiled_interpreted_and_in_the_loop(family: str, games: int) -> None:
    assert play_alike(family, 1000, games) > games * 4
