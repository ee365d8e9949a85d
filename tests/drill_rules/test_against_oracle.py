"""Random games of the engine and of the oracle side by side, and every order of small boards.

A failure names the seed: ``random_scenario(random.Random(seed))`` is the scenario.
"""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from enfilade.core.state.enumerate import outcomes
from enfilade.systems.game import Game
from tests.drill_rules.against_oracle import (
    FAMILY,
    engine_orders,
    engine_told,
    engine_view,
    oracle_of,
    oracle_view,
    random_scenario,
    started,
    write_order,
)
from tests.oracles import drill

GAMES_INTERPRETED = 50
GAMES_COMPILED = 600
BLOCKS = 5


def assert_same(game: Game, position: drill.Position, place: str) -> None:
    """The engine and the oracle agree on the position, on what was forced, and on the legal orders."""
    assert engine_view(game) == oracle_view(position), place
    assert engine_told(game) == position.told, place
    assert engine_orders(game) == drill.legal(position), place
    assert not FAMILY.invariants(game.world()), place


def random_path(position: drill.Position, slot: int, chance: random.Random) -> list[drill.Square]:
    """A walk of one to four steps on the board, now and then with a leap in it."""
    square = position.units[slot].square
    assert square is not None
    path = []
    for _ in range(chance.randint(1, 4)):
        dx, dy = chance.choice(drill.NEIGHBOURS if chance.random() < 0.95 else ((1, 1), (0, 0), (2, 0)))
        square = (square[0] + dx, square[1] + dy)
        if not (0 <= square[0] < position.width and 0 <= square[1] < position.height):
            break
        path.append(square)
    return path


def choose_path(
    game: Game, position: drill.Position, order: drill.Order, chance: random.Random
) -> tuple[drill.Order, list[drill.Square] | None]:
    """Now and then another path for a move than the one it stands for, when engine and oracle find it legal."""
    side, kind, slot, _, _ = order
    if kind != "move" or chance.random() < 0.3:
        return order, None
    assert slot is not None
    path = random_path(position, slot, chance)
    if not path:
        return order, None
    other = (side, kind, slot, path[-1], None)
    write_order(game, other, path)
    assert (game.check() == 0) == drill.path_is_legal(position, slot, path), (other, path)
    return (other, path) if game.check() == 0 else (order, None)


def play_both(seed: int) -> int:
    """Play one random game in the engine and in the oracle, with the same dice; how many steps it took."""
    chance = random.Random(seed)
    scenario = random_scenario(chance)
    game = started(scenario)
    position = drill.begin(oracle_of(scenario))
    steps = 0
    assert_same(game, position, f"seed {seed}, start")
    while not position.over:
        order, path = choose_path(game, position, chance.choice(drill.legal(position)), chance)
        faces = tuple(chance.randint(1, sides) for sides in drill.dice_of(position, order))
        write_order(game, order, path)
        assert game.check() == 0, f"seed {seed}, step {steps}, {order}"
        game.give_dice(faces)
        game.step()
        game.raise_fault()
        assert game.notes.rolls == len(faces)
        game.give_dice(())
        position = drill.apply(position, order, faces, path)
        steps += 1
        assert_same(game, position, f"seed {seed}, step {steps}, {order}")
    return steps


@pytest.mark.rule("DRILL-1.1", "DRILL-1.2", "DRILL-1.3", "DRILL-2.1", "DRILL-2.2", "DRILL-2.3", "DRILL-2.4")
@pytest.mark.rule("DRILL-3.1", "DRILL-3.2", "DRILL-3.3", "DRILL-3.4", "DRILL-4.1", "DRILL-4.2", "DRILL-5.1")
@pytest.mark.rule("DRILL-5.2", "DRILL-5.3", "DRILL-6.1", "DRILL-6.2", "DRILL-7.1", "DRILL-7.2", "CORE-2.1", "CORE-2.2")
@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_games_go_as_the_oracle_says(compiled: bool, block: int) -> None:
    games = GAMES_COMPILED if compiled else GAMES_INTERPRETED
    steps = sum(play_both(seed) for seed in range(block, games, BLOCKS))
    assert steps > 10 * games // BLOCKS


def every_order(position: drill.Position) -> Iterator[drill.Order]:
    """Every order that can be said on a board, paths aside."""
    squares = [(x, y) for y in range(position.height) for x in range(position.width)]
    for side in range(len(position.teams)):
        yield from ((side, "bid", None, None, bid) for bid in range(-1, 5))
        yield (side, "draw", None, None, None)
        yield (side, "pass", None, None, None)
        for slot in range(len(position.units)):
            yield from ((side, kind, slot, None, None) for kind in ("fire", "hold"))
            yield from ((side, kind, slot, square, None) for kind in ("move", "shove") for square in squares)


def small_scenario(seed: int) -> tuple[Game, drill.Position]:
    """A random game on a board of at most 16 squares."""
    chance = random.Random(seed)
    scenario = random_scenario(chance)
    while len(scenario.board.map) > 20:
        scenario = random_scenario(chance)
    return started(scenario), drill.begin(oracle_of(scenario))


@pytest.mark.rule("CORE-1.1", "CORE-1.2", "CORE-1.3")
@pytest.mark.parametrize("block", range(3))
def test_an_order_is_found_legal_when_and_only_when_it_is_listed(compiled: bool, block: int) -> None:
    owed = set()
    for seed in range(block, 24 if compiled else 6, 3):
        game, position = small_scenario(seed)
        chance = random.Random(seed)
        while not position.over and (compiled or game.clock.step < 12):
            listed = drill.legal(position)
            assert position.owed is not None
            owed.add(position.owed.kind)
            for order in every_order(position):
                write_order(game, order)
                assert (game.check() == 0) == (order in listed), (seed, order)
            order = chance.choice(listed)
            faces = tuple(chance.randint(1, sides) for sides in drill.dice_of(position, order))
            write_order(game, order)
            game.give_dice(faces)
            game.step()
            game.give_dice(())
            position = drill.apply(position, order, faces)
    assert owed >= {"bid", "act", "react"}


@pytest.mark.rule("DRILL-5.3", "DRILL-6.1")
def test_all_outcomes_of_a_step_have_the_chances_counted_face_by_face(compiled: bool) -> None:
    rolls = 0
    for seed in range(60 if compiled else 12):
        chance = random.Random(seed)
        scenario = random_scenario(chance)
        game = started(scenario)
        position = drill.begin(oracle_of(scenario))
        while not position.over:
            order = chance.choice(drill.legal(position))
            write_order(game, order)
            if 6 ** len(drill.dice_of(position, order)) <= 6**3:
                found: dict[str, Fraction] = {}
                for share in outcomes(game, game.step):
                    result = repr(engine_view(game))
                    found[result] = found.get(result, Fraction(0)) + share
                expected: dict[str, Fraction] = {}
                for share, _, after in drill.outcomes(position, order):
                    result = repr(oracle_view(after))
                    expected[result] = expected.get(result, Fraction(0)) + share
                assert found == expected, (seed, order)
                rolls += len(found) > 1
            faces = tuple(chance.randint(1, sides) for sides in drill.dice_of(position, order))
            game.give_dice(faces)
            game.step()
            game.give_dice(())
            position = drill.apply(position, order, faces)
    assert rolls > 20
