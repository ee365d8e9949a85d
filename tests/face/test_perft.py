"""The rule tree counted by the engine, by the oracle written from the rule text, and by rolling every face."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.perft import perft
from tests.drill_rules.against_oracle import oracle_of, oracle_view
from tests.face.games import crossroads, delta, duel, fords, in_each, meeting, red_to_move, standoff, untouched
from tests.march_rules.against_oracle import oracle_of as oracle_of_march
from tests.march_rules.against_oracle import oracle_view as oracle_march_view
from tests.oracles import drill
from tests.oracles import march_battle as march

pytestmark = pytest.mark.rule("CORE-2.1", "CORE-2.2")


def close_duel(**changes: object) -> Scenario:
    """A duel whose units can meet, fire and shove within a few orders; every card is of another kind."""
    units = [
        UnitEntry("R1", "red", "A1", values={"power": 1, "allowance": 2}),
        UnitEntry("B1", "blue", "C1", values={"power": 2, "allowance": 1}),
    ]
    return duel(**{"units": units, "cards": {"rally": 1, "hurry": 1}} | changes)


# The oracle's tree.


def representative_rolls(position: drill.Position, order: drill.Order) -> Iterator[tuple[int, ...]]:
    """Faces for each outcome that the rules tell apart: every number of hits, every card."""
    sides = drill.dice_of(position, order)
    if order[1] == "fire":
        for hits in range(len(sides) + 1):
            yield (drill.HIT_FROM,) * hits + (1,) * (len(sides) - hits)
    else:
        yield from itertools.product(*(range(1, count + 1) for count in sides))


def oracle_leaves(position: drill.Position, depth: int, found: set[str]) -> int:
    """Ways to get so deep, and what the positions there are."""
    if depth == 0 or position.over:
        path = position.march.path if position.march is not None else []
        found.add(f"{depth} {path} {oracle_view(position)}")
        return 1
    return sum(
        oracle_leaves(drill.apply(position, order, faces), depth - 1, found)
        for order in drill.legal(position)
        for faces in representative_rolls(position, order)
    )


@pytest.mark.parametrize(
    ("scenario", "depth"),
    [
        (ef.load_scenario("crossroads"), 0),
        (ef.load_scenario("crossroads"), 1),
        (ef.load_scenario("crossroads"), 2),
        (duel(), 5),
        (close_duel(), 4),
        (standoff(), 3),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_leaves_and_positions_are_those_of_the_oracle(scenario: Scenario, depth: int) -> None:
    positions: set[str] = set()
    leaves = oracle_leaves(drill.begin(oracle_of(scenario)), depth, positions)
    found = perft(ef.Battle(scenario), depth)
    assert found.leaves == leaves
    assert len(found.hashes) == len(positions)


@pytest.mark.slow
def test_leaves_of_the_crossroads_three_orders_deep_are_those_of_the_oracle() -> None:
    positions: set[str] = set()
    leaves = oracle_leaves(drill.begin(oracle_of(ef.load_scenario("crossroads"))), 3, positions)
    found = perft(crossroads(), 3)
    assert found.leaves == leaves
    assert len(found.hashes) > len(positions), "two equal cards are two rows of the deck, and one position"


# The tree of marches, which roll no dice.


def march_leaves(setup: march.Setup, state: march.State, depth: int, found: set[str]) -> int:
    """Ways to get so deep by the oracle of marches, and what the positions there are."""
    if depth == 0 or state.over:
        found.add(f"{depth} {march_view(setup, state)}")
        return 1
    return sum(
        march_leaves(setup, march.take(setup, state, order), depth - 1, found) for order in march.legal(setup, state)
    )


def march_view(setup: march.Setup, state: march.State) -> list[object]:
    """What the rules tell of a position, in one order."""
    seen = oracle_march_view(setup, state)
    return [(name, sorted(seen[name]) if isinstance(seen[name], set) else seen[name]) for name in sorted(seen)]


@pytest.mark.rule("MARCH-6.1", "MARCH-6.2", "MARCH-6.3", "MARCH-6.4", "MARCH-7.4")
@pytest.mark.parametrize(("turns", "distinct"), [(1, 24), (2, 15)])
def test_leaves_and_positions_of_a_meeting_are_those_counted_by_hand(turns: int, distinct: int) -> None:
    # Red: R1 stays or goes to 1-0, 0-1 or 1-1, or red passes: 5 orders. Then blue: B1 stays or goes to 2-1, 1-2 or 1-1,
    # or blue passes: 5 orders, but 4 when R1 is on 1-1. In all 4 * 5 + 4 = 24.
    # With the turn the battle is over: who marched and who passed is kept, and all 24 differ. When another turn begins
    # it is forgotten, so a pass is a march to the own square: 4 places of R1 and 4 of B1, not both on 1-1, are 15.
    battle = ef.Battle(meeting(options={"turns": turns}))
    first, second = perft(battle, 1), perft(battle, 2)
    assert (first.leaves, len(first.hashes)) == (5, 5)
    assert (second.leaves, len(second.hashes)) == (24, distinct)
    assert second.split == {
        "R1 march 0-0": 5,
        "R1 march 1-0": 5,
        "R1 march 0-1": 5,
        "R1 march 1-1": 4,
        "red pass": 5,
    }


TREES = [
    (meeting(), 3),
    (meeting(options={"turns": 3, "case2_neighbours": "edges"}), 4),
    (delta(), 2),
    (fords(1), 1),
]


@pytest.mark.rule("MARCH-6.4")
@pytest.mark.parametrize(("scenario", "depth"), TREES, ids=lambda value: getattr(value, "name", value))
def test_leaves_and_positions_of_marches_are_those_of_the_oracle(scenario: Scenario, depth: int) -> None:
    positions: set[str] = set()
    setup = oracle_of_march(scenario)
    leaves = march_leaves(setup, march.begin(setup), depth, positions)
    found = perft(ef.Battle(scenario), depth)
    assert found.leaves == leaves
    assert len(found.hashes) == len(positions)


@pytest.mark.slow
def test_leaves_and_positions_of_a_delta_three_orders_deep_are_those_of_the_oracle() -> None:
    test_leaves_and_positions_of_marches_are_those_of_the_oracle(delta(), 3)


# The tree by faces.


def dice_of(battle: ef.Battle, order: ef.Order) -> list[int]:
    """Sides of each die that an order rolls, as the rules say: DRILL-5.3, DRILL-6.1."""
    if order.kind == "fire":
        powers = {"R1": 1, "B1": 2}
        return [6] * powers[order.unit]
    if order.kind == "draw":
        return [sum(card.place == 0 for card in battle.game.store.table("cards"))]
    return []


def tree_by_faces(battle: ef.Battle, depth: int, chance: Fraction, found: dict[int, Fraction]) -> None:
    """Step and undo through every order and every face; each order is as likely as any other."""
    if depth == 0 or battle.outcome is not None:
        found[battle.game.hash()] += chance
        return
    orders = battle.legal_orders()
    for order in orders:
        rolls = list(itertools.product(*(range(1, sides + 1) for sides in dice_of(battle, order))))
        for faces in rolls:
            battle.step(order, dice=faces)
            tree_by_faces(battle, depth - 1, chance / len(orders) / len(rolls), found)
            battle.undo()


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_positions_are_those_met_by_rolling_every_face(depth: int) -> None:
    battle = ef.Battle(close_duel(), checked=True)
    before = battle.digest
    by_faces: dict[int, Fraction] = defaultdict(Fraction)
    tree_by_faces(battle, depth, Fraction(1), by_faces)
    assert battle.digest == before
    assert sum(by_faces.values()) == 1
    assert perft(battle, depth).hashes == set(by_faces)


def test_chances_of_the_odds_are_those_of_rolling_every_face() -> None:
    battle = ef.Battle(close_duel())
    for line in ("red bid 0", "R1 move B1"):
        battle.step(line)
    assert battle.decision == ef.Decision("blue", "react", "B1")
    by_faces: dict[int, Fraction] = defaultdict(Fraction)
    for faces in itertools.product(range(1, 7), repeat=2):
        battle.step("B1 fire", dice=faces)
        by_faces[battle.game.hash()] += Fraction(1, 36)
        battle.undo()
    with untouched(battle):
        odds = battle.odds("B1 fire")
    assert {chance.hash: chance.probability for chance in odds} == by_faces
    assert [chance.probability for chance in odds] == [Fraction(4, 9), Fraction(4, 9), Fraction(1, 9)]
    assert odds.of("lost", unit="R1") == Fraction(1, 9)
    assert odds.of("shaken", unit="R1") == Fraction(4, 9)
    assert odds.of("fired") == 1
    assert odds.of("lost", unit="B1") == 0


def test_two_equal_cards_are_met_twice_and_told_once() -> None:
    battle = red_to_move(standoff(cards={"rally": 2, "blank": 1}))
    odds = battle.odds("red draw")
    assert sum(chance.probability for chance in odds) == 1
    assert odds.of("drew", card="rally") == Fraction(2, 3)
    assert odds.of("drew", card="blank", side="red") == Fraction(1, 3)
    assert battle.odds("red pass")[0].probability == 1


def test_odds_of_an_order_that_is_refused_are_refused_with_its_verdict() -> None:
    battle = red_to_move()
    with untouched(battle), pytest.raises(ef.IllegalOrder, match="blue owes no decision now"):
        battle.odds("blue draw")


def test_odds_lead_where_the_step_leads() -> None:
    """Whatever the key rolls is one of the results, with its events and its hash."""
    met = 0
    for seed in range(12):
        battle = red_to_move(seed=seed)
        battle.step("R1 move B1")
        for line in ("B1 fire", "B2 fire"):
            if battle.check(line):
                odds = battle.odds(line)
                events = battle.step(line)
                assert next(chance for chance in odds if chance.events == tuple(events)).hash == battle.game.hash()
                met += 1
    assert met > 12


# The count itself.


def test_split_adds_up_to_the_leaves_and_names_every_legal_order() -> None:
    battle = red_to_move()
    found = perft(battle, 2)
    assert list(found.split) == [battle.text(order) for order in battle.legal]
    assert sum(found.split.values()) == found.leaves
    for text, leaves in found.split.items():
        if text != "red draw":
            other = battle.clone(key=battle.game.key)
            other.step(text)
            assert perft(other, 1).leaves == leaves


@in_each((red_to_move().to_scenario(), delta()))
def test_tree_of_no_depth_is_the_position_itself(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    found = perft(battle, 0)
    assert (found.leaves, found.hashes, found.split) == (1, {battle.game.hash()}, {})


@in_each((duel(cards={}), meeting()))
def test_tree_of_a_battle_that_is_over_is_its_end(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    while battle.outcome is None:
        battle.step(battle.legal[-1])
    found = perft(battle, 5)
    assert (found.leaves, found.hashes, found.split) == (1, {battle.game.hash()}, {})


def test_depth_below_zero_is_refused() -> None:
    battle = red_to_move()
    with pytest.raises(ValueError, match="depth -1, expected 0 or more"):
        perft(battle, -1)


@pytest.mark.parametrize("depth", [1, 2, 3])
@in_each((red_to_move().to_scenario(), meeting(options={"turns": 2})))
def test_counting_leaves_the_battle_as_it_is(scenario: Scenario, depth: int) -> None:
    battle = ef.Battle(scenario)
    with untouched(battle):
        perft(battle, depth)
    assert battle.step(battle.legal[0], side="red")
