"""The rule tree counted by the engine, by the oracle written from the rule text, and by rolling every face."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry, UnitValue
from enfilade.perft import perft
from tests.drill_rules.against_oracle import oracle_of, oracle_view
from tests.face.games import (
    bout,
    crossroads,
    delta,
    duel,
    fords,
    in_each,
    meeting,
    red_to_move,
    standoff,
    untouched,
    yard,
)
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


# The tree of mechs, counted by hand.

STEEL: dict[str, UnitValue] = {"fights": False, "allowance": 1}
"""Values of units that only move, one grid at most."""


def crushing(rows: str, *small: str) -> Scenario:
    """A large red unit in A1 that can enter the grid east of it, and small blue ones that stand there."""
    return Scenario(
        name="crushing",
        family="mech",
        sides=[SideEntry("red"), SideEntry("blue")],
        board=BoardEntry("\n".join([rows] * 3)),
        units=[
            UnitEntry("R", "red", "A1", values={**STEEL, "size": 3}),
            *(UnitEntry(f"B{number}", "blue", place, values=STEEL) for number, place in enumerate(small)),
        ],
        options={"turns": 1},
    )


@pytest.mark.slow
@pytest.mark.rule("MECH-1.2.1d", "MECH-1.2.1g", "MECH-D13", "MECH-D19", "FORM-9.3", "FORM-9.4")
def test_leaves_and_positions_of_a_bout_are_those_counted_by_hand() -> None:
    # R may shift and turn in its grid, 9 * 4 - 1 = 35 ways; strike, which misses, is saved, or hits: 3 leaves; or be
    # done: 39. Being done is the position of a strike that harms nobody: 35 + 2 positions.
    # The 8 other cells facing east leave R a decision: strike, 3 leaves, or be done: 4. After the other 27, and after
    # the strikes and being done, it is the turn of B, which has the same choices, facing west: 31 * 39 + 8 * 4.
    # Then the 8 * 4 come to B's 39, and of the 31 * 39 the turn, and the battle, is over after 31, and 8 lead to 4.
    battle = ef.Battle(bout())
    found = [perft(battle, depth) for depth in (1, 2, 3)]
    assert [len(found[0].split), found[0].leaves, len(found[0].hashes)] == [37, 39, 37]
    assert found[1].leaves == 31 * 39 + 8 * 4 == 1241
    assert found[2].leaves == 8 * 4 * 39 + 31 * (31 + 8 * 4) == 3201
    assert found[0].split["R strike B blade"] == 3
    assert found[1].split["R done"] == 39
    assert found[1].split["R move A1 E"] == 4


@pytest.mark.slow
@pytest.mark.rule("MECH-1.2.6", "MECH-1.2.6d", "MECH-D8", "MECH-D9")
def test_leaves_of_a_crush_are_those_counted_by_hand() -> None:
    # R turns, 3 ways; enters B1, 4 facings; or is done: 8. B0 is displaced to C1 alone, not to where R comes from: 9
    # cells and 4 facings. After turning or being done B0 has 35 ways in its grid, 36 in C1, none in A1, or is done.
    one = ef.Battle(crushing(".........", "B1.5"))
    assert [perft(one, depth).leaves for depth in (1, 2)] == [8, 4 * 36 + 4 * 72]
    # Two units in B1: either is displaced first, to 36 ends, and the other to 8 cells that are left. After turning or
    # being done each of the two has 8 * 4 - 1 ways in its grid, 36 in C1, or is done.
    two = ef.Battle(crushing(".........", "B1.1", "B1.9"))
    assert [perft(two, depth).leaves for depth in (1, 2)] == [8, 4 * 2 * 36 + 4 * 2 * 68]
    two.step("R move B1 E")
    assert perft(two, 2).leaves == 2 * 36 * 32


@pytest.mark.rule("MECH-1.2.6d", "MECH-D9")
def test_leaves_of_a_crush_without_a_grid_to_go_to_are_the_facings_of_a_swap() -> None:
    # No grid but A1 is next to B1: B0 takes the same cell of it, and only its facing is chosen. Where R stays, B0 has
    # 35 ways in its grid, or is done.
    battle = ef.Battle(crushing("......", "B1.5"))
    assert [perft(battle, depth).leaves for depth in (1, 2)] == [8, 4 * 4 + 4 * 36]


def faces_of_a_strike() -> Iterator[tuple[int, ...]]:
    """Every roll of one die that needs a 4, and of one die of saves against a hit."""
    for attack in range(1, 7):
        if attack < 4:
            yield (attack,)
        else:
            yield from ((attack, save) for save in range(1, 7))


@pytest.mark.slow
@pytest.mark.rule("MECH-D19", "FORM-9.3", "FORM-9.4")
def test_positions_of_a_bout_are_those_met_by_rolling_every_face() -> None:
    battle = ef.Battle(bout(), checked=True)
    met = set()
    for first in faces_of_a_strike():
        battle.step("R strike B blade", dice=first)
        for order in battle.legal_orders():
            for faces in faces_of_a_strike() if order.kind == "strike" else [()]:
                battle.step(order, dice=faces)
                met.add(battle.game.hash())
                battle.undo()
        battle.undo()
    battle.step("R strike B blade", dice=(1,))
    missed = perft(battle, 1).hashes
    battle.undo()
    battle.step("R strike B blade", dice=(4, 3))
    assert missed | perft(battle, 1).hashes == met


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


@in_each((red_to_move().to_scenario(), delta(), yard()))
def test_tree_of_no_depth_is_the_position_itself(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    found = perft(battle, 0)
    assert (found.leaves, found.hashes, found.split) == (1, {battle.game.hash()}, {})


@in_each((duel(cards={}), meeting(), bout()))
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
