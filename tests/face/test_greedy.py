"""The bot that goes by odds and objectives: what it chooses in positions worked out by hand, and whole games."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

import enfilade as ef
from enfilade.bots import Bot, GreedyBot, RandomBot, find_bot, play_match
from enfilade.core.scenario.schema import BoardEntry, ExitEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry
from tests.face.games import crossroads, delta, fords, play, standoff, untouched
from tests.mech_rules.arms import armed, put_state
from tests.mech_rules.boards import at, battle_of, scenario_of


def alley(turns: int) -> Scenario:
    """The shipped small mech scenario, with few turns: some 100 to 800 legal orders at each activation."""
    scenario = ef.load_scenario("alley")
    return msgspec.structs.replace(scenario, options=scenario.options | {"turns": turns})


FAMILIES = (
    standoff(),
    delta(),
    pytest.param(fords(1), marks=pytest.mark.slow),
    pytest.param(alley(1), marks=pytest.mark.slow),  # interpreted, a choice takes seconds there
)
in_each_family = pytest.mark.parametrize("scenario", FAMILIES, ids=lambda scenario: scenario.name)


def chosen(battle: ef.Battle, seed: int = 0) -> str:
    """What the bot orders for the side whose decision it is."""
    side = battle.decisions[0].side
    return battle.text(GreedyBot(seed).choose(battle.view(side)))


# Attacks.

RANGE = ["N..", "...", "...", "...", "...", "...", "A..", "...", "..."]
"""A in the south looks north at N, two grids away; nothing lies between."""
FIXED = {"allowance": 0, "strength": 1, "armour": 0}
"""A unit that can only turn and shift, and that dies of the second hit that gets through; it has no saves."""


def test_of_two_weapons_the_one_with_more_hits_is_fired() -> None:
    weapons = {"cannon": {"power": 4, "to_hit": 2}, "pistol": {"power": 1, "to_hit": 6}}
    battle = armed(*RANGE, weapons=weapons, A=FIXED, N=FIXED)
    assert {battle.text(order) for order in battle.legal.where("fire")} == {"A fire N cannon", "A fire N pistol"}
    assert chosen(battle) == "A fire N cannon"  # 4 dice that each hit, but for a 1, against one that needs a 6


def test_of_two_targets_the_one_that_cannot_save_is_fired_at() -> None:
    rows = ["N.. O..", "... ...", "... ...", *["... ..."] * 3, "A.. ...", "... ...", "... ..."]
    values = {"A": FIXED, "N": {**FIXED, "armour": 12, "save": 2}, "O": FIXED}
    battle = armed(*rows, weapons={"gun": {"to_hit": 2}}, **values)
    assert chosen(battle) == "A fire O gun"


def test_of_two_targets_the_one_that_the_next_hit_destroys_is_fired_at() -> None:
    rows = ["N.. O..", "... ...", "... ...", *["... ..."] * 3, "A.. ...", "... ...", "... ..."]
    battle = armed(*rows, weapons={"gun": {"power": 1, "to_hit": 2}}, A=FIXED, N=FIXED, O=FIXED)
    put_state(battle, "O", (1, True))  # one die: at best N is disrupted, and O destroyed
    assert chosen(battle) == "A fire O gun"


def test_unit_that_has_moved_attacks_when_it_can() -> None:
    battle = armed(*RANGE, weapons={"gun": {}}, A={}, N=FIXED)
    battle.step("A move A3.2 N")
    assert battle.decision == ef.Decision("red", "attack", "A")
    assert chosen(battle) == "A fire N gun"


def test_unit_turns_to_an_enemy_behind_it_to_attack() -> None:
    battle = armed(*RANGE, weapons={"gun": {}}, facing={"A": "S", "N": "N"}, A=FIXED, N=FIXED)
    assert not list(battle.legal.where("fire"))
    battle.step(chosen(battle))
    assert chosen(battle) == "A fire N gun"


def test_unit_goes_to_where_it_can_strike() -> None:
    rows = ["...", ".N.", "...", *["..."] * 3, *["..."] * 3, "A..", "...", "..."]
    battle = armed(*rows, weapons={"blade": {"melee": True, "to_hit": 2}}, A={"allowance": 2}, N=FIXED)
    battle.step(chosen(battle))
    assert at(battle, "A")[:2] in ("A2", "A1")  # next to N or in its grid, which alone are near enough
    assert chosen(battle) == "A strike N blade"


# Objectives.


def test_unit_walks_to_an_objective_by_the_shortest_way_around_water() -> None:
    scenario = Scenario(
        name="maze",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry(".......\n.~~~~~.\n.~...~.\n.~.~.~.\n.~.~.~.\n...~..."),
        units=[
            UnitEntry("R1", "red", "0-0", values={"allowance": 1}),
            UnitEntry("B1", "blue", "6-5", values={"allowance": 0}),
        ],
        objectives=[ObjectiveEntry("2-2")],
        options={"turns": 40, "points": 1},
    )
    battle = ef.Battle(scenario, 1, checked=True)
    play_match(battle, [GreedyBot(), RandomBot(1)])
    assert battle.outcome == ef.Outcome(("red",), "points reached", {"red": 1, "blue": 0})
    assert battle.turn == 8  # one step a turn, eight steps: by 1-5, along the western edge


def test_mech_walks_to_the_large_grid_of_an_objective() -> None:
    """A can go two grids a turn, and the objective lies four grids east of it."""
    row = "... ... ... ... ..."
    objective = ObjectiveEntry("E1.5")
    battle = battle_of("A.. ... ... ... ...", row, row, A={"allowance": 2}, objectives=[objective])
    assert at(battle, "A") == "A1"
    grids = []
    for _ in range(2):
        while battle.decision is not None and battle.decision.side == "red":
            battle.step(chosen(battle))
        grids.append(at(battle, "A")[:2])
        while battle.decision is not None and battle.decision.side == "blue":
            battle.step("T done")
    assert grids == ["C1", "E1"]
    assert battle.objectives[0].holder == "red"


def test_mech_walks_to_an_exit_of_its_side_and_leaves_there() -> None:
    """A can go two grids a turn; the exit of red lies two grids east of it, one of blue beside it."""
    row = "... ... ..."
    plain = scenario_of("A.. ... ...", row, row, A={"allowance": 2})
    exits = [ExitEntry("B1", "blue", value=9), ExitEntry("C1", "red", value=2)]
    battle = ef.Battle(msgspec.structs.replace(plain, exits=exits), checked=True)
    battle.step(chosen(battle))
    assert at(battle, "A")[:2] == "C1"
    assert chosen(battle) == "A exit"


def two_marchers(*objectives: ObjectiveEntry) -> ef.Battle:
    """R1 in the west, B1 two squares north of it, on a field of 9 by 5 open squares."""
    scenario = Scenario(
        name="field",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry("\n".join(["." * 9] * 5)),
        units=[UnitEntry("R1", "red", "0-3"), UnitEntry("B1", "blue", "0-1", values={"allowance": 1})],
        objectives=list(objectives),
    )
    return ef.Battle(scenario, 1, checked=True)


def test_unit_stays_on_an_objective_in_danger_though_another_is_free() -> None:
    battle = two_marchers(ObjectiveEntry("0-3", holder="red"), ObjectiveEntry("3-3"))
    assert battle.check("R1 march 3-3")
    order = battle.parse(chosen(battle))
    assert order.kind == "pass" or order.place == (0, 3)


def test_unit_takes_an_objective_at_hand() -> None:
    battle = two_marchers(ObjectiveEntry("3-3"))
    assert chosen(battle) == "R1 march 3-3"


def test_of_two_objectives_as_near_the_more_valuable_one_is_taken() -> None:
    battle = two_marchers(ObjectiveEntry("3-3"), ObjectiveEntry("2-4", value=2))
    assert chosen(battle) == "R1 march 2-4"


def test_crushed_enemy_is_displaced_away_from_an_objective() -> None:
    """A walks north into N's grid; N can go west or east, or north where the objective lies."""
    rows = ["... ... ...", "... ... ...", "... ... ...", "... ... ...", "... .N. ...", "... ... ..."]
    south = ["... AAA ..."] * 3
    battle = battle_of(*rows, *south, A={}, objectives=[ObjectiveEntry("B1")])
    battle.step("A move B2 N")
    assert battle.decision == ef.Decision("red", "displace")
    assert {battle.names.notation.place_name(*place)[:2] for place in displacements(battle)} == {"A2", "B1", "C2"}
    battle.step(chosen(battle))
    assert at(battle, "N")[:2] in ("A2", "C2")


def displacements(battle: ef.Battle) -> Iterator[tuple[int, int]]:
    """Where a crushed unit may be put."""
    return (order.place for order in battle.legal if order.place is not None)


# Whole games.


@in_each_family
def test_game_goes_to_its_end_and_is_the_same_with_the_same_seeds(scenario: Scenario) -> None:
    games = []
    for _ in range(2):
        battle = ef.Battle(scenario, 3, checked=True)
        play_match(battle, [find_bot("greedy", 1), find_bot("greedy", 2)])
        assert battle.outcome is not None
        games.append([battle.text(order) for order in battle.orders])
    assert games[0] == games[1]


@in_each_family
def test_choice_is_legal_at_every_decision_of_a_random_game_and_changes_nothing(scenario: Scenario) -> None:
    battle, bot = ef.Battle(scenario, 5), GreedyBot(1)
    for _ in play(battle):
        for decision in battle.decisions:
            view = battle.view(decision.side)
            with untouched(view, "the choice"):
                order = bot.choose(view)
            assert view.check(order, side=decision.side)


@pytest.mark.slow
def test_choice_is_legal_on_a_large_board() -> None:
    scenario = ef.load_scenario("foundry")
    battle = ef.Battle(msgspec.structs.replace(scenario, options=scenario.options | {"turns": 1}), 5)
    play_match(battle, [GreedyBot(1), GreedyBot(2)])
    assert battle.outcome is not None


def test_seed_draws_among_orders_of_equal_worth() -> None:
    battle = crossroads()
    assert {chosen(battle, seed) for seed in range(20)} == {"red bid 0", "red bid 1", "red bid 2"}


@pytest.mark.slow
def test_bot_beats_random_play_in_the_alley_from_both_sides() -> None:
    """A random unit seldom ends its move where it can attack, and seldom in the objective; this one nearly always does.

    So it should win almost every game; 16 of 20 leave room for dice.
    """
    won = 0
    for seed in range(10):
        for side in ("red", "blue"):
            bots: list[Bot] = [GreedyBot(seed), RandomBot(100 + seed)]
            battle = ef.Battle(ef.load_scenario("alley"), seed)
            play_match(battle, bots if side == "red" else bots[::-1])
            assert battle.outcome is not None
            won += battle.outcome.winners == (side,)
    assert won >= 16


def test_greedy_is_found_by_name() -> None:
    assert isinstance(find_bot("greedy", 1), GreedyBot)
