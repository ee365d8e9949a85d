"""Decisions in the middle of a move, a forced one and a crush: positions from outside, and random games with all of it.

A failure of a game names the seed: ``skirmish(seed)`` is where it begins.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

import enfilade as ef
from enfilade.core.scenario.load import parse_scenario
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.game import Game
from enfilade.systems.positions import PositionError
from enfilade.systems.shipped.mech import FAMILY
from tests.face.games import running_compiled, running_interpreted
from tests.mech_rules.boards import play
from tests.mech_rules.forces import GUN, HARMLESS, charged, hazard, step, watched
from tests.mech_rules.test_positions import play_on, put
from tests.systems.outside import Change, changed, changes

SHOVER = {"gun": {**GUN["gun"], "knockback": 1}}
CHANGES = (8, 400)
ORDERS = (1, 6)
"""Numbers of each position that are changed, and orders played after each change, interpreted and compiled."""
GAMES = (1, 10)
GAME_ORDERS = (6, 400)
SAME_GAMES = 3
SAME_ORDERS = 40


# Positions from outside


def reacting() -> ef.Battle:
    """Blue may fire at A (unit 0), which has entered B1 and is on its way to C1 and D1."""
    battle = watched("A.. ... ... ...", "B.. ... ... O..", "... ... ... ..N", weapons=SHOVER)
    play(battle, "A move D1 N")
    return battle


def reacting_at_the_border() -> ef.Battle:
    """Blue may fire at A (unit 0), which stands in A1 and is about to crush B in B1."""
    battle = watched("AAA .B. ... ...", "AAA ... ... ...", "AAA ... ... ..N", weapons=SHOVER)
    play(battle, "A move B1 E")
    return battle


def pushing_in_reaction() -> ef.Battle:
    """Blue's N (unit 1) knocks A (unit 0) back from B2 in the middle of its move."""
    rows = ("... ... ... ...", "... ... ... ...", "... ... ... ...", "A.. ... ... ...", *["... ... ... ..."] * 2)
    battle = watched(*rows, "... .N. ... ..O", *["... ... ... ..."] * 2, weapons=SHOVER, hazards=[hazard("B1", 2)])
    play(battle, "A move D2 N")
    step(battle, "N fire A gun", *HARMLESS)
    return battle


def pushing() -> ef.Battle:
    """Red's A (unit 0) knocks N (unit 2) back from B1."""
    battle = charged("A.. .N. ...", "B.. ... .#.", "... ... ..O", weapons=SHOVER, hazards=[hazard("C1", 2)])
    step(battle, "A fire N gun", *HARMLESS)
    return battle


def displacing() -> ef.Battle:
    """A displaces N and P, and charges lie where they leave and come to; O can only swap."""
    rows = ("AAA N.O #.. ...", "AAA ... #.. ...", "AAA P.. ... ..T", *["... .#. ... ..."] * 3)
    hazards = [hazard("B1", 1, trigger="leave", once=False), hazard("A1", 2), hazard("C1", 2)]
    battle = charged(*rows, hazards=hazards)
    play(battle, "A move B1 N")
    return battle


@pytest.mark.rule("FORM-D12", "MECH-D10", "MECH-D13")
@pytest.mark.parametrize(
    ("situation", "change", "said"),
    [
        (reacting, ("clock", 0, "depth", 0, 1), "a frame that is not empty"),
        (reacting, ("clock", 0, "owes", 0, 1), "FORM-D12: 0b1 owe a reaction to a unit of side 0"),
        (reacting, ("clock", 0, "unit", 0, 0), "FORM-D12: 0b10 owe a reaction to a unit of side 0"),
        (reacting, ("clock", 0, "side", 0, 1), "MECH-D13: unit 0 moves, and is not on its move"),
        (reacting, ("pending", 0, "kind", 0, 120), "FORM-D12: a reaction is decided, and nobody moves"),
        (reacting, ("pending", 1, "kind", 0, 34), "FORM-D12: a reaction is decided, and nobody moves"),
        (reacting, ("pending", 1, "unit", 0, 1), "FORM-D12: a reaction to unit 1 is decided, and unit 0 moves"),
        (reacting, ("pending", 1, "number", 0, 2), "FORM-D12: 0b10 owe a reaction"),
        (reacting, ("pending", 0, "stage", 0, 2), "FORM-D12: a reaction is decided at stage 2 of a move"),
        (reacting, ("pending", 0, "stage", 0, 11), "0 to 10"),
        (reacting, ("pending", 0, "at", 0, 4), "0 to 3"),
        (reacting, ("pending", 0, "path", 1, 2), "MECH-1.2.1e: unit 0 is on the way to (9, 0)"),
        (reacting, ("units", 0, "status.done", 0, 1), "MECH-D13: unit 0 moves, and is not on its move"),
        (reacting, ("units", 0, "activity.attacked", 0, 1), "MECH-D13: unit 0 moves, and is not on its move"),
        (reacting, ("units", 0, "activity.moved", 0, 1), "MECH-D13: unit 0 moves, and is not on its move"),
        (reacting, ("units", 3, "position.y", 0, 0), "MECH-1.2.1e: unit 0 is on the way to (9, 0)"),
        (reacting_at_the_border, ("pending", 0, "path", 0, 6), "MECH-1.2.1e: unit 0 is on the way to (6, 0)"),
        (reacting_at_the_border, ("pending", 0, "at", 0, 1), "FORM-D12: a reaction is decided at stage 5 of a move"),
        (pushing_in_reaction, ("pending", 0, "stage", 0, 1), "FORM-D12: a reaction is decided at stage 1 of a move"),
        (pushing_in_reaction, ("pending", 1, "unit", 0, 1), "FORM-D12: a reaction to unit 1 is decided"),
        (pushing_in_reaction, ("pending", 2, "other", 0, 2), "FORM-D12: unit 2 moves unit 0 by force"),
        (pushing_in_reaction, ("pending", 2, "number", 0, 5), "MECH-1.2.4a: phase 5 comes after a forced move"),
        (pushing, ("pending", 0, "unit", 0, 0), "MECH-1.2.4a: unit 0 is moved by force by unit 0"),
        (pushing, ("pending", 0, "unit", 0, 1), "MECH-D21: unit 1 cannot be moved by force anywhere"),
        (pushing, ("pending", 0, "other", 0, 3), "MECH-1.2.4a: side 1 moves by force, and 0b1 owe the decision"),
        (pushing, ("pending", 0, "other", 0, 1), "MECH-D13: unit 1 moves unit 2 by force, and has not attacked it"),
        (pushing, ("pending", 0, "length", 0, 13), "MECH-1.2.4f: unit 2 cannot be moved by force by unit 0"),
        (
            pushing,
            ("pending", 0, "stage", 0, 0),
            "MECH-1.2.4a: a forced move is decided, and no unit is moved by force",
        ),
        (pushing, ("units", 2, "position.x", 0, 8), "MECH-D21: unit 2 cannot be moved by force anywhere"),
        (pushing, ("units", 0, "status.done", 0, 1), "MECH-D13: unit 0 moves unit 2 by force, and has not attacked it"),
        (pushing, ("clock", 0, "owes", 0, 2), "MECH-1.2.4a: side 0 moves by force, and 0b10 owe the decision"),
    ],
)
def test_what_cannot_be_under_way_is_refused(
    situation: Callable[[], ef.Battle], change: tuple[str, int, str, int, int], said: str
) -> None:
    battle = situation()
    assert put(battle) == ""
    assert said in put(battle, Change(*change))


@pytest.mark.rule("FORM-D12", "MECH-D9", "MECH-D10", "MECH-D21")
@pytest.mark.parametrize("situation", [reacting, reacting_at_the_border, pushing_in_reaction, pushing, displacing])
def test_any_number_changed_is_refused_or_the_position_can_be_played_with_all_that_must_hold(
    situation: Callable[[], ef.Battle], compiled: bool
) -> None:
    battle = situation()
    begin = battle.snapshot()
    chance = random.Random(1)
    outcomes: Counter[str] = Counter()
    for change in chance.choices(list(changes(battle.game)), k=CHANGES[compiled]):
        try:
            battle.restore(msgspec.structs.replace(begin, row=changed(battle.game, change)))
        except PositionError:
            outcomes["refused"] += 1
            continue
        outcomes["taken"] += 1
        play_on(battle, chance, change, ORDERS[compiled])
        battle.restore(begin)
    assert battle.digest == situation().digest
    assert outcomes["refused"] > CHANGES[compiled] // 4
    assert not compiled or outcomes["taken"] > CHANGES[compiled] // 20


# Random games

RULES = """
name = "skirmish"
family = "mech"

[board]
map = '''
............
............
............
......%%%...
......%%%...
......%%%...
...#........
............
............
............
............
............
'''

[[sides]]
name = "red"
[[sides]]
name = "blue"

[types.titan]
size = 3
weapons = ["hammer", "tow"]
[types.knight]
size = 2
weapons = ["shover", "tow"]
[types.scout]
jump = 2
teleport = 3
weapons = ["shover", "ram"]
[types.drone]
kind = "flying"
weapons = ["tow", "shover"]
[types.balloon]
kind = "high altitude"
weapons = ["shover"]
[types.mine]
kind = "installation"
mine_power = 3
[types.trap]
kind = "installation"
mine_power = 2
mine_trigger = "leave"
mine_once = false

[weapons.hammer]
melee = true
knockback = 2
[weapons.ram]
melee = true
suppression = true
knockback = 1
[weapons.shover]
range = 3
knockback = 3
omnidirectional = true
[weapons.tow]
range = 3
drag = true
power = 4

[options]
opportunity_fire = true
turns = 4

[[hazards]]
at = "B2"
[[hazards]]
at = "B1"
trigger = "leave"
once = false
[[hazards]]
at = "A1"
once = false
[[hazards]]
at = "D2"
trigger = "leave"
"""
TYPES = ("titan", "knight", "scout", "drone", "mine", "scout", "balloon", "trap")
EMPTY = ("B3", "C2")
"""Grids with terrain, in which no unit begins."""


def skirmish(seed: int) -> Scenario:
    """A scenario with all that interrupts a move: units of all kinds, each in a grid drawn for it."""
    chance = random.Random(seed)
    grids = [f"{column}{row}" for row in range(1, 5) for column in "ABCD" if f"{column}{row}" not in EMPTY]
    chance.shuffle(grids)
    text = RULES
    for index, kind in enumerate(TYPES[: len(grids) // 2]):
        for side in ("red", "blue"):
            text += f"""
[[units]]
id = "{side[0].upper()}{index}"
side = "{side}"
type = "{kind}"
at = "{grids.pop()}"
facing = {chance.randrange(4)}
"""
    return parse_scenario(text)


def drawn(chance: random.Random, battle: ef.Battle) -> ef.Order:
    """An order of a kind drawn first, and of a unit drawn next, so that those with few orders get their turn."""
    orders = battle.legal_orders()
    kind = chance.choice(sorted({order.kind for order in orders} - {"done"}) or ["done"])
    orders = [order for order in orders if order.kind == kind]
    unit = chance.choice(sorted({order.unit for order in orders}))
    return chance.choice([order for order in orders if order.unit == unit])


@pytest.mark.rule("MECH-D7", "MECH-D9", "MECH-D10", "MECH-D20", "MECH-D21")
def test_everything_that_must_hold_holds_at_every_event_of_random_games(compiled: bool) -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES[compiled]):
        chance = random.Random(seed)
        battle = ef.Battle(skirmish(seed), seed, checked=True)
        for _ in range(GAME_ORDERS[compiled]):
            if battle.outcome is not None:
                break
            alive = sum(unit["alive"] for unit in battle.roster().values())
            events = battle.step(drawn(chance, battle))
            lost = sum(event.kind in ("destroyed", "cleared", "crushed_unit") for event in events)
            assert sum(unit["alive"] for unit in battle.roster().values()) == alive - lost, seed
            told.update(event.kind for event in events)
    expected = {
        *("went_off", "cleared", "pushed", "held_ground", "held_fire", "suppressed", "disrupted", "destroyed"),
        *("displaced", "must_swap", "swapped", "crushed_in", "crushed_unit", "crushed_terrain", "flew", "teleported"),
    }
    assert not compiled or expected <= set(told)


@pytest.mark.slow
@pytest.mark.rule("CORE-1.1")
def test_games_are_the_same_compiled_and_interpreted() -> None:
    taken = 0
    for seed in range(SAME_GAMES):
        scenario = skirmish(seed)
        with running_compiled(*Game(scenario, FAMILY).entries()):
            battle = ef.Battle(scenario, seed)
            chance = random.Random(seed)
            digests = [battle.digest]
            counts: list[int] = []
            while battle.outcome is None and len(counts) < SAME_ORDERS:
                counts.append(len(battle.legal))
                battle.step(drawn(chance, battle))
                digests.append(battle.digest)
        with running_interpreted():
            again = ef.Battle(scenario, seed)
            same = [again.digest]
            for order, count in zip(battle.orders, counts, strict=True):
                assert len(again.legal) == count, seed
                again.step(order)
                same.append(again.digest)
            assert same == digests, seed
            assert again.events_since(0) == battle.events_since(0), seed
        taken += len(counts)
    assert taken > SAME_GAMES * SAME_ORDERS // 2
