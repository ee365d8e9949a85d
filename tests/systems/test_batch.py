"""Many games in the rows of one store: each is the game that is played alone."""

import numpy as np
import pytest

from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.layout import Block
from enfilade.core.engine.warm import Policy, compile_now, policy
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import open_world
from enfilade.headless.loop import GOES_ON, loop_entries, player, take_random_orders
from enfilade.headless.seats import new_seats, seat_records
from enfilade.systems.families import family_of
from enfilade.systems.game import Game
from enfilade.systems.setup import build
from tests.face.games import MARCH, by_scenario, in_each

GAMES = 8

pytestmark = pytest.mark.bounds


def batch_of(scenario: Scenario, games: int, desks: int) -> Game:
    """A batch whose games have the keys of seeds 0, 1, 2 ... and stand before their first order, its code loaded."""
    family = family_of(scenario)
    batch = Game(scenario, family, build(scenario, family, games, desks))
    compile_now((*batch.entries(), *loop_entries(batch)))
    assert player(batch).is_loaded is (policy() is not Policy.INTERPRETED)
    for number in range(games):
        clock = batch.store.table("clock", number, writable=True)[0]
        key = key_of_seed(number)
        clock.key_low, clock.key_high = key & 0xFFFFFFFF, key >> 32
        batch.pipeline.start(*batch.places[:3], number, 0)
    return batch


def play(batch: Game, number: int, desk: int, key: int, orders: int) -> None:
    """Play one game of a batch on at a desk, orders drawn by a key."""
    seats = new_seats(len(batch.store.arenas))
    records = seat_records(seats)
    records["key_low"], records["key_high"] = key & 0xFFFFFFFF, key >> 32
    player(batch)(*batch.places[:3], seats, number, number + 1, desk, GOES_ON, False, 0, orders)
    assert records["fault"][number] == NO_FAULT


def lone_game(scenario: Scenario, seed: int) -> Game:
    game = Game(scenario, family_of(scenario))
    game.set_key(key_of_seed(seed))
    game.start()
    return game


@by_scenario
def test_games_of_a_batch_played_a_few_orders_at_a_time_are_the_games_played_alone(scenario: Scenario) -> None:
    batch = batch_of(scenario, GAMES, desks=1)
    for _ in range(60):
        for number in range(GAMES):
            play(batch, number, 0, number, 3)

    for number in range(GAMES):
        alone = lone_game(scenario, number)
        take_random_orders(alone, number)
        assert batch.store.arenas[number].tobytes() == alone.snapshot()
        assert batch.store.derived[number].tobytes() == alone.store.derived[0].tobytes()


@in_each(MARCH)
def test_derived_data_of_every_game_of_a_batch_is_its_rebuild(scenario: Scenario) -> None:
    batch = batch_of(scenario, GAMES, desks=2)
    for _ in range(5):
        for number in range(GAMES):
            play(batch, number, number % 2, number, 2)
        before = batch.store.derived.copy()
        for number in range(GAMES):
            batch.store.derived[number] = 0xA5
            batch.family.rebuild(open_world(*batch.places[:3], number, 0))
            for spec in batch.store.layout.in_block(Block.DERIVED):
                start = batch.store.layout.starts[spec.name]
                end = start + spec.record.dtype.itemsize * spec.count
                assert np.array_equal(batch.store.derived[number, start:end], before[number, start:end]), spec.name
        batch.store.derived[:] = before


@by_scenario
def test_the_desk_a_game_is_played_at_makes_no_difference(scenario: Scenario) -> None:
    one_desk, three_desks = batch_of(scenario, 3, desks=1), batch_of(scenario, 3, desks=3)
    for number in range(3):
        play(one_desk, number, 0, 5, 1000)
        play(three_desks, number, number, 5, 1000)

    assert np.array_equal(one_desk.store.arenas, three_desks.store.arenas)


@by_scenario
def test_play_never_writes_to_the_rules(scenario: Scenario) -> None:
    batch = batch_of(scenario, 2, desks=2)
    before = batch.store.desks[:, : batch.store.layout.rules_bytes].copy()
    play(batch, 1, 1, 9 | 9 << 32, 1000)

    assert np.array_equal(batch.store.desks[:, : batch.store.layout.rules_bytes], before)
    assert np.array_equal(before[0], before[1])
