"""What a side may know: one filter, and nothing of an unknown unit gets through it."""

import numpy as np
import pytest

from enfilade.core.engine.layout import Block
from enfilade.core.state.observe import hide_from
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import push
from enfilade.systems.game import Game
from tests.core.state.games import by_family, positions
from tests.drill_rules.boards import Situation

BOARD = """
R1 .  B1
.  .  .
B2 .  G1
"""
HIDDEN = {"B2": ["blue"], "G1": ["green", "blue"]}


def ambush() -> Situation:
    """Red to move; it does not know of B2 and G1, blue knows of all, green not of B2."""
    return Situation(BOARD, bids="0 0", known_to=HIDDEN, cards={"rally": 1, "blank": 1})


def view(situation: Situation, side: str) -> Game:
    """The game as a side may know it, on a copy."""
    other = copy_of(situation.game)
    other.keep_only_what_is_known_to(situation.sides.index(side))
    return other


def shown(game: Game) -> list[bool]:
    """Whether a game shows each unit at all."""
    return [any(unit.tobytes()) for unit in game.world().units]


@pytest.mark.parametrize(
    ("side", "expected"),
    [("red", [True, True, False, False]), ("blue", [True] * 4), ("green", [True, True, False, True])],
)
def test_a_unit_is_shown_to_the_sides_that_know_of_it(side: str, expected: list[bool]) -> None:
    assert shown(view(ambush(), side)) == expected


def test_an_unknown_unit_is_zero_in_every_table_that_has_a_record_a_unit() -> None:
    situation = ambush()
    seen = view(situation, "red")
    per_unit = [spec for spec in seen.store.layout.in_block(Block.WORLD) if spec.per_unit]
    assert [spec.name for spec in per_unit] == ["units", "drill_soldiers"]
    for spec in per_unit:
        assert any(situation.game.store.table(spec.name)[2].tobytes())
        for slot in (2, 3):
            assert not any(seen.store.table(spec.name)[slot].tobytes())
        for slot in (0, 1):
            assert seen.store.table(spec.name)[slot].tobytes() == situation.game.store.table(spec.name)[slot].tobytes()


def test_an_unknown_unit_stands_nowhere_in_the_derived_table() -> None:
    occupants = view(ambush(), "red").store.records("drill_occupants")["unit"]
    assert occupants.tolist() == [0, -1, 1, -1, -1, -1, -1, -1, -1]


def test_the_dice_key_is_zero() -> None:
    situation = ambush()
    situation.game.set_key(0xFEDCBA9876543210)
    for side in situation.sides:
        clock = view(situation, side).clock
        assert (clock.key_low, clock.key_high) == (0, 0)
    assert situation.game.clock.key_low == 0x76543210


def test_cards_in_the_deck_have_no_kind_and_drawn_ones_keep_theirs() -> None:
    situation = ambush()
    assert [card.kind for card in situation.game.world().cards] == [1, 3]
    situation.step("red draw", [2])
    assert [card.kind for card in view(situation, "blue").world().cards] == [0, 3]


def test_what_is_under_way_about_an_unknown_unit_keeps_only_its_kind() -> None:
    situation = ambush()
    frame = push(situation.game.world(), 40)
    frame.unit, frame.other, frame.x = 0, 2, 1
    for side, kept in (("red", False), ("green", False), ("blue", True)):
        seen = view(situation, side).world().pending[0]
        only_kind = Frame.zeros()
        only_kind.kind = 40
        assert (seen.tobytes() == only_kind.tobytes()) is not kept
        assert (seen.tobytes() == frame.tobytes()) is kept


def test_a_frame_about_no_second_unit_is_not_taken_for_one_about_the_last_unit() -> None:
    situation = ambush()  # the last unit, G1, is unknown to red
    frame = push(situation.game.world(), 40)
    frame.unit, frame.other, frame.x = 0, -1, 1
    assert view(situation, "red").world().pending[0].tobytes() == frame.tobytes()


def test_a_view_leaves_the_game_alone() -> None:
    situation = ambush()
    before = (situation.game.snapshot(), situation.game.digest)
    for side in situation.sides:
        view(situation, side)
    assert (situation.game.snapshot(), situation.game.digest) == before


@pytest.mark.parametrize("seed", range(5))
@by_family
def test_two_positions_that_differ_only_in_what_a_side_does_not_know_look_alike_to_it(family: str, seed: int) -> None:
    # Every bit of a unit that the first side does not know is flipped in the world and in the rules, and the key; its
    # view stays the same.
    for game in positions(family, seed):
        one, other = copy_of(game), copy_of(game)
        for copied in (one, other):
            copied.store.records("units")["allegiance"]["known_to"][-1] = 0
        tables = [spec.name for spec in game.store.layout.specs if spec.per_unit]
        assert (
            tables
            == {
                "drill": ["units", "drill_soldiers"],
                "march": ["units", "marchers"],
                "mech": ["units", "chassis", "fighters", "mines"],
            }[family]
        )
        for name in tables:
            other.store.records(name)[-1:].view(np.uint8)[:] ^= 0xFF
        other.store.records("units")["allegiance"]["known_to"][-1] = 0
        other.set_key(99)
        assert one.snapshot() != other.snapshot()
        hide_from(one.store, 0)
        hide_from(other.store, 0)
        assert one.snapshot() == other.snapshot()
        assert one.store.desks.tobytes() == other.store.desks.tobytes()


def copy_of(game: Game) -> Game:
    """The same position in arrays of its own."""
    other = Game(game.scenario, game.family)
    other.restore(game.snapshot())
    return other
