import numpy as np
import pytest

from enfilade import load_scenario
from enfilade.core.engine.keys import key_of_seed
from enfilade.drill import FAMILY
from enfilade.headless.loop import random_player, take_random_orders
from enfilade.systems.game import Game
from enfilade.systems.setup import build

GAMES = 8

pytestmark = pytest.mark.bounds


def batch_of(games: int, desks: int) -> Game:
    """A batch whose games have the keys of seeds 0, 1, 2 ... and stand before their first order."""
    scenario = load_scenario("crossroads")
    batch = Game(scenario, FAMILY, build(scenario, FAMILY, games, desks))
    for number in range(games):
        clock = batch.store.table("clock", number, writable=True)[0]
        key = key_of_seed(number)
        clock.key_low, clock.key_high = key & 0xFFFFFFFF, key >> 32
        batch.pipeline.start(*batch.places[:3], number, 0)
    return batch


def lone_game(seed: int) -> Game:
    game = Game(load_scenario("crossroads"), FAMILY)
    game.set_key(key_of_seed(seed))
    game.start()
    return game


def test_games_of_a_batch_played_a_few_orders_at_a_time_are_the_games_played_alone() -> None:
    batch = batch_of(GAMES, desks=1)
    play = random_player(batch)
    for _ in range(60):
        for number in range(GAMES):
            play(*batch.places[:3], number, 0, number, 0, 3)

    for number in range(GAMES):
        alone = lone_game(number)
        take_random_orders(alone, number)
        assert batch.store.arenas[number].tobytes() == alone.snapshot()


def test_the_desk_a_game_is_played_at_makes_no_difference() -> None:
    one_desk, three_desks = batch_of(3, desks=1), batch_of(3, desks=3)
    for number in range(3):
        random_player(one_desk)(*one_desk.places[:3], number, 0, 5, 0, 1000)
        random_player(three_desks)(*three_desks.places[:3], number, number, 5, 0, 1000)

    assert np.array_equal(one_desk.store.arenas, three_desks.store.arenas)


def test_play_never_writes_to_the_rules() -> None:
    batch = batch_of(2, desks=2)
    before = batch.store.desks[:, : batch.store.layout.rules_bytes].copy()
    random_player(batch)(*batch.places[:3], 1, 1, 9, 9, 1000)

    assert np.array_equal(batch.store.desks[:, : batch.store.layout.rules_bytes], before)
    assert np.array_equal(before[0], before[1])
