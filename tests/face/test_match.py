"""What becomes of a match when a bot fails, under each policy, and of the battle and its log."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.bots import Bot, Match, RandomBot, SlowBot, play_match
from enfilade.bots import match as match_module
from tests.face.games import can_interrupt_here, crossroads, delta, duel, play, red_to_move, standoff, untouched, yard


class Failing:
    """Plays at random, and at one of its decisions fails in the way it is given."""

    def __init__(self, fail: Callable[[ef.Battle], Any], at: int = 0) -> None:
        self.fail = fail
        self.at = at
        self.asked = 0
        self.random = RandomBot(1)

    def choose(self, view: ef.Battle) -> ef.Order:
        self.asked += 1
        order: ef.Order = self.fail(view) if self.asked == self.at + 1 else self.random.choose(view)
        return order


class Unsayable(Exception):
    """An error that cannot even be told."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def divide(view: ef.Battle) -> int:
    return 1 // 0


def be_silent(view: ef.Battle) -> None:
    return None


def say_text(view: ef.Battle) -> str:
    return view.text(view.legal[0])


def move_an_enemy(view: ef.Battle) -> ef.Order:
    return view.parse("B1 move C2")


def answer_for_another_side(view: ef.Battle) -> ef.Order:
    return ef.Order("draw", side="blue")


def go_nowhere(view: ef.Battle) -> ef.Order:
    return ef.Order("move", unit="R1", place=(3, 3))


def name_a_stranger(view: ef.Battle) -> ef.Order:
    return ef.Order("move", unit="R9", place=(1, 0))


def fill_a_field_with_rubbish(view: ef.Battle) -> ef.Order:
    return ef.Order("move", unit="R1", place="A2")  # type: ignore[arg-type]


def raise_the_unsayable(view: ef.Battle) -> None:
    raise Unsayable


FAILURES: dict[Callable[[ef.Battle], Any], tuple[str, str]] = {
    divide: ("error", "the bot of red raised ZeroDivisionError: "),
    raise_the_unsayable: ("error", "the bot of red raised "),
    be_silent: (
        "illegal",
        "the bot of red chose no legal order: order 'None': it is of type NoneType, expected an Order",
    ),
    say_text: ("illegal", "the bot of red chose no legal order: order \"'R"),
    move_an_enemy: ("illegal", "the bot of red chose no legal order: B1 move C2: "),
    answer_for_another_side: (
        "illegal",
        "the bot of red chose no legal order: order 'blue draw': it is an order of blue",
    ),
    go_nowhere: ("illegal", "the bot of red chose no legal order: R1 move D4: "),
    name_a_stranger: ("illegal", "the bot of red chose no legal order: "),
    fill_a_field_with_rubbish: ("illegal", "the bot of red chose no legal order: "),
}
by_failure = pytest.mark.parametrize("fail", FAILURES, ids=lambda fail: fail.__name__)


@by_failure
def test_side_whose_bot_fails_forfeits_and_the_battle_stands_as_it_was(fail: Callable[[ef.Battle], Any]) -> None:
    battle = red_to_move()
    step = battle.step_number
    with untouched(battle):
        match = play_match(battle, [Failing(fail), RandomBot(1)])
    kind, message = FAILURES[fail]
    assert match.forfeit is not None
    assert (match.forfeit.side, match.forfeit.step, match.forfeit.kind) == ("red", step, kind)
    assert match.forfeit.message.startswith(message)
    assert (match.orders, match.reason, match.outcome) == (0, "forfeit", None)
    assert match.winners == ("blue", "green")
    assert match.faults == (match.forfeit,)


@by_failure
def test_random_order_is_taken_for_a_bot_that_fails_and_the_battle_goes_on(fail: Callable[[ef.Battle], Any]) -> None:
    matches = []
    for _ in range(2):
        battle = red_to_move()
        match = play_match(battle, [Failing(fail), RandomBot(1)], on_fault="random")
        assert (match.outcome, match.forfeit) == (battle.outcome, None)
        assert [fault.kind for fault in match.faults] == [FAILURES[fail][0]]
        assert (
            (match.winners, match.reason) == (match.outcome.winners, match.outcome.reason) if match.outcome else False
        )
        matches.append((match.orders, battle.digest))
    assert matches[0] == matches[1]


@pytest.mark.parametrize(
    ("fail", "expected"),
    [(divide, ZeroDivisionError), (say_text, ef.OrderError), (go_nowhere, ef.IllegalOrder)],
)
def test_error_is_raised_where_that_is_asked_for(fail: Callable[[ef.Battle], Any], expected: type[Exception]) -> None:
    battle = red_to_move()
    with untouched(battle), pytest.raises(expected):
        play_match(battle, [Failing(fail)], on_fault="raise")


@pytest.mark.parametrize("on_fault", ["forfeit", "random", "raise"])
@pytest.mark.parametrize("ending", [KeyboardInterrupt, SystemExit])
def test_interruption_and_exit_pass_through_under_every_policy(ending: type[BaseException], on_fault: Any) -> None:
    def end(view: ef.Battle) -> None:
        raise ending

    battle = red_to_move()
    with untouched(battle), pytest.raises(ending):
        play_match(battle, [Failing(end)], on_fault=on_fault)


def test_ally_of_the_side_that_forfeits_does_not_win() -> None:
    """Blue and green are allied, and the town is neutral."""
    for number, winners in ((0, ("blue", "green")), (1, ("red",)), (2, ("red",))):
        bots: list[Bot] = [RandomBot(1), RandomBot(2), RandomBot(3)]
        bots[number] = Failing(divide)
        assert play_match(ef.Battle(delta(), 1), bots).winners == winners


def test_scores_of_a_forfeit_are_those_of_the_battle_as_it_stands() -> None:
    """Each side of the delta holds what it held at the start: blue the ford that is worth 3, and nobody the others."""
    battle = ef.Battle(delta(), 1)
    match = play_match(battle, [Failing(divide)])
    assert set(match.scores) == set(battle.names.sides)
    assert all(isinstance(score, int) for score in match.scores.values())


def test_log_of_a_forfeited_match_is_a_verified_prefix(tmp_path: Path) -> None:
    battle = ef.Battle(standoff(), 3)
    battle.record(tmp_path / "a.enf")
    match = play_match(battle, [Failing(divide, at=2), RandomBot(1)])
    assert match.forfeit is not None
    assert match.orders == battle.step_number > 0
    battle.stop_recording()
    verification = ef.replays.verify(tmp_path / "a.enf")
    assert verification
    assert verification.steps == match.orders


def test_bot_that_tries_orders_in_its_view_is_judged_by_the_view_it_was_given() -> None:
    def try_and_answer(view: ef.Battle) -> ef.Order:
        order = view.legal[0]
        view.step(order)
        return order

    battle = red_to_move()
    first = battle.legal[0]
    match = play_match(battle, [Failing(try_and_answer), RandomBot(1)])
    assert match.forfeit is None
    assert first in battle.orders


def test_side_that_must_decide_about_a_unit_it_does_not_know_gives_the_first_legal_order() -> None:
    """Red is to push G2, which it does not know, so that its view lists no order: its bot is not asked."""
    battle = ef.Battle(yard(), 5)
    for _ in play(battle):
        if battle.decision == ef.Decision("red", "push") and len(battle.view("red").legal) == 0:
            break
    first = battle.legal[0]
    taken: list[ef.Order] = []
    play_match(battle, [Failing(divide), RandomBot(1)], lambda order, events: taken.append(order))
    assert taken[0] == first


class Clock:
    """A clock that a bot sets forward itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now_ns = 0
        monkeypatch.setattr(match_module, "perf_counter_ns", lambda: self.now_ns)


class Thinker:
    """Plays at random, and takes so many seconds for each decision, the last for all further ones."""

    def __init__(self, clock: Clock, *seconds: int) -> None:
        self.clock = clock
        self.seconds = seconds
        self.asked = 0
        self.random = RandomBot(1)

    def choose(self, view: ef.Battle) -> ef.Order:
        self.clock.now_ns += self.seconds[min(self.asked, len(self.seconds) - 1)] * 10**9
        self.asked += 1
        return self.random.choose(view)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_bot_that_takes_just_the_time_it_may_has_not_failed(clock: Clock) -> None:
    match = play_match(ef.Battle(duel(), 1), [Thinker(clock, 2)], decision_seconds_max=2)
    assert match.forfeit is None


def test_bot_that_takes_too_long_for_a_decision_forfeits(clock: Clock) -> None:
    battle = ef.Battle(duel(), 1)
    match = play_match(battle, [Thinker(clock, 2, 3), RandomBot(1)], decision_seconds_max=2)
    assert match.forfeit is not None
    assert (match.forfeit.side, match.forfeit.kind) == ("red", "slow")
    assert match.forfeit.message == "the bot of red took 3.000 seconds for a decision, expected at most 2"
    assert match.winners == ("blue",)
    assert battle.step_number == match.orders == match.forfeit.step


def test_time_of_a_game_is_that_of_all_decisions_of_a_side(clock: Clock) -> None:
    """The same bot plays both sides, a second a decision: after three of a side the fourth is too many."""
    battle = ef.Battle(standoff(), 1)
    match = play_match(battle, [Thinker(clock, 1)], game_seconds_max=3)
    assert match.forfeit is not None
    taken = [battle.names.sides[battle.giver(order)] for order in battle.orders]
    assert taken.count(match.forfeit.side) == 3
    assert match.forfeit.message.endswith("took 4.000 seconds for its decisions, expected at most 3")


def test_slow_decision_is_replaced_and_the_next_one_is_the_bot_s_again(clock: Clock) -> None:
    thinker = Thinker(clock, 9, 1)
    match = play_match(crossroads(4), [thinker], decision_seconds_max=2, on_fault="random")
    assert match.outcome is not None
    assert [fault.kind for fault in match.faults] == ["slow"]
    assert thinker.asked == match.orders


def test_bot_whose_time_is_used_up_is_not_asked_any_more(clock: Clock) -> None:
    thinker = Thinker(clock, 4)
    match = play_match(ef.Battle(duel(), 1), [thinker, RandomBot(1)], game_seconds_max=3, on_fault="random")
    assert match.outcome is not None
    assert thinker.asked == 1
    assert len(match.faults) > 1


def test_slow_bot_is_an_error_where_that_is_asked_for(clock: Clock) -> None:
    with pytest.raises(SlowBot, match=r"took 3\.000 seconds for a decision, expected at most 2"):
        play_match(ef.Battle(duel(), 1), [Thinker(clock, 3)], decision_seconds_max=2, on_fault="raise")


def never(view: ef.Battle) -> None:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.01)


def asleep(view: ef.Battle) -> None:
    time.sleep(60)


@can_interrupt_here
@pytest.mark.parametrize("choose", [never, asleep])
@pytest.mark.parametrize(
    ("limits", "what"),
    [
        ({"decision_seconds_max": 0.05}, "a decision, expected at most 0.05"),
        ({"game_seconds_max": 0.05, "decision_seconds_max": 9}, "its decisions, expected at most 0.05"),
    ],
)
def test_bot_that_does_not_answer_is_interrupted(
    choose: Callable[[ef.Battle], None], limits: dict[str, Any], what: str
) -> None:
    battle = ef.Battle(duel(), 1)
    with untouched(battle):
        match = play_match(battle, [Failing(choose), RandomBot(1)], **limits)
    assert match.forfeit is not None
    assert match.forfeit.kind == "slow"
    assert match.forfeit.message.endswith(what)
    assert match.winners == ("blue",)


@can_interrupt_here
def test_match_goes_on_with_a_bot_that_was_interrupted() -> None:
    thinker = Failing(asleep)
    match = play_match(crossroads(4), [thinker], decision_seconds_max=0.05, on_fault="random")
    assert match.outcome is not None
    assert [fault.kind for fault in match.faults] == ["slow"]
    assert thinker.asked == match.orders


def test_bot_that_answers_late_where_it_cannot_be_interrupted_has_failed_all_the_same() -> None:
    """No thread but the main one is interrupted."""

    def late(view: ef.Battle) -> ef.Order:
        time.sleep(0.05)
        return view.legal[0]

    found: list[Match] = []
    bots: list[Bot] = [Failing(late), RandomBot(1)]
    thread = threading.Thread(
        target=lambda: found.append(play_match(ef.Battle(duel(), 1), bots, decision_seconds_max=0.02))
    )
    thread.start()
    thread.join()
    assert found[0].forfeit is not None
    assert found[0].forfeit.kind == "slow"


def test_error_is_told_rather_than_the_time_it_took(clock: Clock) -> None:
    def dawdle_and_fail(view: ef.Battle) -> None:
        clock.now_ns += 9 * 10**9
        raise ZeroDivisionError

    match = play_match(ef.Battle(duel(), 1), [Failing(dawdle_and_fail)], decision_seconds_max=2)
    assert match.forfeit is not None
    assert match.forfeit.kind == "error"


@pytest.mark.parametrize("limits", [{"decision_seconds_max": 0}, {"game_seconds_max": -1}, {"game_seconds_max": "no"}])
def test_limit_of_time_that_is_none_is_refused(limits: dict[str, Any]) -> None:
    battle = ef.Battle(duel(), 1)
    with (
        untouched(battle),
        pytest.raises(ValueError, match=r"a limit of .* seconds, expected a number above 0, or None"),
    ):
        play_match(battle, [RandomBot(1)], **limits)


def test_match_ends_unfinished_after_so_many_orders_and_tells_the_faults_on_the_way() -> None:
    battle = crossroads(4)
    match = play_match(battle, [Failing(divide)], on_fault="random", orders_max=3)
    assert (match.reason, match.orders, match.winners, match.outcome) == ("unfinished", 3, (), None)
    assert [fault.step for fault in match.faults] == [0]
    assert battle.step_number == 3
    assert match.scores == dict.fromkeys(battle.names.sides, 0)


def test_match_that_is_over_with_the_last_order_it_may_have_is_finished() -> None:
    orders = play_match(ef.Battle(duel(), 1), [RandomBot(1)]).orders
    assert play_match(ef.Battle(duel(), 1), [RandomBot(1)], orders_max=orders).outcome is not None
    assert play_match(ef.Battle(duel(), 1), [RandomBot(1)], orders_max=orders - 1).outcome is None


@pytest.mark.parametrize("orders_max", [0, "5", 2.5])
def test_number_of_orders_that_is_none_is_refused(orders_max: Any) -> None:
    with pytest.raises(ValueError, match=f"orders_max {orders_max!r}, expected a whole number of 1 to 10000000"):
        play_match(ef.Battle(duel(), 1), [RandomBot(1)], orders_max=orders_max)


def test_policy_that_there_is_not_is_refused() -> None:
    policy: Any = "ignore"
    with pytest.raises(ValueError, match="on_fault 'ignore', expected one of forfeit, raise, random"):
        play_match(ef.Battle(duel(), 1), [RandomBot(1)], on_fault=policy)


@pytest.mark.parametrize(
    ("bots", "message"),
    [
        ([RandomBot(1)] * 3, r"3 bots for 2 sides that play, expected 1 to 2: \[<.*RandomBot"),
        (
            RandomBot(1),
            "the bots of a match are <.*RandomBot object at .*>, expected a list of bots; find_bot gives one",
        ),
        ("random", "the bots of a match are 'random', expected a list of bots; find_bot gives one by its name"),
        (None, "the bots of a match are None, expected a list of bots"),
        (iter([RandomBot(1)]), "the bots of a match are <list_iterator object at .*>, expected a list of bots"),
        (["random"], r"bot 'random', expected one with choose\(view\); find_bot gives one by its name"),
        ([RandomBot(1), None], "bot None, expected one with choose"),
        ([RandomBot], "bot <class '.*RandomBot'>, expected one with choose"),
    ],
    ids=["too many", "one", "name", "nothing", "iterator", "list of a name", "list with nothing", "list of a class"],
)
def test_what_are_no_bots_of_a_match_is_refused_and_leaves_the_battle(bots: Any, message: str) -> None:
    battle = ef.Battle(duel(), 1)
    with untouched(battle), pytest.raises(ValueError, match=message):
        play_match(battle, bots)


def test_match_of_what_is_no_battle_is_refused() -> None:
    with pytest.raises(TypeError, match="battle 'duel', expected a Battle"):
        play_match("duel", [RandomBot(1)])  # type: ignore[arg-type]


def test_match_without_faults_tells_the_outcome() -> None:
    battle = ef.Battle(duel(), 1)
    match = play_match(battle, [RandomBot(1)])
    assert battle.outcome is not None
    outcome = battle.outcome
    assert match == Match(len(battle.orders), outcome.winners, outcome.reason, outcome.scores, outcome, None, ())
