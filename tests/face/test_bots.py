"""Bots, matches between them, the board as text, and the scenarios that are installed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import enfilade as ef
from enfilade.bots import BOTS, RandomBot, UnknownBot, bot_names, find_bot
from enfilade.bots.match import play_match
from enfilade.core.scenario.schema import Scenario
from enfilade.core.scenario.write import scenario_text
from enfilade.drill.components import open_drill
from enfilade.text import draw_board
from tests.face.games import crossroads, delta, duel, in_each, open_delta, open_yard, red_to_move, standoff, untouched

by_known_scenario = in_each((ef.load_scenario("crossroads"), open_delta(), open_yard()))
"""Bots choose among what their side thinks legal; here every side knows all units."""


@pytest.mark.parametrize("name", sorted(BOTS.keys() - {"monte-carlo"}))  # which plays in test_monte_carlo
@by_known_scenario
def test_every_bot_plays_a_legal_game_to_its_end_and_the_same_one_again(scenario: Scenario, name: str) -> None:
    games = []
    for _ in range(2):
        battle = ef.Battle(scenario, 4, checked=True)
        match = play_match(battle, [find_bot(name, 1), find_bot(name, 2)], on_fault="raise")
        assert battle.outcome is not None
        assert match.orders == battle.step_number == len(battle.orders)
        games.append([battle.text(order) for order in battle.orders])
    assert games[0] == games[1]


@by_known_scenario
def test_bots_of_other_seeds_play_other_games(scenario: Scenario) -> None:
    digests = set()
    for seed in range(5):
        battle = ef.Battle(scenario, 4)
        play_match(battle, [find_bot("random", seed)])
        digests.add(battle.digest)
    assert len(digests) == 5


def test_random_bot_draws_every_legal_order_about_equally_often() -> None:
    battle = red_to_move()
    drawn = Counter(battle.text(RandomBot(seed).choose(battle)) for seed in range(1400))
    assert drawn.keys() == {battle.text(order) for order in battle.legal}
    assert all(140 < count < 260 for count in drawn.values()), "200 each of seven, give or take four deviations"


def test_choice_of_the_random_bot_changes_nothing_and_rolls_no_dice_of_the_game() -> None:
    battle = red_to_move()
    expected = battle.clone(key=battle.game.key)
    with untouched(battle):
        RandomBot(3).choose(battle)
    assert battle.step("red draw") == expected.step("red draw")


class Spy:
    """A bot that passes on what it was shown."""

    def __init__(self) -> None:
        self.views: list[tuple[ef.Battle, str]] = []
        self.random = RandomBot(1)

    def choose(self, view: ef.Battle) -> ef.Order:
        assert view.side is not None
        self.views.append((view, view.side))
        return self.random.choose(view)


def test_bot_is_shown_no_unit_that_its_side_does_not_know() -> None:
    hidden = {"red": "G2", "blue": "R3", "green": "R3"}
    spy = Spy()
    for scenario in (delta(), delta(sides=[delta().sides[number] for number in (1, 0, 2, 3)])):
        play_match(ef.Battle(scenario), [spy])
    assert {side for _, side in spy.views} == set(hidden)
    for view, side in spy.views:
        assert hidden[side] not in view.names.units


@pytest.mark.rule("DRILL-2.1")
def test_bot_is_shown_what_its_side_may_know() -> None:
    battle, spy = crossroads(4), Spy()
    play_match(battle, [spy])
    hidden = 0
    for view, side in spy.views:
        assert view is not battle
        assert view.game.key == 0
        assert view.seed is None
        for other, party in zip(view.names.sides, open_drill(view.game.world()).parties, strict=True):
            if view.decisions[0].kind == "bid" and other != side:
                assert party.bid == -1
                hidden += 1
    assert hidden > 0


@by_known_scenario
def test_bots_are_given_to_the_sides_in_order_and_the_last_one_to_all_further_sides(scenario: Scenario) -> None:
    battle, spies = ef.Battle(scenario, 4), [Spy(), Spy()]
    play_match(battle, list(spies))
    first, *others = (side.name for side in scenario.sides if not side.neutral)
    assert {side for _, side in spies[0].views} == {first}
    assert {side for _, side in spies[1].views} == set(others)


@by_known_scenario
def test_each_step_of_a_match_is_told_with_its_events(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 4)
    told: list[tuple[ef.Order, list[ef.Event]]] = []
    before = battle.events_since(0)
    play_match(battle, [RandomBot(1)], lambda order, events: told.append((order, events)))
    assert [order for order, _ in told] == battle.orders
    assert before + [event for _, events in told for event in events] == battle.events_since(0)


def test_order_that_a_hidden_unit_forbids_is_replaced_by_the_next_possible_one() -> None:
    chosen: list[ef.Order] = []
    played: list[ef.Order] = []
    for seed in range(8):
        battle, bot = ef.Battle(delta(), 1), Chooser(seed)
        play_match(battle, [bot])
        assert battle.outcome is not None
        chosen += bot.orders
        played += battle.orders
    assert 0 < sum(1 for pair in zip(chosen, played, strict=True) if pair[0] != pair[1]) < len(played)


class Chooser:
    """A bot that remembers what it chose."""

    def __init__(self, seed: int) -> None:
        self.orders: list[ef.Order] = []
        self.random = RandomBot(seed)

    def choose(self, view: ef.Battle) -> ef.Order:
        self.orders.append(self.random.choose(view))
        return self.orders[-1]


def test_order_that_is_illegal_in_the_view_too_is_refused() -> None:
    class Wrong:
        def choose(self, view: ef.Battle) -> ef.Order:
            return ef.Order("march", unit="R1", place=(6, 5))

    with pytest.raises(ef.IllegalOrder):
        play_match(ef.Battle(delta(), 1), [Wrong()], on_fault="raise")


def test_bots_pass_over_a_neutral_side_that_comes_first() -> None:
    sides = delta().sides
    spies = [Spy(), Spy(), Spy()]
    play_match(ef.Battle(delta(sides=[sides[3], *sides[:3]]), 1), list(spies))
    assert [{side for _, side in spy.views} for spy in spies] == [{"red"}, {"blue"}, {"green"}]


def test_match_without_bots_is_refused_and_leaves_the_battle() -> None:
    battle = crossroads(4)
    with untouched(battle), pytest.raises(ValueError, match=r"the bots of a match are \[\], expected one or more"):
        play_match(battle, [])


def test_bot_that_does_not_exist_is_refused() -> None:
    with pytest.raises(
        UnknownBot,
        match=r"there is no bot 'deep thought', expected one of: greedy, monte-carlo, random, walker, "
        r"or another that an installed package announces in the entry point group 'enfilade\.bots'",
    ):
        find_bot("deep thought", 1)


# Bots that a package announces.


class First:
    """Takes the first order that its side may give."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: ef.Battle) -> ef.Order:
        return view.legal[0]


class NoBot:
    """Made from a seed, and chooses nothing."""

    def __init__(self, seed: int) -> None: ...


class Seedless:
    """A bot that is not made from a seed."""

    def choose(self, view: ef.Battle) -> ef.Order:
        return view.legal[0]


def make_a_type(seed: int) -> type[First]:
    """What gives a class of bots where a bot is asked for."""
    return First


@pytest.fixture
def announced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that announces bots, as its metadata says."""
    folder = tmp_path / "some_bots-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1\n", encoding="utf-8")
    names = {
        "first": "First",
        "lost": "Nowhere",
        "none": "NoBot",
        "number": "SEED",
        "random": "NoBot",
        "seedless": "Seedless",
        "type": "make_a_type",
    }
    lines = [f"{name} = {__name__}:{value}\n" for name, value in names.items()]
    (folder / "entry_points.txt").write_text("[enfilade.bots]\n" + "".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


SEED = 1


@pytest.mark.usefixtures("announced")
def test_bot_of_an_installed_package_is_found_by_its_name_and_plays() -> None:
    bot = find_bot("first", 7)
    assert isinstance(bot, First)
    assert bot.seed == 7
    battle, expected = crossroads(4), crossroads(4)
    play_match(battle, [bot])
    while expected.decision is not None:
        expected.step(expected.legal.by(expected.decision.side)[0])
    assert battle.digest == expected.digest


@pytest.mark.usefixtures("announced")
def test_bot_that_is_always_there_is_not_replaced_by_an_announced_one() -> None:
    assert isinstance(find_bot("random", 1), RandomBot)


@pytest.mark.usefixtures("announced")
def test_announced_bots_are_among_those_that_a_refusal_lists() -> None:
    with pytest.raises(
        UnknownBot, match="there is no bot 'frist', expected one of: first, greedy, lost, monte-carlo, none, number"
    ):
        find_bot("frist", 1)


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(("name", "given"), [("none", "NoBot object"), ("number", "1"), ("type", "First")])
def test_what_is_announced_and_is_no_bot_is_refused(name: str, given: str) -> None:
    with pytest.raises(UnknownBot, match=rf"entry point '{name}' gives .*{given}.*, expected a bot with choose"):
        find_bot(name, 1)


@pytest.mark.usefixtures("announced")
def test_announced_bot_that_takes_no_seed_is_refused() -> None:
    with pytest.raises(
        UnknownBot,
        match=r"entry point 'seedless' makes no bot \(TypeError: Seedless\(\) takes no arguments\), "
        "expected what takes a seed",
    ):
        find_bot("seedless", 1)


@pytest.mark.usefixtures("announced")
def test_announced_bot_that_cannot_be_loaded_is_refused() -> None:
    with pytest.raises(UnknownBot, match=r"entry point 'lost' cannot be loaded .*Nowhere.*, expected what makes a bot"):
        find_bot("lost", 1)


@pytest.mark.usefixtures("announced")
def test_names_of_bots_are_those_of_the_package_and_those_announced_each_once() -> None:
    assert bot_names() == sorted({*BOTS, "first", "lost", "none", "number", "seedless", "type"})


@pytest.mark.usefixtures("announced")
def test_announced_bot_plays_against_one_of_the_package() -> None:
    battle = crossroads(4)
    match = play_match(battle, [find_bot("first", 1), find_bot("random", 2)], on_fault="raise")
    assert match.outcome == battle.outcome


# The board as text.


def test_board_shows_units_where_they_stand_and_not_those_that_are_lost() -> None:
    battle = red_to_move()
    assert draw_board(battle) == str(battle)
    assert str(battle).splitlines() == [
        "    A  B  C  D",
        " 1  R1 .  B1 .",
        " 2  .  .  .  .",
        " 3  .  B2 .  .",
        " 4  .  .  .  G1",
    ]
    battle.step("R1 move B1")
    assert str(battle).splitlines()[1] == " 1  .  R1 B1 ."
    battle.step("B1 fire", dice=(6, 6))
    assert str(battle).splitlines()[1] == " 1  .  .  B1 ."


def test_battle_prints_whose_decision_it_waits_for() -> None:
    battle = crossroads()
    assert repr(battle) == "<battle 'crossroads', step 0, red to bid and blue to bid>"
    play_match(battle, [RandomBot(1)])
    assert repr(battle).endswith("over>")


def test_roster_tells_what_has_become_of_each_unit() -> None:
    battle = red_to_move()
    battle.step("R1 move B1")
    battle.step("B1 fire", dice=(6, 6))
    assert battle.roster()["R1"] == {"side": "red", "type": "", "alive": False, "at": "", "steps": 1, "left": False}
    assert battle.roster()["B2"] == {"side": "blue", "type": "", "alive": True, "at": "B3", "steps": 1, "left": False}
    assert crossroads().roster()["G1"]["type"] == "guard"


# Scenarios by name and by file.


def test_every_installed_scenario_is_played_to_an_end() -> None:
    assert "crossroads" in ef.scenarios()
    assert ef.scenarios() == sorted(ef.scenarios())
    for name in ef.scenarios():
        battle = ef.Battle(ef.load_scenario(name), 1)
        assert battle.scenario.name == name
        play_match(battle, [RandomBot(1)])
        assert battle.outcome is not None


def test_scenario_is_loaded_from_a_file_by_text_or_path(tmp_path: Path) -> None:
    file = tmp_path / "duel.toml"
    file.write_text(scenario_text(duel()), encoding="utf-8")
    assert ef.load_scenario(file) == ef.load_scenario(str(file)) == duel()


@pytest.mark.parametrize("name", ["nowhere", "crossroads.toml", "", "../crossroads"])
def test_scenario_that_is_neither_installed_nor_a_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ef.UnknownScenario, match="expected a file or one of: alley, crossroads"):
        ef.load_scenario(name)


def test_scenario_s_outcome_names_winners_reason_and_scores() -> None:
    battle = ef.Battle(standoff(cards={}, options={"rounds": 1}))
    while battle.outcome is None:
        battle.step(battle.legal[-1])
    assert battle.outcome == ef.Outcome(("blue",), "rounds played", {"red": 1, "blue": 2, "green": 1})
