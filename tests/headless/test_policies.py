"""Policies in the compiled loop play as they would through a battle, each its own sides, on any number of threads."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import pytest

import enfilade as ef
from enfilade.bots.greedy import GreedyBot
from enfilade.core.engine.kernel import kernel
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.philox import Words
from enfilade.core.engine.uniform import uniform
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.notes import NO_LEGAL_ORDER
from enfilade.core.state.world import World
from enfilade.headless import POLICIES, Choose, GameResult, Policy, UnknownPolicy, many_games
from enfilade.headless.policies import DRAWN, POLICY_STREAM, TRIES, UNIT_STREAM
from enfilade.headless.shipped import seated
from enfilade.systems.family import Family
from enfilade.systems.pipeline import Pipeline
from tests.face.games import DRILL, MARCH, MECH, by_scenario, delta, in_each, red_to_move, yard

SEEDS = (0, 1, -7, b"seven")

Chooser = Callable[[ef.Battle, "ef.Legal", int], ef.Order]
"""Chooses an order of a battle among these legal ones, by a 64-bit key."""


def drawn(stream: int, attempt: int, step: int, key: int, limit: int) -> int:
    """A number below a limit, drawn in the stream of a policy."""
    return uniform(Words(attempt, step, stream, 0), key & 0xFFFFFFFF, key >> 32, limit)


def from_all(battle: ef.Battle, legal: ef.Legal, key: int) -> ef.Order:
    """One of all orders, each equally likely."""
    return legal[drawn(POLICY_STREAM, 0, battle.step_number, key, len(legal))]


def from_a_unit(battle: ef.Battle, legal: ef.Legal, key: int) -> ef.Order:
    """One order of the first unit, or of the side itself, that is drawn and has any."""
    orders = list(legal)
    units = battle.names.units
    decided = battle.decisions[0].unit
    for attempt in range(TRIES):
        number = drawn(UNIT_STREAM, attempt, battle.step_number, key, len(units) + 1)
        unit = decided or (*units, "")[number]
        own = [order for order in orders if order.unit == unit]
        if own:
            return own[drawn(POLICY_STREAM, 0, battle.step_number, key, len(own))]
    return from_all(battle, legal, key)


def by_greed(battle: ef.Battle, legal: ef.Legal, key: int) -> ef.Order:
    """What the bot of that name chooses for the first side that owes the decision, from all that there is to see."""
    bot = GreedyBot()
    bot._key = key
    return bot.choose(battle)


CHOOSERS: dict[str, Chooser] = {"random": from_all, "random-unit": from_a_unit, "greedy": by_greed}


def hashes_through_battle(scenario: Scenario, seed: int | bytes, names: Sequence[str]) -> list[int]:
    """The hash after each order of a game through a battle, in which each side is played by its policy."""
    battle = ef.Battle(scenario, seed)
    playing = [side.name for side in scenario.sides if not side.neutral]
    player = {side: names[min(place, len(names) - 1)] for place, side in enumerate(playing)}
    key = key_of_seed(seed)
    hashes = [battle.game.hash()]
    while battle.outcome is None:
        owing = [decision.side for decision in battle.decisions]
        name = player[owing[0]]
        shared = all(player[side] == name for side in owing)
        legal = battle.legal if shared else battle.legal.by(owing[0])
        battle.step(CHOOSERS[name](battle, legal, key))
        hashes.append(battle.game.hash())
    return hashes


def hashes_in_loop(scenario: Scenario, seed: int | bytes, names: Sequence[str], steps: int) -> Iterator[int]:
    """The hash after each number of orders of a game in the loop."""
    for taken in range(steps):
        yield next(many_games(scenario, [seed], policies=names, steps=taken)).hash


PAIRINGS = (["random"], ["random-unit"], ["random", "random-unit"], ["random-unit", "random"])


@pytest.mark.parametrize("names", PAIRINGS, ids="-".join)
@in_each((DRILL[0], red_to_move().to_scenario(), MARCH[0], MECH[0], MECH[1]))
def test_game_of_policies_is_order_by_order_the_one_through_a_battle(scenario: Scenario, names: list[str]) -> None:
    expected = hashes_through_battle(scenario, 5, names)
    assert list(hashes_in_loop(scenario, 5, names, len(expected))) == expected
    (result,) = many_games(scenario, [5], policies=names)
    assert (result.orders, result.hash) == (len(expected) - 1, expected[-1])


@pytest.mark.slow
@pytest.mark.parametrize("names", [["greedy"], ["random", "greedy"], ["greedy", "random-unit"]], ids="-".join)
@in_each((DRILL[0], MARCH[0], MARCH[2], MECH[0], MECH[2]))
def test_game_of_the_greedy_policy_is_the_one_through_a_battle(scenario: Scenario, names: list[str]) -> None:
    expected = hashes_through_battle(scenario, 5, names)
    middle = len(expected) // 2
    assert next(many_games(scenario, [5], policies=names, steps=middle)).hash == expected[middle]
    (result,) = many_games(scenario, [5], policies=names)
    assert (result.orders, result.hash) == (len(expected) - 1, expected[-1])


@in_each((*DRILL, *MARCH, *MECH))
def test_games_of_random_units_end_as_through_a_battle(scenario: Scenario) -> None:
    for result in many_games(scenario, SEEDS, policies="random-unit"):
        expected = hashes_through_battle(scenario, result.seed, ["random-unit"])
        assert (result.orders, result.hash) == (len(expected) - 1, expected[-1])


def test_pairings_differ_and_each_side_is_played_by_its_own_policy() -> None:
    found = [
        [result.hash for result in many_games(DRILL[0], range(5), policies=names)]
        for names in itertools.product(["random", "random-unit"], repeat=3)
    ]
    assert len({tuple(hashes) for hashes in found}) == len(found)


# Threads.


@by_scenario
def test_first_orders_are_the_same_on_two_threads(scenario: Scenario) -> None:
    one, two = [list(many_games(scenario, range(9), steps=3, threads=count)) for count in (1, 2)]
    assert one == two
    assert [result.orders for result in one] == [3] * 9


@pytest.mark.slow
@by_scenario
@pytest.mark.parametrize("policies", [["random"], ["random-unit", "greedy"]], ids="-".join)
def test_results_are_the_same_on_any_number_of_threads(scenario: Scenario, policies: list[str]) -> None:
    one, *others = [list(many_games(scenario, range(75), policies=policies, threads=count)) for count in (1, 2, 3, 5)]
    assert [result.seed for result in one] == list(range(75))
    assert all(other == one for other in others)


@pytest.mark.slow
def test_endless_seeds_are_played_by_threads_as_results_are_asked_for() -> None:
    games = many_games(DRILL[0], itertools.count(), threads=2)
    found = list(itertools.islice(games, 300))
    games.close()  # type: ignore[attr-defined]
    assert found == list(many_games(DRILL[0], range(300)))


def test_no_seeds_give_no_results() -> None:
    assert list(many_games(DRILL[0], [])) == []
    assert list(many_games(DRILL[0], [], threads=4)) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_games_that_are_cut_short_have_no_outcome(threads: int) -> None:
    for result in many_games(DRILL[0], range(10), steps=3, threads=threads):
        assert (result.outcome, result.orders) == (None, 3)


# Faults, and what cannot be asked for.


@pytest.fixture
def mute(made_up_rules: None) -> Policy:
    """A policy that finds no order from the sixth on."""

    def make(pipeline: Pipeline, family: Family) -> Choose:
        choose = POLICIES["random"].make(pipeline, family)

        @kernel
        def choose_at_first(world: World, side: int, key_low: int, key_high: int) -> bool:
            return world.clock[0].step < 5 and choose(world, side, key_low, key_high)

        return choose_at_first

    return Policy("mute", make)


@pytest.mark.parametrize("threads", [1, 2])
def test_policy_that_finds_no_order_is_a_fault_of_its_game_and_takes_none(mute: Policy, threads: int) -> None:
    games = many_games(DRILL[0], [7, 8], policies=mute, threads=threads)
    with pytest.raises(ef.StepFault, match="no order answers the decision owed") as raised:
        next(games)
    assert raised.value.fault == NO_LEGAL_ORDER
    assert raised.value.__notes__ == ["in the game of seed 7, after 5 orders"]


def test_policy_of_ones_own_plays_beside_those_of_the_package(mute: Policy) -> None:
    result = next(many_games(DRILL[0], [7], policies=[mute, "random-unit"], steps=5))
    expected = hashes_through_battle(DRILL[0], 7, ["random", "random-unit"])[5]
    assert result.hash == expected


def test_neutral_sides_need_no_policy() -> None:
    assert [side.neutral for side in delta().sides] == [False, False, False, True]
    seating = seated(delta(), ["random", "random-unit"])
    names = [policy.name for policy in seating.policies]
    numbers = [seating.players >> 4 * side & 15 for side in range(3)]
    assert [names[number] for number in numbers] == ["random", "random-unit", "random-unit"]
    with pytest.raises(ValueError, match=r"4 policies .* expected 1 to 3, one a side that plays"):
        seated(yard(), ["random"] * 4)


def test_two_loops_serve_every_pairing_of_the_policies_of_the_package() -> None:
    scenario = DRILL[0]
    for names in itertools.product(POLICIES, repeat=3):
        seating = seated(scenario, names)
        assert seating.policies == (DRAWN if "greedy" not in names else tuple(POLICIES.values()))
        numbers = [seating.players >> 4 * side & 15 for side in range(3)]
        assert [seating.policies[number].name for number in numbers] == list(names)


@pytest.mark.parametrize(
    ("options", "problem", "message"),
    [
        (
            {"policies": "clever"},
            UnknownPolicy,
            "there is no policy 'clever', expected one of: greedy, random, random-unit",
        ),
        ({"policies": ["random", ""]}, UnknownPolicy, "there is no policy ''"),
        ({"policies": 5}, UnknownPolicy, "there is no policy 5, expected one of"),
        ({"policies": [["random"]]}, UnknownPolicy, r"there is no policy \['random'\], expected one of"),
        ({"policies": []}, ValueError, r"0 policies \[\], expected 1 to 3"),
        ({"threads": 0}, ValueError, "threads 0, expected a whole number of 1 to 256"),
        ({"threads": 1.5}, ValueError, r"threads 1\.5, expected a whole number of 1 to 256"),
        ({"threads": 257}, ValueError, "threads 257, expected"),
    ],
)
def test_what_cannot_play_is_refused(options: dict[str, object], problem: type[Exception], message: str) -> None:
    with pytest.raises(problem, match=message):
        many_games(DRILL[0], [1], **options)  # type: ignore[arg-type]


# What results tell of losses.


@pytest.mark.slow
def test_losses_count_units_by_side_and_type_but_not_those_that_left() -> None:
    results = list(many_games(yard(), range(60)))
    assert any(result.losses for result in results)
    for result in results:
        battle = ef.Battle(yard(), int(result.seed))
        begun = battle.roster()
        play_out(battle, result)
        lost: dict[str, dict[str, int]] = {}
        for name, unit in battle.roster().items():
            if begun[name]["alive"] and not unit["alive"] and not unit["left"]:
                counts = lost.setdefault(unit["side"], {})
                counts[unit["type"]] = counts.get(unit["type"], 0) + 1
        assert result.losses == lost
        assert result.turns == battle.turn


def play_out(battle: ef.Battle, result: GameResult) -> None:
    """Play a battle to the end of a game of random orders, and see that it is that game."""
    while battle.outcome is None:
        battle.step(from_all(battle, battle.legal, battle.game.key))
    assert battle.game.hash() == result.hash


@pytest.mark.slow
def test_crossroads_has_losses_of_all_its_types() -> None:
    kinds = {
        kind for result in many_games(DRILL[0], range(100)) for counts in result.losses.values() for kind in counts
    }
    assert kinds == {"guard", "runner"}
