"""The bot that walks to objectives: the shortest way around what is impassable, and no order that is not legal."""

from __future__ import annotations

import numpy as np
import pytest

import enfilade as ef
from enfilade.bots import Bot, RandomBot, WalkerBot, find_bot, play_match
from enfilade.core.board.paces import FAR, distances_to
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry

MAZE = """
.......
.~~~~~.
.~...~.
.~.~.~.
.~.~.~.
...~...
"""


def maze(*units: UnitEntry, turns: int = 40) -> ef.Battle:
    """Red walks, blue stands in a corner; the objective lies in the middle of a maze of water."""
    scenario = Scenario(
        name="maze",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry(MAZE),
        units=[*units, UnitEntry("B1", "blue", "6-5", values={"allowance": 0})],
        objectives=[ObjectiveEntry("2-2")],
        options={"turns": turns, "points": 1},
    )
    return ef.Battle(scenario, 1, checked=True)


def test_distances_are_steps_around_what_is_blocked() -> None:
    blocked = np.array([[character == "~" for character in row] for row in MAZE.split()])
    distances = distances_to([(2, 2)], blocked)
    assert distances[2, 2] == 0
    assert (distances[2, 4], distances[4, 2], distances[5, 2], distances[5, 1]) == (2, 2, 3, 3)
    assert (distances[4, 0], distances[0, 0]) == (4, 8)  # by 1-5, then north along the western edge
    assert distances[1, 1] == FAR


def test_distances_to_nowhere_are_all_far() -> None:
    assert (distances_to([], np.zeros((3, 4), np.bool_)) == FAR).all()


def test_walker_goes_the_shortest_way_around() -> None:
    battle = maze(UnitEntry("R1", "red", "0-0", values={"allowance": 1}))
    play_match(battle, [WalkerBot(), RandomBot(1)])
    assert battle.outcome == ef.Outcome(("red",), "points reached", {"red": 1, "blue": 0})
    assert battle.turn == 8  # one step a turn, eight steps


def test_walker_marches_the_nearest_unit_first_and_passes_when_none_comes_nearer() -> None:
    battle = maze(UnitEntry("R1", "red", "0-0"), UnitEntry("R2", "red", "2-5"))
    bot = WalkerBot()
    first = bot.choose(battle.view("red"))
    assert (first.unit, first.place) == ("R2", (2, 2))
    battle.step(first)
    battle.step("blue pass")
    assert battle.text(bot.choose(battle.view("red"))) == "red pass"


def test_walker_plays_at_random_where_nothing_marches() -> None:
    battle = ef.Battle(ef.load_scenario("crossroads"), 3)
    side = battle.decisions[0].side
    assert WalkerBot(3).choose(battle.view(side)) == RandomBot(3).choose(battle.view(side))


@pytest.mark.slow
def test_walker_beats_random_play_on_the_fords_from_both_sides() -> None:
    for seed in range(6):
        for walker in ("east", "west"):
            bots: list[Bot] = [RandomBot(seed), WalkerBot()]
            battle = ef.Battle(ef.load_scenario("fords"), seed)
            play_match(battle, bots if walker == "east" else bots[::-1])
            assert battle.outcome is not None
            assert battle.outcome.winners == (walker,)


def test_walker_is_found_by_name() -> None:
    assert isinstance(find_bot("walker", 1), WalkerBot)
