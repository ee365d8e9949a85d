"""The greedy policy leaves the game as it is, foresees nothing, knows no more than its side, and goes by the odds."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

import enfilade as ef
from enfilade.bots import GreedyBot
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry
from enfilade.core.state import draft, odometer
from enfilade.core.state.draft import HAND, KNOWN, TRIAL, copy_game, copy_order, draft_of, draft_order
from enfilade.core.state.enumerate import outcomes
from enfilade.core.state.notes import KEYED, ROLLS_MAX
from enfilade.core.state.observe import hide_in_draft
from enfilade.headless import greedy, many_games
from enfilade.headless.greedy import greedy_entry, trying
from enfilade.systems.game import Game
from tests.face.games import (
    MECH,
    by_scenario,
    crossroads,
    delta,
    drawn_order,
    fords,
    in_each,
    red_to_move,
    running_interpreted,
    standoff,
)
from tests.mech_rules.arms import armed, put_state
from tests.mech_rules.boards import at
from tests.mech_rules.forces import charged, hazard

KEY = key_of_seed(7)
UNTOUCHED = ("notes", "events", "findings")


def owing_side(game: Game) -> int:
    """The first side that owes the decision."""
    return next(side for side in range(8) if game.clock.owes >> side & 1)


def choose(game: Game, key: int = KEY) -> bytes:
    """The record of the order that the policy puts into the hand of a game, for the first side that owes one."""
    assert greedy_entry(game)(*game.places, owing_side(game), key & 0xFFFFFFFF, key >> 32)
    return game.order.tobytes()


def chosen(battle: ef.Battle, key: int = KEY) -> str:
    """The order that the policy chooses, as text."""
    return battle.text(battle.names.orders(choose(battle.game, key))[0])


def bytes_beside_scratch(game: Game) -> list[bytes]:
    """Everything of a game but memory, the order in hand, and scratch that no step leaves anything in."""
    store = game.store
    rules = store.desks[:, : store.layout.rules_bytes]
    tables = [store.records(name).tobytes() for name in UNTOUCHED]
    return [
        store.arenas.tobytes(),
        store.derived.tobytes(),
        rules.tobytes(),
        *tables,
        store.records("orders")[1:].tobytes(),
    ]


def positions(battle: ef.Battle) -> Iterator[None]:
    """Every position of a game of drawn orders in which an order is owed."""
    while battle.outcome is None:
        yield
        battle.step(drawn_order(battle, KEY))


# What it leaves as it is, and what it depends on.


@by_scenario
def test_choice_is_legal_and_changes_nothing_but_the_order_in_hand(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 5)
    for _ in positions(battle):
        before = bytes_beside_scratch(battle.game)
        order = battle.names.orders(choose(battle.game))[0]
        assert bytes_beside_scratch(battle.game) == before
        assert battle.check(order)
        assert order in battle.legal


@by_scenario
def test_dice_that_are_given_for_the_next_step_stay(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 5)
    for _ in positions(battle):
        battle.game.give_dice((3, 1, 4, 1, 5))
        before = bytes_beside_scratch(battle.game), battle.game.store.records("rolls").tobytes()
        choose(battle.game)
        assert (bytes_beside_scratch(battle.game), battle.game.store.records("rolls").tobytes()) == before
        battle.game.give_dice(())


@by_scenario
def test_choice_depends_on_position_key_and_step_alone(scenario: Scenario) -> None:
    """Not on what was played and tried before, nor on the dice key of the game."""
    battle = ef.Battle(scenario, 5)
    for _ in positions(battle):
        fresh = ef.Battle(scenario, 99).game
        fresh.restore(battle.game.snapshot())
        fresh.set_key(key_of_seed(1234))
        assert choose(fresh) == choose(battle.game) == choose(battle.game)


def test_equal_orders_are_drawn_by_the_key() -> None:
    battle = crossroads()
    assert {chosen(battle, key_of_seed(seed)) for seed in range(20)} == {"red bid 0", "red bid 1", "red bid 2"}


@by_scenario
def test_bot_chooses_from_a_view_what_the_policy_chooses_from_the_game(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 5)
    for _ in positions(battle):
        side = battle.decisions[0].side
        view = battle.view(side)
        if not view.legal:  # what is to be decided about is unknown to the side
            with pytest.raises(ValueError, match=f"no legal order of '{side}'"):
                GreedyBot(7).choose(view)
        elif battle.check(GreedyBot(7).choose(view)):
            assert battle.text(GreedyBot(7).choose(view)) == chosen(battle)


@pytest.mark.slow
@pytest.mark.bounds
@in_each((ef.load_scenario("crossroads"), fords(2), delta(), *MECH))
def test_compiled_and_interpreted_choices_are_the_same(scenario: Scenario) -> None:
    pytest.importorskip("numba")
    battle = ef.Battle(scenario, 5)
    entry = greedy_entry(battle.game)
    for _ in positions(battle):
        asked = (*battle.game.places, owing_side(battle.game), KEY & 0xFFFFFFFF, KEY >> 32)
        assert entry.dispatcher(*asked)
        compiled = battle.game.order.tobytes()
        assert entry.__wrapped__(*asked)
        assert battle.game.order.tobytes() == compiled


# What a side does not know.


def road(*hidden: UnitEntry) -> ef.Battle:
    """R1 in the west and an objective three squares east of it, on a field of 7 by 3 open squares."""
    scenario = Scenario(
        name="road",
        family="march",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry("\n".join(["." * 7] * 3)),
        units=[UnitEntry("R1", "red", "0-1"), UnitEntry("B1", "blue", "6-1"), *hidden],
        objectives=[ObjectiveEntry("3-1")],
    )
    return ef.Battle(scenario, 1)


def ambush(place: str) -> UnitEntry:
    """A blue unit that red does not know."""
    return UnitEntry("B2", "blue", place, known_to=["blue"])


def test_unit_that_a_side_does_not_know_changes_no_choice_unless_it_is_in_the_way() -> None:
    assert chosen(road()) == chosen(road(ambush("3-0"))) == chosen(road(ambush("5-2"))) == "R1 march 3-1"


@pytest.mark.rule("MARCH-5.1")
def test_order_that_only_an_unknown_unit_forbids_gives_way_to_one_that_is_legal() -> None:
    battle = road(ambush("2-1"))
    assert not battle.check("R1 march 3-1")
    assert battle.view("red").check("R1 march 3-1")
    assert battle.check(chosen(battle))


@in_each((delta(), standoff(), red_to_move().to_scenario()))
def test_draft_hides_what_a_view_hides(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 5)
    for _ in positions(battle):
        for number, side in enumerate(battle.names.sides):
            world = battle.game.world()
            known = draft_of(world, KNOWN, HAND, 1)
            copy_game(world, known)
            is_blind = hide_in_draft(known, number)
            battle.family.hide(known, number)
            battle.family.rebuild(known)
            view = battle.view(side).game
            assert bytes(known.data) == view.snapshot()
            assert bytes(known.derived) == view.store.derived[0].tobytes()
            assert is_blind == any(not unit.allegiance.known_to >> number & 1 for unit in world.units)


# The odds.


def shares(battle: ef.Battle, line: str) -> Iterator[int]:
    """The share of each outcome of an order, as the odometer in the kernel visits them."""
    game = battle.game
    world = game.world()
    battle.names.write_order(battle.parse(line), 0, game.order, "")
    trial = draft_of(world, TRIAL, HAND, 1)
    copy_order(world.orders[0], draft_order(world, 1))
    attempt = trying(game.pipeline.take_kernel, game.pipeline.settle_kernel)
    odometer.begin_outcomes(trial)
    is_left = True
    while is_left:
        assert attempt(world, trial, 0)
        yield odometer.share_of_rolls(trial)
        is_left = odometer.next_outcome(trial)


def chances(battle: ef.Battle, line: str) -> list[Fraction]:
    """The chance of each outcome of an order that has one, in the order of the driver in Python."""
    game = battle.game
    battle.names.write_order(battle.parse(line), 0, game.order, "")
    return list(outcomes(game, game.step))


DUEL = ["N..", "...", "...", "...", "...", "...", "A..", "...", "..."]
"""A in the south looks north at N, two grids away; nothing lies between."""
TARGET = {"allowance": 0, "armour": 2, "save": 4}


@pytest.mark.parametrize(("power", "to_hit"), [(1, 4), (3, 2), (4, 5)])
def test_outcomes_in_the_kernel_are_those_of_the_driver_in_python(power: int, to_hit: int) -> None:
    battle = armed(*DUEL, weapons={"gun": {"power": power, "to_hit": to_hit}}, A={}, N=TARGET)
    expected = chances(battle, "A fire N gun")
    found = [share for share in shares(battle, "A fire N gun") if share]
    assert len(found) == len(expected) > 1
    for share, chance in zip(found, expected, strict=True):
        assert 0 <= chance * odometer.WHOLE - share < ROLLS_MAX
    assert 0 <= odometer.WHOLE - sum(found) < len(found) * ROLLS_MAX


FIXED = {"allowance": 0, "strength": 1, "armour": 0}
"""A unit that can only turn and shift, and that dies of the second hit that gets through; it has no saves."""
TWO = ["N.. O..", "... ...", "... ...", *["... ..."] * 3, "A.. ...", "... ...", "... ..."]
"""A in the south looks north at N and O."""


def test_target_that_the_hits_get_through_to_more_often_is_fired_at() -> None:
    """Three dice that need a 3; N has no saves, O has four dice that save at 5."""
    saved = {**FIXED, "armour": 4, "save": 5}
    battle = armed(*TWO, weapons={"gun": {"to_hit": 3}}, A=FIXED, N=FIXED, O=saved)
    assert chosen(battle) == "A fire N gun"


def test_of_two_weapons_the_one_with_the_better_odds_is_fired() -> None:
    """Two dice that need a 4 destroy N, which is disrupted, in 3 of 4 cases; three that need a 6 in 91 of 216."""
    weapons = {"rifle": {"power": 2, "to_hit": 4}, "blunderbuss": {"power": 3, "to_hit": 6}}
    battle = armed(*DUEL, weapons=weapons, A=FIXED, N=FIXED)
    put_state(battle, "N", (1, True))
    assert chosen(battle) == "A fire N rifle"


def test_outcomes_beyond_the_bound_are_drawn_from_the_key_of_the_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "OUTCOMES_MAX", 1)
    battle = armed(*TWO, weapons={"gun": {"to_hit": 3}}, A=FIXED, N=FIXED, O=FIXED)
    with running_interpreted():
        for seed in range(8):
            choices = set()
            for dice in range(3):
                battle.game.set_key(key_of_seed(dice))
                choices.add(chosen(battle, seed))
            assert len(choices) == 1
            assert battle.check(choices.pop())


# Positions in which the best order is plain.


def test_free_objective_at_hand_is_taken() -> None:
    assert chosen(road()) == "R1 march 3-1"


@pytest.mark.rule("MECH-D10")
def test_unit_that_the_next_hit_destroys_goes_around_a_charge() -> None:
    """Of six dice that need a 2 one destroys A, which has no saves; the charge lies between it and the objective."""
    rows = ["A.. ... ...", *["... ... ..."] * 8]
    battle = charged(
        *rows,
        hazards=[hazard("B1", 6, to_hit=2)],
        A={**FIXED, "allowance": 2},
        objectives=[ObjectiveEntry("C1")],
    )
    put_state(battle, "A", (1, True))
    battle.step(chosen(battle))
    assert battle.unit("A").status.alive
    assert at(battle, "A")[:2] != "B1"


def test_unit_goes_to_where_it_can_strike() -> None:
    rows = ["...", ".N.", "...", *["..."] * 3, *["..."] * 3, "A..", "...", "..."]
    battle = armed(*rows, weapons={"blade": {"melee": True, "to_hit": 2}}, A={"allowance": 2}, N=FIXED)
    battle.step(chosen(battle))
    assert at(battle, "A")[:2] in ("A2", "A1")
    assert chosen(battle) == "A strike N blade"


# Bounds, and whole games.


def test_draft_has_room_for_all_that_may_be_chosen() -> None:
    assert greedy.SEQUELS + greedy.SEQUELS_TRIED <= draft.CHOICES_MAX
    sorts = (greedy.MOVES, greedy.ATTACKS, greedy.OTHERS, greedy.SEQUELS)
    room = (greedy.MOVES_TRIED, greedy.ATTACKS_TRIED, greedy.OTHERS_TRIED)
    assert sorts == tuple(sum(room[:count]) for count in range(4))


def test_source_of_the_dice_of_the_game_is_its_key_again() -> None:
    battle = red_to_move()
    expected = battle.clone(key=battle.game.key)
    choose(battle.game)
    assert battle.game.notes.source == KEYED
    assert battle.step("red draw") == expected.step("red draw")


@pytest.mark.slow
def test_random_play_in_the_alley_is_beaten_from_both_sides_nine_times_in_ten() -> None:
    pytest.importorskip("numba")
    scenario = ef.load_scenario("alley")
    won = 0
    for policies, side in ((("greedy", "random"), "red"), (("random", "greedy"), "blue")):
        for result in many_games(scenario, range(100), policies=policies):
            won += result.outcome is not None and result.outcome.winners == (side,)
    assert won > 180


def test_on_a_board_too_large_to_count_paces_a_unit_goes_as_the_crow_flies() -> None:
    """300 x 300 squares and one objective, 30 east of the unit: three squares east come nearest to it."""
    units = [UnitEntry("R1", "red", "0-0", values={"allowance": 3}), UnitEntry("B1", "blue", "299-299")]
    battle = ef.Battle(
        Scenario(
            name="plain",
            family="march",
            sides=[SideEntry("red"), SideEntry("blue")],
            board=BoardEntry("\n".join(["." * 300] * 300)),
            units=units,
            objectives=[ObjectiveEntry("30-0")],
        )
    )
    assert battle.game.store.layout.spec("paces").count == 0
    assert battle.parse(chosen(battle)).place in {(3, y) for y in range(4)}
    assert ef.Battle(ef.load_scenario("fords")).game.store.layout.spec("paces").count > 0
