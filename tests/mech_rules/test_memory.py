"""What is remembered of moves is for one position alone: it is asked for again when sizes of bases are others."""

from __future__ import annotations

import itertools

import msgspec
import pytest

import enfilade as ef
from tests.mech_rules.boards import battle_of

NORTH, MIDDLE, SOUTH = ("A.. ...", "... .N.", "... ...")
WIDE_NORTH, WIDE_A, WIDE_N, WIDE_SOUTH = ("AA. ...", "AA. .N.", "... .NN", "... .NN")
BOARDS = {
    "both small": (NORTH, MIDDLE, SOUTH),
    "A medium": (WIDE_NORTH, WIDE_A, SOUTH),
    "N medium": (NORTH, "... .NN", WIDE_SOUTH),
    "both medium": (WIDE_NORTH, "AA. .NN", WIDE_SOUTH),
}
"""A and N begin on the same cells on all of them."""
ENDS = {"both small": 67, "A medium": 15, "N medium": 55, "both medium": 15}
"""Ends of A's move, with four facings each but for the one that it has.

A small one has the nine cells of A1, and in B1 eight or, beside a medium N, five. A medium one has the four placements
of A1, and none in B1, since each covers the middle.
"""


def ends(battle: ef.Battle, kind: str) -> list[str]:
    """A's moves of a kind, as they are listed; their number is asked for first, as it is remembered by itself."""
    own = battle.legal.of("A").where(kind)
    count = len(own)
    listed = [battle.text(order) for order in own]
    assert count == len(listed)
    return listed


@pytest.mark.rule("MECH-D17", "MECH-X5")
@pytest.mark.parametrize("kind", ["move", "fly", "teleport"])
@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(BOARDS, 2)))
def test_moves_after_bases_of_other_sizes_stood_on_the_same_cells_are_those_of_a_new_battle(
    first: str, second: str, kind: str
) -> None:
    values = {"allowance": 1, "jump": 1, "teleport": 1}
    battle, other = (battle_of(*BOARDS[name], A=values) for name in (first, second))
    assert len(ends(battle, kind)) == ENDS[first]
    battle.restore(msgspec.structs.replace(battle.snapshot(), row=other.snapshot().row))
    assert len(ends(battle, kind)) == ENDS[second]
    assert ends(battle, kind) == ends(battle_of(*BOARDS[second], A=values), kind)
