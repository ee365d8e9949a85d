"""Two drivers and two ways to run give one game; and no bytes given as an order make a step hang or break."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.derived import check_derived
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import World
from enfilade.drill.components import open_drill
from enfilade.drill.position import miscounted_units, misplaced_units
from enfilade.drill.vocabulary import BID
from enfilade.headless.loop import loop_entries, take_random_orders
from enfilade.systems.game import FAULTS, Game, StepFault
from enfilade.systems.movement.slide.words import MOVE
from enfilade.systems.movement.straight.words import MARCH as MARCH_ORDER
from enfilade.systems.sequence.soundness import wrong_holdings
from enfilade.systems.shipped.march import misplaced_decision
from enfilade.systems.shipped.mech_soundness import bases_together, misplaced_bases
from tests.face.games import (
    DRILL,
    MARCH,
    MECH,
    SCENARIOS,
    by_scenario,
    crossroads,
    delta,
    drawn_order,
    hashes_of_game,
    red_to_move,
    running_compiled,
    running_interpreted,
    yard,
)

pytestmark = pytest.mark.bounds

GAMES = 1000
INTERPRETED_GAMES = 20
BYTE_ORDERS = 10_000

Scenarios = tuple[Scenario, ...]
by_family = pytest.mark.parametrize("scenarios", [DRILL, MARCH, MECH], ids=["drill", "march", "mech"])


@pytest.fixture
def _compiled() -> Iterator[None]:
    """All entries of the families loaded, and compiled code on."""
    games = [ef.Battle(scenario).game for scenario in SCENARIOS]
    with running_compiled(*(entry for game in games for entry in (*game.entries(), *loop_entries(game)))):
        yield


def key_of(number: int) -> int:
    """A key of the policy for one of many games."""
    return random.Random(number).getrandbits(64)


def loop_hashes(game: Game, key: int, steps: int = 1) -> list[int]:
    """The hash after each call of the loop, each of so many orders, to the end of the game."""
    hashes = []
    while not game.clock.over:
        assert take_random_orders(game, key, steps) == steps or game.clock.over
        hashes.append(game.hash())
    return hashes


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.rule("CORE-2.1", "CORE-2.2")
@by_family
def test_battle_and_compiled_loop_play_a_thousand_games_alike_after_every_order(scenarios: Scenarios) -> None:
    orders = 0
    for number in range(GAMES):
        scenario = scenarios[number % len(scenarios)]
        battle = ef.Battle(scenario, number)
        loop = ef.Battle(scenario, number).game
        key = key_of(number)
        while battle.outcome is None:
            battle.step(drawn_order(battle, key))
            assert take_random_orders(loop, key, 1) == 1
            assert loop.hash() == battle.game.hash(), f"game {number}, step {battle.step_number}"
            orders += 1
        assert take_random_orders(loop, key, 1) == 0
    assert orders > 10 * GAMES


@pytest.mark.rule("CORE-2.1", "CORE-2.2")
@by_family
def test_battle_and_interpreted_loop_play_alike_after_every_order(scenarios: Scenarios) -> None:
    with running_interpreted():
        for number, scenario in enumerate(scenarios):
            battle = ef.Battle(scenario, number)
            assert loop_hashes(ef.Battle(scenario, number).game, 77) == hashes_of_game(battle, 77)


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@by_family
def test_compiled_and_interpreted_games_are_alike_after_every_order(scenarios: Scenarios) -> None:
    for number in range(INTERPRETED_GAMES):
        scenario = scenarios[number % len(scenarios)]
        compiled = loop_hashes(ef.Battle(scenario, number).game, key_of(number))
        with running_interpreted():
            assert loop_hashes(ef.Battle(scenario, number).game, key_of(number)) == compiled


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@by_scenario
def test_game_that_changes_from_interpreted_to_compiled_in_its_middle_stays_the_same_game(scenario: Scenario) -> None:
    expected = loop_hashes(ef.Battle(scenario, 5).game, 5)
    game = ef.Battle(scenario, 5).game
    with running_interpreted():
        hashes = []
        for _ in range(10):
            take_random_orders(game, 5, 1)
            hashes.append(game.hash())
    assert hashes + loop_hashes(game, 5) == expected


@pytest.mark.parametrize("steps", [2, 7])
@by_scenario
def test_loop_called_again_and_again_plays_the_game_of_one_call(scenario: Scenario, steps: int) -> None:
    whole = ef.Battle(scenario, 4).game
    taken = take_random_orders(whole, 4)
    hashes = loop_hashes(ef.Battle(scenario, 4).game, 4)
    assert len(hashes) == taken
    assert hashes[-1] == whole.hash()
    some = hashes[steps - 1 :: steps]
    assert loop_hashes(ef.Battle(scenario, 4).game, 4, steps) == some + hashes[-1:] * (taken % steps > 0)


@by_scenario
def test_loop_without_a_budget_of_steps_takes_none(scenario: Scenario) -> None:
    game = ef.Battle(scenario).game
    before = game.hash()
    assert take_random_orders(game, 1, 0) == 0
    assert game.hash() == before


@by_scenario
def test_loop_takes_no_order_after_the_end(scenario: Scenario) -> None:
    game = ef.Battle(scenario).game
    take_random_orders(game, 1)
    over = game.hash()
    assert take_random_orders(game, 1) == 0
    assert game.hash() == over


def test_loop_rolls_the_key_s_dice_after_a_battle_used_given_ones() -> None:
    for key in range(5):
        battle = red_to_move(seed=key)
        battle.step("red draw", dice=(1,))
        other = ef.Battle(battle.to_scenario())
        assert loop_hashes(battle.game, key) == hashes_of_game(other, key)


# Anything at all given as an order, unchecked.


class Room(NamedTuple):
    """How many sides, units, columns and rows a game has."""

    sides: int
    units: int
    width: int
    height: int


def room_of(game: Game) -> Room:
    """What an order of a game may name."""
    rules = game.store.table("rules")[0]
    return Room(rules.sides, len(game.store.table("units")), rules.width, rules.height)


def random_bytes_order(chance: random.Random, game: Game) -> bytes:
    """Bytes of an order: now and then all of them drawn, mostly a form that the kind has, with drawn contents.

    Some begin as a legal order of the position.
    """
    order = OrderRecord.zeros()
    order.assign(chance.randbytes(OrderRecord.dtype.itemsize))
    if chance.random() < 0.1:
        return order.tobytes()
    room = room_of(game)
    if chance.random() < 0.1 and not game.clock.over:
        game.list(-1, -1, -1, chance.randrange(game.count()), 1)
        order.assign(game.order.tobytes())
        if chance.random() < 0.5:
            spoil(chance, order, room)
        return order.tobytes()
    kind = chance.choice(game.family.kinds)
    order.kind = kind.number
    order.side = chance.randrange(room.sides)
    order.unit = chance.randrange(room.units) if kind.has_unit else -1
    order.target = chance.randrange(room.units) if "target" in kind.fields else -1
    if "weapon" in kind.fields:
        order.number = chance.randrange(6)
    order.x, order.y = chance.randrange(room.width), chance.randrange(room.height)
    order.direction = chance.randrange(4)
    order.length = chance.choice((0, 0, 0, 1, 2, 3, 24))
    order.companion_count = chance.choice((0, 0, 0, 1, 4))
    for index in range(order.length):
        order.path[index] = chance.randrange(room.width * room.height)
    for index in range(order.companion_count):
        order.companions[index] = chance.randrange(room.units)
    if chance.random() < 0.5:
        spoil(chance, order, room)
    return order.tobytes()


def spoil(chance: random.Random, order: OrderRecord, room: Room) -> None:
    """Give one field a value at or beyond its ends."""
    ends: dict[str, tuple[int, ...]] = {
        "side": (-128, -1, room.sides, 127),
        "unit": (-(2**15), -1, room.units, 2**15 - 1),
        "target": (-(2**15), 0, room.units - 1, room.units, 2**15 - 1),
        "x": (-(2**15), -1, room.width - 1, room.width, 2**15 - 1),
        "y": (-(2**15), -1, room.height - 1, room.height, 2**15 - 1),
        "number": (-(2**31), -1, 0, 1, 2, 3, 2**31 - 1),
        "length": (-(2**15), -1, 24, 25, 2**15 - 1),
        "companion_count": (-(2**15), -1, 5, 2**15 - 1),
        "direction": (-128, 0, 3, 127),
    }
    name = chance.choice([*ends, "path"])
    if name == "path":
        squares = room.width * room.height
        order.path[chance.randrange(4)] = chance.choice((-(2**31), -1, squares - 1, squares, 2**31 - 1))
    else:
        setattr(order, name, chance.choice(ends[name]))


def trial_positions(scenarios: Scenarios, count: int) -> list[tuple[Game, bytes]]:
    """Positions all along games, decisions in the middle of a move and the end included."""
    found = []
    for number, scenario in enumerate(scenarios * 2):
        game = ef.Battle(scenario, number).game
        found.append((game, game.snapshot()))
        while not game.clock.over:
            take_random_orders(game, key_of(number), 1)
            found.append((game, game.snapshot()))
    assert len(found) > 50
    random.Random(0).shuffle(found)
    return [found[number % len(found)] for number in range(count)]


def outcome_of(game: Game, order: bytes) -> tuple[int, int, bytes]:
    """Take bytes as an order, unchecked: the fault and its number, and the position if the step stands."""
    game.give_dice(())
    game.order.assign(order)
    game.step()
    fault, number = game.notes.fault, game.notes.fault_number
    return fault, number, game.snapshot() if fault == NO_FAULT else b""


def broken_drill(world: World) -> list[str]:
    """What does not hold of the drill's units, whatever order was taken."""
    return [*misplaced_units(world), *miscounted_units(world, open_drill(world))]


def broken_march(world: World) -> list[str]:
    """What does not hold of turns and objectives, whatever order was taken."""
    return [*misplaced_decision(world), *wrong_holdings(world)]


def broken_mech(world: World) -> list[str]:
    """What does not hold of bases, facings and objectives, whatever order was taken."""
    turned = [
        f"unit {slot} faces nowhere" for slot, unit in enumerate(world.units) if unit.facing.direction not in range(4)
    ]
    return [*misplaced_bases(world), *bases_together(world), *turned, *wrong_holdings(world)]


BROKEN = {"drill": broken_drill, "march": broken_march, "mech": broken_mech}


def refuse_what_no_position_is(game: Game) -> None:
    """A position after a step that stands: a side owes or it is over, units are where they can be, derived data right.

    An order that was not legal may leave what no legal game comes to, such as a move inside a move, or enemies on one
    square.
    """
    clock = game.clock
    assert clock.over or clock.owes
    assert clock.over or game.count(limit=1) > 0
    check_derived(game.store, game.rebuild)
    assert BROKEN[game.family.name](game.world()) == []


def try_bytes(scenarios: Scenarios, seed: int, count: int) -> Iterator[tuple[Game, bytes, tuple[int, int, bytes]]]:
    """Orders of random bytes, each in a position of its own, with how its step ended."""
    chance = random.Random(seed)
    for game, row in trial_positions(scenarios, count):
        game.restore(row)
        order = random_bytes_order(chance, game)
        before = game.hash()
        ended = outcome_of(game, order)
        if ended[0] == NO_FAULT:
            refuse_what_no_position_is(game)
        else:
            with pytest.raises(StepFault, match=re.escape(FAULTS[ended[0]].partition("{")[0])):
                game.raise_fault()
        game.restore(row)
        assert game.hash() == before
        yield game, order, ended


@pytest.mark.slow
@pytest.mark.usefixtures("_compiled")
@pytest.mark.rule("CORE-1.1", "CORE-2.1")
@pytest.mark.parametrize(
    ("scenarios", "interpreted"), [(DRILL, 4_000), (MARCH, 1_500), (MECH, 600)], ids=["drill", "march", "mech"]
)
def test_random_bytes_as_orders_end_in_a_fault_or_a_position_and_alike_interpreted(
    scenarios: Scenarios, interpreted: int
) -> None:
    ended = [(order, end) for _, order, end in try_bytes(scenarios, 1, BYTE_ORDERS)]
    found = [end[0] for _, end in ended]
    assert BYTE_ORDERS * 9 // 10 > found.count(NO_FAULT) > BYTE_ORDERS // 4
    with running_interpreted():
        again = [(order, end) for _, order, end in try_bytes(scenarios, 1, interpreted)]
    assert again == ended[:interpreted]


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(
    ("scenarios", "count"), [(DRILL, 800), (MARCH, 400), (MECH, 300)], ids=["drill", "march", "mech"]
)
def test_checking_random_bytes_finds_what_the_step_would_fault_at(scenarios: Scenarios, count: int) -> None:
    chance = random.Random(2)
    passed = 0
    with running_interpreted():
        for game, row in trial_positions(scenarios, count):
            game.restore(row)
            game.order.assign(random_bytes_order(chance, game))
            order = game.order.tobytes()
            findings = game.check()
            assert game.order.tobytes() == order
            if findings == 0:
                game.give_dice(())
                game.step()
                game.raise_fault()
                refuse_what_no_position_is(game)
                game.check_invariants()
                passed += 1
    assert passed > 10


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(
    "changes",
    [
        {"kind": 0},
        {"kind": 255},
        {"kind": -1},
        {"side": -1},
        {"side": 4},
        {"unit": -1},
        {"unit": 9},
        {"unit": 32_767},
        {"target": 0},
        {"x": 7},
        {"x": -1},
        {"y": 6},
        {"y": -(2**15)},
        {"companion_count": 5},
        {"companion_count": -1},
        {"length": 25},
        {"length": -1},
    ],
)
def test_march_that_is_not_well_formed_is_found_by_the_check_and_voids_the_step(changes: dict[str, int]) -> None:
    refuse_malformed(ef.Battle(delta()).game, march, changes)


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(
    "changes",
    [
        *({"direction": direction} for direction in (-128, -1, 4, 127)),
        *({"x": column} for column in (-1, 12, 2**15 - 1)),
        *({"y": row} for row in (-(2**15), -1, 9)),
        *({"length": length, "x": 6, "y": 1} for length in (-1, 25)),
    ],
)
def test_move_of_a_mech_that_is_not_well_formed_is_found_by_the_check_and_voids_the_step(
    changes: dict[str, int],
) -> None:
    refuse_malformed(ef.Battle(yard()).game, move, changes)


def move(order: OrderRecord) -> OrderRecord:
    """Make an order in hand the move of R2 to C1.4, where it faces south."""
    order.assign(bytes(OrderRecord.dtype.itemsize))
    order.kind, order.unit, order.target, order.direction, order.x, order.y = MOVE, 1, -1, 2, 6, 1
    return order


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize("place", [-1, 42, 2**31 - 1, -(2**31)])
def test_march_by_a_waypoint_off_the_board_is_found_by_the_check_and_voids_the_step(place: int) -> None:
    def by_waypoint(order: OrderRecord) -> OrderRecord:
        march(order).path[0] = place
        return order

    refuse_malformed(ef.Battle(delta()).game, by_waypoint, {"length": 1})


def march(order: OrderRecord) -> OrderRecord:
    """Make an order in hand the march of R1 to 1-2."""
    order.assign(bytes(OrderRecord.dtype.itemsize))
    order.kind, order.target, order.direction, order.x, order.y = MARCH_ORDER, -1, -1, 1, 2
    return order


def refuse_malformed(game: Game, legal: Callable[[OrderRecord], OrderRecord], changes: dict[str, int]) -> None:
    """A legal order with these fields changed is found by the check, and its step ends in a fault."""
    order = legal(game.order)
    assert game.check() == 0
    for name, value in changes.items():
        setattr(order, name, value)
    before = game.snapshot()
    assert game.check() > 0
    game.step()
    with pytest.raises(StepFault, match="an order names a kind, unit or place that does not exist"):
        game.raise_fault()
    game.restore(before)
    legal(game.order)
    assert game.check() == 0


@pytest.mark.rule("CORE-1.1")
@pytest.mark.parametrize(
    "changes",
    [
        {"kind": 0},
        {"kind": 255},
        {"kind": -1},
        {"side": -1},
        {"side": 3},
        {"side": 127},
        {"unit": 0},
        {"unit": 32_767},
        {"target": 0},
        {"companion_count": 5},
        {"length": 25},
    ],
)
def test_bid_that_is_not_well_formed_is_found_by_the_check_and_voids_the_step(changes: dict[str, int]) -> None:
    refuse_malformed(crossroads().game, bid, changes)


def bid(order: OrderRecord) -> OrderRecord:
    """Make an order in hand red's bid of 1."""
    order.assign(bytes(OrderRecord.dtype.itemsize))
    order.kind, order.number, order.unit, order.target, order.direction = BID, 1, -1, -1, -1
    return order
