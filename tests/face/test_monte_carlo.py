"""The bot that plays orders out, and playouts: what they play, with which dice, and what they leave as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import enfilade as ef
from enfilade.bots import Bot, GreedyBot, MonteCarloBot, RandomBot, find_bot, play_match
from enfilade.bots.bot import entries_of
from enfilade.bots.contest import Lead, challenged, halved, rounds_to
from enfilade.bots.monte_carlo import ORDER_BYTES, listed_orders
from enfilade.bots.playouts import PlayoutRoom, playout_keys
from enfilade.core.engine.hash import hash_row
from enfilade.core.scenario.schema import Scenario
from enfilade.headless import play_random
from enfilade.headless.eager import EAGER
from enfilade.headless.greedy import GREEDY, greedy_entry
from enfilade.headless.policies import RANDOM
from tests.face.games import crossroads, delta, duel, in_each, meeting, play, red_to_move, standoff, untouched, yard
from tests.mech_rules.arms import armed, put_state

QUICK: dict[str, Any] = {"playouts": 24, "orders_ahead_max": 3}

FAMILIES = (standoff(), delta(), yard())
"""In all but the first some units are unknown to some sides."""
in_each_family = in_each(FAMILIES)
SLOW = [pytest.param(scenario, marks=pytest.mark.slow) for scenario in FAMILIES[1:]]
slowly_in_each_family = pytest.mark.parametrize("scenario", [FAMILIES[0], *SLOW], ids=lambda scenario: scenario.name)
"""Interpreted, a game takes up to a minute."""


# Playouts.


def record_of(battle: ef.Battle, line: str) -> bytes:
    """The record of an order."""
    order = battle.parse(line)
    battle.names.write_order(order, battle.giver(order), battle.game.order)
    return battle.game.order.tobytes()


@in_each_family
def test_playout_is_the_game_of_a_clone_with_its_key_that_is_played_on_at_random(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 3)
    room = PlayoutRoom(battle, RANDOM, rows=3)
    keys = playout_keys(5, 0, 3)
    room.play_out(battle, [], keys, 12)
    for row, key in enumerate(keys):
        clone = battle.clone(key=key)
        play_random(clone, key, 12)
        assert hash_row(room.store.arenas, row) == clone.game.hash()


def test_playout_that_begins_with_an_order_takes_it_with_its_own_dice() -> None:
    battle = red_to_move()
    room = PlayoutRoom(battle, RANDOM, rows=8)
    keys = playout_keys(5, 0, 8)
    room.play_out(battle, [record_of(battle, "R1 move B1")] * 8, keys, 5)
    for row, key in enumerate(keys):
        clone = battle.clone(key=key)
        clone.step("R1 move B1")
        play_random(clone, key, 5)
        assert hash_row(room.store.arenas, row) == clone.game.hash()


@in_each_family
def test_playouts_change_nothing_and_never_use_the_dice_key_of_the_game(scenario: Scenario) -> None:
    """Positions that differ in their dice key alone have the same playouts, to the byte."""
    found = []
    for seed in (1, 2):
        battle = ef.Battle(scenario, 3)
        battle.rekey(seed)
        room = PlayoutRoom(battle, RANDOM, rows=4)
        with untouched(battle):
            room.play_out(battle, [], playout_keys(9, 0, 4), 10)
        found.append(room.store.arenas.tobytes())
    assert found[0] == found[1]


@pytest.mark.parametrize("count", [1, 2, 5, 8])
def test_playouts_are_the_same_in_any_number_of_threads(count: int) -> None:
    battle = red_to_move()
    played = []
    for threads in (1, 2, 3):
        room = PlayoutRoom(battle, RANDOM, rows=8, threads=threads)
        room.play_out(battle, [], playout_keys(5, 0, count), 5)
        played.append((room.store.arenas.tobytes(), room.worths(0, count)))
    assert played[0] == played[1] == played[2]


def test_keys_of_playouts_are_those_of_their_numbers_and_all_differ() -> None:
    keys = playout_keys(7, 0, 100)
    assert playout_keys(7, 40, 10) == keys[40:50]
    assert len({*keys, *playout_keys(8, 0, 100), 7, 8}) == 202


def test_order_that_cannot_be_finished_counts_as_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = red_to_move()
    room = PlayoutRoom(battle, RANDOM, rows=1)
    monkeypatch.setattr(room, "_begins", lambda row, order: False)
    key = playout_keys(5, 0, 1)[0]
    room.play_out(battle, [record_of(battle, "R1 move B1")], [key], 5)
    clone = battle.clone(key=key)
    play_random(clone, key, 5)
    assert room.store.table("clock")[0].step == clone.step_number


def test_room_is_for_one_scenario() -> None:
    battle = red_to_move()
    room = PlayoutRoom(battle, RANDOM, rows=1)
    assert room.fits(battle.clone())
    assert not room.fits(crossroads())


# Halving.


def test_worse_half_is_dropped_round_by_round_and_all_that_are_left_get_as_many_playouts() -> None:
    asked: list[tuple[str, int, int]] = []

    def measure(candidates: Sequence[bytes], first: int, count: int) -> list[list[int]]:
        asked.append((b"".join(candidates).decode(), first, count))
        return [[candidate[0]] * count for candidate in candidates]

    assert halved([b"a", b"d", b"c", b"b"], 1, 16, measure) == [b"d"]
    assert asked == [("adcb", 0, 2), ("dc", 2, 4)]


def test_every_candidate_has_a_playout_in_each_round_however_few_there_are() -> None:
    counts = []

    def measure(candidates: Sequence[bytes], first: int, count: int) -> list[list[int]]:
        counts.append(count)
        return [[0] * count for _ in candidates]

    assert halved([b"a", b"b", b"c"], 1, 1, measure) == [b"a"]
    assert counts == [1, 1]


def test_as_many_are_left_as_are_asked_for() -> None:
    candidates = [bytes([number]) for number in range(20)]
    best = halved(candidates, 7, 100, lambda orders, first, count: [[order[0]] * count for order in orders])
    assert sorted(best) == candidates[13:]
    assert [rounds_to(count, 7) for count in (7, 8, 14, 15)] == [0, 1, 1, 2]


# The challenge.


def test_lead_is_clear_when_its_mean_is_more_than_one_standard_error() -> None:
    """Of 3, -1, 4 and 2 the mean is 2, the variance 14 / 3, the standard error 1.08; of 3 and -2 it is 2.5."""
    lead = Lead()
    lead.add([13, 0, 14, 2], [10, 1, 10, 0])
    assert (lead.playouts, lead.total, lead.squares, lead.is_clear) == (4, 8, 30, True)
    unclear = Lead()
    unclear.add([3, -2], [0, 0])
    assert not unclear.is_clear


def test_lead_of_exactly_one_standard_error_is_not_clear() -> None:
    """Of 2 and 0 the mean is 1, the variance 2 and the standard error 1."""
    lead = Lead()
    lead.add([2, 0], [0, 0])
    assert not lead.is_clear
    lead.add([1], [0])
    assert lead.is_clear  # mean 1, variance 1, standard error 0.58


@pytest.mark.parametrize(("gains", "others"), [([], []), ([5], [0]), ([1, 1], [2, 2]), ([0, 0], [0, 0])])
def test_lead_without_playouts_or_of_one_alone_or_behind_or_of_nothing_is_not_clear(
    gains: list[int], others: list[int]
) -> None:
    lead = Lead()
    lead.add(gains, others)
    assert not lead.is_clear


def test_champion_meets_the_better_half_of_its_challengers_round_by_round_with_the_same_dice() -> None:
    asked: list[tuple[str, int, int]] = []

    def measure(candidates: Sequence[bytes], first: int, count: int) -> list[list[int]]:
        asked.append((b"".join(candidates).decode(), first, count))
        return [[candidate[0]] * count for candidate in candidates]

    assert challenged(b"c", [b"a", b"d", b"e", b"b"], 30, measure) == b"e"
    assert asked == [("cadeb", 0, 2), ("ced", 2, 3), ("ce", 5, 5)]


def test_champion_stays_where_no_lead_is_clear_or_nobody_challenges() -> None:
    def measure(candidates: Sequence[bytes], first: int, count: int) -> list[list[int]]:
        return [[0] * count, *([9 if number % 2 else -8 for number in range(count)] for _ in candidates[1:])]

    assert challenged(b"c", [b"a", b"b"], 40, measure) == b"c"
    assert challenged(b"c", [], 40, measure) == b"c"


def test_all_legal_orders_are_listed_or_some_at_even_distances() -> None:
    battle = red_to_move()
    legal = [battle.text(order) for order in battle.legal]
    assert len(legal) == 7
    for most, ranks in ((7, range(7)), (100, range(7)), (3, (0, 2, 4)), (1, (0,))):
        listed = b"".join(listed_orders(battle, 0, most))
        assert len(listed) % ORDER_BYTES == 0
        assert [battle.text(order) for order in battle.names.orders(listed)] == [legal[rank] for rank in ranks]


# Choices.


def test_forced_win_is_found() -> None:
    """Red is on the one objective first, blue cannot enter its square, and after the turn the score decides."""
    battle = ef.Battle(meeting(), 1)
    for seed in range(5):
        order = MonteCarloBot(seed, playouts=200).choose(battle.view("red"))
        assert battle.text(order) == "R1 march 1-1"


def test_what_greedy_would_do_is_done_where_playouts_tell_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of equal orders the one that greedy draws, which is not always the first."""
    monkeypatch.setattr(PlayoutRoom, "worths", lambda room, side, count: [0] * count)
    view = ef.Battle(standoff(), 1).view("red")
    wanted = [GreedyBot(seed).choose(view) for seed in range(6)]
    assert len(set(wanted)) > 1
    assert [MonteCarloBot(seed, **QUICK).choose(view) for seed in range(6)] == wanted


def test_view_without_legal_orders_is_refused() -> None:
    """After red the view of blue is asked, in whose place nothing is to be decided."""
    view = red_to_move().view("blue")
    assert len(view.legal.by("blue")) == 0
    with pytest.raises(ValueError, match="the view shows no legal order of 'blue', expected one"):
        MonteCarloBot(1, **QUICK).choose(view)


RANGE = ["N..", "...", "...", "...", "...", "...", "A..", "...", "..."]
"""A in the south looks north at N, two grids away; nothing lies between."""
FIXED = {"allowance": 0, "strength": 1, "armour": 0}


def shot(seed: int) -> ef.Battle:
    """A may fire at N at once, or first stay where it is and then fire; the first hit destroys N, and red has won."""
    battle = armed(*RANGE, weapons={"gun": {"power": 1, "to_hit": 4}}, A={"allowance": 0}, N=FIXED)
    put_state(battle, "N", (1, True))
    battle.rekey(seed)
    return battle


def destroys(battle: ef.Battle, *lines: str) -> bool:
    """Whether these orders destroy N with the dice that the game itself will roll."""
    clone = battle.clone(key=battle.game.key)
    for line in lines:
        clone.step(line)
    return not clone.unit("N").status.alive


def test_bot_does_not_foresee_the_dice_of_the_game() -> None:
    """The dice are those of the step: whoever foresaw them would fire at once with some keys and later with others."""
    outcomes, choices = set(), set()
    for seed in range(8):
        battle = shot(seed)
        outcomes.add((destroys(battle, "A fire N gun"), destroys(battle, "A move A3.2 N", "A fire N gun")))
        with untouched(battle):
            choices.add(battle.text(MonteCarloBot(1, playouts=24, orders_ahead_max=2).choose(battle)))
    assert {(True, False), (False, True)} <= outcomes
    assert len(choices) == 1
    assert choices <= {"A fire N gun", "A move A3.2 N"}


def test_only_legal_order_is_taken_without_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = ef.Battle(duel(cards={}), 1)
    bot = MonteCarloBot(1, **QUICK)
    monkeypatch.setattr(type(battle.game), "count", lambda *arguments, **limits: 1)
    monkeypatch.setattr(bot, "_best", None)
    assert bot.choose(battle) == battle.legal[0]


@slowly_in_each_family
def test_choice_is_legal_at_every_decision_of_a_random_game_and_changes_nothing(scenario: Scenario) -> None:
    battle, bot = ef.Battle(scenario, 5), MonteCarloBot(1, **QUICK)
    for _ in play(battle):
        for view in [battle.view(decision.side) for decision in battle.decisions]:
            if len(view.legal) == 0:  # it is about a unit that the side does not know
                continue
            with untouched(view, "the choice"):
                order = bot.choose(view)
            assert view.check(order, side=view.side)


@slowly_in_each_family
def test_same_seed_plays_the_same_game(scenario: Scenario) -> None:
    games = []
    for _ in range(2):
        battle = ef.Battle(scenario, 4)
        match = play_match(battle, [MonteCarloBot(1, **QUICK), RandomBot(3)], on_fault="raise")
        assert match.outcome is not None
        games.append(battle.digest)
    assert games[0] == games[1]


def test_bot_that_has_played_one_scenario_plays_another_as_a_new_one_does() -> None:
    used = MonteCarloBot(1, **QUICK)
    used.choose(ef.Battle(standoff(), 1).view("red"))
    view = red_to_move().view("red")
    assert used.choose(view) == MonteCarloBot(1, **QUICK).choose(view)


@pytest.mark.parametrize("wrong", [{"playouts": 0}, {"playouts": "5"}, {"orders_ahead_max": -3}, {"threads": 0}])
def test_number_of_playouts_or_orders_or_threads_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    (name, number) = next(iter(wrong.items()))
    with pytest.raises(ValueError, match=f"{name} {number!r}, expected a whole number of 1 to "):
        MonteCarloBot(1, **wrong)


@pytest.mark.slow
def test_bot_beats_random_play_in_the_alley_from_both_sides() -> None:
    """As the bot greedy does; 16 of 20 leave room for dice."""
    won = 0
    for seed in range(10):
        for side in ("red", "blue"):
            bots: list[Bot] = [MonteCarloBot(seed, playouts=128), RandomBot(100 + seed)]
            battle = ef.Battle(ef.load_scenario("alley"), seed)
            won += play_match(battle, bots if side == "red" else bots[::-1], on_fault="raise").winners == (side,)
    assert won >= 16


def test_what_the_bot_calls_can_be_compiled_before_it_chooses() -> None:
    battle = red_to_move()
    rooms = [PlayoutRoom(battle, policy) for policy in (EAGER, GREEDY)]
    called = {entry for room in rooms for entry in (room._loop, room._judge)} | {greedy_entry(battle.game)}
    assert called == set(entries_of("monte-carlo", battle.game))


def test_bot_is_found_by_name() -> None:
    assert isinstance(find_bot("monte-carlo", 1), MonteCarloBot)


# The policy of the quick playouts.


@in_each_family
def test_eager_policy_plays_games_to_their_ends(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 1)
    room = PlayoutRoom(battle, EAGER, rows=4)
    room.play_out(battle, [], playout_keys(1, 0, 4))
    assert all(room.store.table("clock", row)[0].over for row in range(4))


def test_eager_policy_attacks_when_all_orders_are_looked_at() -> None:
    """A has moved and may now fire at N or do nothing."""
    battle = armed(*RANGE, weapons={"gun": {}}, A={}, N=FIXED)
    battle.step("A move A3.2 N")
    assert [order.kind for order in battle.legal] != ["fire"]
    room = PlayoutRoom(battle, EAGER, rows=4)
    room.play_out(battle, [], playout_keys(1, 0, 4), 1)
    assert [room.store.table("clock", row)[0].step for row in range(4)] == [battle.step_number + 1] * 4
    fired = battle.clone(key=playout_keys(1, 0, 1)[0])
    fired.step("A fire N gun")
    assert hash_row(room.store.arenas, 0) == fired.game.hash()
